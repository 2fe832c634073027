"""A witness's keys and memory: the newest checkpoint that it cosigned of each log, in files.

Deciding, cosigning and keeping are one step: a lock on the folder keeps other processes out, and a
checkpoint is on disk before its cosignature leaves.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Final

from ledger.errors import BrokenProofError
from ledger.log.kept import locked, replace_file
from ledger.signed.checkpoint import checkpoint_of
from ledger.signed.cosignatures import (
    Cosigner,
    Ed25519Cosigner,
    MLDSA44Cosigner,
    check_cosignature,
)
from ledger.signed.notes import Note, NoteKey, added, read_note
from ledger.signed.signing import SEED_SIZE, KeySigner, load_seed, save_seed
from ledger.signed.witnesses.witnessing import decide, read_request
from ops.errors import MisuseError

KEY: Final = "ed25519.key"
SEED: Final = "mldsa44.key"
NAME: Final = "name"
_is_digest = re.compile(r"[0-9a-f]{64}").fullmatch


class Witness:
    """A witness: cosigns a log's checkpoint that extends the last one it cosigned."""

    def __init__(
        self,
        folder: Path,
        cosigners: Sequence[Cosigner],
        logs: Mapping[str, Sequence[NoteKey]],
        now: Callable[[], int],
    ) -> None:
        """Keep checkpoints in a folder; know logs by their origins, with their keys."""
        self._folder = folder
        self._cosigners = cosigners
        self._logs = logs
        self._now = now
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def add(self, body: str) -> str:
        """Return the cosignature lines for a request to cosign.

        Raises:
            RefusedError: it is not cosigned, with the protocol's status.
            BrokenProofError: what this witness kept is not what it cosigned: nothing is cosigned.

        """
        request = read_request(body)
        origin = request.checkpoint.origin
        with locked(self._folder / ".lock"):
            kept = self._kept(_digest(origin))
            seen = None if kept is None else checkpoint_of(kept.text)
            note = decide(request, self._logs.get(origin, ()), seen)
            seconds = self._now()
            cosigned = [one.cosign(note.text, seconds) for one in self._cosigners]
            self._keep(_digest(origin), added(note, cosigned))
        return "".join(one.line for one in cosigned)

    def newest(self, digest: str) -> str | None:
        """Return the newest cosigned checkpoint of the log whose origin has this SHA-256."""
        note = self._kept(digest) if _is_digest(digest) else None
        return None if note is None else note.whole

    def _kept(self, digest: str) -> Note | None:
        path = self._folder / f"{digest}.note"
        if not path.exists():
            return None
        note = read_note(path.read_text(encoding="utf-8"))
        for one in self._cosigners:
            try:
                check_cosignature(note, one.key)
            except BrokenProofError as error:
                raise BrokenProofError(f"{path}: {error}") from error
        return note

    def _keep(self, digest: str, note: Note) -> None:
        replace_file(self._folder / f"{digest}.note", note.whole)


def make_keys(folder: Path, name: str) -> list[Cosigner]:
    """Make a witness's two keys in an empty folder; return its cosigners.

    Raises:
        MisuseError: there are keys already: a witness's key is never overwritten.

    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if (folder / NAME).exists():
        raise MisuseError(f"{folder}: a witness has its keys there already")
    KeySigner.generate().save(folder / KEY)
    save_seed(folder / SEED, token_bytes(SEED_SIZE))
    (folder / NAME).write_text(f"{name}\n", encoding="utf-8")
    return read_keys(folder)


def read_keys(folder: Path) -> list[Cosigner]:
    """Return the cosigners whose keys stand in a folder: Ed25519 and ML-DSA-44.

    Raises:
        MisuseError: they are not there, or no keys.

    """
    if not (folder / NAME).exists():
        raise MisuseError(f"{folder}: no witness has keys there; `razao witness init` makes them")
    try:
        name = (folder / NAME).read_text(encoding="utf-8").strip()
        seed = load_seed(folder / SEED)
        return [
            Ed25519Cosigner(name, KeySigner.load(folder / KEY)),
            MLDSA44Cosigner(name, seed),
        ]
    except (OSError, ValueError) as error:
        raise MisuseError(f"{folder}: the witness's keys cannot be read: {error}") from error


def _digest(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()
