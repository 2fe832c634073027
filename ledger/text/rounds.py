"""Rounds within a text: their ids, to be said as people say them."""

import re
from collections.abc import Callable
from typing import Final

_ROUND: Final = re.compile(
    r"(?<![\w./:-])[A-Za-z0-9][A-Za-z0-9._:-]{0,63}/\d{4}-\d\d-\d\d/[1-9]\d{0,8}(?![\w/])"
)


def with_rounds(text: str, say: Callable[[str], str]) -> str:
    """Return a text with each round's id as ``say`` says it; the rest stays.

    >>> with_rounds("RA-01/2026-11-20/7 opened before", lambda said: said.rpartition("/")[2])
    '7 opened before'
    """
    return _ROUND.sub(lambda found: say(found[0]), text)
