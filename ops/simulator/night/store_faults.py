"""Faults of the store: what somebody with all rights may do to a database, planted in copies of it.

Each fault has a copy of its own, which ``verify`` then audits; the ledger itself is only read. A
restored backup is consistent in itself: it shows against a checkpoint that was kept outside.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.audit.auditor import audit_database
from ledger.audit.verification import TILE_EVENTS
from ops.database.postgres import DatabaseUrls
from ops.errors import UnreachableError

BACKUP_BEHIND: Final = 25
"""How many of the newest events a restored backup lacks."""
GUARDED: Final = ("events", "head", "source_head", "tiles", "tree", "checkpoints", "published")


class StoreFault(Struct, frozen=True, kw_only=True):
    """One fault of the store, and what the audit of its copy said."""

    fault: str
    position: int
    """Of the event that was touched; of the last one left, after a restored backup."""
    problems: list[str]
    """What the audit named: kind and position."""
    found: bool
    invented: int
    """Problems that name an event nobody touched."""


class _Copy:
    """A copy of the ledger's database, as a superuser mistreats it."""

    def __init__(self, connection: psycopg.Connection[Any], rng: Random) -> None:
        self.connection = connection
        self.rng = rng
        (last,) = self._one("SELECT max(notification_id) FROM ledger.events")
        self.last: int = last

    def _one(self, query: str, *values: Any) -> tuple[Any, ...]:
        row = self.connection.execute(query.encode(), values).fetchone()
        assert row is not None
        return row

    def some(self) -> int:
        """Return the position of some event in the middle of the log."""
        return self.rng.randrange(self.last // 4, 3 * self.last // 4)

    def do(self, query: str, *values: Any) -> None:
        """Run a statement that meets exactly one row."""
        done = self.connection.execute(query.encode(), values)
        assert done.rowcount == 1, query

    def turn_byte(self, column: str, position: int) -> None:
        """Turn one bit of a column of one event."""
        (data,) = self._one(
            f"SELECT {column} FROM ledger.events WHERE notification_id = %s",  # noqa: S608 - ours
            position,
        )
        index = self.rng.randrange(len(data))
        changed = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        self.do(
            f"UPDATE ledger.events SET {column} = %s WHERE notification_id = %s",  # noqa: S608 - ours
            changed,
            position,
        )

    def move(self, position: int, to: int) -> None:
        """Give an event another position."""
        self.do(
            "UPDATE ledger.events SET notification_id = %s WHERE notification_id = %s",
            to,
            position,
        )

    def signed(self) -> int:
        """Return the position of an event that carries a signature."""
        (position,) = self._one(
            "SELECT min(notification_id) FROM ledger.events "
            "WHERE notification_id >= %s AND signature IS NOT NULL",
            self.some(),
        )
        return position


def _edit(copy: _Copy) -> list[int]:
    position = copy.some()
    copy.turn_byte("state", position)
    return [position]


def _relink(copy: _Copy) -> list[int]:
    position = copy.some()
    copy.turn_byte("link", position)
    return [position]


def _resign(copy: _Copy) -> list[int]:
    position = copy.signed()
    copy.turn_byte("signature", position)
    return [position]


def _rename(copy: _Copy) -> list[int]:
    position = copy.some()
    copy.do("UPDATE ledger.events SET topic = 'heartbeat/9' WHERE notification_id = %s", position)
    return [position]


def _delete(copy: _Copy) -> list[int]:
    position = copy.some()
    copy.do("DELETE FROM ledger.events WHERE notification_id = %s", position)
    return [position]


def _swap(copy: _Copy) -> list[int]:
    one = copy.some()
    other = one + 1
    for position, place in ((one, 2**40), (other, one), (2**40, other)):
        copy.move(position, place)
    return [one, other]


def _restore(copy: _Copy) -> list[int]:
    left = copy.last - BACKUP_BEHIND
    connection = copy.connection
    connection.execute("DELETE FROM ledger.events WHERE notification_id > %s", (left,))
    copy.do("UPDATE ledger.head SET position = %s", left)
    connection.execute(
        "UPDATE ledger.source_head h SET seq = e.originator_version, link = e.link FROM "
        "(SELECT DISTINCT ON (originator_id) originator_id, originator_version, link "
        "FROM ledger.events ORDER BY originator_id, originator_version DESC) e "
        "WHERE h.source = e.originator_id"
    )
    connection.execute(
        "UPDATE ledger.source_head h SET seq = 0, link = decode(repeat('00', 32), 'hex') "
        "WHERE NOT EXISTS (SELECT FROM ledger.events e WHERE e.originator_id = h.source)"
    )
    # A backup has the memo of the log's order as it was then, too.
    connection.execute("DELETE FROM ledger.checkpoints WHERE size > %s", (left,))
    connection.execute("DELETE FROM ledger.tiles WHERE number * %s >= %s", (TILE_EVENTS, left))
    connection.execute(
        "UPDATE ledger.tiles "
        "SET links = substring(links FROM 1 FOR ((%(left)s - number * %(tile)s) * 32)::integer) "
        "WHERE octet_length(links) > (%(left)s - number * %(tile)s) * 32",
        {"left": left, "tile": TILE_EVENTS},
    )
    connection.execute("DELETE FROM ledger.published WHERE size > %s", (left,))
    full = "div(%(left)s::numeric, power(%(tile)s::numeric, level)) - number * %(tile)s"
    told = {"left": left, "tile": TILE_EVENTS}
    connection.execute(f"DELETE FROM ledger.tree WHERE {full} <= 0".encode(), told)  # noqa: S608 - ours
    connection.execute(
        f"UPDATE ledger.tree SET hashes = substring(hashes FROM 1 FOR (({full}) * 32)::integer) "  # noqa: S608 - ours
        f"WHERE octet_length(hashes) > ({full}) * 32".encode(),
        told,
    )
    return [left]


FAULTS: Final[dict[str, Callable[[_Copy], list[int]]]] = {
    "edited-event": _edit,
    "edited-link": _relink,
    "edited-signature": _resign,
    "renamed-kind": _rename,
    "deleted-event": _delete,
    "swapped-events": _swap,
    "restored-backup": _restore,
}
RESTORED: Final = "restored-backup"


def plant_in_copies(
    urls: DatabaseUrls,
    kept: str,
    *,
    seed: int,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[StoreFault]:
    """Plant each fault in a copy of the database and audit the copy.

    ``kept`` is a checkpoint of the ledger as it is now, kept outside; only the restored backup is
    held against it.

    Raises:
        UnreachableError: the database cannot be copied: somebody else is connected to it, or the
            rights are missing.

    """
    rng = Random(f"{seed}/store")  # noqa: S311 - a seed, no secret
    for fault, act in FAULTS.items():
        progress(fault)
        with _copied(urls) as (superuser, login):
            with psycopg.connect(superuser) as connection:
                for table in GUARDED:
                    connection.execute(
                        sql.SQL("ALTER TABLE ledger.{} DISABLE TRIGGER ALL").format(
                            sql.Identifier(table)
                        )
                    )
                touched = act(_Copy(connection, rng))
            if fault == RESTORED and not audit_database(login).clean:
                raise AssertionError("a restored backup is consistent in itself")
            since = kept if fault == RESTORED else None
            problems = audit_database(login, since=since).problems
        named = [one.position for one in problems]
        if fault == RESTORED:
            found, invented = bool(problems), 0
        else:
            found = any(position in touched for position in named)
            invented = sum(position not in touched for position in named)
        yield StoreFault(
            fault=fault,
            position=touched[0],
            problems=[f"{one.kind} {one.position}" for one in problems],
            found=found,
            invented=invented,
        )


@contextmanager
def _copied(urls: DatabaseUrls) -> Generator[tuple[str, str]]:
    name = conninfo_to_dict(urls.superuser)["dbname"]
    copy = f"{name}_copia"
    maintenance = make_conninfo(urls.superuser, dbname="postgres")
    with psycopg.connect(maintenance, autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(copy))
        connection.execute(drop)
        try:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(copy), sql.Identifier(str(name))
                )
            )
        except (psycopg.errors.ObjectInUse, psycopg.errors.InsufficientPrivilege) as error:
            raise UnreachableError(f"the ledger cannot be copied: {error}") from error
        try:
            yield make_conninfo(urls.superuser, dbname=copy), make_conninfo(urls.login, dbname=copy)
        finally:
            connection.execute(drop)
