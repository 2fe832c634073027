"""The casinos that a reader is for, and what in the ledger is theirs.

Whoever reads through the API is given a connection that sees nothing. :func:`enter` opens a
transaction of it to a :class:`Scope`, without which there is no :class:`Reach` and no row: what a
house may not see is kept from it by the database, whatever a question asks. A scope of every casino
that the ledger has sees all of it.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row

from ledger.errors import UNREADABLE, LedgerError
from ledger.events.registry import CasinoRegistered
from ledger.signed.canonical import decode
from projections.replay.registry import GAMES
from projections.running.houses import HOUSE, OFFICE, SETTINGS
from projections.running.runner import LIVE

ELSEWHERE: Final = "outras casas"
"""Stands for houses that share something with a reader's own."""

INSPECTOR: Final = "razao_inspector"


class Scope(Struct, frozen=True):
    """The casinos that a key or a person is for; None: every one, as the Authority's are."""

    casinos: frozenset[str] | None
    readings: bool = True
    """Whether who read what is told, too: to the Authority's side alone."""

    def __post_init__(self) -> None:
        """See that somebody who is for no casino is for none, and not for all."""
        assert self.casinos is None or self.casinos, "a scope names a casino, or is of all"

    def text(self) -> str:
        """Return the casinos in one line.

        >>> Scope(frozenset({"praia", "mindelo"})).text(), Scope(None).text()
        ('mindelo, praia', '*')
        """
        return "*" if self.casinos is None else ", ".join(sorted(self.casinos))


EVERY_CASINO: Final = Scope(None)
NO_CASINO: Final = Scope(frozenset({""}))
"""What is everybody's: the log's hashes, and nothing of what was said."""


class Reach(Struct, frozen=True, kw_only=True):
    """Places, sources, pools and cases of the casinos of a scope, as the projections have them."""

    casinos: list[str]
    places: list[str]
    sources: list[str]
    pools: list[str]
    shared: list[str]
    """Those of the pools that are of other houses, too."""
    cases: list[str]
    positions: list[int]
    """Events that are the house's though neither their place nor their source is."""
    whole: bool
    """Whether the ledger has no other casino."""


_REACH: Final = """
WITH told AS (
    SELECT name AS place, data::json #>> '{{}}' AS casino, 1 AS rank FROM {s}.known
    WHERE what = 'place'
    UNION ALL
    SELECT machine, casino, 2 FROM {s}.machine
    UNION ALL
    SELECT DISTINCT place, casino, 3 FROM {s}.scheduled WHERE casino IS NOT NULL
), best AS (
    SELECT place, casino, rank = min(rank) OVER (PARTITION BY place) AS best FROM told
), place AS (
    -- A place that several casinos claim alike is nobody's alone.
    SELECT place FROM best WHERE best GROUP BY place
    HAVING bool_and(casino = ANY(%(casinos)s))
), source AS (
    SELECT source FROM {s}.speaker WHERE casino = ANY(%(casinos)s)
), pool AS (
    SELECT p.pool, p.casino = ANY(%(casinos)s) AND NOT EXISTS (
        SELECT FROM unnest(p.members) AS m(name)
        WHERE NOT m.name = ANY(%(casinos)s) AND m.name NOT IN (SELECT place FROM place)
    ) AS own
    FROM {s}.pool AS p
    WHERE p.casino = ANY(%(casinos)s) OR EXISTS (
        SELECT FROM unnest(p.members) AS m(name)
        WHERE m.name = ANY(%(casinos)s) OR m.name IN (SELECT place FROM place)
    )
), about AS (
    SELECT k.name AS dispute, p.name AS place, k.data::json ->> 'appeal' AS appeal
    FROM {s}.known AS k LEFT JOIN LATERAL json_array_elements_text(
        CASE json_typeof(k.data::json -> 'places') WHEN 'array' THEN k.data::json -> 'places' END
    ) AS p(name) ON true
    WHERE k.what = 'case'
), "case" AS (
    SELECT dispute FROM about GROUP BY dispute
    HAVING count(place) > 0 AND bool_and(place IN (SELECT place FROM place))
    UNION
    SELECT d.dispute FROM {s}.dispute AS d JOIN {s}.history AS h ON h.position = d.opened
    WHERE d.dispute IN (SELECT dispute FROM about GROUP BY dispute HAVING count(place) = 0)
    AND h.source IN (SELECT source FROM source)
), position AS (
    SELECT position FROM {s}.casino WHERE casino = ANY(%(casinos)s)
    UNION SELECT unnest(ARRAY[d.opened, d.answered, d.decided]) FROM {s}.dispute AS d
    WHERE d.dispute IN (SELECT dispute FROM "case")
    UNION SELECT a.appeal::bigint FROM about AS a
    WHERE a.appeal IS NOT NULL AND a.dispute IN (SELECT dispute FROM "case")
    UNION SELECT t.position FROM {s}.text_use AS t WHERE t.dispute IN (SELECT dispute FROM "case")
)
SELECT %(casinos)s::text[] AS casinos,
ARRAY(SELECT place FROM place ORDER BY 1) AS places,
ARRAY(SELECT source FROM source ORDER BY 1) AS sources,
ARRAY(SELECT pool FROM pool ORDER BY 1) AS pools,
ARRAY(SELECT pool FROM pool WHERE NOT own ORDER BY 1) AS shared,
ARRAY(SELECT dispute FROM "case" ORDER BY 1) AS cases,
ARRAY(SELECT position FROM position WHERE position IS NOT NULL ORDER BY 1) AS positions,
NOT EXISTS (SELECT FROM {s}.casino WHERE NOT casino = ANY(%(casinos)s))
    AND EXISTS (SELECT FROM {s}.casino) AS whole
"""


