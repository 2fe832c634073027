"""Unknown names are refused with the names that there are, the nearest first."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LISTED_MAX: Final = 24
"""So many names are listed whole; of more, only the near ones."""
NEAR_MAX: Final = 5


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are like a name, the nearest first; the first ones if none is.

    >>> near_names("BJ-44", ["RA-01", "BJ-01", "BJ-02"])
    ['BJ-02', 'BJ-01']
    """
    names = sorted(set(known))
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
    names = sorted(set(known))
    if not names:
        return f"none is known, got {name!r}"
    if len(names) <= LISTED_MAX:
        near = near_names(name, names)[0]
        return f"expected one of {', '.join(names)}, got {name!r}; near: {near}"
    near = ", ".join(near_names(name, names))
    return f"expected one of {len(names)} known, got {name!r}; near: {near}"
