"""Whatever is handed in from outside, byte by byte altered: read, or refused with an error of ours.

Envelopes and segments have their own tests; here is everything else that strangers hand in.
"""

import ast
import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ledger.log
import ledger.signed
import ops.outside
from ledger.errors import LedgerError
from ledger.signed.checkpoint import (
    Checkpoint,
    log_key,
    open_checkpoint,
    read_checkpoint,
    sign_checkpoint,
)
from ledger.signed.cosignatures import Ed25519Cosigner
from ledger.signed.key_files import load_key
from ledger.signed.logs import open_log
from ledger.signed.merkle import EMPTY_ROOT
from ledger.signed.notes import read_key, read_note, read_signatures
from ledger.signed.signing import KeySigner
from ledger.signed.tiles import read_path
from ledger.signed.witnesses.equivocation import read_equivocation
from ledger.signed.witnesses.policy import read_policy
from ledger.signed.witnesses.witnessing import read_request as read_witness_request
from ops.errors import MisuseError
from ops.outside.devices.razao_client.agent import read_line
from ops.outside.devices.razao_client.errors import EventError
from ops.outside.hub.checking import read_kept
from ops.outside.publishing.stamps import read_authorities
from ops.outside.registrar.heads import head_path, read_head
from ops.outside.registrar.requests import read_request, request_text
from ops.outside.verifier import razao_verify
from ops.outside.witness.keeper import NAME, make_keys, read_keys
from tests.ops.outside.registrar.test_requests import asking

ROOT: Final = Path(__file__).parents[3]
LOG: Final = KeySigner.from_seed(bytes(range(32)))
NOTE: Final = sign_checkpoint(Checkpoint(origin="casa", size=3, root=EMPTY_ROOT), LOG)
COSIGNER: Final = Ed25519Cosigner("regulador.example/w1", KeySigner.from_seed(bytes(range(1, 33))))
KEY: Final = COSIGNER.key.text
LOG_KEY: Final = log_key("casa", LOG.public_key).text
OURS = (LedgerError, MisuseError, EventError, razao_verify.BundleError)
HEAD: Final = b'{"origin":"casa","source":"mesa-9","seq":3,"link":"' + b"0" * 64 + b'"}'
REQUEST: Final = f"old 1\n{'A' * 43}=\n\n{NOTE}"
POLICY: Final = f"log {LOG_KEY}\nwitness um {KEY}\ngroup g 1 um\nquorum g\n"
EVIDENCE: Final = (
    f'{{"format":"razao-equivocation/1","keys":["{KEY}"],"smaller":"x","larger":"y",'
    '"proof":["00"],"told":"z"}'
).encode()
MANIFEST: Final = b'{"format":"razao-bundle/1","subject":{"round":"RA-01/2026-11-02/1"}}'
EVENT: Final = b'{"position":1,"envelope":"e30=","link":"00","signature":"AA==","first":1}'


