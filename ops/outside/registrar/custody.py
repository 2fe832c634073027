"""Where private keys are: in files of their owners, or in tokens that never give them away.

A passphrase comes from a file, from systemd's credentials (``$CREDENTIALS_DIRECTORY``), or from the
person at the terminal. Nothing takes one as an argument: others see a process's arguments.
"""

import os
import sys
from getpass import getpass
from pathlib import Path
from typing import Final

from ledger.signed.key_files import KeyFileError, Passphrase, load_key, save_encrypted
from ledger.signed.signing import Signer
from ops.errors import MisuseError
from ops.outside.registrar.tokens import SCHEME, open_token

CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
_OTHERS: Final = 0o007
"""What the mode of a file lets everybody do with it."""


def credential(name: str) -> Path | None:
    """Return a credential's file that systemd handed to this service; None if there is none."""
    folder = os.environ.get(CREDENTIALS)
    path = Path(folder) / name if folder else None
    return path if path is not None and path.is_file() else None


def is_credential(path: Path) -> bool:
    """Tell whether a file is one that systemd handed to this service: in memory, for it alone."""
    folder = os.environ.get(CREDENTIALS)
    return bool(folder) and path.resolve().parent == Path(folder).resolve()


def passphrase_from(file: Path | None = None, *, twice: bool = False) -> Passphrase:
    """Return the way to the passphrase of a key's file; ``twice`` where a new key is made.

    It raises ``MisuseError`` where nobody can be asked.
    """

    def say(path: Path) -> bytes:
        given = file or credential(f"{path.stem}.passphrase")
        if given is not None:
            try:
                return given.read_bytes().rstrip(b"\r\n")
            except OSError as error:
                raise MisuseError(f"{given}: {error.strerror}") from error
        if not sys.stdin.isatty():
            raise MisuseError(
                f"{path}: expected its passphrase, by --passphrase-file, by the systemd credential "
                f"{path.stem}.passphrase, or at a terminal; got none"
            )
        word = getpass(f"passphrase of {path}: ")
        if twice and getpass("again: ") != word:
            raise MisuseError(f"{path}: the two passphrases differ; no key was made")
        return word.encode()

    return say


def open_key(where: str, passphrase: Passphrase) -> Signer:
    """Return the key in a file, or in the token that a ``pkcs11:`` address names.

    Raises:
        MisuseError: there is none, it does not open, or everybody can read it.

    """
    if where.startswith(SCHEME):
        return open_token(where)
    path = Path(where)
    if path.is_file() and path.stat().st_mode & _OTHERS:
        raise MisuseError(f"{path} can be read by everybody: chmod 0600 {path}")
    try:
        return load_key(path, passphrase)
    except KeyFileError as error:
        raise MisuseError(str(error)) from None


def make_key(where: str, passphrase: Passphrase) -> Signer:
    """Return a new key in an encrypted file; a token's, or one that is there already, as it is.

    Raises:
        MisuseError: the file is there and does not open, or cannot be made.

    """
    path = Path(where)
    if where.startswith(SCHEME) or path.exists():
        return open_key(where, passphrase)
    word = passphrase(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return save_encrypted(path, word)
    except (KeyFileError, OSError) as error:
        raise MisuseError(f"{where}: no key was made: {error}") from error
