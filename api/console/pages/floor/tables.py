"""Jogo e mesa: what each table and dealer made, and one table with its rounds as dots."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Response

from api.console import sentences
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.words import mark as _
from api.console.pictures.bands import band, bars
from ledger.text.times import days_before
from projections.reads.basis.game_names import games_in
from projections.reads.cases import open_cases
from projections.reads.floor.expected import Expected, Reckoned, expected_of, reckon
from projections.reads.floor.hold import (
    ROUNDS_MAX,
    ROUNDS_MIN,
    Hold,
    Played,
    by_dealer,
    by_table,
    played,
    table_days,
)
from projections.stages.accounts.queries import AccountQueries

DAYS_BACK: Final = 30
LINE: Final = (-1_000_000, 1_000_000)
"""From all stakes lost to all stakes made: the one line on which holds are compared."""


class Span(StrEnum):
    """How many gaming days the hold is reckoned from."""

    DAY = "dia"
    MONTH = "30"


SPANS: Final = {Span.DAY: _("Day"), Span.MONTH: _("30 days")}

router: Final = APIRouter(route_class=PageRoute)

Of = Annotated[Span, Query(alias="periodo")]
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]
Place = Annotated[str, Path(pattern=r"^[^\x00-\x1f\x7f/,]{1,64}$")]


@router.get("/mesas", operation_id="showTables")
def show_tables(page: Page, span: Of = Span.DAY, day: DayOf = None) -> Response:
    """Show the hold of each table and dealer with the width of chance, and what was counted."""
    chosen = _day(page, day)
    rounds = played(page.view.connection, _first(span, chosen), chosen)
    tables = AccountQueries(page.view.connection).tables(day=chosen.isoformat())
    holds = by_table(rounds)
    dealers = by_dealer(rounds)
    reckoned = reckon(page.view.connection, page.work.services.conninfo, rounds)
    return page.answer(
        "floor/tables.html",
        span=span,
        spans=SPANS,
        chosen=chosen,
        holds=holds,
        dealers=dealers,
        bands=[_chance(one, rounds, reckoned, by_place=True) for one in holds],
        dealer_bands=[_chance(one, rounds, reckoned, by_place=False) for one in dealers],
        tables=tables,
        apart=sum(one.apart for one in holds),
        rounds=len(rounds),
        full=len(rounds) == ROUNDS_MAX,
        least=ROUNDS_MIN,
        games=games_in(page.language),
        chart=bars(
            [(one.place, one.by_rounds) for one in tables if one.settled or one.rounds][:24],
            page.currency,
            page.language,
        ),
    )


@router.get("/mesas/{place}", operation_id="showTable")
def show_table(page: Page, place: Place, day: DayOf = None) -> Response:
    """Show a table's day: its rounds as dots, its counts, its dealers."""
    chosen = _day(page, day)
    queries = AccountQueries(page.view.connection)
    openings = queries.tables(day=chosen.isoformat(), place=place)
    rounds = played(page.view.connection, chosen, chosen, place)
    if not openings and not rounds:
        raise _nothing(page, place, chosen)
    page.currency = openings[0].currency if openings else page.currencies.of(place)
    _total, cases = open_cases(page.view.connection, place=place)
    holds = by_table(rounds)
    dealers = by_dealer(rounds)
    reckoned = reckon(page.view.connection, page.work.services.conninfo, rounds)
    return page.answer(
        "floor/table.html",
        place=place,
        chosen=chosen,
        openings=openings,
        rounds=rounds,
        holds=holds,
        bands=[_chance(one, rounds, reckoned, by_place=True) for one in holds],
        dealers=dealers,
        dealer_bands=[_chance(one, rounds, reckoned, by_place=False) for one in dealers],
        states=_counted(rounds),
        cases=cases,
        say=sentences,
        least=ROUNDS_MIN,
        games=games_in(page.language),
        game=(openings[0].game if openings else rounds[0].game),
        names=page.view.names([one.opened for one in openings]),
    )


def _chance(
    hold: Hold, rounds: list[Played], reckoned: Mapping[str, Reckoned], *, by_place: bool
) -> tuple[Any, Expected | None]:
    """Return the picture of a hold, on the line of all holds, and what the rules expect of it."""
    told = expected_of(hold, rounds, reckoned, by_place=by_place)
    if told is not None and told.band_ppm is not None:
        found = band(told.won_ppm, told.band_ppm, told.share_ppm, LINE, around=told.share_ppm)
        return found, told
    if hold.share_ppm is None or hold.band_ppm is None:
        return None, None
    return band(hold.share_ppm, hold.band_ppm, 0, LINE), None


def _counted(rounds: list[Played]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in rounds:
        found[one.state] = found.get(one.state, 0) + 1
    return found


def _first(span: Span, day: date) -> date:
    return day if span is Span.DAY else days_before(day, DAYS_BACK - 1)


def _day(page: Frame, said: str | None) -> date:
    """Return the day that was asked for, else the newest on which a table was open."""
    if said:
        try:
            return date.fromisoformat(said)
        except ValueError:
            raise NothingSuchError(
                page.say(_("%(day)s is no day."), day=said), "", "/mesas"
            ) from None
    days = table_days(page.view.connection)
    return days[0] if days else page.house.day or date(2000, 1, 1)


def _nothing(page: Frame, place: str, day: date) -> NothingSuchError:
    last = page.view.queries.last_of(place, None)
    if last is None or last["day"] is None:
        tables = AccountQueries(page.view.connection).tables(limit=12)
        near = list(dict.fromkeys(one.place for one in tables))
        return NothingSuchError(
            page.say(_("There is no table %(name)s."), name=place),
            page.there_are(near, len(near)),
            "/mesas",
        )
    return NothingSuchError(
        page.say(_("No round on %(day)s at table %(name)s."), day=formats.day(day), name=place),
        page.say(_("The last is of %(moment)s."), moment=page.moment(last["at"])),
        f"/mesas/{quote(place, safe='')}?dia={last['day']}",
        page.say(_("Go to %(day)s"), day=formats.day(last["day"])),
    )
