"""``razao prove``: events with everything that proves them, for somebody who trusts nobody here."""

from pathlib import Path
from typing import Annotated

import typer

from api.services.bundles import WHAT, bundle_name, make_bundle
from ops.database.postgres import use_database
from ops.errors import MisuseError
from ops.outside.verifier import program_text
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_NAMES = {
    "event": "SOURCE:SEQ",
    "round": "PLACE/DAY/NUMBER",
    "acta": "ROOM SESSION",
    "pool": "POOL DAY",
    "day": "PLACE DAY",
}


@app.command()
def main(
    what: Annotated[str, typer.Argument(help="event, round, acta, pool or day.")],
    name: Annotated[
        list[str],
        typer.Argument(
            help="; ".join(f"{one}: {words}" for one, words in _NAMES.items()),
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; by default named by what it is about.")
    ] = None,
) -> None:
    """Write a bundle: checked offline by `razao verify bundle`, or by the one file inside it."""
    if what not in WHAT:
        raise MisuseError(f"expected one of {', '.join(WHAT)}, got {what!r}")
    asked = " ".join(name)
    if len(asked.split()) != len(_NAMES[what].split()):
        raise MisuseError(f"prove {what}: expected {_NAMES[what]}, got {asked!r}")
    with use_database(Settings()) as urls:
        data = make_bundle(urls.login, what, asked, program_text())
    path = out or Path(bundle_name(what, asked))
    fresh = path.with_name(f".{path.name}.part")
    fresh.write_bytes(data)
    fresh.replace(path)
    typer.echo(f"{path}: {len(data)} bytes; check it by: razao verify bundle {path}")
