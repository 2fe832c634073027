"""What people ask of the jackpots: read-only, from the live projections, up to a position.

A statement or reconciliation is made by ``figures`` from the rows read here.
"""

from collections.abc import Mapping
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg import sql

from projections.pools.awards_state import Won
from projections.pools.books import PoolDay, Read
from projections.pools.figures import (
    Cover,
    Explanation,
    Side,
    Statement,
    explain,
    reconcile,
    statements,
)
from projections.pools.journal import ACCUMULATED, BASE
from projections.pools.state import EVERYWHERE, Pool

LIVE = "projections"
Row = dict[str, Any]


class PoolQueries:
    """Questions about pools over one connection with rows as dictionaries."""

    def __init__(self, connection: psycopg.Connection[Row], schema: str = LIVE) -> None:
        """Ask through the connection."""
        self._connection = connection
        self._schema = schema

    def pools(self) -> list[Pool]:
        """Return every pool as it stands, in the order of their names."""
        rows = self._many("SELECT state FROM {s}.pool ORDER BY pool", {})
        return [msgspec.json.decode(row["state"], type=Pool) for row in rows]

    def pool(self, name: str) -> Pool | None:
        """Return a pool as it stands."""
        rows = self._many("SELECT state FROM {s}.pool WHERE pool = %(pool)s", {"pool": name})
        return msgspec.json.decode(rows[0]["state"], type=Pool) if rows else None

    def statement(
        self, pool: Pool, first: str | None = None, last: str | None = None
    ) -> list[Statement]:
        """Return a pool's days, from one day to another."""
        rows = self._many(
            "SELECT * FROM {s}.pool_day WHERE pool = %(pool)s ORDER BY day", {"pool": pool.name}
        )
        found = statements([_day(row) for row in rows], self._cover_by_day(pool))
        return [
            one
            for one in found
            if (first is None or first <= one.day) and (last is None or one.day <= last)
        ]

    def awards(self, pool: str) -> list[Won]:
        """Return a pool's awards, oldest first; those that were taken back, too."""
        rows = self._many(
            "SELECT state FROM {s}.award WHERE pool = %(pool)s ORDER BY position, award",
            {"pool": pool},
        )
        return [msgspec.json.decode(row["state"], type=Won) for row in rows]

    def award(self, award: str) -> Won | None:
        """Return an award by its id."""
        rows = self._many("SELECT state FROM {s}.award WHERE award = %(id)s", {"id": award})
        return msgspec.json.decode(rows[0]["state"], type=Won) if rows else None

    def explained(self, won: Won) -> Explanation:
        """Return how a prize came about, its cycle beside the journal's lines before it."""
        (row,) = self._many(
            "SELECT coalesce(-sum(amount), 0)::bigint AS shown FROM {s}.posting "
            "WHERE pool = %(pool)s AND account = ANY(%(shown)s) AND (position, line) < "
            "(%(position)s, coalesce((SELECT min(line) FROM {s}.posting "
            "WHERE position = %(position)s AND award = %(award)s), 2147483647))",
            {
                "pool": won.pool,
                "shown": [BASE, ACCUMULATED],
                "position": won.position,
                "award": won.award,
            },
        )
        return explain(won, row["shown"])

    def reconciliation(self, pool: Pool) -> list[Side]:
        """Return the four sides of a pool, each with the first event at which it parts."""
        sums = self._many(
            "SELECT account, -sum(amount)::bigint AS amount, max(position) AS position "
            "FROM {s}.posting WHERE pool = %(pool)s GROUP BY account",
            {"pool": pool.name},
        )
        readings = self._many(
            "SELECT * FROM {s}.pool_reading WHERE pool = %(pool)s ORDER BY position",
            {"pool": pool.name},
        )
        return reconcile(
            pool.balances,
            {row["account"]: row["amount"] for row in sums},
            [_read(row) for row in readings],
            self._cover(pool),
            max((row["position"] for row in sums), default=pool.began),
        )

    def liabilities(self, position: int | None = None) -> dict[str, dict[str, int]]:
        """Return each pool's accounts of held value up to a position, credits positive."""
        rows = self._many(
            "SELECT pool, account, -sum(amount)::bigint AS amount FROM {s}.posting "
            "WHERE %(position)s::bigint IS NULL OR position <= %(position)s "
            "GROUP BY pool, account ORDER BY pool, account",
            {"position": position},
        )
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            found.setdefault(row["pool"], {})[row["account"]] = row["amount"]
        return found

    def _cover(self, pool: Pool) -> list[Cover]:
        casinos = [EVERYWHERE, pool.casino]
        rows = self._many(
            "SELECT day, closed, held, declared FROM {s}.cover_day "
            "WHERE casino = ANY(%(casinos)s) AND closed IS NOT NULL ORDER BY closed",
            {"casinos": casinos},
        )
        return [
            Cover(
                day=str(row["day"]),
                position=row["closed"],
                held=row["held"],
                declared=row["declared"],
            )
            for row in rows
        ]

    def _cover_by_day(self, pool: Pool) -> dict[str, tuple[int | None, int]]:
        return {one.day: (one.held, one.declared) for one in self._cover(pool)}

    def _many(self, text: LiteralString, values: Mapping[str, Any]) -> list[Row]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        return self._connection.execute(statement, values).fetchall()


def _day(row: Row) -> PoolDay:
    values: Row = {**row, "day": str(row["day"])}
    values["rates"] = msgspec.json.decode(row["rates"])
    return msgspec.convert(values, PoolDay)


def _read(row: Row) -> Read:
    day = row["day"]
    values: Row = {**row, "day": None if day is None else str(day)}
    return msgspec.convert(values, Read)
