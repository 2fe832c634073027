"""The prizes of a jogada of bingo, and the accumulator that it feeds.

Computed from the rules' own words (R6, R7, R9 to R11), apart from replay and from the pools.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

MILLION: Final = 1_000_000
LINHA: Final = "linha"
LINHA_SHARE: Final = 200_000
BINGO_SHARE: Final = 600_000
INCREMENT: Final = 30_000
"""R10: of the prizes."""


class Parts(Struct, frozen=True, kw_only=True):
    """The sales of a jogada divided."""

    sales: int
    total: int
    """For prizes, the increment included."""
    increment: int
    residue: int
    """What of a unit stays with the accumulator afterwards, in millionths."""
    prizes: dict[str, int]
    """Prize to its money, the main one last."""

    @property
    def house(self) -> int:
        """The house's part of a jogada."""
        return self.sales - self.total


def divide(
    sales: int,
    names: Sequence[str],
    *,
    rate: int = 0,
    residue: int = 0,
    plan: tuple[int, int] = (LINHA_SHARE, BINGO_SHARE),
) -> Parts:
    """Divide the sales among prizes, the main one last, and the accumulator.

    80 % rounded up; of that the accumulator's share, whole units; of the rest the bingo its 60 of
    80 rounded up; the others in equal parts, what is left over to the first.

    >>> one = divide(231, ["linha", "bingo"], rate=30_000)
    >>> one.total, one.increment, one.residue, one.prizes, one.house
    (185, 5, 550000, {'linha': 45, 'bingo': 135}, 46)
    """
    linha, bingo = plan
    total = -(-sales * (linha + bingo) // MILLION)
    increment, after = divmod(total * rate + residue, MILLION)
    net = total - increment
    *others, main = names
    first = -(-net * bingo // (linha + bingo)) if others else net
    prizes = dict.fromkeys(others, (net - first) // max(len(others), 1))
    if others:
        prizes[others[0]] += net - first - sum(prizes.values())
    prizes[main] = first
    return Parts(sales=sales, total=total, increment=increment, residue=after, prizes=prizes)


def shares(amount: int, count: int) -> list[int]:
    """Divide a prize among its winners; odd units one each to the first in order of sale (R6).

    >>> shares(1001, 3)
    [334, 334, 333]
    """
    return [amount // count + (index < amount % count) for index in range(count)]


class Accumulator:
    """The progressive of a bingo room, as its panel shows it."""

    def __init__(self, name: str, base: int) -> None:
        """Begin with the base, from the operator's own money."""
        self.name = name
        self.base = base
        self.rate = INCREMENT
        self.balance = base
        self.residue = 0

    def feed(self, parts: Parts) -> None:
        """Take a jogada's increment, and what of a unit is over."""
        self.balance += parts.increment
        self.residue = parts.residue

    def won(self) -> None:
        """Begin again with the base (R11)."""
        self.balance = self.base
