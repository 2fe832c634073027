"""PostgreSQL's arrays in its binary format, packed in as few Python steps as there are.

The driver packs a list element by element in Python; for a batch of a thousand events that takes as
long as the server needs to store a third of them.
"""

import struct
from collections.abc import Sequence
from typing import Final

_HEAD: Final = struct.Struct("!5i").pack
"""Dimensions, whether there are nulls, element type, length, first subscript."""
_LENGTHS: Final = [length.to_bytes(4, "big") for length in range(65_536)]
_NULL: Final = b"\xff\xff\xff\xff"
_BYTEA: Final = 17
_BIGINT: Final = 20
_TEXT: Final = 25
_WORDS_MAX: Final = 10_000
_words: dict[str, bytes] = {}


def pack_texts(items: Sequence[str]) -> bytes:
    """Return a ``text[]``, quickly where the same few words come again and again."""
    words = _words
    try:
        packed = [words[item] for item in items]
    except KeyError:
        if len(words) > _WORDS_MAX:
            words.clear()
        for item in items:
            data = item.encode()
            words[item] = len(data).to_bytes(4, "big") + data
        packed = [words[item] for item in items]
    return _head(_TEXT, len(items)) + b"".join(packed)


def pack_integers(items: Sequence[int]) -> bytes:
    """Return a ``bigint[]``."""
    count = len(items)
    pairs = [8] * (2 * count)
    pairs[1::2] = items
    return _head(_BIGINT, count) + struct.pack("!" + "iq" * count, *pairs)


def pack_bytes(items: Sequence[bytes]) -> bytes:
    """Return a ``bytea[]``."""
    count = len(items)
    pieces = [b""] * (2 * count + 1)
    pieces[0] = _head(_BYTEA, count)
    try:
        pieces[1::2] = [_LENGTHS[len(item)] for item in items]
    except IndexError:
        pieces[1::2] = [len(item).to_bytes(4, "big") for item in items]
    pieces[2::2] = items
    return b"".join(pieces)


def pack_optional_bytes(items: Sequence[bytes | None]) -> bytes:
    """Return a ``bytea[]`` with nulls."""
    packed = [_NULL if item is None else len(item).to_bytes(4, "big") + item for item in items]
    return _head(_BYTEA, len(items), nulls=1) + b"".join(packed)


def _head(element: int, count: int, nulls: int = 0) -> bytes:
    if count == 0:
        return _HEAD(0, 0, element, 0, 0)[:12]
    return _HEAD(1, nulls, element, count, 1)
