"""Finance's questions about tables: each opening with both results, now or as known then.

Read-only. Amounts are minor units.
Rules: contabilidade_de_mesa.md (table day); regulatory.md 5.2.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import dict_row

from projections.base.versions import holding
from projections.stages.accounts.tables.table_day import NOT_BANKED

LIVE: Final = "projections"
Row = dict[str, Any]
TABLE_DAYS: Final[LiteralString] = (
    "(SELECT d.opened, d.known_from, d.known_until, d.place, d.day, d.game, d.currency, "
    "d.abertura, d.reforcos, d.retornos, d.drop_counted, d.fecho, d.resultado, "
    "CASE WHEN d.settled THEN d.by_rounds ELSE made.by_rounds END AS by_rounds, d.owed, d.quebra, "
    "CASE WHEN d.settled THEN d.cagnotte ELSE made.cagnotte + d.by_session END AS cagnotte, "
    "d.cagnotte_counted, "
    "CASE WHEN d.settled THEN d.rounds ELSE made.rounds END AS rounds, d.settled, d.positions, "
    "(SELECT coalesce(sum(x.amount), 0) FROM {s}.settlement AS x "
    "JOIN {s}.round AS p ON p.round = x.round WHERE x.place = d.place AND x.part = 'verdict' "
    "AND p.table_opened = d.opened "
    "AND (%(known)s::bigint IS NULL OR x.position <= %(known)s)) AS settlements "
    "FROM {s}.table_day AS d CROSS JOIN LATERAL ("
    "SELECT count(*)::integer AS rounds, coalesce(sum(one.mesas), 0) AS by_rounds, "
    "coalesce(sum(one.cagnotte), 0) AS cagnotte "
    "FROM {s}.round AS o CROSS JOIN LATERAL ("
    "SELECT sum(amount) FILTER (WHERE category = 'mesas') AS mesas, "
    "sum(amount) FILTER (WHERE category = 'cagnotte') AS cagnotte FROM {s}.revenue AS r "
    "WHERE r.round = o.round AND r.reason = 'round' "
    "AND (%(known)s::bigint IS NULL OR r.position <= %(known)s)) AS one "
    "WHERE NOT d.settled AND o.place = d.place AND o.table_opened = d.opened "
    "AND EXISTS (SELECT FROM {s}.verdict AS v WHERE v.round = o.round "
    "AND (%(known)s::bigint IS NULL OR v.known_from <= %(known)s)) "
    # A demonstration is for no money, and none of the table's rounds.
    "AND NOT EXISTS (SELECT FROM ledger.events AS e WHERE e.notification_id = o.opened "
    """AND position('"mode":"demo"'::bytea IN e.state) > 0)) AS made) AS t"""
)
"""What stands after FROM for the versions of table days, with ``%(known)s`` among the values.

The stage writes what the rounds made when a slip or a count comes; of a table that is not settled
it is therefore summed anew, so that it is true at every position.
"""


_OPENINGS: Final[LiteralString] = (
    "said AS (SELECT opened, place, "
    "coalesce(state::json ->> 'claimed', state::json ->> 'day')::date AS day "
    "FROM {s}.table_state WHERE place = ANY(%(places)s)), "
    "openings AS (SELECT opened, place, day, lead(opened) OVER along AS next, "
    "lead(day) OVER along AS next_day FROM said "
    "WINDOW along AS (PARTITION BY place ORDER BY opened))"
)
"""The openings of the places, each with the gaming day it named, and the one after it."""


class TableResult(Struct, frozen=True, kw_only=True):
    """A table from its opening to its count."""

    place: str
    day: str
    game: str
    profile: str
    casino: str
    currency: str
    opening: int | None
    """The counted float; None where it was not counted, as all that follows."""
    fills: int
    credits: int
    drop: int | None
    closing: int | None
    by_count: int | None
    """``closing + drop + credits - opening - fills``."""
    by_rounds: int
    """Stakes lost less all that was paid, round by round."""
    owed: int
    """Players' stakes that the bank collected although they did not lose: in the tray, not won."""
    quebra: int | None
    """By count less by rounds and less what is owed."""
    hold_ppm: int | None
    """Result by count over drop, cut off; None without either, and where no bank plays."""
    cagnotte: int
    """As the hands say."""
    cagnotte_counted: int | None
    settlements: int
    """What the cage paid after the fact of what the rounds left due; it is in no float, and the
    receita falls by it."""
    rounds: int
    settled: bool
    """Whether the count is complete, or the day was closed without it."""
    opened: int
    """Position of the opening."""
    positions: tuple[int, ...]
    """The events that make the counts."""


