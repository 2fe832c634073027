"""Ed25519 keys: who signs, and whether a signature fits; private keys in files.

Libraries differ about signatures that nobody makes by accident. Here a signature fits where all
four hold, and everybody who judges one asks ``fits``, or spells the same rule out (as the verifier
for outsiders does):

1. the key is no point of small order, and spelt in the one way (y below 2^255 - 19);
2. neither is the signature's R;
3. S is below the group's order;
4. ``[S]B = R + [k]A`` itself, not eight times that, for R as its bytes spell it.

libsodium keeps all of them, twice as fast as OpenSSL, which does not ask for the first two. Of a
libsodium that keeps another rule (one that multiplies by eight takes more) nothing is asked.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from nacl.bindings import crypto_sign_open
from nacl.exceptions import CryptoError

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


# --- whether a signature fits -------------------------------------------------------------------

_PRIME: Final = 2**255 - 19
_ORDER_8: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER: Final = frozenset({0, 1, _PRIME - 1, _ORDER_8, _PRIME - _ORDER_8})
"""The y of the eight points whose eightfold is nothing: what they sign fits any message."""


def is_weak(point: bytes) -> bool:
    """Tell whether the bytes of a key, or of an R, spell a point that no signature may have."""
    y = int.from_bytes(point, "little") & (1 << 255) - 1
    return y in _SMALL_ORDER or y >= _PRIME


Check = Callable[[bytes, bytes, bytes], bool]
"""Of a key, a signature and a message: whether they fit."""


def fits_by_openssl(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether the signature is the key's over the message, the rule spelt out."""
    if is_weak(public_key) or is_weak(signature[:PUBLIC_KEY_SIZE]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fits_by_libsodium(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether the signature is the key's over the message, by libsodium's own rule."""
    if len(public_key) != PUBLIC_KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False  # the library reads so many bytes, whatever it is given
    try:
        crypto_sign_open(signature + message, public_key)
    except CryptoError:
        return False
    return True


_KNOWN_MESSAGE: Final = b"razao"
_KNOWN_KEY: Final = "0f7608783489684c04726001595638e5258c2ed0bdb3d18d9e3453ea8bb458ad"
_NOTHING: Final = "01" + "00" * 31
"""The point that adds nothing; as a number, one."""
_KNOWN: Final = {
    "good": (
        _KNOWN_KEY,
        (
            "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23"
            "4fd8efbd1c36feb0c32debeee2ca16150cfbe19b93c1225278c314ea7f68b804"
        ),
    ),
    "only eight times the equation holds": (
        _KNOWN_KEY,
        (
            "186ed2bdbd1a36f6437c5168b0221914018ea4f32a1c3fcd1c1794d64fbd596e"
            "243bf8ad7f5f1cbc39a334e31b6905b71e6537a948e38ce95a70a525e6a69107"
        ),
    ),
    "S and the order more": (
        _KNOWN_KEY,
        (
            "b31b20f50426242514d81b383548bd90de72fd0b8cf2382a88f9f52ce5076b23"
            "3cace51a379910099acae291c1c4f5290cfbe19b93c1225278c314ea7f68b814"
        ),
    ),
    "R of small order": (
        _KNOWN_KEY,
        f"{_NOTHING}048552642299a185ad141b8d6aa0d88ddfbe40f36cfbbefc15236a944f15e308",
    ),
    "key of small order": (_NOTHING, "58" + "66" * 31 + _NOTHING),
}
"""Signatures over one message, of which the first alone fits by the rule."""


def keeps_the_rule(check: Check) -> bool:
    """Tell whether a check answers the signatures on which libraries differ as the rule does."""
    return all(
        check(bytes.fromhex(key), bytes.fromhex(signature), _KNOWN_MESSAGE) is (name == "good")
        for name, (key, signature) in _KNOWN.items()
    )


fits: Final[Check] = fits_by_libsodium if keeps_the_rule(fits_by_libsodium) else fits_by_openssl
"""Tells whether the signature is the key's over the message."""
