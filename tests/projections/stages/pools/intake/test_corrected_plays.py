"""Plays and stakes that are corrected count as of their own time, in their own house, and once.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. Two machines feed the pool, in c-1 and c-2; a
device may be late by 300 seconds, and who corrects is of no house.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger.events.jackpots import ControllerRead, PoolMemberAdded, PoolStake
from ledger.events.machines import PlayVoided
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

CASINOS = {"M-1": "c-1", "M-2": "c-2"}


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    return hall


def play(hall: Hall, at: int, machine: str = "M-1", stake: int = 10_000, **others: Any) -> Event:
    return hall.play(stake, machine, seconds=at, casino=CASINOS[machine], **others)


def increments(hall: Hall, since: int) -> list[tuple[int, str | None]]:
    """Return what of the receita increments took, or gave back, each with its house."""
    return [(one.amount, one.casino) for one in hall.revenue[since:] if one.reason == "increment"]


@pytest.mark.parametrize("closed", [True, False])
def test_what_is_no_pool_s_of_a_play_changes_nothing_when_it_is_corrected(
    hall: Hall, *, closed: bool
) -> None:
    """What the machine paid is corrected; its stake of 100 went with the prize of 200."""
    staked = play(hall, 100)
    play(hall, 200, "M-2", pool="p", pap_m=50_100)
    if closed:
        hall.tick(700)
    before = len(hall.revenue)
    hall.correct(staked, replace(staked.payload, pam=100))
    hall.tick(1_500)
    assert (hall.pool().shown, hall.codes(), hall.revenue[before:]) == (50_000, [], [])


@pytest.mark.parametrize(
    ("corrected", "shown", "revenue"),
    [(5_000, 50_000, []), (30_000, 50_100, [(-100, "c-1")])],
)
def test_of_a_prize_that_is_closed_a_stake_corrected_moves_only_what_is_more(
    hall: Hall, corrected: int, shown: int, revenue: list[tuple[int, str | None]]
) -> None:
    """501.00 were rightly won of 100.00 and 100.00. Half of the first: the operator bears 0.25.

    Three times as much: 1.00 more counts from where it stands.
    """
    staked = play(hall, 100)
    play(hall, 200, "M-2", pool="p", pap_m=50_100)
    hall.tick(700)
    before = len(hall.revenue)
    hall.correct(staked, replace(staked.payload, stake=corrected))
    hall.tick(1_500)
    assert (hall.pool().shown, hall.codes()) == (shown, [])
    assert increments(hall, before) == revenue


def test_a_stake_corrected_explains_the_prize_and_the_reading_after_it(hall: Hall) -> None:
    """200.00 at 100, recorded as 100.00: 501.00 were read at 150, and 501.50 won at 200."""
    staked = play(hall, 100)
    hall.say(ControllerRead(pool="p", amount=50_100), source="controlador", seconds=150)
    won = play(hall, 200, "M-2", pool="p", pap_m=50_150)
    hall.tick(700)
    assert hall.codes() == ["JP-DISP", "JP-PAYDIFF", "JP-WINBASIS"]
    hall.correct(staked, replace(staked.payload, stake=20_000))
    hall.tick(1_500)
    assert (hall.codes(), hall.pool().shown) == ([], 50_000)
    award = hall.books.awards.get(won.name)
    assert award is not None
    assert (award.amount, award.so_far.stakes, award.so_far.rates) == (50_150, 2, {"5000": 30_000})


@pytest.mark.parametrize("late", [0, 3_600])
def test_a_play_corrected_by_who_is_of_no_house_is_of_its_own(hall: Hall, late: int) -> None:
    """100.00 in c-1 become 200.00, within the hour or after it: 1.00 of c-1, and 0.50 of c-2."""
    staked = play(hall, 100)
    play(hall, 110, "M-2")
    hall.tick(700 + late)
    before = len(hall.revenue)
    hall.correct(staked, replace(staked.payload, stake=20_000))
    assert hall.pool().casinos == {"c-1": 10**8, "c-2": 5 * 10**7}
    assert increments(hall, before) == [(-50, "c-1")]
    hall.correct(staked, None)
    assert hall.pool().casinos == {"c-1": 0, "c-2": 5 * 10**7}
    hall.correct(staked, staked.payload)
    assert hall.pool().casinos == {"c-1": 5 * 10**7, "c-2": 5 * 10**7}
    assert sum(amount for amount, _ in increments(hall, 0)) == -100


@pytest.mark.parametrize("how", ["void", "withdrawn"])
def test_what_a_prize_took_with_it_does_not_come_in_twice(hall: Hall, how: str) -> None:
    """Staked at 100, won with it at 200 and closed. Void or withdrawn since, and then not.

    Nothing went out, so nothing comes in: 500.00.
    """
    staked = play(hall, 100)
    play(hall, 200, "M-2", pool="p", pap_m=50_100)
    hall.tick(700)
    before = len(hall.revenue)
    if how == "void":
        void = PlayVoided(play=staked.name, cause="avaria", returned=10_000)
        voided = hall.say(void, source="M-1", place="M-1", seconds=800)
        hall.correct(voided, None)
    else:
        hall.correct(staked, None)
        hall.correct(staked, staked.payload)
    hall.tick(1_500)
    assert (hall.pool().shown, increments(hall, before), hall.codes()) == (50_000, [], [])


def test_a_void_withdrawn_is_in_again_from_when_it_was_void(hall: Hall) -> None:
    """0.50 at 100, void at 150, and not after all: 500.50 were read at 140 and at 160."""
    staked = play(hall, 100)
    for at in (140, 160):
        hall.say(ControllerRead(pool="p", amount=50_050), source="controlador", seconds=at)
    void = PlayVoided(play=staked.name, cause="avaria", returned=10_000)
    voided = hall.say(void, source="M-1", place="M-1", seconds=150)
    hall.tick(700)
    assert hall.codes() == ["JP-DISP"]
    hall.correct(voided, None)
    hall.tick(1_500)
    assert (hall.codes(), hall.pool().shown, hall.pool().cycle.stakes) == ([], 50_050, 1)


def test_a_stake_of_a_device_elsewhere_is_corrected_as_a_play_is(hall: Hall) -> None:
    """100.00 of c-3 become 200.00, then void, then not; its void is withdrawn by who said it."""
    added = PoolMemberAdded(pool="p", member="mq-1", casino="c-3", act="com-2")
    hall.say(added, source="financas", seconds=90)
    stake = PoolStake(pool="p", device="mq-1", stake="mq-1:1", amount=10_000)
    first = hall.say(stake, source="controlador", seconds=100)
    hall.correct(first, replace(stake, amount=20_000))
    assert (hall.pool().shown, hall.pool().casinos) == (50_100, {"c-3": 10**8})
    void = hall.say(replace(stake, voided=True), source="controlador", seconds=200)
    assert (hall.pool().shown, hall.pool().casinos) == (50_000, {"c-3": 0})
    hall.correct(void, None)
    assert (hall.pool().shown, hall.pool().casinos) == (50_100, {"c-3": 10**8})
    hall.correct(void, replace(stake, voided=True))
    hall.tick(1_000)
    assert (hall.pool().shown, hall.codes()) == (50_000, [])


@pytest.mark.parametrize("put_right", [{"pool": "q"}, {"pool": None, "pap_m": 0}])
def test_what_a_machine_paid_of_a_prize_it_never_showed_is_no_cost_of_its_pool(
    hall: Hall, put_right: dict[str, Any]
) -> None:
    """500.50 of p, paid by the machine; it was q's, or none: p has 500.00 and 0.50, and no cost."""
    hall.open("q", "M-3")
    won = play(hall, 100, pool="p", pap_m=50_050)
    hall.correct(won, replace(won.payload, **put_right))
    hall.tick(1_500)
    assert hall.held("p") == {"P3": -50_000, "J1": 50_000, "J2": 50, "P1": -50}
    assert hall.held("q").get("C3", 0) == (50_050 if put_right["pool"] else 0)