class TableQueries:
    """Questions about the tables over one connection, as known now or at a position."""

    def __init__(
        self,
        connection: psycopg.Connection[Any],
        known: int | None = None,
        schema: str = LIVE,
    ) -> None:
        """Ask through the connection."""
        self._connection = connection
        self._known = known
        self._schema = schema

    def tables(
        self,
        *,
        day: str | None = None,
        place: str | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> list[TableResult]:
        """Return openings of tables in the order of the log, ``after`` one's position."""
        rows = self._many(
            "SELECT t.*, s.state::json ->> 'profile' AS profile, "  # noqa: S608 - nothing in it is given
            f"s.state::json ->> 'casino' AS casino FROM {TABLE_DAYS} "
            "JOIN {s}.table_state AS s USING (opened) "
            "WHERE (%(day)s::date IS NULL OR t.day = %(day)s) "
            "AND (%(place)s::text IS NULL OR t.place = %(place)s) AND opened > %(after)s "
            f"AND {holding(self._known)} ORDER BY opened LIMIT %(limit)s",
            {"day": day, "place": place, "after": after, "limit": limit},
        )
        return [_table(row) for row in rows]

    def table_events(self, tables: Sequence[TableResult]) -> int:
        """Return how many events the results of these tables come from.

        All that their places said from one opening to the next, both sides of their slips, the
        confirmations of their counts, and their rounds' events with what corrected them, whenever
        they came. What names the gaming day of an earlier opening is that one's, as its counts
        are; and an opening that came late is of the day it named, wherever it is booked.
        """
        rows = self._many(
            f"WITH {_OPENINGS}, mine AS (SELECT h.position FROM openings AS o "  # noqa: S608 - nothing in it is given
            "JOIN {s}.history AS h ON h.place = o.place AND h.position >= o.opened "
            "WHERE o.opened = ANY(%(opened)s) AND (o.next IS NULL OR h.position < o.next "
            "OR h.day < o.next_day) AND CASE WHEN h.position < o.next OR o.next IS NULL "
            "THEN h.day IS NULL OR h.day >= o.day OR NOT EXISTS (SELECT FROM openings AS p "
            "WHERE p.place = o.place AND p.opened < o.opened AND p.day <= h.day) "
            "ELSE h.day >= o.day AND NOT EXISTS (SELECT FROM openings AS p WHERE p.place = o.place "
            "AND p.opened > o.opened AND p.opened <= h.position AND p.day <= h.day) END "
            "UNION SELECT unnest(%(positions)s::bigint[]) "
            "UNION SELECT unnest(positions) FROM {s}.round "
            "WHERE place = ANY(%(places)s) AND table_opened = ANY(%(opened)s)), "
            "corrected AS (SELECT c.correction, c.effective, e.notification_id AS position "
            "FROM {s}.corrected AS c JOIN ledger.events AS e "
            "ON e.originator_id = regexp_replace(c.target, ':[0-9]+$', '') "
            "AND e.originator_version = substring(c.target from ':([0-9]{{1,15}})$')::bigint), "
            "every AS (SELECT position FROM mine UNION "
            "SELECT unnest(ARRAY[correction, effective]) FROM corrected JOIN mine USING (position))"
            "SELECT count(*) AS events FROM every "
            "WHERE %(known)s::bigint IS NULL OR position <= %(known)s",
            {
                "places": sorted({one.place for one in tables}),
                "positions": sorted({at for one in tables for at in one.positions}),
                "opened": [one.opened for one in tables],
            },
        )
        return rows[0]["events"]

    def _many(self, text: LiteralString, values: Mapping[str, Any]) -> list[Row]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, {**values, "known": self._known}).fetchall()


def _table(row: Row) -> TableResult:
    counted, drop = row["resultado"], row["drop_counted"]
    banked = row["game"] not in NOT_BANKED
    return TableResult(
        place=row["place"],
        day=str(row["day"]),
        game=row["game"],
        profile=row["profile"],
        casino=row["casino"],
        currency=row["currency"],
        opening=row["abertura"],
        fills=row["reforcos"],
        credits=row["retornos"],
        drop=drop,
        closing=row["fecho"],
        by_count=counted,
        by_rounds=row["by_rounds"],
        owed=row["owed"],
        quebra=row["quebra"],
        hold_ppm=_ppm(counted, drop) if banked and drop and counted is not None else None,
        cagnotte=row["cagnotte"],
        cagnotte_counted=row["cagnotte_counted"],
        settlements=row["settlements"],
        rounds=row["rounds"],
        settled=row["settled"],
        opened=row["opened"],
        positions=tuple(row["positions"]),
    )


def _ppm(part: int, whole: int) -> int:
    """Return a share in parts per million, cut off.

    >>> _ppm(-1_672_995, 10_000_000), _ppm(2, 3)
    (-167299, 666666)
    """
    return abs(part) * 1_000_000 // whole * (-1 if part < 0 else 1)
