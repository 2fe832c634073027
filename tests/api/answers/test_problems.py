"""Every error in one shape, each by its own road."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
import pytest
from httpx2 import Response

from api.answers.examples import bodies
from api.answers.problems import MEDIA_TYPE, PROBLEMS
from api.routes.submissions import BODY_SIZE_MAX
from api.services.api_keys import Caller, Role
from api.services.checkpoints import Checkpoints
from api.services.people.limits import Limit, Limits
from ledger.door.ingestion import BusyError
from ledger.errors import ArchiveAwayError, CorruptLedgerError
from ledger.events.bingo import Breakdown
from tests.api.conftest import Site, opened
from tests.api.routes.test_submissions import Stub
from tests.fixtures.casino import Casino
from tests.helpers.each import each

FIELDS = {"type", "title", "status", "code", "detail", "instance"}
LINE = b'{"key":"","signature":"","envelopes":[]}\n'


class Broken:
    """A log that contradicts itself, and a gate that fails."""

    def checkpoint(self, *, passing: bool = False) -> str:
        """Sign nothing, for a moment or for ever."""
        del passing
        raise CorruptLedgerError("position 4: the link is not that of its envelope")

    def published(self) -> str | None:
        """Nobody cosigned."""
        return None

    def publish(self, size: int, note: str) -> None:
        """Nobody cosigns."""

    def caller(self, token: str) -> Caller | None:
        """Fail as only a bug does."""
        raise ZeroDivisionError(token)


class Unreachable:
    """A gate without a database."""

    def caller(self, token: str) -> Caller | None:
        """Fail as psycopg does."""
        raise psycopg.OperationalError(f"connection refused, {len(token)} bytes not sent")


class Away:
    """A gate whose rows left for an archive that is away."""

    def caller(self, token: str) -> Caller | None:
        """Fail as a reader across the seam does."""
        raise ArchiveAwayError(f"no archive, {len(token)} bytes not looked up")


@contextmanager
def without_projections(casino: Casino) -> Iterator[None]:
    """Take the projections away for a while."""
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute("ALTER SCHEMA projections RENAME TO projections_away")
        try:
            yield
        finally:
            connection.execute("ALTER SCHEMA projections_away RENAME TO projections")


def _conflict(site: Site) -> Response:
    key = {"Idempotency-Key": "k1"}
    site.post("/v1/replay", b"{}", Role.DISPUTE, **key)
    return site.post("/v1/replay", b"[]", Role.DISPUTE, **key)


def _behind(site: Site) -> Response:
    """Ask the gate while something that was said is not projected yet."""
    site.casino.say("financas", Breakdown(equipment="painel"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.services.gate.WAIT_SECONDS", 0.05)
        return site.get("/v1/bingo/SALA-1/gate")


def _many(site: Site) -> Response:
    """Ask for more findings than a document takes: of the evening's, one is too many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.routes.cases.findings.ROWS_MAX", 0)
        patch.setattr("api.documents.cases.findings.ROWS_MAX", 0)
        return site.get("/v1/findings/pdf")


