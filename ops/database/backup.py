"""A backup of a ledger's database: written, read back on a server of its own, restored.

A backup is two files: what ``pg_dump`` writes, and beside it a manifest, which says of which ledger
it is, how many events it has and what its bytes hash to. It is worth something once it was read
back: ``check`` restores it into a server that exists for that alone and verifies every event there.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import file_digest
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from ledger.errors import UNREADABLE, LedgerError
from ledger.log.kept import replace_file
from ops.database.migrate import migrate
from ops.database.postgres import Server, installed_binaries

FORMAT: Final = "razao-backup/1"
SUFFIX: Final = ".dump"
_PREFIX: Final = "razao-"
_UNFINISHED: Final = ".unfinished"
_SCHEMAS: Final = (
    "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_' "
    "AND nspname NOT IN ('information_schema', 'public') ORDER BY 1"
)
_VARIABLES: Final = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "passfile": "PGPASSFILE",
    "dbname": "PGDATABASE",
    "options": "PGOPTIONS",
    "service": "PGSERVICE",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "channel_binding": "PGCHANNELBINDING",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
"""Where libpq's programs read what a URL says: a process's arguments are everybody's to read."""


class BackupError(LedgerError):
    """A backup could not be written, or is not what its manifest says."""


class Manifest(Struct, frozen=True, kw_only=True):
    """The facts of a backup, as its manifest states them."""

    format: str = FORMAT
    origin: str
    events: int
    """Positions of the log that it has."""
    made: str
    """The instant at which it saw the database."""
    bytes: int
    sha256: str
    server: str
    """PostgreSQL's version there."""
    program: str
    """Razão's version that wrote it."""
    root: str | None = None
    """The log's root over those events, once it was read back and verified; None before."""
    unread: int = 0
    """Events whose envelopes left for an archive that could not be reached as it was read back."""


class SourceHead(Struct, frozen=True):
    """A source, and how far a copy knows it."""

    name: str
    seq: int


def write_backup(url: str, folder: Path, now: datetime) -> tuple[Path, Manifest]:
    """Write a backup of a database into a folder, whole or not at all; return file and manifest.

    Raises:
        BackupError: the database holds no ledger, or ``pg_dump`` could not write it.

    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{_PREFIX}{now.astimezone(UTC):%Y%m%dT%H%M%SZ}{SUFFIX}"
    if path.exists():
        raise BackupError(f"{path} is there already: one backup a second")
    unfinished = folder / f"{_UNFINISHED}.{os.getpid()}"
    unfinished.touch(0o600)
    try:
        with psycopg.connect(url) as connection:
            # Dump and manifest see the database at one instant.
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            origin, events = _identity(connection)
            row = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert row is not None
            snapshot = row[0]
            server = connection.info.parameter_status("server_version") or "?"
            _run(
                "pg_dump",
                [
                    "--format=custom",
                    "--no-password",
                    # What whoever copies may see is all of it; that it is, the reading back shows.
                    "--enable-row-security",
                    f"--snapshot={snapshot}",
                    f"--file={unfinished}",
                ],
                url,
            )
        _sync(unfinished)
        manifest = Manifest(
            origin=origin,
            events=events,
            made=now.astimezone(UTC).isoformat(timespec="seconds"),
            bytes=unfinished.stat().st_size,
            sha256=digest_of(unfinished),
            server=server,
            program=version("razao"),
        )
        write_manifest(path, manifest)
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path, manifest


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write the manifest beside a backup, or write it anew."""
    text = msgspec.json.format(msgspec.json.encode(manifest)).decode()
    replace_file(manifest_path(path), text + "\n", 0o600)


