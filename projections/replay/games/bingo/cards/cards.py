"""Editions of cards made ready for the draw: what reads each shape of each card off the balls.

Rules: rules/bingo.md 2.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Final

from projections.replay.games.bingo.cards.shapes import boxes_of
from projections.replay.games.bingo.cards.variants import VARIANTES
from projections.replay.games.bingo.facts import BRANCO, FIGURA, Edicao, Simbolo

Getter = Callable[[Any], tuple[int, ...]]


class Cards:
    """An edition made ready: made once, whatever the number of jogadas in which it is played."""

    def __init__(self, edition: Edicao, variante: int) -> None:
        """Read the cards as those of a variant."""
        self.edition = edition
        self.variant = VARIANTES.get(variante)
        self.boxes: dict[int, tuple[Simbolo, ...]] = {}
        self.repeated: list[int] = []
        """Numbers of cards that stand in two parts with different boxes."""
        for part in edition.partes:
            for number, boxes in enumerate(part.cartoes, part.primeiro):
                if self.boxes.setdefault(number, boxes) != boxes:
                    self.repeated.append(number)
        self.full = {number: frozenset(numbers_of(boxes)) for number, boxes in self.boxes.items()}
        """Each card's numbers."""
        self._getters: dict[tuple[tuple[str, ...], tuple[int, ...]], dict[int, list[Getter]]] = {}

    def getters(
        self, kinds: tuple[str, ...], figure: tuple[int, ...] = ()
    ) -> dict[int, list[Getter]]:
        """Return per card what reads off, from the order of the balls, each of its shapes."""
        key = kinds, figure if FIGURA in kinds else ()
        found = self._getters.get(key)
        if found is None:
            shapes = [
                boxes
                for kind in kinds
                if self.variant is not None
                for boxes in boxes_of(self.variant, kind, figure)
            ]
            found = {number: _getters(boxes, shapes) for number, boxes in self.boxes.items()}
            self._getters[key] = found
        return found


_MADE: Final[dict[tuple[int, int], Cards]] = {}
KEPT: Final = 32
"""How many editions made ready are kept."""


def cards_of(edition: Edicao, variante: int) -> Cards:
    """Return an edition made ready; the same object is made ready once."""
    key = id(edition), variante
    made = _MADE.get(key)
    if made is None or made.edition is not edition:
        made = Cards(edition, variante)
        if len(_MADE) >= KEPT:
            del _MADE[next(iter(_MADE))]
        _MADE[key] = made
    return made


def numbers_of(boxes: Iterable[Simbolo]) -> list[Simbolo]:
    """Return the numbers, or symbols, of a card's boxes; blank boxes are left out."""
    return [box for box in boxes if box != BRANCO]


def _getters(boxes: Sequence[Simbolo], shapes: Iterable[tuple[int, ...]]) -> list[Getter]:
    """Return a reader of each shape's boxes; a shape of blank boxes can never be made."""
    found: list[Getter] = []
    for shape in shapes:
        keys = numbers_of(boxes[box] for box in shape if box < len(boxes))
        # itemgetter of one key gives no tuple: the key twice does.
        if keys:
            found.append(itemgetter(*keys, keys[0]) if len(keys) == 1 else itemgetter(*keys))
    return found
