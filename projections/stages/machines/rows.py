"""The machines' rows: what a page of events has touched, and what is read again."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.stages.machines.machine import Day, Machine
from projections.stages.machines.measures.contadores import NAMES, TWELVE, revenue_by_table, twelve
from projections.stages.machines.measures.returns import band_ppm, observed_ppm
from projections.stages.machines.readings import Counted, Taken

Key = tuple[str, str, int]


class Close(Struct, frozen=True, kw_only=True):
    """A machine's gaming day, closed."""

    machine: str
    day: str
    known_from: int
    closing: int
    casino: str
    values: list[int]
    """The day's."""
    totals: list[int]
    """Lifetime, when it was closed."""
    credits: int
    device: dict[str, int]
    """The device's own lifetimes as it had told them last."""
    late: list[int] = []
    """Events of the day that came after, booked on a later one."""
    late_rb: int = 0


class Page(Struct, kw_only=True):
    """The rows that a page has touched."""

    machines: set[str] = field(default_factory=set[str])
    days: set[Key] = field(default_factory=set[Key])
    closed_days: dict[Key, Day] = field(default_factory=dict[Key, Day])
    closes: list[Close] = field(default_factory=list[Close])
    closed: dict[tuple[str, str], Close] = field(default_factory=dict[tuple[str, str], Close])
    """Of this page, the version that holds."""
    voids: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    corrected: dict[str, tuple[str, int, str | None]] = field(
        default_factory=dict[str, tuple[str, int, str | None]]
    )
    """Event to what it says now: its name, since which position, its payload as JSON."""
    drops: dict[int, tuple[Any, ...]] = field(default_factory=dict[int, tuple[Any, ...]])
    readings: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    variances: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    contexts: dict[int, str | None] = field(default_factory=dict[int, str | None])
    """Reading to how its machine stood before it, as JSON; None: that is kept no more."""
    again: set[int] = field(default_factory=set[int])
    """Readings of which another row is written, or none."""
    kept_anew: set[int] = field(default_factory=set[int])
    """Of what it is kept otherwise how the machine stood before it."""

    def reading(
        self,
        machine: Machine,
        event: Event,
        day: str,
        why: str,
        denomination: int | None,
        taken: Taken,
    ) -> None:
        """Note a reading, and where it is apart from the events."""
        self.readings.append(
            (
                event.position,
                machine.machine,
                day,
                event.at,
                machine.device.era,
                why,
                denomination,
                ", ".join(taken.marks),
            )
        )
        for one in taken.apart:
            parting = next((p for p in machine.partings if p.name == one.name), None)
            self.variances.append(
                (
                    event.position,
                    one.name,
                    machine.machine,
                    day,
                    event.at,
                    one.device,
                    one.events,
                    one.voided,
                    one.difference,
                    None if parting is None else parting.first,
                    None if parting is None else parting.play,
                )
            )

    def reread(
        self, machine: Machine, event: Event, days: Mapping[int, str], said: Any, taken: Taken
    ) -> None:
        """Note the row of a reading taken again; of a withdrawn reading none."""
        position = event.position
        self.again.add(position)
        self.readings = [row for row in self.readings if row[0] != position]
        self.variances = [row for row in self.variances if row[0] != position]
        if said is not None:
            why, of = getattr(said, "why", "ram_clear"), getattr(said, "denomination", None)
            self.reading(machine, event, days[position], why, of, taken)

    def close(self, close: Close) -> None:
        """Note a close, or another version of one."""
        self.closes.append(close)
        self.closed[close.machine, close.day] = close

    def last_close(self, read: Schema | None, machine: str, day: str) -> Close | None:
        """Return the version of a day's close that holds; None if it is not closed."""
        found = self.closed.get((machine, day))
        if found is not None or read is None:
            return found
        row = read.cursor.execute(
            read.query(
                "SELECT known_from, closing, casino, totals, device, late, late_rb, de_n, de_c, "
                "cc_m, cc_c, pap_m, pap_h, cj, cg, je, be, pa, bp, pam, ccm, sc "
                "FROM {s}.machine_close "
                "WHERE machine = %s AND day = %s AND known_until IS NULL"
            ),
            (machine, day),
        ).fetchone()
        return None if row is None else _close_of(machine, day, row)

    def flush(
        self, writes: Writes, machines: Mapping[str, Machine], days: Mapping[Key, Day]
    ) -> None:
        """Write the page's rows."""
        writes.replace(
            "machine",
            "machine",
            MACHINE,
            [machine_row(machines[name]) for name in sorted(self.machines)],
        )
        touched = {key: days[key] for key in self.days if key in days}
        writes.replace(
            "machine_day",
            "key",
            DAY,
            [
                *(_day_row(one, closed=True) for one in self.closed_days.values()),
                *(_day_row(one, closed=False) for one in touched.values()),
            ],
        )
        self._flush_closes(writes)
        writes.replace(
            "machine_void",
            "play",
            VOID,
            list(self.voids.values()),
        )
        writes.replace("machine_corrected", "target", CORRECTED, list(self.corrected.values()))
        writes.replace("machine_drop", "position", DROP, list(self.drops.values()))
        self._flush_contexts(writes)
        writes.copy("meter_reading", READING, self.readings)
        writes.copy("meter_variance", VARIANCE, self.variances)
        for one in (
            self.machines,
            self.days,
            self.closed_days,
            self.closes,
            self.closed,
            self.voids,
            self.corrected,
            self.drops,
            self.readings,
            self.variances,
            self.contexts,
            self.again,
            self.kept_anew,
        ):
            one.clear()

    def _flush_contexts(self, writes: Writes) -> None:
        """Write the counters that readings were taken by; of those read again the rows go first."""
        if self.again:
            gone = sorted(self.again)
            writes.delete("meter_reading", "t.position = ANY(%s)", (gone,))
            writes.delete("meter_variance", "t.position = ANY(%s)", (gone,))
        gone = sorted(at for at, context in self.contexts.items() if context is None)
        if gone:
            writes.delete("meter_context", "t.position = ANY(%s)", (gone,))
        kept = [row for row in self.contexts.items() if row[1] is not None]
        columns = ("position", "context")
        again = self.again | self.kept_anew
        writes.copy("meter_context", columns, [row for row in kept if row[0] not in again])
        anew = [row for row in kept if row[0] in again]
        writes.replace("meter_context", "position", columns, anew)

    def _flush_closes(self, writes: Writes) -> None:
        holds = {(one.machine, one.day): one for one in self.closes}
        rows: list[tuple[Any, ...]] = []
        for number, one in enumerate(self.closes):
            later = [
                other.known_from
                for other in self.closes[number + 1 :]
                if (other.machine, other.day) == (one.machine, one.day)
            ]
            until = later[0] if later else None
            if until != one.known_from:
                rows.append(close_row(one, until))
        for one in holds.values():
            first = next(
                c.known_from for c in self.closes if (c.machine, c.day) == (one.machine, one.day)
            )
            writes.update(
                "machine_close",
                *("known_until = %s", (first,)),
                *(
                    "t.machine = %s AND t.day = %s AND t.known_until IS NULL",
                    (one.machine, one.day),
                ),
            )
        writes.copy("machine_close", CLOSE, rows)