def manifest_path(path: Path) -> Path:
    """Return where the manifest of a backup stands."""
    return path.with_suffix(".json")


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of a backup whose bytes are those that it names.

    Raises:
        BackupError: there is none, it is none, or the file is another.

    """
    beside = manifest_path(path)
    path.open("rb").close()  # who names no file is told that, not of a manifest
    try:
        manifest = msgspec.json.decode(beside.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise BackupError(f"{path}: its manifest {beside.name} is not beside it") from None
    except UNREADABLE as error:
        raise BackupError(f"{beside}: no manifest of a backup: {error}") from None
    if manifest.format != FORMAT:
        raise BackupError(f"{beside}: expected format {FORMAT}, got {manifest.format}")
    got = digest_of(path)
    if got != manifest.sha256:
        size = path.stat().st_size
        raise BackupError(
            f"{path}: expected {manifest.bytes} bytes of sha256 {manifest.sha256}, got {size} of "
            f"{got}: the file was altered or cut, and nothing of it is restored"
        )
    return manifest


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def load_backup(path: Path, url: str) -> None:
    """Restore a backup into a database without a ledger, whole or not at all, by its owner.

    Raises:
        BackupError: the database is not empty, or ``pg_restore`` could not read the file.

    """
    with psycopg.connect(url) as connection:
        _refuse_recorded(connection)
    # Roles are the server's, and in no backup of a database: the migrations make them, and what
    # they make besides gives way.
    migrate(url)
    with psycopg.connect(url) as connection:
        _refuse_recorded(connection)
        for (schema,) in connection.execute(_SCHEMAS).fetchall():
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
        there = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
        for owner in sorted(_owners(path, url) - there):
            # Such as the login that migrated there: it owns, and whether it may log in is decided
            # by who keeps the server.
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(owner)))
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(owner)))
    into = f"--dbname={conninfo_to_dict(url)['dbname']}"
    options = ["--exit-on-error", "--single-transaction", "--no-password", into]
    _run("pg_restore", options, url, path)


def _owners(path: Path, url: str) -> set[str]:
    """Return the roles that own what is in a backup."""
    lines = _run("pg_restore", ["--list"], url, path).splitlines()
    return {line.split()[-1] for line in lines if line[:1].isdigit() and not line.endswith(" ")}


def _refuse_recorded(connection: psycopg.Connection) -> None:
    """Refuse a database that holds a ledger, or what is nobody's business here."""
    schemas = {schema for (schema,) in connection.execute(_SCHEMAS).fetchall()}
    founded = None
    if "ledger" in schemas:
        row = connection.execute("SELECT origin, position FROM ledger.head").fetchone()
        founded = row and row[0] and f"the ledger {row[0]} with {row[1]} events"
    elif schemas:
        founded = f"the schemas {', '.join(sorted(schemas))}"
    if founded:
        raise BackupError(
            f"the database {connection.info.dbname} is not empty, it holds {founded}: a backup is "
            "restored into a fresh one, so that nothing recorded is written over"
        )


@contextmanager
def scratch_server(folder: Path | None = None) -> Generator[str]:
    """Have a server with nothing on it, and a superuser's URL; both are gone afterwards.

    ``folder`` has room for a second copy of the ledger; by default the machine's temporary one.
    """
    home = Path(tempfile.mkdtemp(prefix="razao-backup-", dir=folder))
    home.chmod(0o711)  # the server's user goes through, and sees nothing
    try:
        with Server(home / "home") as server:
            server.pass_with(home)  # this process may be killed
            yield server.urls.superuser
    finally:
        # Where the server began, its supervisor has removed all of it.
        shutil.rmtree(home, ignore_errors=True)


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups of a folder with their manifests; return what went."""
    old = sorted(folder.glob(f"{_PREFIX}*{SUFFIX}"), reverse=True)[keep:]
    for path in old:
        path.unlink()
        manifest_path(path).unlink(missing_ok=True)
    return old


def heads_of(url: str) -> list[SourceHead]:
    """Return each source of a ledger with the seq of its newest event."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT source, seq FROM ledger.source_head ORDER BY 1")
        return [SourceHead(name, seq) for name, seq in rows]


def identity_of(url: str) -> tuple[str, int]:
    """Return the name of a database's ledger, and how many events it has.

    Raises:
        BackupError: it holds none.

    """
    with psycopg.connect(url) as connection:
        return _identity(connection)


def _identity(connection: psycopg.Connection) -> tuple[str, int]:
    row = None
    with suppress(psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        row = connection.execute("SELECT origin, position FROM ledger.head").fetchone()
    if row is None or row[0] is None:
        raise BackupError(f"the database {connection.info.dbname} holds no ledger")
    return row[0], row[1]


def _run(program: str, arguments: Sequence[str], url: str, *files: Path) -> str:
    """Run a program of PostgreSQL's; return what it printed."""
    parts = conninfo_to_dict(url)
    environment = os.environ | {
        _VARIABLES[name]: str(value) for name, value in parts.items() if name in _VARIABLES
    }
    command = [_program(program, url), *arguments, *map(str, files)]
    result = subprocess.run(  # noqa: S603 - PostgreSQL's own program
        command, check=False, capture_output=True, text=True, env=environment
    )
    if result.returncode != 0:
        said = result.stderr.strip().splitlines() or [f"exit {result.returncode}"]
        raise BackupError(said[0] if said[0].startswith(program) else f"{program}: {said[0]}")
    return result.stdout


def _program(name: str, url: str) -> str:
    """Return a program of PostgreSQL: for a server elsewhere the machine's, which knows TLS."""
    host = str(conninfo_to_dict(url).get("host", ""))
    own = None if host.startswith("/") else shutil.which(name)
    return own or str(installed_binaries() / "bin" / name)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
