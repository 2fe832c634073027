"""The origin of a document in its log: up to which event, and by which rules."""

from typing import Any

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.signed.canonical import instant
from projections.base.gaming_day import zone_of
from projections.base.rows import Schema
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book


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


def origin_at(
    connection: psycopg.Connection[Any], known: int | None = None, schema: str = LIVE
) -> Origin:
    """Return where the projections stand; with ``known``, where they stood at that position.

    A position beyond what is projected is the last projected one; before the first event it is 0.
    """
    text = sql.SQL(
        # Of an event that the history could not fold, the time is that of the one before.
        "SELECT e.notification_id, e.link, (SELECT h.at FROM {s}.history AS h "
        "WHERE h.position <= e.notification_id ORDER BY h.position DESC LIMIT 1), ARRAY("
        "SELECT profile FROM {s}.casino WHERE position <= e.notification_id UNION "
        "SELECT state::json ->> 'profile' FROM {s}.table_state WHERE opened <= e.notification_id "
        "ORDER BY 1) FROM ledger.events AS e WHERE e.notification_id = "
        "(SELECT least(max(t.notification_id), %(known)s) FROM {s}.tracking AS t)"
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
    moment = instant(at)
    zone = zone_of(book, [name for (name,) in casinos], moment[:10], position + 1)
    return Origin(
        position=position,
        link=bytes(link).hex(),
        at=moment,
        profiles=tuple(profiles),
        zone=zone,
    )
