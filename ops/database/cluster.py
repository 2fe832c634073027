"""The embedded PostgreSQL's folders, user, binaries and first start.

Standard library only: the supervisor that imports this must outlive the environment that started
it, and start in milliseconds. How it and the server's users get on is in ``supervisor``.

When Razão runs as an ordinary user, everything is that user's own, under ``RAZAO_HOME/postgres``.
As root, PostgreSQL refuses to run, so an unprivileged user does. Its data lies in the home if that
user can get there; if not (``/root`` is closed to it) in a folder under ``/var/lib/razao``, because
no folder that Razão did not make is ever opened to anybody. The passwords stay with root.
"""

import contextlib
import ctypes
import hashlib
import os
import pwd
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ledger.log.kept import PRIVATE, replace_file

SUPERUSER = "postgres"
LOGIN = "razao"
DATABASE = "razao"
SERVER_USER = "razao-postgres"
SERVER_USER_SPARE = "nobody"
SYSTEM_FOLDER = Path("/var/lib/razao")
PORT = "5432"
SOCKET_NAME = f".s.PGSQL.{PORT}"
SOCKET_PATH_BYTES_MAX = 103
"""The least that a Unix socket's address holds: 103 bytes on macOS, 107 on Linux."""
LEFTOVER_SECONDS = 2.0
"""How long processes of a dead server may take to notice and go by themselves."""
STOP_SECONDS = 120.0
"""How long a fast shutdown with its checkpoint may take before an immediate one replaces it."""

_INITIAL_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}
"""Written to postgresql.conf once, where whoever keeps the cluster may change them."""
_FIXED_SETTINGS = {
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "port": PORT,
    "unix_socket_permissions": "0700",
}
"""Given at each start, so that no file takes them back: a receipt promises an event on disk."""
_CLIENT_AUTHENTICATION = """\
# Written by Razão when it made this cluster. Only the local socket, and only with a password.
local all         all scram-sha-256
local replication all scram-sha-256
"""
_PR_SET_PDEATHSIG = 1


class ClusterError(Exception):
    """The embedded server could not be made or started."""


@dataclass(frozen=True)
class Folders:
    """The names below ``RAZAO_HOME/postgres``."""

    root: Path

    @classmethod
    def of(cls, home: Path) -> "Folders":
        """Return the names for one home.

        >>> Folders.of(Path("/srv/razao")).log.as_posix()
        '/srv/razao/postgres/postgres.log'
        """
        # The supervisor, another process, stands in another folder than whoever asks for it.
        return cls(home.absolute() / "postgres")

    @property
    def users_lock(self) -> Path:
        """Locked shared by each user of the server, exclusively by a supervisor that stops it."""
        return self.root / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Locked by whoever looks whether there is a supervisor, and starts one."""
        return self.root / "start.lock"

    @property
    def supervisor_lock(self) -> Path:
        """The file that the supervisor keeps locked as long as it lives."""
        return self.root / "supervisor.lock"

    @property
    def kept_marker(self) -> Path:
        """Counts as a user while it is there."""
        return self.root / "kept"

    @property
    def passing_marker(self) -> Path:
        """Names the folder that goes with the server, where a home is nobody's for longer."""
        return self.root / "passing"

    @property
    def state(self) -> Path:
        """The file of the supervisor's state."""
        return self.root / "state.json"

    @property
    def log(self) -> Path:
        """The log file of the server and its supervisor."""
        return self.root / "postgres.log"

    @property
    def place(self) -> Path:
        """Names the cluster's folder, when that is not this one."""
        return self.root / "place"

    def password(self, role: str) -> Path:
        """Return the file with a role's password."""
        return self.root / f"{role}.password"


@dataclass(frozen=True)
class ServerUser:
    """Who runs the server; without numbers, whoever runs this."""

    name: str
    uid: int | None = None
    gid: int | None = None

    @property
    def groups(self) -> list[int] | None:
        """No further groups for a user that is not ourselves."""
        return None if self.uid is None else []

    @property
    def uid_effective(self) -> int:
        """The number of the user that owns the server's files."""
        return os.geteuid() if self.uid is None else self.uid


def choose_server_user() -> ServerUser:
    """Return who runs the server; as root, make that user if there is none."""
    if os.geteuid() != 0:
        return ServerUser(_own_name())
    for name in (SERVER_USER, SERVER_USER_SPARE):
        if name == SERVER_USER:
            _make_system_user(name)
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return ServerUser(name, entry.pw_uid, entry.pw_gid)
    raise ClusterError(
        "PostgreSQL does not run as root; expected a user "
        f"{SERVER_USER} or {SERVER_USER_SPARE}; got neither"
    )


