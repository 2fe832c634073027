"""From events to the record of a hand of póquer sintético."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    ErrorNoted,
    HandSeen,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerAway, PlayerSeated, PlayerWarned, StackDeclared
from ledger.events.tables import TableOpened
from projections.gather.poker.poquer_sintetico import gather
from projections.replay.games.poker.betting.record import Action
from projections.replay.games.poker.poquer_sintetico import SinteticoRecord
from projections.replay.record import ErrorNoted as Noted
from projections.replay.registry import judge
from tests.helpers.casino import Log
from tests.helpers.strategies import payloads, payloads_of
from tests.projections.replay.games.poker.poquer_sintetico.sintetico_table import (
    BOARD,
    CHECKED,
    HOLES,
    acts,
)

GAME = "poquer_sintetico"
SEATS = (1, 2, 3, 4)


def table(**options: int | str | bool) -> Log:
    """Open a table with four players of 100.00 each, minimum 1.00."""
    log = Log(GAME, minimum=100, limit="sem_limite", **options)
    for seat in SEATS:
        log.place_event(
            PlayerSeated(seat=seat), StackDeclared(seat=seat, amount=10_000, why="start")
        )
    return log


def told(text: str) -> list[Payload]:
    """Return acts as a table's events."""
    said: list[Payload] = []
    for bet, act in enumerate(acts(text), 1):
        if act.action == "ante":
            said.append(BetPlaced(bet=bet, seat=act.seat, chance="ante", amount=act.added))
        else:
            said.append(Decision(seat=act.seat, action=act.action, added=act.added))
    return said


def deal() -> list[Payload]:
    """Return two own cards each, one by one from the mão."""
    return [
        CardDealt(to="seat", seat=seat, card=HOLES[seat - 1][index])
        for index in range(2)
        for seat in SEATS
    ]


def common(*cards: str) -> list[Payload]:
    """Return common cards turned."""
    return [CardDealt(to="board", card=card) for card in cards]


ANTES = told(CHECKED.split("|")[0])


def test_a_whole_hand() -> None:
    """S5-S8, S14, S15: cut, antes, two cards each, five common cards with a turn each."""
    log = table(estardilho=True, cagnotte_ppm=50_000)
    log.play(RoundOpened(seats=SEATS, mao=1), DeckCut(by=4), *ANTES, *deal())
    for card, turn in zip(BOARD, CHECKED.split("|")[1:], strict=True):
        log.play(*common(card), *told(turn))
    log.play(
        HandShown(seat=1, cards=HOLES[0]),
        Commission(amount=20, seat=1, mode="hand"),
        Payout(seat=1, amount=380, pot=0),
        RoundClosed(),
    )
    record = log.gather()
    assert isinstance(record, SinteticoRecord)
    assert record.board == BOARD
    assert tuple(player.cards for player in record.players) == HOLES
    assert record.dealt == SEATS * 2
    assert record.actions[0] == Action(seat=1, action="ante", added=100)
    assert record.actions[-1] == Action(seat=1, action="passar", common=5)
    assert (record.estardilho, record.repiques, record.looked) == (True, None, ())
    verdict = judge(record)
    assert verdict.found == ()
    assert {line.seat: line.due for line in verdict.settlement.lines if line.due} == {1: 380}


def test_options_of_the_table() -> None:
    """S13, R38: what is admitted; another word is as good as none."""
    log = table(estardilho=False, repiques=2, k=1)
    log.play(RoundOpened(seats=SEATS, mao=1))
    assert (log.gather().estardilho, log.gather().repiques, log.gather().k) == (False, 2, 1)
    other = table(estardilho="talvez", repiques="sem_limite")
    other.play(RoundOpened(seats=SEATS, mao=1))
    assert (other.gather().estardilho, other.gather().repiques) == (None, None)


@pytest.mark.parametrize("way", ["decision", "seen_before"])
def test_who_had_looked_when_he_announced(way: str) -> None:
    """S13 a, b: told by the decision, or by his looking before it; later looking is free."""
    log = table(estardilho=True)
    log.play(RoundOpened(seats=SEATS, mao=1), *ANTES, *deal())
    if way == "seen_before":
        log.play(HandSeen(seat=3))
    log.play(
        Decision(seat=3, action="estardilho", added=200, looked=way == "decision"),
        Decision(seat=4, action="restardilho", added=400),
        HandSeen(seat=4),
    )
    record = log.gather()
    assert record.looked == (3,)
    assert [(one.action, one.added, one.common) for one in record.actions[4:]] == [
        ("estardilho", 200, 0),
        ("restardilho", 400, 0),
    ]
    found = [one for one in judge(record).found if one.code == "SI-EST"]
    assert [(one.seat, one.rule) for one in found] == [(3, "SI R13 a")]


def test_nobody_had_looked() -> None:
    """S13: looking at the cards to answer an estardilho is no fault."""
    log = table(estardilho=True)
    log.play(
        RoundOpened(seats=SEATS, mao=1),
        *ANTES,
        *deal(),
        Decision(seat=3, action="estardilho", added=200),
        HandSeen(seat=4),
        Decision(seat=4, action="acompanhar", added=400, looked=True),
    )
    record = log.gather()
    assert record.looked == ()
    assert not [one for one in judge(record).found if one.code == "SI-EST"]


