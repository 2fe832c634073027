"""Times as events spell them, some seconds later."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from ledger.times import is_instant

FIRST: Final = "0001-01-01T00:00:00.000000Z"
LAST: Final = "9999-12-31T23:59:59.999999Z"
DAY_SECONDS: Final = 86_400


@lru_cache(maxsize=4_096)
def after(at: str, seconds: int) -> str:
    """Return a time so many seconds later, or earlier: not beyond the calendar's ends.

    Of an envelope's times all are times; of a payload's, ask ``is_time`` first.
    Whoever sets a term of a million years gets one that never ends.

    >>> after("2026-02-28T23:59:30.500000Z", 60)
    '2026-03-01T00:00:30.500000Z'
    >>> after("2026-02-28T23:59:30.500000Z", 10**15), after("0987-01-01T00:00:00.000000Z", 0)
    ('9999-12-31T23:59:59.999999Z', '0987-01-01T00:00:00.000000Z')
    """
    try:
        moment = datetime.fromisoformat(at).replace(tzinfo=None) + timedelta(seconds=seconds)
    except OverflowError:
        return LAST if seconds > 0 else FIRST
    return f"{moment.isoformat(timespec='microseconds')}Z"


def is_time(text: str | None) -> bool:
    """Tell whether a payload says a time. One that the door never looked at may be any word.

    >>> is_time("2026-02-28T23:59:30.500000Z"), is_time("2026-02-30T23:59:30.500000Z")
    (True, False)
    """
    return text is not None and is_instant(text)
