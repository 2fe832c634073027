"""Roleta francesa: a coup's bets, launches and number, as ``wheels.roulette`` reads its events.

The posts of ``staff-changed`` are ``lancador``, who launches, ``pagador``, who pays, ``fiscal``.
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.gathering import Gathering
from projections.gather.wheels.roulette import carried_after, coup_fields
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> RoletaFrancesaRecord:
    """Return the record of a coup."""
    return RoletaFrancesaRecord(**coup_fields(closed, options))


GATHERING: Final = Gathering(
    game="roleta_francesa",
    record=gather,
    reads_previous=True,
    carry=carried_after,
    carries_seldom=True,
)
