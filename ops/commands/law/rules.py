"""``razao rules``: the rules of the law, and how the code stands to each."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from ops.commands.common import known_name
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.law import versions
from ops.commands.law.judges import judges_of, judges_of_general
from ops.commands.screen import Screen
from ops.commands.telling import game_word
from ops.errors import MisuseError
from projections.authority.matrix import VERSION, rows_for
from projections.authority.matrix import Row as MatrixRow
from projections.replay.game import Rule, Status
from projections.replay.registry import GAMES
from projections.replay.rulebook.book import chapters
from projections.replay.rulebook.table import (
    STATUS_WORDS,
    Account,
    Row,
    accounts_of,
    rule_table,
)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)

for verb in (versions.version, versions.adopt, versions.differences):
    app.command()(verb)


@app.callback()
def rules() -> None:
    """Show the rules of the law, and how the code stands to each."""


@app.command()
def coverage(
    game: Annotated[str | None, typer.Option(help="Only this game, rule by rule.")] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Count rules by how they are kept; with --game, say it of each, and which module judges it."""
    form = form_of(form, as_json)
    known_name("--game", game, GAMES)
    rows = [row for row in rule_table().values() if game is None or _is_of(row, game)]
    if form != "table":
        write_plain([_plain(row) for row in rows], form)
        return
    console = Screen()
    if game is not None:
        console.print(_rules_of(game, rows))
    console.print(_totals(rows))


def _is_of(row: Row, game: str) -> bool:
    """Tell whether a game gives an account of a rule."""
    return any(game in account.games for account in row.accounts)


def _plain(row: Row) -> dict[str, Any]:
    return {
        "rule": row.rule.name,
        "name": {"pt": row.rule.spoken("pt"), "en": row.rule.spoken("en")},
        "status": row.status,
        "accounts": [
            {
                "games": account.games,
                "status": account.status,
                "where": account.where,
                "judged_in": _judged_in(row, account),
            }
            for account in row.accounts
        ],
    }


def _judged_in(row: Row, account: Account) -> tuple[str, ...]:
    """Return the modules that judge a rule as an account says it."""
    if not account.games:
        return judges_of_general(Rule(row.rule.name, account.status, account.where))
    found: dict[str, None] = {}
    for name in account.games:
        rule = next(rule for called, rule in accounts_of(GAMES[name]) if called == row.rule.name)
        found.update(dict.fromkeys(judges_of(GAMES[name], rule)))
    return tuple(found)


@app.command()
def authority(
    kind: Annotated[str | None, typer.Option(help="Only this kind of event.")] = None,
    role: Annotated[str | None, typer.Option(help="Only what this role may say.")] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Say who may say what, about what, who must agree, and what follows else."""
    form = form_of(form, as_json)
    try:
        rows = rows_for(kind, role)
    except ValueError as error:
        raise MisuseError(str(error)) from error
    if form != "table":
        told = [dict(zip(_COLUMNS, _told(row), strict=True)) for row in rows]
        write_plain([{"matrix": VERSION, **one} for one in told], form)
        return
    table = Table(title=VERSION, title_justify="left")
    for head in _COLUMNS:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*_told(row))
    console = Screen()
    console.print(table)
    console.print(_LEGEND, soft_wrap=True)


_LEGEND: Final = (
    "P its places, R rounds at its places, Q its pools, C its casino, L anything, O itself, "
    "S the service. ! without them no effect; ? they may confirm what stands. "
    "W recorded, without effect; F in effect, with a finding; door refused."
)
_COLUMNS: Final = ("kind", "who: about", "second person", "act", "else")


def _told(row: MatrixRow) -> tuple[str, ...]:
    return (
        " ".join(row.kinds),
        row.who,
        row.second,
        row.act,
        "W; of a player F" if row.otherwise == "=appeal" else row.otherwise,
    )


def _rules_of(game: str, rows: Sequence[Row]) -> Table:
    table = Table(title=game_word(game), title_justify="left")
    for head in ("rule", "status", "where", "judged in"):
        table.add_column(head, overflow="fold")
    for row in rows:
        for account in row.accounts:
            if game in account.games:
                table.add_row(
                    row.rule.name,
                    STATUS_WORDS[account.status][1],
                    account.where,
                    Text("\n".join(_judged_in(row, account)) or "nobody"),
                )
    return table


def _totals(rows: Sequence[Row]) -> Table:
    """Return how many rules of each chapter stand how; each rule is counted once."""
    table = Table(box=None, pad_edge=False)
    table.add_column("chapter", no_wrap=True)
    table.add_column("")
    for words in STATUS_WORDS.values():
        table.add_column(words[1], justify="right")
    table.add_column("rules", justify="right")
    by_chapter: dict[str, Counter[Status]] = {}
    for row in rows:
        by_chapter.setdefault(row.rule.chapter.code, Counter())[row.status] += 1
    sums: Counter[Status] = Counter()
    for code, counts in by_chapter.items():
        sums.update(counts)
        table.add_row(code, chapters()[code].title, *_figures(counts))
    table.add_row("all", "", *_figures(sums))
    return table


def _figures(counts: Counter[Status]) -> list[str]:
    return [*(str(counts[status]) for status in STATUS_WORDS), str(counts.total())]
