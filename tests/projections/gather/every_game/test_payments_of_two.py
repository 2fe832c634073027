"""In every game whose payments name bets, what is due to two players is not handed to one."""

from typing import Final

import pytest
from msgspec import structs

from ledger.events.rounds import BetPlaced, Payout
from projections.base.event import Event
from tests.helpers.nights import altered_rounds, last_verdicts, said_otherwise

PLACES: Final = (
    *("RA-01", "RF-01", "BF-01", "CR-01", "CU-01", "BO-01", "RS-01", "DC-01", "BJ-01", "PB-01"),
    *("PM-01", "CF-01", "SD-01", "SP-01", "ST-01", "P3-01", "PK-01"),
)
ROUNDS: Final = 16
"""So many that in each game two places are paid in one of them."""


def handed_to_one(events: list[Event]) -> list[Event] | None:
    """Tell two seats' payments as one to the second; None where no two bettors were paid."""
    laid = {
        event.payload.bet: (event.payload.seat, event.payload.player)
        for event in events
        if isinstance(event.payload, BetPlaced)
    }
    paid = [
        (event, event.payload)
        for event in events
        if isinstance(event.payload, Payout) and event.payload.bets[:1]
        if event.payload.amount + event.payload.stake_returned > 0
        if all(bet in laid and laid[bet][0] == event.payload.seat for bet in event.payload.bets)
    ]
    for event, one in paid:
        for second, other in paid:
            names = {laid[bet][1] for bet in one.bets} & {laid[bet][1] for bet in other.bets}
            if one.seat >= other.seat or names - {None}:
                continue
            both = structs.replace(
                other,
                amount=one.amount + other.amount,
                stake_returned=one.stake_returned + other.stake_returned,
                returned=one.returned + other.returned,
                bets=(*other.bets, *one.bets),
            )
            told = [said_otherwise(second, both) if at is second else at for at in events]
            return [at for at in told if at is not event]
    return None


@pytest.mark.one_in(6)
@pytest.mark.parametrize("place", PLACES)
def test_one_payment_for_two_players_is_a_difference(place: str) -> None:
    """PAY-DIFF is also “to whom”: the sum is right, and one of the two got nothing."""
    told = [*altered_rounds(place, handed_to_one, ROUNDS)]
    assert told
    for name, night in told:
        found = last_verdicts(night)[name].verdict.found
        assert [one for one in found if one.facts.get("fact") == "seat"], (name, found)
