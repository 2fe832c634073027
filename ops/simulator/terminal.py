"""What a terminal says, event by event, at the time of the simulated night."""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

from msgspec import Struct

from ledger.events.base import Payload
from ledger.events.reviews import Approval
from ledger.segments import Segment
from ledger.sources import SourceChain

MICROSECONDS = 1_000_000


class Said(Struct, frozen=True, kw_only=True):
    """One event as its terminal sends it; nothing is signed yet."""

    source: str
    seq: int
    at: str
    day: str
    place: str
    round: str | None
    payload: Payload

    @property
    def name(self) -> str:
        """``source:seq``."""
        return f"{self.source}:{self.seq}"


class Planted(Struct, frozen=True, kw_only=True):
    """One finding that the simulated night must lead to; it stands in no event."""

    fault: str
    """What was done wrong, in the game's list of faults."""
    code: str
    """Of the finding."""
    round: str
    seat: int | None = None
    bet: int | None = None
    due: int | None = None
    """What should have been, in minor units; None where no money is at stake."""
    paid: int | None = None
    """What was; ``paid - due`` is the money at stake."""

    @property
    def amount(self) -> int | None:
        """The money at stake."""
        return None if self.due is None or self.paid is None else self.paid - self.due


class Terminal:
    """A device at one place, with its clock and the number of its next event."""

    def __init__(
        self, source: str, place: str, day: str, start: datetime, rng: Random, seq: int = 0
    ) -> None:
        """Begin at ``start``, after the event ``seq`` of the source's chain."""
        self.source = source
        self.place = place
        self.day = day
        self.now = start
        self.seq = seq
        self._rng = rng

    def wait(self, least: int, most: int) -> None:
        """Let some time go by, in seconds."""
        self.now += timedelta(
            microseconds=self._rng.randrange(least * MICROSECONDS, most * MICROSECONDS + 1) + 1
        )

    def say(self, payload: Payload, round_id: str | None = None) -> Said:
        """Return the next event, now."""
        self.seq += 1
        return Said(
            source=self.source,
            seq=self.seq,
            at=instant(self.now),
            day=self.day,
            place=self.place,
            round=round_id,
            payload=payload,
        )


def instant(moment: datetime) -> str:
    """Return a time in UTC as envelopes spell it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def sign(chain: SourceChain, said: Iterable[Said]) -> Iterator[Segment]:
    """Yield each event as a segment of its own, as a live table sends it.

    Events name one another by seq, so the chain must stand where the terminal began.
    """
    for one in said:
        assert (one.source, one.seq) == (chain.source, chain.seq + 1)
        yield chain.say(one.payload, one.at, day=one.day, place=one.place, round_id=one.round)


def sign_counted(chains: Mapping[str, SourceChain], said: Iterable[Said]) -> Iterator[Segment]:
    """Yield each event as ``sign`` does, and after a count the approvals of those who made it.

    ``chains`` has the terminals' and the counters', by source.
    """
    for one in said:
        chain = chains[one.source]
        yield from sign(chain, [one])
        for badge in getattr(one.payload, "counted_by", ()):
            approval = Approval(target=one.name, link=chain.link.hex())
            yield chains[badge].say(approval, one.at, day=one.day, place=one.place)


def in_order(*nights: Iterable[Said]) -> Iterator[Said]:
    """Yield the events of several terminals as they would arrive, by their time."""
    return heapq.merge(*nights, key=lambda one: one.at)
