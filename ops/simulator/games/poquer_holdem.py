"""Nights of hold'em: two own cards, five common ones, the best five of the seven (O1)."""

from collections.abc import Sequence
from typing import ClassVar

from typing_extensions import override

from ops.simulator.games.holdem_faults import HoldemFaults
from ops.simulator.games.poker_hands import Value, any_five


class PoquerHoldem(HoldemFaults):
    """A table of hold'em, its players and their luck."""

    GAME: ClassVar[str] = "poquer_holdem"
    OWN: ClassVar[int] = 2

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return any_five(own, board)
