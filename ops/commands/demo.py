"""``razao demo``: from nothing to what was found, in one go."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from ops.demo import HANDS, Evening, play_evening, pool_figures, sample_hands
from ops.errors import MisuseError
from ops.importing.hands import HandFileError
from ops.installation import DEMO_ORIGIN, Installation, open_installation
from ops.judging import FindingRow
from ops.progress import Progress
from ops.settings import Settings
from projections.queries import Queries, connect
from projections.replay.settlement import money_text

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    hands: Annotated[int, typer.Option(min=10, help="How many of the hands.")] = HANDS,
    file: Annotated[Path | None, typer.Option(help="Other hands, one JSON object a line.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play hands, a roulette and a jackpot table, faults planted; exit 0 if just those show."""
    console = Console(highlight=False, stderr=as_json)
    try:
        read = sample_hands(file, hands)
    except (OSError, HandFileError) as error:
        raise MisuseError(str(error)) from error
    began = time.monotonic()
    console.print(
        "[bold]Razão[/bold]: the book of record of a casino's floor, and what checks it\n"
    )
    console.print("starting a PostgreSQL of its own, founding the ledger, enrolling the tables …")
    with open_installation(Settings(), found=DEMO_ORIGIN) as installation:
        console.print(f"ledger {installation.origin}: each table signs with its own key\n")
        with Progress() as progress:
            evening = play_evening(installation, read, progress.step)
        seconds = time.monotonic() - began
        if as_json:
            sys.stdout.write(msgspec.json.encode(_document(evening, seconds)).decode() + "\n")
        else:
            _show(console, installation, evening, seconds)
    raise typer.Exit(0 if evening.exact else 1)


def _document(evening: Evening, seconds: float) -> dict[str, Any]:
    hands = evening.hands.summary()
    return {
        "events": evening.events,
        "position": evening.position,
        "hands": hands,
        "rounds": evening.rounds,
        "agree": evening.agree,
        "planted": len(evening.planted) + hands.get("planted", 0),
        "found": sum(row is not None for _, row in evening.found) + hands.get("found", 0),
        "invented": len(evening.invented) + hands.get("invented", 0),
        "seconds": round(seconds, 1),
    }


def _show(console: Console, installation: Installation, evening: Evening, seconds: float) -> None:
    hands = evening.hands
    console.print(
        f"{hands.hands} real poker hands, {evening.rounds} rounds of roulette and póquer sem "
        f"descarte: {evening.events} signed events recorded and judged in {seconds:.1f} s",
        soft_wrap=True,
    )
    console.print(
        f"{hands.agree + evening.agree} of {hands.hands + evening.rounds} agree with the rules; "
        "these do not:\n"
    )
    rows = [fault.found for fault in hands.faults] + [row for _, row in evening.found]
    for row in [*rows, *evening.invented, *hands.invented]:
        if row is not None:
            console.print(_line(row), soft_wrap=True)
    figures = _document(evening, seconds)
    console.print(
        f"\nplanted {figures['planted']}, found {figures['found']}, "
        f"invented {figures['invented']}\n"
    )
    _show_pool(console, installation, evening.pool)
    console.print("\nLook further:")
    for command, purpose in (
        ("razao verify", "recompute every hash, link and signature from the stored bytes"),
        ("razao findings", "each finding in words, with rule and proof"),
        ("razao rebuild", "all figures again from the events alone: the same to the byte"),
        ("razao serve", "the HTTP API; open /docs"),
        ("razao db url --superuser", "change a byte yourself, then verify again"),
    ):
        console.print(f"  [bold]{command:<26}[/bold] {purpose}", soft_wrap=True)


def _line(row: FindingRow) -> str:
    seat = "" if row.seat is None else f" seat {row.seat}"
    difference = "" if row.amount is None else f" ({money_text(row.amount)})"
    return (
        f"  [red]{row.code:<9}[/red] {row.round}{seat}: due {row.expected}, "
        f"recorded {row.recorded}{difference}  [dim]{row.rule}[/dim]"
    )


def _show_pool(console: Console, installation: Installation, pool: str) -> None:
    with connect(installation.urls.login) as connection:
        queries = Queries(connection)
        row = queries.pool(pool)
        balance = sum(entry["amount"] for entry in queries.trial_balance())
    if row is not None:
        figures = pool_figures(row)
        console.print(
            f"jackpot {pool}: base {money_text(figures['base'])}, accumulated "
            f"{money_text(figures['accumulated'])} and {row['residue']} millionths of a cent, "
            f"won and unpaid {money_text(figures['unpaid'])}; trial balance {money_text(balance)}",
            soft_wrap=True,
        )
