"""The one door: decode, canonical test, key, signature, chain, append, receipt.

Whoever submits does the work that needs no order (decoding, hashing, signatures) in his own
thread; then one of those who wait leads (``ledger.door.line``): he takes everything that waits, up
to 1,000 events or 1 MB, makes one call to the append function, and wakes whoever is answered. There
is no hand-over between threads when nobody else waits, and no waiting for more when somebody does.

What a crash leaves behind, step by step:

1. before the append: nothing; the source resends.
2. in the append: all of the batch or nothing, as the transaction ends.
3. after the commit, before the receipt: the source resends and gets the receipt it would have had.
4. before refusals are written down: they are lost with the process; a refused source resends.

What an exception leaves behind, wherever it meets him who leads: he raises it; of the others those
whose segments he had in hand are told to come again (``unavailable``), and the next in the line
leads, after reading heads and trust anew.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final, Literal, Protocol

from msgspec import Struct
from typing_extensions import override

from ledger.door.admission import (
    Admitted,
    admit,
    claimed_last,
    claimed_source,
    is_authentic,
    read,
    rows_of,
    unauthentic,
)
from ledger.door.forgetting import AFTER_ALL, ForgettingStore
from ledger.door.line import Line, Place
from ledger.door.refusals import OUT_OF_TURN, Refusals
from ledger.errors import (
    CorruptLedgerError,
    ExpiredKeyError,
    ForkError,
    GapError,
    LedgerError,
    NotEntitledError,
    OverlapError,
    RejectedError,
    RevokedKeyError,
    TickAheadError,
    UnknownKeyError,
    UnknownSourceError,
)
from ledger.events.base import Payload
from ledger.events.registry import ClockTicked
from ledger.ids import Link
from ledger.keys import Keyring
from ledger.signed.canonical import instant
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ledger.store.recorder import NotStoredError, RefusedByStoreError, Rows, UnknownOutcomeError

_LOGGER: Final = logging.getLogger(__name__)
BATCH_EVENTS_MAX: Final = 1_000
BATCH_BYTES_MAX: Final = 1_000_000
QUEUE_EVENTS_MAX: Final = 20_000
PARALLEL_FROM: Final = 8
"""Signatures of fewer segments are checked by the submitting thread alone."""
NOT_YET_KNOWN: Final = frozenset({UnknownSourceError.code, UnknownKeyError.code})
"""Refusals of what may have come before the enrolment, or the new key, of who signed it."""
OUTCOME_SECONDS_MAX: Final = 60
"""How long the door asks a store that does not answer what became of a batch."""
OUTCOME_PAUSE_SECONDS: Final = 0.2
TICK_AHEAD_MAX: Final = timedelta(minutes=5)
"""How far a tick that comes in may be ahead of the door's own clock."""
TRUST_MOVED: Final = "trust-moved"
KEY_REFUSALS: Final = (
    UnknownSourceError,
    UnknownKeyError,
    RevokedKeyError,
    ExpiredKeyError,
    NotEntitledError,
)
"""Refusals by the state of trust, which another door may have moved."""
UNAVAILABLE: Final = "unavailable"
"""The store could not take it now, through no fault of the segment: come again."""
ADMITTED: Final = "admitted"
"""Of a rehearsal: it would be recorded, and is not."""
RECORDED: Final = "recorded"


class BusyError(LedgerError):
    """The door's queue is full; the source should come again a little later."""