TWELVE_COLUMNS: Final = tuple(name.lower() for name in TWELVE)
COLUMN_OF: Final = {
    "DEn": "de_n",
    "DEc": "de_c",
    "CCm": "cc_m",
    "CCc": "cc_c",
    "PAPm": "pap_m",
    "PAPh": "pap_h",
}
COUNTERS: Final = tuple(COLUMN_OF.get(name, name.lower()) for name in NAMES)
MACHINE: Final = (
    "machine",
    "casino",
    "maker",
    "model",
    "configuration",
    "opened",
    "interdicted",
    "era",
    "read",
    "read_at",
    "parted",
    *TWELVE_COLUMNS,
    "sc",
    "window_since",
    "window_plays",
    "window_staked",
    "window_returned",
    "observed_ppm",
    "band_ppm",
    "low",
    "state",
)
DAY: Final = (
    "key",
    "machine",
    "day",
    "denomination",
    "first",
    "last",
    "interdicted",
    "closed",
    *COUNTERS,
)
CLOSE: Final = (
    "machine",
    "day",
    "known_from",
    "known_until",
    "closing",
    "casino",
    *TWELVE_COLUMNS,
    "sc",
    "receita",
    "totals",
    "device",
    "late_rb",
    "late",
    "de_n",
    "de_c",
    "cc_m",
    "cc_c",
    "pap_m",
    "pap_h",
)
READING: Final = ("position", "machine", "day", "at", "era", "why", "denomination", "marks")
VARIANCE: Final = (
    "position",
    "counter",
    "machine",
    "day",
    "at",
    "device",
    "events",
    "voided",
    "difference",
    "first",
    "play",
)
CORRECTED: Final = ("target", "position", "replacement")
VOID: Final = ("play", "position", "machine", "day", "returned", "effective", "withdrawn")
DROP: Final = (
    "position",
    "machine",
    "day",
    "notes_expected",
    "notes",
    "tickets_expected",
    "tickets",
    "tolerance",
    "since",
)


