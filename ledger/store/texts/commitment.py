"""The commitment to a text: what of it stands in an event for ever, and tells nothing of it."""

from hashlib import sha256
from typing import Final

from ledger.errors import LedgerError

SALT_SIZE: Final = 32
"""Bytes of chance before a text: without them a short one would be found by trying."""
TEXT_SIZE_MAX: Final = 64_000
"""Bytes of a text in UTF-8."""


class TextError(LedgerError):
    """Something is no text that can be kept, or no salt."""

    code = "text"


def commit(salt: bytes, text: str) -> str:
    """Return the commitment to a text: SHA-256 of its salt, then of its UTF-8, in hex.

    Raises:
        TextError: the salt has another size; the text is empty, too long, or no Unicode.

    >>> commit(bytes(32), "x")[:16]
    'fdded6faced1af47'
    """
    if len(salt) != SALT_SIZE:
        raise TextError(f"salt: expected {SALT_SIZE} bytes, got {len(salt)}")
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise TextError("text: expected Unicode, got half a character") from None
    if not 1 <= len(raw) <= TEXT_SIZE_MAX:
        raise TextError(f"text: expected 1 to {TEXT_SIZE_MAX} bytes, got {len(raw)}")
    return sha256(salt + raw).hexdigest()
