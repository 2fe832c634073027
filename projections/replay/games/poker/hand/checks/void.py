"""Faults of a void: a misdeal not voided (NB R66), no ground, the player's own fault (O69)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import MISDEALS, HandRecord, HandRules
from projections.replay.games.poker.hand.showdown import Ranking, decided
from projections.replay.games.poker.hand.stakes import misdeal
from projections.replay.settlement import Found, Settlement

# Voids.


def void_faults(
    hand: HandRecord, rules: HandRules, settlement: Settlement, ranking: Ranking
) -> Iterator[Found]:
    """Find a misdeal not voided (R66), a void without ground, or for the player's fault (O69)."""
    cites, ground = rules.cites, misdeal(hand)
    if hand.void is None:
        if ground:
            yield Found(
                code="NB-MIS", rule=f"{cites.void} {MISDEALS[ground]}", facts={"error": ground}
            )
        return
    if ground:
        return
    facts = {"cause": hand.void.cause, "side": hand.void.side}
    if not hand.online:
        yield Found(code="VOID-BAD", rule=cites.void, recorded=hand.void.rule, facts=facts)
    elif hand.void.side == "player":
        yield Found(code="VOID-NET", rule=cites.stands_online, facts=facts)
    elif not settlement.void and decided(hand, rules, ranking):
        yield Found(code="VOID-BAD", rule=cites.void_online, facts=facts)
