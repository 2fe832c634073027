"""Hands of póquer sem descarte, as the law ranks and compares them (R6, R15, R26 to R30)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from ops.simulator.kit.cards import RANKS, SUITS

COMBINATIONS: Final[tuple[str, ...]] = (
    "cartas_maiores",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "full",
    "poquer",
    "sequencia_de_cor",
    "real",
)
"""R6, upwards."""
MULTIPLES: Final[dict[str, int]] = dict(
    zip(COMBINATIONS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)
)
"""R30: times the segunda aposta."""
HAND: Final = 5
FOUR, THREE, PAIR = 4, 3, 2
ACE, KING, JACK = 14, 13, 11

Strength = tuple[int, list[int]]
"""Combination, then what decides between equal ones."""


def strength(cards: Sequence[str]) -> Strength:
    """Return how high a hand is.

    >>> strength(["As", "2d", "3c", "4h", "5s"])
    (4, [5])
    """
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(
        {rank: ranks.count(rank) for rank in ranks}.items(), key=lambda g: (-g[1], -g[0])
    )
    kinds = [rank for rank, _ in groups]
    counts = [count for _, count in groups]
    flush = len({card[1] for card in cards}) == 1
    top = 5 if ranks == [ACE, 5, 4, 3, 2] else ranks[0]
    straight = len(kinds) == HAND and (ranks[0] - ranks[4] == FOUR or top != ranks[0])
    if straight:
        name = (
            "sequencia" if not flush else "real" if top == ranks[0] == ACE else "sequencia_de_cor"
        )
        return COMBINATIONS.index(name), [top]
    if counts[0] == FOUR:
        name = "poquer"
    elif counts == [THREE, PAIR]:
        name = "full"
    elif flush:
        name = "cor"
    elif counts[0] == THREE:
        name = "trio"
    elif counts[:2] == [PAIR, PAIR]:
        name = "dois_pares"
    else:
        name = "par" if counts[0] == PAIR else "cartas_maiores"
    return COMBINATIONS.index(name), kinds


def combination(cards: Sequence[str]) -> str:
    """Return the name of a hand's combination."""
    return COMBINATIONS[strength(cards)[0]]


def bank_plays(cards: Sequence[str]) -> bool:
    """Tell whether the bank has ace and king or more (R15)."""
    value, kinds = strength(cards)
    return value > 0 or kinds[:2] == [ACE, KING]


def compare(mine: Sequence[str], bank: Sequence[str]) -> int:
    """Return 1 if the player's hand is the higher, -1 if the bank's is, 0 if they tie (R26-R28)."""
    one, other = strength(mine), strength(bank)
    if one != other:
        return 1 if one > other else -1
    if one[0] == 0:
        suited = [
            max(suits.count(s) for s in suits) >= THREE for suits in map(_suits, (mine, bank))
        ]
        return suited[0] - suited[1]
    return 0


def _suits(cards: Sequence[str]) -> list[str]:
    return [card[1] for card in cards]


def multiple(cards: Sequence[str]) -> int:
    """Return how many times the segunda aposta a hand that wins is paid (R30)."""
    return MULTIPLES[combination(cards)]


def hand_of(rng: Random, name: str, left: Iterable[str]) -> list[str]:
    """Return five of the cards left that make a combination, in any order; some must."""
    free = set(left)
    while True:
        cards = _of_suit(rng, name) if name in _OF_SUIT else _of_ranks(rng, name)
        if combination(cards) == name and free.issuperset(cards):
            rng.shuffle(cards)
            return cards


def holds_full(cards: Iterable[str]) -> bool:
    """Tell whether three of one rank and two of another are among cards.

    >>> holds_full(["Ah", "As", "Ad", "2c", "2h", "9d"]), holds_full(["Ah", "As", "Ad", "Ac", "9d"])
    (True, False)
    """
    counts = sorted(Counter(card[0] for card in cards).values())
    return len(counts) > 1 and counts[-1] >= THREE and counts[-2] >= HAND - THREE


_OF_SUIT: Final = frozenset({"sequencia_de_cor", "real", "cor"})


def _of_suit(rng: Random, name: str) -> list[str]:
    suit = rng.choice(SUITS)
    if name == "cor":
        return [one + suit for one in rng.sample(RANKS, HAND)]
    top = 12 if name == "real" else rng.randrange(FOUR, 12)
    return [one + suit for one in RANKS[top - FOUR : top + 1]]


def _of_ranks(rng: Random, name: str) -> list[str]:
    one, other = rng.sample(RANKS, 2)
    count = FOUR if name == "poquer" else THREE
    cards = [one + suit for suit in rng.sample(SUITS, count)]
    return cards + [other + suit for suit in rng.sample(SUITS, HAND - count)]
