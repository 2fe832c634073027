"""Roleta americana: a coup's bets, launches and number, as ``wheels.roulette`` reads its events.

The posts of ``staff-changed`` are ``pagador``, who launches, and ``fiscal``.
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.gathering import Gathering
from projections.gather.wheels.roulette import carried_after, coup_fields
from projections.replay.games.wheels.roulette.roleta_americana import RoletaAmericanaRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> RoletaAmericanaRecord:
    """Return the record of a coup."""
    return RoletaAmericanaRecord(**coup_fields(closed, options))


GATHERING: Final = Gathering(
    game="roleta_americana",
    record=gather,
    reads_previous=True,
    carry=carried_after,
    carries_seldom=True,
)
