"""The sending side: a source that numbers, links and signs what it has to say.

Terminals, the importer, the simulator and the tests all speak through this, and so does the
service itself. A source keeps what it signed until it holds a receipt for it.
"""

from collections.abc import Iterable, Sequence
from secrets import token_bytes

from ledger.events.base import Payload
from ledger.ids import NO_LINK, Link, PlaceId, RoundId, SourceId
from ledger.signed.canonical import BLIND_SIZE, Envelope, encode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, possession_statement, sign_segment
from ledger.signed.signing import Signer


class SourceChain:
    """One source's chain, from its head on."""

    def __init__(
        self,
        origin: str,
        source: str,
        signer: Signer,
        *,
        seq: int = 0,
        link: Link = NO_LINK,
    ) -> None:
        """Continue a chain after ``seq``, whose event has ``link``; by default start it."""
        self.origin = origin
        self.source = SourceId(source)
        self.signer = signer
        self.seq = seq
        self.link = link
        self._signed = Signed.of(origin, source, signer.public_key)

    def event(
        self,
        payload: Payload,
        at: str,
        *,
        day: str | None = None,
        place: str | None = None,
        round_id: str | None = None,
    ) -> bytes:
        """Return the next event's envelope and move the head to it."""
        envelope = encode(
            Envelope(
                origin=self.origin,
                source=self.source,
                seq=self.seq + 1,
                previous=self.link,
                kind=payload.KIND,
                blind=self._blind(),
                at=at,
                day=day,
                place=PlaceId(place) if place is not None else None,
                round=RoundId(round_id) if round_id is not None else None,
                payload=payload,
            )
        )
        self.seq += 1
        self.link = link_of(envelope)
        return envelope

    def _blind(self) -> bytes:
        """Return the random bytes of the next event: without them its link could be guessed."""
        return token_bytes(BLIND_SIZE)

    def sign(self, envelopes: Sequence[bytes], first: int, previous: Link) -> Segment:
        """Return consecutive envelopes, the first at seq ``first``, under one signature."""
        links = [link_of(envelope) for envelope in envelopes]
        signature = sign_segment(self.signer, self._signed, first, previous, links)
        return Segment(key=self.signer.public_key, signature=signature, envelopes=tuple(envelopes))

    def say(
        self,
        payload: Payload,
        at: str,
        *,
        day: str | None = None,
        place: str | None = None,
        round_id: str | None = None,
    ) -> Segment:
        """Return the next event as a segment of its own."""
        previous = self.link
        envelope = self.event(payload, at, day=day, place=place, round_id=round_id)
        return self.sign((envelope,), self.seq, previous)

    def rotate(self, signer: Signer) -> None:
        """Sign with another key from the next event on."""
        self.signer = signer
        self._signed = Signed.of(self.origin, self.source, signer.public_key)

    def name_of_last(self) -> str:
        """Return ``source:seq`` of the newest event."""
        return f"{self.source}:{self.seq}"


def prove_possession(origin: str, source: str, signer: Signer) -> str:
    """Return, in hex, what shows that the holder of a new key asks for it to be enrolled."""
    return signer.sign(possession_statement(origin, source, signer.public_key)).hex()


def event_count(segments: Iterable[Segment]) -> int:
    """Return how many events the segments hold."""
    return sum(len(segment.envelopes) for segment in segments)