def enter(connection: psycopg.Connection[Any], scope: Scope) -> Reach | None:
    """Let a transaction see what is of a scope; return its reach, None where it is everything.

    The connection sees nothing before, and nothing again when the transaction ends.
    """
    whole = INSPECTOR if scope.readings else OFFICE
    _take(connection, whole)
    if scope.casinos is None:
        return None
    with connection.cursor(row_factory=class_row(Reach)) as cursor:
        statement = sql.SQL(_REACH).format(s=sql.Identifier(LIVE))
        found = cursor.execute(statement, {"casinos": sorted(scope.casinos)}).fetchone()
    assert found is not None, "the question has one answer"
    if found.whole:
        return None
    told: dict[str, list[Any]] = {name: getattr(found, name, []) for name in SETTINGS}
    told["scopes"] = sorted({"*", *GAMES, *found.casinos, *found.places, *found.pools})
    for name, values in told.items():
        connection.execute(
            "SELECT set_config(%s, (%s::text[])::text, true)",
            (f"razao.{name}", [str(one) for one in values]),
        )
    _take(connection, HOUSE)
    return found


def members_shown(connection: psycopg.Connection[Any], names: Sequence[str]) -> list[str]:
    """Return those of a pool's members that a transaction may name; of all others one word."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        if cursor.execute("SELECT current_user::text").fetchone() != (HOUSE,):
            return list(names)
        own = {
            one
            for setting in ("razao.places", "razao.casinos")
            for (one,) in cursor.execute(
                "SELECT unnest(current_setting(%s, true)::text[])", (setting,)
            ).fetchall()
        }
    return own_names(names, own)


def own_names(names: Sequence[str], own: Collection[str]) -> list[str]:
    """Return those names that are a reader's own, and one word for all others.

    >>> own_names(["RA-01", "XX-01", "XX-02"], {"RA-01"}), own_names(["RA-01"], {"RA-01"})
    (['RA-01', 'outras casas'], ['RA-01'])
    """
    mine = [one for one in names if one in own]
    return mine if len(mine) == len(names) else [*mine, ELSEWHERE]


def _take(connection: psycopg.Connection[Any], role: str) -> None:
    connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)))


def casinos_registered(connection: psycopg.Connection[Any]) -> list[str]:
    """Return the casinos of a ledger by the acts that registered them, projected or not."""
    rows = connection.execute(
        "SELECT DISTINCT state FROM ledger.events WHERE topic = %s", (CasinoRegistered.KIND,)
    ).fetchall()
    found: set[str] = set()
    for row in rows:
        with suppress(*UNREADABLE, LedgerError):
            payload = decode(bytes(row["state"])).payload
            if isinstance(payload, CasinoRegistered):
                found.add(payload.casino)
    return sorted(found)
