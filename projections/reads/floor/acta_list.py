"""Sessions of bingo as their actas stand: what was recorded, what lacks, what the gate allowed."""

from datetime import date
from typing import Any, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import dict_row

from projections.running.runner import LIVE
from projections.stages.actas.checks.gate import gate
from projections.stages.actas.room import Room

SESSIONS_MAX = 200
"""Sessions of a list; the page says how many there are beyond."""


class SessionLine(Struct, frozen=True, kw_only=True):
    """A session of bingo and the sums of its jogadas."""

    opened: int
    session: str
    place: str
    day: date
    variant: int
    mode: str
    started: str
    ended: str | None
    jogadas: int
    recorded: int
    """Whose record is complete."""
    annulled: int
    differ: int
    """Whose verdict differs."""
    cards: int
    collected: int
    prizes: int
    tax: int
    currency: str | None


class Gate(Struct, frozen=True, kw_only=True):
    """A room's gate as it stands: why it would say no to the session's closing."""

    place: str
    open_session: str | None
    shut: tuple[str, ...]


def sessions(
    connection: psycopg.Connection[Any],
    day: date | None = None,
    schema: str = LIVE,
    *,
    place: str | None = None,
    before: int | None = None,
    limit: int = SESSIONS_MAX,
) -> tuple[int, list[SessionLine]]:
    """Return how many sessions there are, all or of a day or room, and the newest of them.

    ``before`` asks for those alone that were opened before a position.
    """
    rows = _rows(
        connection,
        schema,
        "SELECT s.opened, s.session, s.place, s.day, s.variant, s.mode, s.started, s.ended, "
        "s.jogadas, coalesce(a.recorded, 0) AS recorded, coalesce(a.annulled, 0) AS annulled, "
        "coalesce(a.differ, 0) AS differ, coalesce(a.cards, 0) AS cards, "
        "coalesce(a.collected, 0) AS collected, coalesce(a.prizes, 0) AS prizes, "
        "coalesce(a.tax, 0) AS tax, a.currency, count(*) OVER () AS total "
        "FROM {s}.session AS s LEFT JOIN LATERAL (SELECT "
        "count(*) FILTER (WHERE a.state = 'registada') AS recorded, "
        "count(*) FILTER (WHERE a.annulled IS NOT NULL) AS annulled, "
        "count(*) FILTER (WHERE v.state IN ('differs', 'unpaid')) AS differ, "
        "sum(a.cards) AS cards, sum(a.collected) AS collected, "
        "sum(a.linha::numeric + a.bingo + a.additional + a.progressive) AS prizes, "
        "sum(a.tax) AS tax, "
        "min(a.currency) AS currency FROM {s}.acta AS a LEFT JOIN {s}.verdict AS v "
        "ON v.round = a.round AND v.known_until IS NULL "
        "WHERE a.session = s.opened AND a.known_until IS NULL) AS a ON true "
        "WHERE (%(day)s::date IS NULL OR s.day = %(day)s) "
        "AND (%(place)s::text IS NULL OR s.place = %(place)s) "
        "AND (%(before)s::bigint IS NULL OR s.opened < %(before)s) "
        "ORDER BY s.opened DESC LIMIT %(most)s",
        {"day": day, "place": place, "before": before, "most": limit},
    )
    total = rows[0]["total"] if rows else 0
    return total, [msgspec.convert(row, SessionLine) for row in rows]


def gates(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[Gate]:
    """Return each bingo room's gate as it stands now."""
    rows = _rows(connection, schema, "SELECT state FROM {s}.room ORDER BY place", {})
    found: list[Gate] = []
    for row in rows:
        room = msgspec.json.decode(row["state"], type=Room)
        session = room.session
        is_open = session is not None and session.closed is None
        found.append(
            Gate(
                place=room.place,
                open_session=session.session if session is not None and is_open else None,
                shut=tuple(gate(room, None)) if is_open else (),
            )
        )
    return found


def granted(
    connection: psycopg.Connection[Any], rounds: list[str], schema: str = LIVE
) -> dict[str, int]:
    """Return the position of the gate's yes to each of these jogadas."""
    rows = _rows(
        connection,
        schema,
        "SELECT next, min(position) AS position FROM {s}.gate WHERE next = ANY(%(rounds)s) "
        "GROUP BY next",
        {"rounds": rounds},
    )
    return {row["next"]: row["position"] for row in rows}


def _rows(
    connection: psycopg.Connection[Any],
    schema: str,
    text: LiteralString,
    values: dict[str, Any],
) -> list[dict[str, Any]]:
    statement = sql.SQL(text).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(statement, values).fetchall()
