"""Omaha: the seats, stacks, cards and acts of a hand, as ``poker.hand`` reads them."""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.gathering import Gathering
from projections.gather.poker.between_hands import carried_after, with_last_sessions
from projections.gather.poker.hand import record_fields
from projections.replay.games.poker.poquer_omaha import OmahaRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> OmahaRecord:
    """Return the record of a hand."""
    return OmahaRecord(**record_fields(closed, options))


GATHERING: Final = Gathering(
    game="poquer_omaha",
    record=gather,
    carry=carried_after,
    last_sessions=with_last_sessions,
    sessions="sessions",
)
