"""Corrections in effect, and events as they read with them.

A correction takes effect where another person approves it, and the last in effect of each event
counts. One that can be none (no such event, another link, a payload the door would refuse) is a
finding and corrects nothing. Whether it is one is decided once, where it takes effect; every stage
is handed the change.
"""

import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from ledger.events import KINDS
from ledger.events.bingo import BingoSessionOpened
from ledger.events.claims import payload_of
from ledger.events.registry import CasinoRegistered
from ledger.events.reviews import Correction, GamingDayClosed
from ledger.events.tables import TableOpened
from projections.base.event import Event
from projections.base.produced import Change, Fault
from projections.base.rows import Schema, Writes
from projections.base.stage import Source

_STAND: Final = {
    Correction.KIND: "correction",
    GamingDayClosed.KIND: "closing of a gaming day",
}
"""What stands as it was said."""
_REPLACED: Final = frozenset({TableOpened.KIND, BingoSessionOpened.KIND, CasinoRegistered.KIND})
"""What is replaced, and never withdrawn: something was played under it."""


class Corrected(NamedTuple):
    """A correction in effect."""

    target: str
    effective: int
    """Position of the approval."""
    correction: int
    """Its own position."""
    replacement: str | None
    """The payload that replaces the event's, as JSON; None where the event is withdrawn."""


class Corrections:
    """Every correction in effect, by the event it corrects.

    Those that take effect while events are taken stand in memory. An earlier one can only be of an
    event that was recorded before the first of these: of such it is looked up where they are read.
    """

    def __init__(self) -> None:
        """Begin with no correction."""
        self._last: dict[str, Corrected] = {}
        self._sources: set[str] = set()
        """Of which an event was corrected."""
        self._new: dict[tuple[str, int], Corrected] = {}
        self._read: Schema | None = None
        self._until: int | None = None
        self._first = sys.maxsize
        """The position of the first event that was taken."""
        self._looked_up: set[str] = set()
        """Events of before that this page has asked for."""

    def load(self, schema: Schema, until: int | None) -> None:
        """Ask these tables for the corrections in effect now, or at a position."""
        self._read, self._until = schema, until

    def begin(self, position: int) -> None:
        """Know that whatever corrects an event from a position on will be taken here."""
        self._first = min(self._first, position)

    def take(self, event: Event, change: Change) -> None:
        """Put a correction into effect from an event on."""
        plain = change.plain
        row = Corrected(
            target=change.target.name,
            effective=event.position,
            correction=change.act.position,
            replacement=msgspec.json.encode(plain).decode() if plain is not None else None,
        )
        self._keep(row)
        self._new[row.target, row.effective] = row

    def _keep(self, row: Corrected) -> None:
        self._last[row.target] = row
        self._sources.add(row.target.rpartition(":")[0])

    def of(self, events: Sequence[Event]) -> list[Event]:
        """Return events with their corrections; withdrawn events are left out."""
        first = self._first
        self._look_up([event for event in events if event.position < first])
        sources = self._sources
        if sources.isdisjoint([event.source for event in events]):
            return list(events)
        now = (self._mended(event) if event.source in sources else event for event in events)
        return [event for event in now if event is not None]

    def mended(self, event: Event) -> Event | None:
        """Return an event with its correction; None where it was withdrawn."""
        if event.position < self._first:
            self._look_up([event])
        return self._mended(event)

    def _look_up(self, events: Sequence[Event]) -> None:
        """Bring into memory what corrected events that were recorded before these were taken."""
        if self._read is None or not events:
            return
        names = {event.name for event in events} - self._looked_up - self._last.keys()
        if not names:
            return
        self._looked_up |= names
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT DISTINCT ON (target) target, effective, correction, replacement "
                "FROM {s}.corrected WHERE target = ANY(%(targets)s) "
                "AND (%(until)s::bigint IS NULL OR effective <= %(until)s) "
                "ORDER BY target, effective DESC"
            ),
            {"targets": sorted(names), "until": self._until},
        ).fetchall()
        for row in rows:
            self._keep(Corrected(*row))

    def _mended(self, event: Event) -> Event | None:
        row = self._last.get(event.name)
        if row is None:
            return event
        if row.replacement is None:
            return None
        payload = msgspec.json.decode(row.replacement, type=KINDS[event.kind])
        return msgspec.structs.replace(event, payload=payload)

    def flush(self, writes: Writes) -> None:
        """Add this page's corrections to its writes."""
        writes.copy("corrected", Corrected._fields, list(self._new.values()))
        self._new.clear()
        self._looked_up.clear()


def change_of(event: Event, act: Event, source: Source) -> Change | Fault:
    """Return a correction's change from its approval on; a fault if it corrects nothing.

    What was recorded after the approval was not there to be corrected. An opening under which
    rounds were played is replaced, never withdrawn: they are judged by some table's rules, and
    stand in some session's acta. A gaming day's closing stands: what came since is of the next.
    Of a correction nothing else is said: the event that it names is corrected again.
    """
    correction: Correction = act.payload
    target = source.named(correction.target)
    there = target is not None and target.position < event.position
    if target is None or not there or target.link.hex() != correction.link:
        found = target.link.hex() if target is not None and there else "no such event"
        return _fault(act, correction.link, found)
    if target.kind in _STAND:
        return _fault(act, f"an event that is no {_STAND[target.kind]}", correction.target)
    if correction.replacement is None:
        if target.kind in _REPLACED:
            return _fault(act, "another one instead", f"{correction.target} withdrawn")
        return Change(act=act, target=target, payload=None)
    try:
        payload = payload_of(target.kind, correction.replacement)
    except (msgspec.ValidationError, KeyError) as error:
        return _fault(act, f"a payload of {target.kind}", str(error))
    return Change(act=act, target=target, payload=payload)


def _fault(act: Event, expected: str, recorded: str) -> Fault:
    return Fault(
        code="INT-CORR",
        positions=(act.position,),
        place=act.place,
        round=act.round,
        expected=expected,
        recorded=recorded,
    )
