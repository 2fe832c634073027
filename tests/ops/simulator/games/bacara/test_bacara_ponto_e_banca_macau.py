"""Bacará ponto e banca/Macau through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.bacara.bacara_ponto_e_banca_macau import DIFFERENCE, BacaraPontoEBancaMacau
from ops.simulator.games.bacara.punto_banco.table import Bet, Player
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([BacaraPontoEBancaMacau(where("mesa-pm", "PM-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(BacaraPontoEBancaMacau, every=2)
    table = BacaraPontoEBancaMacau(where("mesa-pm", "PM-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(BacaraPontoEBancaMacau.FAULTS)


def test_the_sides_differ_by_no_more_than_the_table_allows() -> None:
    """PM R39: the last bets on the heavier side are not taken, nor what leant on them."""
    table = BacaraPontoEBancaMacau(where("mesa-pm", "PM-01", 7))
    table.limited = True
    one, two, three = (Player(seat, "", 500) for seat in (1, 2, 101))
    kept = Bet(one, 1, "ponto", DIFFERENCE)
    gone, leaning = Bet(two, 2, "ponto", 500), Bet(three, 2, "ponto", 500)
    assert table.within([kept, gone, leaning]) == [kept]
