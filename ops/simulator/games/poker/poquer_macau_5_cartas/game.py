"""The table of Macau's five-card poker that is seated, with every fault that can be made at it."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.poker.poquer_macau_5_cartas.faults import MACAU
from ops.simulator.games.poker.poquer_macau_5_cartas.table import MacauTable
from ops.simulator.parties.fault import Wrong


class PoquerMacau5Cartas(MacauTable):
    """A table of Macau's five-card poker, its players and their luck."""

    GAME: ClassVar[str] = "poquer_macau_5_cartas"
    WRONGS: ClassVar[Mapping[str, Wrong]] = MACAU
    FAULTS: ClassVar[tuple[str, ...]] = tuple(MACAU)
