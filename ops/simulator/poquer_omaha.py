"""Nights at a table of Omaha: exactly two of four own cards and three of five common ones (O1)."""

from collections.abc import Sequence
from typing import ClassVar

from typing_extensions import override

from ops.simulator.holdem import HoldemTable
from ops.simulator.poker_hands import Value, two_and_three


class PoquerOmaha(HoldemTable):
    """A table of Omaha, its players and their luck."""

    GAME: ClassVar[str] = "poquer_omaha"
    OWN: ClassVar[int] = 4

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return two_and_three(own, board)
