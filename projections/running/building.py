"""Builds all projections anew beside the live ones, then swaps.

A long log is folded by several processes, each with work that needs nothing of the others': the
stages that take nothing from others and hand nothing on (``Stage.alone``) have one of their own,
which reads the same events and writes into a schema of its own; its tables are moved to the others'
at the end. Of the others pages are written by a third process
(:mod:`projections.running.page_writer`), and a fourth reads and checks the events to come
(:mod:`projections.running.reading_ahead`). The rows are the same whatever their number.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from multiprocessing.connection import Connection as Pipe
from typing import Final, Self

from psycopg import sql

from ledger.store.reader import Reader
from projections.base.errors import HaltedError, UnnotedError
from projections.base.store import Store, connect
from projections.running.exchange import Connection, beside_readers, exchange, held_live
from projections.running.houses import rename_confined
from projections.running.page_writer import Writer, mind_first, processes
from projections.running.pipeline import Pipeline, all_stages
from projections.running.reading_ahead import ReadingAhead
from projections.running.runner import LIVE, NEXT, PAGE_EVENTS, Progress, Runner, drop, sign

BESIDE: Final = "projections_beside"
LONG_EVENTS: Final = 50_000
"""From how many events on other processes are worth their start."""
_WITH_WRITER: Final = 3
_WITH_READER: Final = 4
PROCESSES_MAX: Final = _WITH_READER
"""The one that folds, one beside, one that writes, one that reads: more find no work."""


def rebuild(
    conninfo: str,
    *,
    page: int = PAGE_EVENTS,
    progress: Progress | None = None,
    processes: int | None = None,
    until: int | None = None,
    compare: Callable[[int], None] | None = None,
    before_swap: Callable[[int], None] | None = None,
) -> dict[str, str]:
    """Build all projections anew beside the live ones, then swap; return the new digests.

    The set beside is built up to ``until`` (by default the log's end) while the live one serves,
    and whoever follows the log goes on. Then he lets go for the exchange: ``compare`` is told the
    position where both sets stand, ``before_swap`` the one where the set beside has taken all that
    came. If one of them raises, the live set stays, and so does the one beside. The swap itself is
    one transaction.

    A build that was interrupted is thrown away. ``processes`` says how many take part, up to four;
    by default they all do where the log is long and there is a second core: none of the others
    works as much as the one that folds.

    Raises:
        HaltedError: the machine, the database or the log is at fault; the live set stays.
        HeldError: another rebuild exchanges the live set, or its runner does not let go.

    """
    for schema in (NEXT, BESIDE):
        drop(conninfo, schema)
    if until is None:
        with Reader(conninfo) as reader:
            until = reader.last_position()
    if processes is None:
        processes = PROCESSES_MAX if until >= LONG_EVENTS and (os.cpu_count() or 1) > 1 else 1
    try:
        if processes > 1:
            _by_several(conninfo, until, page, progress, processes)
        else:
            _by_one(conninfo, until, page, progress)
    except UnnotedError:  # what the second process cannot fold, one pipeline sets aside
        for schema in (NEXT, BESIDE):
            drop(conninfo, schema)
        _by_one(conninfo, until, page, progress)
    if compare is None:  # else the live set, which is behind, is held together with it first
        _go_on(conninfo, page, None, progress)
    with exchange(conninfo):
        if compare is not None:
            at = max(until, _live_position(conninfo))
            _go_on(conninfo, page, at, progress)
            compare(at)
        with Runner(conninfo, schema=NEXT, page=page) as runner:
            position = runner.catch_up(progress=progress)
            digests = runner.digests()
            runner.confine()
        if before_swap is not None:
            before_swap(position)
        swap(conninfo)
    return digests


def _go_on(conninfo: str, page: int, until: int | None, progress: Progress | None) -> int:
    """Let the set beside take what came while it was built; return the position reached."""
    with Runner(conninfo, schema=NEXT, page=page) as runner:
        return runner.catch_up(until=until, progress=progress)


def _live_position(conninfo: str) -> int:
    with closing(Store(conninfo, LIVE)) as store:
        return store.position()


def _by_one(conninfo: str, until: int, page: int, progress: Progress | None) -> None:
    """Build all of it up to a position."""
    with Runner(conninfo, schema=NEXT, page=page, indexed=False) as runner:
        runner.catch_up(until=until, progress=progress)
        runner.index()


def _by_several(
    conninfo: str, until: int, page: int, progress: Progress | None, processes: int
) -> None:
    """Build the same with other processes, each begun before those that it need not know of."""
    with ExitStack() as stack:
        beside = stack.enter_context(_Beside(conninfo, until, page))
        ahead = writer = None
        if processes >= _WITH_READER:
            ahead = stack.enter_context(ReadingAhead(conninfo, until, page))
        if processes >= _WITH_WRITER:
            writer = stack.enter_context(Writer(conninfo, NEXT))

        def step(done: int, last: int) -> None:
            beside.check()
            if progress is not None:
                progress(done, last)

        pipeline = Pipeline(lambda: [stage for stage in all_stages() if not stage.alone])
        with Runner(
            conninfo,
            schema=NEXT,
            page=page,
            pipeline=pipeline,
            indexed=False,
            writer=writer,
            ahead=ahead,
        ) as runner:
            runner.catch_up(until=until, progress=step)
            runner.index()
        beside.end()
    _bring_together(conninfo)


class _Beside:
    """The process that folds the stages that stand alone."""

    def __init__(self, conninfo: str, until: int, page: int) -> None:
        """Start the process."""
        begin = processes()
        self._outcome, there = begin.Pipe(duplex=False)
        self._process = begin.Process(
            target=_fold_beside, args=(conninfo, until, page, there), daemon=True
        )
        self._process.start()
        there.close()
        self._ended = False

    def __enter__(self) -> Self:
        """Return the running process."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, if it has not ended."""
        self._process.terminate()
        self._process.join()
        self._outcome.close()

    def check(self) -> None:
        """Look whether it has come to its end.

        Raises:
            HaltedError: it could not fold an event, or died.

        """
        if not self._ended and self._outcome.poll():
            self.end()

    def end(self) -> None:
        """Wait until it has built its tables.

        Raises:
            HaltedError: it could not fold an event, or died.

        """
        if self._ended:
            return
        try:
            error = self._outcome.recv()
        except EOFError:
            self._process.join()
            code = self._process.exitcode
            error = HaltedError(f"the second process ended with exit code {code}")
        if error is not None:
            raise error
        self._ended = True


def _fold_beside(conninfo: str, until: int, page: int, outcome: Pipe) -> None:
    """Do that process's work: fold, index, and tell that it is done, or what went wrong."""
    mind_first()
    pipeline = Pipeline(lambda: [stage for stage in all_stages() if stage.alone])
    try:
        with Runner(conninfo, schema=BESIDE, page=page, pipeline=pipeline, indexed=False) as runner:
            runner.catch_up(until=until)
            runner.index()
            outcome.send(None)
    except UnnotedError as error:
        outcome.send(UnnotedError(str(error)))
    except HaltedError as error:
        outcome.send(HaltedError(str(error)))


def _bring_together(conninfo: str) -> None:
    """Move the second process's tables, and their hashes, to the others."""
    pipeline = Pipeline()
    with connect(conninfo) as connection, connection.transaction():
        for stage in pipeline.stages:
            for table, _ in stage.tables if stage.alone else ():
                connection.execute(
                    sql.SQL("ALTER TABLE {} SET SCHEMA {}").format(
                        sql.Identifier(BESIDE, table), sql.Identifier(NEXT)
                    )
                )
        connection.execute(
            sql.SQL("INSERT INTO {} SELECT * FROM {}").format(
                sql.Identifier(NEXT, "set_hash"), sql.Identifier(BESIDE, "set_hash")
            )
        )
        connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(BESIDE)))
        sign(connection, NEXT, pipeline)


def swap(conninfo: str) -> None:
    """Put the set that was built beside in the place of the live one, of which houses see theirs.

    Raises:
        HeldError: a runner holds the live set, and does not let go.

    """
    with connect(conninfo) as connection, held_live(connection):
        beside_readers(connection, lambda: _put_in_place(connection))


def _put_in_place(connection: Connection) -> None:
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(LIVE)))
    connection.execute(
        sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(sql.Identifier(NEXT), sql.Identifier(LIVE))
    )
    rename_confined(connection, LIVE)
