"""Counting the ranks of a hand of French cards: no ranking of hands, that is each game's own.

A card's *count key* has a three-bit digit for each rank, the two lowest; the sum over a hand tells
how many cards of each rank it holds. Its *rank bit* is one bit for each rank.
"""

from typing import Final

from projections.replay.cards import DECK, RANK_OF, RANKS

COUNT_KEY: Final = {card: 1 << 3 * (RANK_OF[card] - 2) for card in DECK}
RANK_BIT: Final = {card: 1 << (RANK_OF[card] - 2) for card in DECK}
_FROM_HIGH: Final = tuple((rank + 2, 3 * rank) for rank in reversed(range(len(RANKS))))
_TOP: Final = len(RANKS) + 1


def ranks_by_count(key: int) -> list[list[int]]:
    """Return the ranks held once, twice, three times and four times or more, each from the high.

    >>> ranks_by_count(sum(COUNT_KEY[card] for card in ("As", "Ad", "Kc", "Kd", "7h")))
    [[7], [14, 13], [], []]
    """
    groups: list[list[int]] = [[], [], [], []]
    for rank, shift in _FROM_HIGH:
        count = key >> shift & 7
        if count:
            groups[min(count, 4) - 1].append(rank)
    return groups


def ranks_of_bits(bits: int) -> list[int]:
    """Return the ranks whose bits are set, from the high.

    >>> ranks_of_bits(RANK_BIT["As"] | RANK_BIT["2c"])
    [14, 2]
    """
    return [rank for rank, _ in _FROM_HIGH if bits >> (rank - 2) & 1]


def run_of_five(bits: int, *, ace_low: bool) -> int:
    """Return the top rank of the highest run of five ranks, or 0.

    >>> run_of_five(sum(RANK_BIT[card] for card in ("As", "2d", "3c", "4c", "5h")), ace_low=True)
    5
    """
    if ace_low:
        bits = bits << 1 | bits >> (len(RANKS) - 1) & 1
    else:
        bits <<= 1
    runs = bits & bits >> 1 & bits >> 2 & bits >> 3 & bits >> 4
    return runs.bit_length() + 4 if runs else 0
