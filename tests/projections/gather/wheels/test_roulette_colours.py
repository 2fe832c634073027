"""Roulette: whose colour of chips a return, a value or a bet means, and the coup before."""

import pytest

from ledger.events.base import Chips, Payload
from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.rounds import BetPlaced, BetsClosed, CoupNulled, RoundClosed, RoundOpened
from ledger.events.seats import PlayerSeated
from ledger.events.tables import (
    ChipValueAssigned,
    ColourAssigned,
    ColourReturned,
    EquipmentChanged,
)
from projections.replay.games.wheels.roulette.roleta_americana import CorAtribuida
from tests.helpers.casino import DAY, Log, judged

GAME = "roleta_americana"
ANA = ColourAssigned(colour="azul", seat=1, player="ana", value=100)
RUI = ColourAssigned(colour="azul", seat=2, player="rui", value=200)
EVA = ColourAssigned(colour="verde", seat=3, player="eva", value=300)


def held(*said: Payload) -> list[tuple[str, int, str | None, int | None]]:
    """Return colour, seat, player and value of each holding when the bets are closed."""
    log = Log(GAME)
    log.place_event(ANA, RUI, EVA, *said)
    log.play(BetsClosed())
    return [(one.cor, one.seat, one.player, one.valor) for one in log.gather().cores_atribuidas]


A, R, E = ("azul", 1, "ana", 100), ("azul", 2, "rui", 200), ("verde", 3, "eva", 300)


@pytest.mark.parametrize(
    ("back", "left"),
    [
        (ColourReturned(colour="azul", player="ana"), [R, E]),
        (ColourReturned(colour="azul", seat=2), [A, E]),
        (ColourReturned(colour="azul", seat=2, player="ana"), [R, E]),  # she is at another place
        (ColourReturned(colour="azul"), [E]),
        (ColourReturned(colour="azul", player="ivo"), [A, R, E]),
        (ColourReturned(colour="preto", seat=1, player="ana"), [A, R, E]),
    ],
)
def test_a_colour_goes_back_from_who_is_named(
    back: ColourReturned, left: list[tuple[str, int, str, int]]
) -> None:
    """RA R24: by the player where both name one, else by the place, else whoever has it."""
    assert held(back) == left


def test_a_value_is_of_who_is_named() -> None:
    """RA R26: the display says whose chips are worth what; a later word counts."""
    assert held(ChipValueAssigned(colour="azul", player="rui", value=50)) == [
        A,
        ("azul", 2, "rui", 50),
        E,
    ]
    assert held(ColourAssigned(colour="verde", seat=3, player="eva")) == [A, R, E]
    again = ColourAssigned(colour="verde", seat=3, player="eva", value=75)
    assert held(again) == [A, R, ("verde", 3, "eva", 75)]


def test_who_and_where_are_found_by_each_other() -> None:
    """RA R22: a colour given to a name, or to a place, is of the one who sits there."""
    log = Log(GAME)
    log.place_event(
        PlayerSeated(seat=4, player="ivo"),
        ColourAssigned(colour="rosa", player="ivo"),
        ColourAssigned(colour="roxo", seat=4),
        ColourAssigned(colour="cinza"),
        ColourAssigned(colour="bege", player="gil"),
    )
    log.play(BetsClosed())
    assert log.gather().cores_atribuidas == (
        CorAtribuida(cor="rosa", seat=4, player="ivo"),
        CorAtribuida(cor="roxo", seat=4, player="ivo"),
        CorAtribuida(cor="cinza", seat=0),
        CorAtribuida(cor="bege", seat=0, player="gil"),
    )


@pytest.mark.parametrize(
    ("seat", "player", "value", "colour"),
    [
        (1, "ana", 100, "azul"),
        (9, "ana", 100, "azul"),  # her chips, wherever she lays them
        (1, "ivo", 100, None),
        (1, None, 100, "azul"),
        (3, None, 100, None),
        (1, "ana", 200, None),
    ],
)
def test_a_bet_is_of_the_colour_of_its_player(
    seat: int, player: str | None, value: int, colour: str | None
) -> None:
    """RA R26: by name where both have one, else by place; and of the value on the display."""
    log = Log(GAME)
    log.place_event(ANA, RUI, EVA)
    chips = Chips(count=5, value=value)
    log.play(
        BetPlaced(bet=1, seat=seat, player=player, chance="par", amount=5 * value, chips=chips)
    )
    (bet,) = log.gather().bets
    assert bet.cor == colour


# --- the ball ------------------------------------------------------------------------------------


def test_only_a_named_ball_is_a_change_of_the_ball() -> None:
    """RA R32: where no ball is named, none came to the table; other things are no ball."""

    def changed(*said: Payload) -> str | None:
        log = Log(GAME)
        log.place_event(*said)
        log.play(BallLaunched(), BallLanded(number=1))
        ball = log.gather().bola_trocada
        return None if ball is None else ball.at

    new = EquipmentChanged(item="ball", id="B2", reason="hourly")
    assert changed(ANA) == changed(EquipmentChanged(item="ball", id=None, reason="hourly"))
    assert changed(ANA) == changed(EquipmentChanged(item="wheel", id="W2", reason="damaged"))
    assert changed(new) != changed(ANA)


def before(*coup: Payload) -> str | None:
    """Return the number of the coup before, as the next one's record has it."""
    log = Log(GAME)
    for number, acts in ((1, coup), (2, ())):
        log.round = f"{log.place}/{DAY}/{number}"
        log.play(RoundOpened(), *acts, RoundClosed())
    record = judged(log.events)[0][-1].verdict.record
    found = getattr(record, "anterior", None)
    return None if found is None else found.numero


LAUNCH, NULL = BallLaunched(), CoupNulled(cause="fichas")
EIGHT, NINE = BallLanded(number=8), BallLanded(number=9)


@pytest.mark.parametrize(
    ("coup", "number"),
    [
        ((LAUNCH, EIGHT), "8"),
        ((EIGHT, NINE), "8"),  # the first at which it rested
        ((LAUNCH, NULL, EIGHT, LAUNCH, NINE), "9"),  # put back on the 8, then launched
        ((NULL, EIGHT), "8"),  # no launch was noted: the number is the new one's
        ((LAUNCH, EIGHT, NULL, NINE), "8"),
        ((LAUNCH, NULL, EIGHT), None),
        ((LAUNCH,), None),
    ],
)
def test_the_number_before_is_the_first_at_which_the_ball_rested(
    coup: tuple[Payload, ...], number: str | None
) -> None:
    """RA R35: where the ball was put back before a new launch is no number of the coup."""
    assert before(*coup) == number