def machine_row(one: Machine) -> tuple[Any, ...]:
    """Return a machine's row."""
    window = one.window
    homologated = one.homologations.get(one.configuration or "")
    deviation = None if homologated is None else homologated.deviation_ppm
    return (
        one.machine,
        one.casino,
        one.maker,
        one.model,
        one.configuration,
        one.opened,
        one.interdicted,
        one.device.era,
        one.device.read,
        one.device.at,
        len(one.partings),
        *twelve(one.totals).values(),
        one.credits,
        None if window is None else window.since,
        None if window is None else window.plays,
        None if window is None else window.staked,
        None if window is None else window.returned,
        None if window is None else observed_ppm(window),
        None if window is None else band_ppm(window, deviation),
        one.low,
        _json(one),
    )


def _day_row(one: Day, *, closed: bool) -> tuple[Any, ...]:
    return (
        one.key,
        one.machine,
        one.day,
        one.denomination,
        one.first,
        one.last,
        one.interdicted,
        closed,
        *one.values,
    )


def close_row(one: Close, until: int | None) -> tuple[Any, ...]:
    """Return a close's row; ``until`` ends the version."""
    of: dict[str, int] = dict(zip(NAMES, one.values, strict=True))
    return (
        one.machine,
        one.day,
        one.known_from,
        until,
        one.closing,
        one.casino,
        *twelve(one.values).values(),
        one.credits,
        revenue_by_table(one.values),
        _json(one.totals),
        _json(one.device),
        one.late_rb,
        one.late,
        *(of[name] for name in COLUMN_OF),
    )


def _close_of(machine: str, day: str, row: tuple[Any, ...]) -> Close:
    names = (*COLUMN_OF, "CJ", "CG", "JE", "BE", "PA", "BP", "PAM", "CCM")
    given = dict(zip(names, row[7:21], strict=True))
    return Close(
        machine=machine,
        day=day,
        known_from=row[0],
        closing=row[1],
        casino=row[2],
        values=[int(given[name]) for name in NAMES],
        totals=msgspec.json.decode(row[3]),
        credits=int(row[21]),
        device=msgspec.json.decode(row[4]),
        late=list(row[5]),
        late_rb=int(row[6]),
    )


# --- read again ----------------------------------------------------------------------------------


def read_machines(schema: Schema) -> Iterator[Machine]:
    """Yield every machine as written."""
    rows = schema.cursor.execute(
        schema.query("SELECT state FROM {s}.machine ORDER BY machine")
    ).fetchall()
    for (state,) in rows:
        yield msgspec.json.decode(state, type=Machine)


