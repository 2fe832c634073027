"""Reads and checks a build's events in a process of its own, while those before are folded.

What is handed over are the bodies of events that are what their chains say; whoever folds them
keeps the tree over their links itself, and so comes to the same root.
"""

from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection as Pipe
from typing import Final, Self

import msgspec
import psycopg

from ledger.errors import LedgerError
from ledger.signed.merkle import Frontier
from ledger.store.reader import Reader, Told
from projections.base.errors import HaltedError
from projections.running.checking import Checker
from projections.running.page_writer import mind_first, processes

PART_EVENTS: Final = 500
"""How many events are read, checked and handed over at a time."""
_encode: Final = msgspec.msgpack.encode
_decode: Final = msgspec.msgpack.Decoder(list[Told] | str).decode


class ReadingAhead:
    """The process that reads; what it handed over last can be had again, a page of it."""

    def __init__(self, conninfo: str, until: int, page: int) -> None:
        """Start the process; it reads the log from its beginning up to a position."""
        begin = processes()
        self._parts, parts = begin.Pipe(duplex=False)
        self._process = begin.Process(
            target=_read, args=(conninfo, until, parts, self._parts), daemon=True
        )
        self._process.start()
        parts.close()
        self._kept: deque[list[Told]] = deque(maxlen=page // PART_EVENTS + 2)

    def __enter__(self) -> Self:
        """Return the reading process."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, wherever it is."""
        self._process.terminate()
        self._process.join()
        self._parts.close()

    def parts(self, *, after: int, last: int, size: int) -> Iterator[list[Told]]:
        """Yield the events between two positions, so many at a time.

        They begin where they went on last, or less than a page before that.

        Raises:
            HaltedError: the log, the database or the process is at fault.

        """
        waiting = [one for part in self._kept for one in part if one[0] > after]
        while after < last:
            size = min(size, last - after)
            while len(waiting) < size:
                waiting += self._next()
            part = waiting[:size]
            del waiting[:size]
            assert part[0][0] == after + 1
            after = part[-1][0]
            yield part

    def _next(self) -> list[Told]:
        try:
            part = _decode(self._parts.recv_bytes())
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            raise HaltedError(f"the process that reads ended with exit code {code}") from None
        if isinstance(part, str):
            raise HaltedError(part)
        self._kept.append(part)
        return part


def _read(conninfo: str, until: int, parts: Pipe, theirs: Pipe) -> None:
    """Do that process's work: read, check, hand over, or tell what is wrong."""
    theirs.close()  # as long as it is open here too, the first's end would not be seen
    mind_first()
    try:
        with Reader(conninfo) as reader:
            checker = Checker(reader, Frontier())
            for rows in reader.linked_in_pages(after=0, last=until, size=PART_EVENTS):
                parts.send_bytes(_encode(checker.take(rows)))
    except (HaltedError, LedgerError, psycopg.Error) as error:
        parts.send_bytes(_encode(str(error)))
    except BrokenPipeError:
        return
