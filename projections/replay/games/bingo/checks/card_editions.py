"""Faults of an edition: the arrangement of its cards, repeated lines, the size of its series.

Rules: BI R3, R14, R16, R19, R63-R65, R69-R71, R79-R82.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from projections.replay.games.bingo.cards.cards import KEPT, Cards, numbers_of
from projections.replay.games.bingo.cards.shapes import boxes_of
from projections.replay.games.bingo.cards.variants import HORIZONTAL, Variante
from projections.replay.games.bingo.facts import BRANCO, Simbolo
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found

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


def card_fault(variant: Variante, boxes: Sequence[Simbolo]) -> str:
    """Return the fault of a card's arrangement, in words; an empty text for a right card.

    >>> from projections.replay.games.bingo.cards.variants import VARIANTES
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
    numbers = numbers_of(boxes)
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
            count = len(numbers_of(boxes[row * width : (row + 1) * width]))
            if count != variant.per_row:
                return f"linha {row + 1}: {count} números"
        return ""
    for box, number in enumerate(boxes):
        if (number == BRANCO) is not (box == variant.blank):
            return f"casa {box + 1}: {number}"
    return ""


@lru_cache(maxsize=KEPT)
def faults_of(cards: Cards) -> list[Fault]:
    """Return the faults of an edition: BI-GEOM, BI-DUP (R14), BI-SIZE (R3, R16, R19).

    An edition made ready is looked at once, whatever the number of jogadas in which it is played.
    """
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
            frozenset(numbers_of(boxes[box] for box in line if box < len(boxes))) for line in lines
        ]
        sets = [*filter(None, sets), cards.full[number]]
        if not seen.isdisjoint(sets) or len(set(sets)) != len(sets):
            again.append(number)
        seen.update(sets)
    return sorted(set(again))


def edition_faults(one: Apurada) -> Iterator[Found]:
    """BI-GEOM, BI-DUP, BI-SIZE: the editions on sale (R3, R14-R16, R19, R62-R82)."""
    seen: set[str] = set()
    for cards in one.jogo.cards.values():
        name = cards.edition.edicao
        if name in seen:
            continue
        seen.add(name)
        for fault in faults_of(cards):
            yield Found(
                code=fault.code,
                rule=fault.rule,
                expected=fault.expected,
                recorded=fault.recorded,
                facts={"edicao": name, "cartoes": list(fault.cards), "quantos": fault.count},
            )
