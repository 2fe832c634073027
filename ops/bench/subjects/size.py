"""``razao bench size``: bytes of an event beyond its envelope, and of a history row.

Indexes count. Sizes do not swing, so one round tells as much as five.
"""

from collections.abc import Generator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import psycopg
from psycopg.sql import SQL

from ledger.signed.segments import SEGMENT_EVENTS_MAX
from ops.bench.casino import BOUND, LOAD_EVENTS, TABLE, Bench, bet_segments, bets, load_rounds
from ops.bench.frame import Comparison, Goal, Plan
from ops.bench.subjects.append import in_batches
from ops.database.postgres import DatabaseUrls
from projections.running.runner import Runner

EVENTS: Final = 30_000
SINGLY_MAX: Final = 300
SEGMENTS_MAX: Final = 200
HISTORY_MAX: Final = 350
UNIT: Final = "bytes"


def overhead(urls: DatabaseUrls) -> float:
    """Return the bytes of an event in the table and its indexes, beyond the envelope."""
    total, envelopes, count = _ask(
        urls,
        "SELECT pg_total_relation_size('ledger.events'), sum(octet_length(state)), count(*) "
        "FROM ledger.events",
    )
    return (int(total) - int(envelopes)) / int(count)


def history(urls: DatabaseUrls) -> float:
    """Return the bytes of a row of the history, with its indexes."""
    total, count = _ask(
        urls,
        "SELECT pg_total_relation_size('projections.history'), count(*) FROM projections.history",
    )
    return int(total) / int(count)


def _ask(urls: DatabaseUrls, query: Any) -> tuple[Any, ...]:
    with psycopg.connect(urls.superuser) as connection:
        row = connection.execute(SQL(query)).fetchone()
    assert row is not None
    return row


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Record bets singly and in segments, and rounds with their history."""
    count = bench.size(EVENTS)
    with (
        bench.ledger("bench_size_singly") as singly,
        bench.ledger("bench_size_segments") as together,
        bench.ledger("bench_size_rounds") as told,
    ):
        with bench.open(singly) as installation:
            chain = installation.enrol(TABLE, BOUND)
            for part in in_batches(bets(chain, count, Random(bench.seed)), LOAD_EVENTS):
                installation.send([bet.segment for bet in part])
        with bench.open(together) as installation:
            chain = installation.enrol(TABLE, BOUND)
            for segment in bet_segments(chain, count, SEGMENT_EVENTS_MAX, Random(bench.seed)):
                installation.send([segment])
        with bench.open(told) as installation:
            load_rounds(bench, installation, count)
        with Runner(told.login) as runner:
            runner.catch_up()
        yield Plan(
            measures={
                "singly": lambda: overhead(singly),
                "segments": lambda: overhead(together),
                "history": lambda: history(told),
            },
            rows=[
                Comparison(
                    name="size, an event signed singly, beyond its envelope",
                    own="singly",
                    goals=(Goal("rate", most=SINGLY_MAX, text="bytes"),),
                    unit=UNIT,
                ),
                Comparison(
                    name="size, an event in a segment of 1,000, beyond its envelope",
                    own="segments",
                    goals=(Goal("rate", most=SEGMENTS_MAX, text="bytes"),),
                    unit=UNIT,
                ),
                Comparison(
                    name="size, a row of the history",
                    own="history",
                    goals=(Goal("rate", most=HISTORY_MAX, text="bytes"),),
                    unit=UNIT,
                ),
            ],
        )
