"""Submitting over HTTP: receipts, repeats, refusals, and what never reaches the door."""

from base64 import b64encode
from collections.abc import MutableMapping, Sequence
from typing import Any

import msgspec
import psycopg
import pytest
from httpx2 import Response
from psycopg import sql

from api.answers.problems import OUTCOMES
from api.routes import submissions
from api.services.api_keys import Role
from ledger.door.ingestion import ADMITTED, UNAVAILABLE, Answer, BusyError
from ledger.errors import REJECTION_CODES, CorruptLedgerError
from ledger.events.base import Payload
from ledger.events.registry import Heartbeat
from ledger.ids import NO_LINK
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from tests.api.conftest import Site, opened
from tests.fixtures.casino import AT, Casino


def line(segment: Segment) -> bytes:
    """Return a segment as it travels."""
    return msgspec.json.encode(segment) + b"\n"


def beat(chain: SourceChain, waiting: int = 0) -> Segment:
    """Return the source's next event, alone in a segment."""
    return chain.say(Heartbeat(waiting=waiting), AT)


def answers(response: Response) -> list[dict]:
    """Return the lines of an answer."""
    assert response.headers["Content-Type"] == "application/x-ndjson"
    return [msgspec.json.decode(one) for one in response.content.splitlines()]


def test_an_upload_that_is_cut_leaves_no_traceback(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """Half a body, then nobody: nothing is recorded, nothing is raised, nothing is logged."""
    before = site.casino.installation.reader.last_position()
    parts = iter(
        [
            {"type": "http.request", "body": b'{"key":"', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return next(parts)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    headers = {"Content-Type": "application/x-ndjson", **site.headers(Role.SOURCE)}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/events",
        "raw_path": b"/v1/events",
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 9),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    assert site.client.portal is not None
    site.client.portal.call(site.client.app, scope, receive, send)
    assert sent[0]["status"] == 422
    assert b"the caller left before its end" in sent[1]["body"]
    assert caplog.records == []
    assert site.casino.installation.reader.last_position() == before


class Stub:
    """A door that answers as it is told, and remembers what it was sent."""

    def __init__(self, result: Exception | Sequence[Answer]) -> None:
        self.result = result
        self.sent: list[Segment] = []

    def submit(
        self,
        segments: Sequence[Segment],
        *,
        credential: str | None = None,  # noqa: ARG002 - the door's signature
    ) -> Sequence[Answer]:
        """Answer as told."""
        self.sent.extend(segments)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def say(self, _payload: Payload) -> Answer:
        """Take what the service says."""
        return Answer(outcome="recorded")


def test_a_segment_is_recorded_and_gets_its_receipt(site: Site) -> None:
    """The receipt names the ledger, the source, the place in its chain and in the log."""
    chain = site.casino.source("mesa-ra")
    response = site.post("/v1/events", line(beat(chain)))
    assert response.status_code == 200
    (answer,) = answers(response)
    stored = site.casino.installation.reader.one("mesa-ra", 1)
    assert answer == {
        "outcome": "recorded",
        "receipt": {
            "origin": "razao.test",
            "source": "mesa-ra",
            "first": 1,
            "count": 1,
            "link": chain.link.hex(),
            "position": stored.position,
        },
    }


def test_the_same_bytes_get_the_same_receipt(site: Site) -> None:
    """A source in doubt sends again: nothing is recorded twice, and the answer is as good."""
    chain = site.casino.source("mesa-ra")
    body = b"".join(line(beat(chain, number)) for number in range(3))
    first = site.post("/v1/events", body)
    again = site.post("/v1/events", body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert [one["outcome"] for one in answers(first)] == ["recorded"] * 3
    assert [one["outcome"] for one in answers(again)] == ["repeated"] * 3
    receipts = [[one["receipt"] for one in answers(response)] for response in (first, again)]
    assert receipts[0] == receipts[1]
    assert site.casino.installation.store.head("mesa-ra")[0] == 3


def test_each_line_has_its_own_answer_in_order(site: Site) -> None:
    """One bad line spoils nothing before or after it: 207, and each line says what became of it."""
    table, other = site.casino.source("mesa-ra"), site.casino.source("alheia")
    good = line(beat(table))
    body = b"".join(
        (
            good,
            b'{"key":"AA==","signature":1}\n',
            b"\n",
            b"not json\n",
            b'{"key":"AA==","signature":"AA==","envelopes":[],"more":1}\n',
            line(beat(other)),
            b'{"key":"AA==","signature":"AA==","envelopes":[]}\n',
            good,
            line(beat(table)),
        )
    )
    response = site.post("/v1/events", body)
    assert response.status_code == 207
    got = answers(response)
    assert [one["outcome"] for one in got] == [
        "recorded",
        "malformed",
        "malformed",
        "malformed",
        "not-your-source",
        "malformed",
        "repeated",
        "recorded",
    ]
    assert got[1]["detail"].startswith("line 2 is no segment: Expected `bytes`, got `int`")
    assert got[4]["detail"] == (
        "line 5: this key submits for mesa-psd, mesa-ra, sala-1, servidor, not for alheia"
    )


def test_a_segment_of_many_events_is_all_or_nothing(site: Site) -> None:
    """Its receipt names the last event; a gap before it refuses it whole."""
    chain = site.casino.source("mesa-ra")
    envelopes = [chain.event(Heartbeat(waiting=number), AT) for number in range(5)]
    whole = chain.sign(envelopes, 1, NO_LINK)
    beat(chain)  # is lost on the way
    late = beat(chain)
    response = site.post("/v1/events", line(whole) + line(late))
    assert response.status_code == 207
    first, second = answers(response)
    assert (first["receipt"]["first"], first["receipt"]["count"]) == (1, 5)
    assert second == {"outcome": "gap", "detail": "mesa-ra: expected seq 6 next, got 7"}


def test_another_source_s_segment_never_reaches_the_door(site: Site) -> None:
    """Nothing of it is recorded, kept or counted as refused by the ledger."""
    other = site.casino.source("alheia")
    before = site.casino.installation.reader.last_position()
    response = site.post("/v1/events", line(beat(other)))
    assert [one["outcome"] for one in answers(response)] == ["not-your-source"]
    assert site.casino.door.write_refusals() == 0
    assert site.casino.installation.reader.last_position() == before


def test_what_names_no_source_is_refused_by_the_door(casino: Casino) -> None:
    """An envelope without a readable header belongs to no source: the door notes the attempt."""
    casino.project()
    with opened(casino) as site:
        segment = Segment(key=bytes(32), signature=bytes(64), envelopes=(b"junk",))
        response = site.post("/v1/events", line(segment))
        assert [one["outcome"] for one in answers(response)] == ["malformed"]
        assert casino.door.write_refusals() == 1


def test_a_source_named_like_the_unreadable_is_a_source_like_any_other(casino: Casino) -> None:
    """`unreadable` is a name one can enrol; a key that does not name it cannot submit for it."""
    casino.project()
    with opened(casino) as site:
        response = site.post("/v1/events", line(beat(casino.source("unreadable"))))
        assert [one["outcome"] for one in answers(response)] == ["not-your-source"]


def test_an_equivocation_is_refused_and_kept(site: Site) -> None:
    """Other bytes at a recorded place: 207 with `fork`, and the proof is kept."""
    signer = site.casino.source("mesa-ra").signer
    one, two = (SourceChain("razao.test", "mesa-ra", signer) for _ in range(2))
    site.post("/v1/events", line(beat(one, 1)))
    response = site.post("/v1/events", line(beat(two, 2)))
    assert response.status_code == 207
    assert [one["outcome"] for one in answers(response)] == ["fork"]
    kept = site.casino.rows("SELECT code, source FROM ledger.kept_submission")
    assert kept == [{"code": "fork", "source": "mesa-ra"}]


def test_a_full_door_takes_nothing_and_says_when_to_come_again(casino: Casino) -> None:
    """503 `busy` with Retry-After; the same request later is as good as new."""
    with opened(casino, door=Stub(BusyError("20000 events wait, at most 20000 may"))) as site:
        response = site.post("/v1/events", line(beat(casino.source("mesa-ra"))))
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"
    assert response.json()["code"] == "busy"


@pytest.mark.parametrize(
    "result",
    [
        CorruptLedgerError("the heads contradict the events"),
        [Answer(outcome=UNAVAILABLE, detail="53100: no space left on device")],
    ],
    ids=["raises", "answers"],
)
def test_a_door_that_cannot_write_is_a_503(
    casino: Casino, result: Exception | Sequence[Answer]
) -> None:
    """Whether it says so by an exception or for each segment."""
    with opened(casino, door=Stub(result)) as site:
        response = site.post("/v1/events", line(beat(casino.source("mesa-ra"))))
    assert response.status_code == 503
    assert response.json()["code"] == "door-closed"
    assert response.headers["Retry-After"] == "1"


def test_only_what_the_caller_may_send_is_handed_on(casino: Casino) -> None:
    """The door sees the caller's own segments, in order, and the answers fall back into place."""
    chain, other = casino.source("mesa-ra"), casino.source("alheia")
    door = Stub([Answer(outcome="gap", detail="1"), Answer(outcome="gap", detail="2")])
    mine, theirs, mine_again = beat(chain), beat(other), beat(chain)
    with opened(casino, door=door) as site:
        response = site.post("/v1/events", b"".join(map(line, (mine, theirs, mine_again))))
    assert door.sent == [mine, mine_again]
    assert [(one["outcome"], one["detail"][:1]) for one in answers(response)] == [
        ("gap", "1"),
        ("not-your-source", "l"),
        ("gap", "2"),
    ]


def test_a_body_over_the_limit_is_not_looked_at(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """413, whether the length is announced or only comes out on the way."""
    monkeypatch.setattr(submissions, "BODY_SIZE_MAX", 100)
    for body in (b"x" * 101, iter([b"x" * 60, b"x" * 60])):
        response = site.client.post(
            "/v1/events",
            content=body,
            headers={"Content-Type": "application/x-ndjson", **site.headers(Role.SOURCE)},
        )
        assert response.status_code == 413
        assert response.json()["code"] == "too-large"


def test_every_way_to_be_refused_is_documented() -> None:
    """Each code of the ledger's refusals has its line in the API's table of outcomes."""
    own = {"recorded", "repeated", "not-your-source", UNAVAILABLE, ADMITTED}
    assert set(REJECTION_CODES) | own == set(OUTCOMES)
    assert all(OUTCOMES.values())


def test_bytes_travel_in_base64(site: Site) -> None:
    """A line is what any language's JSON library writes: three fields, bytes in base64."""
    segment = beat(site.casino.source("mesa-ra"))
    body = msgspec.json.encode(
        {
            "key": b64encode(segment.key).decode(),
            "signature": b64encode(segment.signature).decode(),
            "envelopes": [b64encode(one).decode() for one in segment.envelopes],
        }
    )
    assert site.post("/v1/events", body).status_code == 200


def contents(site: Site) -> dict[str, str]:
    """Return of every table of the database a hash of its rows."""
    with psycopg.connect(site.casino.superuser) as connection:
        names = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables "
            "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        rows = sql.SQL(
            "SELECT md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), '')) FROM {} t"
        )
        found = {name: connection.execute(rows.format(sql.Identifier(*name))) for name in names}
        return {".".join(name): str(one.fetchone()) for name, one in found.items()}


def test_a_dry_run_judges_and_stores_nothing(site: Site) -> None:
    """Each line is judged after those before it; neither events nor refusals are written down."""
    chain = site.casino.source("mesa-ra")
    known = line(beat(chain))
    receipt = answers(site.post("/v1/events", known))[0]["receipt"]
    before = site.casino.installation.reader.last_position()
    stands = contents(site)
    assert len(stands) > 50, sorted(stands)
    sent = [beat(chain), beat(chain)]
    lost = beat(chain)
    late = beat(chain)
    body = b"".join(map(line, [*sent, late, sent[1]])) + b"{}\n"
    response = site.post("/v1/events?dry-run=true", body)
    assert response.status_code == 207
    said = answers(response)
    assert [one["outcome"] for one in said] == [
        "admitted", "admitted", "gap", "admitted", "malformed",
    ]  # fmt: skip
    assert not any("receipt" in one for one in said)
    assert "expected seq 4 next, got 5" in said[2]["detail"]

    again = site.post("/v1/events?dry-run=true", known)
    assert (again.status_code, answers(again)) == (
        200, [{"outcome": "repeated", "receipt": receipt}],
    )  # fmt: skip
    assert site.casino.door.write_refusals() == 0
    assert site.casino.installation.reader.last_position() == before
    assert contents(site) == stands
    assert site.post("/v1/events", b"".join(map(line, [*sent, lost, late]))).status_code == 200
