"""Everything the doctor looks at, in the order in which one thing rests on another."""

from collections.abc import Iterator
from contextlib import ExitStack

import psycopg

from ops.database.cluster import Folders
from ops.database.migrate import MigrationError, check_migrated
from ops.database.postgres import DatabaseUnreachableError, use_database
from ops.deploy.doctor import database, ledger, machine
from ops.deploy.doctor.check import Check, Machine, broken, unknown, warning
from ops.errors import MisuseError
from ops.settings import InvalidSettingError, Settings


def examine(seen: Machine, settings: Settings | None = None) -> Iterator[Check]:
    """Make every check of an installation; nothing is changed, and nothing raised.

    ``settings`` are those of the environment, unless others are given.
    """
    yield from machine.environment(seen)
    yield from machine.versions()
    try:
        settings = settings or Settings()
    except InvalidSettingError as error:
        yield broken("settings", f"{error.variable} is {error.got}", f"set it to {error.expected}")
        return
    yield from machine.home(settings)
    yield from machine.disk(settings, seen)
    yield from machine.clock(seen)
    yield from _of_database(settings, seen)
    yield from ledger.backups(settings, seen)


def _of_database(settings: Settings, seen: Machine) -> Iterator[Check]:
    with ExitStack() as stack:
        login = _login(settings, stack)
        if isinstance(login, Check):
            yield login
            return
        try:
            connection = stack.enter_context(database.connect(login))
        except psycopg.OperationalError as error:
            yield broken(
                "database",
                f"it does not answer: {' '.join(str(error).split())}",
                "start it, or mend RAZAO_DATABASE_URL; `razao db status` asks again",
            )
            return
        yield from database.examine(connection, settings, seen)
        try:
            check_migrated(connection)
            yield from ledger.examine(login, settings, seen)
        except (MigrationError, psycopg.Error) as error:
            told = str(error).splitlines()[0]
            yield unknown("ledger", f"it could not be looked at: {told}")


def _login(settings: Settings, stack: ExitStack) -> str | Check:
    """Return the way into the database, or why there is none."""
    if settings.database_url is not None:
        return settings.database_url
    if settings.production:
        return broken(
            "database",
            "RAZAO_PRODUCTION refuses the embedded server, and RAZAO_DATABASE_URL is not set",
            "set RAZAO_DATABASE_URL to a PostgreSQL of your own",
        )
    if not Folders.of(settings.home).root.exists():
        return warning(
            "database",
            "there is none yet",
            "`razao demo` makes the embedded one, RAZAO_DATABASE_URL names another",
        )
    try:
        return stack.enter_context(use_database(settings)).login
    except (DatabaseUnreachableError, MisuseError, OSError) as error:
        return broken("database", str(error), "`razao db status` asks again")
