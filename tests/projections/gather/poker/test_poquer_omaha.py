"""From events to the record of a hand of Omaha; what hold'em and Omaha read alike of errors."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckShuffled,
    ErrorNoted,
)
from ledger.events.rounds import BetPlaced, Decision, Payout, RoundClosed, RoundOpened
from ledger.events.seats import DeadMoney, PlayerAway, PlayerSeated, PlayerWarned, StackDeclared
from ledger.events.tables import TableOpened
from projections.gather.poker.poquer_omaha import gather
from projections.replay.games.poker.betting.record import Action, Burn, Exposed
from projections.replay.games.poker.poquer_omaha import OmahaRecord
from projections.replay.record import ErrorNoted as Noted
from projections.replay.registry import judge
from tests.helpers.casino import Log
from tests.helpers.strategies import payloads, payloads_of
from tests.projections.replay.games.poker.told import CHECKED, acts

GAME = "poquer_omaha"
HOLES = (
    ("As", "Ad", "9d", "8d"),
    ("3h", "9c", "8s", "4s"),
    ("Jh", "Ts", "5h", "5d"),
    ("7s", "7d", "2d", "2s"),
)
BOARD = ("Ah", "Kh", "Qh", "7h", "2c")


def told(text: str) -> list[Payload]:
    """Return acts as a table's events."""
    said: list[Payload] = []
    for bet, act in enumerate(acts(text), 1):
        if act.action.endswith("_aposta"):
            said.append(BetPlaced(bet=bet, seat=act.seat, chance=act.action, amount=act.added))
        else:
            said.append(Decision(seat=act.seat, action=act.action, added=act.added))
    return said


def board(*cards: str) -> list[Payload]:
    """Return common cards dealt."""
    return [CardDealt(to="board", card=card) for card in cards]


def deal() -> list[Payload]:
    """Return four own cards each, one by one from the mão."""
    return [
        CardDealt(to="seat", seat=seat, card=HOLES[seat - 1][index])
        for index in range(4)
        for seat in (1, 2, 3, 4)
    ]


def table(**options: int | str) -> Log:
    """Open a table with four players of 100.00 each, minimum 1.00."""
    log = Log(GAME, minimum=100, limit="sem_limite", **options)
    for seat in (1, 2, 3, 4):
        log.place_event(
            PlayerSeated(seat=seat), StackDeclared(seat=seat, amount=10_000, why="start")
        )
    return log


def test_a_whole_hand() -> None:
    """OH O1, O6: four cards each, three turns of the board; seat 3's cor takes 4.00."""
    log = table()
    first, *turns = CHECKED.split("|")
    blinds, rest = told(first)[:2], told(first)[2:]
    log.play(RoundOpened(seats=(1, 2, 3, 4), mao=1), *blinds, *deal(), *rest)
    for turn, cards in zip(turns, (BOARD[:3], BOARD[3:4], BOARD[4:]), strict=True):
        log.play(CardBurned(), *board(*cards), *told(turn))
    log.play(Payout(seat=3, amount=400, pot=0), RoundClosed())
    record = log.gather()
    assert isinstance(record, OmahaRecord)
    assert record.board == BOARD
    assert tuple(player.cards for player in record.players) == HOLES
    assert record.dealt == (1, 2, 3, 4) * 4
    assert record.actions[-1] == Action(seat=4, action="passar", common=5)
    verdict = judge(record)
    assert verdict.found == ()
    assert {line.seat: line.due for line in verdict.settlement.lines if line.due} == {3: 400}


def test_who_is_seated_and_not_in_is_absent() -> None:
    """Seats go round by their numbers, from the mão: 3, 4, then 1, who waits, and 2, who rests."""
    log = table()
    log.place_event(PlayerAway(seat=2))
    log.play(RoundOpened(seats=(3, 4), mao=3))
    record = log.gather()
    assert [(one.seat, one.absent) for one in record.players] == [
        (3, False),
        (4, False),
        (1, True),
        (2, True),
    ]


def test_an_exposed_flop_is_off_the_board_until_it_is_dealt_again() -> None:
    """NB R57 d: whether it was dealt, or only seen; what was burned and shuffled after counts."""
    log = table()
    log.play(
        Decision(seat=3, action="acompanhar", added=100),
        *board("2c", "3c"),
        ErrorNoted(error="R57d", cards=("2c", "3c")),
        Decision(seat=4, action="acompanhar", added=100),
        CardBurned(),
        DeckShuffled(method="hand"),
        *board("4c", "5c", "2c"),
        Decision(seat=1, action="passar"),
    )
    record = log.gather()
    assert record.board == ("4c", "5c", "2c")
    assert record.exposed == (
        Exposed(common=0, cards=("2c", "3c"), acts=1, burned=1, shuffled=True),
    )
    assert [action.common for action in record.actions] == [0, 0, 3]


