"""``razao bench append``: signed events through the real door, until they are on disk.

The bound B is what must be done in any case, one after the other: checking the signatures, and
storing the rows. Checking alone is cryptography's own verification, on one thread for single events
and on two above; storing alone is one bare ``INSERT … SELECT unnest`` with the head's ``UPDATE``
into a table of the same columns, indexes and storage, one statement and commit a batch. Over HTTP
the same door is served on loopback, to a device whose connection stands.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from random import Random
from typing import Any, Final, TypeVar

import msgspec
import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from eventsourcing.postgres import PostgresApplicationRecorder
from msgspec import Struct
from psycopg.pq import ExecStatus

from api.requests.bodies import LINES
from api.services.api_keys import Keeper, Role
from ledger.events.rounds import BetPlaced
from ledger.signed.chain import link_of
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment, Signed
from ledger.store.arrays import pack_bytes, pack_integers, pack_optional_bytes, pack_texts
from ops.bench import peer
from ops.bench.casino import BOUND, TABLE, Bench, Bet, bet_segments, bets
from ops.bench.frame import Comparison, Goal, Plan, Rates, quantile, rate_of, serial
from ops.bench.serving import served
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation

BATCHES: Final = {1: 800, 10: 4_000, 100: 8_000, 1_000: 8_000}
"""Events to a batch, and how many events a measure takes."""
SEGMENT_EVENTS: Final = 30_000
PEER_EVENTS: Final = 8_000
WRITERS: Final = 8
WRITER_EVENTS: Final = 100
LATENCY_SHARE: Final = 0.99
LATENCY_MS_MAX: Final = 12
OF_BOUND: Final = {1: 0.80, 10: 0.75, 100: 0.85, 1_000: 1.00}

T = TypeVar("T")


def in_batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the items so many at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


# --- storing alone ------------------------------------------------------------------------------

COLUMNS: Final = "notification_id, originator_version, originator_id, topic, link, signature, state"
TWINS: Final = """
    CREATE SCHEMA bench;
    CREATE TABLE bench.stored (LIKE ledger.events INCLUDING ALL)
    WITH (toast_tuple_target = 8160, autovacuum_analyze_scale_factor = 0.02);
    CREATE TABLE bench.copied (LIKE ledger.events INCLUDING ALL)
    WITH (toast_tuple_target = 8160, autovacuum_analyze_scale_factor = 0.02);
    CREATE TABLE bench.head (position bigint NOT NULL, one boolean DEFAULT true PRIMARY KEY)
    WITH (fillfactor = 10, vacuum_truncate = false);
    INSERT INTO bench.head (position) VALUES (0);
"""
STORE: Final = b"""
    WITH h AS (
        UPDATE bench.head SET position = position + cardinality($1::bigint[])
        RETURNING position - cardinality($1::bigint[]) AS before
    )
    INSERT INTO bench.stored (
        notification_id, originator_version, originator_id, topic, link, signature, state
    )
    SELECT h.before + u.i, u.seq, u.source, u.kind, u.link, u.signature, u.state
    FROM h, unnest(
        $1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]
    ) WITH ORDINALITY AS u (seq, source, kind, link, signature, state, i)
"""
COPY: Final = f"COPY bench.copied ({COLUMNS}) FROM STDIN (FORMAT binary)"
TYPES: Final = ("int8", "int8", "text", "text", "bytea", "bytea", "bytea")
_BINARY: Final = [1] * 6


class Stored(Struct, frozen=True):
    """An event as a row."""

    seq: int
    source: str
    kind: str
    link: bytes
    signature: bytes | None
    envelope: bytes


class Twin:
    """Stores rows as barely as the server allows, beside the ledger in its own database."""

    def __init__(self, urls: DatabaseUrls) -> None:
        """Make tables like the ledger's."""
        self._connection = psycopg.connect(urls.superuser, autocommit=True)
        self._connection.execute(TWINS)
        self._connection.pgconn.prepare(b"bench_store", STORE)
        self._copied = 0
        self._seq = 0

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def insert(self, rows: Sequence[Stored]) -> None:
        """Store a batch by one statement; seqs go on where the last batch ended."""
        count = len(rows)
        parameters = [
            pack_integers(range(self._seq, self._seq + count)),
            pack_texts([row.source for row in rows]),
            pack_texts([row.kind for row in rows]),
            pack_bytes([row.link for row in rows]),
            pack_optional_bytes([row.signature for row in rows]),
            pack_bytes([row.envelope for row in rows]),
        ]
        self._seq += count
        result = self._connection.pgconn.exec_prepared(b"bench_store", parameters, _BINARY, 1)
        assert result.status == ExecStatus.COMMAND_OK, result.error_message

    def copy(self, rows: Sequence[Stored]) -> None:
        """Store a batch by COPY."""
        place = self._copied
        with (
            self._connection.transaction(),
            self._connection.cursor() as cursor,
            cursor.copy(COPY) as copy,
        ):
            copy.set_types(TYPES)
            for row in rows:
                place += 1
                copy.write_row(
                    (place, place, row.source, row.kind, row.link, row.signature, row.envelope)
                )
        self._copied = place


