"""Rows: where stages read their tables, and the statements that a page writes, in COPY's form."""

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Final, LiteralString, NamedTuple

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
        self.new = False
        """Whether nothing was folded into its tables yet: a stage that holds all that it wrote
        since need not ask them for what it does not know."""

    @property
    def cursor(self) -> psycopg.Cursor[Any]:
        """The cursor, which sees the pages before."""
        if self._settle is not None:
            self._settle()
        return self._cursor

    def query(self, text: LiteralString) -> sql.Composed:
        """Return a statement in which ``{s}`` is the schema."""
        return sql.SQL(text).format(s=sql.Identifier(self.name))


class Act(NamedTuple):
    """A statement with its values; of a COPY its lines.

    Of a table whose rows are counted into its set's hash: how, and of a COPY in which columns.
    """

    query: bytes
    values: Sequence[Any] | None = None
    lines: str | None = None
    table: str | None = None
    counts: int = 0
    """1 where the rows that it writes or returns come in, -1 where they go."""
    columns: Sequence[str] = ()


class Writes:
    """The statements of a page, in order, for a single transaction."""

    def __init__(self, schema: str) -> None:
        """Begin with no statement; rows go into the schema."""
        self.schema = schema
        self._acts: list[Act] = []

    def execute(self, text: LiteralString, values: Sequence[Any] = ()) -> None:
        """Run a statement in which ``{s}`` is the schema, on a table that is no stage's."""
        self._add(sql.SQL(text).format(s=sql.Identifier(self.schema)), values)

    def _add(
        self,
        query: sql.Composable,
        values: Sequence[Any],
        table: str | None = None,
        counts: int = 0,
    ) -> None:
        # It is run after the stage went on, which may have emptied its lists meanwhile.
        held = tuple(copy(one) for one in values)
        self._acts.append(Act(query.as_bytes(), held, None, table, counts))

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Append rows."""
        self.copy_lines(table, columns, [_copy_line(row) for row in rows])

    def copy_lines(self, table: str, columns: Sequence[str], lines: Sequence[str]) -> None:
        """Append rows that stand in COPY's text form already, without line ends."""
        if not lines:
            return
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(self.schema, table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        text = "\n".join(lines) + "\n"
        self._acts.append(Act(statement.as_bytes(), None, text, table, 1, columns))

    def delete(self, table: str, where: LiteralString = "true", values: Sequence[Any] = ()) -> None:
        """Remove the rows that a condition names."""
        statement = sql.SQL("DELETE FROM {} AS t WHERE {} RETURNING t.*")
        self._add(
            statement.format(sql.Identifier(self.schema, table), sql.SQL(where)), values, table, -1
        )

    def update(
        self,
        table: str,
        changes: LiteralString,
        values: Sequence[Any],
        where: LiteralString,
        named: Sequence[Any],
    ) -> None:
        """Change the rows that a condition names.

        What they were before is read in the same transaction: nobody else writes them.
        """
        name, condition = sql.Identifier(self.schema, table), sql.SQL(where)
        before = sql.SQL("SELECT t.* FROM {} AS t WHERE {}").format(name, condition)
        self._add(before, named, table, -1)
        after = sql.SQL("UPDATE {} AS t SET {} WHERE {} RETURNING t.*").format(
            name, sql.SQL(changes), condition
        )
        self._add(after, (*values, *named), table, 1)

    def replace(
        self, table: str, key: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
    ) -> None:
        """Write rows in the place of those with the same key; the key is the first column."""
        if not rows:
            return
        assert columns[0] == key
        statement = sql.SQL("DELETE FROM {} AS t WHERE {} = ANY(%s) RETURNING t.*").format(
            sql.Identifier(self.schema, table), sql.Identifier("t", key)
        )
        self._add(statement, ([row[0] for row in rows],), table, -1)
        self.copy(table, columns, rows)

    def end(self, table: str, key: str, ended: Iterable[tuple[int, str | int]]) -> None:
        """End the versions of these keys that hold, each at the first position told for it."""
        until: dict[str | int, int] = {}
        for position, name in ended:
            until.setdefault(name, position)
        if not until:
            return
        kind = "bigint[]" if isinstance(next(iter(until)), int) else "text[]"
        parts = {
            "t": sql.Identifier(self.schema, table),
            "e": sql.SQL("unnest(%s::{}, %s::bigint[]) AS e (name, until)").format(sql.SQL(kind)),
            "same": sql.SQL("t.{} = e.name AND t.known_until IS NULL").format(sql.Identifier(key)),
        }
        values = (list(until), list(until.values()))
        before = sql.SQL("SELECT t.* FROM {t} AS t, {e} WHERE {same}").format(**parts)
        self._add(before, values, table, -1)
        after = sql.SQL(
            "UPDATE {t} AS t SET known_until = e.until FROM {e} WHERE {same} RETURNING t.*"
        ).format(**parts)
        self._add(after, values, table, 1)

    @property
    def acts(self) -> list[Act]:
        """All statements in order, as another process can take them."""
        return list(self._acts)


# As PostgreSQL writes them: what a row is told by must be the same on its way in and out.
_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\\",
        "\b": r"\b",
        "\t": r"\t",
        "\n": r"\n",
        "\v": r"\v",
        "\f": r"\f",
        "\r": r"\r",
    }
)


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
    return _text("{" + ",".join(map(_element, value)) + "}")


_NEEDS_QUOTES: Final = re.compile(r'[{}",\\\s]|^$|^null$', re.IGNORECASE).search


def _element(value: object) -> str:
    """Return an array's element, quoted where PostgreSQL quotes it."""
    text = str(value)
    if _NEEDS_QUOTES(text) is None:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def copy_line(row: Sequence[bytes | None]) -> bytes:
    """Return a row that was read as text in COPY's form."""
    return b"\t".join([rb"\N" if value is None else _escaped(value) for value in row])


_ESCAPED: Final = {bytes([one]): text.encode() for one, text in _ESCAPES.items()}
_to_escape: Final = re.compile(rb"[\\\x08-\x0d]")


def _escaped(value: bytes) -> bytes:
    return _to_escape.sub(lambda found: _ESCAPED[found[0]], value)


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
