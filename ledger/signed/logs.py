"""A log's own two keys: each checkpoint bears a signature of each of them.

Ed25519 as every reader of signed notes knows it, and ML-DSA-44, which withstands a quantum computer
and says when it signed. Both are named by the log's origin, and bound where the ledger is founded.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, checkpoint_of, log_key, sign_checkpoint
from ledger.signed.cosignatures import MLDSA44Cosigner, check_cosignature
from ledger.signed.notes import (
    COSIGNATURE_MLDSA44,
    ED25519,
    Note,
    NoteKey,
    added,
    check_signature,
    read_note,
)
from ledger.signed.signing import Signer


class LogKeys(Struct, frozen=True):
    """The public keys of the log of an origin."""

    origin: str
    ed25519: bytes
    mldsa44: bytes | None = None
    """None where the ledger was founded without one."""

    @property
    def keys(self) -> list[NoteKey]:
        """The keys as notes and policies know them."""
        keys = [log_key(self.origin, self.ed25519)]
        if self.mldsa44 is not None:
            keys.append(NoteKey(self.origin, COSIGNATURE_MLDSA44, self.mldsa44))
        return keys


def keys_at(logs: Sequence[tuple[int, LogKeys]], size: int | None = None) -> list[NoteKey]:
    """Return the keys that may have signed a log of a size, as notes know them; None: ever.

    ``logs`` are a log's keys in order, each with the position from which checkpoints are theirs: a
    key that was replaced signs no log of as many events as stood there then, or more.
    """
    ends = [since for since, _ in logs[1:]]
    found: list[NoteKey] = []
    for number, (_, keys) in enumerate(logs):
        is_over = size is not None and number < len(ends) and size >= ends[number]
        found += [] if is_over else [one for one in keys.keys if one not in found]
    return found


class Signing(Protocol):
    """The way to a log's keys, which may be replaced while it is signed."""

    def renew(self) -> None:
        """Read anew what the log's keys are: an event may have replaced them."""
        ...

    def at(self, size: int) -> "LogSigner":
        """Return the signer of the log at a size."""
        ...

    def keys_at(self, size: int) -> Sequence[NoteKey]:
        """Return the keys that may have signed the log of a size."""
        ...


class LogSigner:
    """Signs a log's checkpoints by its keys."""

    def __init__(
        self,
        origin: str,
        signer: Signer,
        seed: bytes | None = None,
        *,
        now: Callable[[], int] = lambda: 0,
    ) -> None:
        """Sign by an Ed25519 key and, where there is one, by the ML-DSA-44 key of a seed.

        ``now`` is the POSIX time that the second signature says.
        """
        self._origin = origin
        self._signer = signer
        self._seed = seed
        self._second = None if seed is None else MLDSA44Cosigner(origin, seed)
        self._now = now
        second = self._second and self._second.key.public
        self.keys = LogKeys(origin, signer.public_key, second)

    def named(self, origin: str) -> "LogSigner":
        """Return a signer by the same keys under another name, which signs nothing of this log."""
        return LogSigner(origin, self._signer, self._seed, now=self._now)

    def renew(self) -> None:
        """Stay as it is: these keys alone sign."""

    def at(self, size: int) -> "LogSigner":  # noqa: ARG002 - of every size the same
        """Return itself, which signs the log of any size."""
        return self

    def keys_at(self, size: int) -> Sequence[NoteKey]:  # noqa: ARG002 - of every size the same
        """Return these keys, which signed the log of any size."""
        return self.keys.keys

    def sign(self, size: int, root: bytes) -> str:
        """Return the signed note of the log at a size."""
        whole = sign_checkpoint(Checkpoint(origin=self._origin, size=size, root=root), self._signer)
        if self._second is None:
            return whole
        note = read_note(whole)
        return added(note, [self._second.cosign(note.text, self._now())]).whole


def open_log(whole: str, keys: Sequence[NoteKey]) -> Checkpoint:
    """Return the checkpoint in a note that a log with these keys signed.

    Raises:
        BrokenProofError: it is no checkpoint, or not this log's.

    """
    note = read_note(whole)
    checkpoint = checkpoint_of(note.text)
    check_log(note, keys)
    return checkpoint


def check_log(note: Note, keys: Sequence[NoteKey]) -> None:
    """Verify that a log's keys signed a checkpoint: of each kind one, and each line that is theirs.

    Several keys of a kind are those of before and after a change.

    Raises:
        BrokenProofError: a signature lacks or does not fit.

    """
    origin = note.text.partition("\n")[0]
    fitting: set[int] = set()
    for key in keys:
        if key.name == origin and note.by(key) is not None:
            _check(note, key)
            fitting.add(key.type)
    lacking = {key.type for key in keys} - fitting
    if lacking or not keys:
        names = {ED25519: "Ed25519", COSIGNATURE_MLDSA44: "ML-DSA-44"}
        told = " and ".join(names.get(one, str(one)) for one in sorted(lacking))
        raise BrokenProofError(f"{origin}: no signature of the log's {told or 'keys'} key")


def signed_at(note: Note, keys: Sequence[NoteKey]) -> int | None:
    """Return when the log says that it signed: the POSIX time of its second signature.

    Raises:
        BrokenProofError: that signature does not fit.

    """
    for key in keys:
        if key.type == COSIGNATURE_MLDSA44 and note.by(key) is not None:
            return check_cosignature(note, key)
    return None


def _check(note: Note, key: NoteKey) -> None:
    if key.type == ED25519:
        check_signature(note, key)
    else:
        check_cosignature(note, key)