def test_common_cards_in_excess_stand_in_the_order_turned() -> None:
    """S17: exposed, noted or dealt; the one dealt again is the same card."""
    log = table()
    log.play(
        RoundOpened(seats=SEATS, mao=1),
        *ANTES,
        *deal(),
        *common("Ah"),
        CardExposed(of="board", card="9c"),
        *told("2 passar, 3 passar, 4 passar, 1 passar"),
        *common("9c"),
        *common("Kd"),
        ErrorNoted(error="S17", cards=("Ts",)),
    )
    record = log.gather()
    assert record.board == ("Ah", "9c", "Kd", "Ts")
    assert [action.common for action in record.actions[4:]] == [2] * 4
    assert record.exposed == ()


def test_common_cards_that_nobody_can_read_are_no_fewer_and_no_more() -> None:
    """S17: two unread ones are two cards; an error of one that lies there adds none."""
    log = table()
    log.play(
        RoundOpened(seats=SEATS, mao=1),
        *ANTES,
        *deal(),
        *common("??", "9c"),
        ErrorNoted(error="S17", cards=("??",)),
        *told("2 passar, 3 passar, 4 passar, 1 passar"),
        *common("??"),
    )
    assert log.gather().board == ("??", "9c", "??")


def test_a_turn_held_though_it_was_lost() -> None:
    """SI-TURN: the card in excess was turned again as if nothing had been, and five turns held."""
    log = table()
    turns = [told(turn) for turn in CHECKED.split("|")[1:]]
    log.play(RoundOpened(seats=SEATS, mao=1), *ANTES, *deal(), *common("Ah"))
    log.play(CardExposed(of="board", card="9c"), *turns[0], *common("9c"), *turns[1])
    for card, turn in zip(BOARD[2:], turns[2:], strict=True):
        log.play(*common(card), *turn)
    log.play(Payout(seat=1, amount=400, pot=0), RoundClosed())
    record = log.gather()
    assert record.board == BOARD
    assert [one.code for one in judge(record).found] == ["SI-TURN"]


@pytest.mark.parametrize(
    ("seen", "error"),
    [
        (CardExposed(of="seat", seat=2, card="9d", by="pagador"), "R57c"),
        (CardExposed(of="deck", card="8d"), "carta_descoberta"),
    ],
)
def test_a_card_turned_in_the_deal_voids_the_hand(seen: CardExposed, error: str) -> None:
    """S16 c, d: one is enough, though the antes were in before; not voided, it is NB-MIS."""
    log = table()
    log.play(RoundOpened(seats=SEATS, mao=1), *ANTES, *deal()[:2], seen)
    record = log.gather()
    assert [one.error for one in record.errors] == [error]
    assert judge(record).settlement.void
    assert "NB-MIS" in {one.code for one in judge(record).found}
    log = table()
    log.play(RoundOpened(seats=SEATS, mao=1), *ANTES, *deal()[:2], seen)
    refunds = [Payout(seat=seat, amount=0, stake_returned=100) for seat in SEATS]
    log.play(RoundVoided(cause="carta_descoberta", rule="SI R16"), *refunds, RoundClosed())
    assert judge(log.gather()).found == ()


def test_cards_a_player_shows_himself_void_nothing() -> None:
    """R58 f; and one that is seen when the turns have begun is none of the deal."""
    log = table()
    log.play(
        RoundOpened(seats=SEATS, mao=1),
        *ANTES,
        CardExposed(of="seat", seat=3, card="Tc", by="player"),
        *common("Ah"),
        CardExposed(of="seat", seat=4, card="Kc", by="pagador"),
    )
    assert log.gather().errors == ()


def test_errors_of_other_games_have_no_object() -> None:
    """R57 d-g: a card turned too soon is one in excess; burned cards there are none."""
    log = table()
    log.play(
        RoundOpened(seats=SEATS, mao=1),
        *ANTES,
        CardBurned(card="8d"),
        *common("Ah"),
        ErrorNoted(error="R57e", cards=("9c",)),
        ErrorNoted(error="R57g", cards=("Ah",)),
        ErrorNoted(error="R58h", seat=2),
    )
    record = log.gather()
    assert record.board == ("Ah", "9c")
    assert record.burns == ()
    assert record.actions[-1] == Action(seat=2, action="afastado", common=2)
    assert Noted(error="R57g", cards=("Ah",), at=record.errors[1].at) == record.errors[1]


def test_nobody_owes_a_blind() -> None:
    """S7: who was away owes nothing when he comes back: O17 and O18 are of other games."""
    log = table()
    log.place_event(PlayerAway(seat=2))
    log.play(RoundOpened(seats=(1, 3, 4), mao=1))
    record = log.gather()
    assert [(one.seat, one.absent) for one in record.players] == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
    ]
    assert {(one.owed, one.hands_without_bet) for one in record.players} == {(None, None)}


def test_the_clock_and_the_warning_before_it() -> None:
    """S82, S83: more time is for the next decision of that player."""
    log = table()
    log.play(
        RoundOpened(seats=SEATS, mao=1, mode="shared"),
        *ANTES,
        *common("Ah"),
        Decision(seat=2, action="apostar", added=200),
        PlayerWarned(seat=3, cause="undecided", extra_time=20),
        Decision(seat=3, action="desistir", lapsed=True),
    )
    record = log.gather()
    assert record.online
    assert (record.actions[-1].lapsed, record.actions[-1].warned) == (True, True)


@settings(max_examples=60, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(PlayerSeated, PlayerAway, StackDeclared), max_size=4),
    played=st.lists(
        payloads(Decision, BetPlaced, CardDealt, CardExposed, ErrorNoted) | payloads(), max_size=10
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
    assert isinstance(record, SinteticoRecord)
    judge(record)