def _long(site: Site) -> Response:
    """Send two records where the first has already taken all the time there is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.routes.replay.SECONDS_MAX", -1)
        return site.post("/v1/replay", b"{}\n{}", Role.DISPUTE)


def _of_another_key(site: Site) -> Response:
    """Send an act that was signed for another ledger."""
    return site.post("/v1/acts", bodies()["recordAct"].encode(), Role.FINANCE)


ONE = Limits(caller=Limit(rate=0.01, burst=1))
# How a caller meets each problem, and what has to be otherwise in the service for it.
WAYS: dict[str, tuple[dict[str, Any], Callable[[Site], Response]]] = {
    "unauthenticated": ({}, lambda site: site.get("/v1/pools", None)),
    "forbidden": ({}, lambda site: site.get("/v1/pools", Role.ADMIN)),
    "not-found": ({}, lambda site: site.get("/v1/pools/none")),
    "no-such-route": ({}, lambda site: site.get("/v1/nothing")),
    "method-not-allowed": ({}, lambda site: site.client.delete("/v1/pools")),
    "too-large": ({}, lambda site: site.post("/v1/events", b"x" * (BODY_SIZE_MAX + 1))),
    "too-long": ({}, _long),
    "too-many": ({}, _many),
    "unsupported-media-type": (
        {},
        lambda site: site.post("/v1/events", LINE, **{"Content-Type": "application/json"}),
    ),
    "invalid-request": ({}, lambda site: site.get("/v1/pools?x=1")),
    "idempotency-conflict": ({}, _conflict),
    "not-recorded": ({}, _of_another_key),
    "slow-down": ({"limits": ONE}, lambda site: [site.get("/v1/codes") for _ in range(2)][1]),
    "internal-error": ({"gate": Broken()}, lambda site: site.get("/v1/pools")),
    "busy": ({"door": Stub(BusyError("full"))}, lambda site: site.post("/v1/events", LINE)),
    "door-closed": (
        {"door": Stub(CorruptLedgerError("x"))},
        lambda site: site.post("/v1/events", LINE),
    ),
    "no-checkpoint": (
        {"checkpoints": Checkpoints(Broken())},
        lambda site: site.get("/checkpoint", None),
    ),
    "database-unreachable": ({"gate": Unreachable()}, lambda site: site.get("/v1/pools")),
    "archive-unreachable": ({"gate": Away()}, lambda site: site.get("/v1/pools")),
    "projections-behind": ({}, _behind),
    "projections-missing": ({}, lambda site: site.get("/v1/pools")),
}


def test_there_is_a_way_to_meet_every_problem() -> None:
    """A code that nobody can meet would be a promise that nobody can check."""
    assert set(WAYS) == set(PROBLEMS)


@each("code", PROBLEMS, share=8)
def test_each_problem_has_the_one_shape(
    code: str, evening: Site, request: pytest.FixtureRequest
) -> None:
    """RFC 9457, with a stable code, a title that never changes, and a reference to quote."""
    # Whoever would be behind has a ledger of his own: nobody speaks in the evening that all read.
    behind = code == "projections-behind"
    casino = request.getfixturevalue("site").casino if behind else evening.casino
    others, meet = WAYS[code]
    away = without_projections(casino) if code == "projections-missing" else nullcontext()
    with away, opened(casino, suffix=code, **others) as site:
        response = meet(site)
        assert response.headers["Content-Type"] == MEDIA_TYPE
        body = response.json()
        problem = PROBLEMS[code]
        assert set(body) - {"errors"} == FIELDS
        assert (body["code"], body["status"]) == (code, response.status_code)
        assert (body["status"], body["title"]) == (problem.status, problem.title)
        assert body["type"] == f"urn:razao:problem:{code}"
        assert body["detail"]
        assert body["instance"].startswith("urn:razao:request:")
        assert ("errors" in body) == (code == "invalid-request")
        assert ("Retry-After" in response.headers) == (problem.status in {429, 503})


def test_a_failure_is_not_explained_to_the_caller(
    evening: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """No trace, no message of the program: a number to quote; the operator's log has the rest."""
    with opened(evening.casino, suffix="broken", gate=Broken()) as site:
        response = site.get("/v1/pools")
    assert "ZeroDivision" not in response.text
    (record,) = (one for one in caplog.records if one.name == "api.answers.problems")
    assert response.json()["instance"] in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_a_wrong_method_is_told_the_right_ones(evening: Site) -> None:
    """405 with the header Allow, as HTTP asks."""
    response = evening.client.delete("/v1/pools")
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET"


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": ""},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"},
    ],
)
def test_only_lines_of_json_are_taken(evening: Site, headers: dict[str, str]) -> None:
    """415 for another type, and for a coding that would hide how large a body is."""
    response = evening.post("/v1/events", b"{}\n", **headers)
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported-media-type"


@pytest.mark.parametrize(
    "kind", ["application/x-ndjson; charset=utf-8", "application/jsonl", "Application/NDJSON"]
)
def test_lines_have_several_names(evening: Site, kind: str) -> None:
    """No standard names them, so the usual names are all taken."""
    response = evening.post("/v1/events", b"x\n", **{"Content-Type": kind})
    assert response.status_code == 207


def test_nobody_without_a_key_gets_to_know_what_would_be_wrong(evening: Site) -> None:
    """Who may ask comes before what is asked."""
    assert evening.get("/v1/pools?x=1", None).status_code == 401
    assert evening.get("/v1/events/mesa-ra/0", None).status_code == 401
