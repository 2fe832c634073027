"""The floor: closed gaming days, clocks that cannot be right, places that should speak."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.registry import (
    CasinoRegistered,
    ClockTicked,
    Heartbeat,
    LedgerFounded,
    ParameterSet,
    PlaceScheduled,
    PlaceWithdrawn,
)
from ledger.events.reviews import GamingDayClosed
from ledger.events.rounds import RoundClosed, RoundOpened
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook, Setting
from projections.base.produced import Change, Fault, Produced
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.floor.stage import Floor
from tests.fixtures.casino import AT, DAY, Casino

NEXT = "2026-11-21"


class Day:
    """An evening of events at chosen times, folded by the floor alone."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.book = ParameterBook()
        self.faults: list[Fault] = []
        self.about: dict[str, list[Fault]] = {}
        self.events: list[Event] = []
        self.days: list[str | None] = []
        self.closes = True
        self.seqs: dict[str, int] = {}
        self.position = 0
        self.say(
            LedgerFounded(
                origin="o",
                service="servico",
                service_key="0" * 64,
                log_key="0" * 64,
                registrars=(),
                threshold=1,
            ),
            0,
            source="servico",
        )

    def say(self, payload: Payload, minute: float, **others: Any) -> int:
        """Fold an event that happened so many minutes after eight; return its position."""
        self.position += 1
        source = others.get("source", "mesa-ra")
        self.seqs[source] = seq = self.seqs.get(source, 0) + 1
        moment = datetime(2026, 11, 20, 20, tzinfo=UTC) + timedelta(minutes=minute)
        produced = Produced(book=self.book)
        event = Event(
            position=self.position,
            source=source,
            seq=seq,
            kind=payload.KIND,
            at=moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            day=others.get("day", DAY),
            place=others.get("place", "RA-01"),
            round=None,
            payload=payload,
            link=sha256(f"{source}:{seq}".encode()).digest(),
        )
        produced.changes += others.get("changes", ())
        self.floor.fold(event, produced)
        self.events.append(event)
        self.faults += produced.faults
        for subject, faults in produced.about:
            gone = self.about.get(subject, [])
            self.faults = [one for one in self.faults if one not in gone] + faults
            self.about[subject] = faults
        self.days.append(produced.day)
        self.closes = produced.closes
        return self.position

    def correct(self, position: int, right: Payload | None, minute: float) -> int:
        """Let an event read otherwise from a minute on; None: it is withdrawn."""
        target = self.events[position - 1]
        act = msgspec.structs.replace(target, position=self.position)
        change = Change(act=act, target=target, payload=right)
        return self.say(Heartbeat(), minute, source="fiscal", place=None, changes=[change])

    def tick(self, minute: float, source: str = "servico") -> int:
        """Let the clock stand at a minute."""
        return self.say(ClockTicked(), minute, source=source, day=None, place=None)

    def hours(self, cutoff: str, zone: str) -> None:
        """Let the casino have declared when its gaming day ends."""
        for name, value in (("day_cutoff", cutoff), ("zone", zone)):
            self.book.add(
                Setting(scope="*", name=name, value=value, since="2026-01-01", known=self.position)
            )

    def codes(self) -> list[str]:
        """Return the codes found so far, in order."""
        return [fault.code for fault in self.faults]


def scheduled(**others: Any) -> PlaceScheduled:
    """Return a table that should speak from eight to midnight, every two minutes at least."""
    given = {
        "source": "mesa-ra",
        "category": "table",
        "opens": "2026-11-20T20:00:00.000000Z",
        "closes": "2026-11-21T00:00:00.000000Z",
        "heartbeat_seconds": 120,
        **others,
    }
    return PlaceScheduled(**given)


@pytest.fixture
def day() -> Iterator[Day]:
    """Begin an evening."""
    return Day()


def test_an_event_belongs_to_the_day_it_claims_while_that_is_open(day: Day) -> None:
    """No closing: the claimed day is the accounting day, and there is nothing to find."""
    day.say(Heartbeat(), 1)
    day.say(Heartbeat(), 2, day=NEXT)
    assert day.days[1:] == [DAY, NEXT]
    assert not day.faults


