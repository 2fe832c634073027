"""Banca francesa through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.dice.banca_francesa.game import BancaFrancesa
from ops.simulator.games.dice.banca_francesa.rules import WINS, OnSpot
from ops.simulator.parties.guests import Guest
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Lines, null throws, abafo, sealed dice: nothing is wrong with bets, dice or money."""
    score = rehearsed([BancaFrancesa(where("mesa-bf", "BF-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(BancaFrancesa, every=1)
    table = BancaFrancesa(where("mesa-bf", "BF-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert {one.fault for one in table.planted} >= set(BancaFrancesa.FAULTS)


def test_the_spots_win_as_often_as_the_page_says() -> None:
    """BF R6: of 216 throws 1 makes ases win, 31 pequeno, 31 grande; 153 decide nothing."""
    sums = [a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    spots = [WINS.get(total) for total in sums]
    assert [spots.count(spot) for spot in ("ases", "pequeno", "grande", None)] == [1, 31, 31, 153]


@pytest.mark.parametrize(
    ("laid", "plays"),
    [
        ([3_700], [1_500]),
        ([4_000], [2_000]),
        ([2_500, 2_700], [1_250, 1_250]),
        ([1_500], [750]),
        ([102_300], [51_150]),
    ],
)
def test_half_of_the_full_multiples_plays_on_a_line(laid: list[int], plays: list[int]) -> None:
    """BF R8: of 37.00 count 30.00; of two bets the last bears the excess; none out of bounds."""
    guest = Guest(1, "ana", 100)
    table = BancaFrancesa(where("mesa-bf", "BF-01"))
    bets = [OnSpot(guest, "grande", amount, line=True) for amount in laid]
    table.decide(bets, "grande")
    assert [bet.stake for bet in bets] == plays
    assert [bet.prize for bet in bets] == plays
