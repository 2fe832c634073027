"""From events to the record of a hand of hold'em."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import CardBurned, CardDealt, HandShown
from ledger.events.rounds import BetPlaced, Commission, Decision, Payout, RoundClosed, RoundOpened
from ledger.events.seats import (
    DeadMoney,
    MarkerMoved,
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    StackDeclared,
)
from ledger.events.tables import TableOpened
from projections.gather.poker.poquer_holdem import gather
from projections.replay.games.poker.betting.record import Action, Burn, Player, Shown
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.registry import judge
from tests.helpers.casino import Log
from tests.helpers.strategies import payloads, payloads_of

GAME = "poquer_holdem"


def board(*cards: str) -> list[CardDealt]:
    """Return common cards."""
    return [CardDealt(to="board", card=card) for card in cards]


def test_where_board_and_burns_stand() -> None:
    """NB R32-R36: each burn, and each act, says how many common cards lay open at that moment."""
    log = Log(GAME)
    log.play(
        Decision(seat=1, action="acompanhar", added=100),
        CardBurned(card="2c"),
        *board("As", "Kd", "7h"),
        Decision(seat=2, action="passar"),
        CardBurned(),
        *board("7d"),
        Decision(seat=2, action="repicar", added=300, announced=200),
        CardBurned(),
        *board("2h"),
        Decision(seat=1, action="desistir"),
    )
    record = log.gather()
    assert record.board == ("As", "Kd", "7h", "7d", "2h")
    assert record.burns == (Burn(card="2c"), Burn(common=3), Burn(common=4))
    assert record.actions == (
        Action(seat=1, action="acompanhar", added=100),
        Action(seat=2, action="passar", common=3),
        Action(seat=2, action="repicar", added=300, announced=200, common=4),
        Action(seat=1, action="desistir", common=5),
    )


def test_stacks_are_the_last_declared() -> None:
    """OH R8: some players' stacks are declared, before or within the hand, and some are not."""
    log = Log(GAME)
    log.place_event(
        PlayerSeated(seat=1, player="ana"),
        StackDeclared(seat=1, amount=10_000, why="start"),
        PlayerSeated(seat=2),
        PlayerSeated(seat=5),
        StackDeclared(seat=5, amount=7_000, why="start"),
        StackDeclared(seat=5, amount=9_000, why="cave", added=2_000),
        StackDeclared(seat=1, amount=8_000, why="count"),
    )
    log.play(RoundOpened(seats=(5, 1, 2), mao=5), StackDeclared(seat=2, amount=50, why="count"))
    record = log.gather()
    assert [(one.seat, one.stack) for one in record.players] == [(5, 9_000), (1, 8_000), (2, 50)]
    assert record.mao == 5


def test_away_seats_are_absent() -> None:
    """NB R47: who rests keeps his place and is not in the hand; who is back is not away."""
    log = Log(GAME)
    for seat in (1, 2, 3, 4):
        log.place_event(PlayerSeated(seat=seat))
    log.place_event(PlayerAway(seat=2), PlayerAway(seat=3), PlayerBack(seat=3), PlayerAway(seat=4))
    log.place_event(PlayerLeft(seat=4), MarkerMoved(seat=3), MarkerMoved(seat=1, marker="dice"))
    record = log.gather()
    assert record.players == (Player(seat=1), Player(seat=2, absent=True), Player(seat=3))
    assert record.mao == 3


def test_whoever_sat_down_after_the_hand_began_is_not_in_it() -> None:
    """NB R14: the players are those of the table before the hand."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1))
    log.play(CardDealt(to="seat", seat=1, card="As"), CardDealt(to="seat", seat=1))
    log.place_event(PlayerSeated(seat=2))
    assert log.gather().players == (Player(seat=1, cards=("As", None)),)


def test_forced_bets_and_dead_money_are_acts() -> None:
    """OH R10, R18: the forced bets and what makes up for missed ones stand among the acts."""
    log = Log(GAME)
    log.play(
        BetPlaced(bet=1, seat=2, chance="pequena_aposta", amount=50),
        BetPlaced(bet=2, seat=3, chance="grande_aposta", amount=100),
        DeadMoney(seat=1, amount=150),
    )
    assert log.gather().actions == (
        Action(seat=2, action="pequena_aposta", added=50),
        Action(seat=3, action="grande_aposta", added=100),
        Action(seat=1, action="valor_reposto", added=150),
    )


def test_options_and_what_was_taken() -> None:
    """NB R63, R65: limits and cagnotte are the table's options; what the box got is summed."""
    log = Log(
        GAME,
        minimum=100,
        maximum=500,
        limit="pote",
        k=3,
        repiques="sem_limite",
        unit=10,
        method="camadas",
        cagnotte_ppm=50_000,
        cagnotte_maximum=1000,
        entry_minimum=2000,
    )
    log.play(
        Commission(amount=30, pot=0),
        Commission(amount=12, pot=1),
        HandShown(seat=1, cards=("As", "Ad")),
        HandShown(of="bank", cards=("2c",)),
        Payout(seat=1, amount=900, pot=1, returned=5),
    )
    record = log.gather()
    assert record.cagnotte_taken == 42
    assert (record.limit, record.k, record.repiques, record.unit) == ("pote", 3, None, 10)
    assert (record.minimum, record.maximum, record.entry_minimum) == (100, 500, 2000)
    assert record.shown == (Shown(seat=1, cards=("As", "Ad")),)
    (payment,) = record.payments
    assert (payment.pot, payment.returned) == (1, 5)


@settings(max_examples=100, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(PlayerSeated, PlayerAway, StackDeclared, MarkerMoved), max_size=5),
    played=st.lists(
        payloads(Decision, BetPlaced, CardDealt, CardBurned, HandShown, Commission) | payloads(),
        max_size=12,
    ),
)
def test_any_events_give_a_record(
    opening: TableOpened, before: list[Payload], played: list[Payload]
) -> None:
    """What makes no sense is recorded, gathered and judged; nothing of it stops the pipeline."""
    opening = msgspec.structs.replace(opening, game=GAME, profile="cv-2017@1")
    log = Log(GAME, opening=opening)
    for payload in before:
        log.place_event(payload)
    log.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    record = gather(log.closed(), opening.options)
    assert isinstance(record, HoldemRecord)
    judge(record)
