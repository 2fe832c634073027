"""Cards of bingo: which numbers stand where, which shapes win, and at which ball they are complete.

Rules: BI R14, R16 (90), R63-R67 (80), R69-R76 (75), R79-R84 (30); rules/bingo.md 2.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from projections.replay.games.bingo.parts.facts import (
    BINGO,
    BRANCO,
    COLUNA,
    FIGURA,
    LINHA,
    QUATRO_CANTOS,
    Edicao,
    Simbolo,
)

SIZES: Final = {
    "A": 90,
    "B": 120,
    "C": 150,
    "D": 180,
    "E": 240,
    "F": 300,
    "G": 360,
    "H": 420,
    "I": 660,
    "J": 840,
    "K": 1_680,
}
"""R16: series to the number of its cards."""
NEVER: Final = 1_000_000
"""The ball at which a shape is complete that no ball completes."""
HORIZONTAL: Final = "horizontal"
VERTICAL: Final = "vertical"
DIAGONAL: Final = "diagonal"


class Variante(Struct, frozen=True, kw_only=True, gc=False):
    """How the cards of a variant are made, and what wins on them."""

    numbers: int
    rows: int
    columns: tuple[tuple[int, int], ...]
    """Each column's lowest and highest number."""
    per_row: int | None = None
    """Numbers in a row, where not every box has one (90)."""
    blank: int | None = None
    """The box, from 0, that has no number (75)."""
    symbols: bool = False
    """Whether words may stand for the numbers (R80)."""
    kinds: tuple[str, ...]
    """Of lines, those for which a linha may be given."""
    offers: tuple[str, ...]
    """What may be offered besides the kinds of linha."""
    default: tuple[str, ...]
    """What is offered where the sale does not say."""
    geometry: str
    """The rule on the card's arrangement."""
    shapes: str
    """The rule on what wins."""

    @property
    def boxes(self) -> int:
        """How many boxes a card has."""
        return self.rows * len(self.columns)


_LINES: Final = (HORIZONTAL, VERTICAL, DIAGONAL)
VARIANTES: Final[Mapping[int, Variante]] = {
    90: Variante(
        numbers=90,
        rows=3,
        columns=((1, 9), *((low, low + 9) for low in range(10, 80, 10)), (80, 90)),
        per_row=5,
        kinds=(HORIZONTAL,),
        offers=(LINHA, BINGO),
        default=(LINHA, BINGO),
        geometry="BI R14",
        shapes="BI R5",
    ),
    80: Variante(
        numbers=80,
        rows=4,
        columns=((1, 20), (21, 40), (41, 60), (61, 80)),
        kinds=_LINES,
        offers=(LINHA, COLUNA, BINGO),
        default=(LINHA, BINGO),
        geometry="BI R63, R64, R65",
        shapes="BI R66, R67",
    ),
    75: Variante(
        numbers=75,
        rows=5,
        columns=((1, 15), (16, 30), (31, 45), (46, 60), (61, 75)),
        blank=12,
        kinds=_LINES,
        offers=(LINHA, COLUNA, QUATRO_CANTOS, FIGURA, BINGO),
        default=(BINGO,),
        geometry="BI R69, R70, R71",
        shapes="BI R73, R74, R75",
    ),
    30: Variante(
        numbers=30,
        rows=3,
        columns=((1, 10), (11, 20), (21, 30)),
        symbols=True,
        kinds=_LINES,
        offers=(LINHA, COLUNA, QUATRO_CANTOS, BINGO),
        default=(BINGO,),
        geometry="BI R79, R80, R81, R82",
        shapes="BI R83, R84",
    ),
}
"""R14, R63-R67, R69-R76, R79-R84."""
_LINE_WORDS: Final = {
    HORIZONTAL: HORIZONTAL,
    VERTICAL: VERTICAL,
    COLUNA: VERTICAL,
    DIAGONAL: DIAGONAL,
}


# --- what wins -----------------------------------------------------------------------------------


class Formas(Struct, frozen=True, kw_only=True, gc=False):
    """The prizes of a jogada."""

    variante: int
    linha: tuple[str, ...] = ()
    """The kinds of line that win the linha; none: no linha is offered."""
    adicionais: tuple[str, ...] = ()
    principal: str = BINGO
    """``bingo``, or the figura."""
    figura: tuple[int, ...] = ()
    """Its boxes, from 1."""

    @property
    def prizes(self) -> tuple[str, ...]:
        """The prizes in the order in which they are named: linha, additional ones, the main one."""
        return (*((LINHA,) if self.linha else ()), *self.adicionais, self.principal)

    def prize_of(self, word: str) -> str | None:
        """Return the prize that a shape's word claims; None if the prize is not offered.

        >>> Formas(variante=80, linha=("diagonal",)).prize_of("horizontal")
        >>> Formas(variante=80, linha=("diagonal",)).prize_of("linha")
        'linha'
        """
        if word in self.prizes:
            return word
        return LINHA if _LINE_WORDS.get(word) in self.linha else None

    def kinds_of(self, prize: str) -> tuple[str, ...]:
        """Return the kinds of shape for which a prize is given."""
        return self.linha if prize == LINHA else (prize,)


