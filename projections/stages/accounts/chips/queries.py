"""Finance's questions about chips: how many are in circulation, day by day, and why.

Read-only, as known now or at a position of the log. Amounts are minor units.
Rules: contabilidade_de_mesa.md (chips; table day, postings).
"""

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
        self, first: str | None = None, last: str | None = None, casino: str | None = None
    ) -> list[ChipDay]:
        """Return each gaming day from one to another on which chips moved, by casino and currency.

        Tables are those whose float is counted: of others no chip leaves or comes back.
        """
        rows = self._many(
            "WITH tables AS (SELECT s.state::json ->> 'casino' AS casino, t.currency, t.day, "  # noqa: S608 - nothing in it is given
            "-t.by_rounds - t.owed AS played, -t.cagnotte AS cagnotte, "
            "t.abertura + t.reforcos - t.retornos - t.fecho "
            "- coalesce(t.cagnotte_counted, t.cagnotte) AS counted, t.place, t.opened "
            f"FROM {TABLE_DAYS} JOIN {{s}}.table_state AS s USING (opened) "
            f"WHERE t.abertura IS NOT NULL AND {holding(self._known)}), "
            "moves AS (SELECT m.casino, coalesce(m.currency, c.currency, %(home)s) AS currency, "
            "m.day, m.place, m.reason, m.amount, m.position FROM {s}.chip_move AS m "
            "LEFT JOIN {s}.home AS c ON c.casino = m.casino "
            "AND (%(known)s::bigint IS NULL OR c.position <= %(known)s) "
            "WHERE %(known)s::bigint IS NULL OR m.position <= %(known)s), "
            "found AS (SELECT casino, currency, day, 0 AS declared, 0 AS sold, 0 AS redeemed, "
            "0 AS settled, played, cagnotte, counted, counted IS NULL AS uncounted, 1 AS tables, "
            "0 AS events, opened AS last FROM tables UNION ALL SELECT casino, currency, day, "
            "CASE reason WHEN 'declared' THEN amount ELSE 0 END, "
            "CASE reason WHEN 'sold' THEN amount ELSE 0 END, "
            "CASE reason WHEN 'redeemed' THEN amount ELSE 0 END, "
            "CASE reason WHEN 'settled' THEN amount ELSE 0 END, 0, 0, "
            "CASE WHEN reason = 'declared' OR place IS NULL "
            "OR place NOT IN (SELECT place FROM tables) THEN amount ELSE 0 END, "
            "false, 0, 1, position FROM moves), "
            "days AS (SELECT casino, currency, day, sum(declared)::bigint AS declared, "
            "sum(sold)::bigint AS sold, sum(redeemed)::bigint AS redeemed, "
            "sum(settled)::bigint AS settled, "
            "sum(played)::bigint AS played, sum(cagnotte)::bigint AS cagnotte, "
            "sum(declared + sold + redeemed + settled + played + cagnotte)::bigint AS movement, "
            "CASE WHEN NOT bool_or(uncounted) THEN sum(counted)::bigint END AS counted, "
            "sum(tables)::bigint AS tables, sum(events)::bigint AS events, max(last) AS last "
            "FROM found GROUP BY casino, currency, day), "
            "every AS (SELECT *, (sum(movement) OVER (PARTITION BY casino, currency "
            "ORDER BY day))::bigint AS circulating FROM days) "
            "SELECT casino, currency, day::text, circulating - movement AS brought, declared, "
            "sold, redeemed, settled, played, cagnotte, circulating, counted, "
            "counted - movement AS difference, tables, events, last FROM every "
            "WHERE (%(first)s::date IS NULL OR day >= %(first)s) "
            "AND (%(last)s::date IS NULL OR day <= %(last)s) "
            "AND (%(casino)s::text IS NULL OR casino = %(casino)s) "
            "ORDER BY casino, currency, day",
            {"first": first, "last": last, "casino": casino, "home": self._currency()},
        )
        return [msgspec.convert(row, ChipDay) for row in rows]
