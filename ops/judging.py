"""Runs the projections up to the log's end and asks them what they say."""

import psycopg
from msgspec import Struct

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
    columns = FindingRow.__struct_fields__
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        rows = connection.execute(
            f"SELECT {', '.join(columns)} FROM {LIVE}.finding "  # type: ignore[arg-type]  # noqa: S608 - our own names
            "WHERE known_until IS NULL ORDER BY known_from, id"
        ).fetchall()
    found = [FindingRow(**dict(zip(columns, row, strict=True))) for row in rows]
    return [row for row in found if (row.place or "").startswith(place_prefixes)]


def verdict_counts(conninfo: str, places: tuple[str, ...]) -> dict[str, int]:
    """Return how many rounds stand in each state, of places that begin with one of the prefixes."""
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        rows = connection.execute(
            f"SELECT state, count(*) FROM {LIVE}.verdict "  # type: ignore[arg-type]  # noqa: S608 - our own names
            "WHERE known_until IS NULL AND place LIKE ANY(%s) GROUP BY state",
            ([f"{place}%" for place in places],),
        ).fetchall()
    return dict(rows)
