"""Writes a build's pages in a process of its own, while the next page is folded.

Whoever reads the projections meanwhile waits until the pages before are written
(:class:`projections.base.Tables`), and so sees what it would see if it wrote them itself.
"""

import multiprocessing
import signal
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from typing import Self

import psycopg

from projections.base import Act
from projections.errors import HaltedError
from projections.store import Store


class Writer:
    """The process that writes, one page at a time."""

    def __init__(self, conninfo: str, schema: str) -> None:
        """Start it; the schema need not be there before the first page."""
        spawn = multiprocessing.get_context("spawn")
        self._pages, pages = spawn.Pipe()
        self._process = spawn.Process(target=_write, args=(conninfo, schema, pages), daemon=True)
        self._process.start()
        pages.close()
        self._waits = False

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it; a page that is not settled may be lost."""
        self._process.terminate()
        self._process.join()
        self._pages.close()

    def send(self, acts: list[Act], position: int) -> None:
        """Let a page be written, with the position that it reaches, when the one before is.

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
            raise HaltedError(f"a page could not be written: {error}")


def _write(conninfo: str, schema: str, pages: Pipe) -> None:
    """Do that process's work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts ends the first, which ends this
    with Store(conninfo, schema) as store:
        while True:
            try:
                acts, position = pages.recv()
            except EOFError:
                return
            try:
                store.write(acts, position)
            except psycopg.Error as error:
                pages.send(str(error))
                return
            pages.send(None)
