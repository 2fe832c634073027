"""Private keys in files: encrypted by a passphrase (PKCS#8), or, as older ones are, in plain hex.

A key is never overwritten, and no error says more of it than its file's name.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from ledger.errors import LedgerError
from ledger.signed.signing import KeySigner

Passphrase = Callable[[Path], bytes]
"""Says, or asks for, the passphrase of a file."""
_PEM: Final = b"-----BEGIN"
_ENCRYPTED: Final = b"-----BEGIN ENCRYPTED PRIVATE KEY-----"


class KeyFileError(LedgerError):
    """A file holds no key that can be read: it is none, or its passphrase is another."""


def save_encrypted(path: Path, passphrase: bytes) -> KeySigner:
    """Make a key and write it, encrypted, to a new file that only its owner can read.

    Raises:
        FileExistsError: a key is never overwritten.
        KeyFileError: the passphrase is empty.

    """
    if not passphrase:
        raise KeyFileError(f"{path}: expected a passphrase, got an empty one")
    key = Ed25519PrivateKey.generate()
    try:
        sealed = key.private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(passphrase)
        )
    except ValueError as error:  # a passphrase of more than 1,023 bytes
        raise KeyFileError(f"{path}: {error}") from None
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(sealed)
    return KeySigner(key)


def is_encrypted(path: Path) -> bool:
    """Tell whether a key's file opens by a passphrase alone.

    Raises:
        OSError: it cannot be read.

    """
    return path.read_bytes().startswith(_ENCRYPTED)


def load_key(path: Path, passphrase: Passphrase) -> KeySigner:
    """Read a private key; ``passphrase`` is asked only where the file is encrypted.

    Raises:
        KeyFileError: why there is none.

    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}") from error
    if not data.startswith(_PEM):
        try:
            return KeySigner.load(path)
        except ValueError as error:
            raise KeyFileError(str(error)) from None
    word = passphrase(path) if data.startswith(_ENCRYPTED) else None
    try:
        key = load_pem_private_key(data, word)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        why = "no private key" if word is None else "another passphrase, or an altered file"
        raise KeyFileError(f"{path}: {why}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path}: expected an Ed25519 key, got {type(key).__name__}")
    return KeySigner(key)
