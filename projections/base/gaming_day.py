"""When a casino's gaming day ends: at its cut-off of the day after, by the clocks of its zone.

The design gives each casino two parameters, ``day_cutoff`` (``"06:00"``) and ``zone`` (a name of
the tz database, ``"Atlantic/Cape_Verde"``). Gaming day D ends at the cut-off of D + 1; what happens
at the cut-off itself is of the next day.

**DECISION** (no text gives an hour): where a casino declares neither, its gaming day is the
calendar day in UTC; with a zone alone it ends at midnight there, with a cut-off alone at that hour
in UTC. Day D ends by what was in force when its calendar day ended in UTC. A value that is no hour
or no zone is recorded like any other and counts as none.

**DECISION**: an event is booked on the day it *claims* while that is open, wherever its time lies:
counts, declarations and payments of a day are made after it, and a night may last longer than the
law or the casino says. Both are shown. One that claims no day is of the day in which its time lies.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final

from msgspec import Struct

from projections.base.parameter_book import ParameterBook
from projections.base.times import zone_named

CUTOFF: Final = "day_cutoff"
ZONE: Final = "zone"
EVERYWHERE: Final = "*"
_MOMENT: Final = timedelta(microseconds=1)
_is_hour: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]").fullmatch


class Hours(Struct, frozen=True):
    """The hour at which a casino's gaming day ends, and the zone of its clocks."""

    cutoff: str = "00:00"
    zone: str = "UTC"

    def __str__(self) -> str:
        """Return hour and zone as papers print them.

        >>> str(Hours("06:00", "Atlantic/Cape_Verde"))
        '06:00 Atlantic/Cape_Verde'
        """
        return f"{self.cutoff} {self.zone}"


CALENDAR: Final = Hours()
"""The gaming day of a casino that declares neither hour nor zone."""


def declared(book: ParameterBook) -> bool:
    """Tell whether any casino has declared its hours."""
    return CUTOFF in book.settings or ZONE in book.settings


def hours_of(book: ParameterBook, casino: str | None, day: str, before: int) -> Hours:
    """Return the hours by which a casino's gaming day ends, as known before a position."""
    if not declared(book):
        return CALENDAR
    scopes: Sequence[str] = (casino or EVERYWHERE, EVERYWHERE)
    at = _end_of_date(day)
    cutoff = book.value(CUTOFF, scopes, at, before)
    return Hours(
        cutoff if isinstance(cutoff, str) and _is_hour(cutoff) else CALENDAR.cutoff,
        _zone(book, scopes, at, before) or CALENDAR.zone,
    )


def zone_of(book: ParameterBook, casinos: Sequence[str], day: str, before: int) -> str | None:
    """Return the zone that all these casinos declare; None where they declare none, or several.

    ``day`` is one on which it is in force.
    """
    at = _end_of_date(day)
    said = {_zone(book, (casino, EVERYWHERE), at, before) for casino in casinos or [EVERYWHERE]}
    (zone,) = said if len(said) == 1 else (None,)
    return zone


def last_moment(book: ParameterBook, casino: str | None, day: str, before: int) -> str:
    """Return the last microsecond of a casino's gaming day, in UTC, as known before a position."""
    return _last_moment(day, hours_of(book, casino, day, before))


def not_begun_at(book: ParameterBook, casino: str | None, day: str, before: int) -> str | None:
    """Return the last microsecond at which a casino's gaming day has not begun; None if no such."""
    try:
        eve = date.fromisoformat(day) - timedelta(days=1)
    except OverflowError:
        return None
    return last_moment(book, casino, eve.isoformat(), before)


def day_at(book: ParameterBook, casino: str | None, at: str, before: int) -> str:
    """Return the gaming day of a casino in which a time lies: the first that ends not before it."""
    if not declared(book):
        return at[:10]
    try:
        # No zone is a whole day off, and no cut-off a whole day late.
        begin = date.fromisoformat(at[:10]) - timedelta(days=2)
        for later in range(4):
            day = (begin + timedelta(days=later)).isoformat()
            if last_moment(book, casino, day, before) >= at:
                return day
    except OverflowError:
        pass  # at the calendar's ends there is no day before, or after
    return at[:10]


def day_after(day: str) -> str:
    """Return the next day; the calendar's last has none.

    >>> day_after("2026-02-28"), day_after("9999-12-31")
    ('2026-03-01', '9999-12-31')
    """
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except OverflowError:
        return day


@lru_cache(maxsize=1_024)
def _last_moment(day: str, hours: Hours) -> str:
    """Return the last microsecond before the cut-off of the day after.

    Lisbon is an hour ahead of UTC in summer:

    >>> _last_moment("2026-07-01", Hours("03:00", "Europe/Lisbon"))
    '2026-07-02T01:59:59.999999Z'
    >>> _last_moment("2026-07-01", Hours())
    '2026-07-01T23:59:59.999999Z'
    """
    if hours == CALENDAR:
        return _end_of_date(day)
    zone = zone_named(hours.zone)
    assert zone is not None  # or they were not these hours
    try:
        after = date.fromisoformat(day) + timedelta(days=1)
        end = datetime.combine(after, time.fromisoformat(hours.cutoff), zone)
        moment = (end.astimezone(UTC) - _MOMENT).replace(tzinfo=None)
        return f"{moment.isoformat(timespec='microseconds')}Z"
    except OverflowError:
        return _end_of_date(day)


def _end_of_date(day: str) -> str:
    return f"{day}T23:59:59.999999Z"


def _zone(book: ParameterBook, scopes: Sequence[str], at: str, before: int) -> str | None:
    """Return the zone in force; None where none, or no known zone, is declared."""
    zone = book.value(ZONE, scopes, at, before)
    return zone if isinstance(zone, str) and zone_named(zone) is not None else None
