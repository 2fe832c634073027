"""Questions about the jackpots: read-only, from the live projections, up to a position.

A statement or reconciliation is made by ``figures`` from the rows read here.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql

from projections.stages.pools.books.accounts import ACCUMULATED, BASE, PARTS, SHOWN
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.lookups import PoolDay, Read
from projections.stages.pools.books.pool import EVERYWHERE, Pool, as_known
from projections.stages.pools.figures import (
    Counted,
    Cover,
    Explanation,
    Moved,
    NotedAt,
    Side,
    Statement,
    days_of,
    explain,
    reconcile,
    statements,
)

LIVE = "projections"
Row = dict[str, Any]


class Movement(Struct, frozen=True, kw_only=True):
    """Lines of the journal of one day and reason that moved what players see."""

    day: str | None
    reason: str
    lines: int
    first: int
    last: int
    """Positions."""
    amount: int


POSTINGS: Final[LiteralString] = (
    "{s}.posting LEFT JOIN (SELECT position, at FROM {s}.history) AS told USING (position)"
)
"""The journal, each line with the hour of its event; ``line`` orders those of one position."""
HOURS_READ: Final[LiteralString] = (
    "SELECT n.pool, n.day, "
    "(array_agg(h.at ORDER BY n.position DESC) FILTER (WHERE n.display IS NOT NULL))[1] "
    "AS display_at, "
    "(array_agg(h.at ORDER BY n.position DESC) FILTER (WHERE n.controller IS NOT NULL))[1] "
    "AS controller_at FROM {s}.pool_note AS n JOIN {s}.history AS h USING (position) "
    "WHERE (n.display IS NOT NULL OR n.controller IS NOT NULL) "
    "AND (%(known)s::bigint IS NULL OR n.position <= %(known)s) GROUP BY n.pool, n.day"
)
"""Of each pool's day, when display and controller were last read, up to a position."""


