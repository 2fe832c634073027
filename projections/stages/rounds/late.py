"""Late facts: how often rounds are read again for what is told of them after their close.

To judge a round again costs its events. Each round, and for what is carried from round to round
each opening of a table, has a credit of so many events; a late fact adds to it, and what is read
again for a fact is taken off it. While there is credit a fact is judged where it is told. Where
there is none it waits, and its round with it, for the service's next tick, a day's closing, or an
act about what the round leaves open. What ticks read has a limit of its own; what is beyond it
waits for the next one. So what anybody makes the ledger read again grows with what he says, and
with the ledger's clock, never with the product of a round's events and its late ones.

Credits and what waits stand in the table ``late_round``: a restart changes nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct, structs

from projections.base.event import JUDGED_LATE, Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes

CREDIT_MAX: Final = 20_000
"""Events that a round, or an opening, has read again for late facts before any of them waits: a
hundred times what a simulated night asks of its longest round."""
CREDIT_OF_FACT: Final = 64
"""Events that a late fact adds to that; a round of fewer never waits."""
TICK_MAX: Final = 20_000
"""Events that are read again at a tick, and for acts until the next; what begins is finished."""
_TICKS: Final = "ticks"
"""The name under which it is kept how much ticks have read beyond their limit."""


class Waiting(Struct, kw_only=True):
    """A round, or an opening of a table with all its rounds, that is to be judged again."""

    since: int
    """The position since which it waits: what waits longest is judged first."""
    last: int
    """Position of the last fact; the others are of it."""
    source: str
    seq: int
    at: str
    day: str | None
    """The accounting day of the last fact: what its judgement moves is booked there."""
    casino: str
    place: str
    corrected: int | None = None
    """The first event that a correction puts right: rounds closed since may read it."""
    opened: int | None = None
    """The opening whose rounds read it, where any may."""

    @classmethod
    def of(
        cls, event: Event, produced: Produced, place: str, corrected: int | None = None
    ) -> "Waiting":
        """Return the wait of a round that an event begins."""
        return cls(
            since=event.position,
            last=event.position,
            source=event.source,
            seq=event.seq,
            at=event.at,
            day=produced.day,
            casino=produced.casino,
            place=place,
            corrected=corrected,
        )

    def event(self, round_id: str | None, position: int) -> Event:
        """Return a round's last late fact at a position, without its payload.

        The fact itself was folded where it was told.
        """
        return Event(
            position=position,
            source=self.source,
            seq=self.seq,
            kind=JUDGED_LATE,
            at=self.at,
            day=self.day,
            place=self.place,
            round=round_id,
            payload=None,
        )


class LateFacts:
    """Credits of rounds and openings, and those of them that wait."""

    def __init__(self) -> None:
        """Begin with nothing late."""
        self._waiting: dict[str, Waiting] = {}
        self._credits: dict[str, int] = {}
        """Those that this page has read or changed."""
        self._touched: set[str] = set()
        self._openings: dict[int, set[str]] = {}
        """Opening to what waits with a correction that its rounds may read."""
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Bring into memory what waits."""
        self._read = schema
        rows = schema.cursor.execute(
            schema.query("SELECT name, waiting FROM {s}.late_round WHERE waiting IS NOT NULL")
        )
        for name, waiting in rows.fetchall():
            self._keep(name, msgspec.json.decode(waiting, type=Waiting))

    def __bool__(self) -> bool:
        """Tell whether anything waits."""
        return bool(self._waiting)

    # --- credits -------------------------------------------------------------------------------

    def _credit(self, name: str) -> int:
        if name not in self._credits:
            row = None
            if self._read is not None:
                row = self._read.cursor.execute(
                    self._read.query("SELECT credit FROM {s}.late_round WHERE name = %s"), (name,)
                ).fetchone()
            self._credits[name] = _full(name) if row is None else row[0]
        return self._credits[name]

    def take(self, names: Iterable[str]) -> bool:
        """Take note of a late fact; tell whether all that it is about have credit left."""
        left = True
        for name in names:
            self._set(name, min(CREDIT_MAX, self._credit(name) + CREDIT_OF_FACT))
            left = left and self._credits[name] > 0
        return left

    def spend(self, name: str, events: int) -> None:
        """Take events that were read again off a credit."""
        self._set(name, self._credit(name) - events)

    def _set(self, name: str, credit: int) -> None:
        if credit != self._credit(name):
            self._credits[name] = credit
            self._touched.add(name)

    def tick(self) -> None:
        """Let ticks and acts read so many events more."""
        self._set(_TICKS, min(TICK_MAX, self._credit(_TICKS) + TICK_MAX))

    # --- what waits ----------------------------------------------------------------------------

    def wait(self, name: str, one: Waiting) -> bool:
        """Let a round, or an opening, wait with a late fact; True where more waits than did."""
        old = self._waiting.get(name)
        if old is not None:
            first = min((at for at in (old.corrected, one.corrected) if at), default=None)
            opened = one.opened if old.opened is None else old.opened
            one = structs.replace(one, since=old.since, corrected=first, opened=opened)
        self._keep(name, one)
        self._touched.add(name)
        return old is None or old.corrected != one.corrected

    def _keep(self, name: str, one: Waiting) -> None:
        self._waiting[name] = one
        if one.opened is not None:
            self._openings.setdefault(one.opened, set()).add(name)

    def read(self, name: str) -> None:
        """Take that a round was judged with all that was told of it; a correction waits on."""
        one = self._waiting.get(name)
        if one is not None and one.opened is None:
            self.end(name)

    def end(self, name: str) -> Waiting | None:
        """Let a round, or an opening, wait no more; return what it waited with."""
        one = self._waiting.pop(name, None)
        if one is not None:
            self._touched.add(name)
            if one.opened is not None:
                names = self._openings[one.opened]
                names.discard(name)
                if not names:
                    del self._openings[one.opened]
        return one

    def waits(self, round_id: str) -> bool:
        """Tell whether a round is still to be judged again."""
        return round_id in self._waiting

    def rests_on(self, opened: int | None, closed: int, *, reads_earlier: bool) -> bool:
        """Tell whether a round's table, or a round that it may read, waits with a correction."""
        if opened is None:
            return False
        names = self._openings.get(opened, ()) if reads_earlier else (str(opened),)
        found = (self._waiting.get(name) for name in names)
        return any(one is not None and (one.corrected or 0) < closed for one in found)

    def due(self, place: str | None, *, whole: bool) -> Iterator[tuple[str, Waiting]]:
        """Yield the rounds and openings that wait, the longest first, as far as may be read now.

        With ``place`` those of it alone; with ``whole`` all that wait.
        What is read for one of them is spent (``spend_tick``) before the next is asked for.
        """
        for name, one in sorted(self._waiting.items(), key=lambda item: (item[1].since, item[0])):
            if not whole and self._credit(_TICKS) <= 0:
                return
            if place not in (None, one.place):
                continue
            if self._waiting.get(name) is one:  # and was not read with one before it
                yield name, one

    def spend_tick(self, events: int) -> None:
        """Take events that were read for what waited off what ticks may read."""
        self.spend(_TICKS, events)

    # --- rows ----------------------------------------------------------------------------------

    def flush(self, writes: Writes) -> None:
        """Add this page's credits and what waits to its writes."""
        names = sorted(self._touched)
        if names:
            writes.delete("late_round", "t.name = ANY(%s)", (names,))
        rows: list[tuple[str, int, str | None]] = []
        for name in names:
            one, credit = self._waiting.get(name), self._credit(name)
            if one is not None or credit != _full(name):
                text = None
                if one is not None:
                    text = msgspec.json.encode(one, order="deterministic").decode()
                rows.append((name, credit, text))
        writes.copy("late_round", ("name", "credit", "waiting"), rows)
        self._touched.clear()
        self._credits.clear()


def _full(name: str) -> int:
    return TICK_MAX if name == _TICKS else CREDIT_MAX
