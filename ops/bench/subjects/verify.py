"""``razao bench verify``: the whole log recomputed from its stored rows.

Without signatures the limit is the log streamed out by COPY and split into its columns in one
process; with them it is checking the signatures alone, on as many threads as there are cores. The
log without signatures is in segments, as imports are; the one with them is signed event by event.
"""

import os
import struct
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Final

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.audit.auditor import PARALLEL_FROM, audit_database
from ledger.signed.segments import Signed
from ops.bench.casino import BOUND, LOAD_EVENTS, TABLE, Bench, bets, load_rounds
from ops.bench.frame import Comparison, Goal, Plan, rate_of
from ops.bench.subjects.append import Pair, check_on, in_batches
from ops.database.postgres import DatabaseUrls

EVENTS: Final = 120_000
SIGNED_EVENTS: Final = PARALLEL_FROM + 1_000
COPY: Final = """
    COPY (
        SELECT notification_id, originator_version, link, signature, originator_id, topic, state
        FROM ledger.events ORDER BY notification_id
    ) TO STDOUT (FORMAT binary)
"""
_HEADER_SIZE: Final = 19
_TRAILER_SIZE: Final = 2
_SIGNATURE_SIZE: Final = 64

Columns = tuple[int, int, bytes, bytes | None, bytes, bytes, bytes]


def split(connection: psycopg.Connection) -> Iterator[Columns]:
    """Yield each row's columns, in the order of the COPY."""
    head = struct.Struct("!hiqiqi32si").unpack_from
    length = struct.Struct("!i").unpack_from
    start = _HEADER_SIZE
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for data in copy:
            if len(data) - start <= _TRAILER_SIZE:
                continue
            _, _, position, _, seq, _, link, size = head(data, start)
            at = start + 66
            signature = None
            if size == _SIGNATURE_SIZE:
                signature = bytes(data[at : at + size])
                at += size
            end = at + 4 + length(data, at)[0]
            source = bytes(data[at + 4 : end])
            at, end = end, end + 4 + length(data, end)[0]
            kind = bytes(data[at + 4 : end])
            yield position, seq, link, signature, source, kind, bytes(data[end + 4 :])
            start = 0


class _Log:
    """A log to verify."""

    def __init__(self, urls: DatabaseUrls) -> None:
        self._urls = urls
        with psycopg.connect(urls.superuser, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE ledger.events")
            row = connection.execute("SELECT position FROM ledger.head").fetchone()
        assert row is not None
        self.size: int = row[0]

    def stream(self) -> float:
        return rate_of(self._stream, self.size)

    def _stream(self) -> None:
        with psycopg.connect(self._urls.superuser) as connection:
            read = sum(1 for _ in split(connection))
        assert read == self.size

    def audit(self, *, processes: int, signatures: bool) -> float:
        def audit() -> None:
            report = audit_database(
                self._urls.superuser, processes=processes, signatures=signatures
            )
            assert report.clean, report

        return rate_of(audit, self.size)


def _checking(pairs: list[Pair], key: Ed25519PublicKey, threads: int) -> Callable[[], float]:
    def run() -> float:
        # A pool of its own each time: an audit forks only where there are no threads.
        with ThreadPoolExecutor(threads) as pool:
            return rate_of(lambda: check_on(pool, threads, key, pairs), len(pairs))

    return run


def _record_bets(bench: Bench, urls: DatabaseUrls, count: int) -> tuple[list[Pair], bytes]:
    """Record bets, each signed; return the signatures with what they sign, and their key."""
    with bench.open(urls) as installation:
        chain = installation.enrol(TABLE, BOUND)
        public = chain.signer.public_key
        signed = Signed.of(chain.origin, TABLE, public)
        fresh = bets(chain, count, Random(bench.seed))
        for part in in_batches(fresh, LOAD_EVENTS):
            installation.send([bet.segment for bet in part])
    pairs = [
        (bet.segment.signature, signed.statement(bet.seq, bet.previous, [bet.link]))
        for bet in fresh
    ]
    return pairs, public


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Load two logs: one in segments, one signed event by event."""
    cores = os.cpu_count() or 1
    with (
        bench.ledger("bench_verify") as urls,
        bench.ledger("bench_verify_signed") as signed_urls,
    ):
        with bench.open(urls) as installation:
            load_rounds(bench, installation, bench.size(EVENTS))
        pairs, public = _record_bets(bench, signed_urls, bench.at_most(SIGNED_EVENTS))
        log, signed = _Log(urls), _Log(signed_urls)
        key = Ed25519PublicKey.from_public_bytes(public)
        yield Plan(
            measures={
                "stream": log.stream,
                "verify 1": partial(log.audit, processes=1, signatures=False),
                "verify all": partial(log.audit, processes=cores, signatures=False),
                "signatures": _checking(pairs, key, cores),
                "verify signed": partial(signed.audit, processes=cores, signatures=True),
            },
            rows=[
                Comparison(
                    name="verify, one process",
                    own="verify 1",
                    limit="stream",
                    limit_is="rows streamed and split, one process",
                    goals=(Goal("limit", least=0.40),),
                ),
                Comparison(
                    name="verify, a process per core",
                    own="verify all",
                    limit="stream",
                    limit_is="rows streamed and split, one process",
                    goals=(Goal("limit", least=0.70),),
                ),
                Comparison(
                    name="verify, every event signed, a process per core",
                    own="verify signed",
                    limit="signatures",
                    limit_is="signatures alone, a thread per core",
                    goals=(Goal("limit", least=0.85),),
                ),
            ],
        )
