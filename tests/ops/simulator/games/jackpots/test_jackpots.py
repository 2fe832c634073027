"""The office of the pools through the door: honest days, and every fault."""

import pytest

from ledger.events.jackpots import ConcessionEnded, PoolOpened
from ops.simulator.games.jackpots.game import Jackpots
from ops.simulator.parties.terminal import Said
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, day_of, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Stakes, voids, prizes, rates, transfers, an end of concession: the books agree to a cent."""
    score = rehearsed([Jackpots(where("financas-jk", "JK-01", seed))], 50, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the office, planted once over three days."""
    faults = each_fault(Jackpots, every=1)
    office = Jackpots(where("financas-jk", "JK-01", seed), faults)
    score = rehearsed([office], max(faults) // 3 + 4, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Jackpots.FAULTS)


def test_a_concession_that_a_fault_ends_is_not_ended_honestly_at_the_same_time() -> None:
    """On the second day one ends anyway, in the middle: here a fault does so then, and it waits."""
    office = Jackpots(where("financas-jk", "JK-01"), {6: "charity-unpaid"})
    ended: list[tuple[int, str]] = []
    opened: list[str] = []
    for _ in office.prepare():
        pass
    for number in range(2):
        for one in office.gaming_day(*day_of(office, number), 4):
            if isinstance(one, Said) and isinstance(one.payload, ConcessionEnded):
                ended.append((office.occasion, one.name))
            if isinstance(one, Said) and isinstance(one.payload, PoolOpened):
                opened.append(one.payload.pool)
    assert [occasion for occasion, _ in ended] == [6, 7]
    assert len(opened) == len({*opened})
