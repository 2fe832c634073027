"""The witness as a log meets it: over HTTP, with its own keys and memory, through restarts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ledger.signed.checkpoint import Checkpoint, log_key, sign_checkpoint
from ledger.signed.merkle import consistency_proof, root_of
from ledger.signed.notes import Note, added, read_note, read_signatures
from ledger.signed.signing import KeySigner
from ledger.signed.witnesses.policy import believe, read_policy
from ledger.signed.witnesses.witnessing import ConflictError, RefusedError, request_of
from ops.errors import MisuseError
from ops.outside.witness.keeper import Witness, make_keys, read_keys
from ops.outside.witness.service import witness_app

LOG = KeySigner.from_seed(bytes(range(32)))
LEAVES = [sha256(bytes([number])).digest() for number in range(60)]
FORK = [*LEAVES[:5], sha256(b"rewritten").digest(), *LEAVES[6:]]
NOON = 1_795_000_000

Open = Callable[[str], TestClient]


@pytest.fixture
def open_witness(tmp_path: Path) -> Open:
    """Give witnesses by name; the same name again is the same one after a restart."""

    def opened(name: str) -> TestClient:
        folder = tmp_path / name
        keys = read_keys(folder) if folder.exists() else make_keys(folder, f"{name}.example")
        known = {"casa": [log_key("casa", LOG.public_key)]}
        return TestClient(witness_app(Witness(folder / "seen", keys, known, lambda: NOON)))

    return opened


def note_of(size: int, leaves: list[bytes] = LEAVES) -> Note:
    root = root_of(leaves[:size])
    return read_note(sign_checkpoint(Checkpoint(origin="casa", size=size, root=root), LOG))


def ask(witness: TestClient, size: int, old: int, leaves: list[bytes] = LEAVES) -> tuple[int, str]:
    """Ask for a cosignature of the first ``size`` leaves; return status and answer."""
    proof = consistency_proof(leaves[:size], old) if 0 < old <= size else []
    body = request_of(note_of(size, leaves), old, proof).body
    answer = witness.post("/add-checkpoint", content=body.encode())
    return answer.status_code, answer.text


def test_two_witnesses_make_a_quorum(open_witness: Open, tmp_path: Path) -> None:
    """The regulator's and another's lines, put under the note, meet a policy that asks both."""
    note = note_of(10)
    lines = ""
    for name in ("regulador", "fora"):
        status, told = ask(open_witness(name), 10, 0)
        assert status == 200
        note = added(note, read_signatures(told))
    policy = f"log {log_key('casa', LOG.public_key).text}\n"
    for name in ("regulador", "fora"):
        for kind, one in zip(("a", "b"), read_keys(tmp_path / name), strict=True):
            policy += f"witness {name}-{kind} {one.key.text}\n"
    lines = "group todos all regulador-a regulador-b fora-a fora-b\nquorum todos\n"
    believed = believe(note, read_policy(policy + lines))
    assert set(believed.cosigned.values()) == {NOON}
    assert len(believed.cosigned) == 4


def test_what_was_seen_outlives_a_restart(open_witness: Open) -> None:
    """A log that grew is cosigned; the same log rewritten is not, before or after a restart."""
    assert ask(open_witness("w"), 10, 0)[0] == 200
    assert ask(open_witness("w"), 20, 10)[0] == 200
    assert ask(open_witness("w"), 30, 20, FORK)[0] == 422
    assert ask(open_witness("w"), 15, 10) == (409, "20\n")
    assert ask(open_witness("w"), 12, 0) == (409, "20\n")
    assert ask(open_witness("w"), 20, 20)[0] == 200
    assert ask(open_witness("w"), 20, 20, FORK)[0] == 422


def test_two_histories_at_once_are_cosigned_one(tmp_path: Path) -> None:
    """Eight askers of two processes, each with one of two histories: what is cosigned is of one.

    And the newest that is kept is the largest that was cosigned: no asker rolls it back.
    """
    keys = make_keys(tmp_path / "w", "w.example")
    known = {"casa": [log_key("casa", LOG.public_key)]}
    witnesses = [Witness(tmp_path / "seen", keys, known, lambda: NOON) for _ in range(2)]
    cosigned: list[tuple[int, bool]] = []

    def grow(number: int) -> None:
        true = number % 2 == 0
        leaves = LEAVES if true else FORK
        witness, old = witnesses[number % 3 % 2], 0
        for size in range(6 + number % 3, len(LEAVES), 6):
            if size < old:
                continue
            proof = consistency_proof(leaves[:size], old) if old else []
            try:
                witness.add(request_of(note_of(size, leaves), old, proof).body)
            except ConflictError as error:
                old = error.size
            except RefusedError:
                return
            else:
                cosigned.append((size, true))
                old = size

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(grow, range(8)))
    assert len({true for _, true in cosigned}) == 1
    newest = witnesses[0].newest(sha256(b"casa").hexdigest())
    assert newest is not None
    size, true = max(cosigned)
    assert read_note(newest).text == note_of(size, LEAVES if true else FORK).text


def test_a_monitor_reads_what_was_cosigned_last(open_witness: Open) -> None:
    """By the hash of the log's origin: the note with the log's and the witness's signatures."""
    witness = open_witness("w")
    address = f"/{sha256(b'casa').hexdigest()}/checkpoint"
    assert witness.get(address).status_code == 404
    ask(witness, 10, 0)
    ask(witness, 12, 10)
    note = read_note(witness.get(address).text)
    assert note.text == note_of(12).text
    assert [one.name for one in note.signatures] == ["casa", "w.example", "w.example"]
    assert witness.get("/../w/checkpoint").status_code == 404


def test_a_memory_that_was_altered_cosigns_nothing(open_witness: Open, tmp_path: Path) -> None:
    """What the witness itself did not cosign is no memory: 500, and the file is named."""
    ask(open_witness("w"), 10, 0)
    (kept,) = (tmp_path / "w" / "seen").glob("*.note")
    kept.write_text(note_of(2).whole, encoding="utf-8")
    status, told = ask(open_witness("w"), 20, 10)
    assert status == 500
    assert kept.name in told


def test_nonsense_is_400_and_a_flood_413(open_witness: Open) -> None:
    """Bytes that are no text, no request, or too many are refused and change nothing."""
    witness = open_witness("w")
    for body, status in ((b"\xff", 400), (b"", 400), (b"old 1", 400), (b"x" * 400_000, 413)):
        assert witness.post("/add-checkpoint", content=body).status_code == status
    assert ask(witness, 10, 0)[0] == 200


def test_keys_are_made_once(tmp_path: Path) -> None:
    """A second ceremony in the same folder is refused; a folder without keys says what to do."""
    with pytest.raises(MisuseError, match="razao witness init"):
        read_keys(tmp_path)
    made = make_keys(tmp_path, "w.example")
    assert [one.key for one in read_keys(tmp_path)] == [one.key for one in made]
    with pytest.raises(MisuseError, match="already"):
        make_keys(tmp_path, "w.example")
