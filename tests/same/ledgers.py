"""Simulated ledgers whose projections must stay the same while the code is put in order.

``python -m tests.same.ledgers`` restores each from its dump, builds all projections anew, and
compares a digest of each table with ``digests.toml``; exit 1 names every table that differs.
A dump that is missing is made: a seed gives the nights, and keys made from their names give the
same log, whose links ``digests.toml`` holds. ``--simulate`` plays the nights again although there
are dumps, and so compares what the simulator says, too. ``--write`` writes what was found.

The simulator changes often and its nights with it, so the dumps are what is compared. Where there
is none, the night is played anew, and if its log is then another than the one of ``digests.toml``
nothing is compared, which is said. ``--write NAME`` takes the new night: whoever puts code in order
writes before he begins, and compares when he is done.

Dumps stand outside the checkout, in ``RAZAO_SAME`` (default ``~/.cache/razao-same``).
"""

import argparse
import hashlib
import os
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

import psycopg
from psycopg import sql

from ledger.signed.canonical import BLIND_SIZE, instant
from ledger.signed.signing import KeySigner, load_seed, save_seed
from ledger.signed.sources import SourceChain
from ledger.store.reader import Reader
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, Server
from ops.installation import Installation, Keys, found_if_new
from ops.simulator.night.night import NightPlan, simulate
from ops.simulator.night.origin import DAY, SIMULATED_ORIGIN, founded_at
from projections.running.building import rebuild
from projections.running.runner import LIVE
from tests.fixtures.postgres import Database, empty_database, temporary_home

DIGESTS: Final = Path(__file__).with_name("digests.toml")
DUMPS: Final = Path(os.environ.get("RAZAO_SAME", "~/.cache/razao-same")).expanduser()
OTHER: Final = frozenset({"folded", "halted", "set_hash", "tracking"})
"""Tables of the runner itself."""


@dataclass(frozen=True)
class Ledger:
    """What is played into a ledger."""

    seed: int
    days: int
    plant: str | None
    size: float


LEDGERS: Final = {
    "honest": Ledger(seed=11, days=1, plant=None, size=0.1),
    "faults": Ledger(seed=12, days=1, plant="100", size=0.15),
    "two_days": Ledger(seed=13, days=2, plant="40", size=0.06),
}


@contextmanager
def seeded_keys() -> Iterator[None]:
    """Let keys and blinds come from names: the same night is the same log, byte for byte."""

    def make(keys: Keys, name: str) -> KeySigner:
        path = keys.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            KeySigner.from_seed(hashlib.sha256(name.encode()).digest()).save(path)
        return KeySigner.load(path)

    def make_seed(keys: Keys, name: str) -> bytes:
        path = keys.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            save_seed(path, hashlib.sha256(name.encode()).digest())
        return load_seed(path)

    def blind(chain: SourceChain) -> bytes:
        return hashlib.sha256(f"{chain.source}:{chain.seq}".encode()).digest()[:BLIND_SIZE]

    with (
        patch.object(Keys, "make", make),
        patch.object(Keys, "make_seed", make_seed),
        patch.object(SourceChain, "_blind", blind),
    ):
        yield


def play(ledger: Ledger, urls: DatabaseUrls, home: Path) -> None:
    """Play a ledger's nights into a migrated database."""
    with seeded_keys(), ExitStack() as stack:
        found_if_new(urls, home, SIMULATED_ORIGIN, founded_at(DAY))
        installation = Installation(urls, home, stack)
        installation.let_authority_hold(instant(founded_at(DAY)))
        simulate(
            installation,
            NightPlan(seed=ledger.seed, days=ledger.days, plant=ledger.plant, size=ledger.size),
        )


def tables_in(connection: psycopg.Connection, schema: str) -> list[str]:
    """Return the names of a schema's tables."""
    rows = connection.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = %s "
        "AND table_type = 'BASE TABLE' ORDER BY 1",
        (schema,),
    )
    return [name for (name,) in rows]


