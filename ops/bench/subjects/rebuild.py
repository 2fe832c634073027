"""``razao bench rebuild``: projections from the events alone.

The limit is the log read out by COPY, in order, the rows only counted. The peer is the stock
library's projection runner with one counter, which commits once an event.
"""

import multiprocessing
import os
import time
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from typing import Any, ClassVar, Final, LiteralString, cast

import psycopg
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg import sql
from typing_extensions import override

from ledger.signed.merkle import Frontier
from ledger.store.reader import Reader
from ledger.store.recorder import datastore
from ops.bench import peer
from ops.bench.casino import Bench, load_rounds
from ops.bench.frame import Comparison, Goal, Plan, rate_of
from ops.database.postgres import DatabaseUrls
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.base.store import ROLE
from projections.running.building import rebuild
from projections.running.checking import Checker
from projections.running.pipeline import Pipeline, sql_of
from projections.running.runner import PAGE_EVENTS, Runner

EVENTS: Final = 500_000
"""So many that making and dropping the tables does not count."""
PEER_EVENTS: Final = 2_000
SCHEMA: Final = "bench_counters"
EVERYTHING: Final = "everything"
COPY: Final = """
    COPY (
        SELECT notification_id, originator_id, originator_version, topic, state
        FROM ledger.events ORDER BY notification_id
    ) TO STDOUT (FORMAT binary)
"""
"""The columns that a projection reads."""
_ADD: Final[LiteralString] = (
    "INSERT INTO {s}.counter AS c SELECT * FROM unnest(%s::text[], %s::bigint[]) "
    "ON CONFLICT (kind) DO UPDATE SET count = c.count + excluded.count"
)
WORK: Final = "work"
CHECKED_MAX: Final = 0.10
"""The share of a build that checking what it folds may take."""
SLOWER: Final = 0.15
"""What each further projection may cost of the time of one."""


class Counter(Stage):
    """The least projection: how many events of each kind, written as the page's deltas."""

    name = "counter_1"
    tables = (("counter_1", "kind"),)
    statement: ClassVar[LiteralString] = _ADD.replace("counter", "counter_1")

    def __init__(self) -> None:
        """Begin with an empty page."""
        self._counts: dict[str, int] = {}

    @override
    def load(self, schema: Schema, source: Source) -> None:
        """Load nothing: only deltas are kept."""

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        counts = self._counts
        counts[event.kind] = counts.get(event.kind, 0) + 1

    @override
    def flush(self, writes: Writes) -> None:
        writes.execute(self.statement, (list(self._counts), list(self._counts.values())))
        self._counts.clear()


class SecondCounter(Counter):
    """Another counter of the same weight."""

    name: ClassVar[str] = "counter_2"
    tables = (("counter_2", "kind"),)
    statement: ClassVar[LiteralString] = _ADD.replace("counter", "counter_2")


def make_schema(urls: DatabaseUrls, stages: Sequence[Stage]) -> None:
    """Make the schema of some counters, which have no SQL files of their own."""
    schema = sql.Identifier(SCHEMA)
    with psycopg.connect(urls.login, autocommit=True, options=f"-c role={ROLE}") as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        for stage in stages:
            connection.execute(
                sql.SQL("CREATE TABLE {}.{} (kind text PRIMARY KEY, count bigint NOT NULL)").format(
                    schema, sql.Identifier(stage.name)
                )
            )
        connection.execute(sql.SQL(cast("Any", sql_of())).format(s=schema))
    with closing(datastore(urls.login, role=ROLE, schema=SCHEMA)) as pool:
        PostgresTrackingRecorder(pool, tracking_table_name="tracking").create_table()


