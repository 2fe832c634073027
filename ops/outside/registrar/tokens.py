"""Keys in PKCS#11 tokens, which sign and never give them away; needs the extra ``tokens``.

A key is named by an address of RFC 7512, with the token's library and a file of its PIN::

    pkcs11:token=registos;object=registo-1?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=/run/pin
"""

import importlib
import sys
from getpass import getpass
from hmac import compare_digest
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from ledger.signed.signing import PUBLIC_KEY_SIZE, SIGNATURE_SIZE, fits
from ops.errors import MisuseError

SCHEME: Final = "pkcs11:"
_POINT_HEAD: Final = bytes((0x04, PUBLIC_KEY_SIZE))
"""Before a public key, as tokens wrap it: an octet string in DER."""
_PROBE: Final = b"razao: does this token sign by the key that it shows?"


class TokenSigner:
    """A signer whose private key is in a token."""

    def __init__(self, key: Any, public: bytes) -> None:
        """Sign by a token's private key; ``public`` is its other half."""
        self._key = key
        self._public = public

    @property
    def public_key(self) -> bytes:
        """The raw 32-byte public key."""
        return self._public

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of the message."""
        pkcs11 = _library()
        signature = bytes(self._key.sign(message, mechanism=pkcs11.Mechanism.EDDSA))
        assert len(signature) == SIGNATURE_SIZE
        return signature


def open_token(address: str) -> TokenSigner:
    """Return the signer of a key in a token.

    Raises:
        MisuseError: the address lacks something, or the token does not open; says which.

    """
    path, query = parts_of(address)
    pkcs11 = _library()
    try:
        token = pkcs11.lib(query["module-path"]).get_token(token_label=path["token"])
        session = _session(token, query["module-path"], _pin(address, query))
        private = session.get_key(object_class=pkcs11.ObjectClass.PRIVATE_KEY, label=path["object"])
        public = session.get_key(object_class=pkcs11.ObjectClass.PUBLIC_KEY, label=path["object"])
        point = bytes(public[pkcs11.Attribute.EC_POINT])
        signer = TokenSigner(private, point.removeprefix(_POINT_HEAD))
        signature = signer.sign(_PROBE)
    except (pkcs11.PKCS11Error, RuntimeError) as error:
        told = " ".join(filter(None, (type(error).__name__, str(error))))
        raise MisuseError(f"{_shown(address)}: the token does not sign: {told}") from None
    if not fits(signer.public_key, signature, _PROBE):
        raise MisuseError(f"{_shown(address)}: expected a key of Ed25519, got another")
    return signer


_SESSIONS: Final[dict[tuple[str, str], tuple[str, Any]]] = {}
"""By library and token, the PIN that opened it here: a process logs into a token once."""


def _session(token: Any, library: str, pin: str) -> Any:
    known = _SESSIONS.get((library, token.label))
    if known is None:
        known = _SESSIONS[library, token.label] = pin, token.open(user_pin=pin)
    elif not compare_digest(known[0].encode(), pin.encode()):
        raise _library().PinIncorrect
    return known[1]


def parts_of(address: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the names before and after the question mark of a token's address.

    Raises:
        MisuseError: one that is needed lacks.

    >>> parts_of("pkcs11:token=a%20b;object=k?module-path=/l.so")
    ({'token': 'a b', 'object': 'k'}, {'module-path': '/l.so'})
    """
    told, _, asked = address.removeprefix(SCHEME).partition("?")
    path, query = _pairs(told, ";"), _pairs(asked, "&")
    for name, found in (("token", path), ("object", path), ("module-path", query)):
        if not found.get(name):
            raise MisuseError(
                f"{_shown(address)}: expected {name}=, as in "
                "pkcs11:token=…;object=…?module-path=…&pin-source=…; got none"
            )
    return path, query


def _pairs(text: str, separator: str) -> dict[str, str]:
    pairs = (one.partition("=") for one in text.split(separator) if one)
    return {name: unquote(value) for name, _, value in pairs}


def _shown(address: str) -> str:
    return address.partition("?")[0]


def _pin(address: str, query: dict[str, str]) -> str:
    source = query.get("pin-source")
    if source is not None:
        try:
            return Path(source.removeprefix("file:")).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise MisuseError(f"pin-source {source}: {error.strerror}") from error
    if not sys.stdin.isatty():
        raise MisuseError(f"{_shown(address)}: expected pin-source=, or a terminal to ask at")
    return getpass(f"PIN of {_shown(address)}: ")


def _library() -> Any:
    try:
        return importlib.import_module("pkcs11")
    except ImportError:
        raise MisuseError(
            "keys in tokens need the extra `tokens`: uv sync --extra tokens, or pip install "
            "razao[tokens]"
        ) from None
