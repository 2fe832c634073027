"""Second stories that are kept: whether their own source told each, and whether all are there.

Their bytes are key and signature of the segment, then its envelopes. Whoever may insert rows can
keep anything there, and accuse a table by it; but its key signs for nobody else.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from ledger.audit.diagnosis import Problem
from ledger.errors import UNREADABLE
from ledger.events.registry import MORE_STORIES, STORY, TOLD_AGAIN
from ledger.ids import Link
from ledger.signed.canonical import decode_header
from ledger.signed.chain import link_of
from ledger.signed.segments import Signed, segment_fits
from ledger.signed.signing import PUBLIC_KEY_SIZE, SIGNATURE_SIZE
from ledger.store.stored import Row

_SIGNED_BY: Final = PUBLIC_KEY_SIZE + SIGNATURE_SIZE
_CODES: Final = frozenset({STORY, TOLD_AGAIN, MORE_STORIES})
# A body is one line of JSON: nothing in it can begin an envelope.
_BEGINS: Final = re.compile(rb"razao/[0-9]+ [^\n]+\n[^\n]+\n[0-9]+\n[0-9a-f]{64}\n")

Keys = Mapping[str, Sequence[tuple[int, int, bytes]]]
"""A source's keys, each with the positions between which it could sign."""


class Kept(NamedTuple):
    """Refused bytes as they are kept."""

    received: int
    hash: bytes
    source: str
    code: str
    data: bytes


def story_problems(
    kept: Sequence[Kept], refused: Sequence[tuple[Row, Any]], origin: str | None, keys: Keys
) -> Iterator[Problem]:
    """Yield second stories that are gone, and those that their source did not tell.

    ``refused`` are the service's events about refusals; ``origin`` and ``keys`` are as the log has
    them.
    """
    rows = [one for one in kept if one.code == STORY]
    there = {
        hashed for one in rows for hashed in (_hashed(one.data), _hashed(one.data[_SIGNED_BY:]))
    }
    for one in rows:
        if not _is_told(one, origin, keys.get(one.source, ())):
            yield Problem(
                kind="kept",
                source=f"kept submission {one.received}",
                detail=f"it is kept as a second story of {one.source}, and no key of {one.source} "
                "signed it",
            )
    for row, payload in refused:
        if payload.code in _CODES and payload.hash not in there:
            yield Problem(
                kind="kept",
                position=row.position,
                source=row.source,
                seq=row.seq,
                detail=f"{payload.source} told a second story with the hash {payload.hash}, "
                "and its bytes are not kept any more",
            )
    yield from _counted(Counter(one.source for one in rows), refused)


def _hashed(data: bytes) -> str:
    return sha256(data).hexdigest()


def _is_told(one: Kept, origin: str | None, keys: Sequence[tuple[int, int, bytes]]) -> bool:
    """Tell whether bytes are a segment that a key of the source signed, whenever that was its."""
    if _BEGINS.match(one.data) or origin is None:
        return True  # as older doors kept them, without the signature: they say nothing by it
    key, signature = one.data[:PUBLIC_KEY_SIZE], one.data[PUBLIC_KEY_SIZE:_SIGNED_BY]
    data = one.data[_SIGNED_BY:]
    starts = [found.start() for found in _BEGINS.finditer(data)]
    if starts[:1] != [0] or all(public != key for _, _, public in keys):
        return False
    envelopes = [data[a:b] for a, b in zip(starts, [*starts[1:], len(data)], strict=True)]
    try:
        header = decode_header(envelopes[0])
    except UNREADABLE:
        return False
    links = [Link(link_of(envelope)) for envelope in envelopes]
    signed = Signed.of(origin, one.source, key)
    return segment_fits(signed, signature, header.seq, header.previous, links)


def _counted(there: Mapping[str, int], refused: Sequence[tuple[Row, Any]]) -> Iterator[Problem]:
    """Find sources of which fewer second stories are kept than were named and counted."""
    named = {(one.source, one.hash) for _, one in refused if one.code == STORY}
    told = Counter(source for source, _ in named)
    more = [one for _, one in refused if one.code == MORE_STORIES]
    for one in more:
        told[one.source] += one.count
    for source in sorted({one.source for one in more}):
        if there.get(source, 0) < told[source]:
            yield Problem(
                kind="kept",
                source=source,
                detail=f"{source} told {told[source]} second stories, of which the bytes of "
                f"{there.get(source, 0)} are kept",
            )
