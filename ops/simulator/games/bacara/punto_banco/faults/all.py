"""The faults of ponto e banca of either kind, in the order in which a plan draws from them."""

from collections.abc import Mapping
from typing import Final

from ops.simulator.games.bacara.punto_banco.faults import bets, deal, payments, shoe, voids
from ops.simulator.games.bacara.punto_banco.faults.rigged import Fault

FAULTS: Final[Mapping[str, Fault]] = {
    **payments.PAYMENTS,
    **payments.OPENINGS,
    **shoe.SHOES,
    **deal.DEALS,
    **bets.CROWDS,
    **voids.VOIDS,
    **bets.BETS,
    **shoe.SINGLE,
}
BY_HAND: Final = frozenset({*(shoe.SHOES.keys() - {"wrong-decks-shuffled"}), deal.CARD_TOO_MANY})
"""Faults of a shoe, which a shuffler cannot have."""
