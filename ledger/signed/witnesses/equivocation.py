"""Evidence that a log signed two contradicting checkpoints: a file, checked without any server.

It holds both notes with all their signatures, the log's keys, and the hashes that lead from the
tree of the larger checkpoint to the root that this tree has at the smaller one's size. Whoever
checks it needs no server; whoever pins the log's keys need not believe the file's.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE, BrokenProofError
from ledger.ids import LINK_SIZE
from ledger.signed.checkpoint import Checkpoint, checkpoint_of
from ledger.signed.logs import check_log
from ledger.signed.merkle import climb
from ledger.signed.notes import Note, NoteKey, read_key, read_note
from ledger.signed.tiles import TiledTree

FORMAT: Final = "razao-equivocation/1"
FILE_SIZE_MAX: Final = 1_000_000


class Equivocation(Struct, frozen=True, kw_only=True):
    """The contents of an evidence file."""

    format: str = FORMAT
    origin: str
    keys: tuple[str, ...]
    """The log's verifier keys."""
    smaller: str
    """A checkpoint that the log signed, whole."""
    larger: str
    """Another, of at least as many events, which contradicts it."""
    proof: tuple[str, ...] = ()
    """In hex: from the larger one's tree to its root at the smaller one's size; none if equal."""
    told: str = ""
    """What happened, in words; proves nothing."""


class Shown(Struct, frozen=True):
    """The contradiction that a file proves."""

    smaller: Checkpoint
    larger: Checkpoint
    keys: list[NoteKey]


def equivocation(
    one: Note, other: Note, keys: Sequence[NoteKey], tree: TiledTree | None, told: str = ""
) -> Equivocation:
    """Return the evidence that two checkpoints contradict each other.

    ``tree`` is that of the larger one; two of one size need none.

    Raises:
        BrokenProofError: they do not contradict each other, or it cannot be shown.

    """
    smaller, larger = sorted((one, other), key=lambda note: checkpoint_of(note.text).size)
    first, last = checkpoint_of(smaller.text), checkpoint_of(larger.text)
    hashes: list[bytes] = []
    if 0 < first.size < last.size:
        if tree is None:
            raise BrokenProofError("the larger checkpoint's tree is not known")
        hashes = tree.consistency(first.size)
        if first.size.bit_count() == 1:  # a consistency proof leaves out what its reader knows
            hashes.insert(0, tree.subtree(0, first.size))
    found = Equivocation(
        origin=first.origin,
        keys=tuple(key.text for key in keys),
        smaller=smaller.whole,
        larger=larger.whole,
        proof=tuple(one.hex() for one in hashes),
        told=told,
    )
    check_equivocation(found)
    return found


def read_equivocation(data: bytes) -> Equivocation:
    """Return the evidence that a file holds, nothing checked.

    Raises:
        BrokenProofError: it is no such file.

    """
    if len(data) > FILE_SIZE_MAX:
        raise BrokenProofError(f"evidence has at most {FILE_SIZE_MAX} bytes")
    try:
        found = msgspec.json.decode(data, type=Equivocation)
    except UNREADABLE as error:
        raise BrokenProofError(f"expected evidence in JSON: {error}") from error
    if found.format != FORMAT:
        raise BrokenProofError(f"format: expected {FORMAT!r}, got {found.format[:60]!r}")
    return found


def check_equivocation(found: Equivocation, pinned: Sequence[NoteKey] = ()) -> Shown:
    """Verify that the log's keys signed two checkpoints that cannot both be true.

    ``pinned`` are the log's keys as whoever checks knows them; without them the file's own count.

    Raises:
        BrokenProofError: it is not proved.

    """
    keys = list(pinned) or [read_key(text) for text in found.keys]
    notes = [read_note(found.smaller), read_note(found.larger)]
    smaller, larger = (checkpoint_of(note.text) for note in notes)
    for note, one in zip(notes, (smaller, larger), strict=True):
        if one.origin != found.origin:
            raise BrokenProofError(f"origin: expected {found.origin}, got {one.origin}")
        check_log(note, keys)
    if smaller.size > larger.size:
        raise BrokenProofError("the smaller checkpoint is the larger one")
    root = _root_then(found, smaller, larger)
    if root == smaller.root:
        raise BrokenProofError(
            f"the log of {larger.size} events extends the one of {smaller.size}: no contradiction"
        )
    return Shown(smaller, larger, keys)


def _root_then(found: Equivocation, smaller: Checkpoint, larger: Checkpoint) -> bytes:
    """Return the root that the larger checkpoint's tree has at the smaller one's size."""
    if smaller.size == larger.size:
        return larger.root
    if smaller.size == 0:
        raise BrokenProofError("a checkpoint of no events contradicts none")
    try:
        hashes = [bytes.fromhex(text) for text in found.proof]
    except ValueError as error:
        raise BrokenProofError(f"proof: expected hashes in hex: {error}") from error
    if not hashes or any(len(one) != LINK_SIZE for one in hashes):
        raise BrokenProofError("proof: expected hashes of 32 bytes")
    old, new = climb(smaller.size - 1, larger.size - 1, hashes)
    if new != larger.root:
        raise BrokenProofError(
            f"proof: expected the larger checkpoint's root {larger.root.hex()}, got {new.hex()}"
        )
    return old
