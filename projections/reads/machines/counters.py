"""The twelve contadores over days, months, years and since the start: by the events and by devices.

What the events moved stands in the machines' days; what devices said stands in their closing
readings. A device's counter is shown where a day of the period was closed with a reading.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import dict_row, tuple_row

from ledger.errors import UNREADABLE
from projections.running.runner import LIVE
from projections.stages.machines.measures.contadores import NAMES, SUMS, TWELVE

MACHINES_MAX: Final = 500
"""Machines of a list; the page says how many there are beyond."""
CELL_MINUTES: Final = 5
_EACH: Final[LiteralString] = (
    "coalesce(sum(d.cj), 0), coalesce(sum(d.cg), 0), "
    "coalesce(sum(d.je), 0), coalesce(sum(d.de_n), 0), "
    "coalesce(sum(d.de_c), 0), coalesce(sum(d.be), 0), "
    "coalesce(sum(d.pa), 0), coalesce(sum(d.cc_m), 0), "
    "coalesce(sum(d.cc_c), 0), coalesce(sum(d.bp), 0), "
    "coalesce(sum(d.pap_m), 0), coalesce(sum(d.pap_h), 0), "
    "coalesce(sum(d.pam), 0), coalesce(sum(d.ccm), 0)"
)
"""In the order of ``NAMES``."""


class Counter(Struct, frozen=True, kw_only=True):
    """A contador over a period."""

    name: str
    opening: int
    """Its lifetime before the period, by the events."""
    closing: int | None
    """Its lifetime by the device's last closing reading; None where no day of it was closed."""
    by_device: int | None
    """How far the device moved, from one closing reading to the other."""
    by_events: int
    apart: int | None
    """By how much the last reading left the events, void jogadas aside; None without a reading."""


class Reading(Struct, frozen=True, kw_only=True):
    """A reading of a device's own counters."""

    position: int
    at: str
    why: str
    marks: str


class Line(Struct, frozen=True, kw_only=True):
    """A machine in the list of a period."""

    machine: str
    casino: str
    maker: str | None
    model: str | None
    interdicted: bool
    read: int | None
    read_at: str | None
    plays: int
    staked: int
    receita: int
    """RB: staked less all that was won."""
    returned_ppm: int | None
    apart: int
    """Counters that left the events in the period."""
    findings: int
    """Unseen ones about it."""
    days: int
    unclosed: int

    @property
    def exceptional(self) -> bool:
        """Whether something of it wants a look."""
        return bool(self.apart or self.findings or self.interdicted or self.read is None)


