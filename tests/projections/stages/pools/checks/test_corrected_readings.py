"""A reading put right is beside its neighbours as if it had been said right.

Pool p holds 500.00 and takes 0.5 %: a play of 100.00 adds 0.50 and counts 100.00 as staked. Each of
four readings follows one play, so between two the controller's count rises by 100.00.
"""

from collections.abc import Callable

import pytest

from ledger.events.jackpots import ControllerRead, DisplayRead
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall.open()
    hall.about.clear()
    hall.tick(60)
    return hall


def counted(number: int) -> ControllerRead:
    """Return what the controller says rightly after so many plays of 100.00."""
    return ControllerRead(pool="p", amount=50_000 + 50 * number, staked=10_000 * number)


def shown(number: int) -> DisplayRead:
    return DisplayRead(pool="p", amount=50_000 + 50 * number, display="visor")


def readings(hall: Hall, say: Callable[[int], ControllerRead | DisplayRead]) -> list[Event]:
    """Tell four plays, a reading after each, and wait for their terms one by one."""
    said: list[Event] = []
    for number in range(1, 5):
        hall.play(10_000, seconds=1_000 * number)
        said.append(hall.say(say(number), source="controlador", seconds=1_000 * number + 100))
        for wait in range(200, 1_000, 100):
            hall.tick(1_000 * number + wait)
    assert hall.codes() == []
    return said


def found(hall: Hall, event: Event) -> list[tuple[str, int | None]]:
    return [(one.code, one.amount) for one in hall.about.get(f"reading {event.name}", [])]


def test_a_count_put_wrong_is_held_against_the_readings_on_both_sides(hall: Hall) -> None:
    """The second counts 107.00 since the first, the third 93.00 since the second."""
    first, second, third, fourth = readings(hall, counted)
    hall.correct(second, ControllerRead(pool="p", amount=50_100, staked=20_700))
    assert found(hall, second) == [("JP-DUP", 700)]
    assert found(hall, third) == [("JP-MISS", -700)]
    assert found(hall, first) == found(hall, fourth) == []
    hall.correct(second, counted(2))
    assert hall.codes() == []


def test_a_count_of_the_last_reading_goes_on_to_the_next(hall: Hall) -> None:
    """The fourth is put to 407.00; the fifth reads 500.00, 93.00 since."""
    *_, fourth = readings(hall, counted)
    hall.correct(fourth, ControllerRead(pool="p", amount=50_200, staked=40_700))
    hall.play(10_000, seconds=5_000)
    fifth = hall.say(counted(5), source="controlador", seconds=5_100)
    hall.tick(6_000)
    assert (found(hall, fourth), found(hall, fifth)) == ([("JP-DUP", 700)], [("JP-MISS", -700)])


def test_without_a_reading_its_neighbours_are_compared_with_each_other(hall: Hall) -> None:
    """The second, 7.00 too high, is withdrawn: the third has 200.00 since the first, as it says."""
    _, second, third, _ = readings(hall, counted)
    hall.correct(second, ControllerRead(pool="p", amount=50_100, staked=20_700))
    hall.correct(second, None)
    assert (found(hall, second), found(hall, third)) == ([], [])


def test_without_the_last_reading_the_next_is_compared_with_the_one_before(hall: Hall) -> None:
    """The fourth is withdrawn; the fifth, 9.00 above what was staked since the third, is found."""
    *_, fourth = readings(hall, counted)
    hall.correct(fourth, None)
    hall.play(10_000, seconds=5_000)
    wrong = ControllerRead(pool="p", amount=50_250, staked=50_900)
    fifth = hall.say(wrong, source="controlador", seconds=5_100)
    hall.tick(6_000)
    assert found(hall, fifth) == [("JP-DUP", 900)]
    assert hall.about[f"reading {fifth.name}"][0].expected == "200.00 staked since"


def test_a_figure_put_higher_makes_the_next_a_fall(hall: Hall) -> None:
    """502.50 is said of the second: more than 501.00 held; then the third's 501.50 is less."""
    _, second, third, _ = readings(hall, shown)
    hall.correct(second, DisplayRead(pool="p", amount=50_250, display="visor"))
    assert found(hall, second) == [("JP-DISP", 150)]
    assert found(hall, third) == [("JP-DISP-DEC", -100)]


def test_a_reading_of_another_display_is_beside_that_displays_own(hall: Hall) -> None:
    """The second was of the display at the door: the third follows the first, and is right."""
    _, second, third, _ = readings(hall, shown)
    hall.correct(second, DisplayRead(pool="p", amount=50_250, display="porta"))
    assert found(hall, second) == [("JP-DISP", 150)]
    assert found(hall, third) == []
    assert hall.pool().readings["display porta"].amount == 50_250


def test_a_reading_that_came_to_say_something_is_compared_with_the_one_before_it(
    hall: Hall,
) -> None:
    """The display was dark at the third reading; corrected to 500.80, it is below the second's."""
    hall.play(10_000, seconds=1_000)
    hall.say(shown(1), source="controlador", seconds=1_100)
    dark = hall.say(DisplayRead(pool="p", display="visor", why="apagado"), seconds=1_200)
    hall.play(10_000, seconds=1_300)
    last = hall.say(shown(2), source="controlador", seconds=1_400)
    hall.tick(2_000)
    hall.correct(dark, DisplayRead(pool="p", amount=50_040, display="visor"))
    hall.tick(3_000)
    assert found(hall, dark) == [("JP-DISP", -10), ("JP-DISP-DEC", -10)]
    assert found(hall, last) == []
