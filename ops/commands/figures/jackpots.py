"""``razao jackpots``: pools, their days, how a prize came about, where devices part from it."""

from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from typing import Annotated, Any, Final

import msgspec
import typer
from psycopg import Connection

from api.documents.jackpots import statement_document
from api.documents.prize import prize_document
from ledger.text.near import unknown_text
from ops.commands.common import (
    FromOption,
    ToOption,
    asking,
    asking_as_known,
    known_at,
    period_of,
    print_figures,
)
from ops.commands.figures.papers import (
    KnownOption,
    LangOption,
    PdfOption,
    language_of,
    moment,
    source,
    write_document,
)
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen, styled
from ops.commands.telling import (
    day_word,
    figures_of,
    money_text,
    sums_text,
    time_text,
    totals_of,
    zone_in,
)
from ops.errors import MisuseError
from projections.reads.basis.as_known import Moment
from projections.reads.floor.house import currencies_of
from projections.reads.jackpots.prize_file import prize_of
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.figures import MOVEMENTS, Explanation, Statement, held_of
from projections.stages.pools.queries import PoolQueries

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
DAYS_SHOWN: Final = 5
"""Side by side."""
SIDES: Final = {
    "ledger": "razão",
    "controller": "controlador",
    "display": "visor",
    "money": "caução",
}


@app.callback()
def jackpots() -> None:
    """Pools, their days, how a prize came about, and where devices part from the ledger."""


def _pool(queries: PoolQueries, name: str, known: int | None = None) -> Pool:
    found = queries.pool(name)
    if found is None:
        there = [pool.name for pool in queries.pools()]
        raise MisuseError(f"pool{_then(known)}: {unknown_text(name, there)}")
    return found


def _then(known: int | None) -> str:
    return "" if known is None else f" as known at position {known}"


@app.command("list")
def list_pools(form: FormOption = "table", as_json: JsonOption = False) -> None:
    """List every pool as it stands."""
    form = form_of(form, as_json)
    with asking() as (_, connection):
        queries = PoolQueries(connection)
        pools = queries.pools()
    rows = [_listed(pool) for pool in pools]
    if form != "table":
        write_plain(rows, form)
        return
    heads = (
        "pool",
        "status",
        "currency",
        "shown",
        "base",
        "accumulated",
        "reserve",
        "overflow",
        "won",
        "held",
    )
    print_figures(
        (*heads, "residue", "awards", "members"),
        (
            (
                pool.name,
                pool.status,
                row["currency"],
                *figures_of(row["currency"], *(row[name] for name in heads[3:])),
                str(pool.residue),
                str(pool.generation),
                ", ".join(pool.names),
            )
            for pool, row in zip(pools, rows, strict=True)
        ),
        text=(0, 1, 2, 12),
    )


def _listed(pool: Pool) -> dict[str, Any]:
    return {
        "pool": pool.name,
        "status": pool.status,
        "casino": pool.casino,
        "currency": pool.terms.currency,
        "shown": pool.shown,
        "base": pool.holds("J1"),
        "accumulated": pool.holds("J2"),
        "reserve": pool.holds("J3"),
        "overflow": pool.holds("J4"),
        "won": pool.holds("J6"),
        "held": sum(held_of(pool.balances).values()),
        "residue": pool.residue,
        "awards": pool.generation,
        "members": pool.names,
    }


