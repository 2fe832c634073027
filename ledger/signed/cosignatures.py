"""Cosignatures (C2SP tlog-cosignature): somebody saw this checkpoint extend all he saw before.

A cosignature bears its time. By Ed25519 it covers the note's text; by ML-DSA-44 the cosigner's
name, the time, the log's origin, size and root. A log signs its own checkpoints by ML-DSA-44 in
the same form, under its origin's name.
"""

from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey, MLDSA44PublicKey

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, checkpoint_of
from ledger.signed.notes import (
    COSIGNATURE_ED25519,
    COSIGNATURE_MLDSA44,
    Note,
    NoteKey,
    Signature,
)
from ledger.signed.signing import SIGNATURE_SIZE, Signer, fits

MLDSA44_SIGNATURE_SIZE: Final = 2_420
_TIME_SIZE: Final = 8
_TIME_MAX: Final = 2**63 - 1
_LABEL: Final = b"subtree/v1\n\0"


class Cosigner(Protocol):
    """Something that cosigns checkpoints under a name."""

    @property
    def key(self) -> NoteKey:
        """The public key, as policies write it."""
        ...

    def cosign(self, text: str, seconds: int) -> Signature:
        """Return the cosignature of a checkpoint's text at a POSIX time."""
        ...


class Ed25519Cosigner:
    """A cosigner by Ed25519. One key, one name: the message does not bind the name."""

    def __init__(self, name: str, signer: Signer) -> None:
        """Cosign under a name."""
        self.key = NoteKey(name, COSIGNATURE_ED25519, signer.public_key)
        self._signer = signer

    def cosign(self, text: str, seconds: int) -> Signature:
        """Return the cosignature of a checkpoint's text at a POSIX time."""
        stamp = _time(seconds) + self._signer.sign(_ed25519_message(text, seconds))
        return Signature(self.key.name, self.key.id, stamp)


class MLDSA44Cosigner:
    """A cosigner by ML-DSA-44, whose private key is a seed of 32 bytes."""

    def __init__(self, name: str, seed: bytes) -> None:
        """Cosign under a name."""
        self._private = MLDSA44PrivateKey.from_seed_bytes(seed)
        public = self._private.public_key().public_bytes_raw()
        self.key = NoteKey(name, COSIGNATURE_MLDSA44, public)

    def cosign(self, text: str, seconds: int) -> Signature:
        """Return the cosignature of a checkpoint's text at a POSIX time."""
        message = _mldsa44_message(self.key.name, checkpoint_of(text), seconds)
        return Signature(self.key.name, self.key.id, _time(seconds) + self._private.sign(message))


def check_cosignature(note: Note, key: NoteKey) -> int:
    """Verify that a key's cosignature stands under a checkpoint; return its POSIX time.

    Raises:
        BrokenProofError: it does not, or does not fit.

    """
    found = note.by(key)
    if found is None:
        raise BrokenProofError(f"no cosignature of {key.name}, key {key.id.hex()}")
    seconds = int.from_bytes(found.stamp[:_TIME_SIZE], "big")
    signature = found.stamp[_TIME_SIZE:]
    if seconds > _TIME_MAX or not _fits(key, note.text, seconds, signature):
        raise BrokenProofError(f"the cosignature of {key.name}, key {key.id.hex()}, does not fit")
    return seconds


def _fits(key: NoteKey, text: str, seconds: int, signature: bytes) -> bool:
    if key.type == COSIGNATURE_ED25519:
        return len(signature) == SIGNATURE_SIZE and fits(
            key.public, signature, _ed25519_message(text, seconds)
        )
    if key.type != COSIGNATURE_MLDSA44 or len(signature) != MLDSA44_SIGNATURE_SIZE:
        return False
    try:
        MLDSA44PublicKey.from_public_bytes(key.public).verify(
            signature, _mldsa44_message(key.name, checkpoint_of(text), seconds)
        )
    except (InvalidSignature, ValueError):
        return False
    return True


def _time(seconds: int) -> bytes:
    return seconds.to_bytes(_TIME_SIZE, "big")


def _ed25519_message(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _mldsa44_message(name: str, checkpoint: Checkpoint, seconds: int) -> bytes:
    cosigner, origin = name.encode(), checkpoint.origin.encode()
    return b"".join(
        (
            _LABEL,
            bytes([len(cosigner)]),
            cosigner,
            _time(seconds),
            bytes([len(origin)]),
            origin,
            bytes(8),
            checkpoint.size.to_bytes(8, "big"),
            checkpoint.root,
        )
    )