class PoolQueries:
    """Questions about pools over one connection with rows as dictionaries.

    With ``known``, pools, statements, prizes and the number of their events are answered as they
    were known at that position of the log; readings judged and corrections made after it do not
    count. Reconciliation and liabilities are of now, or of the position they are asked for.
    """

    def __init__(
        self,
        connection: psycopg.Connection[Row],
        known: int | None = None,
        *,
        schema: str = LIVE,
    ) -> None:
        """Ask through the connection."""
        self._connection = connection
        self._known = known
        self._schema = schema

    def pools(self) -> list[Pool]:
        """Return every pool as it stands, in the order of their names."""
        rows = self._many("SELECT state FROM {s}.pool ORDER BY pool", {})
        pools = [msgspec.json.decode(row["state"], type=Pool) for row in rows]
        return [one for pool in pools if (one := self._of_then(pool)) is not None]

    def pool(self, name: str) -> Pool | None:
        """Return a pool as it stands."""
        rows = self._many("SELECT state FROM {s}.pool WHERE pool = %(pool)s", {"pool": name})
        return self._of_then(msgspec.json.decode(rows[0]["state"], type=Pool)) if rows else None

    def _of_then(self, pool: Pool) -> Pool | None:
        return pool if self._known is None else as_known(pool, self._known)

    def statement(
        self, pool: Pool, first: str | None = None, last: str | None = None
    ) -> list[Statement]:
        """Return a pool's days, from one day to another."""
        days = self._days(pool) if self._known is None else self._days_then(pool, self._known)
        found = statements(days, self._cover_by_day(pool), self._hours_read(pool))
        return [
            one
            for one in found
            if (first is None or first <= one.day) and (last is None or one.day <= last)
        ]

    def _hours_read(self, pool: Pool) -> dict[str, tuple[datetime | None, datetime | None]]:
        """Return per day the hours of the last readings of display and controller."""
        rows = self._many(
            f"SELECT day::text, display_at, controller_at FROM ({HOURS_READ}) AS read "  # noqa: S608 - nothing in it is given
            "WHERE pool = %(pool)s",
            {"pool": pool.name, "known": self._known},
        )
        return {row["day"]: (row["display_at"], row["controller_at"]) for row in rows}

    def _days(self, pool: Pool) -> list[PoolDay]:
        rows = self._many(
            "SELECT * FROM {s}.pool_day WHERE pool = %(pool)s ORDER BY day", {"pool": pool.name}
        )
        return [_day(row) for row in rows]

    def _days_then(self, pool: Pool, known: int) -> list[PoolDay]:
        """Return a pool's days from the journal and the notes up to a position."""
        values: Row = {
            "pool": pool.name,
            "known": known,
            "parts": list(PARTS),
            "hidden": [account for account in PARTS if account not in SHOWN],
        }
        moved = self._many(
            "SELECT day::text, reason, -sum(amount) AS moved, "
            "(-coalesce(sum(amount) FILTER (WHERE account = ANY(%(hidden)s)), 0)) "
            "AS hidden FROM {s}.posting WHERE pool = %(pool)s AND position <= %(known)s "
            "AND account = ANY(%(parts)s) GROUP BY day, reason",
            values,
        )
        counted = self._many(
            "SELECT day::text, ppm, sum(stakes) AS stakes, sum(staked) AS staked, "
            "min(position) AS first, max(position) AS last, "
            "max(position) FILTER (WHERE residue IS NOT NULL) AS residue_at, "
            "max(position) FILTER (WHERE display IS NOT NULL OR unread = 'display') AS display_at, "
            "max(position) FILTER (WHERE controller IS NOT NULL OR unread = 'controller') "
            "AS controller_at "
            "FROM {s}.pool_note "
            "WHERE pool = %(pool)s AND position <= %(known)s GROUP BY day, ppm ORDER BY day, ppm",
            values,
        )
        lasts = [row[of] for row in counted for of in ("residue_at", "display_at", "controller_at")]
        noted = self._many(
            "SELECT DISTINCT position, day::text, residue, display, display_off, controller "
            "FROM {s}.pool_note WHERE pool = %(pool)s AND position = ANY(%(lasts)s)",
            {**values, "lasts": lasts},
        )
        return days_of(
            pool.name,
            msgspec.convert(moved, list[Moved]),
            msgspec.convert(counted, list[Counted]),
            msgspec.convert(noted, list[NotedAt]),
        )

    def awards(self, pool: str) -> list[Won]:
        """Return a pool's awards, oldest first; those that were taken back, too."""
        text: LiteralString = (
            "SELECT state FROM {s}.award WHERE pool = %(pool)s ORDER BY position, award"
            if self._known is None
            else "SELECT state FROM (SELECT DISTINCT ON (award) * FROM {s}.award_version "
            "WHERE pool = %(pool)s AND known <= %(known)s ORDER BY award, known DESC) AS version "
            "ORDER BY position, award"
        )
        rows = self._many(text, {"pool": pool, "known": self._known})
        return [msgspec.json.decode(row["state"], type=Won) for row in rows]

    def award(self, award: str) -> Won | None:
        """Return an award by its id."""
        text: LiteralString = (
            "SELECT state FROM {s}.award WHERE award = %(id)s"
            if self._known is None
            else "SELECT state FROM {s}.award_version WHERE award = %(id)s "
            "AND known <= %(known)s ORDER BY known DESC LIMIT 1"
        )
        rows = self._many(text, {"id": award, "known": self._known})
        return msgspec.json.decode(rows[0]["state"], type=Won) if rows else None

    def last_award(self, pool: str) -> Won | None:
        """Return a pool's last award that stands: none that was refused or taken back."""
        awards: LiteralString = (
            "{s}.award WHERE pool = %(pool)s"
            if self._known is None
            else "(SELECT DISTINCT ON (award) * FROM {s}.award_version "
            "WHERE pool = %(pool)s AND known <= %(known)s ORDER BY award, known DESC) AS version "
            "WHERE true"
        )
        rows = self._many(
            f"SELECT state FROM {awards} AND state::json ->> 'refused' IS NULL "  # noqa: S608 - nothing in it is given
            "AND state::json ->> 'reversed' IS NULL ORDER BY position DESC, award DESC LIMIT 1",
            {"pool": pool, "known": self._known},
        )
        return msgspec.json.decode(rows[0]["state"], type=Won) if rows else None

    def explained(self, won: Won) -> Explanation:
        """Return a prize's explanation: its cycle beside the journal's lines before it.

        Of lines that stand before it and were after it, or the other way round, the award tells.
        """
        return explain(won, sum(one.amount for one in self._before(won, 0)) + won.apart)

    def movements(self, won: Won) -> tuple[int, list[Movement]]:
        """Return the shown balance when a prize's cycle began, and its movements until the prize.

        The cycle begins after the event of the full award before it, or of the pool's opening.
        """
        since = won.so_far.started
        (row,) = self._many(
            "SELECT coalesce(-sum(amount), 0) AS shown FROM {s}.posting "
            "WHERE pool = %(pool)s AND account = ANY(%(shown)s) AND position <= %(since)s",
            {"pool": won.pool, "shown": [BASE, ACCUMULATED], "since": since},
        )
        return row["shown"], self._before(won, since)

    def judged_since(self, round_id: str) -> int | None:
        """Return where a round was last judged otherwise than it was known; None if nowhere."""
        (row,) = self._many(
            "SELECT max(known_from) AS position FROM {s}.verdict "
            "WHERE round = %(round)s AND known_from > %(known)s",
            {"round": round_id, "known": self._known},
        )
        return row["position"]

    def winner(self, won: Won) -> str | None:
        """Return the winner's pseudonym, where an event of the prize, or of his round, says it."""
        rows = self._many(
            "SELECT player FROM {s}.history WHERE player IS NOT NULL "
            "AND (%(known)s::bigint IS NULL OR position <= %(known)s) "
            "AND (position = %(position)s "
            "OR (place = %(place)s AND day = %(day)s AND round = %(number)s AND seat = %(seat)s)) "
            "ORDER BY position DESC LIMIT 1",
            {
                "known": self._known,
                "position": won.position,
                "place": won.place,
                "day": None if won.round is None else won.round.split("/")[1],
                "number": None if won.round is None else int(won.round.rpartition("/")[2]),
                "seat": won.seat,
            },
        )
        return rows[0]["player"] if rows else None

    def cycle_events(self, won: Won) -> int:
        """Return how many events fed or moved the pool in a prize's cycle, its own included."""
        (row,) = self._many(
            "SELECT count(*) AS events FROM ("
            "SELECT position FROM {s}.posting WHERE pool = %(pool)s "
            "AND position BETWEEN %(since)s AND %(position)s UNION "
            "SELECT position FROM {s}.pool_note WHERE pool = %(pool)s AND stakes <> 0 "
            "AND position BETWEEN %(since)s AND %(position)s) AS one",
            {"pool": won.pool, "since": won.so_far.started, "position": won.position},
        )
        return row["events"]

    def sources(self, pool: str, first: str | None = None, last: str | None = None) -> int:
        """Return how many events fed, moved or read a pool on the days from one to another."""
        (row,) = self._many(
            "SELECT count(*) AS events FROM ("
            "SELECT position FROM {s}.posting WHERE pool = %(pool)s AND "
            "(%(known)s::bigint IS NULL OR position <= %(known)s) AND "
            "(%(first)s::date IS NULL OR day >= %(first)s) "
            "AND (%(last)s::date IS NULL OR day <= %(last)s) UNION "
            "SELECT position FROM {s}.pool_note WHERE pool = %(pool)s AND stakes <> 0 AND "
            "(%(known)s::bigint IS NULL OR position <= %(known)s) AND "
            "(%(first)s::date IS NULL OR day >= %(first)s) "
            "AND (%(last)s::date IS NULL OR day <= %(last)s) UNION "
            "SELECT position FROM {s}.pool_reading WHERE pool = %(pool)s AND "
            "(%(known)s::bigint IS NULL OR known <= %(known)s) AND "
            "(%(first)s::date IS NULL OR day >= %(first)s) "
            "AND (%(last)s::date IS NULL OR day <= %(last)s)) AS one",
            {"pool": pool, "first": first, "last": last, "known": self._known},
        )
        return row["events"]

    def _before(self, won: Won, since: int) -> list[Movement]:
        """Return the lines of J1 + J2 after a position and before an award's own, by day."""
        rows = self._many(
            "SELECT day, reason, count(*) AS lines, min(position) AS first, max(position) AS last, "
            "-sum(amount) AS amount FROM {s}.posting "
            "WHERE pool = %(pool)s AND account = ANY(%(shown)s) AND position > %(since)s "
            "AND (position, line) < (%(position)s, coalesce((SELECT min(line) FROM {s}.posting "
            "WHERE position = %(position)s AND award = %(award)s), 2147483647)) "
            "GROUP BY day, reason ORDER BY day, min(position), reason",
            {
                "pool": won.pool,
                "shown": [BASE, ACCUMULATED],
                "since": since,
                "position": won.position,
                "award": won.award,
            },
        )
        return [
            msgspec.convert(
                {**row, "day": None if row["day"] is None else str(row["day"])}, Movement
            )
            for row in rows
        ]

    def reconciliation(self, pool: Pool) -> list[Side]:
        """Return a pool's four sides, each with the first event at which it parts."""
        sums = self._many(
            "SELECT account, -sum(amount) AS amount, max(position) AS position "
            "FROM {s}.posting WHERE pool = %(pool)s GROUP BY account",
            {"pool": pool.name},
        )
        readings = self._many(
            "SELECT * FROM {s}.pool_reading WHERE pool = %(pool)s AND withdrawn IS NULL "
            "ORDER BY position",
            {"pool": pool.name},
        )
        return reconcile(
            pool.balances,
            {row["account"]: row["amount"] for row in sums},
            [_read(row) for row in readings],
            self._cover(pool),
            max((row["position"] for row in sums), default=pool.began),
        )

    def displays_apart(self) -> list[str]:
        """Return the pools of which some display's newest reading is another than the ledger's."""
        rows = self._many(
            "SELECT DISTINCT pool FROM (SELECT DISTINCT ON (pool, name) pool, agrees "
            "FROM {s}.pool_reading WHERE source = 'display' AND withdrawn IS NULL "
            "ORDER BY pool, name, position DESC) AS newest WHERE NOT agrees ORDER BY pool",
            {},
        )
        return [row["pool"] for row in rows]

    def liabilities(self, position: int | None = None) -> dict[str, dict[str, int]]:
        """Return each pool's accounts of held value up to a position, credits positive."""
        rows = self._many(
            "SELECT pool, account, -sum(amount) AS amount FROM {s}.posting "
            "WHERE %(position)s::bigint IS NULL OR position <= %(position)s "
            "GROUP BY pool, account ORDER BY pool, account",
            {"position": position},
        )
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            found.setdefault(row["pool"], {})[row["account"]] = row["amount"]
        return found

    def _cover(self, pool: Pool) -> list[Cover]:
        text: LiteralString = (
            "SELECT day, closed, held, declared FROM {s}.cover_day "
            "WHERE casino = ANY(%(casinos)s) AND closed IS NOT NULL ORDER BY closed"
            if self._known is None
            else "SELECT day, closed, held, declared FROM ("
            "SELECT DISTINCT ON (casino, day) * FROM {s}.cover_version "
            "WHERE casino = ANY(%(casinos)s) AND known <= %(known)s "
            "ORDER BY casino, day, known DESC) AS version ORDER BY closed"
        )
        casinos = [EVERYWHERE, pool.casino]
        rows = self._many(text, {"casinos": casinos, "known": self._known})
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
