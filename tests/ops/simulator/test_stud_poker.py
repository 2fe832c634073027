"""Stud póquer through the door: honest days, and every fault."""

import pytest

from ops.simulator.stud_poker import StudPoker
from tests.ops.simulator.conftest import SEEDS, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: nothing is wrong, at the table, in its pool or its money."""
    score = rehearsed([StudPoker(where("mesa-st", "ST-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(StudPoker, every=2)
    table = StudPoker(where("mesa-st", "ST-01", seed), faults=faults)
    score = rehearsed([table], max(faults) // 2 + 9, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(StudPoker.FAULTS)
