"""How people are told days, times, numbers: in one style, hours with their zone."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

OTHER_STYLE: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:.{0,20}"
    r"|(?<![\w/:.-])(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4})(?![\w/-])"
)
"""A time or a day that is not in the house's style; in names (``RA-01/2026-11-20/1``) a day may."""
HOUR: Final = re.compile(r"(?<![\w:./+-])\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?![\w:])(.{0,12})")
"""A time of day outside of a zone's own words, with what follows it."""
BESIDE: Final = re.compile(
    r"--(?:day|from|to|known) \S+|(?:Fim do dia de jogo|End of the gaming day) \S+ \S+"
)
"""In the command that makes a paper again; the casino's cut-off, with its zone by name."""
ZONED: Final = re.compile(r" \(UTC([+-]\d\d:\d\d)\)")


def style_faults(words: str, *offsets: str) -> Iterator[str]:
    """Yield what of a paper is in another style, or an hour without the zone it should be in.

    >>> [*style_faults("em 20-11-2026 14:27:06 (UTC-01:00), RA-01/2026-11-20/7", "-01:00")]
    []
    >>> [*style_faults("at 15:27 UTC on 2026-11-20", "-01:00")]
    ['2026-11-20', '15:27 UTC on 2026']
    >>> [*style_faults("20-11-2026 15:27:06 (UTC+00:00)", "-01:00")]
    ['15:27:06 (UTC+00:00)']
    """
    words = BESIDE.sub("", words)
    yield from OTHER_STYLE.findall(words)
    for found in HOUR.finditer(words):
        zone = ZONED.match(found[1])
        if zone is None or zone[1] not in offsets:
            yield found[0]


OTHER_MARK: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"(?<![\w.,])\S{0,12}\d,\d\S{0,12}"),
    "pt": re.compile(
        r"(?<![\w.,$-])[+\u2212-]?\d[\d\u00a0]*\.\d+(?:[\s\u00a0]%)?(?![\w.$]|,\d)(?!\.\d)"
    ),
}
"""A number with the other language's decimal mark: escudos (``1.234$50``) are the same in both."""
NUMBERED: Final = re.compile(
    r"(?<=[A-Z]{2} R)\d+ \d+\.\d+|\b(?:Razão|razao|versão|version|Art\.) \d[\d.]*"
    r"|\b\d+\.\d+\.\d+\S*"
)
"""Numbers of rules, articles and versions, which have points in both."""


def other_decimals(words: str, language: str) -> list[str]:
    """Return the numbers of a text that have the other language's decimal mark.

    >>> other_decimals("86.00 of 1\u00a0234.50, 71,2345\u00a0%", "en")
    ['71,2345']
    >>> other_decimals("86,00 e 1.234$50, 34.50 pela CR R22 1.3 de Razão 0.2.0", "pt")
    ['34.50']
    """
    return OTHER_MARK[language].findall(NUMBERED.sub("", words))
