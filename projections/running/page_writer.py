"""Writes a build's pages in a process of its own, while the next page is folded.

Whoever reads the projections meanwhile waits until the pages before are written
(:class:`projections.base.rows.Schema`), and so sees what it would see if it wrote them itself.
"""

import multiprocessing
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Self

import psycopg

from projections.base.errors import HaltedError, UnnotedError, UnwritableError
from projections.base.rows import Act
from projections.base.store import Store


def processes() -> Any:
    """Return how another process of a build is begun.

    A fork has at once what is imported here, which a new interpreter takes most of a second for;
    but beside other threads it might never come to its work.
    """
    forks = sys.platform == "linux" and len(list(Path("/proc/self/task").iterdir())) == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


def mind_first() -> None:
    """Ignore Ctrl-C in this process; the build's first process ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class Writer:
    """The process that writes, one page at a time."""

    def __init__(self, conninfo: str, schema: str) -> None:
        """Start the process; the schema need not be there before the first page."""
        begin = processes()
        self._pages, pages = begin.Pipe()
        self._process = begin.Process(
            target=_write, args=(conninfo, schema, pages, self._pages), daemon=True
        )
        self._process.start()
        pages.close()
        self._waits = False

    def __enter__(self) -> Self:
        """Return the running writer."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process; a page that is not settled may be lost."""
        self._process.terminate()
        self._process.join()
        self._pages.close()

    def send(self, acts: list[Act], position: int) -> None:
        """Hand over a page and the position that it reaches, once the page before is written.

        Raises:
            HaltedError: a page could not be written.

        """
        self.settle()
        with suppress(OSError):  # of a process that is not there: why, is asked for when settled
            self._pages.send((acts, position))
        self._waits = True

    def settle(self) -> None:
        """Wait until all pages are written.

        Raises:
            HaltedError: a page could not be written.
            UnnotedError: for a value in it; which event made it, one pipeline finds out.

        """
        if not self._waits:
            return
        self._waits = False
        try:
            error = self._pages.recv()
        except (EOFError, OSError):
            self._process.join()
            error = f"its process ended with exit code {self._process.exitcode}"
        if error is not None:
            kind = UnnotedError if isinstance(error, UnwritableError) else HaltedError
            raise kind(f"a page could not be written: {error}")


def _write(conninfo: str, schema: str, pages: Pipe, theirs: Pipe) -> None:
    """Do that process's work."""
    theirs.close()  # as long as it is open here too, the first's end would not be seen
    mind_first()
    with Store(conninfo, schema) as store:
        while True:
            try:
                acts, position = pages.recv()
            except EOFError:
                return
            try:
                store.write(acts, position)
            except UnwritableError as error:
                pages.send(error)
                return
            except psycopg.Error as error:
                pages.send(str(error))
                return
            pages.send(None)
