"""Nights of hold'em: two own cards, five common ones, the best five of the seven (O1)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from typing_extensions import override

from ops.simulator.games.poker.hands import Value, any_five
from ops.simulator.games.poker.holdem.faults import HOLDEM
from ops.simulator.games.poker.holdem.table import HoldemTable
from ops.simulator.parties.fault import Wrong


class PoquerHoldem(HoldemTable):
    """A table of hold'em, its players and their luck."""

    GAME: ClassVar[str] = "poquer_holdem"
    WRONGS: ClassVar[Mapping[str, Wrong]] = HOLDEM
    FAULTS: ClassVar[tuple[str, ...]] = tuple(HOLDEM)
    OWN: ClassVar[int] = 2

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return any_five(own, board)
