"""A shoe of several decks, or an automatic shuffler: what comes out next."""

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from ops.simulator.kit.cards import DECK


class Shoe:
    """Cards in chance order. What is drawn is gone until it goes back, or all is shuffled.

    The order is decided card by card as they are drawn; ``arrange`` says what comes next, for a
    round in which something particular is to happen.
    """

    def __init__(self, rng: Random, decks: int) -> None:
        """Put so many decks in."""
        self.decks: Final = decks
        self._rng = rng
        self._cards: list[str] = []
        self._next: deque[str | None] = deque()
        self.shuffle()

    def __len__(self) -> int:
        """How many cards are in it."""
        return len(self._cards) + sum(card is not None for card in self._next)

    def shuffle(self) -> None:
        """Put every card back."""
        self._cards = [*DECK] * self.decks
        self._next.clear()

    def draw(self) -> str:
        """Return the next card, which is out now."""
        card = self._next.popleft() if self._next else None
        return self._any() if card is None else card

    def arrange(self, cards: Sequence[str | None]) -> bool:
        """Let the next cards be these, None for any; tell whether the shoe holds them.

        What was arranged before is forgotten.
        """
        self.forget()
        for number, card in enumerate(cards):
            if card is not None:
                if card not in self._cards:
                    self._next.extend(cards[:number])
                    self.forget()
                    return False
                self._cards.remove(card)
        self._next.extend(cards)
        return True

    def forget(self) -> None:
        """Let chance decide again what comes next."""
        self.put_back(card for card in self._next if card is not None)
        self._next.clear()

    def put_back(self, cards: Iterable[str]) -> None:
        """Let cards go back among the others, as a shuffler takes them (BJ R36, PB R15 c)."""
        self._cards.extend(cards)

    def holds(self, card: str) -> bool:
        """Tell whether a card of this rank and suit is still to come."""
        return card in self._cards

    def _any(self) -> str:
        cards = self._cards
        place = self._rng.randrange(len(cards))
        card, cards[place] = cards[place], cards[-1]
        cards.pop()
        return card
