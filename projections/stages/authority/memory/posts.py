"""Who stood on post at a table, and since when: known by badges, as the table told."""

from typing import Final

import msgspec
from msgspec import Struct

from ledger.events.tables import StaffChanged
from projections.base.event import Event
from projections.base.rows import Schema, Writes

KEPT: Final = 10_000
"""Days of tables held in memory between pages."""


class Spell(Struct, frozen=True):
    """A badge's time at a post."""

    post: str
    """With its station."""
    badge: str
    since: int
    """Position of the event that told it."""
    until: int | None = None


class Shift(Struct, frozen=True):
    """A table's posts of a gaming day, or, of the last known day, of now."""

    day: str
    spells: tuple[Spell, ...] = ()


NOBODY: Final = Shift("")


class Posts:
    """Posts by table and day."""

    def __init__(self) -> None:
        """Begin with nobody on post."""
        self._shifts: dict[str, Shift] = {}
        self._touched: set[str] = set()
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Read posts when they are asked for."""
        self._read = schema

    def take(self, event: Event) -> None:
        """Take a change of staff, or the closing of a table, at which everybody leaves."""
        place, day = event.place, event.day or event.at[:10]
        if place is None:
            return
        now = self._of(place)
        if now.day != day:
            now = Shift(day, tuple(one for one in now.spells if one.until is None))
        payload = event.payload
        post = f"{payload.post} {payload.station}" if isinstance(payload, StaffChanged) else None
        spells = tuple(
            msgspec.structs.replace(one, until=event.position)
            if one.until is None and post in {None, one.post}
            else one
            for one in now.spells
        )
        if isinstance(payload, StaffChanged) and payload.person is not None:
            spells = (*spells, Spell(post or "", payload.person, event.position))
        shift = Shift(day, spells)
        for key in (place, f"{place} {day}"):
            self._shifts[key] = shift
            self._touched.add(key)

    def on_day(self, place: str | None, day: str) -> tuple[Spell, ...]:
        """Return who stood on post at a table on a day."""
        if place is None:
            return ()
        told = self._of(f"{place} {day}")
        if told.day:
            return told.spells
        now = self._of(place)  # nothing changed on that day: who stood there went on
        return tuple(one for one in now.spells if one.until is None) if now.day < day else ()

    def between(self, place: str | None, day: str, first: int, last: int) -> tuple[Spell, ...]:
        """Return who stood on post at a table of a day at any of these positions."""
        return tuple(
            one
            for one in self.on_day(place, day)
            if one.since <= last and (one.until is None or one.until > first)
        )

    def _of(self, key: str) -> Shift:
        known = self._shifts.get(key)
        if known is None:
            known = self._shifts[key] = self._written(key)
        return known

    def _written(self, key: str) -> Shift:
        if self._read is None:
            return NOBODY
        row = self._read.cursor.execute(
            self._read.query("SELECT shift FROM {s}.post WHERE key = %s"), (key,)
        ).fetchone()
        return NOBODY if row is None else msgspec.json.decode(row[0], type=Shift)

    def flush(self, writes: Writes) -> None:
        """Add this page's posts to its writes."""
        writes.replace(
            "post",
            "key",
            ("key", "shift"),
            [
                (key, msgspec.json.encode(self._shifts[key], order="deterministic").decode())
                for key in sorted(self._touched)
            ],
        )
        self._touched.clear()
        if len(self._shifts) > KEPT:
            self._shifts.clear()
