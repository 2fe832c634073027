"""What one event changes is followed to its end: prizes, voids and transfers that came late.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. A device may be late by 300 seconds.
"""

import pytest

from ledger.events.jackpots import PoolTransferred
from ledger.events.machines import PlayVoided
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-2", "M-3")
    hall.tick(60)
    return hall


def void(hall: Hall, play: Event, at: int, stake: int) -> Event:
    voided = PlayVoided(play=play.name, cause="avaria", returned=stake)
    return hall.say(voided, source=play.source, place=play.place, seconds=at)


@pytest.mark.parametrize("late", [True, False])
def test_what_a_late_prize_lacks_is_borne_once_and_followed_through_all_after_it(
    *, late: bool
) -> None:
    """Of each stake 0.5 % and, hidden, 0.2 %. M-3 stakes 200.00, which is void later.

    M-2 wins between: 500.00 + 1.00; then 0.40 come from the reserve, and 0.50 and 0.375 of a cent
    are no whole one: M-3 wins 500.40, and then, with 0.5 of a cent more, 500.01. The operator bears
    the void, 1.40, and 1.375 of a cent is one of revenue: 1.41 in all, whoever was late.
    """
    hall = Hall()
    hall.open("p", "M-2", "M-3", reserve_ppm=2_000)
    hall.tick(60)

    def prize() -> None:
        hall.play(100, "M-2", seconds=120, pool="p", pap_m=50_100)

    staked = hall.play(20_000, "M-3", seconds=104)
    if not late:
        prize()
    void(hall, staked, 136, 20_000)
    hall.play(75, "M-3", seconds=148, pool="p", pap_m=50_040)
    hall.play(100, "M-3", seconds=164, pool="p", pap_m=50_001)
    if late:
        prize()
    hall.tick(900)
    assert hall.codes() == []
    assert hall.held() == {"P1": -141, "P3": -200_000, "J1": 50_000, "C3": 150_141}
    assert hall.total("increment") == -141
    assert (hall.pool().residue, hall.pool().reserve_residue) == (375_000, 550_000)


@pytest.mark.parametrize("at", [200, 201])
def test_a_transfer_at_a_prize_s_own_time_is_a_transfer(hall: Hall, at: int) -> None:
    """Staked at 150, won at 200 and paid 0.01 too much, 500.00 brought in from q at 200 or after.

    The void of 180 comes when all that is over: a transfer came since, so that the operator bears
    its 0.50, be the two of one time or not.
    """
    hall.open("q", "M-9")
    staked = hall.play(10_000, "M-3", seconds=150)
    hall.play(10_000, "M-2", seconds=200, pool="p", pap_m=50_101)
    moved = PoolTransferred(
        transfer="o-1",
        side="both",
        pool="q",
        to="p",
        base=50_000,
        accumulated=0,
        reason="estrategia",
    )
    order = hall.say(moved, source="financas", seconds=at)
    hall.say(hall.approval(order), source="direccao", seconds=at)
    hall.tick(600)
    assert (hall.codes(), hall.pool().shown) == (["JP-PAYDIFF", "JP-WINBASIS"], 100_000)
    void(hall, staked, 180, 10_000)
    hall.tick(1_000)
    assert hall.pool().shown == 100_000
    assert [one.amount for one in hall.revenue if one.reason == "increment"] == [-50, -50]
    (award,) = [won for won in hall.books.awards.page.values() if won.pool == "p"]
    assert award.amount == 50_100


def test_a_prize_from_before_a_transfer_leaves_the_transfer_the_last(hall: Hall) -> None:
    """500.00 brought in at 300; won at 250 and told after it; staked at 280, void at 310.

    Between the stake and its void came the transfer: its 0.50 stay.
    """
    hall.open("q", "M-9")
    moved = PoolTransferred(
        transfer="o-1",
        side="both",
        pool="q",
        to="p",
        base=50_000,
        accumulated=0,
        reason="estrategia",
    )
    order = hall.say(moved, source="financas", seconds=300)
    hall.say(hall.approval(order), source="direccao", seconds=300)
    staked = hall.play(10_000, "M-3", seconds=280)
    hall.tick(600)
    hall.play(10_000, "M-2", seconds=250, pool="p", pap_m=50_050)
    void(hall, staked, 310, 10_000)
    hall.tick(1_000)
    assert (hall.codes(), hall.pool().shown) == ([], 100_050)
