"""Changes of a set of projections' rows while a range of the log is folded into it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from sys import intern
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

_TABLES: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS {s}.changed (
    number bigint GENERATED ALWAYS AS IDENTITY,
    sign integer NOT NULL,
    tab text NOT NULL,
    said text NOT NULL
);
TRUNCATE {s}.changed;
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
SELECT tab, said, sum(sign), (array_agg(sign ORDER BY number))[1] < 0
FROM {s}.changed GROUP BY tab, said
"""


class Changes(Struct, frozen=True):
    """The rows that were there before and are no more, and those that are there since.

    Each is a table's name and the row as JSON.
    """

    come: AbstractSet[tuple[str, str]]
    gone: AbstractSet[tuple[str, str]]
    held: AbstractSet[tuple[str, str]]
    """Rows of before that were taken away at some time, even if they were written again."""
    new: AbstractSet[tuple[str, str]]
    """Rows that were not there before, even if they were taken away again."""


def note_changes(connection: psycopg.Connection[Any], schema: str, tables: Sequence[str]) -> None:
    """Let every change of these tables be noted from now on; what was noted before is forgotten."""
    name = sql.Identifier(schema)
    with connection.transaction():
        connection.execute(sql.SQL(_TABLES).format(s=name))
        for table in tables:
            connection.execute(sql.SQL(_TRIGGERS).format(s=name, t=sql.Identifier(schema, table)))


def read_changes(connection: psycopg.Connection[Any], schema: str) -> Changes:
    """Return the changes since ``note_changes``."""
    come, gone, held, new = (set[tuple[str, str]]() for _ in range(4))
    # Page by page, each row once: of a long range they are many, and stand in memory.
    with connection.transaction(), connection.cursor("changes", row_factory=tuple_row) as cursor:
        cursor.execute(sql.SQL(_NET).format(s=sql.Identifier(schema)))
        for table, said, net, was in cursor:
            one = (intern(table), said)
            (held if was else new).add(one)
            if net:
                (come if net > 0 else gone).add(one)
    return Changes(come, gone, held, new)