def read_days(schema: Schema) -> Iterator[Day]:
    """Yield the days that are not closed."""
    columns = ", ".join((*DAY[1:7], *COUNTERS))
    rows = schema.cursor.execute(
        schema.query(f"SELECT {columns} FROM {{s}}.machine_day WHERE NOT closed ORDER BY key")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # noqa: S608 - our own names
    ).fetchall()
    for row in rows:
        yield _day_of(row)


def read_day(schema: Schema | None, key: Key) -> Day | None:
    """Return a day that was closed, and moves again; None if it never moved."""
    if schema is None:
        return None
    columns = ", ".join((*DAY[1:7], *COUNTERS))
    row = schema.cursor.execute(
        schema.query(f"SELECT {columns} FROM {{s}}.machine_day WHERE key = %s"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # noqa: S608 - our own names
        (f"{key[0]} {key[1]} {key[2]}",),
    ).fetchone()
    return None if row is None else _day_of(row)


def _day_of(row: tuple[Any, ...]) -> Day:
    return Day(
        machine=row[0],
        day=row[1].isoformat(),
        denomination=row[2],
        first=row[3],
        last=row[4],
        interdicted=row[5],
        values=[int(value) for value in row[6:]],
    )


def read_void(schema: Schema | None, play: str) -> tuple[Any, ...] | None:
    """Return a void's row before this page."""
    if schema is None:
        return None
    query = schema.query(
        "SELECT play, position, machine, day, returned, effective, withdrawn "
        "FROM {s}.machine_void WHERE play = %s"
    )
    return schema.cursor.execute(query, (play,)).fetchone()


def read_corrected(schema: Schema | None, target: str) -> tuple[str, int, str | None] | None:
    """Return an event's corrected form before this page, if it has one."""
    if schema is None:
        return None
    query = schema.query(
        "SELECT target, position, replacement FROM {s}.machine_corrected WHERE target = %s"
    )
    row = schema.cursor.execute(query, (target,)).fetchone()
    return None if row is None else (row[0], row[1], row[2])


def is_closed(schema: Schema | None, page: Page, machine: str, day: str) -> bool:
    """Tell whether a machine's day has a close."""
    return page.last_close(schema, machine, day) is not None


def read_context(schema: Schema | None, position: int) -> str | None:
    """Return how a machine stood before a reading that was taken before this page."""
    if schema is None:
        return None
    row = schema.cursor.execute(
        schema.query("SELECT context FROM {s}.meter_context WHERE position = %s"), (position,)
    ).fetchone()
    return None if row is None else row[0]


def read_reading_day(schema: Schema | None, position: int) -> str | None:
    """Return the day of a reading that was taken before this page."""
    if schema is None:
        return None
    row = schema.cursor.execute(
        schema.query("SELECT day::text FROM {s}.meter_reading WHERE position = %s"), (position,)
    ).fetchone()
    return None if row is None else row[0]


def read_barred(schema: Schema | None, machine: str, since: str) -> set[str]:
    """Return the days since one on which a machine was played while it was not to be."""
    if schema is None:
        return set()
    rows = schema.cursor.execute(
        schema.query(
            "SELECT DISTINCT day::text FROM {s}.machine_day "
            "WHERE machine = %s AND day >= %s::date AND interdicted > 0"
        ),
        (machine, since),
    )
    return {day for (day,) in rows.fetchall()}


def read_drop(schema: Schema | None, position: int) -> tuple[Any, ...] | None:
    """Return a box's row."""
    if schema is None:
        return None
    columns = ", ".join(DROP)
    return schema.cursor.execute(
        schema.query(f"SELECT {columns} FROM {{s}}.machine_drop WHERE position = %s"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # noqa: S608 - our own names
        (position,),
    ).fetchone()


def counted_of(row: tuple[Any, ...], instead: DropCounted) -> Counted:
    """Return a box's row with another count."""
    notes, tickets = row[3], row[5]
    return Counted(
        notes_expected=None if notes is None else int(notes),
        notes=instead.cash,
        tickets_expected=None if tickets is None else int(tickets),
        tickets=instead.tickets,
        tolerance=row[7],
        since=row[8],
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
