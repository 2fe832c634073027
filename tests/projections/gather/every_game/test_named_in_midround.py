"""A seat that gets its player's name in mid-round is one person, in every game."""

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec import structs

from ledger.events.base import Payload
from ledger.events.rounds import BetPlaced, BetsClosed
from ledger.events.seats import PlayerLeft, PlayerSeated
from projections.base.event import Event
from tests.helpers.casino import Log
from tests.helpers.each import each
from tests.helpers.nights import honest_night, last_verdicts, renumbered, rounds_of, said_otherwise

PLACES: Final = (
    *("RA-01", "RF-01", "BF-01", "CR-01", "CU-01", "BO-01", "RS-01", "DC-01", "BJ-01", "PB-01"),
    *("PM-01", "SD-01", "SP-01", "ST-01", "PK-01"),
)


def one_bettor(night: Sequence[Event], name: str) -> tuple[int, str] | None:
    """Return a seat with several bets of one player, whose name is told, and that name."""
    bets = [
        event.payload
        for event in night
        if event.round == name and isinstance(event.payload, BetPlaced)
    ]
    for seat in dict.fromkeys(bet.seat for bet in bets):
        players = {bet.player for bet in bets if bet.seat == seat}
        player = next(iter(players))
        several = sum(bet.seat == seat for bet in bets) > 1 and len(players) == 1
        if several and player and all(bet.player != player or bet.seat == seat for bet in bets):
            return seat, player
    return None


def named_later(night: Sequence[Event], name: str, *, told: bool) -> list[Event] | None:
    """Return the night in which a bettor's name comes only after his first bet of a round.

    By a ``player-seated`` where ``told``, else by his second bet.
    """
    found = one_bettor(night, name)
    if found is None:
        return None
    seat, player = found
    begun = False
    others: list[Event] = []
    for event in night:
        payload = event.payload
        if isinstance(payload, PlayerSeated | PlayerLeft) and payload.player == player:
            others.append(said_otherwise(event, structs.replace(payload, player=None)))
        elif event.round == name and isinstance(payload, BetPlaced) and payload.seat == seat:
            whose = player if begun and not told else None
            others.append(said_otherwise(event, structs.replace(payload, player=whose)))
            if told and not begun:
                here = structs.replace(event, round=None)
                others.append(said_otherwise(here, PlayerSeated(seat=seat, player=player)))
            begun = True
        else:
            others.append(event)
    return renumbered(others)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("place", PLACES)
def test_a_name_told_in_midround_accuses_nobody(place: str) -> None:
    """Two bets of one seat are one player's: no false CR-ODDS, DC-TIE, BET-MIN, BF-HALF."""
    night = honest_night(place)
    for told in (False, True):
        played = [(name, named_later(night, name, told=told)) for name in rounds_of(night)]
        nights = [(name, other) for name, other in played if other is not None]
        assert nights
        for name, other in nights:
            assert last_verdicts(other)[name].verdict.found == (), name


def bet(number: int, player: str | None = None) -> BetPlaced:
    """Return a bet at seat 1."""
    return BetPlaced(bet=number, seat=1, player=player, chance="par", amount=100)


@each(
    ("said", "players"),
    [
        ((bet(1), PlayerSeated(seat=1, player="ana"), bet(2)), ["ana", "ana"]),
        ((bet(1), bet(2, "ana")), ["ana", "ana"]),
        ((bet(1, "ana"), bet(2)), ["ana", "ana"]),
        ((bet(1), bet(2, "ana"), bet(3, "rui")), [None, "ana", "rui"]),  # either may have laid it
        (
            (bet(1), PlayerLeft(seat=1), PlayerSeated(seat=1, player="ana"), bet(2)),
            [None, "ana"],  # who laid the first has left
        ),
        (
            (PlayerSeated(seat=4, player="rui"), bet(1), bet(2, "rui")),
            [None, "rui"],  # he bets at another's place
        ),
    ],
)
def test_a_nameless_bet_is_of_the_one_who_is_named_there(
    said: tuple[Payload, ...], players: list[str | None]
) -> None:
    """By hand: the seat's one name is of all its bets; of two names none is of a nameless bet."""
    log = Log("roleta_americana")
    log.play()
    for payload in said:
        (log.play if isinstance(payload, BetPlaced) else log.place_event)(payload)
    log.play(BetsClosed())
    assert [one.player for one in log.gather().bets] == players
