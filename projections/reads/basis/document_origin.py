"""The origin of a document in its log: up to which event, by which rules, and of which house."""

from collections.abc import Iterable
from typing import Any

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.errors import UNREADABLE, LedgerError
from ledger.events.registry import CasinoRegistered
from ledger.signed.canonical import decode, instant
from projections.base.gaming_day import zone_of
from projections.base.rows import Schema
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book


class Licensed(Struct, frozen=True, kw_only=True):
    """A casino as a paper's head names it."""

    casino: str
    operator: str
    """Empty where its registration names none."""
    licence: str
    """The act by which it may play, as its registration says; empty where that names none."""


class Origin(Struct, frozen=True, kw_only=True):
    """Where the projections stand, or stood."""

    position: int
    link: str
    """Of the event at that position, in hex."""
    at: str
    """When it happened, as its source says."""
    profiles: tuple[str, ...]
    """Of the casinos and of the tables opened until then, with their versions."""
    zone: str | None = None
    """Of the casinos, where they declare one and the same."""
    licensed: tuple[Licensed, ...] = ()
    """The registered casinos, in the order of their registration."""


def origin_at(
    connection: psycopg.Connection[Any], known: int | None = None, schema: str = LIVE
) -> Origin:
    """Return where the projections stand; with ``known``, where they stood at that position.

    A position beyond what is projected is the last projected one; before the first event it is 0.
    """
    text = sql.SQL(
        # Of an event that the history could not fold, the time is that of the one before.
        "SELECT e.position, ledger.link_at(e.position), (SELECT h.at FROM {s}.history AS h "
        "WHERE h.position <= e.position ORDER BY h.position DESC LIMIT 1), ARRAY("
        "SELECT profile FROM {s}.casino WHERE position <= e.position UNION "
        "SELECT state::json ->> 'profile' FROM {s}.table_state WHERE opened <= e.position "
        "ORDER BY 1) FROM (SELECT least(max(t.notification_id), %(known)s) AS position "
        "FROM {s}.tracking AS t) AS e WHERE ledger.link_at(e.position) IS NOT NULL"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text, {"known": known}).fetchone()
        if row is None:
            return Origin(position=0, link="", at="", profiles=())
        position, link, at, profiles = row
        casinos = cursor.execute(
            sql.SQL("SELECT casino FROM {s}.casino WHERE position <= %s").format(
                s=sql.Identifier(schema)
            ),
            (position,),
        ).fetchall()
        book = read_book(Schema(cursor, schema))
        licensed = _licensed(cursor, position, schema)
    moment = instant(at)
    zone = zone_of(book, [name for (name,) in casinos], moment[:10], position + 1)
    return Origin(
        position=position,
        link=bytes(link).hex(),
        at=moment,
        profiles=tuple(profiles),
        zone=zone,
        licensed=licensed,
    )


def _licensed(
    cursor: psycopg.Cursor[tuple[Any, ...]], position: int, schema: str
) -> tuple[Licensed, ...]:
    """Return the casinos registered by a position, each with its licence as it was registered."""
    rows = cursor.execute(
        sql.SQL(
            "SELECT c.casino, c.operator, ARRAY(SELECT e.state FROM {s}.history AS h "
            "JOIN ledger.events AS e ON e.notification_id = h.position "
            "WHERE h.kind = %(kind)s AND h.position <= c.position ORDER BY h.position DESC) "
            "FROM {s}.casino AS c WHERE c.position <= %(position)s ORDER BY c.position"
        ).format(s=sql.Identifier(schema)),
        {"kind": CasinoRegistered.KIND, "position": position},
    ).fetchall()
    return tuple(
        Licensed(casino=name, operator=operator or "", licence=_act(name, map(bytes, said)))
        for name, operator, said in rows
    )


def _act(casino: str, registrations: Iterable[bytes]) -> str:
    """Return the act that the newest readable registration of a casino names."""
    for envelope in registrations:
        try:
            payload = decode(envelope).payload
        except (*UNREADABLE, LedgerError):
            continue
        if isinstance(payload, CasinoRegistered) and payload.casino == casino:
            return payload.act or ""
    return ""
