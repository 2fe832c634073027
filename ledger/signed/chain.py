"""The link between an event and the one before it in its source's chain."""

from hashlib import sha256

from ledger.ids import Link

LEAF_PREFIX = b"\x00"
"""RFC 6962's prefix of a leaf: the link is the leaf of the log, too."""


def link_of(envelope: bytes) -> Link:
    """Return SHA-256(0x00 ‖ envelope)."""
    return Link(sha256(LEAF_PREFIX + envelope).digest())
