"""Counting the ranks of a hand of French cards: no ranking of hands, that is each game's own.

A card's *count key* is 1 in the three-bit digit of its rank, the two lowest. The sum of a hand's
keys tells how many cards of each rank it holds; a *mask* has 1 or 0 in each digit.
"""

from typing import Final

from projections.replay.kit.cards import DECK, RANK_OF, RANKS

DIGIT: Final = 3
COUNT_KEY: Final = {card: 1 << DIGIT * (RANK_OF[card] - 2) for card in DECK}
_EVERY: Final = sum(1 << DIGIT * rank for rank in range(len(RANKS)))
_ACE: Final = DIGIT * (len(RANKS) - 1)


def masks_by_count(key: int) -> tuple[int, int, int, int]:
    """Return the masks of ranks held once, twice, three times, and four times or more.

    >>> key = sum(COUNT_KEY[card] for card in ("As", "Ad", "Kc", "Kd", "7h"))
    >>> [ranks_of(mask) for mask in masks_by_count(key)]
    [[7], [14, 13], [], []]
    """
    ones, twos, fours = key & _EVERY, key >> 1 & _EVERY, key >> 2 & _EVERY
    few = ~fours
    return ones & ~twos & few, twos & ~ones & few, ones & twos & few, fours


def ranks_of(mask: int, most: int = len(RANKS)) -> list[int]:
    """Return the highest ranks of a mask, from the high.

    >>> ranks_of(COUNT_KEY["As"] | COUNT_KEY["Tc"] | COUNT_KEY["2c"], 2)
    [14, 10]
    """
    found: list[int] = []
    while mask and len(found) < most:
        top = mask.bit_length() - 1
        found.append(top // DIGIT + 2)
        mask ^= 1 << top
    return found


def run_of_five(mask: int, *, ace_low: bool) -> int:
    """Return the top rank of the highest run of five ranks, or 0.

    >>> run_of_five(sum(COUNT_KEY[card] for card in ("As", "2d", "3c", "4c", "5h")), ace_low=True)
    5
    """
    low = mask << DIGIT
    if ace_low:
        low |= mask >> _ACE & 1
    runs = low & low >> 3 & low >> 6 & low >> 9 & low >> 12
    return runs.bit_length() // DIGIT + 5 if runs else 0
