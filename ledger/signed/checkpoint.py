"""Checkpoints: the log's size and root as a C2SP signed note.

::

    <origin>
    <size>
    <root in base64>

    — <key name> <base64 of key hash and signature>
"""

from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.signing import SIGNATURE_SIZE, Signer, fits

_ED25519: Final = b"\x01"
_KEY_HASH_SIZE: Final = 4
_SIGNATURE_MARK: Final = "— "
_BODY_LINES: Final = 3


class Checkpoint(Struct, frozen=True, kw_only=True):
    """A signed statement that the log of ``origin`` has this root at this size."""

    origin: str
    size: int
    root: bytes


def sign_checkpoint(checkpoint: Checkpoint, signer: Signer) -> str:
    """Return the signed note."""
    text = body_of(checkpoint)
    name = checkpoint.origin
    stamp = _key_hash(name, signer.public_key) + signer.sign(text.encode())
    return f"{text}\n{_SIGNATURE_MARK}{name} {b64encode(stamp).decode()}\n"


def open_checkpoint(note: str, public_key: bytes) -> Checkpoint:
    """Return the checkpoint in a note that the log's key signed.

    Raises:
        BrokenProofError: if it is not a checkpoint, or not this key's.

    """
    text, _, signatures = note.partition("\n\n")
    text += "\n"
    checkpoint = read_checkpoint(note)
    wanted = _key_hash(checkpoint.origin, public_key)
    for line in signatures.splitlines():
        if not line.startswith(_SIGNATURE_MARK):
            continue
        name, _, encoded = line[len(_SIGNATURE_MARK) :].partition(" ")
        stamp = _decoded(encoded)
        if (
            name == checkpoint.origin
            and stamp[:_KEY_HASH_SIZE] == wanted
            and len(stamp) == _KEY_HASH_SIZE + SIGNATURE_SIZE
            and fits(public_key, stamp[_KEY_HASH_SIZE:], text.encode())
        ):
            return checkpoint
    raise BrokenProofError(
        f"checkpoint of {checkpoint.origin} at {checkpoint.size}: no signature of the log's key"
    )


def read_checkpoint(note: str) -> Checkpoint:
    """Return the checkpoint that a note claims, signatures unchecked.

    Raises:
        BrokenProofError: if it is not a checkpoint.

    """
    lines = note.partition("\n\n")[0].split("\n")
    if len(lines) != _BODY_LINES or not lines[1].isdigit() or str(int(lines[1])) != lines[1]:
        raise BrokenProofError("a checkpoint is an origin, a size, a root, and signatures")
    root = _decoded(lines[2])
    if len(root) != sha256().digest_size:
        raise BrokenProofError(f"root: expected 32 bytes in base64, got {lines[2]!r}")
    return Checkpoint(origin=lines[0], size=int(lines[1]), root=root)


def body_of(checkpoint: Checkpoint) -> str:
    """Return the text that is signed."""
    return f"{checkpoint.origin}\n{checkpoint.size}\n{b64encode(checkpoint.root).decode()}\n"


def _key_hash(name: str, public_key: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + _ED25519 + public_key).digest()[:_KEY_HASH_SIZE]


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise BrokenProofError(f"not base64: {text[:60]!r}") from error
