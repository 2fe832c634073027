"""The rows of a set of projections as they stand, beside what was written of them.

They are read in the role in which people's pages read them, so that what hides or shows a row to
that role alone is seen. Policies are those of :mod:`houses`, which hide nothing from it; a table
with another is no plain one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from ledger.audit.set_hash import SetHash, hash_of
from ledger.store.reader import copied
from projections.base.store import columns_of

READER: Final = "razao_inspector"
_ALL: Final = sql.SQL("")
_BATCH: Final = 2_000
_PARTS: Final = 4_096
"""Into how many parts two tables are parted, to compare row by row only those that differ."""
_INSTANT: Final = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'
"""How an event spells its time."""
_RELATION: Final = """
SELECT CASE
    WHEN c.relkind <> 'r' THEN 'no table stands there: relkind ' || c.relkind::text
    WHEN c.relforcerowsecurity OR EXISTS (
        SELECT FROM pg_catalog.pg_policy AS p WHERE p.polrelid = c.oid AND NOT (
            p.polpermissive AND (
                p.polname = 'whole' AND p.polroles = '{0}'
                AND pg_get_expr(p.polqual, c.oid) = '(CURRENT_USER <> ''razao_house''::name)'
                OR p.polname = 'of_house' AND p.polcmd = 'r'
                AND p.polroles = ARRAY['razao_house'::regrole::oid]
            ) OR NOT p.polpermissive AND (
                p.polname = 'readings' AND p.polcmd = 'r' AND c.relname = 'history'
                AND p.polroles = ARRAY['razao_office'::regrole::oid]
                AND pg_get_expr(p.polqual, c.oid) = '(kind !~~ ''access-recorded/%%''::text)'
            )
        )
    ) OR c.relrowsecurity AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_policy AS p WHERE p.polrelid = c.oid AND p.polname = 'whole'
    ) THEN 'it has row security that hides rows'
    WHEN c.relhasrules THEN 'it has rules'
    WHEN c.relhastriggers THEN 'it has triggers'
    WHEN EXISTS (
        SELECT FROM aclexplode(c.relacl) AS a WHERE a.grantee <> c.relowner
        AND (a.privilege_type <> 'SELECT' OR a.grantee = 0)
    ) THEN 'others than its owner may write it, or everybody read it'
    WHEN c.relhassubclass THEN 'other tables are read with it'
    WHEN c.relowner <> (SELECT p.relowner FROM pg_catalog.pg_class AS p
        WHERE p.relnamespace = c.relnamespace AND p.relname = 'tracking')
        THEN 'its owner is ' || c.relowner::regrole::text
END
FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = %s AND c.relname = %s
"""


class Set(Struct, frozen=True):
    """A set of projections: a connection, and the schema."""

    connection: psycopg.Connection[Any]
    schema: str


class Differing(Struct, frozen=True, kw_only=True):
    """Rows of a table that only one of two sets has, each as often as it has it more."""

    table: str
    columns: tuple[str, ...]
    stands: tuple[bytes, ...]
    """Lines of ``COPY`` that stand and should not."""
    lacks: tuple[bytes, ...]
    """Those that should stand."""


def reading(conninfo: str) -> psycopg.Connection[Any]:
    """Connect as whoever reads pages: of all casinos, from whom no policy may hide a row."""
    given = conninfo_to_dict(conninfo)
    own = f"-c role={READER} -c timezone=UTC -c datestyle=ISO"
    given["options"] = f"{given.get('options') or ''} {own}".strip()
    return psycopg.connect(autocommit=True, **given)  # pyright: ignore[reportArgumentType]


def relation_fault(of: Set, table: str) -> str | None:
    """Return why a table is no plain one: a view, or something that changes reading or writing.

    None where nothing does.
    """
    with of.connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(_RELATION, (of.schema, table)).fetchone()
    return "nothing stands there" if row is None else row[0]


def hash_of_rows(of: Set, table: str, which: sql.Composable = _ALL) -> SetHash:
    """Return the set hash of a table's rows, or of those of a clause, as they stand."""
    total = SetHash()
    batch: list[bytes] = []
    for line in lines_of(of, table, which):
        batch.append(line)
        if len(batch) == _BATCH:
            total += hash_of(batch)
            batch.clear()
    return total + hash_of(batch)


def lines_of(of: Set, table: str, which: sql.Composable = _ALL) -> Iterator[bytes]:
    """Yield a table's rows, or those of a clause, in the form in which they were written."""
    columns = sql.SQL(", ").join(_told(name, kind) for name, kind in _columns(of, table))
    statement = sql.SQL("COPY (SELECT {} FROM {} {}) TO STDOUT").format(
        columns, sql.Identifier(of.schema, table), which
    )
    for line in copied(of.connection, statement):
        yield line[:-1]


def _columns(of: Set, table: str) -> list[tuple[str, str]]:
    """Return a table's columns, each with its type."""
    with of.connection.cursor(row_factory=tuple_row) as cursor:
        return cursor.execute(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_catalog.pg_attribute "
            "WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            (sql.Identifier(of.schema, table).as_string(),),
        ).fetchall()


def _told(name: str, kind: str) -> sql.Composable:
    """Return a column as a page writes it."""
    if kind != "timestamp with time zone":
        return sql.Identifier(name)
    return sql.SQL("to_char({} AT TIME ZONE 'UTC', {})").format(
        sql.Identifier(name), sql.Literal(_INSTANT)
    )


def differing_rows(stands: Set, should: Set, table: str) -> Differing:
    """Find the rows that only one of two sets has.

    Both are read twice: all rows for a sum of each part of them, then the rows of those parts that
    differ.
    """
    one, other = _sums(stands, table), _sums(should, table)
    apart = {part for part in {*one, *other} if one.get(part) != other.get(part)}
    count = Counter(_of_parts(stands, table, apart))
    count.subtract(_of_parts(should, table, apart))
    return Differing(
        table=table,
        columns=tuple(columns_of(should.connection, should.schema, table)),
        stands=tuple(sorted(line for line, more in count.items() for _ in range(more))),
        lacks=tuple(sorted(line for line, more in count.items() for _ in range(-more))),
    )


def _sums(of: Set, table: str) -> dict[int, int]:
    """Return the sum of the rows' hashes of each part.

    Python's own hash is of this process alone: whoever writes rows cannot know it.
    """
    sums: dict[int, int] = defaultdict(int)
    for line in lines_of(of, table):
        number = hash(line)
        sums[number % _PARTS] += number + (1 << 64)
    return dict(sums)


def _of_parts(of: Set, table: str, parts: set[int]) -> Iterator[bytes]:
    return (line for line in lines_of(of, table) if hash(line) % _PARTS in parts)


def cells(line: bytes) -> list[str | None]:
    r"""Return the values of a line of ``COPY``, as text.

    >>> cells(b"\t".join([b"a", rb"b\tc\\", rb"\N"]))
    ['a', 'b\tc\\', None]
    """
    return [None if cell == rb"\N" else _plain(cell.decode()) for cell in line.split(b"\t")]


_WORDS: Final = {"b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}


def _plain(rest: str) -> str:
    text = ""
    while "\\" in rest:
        before, _, after = rest.partition("\\")
        text += before + _WORDS.get(after[0], after[0])
        rest = after[1:]
    return text + rest
