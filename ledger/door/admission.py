"""Admission: everything about a segment that needs no order and no state of trust.

Shape and size, decoding, the canonical test, the chain within the segment, the signature by the key
that the segment names. Pure, so that many threads may do it at once; whether that key may sign, and
whether the place is free, is the door's business. Of two roads the short one, for ordinary events,
stands in ``ledger.door.plain``; this is the whole one, and the only one that refuses.
"""

from collections.abc import Iterable

from msgspec import Struct

from ledger.door.plain import WATCHED, read_plainly
from ledger.errors import MalformedError, OversizeError, UnauthenticError, WrongOriginError
from ledger.events.base import Payload
from ledger.events.claims import TIMED, time_fault
from ledger.events.registry import SourceEnrolled2
from ledger.ids import NO_LINK, Link
from ledger.keys import ENTITLED, TRUST_AND_TIME_KINDS, unbound_fault
from ledger.signed.canonical import FORMAT, UNBLINDED_FORMAT, Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import (
    SEGMENT_EVENTS_MAX,
    Segment,
    check_shape,
    segment_fits,
    signed_names,
)
from ledger.store.recorder import Rows


class Admitted(Struct):
    """A segment with everything about it that needs no order."""

    segment: Segment
    source: str
    first: int
    previous: Link
    kinds: list[str]
    links: list[Link]
    envelopes: list[Envelope] = []
    """Its events; of a segment that went the short road none: nobody asks more about them."""
    turning: bool = False
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

    @property
    def size(self) -> int:
        """How many bytes its events have."""
        return sum(map(len, self.segment.envelopes))


def admit(segment: Segment, origin: str, *, blinded: bool) -> Admitted:
    """Return a segment decoded, if its own bytes and signature are in order.

    ``blinded``: whether the ledger takes envelopes of ``razao/2`` only.

    Raises:
        RejectedError: why not; see ``ledger.errors``.

    """
    admitted = read(segment, origin, blinded=blinded)
    if not is_authentic(admitted, origin):
        raise unauthentic(admitted)
    return admitted


def read(segment: Segment, origin: str, *, blinded: bool) -> Admitted:
    """Return a segment decoded, if its own bytes are in order; nobody has checked its signature.

    Raises:
        RejectedError: why not; see ``ledger.errors``.

    """
    check_shape(segment)
    if len(segment.envelopes) > SEGMENT_EVENTS_MAX:
        raise OversizeError(
            f"a segment has at most {SEGMENT_EVENTS_MAX} events, this {len(segment.envelopes)}"
        )
    plain = read_plainly(segment.envelopes, origin, blinded=blinded)
    if plain is None:
        return read_wholly(segment, origin, blinded=blinded)
    return Admitted(
        segment=segment,
        source=plain.source,
        first=plain.first,
        previous=plain.previous,
        kinds=plain.kinds,
        links=plain.links,
    )


def is_authentic(one: Admitted, origin: str) -> bool:
    """Tell whether a segment bears the signature of the key that it names."""
    names = signed_names(origin, one.source, one.segment.key)
    return segment_fits(names, one.segment.signature, one.first, one.previous, one.links)


def unauthentic(one: Admitted) -> UnauthenticError:
    """Return the refusal of a segment whose signature does not fit."""
    return UnauthenticError(f"{one.source}:{one.first}: the signature does not fit the segment")


def read_wholly(segment: Segment, origin: str, *, blinded: bool) -> Admitted:
    """Return a segment of any kinds decoded, if its own bytes are in order.

    Raises:
        RejectedError: why not; see ``ledger.errors``.

    """
    envelopes = [decode(data) for data in segment.envelopes]
    links = [link_of(data) for data in segment.envelopes]
    kinds = [one.kind for one in envelopes]
    watched = not WATCHED.isdisjoint(kinds)
    first = envelopes[0]
    if first.origin != origin:
        raise WrongOriginError(f"origin: expected {origin!r}, got {first.origin!r}")
    if blinded:
        _check_blinds(envelopes)
    if len(envelopes) > 1:
        _check_run(envelopes, links)
    if first.seq == 1 and first.previous != NO_LINK:
        raise MalformedError(f"{first.source}:1 must have no previous link")
    return Admitted(
        segment=segment,
        source=first.source,
        first=first.seq,
        previous=first.previous,
        kinds=kinds,
        links=links,
        envelopes=envelopes,
        turning=watched and not TRUST_AND_TIME_KINDS.isdisjoint(kinds),
        unfit=_unfit(envelopes) if watched else None,
        guarded=[one for one in envelopes if one.kind in ENTITLED] if watched else [],
    )


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
        count = len(one.links)
        rows.sources += [one.source] * count
        rows.seqs += range(one.first, one.first + count)
        rows.previous.append(one.previous)
        rows.previous += one.links[:-1]
        rows.kinds += one.kinds
        rows.envelopes += one.segment.envelopes
        rows.links += one.links
        rows.signatures += [None] * (count - 1)
        rows.signatures.append(one.segment.signature)
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
