"""Faults of the cagnotte in the box: other than the hand's (NB R65 a)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.games.poker.hand.payment_names import undecided
from projections.replay.settlement import Found, Settlement, money_text


def rake_faults(hand: HandRecord, rules: HandRules, settlement: Settlement) -> Iterator[Found]:
    """Find a cagnotte in the box that is not the hand's (R65 a)."""
    due = sum(one.amount for one in settlement.commissions)
    taken = hand.cagnotte_taken
    if taken is not None and taken != due and not undecided(settlement):
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.cagnotte,
            expected=money_text(due),
            recorded=money_text(taken),
            amount=taken - due,
        )
