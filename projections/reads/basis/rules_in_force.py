"""Parameters in force on a day with the acts that set them, and those that come later."""

from datetime import date
from typing import Any

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.base.parameter_book import Setting
from projections.base.rows import Schema
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book


class InForce(Struct, frozen=True, kw_only=True):
    """The parameters of a day: in force, and announced for later."""

    now: list[Setting]
    later: list[Setting]
    ended: int
    """Settings that a correction ended or another one followed."""


def in_force(connection: psycopg.Connection[Any], day: date, schema: str = LIVE) -> InForce:
    """Return the parameters in force at the end of a day, by name and scope."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        book = read_book(Schema(cursor, schema))
    until = f"{day.isoformat()}T23:59:59.999999Z"
    now: dict[tuple[str, str], Setting] = {}
    later: list[Setting] = []
    count = 0
    for settings in book.settings.values():
        for one in settings:
            count += 1
            if one.until is not None:
                continue
            if one.since > until:
                later.append(one)
            else:
                now[one.name, one.scope] = one
    return InForce(
        now=[now[key] for key in sorted(now)],
        later=sorted(later, key=lambda one: (one.since, one.name, one.scope)),
        ended=count - len(now) - len(later),
    )


def matrix_since(connection: psycopg.Connection[Any], schema: str = LIVE) -> int | None:
    """Return the position from which the matrix of authority is in force; None where it is not."""
    statement = sql.SQL("SELECT min(since) FROM {s}.matrix_in_force WHERE version > 0").format(
        s=sql.Identifier(schema)
    )
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(statement).fetchone()
    return None if row is None else row[0]
