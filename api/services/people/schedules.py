"""When a saved report is made, and of which days: by the casino's clock, never by the server's."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, Literal

from msgspec import Struct

from ledger.text.times import in_zone

Every = Literal["never", "daily", "weekly", "monthly"]
Span = Literal["all", "yesterday", "last-week", "this-month", "last-month"]
MONTHDAY_MAX: Final = 28
"""The last day that every month has."""
_DAY: Final = timedelta(days=1)
_LOOK: Final = 40
"""Days within which even a monthly schedule comes round."""


class Schedule(Struct, frozen=True, kw_only=True):
    """How often a report is made by itself, and at which hour."""

    every: Every = "never"
    hour: int = 8
    weekday: int = 1
    """Of a weekly one: 1 is Monday."""
    monthday: int = 1
    """Of a monthly one."""

    def next(self, after: datetime, zone: tzinfo) -> datetime | None:
        """Return the first time after a moment; None where it is never made by itself.

        >>> Schedule(every="weekly", hour=8).next(datetime(2026, 11, 28, 12, tzinfo=UTC), UTC)
        datetime.datetime(2026, 11, 30, 8, 0, tzinfo=datetime.timezone.utc)
        """
        today = in_zone(after, zone).date()
        days = (today + number * _DAY for number in range(-1, _LOOK))
        return next((at for at in self._times(days, zone) if at > after), None)

    def last(self, until: datetime, zone: tzinfo) -> datetime | None:
        """Return the last time until a moment: the one of all missed ones that is caught up."""
        today = in_zone(until, zone).date()
        days = (today - number * _DAY for number in range(-1, _LOOK))
        return next((at for at in self._times(days, zone) if at <= until), None)

    def _times(self, days: Iterator[date], zone: tzinfo) -> Iterator[datetime]:
        for day in days:
            if self._is_on(day):
                yield datetime.combine(day, time(self.hour), zone).astimezone(UTC)

    def _is_on(self, day: date) -> bool:
        match self.every:
            case "never":
                return False
            case "daily":
                return True
            case "weekly":
                return day.isoweekday() == self.weekday
            case "monthly":
                return day.day == self.monthday


def days_of(span: Span, today: date) -> tuple[date, date] | None:
    """Return the first and the last day of a span, told on a day; None for all days.

    >>> days_of("last-month", date(2026, 3, 1))
    (datetime.date(2026, 2, 1), datetime.date(2026, 2, 28))
    >>> days_of("last-week", date(2026, 11, 28))
    (datetime.date(2026, 11, 16), datetime.date(2026, 11, 22))
    """
    match span:
        case "all":
            return None
        case "yesterday":
            return today - _DAY, today - _DAY
        case "last-week":
            monday = today - (today.isoweekday() + 6) * _DAY
            return monday, monday + 6 * _DAY
        case "this-month":
            return today.replace(day=1), today
        case "last-month":
            last = today.replace(day=1) - _DAY
            return last.replace(day=1), last
