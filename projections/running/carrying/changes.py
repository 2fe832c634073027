"""Changes of a set of projections' rows while a range of the log is folded into it.

They are as many as the range is long. So they stay on the server, and are told a few at a time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql
from psycopg.rows import tuple_row

_TABLES: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS {s}.changed (
    number bigint GENERATED ALWAYS AS IDENTITY,
    sign integer NOT NULL,
    tab text NOT NULL,
    said text NOT NULL
);
CREATE UNLOGGED TABLE IF NOT EXISTS {s}.looked (
    tab text COLLATE "C" NOT NULL,
    said text COLLATE "C" NOT NULL
);
CREATE UNLOGGED TABLE IF NOT EXISTS {s}.net (
    tab text COLLATE "C" NOT NULL,
    said text COLLATE "C" NOT NULL,
    sum integer NOT NULL,
    was boolean NOT NULL
);
TRUNCATE {s}.changed, {s}.looked, {s}.net;
CREATE OR REPLACE FUNCTION {s}.note_gone() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
    EXECUTE format(
        'INSERT INTO %I.changed (sign, tab, said) '
        'SELECT -1, %L, row_to_json(t)::text FROM gone AS t',
        TG_TABLE_SCHEMA, TG_TABLE_NAME);
    RETURN NULL;
END $note$;
CREATE OR REPLACE FUNCTION {s}.note_come() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
    EXECUTE format(
        'INSERT INTO %I.changed (sign, tab, said) '
        'SELECT 1, %L, row_to_json(t)::text FROM come AS t',
        TG_TABLE_SCHEMA, TG_TABLE_NAME);
    RETURN NULL;
END $note$;
CREATE OR REPLACE FUNCTION {s}.note_both() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
    EXECUTE format(
        'INSERT INTO %I.changed (sign, tab, said) '
        'SELECT -1, %L, row_to_json(t)::text FROM gone AS t',
        TG_TABLE_SCHEMA, TG_TABLE_NAME);
    EXECUTE format(
        'INSERT INTO %I.changed (sign, tab, said) '
        'SELECT 1, %L, row_to_json(t)::text FROM come AS t',
        TG_TABLE_SCHEMA, TG_TABLE_NAME);
    RETURN NULL;
END $note$;
"""
_TRIGGERS: Final = """
CREATE OR REPLACE TRIGGER note_come AFTER INSERT ON {t}
    REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION {s}.note_come();
CREATE OR REPLACE TRIGGER note_gone AFTER DELETE ON {t}
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION {s}.note_gone();
CREATE OR REPLACE TRIGGER note_both AFTER UPDATE ON {t}
    REFERENCING OLD TABLE AS gone NEW TABLE AS come
    FOR EACH STATEMENT EXECUTE FUNCTION {s}.note_both();
"""
_NET: Final = """
TRUNCATE {s}.net;
INSERT INTO {s}.net
SELECT tab, said, sum(sign), (array_agg(sign ORDER BY number))[1] < 0
FROM {s}.changed GROUP BY tab, said;
ANALYZE {s}.net;
ANALYZE {s}.looked
"""
_COME: Final = "SELECT tab, said FROM {s}.net WHERE sum > 0 ORDER BY tab, said"
_GONE: Final = "SELECT tab, said FROM {s}.net WHERE sum < 0 ORDER BY tab, said"
_BACK: Final = """
SELECT tab, said FROM {s}.looked
EXCEPT SELECT tab, said FROM {s}.net WHERE NOT was
UNION SELECT tab, said FROM {s}.net WHERE was
ORDER BY tab, said
"""
ROWS_ASKED: Final = 1_000
"""Rows that are asked for together."""
Told = tuple[str, str]
"""A row of a projection: its table's name, and the row as JSON."""


class Changes:
    """The rows that a fold changed, each told in order of its table and text."""

    def __init__(self, connection: psycopg.Connection[Any], schema: str) -> None:
        """Ask the server that noted them, as long as it keeps the set."""
        self._connection = connection
        self._schema = sql.Identifier(schema)

    def come(self) -> Iterator[Told]:
        """Yield the rows that were not there before, and are now."""
        return self._told(_COME)

    def gone(self) -> Iterator[Told]:
        """Yield the rows that were there before, and are no more."""
        return self._told(_GONE)

    def back(self) -> Iterator[Told]:
        """Yield the rows of before that were read, or taken away even if only for a time."""
        return self._told(_BACK)

    def _told(self, statement: LiteralString) -> Iterator[Told]:
        asked = sql.SQL(statement).format(s=self._schema)
        connection = self._connection
        with (
            connection.transaction(),
            connection.cursor("told", row_factory=tuple_row) as cursor,
        ):
            cursor.itersize = ROWS_ASKED
            yield from cursor.execute(asked)


def note_changes(connection: psycopg.Connection[Any], schema: str, tables: Sequence[str]) -> None:
    """Let every change of these tables be noted from now on; what was noted before is forgotten."""
    name = sql.Identifier(schema)
    with connection.transaction():
        connection.execute(sql.SQL(_TABLES).format(s=name))
        for table in tables:
            connection.execute(sql.SQL(_TRIGGERS).format(s=name, t=sql.Identifier(schema, table)))


def note_looked(connection: psycopg.Connection[Any], schema: str, rows: Iterable[Told]) -> None:
    """Note rows that were read since ``note_changes``, in whichever state they were."""
    statement = sql.SQL("COPY {}.looked (tab, said) FROM STDIN").format(sql.Identifier(schema))
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def read_changes(connection: psycopg.Connection[Any], schema: str) -> Changes:
    """Return the changes since ``note_changes``."""
    connection.execute(sql.SQL(_NET).format(s=sql.Identifier(schema)))
    return Changes(connection, schema)