def rows_of(segments: Sequence[Segment], source: str) -> list[Stored]:
    """Return the table rows of segments of bets."""
    return [
        Stored(
            seq,
            source,
            BetPlaced.KIND,
            link_of(envelope),
            segment.signature if seq == len(segment.envelopes) else None,
            envelope,
        )
        for segment in segments
        for seq, envelope in enumerate(segment.envelopes, 1)
    ]


# --- checking alone -----------------------------------------------------------------------------

Pair = tuple[bytes, bytes]


def check(key: Ed25519PublicKey, pairs: Sequence[Pair]) -> None:
    """Check signatures, nothing else."""
    verify = key.verify
    for signature, statement in pairs:
        verify(signature, statement)


def check_on(
    pool: ThreadPoolExecutor, threads: int, key: Ed25519PublicKey, pairs: Sequence[Pair]
) -> None:
    """Check signatures on so many threads at once."""
    list(pool.map(partial(check, key), [pairs[start::threads] for start in range(threads)]))


# --- the plan -----------------------------------------------------------------------------------


class _Work:
    """The common ground of the measures: the ledger with its door, the twin, fresh bets."""

    def __init__(
        self, bench: Bench, installation: Installation, twin: Twin, pool: ThreadPoolExecutor
    ) -> None:
        self.installation = installation
        self.door = installation.door
        self.twin = twin
        self.chain = installation.enrol(TABLE, BOUND)
        self.writers = [installation.enrol(f"{TABLE}-{n}", BOUND) for n in range(WRITERS)]
        self._pool = pool
        self.chance = Random(bench.seed)
        self._key = Ed25519PublicKey.from_public_bytes(self.chain.signer.public_key)
        self._signed = Signed.of(self.chain.origin, TABLE, self.chain.signer.public_key)
        self.fresh: list[Bet] = []
        self.segments: list[Segment] = []
        self.rows: list[Stored] = []
        self.latencies: list[float] = []
        installation.door.tick()

    def append(self, count: int, size: int) -> float:
        """Submit fresh bets, each signed, in batches; keep them for the rows that follow."""
        self.fresh = bets(self.chain, count, self.chance)
        batches = [[bet.segment for bet in part] for part in in_batches(self.fresh, size)]
        return rate_of(lambda: self._submit(batches), count)

    def append_segments(self, count: int) -> float:
        """Submit fresh bets in full segments, one a submission."""
        self.segments = bet_segments(self.chain, count, SEGMENT_EVENTS_MAX, self.chance)
        return rate_of(lambda: self._submit([[one] for one in self.segments]), count)

    def _submit(self, batches: Sequence[Sequence[Segment]]) -> None:
        for batch in batches:
            for answer in self.door.submit(batch):
                assert answer.outcome == "recorded", answer

    def check(self, threads: int) -> float:
        """Check the signatures of the last bets."""
        pairs = [
            (bet.segment.signature, self._signed.statement(bet.seq, bet.previous, [bet.link]))
            for bet in self.fresh
        ]
        if threads == 1:
            return rate_of(lambda: check(self._key, pairs), len(pairs))
        return rate_of(lambda: check_on(self._pool, threads, self._key, pairs), len(pairs))

    def store(self, size: int) -> float:
        """Store the last bets barely, in the same batches."""
        rows = rows_of([bet.segment for bet in self.fresh], TABLE)
        batches = list(in_batches(rows, size))
        return rate_of(lambda: [self.twin.insert(batch) for batch in batches], len(rows))

    def copy(self) -> float:
        """Store the rows of the last segments by COPY, in the same batches."""
        batches = [rows_of([segment], TABLE) for segment in self.segments]
        count = sum(map(len, batches))
        return rate_of(lambda: [self.twin.copy(batch) for batch in batches], count)

    def concurrent(self, each: int) -> float:
        """Submit single events of eight sources at once."""
        fresh = [
            [[bet.segment] for bet in bets(chain, each, self.chance)] for chain in self.writers
        ]
        submit = self.door.submit
        rate, times = at_once(fresh, submit)
        self.latencies = times
        return rate

    def latency(self) -> float:
        """Return the 99th percentile of the last concurrent events, in ms."""
        return quantile(sorted(self.latencies), LATENCY_SHARE) * 1_000


