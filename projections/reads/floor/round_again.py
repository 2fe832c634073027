"""A closed round whole, as its verdict was given: events with bodies, options, record, verdict.

One question gives all that telling the round step by step takes: the owner's events in order with
their corrections applied, the table, the values carried from the rounds before, the options in
force when it opened, and the verdict with the pool that it was judged with.
"""

from contextlib import suppress
from typing import Any

import psycopg
from msgspec import Struct, structs
from psycopg.rows import tuple_row

from ledger.store.reader import Reader
from projections.base.event import ClosedRound
from projections.base.rows import Schema
from projections.reads.basis.unproved import round_since
from projections.reads.queries import connect
from projections.replay.registry import UnknownGameError, Verdict, judge
from projections.running.runner import LIVE, LedgerSource
from projections.stages.parameters.stage import read_book
from projections.stages.pools import read_booked
from projections.stages.rounds.stage import Rounds


class RoundAgain(Struct, frozen=True, kw_only=True):
    """A closed round with what it was judged with."""

    closed: ClosedRound
    """Its events in the order of the owner's chain, corrections applied."""
    verdict: Verdict | None
    """None where this version knows no such game, or its profile has it not."""
    unproved: int | None = None
    """Position since which it is not proved, and nothing is found wrong with it; None if it is."""


def round_again(conninfo: str, round_id: str) -> RoundAgain | None:
    """Return a closed round as it is judged now; None if no such round was closed."""
    with connect(conninfo) as connection, connection.transaction():
        return round_again_by(connection, Reader.within(connection), round_id)


def round_again_by(
    connection: psycopg.Connection[Any], reader: Reader, round_id: str
) -> RoundAgain | None:
    """Return a closed round as it is judged now, by connections that stand already."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        schema = Schema(cursor, LIVE)
        book = read_book(schema)
        closed = Rounds.again(schema, LedgerSource(reader), book, round_id)
        if closed is None or not closed.events:
            return None
        verdict = None
        if closed.record is not None:
            record = closed.record
            pool = read_booked(schema, round_id).state
            if pool is not None and "pool" in record.__struct_fields__:
                record = structs.replace(record, pool=pool)
            with suppress(UnknownGameError):
                verdict = judge(record)
        since = round_since(connection, round_id)
        if verdict is not None and since is not None:
            verdict = structs.replace(verdict, found=())
        return RoundAgain(closed=closed, verdict=verdict, unproved=since)
