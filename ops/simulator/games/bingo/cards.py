"""Cards of bingo as the rules draw them: numbers by column, and the shapes that win on them.

Computed from the rules' own words (R5, R14, R63 to R67, R69 to R75, R79 to R84), apart from replay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

Symbol = int | str
Boxes = tuple[Symbol, ...]
"""A card, row by row; 0 is an empty box, or the blank centre of bingo 75."""

ROWS: Final = {90: 3, 80: 4, 75: 5, 30: 3}
WIDTH: Final = {90: 9, 80: 4, 75: 5, 30: 3}
COLUMNS_90: Final = ((1, 9), *((low, low + 9) for low in range(10, 80, 10)), (80, 90))
PER_ROW: Final = 5
"""R14: numbers in a row of bingo 90."""
BLANK: Final = 12
"""R71: the centre of a card of bingo 75, from 0."""
FIGURE: Final = (1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 14, 15, 16, 18, 20, 21, 22, 23, 24, 25)
"""R73 b: the frame and the cross inside it, boxes from 1."""
SYMBOLS: Final = (
    "ancora",
    "bandeira",
    "barco",
    "batuque",
    "cabra",
    "cachupa",
    "canoa",
    "concha",
    "coqueiro",
    "corda",
    "enxada",
    "farol",
    "figueira",
    "funana",
    "garca",
    "gato",
    "ilha",
    "lua",
    "mar",
    "milho",
    "morna",
    "navio",
    "onda",
    "peixe",
    "pilao",
    "rede",
    "sol",
    "tambor",
    "vela",
    "vulcao",
)
"""R80: thirty symbols, all different."""


@dataclass
class Edition:
    """An authorised edition of cards, numbered from 1."""

    name: str
    variant: int
    cards: list[Boxes]
    double: bool = False
    act: str | None = "IGJ-edicao"
    size: int = 0
    """Cards that it is said to have."""
    symbols: bool = False
    made: dict[tuple[tuple[str, ...], tuple[int, ...]], list[list[Boxes]]] = field(
        default_factory=dict[tuple[tuple[str, ...], tuple[int, ...]], list[list[Boxes]]]
    )

    def __post_init__(self) -> None:
        """Say of the size what it is, where nothing else is said."""
        self.size = self.size or len(self.cards)

    def sets(self, kinds: tuple[str, ...], figure: tuple[int, ...]) -> list[list[Boxes]]:
        """Return, card by card, the numbers of each shape of these kinds."""
        key = kinds, figure
        if key not in self.made:
            shapes = [boxes for kind in kinds for boxes in shapes_of(self.variant, kind, figure)]
            self.made[key] = [
                [tuple(card[box] for box in shape if card[box] != 0) for shape in shapes]
                for card in self.cards
            ]
        return self.made[key]


def shapes_of(variant: int, kind: str, figure: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the boxes, from 0, of each shape of a kind.

    >>> shapes_of(30, "diagonal"), shapes_of(80, "quatro_cantos")
    ([(0, 4, 8), (2, 4, 6)], [(0, 3, 12, 15)])
    """
    rows, width = ROWS[variant], WIDTH[variant]
    boxes = range(rows * width)
    match kind:
        case "horizontal":
            return [tuple(boxes[row * width : (row + 1) * width]) for row in range(rows)]
        case "vertical":
            return [tuple(boxes[column::width]) for column in range(width)]
        case "diagonal":
            return [
                tuple(row * (width + 1) for row in range(rows)),
                tuple((row + 1) * (width - 1) for row in range(rows)),
            ]
        case "quatro_cantos":
            return [(0, width - 1, (rows - 1) * width, rows * width - 1)]
        case "figura":
            return [tuple(box - 1 for box in figure)]
        case _:
            return [tuple(boxes)]


def numbers_of(variant: int, *, symbols: bool = False) -> list[Symbol]:
    """Return the marks on the balls of a set."""
    return list(SYMBOLS) if symbols else list(range(1, variant + 1))


# --- making them ---------------------------------------------------------------------------------


def make(rng: Random, variant: int, size: int, *, symbols: bool = False) -> list[Boxes]:
    """Return so many cards of a variant, of which no line and no full card occurs twice (R14)."""
    seen: set[frozenset[Symbol]] = set()
    cards: list[Boxes] = []
    while len(cards) < size:
        card = _card_90(rng) if variant == 90 else _card(rng, variant, symbols=symbols)  # noqa: PLR2004 - the variant
        sets = [*lines(variant, card), frozenset(card) - {0}]
        if seen.isdisjoint(sets):
            seen.update(sets)
            cards.append(card)
    return cards


def lines(variant: int, card: Boxes) -> list[frozenset[Symbol]]:
    """Return the numbers of each row of a card."""
    width = WIDTH[variant]
    return [frozenset(card[at : at + width]) - {0} for at in range(0, len(card), width)]


def _card_90(rng: Random) -> Boxes:
    while True:
        counts = [2] * 6 + [1] * 3
        rng.shuffle(counts)
        left = [PER_ROW] * 3
        boxes: list[Symbol] = [0] * 27
        for column in sorted(range(9), key=lambda one: -counts[one]):
            rows = sorted(range(3), key=lambda row: (-left[row], rng.random()))[: counts[column]]
            low, high = COLUMNS_90[column]
            for row, number in zip(rows, rng.sample(range(low, high + 1), len(rows)), strict=True):
                boxes[row * 9 + column] = number
                left[row] -= 1
        if not any(left):
            return tuple(boxes)


def _card(rng: Random, variant: int, *, symbols: bool) -> Boxes:
    """Return a card whose columns hold equal parts of the numbers; symbols stand anywhere."""
    rows, width = ROWS[variant], WIDTH[variant]
    if symbols:
        return tuple(rng.sample(SYMBOLS, rows * width))
    per = variant // width
    columns = [rng.sample(range(at * per + 1, (at + 1) * per + 1), rows) for at in range(width)]
    boxes: list[Symbol] = [columns[column][row] for row in range(rows) for column in range(width)]
    if variant == 75:  # noqa: PLR2004 - the only one with a blank centre
        boxes[BLANK] = 0
    return tuple(boxes)


# --- which ball completes what -------------------------------------------------------------------

NEVER: Final = 1_000


def complete_at(sets: Sequence[Boxes], order: dict[Symbol, int]) -> int:
    """Return the ball, from 1, at which the first of a card's shapes is complete.

    >>> complete_at([(1, 2), (3, 4)], {1: 5, 2: 9, 3: 6, 4: 7})
    7
    """
    return min(max(order.get(number, NEVER) for number in one) for one in sets)
