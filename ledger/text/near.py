"""Unknown names are refused with the names that there are, the nearest first."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from typing import Final

LISTED_MAX: Final = 24
"""So many names are listed whole; of more, only the near ones."""
NEAR_MAX: Final = 5
_DIGITS: Final = 19
_DAY: Final = len("2026-11-20")


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are like a name, the nearest first; the first ones if none is.

    Numbers and days are near by what they count, not by how they are spelt.

    >>> near_names("BJ-44", ["RA-01", "BJ-01", "BJ-02"])
    ['BJ-02', 'BJ-01']
    >>> near_names("100", ["1", "10", "98", "99"])[:2]
    ['99', '98']
    >>> near_names("2026-12-01", ["2026-01-12", "2026-11-30", "2026-12-10"])[0]
    '2026-11-30'
    """
    names = sorted(set(known), key=_in_order)
    counted = [_counted(one) for one in (name, *names)]
    if None not in counted:
        at, *each = (one for one in counted if one is not None)
        return [one for _, one in sorted(zip((abs(one - at) for one in each), names, strict=True))][
            :NEAR_MAX
        ]
    folded: dict[str, str] = {}
    for one in names:
        folded.setdefault(one.casefold(), one)
    near = get_close_matches(name.casefold(), list(folded), n=NEAR_MAX, cutoff=0.5)
    begun = [one for one in folded if one.startswith(name.casefold()) and one not in near]
    return [folded[one] for one in (*near, *begun)][:NEAR_MAX] or names[:NEAR_MAX]


def unknown_text(name: str, known: Iterable[str]) -> str:
    """Return the sentence that refuses an unknown name.

    >>> unknown_text("opne", ["open", "decided"])
    "expected one of decided, open, got 'opne'; near: open"
    >>> unknown_text("RA-01", [])
    "none is known, got 'RA-01'"
    """
    names = sorted(set(known), key=_in_order)
    if not names:
        return f"none is known, got {name!r}"
    if len(names) <= LISTED_MAX:
        near = near_names(name, names)[0]
        return f"expected one of {', '.join(names)}, got {name!r}; near: {near}"
    near = ", ".join(near_names(name, names))
    return f"expected one of {len(names)} known, got {name!r}; near: {near}"


def _counted(text: str) -> int | None:
    """Return the number that a text says, or the day as a number; None of anything else.

    >>> _counted("12"), _counted("1970-01-02") - _counted("1970-01-01"), _counted("S-1")
    (12, 1, None)
    """
    if text.isascii() and text.isdigit():
        return int(text) if len(text) < _DIGITS else None
    with suppress(ValueError):
        return date.fromisoformat(text).toordinal() if len(text) == _DAY else None
    return None


def _in_order(text: str) -> tuple[int, str]:
    """Return by what a name stands in a list: numbers by their value, all else by spelling."""
    return (int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else -1, text)
