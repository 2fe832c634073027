"""The journal for the general ledger by day: play, chips, payments after the fact, jackpots.

Every line has its other leg, so that of each day, casino and currency debit is credit. A sum moves
once: a stake on a jackpot is in its table's result and is left out of the jackpots' own lines; the
share of a bingo's prizes that goes into a pool comes out of the cash that was taken for cards; a
payment after the fact goes through the chips (``C3``), where the table had kept it.
Accounts are those of regulatory.md 3.2; ``P1:mesas``, ``P1:cagnotte``, ``P1:bingo`` and
``P1:maquinas`` together are the receita before what the pools take (``P1``).
Rules: regulatory.md 3.2, 3.3 and 5.2; contabilidade_de_mesa.md (postings).
"""

from typing import Final, LiteralString

from projections.stages.pools.books.accounts import JACKPOT_BET

_POOLS: Final[LiteralString] = (
    "SELECT p.position, p.day, coalesce(pool.casino, split_part(p.account, ':', 2)) AS casino, "
    # A cover is of no pool: it is in the currency of the casino that its account names.
    "pool.currency, 'jackpots' AS journal, CASE WHEN p.account = 'P1' "
    "AND pool.state::json -> 'terms' ->> 'scope' = 'bingo_room' THEN 'C1' ELSE p.account END "
    "AS account, p.amount FROM {s}.posting AS p LEFT JOIN {s}.pool AS pool USING (pool) "
    "WHERE p.reason <> %(jackpot_bet)s"
)
_LEGS: Final[LiteralString] = (
    "SELECT r.position, r.day, r.casino, r.currency, 'results' AS journal, leg.account, "
    "r.amount * leg.sign AS amount FROM {s}.revenue AS r CROSS JOIN LATERAL (VALUES ("
    "CASE WHEN r.reason = 'shortage' THEN 'P4' WHEN r.category = 'bingo' THEN 'C1' "
    "ELSE 'C3' END, 1), ('P1:' || r.category, -1)) AS leg (account, sign) "
    "WHERE r.reason <> 'increment' "
    "UNION ALL SELECT m.position, m.day, m.casino, m.currency, 'chips', leg.account, "
    "m.amount * leg.sign FROM {s}.chip_move AS m CROSS JOIN LATERAL (VALUES ("
    "CASE WHEN m.reason = 'declared' THEN 'O1' ELSE 'C1' END, 1), ('C3', -1)) "
    "AS leg (account, sign) WHERE m.reason <> 'owed' "
    "UNION ALL SELECT x.position, x.day, x.casino, x.currency, 'settlements', leg.account, "
    "x.amount * leg.sign FROM {s}.settlement AS x CROSS JOIN LATERAL (VALUES ("
    "CASE WHEN x.part = 'verdict' THEN 'C3' ELSE 'P4' END, 1), ('C1', -1)) "
    "AS leg (account, sign) WHERE x.part <> 'prize'"
)
"""A prize's part is booked by its pool; what was given beyond what was due is a difference."""
GENERAL_LEDGER: Final[LiteralString] = (
    "(SELECT day, casino, currency, journal, account, "  # noqa: S608 - our own words
    "coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit, "
    "coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit, "
    "count(*) AS postings, min(position) AS first, max(position) AS last FROM ("
    "SELECT leg.position, leg.day, leg.casino, coalesce(leg.currency, "
    "(SELECT h.currency FROM {s}.home AS h ORDER BY h.casino <> leg.casino, h.position LIMIT 1), "
    "(SELECT t.state::json ->> 'currency' FROM {s}.table_state AS t "
    "ORDER BY t.opened LIMIT 1)) AS currency, leg.journal, leg.account, leg.amount FROM ("
    + _POOLS.replace("%(jackpot_bet)s", f"'{JACKPOT_BET}'")
    + " UNION ALL "
    + _LEGS
    + ") AS leg WHERE (%(known)s::bigint IS NULL OR leg.position <= %(known)s)) AS line "
    "WHERE amount <> 0 GROUP BY 1, 2, 3, 4, 5) AS ledger_day"
)
"""Debits and credits by day, casino, currency, journal and account."""
OWED: Final[LiteralString] = (
    "(SELECT one.kind, one.subject, one.amount, one.since, coalesce(one.currency, "
    "(SELECT h.currency FROM {s}.home AS h ORDER BY h.position LIMIT 1), "
    "(SELECT t.state::json ->> 'currency' FROM {s}.table_state AS t "
    "ORDER BY t.opened LIMIT 1)) AS currency FROM ("
    "SELECT CASE p.account WHEN 'J1' THEN 'jackpot base' WHEN 'J2' THEN 'jackpot accumulated' "
    "WHEN 'J3' THEN 'jackpot reserve' WHEN 'J4' THEN 'jackpot overflow' "
    "WHEN 'J6' THEN 'jackpot won' WHEN 'J7' THEN 'jackpot in transit' "
    "WHEN 'J8' THEN 'carried bets' WHEN 'J10' THEN 'tax withheld' ELSE 'charity' END AS kind, "
    "p.pool AS subject, -sum(p.amount) AS amount, min(p.position) AS since, "
    "min(pool.currency) AS currency FROM {s}.posting AS p LEFT JOIN {s}.pool AS pool USING (pool) "
    "WHERE (p.account IN ('J1', 'J2', 'J3', 'J4', 'J6', 'J7', 'J8', 'J10') "
    "OR starts_with(p.account, 'J9')) "
    "AND (%(known)s::bigint IS NULL OR p.position <= %(known)s) GROUP BY 1, 2 "
    "UNION ALL SELECT 'ticket', ticket, CASE WHEN %(known)s::bigint IS NULL THEN owed "
    "ELSE amount END, issued, NULL FROM {s}.ticket WHERE CASE WHEN %(known)s::bigint IS NULL "
    "THEN owed <> 0 ELSE issued <= %(known)s AND (taken IS NULL OR taken > %(known)s) END "
    "UNION ALL SELECT 'decided dispute', d.dispute, d.paid - paid.amount, d.decided, NULL "
    "FROM {s}.dispute AS d CROSS JOIN LATERAL (SELECT coalesce(sum(x.amount), 0) AS amount "
    "FROM {s}.settlement AS x WHERE x.dispute = d.dispute AND x.part <> 'over' "
    "AND (%(known)s::bigint IS NULL OR x.position <= %(known)s)) AS paid "
    "WHERE d.state = 'decided' AND d.paid > paid.amount "
    "AND (%(known)s::bigint IS NULL OR d.decided <= %(known)s)) AS one "
    "WHERE one.amount <> 0) AS owed"
)
"""Whatever the house owes: pools by part, tickets in circulation, decided disputes not yet paid.

Of a dispute whose decision changed since, the sum is the one that stands now.
"""
