"""Rows that stood in the tables and should not have, kept where no rebuild takes them away.

A rebuild puts right what somebody altered; that he did is evidence, and stays in
``superseded.altered``: each row that stood and each that lacked, when it was found, and up to which
position of the log the tables went. Beside it stands what an older law gave
(``superseded.difference``). Both only grow, and the service states their first rows with its
figures: who deletes or alters one of those is named by what was stated. So it does of the refused
bytes that prove nothing by themselves (``ledger.kept_submission``), which no other event binds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row
from psycopg.types.json import Json

from ledger.audit.relations import REPLICA
from ledger.audit.set_hash import SetHash, hash_of
from ledger.events.registry import STORY, TableStated
from ledger.store.reader import copied
from projections.base.store import stored_hashes
from projections.running.exchange import LIVE
from projections.running.figures.rows_again import (
    Differing,
    Set,
    cells,
    differing_rows,
    hash_of_rows,
)
from projections.running.figures.rows_again import reading as reading_rows
from projections.running.pipeline import Pipeline
from projections.running.runner import NEXT

SUPERSEDED: Final = "superseded"
TABLES: Final = tuple(f"{SUPERSEDED}.{table}" for table in ("altered", "difference"))
"""What rebuilds keep for ever."""
REFUSED: Final = "ledger.kept_submission"
STATED: Final = (*TABLES, REFUSED)
"""What is kept for ever, as the service's statements name it."""
KEPT_MAX: Final = 10_000
"""Rows of a table that are kept of those that stood, and of those that lacked."""


class Altered(Struct, frozen=True, kw_only=True):
    """A row that stood and should not have, or the reverse."""

    found: datetime
    position: int
    """Up to where the tables went."""
    name: str
    """The table's."""
    stood: bool
    """Whether it stood; else it lacked."""
    row: dict[str, str | None]


def altered_rows(conninfo: str) -> list[Differing]:
    """Return rows that stand in the live tables alone, or only in those that were built beside.

    Both must go up to one position, and nobody may write them meanwhile. What cannot be read, since
    somebody took it away or hides it, has no rows to be kept.
    """
    found: list[Differing] = []
    with reading_rows(conninfo) as connection:
        live, beside = Set(connection, LIVE), Set(connection, NEXT)
        should = stored_hashes(connection, NEXT)
        for table in Pipeline().tables():
            with suppress(psycopg.Error):
                if hash_of_rows(live, table) != should.get(table, SetHash()):
                    found.append(differing_rows(live, beside, table))
    return found


def keep_altered(
    connection: psycopg.Connection[Any], found: Sequence[Differing], *, position: int
) -> None:
    """Write rows that differ where no rebuild takes them away."""
    if not found:
        return
    rows = [
        (position, one.table, stood, Json(dict(zip(one.columns, cells(line), strict=False))))
        for one in found
        for stood, lines in ((True, one.stands), (False, one.lacks))
        for line in lines[:KEPT_MAX]
    ]
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SUPERSEDED)))
        cursor.execute(_TABLE)
        cursor.execute(
            "GRANT USAGE ON SCHEMA superseded TO razao_inspector, razao_appender;"
            "GRANT SELECT ON superseded.altered TO razao_inspector, razao_appender"
        )
        cursor.executemany(
            "INSERT INTO superseded.altered (position, name, stood, row) VALUES (%s, %s, %s, %s)",
            rows,
        )


_TABLE: Final[LiteralString] = """
CREATE TABLE IF NOT EXISTS superseded.altered (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    found timestamptz NOT NULL DEFAULT clock_timestamp(),
    position bigint NOT NULL,
    name text NOT NULL,
    stood boolean NOT NULL,
    row json NOT NULL
)
"""


def kept_altered(connection: psycopg.Connection[Any]) -> list[Altered]:
    """Return rows that rebuilds found altered and put right, the oldest first."""
    with connection.cursor(row_factory=tuple_row) as plain:
        row = plain.execute("SELECT to_regclass('superseded.altered')").fetchone()
    if row is None or row[0] is None:
        return []
    with connection.cursor(row_factory=class_row(Altered)) as cursor:
        return cursor.execute(
            "SELECT found, position, name, stood, row FROM superseded.altered ORDER BY number"
        ).fetchall()


def kept_hash(connection: psycopg.Connection[Any], name: str, first: int | None = None) -> SetHash:
    """Return the hash of the rows of a table of evidence, or of its first ones."""
    with connection.cursor(row_factory=tuple_row) as plain:
        row = plain.execute("SELECT to_regclass(%s)", (name,)).fetchone()
    if row is None or row[0] is None:
        return SetHash()
    if name == REFUSED:
        return _refused_hash(connection, first)
    table = name.removeprefix(f"{SUPERSEDED}.")
    limit = sql.SQL("ORDER BY number LIMIT {}").format(sql.Literal(first))
    return hash_of_rows(Set(connection, SUPERSEDED), table, limit)


def _refused_hash(connection: psycopg.Connection[Any], first: int | None) -> SetHash:
    """Return the hash of refused bytes by their own hashes, whose bytes ``razao verify`` reads.

    They are numbered in the order in which they stand: each waits for the count of bytes. Second
    stories do not wait, and are named by events of their own.
    """
    statement = sql.SQL(
        "COPY (SELECT received, encode(hash, 'hex'), source, code FROM ledger.kept_submission "
        "WHERE code <> {} ORDER BY received LIMIT {}) TO STDOUT"
    ).format(sql.Literal(STORY), sql.Literal(first))
    return hash_of(line[:-1] for line in copied(connection, statement))


def is_kept(connection: psycopg.Connection[Any], one: TableStated) -> bool:
    """Tell whether the first rows of a table of evidence are those that were stated."""
    stands = kept_hash(connection, one.name, one.rows)
    return (stands.rows, stands.digest) == (one.rows, one.digest)


def evidence_now(conninfo: str, said: Mapping[str, TableStated]) -> Iterator[TableStated]:
    """Yield each table of evidence with its rows' number and hash, to be stated by the service.

    Where rows that were stated are gone or are others, the statement stays: nothing takes it back.
    """
    with reading_rows(conninfo) as connection:
        for name in STATED:
            before = said.get(name)
            if before is not None and not is_kept(connection, before):
                yield before
                continue
            now = kept_hash(connection, name)
            if now != SetHash():
                yield TableStated(name=name, rows=now.rows, digest=now.digest)


def evidence_lost(
    connection: psycopg.Connection[Any], stated: Iterable[TableStated]
) -> Iterator[TableStated]:
    """Yield each statement about a table of evidence whose rows stand no more; of a copy none.

    A copy has no evidence. Each statement is compared once, however often it was made.
    """
    of_evidence = {one: None for one in stated if one.name in STATED}
    if not of_evidence:
        return
    if not is_copy(connection):
        yield from (one for one in of_evidence if not is_kept(connection, one))


def is_copy(connection: psycopg.Connection[Any]) -> bool:
    """Tell whether a database is the copy that a house's own sends its events to."""
    with connection.cursor(row_factory=tuple_row) as plain:
        copied = plain.execute(
            "SELECT EXISTS (SELECT FROM pg_catalog.pg_trigger WHERE tgname = %s)", (REPLICA,)
        ).fetchone()
    return copied is not None and bool(copied[0])
