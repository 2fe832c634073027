"""Runs the projections up to the log's end and asks them what they say."""

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row

from projections.runner import LIVE, Progress, Runner


class FindingRow(Struct, frozen=True, kw_only=True):
    """A finding that holds now."""

    id: str
    code: str
    severity: str
    rule: str
    place: str | None
    round: str | None
    seat: int | None
    bet: int | None
    expected: str
    recorded: str
    amount: int | None
    currency: str | None
    state: str
    positions: list[int]


def judge_all(conninfo: str, progress: Progress | None = None) -> int:
    """Fold everything recorded so far; return the position reached."""
    with Runner(conninfo) as runner:
        return runner.catch_up(progress=progress)


def findings_of(conninfo: str, place_prefixes: tuple[str, ...] = ("",)) -> list[FindingRow]:
    """Return the findings that hold now, of places that begin with one of the prefixes."""
    statement = sql.SQL(
        "SELECT id, code, severity, rule, place, round, seat, bet, expected, recorded, amount, "
        "currency, state, positions FROM {}.finding WHERE known_until IS NULL "
        "ORDER BY known_from, id"
    ).format(sql.Identifier(LIVE))
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        found = connection.cursor(row_factory=class_row(FindingRow)).execute(statement).fetchall()
    return [row for row in found if (row.place or "").startswith(place_prefixes)]


def verdict_counts(conninfo: str, place_prefixes: tuple[str, ...]) -> dict[str, int]:
    """Return how many rounds stand in each state, of places that begin with one of the prefixes."""
    statement = sql.SQL(
        "SELECT state, count(*) FROM {}.verdict WHERE known_until IS NULL "
        "AND EXISTS (SELECT FROM unnest(%s::text[]) AS p WHERE starts_with(place, p)) "
        "GROUP BY state"
    ).format(sql.Identifier(LIVE))
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        rows = connection.execute(statement, (list(place_prefixes),)).fetchall()
    return dict(rows)