class Receipt(Struct, frozen=True, kw_only=True):
    """Proof for the source that its segment is in the log: the same for ever."""

    origin: str
    source: str
    first: int
    """Seq of the segment's first event."""
    count: int
    link: str
    """Link of the last event, in hex."""
    position: int
    """Position of the last event."""


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one submitted segment."""

    outcome: str
    """``recorded``, ``repeated``, or the code of a refusal; of a rehearsal ``admitted``."""
    receipt: Receipt | None = None
    detail: str = ""
    """For a refusal: the thing, what was expected, what was there."""
    unknown: tuple[str, ...] = ()
    """Kinds in it that this program does not know: recorded and proved, and judged by nobody."""

    @property
    def accepted(self) -> bool:
        """Whether the segment is in the log."""
        return self.receipt is not None


class Store(Protocol):
    """The recorder, as far as the door needs it."""

    def append(self, rows: Rows, trust_seen: int | None = None) -> int:
        """Record the rows in one transaction; return the first one's position."""
        ...

    def enrol(self, sources: Sequence[str]) -> None:
        """Allow these sources to begin a chain; a chain that has begun is kept."""
        ...

    def trust_seen(self) -> int:
        """Return the position of the newest batch that held an event of trust or time."""
        ...

    def blinded(self) -> bool:
        """Tell whether the ledger takes envelopes of ``razao/2`` only."""
        ...

    def head(self, source: str) -> tuple[int, Link] | None:
        """Return the seq and link of the source's newest event; seq 0 before its first."""
        ...

    def links(self, source: str, first: int, last: int) -> list[tuple[int, Link]]:
        """Return position and link of the source's events from seq ``first`` to ``last``."""
        ...

    def keep(self, source: str, code: str, data: bytes, *, always: bool) -> bool | None:
        """Keep refused bytes, within the quota unless ``always``; tell whether they are kept.

        None where they were kept before.
        """
        ...


class Memory(Protocol):
    """The memory of the log's order: ``ledger.log.log.Log``."""

    def tick_payload(self) -> ClockTicked:
        """Write the order down up to now; return a tick that carries size and root."""
        ...


class _Ticket(Place):
    """One caller's segments on their way through the door."""

    __slots__ = ("answers", "waiting")

    def __init__(self, segments: Sequence[Admitted | Answer]) -> None:
        self.answers: list[Answer | None] = [
            one if isinstance(one, Answer) else None for one in segments
        ]
        self.waiting = deque(
            (index, one) for index, one in enumerate(segments) if isinstance(one, Admitted)
        )
        super().__init__(sum(len(one.links) for _, one in self.waiting))

    @override
    def is_answered(self) -> bool:
        return all(self.answers)


_Entry = tuple[_Ticket, int, Admitted]
"""A segment, and where its answer goes."""