def _own_name() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _make_system_user(name: str) -> None:
    """Make a user without a home or a shell; who comes second finds it made, and that is fine."""
    if any(entry.pw_name == name for entry in pwd.getpwall()):
        return
    command = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if command is None:
        return
    options = [
        "--system",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/bin/false",
    ]
    subprocess.run([command, *options, name], check=False, capture_output=True)  # noqa: S603 - no input


@contextlib.contextmanager
def acting_as(user: ServerUser) -> Generator[None]:
    """Look and signal as the server's user.

    In a container root may lack the right to look into others' processes; they themselves do not.
    """
    if user.uid is None or user.gid is None:
        yield
        return
    gid = os.getegid()
    os.setegid(user.gid)
    os.seteuid(user.uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(gid)


def run_as(
    user: ServerUser, command: list[str | Path], *, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end as the server's user, in its bare environment."""
    return subprocess.run(  # noqa: S603 - the programs are the wheel's, or /bin/sh
        command,
        check=False,
        capture_output=True,
        text=True,
        input=text or "",
        cwd="/",
        env=_environment(),
        umask=0o077,
        user=user.uid,
        group=user.gid,
        extra_groups=user.groups,
    )


def _environment() -> dict[str, str]:
    # Nothing of the caller's: PGDATA or a language would change what the server does and says.
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def can_enter(user: ServerUser, folder: Path) -> bool:
    """Say whether the server's user gets into a folder, by trying: modes alone do not decide it."""
    if user.uid is None:
        return os.access(folder, os.X_OK)
    return run_as(user, ["/bin/sh", "-c", 'cd "$0"', folder]).returncode == 0


def make_folder(folder: Path, mode: int, user: ServerUser | None = None) -> None:
    """Make a folder of ours with exactly this mode, whatever the caller's umask."""
    folder.mkdir()
    folder.chmod(mode)
    if user is not None and user.uid is not None and user.gid is not None:
        os.chown(folder, user.uid, user.gid)


# -- binaries ------------------------------------------------------------------


def runnable_binaries(user: ServerUser, installed: Path) -> Path:
    """Return an installation that the server's user can run, a copy of its own if need be."""
    if run_as_answers(user, installed):
        return installed
    if user.uid is None:
        raise ClusterError(f"{installed}/bin/postgres does not run on this machine")
    copy = (
        SYSTEM_FOLDER
        / "binaries"
        / _fingerprint(installed)
        / installed.parent.name
        / installed.name
    )
    if not copy.is_dir():
        _copy_installation(installed, copy.parent.parent)
    if not run_as_answers(user, copy):
        raise ClusterError(f"{copy}/bin/postgres does not run as user {user.name}")
    return copy


def run_as_answers(user: ServerUser, installation: Path) -> bool:
    """Say whether both the server and a tool with a library beside it start at all."""
    with contextlib.suppress(OSError):
        tools = (installation / "bin" / name for name in ("postgres", "initdb"))
        return all(run_as(user, [tool, "--version"]).returncode == 0 for tool in tools)
    return False


def _fingerprint(installation: Path) -> str:
    """Name one build, so that an upgrade of the wheel makes a copy of its own."""
    digest = hashlib.sha256((installation / "bin" / "postgres").read_bytes())
    for path in sorted(installation.rglob("*")):
        digest.update(f"{path.relative_to(installation)} {path.lstat().st_size}\n".encode())
    return digest.hexdigest()[:16]


def _copy_installation(installed: Path, target: Path) -> None:
    """Copy the package's shape: its tools look for a library in a folder beside the package."""
    package = installed.parent
    fresh = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    _make_system_folders(target.parent)
    make_folder(fresh, 0o755)
    try:
        skipped = shutil.ignore_patterns("include", "*.a", "pkgconfig")
        shutil.copytree(installed, fresh / package.name / installed.name, ignore=skipped)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, fresh / libraries.name)
        for path in (fresh, *fresh.rglob("*")):
            # The umask or the package's own modes may be narrow; these files are nobody's secret.
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
            if path.parent.name == "bin":
                path.chmod(0o755)
        with contextlib.suppress(OSError):
            fresh.rename(target)  # fails when somebody else was first, whose copy is as good
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _make_system_folders(folder: Path) -> None:
    for level in (SYSTEM_FOLDER, folder):
        with contextlib.suppress(FileExistsError):
            make_folder(level, 0o755)


# -- the cluster ---------------------------------------------------------------


def find_place(folders: Folders, user: ServerUser) -> Path:
    """Return the folder that holds the cluster, decided once: the home, wherever that works."""
    if folders.place.exists():
        place = Path(folders.place.read_text())
        if not place.is_dir():
            raise ClusterError(f"the cluster's folder {place}, named in {folders.place}, is gone")
        return place
    if (folders.root / "data").exists() or can_enter(user, folders.root):
        return folders.root
    place = SYSTEM_FOLDER / "clusters" / secrets.token_hex(8)
    _make_system_folders(place.parent)
    make_folder(place, 0o711)
    replace_file(folders.place, str(place), PRIVATE)
    return place


def prepare_cluster(folders: Folders, place: Path, user: ServerUser, binaries: Path) -> Path:
    """Return the data folder, made if there is none; it gets its name once it is complete."""
    data = place / "data"
    if not data.exists():
        _make_cluster(folders, data, user, binaries)
    for role in (SUPERUSER, LOGIN):
        if not folders.password(role).exists():
            raise ClusterError(f"{data} is there, but not its password {folders.password(role)}")
    _check_version(data, binaries)
    return data


def _check_version(data: Path, binaries: Path) -> None:
    got = (data / "PG_VERSION").read_text().strip()
    answer = run_as(ServerUser(""), [binaries / "bin" / "postgres", "--version"]).stdout
    expected = answer.split()[-1].split(".")[0] if answer else got
    if got != expected:
        raise ClusterError(f"{data}: expected a cluster of PostgreSQL {expected}; got one of {got}")


def _make_cluster(folders: Folders, data: Path, user: ServerUser, binaries: Path) -> None:
    fresh = data.with_name("data.new")
    if fresh.exists():
        shutil.rmtree(fresh)  # a first start was cut off
    make_folder(fresh, 0o700, user)
    settings = [f"--set={name}={value}" for name, value in _INITIAL_SETTINGS.items()]
    result = run_as(
        user,
        [
            binaries / "bin" / "initdb",
            f"--pgdata={fresh}",
            f"--username={SUPERUSER}",
            "--auth=reject",  # until the passwords are set
            "--encoding=UTF8",
            # The same order of texts on every machine, whatever its C library thinks.
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--data-checksums",
            "--no-instructions",
            *settings,
        ],
    )
    if result.returncode != 0:
        raise ClusterError(f"initdb failed: {(result.stderr or result.stdout).strip()}")
    (fresh / "pg_hba.conf").write_text(_CLIENT_AUTHENTICATION)
    _make_roles(folders, fresh, user, binaries)
    fresh.rename(data)
    _sync_folder(data.parent)


def _make_roles(folders: Folders, data: Path, user: ServerUser, binaries: Path) -> None:
    """Set the passwords before anybody can connect, by standard input, where nobody else looks."""
    passwords = {role: secrets.token_urlsafe(24) for role in (SUPERUSER, LOGIN)}
    statements = (
        f"ALTER ROLE {SUPERUSER} PASSWORD '{passwords[SUPERUSER]}';",
        f"CREATE ROLE {LOGIN} LOGIN PASSWORD '{passwords[LOGIN]}';",
        f"CREATE DATABASE {DATABASE};",
    )
    single: list[str | Path] = [binaries / "bin" / "postgres", "--single", "-D", data]
    quiet = ["-c", "log_min_error_statement=panic"]  # no password in the text of an error
    result = run_as(user, [*single, *quiet, "postgres"], text="\n".join(statements) + "\n")
    if result.returncode != 0 or "ERROR:" in result.stderr or "FATAL:" in result.stderr:
        raise ClusterError(f"the cluster's roles could not be made: {result.stderr.strip()}")
    for role, password in passwords.items():
        replace_file(folders.password(role), password, PRIVATE)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# -- the socket's folder -------------------------------------------------------


def socket_fits(folder: Path) -> bool:
    """Say whether a server can listen in a folder: not in a deep one, nor behind a comma.

    >>> [socket_fits(Path(folder)) for folder in ("/srv/razao", "/srv/" + "x" * 99, "/a,b")]
    [True, False, False]
    """
    path = os.fsencode(folder / SOCKET_NAME)
    return len(path) <= SOCKET_PATH_BYTES_MAX and b"," not in path


def make_socket_folder(folders: Folders, place: Path, user: ServerUser) -> Path:
    """Return a private folder for the socket: the cluster's, or a temporary one."""
    folder = place / "socket"
    if socket_fits(folder):
        if not folder.exists():
            make_folder(folder, 0o700, user)
        return folder
    # Named after the home, so that a server that is started again is found at the same address.
    digest = hashlib.sha256(os.fsencode(folders.root.resolve())).hexdigest()[:12]
    for base in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 - a name there is checked below
        folder = base / f"razao-{user.uid_effective}-{digest}"
        if socket_fits(folder) and can_enter(user, base):
            return folder if _is_private(folder, user) else _make_random(base, user)
    raise ClusterError(
        f"no folder is short enough for a socket: neither {place} nor {tempfile.gettempdir()}"
    )


def _is_private(folder: Path, user: ServerUser) -> bool:
    """Make a folder, or accept a folder of ours: anybody may have put this name there."""
    try:
        make_folder(folder, 0o700, user)
    except FileExistsError:
        found = folder.lstat()
        return found.st_uid == user.uid_effective and found.st_mode == stat.S_IFDIR | 0o700
    return True


def _make_random(base: Path, user: ServerUser) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="razao-", dir=base))
    if user.uid is not None and user.gid is not None:
        os.chown(folder, user.uid, user.gid)
    return folder


