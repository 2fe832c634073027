"""Hands of stud póquer as the law ranks them: suits rank, and nobody ties (R5, R17)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from ops.simulator.kit.cards import RANKS, SUITS, rank

COMBINATIONS: Final[tuple[str, ...]] = (
    "cinco_diferentes",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "trio_par",
    "quatro_iguais",
    "sequencia_de_naipe",
    "naipe_real",
)
"""R17, upwards."""
MULTIPLES: Final[dict[str, int]] = dict(
    zip(COMBINATIONS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)
)
"""R15: times the adicional; the naipe real as the table sets it, between 50 and 100."""
CAPPED: Final = frozenset({"quatro_iguais", "sequencia_de_naipe", "naipe_real"})
"""R15 g to i: within the maximum per game."""
SUIT: Final = {"d": 0, "c": 1, "h": 2, "s": 3}
"""Ouros, paus, copas, espadas, upwards (R5 a)."""
HAND: Final = 5
ACE: Final = 14
KING: Final = 13

Strength = tuple[int, tuple[int, ...], int]
"""Combination, the ranks that decide between equal ones, then the suit that does (R17)."""


def strength(cards: Sequence[str]) -> Strength:
    """Return how high a hand is.

    >>> strength(["As", "2d", "3c", "4h", "5s"])
    (4, (5,), 3)
    """
    ranks = sorted((rank(card) for card in cards), reverse=True)
    counts = {one: ranks.count(one) for one in ranks}
    kinds = sorted(counts, key=lambda one: (-counts[one], -one))
    shape = [counts[one] for one in kinds]
    flush = len({card[1] for card in cards}) == 1
    if len(kinds) == HAND:
        return _of_five(cards, ranks, flush=flush)
    if shape[0] == 4:  # four of a kind
        return 7, (kinds[0],), 0
    if shape[0] == 3:  # three of a kind
        return (6 if shape[1] == 2 else 3), (kinds[0],), 0  # and a pair
    suit = max(SUIT[card[1]] for card in cards if rank(card) == kinds[0])
    return (2 if shape[1] == 2 else 1), tuple(kinds), suit  # another pair


def _of_five(cards: Sequence[str], ranks: Sequence[int], *, flush: bool) -> Strength:
    top = ranks[0]
    straight = ranks[0] - ranks[4] == HAND - 1
    if ranks[:2] == [ACE, HAND]:
        top, straight = HAND, True
    suit = next(SUIT[card[1]] for card in cards if rank(card) == top)
    if straight and flush:
        return (9, (), suit) if top == ACE else (8, (top,), suit)
    if straight:
        return 4, (top,), suit
    suit = next(SUIT[card[1]] for card in cards if rank(card) == ranks[0])
    return (5 if flush else 0), tuple(ranks), suit


def combination(cards: Sequence[str]) -> str:
    """Return the name of a hand's combination."""
    return COMBINATIONS[strength(cards)[0]]


def opens(cards: Sequence[str]) -> bool:
    """Tell whether the pagador has ace and king or more (R12)."""
    value, ranks, _ = strength(cards)
    return value > 0 or ranks[:2] == (ACE, KING)


def wins(mine: Sequence[str], pagador: Sequence[str]) -> bool:
    """Tell whether the player's hand is the higher one (R14, R15, R17)."""
    return strength(mine) > strength(pagador)


def by_suit(mine: Sequence[str], pagador: Sequence[str]) -> bool:
    """Tell whether only a suit decides."""
    return strength(mine)[:2] == strength(pagador)[:2]


def hand_of(rng: Random, name: str, left: Iterable[str]) -> list[str]:
    """Return five of the cards left that make a combination, in any order."""
    free = set(left)
    while True:
        cards = _of_suit(rng, name) if name in _ONE_SUIT else _of_ranks(rng, name)
        if combination(cards) == name and free.issuperset(cards):
            rng.shuffle(cards)
            return cards


_ONE_SUIT: Final = frozenset({"cor", "sequencia_de_naipe", "naipe_real"})


def _of_suit(rng: Random, name: str) -> list[str]:
    suit = rng.choice(SUITS)
    if name == "cor":
        return [one + suit for one in rng.sample(RANKS, HAND)]
    top = 12 if name == "naipe_real" else rng.randrange(4, 12)
    return [one + suit for one in RANKS[top - 4 : top + 1]]


def _of_ranks(rng: Random, name: str) -> list[str]:
    one, other = rng.sample(RANKS, 2)
    count = 4 if name == "quatro_iguais" else 3
    cards = [one + suit for suit in rng.sample(SUITS, count)]
    return cards + [other + suit for suit in rng.sample(SUITS, HAND - count)]
