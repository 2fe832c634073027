"""A ledger in memory: events as the projections see them, and the stages that judge rounds."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, cast

from ledger.events.base import Payload, Value
from ledger.events.registry import LedgerFounded
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from ledger.signed.canonical import decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment
from projections.base.event import ClosedRound, Event, JudgedRound, Table
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema
from projections.base.stage import Source, hand_on
from projections.gather import gathering_of
from projections.replay.record import Record
from projections.stages.authority import Authority
from projections.stages.judging.judge import Judging
from projections.stages.parameters.stage import Parameters
from projections.stages.pools import PoolBooking, Pools
from projections.stages.rounds.stage import Rounds

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
RECORDS = (
    "bets",
    "decisions",
    "cards",
    "payouts",
    "burns",
    "shuffles",
    "announcements",
    "staff",
    "equipment",
    "colours",
)


def instant(seconds: int) -> str:
    """Return the time so many seconds after the evening began."""
    return (START + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Log:
    """A table and one round at it. Every event is a second, and a position, after the last."""

    def __init__(self, game: str, *, opening: TableOpened | None = None, **options: Value) -> None:
        """Open the table, at second and position 1."""
        self.game = game
        self.place = "T-01"
        self.round = f"{self.place}/{DAY}/1"
        self.events: list[Event] = []
        self._seqs: dict[str, int] = {}
        self.table = self.place_event(
            opening
            or TableOpened(
                profile="cv-2017@1", game=game, options=options, currency="XTS", records=RECORDS
            )
        )

    def _say(self, payload: Payload, source: str, round_id: str | None) -> Event:
        seq = self._seqs[source] = self._seqs.get(source, 0) + 1
        position = len(self.events) + 1
        event = Event(
            position=position,
            source=source,
            seq=seq,
            kind=payload.KIND,
            at=instant(position),
            day=DAY,
            place=self.place,
            round=round_id,
            payload=payload,
            link=sha256(f"{source}:{seq}".encode()).digest(),
        )
        self.events.append(event)
        return event

    def place_event(self, *payloads: Payload, source: str = "mesa") -> Event:
        """Tell what happened at the table outside the round; return the last event."""
        return [self._say(payload, source, None) for payload in payloads][-1]

    def play(self, *payloads: Payload, source: str = "mesa") -> Event:
        """Tell what happened in the round, which the first event opens; return the last event."""
        if not any(event.round for event in self.events):
            opened = payloads and isinstance(payloads[0], RoundOpened)
            payloads = payloads if opened else (RoundOpened(), *payloads)
        return [self._say(payload, source, self.round) for payload in payloads][-1]

    def closed(self) -> ClosedRound:
        """Return the round as it is handed on to be judged; close it if nobody did."""
        ends = [event for event in self.events if isinstance(event.payload, RoundClosed)]
        last = ends[0] if ends else self.play(RoundClosed())
        standing = [event for event in self.events[1:] if event.round is None]
        events = [event for event in self.events if event.round is not None]
        return ClosedRound(
            round=self.round,
            place=self.place,
            day=DAY,
            number=1,
            game=self.game,
            table=Table(opened=self.table, events=standing),
            events=events,
            record=None,
            opened=events[0].position,
            closed=last.position,
        )

    def gather(self) -> Any:
        """Return the record of the round."""
        record = gathering_of(self.game).record(self.closed(), self.table.payload.options)
        assert isinstance(record, Record)
        return record


class Nothing:
    """A database in which nothing stands."""

    def execute(self, *_: object) -> "Nothing":
        """Find nothing."""
        return self

    def fetchall(self) -> list[Any]:
        """Return no rows."""
        return []

    def fetchone(self) -> None:
        """Return no row."""

    def __iter__(self) -> Iterator[Any]:
        """Yield no row."""
        return iter(())


class Told(Source):
    """A ledger of these events."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Read these."""
        self._at = {event.position: event for event in events}
        self._named = {event.name: event for event in events}

    def events(self, positions: Sequence[int]) -> list[Event]:
        """Return those at the positions."""
        return [self._at[position] for position in positions if position in self._at]

    def named(self, name: str) -> Event | None:
        """Return the one of this name."""
        return self._named.get(name)


def recorded(segments: Iterable[Segment]) -> list[Event]:
    """Return the events as the ledger would number them, decoded from their bytes."""
    events: list[Event] = []
    for segment in segments:
        for data in segment.envelopes:
            said = decode(data)
            events.append(
                Event(
                    position=len(events) + 1,
                    source=said.source,
                    seq=said.seq,
                    kind=said.kind,
                    at=said.at,
                    day=said.day,
                    place=said.place,
                    round=said.round,
                    payload=said.payload,
                    link=link_of(data),
                )
            )
    return events


def judged(events: Sequence[Event]) -> tuple[list[JudgedRound], list[Fault]]:
    """Return every round judged, and what other stages found, without a database.

    A founding among made-up events is left out: a ledger's own is its first, and has real keys.
    """
    events = [one for one in events if not isinstance(one.payload, LedgerFounded)]
    pools = Pools()
    stages = [Authority(), Parameters(), Rounds(), pools, Judging(), PoolBooking(pools)]
    told = Told(events)
    for stage in stages:
        stage.load(Schema(cast("Any", Nothing()), "none"), told)
    rounds: list[JudgedRound] = []
    faults: list[Fault] = []
    for event in events:
        produced = Produced()
        for stage in stages:
            stage.begin(produced)
        hand_on(stages, event, produced)
        rounds += produced.judged
        faults += produced.faults
        faults += [fault for _, found in produced.verdicts for fault in found]
    return rounds, faults
