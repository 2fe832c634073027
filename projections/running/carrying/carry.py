"""A carry: what stages know where a range of the log begins, to fold on from there without the log.

Each stage keeps what it knows in its tables and brings it back by ``load``. So what is carried is
just what ``load`` reads: rows, and positions of events that it reads again. No second list says it,
which could fall behind; and as ``load`` reads what is open, the carry grows with that and not with
the log.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, cast

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql

from ledger.signed.merkle import Frontier
from projections.base.rows import Writes
from projections.base.store import Store
from projections.running.carrying.tracing import Trace

FORMAT: Final = "razao-carry/1"
Head = tuple[int, str]
"""Of a source: the seq of its newest event, and that one's link in hex."""


class Carry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The knowledge of the stages at a position of a ledger."""

    format: str = FORMAT
    origin: str
    position: int
    heads: dict[str, Head]
    """Each source's chain up to here."""
    rows: dict[str, list[str]]
    """By table the rows that stages load, each as JSON, in order."""
    events: list[int]
    """Positions of the events that they read again to load."""

    @property
    def data(self) -> bytes:
        """The one spelling of it."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def hash(self) -> str:
        """The SHA-256 of it, in hex."""
        return sha256(self.data).hexdigest()

    @property
    def told(self) -> frozenset[tuple[str, str]]:
        """Its rows, each with its table."""
        return frozenset((table, row) for table, rows in self.rows.items() for row in rows)


def carry_of(origin: str, position: int, heads: Mapping[str, Head], loaded: Trace) -> Carry:
    """Return the carry from a position, by the trace of a ``load`` there."""
    return Carry(
        origin=origin,
        position=position,
        heads=dict(sorted(heads.items())),
        rows=by_table(loaded.rows),
        events=sorted(loaded.events),
    )


def read_carry(data: bytes) -> Carry:
    """Return a carry from its bytes.

    Raises:
        ValueError: it is none, or not in its one spelling.

    """
    carry = msgspec.json.decode(data, type=Carry)
    if carry.format != FORMAT or carry.data != data:
        raise ValueError(f"expected {FORMAT} in its one spelling")
    return carry


def by_table(rows: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return rows by table, both in order.

    >>> by_table([("b", "2"), ("a", "3"), ("b", "1")])
    {'a': ['3'], 'b': ['1', '2']}
    """
    found: dict[str, list[str]] = {}
    for table, row in sorted(rows):
        found.setdefault(table, []).append(row)
    return found


def plant(
    conninfo: str, schema: str, rows: Mapping[str, Iterable[str]], frontier: Frontier
) -> None:
    """Write rows into a set of projections that has folded nothing, as if it had come so far.

    Raises:
        psycopg.Error: a row is not one of its table's.

    """
    writes = Writes(schema)
    for table, told in rows.items():
        plant_rows(writes, table, told)
    writes.execute(
        "INSERT INTO {s}.folded (position, subtrees) VALUES (%s, %s)",
        (frontier.size, b"".join(frontier.subtrees)),
    )
    with Store(conninfo, schema) as store:
        store.write(writes.acts, frontier.size)


def plant_rows(writes: Writes, table: str, rows: Iterable[str]) -> None:
    """Add the writing of a table's rows to a page's."""
    name = sql.SQL("{}.{}").format(sql.Identifier(writes.schema), sql.Identifier(table))
    statement = sql.SQL(
        "INSERT INTO {t} SELECT (json_populate_record(NULL::{t}, said::json)).* "
        "FROM unnest(%s::text[]) AS said"
    ).format(t=name)
    writes.execute(cast("Any", statement.as_string()), (list(rows),))


def tables_of(connection: psycopg.Connection[Any], schema: str) -> set[str]:
    """Return the tables of a set of projections."""
    rows = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,)
    ).fetchall()
    return {name for (name,) in rows}
