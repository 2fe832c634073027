"""A hand of poker as one integer, and in words: what the orders of all these games share.

The integer is the combination's place in the game's order, then five ranks that break ties, four
bits each, the ace 14. Which combinations there are, and which ranks count, each game says.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from msgspec import Struct

HAND: Final = 5
COMBINATION_SHIFT: Final = 4 * HAND
ACE: Final = 14


def hand_value(combination: int, ranks: Iterable[int]) -> int:
    """Return the value of a combination with the ranks that break its ties, the first the highest.

    >>> hex(hand_value(2, [14, 9, 13]))
    '0x2e9d00'
    """
    value, left = combination, HAND
    for rank in ranks:
        value = value << 4 | rank
        left -= 1
    return value << 4 * left


RANKS_PT: Final = {14: "ás", 13: "rei", 12: "dama", 11: "valete"}
RANKS_EN: Final = {14: "ace", 13: "king", 12: "queen", 11: "jack"}
SEVERAL_PT: Final = {14: "ases", 13: "reis", 12: "damas", 11: "valetes"}
SEVERAL_EN: Final = {14: "aces", 13: "kings", 12: "queens", 11: "jacks"}


class SpokenHand(Struct, frozen=True, gc=False):
    """A hand's value in words: ``dois pares, ases e 9, com rei``."""

    value: int
    names: ClassVar[Sequence[tuple[str, str]]]
    """Each combination's sentence in Portuguese and English, from the lowest; ``many`` and ``more``
    are the ranks held more than once, ``rest`` all others."""

    def __format__(self, language: str) -> str:
        """Say the hand as ``pt`` or ``en``."""
        combination = self.value >> COMBINATION_SHIFT
        ranks = [self.value >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        english = language == "en"
        name = self.names[combination][english]
        held = ("{many}" in name) + ("{more}" in name)
        several = SEVERAL_EN if english else SEVERAL_PT
        single = RANKS_EN if english else RANKS_PT
        many = [several.get(rank, str(rank)) for rank in ranks[:held]]
        rest = [single.get(rank, str(rank)) for rank in ranks[held:] if rank]
        return name.format(
            many=many[0] if many else "", more=many[-1] if many else "", rest=", ".join(rest)
        )
