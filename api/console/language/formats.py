"""Money, numbers, days and hours as every page writes them, each in the language of the page.

What is unknown is ``—`` and never 0. Thousands are parted by U+00A0, the minus is U+2212; decimals
come after a comma in Portuguese, after a point in English.
"""

from datetime import date, datetime, tzinfo
from typing import Final

from ledger.text.amounts import Style, figure_text, plain_text
from ledger.text.times import in_zone, milliseconds_text

UNKNOWN: Final = "\u2014"
_SPACE: Final = "\u00a0"
_MINUS: Final = "\u2212"
_MONTHS: Final = {
    "pt": (
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
        "outubro", "novembro", "dezembro",
    ),
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ),
}  # fmt: skip
_DAYS: Final = {
    "pt": (
        "Segunda-feira", "Terça-feira", "Quarta-feira", "Quinta-feira", "Sexta-feira", "Sábado",
        "Domingo",
    ),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}  # fmt: skip


def whole(number: int | None) -> str:
    r"""Write a whole number.

    >>> whole(20426), whole(-3), whole(None)
    ('20\xa0426', '−3', '—')
    """
    if number is None:
        return UNKNOWN
    digits = f"{abs(number):,}".replace(",", _SPACE)
    return f"{_MINUS}{digits}" if number < 0 else digits


def money(units: int | None, currency: str, language: Style) -> str:
    r"""Write an amount of minor units; its currency stands in the head, or in the page's foot.

    >>> [money(one, "", "pt") for one in (123450, -5, 0, None)]
    ['1\xa0234,50', '−0,05', '0,00', '—']
    >>> money(123450, "CVE", "pt"), money(123450, "EUR", "en")
    ('1.234$50', '1\xa0234.50')
    """
    return figure_text(units, currency, language)


def typed(units: int, currency: str, language: Style) -> str:
    """Write an amount as people type it into a field: no thousands, a hyphen.

    >>> typed(-123450, "EUR", "pt"), typed(123450, "EUR", "en"), typed(1234, "JPY", "pt")
    ('-1234,50', '1234.50', '1234')
    """
    plain = plain_text(units, currency)
    return plain if language == "en" else plain.replace(".", ",")


def percent(ppm: int | None, language: Style) -> str:
    r"""Write a share given in parts of a million.

    >>> percent(712345, "pt"), percent(712345, "en"), percent(100000, "pt"), percent(None, "pt")
    ('71,2345\xa0%', '71.2345\xa0%', '10\xa0%', '—')
    """
    if ppm is None:
        return UNKNOWN
    major, minor = divmod(abs(ppm), 10_000)
    decimals = f"{minor:04}".rstrip("0")
    point = "." if language == "en" else ","
    text = f"{whole(major)}{point}{decimals}" if decimals else whole(major)
    return f"{_MINUS if ppm < 0 else ''}{text}{_SPACE}%"


def share(ppm: int | None, language: Style) -> str:
    r"""Write a measured share, which is no rate that anybody set: rounded to two decimals.

    >>> [share(one, "pt") for one in (712345, -26650, 100000, None)]
    ['71,23\xa0%', '−2,67\xa0%', '10\xa0%', '—']
    """
    if ppm is None:
        return UNKNOWN
    rounded = (abs(ppm) + 50) // 100 * 100
    return percent(-rounded if ppm < 0 else rounded, language)


def day(value: date | str | None) -> str:
    """Write a gaming day.

    >>> day("2026-11-20"), day(None)
    ('20-11-2026', '—')
    """
    if value is None:
        return UNKNOWN
    found = date.fromisoformat(value) if isinstance(value, str) else value
    return f"{found.day:02}-{found.month:02}-{found.year:04}"


def long_day(value: date | str, language: str) -> str:
    """Write a gaming day in words.

    >>> long_day("2026-11-20", "pt")
    'Sexta-feira, 20 de novembro de 2026'
    >>> long_day("2026-11-20", "en")
    'Friday, 20 November 2026'
    """
    found = date.fromisoformat(value) if isinstance(value, str) else value
    name, month = _DAYS[language][found.weekday()], _MONTHS[language][found.month - 1]
    of = " de " if language == "pt" else " "
    return f"{name}, {found.day}{of}{month}{of}{found.year}"


def hour(moment: datetime | None, zone: tzinfo, *, precise: Style | None = None) -> str:
    """Write a time of day where the casino is; with milliseconds, in a language, if they matter.

    >>> from datetime import UTC
    >>> hour(datetime(2026, 11, 20, 15, 7, 49, 543275, UTC), UTC)
    '15:07:49'
    """
    if moment is None:
        return UNKNOWN
    local = in_zone(moment, zone)
    text = f"{local:%H:%M:%S}"
    return f"{text}{milliseconds_text(local, precise)}" if precise else text


def lasting(seconds: float) -> str:
    r"""Write how long something takes, in the unit that it fills twice at least.

    >>> [lasting(one) for one in (14.9, 119, 120, 7_300, 180_000, -1)]
    ['14\xa0s', '119\xa0s', '2\xa0min', '2\xa0h', '2\xa0d', '0\xa0s']
    """
    count = max(0, int(seconds))
    for most, unit in ((60, "s"), (60, "min"), (24, "h")):
        if count < 2 * most:
            return f"{whole(count)}{_SPACE}{unit}"
        count //= most
    return f"{whole(count)}{_SPACE}d"


def moment(value: datetime | None, zone: tzinfo) -> str:
    """Write a day and a time of day where the casino is.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 11, 20, 15, 7, 49, tzinfo=UTC), UTC)
    '20-11-2026, 15:07'
    """
    if value is None:
        return UNKNOWN
    local = in_zone(value, zone)
    return f"{day(local.date())}, {local:%H:%M}"
