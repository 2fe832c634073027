"""The service itself: checkpoint, schema, health, figures."""

import re
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as version_of

import msgspec
import psycopg
import pytest

from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from api.services.surroundings import Room, Surroundings
from ledger.door.refusals import STORIES_EACH
from ledger.events import KINDS
from ledger.events.catalogue.changes import changes
from ledger.events.catalogue.schema import json_schema
from ledger.events.registry import Heartbeat
from ledger.signed.canonical import instant
from ledger.signed.checkpoint import Checkpoint, open_checkpoint, sign_checkpoint
from ledger.signed.signing import KeySigner
from projections.authority.catalogue import asyncapi, whole_kind
from projections.running.runner import LIVE, drop
from tests.api.conftest import SOURCES, Site, opened
from tests.api.routes.test_submissions import beat, line
from tests.fixtures.casino import Casino


def test_the_checkpoint_is_the_log_s_signed_note(site: Site) -> None:
    """Anybody may have it, and checks it with the key that stands in the log's first event."""
    response = site.get("/checkpoint", None)
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    checkpoint = open_checkpoint(response.text, site.casino.door.keyring.log_key)
    assert checkpoint.origin == "razao.test"
    assert checkpoint.size == site.casino.installation.reader.last_position()


class Counted:
    """A log that counts what it signs."""

    def __init__(self) -> None:
        self.signed = 0
        self._signer = KeySigner.generate()

    def checkpoint(self, *, passing: bool = False) -> str:
        """Sign."""
        assert passing, "what anybody can ask for gives way to the next"
        self.signed += 1
        return sign_checkpoint(
            Checkpoint(origin="x", size=self.signed, root=bytes(32)), self._signer
        )

    def published(self) -> str | None:
        """Nobody cosigns."""
        return None

    def publish(self, size: int, note: str) -> None:
        """Nobody cosigns."""


def test_a_checkpoint_is_signed_at_most_once_a_second() -> None:
    """Nobody needs a key to ask, so asking often must cost nothing."""
    log, now = Counted(), [100.0]
    checkpoints = Checkpoints(log, clock=lambda: now[0])
    assert checkpoints.last() is None
    first = checkpoints.note()
    now[0] += 0.9
    assert checkpoints.note() == first
    last = checkpoints.last()
    assert last is not None
    assert (last.size, last.note) == (1, first)
    assert last.age_seconds == pytest.approx(0.9)
    now[0] += 0.1
    assert checkpoints.note() != first
    assert log.signed == 2


def test_the_schema_is_the_one_the_command_prints(evening: Site) -> None:
    """Public: who writes a source needs it before he has a key."""
    response = evening.get("/v1/schema", None)
    assert response.headers["Content-Type"] == "application/schema+json"
    assert response.json() == msgspec.json.decode(msgspec.json.encode(json_schema()))


def test_each_kind_and_the_document_of_all_are_handed_out_whole(evening: Site) -> None:
    """Public too: meaning, words, speakers, example and schema; an unknown kind names near ones."""
    for kind in KINDS:
        told = evening.get(f"/v1/schema/{kind}", None).json()
        assert told == msgspec.json.decode(msgspec.json.encode(whole_kind(kind)))
        assert told["meaning"]
        assert told["envelope"].startswith("razao/2 ")
    document = evening.get("/v1/asyncapi", None).json()
    assert document == msgspec.json.decode(msgspec.json.encode(asyncapi(version_of("razao"))))
    told = evening.get("/v1/schema/changes", None).json()
    assert told == msgspec.json.decode(msgspec.json.encode(changes()))
    unknown = evening.get("/v1/schema/heart-beat/1", None)
    assert (unknown.status_code, "heartbeat/1" in unknown.json()["detail"]) == (404, True)


def test_health_says_how_far_log_and_projections_are(site: Site) -> None:
    """Late by as many events as were recorded since; the checkpoint's age once there is one."""
    caught_up = site.get("/health", None)
    assert caught_up.status_code == 200
    assert caught_up.json()["checkpoint"] is None
    site.casino.say("mesa-ra", Heartbeat())
    site.get("/checkpoint", None)
    health = site.get("/health", None).json()
    last = site.casino.installation.reader.last_position()
    assert (health["position"], health["projected"], health["lag"]) == (
        last,
        caught_up.json()["projected"],
        last - caught_up.json()["projected"],
    )
    assert health["lag"] == 3  # enrolment, approval, heartbeat
    assert health["status"] == "ok"
    assert health["checkpoint"]["size"] == last
    assert 0 <= health["checkpoint"]["age_seconds"] < 60


