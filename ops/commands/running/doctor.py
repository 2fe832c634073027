"""``razao doctor``: what is wrong with this installation, and what to do about it."""

import sys
from typing import Annotated, Final

import msgspec
import typer

from ops.commands.screen import Screen, styled
from ops.deploy.doctor.check import Check, Machine, State
from ops.deploy.doctor.examine import examine
from ops.errors import EXIT_FOUND

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_WORD: Final = 7
"""Letters of the longest state."""
_STYLES: Final = {
    State.OK: "green",
    State.WARNING: "yellow",
    State.BROKEN: "red",
    State.UNKNOWN: "",
}


@app.command()
def main(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Look at environment, disk, clock, database, rights, keys, checkpoints, projections, backups.

    Nothing is changed. Each line says what was seen and, where something is wrong, what to do;
    exit 1 if anything is broken.
    """
    checks = list(examine(Machine()))
    sound = all(check.state is not State.BROKEN for check in checks)
    if as_json:
        document = {"sound": sound, "checks": checks}
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        _tell(checks)
    raise typer.Exit(0 if sound else EXIT_FOUND)


def _tell(checks: list[Check]) -> None:
    screen = Screen(soft_wrap=True)
    width = max(len(check.name) for check in checks)
    for check in checks:
        word = check.state.value.ljust(_WORD)
        screen.print(
            styled((word, _STYLES[check.state]), f"  {check.name.ljust(width)}  {check.found}"),
        )
        if check.remedy is not None:
            screen.print(f"{' ' * (width + _WORD + 4)}→ {check.remedy}")
