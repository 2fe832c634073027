"""``razao parameters``: those in force on a day, those that come later, each with its act."""

from datetime import UTC, date, datetime
from typing import Annotated, Any, Final

import msgspec
import typer

from ops.commands.common import asking, day_of, known_name
from ops.commands.forms import FormOption, write_rows
from ops.commands.telling import time_text, zone_in
from projections.reads.basis.rules_in_force import in_force

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
HEADS: Final = ("name", "scope", "value", "since", "state", "known", "act")


@app.command()
def main(
    day: Annotated[str | None, typer.Option(help="In force on this day; today without.")] = None,
    name: Annotated[str | None, typer.Option(help="Only this parameter.")] = None,
    form: FormOption = "table",
) -> None:
    """List the parameters in force at the end of a day, and those announced for later."""
    chosen = day_of("--day", day)
    wanted = datetime.now(UTC).date() if chosen is None else date.fromisoformat(chosen)
    with asking() as (_, connection):
        found, zone = in_force(connection, wanted), zone_in(connection)
    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "scope": one.scope,
            "value": one.value,
            "since": one.since,
            "state": state,
            "known": one.known,
            "act": one.act,
        }
        for state, settings in (("in force", found.now), ("later", found.later))
        for one in settings
    ]
    known_name("--name", name, (row["name"] for row in rows))
    write_rows(
        [row for row in rows if name in (None, row["name"])],
        form,
        HEADS,
        lambda one: (
            one["name"],
            one["scope"],
            one["value"]
            if isinstance(one["value"], str)
            else msgspec.json.encode(one["value"]).decode(),
            time_text(one["since"], zone),
            one["state"],
            str(one["known"]),
            one["act"],
        ),
        text=(0, 1, 2, 3, 4, 6),
        nothing="no parameter was set; the profiles' values hold",
        of="parameters",
    )
