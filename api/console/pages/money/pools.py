"""Prémios acumulados: every jackpot beside its display, and one with its book."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response

from api.console import sentences
from api.console.drawings.words import Words
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.accounts import ACCOUNTS, MOVES, STANDING, STATUS
from api.console.language.words import mark as _
from api.console.pictures.charts import growth
from api.requests import parameters as p
from projections.reads.basis.game_names import COMBINATIONS
from projections.reads.jackpots.growth import STEPS_MAX, growth_of, readings_of
from projections.reads.log.told import told_of
from projections.stages.pools.books.accounts import PARTS, SHOWN
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.figures import Statement
from projections.stages.pools.queries import PoolQueries

DAYS_SHOWN: Final = 31
STEPS_IN_TABLE: Final = 200

router: Final = APIRouter(route_class=PageRoute)

Known = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]


@router.get("/premios", operation_id="showPools")
def show_pools(page: Page) -> Response:
    """Show the display and the debt of each jackpot, and the cover of them all."""
    queries = PoolQueries(page.view.connection)
    pools = queries.pools()
    rows = [_row(queries, pool) for pool in pools]
    casinos = sorted({pool.casino for pool in pools})
    currencies = sorted({pool.terms.currency for pool in pools})
    return page.answer(
        "money/pools.html",
        rows=rows,
        currencies=currencies,
        held={
            currency: sum(row["held"] for row in rows if row["pool"].terms.currency == currency)
            for currency in currencies
        },
        owed={
            currency: sum(row["owed"] for row in rows if row["pool"].terms.currency == currency)
            for currency in currencies
        },
        apart=sum(bool(row["difference"]) for row in rows),
        cover=[one for casino in casinos for one in page.view.queries.cover_of(casino)[:1]],
        statuses=STATUS,
        say=sentences,
    )


def _row(queries: PoolQueries, pool: Pool) -> dict[str, Any]:
    days = queries.statement(pool)
    last = days[-1] if days else None
    sides = {side.side: side for side in queries.reconciliation(pool)}
    display = sides.get("display")
    return {
        "pool": pool,
        "name": pool.name,
        "shown": sum(pool.balances.get(account, 0) for account in SHOWN),
        "held": sum(pool.balances.get(account, 0) for account in PARTS),
        "owed": pool.balances.get("J6", 0),
        "today": None if last is None else last.closing - last.opening,
        "day": None if last is None else last.day,
        "award": queries.last_award(pool.name),
        "display": display,
        "difference": None if display is None else display.difference,
    }


@router.get("/premios/{pool:path}", operation_id="showPool")
def show_pool(page: Page, pool: p.PoolPath, day: Known = None) -> Response:
    """Show a jackpot's growth, prizes, display readings and statement, now or as it was known."""
    known = None if not day else p.position_said(page.view, day)
    queries = PoolQueries(page.view.connection, known)
    found = queries.pool(pool)
    if found is None:
        names = ", ".join(one.name for one in PoolQueries(page.view.connection).pools())
        raise NothingSuchError(
            page.say(_("There is no jackpot %(name)s."), name=pool)
            if not day
            else page.say(
                _("Jackpot %(name)s was not known on %(day)s."), name=pool, day=formats.day(day)
            ),
            page.say(_("There are: %(names)s."), names=names or formats.UNKNOWN),
            "/premios",
        )
    page.currency = found.terms.currency
    days = queries.statement(found)
    awards = queries.awards(pool)
    shared = page.view.shares(pool)
    steps = [] if shared else growth_of(page.view.connection, pool, known)
    readings = readings_of(page.view.connection, pool, known)
    approved = told_of_position(page, found.opened)
    return page.answer(
        "money/pool.html",
        pool=found,
        asked=day or None,
        shown=sum(found.balances.get(account, 0) for account in SHOWN),
        days=days[-DAYS_SHOWN:],
        more_days=max(0, len(days) - DAYS_SHOWN),
        statement=_lines(page, days[-1]) if days else [],
        last=days[-1] if days else None,
        total={name: sum(getattr(one, name) for one in days) for name in ("increments", "staked")},
        stakes=sum(one.stakes for one in days),
        awards=awards,
        combinations=COMBINATIONS,
        words=Words(page.language, found.terms.currency),
        won=sum(one.amount for one in awards if one.refused is None and one.reversed is None),
        chart=growth(
            [(one.at, one.balance, one.won, one.prizes) for one in steps],
            [(one["hour"], one["amount"]) for one in readings],
            page.zone,
            (page.say(_("prize, %(sum)s")), page.say(_("%(count)s prizes, %(sum)s"))),
            found.terms.currency,
            page.language,
        ),
        elsewhere=page.view.elsewhere(pool),
        steps=steps[-STEPS_IN_TABLE:],
        steps_left=max(0, len(steps) - STEPS_IN_TABLE),
        cut=len(steps) == STEPS_MAX,
        readings=readings,
        cover=page.view.queries.cover_of(found.casino)[:1],
        opened=approved,
        accounts=ACCOUNTS,
        standing=STANDING,
        statuses=STATUS,
        say=sentences,
    )


def told_of_position(page: Frame, position: int) -> list[Any]:
    """Return the event at a position and its approvals, where they are known."""
    names = page.view.names([position])
    name = names.get(position)
    if name is None:
        return []
    source, _colon, seq = name.rpartition(":")
    return told_of(page.view.connection, source, int(seq), int(seq))


def _lines(page: Frame, day: Statement) -> list[dict[str, Any]]:
    """Return a day's statement as a ledger: what moved, from which account to which."""
    found: list[dict[str, Any]] = []
    for name, words, debit, credit in MOVES:
        amount = getattr(day, name)
        if amount:
            found.append(
                {
                    "words": page.say(words),
                    "amount": amount,
                    "from": (debit, page.say(ACCOUNTS[debit])),
                    "to": (credit, page.say(ACCOUNTS[credit])),
                }
            )
    return found