@app.command()
def statement(
    pool: Annotated[str, typer.Argument(help="The pool's name.")],
    first: FromOption = None,
    last: ToOption = None,
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show a pool's days: opening, movements, closing, beside display and cover."""
    form = form_of(form, as_json, pdf)
    speaks = language_of(language)
    period = period_of(first, last)
    with asking_as_known(known) as (installation, connection, then):
        queries = PoolQueries(connection, then)
        found = _pool(queries, pool, then)
        rows = queries.statement(found, period.first, period.last)
        if pdf is not None:
            awards = queries.awards(pool)
            events = queries.sources(pool, period.first, period.last)
            of = source(installation, connection, then)
            document = statement_document(
                found,
                period,
                rows,
                awards,
                events,
                of.position,
                speaks,
                of.zone,
                members=found.names,
            )
            write_document(document, of, pdf)
            return
    if form != "table":
        write_plain(rows, form, "pool-statements")
        return
    for start in range(0, len(rows), DAYS_SHOWN):
        show_days(rows[start : start + DAYS_SHOWN], found.terms.currency)


def show_days(rows: Sequence[Statement], currency: str) -> None:
    """Print days side by side, movements that moved nothing left out."""
    lines: list[tuple[str, list[int | None]]] = [("opening", [row.opening for row in rows])]
    lines += [(name, [getattr(row, name) for row in rows]) for name in MOVEMENTS]
    lines = [line for line in lines if line[0] == "opening" or any(line[1])]
    for name in ("closing", "shown", "display", "difference", "controller"):
        lines.append((name, [getattr(row, name) for row in rows]))
    lines.append(("all pools held", [row.held for row in rows]))
    lines.append(("all pools' cover", [row.cover for row in rows]))
    shown = [(name, *(_money(amount, currency) for amount in amounts)) for name, amounts in lines]
    shown.append(("stakes", *(str(row.stakes) for row in rows)))
    shown.append(("staked", *(money_text(row.staked, currency) for row in rows)))
    shown.append(("rate", *(" ".join(_percent(int(one)) for one in row.rates) for row in rows)))
    shown.append(("millionths", *(str(row.residue) for row in rows)))
    shown.append(("positions", *(f"{row.first}-{row.last}" for row in rows)))
    print_figures(("day", *(day_word(row.day) for row in rows)), shown)


@app.command()
def explain(
    award: Annotated[str, typer.Argument(help="The award's id, or a pool: its last award.")],
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show how a prize came about, from the full award before it; exit 1 if it does not add up."""
    form = form_of(form, as_json, pdf)
    speaks = language_of(language)
    with asking_as_known(known) as (installation, connection, then):
        queries = PoolQueries(connection, then)
        won = queries.award(award) or _last(queries, award, then)
        currency, zone = _pool(queries, won.pool, then).terms.currency, zone_in(connection)
        if pdf is None:
            found = queries.explained(won)
        else:
            prize = prize_of(connection, installation.urls.login, won, then)
            found, of = prize.found, source(installation, connection, then)
            write_document(prize_document(prize, of.position, speaks, of.zone), of, pdf)
    if form != "table":
        write_plain([found], form, "jackpot-awards")
    elif pdf is None:
        _show(found, currency, zone)
    raise typer.Exit(0 if found.agrees else 1)


def _last(queries: PoolQueries, name: str, known: int | None) -> Won:
    won = queries.last_award(name)
    if won is None:
        raise MisuseError(f"no award {name!r}, nor a pool of that name with one{_then(known)}")
    return won


def _show(found: Explanation, currency: str, zone: tzinfo) -> None:
    console = Screen()
    where = found.round or found.place or ""
    console.print(
        styled((found.award, "bold"), f"  {found.pool}  {found.combination or ''}  {where}")
    )
    console.print(
        f"since position {found.since}, won at {found.position}, {time_text(found.at, zone)}"
    )
    parts = ("base", "funded", "carried", "increments", "transfers", "corrections", "wins")
    rows = [
        (name, _money(getattr(found, name), currency)) for name in parts if getattr(found, name)
    ]
    rows.append(("balance", _money(found.balance, currency)))
    rows.append(("by the journal", _money(found.journal, currency)))
    print_figures(("part", "amount"), rows)
    for rate, staked in found.rates.items():
        console.print(f"{_percent(int(rate))} of {money_text(staked, currency)}")
    console.print(f"{found.stakes} stakes; exactly {found.exact} minor units")
    console.print(
        f"prize {money_text(found.amount, currency)}: "
        f"{money_text(found.from_pool, currency)} by the pool, "
        f"{money_text(found.from_house, currency)} by the house; {found.state}"
    )
    for payment in found.payments:
        console.print(f"paid {money_text(payment['amount'], currency)} by {payment['event']}")


@app.command()
def reconcile(
    pool: Annotated[str | None, typer.Argument(help="The pool's name; without it, all.")] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Compare ledger, controller, display and money; exit 1 where one parts, and say since when."""
    form = form_of(form, as_json)
    with asking() as (_, connection):
        queries = PoolQueries(connection)
        pools = queries.pools() if pool is None else [_pool(queries, pool)]
        found = [(one, side) for one in pools for side in queries.reconciliation(one)]
    if form != "table":
        write_plain([{"pool": one.name, **msgspec.to_builtins(side)} for one, side in found], form)
    else:
        print_figures(
            (
                "pool",
                "side",
                "name",
                "currency",
                "says",
                "ledger",
                "difference",
                "agreed until",
                "parts at",
            ),
            (
                (
                    one.name,
                    SIDES[side.side],
                    side.name or ("no day closed" if side.side == "money" else "no reading"),
                    one.terms.currency,
                    *figures_of(one.terms.currency, side.amount, side.ledger, side.difference),
                    str(side.agreed or ""),
                    str(side.parted or ""),
                )
                for one, side in found
            ),
            text=(0, 1, 2, 3),
        )
    raise typer.Exit(1 if any(side.parted for _, side in found) else 0)


@app.command()
def trial(
    at: Annotated[
        Moment | None,
        typer.Option(
            parser=moment,
            metavar="MOMENT",
            help="Up to this position of the log, this time, or the end of this day.",
        ),
    ] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show every account of every pool; in each currency they are zero together, or exit 1."""
    form = form_of(form, as_json)
    with asking() as (_, connection):
        queries = PoolQueries(connection)
        accounts = queries.liabilities(known_at(connection, at, "--at"))
        of = currency_of_accounts(connection, queries.pools())
    rows = [
        (pool, account, -amount, of(pool, account))
        for pool, balances in accounts.items()
        for account, amount in balances.items()
    ]
    totals = totals_of((currency, amount) for _, _, amount, currency in rows)
    if form != "table":
        names = ("pool", "account", "amount", "currency")
        write_plain([dict(zip(names, row, strict=True)) for row in rows], form, "trial-balance")
    else:
        lines = [
            (pool, account, money_text(amount, currency))
            for pool, account, amount, currency in rows
        ]
        lines.append(("", "total", sums_text(totals)))
        print_figures(("pool", "account", "debit"), lines, text=(0, 1))
    raise typer.Exit(1 if any(totals.values()) else 0)


def currency_of_accounts(
    connection: Connection[Any], pools: Iterable[Pool]
) -> Callable[[str, str], str]:
    """Return the currency of each account, by its pool; of a casino's cover, the casino's."""
    of = {pool.name: pool.terms.currency for pool in pools}
    currencies = currencies_of(connection)
    return lambda pool, account: (
        of.get(pool) or currencies.of(None, account.partition(":")[2] or None)
    )


# --- showing -------------------------------------------------------------------------------------


def _money(amount: int | None, currency: str) -> str:
    return "" if amount is None else money_text(amount, currency)


def _percent(ppm: int) -> str:
    whole, part = divmod(ppm, 10_000)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") + " %"