class CounterQueries:
    """Questions about contadores over one connection."""

    def __init__(self, connection: psycopg.Connection[Any], schema: str = LIVE) -> None:
        """Ask through the connection."""
        self._connection = connection
        self._schema = schema

    def machines(self, first: date, last: date) -> tuple[int, list[Line]]:
        """Return how many machines there are, and the first of them by name with their period."""
        rows = self._dicts(
            "SELECT m.machine, m.casino, m.maker, m.model, m.interdicted IS NOT NULL "
            "AS interdicted, m.read, m.read_at, coalesce(d.je, 0) AS plays, "
            "coalesce(d.cj, 0) AS staked, coalesce(d.rb, 0) AS receita, "
            "CASE WHEN d.cj > 0 THEN round((d.cj - d.rb) * 1000000 / d.cj) END AS returned_ppm, "
            "(SELECT count(DISTINCT v.counter) FROM {s}.meter_variance AS v WHERE "
            "v.machine = m.machine AND v.day BETWEEN %(first)s AND %(last)s "
            "AND v.difference <> 0) AS apart, coalesce(f.found, 0) AS findings, "
            "coalesce(d.days, 0) AS days, coalesce(d.unclosed, 0) AS unclosed, "
            "count(*) OVER () AS machines FROM {s}.machine AS m LEFT JOIN (SELECT machine, "
            "sum(je) AS je, sum(cj) AS cj, sum(cj - cg - pa - pap_m - pap_h - pam) AS rb, "
            "count(DISTINCT day) AS days, "
            "count(DISTINCT day) FILTER (WHERE NOT closed) AS unclosed "
            "FROM {s}.machine_day WHERE day BETWEEN %(first)s AND %(last)s GROUP BY machine) AS d "
            "USING (machine) LEFT JOIN (SELECT place, count(*) AS found FROM {s}.finding "
            "WHERE known_until IS NULL AND state = 'open' GROUP BY place) AS f "
            "ON f.place = m.machine ORDER BY m.machine LIMIT %(most)s",
            first=first,
            last=last,
            most=MACHINES_MAX,
        )
        count = rows[0]["machines"] if rows else 0
        return count, [msgspec.convert({**row, "machines": None}, Line) for row in rows]

    def twelve(self, machine: str, first: date, last: date) -> list[Counter]:
        """Return the twelve of a machine over a period, in the law's order."""
        moved = self._moved(machine, first, last)
        since = self._moved(machine, first, date.max)
        now = self._lifetime(machine)
        begin, end = self._closing(machine, first, last)
        apart = self._apart(machine, first, last)
        read = bool(self.readings(machine, first, last, limit=1))
        found: list[Counter] = []
        for name in TWELVE:
            opening = now[name] - since[name]
            before = begin.get(name, opening) if begin is not None else opening
            closing = None if end is None else end.get(name)
            found.append(
                Counter(
                    name=name,
                    opening=opening,
                    closing=closing,
                    by_device=None if closing is None else closing - before,
                    by_events=moved[name],
                    apart=apart.get(name.lower(), 0) if read and name != "RB" else None,
                )
            )
        return found

    def readings(self, machine: str, first: date, last: date, limit: int = 50) -> list[Reading]:
        """Return a machine's readings of a period, newest first."""
        rows = self._dicts(
            "SELECT position, at, why, marks FROM {s}.meter_reading WHERE machine = %(machine)s "
            "AND day BETWEEN %(first)s AND %(last)s ORDER BY position DESC LIMIT %(limit)s",
            machine=machine,
            first=first,
            last=last,
            limit=limit,
        )
        return [msgspec.convert(row, Reading) for row in rows]

    def variances(self, machine: str, first: date, last: date) -> list[dict[str, Any]]:
        """Return counters of a period that left the events, the newest reading first."""
        return self._dicts(
            "SELECT position, at, upper(counter) AS counter, device, events, "
            "voided, difference FROM {s}.meter_variance "
            "WHERE machine = %(machine)s AND day BETWEEN %(first)s AND %(last)s "
            "ORDER BY position DESC, counter LIMIT 50",
            machine=machine,
            first=first,
            last=last,
        )

    def staked(self, machine: str, day: date) -> list[tuple[datetime, int, int]]:
        """Return stakes and plays in every five minutes of a day."""
        return [
            (at, int(amount or 0), plays)
            for at, amount, plays in self._tuples(
                "SELECT date_bin(make_interval(mins => %(minutes)s), at, '2000-01-01Z'), "
                "sum(amount), count(*) FROM {s}.history WHERE place = %(machine)s "
                "AND kind LIKE 'play/%%' AND day = %(day)s GROUP BY 1 ORDER BY 1",
                machine=machine,
                day=day,
                minutes=CELL_MINUTES,
            )
        ]

    def certified(self, machine: str, configuration: str | None) -> list[dict[str, Any]]:
        """Return the pay tables that a machine's configuration was certified with."""
        rows = self._tuples(
            "SELECT e.state FROM {s}.history AS h JOIN ledger.events AS e "
            "ON e.notification_id = h.position WHERE h.place = %(machine)s "
            "AND h.kind LIKE 'machine-homologated/%%' ORDER BY h.position DESC LIMIT 20",
            machine=machine,
        )
        for (state,) in rows:
            payload = _payload(bytes(state))
            if payload.get("configuration") == configuration:
                plans: list[dict[str, Any]] = payload.get("plans") or []
                return plans
        return []

    def days(self) -> tuple[date | None, date | None]:
        """Return the first and the last gaming day on which a machine moved."""
        ((first, last),) = self._tuples("SELECT min(day), max(day) FROM {s}.machine_day")
        return first, last

    def _moved(self, machine: str, first: date, last: date) -> dict[str, int]:
        ((*values,),) = self._tuples(
            "SELECT " + _EACH + " FROM {s}.machine_day AS d "  # noqa: S608 - our own words
            "WHERE d.machine = %(machine)s AND d.day BETWEEN %(first)s AND %(last)s",
            machine=machine,
            first=first,
            last=last,
        )
        return _summed(dict(zip(NAMES, values, strict=True)))

    def _lifetime(self, machine: str) -> dict[str, int]:
        ((text,),) = self._tuples(
            "SELECT state::json ->> 'totals' FROM {s}.machine WHERE machine = %(machine)s",
            machine=machine,
        )
        values = msgspec.json.decode(text, type=list[int])
        return _summed(dict(zip(NAMES, values, strict=True)))

    def _closing(
        self, machine: str, first: date, last: date
    ) -> tuple[dict[str, int] | None, dict[str, int] | None]:
        """Return the device's counters at the last close before a period, and at the last in it."""
        rows = self._tuples(
            "(SELECT day, device FROM {s}.machine_close WHERE machine = %(machine)s "
            "AND known_until IS NULL AND day < %(first)s ORDER BY day DESC LIMIT 1) UNION ALL "
            "(SELECT day, device FROM {s}.machine_close WHERE machine = %(machine)s "
            "AND known_until IS NULL AND day BETWEEN %(first)s AND %(last)s "
            "ORDER BY day DESC LIMIT 1)",
            machine=machine,
            first=first,
            last=last,
        )
        begin = end = None
        for day, text in rows:
            said = _device(text)
            if day < first:
                begin = said
            else:
                end = said
        return begin, end

    def _apart(self, machine: str, first: date, last: date) -> Mapping[str, int]:
        rows = self._tuples(
            "SELECT lower(counter), difference FROM {s}.meter_variance WHERE position = "
            "(SELECT max(position) FROM {s}.meter_reading WHERE machine = %(machine)s "
            "AND day BETWEEN %(first)s AND %(last)s AND denomination IS NULL)",
            machine=machine,
            first=first,
            last=last,
        )
        return dict(rows)

    def _dicts(self, text: LiteralString, **values: Any) -> list[dict[str, Any]]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, values).fetchall()

    def _tuples(self, text: LiteralString, **values: Any) -> Sequence[tuple[Any, ...]]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement, values).fetchall()


def _summed(each: Mapping[str, int]) -> dict[str, int]:
    """Return the twelve, and the fourteen they are made of."""
    found = {name: int(value) for name, value in each.items()}
    for name, of in SUMS.items():
        found[name] = sum(found[NAMES[at]] for at in of)
    found["RB"] = revenue(found)
    return found


def revenue(found: Mapping[str, int]) -> int:
    """Return RB, the receita bruta by play, from the other contadores (identity 2)."""
    return found["CJ"] - found["CG"] - found["PA"] - found["PAP"] - found["PAM"]


def _device(text: str) -> dict[str, int] | None:
    """Return the twelve as a device told them; None where it never did."""
    told = msgspec.json.decode(text, type=dict[str, int])
    if not {"CJ", "CG", "PA", "PAP", "PAM"} <= told.keys():
        return None
    return {**told, "RB": revenue(told)}


def _payload(envelope: bytes) -> dict[str, Any]:
    try:
        body = msgspec.json.decode(envelope.partition(b"\n\n")[2], type=dict[str, Any])
    except UNREADABLE:
        return {}
    found: dict[str, Any] = body.get("payload") or {}
    return found