def read_file(read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    """Return a parser of a file as one of bytes."""

    def parse(data: bytes, folder: Path) -> object:
        path = folder / "ficheiro"
        path.write_bytes(data)
        return read(path)

    return parse


def read_text(read: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    """Return a parser of text as one of bytes."""
    return lambda data, _: read(data.decode("utf-8", "surrogateescape"))


def read_heads_file(data: bytes, folder: Path) -> object:
    """Read where a chain stands."""
    head_path(folder, "casa", "mesa-9").write_bytes(data)
    return read_head(folder, "casa", "mesa-9")


def read_witness_name(data: bytes, folder: Path) -> object:
    """Read a witness's folder, whose name somebody wrote by hand."""
    if not (folder / "w").exists():
        make_keys(folder / "w", "regulador.example/w1")
    (folder / "w" / NAME).write_bytes(data)
    return read_keys(folder / "w")


PARSERS: Final[dict[str, tuple[bytes, Callable[[bytes, Path], object]]]] = {
    "checkpoint.open_checkpoint": (
        NOTE.encode(),
        read_text(lambda text: open_checkpoint(text, LOG.public_key)),
    ),
    "checkpoint.read_checkpoint": (NOTE.encode(), read_text(read_checkpoint)),
    "logs.open_log": (NOTE.encode(), read_text(lambda text: open_log(text, [read_key(LOG_KEY)]))),
    "notes.read_key": (KEY.encode(), read_text(read_key)),
    "notes.read_note": (NOTE.encode(), read_text(read_note)),
    "notes.read_signatures": (
        NOTE.rpartition("\n\n")[2].encode(),
        read_text(read_signatures),
    ),
    "tiles.read_path": (b"0/x001/067.p/12", read_text(read_path)),
    "policy.read_policy": (POLICY.encode(), read_text(read_policy)),
    "witnessing.read_request": (REQUEST.encode(), read_text(read_witness_request)),
    "equivocation.read_equivocation": (EVIDENCE, lambda data, _: read_equivocation(data)),
    "key_files.load_key": (b"00" * 32, read_file(lambda path: load_key(path, lambda _: b"x"))),
    "requests.read_request": (request_text(asking()).encode(), read_file(read_request)),
    "heads.read_head": (HEAD, read_heads_file),
    "checking.read_kept": (
        NOTE.encode(),
        read_file(lambda path: read_kept([path], [read_key(LOG_KEY)])),
    ),
    "stamps.read_authorities": (b"authority a https://a/tsa a.pem\n", read_file(read_authorities)),
    "keeper.read_keys": (b"regulador.example/w1\n", read_witness_name),
    "razao_verify.read_manifest": (
        MANIFEST,
        lambda data, _: razao_verify.read_manifest({"manifest.json": data}),
    ),
    "razao_verify.read_events": (
        EVENT,
        lambda data, _: razao_verify.read_events(data, "events.jsonl"),
    ),
    "razao_verify.read_json": (MANIFEST, lambda data, _: razao_verify.read_json(data, "x")),
    "razao_verify.read_note": (NOTE.encode(), lambda data, _: razao_verify.read_note(data, "x")),
    "razao_verify.read_key": (KEY.encode(), read_text(razao_verify.read_key)),
    "razao_verify.read_policy": (POLICY.encode(), read_text(razao_verify.read_policy)),
    "agent.read_line": (
        b'{"kind":"heartbeat/1","payload":{"waiting":3}}',
        lambda data, _: read_line(data),
    ),
}
"""Each parser's name, what it takes gladly, and how it is asked."""
PLAIN: Final = {"razao_verify.read_key", "razao_verify.read_policy"}
"""Those of the one file whose ValueError whoever runs it is told in a line."""
SEALS: Final = "tests/ops/outside/archive/test_sealing.py: bytes of each file of a range"
ELSEWHERE: Final = {
    "canonical.decode_header": "tests/ledger/signed/test_canonical.py",
    "canonical.decode_body": "tests/ledger/signed/test_canonical.py",
    "canonical.decode_stored": "of what the door took",
    "signing.load_seed": "by key_files.load_key",
    "tokens.open_token": "an address, and the token's own library",
    "custody.open_key": "an address, then key_files.load_key or tokens.open_token",
    "razao_verify.read_archive": "tests/ops/outside/verifier/test_bundles.py",
    "razao_verify.read_event": "by razao_verify.read_events",
    "whole.read_bundle": "gives bytes as they are",
    "statement.read_seal": SEALS,
    "blocks.read_blocks": SEALS,
    "tables.read_group": "bytes that are as their seal says: ops/outside/archive/cold.py",
    "tables.read_layout": "bytes that are as their seal says: ops/outside/archive/cold.py",
    "tables.read_events": SEALS,
    "tables.read_older": SEALS,
    "tables.read_plainly": "bytes that tables.events_in has looked at",
    "tables.read_rows": SEALS,
    "tables.read_table": SEALS,
    "totals.read_totals": SEALS,
}
"""Parsers that other tests feed, each with where, or why nobody hands it anything."""
PREFIXES: Final = ("read_", "open_", "load_", "decode_")
HOSTILE: Final = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"9" * 5_000,
    b"1e999999",
    "\ud800".encode("utf-8", "surrogatepass"),
    b"\n" * 10_000,
    "٣".encode(),
    b"-1",
    b"NaN",
    b'"\\ud800"',
)


@st.composite
def altered(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw what was handed in, altered in a few places."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        to = draw(st.integers(at, min(len(data), at + draw(st.sampled_from([1, 4, 60, 4_000])))))
        piece = draw(
            st.one_of(
                st.just(b""),
                st.binary(max_size=6),
                st.sampled_from([*HOSTILE[:3], *HOSTILE[5:]]),
                st.just(data[at:to] * 2),
                st.text(max_size=3).map(lambda text: text.encode("utf-8", "surrogatepass")),
            )
        )
        data = data[:at] + piece + data[to:]
    return data


def refuses_or_reads(name: str, data: bytes, folder: Path) -> None:
    """Ask a parser; whatever it raises is of ours and says something."""
    allowed = (*OURS, ValueError) if name in PLAIN else OURS
    try:
        PARSERS[name][1](data, folder)
    except allowed as error:
        said = str(error)
        assert said, name


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_what_is_right_is_read_and_what_is_odd_is_refused(name: str, tmp_path: Path) -> None:
    """Nothing, no text, lists without end, numbers beyond any: an error of ours, never another."""
    for data in HOSTILE:
        refuses_or_reads(name, data, tmp_path)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", sorted(PARSERS))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_altered_byte_ends_in_anything_else(
    name: str, tmp_path: Path, data: st.DataObject
) -> None:
    """Cut, doubled, replaced: read, or refused with an error of ours."""
    refuses_or_reads(name, data.draw(altered(PARSERS[name][0])), tmp_path)


def test_each_parser_is_fed_here_or_says_where() -> None:
    """A new one has to be listed."""
    found = set[str]()
    for package in (ledger.signed, ledger.log, ops.outside):
        for one in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(one.name)
            for name, function in inspect.getmembers(module, inspect.isfunction):
                if function.__module__ == one.name and name.startswith(PREFIXES):
                    found.add(f"{one.name.rpartition('.')[2]}.{name}")
    assert found == {*PARSERS, *ELSEWHERE}


def test_who_reads_json_of_others_expects_its_form_its_letters_and_its_depth() -> None:
    """No handler names one of the three errors alone."""
    rooms = ("ledger", "api", "projections", "ops/outside", "ops/importing", "ops/commands/log")
    for path in (path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))):
        text = path.read_text(encoding="utf-8")
        if "msgspec.DecodeError" in text and path.name not in {"canonical.py", "errors.py"}:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ExceptHandler) and node.type is not None:
                    assert "msgspec.DecodeError" not in ast.unparse(node.type), path
