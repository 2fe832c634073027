"""Times as events spell them, some seconds later, and the clocks of zones."""

from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from typing import Final
from zoneinfo import ZoneInfo

from ledger.text.times import is_instant

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
    """Tell whether a payload's word is a time; a word that the door never checked may be any.

    >>> is_time("2026-02-28T23:59:30.500000Z"), is_time("2026-02-30T23:59:30.500000Z")
    (True, False)
    """
    return text is not None and is_instant(text)


@lru_cache(maxsize=64)
def zone_named(name: str) -> ZoneInfo | None:
    """Return a zone of the tz database by its name; None where there is no such zone.

    It is the database of the package ``tzdata``, of the version in the lock, and never the host's:
    the same log gives the same days on every host.

    >>> zone_named("Atlantic/Cape_Verde"), zone_named("Europe"), zone_named("../etc/localtime")
    (zoneinfo.ZoneInfo(key='Atlantic/Cape_Verde'), None, None)
    """
    if name not in _zones():
        return None
    with resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


@cache
def _zones() -> frozenset[str]:
    """Return the names of all zones."""
    return frozenset(resources.files("tzdata").joinpath("zones").read_text("ascii").split())
