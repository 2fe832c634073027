"""How people are told days and times: in the house's one style, hours with their zone."""

import re
from collections.abc import Iterator
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