def test_what_comes_after_its_day_was_closed_is_booked_on_the_first_open_one(day: Day) -> None:
    """One finding names the closing and the first late event; an earlier day is closed with it."""
    closing = day.say(GamingDayClosed(), 300, source="financas", place=None)
    late = day.say(Heartbeat(), 10)
    day.say(Heartbeat(), 11, day="2026-11-18")
    day.say(Heartbeat(), 12, day=NEXT)
    assert day.days[-3:] == [NEXT, NEXT, NEXT]
    assert [(fault.code, fault.positions) for fault in day.faults] == [
        ("INT-CLOCK", (closing, late))
    ]
    assert day.faults[0].facts == {"fact": "closed_day", "booked": NEXT}


def test_a_day_closed_for_one_casino_is_open_for_the_others(day: Day) -> None:
    """The place's schedule says whose it is."""
    day.say(scheduled(casino="sal"), 0, source="direccao")
    day.say(scheduled(casino="praia", source="mesa-bj"), 0, source="direccao", place="BJ-01")
    day.say(GamingDayClosed(casino="sal"), 200, source="financas", place=None)
    day.say(Heartbeat(), 201)
    day.say(Heartbeat(), 201, source="mesa-bj", place="BJ-01")
    assert day.days[-2:] == [NEXT, DAY]
    assert day.codes() == ["INT-CLOCK"]


def test_a_day_left_open_is_closed_with_a_later_one_and_found(day: Day) -> None:
    """Played on the 18th and 20th, closed on the 20th: the 18th had been left open, and is once.

    The 19th had only a heartbeat, the 21st is open, and another casino's days are its own.
    """
    opened = RoundOpened()
    first = day.say(opened, 0, day="2026-11-18")
    day.say(opened, 1, day="2026-11-18")
    day.say(Heartbeat(), 2, day="2026-11-19")
    day.say(opened, 3)
    day.say(opened, 4, day=NEXT)
    day.say(scheduled(casino="praia", source="mesa-bj"), 5, source="direccao", place="BJ-01")
    day.say(opened, 6, source="mesa-bj", place="BJ-01", day="2026-11-18")
    closing = day.say(GamingDayClosed(), 300, source="financas", place=None)
    found = [(one.code, one.positions, one.facts["fact"]) for one in day.faults]
    assert found == [
        ("INT-CLOCK", (first, closing), "left_open"),
        ("INT-CLOCK", (closing - 1, closing), "left_open"),
    ]
    day.say(GamingDayClosed(), 1500, source="financas", place=None, day=NEXT)
    assert len(day.faults) == 2


def test_days_closed_one_after_another_are_no_finding(day: Day) -> None:
    """Each with its own closing, also where the next day's play had begun; late play opens none."""
    day.say(RoundOpened(), 0)
    day.say(RoundOpened(), 4, day=NEXT)
    day.say(GamingDayClosed(), 300, source="financas", place=None)
    day.say(RoundOpened(), 301)
    day.say(GamingDayClosed(), 1500, source="financas", place=None, day=NEXT)
    assert [one.facts["fact"] for one in day.faults] == ["closed_day"]


def test_a_day_is_closed_once(day: Day) -> None:
    """Again, or for all at once before, or a day before it: it closes nothing, for no stage."""
    closed: list[bool] = []
    for casino, of in (
        ("sal", DAY),
        ("sal", DAY),
        ("sal", "2026-11-19"),
        ("boavista", DAY),
        (None, DAY),
        ("sal", NEXT),
        (None, NEXT),
        ("boavista", NEXT),
    ):
        day.say(GamingDayClosed(casino=casino), 600, source="financas", place=None, day=of)
        closed.append(day.closes)
    assert closed == [True, False, False, True, True, True, True, False]
    day.say(Heartbeat(), 601)
    assert day.closes


def test_an_event_from_the_future_is_a_finding(day: Day) -> None:
    """More than five minutes after the service's clock; up to five is nothing."""
    day.tick(10)
    day.say(Heartbeat(), 15)
    assert not day.faults
    day.say(Heartbeat(), 15.1)
    assert day.codes() == ["INT-CLOCK"]
    assert day.faults[0].facts["fact"] == "future"


def test_a_source_whose_clock_goes_back_is_a_finding(day: Day) -> None:
    """An event more than five minutes before the latest of the same source."""
    day.tick(60)
    first = day.say(Heartbeat(), 30)
    day.say(Heartbeat(), 25)
    day.say(Heartbeat(), 1, source="mesa-bj")
    assert not day.faults
    second = day.say(Heartbeat(), 24.9)
    assert [(one.code, one.positions) for one in day.faults] == [("INT-CLOCK", (first, second))]


