"""The hub's tasks: one sealed range each; a result is a file, named by what it is of.

A task that runs twice, or on a worker that dies, changes nothing: whoever finds its result reads
it. The name covers the seal, the stamps of the files as their store has them, the keys that were
believed and the law of this program: a range that was touched is checked again.
"""

import atexit
import os
from collections.abc import Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.signed.notes import NoteKey
from ops.database.backup import scratch_server
from ops.database.migrate import migrate
from ops.outside.archive.checking import Asked, Checked, check_range
from ops.outside.archive.folder import Archive, Place
from projections.law.version import law_version


class Task(Struct, frozen=True):
    """A range to be checked: where its archive lies, which it is, and by which keys."""

    archive: str
    place: Place
    keys: tuple[NoteKey, ...]
    figures: bool
    name: str
    """Of its result."""


def tasks_of(
    archives: Sequence[str], keys: Sequence[NoteKey] = (), *, figures: bool = True
) -> list[Task]:
    """Return a task for each range of these archives; each log is believed by its own keys."""
    found: list[Task] = []
    for url in archives:
        archive = Archive(url)
        for place in archive.ranges():
            own = tuple(key for key in keys if key.name == place.origin)
            known = (
                url,
                place.folder,
                *(f"{name} {archive.stamp(place, name)}" for name in archive.names(place)),
                *(key.text for key in own),
                law_version().mark,
                str(figures),
            )
            name = sha256("\n".join(known).encode()).hexdigest()
            found.append(Task(url, place, own, figures, name))
    return found


def check(task: Task, server: str | None = None) -> Checked:
    """Check a task's range; figures are folded on a server, by default this process's own."""
    if task.figures and server is None:
        server = _server()
    return check_range(Archive(task.archive), task.place, Asked(keys=task.keys, server=server))


class Results:
    """The results of tasks, a file each."""

    def __init__(self, folder: Path) -> None:
        """Keep results in a folder; it is made where there is none."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def get(self, task: Task) -> Checked | None:
        """Return a task's result; None where there is none yet, or it cannot be read."""
        try:
            return msgspec.json.decode(self._path(task).read_bytes(), type=Checked)
        except (FileNotFoundError, *UNREADABLE):
            return None

    def put(self, task: Task, checked: Checked) -> None:
        """Keep a task's result, whole or not at all."""
        path = self._path(task)
        fresh = path.with_suffix(f".{os.getpid()}.part")
        fresh.write_bytes(msgspec.json.encode(checked))
        fresh.replace(path)

    def _path(self, task: Task) -> Path:
        return self._folder / f"{task.name}.json"


_held: Final = ExitStack()
"""What a worker process holds until it ends."""
_servers: Final[list[str]] = []


def _server() -> str:
    """Return the server of this process, started when it is asked for first."""
    if not _servers:
        atexit.register(_held.close)
        url = _held.enter_context(scratch_server())
        migrate(url)
        _servers.append(url)
    return _servers[0]
