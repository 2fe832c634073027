"""Whose floor this is and which gaming day it plays: the head of every page of the console."""

from collections.abc import Mapping
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


def newest_of_others(
    connection: psycopg.Connection[Any], after: int, schema: str = LIVE
) -> int | None:
    """Return the newest event after a position that anybody but the service said; None of none."""
    text = sql.SQL(
        "SELECT position FROM {s}.history WHERE position > %s AND source <> "
        "(SELECT source FROM {s}.history WHERE position = 1) ORDER BY position DESC LIMIT 1"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text, (after,)).fetchone()
    return None if row is None else int(row[0])


def casino_of(
    connection: psycopg.Connection[Any], place: str | None, schema: str = LIVE
) -> str | None:
    """Return the casino whose table, machine or room a place is; None where nothing says so."""
    text = sql.SQL(
        "SELECT casino FROM {s}.machine WHERE machine = %(place)s AND casino <> '*' "
        "UNION ALL (SELECT t.casino FROM {s}.place AS p JOIN {s}.terms AS t USING (opened) "
        "WHERE p.place = %(place)s AND t.casino <> '*' ORDER BY opened DESC LIMIT 1) "
        # A bingo room opens sessions, and no table: whose it is was told where it joined the house.
        "UNION ALL SELECT data::json #>> '{{}}' FROM {s}.known "
        "WHERE what = 'place' AND name = %(place)s "
        "UNION ALL (SELECT casino FROM {s}.scheduled WHERE place = %(place)s "
        "AND casino IS NOT NULL ORDER BY position DESC LIMIT 1) LIMIT 1"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text, {"place": place}).fetchone()
    return None if row is None else str(row[0])


class Currencies(Struct, frozen=True, kw_only=True):
    """The currencies of a ledger's casinos, and of the places that told one."""

    casinos: Mapping[str, str]
    places: Mapping[str, str]

    @property
    def own(self) -> str:
        """The currency of all its casinos, or of all places; nothing where there are several."""
        found = set(self.casinos.values()) or set(self.places.values())
        return next(iter(found)) if len(found) == 1 else ""

    def of(self, place: str | None, casino: str | None = None) -> str:
        """Return the currency in which a place plays: as it told, else its casino's, else own."""
        return self.places.get(place or "") or self.casinos.get(casino or "") or self.own


def currencies_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> Currencies:
    """Return the currencies of the ledger's casinos and places as the projections have them."""
    text = sql.SQL(
        "SELECT false, casino, currency FROM {s}.casino "
        "UNION ALL SELECT true, place, currency FROM {s}.currency"
    ).format(s=sql.Identifier(schema))
    casinos: dict[str, str] = {}
    places: dict[str, str] = {}
    with connection.cursor(row_factory=tuple_row) as cursor:
        for is_place, name, currency in cursor.execute(text).fetchall():
            (places if is_place else casinos)[name] = currency
    return Currencies(casinos=casinos, places=places)
