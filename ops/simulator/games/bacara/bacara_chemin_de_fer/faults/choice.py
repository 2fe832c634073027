"""The coup and the stake of a fault of chemin de fer, as most faults need them."""

from typing import Final

from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import Coup
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable

FEW: Final = 40
"""Cards that must be left in the shoe for a fault of the deal."""


def with_cards(table: CheminDeFerTable) -> bool:
    """Tell whether the shoe has cards enough for a coup that is drawn until the fault fits."""
    return len(table.cards) > FEW


def covered(table: CheminDeFerTable, coup: Coup) -> bool:
    """Choose the first stake that the bank covers."""
    del table
    coup.target = next((one for one in coup.stakes if one.covered), None)
    return coup.target is not None
