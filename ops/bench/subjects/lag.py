"""``razao bench lag``: how long after its receipt an event is in the figures, at a steady pace.

Real rounds come through the real door, 2,000 events a second in segments of a hundred; a process
follows the log as ``razao serve`` does. The lag of a segment is from its receipt until the position
that projections say they have reached is past it, which moves with the rows, in one transaction.
Measured twice: with nobody else there, and while readers ask for pages one after another.
"""

import multiprocessing
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice, repeat
from multiprocessing.connection import Connection
from typing import Any, Final

from ledger.signed.segments import Segment
from ops.bench.casino import Bench, round_segments
from ops.bench.frame import Comparison, Goal, Plan, quantile
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from projections.reads.queries import HistoryFilter, Queries, connect
from projections.running.runner import follow

EVENTS: Final = 20_000
PACE: Final = 2_000
"""Events a second."""
SEGMENT_EVENTS: Final = 100
TURN_EVENTS: Final = 2_000
"""What one terminal tells before the other's turn comes."""
READERS: Final = 4
PAUSE_SECONDS: Final = 0.05
"""Between two pages that a reader asks for."""
LOOK_SECONDS: Final = 0.005
WAIT_SECONDS_MAX: Final = 300
TAIL: Final = 0.99
MILLISECONDS_MAX: Final = 1_000


class _Follower:
    """Follows the log in a process of its own, and readers ask in others while they are wanted."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._spawn = multiprocessing.get_context("spawn")

    @contextmanager
    def running(self, work: Any) -> Generator[None]:
        """Run some work in another process, from when it says that it began to the block's end."""
        here, there = self._spawn.Pipe()
        process = self._spawn.Process(target=work, args=(self._conninfo, there), daemon=True)
        process.start()
        there.close()
        here.recv()
        try:
            yield
        finally:
            here.close()
            process.join()


def _until_closed(other_end: Connection) -> threading.Event:
    """Return the flag that is set when the other end of a pipe is closed."""
    stop = threading.Event()

    def wait() -> None:
        try:
            other_end.recv()
        except EOFError:
            stop.set()

    threading.Thread(target=wait, daemon=True).start()
    return stop


def _follow(conninfo: str, other_end: Connection) -> None:
    """Follow as the service does, with the pauses that it makes."""
    for _ in follow(conninfo, _until_closed(other_end)):
        other_end.send(None)


def _read(conninfo: str, other_end: Connection) -> None:
    """Ask for pages as people do who look at the house: findings, verdicts, the newest of a place.

    Each pauses between two of them.
    """
    other_end.send(None)
    stop = _until_closed(other_end)

    def ask() -> None:
        with connect(conninfo) as connection:
            queries = Queries(connection)
            while not stop.is_set():
                position = queries.position()
                queries.findings(limit=100)
                newest = queries.history(HistoryFilter(), after=max(0, position - 100))
                if newest:
                    queries.history(HistoryFilter(place=newest[-1]["place"]))
                    if newest[-1]["day"] is not None:
                        queries.verdict_states(newest[-1]["day"])
                stop.wait(PAUSE_SECONDS)

    threads = [threading.Thread(target=ask) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class _Pace:
    """Sends segments at the pace, and looks when they are in the figures."""

    def __init__(self, installation: Installation, coming: Iterator[Segment], events: int) -> None:
        self._installation = installation
        self._coming = coming
        self._events = events

    def measure(self) -> float:
        """Send for a while; return the lag in milliseconds above which one event of 100 is."""
        segments = list(self._taken())
        receipts: list[tuple[int, int, float]] = []
        """Of each segment: its last position, its events, when it was receipted."""
        seen: list[tuple[int, float]] = []
        """Positions that the figures reached, each with when it was seen."""
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(receipts, seen, done))
        watcher.start()
        start, sent = time.perf_counter(), 0
        for segment in segments:
            time.sleep(max(0.0, start + sent / PACE - time.perf_counter()))
            (answer,) = self._installation.send([segment])
            assert answer.receipt is not None
            sent += len(segment.envelopes)
            at = time.perf_counter()
            receipts.append((answer.receipt.position, len(segment.envelopes), at))
        done.set()
        watcher.join()
        lags = sorted(_lags(receipts, seen))
        return quantile(lags, TAIL)

    def _taken(self) -> Iterator[Segment]:
        """Yield so many of the coming segments as have the events of a measure."""
        taken = 0
        while taken < self._events:
            segment = next(self._coming)
            taken += len(segment.envelopes)
            yield segment

    def _watch(
        self,
        receipts: list[tuple[int, int, float]],
        seen: list[tuple[int, float]],
        done: threading.Event,
    ) -> None:
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        with connect(self._installation.urls.login) as connection:
            queries = Queries(connection)
            while time.monotonic() < deadline:
                ended = done.is_set()
                seen.append((queries.position(), time.perf_counter()))
                if ended and seen[-1][0] >= receipts[-1][0]:
                    return
                time.sleep(LOOK_SECONDS)


def _lags(receipts: list[tuple[int, int, float]], seen: list[tuple[int, float]]) -> Iterator[float]:
    """Yield each event's lag in milliseconds, by the first look that found it in the figures."""
    looks = iter(seen)
    reached, when = next(looks)
    for position, events, at in receipts:
        while reached < position:
            reached, when = next(looks)
        yield from repeat(max(when - at, LOOK_SECONDS) * 1_000, events)


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Have a ledger with a follower; rounds enough come from terminals that go on and on."""
    with ExitStack() as stack:
        urls: DatabaseUrls = stack.enter_context(bench.ledger("bench_lag"))
        installation = stack.enter_context(bench.open(urls))
        installation.door.tick()
        others = _Follower(urls.login)
        stack.enter_context(others.running(_follow))
        coming = round_segments(bench, installation, repeat(TURN_EVENTS), SEGMENT_EVENTS)
        installation.send(list(islice(coming, 1)))  # both enrolled, and the first page is written
        pace = _Pace(installation, coming, bench.at_most(EVENTS))

        def beside_readers() -> float:
            with others.running(_read):
                return pace.measure()

        yield Plan(
            measures={"alone": pace.measure, "beside readers": beside_readers},
            rows=[
                _row("lag, 2,000 events a second, p99", "alone"),
                _row(f"lag, the same beside {READERS} readers, p99", "beside readers"),
            ],
        )


def _row(name: str, own: str) -> Comparison:
    goal = Goal("rate", most=MILLISECONDS_MAX, text="ms")
    return Comparison(name=name, own=own, goals=(goal,), unit="ms")
