"""Hold'em: the seats, stacks, cards and acts of one hand, as ``hand_table`` reads them."""

from collections.abc import Mapping
from typing import Any

from projections.base.event import ClosedRound
from projections.gather.poker.hand import record_fields
from projections.replay.games.poker.poquer_holdem import HoldemRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> HoldemRecord:
    """Return the record of a hand."""
    return HoldemRecord(**record_fields(closed, options))
