"""Zones of time in words: the place whose hours they are, and the end of a gaming day there."""

from datetime import tzinfo

from babel.dates import get_timezone_location

from projections.base.times import zone_named


def zone_word(zone: tzinfo, language: str) -> str:
    """Write the place whose hours a zone has, as people name it.

    >>> from datetime import UTC
    >>> from zoneinfo import ZoneInfo
    >>> [zone_word(ZoneInfo("Atlantic/Cape_Verde"), one) for one in ("pt", "en")]
    ['Cabo Verde', 'Cape Verde']
    >>> zone_word(UTC, "pt")
    'UTC'
    """
    if "/" not in str(zone):
        return str(zone)
    locale = "pt_PT" if language == "pt" else "en"
    return get_timezone_location(zone, locale=locale, return_city=True)


def day_end_word(said: str, language: str) -> str:
    """Write when a gaming day ends, an hour and the name of a zone, as people say it.

    >>> day_end_word("06:00 Atlantic/Cape_Verde", "pt"), day_end_word("06:00", "en")
    ('06:00 (Cabo Verde)', '06:00')
    """
    hour, _, name = said.partition(" ")
    zone = zone_named(name) if name else None
    return said if zone is None else f"{hour} ({zone_word(zone, language)})"
