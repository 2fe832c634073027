"""A round that is asked otherwise: whether it can be, its facts, and what would have been due."""

from typing import Any, Final, Literal

import msgspec

from projections.reads.floor.round_again import RoundAgain
from projections.replay.asked.facts import Fact
from projections.replay.asked.what_if import SIZE_MAX

Unasked = Literal["not replayed", "too long"]
"""Why nothing can be asked of a round: this version does not settle it, or it is too long."""
DIGITS_MAX: Final = 15
"""Of a whole number; no record's is longer."""


def why_unasked(again: RoundAgain) -> Unasked | None:
    """Return why nothing can be asked of a closed round; None where something can."""
    if again.verdict is None:
        return "not replayed"
    if len(msgspec.json.encode(again.verdict.record)) > SIZE_MAX:
        return "too long"
    return None


def whole_of(text: str) -> int | None:
    """Return a whole number as people write it; None of anything else.

    >>> whole_of("-12"), whole_of("1e3"), whole_of("")
    (-12, None, None)
    """
    digits = text.removeprefix("-")
    is_whole = digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS_MAX
    return int(text) if is_whole else None


def value_for(fact: Fact, text: str) -> Any:
    """Return a text as a value of a fact's own type; None where it is none."""
    return whole_of(text) if isinstance(fact.value, int) else text