def test_projections_far_behind_are_late(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Late is not red: they follow."""
    monkeypatch.setattr("api.answers.standing.LATE_EVENTS", 0)
    site.casino.say("mesa-ra", Heartbeat())
    health = site.get("/health", None)
    assert (health.status_code, health.json()["status"]) == (200, "late")


def halt(casino: Casino) -> int:
    """Leave the projections as they are after they stopped at the next event."""
    with psycopg.connect(casino.superuser) as connection:
        row = connection.execute(
            "INSERT INTO projections.halted (position, event, stage, error) "
            "SELECT notification_id + 1, 'mesa-ra:1', 'rounds', 'KeyError: Ah' "
            "FROM projections.tracking WHERE application_name = 'pipeline' RETURNING position"
        ).fetchone()
    assert row is not None
    return row[0]


def test_projections_that_stopped_turn_health_red(site: Site) -> None:
    """503, with event and stage; what the program said, which may name a card, stays inside."""
    position = halt(site.casino)
    health = site.get("/health", None)
    assert health.status_code == 503
    assert health.json()["status"] == "halted"
    assert health.json()["halted"] == {
        "position": position,
        "event": "mesa-ra:1",
        "stage": "rounds",
    }
    assert "KeyError" not in health.text


def test_every_page_says_where_the_projections_stopped(site: Site) -> None:
    """Reading goes on: what is shown is true up to the event before."""
    position = halt(site.casino)
    for address in ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/pools", "/v1/trial-balance"):
        answer = site.get(address)
        assert answer.status_code == 200
        assert answer.json()["halted"]["position"] == position == answer.json()["position"] + 1


def test_whoever_runs_the_service_may_say_that_nobody_follows(casino: Casino) -> None:
    """The follower's trouble is shown, and health is red."""
    casino.project()
    with opened(casino, trouble=lambda: "HaltedError: another runner holds it") as site:
        health = site.get("/health", None)
    assert health.status_code == 503
    assert (health.json()["status"], health.json()["trouble"]) == (
        "halted",
        "HaltedError: another runner holds it",
    )


def test_a_rebuild_that_exchanges_the_figures_is_no_fault(casino: Casino) -> None:
    """For a moment nobody follows: the service is ready all the while, and says what goes on."""
    casino.project()
    with opened(casino, trouble=lambda: "exchanged", exchanging=lambda: True) as site:
        health = site.get("/health", None)
    assert (health.status_code, health.json()["status"]) == (200, "late")
    assert health.json()["degraded"] == [
        "a rebuild takes the projections' place; they follow again soon"
    ]


def test_health_says_live_ready_and_all_that_is_not_as_it_should_be(site: Site) -> None:
    """A sound service has nothing to say; one that stopped names event, position and stage."""
    sound = site.get("/health", None).json()
    assert (sound["live"], sound["ready"], sound["degraded"]) == (True, True, [])
    position = halt(site.casino)
    ill = site.get("/health", None).json()
    assert (ill["live"], ill["ready"]) == (True, False)
    assert ill["degraded"] == [
        f"the projections stopped before event mesa-ra:1, position {position}, in stage rounds"
    ]


def test_a_flood_of_second_stories_is_told(site: Site) -> None:
    """Whose they are and how many are counted only; the service is ready all the while."""
    door = site.casino.door
    for number in range(STORIES_EACH + 3):
        door._refusals.note_story("mesa", f"{number:064x}", anew=True)  # pyright: ignore[reportPrivateUsage]
    health = site.get("/health", None)
    assert (health.status_code, health.json()["degraded"]) == (
        200,
        ["mesa tells more second stories than are named one by one: 3 more are kept, and counted"],
    )


def test_a_closed_door_is_not_ready(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures may follow: who cannot record must be taken out, and is told what closed the door."""
    monkeypatch.setattr(site.casino.door, "_stopped", OSError("/var/secret"))
    health = site.get("/health", None)
    assert (health.status_code, health.json()["ready"]) == (503, False)
    assert health.json()["degraded"] == ["the door is closed after a OSError"]
    assert gauges(site)["razao_door_closed"] == 1


def test_the_machine_around_is_told_before_it_stops_the_service(casino: Casino) -> None:
    """A disk with 0.5 GB left and a clock that nobody disciplines: ready still, and degraded."""
    casino.project()
    around = Surroundings(
        rooms={"RAZAO_HOME": Room(500_000_000, 80_000_000_000, inodes=True)},
        synchronised=False,
        tick_seconds=31.5,
        backup_seconds=3_600,
    )
    with opened(casino, surroundings=lambda: around) as site:
        health = site.get("/health", None)
        told = gauges(site)
    assert (health.status_code, health.json()["degraded"]) == (
        200,
        [
            "the disk of RAZAO_HOME is nearly full: 0.5 GB of 80.0 GB are free",
            "nothing disciplines the machine's clock",
        ],
    )
    assert told['razao_disk_free_bytes{written="RAZAO_HOME"}'] == 500_000_000
    assert told['razao_disk_short{written="RAZAO_HOME"}'] == 1
    assert (told["razao_clock_synchronised"], told["razao_clock_tick_age_seconds"]) == (0, 31.5)
    assert told["razao_backup_age_seconds"] == 3_600


def test_what_nobody_knows_has_no_figure(site: Site) -> None:
    """No backup's age, no synchronised clock: 0 would be an answer, and a wrong one."""
    told = gauges(site)
    assert not {"razao_backup_age_seconds", "razao_clock_synchronised"} & told.keys()
    assert told["razao_database_up"] == 1
    assert told["razao_database_bytes"] > 1_000_000


def test_a_figure_that_nobody_may_ask_for_stops_no_other(site: Site) -> None:
    """A database into which its reader may not connect, as the guide has it before `db grant`."""
    casino = site.casino
    name = psycopg.conninfo.conninfo_to_dict(casino.superuser)["dbname"]
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute(f"REVOKE CONNECT ON DATABASE {name} FROM razao_inspector".encode())
        told = gauges(site)
        connection.execute(f"GRANT CONNECT ON DATABASE {name} TO razao_inspector".encode())
    assert "razao_database_bytes" not in told
    assert (told["razao_ready"], told["razao_database_up"]) == (1, 1)


def test_each_source_is_shown_as_late_as_it_is_heard_of(site: Site) -> None:
    """By the ledger's own clock: two tables, one of which spoke of a time five minutes before."""
    casino = site.casino
    now = datetime.now(UTC)
    for source, minutes in (("mesa-ra", 0), ("mesa-psd", 5)):
        casino.say(source, Heartbeat(), at=instant(now - timedelta(minutes=minutes)))
    casino.tick()
    casino.project()
    told = gauges(site)
    late = {name: told[f'razao_source_behind_seconds{{source="{name}"}}'] for name in SOURCES[:2]}
    assert late["mesa-psd"] - late["mesa-ra"] == pytest.approx(300, abs=0.01)
    assert 0 <= late["mesa-ra"] < 60


def gauges(site: Site) -> dict[str, float]:
    """Return every figure that the service shows."""
    text = site.get("/metrics", Role.ADMIN).text
    found = re.findall(r"^(razao_\S+) ([-+0-9.e]+)$", text, flags=re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_health_answers_without_projections_and_without_a_database(casino: Casino) -> None:
    """It is asked most when things are wrong, so it never fails."""
    drop(casino.conninfo, LIVE)
    with opened(casino) as site:
        response = site.get("/health", None)
        assert (response.status_code, response.json()["status"]) == (503, "halted")
        assert response.json()["trouble"] == "nothing is projected yet"
    nowhere = "host=/nonexistent dbname=none connect_timeout=1"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.services.deps.WAIT_SECONDS", 0.2)
        with opened(casino, conninfo=nowhere) as site:
            response = site.get("/health", None)
    assert (response.status_code, response.json()["status"]) == (503, "unreachable")
    assert response.json()["position"] is None


def test_figures_count_requests_segments_and_positions(site: Site) -> None:
    """By operation and status, by outcome; an address that nothing answers is one operation."""
    chain = site.casino.source("mesa-ra")
    good = line(beat(chain))
    site.post("/v1/events", good)
    site.post("/v1/events", good + b"x\n")
    for number in range(3):
        site.get(f"/v1/nothing/{number}")
    text = site.get("/metrics", Role.ADMIN).text
    figures = dict(re.findall(r"^(razao_[^ ]+) ([0-9.]+)$", text, flags=re.MULTILINE))
    assert figures['razao_segments_total{outcome="recorded"}'] == "1.0"
    assert figures['razao_segments_total{outcome="repeated"}'] == "1.0"
    assert figures['razao_segments_total{outcome="malformed"}'] == "1.0"
    assert figures["razao_events_recorded_total"] == "1.0"
    assert figures['razao_request_seconds_count{operation="submitEvents",status="207"}'] == "1.0"
    assert figures['razao_request_seconds_count{operation="none",status="404"}'] == "3.0"
    assert float(figures["razao_ledger_position"]) == float(
        figures["razao_projection_position"]
    ) + float(figures["razao_projection_lag_events"])
    assert figures["razao_projection_halted"] == "0.0"
