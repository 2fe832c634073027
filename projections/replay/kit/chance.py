"""Chance: how far counted results lie from what exact probabilities give, and how rare that is.

The distance is Pearson's chi-square, an exact fraction. How rare it is has an upper bound that is
reckoned in decimals of a fixed length, the same on every machine.
"""

from collections.abc import Mapping
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Final

BILLION: Final = 1_000_000_000
_EXACT: Final = Context(prec=60)


def distance_of(counts: Mapping[str, int], weights: Mapping[str, int]) -> Fraction:
    """Return the chi-square of counts against weights: the parts in which each result is due.

    >>> distance_of({"cara": 60, "coroa": 40}, {"cara": 1, "coroa": 1})
    Fraction(4, 1)
    """
    told = sum(counts.get(name, 0) for name in weights)
    whole = sum(weights.values())
    if not told:
        return Fraction(0)
    seen = {name: counts.get(name, 0) for name in weights}
    parts = (Fraction(seen[name] * seen[name], weight) for name, weight in weights.items())
    return sum(parts, Fraction(0)) * whole / told - told


def rarity_of(distance: Fraction, outcomes: int) -> int:
    """Return in how many of a billion cases chance leads as far, rounded up; never too few.

    With an odd number of free results the next even one is taken, of which the sum is finite.

    >>> rarity_of(Fraction(4), 2), rarity_of(Fraction(0), 37), rarity_of(Fraction(5_000), 37)
    (135335284, 1000000000, 1)
    """
    half = _EXACT.divide(Decimal(distance.numerator), Decimal(2 * distance.denominator))
    term = total = Decimal(1)
    for number in range(1, outcomes // 2):
        term = _EXACT.divide(_EXACT.multiply(term, half), Decimal(number))
        total = _EXACT.add(total, term)
    share = _EXACT.multiply(_EXACT.exp(-half), total)
    return int(_EXACT.multiply(share, Decimal(BILLION)).to_integral_value(ROUND_CEILING))
