"""Reading is an event, too."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from api.services import access_log as reading
from api.services.access_log import GATHERED_MAX, SUBJECT_MAX, ReadingLog
from api.services.api_keys import Role
from ledger.door.ingestion import Answer, Receipt
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.registry import AccessRecorded
from ledger.signed.canonical import decode
from tests.api.conftest import opened
from tests.fixtures.casino import Casino

BEGUN = datetime(2026, 11, 20, 22, 15, 58, tzinfo=UTC)
RECEIPT = Receipt(origin="x", source="servico", first=1, count=1, link="", position=1)


class Door:
    """A door that keeps what is said, unless it is closed."""

    def __init__(self) -> None:
        self.said: list[AccessRecorded] = []
        self.open = True

    def say(self, payload: Payload) -> Answer:
        """Keep it."""
        if not self.open:
            return Answer(outcome="unavailable", detail="no")
        assert isinstance(payload, AccessRecorded)
        self.said.append(payload)
        return Answer(outcome="recorded", receipt=RECEIPT)


class Wall:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def door() -> Door:
    """Give a door."""
    return Door()


@pytest.fixture
def wall() -> Wall:
    """Give a clock."""
    return Wall()


@pytest.fixture
def log(door: Door, wall: Wall) -> ReadingLog:
    """Give a reading log without its thread."""
    return ReadingLog(door.say, now=wall)


def test_reads_of_one_minute_are_one_event(log: ReadingLog, door: Door, wall: Wall) -> None:
    """It counts them, says between when they lay, and names what was looked at, once each."""
    log.note("ana", "query", "/v1/events?place=RA-01")
    wall.wait(0.5)
    log.note("ana", "query", "/v1/findings")
    wall.wait(0.5)
    log.note("ana", "query", "/v1/events?place=RA-01")
    assert log.flush() == 0  # the minute is not over
    wall.wait(61)
    assert log.flush() == 1
    assert door.said == [
        AccessRecorded(
            person="ana",
            purpose="query",
            count=3,
            since="2026-11-20T22:15:58.000000Z",
            until="2026-11-20T22:15:59.000000Z",
            subject="/v1/events?place=RA-01 /v1/findings",
        )
    ]
    assert log.flush(everything=True) == 0


def test_persons_purposes_and_minutes_are_kept_apart(
    log: ReadingLog, door: Door, wall: Wall
) -> None:
    """Two people, two purposes or two minutes are two events."""
    for person, purpose in (("ana", "query"), ("rui", "query"), ("ana", "refused")):
        log.note(person, purpose, "/v1/events")
    wall.wait(2)
    log.note("ana", "query", "/v1/events")
    log.flush(everything=True)
    assert [(one.person, one.purpose, one.since[14:19]) for one in door.said] == [
        ("ana", "query", "15:58"),
        ("rui", "query", "15:58"),
        ("ana", "refused", "15:58"),
        ("ana", "query", "16:00"),
    ]


def test_a_closed_door_makes_reads_wait(log: ReadingLog, door: Door, wall: Wall) -> None:
    """Nothing is lost: what comes meanwhile in the same minute joins what waits."""
    door.open = False
    log.note("ana", "page", "/v1/pools/a")
    with pytest.raises(LedgerError):
        log.flush(everything=True)
    wall.wait(1)
    log.note("ana", "page", "/v1/pools/b")
    door.open = True
    assert log.flush(everything=True) == 1
    (said,) = door.said
    assert (said.count, said.subject) == (2, "/v1/pools/a /v1/pools/b")


def test_many_subjects_are_named_as_far_as_an_event_holds(log: ReadingLog, door: Door) -> None:
    """The rest is counted."""
    for number in range(100):
        log.note("ana", "page", f"/v1/rounds/RA-01/2026-11-20/{number}")
    log.flush(everything=True)
    (said,) = door.said
    assert said.count == 100
    assert said.subject is not None
    assert len(said.subject) <= SUBJECT_MAX
    named = said.subject.count("/v1/rounds/")
    assert said.subject.endswith(f" +{100 - named}more")


def test_memory_is_bounded(log: ReadingLog, door: Door, wall: Wall) -> None:
    """With the door closed for a week the oldest minutes go, and not without a word."""
    for _ in range(GATHERED_MAX + 5):
        log.note("ana", "page", "/v1/pools")
        wall.wait(60)
    log.flush(everything=True)
    assert len(door.said) == GATHERED_MAX
    assert door.said[0].since > "2026-11-20T22:20"


def test_what_was_read_over_http_stands_in_the_ledger(casino: Casino) -> None:
    """Queries, pages and refusals of people, whatever stood in the address; no source's sending.

    What was not said before is said when the server stops.
    """
    casino.project()
    with opened(casino) as site:
        for address in (
            "/v1/events?place=RA-01",
            "/v1/rounds/RA-01/2026-11-20/1",
            "/v1/pools/*",
            "/v1/codes",
        ):
            site.get(address)
        site.get("/v1/events", Role.ADMIN)
        site.post("/v1/events", b"x")
        site.post("/v1/replay", b"x", Role.DISPUTE)
    rows = casino.installation.reader.page(after=0, limit=1_000)
    said = [decode(row.envelope).payload for row in rows if row.kind == "access-recorded/1"]
    # A minute may have ended between two reads.
    gathered: dict[tuple[str, str], list[int | str]] = {}
    for one in said:
        assert isinstance(one, AccessRecorded)
        key = gathered.setdefault((one.person, one.purpose), [0, ""])
        key[0] += one.count
        key[1] += f" {one.subject}"
    assert gathered == {
        ("inspector-1", "query"): [1, " /v1/events?place=RA-01"],
        ("inspector-1", "page"): [
            2,
            " /v1/rounds/RA-01/2026-11-20/1 /v1/pools/*",
        ],
        ("admin-1", "refused"): [1, " /v1/events"],
        ("dispute-1", "replay"): [1, " /v1/replay"],
    }


def test_minutes_are_said_without_being_asked(door: Door, wall: Wall) -> None:
    """The thread looks every few seconds."""
    log = ReadingLog(door.say, now=wall)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LOOK_SECONDS", 0.01)
        log.note("ana", "page", "/v1/pools")
        wall.wait(120)
        log.start()
        deadline = time.monotonic() + 10
        while not door.said and time.monotonic() < deadline:
            time.sleep(0.01)
        log.stop()
    assert len(door.said) == 1
