"""Whose floor this is and which gaming day it plays: the head of every page of the console."""

from datetime import date
from typing import Any

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.running.runner import LIVE


class House(Struct, frozen=True, kw_only=True):
    """The casinos of a ledger and the newest gaming day that anything is booked on."""

    casinos: tuple[str, ...] = ()
    day: date | None = None
    closed: bool = False
    """Whether that day was closed, for one of the casinos at least."""
    open_findings: int = 0
    critical_findings: int = 0
    open_disputes: int = 0


def house_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> House:
    """Return the house as the projections have it now."""
    text = sql.SQL(
        "WITH d AS (SELECT greatest("
        "(SELECT max(day) FROM {s}.table_day), (SELECT max(day) FROM {s}.session), "
        "(SELECT max(day) FROM {s}.machine_close), (SELECT max(day) FROM {s}.closed_day)) AS day) "
        "SELECT ARRAY(SELECT casino FROM {s}.casino ORDER BY position), d.day, "
        "EXISTS (SELECT 1 FROM {s}.closed_day AS c WHERE c.day >= d.day "
        "AND (c.casino = '*' OR c.casino IN (SELECT casino FROM {s}.casino))), "
        "(SELECT count(*) FROM {s}.finding WHERE known_until IS NULL AND state = 'open'), "
        "(SELECT count(*) FROM {s}.finding WHERE known_until IS NULL AND state = 'open' "
        "AND severity = 'critical'), "
        "(SELECT count(*) FROM {s}.dispute WHERE state <> 'decided') FROM d"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text).fetchone()
    assert row is not None, "the question has one answer"
    casinos, day, closed, found, critical, disputes = row
    return House(
        casinos=tuple(casinos),
        day=day,
        closed=closed,
        open_findings=found,
        critical_findings=critical,
        open_disputes=disputes,
    )


def others_since(connection: psycopg.Connection[Any], position: int, schema: str = LIVE) -> bool:
    """Tell whether anybody but the service itself was recorded after a position."""
    text = sql.SQL(
        "SELECT EXISTS (SELECT 1 FROM {s}.history WHERE position > %s AND source <> "
        "(SELECT source FROM {s}.history WHERE position = 1))"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text, (position,)).fetchone()
    return row is not None and bool(row[0])


def currency_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> str:
    """Return the currency of the ledger's casinos and places; nothing where there are several."""
    text = sql.SQL(
        "SELECT currency FROM {s}.currency UNION SELECT currency FROM {s}.casino"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        found = [currency for (currency,) in cursor.execute(text).fetchall()]
    return found[0] if len(found) == 1 else ""
