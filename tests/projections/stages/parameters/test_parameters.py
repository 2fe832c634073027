"""Which value of a parameter holds: the one in force since the latest date, of those known."""

from collections.abc import Mapping

import pytest

from projections.base.parameter_book import ParameterBook, Setting

FIRST = "2026-11-01T00:00:00.000000Z"
FIFTEENTH = "2026-11-15T00:00:00.000000Z"
DECEMBER = "2026-12-01T00:00:00.000000Z"
LATER = 99
"""A position after which everything is known."""


def book(*settings: tuple[str, str, int, int]) -> ParameterBook:
    """Return a book of scope, date, value and position of ``maximo``."""
    found = ParameterBook()
    for scope, since, value, known in settings:
        act = f"financas:{known}"
        found.add(
            Setting(scope=scope, name="maximo", value=value, since=since, known=known, act=act)
        )
    return found


ANNOUNCED = ("*", DECEMBER, 300, 5)
"""Told in good time: 300 from December on."""
MEANWHILE = ("*", FIFTEENTH, 200, 8)
"""Set later, for the time before: 200 from the 15th of November on."""


@pytest.mark.parametrize(
    ("at", "before", "value", "known"),
    [
        (FIRST, LATER, 100, 2),
        (FIFTEENTH, LATER, 200, 8),
        ("2026-11-30T23:59:59.999999Z", LATER, 200, 8),
        (DECEMBER, LATER, 300, 5),
        ("2027-01-01T00:00:00.000000Z", LATER, 300, 5),
        # Whoever asks up to the 8th event knows of the first two only.
        (FIFTEENTH, 8, 100, 2),
        (DECEMBER, 5, 100, 2),
        ("2026-10-31T23:59:59.999999Z", LATER, None, None),
    ],
)
def test_a_value_announced_ahead_is_not_undone_by_one_set_later_for_the_time_before(
    at: str, before: int, value: int | None, known: int | None
) -> None:
    """100 since the 1st, 300 announced for December, then 200 from the 15th: each in its time."""
    found = book(("*", FIRST, 100, 2), ANNOUNCED, MEANWHILE)
    assert found.value("maximo", ("*",), at, before) == value
    setting = found.setting("maximo", ("*",), at, before)
    assert (None if setting is None else setting.known) == known
    all_: Mapping[str, object] = {} if value is None else {"maximo": value}
    assert found.all_in_force(("*",), at, before) == all_


def test_of_two_values_from_one_date_the_last_known_holds() -> None:
    """The second decision for December takes the first one's place, for whoever knows of it."""
    found = book(ANNOUNCED, MEANWHILE, ("*", DECEMBER, 350, 9))
    assert found.value("maximo", ("*",), DECEMBER, LATER) == 350
    assert found.value("maximo", ("*",), DECEMBER, 9) == 300


def test_a_special_scope_goes_before_a_later_date_of_a_general_one() -> None:
    """What a table has of its own holds at it, whatever is set for everywhere since."""
    found = book(("RA-01", FIRST, 150, 3), ANNOUNCED)
    assert found.value("maximo", ("RA-01", "*"), DECEMBER, LATER) == 150
    assert found.value("maximo", ("RA-02", "*"), DECEMBER, LATER) == 300


def test_a_correction_of_an_older_value_does_not_undo_a_later_dated_one() -> None:
    """100 should have been 120: so it was in November, and December keeps its 300."""
    found = book(("*", FIRST, 100, 2), ANNOUNCED)
    assert [one.value for one in found.end("financas:2", 8)] == [100]
    found.add(Setting(scope="*", name="maximo", value=120, since=FIRST, known=8, act="financas:2"))
    assert found.value("maximo", ("*",), FIFTEENTH, 8) == 100
    assert found.value("maximo", ("*",), FIFTEENTH, LATER) == 120
    assert found.value("maximo", ("*",), DECEMBER, LATER) == 300


def test_where_the_later_dated_value_is_withdrawn_the_one_before_it_holds_on() -> None:
    """December's 300 was withdrawn: the 200 of the 15th holds, for whoever knows of that."""
    found = book(ANNOUNCED, MEANWHILE)
    found.end("financas:5", 10)
    assert found.value("maximo", ("*",), DECEMBER, 10) == 300
    assert found.value("maximo", ("*",), DECEMBER, LATER) == 200
