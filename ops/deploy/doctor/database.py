"""Checks of the database: reached, secure, migrated, with rights and without power, durable."""

from collections.abc import Callable, Iterator
from datetime import UTC, timedelta
from typing import Final, LiteralString

import psycopg
from psycopg.rows import tuple_row

from ops.database.migrate import (
    MigrationError,
    MigrationNeededError,
    check_migrated,
    is_migrated,
)
from ops.database.rights import (
    SERVING,
    closing_statements,
    missing_grants,
    powers_over_ledger,
)
from ops.database.secure import insecurities
from ops.deploy.doctor.check import Check, Machine, broken, ok, unknown, warning
from ops.settings import Settings

Connection = psycopg.Connection[tuple[object, ...]]
_SKEW_MAX: Final = timedelta(seconds=1)
_VERSION_MIN: Final = 15_00_00
_DURABLE: Final = ("fsync", "full_page_writes", "synchronous_commit")
_GRANT: Final = "`razao db grant LOGIN`, run with RAZAO_OWNER_URL"


def connect(url: str) -> Connection:
    """Connect to a database as the installation does, and change nothing in it."""
    return psycopg.connect(
        url,
        autocommit=True,
        row_factory=tuple_row,
        connect_timeout=10,
        options="-c default_transaction_read_only=on",
    )


def version(connection: Connection) -> Iterator[Check]:
    """Look whether the server is new enough."""
    got = connection.info.parameter_status("server_version")
    if connection.info.server_version < _VERSION_MIN:
        yield broken(
            "database-version", f"PostgreSQL {got}; Razão needs 15 or later", "upgrade the server"
        )
    else:
        yield ok("database-version", f"PostgreSQL {got}")
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        yield broken(
            "database-encoding",
            f"the database's encoding is {encoding}, and names have letters that it lacks",
            "make another: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'",
        )


def security(connection: Connection, settings: Settings) -> Iterator[Check]:
    """Look whether anybody could be at one end of the connection, or listen."""
    faults = insecurities(connection)
    # Out of production it is a warning: a laptop asks its own server.
    say = broken if settings.production else warning
    for fault in faults:
        found, _, remedy = fault.partition(": ")
        yield say("database-security", found, remedy)
    if not faults:
        yield ok("database-security", "the server is known, and the login proved who it is")


def migrations(connection: Connection, settings: Settings) -> Iterator[Check]:
    """Look whether the database is as this program knows it."""
    try:
        check_migrated(connection)
    except MigrationNeededError as error:
        found, _, remedy = str(error).partition(": ")
        if settings.database_url is None:
            remedy = "the embedded server is yours: `razao db migrate`"
        yield broken("migrations", found, remedy)
    except MigrationError as error:
        yield broken(
            "migrations",
            str(error),
            "install the version that the database is of; nothing was changed",
        )
    except psycopg.Error:
        yield unknown("migrations", "the login may not look", _GRANT)
    else:
        yield ok("migrations", "every migration of this version is applied")


def rights(connection: Connection) -> Iterator[Check]:
    """Look whether the login may take the service's roles."""
    if not is_migrated(connection):
        yield unknown("rights", "there are no roles before `razao db migrate`")
        return
    grants = missing_grants(connection, SERVING)
    if grants:
        yield broken(
            "rights",
            f"the login {connection.info.user} lacks {len(grants)} rights",
            f"{_GRANT}; or: {'; '.join(grants)};",
        )
    else:
        yield ok("rights", f"the login {connection.info.user} may take the service's roles")


def power(connection: Connection) -> Iterator[Check]:
    """Look whether the login could alter the ledger."""
    powers = powers_over_ledger(connection)
    if powers:
        yield broken(
            "power",
            f"the login {connection.info.user} could alter the ledger: it {'; it '.join(powers)}",
            "serve with a login that owns nothing: CREATE ROLE razao_servico LOGIN PASSWORD '…', "
            "then `razao db grant razao_servico`",
        )
    else:
        yield ok("power", f"the login {connection.info.user} could not alter the ledger")


def doors(connection: Connection, settings: Settings) -> Iterator[Check]:
    """Look whether every login of the server may connect."""
    statements = closing_statements(connection)
    if statements and settings.database_url is not None:
        yield warning(
            "database-doors",
            "every login of the server may connect (PUBLIC)",
            f"its owner says: {'; '.join(statements)};",
        )
    else:
        yield ok("database-doors", "no login of the server may connect that was not let in")


def durability(connection: Connection) -> Iterator[Check]:
    """Look whether what is committed would outlive a power cut."""
    off = [name for name in _DURABLE if _show(connection, name) == "off"]
    if off:
        yield broken(
            "durability",
            f"{', '.join(off)} = off: a power cut takes what was receipted",
            f"set {', '.join(f'{name} = on' for name in off)} in postgresql.conf and reload",
        )
    elif _show(connection, "data_checksums") == "off":
        yield warning(
            "durability",
            "the cluster has no data checksums: a rotten page is read as it is",
            "stop the server and run pg_checksums --enable",
        )
    else:
        yield ok("durability", "what is committed outlives a power cut, and pages have checksums")


def role(connection: Connection) -> Iterator[Check]:
    """Look whether the server takes what is written."""
    if _show(connection, "in_hot_standby") == "on":
        yield broken(
            "database-role",
            "the server is a replica, which takes nothing that is said",
            "name the primary in RAZAO_DATABASE_URL, or promote this one: pg_ctl promote",
        )
    else:
        yield ok("database-role", "the server is no replica")


def time(connection: Connection, machine: Machine) -> Iterator[Check]:
    """Compare the machine's clock with the server's."""
    row = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    assert row is not None
    skew = timedelta(seconds=float(str(row[0])) - machine.now().astimezone(UTC).timestamp())
    if abs(skew) > _SKEW_MAX:
        yield broken(
            "clock-database",
            f"this machine's clock and the database's are {abs(skew.total_seconds()):.0f} s apart",
            "run chrony on both: ops/deploy/chrony/razao.conf",
        )
    else:
        yield ok("clock-database", "this machine's clock and the database's agree")


def examine(connection: Connection, settings: Settings, machine: Machine) -> Iterator[Check]:
    """Make every check of the database."""
    yield from version(connection)
    yield from role(connection)
    if settings.database_url is not None:
        yield from security(connection, settings)
    yield from migrations(connection, settings)
    checks: tuple[Callable[[Connection], Iterator[Check]], ...] = (rights, power, durability)
    for check in checks:
        yield from check(connection)
    yield from doors(connection, settings)
    yield from time(connection, machine)


def _show(connection: Connection, name: LiteralString) -> str:
    row = connection.execute("SELECT pg_catalog.current_setting(%s)", (name,)).fetchone()
    return "" if row is None else str(row[0])
