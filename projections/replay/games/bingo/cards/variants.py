"""The variants of bingo: how the cards of 90, 80, 75 and 30 numbers are made, and what they offer.

Rules: BI R14 (90), R63-R67 (80), R69-R76 (75), R79-R84 (30); rules/bingo.md 2.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from projections.replay.games.bingo.facts import BINGO, COLUNA, FIGURA, LINHA, QUATRO_CANTOS

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