class Door:
    """Takes segments, records the authentic ones in order, and says what became of each."""

    def __init__(
        self,
        store: Store,
        trust: Callable[[], Keyring],
        service: SourceChain | None = None,
        *,
        log: Memory | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        threads: int = 2,
    ) -> None:
        """Open the door on a ledger whose state of trust, up to its last event, ``trust`` reads.

        ``service`` signs what the service itself says: ticks and refusals; ``log`` remembers the
        order of the log, for ticks to carry its root.
        """
        self._trust = trust
        self.keyring = trust()
        assert self.keyring.origin is not None
        self.origin = self.keyring.origin
        self._blinded = store.blinded()
        self.service = service
        self._store = store
        self._log = log
        self._now = now
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="door")
        self._threads = threads
        self._line: Line[_Ticket] = Line()
        self._pen = threading.Lock()
        self._stale = False
        """Whether an exception left heads and trust in doubt."""
        self._heads: dict[str, tuple[int, Link]] = {}
        self._refusals = Refusals()
        self._stopped: Exception | None = None
        store.enrol(sorted(self.keyring.sources))

    def submit(self, segments: Sequence[Segment], *, credential: str | None = None) -> list[Answer]:
        """Return, in order, what became of each segment, after it is durable.

        ``credential`` names the authenticated caller, if any; refused bytes are kept only for such.

        Raises:
            BusyError: the queue is full; nothing was taken.

        """
        ticket = _Ticket(self._prepare(segments))
        try:
            if ticket.waiting:
                self._pass(ticket)
        except BusyError:
            raise
        except BaseException:
            with suppress(Exception):  # why it raises matters more than what became of the refusals
                self._note_refusals(segments, ticket.answers, credential)
            raise
        self._note_refusals(segments, ticket.answers, credential)
        answers = [answer for answer in ticket.answers if answer is not None]
        assert len(answers) == len(segments)
        return answers

    def _pass(self, ticket: _Ticket) -> None:
        """Wait until the ticket is answered, and write for all who wait where it is its turn."""
        try:
            if not self._line.join(ticket, QUEUE_EVENTS_MAX):
                waiting = self._line.events
                raise BusyError(f"{waiting} events wait, at most {QUEUE_EVENTS_MAX} may")
            if self._line.wait(ticket):
                while not ticket.done:
                    with self._pen:
                        self._write_batch()
        finally:
            self._line.leave(ticket)

    def rehearse(self, segments: Sequence[Segment]) -> list[Answer]:
        """Return, in order, what would become of each segment after those before it; store nothing.

        What is in the log already gets its receipt. Refusals of a rehearsal are nobody's.
        """
        with self._pen:
            keyring = self._trust()
        store = ForgettingStore(self._store, keyring.seen)
        with closing(Door(store, lambda: keyring, now=self._now)) as rehearsal:
            answers = rehearsal.submit(segments)
        return [_rehearsed(answer) for answer in answers]

    def last_receipt(self, source: str) -> Receipt | None:
        """Return the receipt of a source's newest event, as a segment of its own; else None.

        A device that lost its disk goes on from there.
        """
        head = self._store.head(source)
        if head is None or head[0] == 0:
            return None
        seq, link = head
        ((position, _),) = self._store.links(source, seq, seq)
        return Receipt(
            origin=self.origin,
            source=source,
            first=seq,
            count=1,
            link=link.hex(),
            position=position,
        )

    def say(self, payload: Payload, *, place: str | None = None) -> Answer:
        """Record an event of the service itself, at the present moment.

        A service whose key was ended says nothing more, and is told why.
        """
        service = self.service
        assert service is not None, "this door has no service key"
        with self._pen:
            answer = self._said(service, payload, place)
            if answer.outcome != ForkError.code:
                return answer
            # Another door spoke for the service since this one looked; heads were read anew since.
            return self._said(service, payload, place)

    def _said(self, service: SourceChain, payload: Payload, place: str | None) -> Answer:
        self._look_again()
        try:
            self.keyring.check(service.source, service.signer.public_key)
        except KEY_REFUSALS as error:
            if self._store.trust_seen() == self.keyring.seen:
                return _refused(error)
            self._refresh()  # another door may have heard of the next key
            try:
                self.keyring.check(service.source, service.signer.public_key)
            except KEY_REFUSALS as still:
                return _refused(still)
        head = self._head_of(service.source)
        assert head is not None
        service.seq, service.link = head
        said = service.say(payload, instant(self._now()), place=place)
        prepared = admit(said, self.origin, blinded=self._blinded)
        assert prepared.unfit is None
        ticket = _Ticket([prepared])
        try:
            self._write([(ticket, *ticket.waiting.popleft())])
        except BaseException:
            self._stale = True
            raise
        (answer,) = ticket.answers
        assert answer is not None
        return answer

    def tick(self) -> Answer:
        """Record a tick of the ledger's clock, with the root of the log before it.

        Raises:
            CorruptLedgerError: the log cannot state its root; the tick, without it, is recorded.

        """
        if self._log is None:
            return self.say(ClockTicked())
        try:
            payload = self._log.tick_payload()
        except CorruptLedgerError:
            self.say(ClockTicked())  # time goes on, whatever became of the log
            raise
        return self.say(payload)

    def write_refusals(self) -> int:
        """Record the refusals since the last call, folded; return how many events that took."""
        # A service whose key was ended says nothing; whoever replaces it says these, too.
        return self._refusals.write(lambda payload: self.say(payload).receipt is not None)

    @property
    def waiting(self) -> int:
        """Return how many events wait to be recorded."""
        return self._line.events

    @property
    def stopped(self) -> str | None:
        """Return why the door takes nothing more until it is opened anew; None while it does."""
        error = self._stopped
        return None if error is None else f"the door is closed after a {type(error).__name__}"

    @property
    def stories_counted(self) -> Mapping[str, int]:
        """By source, its second stories of late that are counted and not named one by one."""
        return self._refusals.counted

    def close(self) -> None:
        """Write outstanding refusals and a last tick, and end the door's threads."""
        try:
            if self.service is not None and self._stopped is None:
                self.write_refusals()
                self.tick()
        except CorruptLedgerError as error:
            # The last tick stands without a root; whoever verifies finds out more than this says.
            _LOGGER.error("the door closes on a log that contradicts itself: %s", error)  # noqa: TRY400 - the message says it; no trace helps
        finally:
            self._pool.shutdown()

    # --- without order -------------------------------------------------------------------------

    def _prepare(self, segments: Sequence[Segment]) -> list[Admitted | Answer]:
        """Return the segments decoded, first all of them, and then their signatures checked.

        Decoding needs the interpreter, which one thread has at a time; a signature does not.
        """
        found = [self._decoded(segment) for segment in segments]
        read = [one for one in found if isinstance(one, Admitted)]
        fitting = iter(self._fitting(read))
        return [
            one if isinstance(one, Answer) or next(fitting) else self._unauthentic(one)
            for one in found
        ]

    def _decoded(self, segment: Segment) -> Admitted | Answer:
        try:
            return read(segment, self.origin, blinded=self._blinded)
        except RejectedError as error:
            return _refused(error)

    def _fitting(self, read: Sequence[Admitted]) -> list[bool]:
        """Return of each segment whether its signature fits: of many, on several threads."""
        if len(read) < PARALLEL_FROM:
            return self._fitting_part(read)
        step = -(-len(read) // self._threads)
        parts = [read[start : start + step] for start in range(0, len(read), step)]
        others = [self._pool.submit(self._fitting_part, part) for part in parts[1:]]
        fitting = self._fitting_part(parts[0])
        for other in others:
            fitting += other.result()
        return fitting

    def _fitting_part(self, read: Sequence[Admitted]) -> list[bool]:
        return [is_authentic(one, self.origin) for one in read]

    def _unauthentic(self, one: Admitted) -> Answer:
        """Prefer to say that nobody enrolled the key than that its signature does not fit."""
        try:
            self.keyring.check(one.source, one.segment.key)
        except RejectedError as better:
            return _refused(better)
        return _refused(unauthentic(one))

    # --- in order: only with the pen -----------------------------------------------------------

    def _write_batch(self) -> None:
        """Record the waiting segments, up to a batch's size."""
        if self._stopped is not None and not self._opens_again(self._stopped):
            return
        hand: list[_Entry] = []
        try:
            self._look_again()
            batch = self._choose(hand)
            if batch:
                self._write(batch)
        except BaseException as error:
            # He who leads raises it. Nobody else may wait for ever for what he had in hand.
            self._stale = True
            _tell_unavailable(_of(hand), error)
            raise
        finally:
            self._line.release()

    def _choose(self, hand: list[_Entry]) -> list[_Entry]:
        """Return the waiting segments that may be recorded now; tell the others what they are.

        ``hand`` gets each that was taken, before anything is asked about it.
        """
        batch: list[_Entry] = []
        heads: dict[str, tuple[int, Link]] = {}
        for ticket, index, one in self._take(hand):
            verdict = self._judge(one, heads, batch)
            if verdict is _CUT:
                ticket.waiting.appendleft((index, one))
                hand.pop()
                break
            if isinstance(verdict, Answer):
                ticket.answers[index] = verdict
                continue
            batch.append((ticket, index, one))
            heads[one.source] = (one.last, one.links[-1])
            if one.turning:
                break
        return batch

    def _look_again(self) -> None:
        """Read heads and trust anew if an exception left them in doubt."""
        if self._stale:
            self._refresh()
            self._stale = False

    def _opens_again(self, stopped: Exception) -> bool:
        """Read heads and trust anew after an answer of the store was lost; tell whether it worked.

        While the store does not answer, what waits is refused: whoever sent it sends again.

        Raises:
            CorruptLedgerError: the door was closed by something else than a lost answer.

        """
        if not isinstance(stopped, UnknownOutcomeError):
            raise CorruptLedgerError("the door is closed after an error") from stopped
        try:
            self._refresh()
        except CorruptLedgerError as error:
            self._stopped = error
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the store does not answer yet
            _tell_unavailable(self._line.waiting(), error)
            self._line.release()
            return False
        self._stopped = None
        self._stale = False
        return True

    def _take(self, hand: list[_Entry]) -> Iterator[_Entry]:
        events = size = 0
        for ticket in self._line.waiting():
            while ticket.waiting:
                index, one = ticket.waiting[0]
                if events and (
                    events + len(one.links) > BATCH_EVENTS_MAX or size + one.size > BATCH_BYTES_MAX
                ):
                    return
                events += len(one.links)
                size += one.size
                hand.append((ticket, index, one))
                ticket.waiting.popleft()
                yield hand[-1]

    def _judge(
        self,
        one: Admitted,
        heads: dict[str, tuple[int, Link]],
        batch: list[_Entry],
    ) -> "Answer | Literal['cut'] | None":
        """Return None if the segment may be recorded now, ``cut`` if the batch must go first."""
        in_batch = one.source in heads
        head = heads[one.source] if in_batch else self._head_of(one.source)
        if (
            not in_batch
            and head is not None
            and (one.first, one.previous) != (head[0] + 1, head[1])
        ):
            # Before anybody is accused, the head is read anew: another door may have moved it.
            self._heads.pop(one.source)
            head = self._head_of(one.source)
        try:
            if head is not None and one.first <= head[0]:
                # What is recorded stays recorded, whatever became of the key since.
                return _CUT if in_batch else self._repeated(one, head)
            if one.unfit is not None:
                raise one.unfit
            if one.turning:
                self._check_ticks(one)
            self._check_trusted(one)
            assert head is not None
            _check_follows(one, head)
        except KEY_REFUSALS as error:
            if self._store.trust_seen() == self.keyring.seen:
                return _refused(error)
            if batch:
                return _CUT
            # Somebody was enrolled, or a key changed, through another door since this one looked.
            self._refresh()
            return self._judge(one, heads, batch)
        except RejectedError as error:
            return _refused(error)
        assert batch or not in_batch
        return None

    def _check_trusted(self, one: Admitted) -> None:
        """Refuse a segment whose key may not sign, or whose source may not say it."""
        self.keyring.check(one.source, one.segment.key)
        if one.turning:  # `verify` judges each signature at its segment's last event
            before = [it.at for it in one.envelopes[:-1] if it.kind == ClockTicked.KIND]
            self.keyring.check_ticks(one.source, before)
        for guarded in one.guarded:
            name = f"{one.source}:{guarded.seq}"
            self.keyring.check_entitled(name, guarded.kind, guarded.payload)

    def _check_ticks(self, one: Admitted) -> None:
        """Refuse a tick of a time that has not come: no clock goes back from there."""
        bound = instant(self._now() + TICK_AHEAD_MAX)
        for envelope in one.envelopes:
            if envelope.kind.startswith("clock-ticked/") and envelope.at > bound:
                raise TickAheadError(
                    f"{one.source}:{envelope.seq}: expected a time up to {bound}, got {envelope.at}"
                )

    def _repeated(self, one: Admitted, head: tuple[int, Link]) -> Answer:
        stored = self._store.links(one.source, one.first, min(one.last, head[0]))
        for offset, (_, link) in enumerate(stored):
            if link != one.links[offset]:
                raise ForkError(
                    f"{one.source}:{one.first + offset} is recorded with link {link.hex()}, "
                    f"this one has {one.links[offset].hex()}"
                )
        if len(stored) < len(one.links):
            raise OverlapError(
                f"{one.source}: events up to {head[0]} are recorded; resend from {head[0] + 1}"
            )
        receipt = self._receipt(one, stored[-1][0])
        return Answer(outcome="repeated", receipt=receipt, unknown=_unknown_in(one))

    def _write(self, batch: list[_Entry]) -> None:
        """Record the batch; a segment that the store refuses is set aside with its own error."""
        while batch:
            try:
                position = self._append([one for _, _, one in batch])
            except RefusedByStoreError as error:
                batch = self._set_aside(batch, error)
                continue
            except NotStoredError as error:
                self._heads.clear()
                _tell_unavailable(_of(batch), error)
                return
            except Exception as error:
                # Nothing is known about the store any more: a restart reads it anew.
                self._stopped = error
                raise
            for ticket, index, one in batch:
                ticket.answers[index] = Answer(
                    outcome=RECORDED,
                    receipt=self._receipt(one, position + len(one.links) - 1),
                    unknown=_unknown_in(one),
                )
                self._note_recorded(one, position)
                position += len(one.links)
            return

    def _append(self, batch: list[Admitted]) -> int:
        rows = rows_of(batch)
        try:
            return self._store.append(rows, self.keyring.seen)
        except UnknownOutcomeError as error:
            position = self._outcome(batch[-1], error)
        if position is None:
            return self._store.append(rows, self.keyring.seen)
        return position - len(rows.seqs) + 1

    def _outcome(self, last: Admitted, lost: UnknownOutcomeError) -> int | None:
        """Return the position of a batch's last event if the batch was committed, else None.

        It tells for all: a batch is one transaction. A server that is killed is back in seconds,
        so it is asked for a while before the question is given up.
        """
        deadline = time.monotonic() + OUTCOME_SECONDS_MAX
        while True:
            try:
                stored = self._store.links(last.source, last.last, last.last)
            except Exception:  # noqa: BLE001 - whatever it is, the store does not answer yet
                if time.monotonic() > deadline:
                    raise lost from None
                time.sleep(OUTCOME_PAUSE_SECONDS)
                continue
            if stored and stored[0][1] == last.links[-1]:
                return stored[0][0]
            return None

    def _set_aside(self, batch: list[_Entry], error: RefusedByStoreError) -> list[_Entry]:
        """Judge the batch again by the store's own heads and trust; return what may be tried again.

        Another door may have recorded events since this one looked.
        """
        self._refresh()
        heads: dict[str, tuple[int, Link]] = {}
        kept: list[_Entry] = []
        for ticket, index, one in batch:
            verdict = self._judge(one, heads, kept)
            if isinstance(verdict, Answer):
                ticket.answers[index] = verdict
            elif verdict is _CUT:
                ticket.answers[index] = _refused(ForkError(f"{one.source}:{one.first}: {error}"))
            else:
                kept.append((ticket, index, one))
                heads[one.source] = (one.last, one.links[-1])
        if len(kept) == len(batch) and error.code != TRUST_MOVED:
            guilty = next((entry for entry in kept if entry[2].source == error.source), kept[0])
            guilty[0].answers[guilty[1]] = Answer(outcome=error.code, detail=str(error))
            kept.remove(guilty)
        return kept

    def _refresh(self) -> None:
        """Read heads and trust anew."""
        self._heads.clear()
        self.keyring = self._trust()
        self._store.enrol(sorted(self.keyring.sources))

    def _note_recorded(self, one: Admitted, position: int) -> None:
        self._heads[one.source] = (one.last, one.links[-1])
        if not one.turning:
            return
        self.keyring.seen = position + len(one.links) - 1  # a turning segment ends its batch
        for offset, envelope in enumerate(one.envelopes):
            if not isinstance(envelope.payload, Payload):
                continue
            name = f"{one.source}:{envelope.seq}"
            self.keyring.apply(position + offset, name, one.links[offset], envelope.payload)
            if envelope.kind.startswith("clock-ticked/"):
                self.keyring.tick(one.source, envelope.at)
        self._store.enrol(sorted(self.keyring.sources.keys() - self._heads.keys()))

    def _head_of(self, source: str) -> tuple[int, Link] | None:
        head = self._heads.get(source)
        if head is None and source in self.keyring.sources:
            head = self._store.head(source)
            assert head is not None, f"{source} is enrolled but has no head"
            self._heads[source] = head
        return head

    def _receipt(self, one: Admitted, position: int) -> Receipt:
        return Receipt(
            origin=self.origin,
            source=one.source,
            first=one.first,
            count=len(one.links),
            link=one.links[-1].hex(),
            position=position,
        )

    # --- what is refused -----------------------------------------------------------------------

    def _note_refusals(
        self, segments: Sequence[Segment], answers: Sequence[Answer | None], credential: str | None
    ) -> None:
        for segment, answer in zip(segments, answers, strict=True):
            if answer is not None and not answer.accepted and answer.outcome != UNAVAILABLE:
                self._note_refusal(segment, answer, credential)

    def _note_refusal(self, segment: Segment, answer: Answer, credential: str | None) -> None:
        data = b"".join(segment.envelopes)
        source = claimed_source(segment)
        digest = sha256(data).hexdigest()
        code = answer.outcome
        last = claimed_last(segment) if code in OUT_OF_TURN | NOT_YET_KNOWN else None
        if code == ForkError.code:
            proof = segment.key + segment.signature + data
            # Kept before it is told: an event that names bytes accuses whoever took them away.
            anew = self._store.keep(source, code, proof, always=True)
            self._refusals.note_story(source, digest, anew=anew is not None)
            return
        self._refusals.note(source, code, digest, last)
        if credential is not None:
            self._store.keep(source, code, data, always=False)


_CUT: Final = "cut"


def _tell_unavailable(tickets: Iterable[_Ticket], error: BaseException) -> None:
    """Let these callers come again with whatever has no answer yet: the store could not take it.

    Also with segments that were not in hand: without those before them they would be gaps.
    """
    told = Answer(outcome=UNAVAILABLE, detail=str(error) or type(error).__name__)
    for ticket in tickets:
        ticket.waiting.clear()
        ticket.answers = [told if one is None else one for one in ticket.answers]


def _of(entries: Iterable[_Entry]) -> Iterator[_Ticket]:
    """Yield the tickets whose segments these are."""
    return (ticket for ticket, _, _ in entries)


def _unknown_in(one: Admitted) -> tuple[str, ...]:
    """Return the kinds of a segment that are not in the vocabulary."""
    kinds = (envelope.kind for envelope in one.envelopes if type(envelope.payload) is dict)
    return tuple(dict.fromkeys(kinds))


def _rehearsed(answer: Answer) -> Answer:
    """Return an answer without the receipt of what a rehearsal alone recorded.

    A repetition of the real log keeps its own; one of the rehearsal's has none to keep.
    """
    position = 0 if answer.receipt is None else answer.receipt.position
    if answer.outcome != RECORDED and position <= AFTER_ALL:
        return answer
    return Answer(outcome=ADMITTED, unknown=answer.unknown)


def _refused(error: RejectedError) -> Answer:
    return Answer(outcome=error.code, detail=str(error))


def _check_follows(one: Admitted, head: tuple[int, Link]) -> None:
    seq, link = head
    if one.first > seq + 1:
        raise GapError(f"{one.source}: expected seq {seq + 1} next, got {one.first}")
    if one.previous != link:
        raise ForkError(
            f"{one.source}:{one.first} follows {one.previous.hex()}, "
            f"but {one.source}:{seq} is recorded with link {link.hex()}"
        )