def at_once(work: Sequence[Sequence[T]], do: Callable[[T], Any]) -> tuple[float, list[float]]:
    """Do each list's things one after another, all lists at once; return rate and durations."""
    barrier = threading.Barrier(len(work) + 1)
    times: list[list[float]] = [[] for _ in work]

    def run(mine: Sequence[T], took: list[float]) -> None:
        barrier.wait()
        for one in mine:
            start = time.perf_counter()
            do(one)
            took.append(time.perf_counter() - start)

    threads = [
        threading.Thread(target=run, args=(mine, took))
        for mine, took in zip(work, times, strict=True)
    ]
    for thread in threads:
        thread.start()
    barrier.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - start
    return sum(map(len, work)) / took, [one for each in times for one in each]


class _Posting:
    """A device that sends its segments over HTTP, a thousand events in a body."""

    def __init__(self, work: _Work, port: int, key: str) -> None:
        self._work = work
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.connect()
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": LINES}

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()

    def post(self, count: int) -> float:
        """Submit fresh bets, each signed, 1,000 to a request, on a connection that stands."""
        fresh = bets(self._work.chain, count, self._work.chance)
        bodies = [
            msgspec.json.Encoder().encode_lines([bet.segment for bet in part])
            for part in in_batches(fresh, SEGMENT_EVENTS_MAX)
        ]
        return rate_of(lambda: [self._send(body) for body in bodies], count)

    def _send(self, body: bytes) -> None:
        self._connection.request("POST", "/v1/events", body, self._headers)
        answer = self._connection.getresponse()
        said = answer.read()
        assert answer.status == HTTPStatus.OK, (answer.status, said[:500])


class _Stock:
    """The same bytes through the stock recorder."""

    def __init__(
        self,
        work: _Work,
        statements: PostgresApplicationRecorder,
        functions: PostgresApplicationRecorder,
    ) -> None:
        self._work = work
        self._statements = statements
        self._functions = functions

    def single(self) -> float:
        events = peer.stored([bet.envelope for bet in self._work.fresh], BetPlaced.KIND)
        insert = self._statements.insert_events
        return rate_of(lambda: [insert([one]) for one in events], len(events))

    def batches(self, count: int) -> float:
        envelopes = [data for segment in self._work.segments for data in segment.envelopes]
        events = peer.stored(envelopes[:count], BetPlaced.KIND)
        batches = list(in_batches(events, SEGMENT_EVENTS_MAX))
        insert = self._functions.insert_events
        return rate_of(lambda: [insert(batch) for batch in batches], len(events))

    def concurrent(self, each: int) -> float:
        envelopes = [bet.envelope for bet in self._work.fresh]
        own = [
            [[one] for one in peer.stored(_repeated(envelopes, each), BetPlaced.KIND)]
            for _ in range(WRITERS)
        ]
        rate, _ = at_once(own, self._statements.insert_events)
        return rate


