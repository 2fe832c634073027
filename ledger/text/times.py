"""The one form of a time and of a gaming day, in envelopes and in payloads.

The forms say which hours and days there are, not the standard library: what it parses differs from
version to version, and the door must refuse the same bytes on every host.
"""

import re
from datetime import date
from functools import lru_cache
from typing import Final

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