def formas_of(variante: int, words: Sequence[str], figura: Sequence[int] = ()) -> Formas:
    """Return the prizes that a sale offers; words that the variant does not know offer nothing.

    ``linha`` alone is every kind of line of the variant; kinds named besides limit it (R67, R75).

    >>> formas_of(80, ["linha", "bingo"]).linha
    ('horizontal', 'vertical', 'diagonal')
    >>> formas_of(75, ["linha", "diagonal", "quatro_cantos", "bingo"]).prizes
    ('linha', 'quatro_cantos', 'bingo')
    """
    variant = VARIANTES.get(variante)
    if variant is None:
        return Formas(variante=variante)
    said = tuple(words) or variant.default
    named = {_LINE_WORDS.get(word) for word in said}
    kinds = tuple(kind for kind in variant.kinds if kind in named)
    if LINHA in said and not kinds:
        kinds = variant.kinds
    corners = QUATRO_CANTOS in said and QUATRO_CANTOS in variant.offers
    figure = FIGURA in said and FIGURA in variant.offers and BINGO not in said
    return Formas(
        variante=variante,
        linha=kinds,
        adicionais=(QUATRO_CANTOS,) if corners else (),
        principal=FIGURA if figure else BINGO,
        figura=tuple(figura),
    )


def boxes_of(
    variant: Variante, kind: str, figure: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the boxes, from 0, of each shape of a kind.

    >>> boxes_of(VARIANTES[30], "diagonal")
    ((0, 4, 8), (2, 4, 6))
    >>> boxes_of(VARIANTES[75], "quatro_cantos")
    ((0, 4, 20, 24),)
    """
    rows, columns = variant.rows, len(variant.columns)
    match kind:
        case "horizontal":
            return tuple(tuple(range(r * columns, (r + 1) * columns)) for r in range(rows))
        case "vertical":
            return tuple(tuple(range(c, rows * columns, columns)) for c in range(columns))
        case "diagonal":
            return (
                tuple(r * columns + r for r in range(rows)),
                tuple(r * columns + columns - 1 - r for r in range(rows)),
            )
        case "quatro_cantos":
            return ((0, columns - 1, (rows - 1) * columns, rows * columns - 1),)
        case "figura":
            inside = tuple(box - 1 for box in figure if 1 <= box <= rows * columns)
            return (inside,) if inside else ()
        case _:
            return (tuple(range(rows * columns)),)


# --- editions ------------------------------------------------------------------------------------

Getter = Callable[[Any], tuple[int, ...]]


class Fault(Struct, frozen=True, kw_only=True, gc=False):
    """Something wrong with an edition, told once for all its cards."""

    code: str
    rule: str
    expected: str
    recorded: str
    cards: tuple[int, ...] = ()
    """The first cards that show it."""
    count: int = 1
    """How many do."""


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
        self.full = {number: frozenset(_numbers(boxes)) for number, boxes in self.boxes.items()}
        """Each card's numbers."""
        self._getters: dict[tuple[tuple[str, ...], tuple[int, ...]], dict[int, list[Getter]]] = {}
        self._faults: list[Fault] | None = None

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

    @property
    def faults(self) -> list[Fault]:
        """What is wrong with the edition: geometry, repeated lines, size."""
        if self._faults is None:
            self._faults = edition_faults(self)
        return self._faults


_MADE: Final[dict[tuple[int, int], Cards]] = {}
_KEPT: Final = 32


def cards_of(edition: Edicao, variante: int) -> Cards:
    """Return an edition made ready; the same object is made ready once."""
    key = id(edition), variante
    made = _MADE.get(key)
    if made is None or made.edition is not edition:
        made = Cards(edition, variante)
        if len(_MADE) >= _KEPT:
            del _MADE[next(iter(_MADE))]
        _MADE[key] = made
    return made


def _numbers(boxes: Iterable[Simbolo]) -> list[Simbolo]:
    return [box for box in boxes if box != BRANCO]


def _getters(boxes: Sequence[Simbolo], shapes: Iterable[tuple[int, ...]]) -> list[Getter]:
    """Return what reads each shape; one whose boxes are all blank can never be made."""
    found: list[Getter] = []
    for shape in shapes:
        keys = _numbers(boxes[box] for box in shape if box < len(boxes))
        # itemgetter of one key gives no tuple: the key twice does.
        if keys:
            found.append(itemgetter(*keys, keys[0]) if len(keys) == 1 else itemgetter(*keys))
    return found


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


# --- geometry ------------------------------------------------------------------------------------


def card_fault(variant: Variante, boxes: Sequence[Simbolo]) -> str:
    """Return the fault of a card's arrangement, in words; an empty text for a right card.

    >>> card_fault(VARIANTES[30], (1, 11, 21, 2, 12, 22, 3, 13, 23))
    ''
    >>> card_fault(VARIANTES[30], (1, 11, 21, 2, 12, 22, 3, 13, 31))
    'coluna 3: 31'
    """
    if len(boxes) != variant.boxes:
        return f"{len(boxes)} casas"
    words = [box for box in boxes if isinstance(box, str)]
    if words:
        if not variant.symbols or len(words) != len(boxes):
            return f"símbolo {words[0]}"
        return "" if len(set(words)) == len(words) else "símbolos repetidos"
    numbers = _numbers(boxes)
    if len(set(numbers)) != len(numbers):
        return "números repetidos"
    return _columns(variant, boxes) or _filled(variant, boxes)


def _columns(variant: Variante, boxes: Sequence[Simbolo]) -> str:
    width = len(variant.columns)
    for index, (low, high) in enumerate(variant.columns):
        column = [box for box in boxes[index::width] if box != BRANCO]
        for box in column:
            if not isinstance(box, int) or not low <= box <= high:
                return f"coluna {index + 1}: {box}"
        if variant.per_row is not None and len(column) not in (1, 2):
            return f"coluna {index + 1}: {len(column)} números"
    return ""


def _filled(variant: Variante, boxes: Sequence[Simbolo]) -> str:
    width = len(variant.columns)
    if variant.per_row is not None:
        for row in range(variant.rows):
            count = len(_numbers(boxes[row * width : (row + 1) * width]))
            if count != variant.per_row:
                return f"linha {row + 1}: {count} números"
        return ""
    for box, number in enumerate(boxes):
        if (number == BRANCO) is not (box == variant.blank):
            return f"casa {box + 1}: {number}"
    return ""


def edition_faults(cards: Cards) -> list[Fault]:
    """Return the faults of an edition: BI-GEOM, BI-DUP (R14), BI-SIZE (R3, R16, R19)."""
    edition, variant = cards.edition, cards.variant
    found = _size(cards)
    if variant is None:
        return found
    bad = {
        number: fault
        for number, boxes in cards.boxes.items()
        if (fault := card_fault(variant, boxes))
    }
    if bad or edition.variante != variant.numbers:
        first = next(iter(bad.values()), f"variante {edition.variante}")
        found.append(
            Fault(
                code="BI-GEOM",
                rule=variant.geometry,
                expected=f"bingo {variant.numbers}",
                recorded=first,
                cards=tuple(bad)[:10],
                count=len(bad),
            )
        )
    again = _repeated(cards, variant)
    if again:
        found.append(
            Fault(
                code="BI-DUP",
                rule="BI R14",
                expected="combinações diferentes",
                recorded=", ".join(map(str, again[:10])),
                cards=tuple(again[:10]),
                count=len(again),
            )
        )
    return found


def _size(cards: Cards) -> list[Fault]:
    edition = cards.edition
    found: list[Fault] = []
    if edition.autorizada is False:
        found.append(_sized("BI R3", "uma edição autorizada", "sem autorização"))
    if edition.autorizada is not True and edition.tamanho not in SIZES.values():
        lawful = ", ".join(map(str, SIZES.values()))
        found.append(_sized("BI R16, R19", lawful, str(edition.tamanho)))
    missing = edition.tamanho - sum(1 <= number <= edition.tamanho for number in cards.boxes)
    if cards.boxes and (missing or len(cards.boxes) != edition.tamanho):
        found.append(_sized("BI R16", f"{edition.tamanho} cartões", f"{len(cards.boxes)} cartões"))
    return found


def _sized(rule: str, expected: str, recorded: str) -> Fault:
    return Fault(code="BI-SIZE", rule=rule, expected=expected, recorded=recorded)


def _repeated(cards: Cards, variant: Variante) -> list[int]:
    """Return the cards with a horizontal line, or all numbers, that an earlier card has too."""
    seen: set[frozenset[Simbolo]] = set()
    again: list[int] = list(cards.repeated)
    lines = boxes_of(variant, HORIZONTAL)
    for number, boxes in cards.boxes.items():
        sets = [
            frozenset(_numbers(boxes[box] for box in line if box < len(boxes))) for line in lines
        ]
        sets = [*filter(None, sets), cards.full[number]]
        if not seen.isdisjoint(sets) or len(set(sets)) != len(sets):
            again.append(number)
        seen.update(sets)
    return sorted(set(again))