# -- the server's processes ----------------------------------------------------


def start_postmaster(
    binaries: Path, data: Path, socket: Path, user: ServerUser, log: IO[bytes]
) -> subprocess.Popen[bytes]:
    """Start the server as a child of this process, with which it also ends."""
    for left in (SOCKET_NAME, f"{SOCKET_NAME}.lock"):
        # Of a killed server; like a pid file it may name a stranger. The folder is ours alone.
        (socket / left).unlink(missing_ok=True)
    quoted = str(socket).replace('"', '""')
    settings = _FIXED_SETTINGS | {"unix_socket_directories": f'"{quoted}"'}
    options = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
    return subprocess.Popen(  # noqa: S603 - the program is the wheel's
        [binaries / "bin" / "postgres", "-D", data, *options],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env=_environment(),
        umask=0o077,
        user=user.uid,
        group=user.gid,
        extra_groups=user.groups,
        preexec_fn=_end_with_parent(),  # noqa: PLW1509 - the supervisor has one thread
    )


def _end_with_parent() -> Callable[[], None] | None:
    """On Linux, let the kernel ask for a fast shutdown when the supervisor is killed."""
    if sys.platform != "linux":
        return None
    control = ctypes.CDLL(None).prctl  # found before the fork: a child of one should do little

    def ask() -> None:
        control(_PR_SET_PDEATHSIG, signal.SIGINT)

    return ask


