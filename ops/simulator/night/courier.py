"""Takes parties' events to the door, as devices do: in bursts, late, repeated.

Time is the parties': at the end of each window of it the ledger's clock ticks, then all that was
said goes to the door. What one party says arrives in its order, but for those of its devices that
have a line of their own; these, and parties among themselves, arrive as they come. A line may be
out of reach for some windows, and then sends all it kept; a request may be sent twice, because its
answer was lost: the door gives the old receipts.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Final, Protocol

from msgspec import structs

from ledger.events.registry import AccessRecorded, KeyRevoked, KeyRotated
from ledger.events.reviews import Approval, Correction
from ledger.ids import NO_LINK
from ledger.roles import OF_A_CASINO, Binding
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment
from ledger.signed.signing import KeySigner, Signer
from ledger.signed.sources import SourceChain, prove_possession
from ops.simulator.parties.party import Party
from ops.simulator.parties.terminal import (
    ANY_KEY,
    LAST_LINK,
    Ask,
    AskFinding,
    AskReceita,
    Forgery,
    Pause,
    Read,
    Said,
    Telling,
    Told,
    instant,
)

WINDOW: Final = timedelta(minutes=1)
OUT_OF_REACH: Final = 0.01
"""How often a party is out of reach, by window."""
WINDOWS_MAX: Final = 2
"""For how many windows, at most: below what the floor takes for silence."""
REPEATED: Final = 0.02
"""How often a request is sent again."""
BURST: Final = 0.2
"""How often a party sends a window's events in one segment, or a few, and not singly."""
SOMEWHERE: Final = "casino"
"""Where a party stands that is told of no casino."""
Spoken = Said | Ask | AskReceita | AskFinding | Read | Forgery
"""What a party says but for its pauses."""
Line = tuple[int, str]
"""A party, and of its devices the one that sends by itself; empty: all the others, together."""


class House(Protocol):
    """A ledger as those who speak to it know it."""

    def chain(self, source: str) -> SourceChain:
        """Return an enrolled source's chain."""
        ...

    def enrol(self, source: str, binding: Binding) -> None:
        """Give a new source its key, bound to person, casino, places and pools."""
        ...

    def submit(self, segments: list[Segment]) -> None:
        """Hand segments in; all are recorded, or were before.

        Raises:
            LedgerError: if one is refused.

        """
        ...

    def tick(self, at: datetime) -> None:
        """Let the ledger's clock tick at a moment of the simulated time."""
        ...

    def forge(self, segment: Segment) -> None:
        """Hand in what must be refused, by somebody who has a credential of the casino."""
        ...

    def gate(self, place: str, wanted: str | None) -> bool:
        """Ask the acta's gate for a bingo room (R60); tell whether it said yes, and recorded it."""
        ...

    def receita(self, casino: str, day: str) -> int:
        """Return the revenue of a casino's gaming day, as the ledger has it."""
        ...

    def finding(self, code: str, event: str) -> str:
        """Return the id of the finding of a code that an event proves."""
        ...

    def read(self, payload: AccessRecorded) -> None:
        """Let the service write down that somebody read."""
        ...

    def renew(self, source: str, number: int) -> Signer:
        """Return a source's new key, of that number, from now on its only one here."""
        ...


