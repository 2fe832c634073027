"""``razao rules``: the rules of the law, and how the code stands to each."""

import re
import sys
from collections import Counter
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ops.commands.law import versions
from ops.commands.law.judges import judges_of
from ops.errors import MisuseError
from projections.authority.matrix import VERSION, Row, rows_for
from projections.replay.game import Game, Rule
from projections.replay.registry import GAMES

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)

STATUSES: Final = ("implemented", "procedural", "not-checkable", "missing")


for verb in (versions.version, versions.adopt, versions.differences):
    app.command()(verb)


@app.callback()
def rules() -> None:
    """Show the rules of the law, and how the code stands to each."""


@app.command()
def coverage(
    game: Annotated[str | None, typer.Option(help="Only this game, rule by rule.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, one rule each.")] = False,
) -> None:
    """Count rules by how they are kept; with --game, say it of each, and which module judges it."""
    if game is not None and game not in GAMES:
        raise MisuseError(f"--game: expected one of {', '.join(GAMES)}, got {game!r}")
    chosen = [one for one in GAMES.values() if game in (None, one.name)]
    if as_json:
        for one in chosen:
            for rule in one.coverage:
                row = {
                    "game": one.name,
                    "rule": f"{one.section} {rule.rule}",
                    "status": rule.status,
                    "where": rule.where,
                    "judged_in": judges_of(one, rule),
                }
                sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
        return
    console = Console(highlight=False)
    if game is not None:
        console.print(_rules_of(chosen[0]))
    console.print(_totals(chosen))


@app.command()
def authority(
    kind: Annotated[str | None, typer.Option(help="Only this kind of event.")] = None,
    role: Annotated[str | None, typer.Option(help="Only what this role may say.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, one row each.")] = False,
) -> None:
    """Say who may say what, about what, who must agree, and what follows else."""
    try:
        rows = rows_for(kind, role)
    except ValueError as error:
        raise MisuseError(str(error)) from error
    if as_json:
        for row in rows:
            told = dict(zip(_COLUMNS, _told(row), strict=True))
            sys.stdout.write(msgspec.json.encode({"matrix": VERSION, **told}).decode() + "\n")
        return
    table = Table(title=VERSION, title_justify="left")
    for head in _COLUMNS:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*_told(row))
    console = Console(highlight=False, markup=False)
    console.print(table)
    console.print(_LEGEND, soft_wrap=True)


_LEGEND: Final = (
    "P its places, R rounds at its places, Q its pools, C its casino, L anything, O itself, "
    "S the service. ! without them no effect; ? they may confirm what stands. "
    "W recorded, without effect; F in effect, with a finding; door refused."
)
_COLUMNS: Final = ("kind", "who: about", "second person", "act", "else")


def _told(row: Row) -> tuple[str, ...]:
    return (
        " ".join(row.kinds),
        row.who,
        row.second,
        row.act,
        "W; of a player F" if row.otherwise == "=appeal" else row.otherwise,
    )


def _rules_of(game: Game) -> Table:
    table = Table(title=game.name, title_justify="left")
    for head in ("rule", "status", "where", "judged in"):
        table.add_column(head, overflow="fold")
    for rule in sorted(game.coverage, key=_order):
        table.add_row(
            f"{game.section} {rule.rule}",
            rule.status,
            rule.where,
            "\n".join(judges_of(game, rule)) or "nobody",
        )
    return table


def _order(rule: Rule) -> tuple[bool, str, int, str]:
    """Rules of the chapter by their number, then those of other texts."""
    prefix, number, rest = _NUMBERED.fullmatch(rule.rule).groups()  # pyright: ignore[reportOptionalMemberAccess] - matches any text
    return prefix != "R", prefix, int(number or 0), rest


_NUMBERED: Final = re.compile(r"(.*?)(\d*)(\D*)")


def _totals(games: list[Game]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("game", no_wrap=True)
    for head in (*STATUSES, "rules"):
        table.add_column(head, justify="right")
    sums: Counter[str] = Counter()
    for game in games:
        counts = Counter(rule.status for rule in game.coverage)
        sums.update(counts)
        figures = (counts[status] for status in STATUSES)
        table.add_row(game.name, *map(str, figures), str(counts.total()))
    table.add_row("all", *(str(sums[status]) for status in STATUSES), str(sums.total()))
    return table
