"""The process that is the embedded server's parent, and how its users speak to it.

Nobody speaks by pid, since a number may pass on to a stranger; everybody speaks by locks, which the
kernel gives back when their holder dies, however it dies:

- ``users.lock`` is held shared by each user of the server. The supervisor tries to get it
  exclusively: when it does, the last user has left, and it keeps the lock until the server has
  stopped, so that a newcomer waits and then starts anew.
- ``supervisor.lock`` is held by the supervisor. Who gets it knows that there is none.
- ``start.lock`` lets one user at a time look for a supervisor and start one.
- ``kept`` is a mere file and counts as a user (``razao db up``).
- ``passing`` is one, too: the folder that it names goes with the server.
- ``state.json`` is what the supervisor last said.

The supervisor starts the server, starts it again when it dies, and stops it when no user is left.
It is started by ``ops/database/postgres.py``, and uses the standard library only.
"""

import contextlib
import enum
import errno
import fcntl
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from ledger.log.kept import PRIVATE, replace_file
from ops.database.cluster import (
    STOP_SECONDS,
    ClusterError,
    Folders,
    PidFile,
    ServerUser,
    choose_server_user,
    end_leftovers,
    find_place,
    make_socket_folder,
    prepare_cluster,
    runnable_binaries,
    start_postmaster,
)

_LOOK_SECONDS = 0.05
_STARTS_MAX = 3
_RETRY_SECONDS = 0.2
"""Grows with each start that failed: what was in the way may be on its way out."""
_RETRY_SECONDS_MAX = 5.0
_LOG_LINES = 20


class Lock:
    """A lock that dies with its holder; each object is a holder of its own."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def take(self, *, shared: bool = False, wait: bool = True) -> bool:
        """Take the lock; without waiting, say whether it could be had."""
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(self._descriptor, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(self) -> None:
        """Unlock, even if a forked child has inherited the descriptor."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def is_at(self, path: Path) -> bool:
        """Say whether this is still the file of that name: the home may have been deleted."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), path.stat())
        except FileNotFoundError:
            return False

    def close(self) -> None:
        """Unlock for good."""
        if self._descriptor >= 0:
            self.give_back()
            os.close(self._descriptor)
            self._descriptor = -1


@contextlib.contextmanager
def locked(path: Path) -> Generator[None]:
    """Hold a lock exclusively, waiting for it."""
    lock = Lock(path)
    try:
        lock.take()
        yield
    finally:
        lock.close()


def can_take(path: Path, *, shared: bool = False) -> bool:
    """Say whether a lock could be had at this moment."""
    try:
        lock = Lock(path)
    except FileNotFoundError:  # its folder has gone, and whoever held it goes
        return True
    try:
        return lock.take(shared=shared, wait=False)
    finally:
        lock.close()


def is_supervised(folders: Folders) -> bool:
    """Say whether a home's supervisor lives."""
    return folders.supervisor_lock.exists() and not can_take(folders.supervisor_lock, shared=True)


class Status(enum.StrEnum):
    """The phase of a supervisor's work."""

    STARTING = enum.auto()
    """It prepares or starts the server, or starts it again; a recovery may take long."""
    READY = enum.auto()
    """The server takes connections, as far as the supervisor knows."""
    STOPPING = enum.auto()
    """No user was left, or the supervisor was told to stop."""
    STOPPED = enum.auto()
    """The server is down and the supervisor about to go."""
    FAILED = enum.auto()
    """The server could not be started; the message says why."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A supervisor's statement about itself and its server."""

    status: Status = Status.STARTING
    supervisor: int
    postmaster: int = 0
    place: str = ""
    socket: str = ""
    user: str = ""
    message: str = ""

    @classmethod
    def read(cls, folders: Folders) -> "State | None":
        """Return the last state, which is that of a dead supervisor unless ``is_supervised``."""
        try:
            fields = json.loads(folders.state.read_text())
        except FileNotFoundError:
            return None
        return cls(**fields | {"status": Status(fields["status"])})

    def write(self, folders: Folders) -> None:
        """Replace the last state."""
        replace_file(folders.state, json.dumps(asdict(self), indent=1) + "\n", PRIVATE)