def test_cards_seen_before_they_were_dealt() -> None:
    """NB R57 e, f: of the board, each at its phase; the same one told twice is one."""
    log = table()
    log.play(
        *board("4c", "5c", "6c"),
        CardExposed(of="board", card="7c"),
        ErrorNoted(error="R57e", cards=("7c",)),
        Decision(seat=1, action="passar"),
        CardBurned(),
        *board("8c"),
        DeckShuffled(method="hand"),
        CardExposed(of="board", card="9c"),
    )
    assert log.gather().exposed == (
        Exposed(common=3, cards=("7c",), acts=0, burned=1, shuffled=True),
        Exposed(common=4, cards=("9c",), acts=1),
    )


def test_a_card_turned_without_a_burn_is_the_burned_one() -> None:
    """NB R57 g: the first turned goes, another comes."""
    log = table()
    log.play(
        *board("4c", "5c", "6c"),
        ErrorNoted(error="R57g", cards=("4c",)),
        *board("7c"),
    )
    record = log.gather()
    assert record.board == ("5c", "6c", "7c")
    assert record.burns == (Burn(card="4c"),)


def test_cards_turned_in_the_deal() -> None:
    """NB R57 c: noted or only seen; a player's own, or one turned later, is none of the deal."""
    log = table()
    log.play(
        CardExposed(of="seat", seat=2, card="2c", by="pagador"),
        CardExposed(of="seat", seat=3, card="3c", by="player"),
        Decision(seat=1, action="passar"),
        CardExposed(of="seat", seat=4, card="4c", by="pagador"),
    )
    assert log.gather().errors == (Noted(error="R57c", seat=2, cards=("2c",)),)
    both = table()
    both.play(
        CardExposed(of="seat", seat=2, card="2c", by="deal"),
        ErrorNoted(error="R57c", seat=2, cards=("2c",)),
    )
    assert [one.error for one in both.gather().errors] == ["R57c"]


@pytest.mark.parametrize(("error", "acts_"), [("R58c", 1), ("R58h", 1), ("R58i", 1), ("R57b", 0)])
def test_who_is_put_out_is_out_from_there_on(error: str, acts_: int) -> None:
    """NB R58 c, h, i: his place among the acts; R57 b holds from the beginning."""
    log = table()
    log.play(
        Decision(seat=1, action="passar"),
        ErrorNoted(error=error, seat=2),
        Decision(seat=3, action="passar"),
    )
    record = log.gather()
    out = [action for action in record.actions if action.action == "afastado"]
    assert out == [Action(seat=2, action="afastado")] * acts_
    assert [one.error for one in record.errors] == [error]


def test_the_clock_and_the_warning_before_it() -> None:
    """OH R63, R67: more time is for the next decision of that player alone."""
    log = table()
    log.play(
        PlayerWarned(seat=1, cause="undecided", extra_time=20),
        PlayerWarned(seat=2, cause="conduct"),
        Decision(seat=2, action="desistir", lapsed=True),
        Decision(seat=1, action="desistir", lapsed=True),
        Decision(seat=1, action="passar"),
    )
    assert [(one.seat, one.lapsed, one.warned) for one in log.gather().actions] == [
        (2, True, False),
        (1, True, True),
        (1, False, False),
    ]


def test_means_and_limits() -> None:
    """NB R61, R64, OH R74: what was no chips, and a limit announced in the hand."""
    log = table(cave=10_000, reposicao=5_000, cagnotte_mode="hand", session_fee_of="cave")
    log.play(
        BetPlaced(bet=1, seat=1, chance="pequena_aposta", amount=50, means="cheque"),
        DeadMoney(seat=2, amount=100),
        Announcement(what="limite_alterado", amount=500),
        Payout(seat=1, amount=50, means="free_play"),
    )
    record = log.gather()
    assert record.actions[0].means == "cheque"
    assert record.limits_changed
    assert record.means == ("free_play",)
    assert (record.cave, record.reposicao) == (10_000, 5_000)
    assert (record.cagnotte_mode, record.cagnotte_mode_before) == ("hand", "hand")
    assert record.session_fee_of == "cave"


def test_a_round_of_another_game_than_the_tables() -> None:
    """NB R51: a mixed table names its games; the record says which it was opened with."""
    log = table()
    log.game = "poquer_holdem"
    log.play(RoundOpened(seats=(1, 2, 3, 4), game="poquer_holdem"))
    record = log.gather()
    assert record.table_game == GAME
    assert [one.code for one in judge(record).found if one.code == "REG-MOD"] == ["REG-MOD"]
    assert table().gather().table_game == ""


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
    assert isinstance(record, OmahaRecord)
    judge(record)
