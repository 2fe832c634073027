"""The events of a terminal, one by one, at the time of the simulated night."""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

from msgspec import Struct

from ledger.events.base import Payload
from ledger.events.reviews import Approval
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain

MICROSECONDS = 1_000_000
LAST_LINK = "0" * 64
"""In a correction: the target's link, which only who delivers knows. The target is the event that
the correction's source said before, or one that is ``named``."""
ANY_KEY = "0" * 64
"""In a rotation: the new key, and in a revocation the present one; who delivers holds them."""
ANY_PROOF = "0" * 128
"""In a rotation: what shows that the new key is held."""


class Said(Struct, frozen=True, kw_only=True):
    """One event as its terminal sends it; nothing is signed yet."""

    source: str
    seq: int
    at: str
    day: str | None
    place: str | None
    round: str | None
    payload: Payload
    approved_by: tuple[str, ...] = ()
    """Badges that agree to it at once, each with his own key; they say nothing else."""
    apart: bool = False
    """Whether its source sends by a line of its own, and not with the rest of its party."""
    named: bool = False
    """Whether a later correction names it, so that its link is kept."""
    sent: str | None = None
    """When it is sent, where the clock of its source is wrong."""

    @property
    def when(self) -> str:
        """The time of sending, by the right clock."""
        return self.sent or self.at

    @property
    def name(self) -> str:
        """``source:seq``."""
        return f"{self.source}:{self.seq}"

    @property
    def approvers(self) -> tuple[str, ...]:
        """Those who agree to it: named, or because they made a count together."""
        return self.approved_by or getattr(self.payload, "counted_by", ())


class Pause(Struct, frozen=True, kw_only=True):
    """Nothing is said until a time comes; then, and not before, the party goes on.

    Who looks at what others change (a jackpot shared by several tables) pauses first.
    """

    at: str


class Ask(Struct, kw_only=True):
    """A bingo room asks the acta's gate (R60); the party reads the answer when it goes on.

    What the party said before is at the door when the gate looks.
    """

    at: str
    place: str
    wanted: str | None
    """The jogada that is to open; None: the session is to close."""
    granted: bool = False
    expected: bool = True
    """Whether the party has done all that the gate wants; who only tells answers so."""


class AskReceita(Struct, kw_only=True):
    """Finance asks the ledger what a casino's gaming day has earned, once all is recorded."""

    at: str
    casino: str
    day: str
    amount: int = 0
    """The answer, in minor units, when the party goes on."""


class AskFinding(Struct, kw_only=True):
    """Somebody of the house looks up a finding that an event proves, once all is recorded."""

    at: str
    code: str
    event: str
    """``source:seq``."""
    finding: str = ""
    """The answer, its id, when the party goes on."""


class Read(Struct, frozen=True, kw_only=True):
    """Somebody reads in the ledger; the service writes that down."""

    at: str
    person: str
    purpose: str
    subject: str
    since: str


class Forgery(Struct, frozen=True, kw_only=True):
    """A segment sent in a source's name that the door must refuse; no event stands for it."""

    at: str
    source: str
    payload: Payload
    how: str
    """The code with which it is refused: ``unknown-key``, ``unauthentic``, ``unknown-source``,
    ``gap``, ``fork``, ``not-canonical`` or ``malformed``."""


Told = Said | Pause | Ask | AskReceita | AskFinding | Read | Forgery
Telling = Iterator[Told]
"""What a party says, in the order of time."""


class Terminal:
    """A device at one place, with its clock and the number of its next event."""

    def __init__(
        self,
        source: str,
        place: str | None,
        day: str | None,
        start: datetime,
        rng: Random,
        seq: int = 0,
    ) -> None:
        """Begin at ``start``, after the event ``seq`` of the source's chain."""
        self.source = source
        self.place = place
        self.day = day
        self.now = start
        self.seq = seq
        self.apart = False
        """Whether it sends by a line of its own, and is late for itself."""
        self._rng = rng

    def begin(self, day: str, start: datetime) -> None:
        """Go on with another gaming day."""
        self.day = day
        self.now = max(self.now, start)

    def wait(self, least: int, most: int) -> None:
        """Let some time go by, in seconds."""
        self.now += timedelta(
            microseconds=self._rng.randrange(least * MICROSECONDS, most * MICROSECONDS + 1) + 1
        )

    def say(
        self, payload: Payload, round_id: str | None = None, *, approved_by: tuple[str, ...] = ()
    ) -> Said:
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
            approved_by=approved_by,
            apart=self.apart,
        )

    def pause(self) -> Pause:
        """Return a pause until now."""
        return Pause(at=instant(self.now))

    def ask(self, wanted: str | None, *, expected: bool = True) -> Ask:
        """Return a question to the gate, now; who yields the question finds the answer in it."""
        return Ask(at=instant(self.now), place=self.place or "", wanted=wanted, expected=expected)


def instant(moment: datetime) -> str:
    """Return a time in UTC as envelopes spell it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def sign(chain: SourceChain, said: Iterable[Said | Pause | Ask]) -> Iterator[Segment]:
    """Yield each event as a segment of its own, as a live table sends it; approvals are left out.

    Events name one another by seq, so the chain must stand where the terminal began.
    """
    for one in said:
        if isinstance(one, Said):
            assert (one.source, one.seq) == (chain.source, chain.seq + 1)
            yield chain.say(one.payload, one.at, day=one.day, place=one.place, round_id=one.round)


def sign_approved(
    chains: Mapping[str, SourceChain], said: Iterable[Said | Pause | Ask]
) -> Iterator[Segment]:
    """Yield each event as ``sign`` does, and after it the approvals of those who agree to it.

    ``chains`` has the terminals' and the approvers', by source.
    """
    for one in said:
        if isinstance(one, Said):
            chain = chains[one.source]
            yield from sign(chain, [one])
            yield from approvals(chains, one)


def approvals(chains: Mapping[str, SourceChain], one: Said) -> Iterator[Segment]:
    """Yield the approvals of an event that was the last its source signed."""
    chain = chains[one.source]
    for badge in one.approvers:
        approval = Approval(target=one.name, link=chain.link.hex())
        yield chains[badge].say(approval, one.at, day=one.day, place=one.place)


def in_order(*nights: Iterable[Said | Pause | Ask]) -> Iterator[Said]:
    """Yield the events of several terminals as they would arrive, by their time."""
    for one in heapq.merge(*nights, key=lambda one: one.at):
        if isinstance(one, Said):
            yield one
