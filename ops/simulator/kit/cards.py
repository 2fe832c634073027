"""French cards as events spell them: rank and suit, ``Td`` is the ten of diamonds."""

from collections.abc import Iterable
from random import Random
from typing import Final

RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest, the ace as the highest."""
SUITS: Final = "cdhs"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""One deck of 52."""
BACARA: Final = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0, **{rank: int(rank) for rank in "23456789"}}
"""The value of a rank in bacará (PB R9, CF R38)."""


def rank(card: str) -> int:
    """Return how high a card is, from 2 to 14, the ace.

    >>> rank("Td"), rank("As")
    (10, 14)
    """
    return RANKS.index(card[0]) + 2


def bacara_points(cards: Iterable[str]) -> int:
    """Return the points of a bacará hand: the sum of its cards without its tens (PB R10).

    >>> bacara_points(["Kd", "9s", "4h"])
    3
    """
    return sum(BACARA[card[0]] for card in cards) % 10


def shuffled(rng: Random, decks: int = 1) -> list[str]:
    """Return so many decks in chance order; the next card is the last of the list."""
    cards = [*DECK] * decks
    rng.shuffle(cards)
    return cards
