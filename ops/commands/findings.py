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

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
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
        raise MisuseError(
            f"--code: no finding has the code {code!r}; PAY-DIFF is one, /v1/codes lists all"
        )
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


_WORDS = {
    "pt": {"seat": "lugar", "due": "esperado", "recorded": "registado", "positions": "posições"},
    "en": {"seat": "seat", "due": "expected", "recorded": "recorded", "positions": "positions"},
}
_NOTHING = {
    "pt": "Nada está errado, tanto quanto os acontecimentos dizem.",
    "en": "Nothing is wrong, as far as the events tell.",
}


def _print(rows: list[FindingRow], language: str, show: int) -> None:
    console = Console(highlight=False, soft_wrap=True)
    words = _WORDS[language]
    for row in rows[:show]:
        meaning = CODES[row.code]
        where = row.round or row.place or "—"
        seat = "" if row.seat is None else f", {words['seat']} {row.seat}"
        mark = MARKS[row.severity]
        console.print(f"{mark} [bold]{row.code}[/bold]  {where}{seat}  ({row.state})")
        console.print(f"    {meaning.en if language == 'en' else meaning.pt}")
        if row.expected or row.recorded:
            sums = f"{money_text(row.amount or 0)} {row.currency or ''}".rstrip()
            amount = "" if row.amount is None else f"  ({sums})"
            console.print(
                f"    {words['due']} {row.expected}; {words['recorded']} {row.recorded}{amount}"
            )
        positions = ", ".join(map(str, row.positions))
        console.print(f"    {row.rule}; {words['positions']} {positions}; id {row.id}")
    if len(rows) > show:
        console.print(f"{show} / {len(rows)}; --show {len(rows)}, --json")
    elif not rows:
        console.print(_NOTHING[language])
