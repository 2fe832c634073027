"""Macau's five-card poker through the door: honest days, every fault, the arithmetic by hand."""

from collections import Counter
from itertools import combinations

import pytest

from ops.simulator.games.poker.betting import Sitting, Stakes, divide, evenly
from ops.simulator.games.poker.hands import MACAU, macau
from ops.simulator.games.poker.poquer_macau_5_cartas.game import PoquerMacau5Cartas
from ops.simulator.games.poker.poquer_macau_5_cartas.shown import shown
from tests.ops.simulator.conftest import DAY, FAULTY, SEEDS, START, Rehearse, each_fault, where
from tests.ops.simulator.conftest import shown as told


@pytest.mark.deep
def test_three_honest_days_raise_nothing(rehearsed: Rehearse) -> None:
    """Chaves turned by mistake, incomplete decks and capital put in whole: nothing is wrong."""
    score = rehearsed([PoquerMacau5Cartas(where("mesa-m", "M5-01", SEEDS[0]))], 40, days=3)
    assert score.exact, told(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(PoquerMacau5Cartas)
    table = PoquerMacau5Cartas(where("mesa-m", "M5-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 8, days=2)
    assert score.exact, told(score)
    assert score.counts()["planted"] == len(PoquerMacau5Cartas.FAULTS)


def test_a_day_begins_with_another_deck() -> None:
    """A2: none of the day before is dealt from; a deck is too old only after ten of this day."""
    table = PoquerMacau5Cartas(where("mesa-m", "M5-01"), {1: "old-deck"})
    for _ in table.gaming_day(DAY, START, 12):
        pass
    (old,) = table.planted
    assert old.round == f"M5-01/{DAY}/11"


@pytest.mark.deep
def test_how_many_hands_of_each_kind_there_are() -> None:
    """A5: of the 376,992 hands without an ace, each kind as counted by hand for nine ranks."""
    deck = [rank + suit for rank in "56789TJQK" for suit in "cdhs"]
    counts = Counter(MACAU[macau(five)[0]] for five in combinations(deck, 5))
    assert counts["sequencia_da_cor"] + counts["maxima"] == 5 * 4
    assert counts["poquer"] == 9 * 32
    assert counts["fullen"] == 9 * 4 * 8 * 6
    assert counts["cor"] == 4 * (126 - 5)
    assert counts["sequencia"] == 5 * (4**5 - 4)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5s 5h 5d 6c 6s", "As Ks Qs Js 9s"),
        ("9s 8d 7c 6h 5s", "As 5d 6c 7h 8s"),
        ("As Ks Qs Js Ts", "Ah 5h 6h 7h 8h"),
        ("Ah 5h 6h 7h 8h", "As Ah Ad Ac Ks"),
    ],
)
def test_the_order_of_hands(better: str, worse: str) -> None:
    """A5: trio-par above cor; the ace under the five makes the lowest run."""
    assert macau(better.split()) > macau(worse.split())


@pytest.mark.parametrize(
    ("one", "other"), [("5s 5h 5d 6c 6s", "5s 5h 5d Ac As"), ("9s 9h 9d 5c 6s", "9s 9h 9d Ac Ks")]
)
def test_only_the_trio_counts(one: str, other: str) -> None:
    """A5.4, A5.7: of a trio and a trio-par no other card decides."""
    assert macau(one.split()) == macau(other.split())


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ks", "Kh"),
        ("8h 8s", "As Kd"),
        ("5h Ks", "Ah Qs"),
        ("7c 9d 9s", "8h 8s Ad"),
        ("Td 9d 8d 7d", "9h 9s 9d 5c"),
        ("Ah 9h 7h 5h", "Ts 9d 8c 7h"),
        ("As 7d 6c 5h", "9h 9s 9d 5c"),
        ("Td 9d 7s 7c", "Ks Kd 8s 5c"),
    ],
)
def test_who_speaks_before_whom(first: str, second: str) -> None:
    """A10 b-d: suits; a pair with the last card; possible cor above possible sequência."""
    assert shown(first.split()) > shown(second.split())


def test_the_bolo_after_the_initial_commission_and_four_per_cent() -> None:
    """A4, A8, A9: 4 x 20 and 3 x 50 less 20: 210; 4% is 8.40; two equal hands have 100.80 each."""
    stakes = Stakes(
        [Sitting(seat, "") for seat in (4, 3, 2, 1)],
        put={4: 7_000, 3: 7_000, 2: 7_000, 1: 2_000},
        loose=-2_000,
        out={1, 2},
    )
    division = divide(stakes, {4: (1,), 3: (1,)}, lambda pot: pot * 4 // 100, 1, evenly)
    assert division.fee == 840
    assert division.due() == {4: 10_080, 3: 10_080}
