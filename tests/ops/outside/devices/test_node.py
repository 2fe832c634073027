"""The wire in another language: one file of Node says of every envelope what the ledger says."""

import base64
import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.errors import RejectedError
from ledger.events.base import Payload
from ledger.events.catalogue.entries import catalogue, example_of
from ledger.events.claims import TIMED, time_fault
from ledger.signed.canonical import decode
from ops.outside.conform.vectors import vectors
from tests.ops.outside.devices.made import CLIENT

FILE = CLIENT.parent / "razao.mjs"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="needs node")
ORIGIN = "santa-maria.casinos.cv"
"""Of the golden envelopes."""
TRIES = 1_500


def node(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the file."""
    assert NODE is not None
    command = [NODE, str(FILE), *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def checked(document: dict[str, Any], folder: Path) -> dict[str, int]:
    """Return how many vectors of each sort were looked at; all must come out as they say."""
    file = folder / "vectors.json"
    file.write_bytes(msgspec.json.encode(document))
    done = node("check", str(file))
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()
    return json.loads(done.stdout)


def test_the_golden_vectors_come_out_the_same(tmp_path: Path) -> None:
    """Made again from fields and seeds, byte for byte; the bad ones refused by their codes."""
    document = vectors("0.0.test")
    counts = checked(document, tmp_path)
    assert counts["envelope"] == len(document["envelopes"]) > 200
    assert counts["segment"] == len(document["segments"])
    assert counts["signature"] == len(document["signatures"])
    assert counts["made"] > len(catalogue())


def test_a_vector_that_is_otherwise_is_told(tmp_path: Path) -> None:
    """A checker that finds nothing wrong with anything would prove nothing."""
    document = vectors("0.0.test")
    document["envelopes"][0]["link"] = "0" * 64
    document["segments"][0]["outcome"] = "gap"
    document["roots"][2]["root"] = "0" * 64
    file = tmp_path / "vectors.json"
    file.write_bytes(msgspec.json.encode(document))
    done = node("check", str(file))
    assert done.returncode == 1
    told = done.stdout.decode().splitlines()
    assert [line.split(" ")[0] for line in told[:-1]] == ["link", "root", "segment"]


def test_altered_envelopes_are_judged_alike(tmp_path: Path) -> None:
    """Spellings that nobody wrote down: some 1,500 of them, an alteration each."""
    found = [
        {
            "name": str(number),
            "envelope": base64.b64encode(data).decode(),
            "link": sha256(b"\0" + data).hexdigest(),
            "outcome": outcome_of(data),
        }
        for number, data in enumerate(altered(random.Random(19)))
    ]
    outcomes = [one["outcome"] for one in found]
    assert min(outcomes.count(one) for one in ("ok", "malformed", "not-canonical")) > 100
    document = vectors("0.0.test") | {"envelopes": found, "origin": ORIGIN}
    document |= {"segments": [], "statements": []}
    checked(document, tmp_path)


def outcome_of(data: bytes) -> str:
    """Return the door's word on an envelope."""
    try:
        event = decode(data)
    except RejectedError as error:
        return error.code
    if event.origin != ORIGIN:
        return "wrong-origin"
    if event.kind in TIMED and isinstance(event.payload, Payload):
        return "ok" if time_fault(event.kind, event.payload) is None else "malformed"
    return "ok"


VALUES = (
    b"0", b"-0", b"-1", b"1.0", b"1e3", b"9007199254740991", b"9007199254740992", b"01", b"true",
    b"null", b'""', b'"x"', b'"\\u0041"', b'"e\xcc\x81"', b'"\xc3\xa9"', b'"\xff"', b'"\\ud800"',
    b'"\\u0000"', b"[]", b"[1]", b"{}", b'{"a":1}', b'{"b":1,"a":2}', b'{"10":1,"9":2}', b"[[[]]]",
    b'"\\/"', b'"\\u007f"', b'"\\u001f"', b'"2026-11-20"', b'"2026-02-30T00:00:00.000000Z"',
    b'"2026-11-20T22:15:31.123456Z"', b" 1", b"1 ",
)  # fmt: skip


def altered(chance: random.Random) -> Iterator[bytes]:
    """Yield envelopes with values, bytes, fields or kinds exchanged, dropped and doubled."""
    kinds = sorted(catalogue())
    for _ in range(TRIES):
        data = example_of(chance.choice(kinds))
        if chance.random() < 0.2:
            data = data.replace(data.split(b"\n")[4], b"never-seen/1", 1)
        yield chance.choice((_other_value, _other_byte, _dropped, _moved, _same))(data, chance)


def _values(data: bytes) -> list[tuple[int, int]]:
    """Return where scalar values of the body begin and end."""
    begin = data.find(b"\n\n") + 2
    found: list[tuple[int, int]] = []
    at = begin
    while (at := data.find(b":", at) + 1) > 0:
        if data[at - 2 : at - 1] == b'"' and data[at : at + 1] not in (b"{", b"["):
            ends = [end for mark in (b",", b"}", b"]") if (end := data.find(mark, at)) > 0]
            found.append((at, min(ends)))
    return found


def _other_value(data: bytes, chance: random.Random) -> bytes:
    places = _values(data)
    if not places:
        return data
    begin, end = chance.choice(places)
    return data[:begin] + chance.choice(VALUES) + data[end:]


def _other_byte(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.choice(b' "\n\\x0:,{}[]-/')]) + data[at + 1 :]


def _dropped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + 1 :]


def _moved(data: bytes, chance: random.Random) -> bytes:
    """Give the payload's fields another order."""
    head, _, body = data.partition(b'"payload":')
    try:
        payload = list(json.loads(body[:-1]).items())
    except ValueError:
        return data
    chance.shuffle(payload)
    written = json.dumps(dict(payload), ensure_ascii=False, separators=(",", ":"))
    return head + b'"payload":' + written.encode("utf-8", "surrogatepass") + b"}"


def _same(data: bytes, _: random.Random) -> bytes:
    return data


def test_an_event_is_encoded_from_plain_fields() -> None:
    """The one command that a device's maker tries first."""
    told = {
        "origin": "cv.casino-praia", "source": "mesa-ra-04", "seq": 1, "previous": "0" * 64,
        "blind": "000102030405060708090a0b0c0d0e0f", "at": "2026-11-20T22:15:31.123456Z",
        "day": "2026-11-20", "place": "RA-04", "round": None, "payload": {"waiting": 3},
    }  # fmt: skip
    done = node("encode", "heartbeat/1", given=json.dumps(told).encode())
    link = "4153981dfa646d0dd03839893771b4dd07a4380f47c09b12ee0a0f26616e1bd8"
    assert sha256(b"\0" + done.stdout).hexdigest() == link
    assert node("frobnicate").returncode == 2
