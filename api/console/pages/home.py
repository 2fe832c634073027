"""Início: what waits for whoever begins the day, by role."""

from datetime import UTC, date, datetime, time
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Response

from api.console import sentences
from api.console.frame import Frame, Page, PageRoute
from api.console.language import formats
from api.console.language.words import Language
from api.console.language.words import mark as _
from api.console.pages.decide.acts import begun_here, waiting_for
from api.console.pages.money.closing import SUBJECTS
from api.console.pictures.bands import Bars, bars
from api.console.pictures.charts import night
from api.services.api_keys import Role
from ledger.text.times import days_before
from projections.reads.basis.game_names import games_in
from projections.reads.cases import Case, most_money_first, open_cases
from projections.reads.floor.closing import Closing, left
from projections.reads.floor.duty import Due, due_at_desks, standing_still
from projections.reads.floor.morning import CELL_MINUTES, Day, Morning, disputes_of, sources_count
from projections.stages.pools.queries import PoolQueries

CASES_SHOWN: Final = 7
DAYS: Final = 30
"""Of the takings that finance sees."""
router: Final = APIRouter(route_class=PageRoute)


@router.get("/", operation_id="showHome")
def show_home(page: Page) -> Response:
    """Show the open findings and the night to whoever begins the day."""
    if page.role is Role.ADMIN:
        return page.answer("home/home_admin.html")
    total, cases = open_cases(page.view.connection)
    cases = most_money_first(cases)
    common = {"total": total, "cases": cases, "most": CASES_SHOWN, "say": sentences}
    if page.role is Role.FLOOR:
        return page.answer("home/home_floor.html", **common, **_floor(page))
    if page.role is Role.FINANCE:
        return page.answer("home/home_finance.html", **common, **_finance(page))
    if page.role is Role.DISPUTE:
        return page.answer("home/home_disputes.html", **common, **_disputes(page, cases))
    return page.answer("home/home.html", **common, **_inspection(page, cases))


def _inspection(page: Frame, cases: list[Case]) -> dict[str, Any]:
    """Return the inspector's morning: the night, the actas, jackpots and machines."""
    found: dict[str, Any] = {
        "states": {},
        "sources": sources_count(page.view.connection),
        "checked": page.work.proofs.last,
        "night": None,
        "late": {},
        "sessions": [],
        "machines": None,
        "pools": _pools(page),
    }
    if page.house.day is None:
        return found
    morning = Morning(page.view.connection, page.house.day)
    places = morning.places()
    begin = datetime.combine(page.house.day, time(), page.zone).astimezone(UTC)
    cells = morning.cells(places, begin)
    told = morning.late(places)
    late = {
        page.say(_("Machines")) if place.members else place.name: told[place.name]
        for place in places
        if place.name in told
    }
    rows = [
        (
            page.say(_("Machines")) if place.members else place.name,
            page.ngettext("%(num)s machine", "%(num)s machines", len(place.members))
            if place.members
            else games_in(page.language).get(place.game, place.game),
            cells.get(place.name, []),
            [
                (case.at, case.severity)
                for case in cases
                if case.at is not None and case.place in (place.name, *place.members)
            ],
        )
        for place in places
    ]
    return {
        **found,
        "states": page.view.queries.verdict_states(page.house.day),
        "night": night(rows, CELL_MINUTES, page.zone, late),
        "late": late,
        "night_rows": rows,
        "sessions": morning.sessions(),
        "machines": morning.machines(),
    }


def _pools(page: Frame) -> dict[str, Any]:
    """Return the debt of the jackpots, by currency, and how many displays differ."""
    queries = PoolQueries(page.view.connection)
    pools = queries.pools()
    owed: dict[str, int] = {}
    for pool in pools:
        currency = pool.terms.currency
        owed[currency] = owed.get(currency, 0) + sum(
            pool.balances.get(account, 0) for account in ("J1", "J2", "J3", "J4", "J6")
        )
    casinos = sorted({pool.casino for pool in pools})
    covers = [one for casino in casinos for one in page.view.queries.cover_of(casino)[:1]]
    return {
        "count": len(pools),
        "titles": {pool.name: page.jackpot(pool.terms) for pool in pools},
        "owed": owed,
        "apart": len(queries.displays_apart()),
        "covers": [one for one in covers if one["held"] is not None],
    }


def _finance(page: Frame) -> dict[str, Any]:
    """Return finance's morning: what the day still wants, jackpots, differences, receita."""
    found: dict[str, Any] = {
        "checks": [],
        "left": 0,
        "movements": [],
        "receita": [],
        "pools": _pools(page),
        "words": SUBJECTS,
    }
    if page.house.day is None:
        return found
    morning = Morning(page.view.connection, page.house.day)
    checks = Closing(page.view.connection).day(page.house.day)
    return {
        **found,
        "checks": checks,
        "left": len(left(checks)),
        "movements": morning.movements(),
        "receita": _takings(page.house.day, morning.receita(DAYS), page.language),
    }


def _takings(
    last: date, told: list[Day], language: Language
) -> list[tuple[str, Bars | None, list[Day]]]:
    """Return the receita of each currency as a picture of all days, and those that have any."""
    days = [days_before(last, back) for back in reversed(range(DAYS))]
    found: list[tuple[str, Bars | None, list[Day]]] = []
    for currency in dict.fromkeys(one.currency for one in told):
        own = {one.day: one for one in told if one.currency == currency}
        sums = [(f"{day:%d-%m}", own[day].amount if day in own else None) for day in days]
        found.append((currency, bars(sums, currency, language), list(own.values())))
    return found


DUES: Final = {
    "case": _("Case %(name)s"),
    "prize": _("Prize of %(name)s"),
    "machine": _("Payment by hand, %(place)s"),
}
"""What is owed at a desk, in words."""


def _floor(page: Frame) -> dict[str, Any]:
    """Return the floor's duties: sums to pay, acts to agree to, machines that stand still."""
    mine = page.own_sources()
    return {
        "dues": [
            (
                one,
                page.say(DUES[one.kind], name=one.pool or one.name, place=one.place or "—"),
                _paying(one),
            )
            for one in due_at_desks(page.view.connection)
        ],
        "still": standing_still(page.view.connection),
        "waiting": [one for one in waiting_for(page, mine) if one[3]],
        "acts": begun_here(page, mine),
        "keyless": not any(one.living for one in mine),
    }


def _paying(due: Due) -> str:
    """Return the address at which a sum is paid."""
    if due.kind == "case":
        return f"/disputas/{quote(due.name, safe='')}"
    if due.kind == "prize":
        # A prize that nobody but the round tells has no event of its own to name.
        about = {"jogada": due.round} if due.round else {"award": due.name}
        return f"/atos/award-paid?{urlencode({'pool': due.pool, **about})}"
    return "/atos/hand-paid"


def _disputes(page: Frame, cases: list[Case]) -> dict[str, Any]:
    """Return the dispute officer's morning: cases to decide, and findings nobody disputes yet."""
    disputes = disputes_of(page.view.connection)
    disputed = {one["round"] for one in disputes}
    return {
        "disputes": disputes,
        "open_disputes": [one for one in disputes if one["state"] != "decided"],
        "free": [one for one in cases if one.round is not None and one.round not in disputed],
        "formats": formats,
    }
