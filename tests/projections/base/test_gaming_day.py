"""When a gaming day ends: at the casino's cut-off of the day after, by the clocks of its zone.

Cape Verde is an hour behind UTC all year, Macau eight ahead; Lisbon is an hour ahead until one in
the morning (UTC) of 25 October 2026, and on UTC after it.
"""

import zoneinfo
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from shutil import copyfile

import pytest

from projections.base import gaming_day, times
from projections.base.gaming_day import Hours, day_at, hours_of, last_moment, not_begun_at, zone_of
from projections.base.parameter_book import ParameterBook, Setting
from tests.fixtures.casino import DAY

EVE, NEXT = "2026-11-19", "2026-11-21"
PRAIA = {"day_cutoff": "06:00", "zone": "Atlantic/Cape_Verde"}
MACAU = {"day_cutoff": "06:00", "zone": "Asia/Macau"}
LISBON = {"day_cutoff": "08:00", "zone": "Europe/Lisbon"}
LATER = 99
"""A position after which everything is known."""


def book(
    values: dict[str, object],
    *,
    scope: str = "*",
    since: str = "2026-01-01T00:00:00.000000Z",
    known: int = 5,
) -> ParameterBook:
    found = ParameterBook()
    for name, value in values.items():
        found.add(Setting(scope=scope, name=name, value=value, since=since, known=known))
    return found


@pytest.mark.parametrize(
    ("values", "day", "last"),
    [
        ({}, DAY, f"{DAY}T23:59:59.999999Z"),
        # Six in the morning of the 21st: seven o'clock UTC, and ten in the evening of the 20th.
        (PRAIA, DAY, f"{NEXT}T06:59:59.999999Z"),
        (MACAU, DAY, f"{DAY}T21:59:59.999999Z"),
        ({"day_cutoff": "06:00"}, DAY, f"{NEXT}T05:59:59.999999Z"),
        ({"zone": "Asia/Macau"}, DAY, f"{DAY}T15:59:59.999999Z"),
        # Summer time ends within the night of the 24th, which lasts twenty-five hours.
        (LISBON, "2026-10-23", "2026-10-24T06:59:59.999999Z"),
        (LISBON, "2026-10-24", "2026-10-25T07:59:59.999999Z"),
        # A cut-off within the hour that is there twice is the first of them, and within the one
        # that is not there (summer time begins on the 29th of March) as far after midnight.
        ({**LISBON, "day_cutoff": "01:30"}, "2026-10-24", "2026-10-25T00:29:59.999999Z"),
        ({**LISBON, "day_cutoff": "01:30"}, "2026-03-28", "2026-03-29T01:29:59.999999Z"),
        # 2028 has a 29 February, a gaming day like any other; the day after it is 1 March.
        (PRAIA, "2028-02-28", "2028-02-29T06:59:59.999999Z"),
        (PRAIA, "2028-02-29", "2028-03-01T06:59:59.999999Z"),
        # The last day of the calendar has none after it.
        (PRAIA, "9999-12-31", "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_a_day_ends_at_the_cut_off_of_the_day_after(
    values: dict[str, object], day: str, last: str
) -> None:
    """Its last microsecond is the one before the cut-off; without any it is UTC's midnight."""
    assert last_moment(book(values), "c-1", day, LATER) == last


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (f"{DAY}T06:59:59.999999Z", EVE),
        (f"{DAY}T07:00:00.000000Z", DAY),
        (f"{NEXT}T06:59:59.999999Z", DAY),
        (f"{NEXT}T07:00:00.000000Z", NEXT),
    ],
)
def test_a_time_lies_in_the_day_that_has_not_ended(at: str, day: str) -> None:
    """Praia's 20 November runs from seven to seven, UTC; the cut-off itself is of the new day."""
    assert day_at(book(PRAIA), "c-1", at, LATER) == day


def test_a_time_in_macau_may_be_of_the_next_day_already() -> None:
    """Eleven in the evening UTC is seven in the morning there: an hour after the cut-off."""
    assert day_at(book(MACAU), "c-1", f"{DAY}T23:00:00.000000Z", LATER) == NEXT


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-10-25T00:29:59.999999Z", "2026-10-24"),  # 01:29 in Lisbon, in summer time
        ("2026-10-25T00:30:00.000000Z", "2026-10-25"),  # the cut-off
        ("2026-10-25T01:15:00.000000Z", "2026-10-25"),  # 01:15 once more, in winter time
        ("2026-03-29T00:59:59.999999Z", "2026-03-28"),  # 00:59; the next minute is 02:00
        ("2026-03-29T01:30:00.000000Z", "2026-03-29"),  # 02:30: an hour after midnight and a half
    ],
)
def test_a_cut_off_in_a_doubled_or_a_missing_hour_comes_once(at: str, day: str) -> None:
    """At half past one in Lisbon: a day that began does not end when the hour is there again."""
    assert day_at(book({**LISBON, "day_cutoff": "01:30"}), "c-1", at, LATER) == day


