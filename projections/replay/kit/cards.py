"""French cards: what every card game shares, and no game's rule.

A card is its text, rank then suit: ``As``, ``Td``, ``2c``; suits are ♠ s, ♥ h, ♦ d, ♣ c.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

Who = TypeVar("Who", int, str)
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
RANK_OF: Final = {card: RANKS.index(card[0]) + 2 for card in DECK}
"""2 to 14; the ace is 14. A game that counts otherwise has its own table."""
SUIT_OF: Final = {card: card[1] for card in DECK}


def impossible_cards(cards: Iterable[str | None], decks: int = 1) -> list[str]:
    """Return the cards that cannot have been dealt: unknown, or more often than the decks hold.

    >>> impossible_cards(["As", "Kd", "As", "1x", None])
    ['As', '1x']
    """
    seen: dict[str, int] = {}
    wrong: list[str] = []
    for card in cards:
        if card is None:
            continue
        seen[card] = seen.get(card, 0) + 1
        if card not in RANK_OF or seen[card] == decks + 1:
            wrong.append(card)
    return wrong


def shown_by(shows: Iterable[tuple[Who, Sequence[str]]]) -> dict[Who, tuple[str, ...]]:
    """Return by seat, or by side, the cards shown there: what is shown again is the same card.

    >>> shown_by([(2, ["9d"]), (3, ["As"]), (2, ["9s", "9d"])])
    {2: ('9d', '9s'), 3: ('As',)}
    """
    shown: dict[Who, Counter[str]] = {}
    for seat, cards in shows:
        shown[seat] = shown.get(seat, Counter()) | Counter(cards)
    return {seat: tuple(cards.elements()) for seat, cards in shown.items()}
