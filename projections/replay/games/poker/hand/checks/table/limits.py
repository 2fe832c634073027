"""Faults of the table's limits, of a change of them, and of the cagnotte's rate.

Rules: NB R62, R64, R65 a.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
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


def changed_limit_faults(rules: HandRules) -> Iterator[Found]:
    """Find that the table's limits were changed without notice to the players (R64)."""
    yield Found(code="REG-LIMIT-CHG", rule=rules.cites.notice)
