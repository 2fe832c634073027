"""The values in which laws may differ, and the banker's table."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Must = Literal["tira", "fica", "livre"]
"""What the banker must do: draw, stand, or as he likes."""
TIRA: Final = "tira"
FICA: Final = "fica"
LIVRE: Final = "livre"

_WORDS: Final[Mapping[str, Must]] = {"T": TIRA, "R": FICA, "F": LIVRE}


def table_of(rows: Mapping[int, str]) -> Mapping[tuple[int, int | None], Must]:
    """Return the table from its rows: ponto's third card 0 to 9, then ``não``.

    >>> table_of({5: "RRRRFTTTRR T"})[5, None]
    'tira'
    """
    thirds: tuple[int | None, ...] = (*range(10), None)
    return {
        (points, third): _WORDS[word]
        for points, words in rows.items()
        for third, word in zip(thirds, words.replace(" ", ""), strict=True)
    }


class CheminDeFerRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    table: Mapping[tuple[int, int | None], Must]
    """Banker's points 3 to 6 and the ponto's third card, None where he drew none (R70 d)."""
    minimum_seated: int
    """R48."""
    cut_minimum: int
    """Cards on each side of the cut (R45)."""
    behind_aviso: int
    """Cards behind the carta-aviso (R45)."""
    last_coup_cards: int
    """What the last coup needs besides the aviso (R104 d)."""
    first_half: int
    """The winning coup after which half of the bank may first be taken out (R9)."""
    extension_minutes: int
    """How long before closing a shoe must begin to be played out (R105)."""


def must_draw(
    rules: CheminDeFerRules, points: int, third: int | None, *, by_table: bool = False
) -> Must:
    """Return the banker's duty against a ponto who has not shown (R70).

    ``by_table``: he may not choose, and draws in both optional cases (R101, R102 b).
    """
    if points < 3:  # R70 c
        return TIRA
    if points > 6:  # R70 a, b
        return FICA
    word = rules.table[points, third]
    return TIRA if by_table and word == LIVRE else word
