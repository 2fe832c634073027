"""Bingo through the door: honest days, and every fault; facts about its own arithmetic."""

import pytest

from ops.simulator.bingo_faults import Bingo
from tests.ops.simulator.conftest import SEEDS, Rehearse, shown, where


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, in the room or with its acta."""
    score = rehearsed([Bingo(where("sala-bi", "BI-01", seed))], 14, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0
