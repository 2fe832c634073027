"""The openings of tables as they stand: each place's last two, and older ones that are asked for.

What is counted, signed or corrected belongs to an opening, and comes when it comes: the box of last
night after the table has opened again, the cage's half of a slip before the table's own. So what
names a gaming day is of an opening of that day, and a half goes to where its other half waits.
"""

from typing import Any, Final, LiteralString

import msgspec

from ledger.events.base import Payload
from ledger.events.registry import OpeningDeclared
from ledger.events.tables import (
    CagnotteBoxCounted,
    Credit,
    DropCounted,
    Fill,
    TableClosed,
    TableOpened,
)
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.stages.accounts.tables.counts import slip_of
from projections.stages.accounts.tables.table_day import Count, Slip, TableDay

TABLE: Final = "table"
"""What ``opening-declared`` calls a table."""
FLOAT: Final = "fecho"
"""What ``opening-declared`` of a table calls the float in its tray."""
KEPT: Final = 2
"""Openings of a place that are kept in memory."""


class Openings:
    """Table days in memory, their versions not yet written, and the written ones where needed."""

    def __init__(self) -> None:
        """Begin with no table opened."""
        self._of_place: dict[str, list[TableDay]] = {}
        """The last openings of each place, oldest first."""
        self._at: dict[int, TableDay] = {}
        """The same by position, and those that the page has changed."""
        self._confirming: dict[str, TableDay] = {}
        """Name of an opening or closing to its table."""
        self._floats: dict[str, tuple[int, int | None]] = {}
        """What a place's table held when the ledger began: where it was said, and how much; None
        where that was withdrawn."""
        self._new_floats: set[str] = set()
        self._early: dict[str, list[Slip]] = {}
        """Table to sides of its slips told before it was ever opened."""
        self._touched_early: set[str] = set()
        self._touched: dict[int, TableDay] = {}
        self._versions: list[list[Any]] = []
        self._ended: list[tuple[int, int]] = []
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Read the last openings of each place."""
        self._read = schema
        rows = schema.cursor.execute(
            schema.query(
                "SELECT state FROM (SELECT opened, state, row_number() OVER "
                "(PARTITION BY place ORDER BY opened DESC) AS age FROM {s}.table_state) AS one "
                "WHERE age <= %s ORDER BY opened"
            ),
            (KEPT,),
        ).fetchall()
        floats = schema.cursor.execute(
            schema.query("SELECT place, position, amount FROM {s}.declared_float")
        ).fetchall()
        for place, position, amount in floats:
            self._floats[place] = (position, amount)
        early = schema.cursor.execute(schema.query("SELECT place, slips FROM {s}.early_slips"))
        for place, slips in early.fetchall():
            self._early[place] = msgspec.json.decode(slips, type=list[Slip])
        for (state,) in rows:
            self.begin(msgspec.json.decode(state, type=TableDay))

    # --- finding -------------------------------------------------------------------------------

    def last(self, place: str | None) -> TableDay | None:
        """Return the last opening of a place."""
        kept = self._of_place.get(place or "")
        return kept[-1] if kept else None

    def lasts(self) -> list[TableDay]:
        """Return the last opening of every place."""
        return [kept[-1] for kept in self._of_place.values()]

    def kept(self) -> list[TableDay]:
        """Return every opening in memory, by place, oldest first."""
        return [day for kept in self._of_place.values() for day in kept]

    def opened_at(self, opened: int) -> TableDay | None:
        """Return the opening of a position."""
        return self._at.get(opened) or self._one("opened = %s", (opened,))

    def confirmed_by(self, name: str) -> TableDay | None:
        """Return the table whose opening or closing has this name."""
        return self._confirming.get(name)

    def after(self, day: TableDay) -> TableDay | None:
        """Return the place's next opening."""
        written = self._one("place = %s AND opened > %s ORDER BY opened", (day.place, day.opened))
        known = (*self._at.values(), *((written,) if written is not None else ()))
        later = [one for one in known if one.place == day.place and one.opened > day.opened]
        return min(later, key=_opened, default=None)

    def with_count(self, place: str, position: int) -> TableDay | None:
        """Return the opening of a place whose figures an event's position made; None if none's."""
        for day in self._at.values():
            if day.place == place and position in day.positions:
                return day
        assert self._read is not None
        row = self._read.cursor.execute(
            self._read.query(
                "SELECT opened FROM {s}.table_day WHERE place = %s AND %s = ANY(positions) "
                "ORDER BY known_from DESC LIMIT 1"
            ),
            (place, position),
        ).fetchone()
        return None if row is None else self.opened_at(row[0])

    def that_counts(self, event: Event, payload: Payload, table: str | None) -> TableDay | None:
        """Return the opening of a table that a count, or one side of a slip, is of.

        It is the last one, but
        - where the event names an earlier gaming day, that day's;
        - while the last one plays, the one before if its box still waits for its count;
        - of the cage's side of a slip, the one before if the other side waits there.
        """
        kept = self._of_place.get(table or "")
        if not kept:
            return None
        last, before = kept[-1], kept[0]
        if isinstance(payload, TableOpened):
            return self.opened_at(event.position)
        if isinstance(payload, TableClosed):
            return last if last.closed is None and last.opened < event.position else None
        if event.day is not None and event.day < last.of_day:
            return self._of_day(last.place, event.day) or last
        return before if _waits(before, last, event, payload) else last

    def left_behind(self, day: TableDay, slip: Slip) -> TableDay | None:
        """Return the opening before, where the cage's half of a slip came before this opening."""
        before = self._of_place[day.place][0]
        early = slip.side == "table" and before.opened < day.opened and before.lacks_half(slip)
        return before if early and not day.lacks_half(slip) else None

    def _of_day(self, place: str, day: str) -> TableDay | None:
        """Return the last opening of a place that is not of a later day."""
        written = self._one(
            "place = %s AND coalesce(state::json ->> 'claimed', state::json ->> 'day') <= %s "
            "ORDER BY opened DESC",
            (place, day),
        )
        known = (*self._at.values(), *((written,) if written is not None else ()))
        earlier = [one for one in known if one.place == place and one.of_day <= day]
        return max(earlier, key=_opened, default=None)

    def _one(self, condition: LiteralString, values: tuple[Any, ...]) -> TableDay | None:
        assert self._read is not None
        row = self._read.cursor.execute(
            self._read.query(
                f"SELECT opened, state FROM {{s}}.table_state WHERE {condition} LIMIT 1"  # noqa: S608 - written in this module
            ),
            values,
        ).fetchone()
        if row is None:
            return None
        return self._at.get(row[0]) or msgspec.json.decode(row[1], type=TableDay)

    def closer_before(self, place: str) -> Count | None:
        """Return a table's last known float: of its last closing, or of when the ledger began."""
        last = self.last(place)
        return self._float(place) if last is None else last.closer

    def _float(self, place: str) -> Count | None:
        """Return a table's float when the ledger began; None where nobody declared a float."""
        position, amount = self._floats.get(place, (0, None))
        return None if amount is None else Count(position=position, amount=amount)

    # --- changing ------------------------------------------------------------------------------

    def begin(self, day: TableDay) -> None:
        """Take an opening; of its place the one before stays, too."""
        kept = self._of_place.setdefault(day.place, [])
        kept.append(day)
        if early := self._early.get(day.place):
            day.slips += early
            self._tell_early(day.place, [])
        self._at[day.opened] = day
        for name in (day.opening, day.closing):
            self.confirm(name, day)
        if len(kept) > KEPT:
            old = kept.pop(0)
            for name in (old.opening, old.closing):
                self._confirming.pop(name or "", None)
            if old.opened not in self._touched:
                del self._at[old.opened]

    def held(self, event: Event, payload: OpeningDeclared) -> None:
        """Note a table's float when the ledger began; the last declaration holds."""
        amount = payload.values.get(FLOAT)
        if amount is not None:
            self._floats[payload.name] = (event.position, amount)
            self._new_floats.add(payload.name)

    def held_instead(
        self, target: Event, was: str, instead: OpeningDeclared | None
    ) -> list[TableDay]:
        """Replace a table's declared float; return the opening that is compared with the float.

        Only of the declaration that holds: an older one was replaced by it already.
        """
        position, _ = self._floats.get(was, (0, None))
        if position != target.position:
            return []
        amount = instead.values.get(FLOAT) if instead is not None and instead.name == was else None
        self._floats[was] = (position, amount)
        self._new_floats.add(was)
        written = self._one("place = %s ORDER BY opened", (was,))
        known = (*self._at.values(), *((written,) if written is not None else ()))
        first = min((one for one in known if one.place == was), key=_opened, default=None)
        if first is None or first.opened < position:
            return []
        first.previous = self._float(was)
        return [first]

    def wait(self, table: str, slip: Slip) -> None:
        """Keep a side of a slip of a never opened table for the table's first opening."""
        self._tell_early(table, [*self._early.get(table, ()), slip])

    def forget(self, table: str, position: int) -> None:
        """Keep a slip no longer that waits for a table's first opening, if it does."""
        waiting = self._early.get(table, ())
        left = [one for one in waiting if one.position != position]
        if len(left) < len(waiting):
            self._tell_early(table, left)

    def _tell_early(self, table: str, slips: list[Slip]) -> None:
        self._early[table] = slips
        self._touched_early.add(table)

    def confirm(self, name: str | None, day: TableDay) -> None:
        """Note the people who confirm an opening or closing of this name."""
        if name is not None:
            self._confirming[name] = day

    def touch(self, day: TableDay) -> None:
        """Remember that something of an opening changed."""
        self._touched[day.opened] = self._at[day.opened] = day

    def version(self, day: TableDay, position: int) -> None:
        """Write a new version of an opening's record; of one position the last word is it."""
        self.touch(day)
        self._versions = [
            old for old in self._versions if (old[0], old[1]) != (day.opened, position)
        ]
        for old in self._versions:
            if old[0] == day.opened and old[2] is None:
                old[2] = position
        self._ended.append((position, day.opened))
        self._versions.append(_row(day, position))

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        writes.end("table_day", "opened", self._ended)
        writes.copy("table_day", _DAY, self._versions)
        writes.replace(
            "table_state",
            "opened",
            ("opened", "place", "state"),
            [
                (day.opened, day.place, msgspec.json.encode(day, order="deterministic").decode())
                for day in self._touched.values()
            ],
        )
        writes.replace(
            "declared_float",
            "place",
            ("place", "position", "amount"),
            [(place, *self._floats[place]) for place in sorted(self._new_floats)],
        )
        writes.replace(
            "early_slips",
            "place",
            ("place", "slips"),
            [
                (place, msgspec.json.encode(self._early[place]).decode())
                for place in sorted(self._touched_early)
            ],
        )
        self._touched_early.clear()
        self._new_floats.clear()
        self._versions.clear()
        self._ended.clear()
        self._touched.clear()
        self._at = {day.opened: day for day in self.kept()}


