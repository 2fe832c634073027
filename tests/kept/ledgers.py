"""Small ledgers of released versions, kept as the backups that their owners would have.

``python -m tests.kept.ledgers`` plays a night under this version's number and writes
``VERSION.sql.xz`` (pg_dump of the whole database: ledger, projections, rights), ``VERSION.note``
(the log's last checkpoint, as somebody outside would hold it) and ``VERSION.kinds.toml`` (a hash of
each kind's shape); ``python -m tests.kept.formats VERSION`` what it writes for people outside. That
is done once, at a release; the files never change afterwards. Keys come from names, so
that the service can go on after an upgrade.
"""

import hashlib
import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Final, cast

import msgspec

from ledger.events import KINDS
from ledger.signed.canonical import instant
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, Server, installed_binaries
from ops.installation import LOG, LOG_MLDSA44, SERVICE, Installation, Keys, found_if_new
from ops.simulator.night.night import NightPlan, simulate
from ops.simulator.night.origin import DAY, SIMULATED_ORIGIN, founded_at
from projections.running.building import rebuild
from tests.fixtures.postgres import Database, temporary_home
from tests.same.ledgers import seeded_keys

HERE: Final = Path(__file__).parent
PLAN: Final = NightPlan(seed=20, days=1, plant="10", size=0.001, window=timedelta(minutes=15))
"""A round or a few at each table of every game, machines, bingo, ten faults; below 1 MB."""


def program(name: str, *arguments: str, data: bytes = b"") -> bytes:
    """Run a program of the embedded PostgreSQL, and return what it prints."""
    done = subprocess.run(
        [installed_binaries() / "bin" / name, *arguments],
        input=data,
        capture_output=True,
        check=False,
        env=os.environ | {"PGOPTIONS": "-c client_min_messages=warning"},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def backup(database: DatabaseUrls | Database) -> bytes:
    """Return a database as its owner backs it up: all schemas, owners and rights."""
    return program("pg_dump", "--dbname", database.superuser, "--no-sync")


def legible(dump: bytes) -> bytes:
    """Write a dump's envelopes as the text they are, in the server's other notation of bytes.

    The link in an envelope then has the letters of the link beside it, and a third is saved.
    """

    def written(found: re.Match[bytes]) -> bytes:
        stored = bytes.fromhex(found[1].decode())
        return b"".join(map(_escaped, stored)) if stored.startswith(b"razao/") else found[0]

    return re.sub(rb"\\\\x([0-9a-f]+)", written, dump)


def _escaped(byte: int) -> bytes:
    """Return a byte in the notation of bytea, with each backslash doubled for COPY."""
    if byte == ord("\\"):
        return b"\\" * 4
    return bytes([byte]) if byte in range(32, 127) else b"\\\\%03o" % byte


def restore(database: DatabaseUrls | Database, path: Path) -> None:
    """Restore a backup into an empty database of a server that has the roles."""
    text = lzma.decompress(path.read_bytes())
    program(
        "psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", database.superuser, data=text
    )


@contextmanager
def played() -> Generator[Installation]:
    """Have the night, played, folded and signed, on a server of its own."""
    with temporary_home() as home, Server(home) as server, seeded_keys(), ExitStack() as stack:
        urls = server.urls
        migrate(urls.superuser)
        found_if_new(urls, home, SIMULATED_ORIGIN, founded_at(DAY))
        installation = Installation(urls, home, stack)
        installation.let_authority_hold(instant(founded_at(DAY)))
        simulate(installation, PLAN)
        rebuild(urls.login)
        installation.log.checkpoint()
        yield installation


def keep(number: str, folder: Path = HERE) -> None:
    """Play the night, project, sign, and write a version's files: its ledger, note and kinds."""
    with played() as installation:
        dump = legible(backup(installation.urls))
        (folder / f"{number}.sql.xz").write_bytes(lzma.compress(dump, preset=9))
        (folder / f"{number}.note").write_text(installation.log.checkpoint(), "utf-8")
    lines = ["# Each kind as released, by the SHA-256 of its shape; see ledgers.py."]
    lines += [f'"{name}" = "{digest}"' for name, digest in shapes().items()]
    (folder / f"{number}.kinds.toml").write_text("\n".join(lines) + "\n", "utf-8")


def shapes() -> dict[str, str]:
    """Return a hash of each kind's shape: its fields, their types, bounds and closed words."""

    def bare(value: object) -> object:
        if isinstance(value, dict):
            items = cast("dict[str, object]", value).items()
            return {name: bare(inner) for name, inner in items if name != "description"}
        listed = cast("list[object]", value) if isinstance(value, list) else None
        return value if listed is None else [bare(inner) for inner in listed]

    return {
        name: hashlib.sha256(
            json.dumps(bare(msgspec.json.schema(kind)), sort_keys=True).encode()
        ).hexdigest()
        for name, kind in sorted(KINDS.items())
    }


def kept() -> list[str]:
    """Return the numbers of the versions of which a ledger is kept, the oldest first."""
    found = [path.name.removesuffix(".sql.xz") for path in HERE.glob("*.sql.xz")]
    return sorted(found, key=lambda number: [int(part) for part in number.split(".")])


def keys_in(home: Path) -> Keys:
    """Return the kept ledgers' keys, made from their names as they were."""
    keys = Keys(home, SIMULATED_ORIGIN)
    with seeded_keys():
        for name in (SERVICE, LOG):
            keys.make(name)
        keys.make_seed(LOG_MLDSA44)
    return keys


if __name__ == "__main__":
    number = sys.argv[1] if len(sys.argv) > 1 else version("razao")
    if number in kept():
        sys.exit(f"{number} is kept already, and what is kept never changes")
    keep(number)
