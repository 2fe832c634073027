"""Checkpoints: the log's size and root as a C2SP signed note.

::

    <origin>
    <size>
    <root in base64>

    — <key name> <base64 of key hash and signature>
"""

from base64 import b64encode
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.notes import (
    ED25519,
    Note,
    NoteKey,
    check_signature,
    decoded,
    read_note,
    sign_text,
)
from ledger.signed.signing import Signer

_BODY_LINES: Final = 3
_SIZE_DIGITS_MAX: Final = 18
_ORIGIN_SIZE_MAX: Final = 255


class Checkpoint(Struct, frozen=True, kw_only=True):
    """A signed statement that the log of ``origin`` has this root at this size."""

    origin: str
    size: int
    root: bytes


def sign_checkpoint(checkpoint: Checkpoint, signer: Signer) -> str:
    """Return the signed note."""
    text = body_of(checkpoint)
    return Note(text, (sign_text(text, checkpoint.origin, signer),)).whole


def open_checkpoint(note: str, public_key: bytes) -> Checkpoint:
    """Return the checkpoint in a note that the log's key signed.

    Raises:
        BrokenProofError: if it is not a checkpoint, or not this key's.

    """
    checkpoint = read_checkpoint(note)
    try:
        check_signature(read_note(note), log_key(checkpoint.origin, public_key))
    except BrokenProofError as error:
        raise BrokenProofError(
            f"checkpoint of {checkpoint.origin} at {checkpoint.size}: "
            f"no signature of the log's key: {error}"
        ) from error
    return checkpoint


def read_checkpoint(note: str) -> Checkpoint:
    """Return the checkpoint that a note claims, signatures unchecked.

    Raises:
        BrokenProofError: if it is not a checkpoint.

    """
    return checkpoint_of(note.partition("\n\n")[0] + "\n")


def checkpoint_of(text: str) -> Checkpoint:
    """Return the checkpoint that a note's text says.

    Raises:
        BrokenProofError: if it is not a checkpoint.

    """
    lines = text.split("\n")[:-1]
    if len(lines) != _BODY_LINES or not is_size(lines[1]) or not lines[0]:
        raise BrokenProofError("a checkpoint is an origin, a size, a root, and signatures")
    root = decoded(lines[2])
    if len(root) != sha256().digest_size:
        raise BrokenProofError(f"root: expected 32 bytes in base64, got {lines[2]!r}")
    if len(lines[0].encode()) > _ORIGIN_SIZE_MAX:
        raise BrokenProofError(f"origin: expected at most {_ORIGIN_SIZE_MAX} bytes")
    return Checkpoint(origin=lines[0], size=int(lines[1]), root=root)


def body_of(checkpoint: Checkpoint) -> str:
    """Return the text that is signed."""
    return f"{checkpoint.origin}\n{checkpoint.size}\n{b64encode(checkpoint.root).decode()}\n"


def log_key(origin: str, public_key: bytes) -> NoteKey:
    """Return a log's Ed25519 key as notes and policies know it: named by its origin."""
    return NoteKey(origin, ED25519, public_key)


def is_size(text: str) -> bool:
    """Tell whether a text is a tree's size as notes and requests write it."""
    return (
        text.isascii()
        and text.isdigit()
        and len(text) <= _SIZE_DIGITS_MAX
        and str(int(text)) == text
    )
