"""Events that a stage could not fold, or a thief's for all one knows, as every answer tells."""

from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.running.runner import LIVE

NAMED_MAX: Final = 20
"""Of how many events an answer names what they mark; it counts them all."""
_LAST: Final = 1 << 62
"""Beyond every position."""


class Mark(Struct, frozen=True, kw_only=True):
    """An event that a stage could not fold, or whose key is suspect, and what rests on it."""

    since: int
    """Its position."""
    until: int | None
    """Position of the closing of the day that ended the mark of a place; None while it stands."""
    scope: str
    """``round``, ``place``, ``case``, ``pool`` or ``house``."""
    subject: str
    stage: str
    """``key`` where every stage could fold it, and its key may have been a thief's."""
    event: str


class Unproved(Struct, frozen=True, kw_only=True):
    """All marks known up to a position; nothing where the count is 0."""

    count: int = 0
    suspect: int = 0
    """How many of them may be a thief's; the others could not be folded."""
    since: int | None = None
    items: tuple[Mark, ...] = ()

    def text(self) -> str:
        """Return the marks in one line, for files and the command line."""
        named = ", ".join(dict.fromkeys(f"{one.scope} {one.subject}" for one in self.items))
        more = " …" if self.count > len(self.items) else ""
        plural = "s" * (self.count > 1)
        folded, suspect = self.count - self.suspect, self.suspect
        why = " or ".join(
            [*["not folded"] * (folded > 0), *["signed by a suspect key"] * (suspect > 0)]
        )
        return (
            f"{self.count} event{plural} {why} since position {self.since}: {named}{more}"
            if self.count
            else "none"
        )


def round_since(
    connection: psycopg.Connection[Any],
    round_id: str,
    known: int | None = None,
    schema: str = LIVE,
) -> int | None:
    """Return since which position a round is not proved, now or as known then; None if it is.

    An event of its own could not be folded; or its verdict rests on one of its place, of another
    round there, or of the house, and says so: then the last of these before the verdict.
    """
    text = sql.SQL(
        "WITH judged AS (SELECT place, known_from FROM {s}.verdict "
        "WHERE round = %(round)s AND state = 'unproved' AND known_from <= %(known)s "
        "AND (known_until IS NULL OR known_until > %(known)s)) "
        "SELECT coalesce((SELECT min(position) FROM {s}.unfolded WHERE known_from <= %(known)s "
        "AND scope = 'round' AND subject = %(round)s), (SELECT coalesce(max(u.position), "
        "min(judged.known_from)) FROM judged LEFT JOIN {s}.unfolded AS u "
        "ON u.known_from <= judged.known_from "
        "AND ((scope = 'house' AND stage <> 'key') OR subject = place "
        "OR starts_with(subject, place || '/'))))"
    ).format(s=sql.Identifier(schema))
    values = {"round": round_id, "known": _LAST if known is None else known}
    with connection.cursor(row_factory=tuple_row) as cursor:
        return _first(cursor.execute(text, values).fetchone())


def place_since(
    connection: psycopg.Connection[Any], place: str | None, position: int, schema: str = LIVE
) -> int | None:
    """Return since which position a place, or its house, was not proved at an event's position.

    A mark that was ended before the event says nothing of it.
    """
    text = sql.SQL(
        "SELECT min(position) FROM {s}.unfolded WHERE (until IS NULL OR until >= %(at)s) "
        "AND (stage <> 'key' OR (position <= %(at)s AND scope <> 'house')) "
        "AND (scope = 'house' OR (scope = 'place' AND subject = %(place)s))"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return _first(cursor.execute(text, {"place": place, "at": position}).fetchone())


def standing_count(connection: psycopg.Connection[Any], schema: str = LIVE) -> int:
    """Return how many events are set aside by marks that no closing of a day has ended."""
    text = sql.SQL("SELECT count(DISTINCT event) FROM {s}.unfolded WHERE until IS NULL")
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text.format(s=sql.Identifier(schema))).fetchone()
    return _first(row) or 0


def _first(row: tuple[Any, ...] | None) -> int | None:
    return None if row is None else row[0]


def unproved(
    connection: psycopg.Connection[Any], known: int | None = None, schema: str = LIVE
) -> Unproved:
    """Return the marks that stand now, or stood at a position."""
    text = sql.SQL(
        "SELECT position, CASE WHEN until <= %(known)s THEN until END, scope, subject, stage, "
        "event, count(*) OVER (), min(position) OVER (), "
        "count(*) FILTER (WHERE stage = 'key') OVER () FROM {s}.unfolded "
        "WHERE known_from <= %(known)s ORDER BY until IS NOT NULL, position, stage LIMIT %(limit)s"
    ).format(s=sql.Identifier(schema))
    values = {"known": _LAST if known is None else known, "limit": NAMED_MAX}
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(text, values).fetchall()
    if not rows:
        return Unproved()
    return Unproved(
        count=rows[0][6],
        suspect=rows[0][8],
        since=rows[0][7],
        items=tuple(
            Mark(since=since, until=until, scope=scope, subject=subject, stage=stage, event=event)
            for since, until, scope, subject, stage, event, *_ in rows
        ),
    )
