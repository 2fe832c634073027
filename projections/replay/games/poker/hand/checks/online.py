"""Faults of online play: histories, sessions, demonstration."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.settlement import Found

DEMO: Final = "demo"


# Online.


def online_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find faults of online play beside the hand: histories, sessions, demonstration."""
    cites = rules.cites
    if rules.minimum_players_online is None:
        return
    if hand.sessions:
        yield from session_faults(
            hand.sessions,
            history=cites.history,
            decides=cites.player_decides,
            ending=cites.ending,
        )
    if hand.mode == DEMO:
        yield from demo_faults(hand.means, cites.demo)