def _repeated(envelopes: Sequence[bytes], count: int) -> list[bytes]:
    return [envelopes[number % len(envelopes)] for number in range(count)]


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Found a ledger, open its door, and put the twin and the peer beside it."""
    with ExitStack() as stack:
        urls = stack.enter_context(bench.ledger("bench_append"))
        peers = stack.enter_context(bench.database("bench_append_peer"))
        twin = Twin(urls)
        stack.callback(twin.close)
        installation = stack.enter_context(bench.open(urls))
        pool = stack.enter_context(ThreadPoolExecutor(2))
        work = _Work(bench, installation, twin, pool)
        stock = _Stock(
            work,
            stack.enter_context(peer.recorder(peers)),
            stack.enter_context(peer.recorder(peers, functions=True)),
        )
        made = Plan()
        for size in BATCHES:
            _add_batches(made, bench, work, stock, size)
        _add_concurrent(made, bench, work, stock)
        _add_segments(made, bench, work, stock)
        port, _ = stack.enter_context(served(installation, urls, installation.door))
        with Keeper(urls.superuser) as keeper:
            key = keeper.issue(TABLE, Role.SOURCE, [TABLE])
        _add_posting(made, bench, stack.enter_context(closing(_Posting(work, port, key))))
        yield made


def _add_batches(made: Plan, bench: Bench, work: _Work, stock: _Stock, size: int) -> None:
    count = bench.at_most(BATCHES[size])
    threads = 1 if size == 1 else 2
    own, checked, stored = f"door {size}", f"signatures {size}", f"store {size}"
    bound = f"B {size}"

    def both(rates: Rates) -> float:
        return serial(rates[checked], rates[stored])

    made.measures[own] = partial(work.append, count, size)
    made.measures[checked] = partial(work.check, threads)
    made.measures[stored] = partial(work.store, size)
    made.derived[bound] = both
    goals = [Goal("limit", least=OF_BOUND[size])]
    if size == 1:
        made.measures["stock 1"] = stock.single
        goals.append(Goal("peer", least=2))
    made.rows.append(
        Comparison(
            name=f"append, every event signed, {size:,} a batch",
            own=own,
            limit=bound,
            peer="stock 1" if size == 1 else None,
            goals=tuple(goals),
            limit_is="B: signatures, then one bare INSERT",
            peer_is="stock recorder, insert_events of one" if size == 1 else "",
        )
    )


def _add_concurrent(made: Plan, bench: Bench, work: _Work, stock: _Stock) -> None:
    each = bench.at_most(WRITER_EVENTS)
    made.measures["8 sources"] = partial(work.concurrent, each)
    made.measures["stock, 8 writers"] = partial(stock.concurrent, each)
    made.derived["8 sources, p99"] = lambda _: work.latency()
    made.rows += [
        Comparison(
            name="append, 8 sources at once, single events",
            own="8 sources",
            peer="stock, 8 writers",
            peer_is="stock recorder, 8 writers",
            goals=(Goal("peer", least=2.5),),
        ),
        Comparison(
            name="append, 8 sources at once, p99 of an event",
            own="8 sources, p99",
            unit="ms",
            goals=(Goal("rate", most=LATENCY_MS_MAX, text="ms"),),
        ),
    ]


def _add_segments(made: Plan, bench: Bench, work: _Work, stock: _Stock) -> None:
    made.measures["segments"] = partial(work.append_segments, bench.at_most(SEGMENT_EVENTS))
    made.measures["copy"] = work.copy
    made.measures["stock 1000"] = partial(stock.batches, PEER_EVENTS)
    made.rows.append(
        Comparison(
            name="append, segments of 1,000",
            own="segments",
            limit="copy",
            limit_is="COPY of the same rows and batches, committed",
            peer="stock 1000",
            peer_is="stock recorder, insert_events of 1,000 by its database function",
            goals=(Goal("limit", least=0.45), Goal("peer", least=2)),
        )
    )


def _add_posting(made: Plan, bench: Bench, posting: _Posting) -> None:
    made.measures["http"] = partial(posting.post, bench.at_most(BATCHES[SEGMENT_EVENTS_MAX]))
    made.rows.append(
        Comparison(
            name="POST /v1/events, 1,000 signed events",
            own="http",
            limit=f"door {SEGMENT_EVENTS_MAX}",
            limit_is="the same door in this process, 1,000 a batch",
            goals=(Goal("limit", least=0.9),),
        )
    )