def dump(database: Database, path: Path) -> None:
    """Write a database's ledger into a file, a member a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with (
        psycopg.connect(database.superuser) as connection,
        zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
    ):
        for name in tables_in(connection, "ledger"):
            table = sql.Identifier("ledger", name)
            statement = sql.SQL("COPY {} TO STDOUT (FORMAT binary)").format(table)
            with packed.open(name, "w") as member, connection.cursor().copy(statement) as copy:
                for part in copy:
                    member.write(part)
    fresh.rename(path)


def restore(database: Database, path: Path) -> None:
    """Read a ledger from a file into a migrated database."""
    with (
        psycopg.connect(database.superuser) as connection,
        zipfile.ZipFile(path) as packed,
    ):
        names = [one for one in tables_in(connection, "ledger") if one in packed.namelist()]
        for name in names:
            table = sql.Identifier("ledger", name)
            connection.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(table))
            connection.execute(sql.SQL("TRUNCATE {}").format(table))
            with packed.open(name) as member:
                first = member.read(1 << 20)
                columns = columns_of(connection, name)[: fields_in(first)]
                statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(
                    table, sql.SQL(", ").join(map(sql.Identifier, columns))
                )
                with connection.cursor().copy(statement) as copy:
                    copy.write(first)
                    while part := member.read(1 << 20):
                        copy.write(part)


def fields_in(data: bytes) -> int | None:
    """Return how many fields the rows of a binary COPY have; None where there are no rows.

    A dump from before a migration lacks the columns that it added, which are a table's last.
    """
    count = int.from_bytes(data[19:21], "big", signed=True)
    return None if count < 0 else count


def columns_of(connection: psycopg.Connection, table: str) -> list[str]:
    """Return the names of a ledger table's columns, in their order."""
    rows = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'ledger' "
        "AND table_name = %s ORDER BY ordinal_position",
        (table,),
    )
    return [name for (name,) in rows]


def root_of(urls: DatabaseUrls) -> tuple[int, str]:
    """Return how many events the ledger has, and a digest of their links in order."""
    digest, last = hashlib.sha256(), 0
    with Reader(urls.login) as reader:
        last = reader.last_position()
    with psycopg.connect(urls.superuser) as connection:
        for (link,) in connection.execute(
            "SELECT link FROM ledger.events ORDER BY notification_id"
        ):
            digest.update(link)
    return last, digest.hexdigest()


def tables_of(urls: DatabaseUrls) -> dict[str, str]:
    """Return a digest of each table of the live projections: its columns and its rows, sorted."""
    digests: dict[str, str] = {}
    with psycopg.connect(urls.superuser) as connection:
        tables = connection.execute(
            "SELECT table_name, string_agg(column_name, ', ' ORDER BY ordinal_position) "
            "FROM information_schema.columns WHERE table_schema = %s "
            "GROUP BY table_name ORDER BY table_name",
            (LIVE,),
        ).fetchall()
        for name, columns in tables:
            if name in OTHER:
                continue
            rows = sql.SQL("COPY (SELECT t::text FROM {} AS t ORDER BY 1) TO STDOUT").format(
                sql.Identifier(LIVE, name)
            )
            digest = hashlib.sha256(columns.encode())
            with connection.cursor().copy(rows) as copy:
                for part in copy:
                    digest.update(part)
            digests[name] = digest.hexdigest()[:32]
    return digests


def found(name: str, *, simulated: bool) -> dict[str, str | int]:
    """Return what a ledger's log and projections are now."""
    path = DUMPS / f"{name}.dump"
    with temporary_home() as home, Server(home) as server:
        urls = server.urls
        migrate(urls.superuser)  # the server's roles
        with (
            psycopg.connect(urls.superuser, autocommit=True) as maintenance,
            empty_database(urls, maintenance) as database,
        ):
            migrate(database.superuser)
            ways = DatabaseUrls(superuser=database.superuser, login=database.login)
            if simulated or not path.exists():
                play(LEDGERS[name], ways, home)
                dump(database, path)
            else:
                restore(database, path)
            rebuild(ways.login)
            events, links = root_of(ways)
            return {"events": events, "links": links, **tables_of(ways)}


def text_of(all_found: dict[str, dict[str, str | int]]) -> str:
    """Return the digests as ``digests.toml`` holds them."""
    lines = ["# Of each ledger of ledgers.py: its events, their links, each table's digest."]
    for name, values in all_found.items():
        lines += ["", f"[{name}]"]
        lines += [
            f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"'
            for key, value in values.items()
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Compare, or write; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ledgers", nargs="*", choices=[*LEDGERS, []], metavar="LEDGER")
    parser.add_argument("--simulate", action="store_true", help="play the nights again")
    parser.add_argument("--write", action="store_true", help="write what was found")
    asked = parser.parse_args()
    known = tomllib.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else {}
    differs = 0
    for name in asked.ledgers or LEDGERS:
        began = time.monotonic()
        now, then = found(name, simulated=asked.simulate), known.get(name, {})
        if not asked.write:
            wrong = sorted(key for key in now | then if now.get(key) != then.get(key))
            if "links" in wrong and then and not asked.simulate:
                wrong, told = [], "another night than the one written: not compared"
            else:
                told = f"differs in {', '.join(wrong)}" if wrong else "same"
            differs += len(wrong)
        else:
            known[name], told = now, "written"
        seconds = time.monotonic() - began
        sys.stdout.write(f"{name:<10} {now['events']:>7} events  {told}  ({seconds:.0f} s)\n")
        sys.stdout.flush()
    if asked.write:
        DIGESTS.write_text(text_of({one: known[one] for one in LEDGERS if one in known}), "utf-8")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
