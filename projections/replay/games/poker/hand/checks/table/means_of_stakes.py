"""Faults of stakes laid in anything but chips of the casino (NB R61)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.kit.bets import CHIPS, MEANS_ONLINE
from projections.replay.settlement import Found


def means_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find stakes put in by other means than chips of the casino (R61)."""
    lawful = MEANS_ONLINE if hand.online else CHIPS
    for action in hand.actions:
        if action.means and action.means not in lawful:
            yield Found(
                code="CREDIT",
                rule=rules.cites.means,
                seat=action.seat,
                recorded=action.means,
                amount=action.added,
                facts={"action": action.action, "common": action.common},
            )
