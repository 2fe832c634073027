"""``known`` as people say it: a position of the log, a time, or a day.

What was known at a time is the log up to the last tick of the service's clock before it: so much
was recorded by then, as that tick says under its signature. What was known on a day is what was
known when it ended by the clocks of the casinos' zone; of UTC where they declare none, or several.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from ledger.events.registry import ClockTicked
from ledger.signed.canonical import instant
from projections.base.gaming_day import zone_of
from projections.base.rows import Schema
from projections.base.store import APPLICATION
from projections.base.times import zone_named
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book

WANTED: Final = (
    "a position of the log, a time with its zone such as 2026-11-21T10:00:00Z, "
    "or a day such as 2026-11-20"
)
_is_whole: Final = re.compile(r"0|[1-9][0-9]{0,15}").fullmatch
_is_day: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch
_Tick = tuple[int, datetime]


class Moment(Struct, frozen=True):
    """A moment of the log, as somebody names it."""

    named: int | date | datetime
    """A position; a day, which means its end; a time."""


class NotKnownError(ValueError):
    """A moment that is no position, time or day, or lies beyond the projections."""


def moment_of(said: str) -> Moment:
    """Return the position, time or day that somebody names.

    >>> moment_of("88").named, moment_of("2026-11-20").named
    (88, datetime.date(2026, 11, 20))

    Raises:
        NotKnownError: it is none of them; a time without its zone would be another everywhere.

    """
    try:
        if _is_whole(said):
            return Moment(int(said))
        if _is_day(said):
            return Moment(date.fromisoformat(said))
        moment = datetime.fromisoformat(said)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise NotKnownError(f"expected {WANTED}")
    return Moment(moment)


def position_known(connection: psycopg.Connection[Any], moment: Moment, schema: str = LIVE) -> int:
    """Return the position that is meant; 0 before the clock's first tick.

    Raises:
        NotKnownError: it lies beyond what is projected, or the clock has not reached it.

    """
    with connection.cursor(row_factory=tuple_row) as cursor:
        read = Schema(cursor, schema)
        last = _last(read)
        match moment.named:
            case int(position):
                if position > last:
                    raise NotKnownError(f"expected at most {last}, the last position judged so far")
                return position
            case datetime() as at:
                pass
            case day:
                at = _end_of(day, read, last)
        newest = _tick(read, last)
        if newest is None or at > newest[1]:
            stands = "has not ticked" if newest is None else f"stands at {instant(newest[1])}"
            raise NotKnownError(f"expected no later time: the log's clock {stands}")
        return _before(at, last, lambda position: _tick(read, position))


def _before(moment: datetime, last: int, tick: Callable[[int], _Tick | None]) -> int:
    """Return the last tick before a time, by halves: ticks are many and in order."""
    low, high = 0, last  # all ticks up to low are before it
    found = 0
    while low < high:
        middle = (low + high + 1) // 2
        one = tick(middle)
        if one is None or one[1] < moment:
            low, found = middle, found if one is None else one[0]
        else:
            high = one[0] - 1
    return found


def _end_of(day: date, schema: Schema, last: int) -> datetime:
    casinos = schema.cursor.execute(schema.query("SELECT casino FROM {s}.casino")).fetchall()
    name = zone_of(read_book(schema), [one for (one,) in casinos], day.isoformat(), last + 1)
    zone = None if name is None else zone_named(name)
    try:
        return datetime.combine(day + timedelta(days=1), time(), zone or UTC).astimezone(UTC)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def _last(schema: Schema) -> int:
    row = schema.cursor.execute(
        schema.query("SELECT notification_id FROM {s}.tracking WHERE application_name = %(name)s"),
        {"name": APPLICATION},
    ).fetchone()
    return 0 if row is None else row[0]


def _tick(schema: Schema, position: int) -> _Tick | None:
    """Return the last tick of the service's clock up to a position."""
    return schema.cursor.execute(
        schema.query(
            "SELECT position, at FROM {s}.history WHERE kind = %(kind)s AND position <= %(upto)s "
            "AND source = (SELECT source FROM {s}.history WHERE position = 1) "
            "ORDER BY position DESC LIMIT 1"
        ),
        {"kind": ClockTicked.KIND, "upto": position},
    ).fetchone()
