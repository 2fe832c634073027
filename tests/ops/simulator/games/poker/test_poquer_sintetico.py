"""Póquer sintético through the door: honest days, every fault, and the order of hands by hand."""

from collections import Counter
from itertools import combinations

import pytest

from ops.simulator.games.poker.betting import Sitting, Stakes, divide
from ops.simulator.games.poker.hands import SINTETICO, general, sintetico
from ops.simulator.games.poker.holdem.seat_faults import seat_eleventh
from ops.simulator.games.poker.holdem.table import Hand
from ops.simulator.games.poker.poquer_sintetico import PoquerSintetico
from ops.simulator.parties.fault import Occasion
from tests.ops.simulator.conftest import FAULTY, SEEDS, Rehearse, each_fault, shown, where


@pytest.mark.deep
def test_three_honest_days_raise_nothing(rehearsed: Rehearse) -> None:
    """Estardilhos, cards turned too soon and void hands among them: nothing is wrong."""
    score = rehearsed([PoquerSintetico(where("mesa-s", "SI-01", SEEDS[0]))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(PoquerSintetico)
    table = PoquerSintetico(where("mesa-s", "SI-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(PoquerSintetico.FAULTS)


def test_how_many_hands_of_each_kind_there_are() -> None:
    """SI R9: of 98,280 hands, from the highest combination to the lowest."""
    deck = [rank + suit for rank in "89TJQKA" for suit in "cdhs"]
    counts = Counter(sintetico(five)[0] for five in combinations(deck, 5))
    assert [counts[at] for at in reversed(range(len(SINTETICO)))] == [
        4, 12, 168, 68, 1_008, 4_080, 6_720, 1_728, 1_536, 13_392, 52_224, 17_340,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Kh 9h Qh Th", "As Ac Ah Kh Kd"),
        ("9s 8d Ts Jc Ah", "As Ac Ah Kd 9c"),
        ("As Ad Kc Ks Qd", "As Ad Kc Qs Jd"),
        ("As Jd Jc Ks Qd", "As Ad Kc Ks Td"),
        ("Ts Kd Qc Js 9d", "Js Td 9c 8s Ad"),
    ],
)
def test_an_order_of_its_own(better: str, worse: str) -> None:
    """SI R9, R10, R12: cor above fullen, figures above two pairs, the ace under the eight."""
    assert sintetico(better.split()) > sintetico(worse.split())


def test_in_the_general_order_a_full_hand_is_more_than_a_suit() -> None:
    """NB R59, which is not of this game (SI R9)."""
    assert general(["As", "Ac", "Ah", "Kh", "Kd"]) > general(["Ah", "Kh", "9h", "Qh", "Th"])


def test_equal_hands_have_their_own_stakes_back() -> None:
    """SI R11: only what others lost is divided; 3.20 staked, never less than that."""
    stakes = Stakes([Sitting(seat, "") for seat in (1, 2, 3)], put={1: 320, 2: 320, 3: 100})
    stakes.out = {3}
    division = divide(stakes, {1: (1,), 2: (1,)}, lambda _: 0, 500, keep=True)
    assert division.due() == {1: 420, 2: 320}


def test_a_raise_not_announced_goes_back_at_once() -> None:
    """NB R58 e: of 8.00, 3.00 are the call; the 5.00 beyond are in the cave again."""
    table = PoquerSintetico(where("mesa-s", "SI-01"))
    first, second = Sitting(1, "a", 10_000), Sitting(2, "b", 10_000)
    hand = Hand([first, second], name="SI-01/1", level=300)
    assert len(list(table.unannounced(hand, second))) == 3
    assert (hand.put, second.cave) == ({2: 300}, 9_700)
    assert divide(hand, {1: (1,), 2: (2,)}, lambda _: 0, 500).returned == {2: 300}


def test_cards_are_enough_for_eleven_only() -> None:
    """S2, S3: who sits at a twelfth place of a full table takes another's place in the deal."""
    table = PoquerSintetico(where("mesa-s", "SI-01"))
    table.sitting = {seat: Sitting(seat, "", 10_000, played=True) for seat in range(1, 12)}
    assert list(seat_eleventh(table, Occasion("seat-too-many", "SI-01/1")))
    assert [one.seat for one in table.playing()] == [*range(1, 11), 12]
