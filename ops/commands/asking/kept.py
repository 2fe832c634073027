"""Things that a person keeps at the house, by command: whose they are, and their titles."""

from typing import Annotated, Final

import typer

from api.services.people.reports import TITLE_LENGTH_MAX
from ops.database.rights import GATE, WORKER, WORKING
from ops.errors import MisuseError

ROLES: Final = (*WORKING, GATE, WORKER)
"""Of the database, by which such things are kept."""
Person = Annotated[str, typer.Option("--of", help="Whose: the name of his API key.")]
OfPerson = Annotated[
    str | None, typer.Option("--of", help="Only this person's, by the name of his API key.")
]
Title = Annotated[str, typer.Option(help="Its name; another of this name is replaced.")]


def check_title(title: str) -> None:
    """Refuse a title that no table holds.

    Raises:
        MisuseError: it is empty or too long.

    """
    if not 1 <= len(title) <= TITLE_LENGTH_MAX:
        raise MisuseError(f"--title: expected 1 to {TITLE_LENGTH_MAX} characters, got {len(title)}")
