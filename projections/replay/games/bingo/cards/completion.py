"""The ball that completes a shape of a card, and the cards that complete one first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from projections.replay.games.bingo.cards.cards import Getter
from projections.replay.games.bingo.cards.variants import VARIANTES
from projections.replay.games.bingo.facts import Simbolo

NEVER: Final = 1_000_000
"""The ball at which a shape is complete that no ball completes."""


class Order(dict[Simbolo, int]):
    """Each number to the draw, from 1, that brought its ball; ``NEVER`` if none did."""

    def __missing__(self, _: Simbolo) -> int:
        """Return that a number no ball bears never comes."""
        return NEVER


def order_of(balls: Iterable[Simbolo], numbers: int = 0) -> Order:
    """Return at which ball each number came first; ``numbers`` is how many the variant has.

    Of a variant that the rules do not have no number is known beforehand: as many numbers as a
    record likes to say would fill the memory.
    """
    order = Order()
    for number in range(1, numbers + 1 if numbers in VARIANTES else 1):
        order[number] = NEVER  # a number that is there is read faster than one that is missing
    for index, ball in enumerate(balls, 1):
        if order[ball] == NEVER:
            order[ball] = index
    return order


def complete_at(getters: Iterable[Getter], order: Order) -> int:
    """Return the draw at which the first of a card's shapes is complete, or ``NEVER``."""
    best = NEVER
    for get in getters:
        at = max(get(order))
        if at < best:  # noqa: PLR1730 - min() costs a call for each of thousands of shapes
            best = at
    return best


def lacking(getters: Iterable[Getter], order: Order) -> int:
    """Return how many numbers the shape of a card lacks that lacks fewest, or ``NEVER``."""
    return min((_lacks(get(order)) for get in getters), default=NEVER)


def _lacks(ats: tuple[int, ...]) -> int:
    """Return how many numbers of a shape did not come; a shape of one number is read twice."""
    once = ats[:1] if len(ats) == 2 and ats[0] == ats[1] else ats
    return sum(at == NEVER for at in once)


def first_complete(
    getters: Mapping[int, Sequence[Getter]], cards: Iterable[int], order: Order
) -> tuple[int, list[int]]:
    """Return the draw at which the first of these cards completes a shape, and those cards.

    A card that the edition does not have is complete never.
    """
    best, found = NEVER, list[int]()
    for card in cards:
        for get in getters.get(card, ()):
            at = max(get(order))
            if at < best:
                best, found = at, [card]
            elif at == best and at != NEVER and found[-1] != card:
                found.append(card)
    return best, found