def test_a_clock_that_stays_wrong_is_one_finding_until_it_is_right(day: Day) -> None:
    """A thousand events of a slow clock are one finding; a second time astray is another."""
    day.tick(60)
    day.say(Heartbeat(), 30)
    for minute in range(10):
        day.say(Heartbeat(), minute)
    assert day.codes() == ["INT-CLOCK"]
    day.say(Heartbeat(), 31)
    day.say(Heartbeat(), 3)
    assert day.codes() == ["INT-CLOCK", "INT-CLOCK"]


def test_a_place_that_is_silent_while_open_is_one_finding_a_silence(day: Day) -> None:
    """Two minutes are its heartbeat; the silence is found once, and again when there is another."""
    planned = day.say(scheduled(), -5, source="direccao")
    heard = day.say(Heartbeat(), 1)
    day.tick(2.9)
    assert not day.faults
    found = day.tick(3.1)
    day.tick(4)
    assert [(one.code, one.positions) for one in day.faults] == [
        ("INT-SILENT", (planned, heard, found))
    ]
    day.say(Heartbeat(), 5)
    day.tick(6)
    day.tick(8)
    assert day.codes() == ["INT-SILENT", "INT-SILENT"]


def test_a_place_that_never_speaks_is_silent_from_its_opening(day: Day) -> None:
    """Nothing is told before it opens; what was silent while it was open is told at its closing."""
    day.say(scheduled(), -60, source="direccao")
    day.tick(-1)
    day.tick(2)
    assert not day.faults
    day.tick(2.1)
    assert day.codes() == ["INT-SILENT"]
    other = Day()
    other.say(scheduled(), -60, source="direccao")
    for minute in (240, 300):
        other.tick(minute)
        assert other.codes() == ["INT-SILENT"]


@pytest.mark.parametrize("word", ["2026-13-45T22:00:00.000000Z", "ha uma semana mais ou menos"])
def test_hours_that_are_no_times_count_as_none(day: Day, word: str) -> None:
    """Recorded by an older door, no hour is one: the place is silent from its last word on."""
    day.say(scheduled(opens=word, closes=word), -5, source="direccao")
    day.say(Heartbeat(), 1)
    day.tick(2.9)
    assert not day.faults
    day.tick(3.1)
    assert day.codes() == ["INT-SILENT"]


@pytest.mark.parametrize(
    ("spoke", "expected"), [(None, ["INT-SILENT"]), (-5, ["INT-SILENT"]), (30, []), (241, [])]
)
def test_a_place_without_a_heartbeat_says_something_while_it_is_open(
    day: Day, spoke: float | None, expected: list[str]
) -> None:
    """From eight to midnight: at closing nothing was heard; a word before eight is none."""
    said = day.say(Heartbeat(), spoke) if spoke == -5 else None
    schedule = day.say(scheduled(heartbeat_seconds=None), 0, source="fiscal")
    if spoke is not None and said is None:
        day.say(Heartbeat(), spoke)
    for minute in (200, 239):
        day.tick(minute)
    assert day.codes() == []
    tick = day.tick(242)
    assert day.codes() == expected
    for fault in day.faults:
        assert fault.positions == tuple(sorted({schedule, said or schedule, tick}))
        assert fault.expected == "a word until 2026-11-21T00:00:00.000000Z"
    day.tick(300)
    assert day.codes() == expected


def test_a_silence_before_the_closing_is_found_at_the_closing(day: Day) -> None:
    """Heard at 23:55 and open until midnight; the clock ticks at 23:56 and at one minute past."""
    day.say(scheduled(), 0, source="fiscal")
    for minute in range(1, 236):
        day.say(Heartbeat(), minute)
        day.tick(minute)
    day.tick(236)
    assert day.codes() == []
    day.tick(241)
    (fault,) = day.faults
    assert (fault.code, fault.recorded) == ("INT-SILENT", "none until 2026-11-21T00:00:00.000000Z")


def test_a_place_withdrawn_may_be_silent(day: Day) -> None:
    """It will not speak, and nobody waits for it."""
    day.say(scheduled(), -60, source="direccao")
    day.say(PlaceWithdrawn(reason="avaria"), -1, source="direccao")
    day.tick(30)
    assert not day.faults


def test_a_schedule_that_was_never_meant_accuses_nobody(day: Day) -> None:
    """Found silent; withdrawn, nobody had to speak; put right again, the silence counts anew."""
    schedule = day.say(scheduled(), -60, source="direccao")
    day.tick(30)
    assert day.codes() == ["INT-SILENT"]
    day.correct(schedule, None, 31)
    assert day.codes() == []
    day.tick(60)
    assert day.codes() == []


