"""Questions about actas: a session with its jogadas, now or as known then, and its room."""

from collections.abc import Sequence
from typing import Any, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.base.versions import holding
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.room import Room


class Acta(Struct, frozen=True, kw_only=True):
    """A session's acta."""

    session: str
    place: str
    day: str
    opened: int
    variant: int
    mode: str
    started: str
    """R61 a)."""
    ended: str | None
    currency: str
    jogadas: tuple[tuple[int, Jogada], ...]
    """Each with the position from which it is known so."""


def room_of(connection: psycopg.Connection[Any], schema: str, place: str) -> Room | None:
    """Return the present state of a bingo room; None if no session was ever opened there."""
    rows = _rows(connection, schema, "SELECT state FROM {s}.room WHERE place = %s", (place,))
    return msgspec.json.decode(rows[0][0], type=Room) if rows else None


def rooms(connection: psycopg.Connection[Any], schema: str) -> list[str]:
    """Return every bingo room by name."""
    return [
        name
        for (name,) in _rows(connection, schema, "SELECT place FROM {s}.room ORDER BY place", ())
    ]


def acta_of(
    connection: psycopg.Connection[Any],
    schema: str,
    session: str,
    *,
    place: str | None = None,
    known: int | None = None,
) -> Acta | None:
    """Return the acta of a session, the last of that name; None if there is none.

    ``known`` gives it as it was known at a position.
    """
    found = _rows(
        connection,
        schema,
        "SELECT session, place, day::text, opened, variant, mode, started, "
        "CASE WHEN %(known)s::bigint IS NULL OR closed <= %(known)s THEN ended END "
        "FROM {s}.session "
        "WHERE session = %(session)s AND (%(place)s::text IS NULL OR place = %(place)s) "
        "AND (%(known)s::bigint IS NULL OR opened <= %(known)s) "
        "ORDER BY opened DESC LIMIT 1",
        {"session": session, "place": place, "known": known},
    )
    if not found:
        return None
    name, where, day, opened, variant, mode, started, ended = found[0]
    rows = _rows(
        connection,
        schema,
        "SELECT known_from, currency, jogada FROM {s}.acta WHERE session = %(opened)s "  # noqa: S608 - nothing in it is given
        f"AND {holding(known)} ORDER BY (jogada::json ->> 'opened')::bigint",
        {"opened": opened, "known": known},
    )
    return Acta(
        session=name,
        place=where,
        day=day,
        opened=opened,
        variant=variant,
        mode=mode,
        started=started,
        ended=ended,
        currency=next((row[1] for row in rows if row[1]), ""),
        jogadas=tuple((row[0], msgspec.json.decode(row[2], type=Jogada)) for row in rows),
    )


def versions_of(
    connection: psycopg.Connection[Any], schema: str, round_id: str, *, known: int | None = None
) -> list[tuple[int, int | None, Jogada]]:
    """Return a jogada's record in every version, oldest first: corrections stay visible (R59).

    ``known`` leaves out what became known after a position.
    """
    rows = _rows(
        connection,
        schema,
        "SELECT known_from, known_until, jogada FROM {s}.acta WHERE round = %(round)s "
        "AND (%(known)s::bigint IS NULL OR known_from <= %(known)s) ORDER BY known_from",
        {"round": round_id, "known": known},
    )
    return [(row[0], row[1], msgspec.json.decode(row[2], type=Jogada)) for row in rows]


def _rows(
    connection: psycopg.Connection[Any], schema: str, text: LiteralString, values: Any
) -> Sequence[tuple[Any, ...]]:
    with connection.cursor(row_factory=tuple_row) as cursor:
        return cursor.execute(sql.SQL(text).format(s=sql.Identifier(schema)), values).fetchall()
