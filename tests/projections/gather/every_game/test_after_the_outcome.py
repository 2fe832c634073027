"""In every game against the house the outcome closes the bets, whatever was called and when."""

from collections.abc import Callable
from typing import Final

import pytest

from ledger.events.outcomes import (
    BallLanded,
    CardDealt,
    DiceRolled,
    HandShown,
    WheelStopped,
)
from ledger.events.rounds import BetChanged, BetPlaced, BetsClosed, BetWithdrawn
from projections.base.event import Event
from projections.gather.kit.bets import NADA_MAIS
from tests.helpers.each import each
from tests.helpers.nights import altered_rounds, codes_of, last_verdicts, said_otherwise

OUTCOMES: Final = (BallLanded, CardDealt, DiceRolled, HandShown, WheelStopped)
LATE: Final = {"BET-LATE", "BO-BELL"}
PLACES: Final = (
    *("RA-01", "RF-01", "BF-01", "CU-01", "BO-01", "RS-01", "DC-01", "BJ-01", "PB-01", "PM-01"),
    *("CF-01", "SD-01", "SO-01", "SP-01", "ST-01", "P3-01", "PK-01"),
)
"""Every game with a closing call but craps, where a bet after a throw is one for the next throw."""


def is_call(event: Event) -> bool:
    """Tell whether an event is the call that closes the bets."""
    said = getattr(event.payload, "what", None)
    return isinstance(event.payload, BetsClosed) or said == NADA_MAIS


def bet_last(
    *, called: bool, taken_off: bool = False
) -> Callable[[list[Event]], list[Event] | None]:
    """Return what lays a round's first bet after its outcome; the call comes later, or never."""

    def alter(events: list[Event]) -> list[Event] | None:
        changed = {
            event.payload.bet
            for event in events
            if isinstance(event.payload, BetChanged | BetWithdrawn)
        }
        bets = [
            event
            for event in events
            if isinstance(event.payload, BetPlaced) and event.payload.bet not in changed
        ]
        ends = [event for event in events if isinstance(event.payload, OUTCOMES)]
        if not bets or not ends or bets[0].position > ends[-1].position:
            return None
        late, calls = bets[0], [event for event in events if is_call(event)]
        rest = [event for event in events if event is not late and event not in calls]
        at = rest.index(ends[-1]) + 1
        assert isinstance(late.payload, BetPlaced)
        back = said_otherwise(late, BetWithdrawn(bet=late.payload.bet))
        told = [late, *([back] if taken_off else []), *(calls if called else [])]
        return [*rest[:at], *told, *rest[at:]]

    return alter


@pytest.mark.one_in(3)
@pytest.mark.parametrize("place", PLACES)
def test_a_bet_after_the_outcome_is_late_without_a_call(place: str) -> None:
    """RA R16, RF R16 and the like: who bets on what he has seen bets late, called or not."""
    for called in (False, True):
        told = [*altered_rounds(place, bet_last(called=called))]
        assert told
        seen = [{code for one, code in codes_of(night) if one == name} for name, night in told]
        late = sum(not codes.isdisjoint(LATE) for codes in seen)
        # A ponto who makes bancô suivi may still lay his stake when the cards are out (CF R24).
        assert late >= len(told) - (place == "CF-01"), seen


@each("place", ["RA-01", "RF-01", "CU-01", "BO-01", "RS-01", "DC-01", "PB-01", "PM-01", "PK-01"])
def test_a_bet_after_the_outcome_that_is_taken_off_is_given_back(place: str) -> None:
    """A late bet that lies there no more is owed to nobody, whatever was called (CF R14)."""
    for name, night in altered_rounds(place, bet_last(called=False, taken_off=True)):
        verdict = last_verdicts(night)[name].verdict
        late = [found.bet for found in verdict.found if found.code in LATE]
        assert len(late) == 1
        assert not [
            found
            for found in verdict.found
            if found.code == "PAY-NONE" and late[0] in (found.facts.get("bets") or ())
        ]
