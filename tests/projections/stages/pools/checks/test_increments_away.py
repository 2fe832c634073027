"""A controller says what a machine's stakes added while that machine is away beyond its term.

Base 500.00 at 0.5 %: 100.00 add 0.50, 200.00 add 1.00, 300.00 add 1.50. M-1 stakes at 100, 200 and
300, the controller tells of each a second later by its own line. What is missing is found when its
term of 300 seconds is over, and is found no more when it has come.
"""

import pytest

from ledger.events.jackpots import JackpotIncrement
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall


@pytest.fixture(params=[False, True], ids=["", "restarted"])
def hall(request: pytest.FixtureRequest) -> Hall:
    """Return a hall whose controller has begun to say what M-1's stakes add."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    hall.play(10_000, "M-1", seconds=70)
    state(hall, 71, 1)
    if request.param:
        hall.restart()
    return hall


def state(hall: Hall, at: int, times: int) -> Event:
    told = JackpotIncrement(pool="p", amount=50 * times, stake=10_000 * times)
    return hall.say(told, source="controlador", place="M-1", seconds=at)


def plays(hall: Hall) -> list[Event]:
    return [hall.play(10_000 * number, "M-1", seconds=100 * number) for number in (1, 2, 3)]


def states(hall: Hall, *told: tuple[int, int]) -> list[Event]:
    return [state(hall, at, times) for at, times in told]


RIGHT = (101, 1), (201, 2), (301, 3)


@pytest.mark.parametrize("first", ["stakes", "words"])
def test_who_was_away_makes_nobody_a_liar(hall: Hall, first: str) -> None:
    """Whoever is away, the machine or the controller: when both have spoken nothing is wrong."""
    lines = (plays, lambda hall: states(hall, *RIGHT))
    early, late = lines if first == "stakes" else lines[::-1]
    early(hall)
    hall.tick(700)
    missing = ["JP-MISS"] * 2 if first == "stakes" else ["JP-DUP"] * 3
    assert hall.codes() == missing
    hall.restart()
    late(hall)
    hall.tick(1_100)
    assert hall.codes() == []
    hall.play(10_000, "M-1", seconds=1_110)
    state(hall, 1_111, 1)
    hall.tick(1_500)
    assert hall.codes() == []


@pytest.mark.parametrize("first", ["stakes", "words"])
@pytest.mark.parametrize(
    ("told", "codes"),
    [
        (((101, 1), (301, 3)), ["JP-MISS"]),
        (((101, 1), (201, 2), (202, 2), (301, 3)), ["JP-DUP"]),
        (((101, 1), (201, 1), (301, 3)), ["JP-INC"]),
        (((201, 2), (202, 2), (301, 3)), ["JP-DUP", "JP-MISS"]),
    ],
)
def test_what_is_wrong_stays_wrong_whoever_was_away(
    hall: Hall, first: str, told: tuple[tuple[int, int], ...], codes: list[str]
) -> None:
    """A stake left out, one told twice, another amount; one left out and the next told twice."""
    if first == "stakes":
        plays(hall)
    else:
        states(hall, *told)
    hall.tick(700)
    if first == "stakes":
        states(hall, *told)
    else:
        plays(hall)
    hall.tick(1_100)
    assert hall.codes() == codes


@pytest.mark.parametrize("first", ["stakes", "words"])
@pytest.mark.parametrize(("behind", "codes"), [(2, []), (3, ["JP-DUP", "JP-MISS"])])
def test_a_clock_may_be_a_little_behind_that_of_who_was_away(
    hall: Hall, first: str, behind: int, codes: list[str]
) -> None:
    """The controller speaks of the stake at 200 two seconds before it by its clock; or three."""
    told = ((101, 1), (200 - behind, 2), (301, 3))
    if first == "stakes":
        plays(hall)
    else:
        states(hall, *told)
    hall.tick(700)
    if first == "stakes":
        states(hall, *told)
    else:
        plays(hall)
    hall.tick(1_100)
    assert hall.codes() == codes


def test_it_is_the_stake_that_was_left_out_that_is_named(hall: Hall) -> None:
    """The machine is away; of its stake at 200 the controller never said anything."""
    states(hall, (101, 1), (301, 3))
    hall.tick(700)
    _, left_out, _ = plays(hall)
    hall.tick(1_100)
    assert [fault.code for fault in hall.about[f"pool-stake {left_out.name} p"]] == ["JP-MISS"]


def test_what_is_said_of_a_machine_that_never_comes_stays_found(hall: Hall) -> None:
    """Three words of stakes that nobody laid."""
    states(hall, *RIGHT)
    hall.tick(100_000)
    assert hall.codes() == ["JP-DUP"] * 3
