"""The short road through admission: segments of ordinary events, as nearly all are.

Within a segment every header is known beforehand but for its kind and its blind: it is compared,
not taken apart. Nothing is refused here. Whatever is not plainly in order, and whatever more must
be asked about (unknown kinds, text beyond ASCII or escaped, kinds that stand alone, trust and
times), goes the whole road of ``ledger.door.admission``, which refuses in words; what is taken here
that road would have taken, as the same rows.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from ledger.errors import MalformedError
from ledger.events import KINDS
from ledger.events.claims import TIMED
from ledger.ids import NO_LINK, Link
from ledger.keys import ENTITLED, TRUST_AND_TIME_KINDS
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import (
    ENVELOPE_SIZE_MAX,
    FORMAT,
    Body,
    decode_header,
    decoder_of,
    is_plain_body,
)
from ledger.signed.chain import LEAF_PREFIX

WATCHED: Final = TRUST_AND_TIME_KINDS | TIMED.keys() | ENTITLED.keys()
"""Of these kinds more is asked than whether their bytes are in order."""
_PLAIN: Final[dict[bytes, tuple[str, Callable[[bytes], Body[Any]]]]] = {
    name.encode(): (name, decoder_of(name))
    for name, kind in KINDS.items()
    if not (kind.ALONE or name in WATCHED)
}
_BLINDED: Final = FORMAT.encode()
_SOURCES_MAX: Final = 10_000
_sources: dict[tuple[str, bytes], str] = {}
"""The source that the first two lines of an envelope of a ledger name."""
_place = re.compile(rb"([1-9][0-9]{0,15})\n([0-9a-f]{64})\n").match
_blind = re.compile(rb"[0-9a-f]{32}\n\n").match
_BLIND_SIZE: Final = 34
"""The blind's line and the empty one."""


class Read:
    """A segment's facts, as far as they follow from its own bytes."""

    __slots__ = ("first", "kinds", "links", "previous", "source")

    def __init__(self, source: str, first: int, previous: Link) -> None:
        """Begin with the first event's place."""
        self.source = source
        self.first = first
        self.previous = previous
        self.kinds: list[str] = []
        self.links: list[Link] = []


def read_plainly(envelopes: tuple[bytes, ...], origin: str, *, blinded: bool) -> Read | None:
    """Return a segment's facts if all of it is plainly in order; else None.

    ``blinded``: whether the ledger takes envelopes of ``razao/2`` only.
    """
    begins = _begin(envelopes[0], origin)
    if begins is None:
        return None
    names, read = begins
    blind = names.startswith(_BLINDED)
    seq, link = read.first, read.previous
    if (blinded and not blind) or seq + len(envelopes) - 1 > INTEGER_MAX:
        return None
    for data in envelopes:
        head = b"%b%d\n%b\n" % (names, seq, link.hex().encode())
        end = data.find(b"\n", len(head))
        found = _PLAIN.get(data[len(head) : end])
        body = _body_from(data, end, blind=blind)
        if (
            found is None
            or body < 0
            or not data.startswith(head)
            or len(data) > ENVELOPE_SIZE_MAX
            or not is_plain_body(found[1], data[body:])
        ):
            return None
        link = Link(sha256(LEAF_PREFIX + data).digest())
        read.kinds.append(found[0])
        read.links.append(link)
        seq += 1
    return read


def _body_from(data: bytes, end: int, *, blind: bool) -> int:
    """Return where the body begins, after the kind's line ends at ``end``; -1 if nowhere."""
    if blind:
        return end + 1 + _BLIND_SIZE if _blind(data, end + 1) is not None else -1
    return end + 2 if data.startswith(b"\n", end + 1) else -1


def _begin(data: bytes, origin: str) -> tuple[bytes, Read] | None:
    """Return the first two lines of a segment's first event, and where it stands."""
    end = data.find(b"\n", data.find(b"\n") + 1) + 1
    names = data[:end]
    source = _sources.get((origin, names))
    if source is None:
        source = _source_of(data, origin)
        if source is None:
            return None
        if len(_sources) >= _SOURCES_MAX:
            _sources.clear()
        _sources[origin, names] = source
    place = _place(data, end)
    if place is None:
        return None
    seq, previous = int(place[1]), Link(bytes.fromhex(place[2].decode()))
    if seq == 1 and previous != NO_LINK:
        return None
    return names, Read(source, seq, previous)


def _source_of(data: bytes, origin: str) -> str | None:
    """Return the source of an envelope of a ledger; None where it is none of it."""
    try:
        header = decode_header(data)
    except MalformedError:
        return None
    return header.source if header.origin == origin else None