def _waits(before: TableDay, last: TableDay, event: Event, payload: Payload) -> bool:
    """Tell whether a count or a slip is what the opening before waits for."""
    counting = before.closed is not None and last.closed is None
    match payload:
        case DropCounted():
            return counting and not before.drops
        case CagnotteBoxCounted():
            return counting and before.taken != 0 and not before.boxes
        case Fill(side="cage") | Credit(side="cage"):
            slip = slip_of(event, payload)
            return before.lacks_half(slip) and not last.lacks_half(slip)
        case _:
            return False


def _opened(day: TableDay) -> int:
    return day.opened


_DAY: Final = (
    "opened",
    "known_from",
    "known_until",
    "place",
    "day",
    "game",
    "currency",
    "abertura",
    "reforcos",
    "retornos",
    "drop_counted",
    "fecho",
    "resultado",
    "by_rounds",
    "owed",
    "quebra",
    "cagnotte",
    "by_session",
    "cagnotte_counted",
    "rounds",
    "settled",
    "positions",
)


def _row(day: TableDay, position: int) -> list[Any]:
    return [
        day.opened,
        position,
        None,
        day.place,
        day.day,
        day.game,
        day.currency,
        day.opener.amount if day.opener is not None else None,
        day.fills,
        day.credits,
        day.drop,
        day.closer.amount if day.closer is not None else None,
        day.by_count,
        day.by_rounds,
        day.owed,
        day.quebra,
        day.taken,
        day.by_session,
        day.box,
        day.rounds,
        day.settled,
        sorted(day.positions),
    ]
