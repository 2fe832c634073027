"""The office of the pools through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.jackpots import Jackpots
from tests.ops.simulator.conftest import SEEDS, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Stakes, voids, prizes, rates, transfers, an end of concession: the books agree to a cent."""
    score = rehearsed([Jackpots(where("financas-jk", "JK-01", seed))], 50, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", SEEDS[1:2])
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the office, planted once over three days."""
    faults = each_fault(Jackpots, every=1)
    office = Jackpots(where("financas-jk", "JK-01", seed), faults)
    score = rehearsed([office], max(faults) // 3 + 4, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Jackpots.FAULTS)
