"""The office of a floor through the door: honest days, and every fault."""

import pytest

from ledger.events.registry import ParameterSet
from ops.simulator.night.courier import WINDOW
from ops.simulator.parties.floor import Floor, Watched
from ops.simulator.parties.terminal import Said
from projections.reads.log.readings import readings
from tests.fixtures.casino import Casino
from tests.ops.simulator.conftest import (
    DAY,
    FAULTY,
    HONEST,
    START,
    Rehearse,
    day_of,
    each_fault,
    shown,
    where,
)

pytestmark = pytest.mark.recorded
"""The office asks what the day earned."""


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_of_an_office_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Places are scheduled and withdrawn, days closed, the tax of an empty floor declared."""
    floor = Floor(where("sala", "SALA", seed), earned=lambda: 0)
    score = rehearsed([floor], 12, days=3, window=WINDOW)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_what_is_wrong_around_the_games_is_found(
    casino: Casino, rehearsed: Rehearse, seed: int
) -> None:
    """Forgeries, clocks, silence, checkpoints, corrections, access, tax: all, and no more.

    An act that still waits in the end is one whose second person was barred, and which was planted.
    """
    faults = each_fault(Floor, every=6)
    floor = Floor(where("sala", "SALA", seed), faults, earned=lambda: 0)
    score = rehearsed([floor], max(faults) // 4 + 6, days=6, window=WINDOW)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Floor.FAULTS)
    barred = {one.event for one in floor.planted if one.facts.get("parts", ())[1:] == ["approved"]}
    assert waiting(casino) <= barred
    assert len(waiting(casino)) > 3


def waiting(casino: Casino) -> set[str | None]:
    """Return the names of acts that no second person has let take effect."""
    return {row["name"] for row in casino.rows("SELECT name FROM {s}.act WHERE effective IS NULL")}


def test_the_papers_and_keys_of_a_day(casino: Casino, rehearsed: Rehearse) -> None:
    """A case is paid in two parts, a key renewed and used, two revoked, a reading written down."""
    score = rehearsed([Floor(where("sala", "SALA"), earned=lambda: 0)], 3)
    assert score.exact, shown(score)
    paid = casino.rows("SELECT part, amount FROM {s}.settlement ORDER BY position")
    assert [(one["part"], one["amount"]) for one in paid] == [("beyond", 3_000), ("beyond", 3_000)]
    keys = {
        name: [(key.ended is None, key.revoked) for key in source.keys]
        for name, source in casino.door.keyring.sources.items()
    }
    assert keys["financas"] == [(False, False), (True, False)]
    assert keys["volante"] == keys["volante-b"] == [(False, True)]
    day = casino.rows("SELECT casino FROM {s}.closed_day")
    assert [one["casino"] for one in day] == ["casino-1"], "closed with the new key"
    assert waiting(casino) == set()
    with casino.reading() as connection:
        assert [one.person for one in readings(connection)] == ["testemunha"]


def test_a_casino_declares_when_its_gaming_day_ends() -> None:
    """Six in the morning by Praia's clocks, in force before the first table opens."""
    floor = Floor(where("sala", "SALA"))
    said = [one.payload for one in floor.prepare() if isinstance(one, Said)]
    hours = {one.name: one for one in said if isinstance(one, ParameterSet)}
    assert hours["day_cutoff"].value == "06:00"
    assert hours["zone"].value == "Atlantic/Cape_Verde"
    assert hours["zone"].since < f"{DAY}T12"


def test_a_watched_table_that_never_speaks_is_told_once(rehearsed: Rehearse) -> None:
    """The office schedules it, nothing comes: one INT-SILENT, of that place."""
    watched = Watched(place="RA-09", source="mesa-ra-9", category="table")
    score = rehearsed([Floor(where("sala", "SALA"), watched=[watched])], 3)
    assert [(one.code, one.place) for one in score.invented] == [("INT-SILENT", "RA-09")]


def test_a_kiosk_that_was_silent_is_heard_before_its_clock_goes_wrong() -> None:
    """Put back at the fifth beat by 20 minutes, it would still be after its word at the second."""
    floor = Floor(where("sala", "SALA"), {2: "silent", 5: "clock-back"})
    told = [one for one in floor.gaming_day(DAY, START, 12) if isinstance(one, Said)]
    kiosk = [one for one in told if one.source == "quiosque"]
    (wrong,) = [number for number, one in enumerate(kiosk) if one.sent is not None]
    assert kiosk[wrong].at < kiosk[wrong - 1].at
    assert [one.code for one in floor.planted] == ["INT-SILENT", "INT-CLOCK"]


def test_a_silence_that_the_day_cuts_short_begins_anew_the_next_day() -> None:
    """The kiosk, silent from the eleventh beat of twelve, is withdrawn after ten minutes of it."""
    floor = Floor(where("sala", "SALA"), {11: "silent"})
    for _ in floor.gaming_day(DAY, START, 12):
        pass
    assert (floor.planted, floor.faults) == ([], {13: "silent"})
    for _ in floor.gaming_day(*day_of(floor, 1), 12):
        pass
    assert [one.code for one in floor.planted] == ["INT-SILENT"]


def test_a_day_has_one_declaration_and_one_thing_wrong_with_it() -> None:
    """Of two wrong taxes on one day the second waits for the next."""
    floor = Floor(where("sala", "SALA"), {2: "wrong-tax", 3: "wrong-tax-split"}, earned=lambda: 0)
    for _ in floor.gaming_day(DAY, START, 12):
        pass
    assert {one.fault for one in floor.planted} == {"wrong-tax"}
    assert [*floor.faults.values()] == ["wrong-tax-split"], "left, if there is no next day"
    for _ in floor.gaming_day(*day_of(floor, 1), 12):
        pass
    assert {one.fault for one in floor.planted} == {"wrong-tax", "wrong-tax-split"}
