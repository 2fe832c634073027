"""How late sources are heard of and events are summed, which places are silent, by the ledger."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.errors import UNREADABLE, LedgerError
from ledger.signed.canonical import decode_stored
from ledger.store.cold import fill_by
from projections.running.runner import LIVE

VOICES_MAX: Final = 2_000
"""Sources that are told of; the longest unheard come first."""
HEARD_WITHIN: Final = timedelta(days=2)
"""Who was not heard of for so long is away, and late no more."""


class Voice(Struct, frozen=True, kw_only=True):
    """A source by the latest time that it spoke of."""

    source: str
    behind_seconds: float
    """From that time to the newest tick of the ledger's clock; 0 where it is ahead."""
    astray: bool
    """Whether its clock is found to go wrong."""


class Silence(Struct, frozen=True, kw_only=True):
    """A place that is to be open, and of which nothing is heard for longer than its heartbeat."""

    place: str
    source: str


def clock(connection: psycopg.Connection[Any], schema: str = LIVE) -> datetime | None:
    """Return the time of the newest tick that is folded; None before the first."""
    rows = _ask(connection, "SELECT at FROM {s}.floor_clock", schema)
    return _time(rows[0][0]) if rows else None


def waits_since(
    connection: psycopg.Connection[Any], position: int, schema: str = LIVE
) -> datetime | None:
    """Return since when the first event after a position waits, at the earliest; None of none.

    The log keeps no time of recording: an event was recorded after the newest tick before it, and
    after it happened. Of an event that the reader may not see, the tick alone tells.
    """
    found = clock(connection, schema)
    rows = _ask(
        connection,
        "SELECT notification_id, originator_id, originator_version, topic, state, link "
        "FROM ledger.events WHERE notification_id = %s",
        schema,
        (position + 1,),
    )
    for _, _, _, kind, envelope, _ in fill_by(connection, rows):
        try:
            at = _time(decode_stored(kind, bytes(envelope)).at)
        except (*UNREADABLE, LedgerError):
            continue
        found = at if found is None or at is None else max(found, at)
    return found


def voices(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[Voice]:
    """Return the sources that were heard of lately, the longest unheard first."""
    now = clock(connection, schema)
    if now is None:
        return []
    rows = _ask(connection, "SELECT source, at, astray IS NOT NULL FROM {s}.speaker", schema)
    found = [
        Voice(source=source, behind_seconds=max(0.0, (now - at).total_seconds()), astray=astray)
        for source, told, astray in rows
        if (at := _time(told)) is not None and now - at < HEARD_WITHIN
    ]
    return sorted(found, key=lambda one: (-one.behind_seconds, one.source))[:VOICES_MAX]


def silences(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[Silence]:
    """Return the places that are silent now."""
    rows = _ask(
        connection,
        "SELECT DISTINCT place, source FROM {s}.scheduled "
        "WHERE silent IS NOT NULL AND NOT over AND withdrawn IS NULL ORDER BY 1, 2",
        schema,
    )
    return [Silence(place=place, source=source) for place, source in rows]


def _ask(
    connection: psycopg.Connection[Any],
    text: LiteralString,
    schema: str,
    values: tuple[Any, ...] = (),
) -> list[tuple[Any, ...]]:
    statement = sql.SQL(text).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return cursor.execute(statement, values).fetchall()


def _time(told: str | None) -> datetime | None:
    """Return the time that a text tells; None where it tells none, as older doors let in."""
    try:
        return None if told is None else datetime.fromisoformat(told).astimezone(UTC)
    except ValueError:
        return None
