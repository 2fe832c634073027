"""Segments: 1 to 1,000 consecutive events of one source under one signature.

What is signed is the DSSE pre-authentication encoding of a statement of fixed-length fields, so
that no two different segments can give the same bytes:

====================  =====  ==========================================
field                 bytes
====================  =====  ==========================================
origin, hashed           32  SHA-256 of the ledger's name
source, hashed           32  SHA-256 of the source's name
key                      32  raw Ed25519 public key
first seq                 8  big-endian
count                     4  big-endian
previous link            32  of the event before the first
root                     32  RFC 6962 root over the segment's links
====================  =====  ==========================================

A segment's root lets one event of many be shown alone, with at most ten hashes.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ledger.errors import MalformedError
from ledger.ids import LINK_SIZE, Link
from ledger.signed.merkle import root_of
from ledger.signed.signing import PUBLIC_KEY_SIZE, SIGNATURE_SIZE, Signer, fits

SEGMENT_EVENTS_MAX: Final = 1_000
STATEMENT_TYPE: Final = b"application/vnd.razao.segment.v1"


class Segment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A segment as a source sends it: envelopes in order, and one signature over them.

    On the wire it is one JSON object a line, the byte fields in base64.
    """

    key: bytes
    """The raw public key that signed; whether it may, the ledger knows."""
    signature: bytes
    envelopes: tuple[bytes, ...]


def pre_authentication(payload_type: bytes, payload: bytes) -> bytes:
    """Return DSSE's PAE: type and payload with their lengths.

    >>> pre_authentication(b"http://example.com/HelloWorld", b"hello world")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    return b"DSSEv1 %d %b %d %b" % (len(payload_type), payload_type, len(payload), payload)


class Signed(Struct, frozen=True, gc=False):
    """The names a statement binds, hashed once for many segments."""

    origin: bytes
    source: bytes
    key: bytes

    @classmethod
    def of(cls, origin: str, source: str, key: bytes) -> "Signed":
        """Hash the names."""
        return cls(sha256(origin.encode()).digest(), sha256(source.encode()).digest(), key)

    def statement(self, first: int, previous: Link, links: Sequence[Link]) -> bytes:
        """Return the bytes that are signed for the events from seq ``first`` on."""
        root = links[0] if len(links) == 1 else root_of(links)
        return self.statement_of(first, len(links), previous, root)

    def statement_of(self, first: int, count: int, previous: bytes, root: bytes) -> bytes:
        """Return the same for so many events, by whoever has the root over their links."""
        return b"".join(
            (
                _STATEMENT_HEAD,
                self.origin,
                self.source,
                self.key,
                _PLACE(first, count),
                previous,
                root,
            )
        )


_PLACE: Final = struct.Struct(">QI").pack
_STATEMENT_SIZE: Final = 5 * LINK_SIZE + 12
_STATEMENT_HEAD: Final = pre_authentication(STATEMENT_TYPE, bytes(_STATEMENT_SIZE))[
    :-_STATEMENT_SIZE
]
"""The encoding of every statement up to its first field: all have one length."""
_NAMES_MAX: Final = 4_096
signed_names = lru_cache(_NAMES_MAX)(Signed.of)
"""Hashes the names of a source's segments once, for whoever checks them as they come."""


def sign_segment(
    signer: Signer, signed: Signed, first: int, previous: Link, links: Sequence[Link]
) -> bytes:
    """Return the signature of a segment."""
    assert len(links) <= SEGMENT_EVENTS_MAX
    return signer.sign(signed.statement(first, previous, links))


def segment_fits(
    signed: Signed, signature: bytes, first: int, previous: Link, links: Sequence[Link]
) -> bool:
    """Tell whether the signature is the key's over these events at this place."""
    return fits(signed.key, signature, signed.statement(first, previous, links))


def check_shape(segment: Segment) -> None:
    """Refuse a segment whose fields have impossible sizes.

    Raises:
        MalformedError: naming the field.

    """
    if len(segment.key) != PUBLIC_KEY_SIZE:
        raise MalformedError(f"key: expected {PUBLIC_KEY_SIZE} bytes, got {len(segment.key)}")
    if len(segment.signature) != SIGNATURE_SIZE:
        raise MalformedError(
            f"signature: expected {SIGNATURE_SIZE} bytes, got {len(segment.signature)}"
        )
    if not segment.envelopes:
        raise MalformedError("a segment has at least one event")


POSSESSION_TYPE: Final = b"application/vnd.razao.possession.v1"


def possession_statement(origin: str, source: str, key: bytes) -> bytes:
    """Return the bytes a new key signs to prove possession, for this source and ledger."""
    names = Signed.of(origin, source, key)
    return pre_authentication(POSSESSION_TYPE, names.origin + names.source + key)


RECOVERY_TYPE: Final = b"application/vnd.razao.recovery.v1"


def recovery_statement(origin: str, lines: Sequence[str]) -> bytes:
    """Return the bytes that the sealed key signs: what registrars there are from then on.

    Each line is one fact, printable, so that who breaks the seal reads what he signs.
    """
    return pre_authentication(
        RECOVERY_TYPE, "".join(f"{one}\n" for one in (origin, *lines)).encode()
    )
