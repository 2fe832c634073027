"""The simulator's own books of a linked jackpot: which rate a stake takes."""

import pytest

from ledger.events.jackpots import PoolOpened
from ops.simulator.games.jackpots.books import Held

TERMS = PoolOpened(
    pool="grande", scope="casinos", members=("m-1",), currency="XTS", base=1_000, ppm=10_000
)
ANNOUNCED = (("17:34", 20_000), ("17:31", 25_000))
"""A rate for 17:34, and after it another for 17:31."""


@pytest.mark.parametrize("announced", [ANNOUNCED, ANNOUNCED[::-1]])
def test_of_rates_announced_the_latest_date_that_has_come_holds(
    announced: tuple[tuple[str, int], ...],
) -> None:
    """What is announced later for an earlier date does not undo the later date's rate."""
    pool = Held(terms=TERMS, casino="a")
    for since, ppm in announced:
        pool.announce(since, ppm)
    assert [pool.rate(at) for at in ("17:30", "17:31", "17:34")] == [10_000, 25_000, 20_000]


def test_of_rates_for_one_date_the_last_announced_holds() -> None:
    """Finance may say another rate for a date that it announced before."""
    pool = Held(terms=TERMS, casino="a")
    pool.announce("17:31", 25_000)
    pool.announce("17:31", 15_000)
    assert pool.rate("17:32") == 15_000
