"""Faults of the table's limits, the cagnotte's rate and the means of stakes.

Rules: NB R61, R62, R65 a.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.kit.stake_means import CHIPS, MEANS_ONLINE
from projections.replay.settlement import Found, money_text

MILLION: Final = 1_000_000


def limit_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a minimum outside its share of a declared maximum (R62), a rate too high (R65 a)."""
    if hand.maximum is not None:
        low, high = rules.minimum_ppm
        minimum, maximum = hand.minimum, hand.maximum
        if not low * maximum <= minimum * MILLION <= high * maximum:
            yield Found(
                code="NB-LIM",
                rule=rules.cites.minimum_bet,
                expected=f"{money_text(low * maximum // MILLION)}"
                f"..{money_text(high * maximum // MILLION)}",
                recorded=money_text(minimum),
            )
    if hand.cagnotte_ppm > rules.cagnotte_ppm_max:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.cagnotte,
            expected=f"{rules.cagnotte_ppm_max} ppm",
            recorded=f"{hand.cagnotte_ppm} ppm",
            facts={"rate": hand.cagnotte_ppm},
        )


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
