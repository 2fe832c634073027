"""Acts that wait for a second person, and the approvals that count for them so far."""

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ledger.events import KINDS
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.stage import Source


class Act(NamedTuple):
    """An act's row."""

    position: int
    name: str
    kind: str
    effective: int | None = None
    corrected: str | None = None
    """Of what was corrected before it was approved the payload that stands instead, or null."""


class Waiting(Struct):
    """An act that waits."""

    event: Event
    """Its payload is None where it was withdrawn before anybody approved it."""
    agreed: list[Event]
    """Approvals that count."""


class Acts:
    """Acts that need a second person."""

    def __init__(self) -> None:
        """Begin with no act."""
        self.waiting: dict[str, Waiting] = {}
        self._rows: dict[int, Act] = {}
        self._agreed: list[tuple[int, int]] = []
        self._effective: dict[str, int] = {}
        """Of this page."""
        self._read: Schema | None = None

    def load(self, schema: Schema, source: Source) -> None:
        """Read those that wait."""
        self._read = schema
        execute = schema.cursor.execute
        corrected: dict[int, str | None] = dict(
            execute(
                schema.query(
                    "SELECT position, corrected FROM {s}.act "
                    "WHERE effective IS NULL ORDER BY position"
                )
            ).fetchall()
        )
        acts: dict[int, Waiting] = {}
        for event in source.events(list(corrected)):
            text = corrected[event.position]
            acts[event.position] = Waiting(event if text is None else _mended(event, text), [])
        self.waiting = {one.event.name: one for one in acts.values()}
        rows = execute(
            schema.query(
                "SELECT g.act, g.position FROM {s}.agreed g JOIN {s}.act a ON a.position = g.act "
                "WHERE a.effective IS NULL ORDER BY g.position"
            )
        ).fetchall()
        approvals = {one.position: one for one in source.events([position for _, position in rows])}
        for act, position in rows:
            acts[act].agreed.append(approvals[position])

    def wait(self, event: Event) -> None:
        """Let an act wait."""
        self.waiting[event.name] = Waiting(event, [])
        self._rows[event.position] = Act(event.position, event.name, event.kind)

    def agree(self, act: Waiting, approval: Event) -> None:
        """Count an approval."""
        act.agreed.append(approval)
        self._agreed.append((act.event.position, approval.position))

    def take_effect(self, event: Event, position: int) -> None:
        """Let an act take effect at a position."""
        self.waiting.pop(event.name, None)
        self._effective[event.name] = position
        self._rows[event.position] = Act(event.position, event.name, event.kind, position)

    def mend(self, name: str, payload: Any, plain: Any) -> None:
        """Let another payload stand for an act that waits; None withdraws it."""
        act = self.waiting[name]
        act.event = msgspec.structs.replace(act.event, payload=payload)
        text = msgspec.json.encode(plain, order="deterministic").decode()
        event = act.event
        self._rows[event.position] = Act(event.position, event.name, event.kind, None, text)

    def effective(self, name: str) -> int | None:
        """Return the position at which an act took effect; None where it is no such act."""
        if name in self._effective or self._read is None:
            return self._effective.get(name)
        row = self._read.cursor.execute(
            self._read.query("SELECT effective FROM {s}.act WHERE name = %s"), (name,)
        ).fetchone()
        return None if row is None else row[0]

    def flush(self, writes: Writes) -> None:
        """Add this page's acts to its writes."""
        writes.replace("act", "position", Act._fields, list(self._rows.values()))
        writes.copy("agreed", ("act", "position"), self._agreed)
        self._rows.clear()
        self._agreed.clear()
        self._effective.clear()


def _mended(event: Event, text: str) -> Event:
    plain = msgspec.json.decode(text)
    payload = None if plain is None else msgspec.convert(plain, KINDS[event.kind])
    return msgspec.structs.replace(event, payload=payload)
