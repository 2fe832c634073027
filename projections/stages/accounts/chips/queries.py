"""Finance's questions about chips: how many are in circulation, day by day, and why.

Read-only, as known now or at a position of the log. Amounts are minor units.
Rules: contabilidade_de_mesa.md (chips; table day, postings).
"""

from typing import Final, LiteralString

import msgspec
from msgspec import Struct

from projections.base.versions import holding
from projections.stages.accounts.queries import AccountQueries
from projections.stages.accounts.tables.queries import TABLE_DAYS


class ChipDay(Struct, frozen=True, kw_only=True):
    """The chips of a casino, in one currency, on a gaming day."""

    casino: str
    currency: str
    day: str
    brought: int
    """In circulation when the day began."""
    declared: int
    """In circulation when the ledger began, as declared."""
    sold: int
    """Given for money, at tables and at the cage; chips given for chips are not."""
    redeemed: int
    """Taken for money; negative."""
    settled: int
    """Handed over at the cage to settle what a round or a decision left owed."""
    played: int
    """What the tables' rounds brought back: stakes taken less prizes paid, negative where the house
    won."""
    cagnotte: int
    """What hands and sessions brought back besides, as cagnotte; negative."""
    circulating: int
    """In circulation when the day ended: owed to whoever holds them."""
    counted: int | None
    """What left the floats by their counts, with sales and redemptions elsewhere and without what
    the slots took; None where a float was not counted at its opening or its close."""
    difference: int | None
    """``counted`` less what the events say moved: each table's quebra, and drop that no sale
    explains."""
    tables: int
    events: int
    """Sales, redemptions, declarations and their corrections."""
    last: int
    """Position of the last of these, and of the tables' openings."""


class ChipQueries(AccountQueries):
    """Questions about the chips over one connection, as known now or at a position."""

    def chips(
        self,
        first: str | None = None,
        last: str | None = None,
        casino: str | None = None,
        *,
        booked: bool = False,
    ) -> list[ChipDay]:
        """Return each gaming day from one to another on which chips moved, by casino and currency.

        As known now: what came late, and what was corrected, is of the day that it is of. With
        ``booked`` as the revenue has it: each movement on the day on which it was booked, so that
        a closed day keeps its figures; then nothing stands beside the counts, which are of their
        tables' days. Tables are those whose float is counted: of others no chip leaves or comes
        back.
        """
        rows = self._many(
            f"WITH tables AS ({_TABLES} AND {holding(self._known)}), "  # noqa: S608 - nothing in it is given
            f"moves AS ({_MOVES}), found AS ({_OF_TABLES} UNION ALL {_OF_REVENUE} "
            f"UNION ALL {_OF_MOVES}), "
            "days AS (SELECT casino, currency, day, sum(declared) AS declared, "
            "sum(sold) AS sold, sum(redeemed) AS redeemed, "
            "sum(settled) AS settled, "
            "sum(played) AS played, sum(cagnotte) AS cagnotte, "
            "sum(declared::numeric + sold + redeemed + settled + played + cagnotte) AS movement, "
            "CASE WHEN NOT bool_or(uncounted) THEN sum(counted) END AS counted, "
            "sum(tables) AS tables, sum(events) AS events, max(last) AS last "
            "FROM found GROUP BY casino, currency, day), "
            "every AS (SELECT *, (sum(movement) OVER (PARTITION BY casino, currency "
            "ORDER BY day)) AS circulating FROM days) "
            "SELECT casino, currency, day::text, circulating - movement AS brought, declared, "
            "sold, redeemed, settled, played, cagnotte, circulating, counted, "
            "counted - movement AS difference, tables, events, last FROM every "
            "WHERE (%(first)s::date IS NULL OR day >= %(first)s) "
            "AND (%(last)s::date IS NULL OR day <= %(last)s) "
            "AND (%(casino)s::text IS NULL OR casino = %(casino)s) "
            "ORDER BY casino, currency, day",
            {
                "first": first,
                "last": last,
                "casino": casino,
                "home": self._currency(),
                "booked": booked,
            },
        )
        return [msgspec.convert(row, ChipDay) for row in rows]


