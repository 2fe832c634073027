"""Ed25519 keys: who signs, and whether a signature fits; private keys in files."""

import os
from pathlib import Path
from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PUBLIC_KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
SEED_SIZE: Final = 32


class Signer(Protocol):
    """Something that holds a private key: a file here, a token or a service elsewhere."""

    @property
    def public_key(self) -> bytes:
        """The raw 32-byte public key."""
        ...

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of the message."""
        ...


class KeySigner:
    """A signer whose private key is in this process's memory."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Hold the key."""
        self._key = key
        self._public_key = key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> "KeySigner":
        """Make a new key."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> "KeySigner":
        """Make the key of a 32-byte seed."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def load(cls, path: Path) -> "KeySigner":
        """Read a key that ``save`` wrote.

        Raises:
            ValueError: if the file is not 64 hex digits.

        """
        return cls.from_seed(load_seed(path))

    def save(self, path: Path) -> None:
        """Write the key to a new file that only its owner can read.

        Raises:
            FileExistsError: a key is never overwritten.

        """
        save_seed(path, self._key.private_bytes_raw())

    @property
    def public_key(self) -> bytes:
        """The raw 32-byte public key."""
        return self._public_key

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of the message."""
        return self._key.sign(message)


def save_seed(path: Path, seed: bytes) -> None:
    """Write a private key's seed to a new file that only its owner can read.

    Raises:
        FileExistsError: a key is never overwritten.

    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(seed.hex() + "\n")


def load_seed(path: Path) -> bytes:
    """Read a private key's seed that ``save_seed`` wrote.

    Raises:
        ValueError: if the file is not 64 hex digits.

    """
    text = path.read_text(encoding="ascii", errors="replace").strip()
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise ValueError(f"{path}: expected a private key of 64 hex digits") from error
    if len(seed) != SEED_SIZE:
        raise ValueError(f"{path}: expected a private key of 64 hex digits")
    return seed


def fits(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether the signature is the key's over the message."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
