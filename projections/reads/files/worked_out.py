"""Rows of exports that no table holds: worked out from several, as pages and routes work them out.

Sources, the checklist of each gaming day, the hold of tables and dealers, how long events are kept.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import date, timedelta
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.reads.floor.closing import Closing
from projections.reads.floor.expected import Expected, expected_of, reckon
from projections.reads.floor.hold import Hold, by_dealer, by_table, played
from projections.reads.log.sources import sources
from projections.reads.retention import days_of_classes
from projections.running.runner import LIVE

Connection = psycopg.Connection[Any]
Filters = Mapping[str, str | int]
DAYS_AT_ONCE: Final = 31
SOURCES_AT_ONCE: Final = 500


class Whole(Struct, frozen=True, kw_only=True):
    """The way to all houses, for who judges: nothing of it is shown to a reader of one."""

    connection: Callable[[], AbstractContextManager[Connection]]
    conninfo: str = ""
    """Of a login by which a round is judged again; without it nothing is expected of a hold."""
    sources: Collection[str] | None = None
    """Those of the reader; None: every one."""


WorkOut = Callable[[Connection, Whole, Filters], Iterator[Mapping[str, Any]]]
"""Gives an export's rows by the names of its columns, in its order."""


def seeing_all(connection: Connection, conninfo: str = "") -> Whole:
    """Return the way to all houses where a connection sees them itself."""
    return Whole(connection=lambda: nullcontext(connection), conninfo=conninfo)


def sources_told(_: Connection, whole: Whole, filters: Filters) -> Iterator[Mapping[str, Any]]:
    """Yield the reader's sources by name, each with its newest key and event."""
    with whole.connection() as connection:
        after = ""
        while True:
            _total, lines = sources(
                connection, among=whole.sources, after=after, limit=SOURCES_AT_ONCE
            )
            for one in lines:
                if filters.get("casino", one.casino) == one.casino:
                    told = {name: getattr(one, name) for name in one.__struct_fields__}
                    yield {**told, "source": told.pop("name")}
            if len(lines) < SOURCES_AT_ONCE:
                return
            after = lines[-1].name


_CLOSING_DAYS: Final[LiteralString] = (
    "SELECT min(day), max(day) FROM (SELECT day FROM {s}.open_day UNION ALL "
    "SELECT day FROM {s}.closed_day UNION ALL SELECT day FROM {s}.table_day UNION ALL "
    "SELECT day FROM {s}.machine_day UNION ALL SELECT day FROM {s}.session UNION ALL "
    "SELECT day FROM {s}.cover_day) AS one "
    "WHERE day BETWEEN coalesce(%(first)s::date, '-infinity') "
    "AND coalesce(%(last)s::date, 'infinity')"
)
_TABLE_DAYS: Final[LiteralString] = (
    "SELECT DISTINCT day FROM {s}.table_day "
    "WHERE day BETWEEN coalesce(%(first)s::date, '-infinity') "
    "AND coalesce(%(last)s::date, 'infinity') ORDER BY day"
)


def closing_told(connection: Connection, _: Whole, filters: Filters) -> Iterator[Mapping[str, Any]]:
    """Yield the checklist of each gaming day, line by line."""
    ((first, last),) = _tuples(connection, _CLOSING_DAYS, filters)
    closing = Closing(connection)
    while first is not None and first <= last:
        end = min(last, first + timedelta(days=DAYS_AT_ONCE - 1))
        for one in closing.days(first, end):
            yield {name: getattr(one, name) for name in one.__struct_fields__}
        first = end + timedelta(days=1)


def holds_told(
    connection: Connection, whole: Whole, filters: Filters
) -> Iterator[Mapping[str, Any]]:
    """Yield the hold of tables and dealers, day by day, beside the one that is expected."""
    place = filters.get("place")
    for (day,) in _tuples(connection, _TABLE_DAYS, filters):
        rounds = played(connection, day, day, None if place is None else str(place))
        reckoned = reckon(connection, whole.conninfo, rounds) if whole.conninfo else {}
        for by, holds in (("table", by_table(rounds)), ("dealer", by_dealer(rounds))):
            for one in holds:
                told = expected_of(one, rounds, reckoned, by_place=by == "table")
                yield {"day": day, "by": by, **_hold(one, told)}


def _hold(one: Hold, told: Expected | None) -> dict[str, Any]:
    found = {name: getattr(one, name) for name in one.__struct_fields__}
    if told is not None:
        found["expected_rounds"] = told.rounds
        found["expected_ppm"] = told.share_ppm
        found["expected_band_ppm"] = told.band_ppm
    return found


def retention_told(
    connection: Connection, _: Whole, filters: Filters
) -> Iterator[Mapping[str, Any]]:
    """Yield the events of each class on each gaming day, and what becomes of them."""
    first, last = _span(filters)
    for one in days_of_classes(connection, first=first, last=last):
        yield {
            "day": one.day,
            "retention": one.retention,
            "events": one.events,
            "held": one.held,
            "leaving": one.leaving,
            "until": one.until,
        }


def _span(filters: Filters) -> tuple[str | None, str | None]:
    """Return the first and the last day that filters leave; None of an end that is open.

    >>> _span({"from": "2026-11-20"}), _span({"day": "2026-11-20", "to": "2026-11-30"})
    (('2026-11-20', None), ('2026-11-20', '2026-11-20'))
    """
    firsts = [str(filters[name]) for name in ("day", "from") if name in filters]
    lasts = [str(filters[name]) for name in ("day", "to") if name in filters]
    return max(firsts, default=None), min(lasts, default=None)


def _tuples(
    connection: Connection, text: LiteralString, filters: Filters
) -> list[tuple[date | Any, ...]]:
    first, last = _span(filters)
    statement = sql.SQL(text).format(s=sql.Identifier(LIVE))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return cursor.execute(statement, {"first": first, "last": last}).fetchall()
