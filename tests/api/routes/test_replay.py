"""Settling records over HTTP: the same as from a file."""

from collections.abc import Iterator

import msgspec
import pytest

from api.routes import replay
from api.services.api_keys import Role
from projections.replay.asked.reader import BadLine, Judged, describe_line, read
from tests.api.conftest import Site
from tests.api.routes.test_lists import pages
from tests.projections.replay.every_game.hostile_records import hostile


@pytest.fixture(scope="session")
def records(evening: Site) -> list[bytes]:
    """Give the records of the evening's rounds, as the API shows them."""
    names = [row["round"] for row in pages(evening, "/v1/rounds")]
    return [
        msgspec.json.encode(evening.get(f"/v1/rounds/{name}").json()["explained"]["record"])
        for name in names
    ]


def test_a_round_s_record_settles_as_the_round_did(evening: Site, records: list[bytes]) -> None:
    """A dispute's what-if starts from what the round page shows: the record it was judged with."""
    response = evening.post("/v1/replay", b"\n".join(records), Role.DISPUTE)
    assert response.status_code == 200
    results = [msgspec.json.decode(one) for one in response.content.splitlines()]
    rounds = pages(evening, "/v1/rounds")
    for result, row in zip(results, rounds, strict=True):
        settlement = result["settlement"]
        assert settlement["round"] == row["round"]
        assert sum(line["stake"] for line in settlement["lines"]) == row["stake"]
        explained = evening.get(f"/v1/rounds/{row['round']}").json()["explained"]
        assert settlement == explained["settlement"]


def test_one_fact_changed_changes_what_is_due(evening: Site, records: list[bytes]) -> None:
    """What would have been due had the ball landed elsewhere."""
    record = next(
        one
        for one in map(msgspec.json.decode, records)
        if one["game"] == "roleta_americana" and one.get("bets")
    )
    body = msgspec.json.encode(record)
    fact = (
        {**record, "launches": [{**one, "number": 0} for one in record["launches"]]}
        if ("launches" in record)
        else {**record, "payments": []}
    )
    response = evening.post("/v1/replay", body + b"\n" + msgspec.json.encode(fact), Role.DISPUTE)
    one, two = (msgspec.json.decode(line) for line in response.content.splitlines())
    assert one != two


def test_lines_that_are_no_records_say_why(evening: Site, records: list[bytes]) -> None:
    """207, each bad line with what was expected, the others settled: as `razao replay` does."""
    body = b"\n".join([records[0], b"not json", b"", b'{"game":"xadrez"}', records[1]])
    response = evening.post("/v1/replay", body, Role.INSPECTOR)
    assert response.status_code == 207
    results = [msgspec.json.decode(one) for one in response.content.splitlines()]
    expected = [describe_line(one) for one in read(line for line in body.split(b"\n") if line)]
    assert results == msgspec.json.decode(msgspec.json.encode(expected))
    assert [one["error"] is None for one in results] == [True, False, False, True]
    assert results[2]["error"]["where"] == "$.game"


def test_hostile_records_are_judged_or_named(evening: Site) -> None:
    """Whatever a record holds, its line has an answer, the one that `razao replay` gives."""
    lines = hostile(1)
    response = evening.post("/v1/replay", "\n".join(lines).encode(), Role.DISPUTE)
    assert response.status_code == 207
    results = [msgspec.json.decode(one) for one in response.content.splitlines()]
    assert [row["line"] for row in results] == list(range(1, len(lines) + 1))
    told = [describe_line(one) for one in read(lines)]
    assert results == msgspec.json.decode(msgspec.json.encode(told))


def test_a_body_over_a_limit_is_not_judged(evening: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """413 for a byte or a record too many, and the answer names the limit that was passed."""
    monkeypatch.setattr(replay, "BODY_SIZE_MAX", 100)
    monkeypatch.setattr(replay, "RECORDS_MAX", 2)
    monkeypatch.setattr(replay, "RECORD_SIZE_MAX", 50)
    assert evening.post("/v1/replay", b"{}\n{}", Role.DISPUTE).status_code == 207
    for body, limit in (
        (b"{}\n" * 3, "2 records"),
        (b"x" * 101, "100 bytes"),
        (b"{}\n" + b"x" * 51, "50 bytes"),
    ):
        response = evening.post("/v1/replay", body, Role.DISPUTE)
        assert (response.status_code, response.json()["code"]) == (413, "too-large")
        assert limit in response.json()["detail"]


def test_judging_stops_when_its_time_is_over(
    evening: Site, records: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """413 names the limit and how far it came; no record after that one is judged."""
    judged: list[int] = []

    def slow(lines: list[bytes]) -> Iterator[Judged | BadLine]:
        for number, line in enumerate(lines, 1):
            judged.append(number)
            clock.append(clock[-1] + 3)
            yield from read([line])

    clock = [1_000.0]
    monkeypatch.setattr(replay, "read", slow)
    monkeypatch.setattr(replay, "monotonic", lambda: clock[-1])
    body = b"\n".join([records[0]] * 20)
    response = evening.post("/v1/replay", body, Role.DISPUTE)
    assert (response.status_code, response.json()["code"]) == (413, "too-long")
    assert response.json()["detail"].startswith("7 of 20 records were judged in 20 seconds")
    assert judged == [1, 2, 3, 4, 5, 6, 7]
    body = b"\n".join([records[0]] * 7)
    assert evening.post("/v1/replay", body, Role.DISPUTE).status_code == 200


def test_the_limits_of_a_body_are_documented(evening: Site) -> None:
    """Who reads the schema knows how many bytes, records and seconds a request may have."""
    operation = evening.get("/openapi.json").json()["paths"]["/v1/replay"]["post"]
    description = operation["requestBody"]["description"]
    assert f"{replay.BODY_SIZE_MAX} bytes and {replay.RECORDS_MAX} records" in description
    assert f"at most {replay.RECORD_SIZE_MAX} bytes" in description
    assert f"after {replay.SECONDS_MAX} seconds" in description


def test_an_idempotency_key_belongs_to_one_body_and_one_caller(
    evening: Site, records: list[bytes]
) -> None:
    """The same again is answered the same; another body is refused; another caller has his own."""
    key = {"Idempotency-Key": "pedido-17"}
    first = evening.post("/v1/replay", records[0], Role.DISPUTE, **key)
    again = evening.post("/v1/replay", records[0], Role.DISPUTE, **key)
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    other = evening.post("/v1/replay", records[1], Role.DISPUTE, **key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency-conflict")
    assert evening.post("/v1/replay", records[1], Role.FINANCE, **key).status_code == 200


def test_an_idempotency_key_is_short_and_visible(evening: Site, records: list[bytes]) -> None:
    """422 for one that is empty or has 201 characters."""
    for key in ("", "x" * 201):
        response = evening.post("/v1/replay", records[0], Role.DISPUTE, **{"Idempotency-Key": key})
        assert (response.status_code, response.json()["code"]) == (422, "invalid-request")
