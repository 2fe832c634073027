"""The office of a floor through the door: honest days, and every fault."""

import pytest

from ops.simulator.courier import WINDOW
from ops.simulator.floor import Floor, Watched
from tests.ops.simulator.conftest import SEEDS, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_three_honest_days_of_an_office_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Places are scheduled and withdrawn, days closed, the tax of an empty floor declared."""
    floor = Floor(where("sala", "SALA", seed), earned=lambda: 0)
    score = rehearsed([floor], 12, days=3, window=WINDOW)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", SEEDS[1:2])
def test_what_is_wrong_around_the_games_is_found(rehearsed: Rehearse, seed: int) -> None:
    """Forgeries, clocks, silence, checkpoints, corrections, access, tax: all, and no more."""
    faults = each_fault(Floor, every=6)
    floor = Floor(where("sala", "SALA", seed), faults, earned=lambda: 0)
    score = rehearsed([floor], max(faults) // 4 + 6, days=6, window=WINDOW)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Floor.FAULTS)


def test_a_watched_table_that_never_speaks_is_told_once(rehearsed: Rehearse) -> None:
    """The office schedules it, nothing comes: one INT-SILENT, of that place."""
    watched = Watched(place="RA-09", source="mesa-ra-9", category="table")
    score = rehearsed([Floor(where("sala", "SALA"), watched=[watched])], 3)
    assert [(one.code, one.place) for one in score.invented] == [("INT-SILENT", "RA-09")]
