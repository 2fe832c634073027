"""The duties of a floor: sums to pay to players at a desk, and machines that stand still."""

from datetime import date
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row

from projections.running.runner import LIVE

SHOWN_MAX: Final = 50


class Due(Struct, frozen=True, kw_only=True):
    """A sum that a desk owes a player: of a decided case, of a prize, of a machine."""

    kind: str
    """case, prize or machine."""
    name: str
    """Of the case, the award or what the machine asks for."""
    pool: str | None
    place: str | None
    round: str | None
    owed: int
    day: date | None
    since: int
    """The event by which it is owed."""


def due_at_desks(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[Due]:
    """Return the sums still to be paid by hand, the oldest debt first."""
    text = sql.SQL(
        "SELECT * FROM ("
        "SELECT 'case' AS kind, d.dispute AS name, NULL AS pool, "
        "d.case_file::json ->> 'machine' AS place, "
        "d.case_file::json -> 'rounds' ->> 0 AS round, (d.paid - coalesce(("
        "SELECT sum(x.amount) FROM {s}.settlement AS x "
        "WHERE x.dispute = d.dispute AND x.part <> 'over'), 0))::bigint AS owed, "
        "NULL::date AS day, d.decided AS since "
        "FROM {s}.dispute AS d WHERE d.state = 'decided' AND d.paid > 0 "
        "UNION ALL SELECT 'prize', a.award, a.pool, a.place, a.round, a.owed::bigint, "
        "a.day, a.position "
        "FROM {s}.award AS a WHERE a.owed > 0 "
        "UNION ALL SELECT 'machine', h.subject, NULL, h.machine, NULL, "
        "(h.due - h.paid)::bigint, h.day, "
        "h.first FROM {s}.hand_pay AS h WHERE h.open AND h.due > h.paid"
        ") AS due WHERE owed > 0 ORDER BY since LIMIT {most}"
    ).format(s=sql.Identifier(schema), most=SHOWN_MAX)
    with connection.cursor(row_factory=class_row(Due)) as cursor:
        return cursor.execute(text).fetchall()


def standing_still(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[str]:
    """Return the machines that are interdicted now, by name."""
    text = sql.SQL(
        "SELECT machine FROM {s}.machine WHERE interdicted IS NOT NULL "
        "ORDER BY machine LIMIT {most}"
    ).format(s=sql.Identifier(schema), most=SHOWN_MAX)
    return [row["machine"] for row in connection.execute(text).fetchall()]
