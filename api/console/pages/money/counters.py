"""Contadores: every machine over a period, and the twelve of one by device and by events."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Response

from api.console import sentences
from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.words import mark as _
from api.console.pictures.bands import band
from api.console.pictures.charts import growth
from projections.reads.cases import open_cases
from projections.reads.machines import lists as machine_lists
from projections.reads.machines.counters import Counter, CounterQueries
from projections.stages.machines.measures.returns import ALARM, MINIMUM_PPM, PLAYS_MIN

COUNTERS: Final[Mapping[str, str]] = {
    "CJ": _("credits played"),
    "CG": _("credits won"),
    "JE": _("plays made"),
    "RB": _("gross revenue"),
    "DE": _("money in"),
    "BE": _("tickets in"),
    "PA": _("automatic payments"),
    "CC": _("credits cancelled"),
    "BP": _("tickets paid"),
    "PAP": _("progressives paid"),
    "PAM": _("prizes paid by hand"),
    "CCM": _("cancelled by hand"),
}
"""The twelve of MAQ R25, in the law's order."""
WHY: Final[Mapping[str, str]] = {
    "periodic": _("periodic"),
    "close": _("at the close"),
    "drop": _("with the box"),
    "manual": _("taken by hand"),
    "open": _("at the opening"),
}
"""Why a reading is taken."""


class Period(StrEnum):
    """How far back the contadores are summed."""

    DAY = "dia"
    MONTH = "mes"
    YEAR = "ano"
    START = "inicio"


PERIODS: Final[Mapping[Period, str]] = {
    Period.DAY: _("Day"),
    Period.MONTH: _("Month"),
    Period.YEAR: _("Year"),
    Period.START: _("Since the start"),
}
router: Final = APIRouter(route_class=PageRoute)

Of = Annotated[Period, Query(alias="periodo")]
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]
Only = Annotated[Literal["sim"] | None, Query(alias="excepcoes")]
Machine = Annotated[str, Path(pattern=r"^[^\x00-\x1f\x7f/,]{1,64}$")]


@router.get("/contadores", operation_id="showCounters")
def show_counters(
    page: Page, period: Of = Period.DAY, day: DayOf = None, exceptions: Only = None
) -> Response:
    """Show every machine over a period: plays, receita, return, age of the reading, exceptions."""
    queries = CounterQueries(page.view.connection)
    chosen = _day(page, queries, day)
    first, last = span(period, chosen)
    count, lines = queries.machines(first, last)
    odd = [line for line in lines if line.exceptional]
    shown = lines if exceptions is None else odd
    return page.answer(
        "money/counters.html",
        period=period,
        periods=PERIODS,
        chosen=chosen,
        said=words_of(page, period, chosen),
        lines=shown,
        count=count,
        left=count - len(lines),
        odd=len(odd),
        only=exceptions is not None,
        plays_min=PLAYS_MIN,
        played=sum(line.plays > 0 for line in lines),
        total={
            name: sum(getattr(line, name) for line in shown)
            for name in ("plays", "staked", "receita")
        },
        ages={line.machine: age(page, line.read_at) for line in lines},
    )


