"""Hold'em and Omaha through the door: honest days, every fault, and the arithmetic by hand."""

import pytest

from ledger.events.rounds import RoundOpened
from ledger.events.seats import PlayerAway, PlayerBack
from ops.simulator.games.poker.betting import Sitting, Stakes, divide, in_chips, pots
from ops.simulator.games.poker.hands import any_five, general, two_and_three
from ops.simulator.games.poker.holdem.faults import tie
from ops.simulator.games.poker.holdem.table import Hand
from ops.simulator.games.poker.poquer_holdem import PoquerHoldem
from ops.simulator.games.poker.poquer_omaha import PoquerOmaha
from ops.simulator.parties.party import Party
from ops.simulator.parties.terminal import Said
from tests.ops.simulator.conftest import (
    DAY,
    FAULTY,
    SEEDS,
    START,
    Rehearse,
    day_of,
    each_fault,
    shown,
    where,
)

GAMES = (PoquerHoldem, PoquerOmaha)
NAMES = [game.GAME for game in GAMES]


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, game: type[Party]) -> None:
    """Errors with their remedies, void hands, rests and side pots: nothing is wrong."""
    score = rehearsed([game(where("mesa-p", "NB-01", SEEDS[0]))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(
    rehearsed: Rehearse, game: type[Party], seed: int
) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(game)
    score = rehearsed([game(where("mesa-p", "NB-01", seed), faults)], max(faults) // 2 + 15, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(game.FAULTS)


def test_who_has_rested_for_a_hand_too_many_comes_back() -> None:
    """R47: two hands are allowed; the third is planted, and there is no fourth."""
    table = PoquerHoldem(where("mesa-p", "NB-01"), {2: "long-rest"})
    told = [one for one in table.gaming_day(DAY, START, 12) if isinstance(one, Said)]
    (rest,) = table.planted
    away = [isinstance(one.payload, PlayerAway) and one.payload.seat == rest.seat for one in told]
    rounds = []
    for one in told[away.index(True) :]:
        if isinstance(one.payload, PlayerBack) and one.payload.seat == rest.seat:
            break
        if isinstance(one.payload, RoundOpened):
            rounds.append(one.round)
    assert len(rounds) == 3
    assert rounds[-1] == rest.round


def test_a_rest_that_the_day_cuts_short_begins_anew_the_next_day() -> None:
    """Everybody goes when the table closes; the fault is not lost, and keeps no other from it."""
    table = PoquerHoldem(where("mesa-p", "NB-01"), {9: "long-rest"})
    for _ in table.gaming_day(DAY, START, 10):
        pass
    assert (table.planted, table.faults) == ([], {11: "long-rest"})
    for _ in table.gaming_day(*day_of(table, 1), 10):
        pass
    assert [one.code for one in table.planted] == ["NB-REST"]


@pytest.mark.parametrize(
    "faults",
    [
        {2: "history-short", 3: "long-rest"},
        {2: "back-with-less", 3: "history-short"},
    ],
    ids=["then in the room", "then online"],
)
def test_each_fault_is_done_where_it_is_one(faults: dict[int, str]) -> None:
    """O64, O71: any rest may be granted online; what a session's end lacks is of online tables."""
    table = PoquerOmaha(where("mesa-p", "NB-01"), faults)
    opened = {
        one.round: one.payload.mode
        for one in table.gaming_day(DAY, START, 12)
        if isinstance(one, Said) and isinstance(one.payload, RoundOpened)
    }
    modes = {one.fault: opened[one.round] for one in table.planted}
    assert modes.pop("history-short") == "shared"
    assert [*modes.values()] == ["physical"]


def test_of_a_void_hand_what_was_made_good_goes_back_too() -> None:
    """R66, O18: of three who put in 5.00 each the second made good 7.50; the first takes 22.50."""
    table = PoquerHoldem(where("mesa-p", "NB-01"))
    caves = {1: 9_500, 2: 8_750, 3: 9_500}
    players = [Sitting(seat, "", cave) for seat, cave in caves.items()]
    for player in players:
        player.before = 10_000
    hand = Hand(players, name="NB-01/1", put=dict.fromkeys(caves, 500), loose=750)
    hand.fault = "misdeal-played"
    table.payouts(hand, divide(hand, {1: (2,), 2: (1,), 3: (1,)}, lambda _: 0, 500))
    refunds = {(one.seat, one.code): one.amount for one in table.planted if one.seat is not None}
    assert refunds == {
        (1, "PAY-DIFF"): 1_750,
        (2, "VOID-REFUND"): -1_250,
        (3, "VOID-REFUND"): -500,
    }


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Kd Qd Jd Td 9d"),
        ("5h 4h 3h 2h Ah", "9s 9h 9d 9c As"),
        ("9s 9h 9d 9c 3s", "9s 9h 9d 9c 2s"),
        ("2s 2h 2d 3c 3s", "As Js 9s 5s 3s"),
        ("As Js 9s 5s 3s", "As Js 9s 5s 2s"),
        ("6s 5d 4c 3h 2s", "5s 4d 3c 2h As"),
        ("Ks Kh 3d 3c Qs", "Ks Kh 3d 3c Js"),
    ],
)
def test_the_order_of_hands(better: str, worse: str) -> None:
    """NB R59, R60: to the fifth card; the ace is low under the two."""
    assert general(better.split()) > general(worse.split())


def test_two_own_and_three_common_cards() -> None:
    """O1: one heart of Omaha makes no flush of four common ones; in hold'em it does."""
    board = ["Kh", "9h", "4h", "2h", "7s"]
    assert any_five(["Ah", "Ad"], board)[0] == 5
    assert two_and_three(["Ah", "Ad", "Qc", "Jc"], board)[0] == 1


def test_two_hold_the_same_whatever_else_is_dealt() -> None:
    """O1, R60: with four cards of his own nobody adds the fourth ace: kings full of aces, twice."""
    for seed in range(40):
        table = PoquerOmaha(where("mesa-p", "OH-01", seed))
        players = [Sitting(seat, "") for seat in range(1, 6)]
        hand = Hand(players, deck=table.fresh())
        assert tie(table, hand)
        board = ["Ah", "Kh", "Kc", "7s", "2d"]
        values = {seat: two_and_three(cards, board) for seat, cards in hand.cards.items()}
        best = max(values.values())
        assert [seat for seat, value in values.items() if value == best] == [2, 3]


def test_a_pote_lateral_for_each_encavado() -> None:
    """NB R28, R41: A, B 100, C 40, D gave up at 10: 130 for three, 120 for two."""
    assert pots({1: 100, 2: 100, 3: 40, 4: 10}, [1, 2, 3], 0) == [
        (130, [1, 2, 3], 40),
        (120, [1, 2], 60),
    ]
    assert pots({1: 100, 2: 100, 3: 40}, [1, 2], 15) == [(255, [1, 2], 100)], (
        "made good, nobody's bet"
    )


def test_parts_in_whole_chips_and_one_cagnotte() -> None:
    """NB R55, R54: the largest part to the first from the mão; 5% of the pot, spread over both."""
    assert in_chips(2_600, 500, 2) == [1_600, 1_000]
    stakes = Stakes([Sitting(seat, "") for seat in (3, 5, 1)], put={3: 1_300, 5: 1_300, 1: 2_000})
    stakes.out = {1}
    division = divide(stakes, {3: (1,), 5: (1,)}, lambda pot: pot // 20, 500)
    assert [(part.seat, part.amount) for part in division.parts] == [(3, 2_600), (5, 2_000)]
    assert (division.fee, division.taken) == (230, [130, 100])
    assert division.due() == {3: 2_470, 5: 1_900}


def test_what_nobody_equalled_goes_back() -> None:
    """NB R39: it is no winning and pays no cagnotte."""
    stakes = Stakes([Sitting(1, ""), Sitting(2, "")], put={1: 900, 2: 500}, out={2})
    division = divide(stakes, {}, lambda pot: pot // 20, 500)
    assert (division.returned, division.fee, division.due()) == ({1: 400}, 50, {1: 1_350})
