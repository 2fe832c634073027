"""Lists about machines: state, counters by day, tickets, returns.

Read-only, in keyset pages, over a connection that gives rows as dictionaries.
"""

from collections.abc import Mapping
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql

from projections.reads.queries import LIMIT_MAX
from projections.running.runner import LIVE

Row = dict[str, Any]
Connection = psycopg.Connection[Row]

_TWELVE: LiteralString = "cj, cg, je, rb, de, be, pa, cc, bp, pap, pam, ccm"
MACHINES: LiteralString = (
    "SELECT machine, casino, maker, model, configuration, interdicted, era, read, read_at, parted, "  # noqa: S608 - our own words
    + _TWELVE
    + ", sc, window_since, window_plays, window_staked, window_returned, "
    "observed_ppm, band_ppm, low FROM {s}.machine "
)
COUNTERS: LiteralString = (
    "(SELECT key, machine, day, denomination, closed, first, last, interdicted, cj, "
    "cg, je, (cj - cg - pa - pap_m - pap_h - pam) AS rb, "
    "(de_n + de_c) AS de, be, pa, (cc_m + cc_c) AS cc, bp, "
    "(pap_m + pap_h) AS pap, pam, ccm FROM {s}.machine_day) AS counters"
)
"""The twelve of each machine, day and denomination; money in and out stands at 0."""
CLOSES: LiteralString = (
    "(SELECT machine, day, casino, closing, "  # noqa: S608 - our own words
    + _TWELVE
    + ", sc, de_n, de_c, cc_m, cc_c, pap_m, "
    "pap_h, receita + (SELECT coalesce(sum(r.amount), 0) "
    "FROM {s}.revenue AS r WHERE r.category = 'maquinas' AND r.reason = 'increment' "
    "AND r.day = close.day AND r.place = close.machine "
    "AND (%(known)s::bigint IS NULL OR r.position <= %(known)s)) AS receita, "
    "late_rb, late, totals, device, known_from, "
    "known_until FROM {s}.machine_close AS close) AS closes"
)
"""Frozen days; ``receita`` is identity 5: less what the machine's stakes fed into pools."""
TICKETS: LiteralString = (
    "(SELECT ticket, state, amount, owed, issued, issued_at, taken, taken_at, taken_by, "
    "until FROM {s}.ticket) AS tickets"
)
VARIANCES: LiteralString = (
    "(SELECT position, machine, day, at, counter, device, events, voided, "
    "difference, first, play FROM {s}.meter_variance) AS variances"
)
HAND_PAYS: LiteralString = (
    "(SELECT subject, machine, day, category, due, paid, means, slip, open, play, "
    "slips, first FROM {s}.hand_pay) AS hand_pays"
)
BOXES: LiteralString = (
    "(SELECT position, machine, day, notes_expected, notes, tickets_expected, "
    "tickets, tolerance, since FROM {s}.machine_drop) AS boxes"
)
CIRCULATION: Final[LiteralString] = (
    "SELECT count(*) FILTER (WHERE state = 'issued') AS tickets, "
    "coalesce(sum(owed), 0) AS owed FROM {s}.ticket"
)
COUNTER_NAMES: Final = (
    "cj",
    "cg",
    "je",
    "rb",
    "de",
    "be",
    "pa",
    "cc",
    "bp",
    "pap",
    "pam",
    "ccm",
)


def machines(connection: Connection, *, after: str = "", limit: int = 100) -> list[Row]:
    """Return machines by name, with their lifetime counters by the events."""
    return _many(
        connection,
        MACHINES + "WHERE machine > %(after)s ORDER BY machine LIMIT %(limit)s",
        {"after": after, "limit": _capped(limit)},
    )


def machine(connection: Connection, name: str) -> Row | None:
    """Return one machine; None if no machine of that name has spoken."""
    rows = _many(connection, MACHINES + "WHERE machine = %(name)s", {"name": name})
    return rows[0] if rows else None


def counters(
    connection: Connection,
    *,
    name: str | None = None,
    day: str | None = None,
    after: tuple[str, str, int] = ("", "0001-01-01", -1),
    limit: int = 100,
) -> list[Row]:
    """Return the movements by machine, day and denomination, in that order."""
    conditions: list[LiteralString] = [
        "(machine, day, denomination) > (%(machine)s, %(last_day)s::date, %(denomination)s)"
    ]
    if name is not None:
        conditions.append("machine = %(name)s")
    if day is not None:
        conditions.append("day = %(day)s")
    return _many(
        connection,
        "SELECT * FROM "  # noqa: S608 - our own words
        + COUNTERS
        + " WHERE "
        + " AND ".join(conditions)
        + " ORDER BY machine, day, denomination LIMIT %(limit)s",
        {
            "machine": after[0],
            "last_day": after[1],
            "denomination": after[2],
            "name": name,
            "day": day,
            "limit": _capped(limit),
        },
    )


def tickets(
    connection: Connection, *, state: str | None = None, after: str = "", limit: int = 100
) -> list[Row]:
    """Return tickets by name; ``issued`` are those in circulation."""
    condition: LiteralString = "" if state is None else " AND state = %(state)s"
    return _many(
        connection,
        "SELECT * FROM "  # noqa: S608 - our own words
        + TICKETS
        + " WHERE ticket > %(after)s"
        + condition
        + " ORDER BY ticket LIMIT %(limit)s",
        {"after": after, "state": state, "limit": _capped(limit)},
    )


def circulation(connection: Connection) -> Row:
    """Return how many tickets are owed, and what all issued less all taken is (identity 4)."""
    (row,) = _many(connection, CIRCULATION, {})
    return row


def _many(connection: Connection, text: LiteralString, values: Mapping[str, Any]) -> list[Row]:
    statement = sql.SQL(text).format(s=sql.Identifier(LIVE))
    return connection.execute(statement, values).fetchall()


def _capped(limit: int) -> int:
    return max(1, min(limit, LIMIT_MAX))
