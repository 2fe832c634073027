"""Brings a database up to date: numbered SQL files, applied once, in order, each as a whole.

What was applied stands in ``ledger_migrations.applied`` with the SHA-256 of its text. A file that
was applied never changes again; a change is a new file. A file may not end its own transaction.

``MigrationError``
├── ``MigrationNameError``     — a file is not called ``NNNN_name.sql``, or comes too late
├── ``MigrationChangedError``  — an applied file has another text now
├── ``MigrationMissingError``  — an applied file is gone
├── ``MigrationNewerError``    — a newer program was here: this one would not know what it reads
├── ``MigrationNeededError``   — files are not applied yet, and who asks may not apply them
└── ``MigrationFailedError``   — the server refused a file, of which nothing remains
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString, cast

import psycopg
from psycopg.pq import TransactionStatus

MIGRATIONS = Path(__file__).parents[2] / "ledger" / "store" / "sql" / "migrations"

_NAME = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_LOCK = 0x52617AE36F  # "Razão", so that no other program's lock has this number by chance
_TABLE = """
    CREATE SCHEMA IF NOT EXISTS ledger_migrations;
    CREATE TABLE IF NOT EXISTS ledger_migrations.applied (
        name text PRIMARY KEY,
        sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
        applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )
"""


class MigrationError(Exception):
    """The database cannot be brought up to date."""

    code = "migration"


class MigrationNameError(MigrationError):
    """A file in the folder is not a migration, or out of order."""

    code = "migration-name"


class MigrationChangedError(MigrationError):
    """A file was changed after it had been applied."""

    code = "migration-changed"


class MigrationMissingError(MigrationError):
    """A file that had been applied is gone."""

    code = "migration-missing"


class MigrationNewerError(MigrationError):
    """The database was brought up to date by a newer program."""

    code = "migration-newer"


class MigrationNeededError(MigrationError):
    """The database lacks migrations, which its owner applies."""

    code = "migration-needed"

    def __init__(self, lacks: str) -> None:
        super().__init__(
            f"this database {lacks}: its owner brings it up to date, "
            "RAZAO_OWNER_URL=postgresql://OWNER@HOST/DATABASE razao db migrate"
        )


class MigrationFailedError(MigrationError):
    """The server refused a file."""

    code = "migration-failed"


@dataclass(frozen=True)
class _Migration:
    name: str
    text: bytes

    @property
    def sha256(self) -> bytes:
        return hashlib.sha256(self.text).digest()


# Rights on the database itself belong to it and not to what is in it: a clone and a restored
# backup come without them, so they are given each time. The projector makes its own schemas.
_GRANTS = """
    DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao_projector') THEN
            EXECUTE pg_catalog.format(
                'GRANT CREATE ON DATABASE %I TO razao_projector', pg_catalog.current_database()
            );
        END IF;
        -- Whoever works here sees first whether the database is as this program knows it.
        IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao_inspector') THEN
            GRANT USAGE ON SCHEMA ledger_migrations TO razao_inspector;
            GRANT SELECT ON ledger_migrations.applied TO razao_inspector;
        END IF;
    END $$
"""


# Since version 16 who makes a role may grant it, and is not able to become it: an owner who is no
# superuser lets himself hand objects to razao_owner. 0001_roles.sql does not see the difference.
_BECOME = """
    DO $$ BEGIN
        IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 >= 160000
            AND EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'razao_owner')
        THEN
            IF NOT pg_catalog.pg_has_role(current_user, 'razao_owner', 'SET') THEN
                -- As a text: version 15 could not read it.
                EXECUTE 'GRANT razao_owner TO CURRENT_USER WITH INHERIT TRUE, SET TRUE';
            END IF;
        END IF;
    END $$
