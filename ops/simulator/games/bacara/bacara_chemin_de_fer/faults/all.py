"""Every fault of bacará chemin de fer, in the order in which a plan draws from them."""

from collections.abc import Mapping
from typing import Final

from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import Coup
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults import (
    bank,
    bets,
    cards,
    money,
    seats,
    shoe,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.parties.fault import Wrong

FAULTS: Final[Mapping[str, Wrong[CheminDeFerTable, Coup]]] = {
    **money.PAYMENTS,
    **bank.LOST,
    **bank.KEPT,
    **shoe.SHOES,
    **shoe.PLAYED_ON,
    **bets.BETS,
    **seats.SEATS,
    **cards.CARDS,
    **money.AFTERWARDS,
    **shoe.LATE,
}
