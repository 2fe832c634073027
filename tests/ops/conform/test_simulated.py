"""The kit says nothing of the simulator's own devices: whatever it said were its own mistake."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psycopg
import pytest
from typing_extensions import override

from ledger.events.registry import SourceEnrolled2
from ledger.roles import Binding, Role
from ledger.signed.segments import Segment
from ops.commands.playing.conforming.rehearsal import RehearsalLedger
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.outside.conform.examination import Report, examine
from ops.outside.conform.rehearsed import Sent
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.casino import seatings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.rehearsal import Inside, play
from projections.reads.queries import connect
from projections.running.runner import Runner
from tests.fixtures.casino import ORIGIN
from tests.fixtures.memory import InMemory, MemoryCasino
from tests.fixtures.postgres import empty_database
from tests.helpers.nights import TABLES, honest_night

DEVICES = {
    Role.TABLE, Role.BINGO_ROOM, Role.MACHINE, Role.JACKPOT_CONTROLLER, Role.DISPLAY, Role.CAGE
}  # fmt: skip
SIZE = 0.15
SOME = ("RA-01", "BJ-01", "BI-01")


class Copying(Inside):
    """A house that keeps what was handed in, and who may say it."""

    def __init__(self, installation: Installation) -> None:
        super().__init__(installation)
        self.sent: list[Segment] = []
        self.enrolled: dict[str, SourceEnrolled2] = {}

    @override
    def enrol(self, source: str, binding: Binding) -> None:
        super().enrol(source, binding)
        self.enrolled[source] = enrolment(source, binding.role, binding.places)

    @override
    def submit(self, segments: list[Segment]) -> None:
        super().submit(segments)
        self.sent += segments


class Afterwards(RehearsalLedger):
    """A ledger that has heard all of it before, in its own time: each segment is a repetition."""

    @override
    def tick(self, at: datetime | None) -> None:
        del at


def enrolment(source: str, role: str, places: Sequence[str]) -> SourceEnrolled2:
    """Return an enrolment as far as the kit reads it."""
    return SourceEnrolled2(
        source=source, role=role, casino="c", places=tuple(places), pools=(), key="0" * 64, proof=""
    )


def examined(
    ledger: RehearsalLedger, sent: Sequence[Segment], enrolled: Sequence[SourceEnrolled2]
) -> Report:
    """Examine segments, each in a body of its own."""
    return examine([Sent(msgspec.json.encode(one)) for one in sent], ledger, enrolled)


def told(report: Report) -> list[str]:
    return [
        f"{one.code} {one.kind} {one.events[:3]} {one.en} {one.door}" for one in report.statements
    ]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("place", [one for one in TABLES if one in SOME] or list(TABLES)[:3])
def test_nothing_is_said_of_an_honest_table(place: str, projections: psycopg.Connection) -> None:
    """A short night of one terminal, signed anew: nothing refused, nothing amiss together.

    What its house would have said of it (limits, staff, opening) is not there, so the ledger's
    findings are left to the whole night.
    """
    with ExitStack() as stack, projections.transaction(force_rollback=True):
        installation = InMemory(stack, at=datetime(2026, 11, 20, 12, tzinfo=UTC), whole_floor=True)
        installation.now = lambda: datetime(2026, 11, 20, 13, tzinfo=UTC)
        casino = MemoryCasino(installation, projections)
        events = [one for one in honest_night(place) if one.source == "terminal"]
        places = tuple(dict.fromkeys(one.place for one in events if one.place is not None))
        role = Role.BINGO_ROOM if place.startswith("BI") else Role.TABLE
        chain = installation.enrol("terminal", Binding(role=role, casino="c", places=places))
        sent = [
            chain.say(one.payload, one.at, day=one.day, place=one.place, round_id=one.round)
            for one in events
        ]
        ledger = Unfolded(installation, casino.project, casino.reading)
        report = examined(ledger, sent, [enrolment("terminal", role, places)])
        assert told(report) == []
        assert report.events == len(events)


class Unfolded(RehearsalLedger):
    """A ledger of which only the door is asked."""

    @override
    def fold(self) -> None:
        pass


@pytest.mark.deep
@pytest.mark.long
def test_nothing_is_said_of_a_whole_night(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, tmp_path: Path
) -> None:
    """Every device of a casino, for a gaming day, late and in bursts: no mistake is named."""
    with (
        empty_database(postgres_urls, postgres_maintenance) as database,
        ExitStack() as stack,
    ):
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(urls, tmp_path, ORIGIN, founded_at(DAY))
        installation = Installation(urls, tmp_path, stack, kept=tmp_path)
        installation.let_authority_hold()
        with closing(Copying(installation)) as house:
            play(house, Floor(seatings(SIZE), seed=11), seed=11)
            devices = {one.source: one for one in house.enrolled.values() if one.role in DEVICES}
            sent = [one for one in house.sent if _source(one) in devices]
        with Runner(urls.login) as runner:
            runner.catch_up()
        ledger = Afterwards(installation, lambda: None, lambda: connect(urls.login))
        report = examined(ledger, sent, list(devices.values()))
    assert "\n".join(told(report)) == ""
    assert report.events > 4_000
    assert {row.refused for row in report.kinds} == {0}


def _source(segment: Segment) -> str:
    return segment.envelopes[0].split(b"\n", 2)[1].decode()
