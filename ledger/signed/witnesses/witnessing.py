"""Requests to witnesses (C2SP tlog-witness): cosign this checkpoint, it extends what you saw.

::

    old <size of the newest checkpoint that the witness cosigned>
    <consistency proof: one hash in base64 a line>

    <the new checkpoint, signed by its log>

The answer of the pure part is a decision; who keeps the witness's state makes sure that deciding
and keeping are one step.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, checkpoint_of, is_size
from ledger.signed.logs import check_log
from ledger.signed.merkle import EMPTY_ROOT, check_consistency
from ledger.signed.notes import Note, NoteKey, decoded, only, read_note

PROOF_LINES_MAX: Final = 63
REQUEST_SIZE_MAX: Final = 300_000


class Request(Struct, frozen=True):
    """A log's request that a witness cosign its checkpoint."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint

    @property
    def body(self) -> str:
        """The request as it is sent."""
        lines = "".join(f"{b64encode(one).decode()}\n" for one in self.proof)
        return f"old {self.old}\n{lines}\n{self.note.whole}"


class RefusedError(BrokenProofError):
    """A witness does not cosign; ``status`` is the protocol's word for why."""

    def __init__(self, status: int, why: str) -> None:
        """Say why, with an HTTP status."""
        super().__init__(why)
        self.status = status


class ConflictError(RefusedError):
    """The witness cosigned another size than the request begins at: it says which."""

    def __init__(self, size: int, why: str) -> None:
        """Say the size that was cosigned last."""
        super().__init__(409, why)
        self.size = size


def request_of(note: Note, old: int, proof: Sequence[bytes]) -> Request:
    """Return the request to cosign a checkpoint that extends one of ``old`` events."""
    return Request(old, tuple(proof), note, checkpoint_of(note.text))


def read_request(body: str) -> Request:
    """Return the request in a body.

    Raises:
        RefusedError: 400, it is no request.

    """
    try:
        return _read(body)
    except BrokenProofError as error:
        raise RefusedError(400, str(error)) from error


def _read(body: str) -> Request:
    if len(body.encode("utf-8", "surrogatepass")) > REQUEST_SIZE_MAX:
        raise BrokenProofError(f"a request has at most {REQUEST_SIZE_MAX} bytes")
    head, empty, rest = body.partition("\n\n")
    first, *lines = head.split("\n")
    word, _, size = first.partition(" ")
    if not empty or word != "old" or not is_size(size):
        raise BrokenProofError(f"expected `old <size>`, proof lines, an empty line: {first[:60]!r}")
    if len(lines) > PROOF_LINES_MAX:
        raise BrokenProofError(f"a proof has at most {PROOF_LINES_MAX} lines, this {len(lines)}")
    proof = tuple(decoded(line) for line in lines)
    if any(len(one) != len(EMPTY_ROOT) for one in proof):
        raise BrokenProofError("a proof's lines are hashes of 32 bytes")
    note = read_note(rest)
    return Request(int(size), proof, note, checkpoint_of(note.text))


def decide(request: Request, keys: Sequence[NoteKey], seen: Checkpoint | None) -> Note:
    """Return the log's note, with its own signatures alone, which the witness may cosign.

    ``keys`` are the log's, none for a log that the witness does not know; ``seen`` is the newest
    checkpoint that it cosigned for this log.

    Raises:
        RefusedError: 404 an unknown log, 403 not its signature, 400 a shrinking log, 409 another
            size was cosigned last, 422 the checkpoint does not extend what was seen.

    """
    new, old = request.checkpoint, request.old
    if not keys:
        raise RefusedError(404, f"{new.origin}: this witness does not know that log")
    _check_signed(request.note, keys)
    if old > new.size:
        raise RefusedError(400, f"old size {old} is above the checkpoint's {new.size}")
    size = 0 if seen is None else seen.size
    if old != size:
        raise ConflictError(size, f"the last checkpoint cosigned had {size} events, not {old}")
    try:
        _check_extends(seen, new, request.proof)
    except BrokenProofError as error:
        raise RefusedError(422, str(error)) from error
    return only(request.note, keys)


def _check_signed(note: Note, keys: Sequence[NoteKey]) -> None:
    try:
        check_log(note, keys)
    except BrokenProofError as error:
        raise RefusedError(403, str(error)) from error


def _check_extends(seen: Checkpoint | None, new: Checkpoint, proof: Sequence[bytes]) -> None:
    if new.size == 0 and new.root != EMPTY_ROOT:
        raise BrokenProofError("the root of no events is the hash of nothing")
    if seen is None or seen.size == 0:
        if proof:
            raise BrokenProofError("what extends nothing needs no proof")
        return
    check_consistency(seen.size, seen.root, new.size, new.root, proof)
