"""The one form of a time and of a gaming day, in envelopes and in payloads, and as people read it.

The forms of envelopes say which hours and days there are, not the standard library: what it parses
differs from version to version, and the door must refuse the same bytes on every host.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from typing import Final

from ledger.text.amounts import Style

INSTANT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
"""A time in UTC with six decimals; its day is one of the calendar besides."""
DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
"""A day; it is one of the calendar besides."""

_fits_instant: Final = re.compile(INSTANT).fullmatch
_fits_day: Final = re.compile(DAY).fullmatch
_is_usual_instant: Final = re.compile(
    INSTANT.replace(DAY, r"[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])")
).fullmatch
"""A time that exists whatever month and year it is; the others are asked of the calendar."""

_said_instant: Final = re.compile(
    r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z"
)
"""A time in UTC within a text."""


def is_instant(text: str) -> bool:
    """Tell whether a word is a time as events spell it.

    >>> is_instant("2028-02-29T23:59:59.999999Z"), is_instant("2026-02-29T23:59:59.999999Z")
    (True, False)
    >>> is_instant("2026-02-28T23:59:59+00:00"), is_instant("2026-02-28T24:00:00.000000Z")
    (False, False)
    """
    return _is_usual_instant(text) is not None or (
        _fits_instant(text) is not None and is_day(text[:10])
    )


@lru_cache(maxsize=4_096)
def is_day(text: str) -> bool:
    """Tell whether a word is a day as events spell it.

    >>> is_day("2026-11-20"), is_day("2026-11-31"), is_day("2026-W47-5")
    (True, False, False)
    """
    if not _fits_day(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def day_text(day: date) -> str:
    """Write a day as people read it.

    >>> day_text(date(2028, 2, 29))
    '29-02-2028'
    """
    return f"{day.day:02}-{day.month:02}-{day.year:04}"


def days_before(day: date, days: int) -> date:
    """Return a day so many days earlier: not before the calendar's first.

    >>> days_before(date(2026, 3, 1), 1).isoformat(), days_before(date(1, 1, 3), 30).isoformat()
    ('2026-02-28', '0001-01-01')
    """
    return date.fromordinal(max(1, day.toordinal() - days))


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """Return a time by the clocks of a zone; in UTC where these have none, at a calendar's end.

    >>> from datetime import UTC
    >>> from zoneinfo import ZoneInfo
    >>> in_zone(datetime.max.replace(tzinfo=UTC), ZoneInfo("Asia/Macau")).isoformat()
    '9999-12-31T23:59:59.999999+00:00'
    """
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment.astimezone(UTC)


def moment_text(moment: datetime, zone: tzinfo, *, precise: Style | None = None) -> str:
    """Write a time by the clocks of a zone, with their distance from UTC.

    With its milliseconds where ``precise`` names the language whose mark stands before them.

    >>> from zoneinfo import ZoneInfo
    >>> at = datetime.fromisoformat("2026-10-25T00:30:00.250999Z")
    >>> moment_text(at, ZoneInfo("Europe/Lisbon")), moment_text(at, ZoneInfo("Asia/Macau"))
    ('25-10-2026 01:30:00 (UTC+01:00)', '25-10-2026 08:30:00 (UTC+08:00)')
    >>> moment_text(at, ZoneInfo("Atlantic/Cape_Verde"), precise="pt")
    '24-10-2026 23:30:00,250 (UTC-01:00)'
    """
    local = in_zone(moment, zone)
    parts = milliseconds_text(local, precise) if precise else ""
    return f"{day_text(local)} {local:%H:%M:%S}{parts} {_offset(local)}"


def milliseconds_text(moment: datetime, style: Style) -> str:
    """Write a time's milliseconds, after the decimal mark of the language.

    >>> at = datetime(2026, 11, 20, 15, 7, 49, 43275)
    >>> milliseconds_text(at, "pt"), milliseconds_text(at, "en")
    (',043', '.043')
    """
    return f"{'.' if style == 'en' else ','}{moment.microsecond // 1000:03}"


def hour_text(moment: datetime, zone: tzinfo) -> str:
    """Write a time of day, to the minute, by the clocks of a zone, with their distance from UTC.

    >>> from zoneinfo import ZoneInfo
    >>> at = datetime.fromisoformat("2026-10-25T00:30:00Z")
    >>> hour_text(at, ZoneInfo("Europe/Lisbon")), hour_text(at, ZoneInfo("Atlantic/Cape_Verde"))
    ('01:30 (UTC+01:00)', '23:30 (UTC-01:00)')
    """
    local = in_zone(moment, zone)
    return f"{local:%H:%M} {_offset(local)}"


def _offset(local: datetime) -> str:
    offset = f"{local:%z}"
    return f"(UTC{offset[:3]}:{offset[3:5]})"


def with_moments(text: str, write: Callable[[datetime], str]) -> str:
    """Return the text of a finding with its times in UTC written otherwise; the rest stays.

    >>> with_moments("from 2026-11-20T15:50:38.401141Z to 2026-02-30T00:00:00Z", str)
    'from 2026-11-20 15:50:38.401141+00:00 to 2026-02-30T00:00:00Z'
    """

    def written(found: re.Match[str]) -> str:
        try:
            return write(datetime.fromisoformat(found[0]))
        except ValueError:
            return found[0]

    return _said_instant.sub(written, text)
