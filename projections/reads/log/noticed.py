"""Findings as somebody elsewhere is told of them: what, of which kind and where, and no more."""

from collections.abc import Collection, Sequence
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row

from projections.running.runner import LIVE


class Noticed(Struct, frozen=True, kw_only=True):
    """A finding as it stands, without what anybody wrote, was paid, or is called."""

    finding: str
    state: str
    code: str
    severity: str
    place: str | None
    round: str | None
    game: str | None
    known_from: int


def noticed(
    connection: psycopg.Connection[Any],
    *,
    since: int,
    after: tuple[int, str],
    severities: Collection[str],
    code: str,
    game: str | None,
    limit: int,
) -> list[Noticed]:
    """Return findings that became known after ``since``, as they stand, by their newest version.

    ``after`` is the version seen last, ``code`` how their codes begin.
    """
    values = {
        "since": since,
        "after": after[0],
        "after_id": after[1],
        "severities": list(severities),
        "code": code,
        "game": game,
        "limit": limit,
    }
    with connection.cursor(row_factory=class_row(Noticed)) as cursor:
        return cursor.execute(sql.SQL(_NOTICED).format(s=sql.Identifier(LIVE)), values).fetchall()


def standing_of(connection: psycopg.Connection[Any], findings: Sequence[str]) -> set[str]:
    """Return those of these findings that stand now; all others were withdrawn."""
    query = sql.SQL("SELECT id FROM {s}.finding WHERE id = ANY(%s) AND known_until IS NULL").format(
        s=sql.Identifier(LIVE)
    )
    with connection.cursor(row_factory=tuple_row) as cursor:
        return {id_ for (id_,) in cursor.execute(query, (list(findings),)).fetchall()}


_NOTICED: Final = """
SELECT f.id AS finding, f.state, f.code, f.severity, f.place, f.round, r.game, f.known_from
FROM {s}.finding AS f LEFT JOIN {s}.round AS r ON r.round = f.round
WHERE f.known_until IS NULL AND f.known_from > %(since)s
AND (f.known_from, f.id) > (%(after)s, %(after_id)s)
AND f.severity = ANY(%(severities)s) AND starts_with(f.code, %(code)s)
AND (%(game)s::text IS NULL OR r.game = %(game)s)
AND NOT EXISTS (
    SELECT FROM {s}.finding AS o WHERE o.id = f.id AND o.known_from <= %(since)s
)
ORDER BY f.known_from, f.id LIMIT %(limit)s
"""
