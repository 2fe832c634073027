"""The schema of a set of projections, and the position of the log that the set has reached.

The only module of the projections that knows ``eventsourcing``: the position is kept by its
tracking recorder, in the transaction of the page.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, LiteralString, Self, cast

import psycopg
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg import sql
from psycopg.rows import dict_row, tuple_row

from ledger.audit.set_hash import SetHash, hash_of, read_stored
from ledger.store.recorder import datastore
from projections.base.errors import HaltedError, UnwritableError
from projections.base.rows import Act, copy_line

ROLE: Final = "razao_projector"
APPLICATION: Final = "pipeline"
_KEEP: Final[LiteralString] = (
    "INSERT INTO {} (name, rows, total) VALUES (%s, %s, %s) "
    "ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, total = excluded.total"
)


class Store:
    """A schema of projections, for the process that writes it."""

    def __init__(self, conninfo: str, schema: str) -> None:
        """Connect; the schema need not be there yet."""
        self._schema = schema
        self._hashes: dict[str, SetHash] | None = None
        self._columns: dict[str, list[str]] = {}
        self._datastore = datastore(conninfo, role=ROLE, schema=schema)
        self._tracking = PostgresTrackingRecorder(self._datastore, tracking_table_name="tracking")
        self.connection = connect(conninfo)
        # A page that a power cut takes is folded again: its rows and the position went together.
        self.connection.execute("SET synchronous_commit = off")

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.connection.close()
        self._datastore.close()

    def create(self) -> None:
        """Make the table that keeps the position."""
        self._tracking.create_table()

    def position(self) -> int:
        """Return the position reached; 0 before the first page."""
        # Asked on the connection that is there: the library's pool would open one for this alone.
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return self._tracking._max_tracking_id(APPLICATION, cursor) or 0  # noqa: SLF001 - the library's seam for a cursor that is there  # pyright: ignore[reportPrivateUsage]

    def write(self, acts: Iterable[Act], position: int) -> None:
        """Write a page and the position that it reaches, both or nothing.

        Raises:
            UnwritableError: a value of it fits in no column.

        """
        moved: dict[str, SetHash] = defaultdict(SetHash)
        with self.connection.transaction(), self.connection.cursor() as cursor:
            for act in acts:
                try:
                    carry_out(cursor, act)
                    if act.table is not None and act.counts:
                        rows = hash_of(self._lines(cursor, act))
                        known = moved[act.table]
                        moved[act.table] = known + rows if act.counts > 0 else known - rows
                except psycopg.DataError as error:
                    why = error.diag.message_primary or str(error)
                    raise UnwritableError(_table_of(act.query), why) from error
            now = {name: self.hashes().get(name, SetHash()) + one for name, one in moved.items()}
            if now:
                cursor.executemany(
                    sql.SQL(_KEEP).format(sql.Identifier(self._schema, "set_hash")),
                    [(name, one.rows, one.stored) for name, one in now.items()],
                )
            # Refused if the stored position is not behind this one; the advisory lock keeps
            # anybody else from having moved it.
            self._tracking._insert_tracking(  # noqa: SLF001 - the library's seam for one transaction  # pyright: ignore[reportPrivateUsage]
                cast("Any", cursor), Tracking(APPLICATION, position)
            )
        self._hashes = {**self.hashes(), **now}

    def hashes(self) -> Mapping[str, SetHash]:
        """Return the set hash of each table: as stored at first, then as this process keeps it."""
        if self._hashes is None:
            self._hashes = stored_hashes(self.connection, self._schema)
        return self._hashes

    def _lines(self, cursor: psycopg.Cursor[Any], act: Act) -> Iterable[bytes]:
        """Return the rows that a statement wrote or returned, in COPY's form, by the table's order.

        Raises:
            HaltedError: the table has other columns than are written.

        """
        if act.lines is None:
            result = cursor.pgresult
            assert result is not None
            return [
                copy_line([result.get_value(row, column) for column in range(result.nfields)])
                for row in range(result.ntuples)
            ]
        assert act.table is not None
        lines = act.lines.encode().split(b"\n")
        lines.pop()
        order = self._columns_of(act.table)
        if list(act.columns) == order:
            return lines
        if sorted(act.columns) != sorted(order):
            raise HaltedError(
                f"{self._schema}.{act.table}: its columns are {', '.join(order)}; "
                f"{', '.join(act.columns)} are written"
            )
        places = [act.columns.index(name) for name in order]
        return [b"\t".join([cells[at] for at in places]) for cells in _cells(lines)]

    def _columns_of(self, table: str) -> list[str]:
        if table not in self._columns:
            self._columns[table] = columns_of(self.connection, self._schema, table)
        return self._columns[table]


def carry_out(cursor: psycopg.Cursor[Any], act: Act) -> None:
    """Run one statement of a page."""
    if act.lines is None:
        cursor.execute(act.query, act.values)
    else:
        with cursor.copy(act.query) as copy:
            copy.write(act.lines)


def stored_hashes(connection: psycopg.Connection[Any], schema: str) -> dict[str, SetHash]:
    """Return the set hashes that stand beside the rows of a set of projections."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            sql.SQL("SELECT name, rows, total FROM {}").format(sql.Identifier(schema, "set_hash"))
        ).fetchall()
    return {name: read_stored(count, total) for name, count, total in rows}


def columns_of(connection: psycopg.Connection[Any], schema: str, table: str) -> list[str]:
    """Return a table's columns in their order."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT a.attname FROM pg_catalog.pg_attribute AS a "
            "JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid "
            "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
            "WHERE n.nspname = %s AND c.relname = %s AND a.attnum > 0 AND NOT a.attisdropped "
            "ORDER BY a.attnum",
            (schema, table),
        ).fetchall()
    return [name for (name,) in rows]


def _cells(lines: Iterable[bytes]) -> Iterable[list[bytes]]:
    return (line.split(b"\t") for line in lines)


def _table_of(query: bytes) -> str | None:
    """Return the table that a statement of ``Writes`` writes."""
    found = re.match(rb'(?:COPY|DELETE FROM|UPDATE|INSERT INTO) "[^"]+"\."([^"]+)"', query)
    return found[1].decode() if found else None


def connect(conninfo: str) -> psycopg.Connection[tuple[Any, ...]]:
    """Connect in the role that writes projections; each statement is a transaction of its own."""
    return psycopg.connect(conninfo, autocommit=True, options=f"-c role={ROLE}")
