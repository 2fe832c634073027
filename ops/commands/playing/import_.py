"""``razao import``: real data, signed and sent as table terminals would."""

import sys
from datetime import UTC
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from ops.commands.playing.meters import meters
from ops.commands.progress import Progress
from ops.commands.screen import Screen
from ops.commands.telling import money_text, value_text
from ops.errors import MisuseError
from ops.importing.hands import (
    CURRENCY,
    LIMITS,
    OPTIONS_IMPORTED,
    OPTIONS_OF_THE_LAW,
    HandFileError,
    read_hands,
)
from ops.importing.run import SHOWN_MAX, Outcome, import_hands
from ops.installation import DEMO_ORIGIN, open_installation
from ops.settings import Settings

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Plays the part of table terminals with real data.",
)


@app.callback()
def main() -> None:
    """Sign real data and send it through the door."""


app.command()(meters)


@app.command()
def hands(
    file: Annotated[Path, typer.Argument(help="Hands, one JSON object a line.")],
    tamper: Annotated[int, typer.Option(min=0, help="Alter so many payouts before signing.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the choice which.")] = 0,
    limit: Annotated[str, typer.Option(help="none, half-pot or pot.")] = "none",
    law: Annotated[
        bool,
        typer.Option("--law", help="Without the exceptions for hands played outside the law."),
    ] = False,
    count: Annotated[int | None, typer.Option(min=1, help="Only the first so many hands.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import real hold'em hands, judge each, compare with what was really collected."""
    if limit not in LIMITS:
        raise MisuseError(f"--limit: expected one of {', '.join(LIMITS)}, got {limit!r}")
    try:
        read = read_hands(file, count)
    except (OSError, HandFileError) as error:
        raise MisuseError(str(error)) from error
    if tamper > len(read):
        raise MisuseError(f"--tamper: expected at most {len(read)}, the hands, got {tamper}")
    options = dict(OPTIONS_OF_THE_LAW if law else OPTIONS_IMPORTED)
    options["limit"] = LIMITS[limit]
    with open_installation(Settings(), found=DEMO_ORIGIN) as installation, Progress() as progress:
        outcome = import_hands(
            installation, read, options, tamper=tamper, seed=seed, progress=progress.step
        )
    if as_json:
        document = outcome.summary() | {
            "faults": outcome.faults,
            "list": outcome.findings,
        }
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        show(outcome)
    raise typer.Exit(1 if outcome.findings else 0)


def show(outcome: Outcome) -> None:
    """Print the result of an import, for people."""
    console = Screen()
    console.print(
        f"{outcome.hands} hands, {outcome.events} signed events, up to position {outcome.position}"
    )
    console.print(f"{outcome.agree} agree with what was paid; {len(outcome.findings)} findings")
    if outcome.findings:
        console.print(_table(outcome))
    if outcome.faults:
        figures = outcome.summary()
        console.print(
            f"planted {figures['planted']}, found {figures['found']}, "
            f"missed {figures['missed']}, invented {figures['invented']}"
        )


def _table(outcome: Outcome) -> Table:
    table = Table(show_lines=False)
    for name in ("round", "seat", "code", "due", "paid", "difference", "rule"):
        table.add_column(name, justify="right" if name in ("due", "paid", "difference") else "left")
    for row in outcome.findings[:SHOWN_MAX]:
        currency = row.currency or CURRENCY
        table.add_row(
            row.round or row.place or "",
            "" if row.seat is None else str(row.seat),
            row.code,
            value_text(row.expected, currency, UTC),
            value_text(row.recorded, currency, UTC),
            "" if row.amount is None else money_text(row.amount, currency),
            row.rule,
        )
    if len(outcome.findings) > SHOWN_MAX:
        table.caption = f"{SHOWN_MAX} of {len(outcome.findings)}; `razao findings` shows all"
    return table
