"""How many rows an export has before it is taken: what its button says."""

from collections.abc import Mapping
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql
from psycopg.rows import tuple_row

from projections.base.versions import holding
from projections.reads.files.exports import EXPORTS
from projections.running.runner import LIVE

ROWS_MAX: Final = 1_000_000
"""Beyond so many rows a count says no more than that there are more."""
ROWS_LARGE: Final = 200_000
"""Rows beyond which a file is made while its reader goes on."""


def rows_of(
    connection: psycopg.Connection[Any],
    name: str,
    filters: Mapping[str, Any] | None = None,
    schema: str = LIVE,
    *,
    most: int = ROWS_MAX,
) -> int:
    """Return how many rows an export has now with these filters; at most one beyond ``most``.

    Of one whose rows are worked out nobody knows: it is none.
    """
    export = EXPORTS[name]
    if export.work_out is not None:
        return 0
    given = dict(filters or {})
    conditions: list[LiteralString] = [export.filters[one].condition for one in given]
    if export.versions:
        conditions.append(holding(None))
    where = sql.SQL(" WHERE {}").format(
        sql.SQL(" AND ").join(sql.SQL(one).format(s=sql.Identifier(schema)) for one in conditions)
    )
    statement = sql.SQL(
        "SELECT count(*) FROM (SELECT 1 FROM {table}{where} LIMIT {most}) AS r"
    ).format(
        table=sql.SQL(export.table).format(s=sql.Identifier(schema)),
        where=where if conditions else sql.SQL(""),
        most=sql.Literal(most + 1),
    )
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(statement, {**given, "known": None}).fetchone()
    return 0 if row is None else row[0]
