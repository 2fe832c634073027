"""Golden vectors: what they say holds by the door, and by a second reckoning that is not ours."""

import base64
import json
from contextlib import ExitStack
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from ledger.errors import RejectedError
from ledger.events import KINDS
from ledger.events.registry import SourceEnrolled2
from ledger.signed.canonical import decode
from ledger.signed.segments import Segment
from ops.commands.playing.conform import app
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.outside.conform.vectors import FORMAT, OK, vectors
from tests.fixtures.postgres import Database
from tests.ops.conform.device import POSSESSION, TYPE, dsse, merkle

FOUNDED = datetime(2026, 11, 20, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """Return the vectors as somebody reads them from the file."""
    return json.loads(msgspec.json.encode(vectors("0.0.test")))


def test_every_kind_stands_there_in_both_formats(told: dict[str, Any]) -> None:
    """A good envelope of each kind in razao/2, those of the golden ones in razao/1 besides."""
    good = {(one["kind"], one["header"]["format"]) for one in told["envelopes"] if "header" in one}
    assert {kind for kind, form in good if form == "razao/2"} == set(KINDS)
    assert {form for _, form in good} == {"razao/1", "razao/2"}


def test_envelopes_are_what_the_door_says_of_them(told: dict[str, Any]) -> None:
    """Each good one is decoded, each bad one refused by the code that stands beside it."""
    for one in told["envelopes"]:
        origin = one.get("header", {}).get("origin", told["origin"])
        assert (one["name"], _outcome(one["envelope"], origin)) == (one["name"], one["outcome"])


def _outcome(envelope: str, origin: str) -> str:
    try:
        decoded = decode(base64.b64decode(envelope))
    except RejectedError as error:
        return error.code
    return OK if decoded.origin == origin else "wrong-origin"


def test_links_and_roots_are_those_of_a_second_reckoning(told: dict[str, Any]) -> None:
    """SHA-256 over 0x00 and the envelope; RFC 6962 written again in ten lines."""
    for one in told["envelopes"]:
        data = base64.b64decode(one["envelope"])
        assert sha256(b"\0" + data).hexdigest() == one["link"]
    for one in told["roots"]:
        assert merkle([bytes.fromhex(link) for link in one["links"]]).hex() == one["root"]


def test_statements_and_signatures_hold(told: dict[str, Any]) -> None:
    """What is signed is put together from its parts; a signature fits, or does not, as is said."""
    for one in told["statements"]:
        parts = b"".join(
            (
                sha256(one["origin"].encode()).digest(),
                sha256(one["source"].encode()).digest(),
                bytes.fromhex(one["key"]),
                one["first"].to_bytes(8, "big"),
                one["count"].to_bytes(4, "big"),
                bytes.fromhex(one["previous"] + one["root"]),
            )
        )
        assert dsse(TYPE, parts).hex() == one["signed"]
    for one in told["signatures"]:
        assert _fits(one["key"], one["signed"], one["signature"]) is one["fits"], one["name"]
    assert {one["fits"] for one in told["signatures"]} == {True, False}
    (asked,) = told["possessions"]
    names = b"".join(sha256(asked[name].encode()).digest() for name in ("origin", "source"))
    key = bytes.fromhex(asked["key"])
    assert dsse(POSSESSION, names + key).hex() == asked["signed"]
    seed = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(asked["seed"]))
    assert seed.sign(bytes.fromhex(asked["signed"])).hex() == asked["proof"]


def _fits(key: str, signed: str, signature: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), bytes.fromhex(signed)
        )
    except InvalidSignature:
        return False
    return True


def test_segments_are_what_a_door_says_of_them(
    told: dict[str, Any], database: Database, tmp_path: Path
) -> None:
    """In a ledger of their name: the good ones recorded in order, each bad one by its code."""
    (asked,) = told["possessions"]
    urls = DatabaseUrls(superuser=database.superuser, login=database.login)
    found_if_new(urls, tmp_path, told["origin"], FOUNDED)
    with ExitStack() as stack:
        installation = Installation(urls, tmp_path, stack, kept=tmp_path)
        act = SourceEnrolled2(
            source=told["source"],
            role="table",
            casino="praia",
            places=(told["place"],),
            pools=(),
            key=asked["key"],
            proof=asked["proof"],
        )
        installation.send(installation.agreed(act))
        for one in told["segments"]:
            (answer,) = installation.door.submit([msgspec.json.decode(one["line"], type=Segment)])
            outcome = "admitted" if answer.outcome == "recorded" else answer.outcome
            assert (one["name"], outcome) == (one["name"], one["outcome"]), answer.detail
            if "receipt" in one:
                receipt = msgspec.to_builtins(answer.receipt)
                assert {name: receipt[name] for name in one["receipt"]} == one["receipt"]


def test_the_command_prints_and_writes_them(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """``razao conform --vectors`` gives the document, on the terminal and as a file."""
    with pytest.raises(SystemExit) as ended:
        app(["--vectors"])
    assert ended.value.code == 0
    printed = capsysbinary.readouterr().out
    with pytest.raises(SystemExit):
        app(["--vectors", "--out", str(tmp_path / "vectors.json")])
    assert (tmp_path / "vectors.json").read_bytes() == printed
    assert json.loads(printed)["format"] == FORMAT