@dataclass(frozen=True)
class PidFile:
    """The pid file of a server in its data folder."""

    pid: int
    ready: bool

    @classmethod
    def read(cls, data: Path) -> "PidFile | None":
        """Return the file's facts, or None where there is no file or a half-written one."""
        try:
            lines = (data / "postmaster.pid").read_text().splitlines()
            return cls(int(lines[0]), lines[7:8] == ["ready   "])
        except (OSError, ValueError, IndexError):
            return None


def server_processes(data: Path, user: ServerUser) -> set[int]:
    """Return the processes whose program is ``postgres`` and whose working folder is this one.

    Each process of a server works in its data folder. A pid file, by contrast, may name a stranger
    that got the number after the server died. Empty where there is no Linux ``/proc``.
    """
    here = data.stat()
    with acting_as(user):
        return {
            int(process.name)
            for process in (Path("/proc").iterdir() if sys.platform == "linux" else ())
            if process.name.isdecimal() and _works_in(process, here)
        }


def _works_in(process: Path, folder: os.stat_result) -> bool:
    try:
        # An upgrade of the wheel under a running server leaves it a "postgres (deleted)".
        program = (process / "exe").readlink().name.removesuffix(" (deleted)")
        return program == "postgres" and os.path.samestat((process / "cwd").stat(), folder)
    except OSError:
        return False  # it went meanwhile, or is somebody else's


def end_leftovers(data: Path, user: ServerUser) -> None:
    """See that nothing of a dead server is left, whose shared memory would keep a new one out.

    A whole server, left by a killed supervisor, is asked to stop. Single processes of a killed
    server notice by themselves once they are idle; one that is not is killed after a while, which
    loses nothing committed.
    """
    pid_file = PidFile.read(data)
    found = server_processes(data, user)
    if pid_file is not None and -pid_file.pid in found:
        raise ClusterError(f"{data} is in use by a stand-alone postgres, process {-pid_file.pid}")
    if pid_file is not None and pid_file.pid in found:
        _signal(pid_file.pid, signal.SIGINT, data, user)
        _await_end(data, user, STOP_SECONDS)
    for pid in _await_end(data, user, LEFTOVER_SECONDS):
        _signal(pid, signal.SIGKILL, data, user)
    _await_end(data, user, LEFTOVER_SECONDS)
    pid_file = PidFile.read(data)
    if pid_file is not None and Path(f"/proc/{abs(pid_file.pid)}").exists():
        # A stranger has the number now, and a new server would take it for a living predecessor.
        (data / "postmaster.pid").unlink()


def _await_end(data: Path, user: ServerUser, seconds: float) -> set[int]:
    """Wait until a server's processes are gone; return those that are not."""
    deadline = time.monotonic() + seconds
    while (left := server_processes(data, user)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def _signal(pid: int, number: signal.Signals, data: Path, user: ServerUser) -> None:
    """Signal a process of the server, or nobody: while we hold it, its number cannot pass on."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        if pid in server_processes(data, user):
            with acting_as(user), contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(descriptor, number)
    finally:
        os.close(descriptor)