@router.get("/contadores/{machine}", operation_id="showMachine")
def show_machine(
    page: Page, machine: Machine, period: Of = Period.DAY, day: DayOf = None
) -> Response:
    """Show the twelve of a machine over a period, whether they agree, its return, its night."""
    found = machine_lists.machine(page.view.connection, machine)
    if found is None:
        near = [one["machine"] for one in machine_lists.machines(page.view.connection, limit=8)]
        raise NothingSuchError(
            page.say(_("There is no machine %(name)s."), name=machine),
            page.say(_("There are: %(names)s."), names=", ".join(near) or formats.UNKNOWN),
            "/contadores",
        )
    queries = CounterQueries(page.view.connection)
    chosen = _day(page, queries, day)
    first, last = span(period, chosen)
    twelve = queries.twelve(machine, first, last)
    _total, cases = open_cases(page.view.connection, place=machine)
    night = queries.staked(machine, chosen) if period is Period.DAY else []
    by_name = {one.name: one for one in twelve}
    return page.answer(
        "money/machine.html",
        machine=found,
        period=period,
        periods=PERIODS,
        chosen=chosen,
        said=words_of(page, period, chosen),
        twelve=twelve,
        names=COUNTERS,
        apart=[one for one in twelve if one.apart],
        closed=any(one.closing is not None for one in twelve),
        readings=queries.readings(machine, first, last),
        variances=queries.variances(machine, first, last),
        why=WHY,
        age=age(page, found["read_at"]),
        cases=cases,
        say=sentences,
        identities=identities(by_name),
        chart=_night(page, night),
        night=night,
        band=band(found["observed_ppm"], found["band_ppm"], MINIMUM_PPM),
        minimum=MINIMUM_PPM,
        plays_min=PLAYS_MIN,
        alarm=ALARM,
        plans=queries.certified(machine, found["configuration"]),
    )


def identities(found: Mapping[str, Counter]) -> dict[str, int]:
    """Return the money that came in, went out and stayed, and the receita of play."""
    moved = {name: one.by_events for name, one in found.items()}
    came = moved["DE"] + moved["BE"]
    play = moved["CJ"] - moved["CG"] - moved["PA"] - moved["PAP"] - moved["PAM"]
    went = moved["CC"] + moved["BP"] + moved["CCM"]
    return {"in": came, "out": went, "stayed": came - went, "play": play}


def span(period: Period, day: date) -> tuple[date, date]:
    """Return the first and the last day of the period that a day ends.

    >>> span(Period.MONTH, date(2026, 11, 20))
    (datetime.date(2026, 11, 1), datetime.date(2026, 11, 20))
    """
    begin = {
        Period.DAY: day,
        Period.MONTH: day.replace(day=1),
        Period.YEAR: day.replace(month=1, day=1),
        Period.START: date.min,
    }
    return begin[period], day


def words_of(page: Frame, period: Period, day: date) -> str:
    """Return a period in words."""
    if period is Period.DAY:
        return formats.long_day(day, page.language).partition(", ")[2]
    if period is Period.START:
        return page.say(_("since the start, until %(day)s"), day=formats.day(day))
    first, last = span(period, day)
    return page.say(_("%(first)s to %(last)s"), first=formats.day(first), last=formats.day(last))


def age(page: Frame, read_at: str | None) -> str:
    """Return how old a reading is beside the newest event, which is the ledger's own hour."""
    if read_at is None:
        return page.say(_("never read"))
    read = datetime.fromisoformat(read_at)
    now = datetime.fromisoformat(page.origin.at).astimezone(UTC) if page.origin.at else read
    hours, seconds = divmod(max(0, int((now - read).total_seconds())), 3600)
    if hours >= 48:  # noqa: PLR2004 - two days
        return page.say(_("%(days)s days"), days=formats.whole(hours // 24))
    if hours:
        return page.say(_("%(hours)s h %(minutes)s min"), hours=hours, minutes=seconds // 60)
    return page.say(_("%(minutes)s min"), minutes=seconds // 60)


def _day(page: Frame, queries: CounterQueries, said: str | None) -> date:
    """Return the day that was asked for, else the newest on which a machine moved."""
    if said:
        try:
            return date.fromisoformat(said)
        except ValueError:
            raise NothingSuchError(
                page.say(_("%(day)s is no day."), day=said), "", "/contadores"
            ) from None
    _first, last = queries.days()
    return last or page.house.day or date(2000, 1, 1)


def _night(page: Frame, cells: Sequence[tuple[datetime, int, int]]) -> Any:
    """Return the picture of what was staked in a day, from nothing on."""
    if not cells:
        return None
    steps: list[tuple[datetime, int, int, int]] = [(cells[0][0], 0, 0, 0)]
    sum_ = 0
    for at, amount, _plays in cells:
        sum_ += amount
        steps.append((at + timedelta(minutes=5), sum_, 0, 0))
    return growth(steps, [], page.zone, ("", ""), page.currency, page.language)
