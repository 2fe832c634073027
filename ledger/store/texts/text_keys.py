"""The keys of texts: a file each, outside the database; without it no copy of a text says anything.

A backup of the database holds the encrypted text for years; without this file it is noise. So the
folder is backed up apart, and no longer than erasing may take.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ledger.store.texts.commitment import TextError

_KEY_BITS: Final = 256
_is_commitment: Final = re.compile(r"[0-9a-f]{64}").fullmatch


class TextKeys:
    """The folder of keys, each named by the commitment of its text."""

    def __init__(self, folder: Path) -> None:
        """Keep keys in a folder, made when the first one is."""
        self._folder = folder

    def make(self, commitment: str) -> bytes:
        """Return the key of a text, made here if there is none: whole and on disk, or not."""
        path = self._path(commitment)
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = self._folder / f".{token_hex(8)}"
            try:
                _write(fresh, AESGCM.generate_key(_KEY_BITS))
                with suppress(FileExistsError):  # who was quicker made it
                    os.link(fresh, path)
            finally:
                fresh.unlink(missing_ok=True)
            self._settle()
        return path.read_bytes()

    def find(self, commitment: str) -> bytes | None:
        """Return the key of a text; None where it was destroyed, or never was."""
        try:
            return self._path(commitment).read_bytes()
        except FileNotFoundError:
            return None

    def destroy(self, commitment: str) -> bool:
        """Destroy the key of a text; tell whether there was one."""
        try:
            self._path(commitment).unlink()
        except FileNotFoundError:
            return False
        self._settle()
        return True

    def held(self) -> set[str]:
        """Return the commitments of texts that have a key here."""
        if not self._folder.is_dir():
            return set()
        return {path.name for path in self._folder.iterdir() if _is_commitment(path.name)}

    def _path(self, commitment: str) -> Path:
        if not _is_commitment(commitment):
            raise TextError(f"commitment: expected 64 hex digits, got {commitment!r}")
        return self._folder / commitment

    def _settle(self) -> None:
        """Let the folder's names reach the disk: a key that comes back after a crash is no loss."""
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write(path: Path, raw: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(handle)