class Work:
    """A log that is read out, counted and rebuilt."""

    def __init__(self, urls: DatabaseUrls, events: int) -> None:
        """Work on a ledger of so many events."""
        self._urls = urls
        self._events = events
        self.worked = 0.0
        """Of the last build of everything: the processor seconds of all its processes."""

    def count(self) -> float:
        """Read the log out by COPY; return the rate."""
        return rate_of(self._count, self._events)

    def _count(self) -> None:
        with (
            psycopg.connect(self._urls.login, options=f"-c role={ROLE}") as connection,
            connection.cursor() as cursor,
            cursor.copy(COPY) as copy,
        ):
            counted = sum(1 for _ in copy) - 1  # the last one is the trailer
        assert counted == self._events, (counted, self._events)

    def counters(self, *kinds: type[Counter]) -> float:
        """Fold the log by counters alone; return the rate."""

        def stages() -> list[Counter]:
            return [kind() for kind in kinds]

        make_schema(self._urls, stages())

        def fold() -> None:
            with Runner(self._urls.login, schema=SCHEMA, pipeline=Pipeline(stages)) as runner:
                reached = runner.catch_up()
            assert reached == self._events

        return rate_of(fold, self._events)

    def everything(self, processes: int | None = None) -> float:
        """Build in a process of its own, as the command does: this one has the peer's threads."""
        spawn = multiprocessing.get_context("spawn")
        told, tell = spawn.Pipe(duplex=False)
        build = spawn.Process(target=_timed_rebuild, args=(self._urls.login, processes, tell))
        build.start()
        tell.close()
        seconds, self.worked = told.recv()
        build.join()
        return self._events / seconds

    def work(self) -> float:
        """Return the processor time that the last build's processes took, in µs an event."""
        return self.worked / self._events * 1e6

    def checking(self) -> float:
        """Return the processor time of checking links and chains, in µs an event."""
        seconds = 0.0
        with Reader(self._urls.login) as reader:
            checker = Checker(reader, Frontier())
            for rows in reader.linked_in_pages(after=0, last=self._events, size=PAGE_EVENTS):
                begun = time.thread_time()
                checker.take(rows)
                seconds += time.thread_time() - begun
        assert checker.tree.size == self._events
        return seconds / self._events * 1e6


def _timed_rebuild(conninfo: str, processes: int | None, tell: Connection) -> None:
    start, began = time.perf_counter(), _processor_seconds()
    rebuild(conninfo, page=PAGE_EVENTS, processes=processes)
    tell.send((time.perf_counter() - start, _processor_seconds() - began))


def _processor_seconds() -> float:
    """Return the processor time of this process and of those that it began, as far as they ended.

    The server's is not in it: that does the same for any number of them.
    """
    times = os.times()
    return sum(times[:4])


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Load a log of real rounds, and the peer's beside it."""
    with (
        bench.ledger("bench_rebuild") as urls,
        bench.database("bench_rebuild_peer") as peers,
    ):
        with bench.open(urls) as installation:
            load_rounds(bench, installation, bench.size(EVENTS))
        with psycopg.connect(urls.superuser, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE ledger.events")
            row = connection.execute("SELECT position FROM ledger.head").fetchone()
            assert row is not None
        work = Work(urls, row[0])
        stock = peer.StockProjection(peers, bench.at_most(PEER_EVENTS))
        yield Plan(
            measures={
                "COPY TO": work.count,
                "one counter": lambda: work.counters(Counter),
                "two counters": lambda: work.counters(Counter, SecondCounter),
                EVERYTHING: work.everything,
                WORK: work.work,
                "links": work.checking,
                "stock runner": stock.rate,
            },
            rows=[
                Comparison(
                    name="rebuild, one counter",
                    own="one counter",
                    limit="COPY TO",
                    limit_is="COPY TO of the same rows, counted",
                    goals=(Goal("limit", least=0.40),),
                ),
                Comparison(
                    name="rebuild, a second counter",
                    own="two counters",
                    limit="one counter",
                    limit_is="one counter",
                    goals=(Goal("limit", least=1 / (1 + SLOWER), text="(15 % slower)"),),
                ),
                Comparison(
                    name="rebuild, everything with verdicts",
                    own=EVERYTHING,
                    limit="COPY TO",
                    limit_is="COPY TO of the same rows, counted",
                    peer="stock runner",
                    peer_is="stock ProjectionRunner, one counter",
                    goals=(Goal("limit", least=0.08), Goal("peer", least=20)),
                ),
                Comparison(
                    name="rebuild, links and chains checked",
                    own="links",
                    limit=WORK,
                    unit="µs/event",
                    limit_is="the whole build's own processor time an event",
                    goals=(Goal("limit", most=CHECKED_MAX),),
                ),
            ],
        )
