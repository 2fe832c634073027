"""``razao doctor``: what is wrong with this installation, and what to do about it."""

import sys
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console

from ops.deploy.doctor.check import Check, Machine, State
from ops.deploy.doctor.examine import examine

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

EXIT_FOUND: Final = 1
_MARKS: Final = {
    State.OK: "[green]ok[/green]     ",
    State.WARNING: "[yellow]warning[/yellow]",
    State.BROKEN: "[red]broken[/red] ",
    State.UNKNOWN: "unknown",
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
    console = Console(highlight=False)
    width = max(len(check.name) for check in checks)
    for check in checks:
        console.print(f"{_MARKS[check.state]}  {check.name.ljust(width)}  ", end="", soft_wrap=True)
        console.print(check.found, markup=False, soft_wrap=True)
        if check.remedy is not None:
            console.print(f"{' ' * (width + 11)}→ {check.remedy}", markup=False, soft_wrap=True)
