"""An online round with stakes and no outcome is void, in every game with an online section."""

import pytest
from msgspec import structs

from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from projections.base.event import Event
from tests.helpers.nights import altered_rounds, last_verdicts, said_otherwise

KEPT = (BetPlaced, BetsClosed, BetsOpened, RoundClosed)


def online_without_outcome(events: list[Event], *, voided: bool) -> list[Event] | None:
    """Tell a round as played online until the bets were closed; declared void, or not."""
    told: list[Event] = []
    for event in events:
        payload = event.payload
        if isinstance(payload, RoundOpened):
            told.append(said_otherwise(event, structs.replace(payload, mode="exclusive")))
        elif isinstance(payload, KEPT):
            if voided and isinstance(payload, RoundClosed):
                told.append(said_otherwise(event, RoundVoided(cause="sistema", side="operator")))
            told.append(event)
    return told


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("RA-01", "RA R53"),
        ("RF-01", "RF R47"),
        ("BF-01", "BF R36"),
        ("CU-01", "CU R18"),
        ("CR-01", "CR R33"),
        ("BJ-01", "BJ R74"),
        ("PB-01", "PB R91"),
        ("SD-01", "SD R53"),
    ],
)
def test_stakes_without_an_outcome_had_to_be_void(place: str, rule: str) -> None:
    """RA R53, RF R47, CU R18 and the like: not validly shown, so void, else VOID-MISS."""
    for voided in (False, True):
        told = [
            *altered_rounds(place, lambda events: online_without_outcome(events, voided=voided))  # noqa: B023 - read at once
        ]
        assert told
        for name, night in told:
            found = last_verdicts(night)[name].verdict.found
            missed = [one.rule for one in found if one.code == "VOID-MISS"]
            assert missed == ([] if voided else [rule]), name
            assert not {one.code for one in found} & {"SD-ONL", "VOID-BAD"}, name


@pytest.mark.parametrize(
    ("place", "text"),
    [("BO-01", "Art. 2"), ("CF-01", "Art. 2"), ("SP-01", "000"), ("M5-01", "M5")],
)
def test_a_game_without_an_online_section_cites_its_own_text(place: str, text: str) -> None:
    """ONL-NONE: no rule says so but the text as a whole, of another country another text."""

    def online(events: list[Event]) -> list[Event]:
        return [
            said_otherwise(event, structs.replace(event.payload, mode="shared"))
            if isinstance(event.payload, RoundOpened)
            else event
            for event in events
        ]

    for name, night in altered_rounds(place, online):
        found = last_verdicts(night)[name].verdict.found
        assert [one.rule for one in found if one.code == "ONL-NONE"] == [text]