class Courier:
    """Signs and delivers what parties say."""

    def __init__(
        self,
        house: House,
        seed: int,
        *,
        calm: bool = False,
        window: timedelta = WINDOW,
        progress: Callable[[int], None] | None = None,
        alter: Callable[[Said], Said] | None = None,
    ) -> None:
        """Deliver to a house; a calm courier is never late and says nothing twice.

        ``alter`` is what becomes of an event before it is signed. A window longer than a minute
        sends each party's events in segments as long as may be, all by one line.
        """
        self._house = house
        self._rng = Random(f"{seed}/courier")  # noqa: S311 - a seed, no secret
        self._calm = calm
        self._window = window
        self._progress = progress
        self._alter = alter
        self._chains: dict[str, SourceChain] = {}
        self._kept: dict[Line, list[Said]] = {}
        """Line to what was said and has not been sent."""
        self._away: dict[Line, int] = {}
        """Line to the windows that it is still out of reach."""
        self._links: dict[str, str] = {}
        """Events that corrections will name, with their links."""
        self._renewed: dict[str, Signer] = {}
        """Source to the key with which it goes on after its present event."""
        self.events = 0
        """Delivered so far, approvals included."""

    def deliver(self, tellings: Sequence[Telling]) -> None:
        """Deliver the events of several parties, each in its own order."""
        end: str | None = None
        moment: datetime | None = None
        for number, said in merged(tellings):
            when = _when(said)
            if end is None or when >= end:
                self._send_until(moment, when)
                moment = _window_end(datetime.fromisoformat(when), self._window)
                end = instant(moment)
            if isinstance(said, Ask):
                self._ask(number, said)
            elif isinstance(said, AskReceita | AskFinding):
                self._look(said)
            elif isinstance(said, Read):
                self._house.tick(datetime.fromisoformat(said.at))
                self._house.read(_reading(said))
            elif isinstance(said, Forgery):
                self._house.tick(datetime.fromisoformat(said.at))
                self._send_now(number)
                self._house.forge(forged(self._chain(said.source), said))
            else:
                line = said.source if said.apart and self._window <= WINDOW else ""
                self._kept.setdefault((number, line), []).append(said)
        if moment is not None:
            self._away.clear()
            self._send(moment, last=True)
            self._house.tick(moment + self._window)

    def _look(self, asked: AskReceita | AskFinding) -> None:
        """Look something up in the ledger, once everybody has sent all he said."""
        self._house.tick(datetime.fromisoformat(asked.at))
        for party in sorted({party for party, _ in self._kept}):
            self._send_now(party)
        if isinstance(asked, AskReceita):
            asked.amount = self._house.receita(asked.casino, asked.day)
        else:
            asked.finding = self._house.finding(asked.code, asked.event)

    def _ask(self, number: int, ask: Ask) -> None:
        """Ask the gate; who asks it is in reach, and has sent all he said."""
        self._house.tick(datetime.fromisoformat(ask.at))
        self._send_now(number)
        ask.granted = self._house.gate(ask.place, ask.wanted)

    def _send_until(self, moment: datetime | None, when: str) -> None:
        """Send window by window until somebody speaks again, or nobody has anything left."""
        while moment is not None:
            self._send(moment)
            moment += self._window
            if not self._kept or instant(moment) >= when:
                break

    def _send_now(self, number: int) -> None:
        """Send every event that a party has kept, by whatever line."""
        lines = [line for line in self._kept if line[0] == number]
        for line in lines:
            self._away.pop(line, None)
        self._submit([*self._signed(self._taken(lines))])

    # --- a window ------------------------------------------------------------------------------

    def _send(self, moment: datetime, *, last: bool = False) -> None:
        self._house.tick(moment)
        segments: list[Segment] = []
        for number in sorted({party for party, _ in self._kept}):
            lines = [
                line
                for line in sorted(line for line in self._kept if line[0] == number)
                if last or self._in_reach(line, self._kept[line])
            ]
            segments.extend(self._signed(self._taken(lines)))
        self._submit(segments)

    def _taken(self, lines: Sequence[Line]) -> list[Said]:
        """Take the events that some lines of a party have kept, in the order of time."""
        return [*heapq.merge(*(self._kept.pop(line) for line in lines), key=lambda one: one.when)]

    def _submit(self, segments: list[Segment]) -> None:
        if not segments:
            return
        self._house.submit(segments)
        if not self._calm and self._rng.random() < REPEATED:
            self._house.submit(segments)
        self.events += sum(len(segment.envelopes) for segment in segments)
        if self._progress is not None:
            self._progress(self.events)

    def _in_reach(self, line: Line, kept: Iterable[Said]) -> bool:
        if self._calm or any(said.approvers for said in kept):
            self._away.pop(line, None)
            return True  # an approver does not wait for what he does not see
        if line not in self._away and self._rng.random() < OUT_OF_REACH:
            self._away[line] = self._rng.randrange(1, WINDOWS_MAX + 1)
        if self._away.get(line, 0) > 0:
            self._away[line] -= 1
            return False
        self._away.pop(line, None)
        return True

    def _signed(self, kept: list[Said]) -> Iterator[Segment]:
        """Sign a party's events: singly, or runs of one source together."""
        burst = self._window > WINDOW or (not self._calm and self._rng.random() < BURST)
        run: list[Said] = []
        for said in kept:
            if run and (
                not burst
                or said.source != run[0].source
                or run[-1].approvers
                or run[-1].payload.ALONE
                or said.payload.ALONE
                or len(run) == SEGMENT_EVENTS_MAX
            ):
                yield from self._segment(run)
                run = []
            run.append(said)
        if run:
            yield from self._segment(run)

    def _segment(self, run: list[Said]) -> Iterator[Segment]:
        chain = self._chain(run[0].source)
        assert run[0].seq == chain.seq + 1, f"{run[0].name} after {chain.name_of_last()}"
        first, previous = chain.seq + 1, chain.link
        envelopes = [self._envelope(chain, one) for one in run]
        yield chain.sign(envelopes, first, previous)
        last = run[-1]
        self._go_on(chain, last)
        for badge in last.approvers:
            approval = Approval(target=last.name, link=chain.link.hex())
            yield self._chain(badge).say(approval, last.at, day=last.day, place=last.place)

    def _envelope(self, chain: SourceChain, one: Said) -> bytes:
        one = one if self._alter is None else self._alter(one)
        payload = one.payload
        if isinstance(payload, Correction) and payload.link == LAST_LINK:
            link = self._links.pop(payload.target, None) or chain.link.hex()
            payload = structs.replace(payload, link=link)
        elif isinstance(payload, KeyRotated) and payload.key == ANY_KEY:
            payload = self._rotation(chain, one.seq)
        elif isinstance(payload, KeyRevoked) and payload.key == ANY_KEY:
            held = self._chain(payload.source).signer.public_key
            payload = structs.replace(payload, key=held.hex())
        envelope = chain.event(payload, one.at, day=one.day, place=one.place, round_id=one.round)
        if one.named:
            self._links[one.name] = chain.link.hex()
        return envelope

    def _rotation(self, chain: SourceChain, number: int) -> KeyRotated:
        """Make a source's new key, with which it goes on after this event."""
        signer = self._renewed[chain.source] = self._house.renew(chain.source, number)
        proof = prove_possession(chain.origin, chain.source, signer)
        return KeyRotated(key=signer.public_key.hex(), proof=proof)

    def _go_on(self, chain: SourceChain, last: Said) -> None:
        """Let a source that has said so go on with its new key."""
        signer = self._renewed.pop(last.source, None)
        if signer is not None:
            self._chains[last.source] = SourceChain(
                chain.origin, last.source, signer, seq=chain.seq, link=chain.link
            )

    def _chain(self, source: str) -> SourceChain:
        if source not in self._chains:
            self._chains[source] = self._house.chain(source)
        return self._chains[source]


