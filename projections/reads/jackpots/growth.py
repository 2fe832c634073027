"""A jackpot's shown balance step by step with the hour of each: what its picture is drawn from."""

from datetime import datetime
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.running.runner import LIVE
from projections.stages.pools.books.accounts import AWARD, RESET, SHOWN

STEPS_MAX: Final = 1_000
"""The newest steps; a page says where they begin."""


class Step(Struct, frozen=True, kw_only=True):
    """The balance after one event that moved it."""

    position: int
    at: datetime
    balance: int
    won: int
    """What prizes took at this event."""
    prizes: int
    reset: int
    """What the base got back at this event."""


def growth_of(
    connection: psycopg.Connection[Any], pool: str, known: int | None = None, schema: str = LIVE
) -> list[Step]:
    """Return the newest steps of J1 + J2, oldest first, up to a position."""
    text = sql.SQL(
        "SELECT s.position, h.at, s.balance, s.won, s.prizes, s.reset FROM ("
        "SELECT position, sum(-sum(amount) FILTER (WHERE account = ANY(%(shown)s))) "
        "OVER (ORDER BY position) AS balance, "
        "coalesce(sum(amount) FILTER (WHERE account = ANY(%(shown)s) AND reason = %(award)s), 0) "
        "AS won, count(DISTINCT award) FILTER (WHERE reason = %(award)s) AS prizes, "
        "coalesce(-sum(amount) FILTER (WHERE account = ANY(%(shown)s) AND reason = %(reset)s), 0) "
        "AS reset FROM {s}.posting WHERE pool = %(pool)s "
        "AND (%(known)s::bigint IS NULL OR position <= %(known)s) GROUP BY position "
        "HAVING bool_or(account = ANY(%(shown)s)) ORDER BY position DESC LIMIT %(most)s"
        ") AS s JOIN {s}.history AS h ON h.position = s.position ORDER BY s.position"
    ).format(s=sql.Identifier(schema))
    values = {
        "pool": pool,
        "known": known,
        "shown": list(SHOWN),
        "award": AWARD,
        "reset": RESET,
        "most": STEPS_MAX,
    }
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(text, values).fetchall()
    return [
        Step(
            position=position,
            at=at,
            balance=int(balance),
            won=int(won),
            prizes=prizes,
            reset=int(reset),
        )
        for position, at, balance, won, prizes, reset in rows
    ]


def readings_of(
    connection: psycopg.Connection[Any], pool: str, known: int | None = None, schema: str = LIVE
) -> list[dict[str, Any]]:
    """Return at most a hundred readings of a jackpot's displays and controllers, newest last."""
    text = sql.SQL(
        "SELECT r.*, h.at AS hour, e.originator_id || ':' || e.originator_version AS event "
        "FROM (SELECT * FROM {s}.pool_reading WHERE pool = %(pool)s AND withdrawn IS NULL "
        "AND (%(known)s::bigint IS NULL OR known <= %(known)s) ORDER BY position DESC LIMIT 100) "
        "AS r JOIN {s}.history AS h ON h.position = r.position "
        "JOIN ledger.events AS e ON e.notification_id = r.position ORDER BY r.position"
    ).format(s=sql.Identifier(schema))
    return connection.execute(text, {"pool": pool, "known": known}).fetchall()
