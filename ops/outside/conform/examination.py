"""Examines a device's words: each line, each envelope, each segment, then all of them together.

The door and the stages are the real ones, over a rehearsal ledger; what they refuse or find is
said in their own words, and beside it what in the bytes leads there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from ledger.door.ingestion import ADMITTED, UNAVAILABLE, Answer
from ledger.errors import GapError, RejectedError
from ledger.events.base import Payload
from ledger.events.registry import SourceEnrolled2
from ledger.events.tables import TableOpened
from ledger.ids import Link
from ledger.signed.canonical import ENVELOPE_SIZE_MAX, Envelope, body_of, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment
from ops.outside.conform.bodies import body_faults
from ops.outside.conform.found import finding, laid_of, payouts_of, unpaid
from ops.outside.conform.habits import Seen, habits
from ops.outside.conform.headers import Told, header_faults, told_by
from ops.outside.conform.lines import Line, lines_of
from ops.outside.conform.proofs import link_fault, signature_fault
from ops.outside.conform.rehearsed import Rehearsal, Sent
from ops.outside.conform.statements import Statement, merged, state
from ops.outside.conform.turns import Turns
from ops.outside.conform.unchecked import Unchecked, unchecked
from projections.authority.speakers import speakers_of
from projections.stages.integrity.refusals import TERM_SECONDS

_TAKEN: Final = frozenset({"recorded", "repeated", ADMITTED})
_ORDERED: Final = frozenset({"gap", "overlap", "fork"})
"""Refusals of what may be well written, for what was recorded before it."""


class KindRow(Struct, frozen=True, kw_only=True):
    """A kind of event, with how many were said and what became of them."""

    kind: str
    said: int
    right: int
    refused: int
    unjudged: int
    """Out of turn, after something that was refused."""
    found: int


class Report(Struct, frozen=True, kw_only=True):
    """The kit's report of a device."""

    origin: str
    sources: tuple[str, ...]
    segments: int
    events: int
    kinds: tuple[KindRow, ...]
    statements: tuple[Statement, ...]
    """Mistakes, refused and found, and what is not judged because of what was refused."""
    unchecked: tuple[Unchecked, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing is refused and nothing found."""
        return not self.statements

    @property
    def mistakes(self) -> int:
        """How many statements are of mistakes."""
        return sum(one.group != "unjudged" for one in self.statements)


def examine(
    sent: Iterable[Sent], rehearsal: Rehearsal, enrolled: Sequence[SourceEnrolled2]
) -> Report:
    """Hand all of it in, in order, and return what is to be said of it."""
    return Examination(rehearsal, enrolled).of(sent)


class Examination:
    """The examination of one device, or of several that speak to one ledger."""

    def __init__(self, rehearsal: Rehearsal, enrolled: Sequence[SourceEnrolled2]) -> None:
        """Examine the segments of these sources, sent to a rehearsal ledger."""
        self._rehearsal = rehearsal
        self._enrolled = {one.source: one for one in enrolled}
        self._found: list[Statement] = []
        self._seen: list[Seen] = []
        self._noted: set[tuple[str, bytes | None]] = set()
        """Of the events seen, the name and the blind: another blind is another event."""
        self._links: dict[str, str] = {}
        """Of every event that was sent, in hex, to its name."""
        self._envelopes: dict[str, bytes] = {}
        """Of every event that was sent, by name, the newest bytes."""
        self._turns = Turns(self._enrolled)
        self._said: Counter[str] = Counter()
        self._denied: Counter[str] = Counter()
        """By kind how many events were refused."""
        self._taken: set[str] = set()
        self._lags: dict[str, list[int]] = {}
        """By source how many seconds after the time that they say its segments came."""
        self._segments = 0

    def of(self, sent: Iterable[Sent]) -> Report:
        """Examine bodies in the order in which they came."""
        for one in sent:
            self.take(one)
        return self.report()

    def take(self, sent: Sent) -> list[Answer]:
        """Examine one body; return the door's answers to the segments in it."""
        answers: list[Answer] = []
        for line in lines_of(sent.body):
            if line.segment is None:
                self._found += line.wrong
                self._turns.miss(line.number)
            else:
                answers.append(self._segment(line, line.segment, sent.at))
        return answers

    def add(self, *statements: Statement) -> None:
        """Note statements of somebody else: answers of the service beside the door's."""
        self._found += statements

    # --- a segment -------------------------------------------------------------------------------

    def _segment(self, line: Line, segment: Segment, at: datetime | None) -> Answer:
        self._segments += 1
        events = [_Event.read(data) for data in segment.envelopes]
        answer = self._rehearsal.submit(segment, at or _claimed(events))
        if answer.outcome in _TAKEN and all(one.told.name in self._taken for one in events):
            return answer  # sent again, as the wire guide asks: it was counted then
        if answer.outcome in _TAKEN:
            self._say(events)
            self._found += line.wrong
            self._take(events)
            self._clock(events, at)
        elif answer.outcome == UNAVAILABLE:
            self._say(events)
        else:
            self._refuse(line, segment, events, answer)
        return answer

    def _say(self, events: Sequence["_Event"]) -> None:
        self._said.update(one.told.kind or "?" for one in events)

    def _refuse(
        self, line: Line, segment: Segment, events: Sequence["_Event"], answer: Answer
    ) -> None:
        """Say why a segment is refused, or hold it where that is the fault of one before it."""
        wrong = [*line.wrong]
        if not wrong or all(one.door == "" for one in wrong):
            wrong += self._why(segment, events, answer)
        self._remember(events)
        self._note(events)
        if not wrong and answer.outcome == GapError.code and self._held(events):
            return
        wrong = wrong or [self._by_the_door(events, answer)]
        self._say(events)
        self._denied.update(one.told.kind or "?" for one in events)
        self._found += wrong
        names = [name for one in wrong for name in one.events]
        for one in events:
            self._turns.refuse(one.told.source, _numbered([one]), next(iter(names), one.told.name))

    def _held(self, events: Sequence["_Event"]) -> bool:
        """Hold events that are out of turn for what was refused before them; tell whether so."""
        source, first = events[0].told.source, int(events[0].told.seq)
        cause = self._turns.cause(source, first)
        if cause is None:
            return False
        for seq, one in enumerate(events, first):
            self._turns.hold(source, seq, one.told.kind, cause)
        return True

    def _take(self, events: Sequence["_Event"]) -> None:
        self._remember(events)
        self._taken.update(one.told.name for one in events)
        self._turns.take(events[0].told.source, _numbered(events))
        self._note(events)

    def _clock(self, events: Sequence["_Event"], at: datetime | None) -> None:
        """Note how long after the time that they say events came, where somebody knows when."""
        says = _claimed(events)
        if at is not None and says is not None:
            lag = int((at - says).total_seconds())
            self._lags.setdefault(events[0].told.source, []).append(lag)

    def _late(self) -> Iterator[Statement]:
        """Yield the sources all of whose segments came long after the time that they say."""
        for source, lags in self._lags.items():
            if min(lags) > TERM_SECONDS:
                names = tuple(one.name for one in self._seen if one.source == source)
                yield state("found", "clock", "clock-behind", events=names, lag=min(lags))

    def _remember(self, events: Sequence["_Event"]) -> None:
        for one in events:
            self._links[one.link] = one.told.name
            self._envelopes[one.told.name] = one.data

    def _note(self, events: Sequence["_Event"]) -> None:
        """Keep the events that could be read, once each, for what they say together."""
        for one in events:
            if one.envelope is not None and one.envelope.origin == self._rehearsal.origin:
                seen = _seen(one.envelope)
                if (seen.name, seen.blind) not in self._noted:
                    self._noted.add((seen.name, seen.blind))
                    self._seen.append(seen)

    def _why(
        self, segment: Segment, events: Sequence["_Event"], answer: Answer
    ) -> Iterator[Statement]:
        """Yield the mistakes in the bytes that explain why the door refused a segment."""
        yield from self._out_of_role(events, answer)
        spelt = [one for event in events for one in self._spelt(event, answer)]
        yield from spelt
        if spelt:
            return
        linked = list(self._linked(events, answer))
        yield from linked
        first = events[0].envelope
        if answer.outcome == "unauthentic" and not linked and first is not None:
            word, values = signature_fault(
                segment, first.origin, first.source, first.seq, Link(first.previous)
            )
            yield self._refusal(events[0], answer, word, **values)

    def _spelt(self, event: "_Event", answer: Answer) -> Iterator[Statement]:
        """Yield how an envelope is spelt otherwise than the ledger takes it."""
        if len(event.data) > ENVELOPE_SIZE_MAX:
            yield self._refusal(event, answer, "large", got=len(event.data))
            return
        words = list(header_faults(event.data, self._rehearsal.origin))
        if not words and event.error is not None:
            words = list(body_faults(event.told.kind, body_of(event.data)))
            words = words or [("spelling", {})]
        for word, values in words:
            yield self._refusal(event, answer, word, **values)

    def _out_of_role(self, events: Sequence["_Event"], answer: Answer) -> Iterator[Statement]:
        """Yield the events of kinds that the role of their source may never say."""
        for one in events:
            enrolled = self._enrolled.get(one.told.source)
            said = speakers_of(one.told.kind) if enrolled is not None else None
            if enrolled is None or said is None:
                continue
            if enrolled.role not in {str(by.role) for by in said.by}:
                roles = _roles(one.told.kind)
                yield self._refusal(one, answer, "not-entitled", roles=roles)

    def _linked(self, events: Sequence["_Event"], answer: Answer) -> Iterator[Statement]:
        """Yield where the events of a segment do not follow from each other."""
        first = events[0]
        for number, one in enumerate(events):
            envelope = one.envelope
            if envelope is None:
                continue
            if isinstance(envelope.payload, Payload) and envelope.payload.ALONE and len(events) > 1:
                yield self._refusal(one, answer, "alone")
            if envelope.source != first.told.source:
                yield self._refusal(
                    one, answer, "other-source", first=first.told.source, other=envelope.source
                )
                continue
            expected = int(first.told.seq) + number
            if envelope.seq != expected:
                yield self._refusal(one, answer, "seq-order", expected=expected, got=envelope.seq)
                continue
            before = (
                events[number - 1].data
                if number
                else self._envelopes.get(f"{envelope.source}:{envelope.seq - 1}")
            )
            if answer.outcome in _ORDERED and not number and not self._is_astray(one, answer):
                continue
            if envelope.seq == 1 and any(envelope.previous):
                yield self._refusal(one, answer, "first-link")
            elif before is not None:
                older = {link: name for link, name in self._links.items() if name != one.told.name}
                fault = link_fault(envelope.previous.hex(), before, older)
                if fault is not None:
                    yield self._refusal(one, answer, fault[0], **fault[1])

    def _is_astray(self, event: "_Event", answer: Answer) -> bool:
        """Tell whether an event forks off where none is recorded: its link is astray."""
        return answer.outcome == "fork" and event.told.name not in self._taken

    def _refusal(self, event: "_Event", answer: Answer, word: str, **values: Any) -> Statement:
        """Return why an envelope is refused: in the words of its own decoding, else the door's."""
        error = event.error
        return state(
            "refused",
            answer.outcome if error is None else error.code,
            word,
            kind=event.told.kind,
            events=(event.told.name,) if event.told.name else (),
            door=answer.detail if error is None else str(error),
            **values,
        )

    def _by_the_door(self, events: Sequence["_Event"], answer: Answer) -> Statement:
        """Return the statement of a refusal that the bytes alone do not explain."""
        event = events[0]
        match answer.outcome:
            case "gap" | "overlap" | "fork" | "unknown-key":
                return self._refusal(event, answer, answer.outcome)
            case "unknown-source":
                known = ", ".join(self._enrolled) or "—"
                return self._refusal(
                    event, answer, "unknown-source", source=event.told.source, known=known
                )
            case "wrong-origin":
                return self._refusal(event, answer, "wrong-origin", origin=self._rehearsal.origin)
            case "not-entitled":
                named = (one for one in events if one.told.kind in answer.detail)
                guarded = next(named, event)
                roles = _roles(guarded.told.kind)
                return self._refusal(guarded, answer, "not-entitled", roles=roles)
            case _:
                return self._refusal(event, answer, "refused")

    # --- together --------------------------------------------------------------------------------

    def report(self) -> Report:
        """Fold the recorded events and return the report of the device."""
        self._rehearsal.fold()
        statements = merged([*self._found, *self._turns.statements(), *self._together()])
        kinds = self._kinds(statements)
        return Report(
            origin=self._rehearsal.origin,
            sources=tuple(sorted(self._enrolled)),
            segments=self._segments,
            events=sum(row.said for row in kinds),
            kinds=kinds,
            statements=tuple(statements),
            unchecked=tuple(self._unchecked()),
        )

    def _together(self) -> Iterator[Statement]:
        """Yield the statements of all events together; of torn sources nothing is missed.

        What is missing there was refused, and is named.
        """
        torn = frozenset(filter(self._turns.torn, self._enrolled))
        yield from habits(self._seen, self._enrolled, torn)
        yield from self._late()
        yield from self._findings(torn)
        yield from self._asides()

    def _findings(self, torn: frozenset[str]) -> Iterator[Statement]:
        """Yield the ledger's findings that this device's events prove, or that are of its place."""
        kinds = {one.name: one.kind for one in self._seen}
        whole = (one for name, one in self._enrolled.items() if name not in torn)
        places = frozenset(place for one in whole for place in one.places)
        dues, paid = self._rehearsal.dues(), payouts_of(self._seen)
        laid = laid_of(self._seen)
        for fault in self._rehearsal.faults():
            ours = tuple(one for one in fault.events if one in kinds)
            if ours or fault.place in places:
                kind = kinds[ours[-1]] if ours else ""
                yield finding(fault, kind, ours, dues, paid, laid)
        yield from unpaid(dues, self._seen)

    def _asides(self) -> Iterator[Statement]:
        for one in self._rehearsal.asides():
            yield state(
                "found", "INT-FOLD", "unfolded", kind=one.kind, events=(one.event,),
                stage=one.stage, error=one.error,
            )  # fmt: skip

    def _kinds(self, statements: Sequence[Statement]) -> tuple[KindRow, ...]:
        kinds = {one.name: one.kind for one in self._seen}
        right: Counter[str] = Counter()
        wrong = {name for one in statements if one.group == "found" for name in one.events}
        found: Counter[str] = Counter()
        for name in self._taken:
            kind = kinds.get(name)
            if kind is not None:
                (found if name in wrong else right)[kind] += 1
        unjudged = Counter(one.kind for one, mended in self._turns.held() if not mended)
        refused = self._denied + Counter(one.kind for one, mended in self._turns.held() if mended)
        said = self._said + Counter(one.kind for one, _ in self._turns.held())
        return tuple(
            KindRow(
                kind=kind, said=said[kind], right=right[kind], found=found[kind],
                refused=refused[kind], unjudged=unjudged[kind],
            )
            for kind in sorted(said)
        )  # fmt: skip

    def _unchecked(self) -> Iterator[Unchecked]:
        told: set[tuple[str, tuple[str, ...]]] = set()
        for one in self._seen:
            if isinstance(one.payload, TableOpened):
                of = (one.payload.game, tuple(sorted(one.payload.records)))
                if of not in told:
                    told.add(of)
                    yield from unchecked(*of)


class _Event(Struct, frozen=True):
    """An envelope as it came, and what could be read of it."""

    data: bytes
    link: str
    told: Told
    envelope: Envelope | None
    error: RejectedError | None

    @classmethod
    def read(cls, data: bytes) -> "_Event":
        """Read an envelope, well or badly spelt."""
        told, link = told_by(data), link_of(data).hex()
        try:
            return cls(data, link, told, decode(data), None)
        except RejectedError as error:
            return cls(data, link, told, None, error)


def _seen(envelope: Envelope) -> Seen:
    return Seen(
        name=f"{envelope.source}:{envelope.seq}",
        source=envelope.source,
        kind=envelope.kind,
        at=envelope.at,
        day=envelope.day,
        place=envelope.place,
        round=envelope.round,
        blind=envelope.blind,
        payload=envelope.payload,
    )


def _numbered(events: Sequence[_Event]) -> list[int]:
    """Return the seqs of events, as far as they can be read."""
    return [int(one.told.seq) for one in events if one.told.seq.isdecimal()]


def _claimed(events: Sequence[_Event]) -> datetime | None:
    """Return the time that the last event of a segment claims; None where it says none."""
    told = [one.envelope.at for one in events if one.envelope is not None]
    return datetime.fromisoformat(told[-1]).astimezone(UTC) if told else None


def _roles(kind: str) -> str:
    said = speakers_of(kind)
    return ", ".join(one.role for one in said.by) if said is not None else "—"
