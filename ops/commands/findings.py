"""``razao findings``: what is wrong, brought up to the log's last event first."""

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from ops.errors import MisuseError
from ops.installation import open_installation
from ops.judging import FindingRow, findings_of, judge_all
from ops.progress import Progress
from ops.settings import Settings
from projections.replay.codes import CODES
from projections.replay.settlement import money_text

app = typer.Typer(add_completion=False)
SHOWN_DEFAULT = 50
MARKS = {"critical": "[red]![/red]", "ordinary": "[yellow]o[/yellow]", "information": "i"}


@app.command()
def findings(
    code: Annotated[str | None, typer.Option(help="Only this code, e.g. PAY-DIFF.")] = None,
    place: Annotated[str, typer.Option(help="Only places that begin so.")] = "",
    language: Annotated[str, typer.Option("--lang", help="pt or en.")] = "pt",
    show: Annotated[
        int, typer.Option(min=1, help="At most so many; --json gives all.")
    ] = SHOWN_DEFAULT,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, one finding each.")] = False,
) -> None:
    """List the findings that hold now; exit 1 if there are any."""
    if code is not None and code not in CODES:
        raise MisuseError(f"--code: no finding has the code {code!r}; see regulatory tables")
    if language not in ("pt", "en"):
        raise MisuseError(f"--lang: expected pt or en, got {language!r}")
    with open_installation(Settings()) as installation, Progress() as progress:
        judge_all(installation.urls.login, lambda done, last: progress.step("judge", done, last))
        rows = findings_of(installation.urls.login, (place,))
    rows = [row for row in rows if code is None or row.code == code]
    if as_json:
        for row in rows:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    else:
        _print(rows, language, show)
    raise typer.Exit(1 if rows else 0)


def _print(rows: list[FindingRow], language: str, show: int) -> None:
    console = Console(highlight=False)
    for row in rows[:show]:
        meaning = CODES[row.code]
        said = meaning.en if language == "en" else meaning.pt
        where = row.round or row.place or "—"
        seat = "" if row.seat is None else f", lugar {row.seat}"
        console.print(
            f"{MARKS[row.severity]} [bold]{row.code}[/bold]  {where}{seat}  ({row.state})"
        )
        console.print(f"    {said}")
        if row.expected or row.recorded:
            amount = (
                "" if row.amount is None else f"  ({money_text(row.amount)} {row.currency or ''})"
            )
            console.print(f"    devido/esperado {row.expected}; registado {row.recorded}{amount}")
        console.print(f"    {row.rule}; posições {', '.join(map(str, row.positions))}; id {row.id}")
    if len(rows) > show:
        console.print(f"{show} of {len(rows)} shown; --show {len(rows)} or --json gives all")
    elif not rows:
        console.print("Nothing is wrong, as far as the events tell.")