def test_a_schedule_is_corrected_to_hours_that_have_not_begun(day: Day) -> None:
    """It opens at nine, not at eight; who says nothing by then is silent from nine on."""
    schedule = day.say(scheduled(), -60, source="direccao")
    day.tick(30)
    assert day.codes() == ["INT-SILENT"]
    right = scheduled(opens="2026-11-20T21:00:00.000000Z", casino="norte")
    day.correct(schedule, right, 31)
    assert day.codes() == []
    day.tick(59)
    assert day.codes() == []
    day.tick(70)
    assert [one.expected for one in day.faults] == [
        "a word within 120 s of 2026-11-20T21:00:00.000000Z"
    ]


def test_a_casino_has_the_profile_that_its_registration_is_corrected_to(day: Day) -> None:
    """Only the registration that holds is corrected: a second one of the name set nothing."""
    given = {"casino": "norte", "currency": "CVE"}
    first = day.say(CasinoRegistered(profile="cv-2017@1", **given), 1, source="ana")
    second = day.say(CasinoRegistered(profile="mo-2016@1", **given), 2, source="ana")
    day.correct(second, CasinoRegistered(profile="pt-1989@1", **given), 3)
    assert day.floor._casinos["norte"] == "cv-2017@1"
    day.correct(first, CasinoRegistered(profile="pt-1989@1", **given), 4)
    assert day.floor._casinos["norte"] == "pt-1989@1"


def test_tomorrows_schedule_does_not_excuse_today(day: Day) -> None:
    """A week is scheduled at once: each evening's silence is found, and each is one finding."""
    hours = {"opens": "2026-11-21T20:00:00.000000Z", "closes": "2026-11-22T00:00:00.000000Z"}
    today = day.say(scheduled(), -60, source="direccao")
    tomorrow = day.say(scheduled(**hours), -60, source="direccao", day=NEXT)
    found = [day.tick(minute) for minute in (3, 240, 24 * 60 + 3, 28 * 60)]
    assert [(one.code, one.positions) for one in day.faults] == [
        ("INT-SILENT", (today, found[0])),
        ("INT-SILENT", (tomorrow, found[2])),
    ]


def test_a_withdrawal_is_of_its_day_and_those_before(day: Day) -> None:
    """The table is out of order tonight; tomorrow it is to be open."""
    hours = {"opens": "2026-11-21T20:00:00.000000Z", "closes": "2026-11-22T00:00:00.000000Z"}
    day.say(scheduled(), -60, source="direccao")
    tomorrow = day.say(scheduled(**hours), -60, source="direccao", day=NEXT)
    day.say(PlaceWithdrawn(reason="avaria"), -1, source="direccao")
    found = [day.tick(minute) for minute in (3, 240, 24 * 60 + 3)]
    assert [one.positions for one in day.faults] == [(tomorrow, found[2])]


def test_a_schedule_without_a_closing_hour_goes_on_until_the_next_one_opens(day: Day) -> None:
    """One silence over both evenings is one finding of the evening whose place is open."""
    first = day.say(scheduled(closes=None), -60, source="direccao")
    hours = {"opens": "2026-11-21T20:00:00.000000Z", "closes": None}
    second = day.say(scheduled(**hours), -60, source="direccao", day=NEXT)
    found = [day.tick(minute) for minute in (3, 24 * 60 - 1)]
    assert [one.positions for one in day.faults] == [(first, found[0])]
    found.append(day.tick(24 * 60 + 3))
    day.tick(24 * 60 + 10)
    assert [one.positions for one in day.faults] == [(first, found[0]), (second, found[2])]


def test_hours_changed_on_the_day_are_the_hours(day: Day) -> None:
    """The table is to open at ten and not at eight: until then it may be silent."""
    day.say(scheduled(), -60, source="direccao")
    later = day.say(scheduled(opens="2026-11-20T22:00:00.000000Z"), -30, source="direccao")
    day.tick(119)
    assert not day.faults
    found = day.tick(123)
    assert [one.positions for one in day.faults] == [(later, found)]


