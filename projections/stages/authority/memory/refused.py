"""Events without effect because the matrix forbids them, by source, kind and gaming day."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from projections.authority.actor import Actor
from projections.authority.judging import Answer
from projections.authority.matrix import VERSION
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.rows import Schema, Writes

CODE: Final = "OP-ACCESS"
KEPT: Final = 20_000
"""Counts held in memory between pages."""
COLUMNS: Final = ("key", "source", "kind", "day", "stands", "role", "first", "last", "events")


class Count(Struct):
    """How often a source said what it may not, in a gaming day."""

    first: int
    last: int
    events: int
    role: str


class Refused:
    """Counts of a page, and of what was written before as far as it is asked for."""

    def __init__(self) -> None:
        """Begin with nothing refused."""
        self._counts: dict[tuple[str, str, str, bool], Count] = {}
        self._touched: set[tuple[str, str, str, bool]] = set()
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Read counts when they are asked for."""
        self._read = schema

    def take(self, event: Event, actor: Actor, answer: Answer, *, stands: bool) -> Fault | None:
        """Count an event; return its fault where it is the first of its source, kind and day.

        ``stands``: it takes effect all the same.
        """
        key = _key(event, stands=stands)
        count = self._counts.get(key) or self._written(key)
        self._touched.add(key)
        if count is not None:
            self._counts[key] = count
            count.last, count.events = event.position, count.events + 1
            return None
        role = str(actor.role) if actor.role is not None else "none"
        self._counts[key] = Count(event.position, event.position, 1, role)
        return fault(event, actor, answer, stands=stands)

    def may_hold(self, event: Event) -> bool:
        """Tell whether an event without effect of its source, kind and day spans its position."""
        key = _key(event, stands=False)
        count = self._counts.get(key) or self._written(key)
        return count is not None and count.first <= event.position <= count.last

    def _written(self, key: tuple[str, str, str, bool]) -> Count | None:
        if self._read is None:
            return None
        row = self._read.cursor.execute(
            self._read.query("SELECT first, last, events, role FROM {s}.refused WHERE key = %s"),
            (_text(key),),
        ).fetchone()
        return None if row is None else Count(*row)

    def flush(self, writes: Writes) -> None:
        """Add this page's counts to its writes."""
        writes.replace(
            "refused",
            "key",
            COLUMNS,
            [
                (_text(key), *key, one.role, one.first, one.last, one.events)
                for key in sorted(self._touched)
                for one in (self._counts[key],)
            ],
        )
        self._touched.clear()
        if len(self._counts) > KEPT:
            self._counts.clear()


def _key(event: Event, *, stands: bool) -> tuple[str, str, str, bool]:
    return event.source, event.kind, event.day or event.at[:10], stands


def _text(key: tuple[str, str, str, bool]) -> str:
    source, kind, day, stands = key
    return f"{source} {kind} {day} {'F' if stands else 'W'}"


def fault(event: Event, actor: Actor, answer: Answer, *, stands: bool) -> Fault:
    """Return the finding about what a source may not say."""
    role = str(actor.role) if actor.role is not None else "none"
    facts: Mapping[str, Any] = {
        "matrix": VERSION,
        "source": event.source,
        "kind": event.kind,
        "role": role,
        "effect": stands,
    }
    return Fault(
        code=CODE,
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=answer.why,
        recorded=f"{event.kind} by {event.source}, {role}",
        facts=facts,
        severity="ordinary" if stands else None,
    )
