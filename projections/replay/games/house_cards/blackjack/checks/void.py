"""Faults of a void: without a ground, or not called where the outcome is lost (BJ R74, R75)."""

from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.games.house_cards.blackjack.settling import shows_who_wins
from projections.replay.games.house_cards.void import void_fault
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement


def check_void(record: BlackjackRecord, settlement: Settlement, found: list[Found]) -> None:
    """R74, R75: only the operator's own failure voids, and only where nobody can tell who won."""
    void = record.void
    if void is None:
        return
    decided = shows_who_wins(record, settlement)
    if record.mode == PHYSICAL:
        code, rule = "VOID-BAD", "BJ R39"
    elif void.side == "player":
        code, rule = "VOID-NET", "BJ R75"
    elif not decided:
        return
    elif void.side == "unknown":  # the server has the whole round: the player's side failed
        code, rule = "VOID-NET", "BJ R75"
    else:
        code, rule = "VOID-BAD", "BJ R74"
    found.append(void_fault(record, settlement, code, rule))