@pytest.mark.parametrize("opens", [None, "2026-11-20T20:00:00.000000Z"])
@pytest.mark.parametrize("heartbeat", [None, 120])
def test_a_place_that_said_nothing_of_its_day_is_told_when_the_day_is_closed(
    day: Day, opens: str | None, heartbeat: int | None
) -> None:
    """No closing hour was said: the day's closing is one, and what is silent after it may be."""
    planned = day.say(
        scheduled(opens=opens, closes=None, heartbeat_seconds=heartbeat), -60, source="direccao"
    )
    day.say(scheduled(source="mesa-bj", closes=None), -60, source="direccao", place="BJ-01")
    for minute in range(0, 240, 2):
        day.say(Heartbeat(), minute, source="mesa-bj", place="BJ-01")
        day.tick(minute)
    closing = day.say(GamingDayClosed(), 240, source="financas", place=None)
    for minute in (250, 300):
        day.tick(minute)
    (fault,) = day.faults
    assert (fault.code, fault.place, fault.positions[0]) == ("INT-SILENT", "RA-01", planned)
    if opens is None or heartbeat is None:
        assert fault.positions == (planned, closing)
        assert (fault.expected, fault.recorded) == (f"a word on {DAY}", "none")


def test_only_the_services_clock_is_a_clock(day: Day) -> None:
    """Another source's tick moves nothing."""
    day.say(scheduled(), -60, source="direccao")
    day.tick(30, source="mesa-bj")
    assert not day.codes()


def test_an_event_that_claims_no_day_is_of_the_day_its_time_lies_in(day: Day) -> None:
    """Two in the morning is of the evening before, where the day ends at six; UTC's date where not.

    What was closed stays as it was: then it is of the first day that is open.
    """
    day.say(Heartbeat(), 360, day=None)
    day.hours("06:00", "Atlantic/Cape_Verde")
    day.say(Heartbeat(), 360, day=None)
    day.say(GamingDayClosed(), 370, source="financas", place=None)
    day.say(Heartbeat(), 380, day=None)
    assert day.days[1:] == [NEXT, DAY, DAY, NEXT]
    assert not day.faults  # who claims nothing claims nothing wrong


def test_a_round_of_a_day_that_has_not_begun_is_from_the_future(day: Day) -> None:
    """The 21st begins at seven in the morning, UTC: 660 minutes after eight; five are let pass."""
    day.hours("06:00", "Atlantic/Cape_Verde")
    day.say(RoundOpened(), 655.1, day=NEXT)
    assert not day.faults
    day.say(RoundOpened(), 654.9, day=NEXT, source="mesa-bj")
    (found,) = day.faults
    assert (found.code, found.recorded) == ("INT-CLOCK", "2026-11-21T06:54:54.000000Z")
    assert found.facts == {"fact": "day", "source": "mesa-bj"}
    assert found.expected == "after 2026-11-21T06:59:59.999999Z"
    assert day.days[-1] == NEXT  # and it is booked as claimed


def test_a_wrong_day_is_told_once_until_it_is_right(day: Day) -> None:
    """Ten rounds of days to come are one finding; after a right one it is another."""
    day.hours("06:00", "Atlantic/Cape_Verde")
    for minute in range(10):
        day.say(RoundOpened(), minute, day=NEXT)
    assert day.codes() == ["INT-CLOCK"]
    day.say(RoundOpened(), 20)
    day.say(RoundOpened(), 21, day=NEXT)
    assert day.codes() == ["INT-CLOCK", "INT-CLOCK"]


def test_a_night_that_lasts_longer_than_its_day_is_no_fault(day: Day) -> None:
    """A round after the cut-off, of the day before that is still open: booked there, as claimed.

    Plans, counts and heartbeats may name a day that has not begun; only play may not.
    """
    day.hours("06:00", "Atlantic/Cape_Verde")
    day.say(RoundOpened(), 700)
    day.say(scheduled(opens=None, closes=None), 1, source="direccao", day=NEXT)
    day.say(Heartbeat(), 701, day=NEXT)
    assert not day.faults
    assert day.days[1:] == [DAY, NEXT, NEXT]


def test_no_day_is_held_against_hours_that_nobody_declared(day: Day) -> None:
    """A house in Macau plays on its 21st from four in the afternoon of UTC's 20th."""
    day.say(RoundOpened(), 0, day=NEXT)
    assert not day.faults


def test_the_ends_of_the_calendar_stop_nothing(day: Day) -> None:
    """Signed by somebody: the first and the last day closed, a time of the year 1: all goes on."""
    day.hours("06:00", "Atlantic/Cape_Verde")
    day.say(RoundOpened(), 1, day="0001-01-01")
    day.say(GamingDayClosed(), 2, source="financas", place=None, day="0001-01-01")
    day.say(GamingDayClosed(), 2, source="financas", place=None, day="9999-12-31")
    day.say(RoundOpened(), 3)
    assert day.days[-1] == DAY