def test_two_casinos_of_one_ledger_keep_their_own_clocks() -> None:
    """Ten in the evening UTC: six in the morning in Macau, where a day begins; eleven in Praia."""
    found = book(PRAIA, scope="praia")
    for name, value in MACAU.items():
        since = "2026-01-01T00:00:00.000000Z"
        found.add(Setting(scope="macau", name=name, value=value, since=since, known=6))
    at = f"{DAY}T22:00:00.000000Z"
    assert day_at(found, "macau", at, LATER) == NEXT
    assert day_at(found, "praia", at, LATER) == DAY
    assert zone_of(found, ("macau", "praia"), DAY, LATER) is None


def test_without_hours_a_time_is_of_its_own_date() -> None:
    """Nothing is declared, so nothing is known of it but UTC's date."""
    assert day_at(ParameterBook(), "c-1", f"{DAY}T00:00:00.000000Z", LATER) == DAY


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"])
def test_the_ends_of_the_calendar_stop_nothing(at: str) -> None:
    """A device may say any time there is: it gets a day, and no exception."""
    assert day_at(book(PRAIA), "c-1", at, LATER) == at[:10]
    assert not_begun_at(book(PRAIA), "c-1", "0001-01-01", LATER) is None


def test_a_casinos_own_hours_go_before_those_of_everywhere() -> None:
    """Cut-off of the house, zone of the country."""
    found = book(PRAIA)
    found.add(Setting(scope="c-1", name="day_cutoff", value="08:00", since="2026-01-01", known=6))
    assert hours_of(found, "c-1", DAY, LATER) == Hours("08:00", "Atlantic/Cape_Verde")
    assert hours_of(found, "c-2", DAY, LATER) == Hours("06:00", "Atlantic/Cape_Verde")
    assert hours_of(found, None, DAY, LATER) == Hours("06:00", "Atlantic/Cape_Verde")


def test_hours_hold_for_the_days_they_were_in_force_and_known_for() -> None:
    """Set from the 21st on, known at 5: not for the 20th, and for nobody who asks before 6."""
    found = book(PRAIA, since=f"{NEXT}T00:00:00.000000Z")
    assert hours_of(found, "c-1", DAY, LATER) == Hours()
    assert str(hours_of(found, "c-1", NEXT, LATER)) == "06:00 Atlantic/Cape_Verde"
    assert hours_of(found, "c-1", NEXT, 5) == Hours()


@pytest.mark.parametrize(
    "values",
    [
        {"day_cutoff": "24:00", "zone": "Mars/Olympus"},
        {"day_cutoff": 6, "zone": "Europe"},
        {"day_cutoff": "6", "zone": "../etc"},
        {"day_cutoff": "", "zone": ""},
        {"day_cutoff": ["06:00"], "zone": ["Asia/Macau"]},
    ],
)
def test_what_is_no_hour_or_no_zone_counts_as_none(values: dict[str, object]) -> None:
    """It is recorded, like any parameter; no figure comes from it and nothing stops."""
    assert hours_of(book(values), "c-1", DAY, LATER) == Hours()
    assert zone_of(book(values), ["c-1"], DAY, LATER) is None


def test_a_paper_has_the_zone_that_all_its_casinos_declare() -> None:
    """One for all, or none: of two houses with two clocks no paper has either's time."""
    found = book(MACAU)
    assert zone_of(found, ["c-1", "c-2"], DAY, LATER) == "Asia/Macau"
    found.add(Setting(scope="c-1", name="zone", value="Europe/Lisbon", since="2026-01-01", known=6))
    assert zone_of(found, ["c-1"], DAY, LATER) == "Europe/Lisbon"
    assert zone_of(found, ["c-1", "c-2"], DAY, LATER) is None


@pytest.fixture
def another_host(tmp_path: Path) -> Iterator[None]:
    """Be on a host whose own tz database has Tokyo's clocks in Praia, and a zone of its own."""
    (tmp_path / "Atlantic").mkdir()
    with resources.as_file(resources.files("tzdata") / "zoneinfo" / "Asia" / "Tokyo") as tokyo:
        copyfile(tokyo, tmp_path / "Atlantic" / "Cape_Verde")
        copyfile(tokyo, tmp_path / "Casino")
    caches = (times.zone_named.cache_clear, gaming_day._last_moment.cache_clear)
    zoneinfo.reset_tzpath([tmp_path])
    for clear in (zoneinfo.ZoneInfo.clear_cache, *caches):
        clear()
    yield
    zoneinfo.reset_tzpath()
    for clear in (zoneinfo.ZoneInfo.clear_cache, *caches):
        clear()


@pytest.mark.usefixtures("another_host")
def test_the_same_log_has_the_same_days_on_every_host() -> None:
    """The package's zones are the only ones: what the host has, or has besides, is not read."""
    praia = zoneinfo.ZoneInfo("Atlantic/Cape_Verde")  # as the host has it: nine hours ahead
    assert praia.utcoffset(datetime(2026, 1, 1, tzinfo=praia)) == timedelta(hours=9)
    assert last_moment(book(PRAIA), "c-1", DAY, LATER) == f"{NEXT}T06:59:59.999999Z"
    assert times.zone_named("Casino") is None
    assert hours_of(book({"zone": "Casino"}), "c-1", DAY, LATER) == Hours()
