"""The rows of the live tables that a house may read, compared with those :mod:`houses` gives it.

A policy's condition stands in the database, and whoever owns the server can put another in its
place, which shows a house others' rows or hides its own from it. PostgreSQL keeps a condition in
words of its own; ``house_view.json`` has them, which `just catalogue` makes anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from psycopg.rows import tuple_row

from projections.running.exchange import LIVE
from projections.running.houses import HOUSE, POLICIES

EXPECTED: Final = Path(__file__).with_suffix(".json")
_VIEWS: Final = ("joins_houses", "posting_elsewhere")
"""What stands beside the tables: whose a finding is, and other houses' lines of a pool, summed."""
_SHOWN: Final = """
SELECT c.relname::text,
    CASE WHEN c.relkind = 'v' THEN 'shows ' || pg_get_viewdef(c.oid)
        WHEN NOT c.relrowsecurity THEN 'shows every row'
        ELSE coalesce((SELECT string_agg('shows ' || pg_get_expr(p.polqual, c.oid), '; '
                ORDER BY p.polname)
            FROM pg_catalog.pg_policy AS p WHERE p.polrelid = c.oid AND p.polname <> 'whole'
        ), 'shows nothing')
    END
FROM pg_catalog.pg_class AS c
WHERE c.relnamespace = %(schema)s::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
AND EXISTS (
    SELECT FROM aclexplode(c.relacl) AS a
    WHERE a.grantee = %(house)s::regrole AND a.privilege_type = 'SELECT'
)
UNION ALL
SELECT f.proname::text, CASE WHEN f.prosecdef THEN 'as its owner, ' ELSE '' END
    || f.provolatile::text || ' ' || array_to_string(f.proconfig, ', ') || ' ' || f.prosrc
FROM pg_catalog.pg_proc AS f WHERE f.pronamespace = %(schema)s::regnamespace
"""


def expected_view() -> dict[str, list[str]]:
    """Return each table with the rows that a house may read, in the words of PostgreSQL."""
    return msgspec.json.decode(EXPECTED.read_bytes(), type=dict[str, list[str]])


def read_view(connection: psycopg.Connection[Any], schema: str = LIVE) -> dict[str, str]:
    """Return the same as it stands; nothing where no house was let in yet."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(_SHOWN, {"schema": f'"{schema}"', "house": HOUSE}).fetchall()
    return dict(sorted(rows))


def view_faults(
    found: Mapping[str, str], expected: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """Yield each table of which a house is let see other rows than its own, and why."""
    if not found:
        return
    for name in sorted({*found, *POLICIES, *_VIEWS}):
        is_ = found.get(name, "shows nothing")
        if is_ not in expected.get(name, ["shows nothing"]):
            yield name, f"a house is let see other rows than its own: {' '.join(is_.split())}"
