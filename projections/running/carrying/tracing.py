"""A fold's questions, noted: which rows of its tables and which recorded events it read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Self, cast

import psycopg
from psycopg import sql
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.store.reader import Reader, Row
from projections.base.rows import Schema
from projections.running.carrying.rewriting import rows_behind

Values = Sequence[Any] | Mapping[str, Any]


ROWS_HELD: Final = 5_000
"""Rows that a trace holds before it hands them on."""
Keep = Callable[[AbstractSet[tuple[str, str]]], None]


class Trace:
    """The rows, by table and as JSON, and the events, by position, that were read."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.rows: set[tuple[str, str]] = set()
        self.events: dict[int, Row] = {}
        self._until: int | None = None
        self._keep: Keep | None = None

    def hold_few(self, until: int, keep: Keep) -> None:
        """Note events up to a position alone, and hand rows on, some of them more than once."""
        self._until = until
        self._keep = keep

    def note(self, rows: Sequence[Row]) -> None:
        """Note events that were read."""
        until = self._until
        self.events.update(
            (row.position, row) for row in rows if until is None or row.position <= until
        )

    def note_rows(self, rows: Iterable[tuple[str, str]]) -> None:
        """Note rows that were read."""
        self.rows.update(rows)
        if self._keep is not None and len(self.rows) >= ROWS_HELD:
            self.hand_on()

    def hand_on(self) -> None:
        """Hand on the rows that are held."""
        if self._keep is not None:
            self._keep(self.rows)
            self.rows = set()

    def take(self) -> "Trace":
        """Return the notes until now in a trace of their own, and begin anew."""
        taken = Trace()
        taken.rows, taken.events = self.rows, self.events
        self.rows, self.events = set(), {}
        return taken

    def schema(
        self, cursor: psycopg.Cursor[Any], name: str, settle: Callable[[], None] | None = None
    ) -> Schema:
        """Return a schema of which this notes what is read."""
        return _NotedSchema(cursor, name, settle, self)


class NotedReader(Reader):
    """A reader of which a trace notes what is read again; what comes for the first time is not."""

    def __init__(self, conninfo: str, trace: Trace) -> None:
        """Read a ledger and tell a trace."""
        super().__init__(conninfo)
        self._trace = trace

    @override
    def one(self, source: str, seq: int) -> Row | None:
        row = super().one(source, seq)
        if row is not None:
            self._trace.note([row])
        return row

    @override
    def at(self, positions: Sequence[int]) -> list[Row]:
        return self._noted(super().at(positions))

    @override
    def of_source(
        self, source: str, first: int, last: int, *, limit: int | None = None
    ) -> list[Row]:
        return self._noted(super().of_source(source, first, last, limit=limit))

    def _noted(self, rows: list[Row]) -> list[Row]:
        self._trace.note(rows)
        return rows


class _NotedSchema(Schema):
    def __init__(
        self,
        cursor: psycopg.Cursor[Any],
        name: str,
        settle: Callable[[], None] | None,
        trace: Trace,
    ) -> None:
        super().__init__(cursor, name, settle)
        self._trace = trace

    @property
    @override
    def cursor(self) -> psycopg.Cursor[Any]:
        return cast("psycopg.Cursor[Any]", _NotedCursor(super().cursor, self._trace))


class _NotedCursor:
    """A cursor as stages use one: they execute, and fetch one or all."""

    def __init__(self, cursor: psycopg.Cursor[Any], trace: Trace) -> None:
        self._cursor = cursor
        self._trace = trace

    def execute(self, query: sql.Composed, values: Values | None = None) -> Self:
        connection = self._cursor.connection
        for table, statement in rows_behind(query.as_string(connection)):
            with connection.cursor(row_factory=tuple_row) as asking:
                rows = asking.execute(statement.encode(), values).fetchall()
            self._trace.note_rows((table, row) for (row,) in rows)
        self._cursor.execute(query, values)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()
