"""The drawing table of ponto e banca: when the third card of each side is due.

The law's text has lost the table: it is a DECISION of the rules page.
"""

from typing import Final

PONTO_DRAWS_TO: Final = 5
"""Up to here ponto draws; on 6 and 7 it stands (R25, DECISION)."""
STOOD: Final = 10
"""In the table, the place of a ponto that drew nothing."""
_TABLE: Final = (
    # by the points of ponto's third card, 0 to 9, then where ponto stood: Tira or Recusa
    "TTTTTTTTTT T",  # banca has 0
    "TTTTTTTTTT T",
    "TTTTTTTTTT T",
    "TTTTTTTTRT T",
    "RRTTTTTTRR T",
    "RRRRTTTTRR T",
    "RRRRRRTTRR R",
    "RRRRRRRRRR R",  # banca has 7
)
DRAWS: Final = tuple(tuple(letter == "T" for letter in row.replace(" ", "")) for row in _TABLE)
"""Whether banca draws, by its points and then by those of ponto's third card, or ``STOOD``."""


def banca_draws(banca: int, third: int | None) -> bool:
    """Tell whether banca draws (R25): by ponto's third CARD, None where ponto stood.

    Asked only where neither side has a natural.

    >>> banca_draws(3, 8), banca_draws(3, 9), banca_draws(6, None), banca_draws(6, 6)
    (False, True, False, True)
    """
    return DRAWS[banca][STOOD if third is None else third]