class Supervisor:
    """The supervisor of one home's server, which runs as long as anybody uses it."""

    def __init__(self, folders: Folders, log: IO[bytes]) -> None:
        self._folders = folders
        self._log = log
        self._users = Lock(folders.users_lock)
        self._said = State(supervisor=os.getpid())
        self._told_to_stop = False
        self._unsaid: State | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_stop)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _on_stop(self, _number: int, _frame: object) -> None:
        self._told_to_stop = True

    def run(self, installed: Path) -> None:
        """Prepare everything and keep the server running until it is wanted no more."""
        try:
            server = self._prepare(installed)
            try:
                self._keep_running(server)
            finally:
                with contextlib.suppress(OSError):
                    server.socket.rmdir()  # it may lie in the temporary folder: leave nothing there
        except (ClusterError, OSError) as error:
            self._say(Status.FAILED, message=str(error))
        else:
            self._say(Status.STOPPED)

    def _prepare(self, installed: Path) -> "_Server":
        user = choose_server_user()
        binaries = runnable_binaries(user, installed)
        place = find_place(self._folders, user)
        data = prepare_cluster(self._folders, place, user, binaries)
        socket = make_socket_folder(self._folders, place, user)
        self._said = replace(self._said, place=str(place), socket=str(socket), user=user.name)
        self._say(Status.STARTING)
        return _Server(data, socket, user, binaries, self._log)

    def _keep_running(self, server: "_Server") -> None:
        starts = 0
        served = False
        while served or starts < _STARTS_MAX:
            starts += 1
            process = server.start()
            try:
                if self._await_ready(server, process):
                    starts, served = 0, True
                    self._say(Status.READY, postmaster=process.pid)
                    self._await_end(process)
                if self._is_unwanted():
                    self._say(Status.STOPPING, postmaster=process.pid)
                    return
                # A server that once served comes back when what ails it is over: a full disk.
                ails = starts >= _STARTS_MAX
                told = f"it does not start again; it wrote:\n{tail(self._folders.log)}"
                self._say(Status.STARTING, message=told if ails else "")
            finally:
                stop_process(process)
            time.sleep(min(_RETRY_SECONDS * starts, _RETRY_SECONDS_MAX))
        raise ClusterError(f"the server does not start; it wrote:\n{tail(self._folders.log)}")

    def _await_ready(self, server: "_Server", process: subprocess.Popen[bytes]) -> bool:
        """Wait without a limit: a crash recovery takes what it takes, and its user may leave."""
        while process.poll() is None and not self._is_unwanted():
            if server.is_ready(process.pid):
                return True
            time.sleep(_LOOK_SECONDS / 5)
        return False

    def _await_end(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None and not self._is_unwanted():
            if self._unsaid is not None:
                self._write(self._unsaid)
            time.sleep(_LOOK_SECONDS)

    def _is_unwanted(self) -> bool:
        """Say whether to stop; if so because nobody is left, nobody can join any more either."""
        if self._told_to_stop:
            return True
        if not self._users.take(wait=False):
            return False
        if self._folders.kept_marker.exists() and self._is_at_home():
            self._users.give_back()
            return False
        return True

    def _is_at_home(self) -> bool:
        """Say whether the home is still the one this server was started for."""
        return self._users.is_at(self._folders.users_lock)

    def _say(self, status: Status, *, postmaster: int = 0, message: str = "") -> None:
        if self._is_at_home():
            said = replace(self._said, status=status, postmaster=postmaster, message=message)
            self._write(said)

    def _write(self, said: State) -> None:
        """Write a state; where the disk is full it is written once there is room."""
        try:
            said.write(self._folders)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            self._unsaid = said
        else:
            self._unsaid = None

    def close(self) -> None:
        """Admit newcomers."""
        self._users.close()


@dataclass(frozen=True)
class _Server:
    """The one server of a supervisor, over all its lives."""

    data: Path
    socket: Path
    user: ServerUser
    binaries: Path
    log: IO[bytes]

    def start(self) -> subprocess.Popen[bytes]:
        end_leftovers(self.data, self.user)
        return start_postmaster(self.binaries, self.data, self.socket, self.user, self.log)

    def is_ready(self, pid: int) -> bool:
        """Say whether this process, not a dead one before it, wrote that it takes connections."""
        return PidFile.read(self.data) == PidFile(pid, ready=True)


def remove_passing(folders: Folders) -> None:
    """Remove the folder that goes with a server that stopped: its home was made for one program.

    That program may have been killed, and nobody else knows of it.
    """
    with contextlib.suppress(FileNotFoundError):
        passing = Path(folders.passing_marker.read_text())
        if passing in folders.root.parents:
            elsewhere = [Path(folders.place.read_text())] if folders.place.exists() else []
            for one in (*elsewhere, passing):
                shutil.rmtree(one, ignore_errors=True)


def stop_process(process: subprocess.Popen[bytes]) -> None:
    """Stop a server of ours: fast, else at once, else by force; each can be recovered from."""
    for number, seconds in (
        (signal.SIGINT, STOP_SECONDS),
        (signal.SIGQUIT, STOP_SECONDS),
        (signal.SIGKILL, None),
    ):
        process.send_signal(number)  # does nothing once it has ended
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            return


def tail(log: Path) -> str:
    """Return a log's last lines."""
    try:
        lines = log.read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    return "\n".join(lines[-_LOG_LINES:])


def main(arguments: list[str]) -> int:
    """Take the supervisor's place, go to the background and supervise."""
    home, installed = (Path(argument) for argument in arguments)
    folders = Folders.of(home)
    place = Lock(folders.supervisor_lock)
    if not _take_soon(place):
        return 1
    State(supervisor=os.getpid()).write(folders)
    # The starter waits for this process only; its child has the lock too, and no parent.
    if os.fork():
        return 0
    os.setsid()
    with folders.log.open("ab") as log:
        supervisor = Supervisor(folders, log)
        supervisor.run(installed)
        remove_passing(folders)
        # In this order: who then gets ``users.lock`` finds no supervisor, and starts one.
        place.close()
        supervisor.close()
    return 0


def _take_soon(lock: Lock) -> bool:
    """Take a lock that others hold for an instant only, when they look whether it is held."""
    deadline = time.monotonic() + 5
    while not (taken := lock.take(wait=False)) and time.monotonic() < deadline:
        time.sleep(0.005)
    return taken
