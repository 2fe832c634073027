"""Late devices and money: nothing falls below zero, and what cannot come back is the operator's.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. ``Hall`` checks the invariants of 3.5 after each
event. A device may be late by 300 seconds of the ledger's clock.
"""

from random import Random
from typing import Any

import pytest

from ledger.events.jackpots import AwardRefused, Combination, JackpotWon
from ledger.events.machines import LineWin, Play, PlayVoided
from projections.base.event import Event
from tests.helpers.each import each
from tests.projections.stages.pools.hall import HASH, MILLION, Hall


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    return hall


def void(hall: Hall, target: Event, at: int) -> None:
    taken_back = PlayVoided(play=target.name, cause="avaria", returned=10_000)
    hall.say(taken_back, source=target.source, place=target.place, seconds=at)


@pytest.mark.parametrize("late", [False, True])
def test_a_prize_told_after_a_void_that_came_after_it_has_what_was_void(
    hall: Hall, *, late: bool
) -> None:
    """Staked at 100, won at 110, void at 120: 501.00, and receita bears the 0.50 of the void.

    Whether the winner is late or not: of the void nothing comes back (jackpots.md), and the pool
    starts from the base.
    """
    voided = hall.play(10_000, "M-2", seconds=100)
    if late:
        void(hall, voided, 120)
    hall.play(10_000, pool="p", pap_m=50_100, seconds=110)
    if not late:
        void(hall, voided, 120)
    assert hall.held() == {"P3": -100_000, "J1": 50_000, "P1": -100, "C3": 50_100}
    assert hall.total("increment") == -100
    hall.play(10_000, seconds=130)
    assert hall.pool().shown == 50_050
    hall.tick(700)
    assert hall.codes() == []
    unvoid = next(event for event in hall.log if isinstance(event.payload, PlayVoided))
    hall.correct(unvoid, None)
    assert (hall.pool().shown, hall.total("increment")) == (50_050, -150)


def test_a_void_is_after_its_stake_whatever_the_clocks_say(hall: Hall) -> None:
    """Laid at 100 and voided by a clock that says 90: a prize of 95, told last, finds the base."""
    voided = hall.play(10_000, "M-2", seconds=100)
    void(hall, voided, 90)
    hall.play(10_000, pool="p", pap_m=50_050, seconds=95)
    assert (hall.pool().shown, hall.held().get("P2")) == (50_000, None)
    hall.tick(700)
    assert hall.codes() == []


def test_a_refusal_is_after_its_claim_whatever_the_clocks_say(hall: Hall) -> None:
    """Claimed at 100 and refused by a clock that says 80; a prize of 90, told last: 500.50."""
    claim = hall.say(JackpotWon(pool="p", amount=50_000), source="controlador", seconds=100)
    refusal = hall.say(
        AwardRefused(award=claim.name, pool="p", reason="avaria"), source="financas", seconds=80
    )
    hall.approve(refusal)
    hall.play(10_000, pool="p", pap_m=50_050, seconds=90)
    assert (hall.pool().shown, hall.held().get("P2")) == (50_000, None)
    hall.tick(700)
    assert hall.codes() == []


TABLE = (
    Combination(name="real", ppm=MILLION),
    Combination(name="cor", ppm=100_000, fixed=700),
    Combination(name="par", fixed=60_000),
)


def tell(hall: Hall, rng: Random, said: dict[str, list[Event]], at: int) -> None:
    """Tell of a stake, a prize, a void, a claim, its refusal or the withdrawal of that."""
    machine, pool = rng.choice(("M-1", "M-2")), rng.choice("pqr")
    given: dict[str, Any] = {"seconds": at}
    match rng.choice(("play", "play", "win", "void", "claim", "refuse", "withdraw", "correct")):
        case "win":
            row = LineWin(line=1, combination=rng.choice(TABLE).name, amount=0)
            win: dict[str, Any] = {"pool": pool, "pap_m": 50_000, "wins": (row,)}
            said["plays"].append(hall.play(10_000, machine, **win, **given))
        case "void" if said["plays"]:
            void(hall, rng.choice(said["plays"]), at)
        case "claim":
            play = rng.choice((None, f"{machine}:{hall._seqs.get(machine, 0) + 1}"))
            claimed = JackpotWon(pool=pool, amount=5_000, play=play)
            said["claims"].append(hall.say(claimed, source="controlador", seconds=at))
        case "refuse" if said["claims"]:
            claim = rng.choice(said["claims"])
            refused = AwardRefused(award=claim.name, pool="p", reason="avaria")
            said["refusals"].append(hall.act(refused))
        case "withdraw" if said["refusals"]:
            hall.correct(rng.choice(said["refusals"]), None)
        case "correct" if said["plays"]:
            play = rng.choice(said["plays"])
            hall.correct(play, Play(stake=5, denomination=1, configuration=HASH))
        case _:
            stake = rng.randint(1, 20) * 10_000
            said["plays"].append(hall.play(stake, machine, **given))


@each("seed", range(40))
def test_whatever_is_late_no_part_of_a_pool_falls_below_zero(seed: int) -> None:
    """Thirty events of three pools, up to 25 minutes old, and ticks between them."""
    rng = Random(seed)
    hall = Hall()
    hall.open("p", "M-1", "M-2", ppm=3_333)
    hall.open("q", "M-1", ceiling=50_400, reserve_ppm=1_777, ppm=7_777)
    hall.open("r", "M-2", "M-1", combinations=TABLE, base=500, ppm=100_001)
    clock = 60
    hall.tick(clock)
    said: dict[str, list[Event]] = {"plays": [], "claims": [], "refusals": []}
    for _ in range(30):
        lag = rng.choice((-5, -5, 0, 20, 100, 250, 400, 1_500))
        tell(hall, rng, said, max(10, clock - lag))
        if rng.random() < 0.2:
            clock += rng.choice((10, 60, 350))
            hall.tick(clock)