_TABLES: Final[LiteralString] = (
    "SELECT s.state::json ->> 'casino' AS casino, t.currency, CASE WHEN %(booked)s THEN t.day "  # noqa: S608 - nothing in it is given
    "ELSE coalesce((s.state::json ->> 'claimed')::date, t.day) END AS day, "
    "-t.by_rounds AS played, -t.cagnotte AS cagnotte, "
    "t.abertura::numeric + t.reforcos - t.retornos - t.fecho "
    "- coalesce(t.cagnotte_counted, t.cagnotte) AS counted, t.place, t.opened "
    f"FROM {TABLE_DAYS} JOIN {{s}}.table_state AS s USING (opened) WHERE t.abertura IS NOT NULL"
)
"""The tables whose float was counted at their opening, each with what its rounds moved."""
_MOVES: Final[LiteralString] = (
    "SELECT m.casino, coalesce(m.currency, c.currency, %(home)s) AS currency, "
    "CASE WHEN %(booked)s OR m.reason = 'settled' THEN m.day "
    "WHEN m.reason = 'owed' THEN p.day ELSE coalesce(l.claimed, ("
    "SELECT f.day FROM {s}.chip_move AS f WHERE f.of = m.of ORDER BY f.position LIMIT 1)) "
    "END AS day, m.place, m.reason, m.amount, m.position FROM {s}.chip_move AS m "
    "LEFT JOIN {s}.home AS c ON c.casino = m.casino "
    "AND (%(known)s::bigint IS NULL OR c.position <= %(known)s) "
    "LEFT JOIN {s}.late AS l ON l.position = m.of "
    "LEFT JOIN {s}.round AS p ON m.reason = 'owed' AND p.opened = m.of "
    "WHERE (%(known)s::bigint IS NULL OR m.position <= %(known)s) "
    "AND (m.reason <> 'owed' OR p.table_opened IN (SELECT opened FROM tables))"
)
"""The moves of chips, each on the day that it is of, or on which it was booked."""
_OF_TABLES: Final[LiteralString] = (
    "SELECT casino, currency, day, 0 AS declared, 0 AS sold, 0 AS redeemed, 0 AS settled, "
    "CASE WHEN %(booked)s THEN 0 ELSE played END AS played, "
    "CASE WHEN %(booked)s THEN 0 ELSE cagnotte END AS cagnotte, counted, "
    "%(booked)s OR counted IS NULL AS uncounted, 1 AS tables, 0 AS events, opened AS last "
    "FROM tables"
)
_OF_REVENUE: Final[LiteralString] = (
    "SELECT r.casino, coalesce(r.currency, %(home)s), r.day, 0, 0, 0, 0, "
    "CASE WHEN r.category = 'mesas' THEN -r.amount ELSE 0 END, "
    "CASE WHEN r.category = 'cagnotte' THEN -r.amount ELSE 0 END, 0, true, 0, 0, r.position "
    "FROM {s}.revenue AS r LEFT JOIN {s}.round AS p ON p.round = r.round "
    "WHERE %(booked)s AND r.reason IN ('round', 'session') "
    "AND r.category IN ('mesas', 'cagnotte') "
    "AND (%(known)s::bigint IS NULL OR r.position <= %(known)s) "
    "AND CASE WHEN r.round IS NULL THEN r.place IN (SELECT place FROM tables) "
    "ELSE p.table_opened IN (SELECT opened FROM tables) END"
)
"""What the rounds of these tables moved, as the revenue booked it."""
_OF_MOVES: Final[LiteralString] = (
    "SELECT casino, currency, day, "
    "CASE reason WHEN 'declared' THEN amount ELSE 0 END, "
    "CASE reason WHEN 'sold' THEN amount ELSE 0 END, "
    "CASE reason WHEN 'redeemed' THEN amount ELSE 0 END, "
    "CASE reason WHEN 'settled' THEN amount ELSE 0 END, "
    "CASE reason WHEN 'owed' THEN amount ELSE 0 END, 0, "
    "CASE WHEN reason = 'declared' OR place IS NULL "
    "OR place NOT IN (SELECT place FROM tables) THEN amount ELSE 0 END, "
    "%(booked)s, 0, CASE reason WHEN 'owed' THEN 0 ELSE 1 END, position FROM moves"
)