"""


def migrate(conninfo_superuser: str, *, directory: Path = MIGRATIONS) -> list[str]:
    """Apply the missing files and return their names; concurrent callers wait."""
    wanted = _read(directory)
    with psycopg.connect(conninfo_superuser, autocommit=True) as connection:
        # Of the session, not of a transaction, for each file commits by itself.
        connection.execute("SELECT pg_catalog.pg_advisory_lock(%s)", [_LOCK])
        connection.execute(_TABLE)
        applied = _applied(connection)
        _check(wanted, applied)
        missing = [migration for migration in wanted if migration.name not in applied]
        for migration in missing:
            connection.execute(_BECOME)
            _apply(connection, migration)
        connection.execute(_GRANTS)
    return [migration.name for migration in missing]


def check_migrated(
    connection: psycopg.Connection[tuple[object, ...]], *, directory: Path = MIGRATIONS
) -> None:
    """See, in the role of who reads, that a database is as this program knows it.

    Raises:
        MigrationNeededError: files are not applied.
        MigrationError: what was applied is not what this program has.

    """
    if not is_migrated(connection):
        raise MigrationNeededError("holds no ledger's tables")
    try:
        with connection.transaction():
            connection.execute("SET LOCAL ROLE razao_inspector")
            applied = _applied(connection)
    except psycopg.errors.InsufficientPrivilege:
        raise MigrationNeededError("was last brought up to date by an older version") from None
    wanted = _read(directory)
    _check(wanted, applied)
    missing = [migration.name for migration in wanted if migration.name not in applied]
    if missing:
        raise MigrationNeededError(f"lacks {', '.join(missing)}")


def is_migrated(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Tell whether the ledger's tables are in a database at all, as anybody may see."""
    found = connection.execute(
        "SELECT FROM pg_catalog.pg_class AS c "
        "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
        "WHERE n.nspname = 'ledger' AND c.relname = 'events'"
    ).fetchone()
    return found is not None


def _read(directory: Path) -> list[_Migration]:
    if not directory.is_dir():
        raise MigrationMissingError(f"{directory}: expected a folder of migrations; got none")
    migrations: list[_Migration] = []
    for path in sorted(directory.glob("*.sql")):
        name = _NAME.fullmatch(path.name)
        if name is None:
            raise MigrationNameError(f"{path.parent}: expected NNNN_name.sql; got {path.name}")
        if migrations and migrations[-1].name.startswith(f"{name[1]}_"):
            raise MigrationNameError(f"{path}: its number is taken by {migrations[-1].name}")
        migrations.append(_Migration(path.name, path.read_bytes()))
    return migrations


def _applied(connection: psycopg.Connection) -> dict[str, bytes]:
    rows = connection.execute("SELECT name, sha256 FROM ledger_migrations.applied ORDER BY name")
    return {str(name): bytes(sha256) for name, sha256 in rows}


def _check(wanted: list[_Migration], applied: dict[str, bytes]) -> None:
    """See that what was applied is still there, unchanged, and that what is new comes after it."""
    by_name = {migration.name: migration for migration in wanted}
    newest = max(by_name, default="")
    newer = sorted(name for name in applied if name > newest)
    if newer:
        raise MigrationNewerError(
            f"a newer Razão brought this database up to date: it has {newer[-1]}, and this program "
            f"knows nothing after {newest or 'its beginning'}. Nothing was changed: install that "
            "version again, or go on with a backup from before"
        )
    for name, sha256 in applied.items():
        if name not in by_name:
            raise MigrationMissingError(f"{name}: expected the file that was applied; got none")
        if (got := by_name[name].sha256) != sha256:
            raise MigrationChangedError(
                f"{name}: expected the text that was applied, SHA-256 {sha256.hex()}; "
                f"got {got.hex()}"
            )
    for migration in wanted:
        if migration.name not in applied and migration.name < max(applied, default=""):
            raise MigrationNameError(
                f"{migration.name}: expected a number after {max(applied)}, which is applied"
            )


def _apply(connection: psycopg.Connection, migration: _Migration) -> None:
    try:
        with connection.transaction():
            connection.execute(_trusted(migration.text))
            if connection.info.transaction_status is not TransactionStatus.INTRANS:
                raise MigrationFailedError(f"{migration.name}: ends its own transaction")
            # What a file set for itself is neither the record's business nor the next file's.
            connection.execute("RESET ROLE; RESET ALL")
            connection.execute(
                "INSERT INTO ledger_migrations.applied (name, sha256) VALUES (%s, %s)",
                [migration.name, migration.sha256],
            )
    except psycopg.Error as error:
        raise MigrationFailedError(f"{migration.name}: {_place(migration, error)}") from error


def _trusted(text: bytes) -> LiteralString:
    """Take a file's text for SQL of ours: the one place where that happens."""
    return cast("LiteralString", text.decode())


def _place(migration: _Migration, error: psycopg.Error) -> str:
    """Return the server's message with the line it is about."""
    message = error.diag.message_primary or str(error)
    position = error.diag.statement_position
    if position is None:
        return message
    line = migration.text.decode()[: int(position) - 1].count("\n") + 1
    return f"line {line}: {message}"
