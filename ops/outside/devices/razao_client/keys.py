"""The device's key: made where it is used, kept in an encrypted file, and asked to be enrolled."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from .errors import EventError, KeyFileError
from .wire import is_name, possession

Passphrase = Callable[[Path], bytes]
"""Says, or asks for, the passphrase of a file."""
REQUEST_FORMAT: Final = "razao-request/1"
ENROLMENT: Final = "source-enrolled/2"
_ENCRYPTED: Final = b"-----BEGIN ENCRYPTED PRIVATE KEY-----"


class Key:
    """An Ed25519 key in this process's memory."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Hold the key."""
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    @classmethod
    def from_seed(cls, seed: bytes) -> "Key":
        """Make the key of a 32-byte seed."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def make(cls, path: Path, passphrase: bytes) -> "Key":
        """Make a key and write it, encrypted, to a new file that only its owner can read.

        Raises:
            KeyFileError: there is such a file, or the passphrase is no good.

        """
        if not passphrase:
            raise KeyFileError(
                "no-passphrase",
                en=f"{path}: expected a passphrase, got an empty one",
                pt=f"{path}: esperava-se uma frase-chave, veio uma vazia",
            )
        key = Ed25519PrivateKey.generate()
        try:
            sealed = key.private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(passphrase)
            )
        except ValueError as error:  # of more than 1,023 bytes
            raise KeyFileError(
                "no-passphrase", en=f"{path}: {error}", pt=f"{path}: {error}"
            ) from None
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise KeyFileError(
                "key-file",
                en=f"{path}: {error.strerror}; a key is never overwritten",
                pt=f"{path}: {error.strerror}; uma chave nunca se escreve por cima de outra",
            ) from None
        with os.fdopen(handle, "wb") as file:
            file.write(sealed)
            file.flush()
            os.fsync(file.fileno())
        return cls(key)

    @classmethod
    def load(cls, path: Path, passphrase: Passphrase) -> "Key":
        """Read a key; the passphrase is asked for only where the file is encrypted.

        Raises:
            KeyFileError: why there is none.

        """
        try:
            data = path.read_bytes()
        except OSError as error:
            why = f"{path}: {error.strerror}"
            raise KeyFileError("key-file", en=why, pt=why) from None
        word = passphrase(path) if data.startswith(_ENCRYPTED) else None
        try:
            key = load_pem_private_key(data, word)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise KeyFileError(
                "key-file",
                en=f"{path}: no private key, another passphrase, or an altered file",
                pt=f"{path}: não é chave privada, a frase-chave é outra, ou o ficheiro foi mexido",
            ) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise KeyFileError(
                "key-file",
                en=f"{path}: expected an Ed25519 key, got {type(key).__name__}",
                pt=f"{path}: esperava-se uma chave Ed25519, veio {type(key).__name__}",
            )
        return cls(key)

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of the message."""
        return self._key.sign(message)

    def proof(self, origin: str, source: str) -> str:
        """Return, in hex, what shows that the holder of this key asks for it to be enrolled."""
        return self.sign(possession(origin, source, self.public)).hex()


def fits(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature is the key's over the message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def request(
    key: Key,
    *,
    origin: str,
    source: str,
    role: str,
    casino: str | None = None,
    places: tuple[str, ...] = (),
) -> str:
    """Return the file by which registrars are asked to let the device speak.

    Raises:
        EventError: a name is none.

    """
    for word, what in ((origin, "origin"), (source, "source"), *((one, "place") for one in places)):
        if is_name(word) is None:
            raise EventError(
                "malformed",
                en=f"{what}: expected a name of letters, digits and . _ : -, got {word!r:.80}",
                pt=f"{what}: esperava-se letras, algarismos e . _ : -, veio {word!r:.80}",
            )
    payload: dict[str, object] = {"source": source, "role": role}
    if casino is not None:
        payload["casino"] = casino
    if places:
        payload["places"] = list(places)
    payload |= {"key": key.public.hex(), "proof": key.proof(origin, source)}
    told: dict[str, object] = {
        "format": REQUEST_FORMAT,
        "origin": origin,
        "kind": ENROLMENT,
        "payload": payload,
        "words": [],
    }
    return json.dumps(told, indent=1) + "\n"
