"""The shapes that win a prize: linhas, colunas, diagonals, corners, figura and the full card.

Rules: BI R5, R66, R67, R72-R75, R83, R84.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from projections.replay.games.bingo.cards.variants import (
    DIAGONAL,
    HORIZONTAL,
    VARIANTES,
    VERTICAL,
    Variante,
)
from projections.replay.games.bingo.facts import BINGO, COLUNA, FIGURA, LINHA, QUATRO_CANTOS

_LINE_WORDS: Final = {
    HORIZONTAL: HORIZONTAL,
    VERTICAL: VERTICAL,
    COLUNA: VERTICAL,
    DIAGONAL: DIAGONAL,
}


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
