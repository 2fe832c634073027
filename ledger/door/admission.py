"""Admission: everything about a segment that needs no order and no state of trust.

Shape and size, decoding, the canonical test, the chain within the segment, the signature by the key
that the segment names. Pure, so that many threads may do it at once; whether that key may sign, and
whether the place is free, is the door's business.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ledger.errors import MalformedError, OversizeError, UnauthenticError, WrongOriginError
from ledger.events.base import Payload
from ledger.events.claims import TIMED, time_fault
from ledger.events.registry import SourceEnrolled2
from ledger.ids import NO_LINK, Link
from ledger.keys import ENTITLED, TRUST_AND_TIME_KINDS, unbound_fault
from ledger.signed.canonical import FORMAT, UNBLINDED_FORMAT, Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment, Signed, check_shape, segment_fits
from ledger.store.recorder import Rows


class Admitted(Struct):
    """A segment with everything about it that needs no order."""

    segment: Segment
    source: str
    first: int
    previous: Link
    envelopes: list[Envelope]
    links: list[Link]
    size: int
    turning: bool
    """Whether the next segment must be judged by a new state of trust or time."""
    unfit: MalformedError | None = None
    """Why it is refused unless it is recorded already: a payload's time or day that is none, or an
    enrolment that is not bound as its role asks. Older doors took such times, and who sends one
    again gets the receipt he would have had."""
    guarded: list[Envelope] = []
    """Its events of the kinds that not everybody may say, where authority holds."""

    @property
    def last(self) -> int:
        """Seq of its last event."""
        return self.first + len(self.links) - 1


def admit(segment: Segment, origin: str, *, blinded: bool) -> Admitted:
    """Return a segment decoded, if its own bytes and signature are in order.

    ``blinded``: whether the ledger takes envelopes of ``razao/2`` only.

    Raises:
        RejectedError: why not; see ``ledger.errors``.

    """
    admitted = _decode(segment, origin, blinded=blinded)
    names = Signed.of(origin, admitted.source, segment.key)
    if not segment_fits(
        names, segment.signature, admitted.first, admitted.previous, admitted.links
    ):
        raise UnauthenticError(
            f"{admitted.source}:{admitted.first}: the signature does not fit the segment"
        )
    return admitted


def _decode(segment: Segment, origin: str, *, blinded: bool) -> Admitted:
    check_shape(segment)
    count = len(segment.envelopes)
    if count > SEGMENT_EVENTS_MAX:
        raise OversizeError(f"a segment has at most {SEGMENT_EVENTS_MAX} events, this {count}")
    envelopes = [decode(data) for data in segment.envelopes]
    links = [link_of(data) for data in segment.envelopes]
    watched = not _WATCHED.isdisjoint([one.kind for one in envelopes])
    first = envelopes[0]
    if first.origin != origin:
        raise WrongOriginError(f"origin: expected {origin!r}, got {first.origin!r}")
    if blinded:
        _check_blinds(envelopes)
    if count > 1:
        _check_run(envelopes, links)
    if first.seq == 1 and first.previous != NO_LINK:
        raise MalformedError(f"{first.source}:1 must have no previous link")
    return Admitted(
        segment=segment,
        source=first.source,
        first=first.seq,
        previous=first.previous,
        envelopes=envelopes,
        links=links,
        size=sum(map(len, segment.envelopes)),
        turning=watched and any(one.kind in TRUST_AND_TIME_KINDS for one in envelopes),
        unfit=_unfit(envelopes) if watched else None,
        guarded=[one for one in envelopes if one.kind in ENTITLED] if watched else [],
    )


_WATCHED: Final = TRUST_AND_TIME_KINDS | TIMED.keys() | ENTITLED.keys()
"""Most segments hold none of these, and are asked no further."""


def _unfit(envelopes: list[Envelope]) -> MalformedError | None:
    """Return why a segment with a time that is none, or an unbound enrolment, is refused."""
    for one in envelopes:
        if isinstance(one.payload, SourceEnrolled2):
            fault = unbound_fault(one.payload)
            if fault is not None:
                return MalformedError(f"{one.source}:{one.seq}: {fault}")
        if one.kind in TIMED and isinstance(one.payload, Payload):
            fault = time_fault(one.kind, one.payload)
            if fault is not None:
                return MalformedError(f"{one.source}:{one.seq}: {fault}")
    return None


def _check_blinds(envelopes: list[Envelope]) -> None:
    """Refuse an envelope whose link could be guessed, where the ledger was founded without any."""
    for one in envelopes:
        if one.blind is None:
            raise MalformedError(
                f"{one.source}:{one.seq}: format: expected {FORMAT!r}, whose sixth line is the "
                f"blind, got {UNBLINDED_FORMAT!r}"
            )


def _check_run(envelopes: list[Envelope], links: list[Link]) -> None:
    first = envelopes[0]
    for offset, envelope in enumerate(envelopes):
        where = f"{envelope.source}:{envelope.seq}"
        if isinstance(envelope.payload, Payload) and envelope.payload.ALONE:
            raise MalformedError(f"{where}: {envelope.kind} must be a segment of its own")
        if (envelope.origin, envelope.source) != (first.origin, first.source):
            raise MalformedError(f"{where}: a segment has one origin and one source")
        if envelope.seq != first.seq + offset:
            raise MalformedError(f"{where}: expected seq {first.seq + offset} in this segment")
        if offset and envelope.previous != links[offset - 1]:
            raise MalformedError(f"{where}: its previous link is not that of the event before")


def rows_of(batch: Iterable[Admitted]) -> Rows:
    """Return segments as the store takes them: in columns, each signature on its last event."""
    rows = Rows()
    for one in batch:
        previous = one.previous
        for offset, (envelope, link) in enumerate(zip(one.envelopes, one.links, strict=True)):
            rows.sources.append(one.source)
            rows.seqs.append(envelope.seq)
            rows.previous.append(previous)
            rows.kinds.append(envelope.kind)
            rows.envelopes.append(one.segment.envelopes[offset])
            rows.links.append(link)
            rows.signatures.append(None)
            previous = link
        rows.signatures[-1] = one.segment.signature
    return rows


def claimed_last(segment: Segment) -> tuple[int, Link]:
    """Return seq and link of the last event of a segment that could be decoded."""
    data = segment.envelopes[-1]
    return decode(data).seq, link_of(data)


def claimed_source(segment: Segment) -> str:
    """Return the source a refused segment names, as far as it can be read."""
    envelope = segment.envelopes[0] if segment.envelopes else b""
    second_line = envelope.partition(b"\n")[2].partition(b"\n")[0]
    name = second_line[:64].decode("ascii", "replace")
    return name if name.isprintable() and name.isascii() and name else "unreadable"
