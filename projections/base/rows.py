"""Rows: where stages read their tables, and the statements that a page writes, in COPY's form."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from projections.base.wide import read_wholes

read_wholes()


class Schema:
    """A set of projections' schema, as stages read it: a cursor that sees the pages before."""

    def __init__(
        self, cursor: psycopg.Cursor[Any], name: str, settle: Callable[[], None] | None = None
    ) -> None:
        """Read a schema of this name through the cursor.

        ``settle`` waits until the pages before are written, where another process writes them.
        """
        self._cursor = cursor
        self._settle = settle
        self.name = name

    @property
    def cursor(self) -> psycopg.Cursor[Any]:
        """The cursor, which sees the pages before."""
        if self._settle is not None:
            self._settle()
        return self._cursor

    def query(self, text: LiteralString) -> sql.Composed:
        """Return a statement in which ``{s}`` is the schema."""
        return sql.SQL(text).format(s=sql.Identifier(self.name))


Act = tuple[bytes, Sequence[Any] | None, str | None]
"""A statement with its values; of a COPY its lines."""


class Writes:
    """The statements of a page, in order, for a single transaction."""

    def __init__(self, schema: str) -> None:
        """Begin with no statement; rows go into the schema."""
        self.schema = schema
        self._acts: list[tuple[sql.Composed, Sequence[Any] | None, str | None]] = []

    def execute(self, text: LiteralString, values: Sequence[Any] = ()) -> None:
        """Run a statement in which ``{s}`` is the schema, with the values as they are now."""
        # It is run after the stage went on, which may have emptied its lists meanwhile.
        held = tuple(copy(one) for one in values)
        self._acts.append((sql.SQL(text).format(s=sql.Identifier(self.schema)), held, None))

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Append rows."""
        self.copy_lines(table, columns, [_copy_line(row) for row in rows])

    def copy_lines(self, table: str, columns: Sequence[str], lines: Sequence[str]) -> None:
        """Append rows that stand in COPY's text form already, without line ends."""
        if not lines:
            return
        statement = sql.SQL("COPY {}.{} ({}) FROM STDIN").format(
            sql.Identifier(self.schema),
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, columns)),
        )
        self._acts.append((statement, None, "\n".join(lines) + "\n"))

    def replace(
        self, table: str, key: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
    ) -> None:
        """Write rows in the place of those with the same key; the key is the first column."""
        if not rows:
            return
        assert columns[0] == key
        statement = sql.SQL("DELETE FROM {}.{} WHERE {} = ANY(%s)").format(
            sql.Identifier(self.schema), sql.Identifier(table), sql.Identifier(key)
        )
        self._acts.append((statement, ([row[0] for row in rows],), None))
        self.copy(table, columns, rows)

    def end(self, table: str, key: str, ended: Iterable[tuple[int, str | int]]) -> None:
        """End the versions of these keys that hold, each at the first position told for it."""
        until: dict[str | int, int] = {}
        for position, name in ended:
            until.setdefault(name, position)
        if not until:
            return
        kind = "bigint[]" if isinstance(next(iter(until)), int) else "text[]"
        statement = sql.SQL(
            "UPDATE {table} AS t SET known_until = e.until FROM unnest(%s::{kind}, %s::bigint[]) "
            "AS e (name, until) WHERE t.{key} = e.name AND t.known_until IS NULL"
        ).format(
            table=sql.Identifier(self.schema, table), kind=sql.SQL(kind), key=sql.Identifier(key)
        )
        self._acts.append((statement, (list(until), list(until.values())), None))

    @property
    def acts(self) -> list[Act]:
        """All statements in order, as another process can take them."""
        return [(query.as_bytes(), values, lines) for query, values, lines in self._acts]


_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def copy_text(value: object) -> str:
    """Return a value in COPY's text form."""
    return _TEXTS[type(value)](value)


def or_null(value: object) -> object:
    """Return a value that needs no escape as an f-string writes it into a line of COPY."""
    return r"\N" if value is None else value


def _text(value: str) -> str:
    if value.isprintable() and "\\" not in value:  # most need no escape
        return value
    return value.translate(_ESCAPES)


def _array(value: Sequence[object]) -> str:
    return "{" + ",".join(map(str, value)) + "}"


class _Texts(dict[type, Callable[[Any], str]]):
    """How the values of a type are written."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        def other(value: object) -> str:
            return _text(str.__str__(value) if isinstance(value, str) else str(value))

        self[kind] = other
        return other


_TEXTS = _Texts(
    {
        str: _text,
        int: str,
        type(None): lambda _: r"\N",
        bool: lambda value: "t" if value else "f",
        list: _array,
        tuple: _array,
    }
)


def _copy_line(row: Sequence[Any]) -> str:
    texts = _TEXTS
    return "\t".join([texts[type(value)](value) for value in row])