@pytest.mark.parametrize(
    ("hours", "minute", "closes"),
    [
        (None, 0, True),  # of the 21st, at eight in the evening of UTC's 20th: where is this house?
        (None, -21 * 60, False),
        (("06:00", "Atlantic/Cape_Verde"), 600, False),  # an hour before the 21st begins
        (("06:00", "Atlantic/Cape_Verde"), 661, True),
    ],
)
def test_a_day_that_has_not_begun_is_not_closed(
    day: Day, hours: tuple[str, str] | None, minute: float, *, closes: bool
) -> None:
    """A closing of tomorrow's day is told, and today's events stay today's."""
    if hours is not None:
        day.hours(*hours)
    day.say(GamingDayClosed(), minute, source="financas", place=None, day=NEXT)
    assert (day.closes, day.codes()) == (closes, [] if closes else ["INT-CLOCK"])
    day.say(Heartbeat(), minute + 1)
    assert day.days[-1] == ("2026-11-22" if closes else DAY)


@pytest.mark.parametrize("page", [1, 3, 5_000])
def test_rows_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """Live, page by page, and in one go: days, late events, schedule and casinos."""
    casino.say("registo", CasinoRegistered(casino="sal", currency="CVE", profile="cv-2017@1"))
    casino.say("direccao", scheduled(casino="sal"), place="RA-01")
    casino.say("mesa-ra", RoundOpened(), round_id=f"RA-01/{DAY}/1")
    casino.tick()
    casino.say("financas", GamingDayClosed(casino="sal"))
    late = casino.say("mesa-ra", RoundClosed(), round_id=f"RA-01/{DAY}/1")
    casino.tick()
    casino.project(page=page)
    assert casino.rows("SELECT casino, currency FROM {s}.casino") == [
        {"casino": "sal", "currency": "CVE"}
    ]
    (row,) = casino.rows("SELECT position, claimed::text, booked::text FROM {s}.late")
    assert row == {"position": late.position, "claimed": DAY, "booked": NEXT}
    (place,) = casino.rows("SELECT place, over, heartbeat FROM {s}.scheduled")
    assert place == {"place": "RA-01", "over": True, "heartbeat": 120}  # the clock is today's
    (speaker,) = casino.rows("SELECT at FROM {s}.speaker WHERE source = 'mesa-ra'")
    assert speaker["at"] == AT
    (found,) = casino.rows("SELECT code, positions FROM {s}.finding WHERE code = 'INT-CLOCK'")
    assert found["positions"][-1] == late.position


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_a_wrong_day_stays_told_after_a_restart(casino: Casino, page: int) -> None:
    """Two rounds of tomorrow, the projections begun anew between them: one finding, and rebuilt."""
    setting = ParameterSet(
        scope="*", name="day_cutoff", value="06:00", since="2026-11-20T10:00:00.000000Z"
    )
    casino.approve("direccao", casino.say("financas", setting))
    table = casino.source("mesa-ra")
    for number in (1, 2):
        segment = table.say(
            RoundOpened(), AT, day=NEXT, place="RA-01", round_id=f"RA-01/{NEXT}/{number}"
        )
        (answer,) = casino.door.submit([segment])
        assert answer.receipt is not None, answer
        casino.project(page=page)
    (found,) = casino.rows("SELECT expected, facts FROM {s}.finding WHERE code = 'INT-CLOCK'")
    assert found["expected"] == "after 2026-11-21T05:59:59.999999Z"
    assert json.loads(found["facts"]) == {"fact": "day", "source": "mesa-ra"}
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


@pytest.mark.recorded
@pytest.mark.deep
def test_changed_hours_stand_after_a_restart(casino: Casino) -> None:
    """One schedule is over and the other not; who begins anew at each position knows it, too."""
    for opens in ("2026-11-20T20:00:00.000000Z", "2096-11-20T22:00:00.000000Z"):
        casino.say("direccao", scheduled(opens=opens, closes=None), place="RA-01")
        casino.project(page=1)
    casino.tick()
    casino.project(page=1)
    rows = casino.rows("SELECT over, silent FROM {s}.scheduled ORDER BY position")
    assert rows == [{"over": True, "silent": None}, {"over": False, "silent": None}]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests
