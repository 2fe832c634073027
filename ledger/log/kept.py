"""Files outside the database that outlive a power cut: the last checkpoint signed or cosigned."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""Readable by its owner alone."""


def replace_file(path: Path, text: str, mode: int = 0o666) -> None:
    """Replace a file's text: after a power cut the file holds the old one or the new, whole.

    A file that is fresh has the mode, less the process's umask.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(handle)  # the new name, too
    finally:
        os.close(handle)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Keep other processes out as long as the block lasts, by a lock file, made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
