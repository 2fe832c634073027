"""Omaha: the seats, stacks, cards and acts of one hand, as ``hand_table`` reads them."""

from collections.abc import Mapping
from typing import Any

from projections.base.event import ClosedRound
from projections.gather.poker.hand import record_fields
from projections.replay.games.poker.poquer_omaha import OmahaRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> OmahaRecord:
    """Return the record of a hand."""
    return OmahaRecord(**record_fields(closed, options))
