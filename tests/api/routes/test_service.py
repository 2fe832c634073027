"""The service itself: checkpoint, schema, health, figures."""

import re

import msgspec
import psycopg
import pytest

from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from ledger.events.registry import Heartbeat
from ledger.events.schema import json_schema
from ledger.signed.checkpoint import Checkpoint, open_checkpoint, sign_checkpoint
from ledger.signed.signing import KeySigner
from projections.running.runner import LIVE, drop
from tests.api.conftest import Site, opened
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
    monkeypatch.setattr("api.routes.service.LATE_EVENTS", 0)
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