def merged(tellings: Sequence[Telling]) -> Iterator[tuple[int, Spoken]]:
    """Yield the events and questions of several parties in order of time, with the party's number.

    A telling that pauses is asked again only when all others have come as far.
    """
    heap: list[tuple[str, int, Told]] = []
    for number, telling in enumerate(tellings):
        _next(heap, number, telling)
    while heap:
        _, number, one = heapq.heappop(heap)
        if not isinstance(one, Pause):
            yield number, one
        _next(heap, number, tellings[number])


def _next(heap: list[tuple[str, int, Told]], number: int, telling: Telling) -> None:
    one = next(telling, None)
    if one is not None:
        heapq.heappush(heap, (_when(one), number, one))


def _when(one: Told) -> str:
    return one.when if isinstance(one, Said) else one.at


def _reading(one: Read) -> AccessRecorded:
    return AccessRecorded(
        person=one.person,
        purpose=one.purpose,
        count=1,
        since=one.since,
        until=one.at,
        subject=one.subject,
    )


def forged(chain: SourceChain, one: Forgery) -> Segment:
    """Return a forger's segment; the source's own chain stays where it is."""
    origin, source, seq, link = chain.origin, one.source, chain.seq, chain.link
    signer: Signer = chain.signer
    match one.how:
        case "unknown-key":
            signer = KeySigner.from_seed(sha256(f"forger/{source}".encode()).digest())
        case "unknown-source":
            source, seq, link = f"{source}-desconhecida", 0, NO_LINK
        case "gap":
            seq += 1
        case "fork":
            seq, link = 0, NO_LINK
        case _:
            pass
    segment = SourceChain(origin, source, signer, seq=seq, link=link).say(one.payload, one.at)
    if one.how == "unauthentic":
        return structs.replace(segment, signature=bytes(reversed(segment.signature)))
    if one.how == "not-canonical":
        return structs.replace(segment, envelopes=(segment.envelopes[0] + b" ",))
    if one.how == "malformed":
        return structs.replace(segment, envelopes=(b"{" + segment.envelopes[0],))
    return segment


def _window_end(moment: datetime, window: timedelta) -> datetime:
    """Return the end of the window that a moment is in; windows begin at full multiples."""
    start = datetime.min.replace(tzinfo=moment.tzinfo)
    return start + ((moment - start) // window + 1) * window


def sources_of(parties: Iterable[Party]) -> dict[str, Binding]:
    """Return who signs for several parties, and as what; approvers may be shared."""
    sources: dict[str, Binding] = {}
    speakers: set[str] = set()
    for party in parties:
        mine = {source: _of_casino(party, one) for source, one in party.sources().items()}
        terminal = party.terminal.source
        assert terminal not in speakers, f"two parties speak as {terminal}"
        speakers.add(terminal)
        sources |= mine
    return sources


def _of_casino(party: Party, binding: Binding) -> Binding:
    """Return a binding with the party's casino, where its role has one and none is told."""
    if binding.casino is not None or binding.role not in OF_A_CASINO:
        return binding
    return structs.replace(binding, casino=party.casino or SOMEWHERE)
