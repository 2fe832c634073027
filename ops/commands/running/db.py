"""``razao db``: the database of this installation, embedded or one of your own.

Standard output carries the answer alone, so that ``psql "$(razao db url)"`` works; remarks go to
standard error.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from enum import StrEnum
from typing import Annotated, Final

import psycopg
import typer
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.database.migrate import MigrationError, is_migrated, migrate
from ops.database.postgres import (
    DatabaseUnreachableError,
    DatabaseUrls,
    Server,
    check_database,
    installed_binaries,
    owned_database,
    release_kept,
    report_server,
    running_urls,
    use_database,
)
from ops.database.rights import INSPECTOR, ISSUING, SERVING, closing_statements, grant_roles
from ops.errors import MisuseError
from ops.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The database: the embedded PostgreSQL, or RAZAO_DATABASE_URL.",
)

_OWNER = "RAZAO_OWNER_URL names the login that owns the database"
_EXIT_FOUND = 1
_EXIT_UNREACHABLE = 3

AsSuperuser = Annotated[
    bool, typer.Option("--superuser", help="As the superuser instead of the ordinary login.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.command()
def url(*, superuser: AsSuperuser = False) -> None:
    """Print the database's URL, password included; for the embedded one, while it runs."""
    settings = Settings()
    if settings.database_url is not None:
        print(settings.database_url)
        return
    print(_pick(_urls_of_running(settings), superuser=superuser))


@app.command()
def up() -> None:
    """Start the embedded server and leave it running until `razao db down`."""
    settings = Settings()
    if settings.database_url is not None:
        version = check_database(settings.database_url)
        _remark(f"RAZAO_DATABASE_URL is set and answers, PostgreSQL {version}: nothing to start")
        return
    with use_database(settings), Server(settings.home) as server:
        server.keep()
        _remark(f"up, process {server.pid}; razao db down stops it")


@app.command()
def down() -> None:
    """Stop the embedded server, or let it stop when its last user has left."""
    settings = Settings()
    if settings.database_url is not None:
        _remark("RAZAO_DATABASE_URL is set: that server is not this command's to stop")
    elif not release_kept(settings.home):
        _remark("still in use: it stops when its last user has left")


@app.command()
def status(*, as_json: AsJson = False) -> None:
    """Say whether the database answers and where it is; exit 3 if it does not."""
    settings = Settings()
    answer = _external_status(settings.database_url) or _embedded_status(settings)
    if as_json:
        print(json.dumps(answer))
    else:
        for name, value in answer.items():
            print(f"{name}: {value if not isinstance(value, bool) else 'yes' if value else 'no'}")
    if answer["state"] != "up":
        raise typer.Exit(_EXIT_UNREACHABLE)


@app.command("migrate")
def migrate_() -> None:
    """Apply the migrations the database lacks, and print their names.

    For a PostgreSQL of one's own RAZAO_OWNER_URL names its owner, who alone may; the service's
    login, in RAZAO_DATABASE_URL, owns nothing.
    """
    settings = Settings()
    with owned_database(settings) as urls:
        try:
            applied = migrate(urls.superuser)
            own = settings.owner_url or settings.database_url
            open_to = _open_to(urls.superuser) if own else []
        except MigrationError as error:
            _remark(str(error))
            raise typer.Exit(_EXIT_FOUND) from None
        except psycopg.errors.InsufficientPrivilege as error:
            raise MisuseError(f"{error.diag.message_primary}: {_OWNER}") from None
    for name in applied:
        print(name)
    if not applied:
        _remark("up to date")
    if open_to:
        _remark(
            "every login of this server may connect (PUBLIC); the guide lets none but Razão's: "
            + " ".join(f"{one};" for one in open_to)
        )


def _open_to(owner_url: str) -> list[str]:
    with psycopg.connect(owner_url, autocommit=True) as connection:
        return closing_statements(connection)


class For(StrEnum):
    """The part of a login in the installation."""

    SERVE = "serve"
    KEYS = "keys"
    READ = "read"


ROLES: Final = {For.SERVE: SERVING, For.KEYS: ISSUING, For.READ: (INSPECTOR,)}


@app.command()
def grant(
    login: Annotated[str, typer.Argument(help="Of a PostgreSQL of your own, e.g. razao_servico.")],
    for_: Annotated[
        For,
        typer.Option(
            "--for",
            help="serve: the service; keys: who issues keys for the API; read: who only reads.",
        ),
    ] = For.SERVE,
) -> None:
    """Let a login do its part and no more; RAZAO_OWNER_URL names who may grant that."""
    with (
        owned_database(Settings()) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):
        if not is_migrated(connection):
            raise MisuseError("there are no roles to grant yet: `razao db migrate` makes them")
        try:
            grants = grant_roles(connection, login, ROLES[for_])
        except psycopg.errors.InsufficientPrivilege as error:
            raise MisuseError(f"{error.diag.message_primary}: {_OWNER}") from None
        except psycopg.errors.UndefinedObject as error:
            raise MisuseError(
                f"{error.diag.message_primary}: roles belong to the server and stand in no dump; "
                "`razao restore` makes them and then brings the tables back"
            ) from None
    for one in grants:
        print(f"{one};")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def shell(context: typer.Context, *, superuser: AsSuperuser = False) -> None:
    """Open psql; what follows is passed on to it, as in `razao db shell -c 'SELECT 1'`."""
    settings = Settings()
    with use_database(settings) as urls:
        parts = conninfo_to_dict(_pick(urls, superuser=superuser))
        # In the arguments of a process everybody could read the password.
        password = parts.pop("password", None)
        arguments = [_psql(settings), make_conninfo("", **parts), *context.args]
        environment = os.environ | ({} if password is None else {"PGPASSWORD": str(password)})
        # An interrupt is psql's: it cancels a query, and must not end us with the server under it.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            result = subprocess.run(arguments, check=False, env=environment)  # noqa: S603 - psql
        finally:
            signal.signal(signal.SIGINT, before)
    raise typer.Exit(result.returncode)


def _psql(settings: Settings) -> str:
    # The wheel's knows no TLS, which a server elsewhere may ask for.
    own = shutil.which("psql") if settings.database_url is not None else None
    return own or str(installed_binaries() / "bin" / "psql")


def _pick(urls: DatabaseUrls, *, superuser: bool) -> str:
    return urls.superuser if superuser else urls.login


def _urls_of_running(settings: Settings) -> DatabaseUrls:
    urls = running_urls(settings.home)
    if urls is None:
        raise DatabaseUnreachableError(
            f"the embedded server of {settings.home} is down; razao db up starts it"
        )
    return urls


def _external_status(database_url: str | None) -> dict[str, object]:
    if database_url is None:
        return {}
    parts = conninfo_to_dict(database_url)
    answer: dict[str, object] = {"server": "external", "state": "up"}
    try:
        answer["version"] = check_database(database_url)
    except DatabaseUnreachableError as error:
        _remark(str(error))
        answer["state"] = "down"
    return answer | {"host": parts.get("host"), "database": parts.get("dbname")}


def _embedded_status(settings: Settings) -> dict[str, object]:
    report = report_server(settings.home)
    answer: dict[str, object] = {
        "server": "embedded",
        "state": "up" if report.running else "down",
        "home": str(settings.home),
    }
    if report.running:
        answer["version"] = check_database(_urls_of_running(settings).login)
        answer |= {"pid": report.postmaster, "user": report.user, "socket": report.socket}
        answer |= {"data": f"{report.place}/data", "kept": report.kept}
    return answer


def _remark(text: str) -> None:
    print(text, file=sys.stderr)
