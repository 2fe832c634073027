"""Runs the projections up to the log's end and asks them what they say."""

import multiprocessing
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.connection import Connection

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row

from ledger.store.reader import Reader
from projections.base.errors import HaltedError, HeldError
from projections.base.versions import holding
from projections.reads.queries import Queries, connect
from projections.running.runner import LIVE, Progress, Runner, follow


class FindingRow(Struct, frozen=True, kw_only=True):
    """A finding that holds now."""

    id: str
    code: str
    severity: str
    rule: str
    place: str | None
    round: str | None
    seat: int | None
    bet: int | None
    expected: str
    recorded: str
    amount: int | None
    currency: str | None
    state: str
    positions: list[int]


WAIT_SECONDS_MAX = 60
POLL_SECONDS = 0.02


def judge_all(conninfo: str, progress: Progress | None = None) -> int:
    """Fold everything recorded so far; return the position reached.

    Where a service folds already, wait until it has.

    Raises:
        HaltedError: the projections stopped, or did not move for a minute.

    """
    try:
        with Runner(conninfo) as runner:
            return runner.catch_up(progress=progress)
    except HeldError:
        return _wait(conninfo)


def _wait(conninfo: str) -> int:
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    reached = 0
    with Reader(conninfo) as reader, connect(conninfo) as connection:
        last = reader.last_position()
        queries = Queries(connection)
        while (position := queries.position()) < last:
            halted = queries.halted()
            if halted is not None:
                raise HaltedError(halted["error"])
            if position > reached:
                reached, deadline = position, time.monotonic() + WAIT_SECONDS_MAX
            if time.monotonic() > deadline:
                raise HaltedError(f"the projections stay at {position}, the log is at {last}")
            time.sleep(POLL_SECONDS)
    return position


@contextmanager
def following(conninfo: str) -> Generator[None]:
    """Keep the projections at the log's end in a process of their own, as long as the block lasts.

    A fold that cannot go on ends that process; whoever judges then finds out where and why.
    """
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_follow, args=(conninfo, there), daemon=True)
    process.start()
    try:
        yield
    finally:
        here.close()
        process.join(WAIT_SECONDS_MAX)


def _follow(conninfo: str, other_end: Connection) -> None:
    stop = threading.Event()

    def wait_for_the_end() -> None:
        try:
            other_end.recv()
        except EOFError:
            stop.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    for _ in follow(conninfo, stop, poll=POLL_SECONDS):
        pass


def findings_of(
    conninfo: str, place_prefixes: tuple[str, ...] = ("",), known: int | None = None
) -> list[FindingRow]:
    """Return the findings that hold now, or held at a position, of places that begin so."""
    statement = sql.SQL(
        "SELECT id, code, severity, rule, place, round, seat, bet, expected, recorded, amount, "  # noqa: S608 - the condition is written out, too
        f"currency, state, positions FROM {{}}.finding WHERE {holding(known)} "
        "ORDER BY known_from, id"
    ).format(sql.Identifier(LIVE))
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        cursor = connection.cursor(row_factory=class_row(FindingRow))
        found = cursor.execute(statement, {"known": known}).fetchall()
    return [row for row in found if (row.place or "").startswith(place_prefixes)]


def verdict_counts(conninfo: str, place_prefixes: tuple[str, ...]) -> dict[str, int]:
    """Return how many rounds stand in each state, of places that begin with one of the prefixes."""
    statement = sql.SQL(
        "SELECT state, count(*) FROM {}.verdict WHERE known_until IS NULL "
        "AND EXISTS (SELECT FROM unnest(%s::text[]) AS p WHERE starts_with(place, p)) "
        "GROUP BY state"
    ).format(sql.Identifier(LIVE))
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        rows = connection.execute(statement, (list(place_prefixes),)).fetchall()
    return dict(rows)
