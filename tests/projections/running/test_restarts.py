"""A night with faults, folded by a service that restarts between pages: the same rows."""

from contextlib import ExitStack
from random import Random
from typing import Final

import psycopg
import pytest
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.signed.canonical import instant
from ops.simulator.night.night import NightPlan
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.rehearsal import play
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.store import carry_out
from projections.running.pipeline import Pipeline, all_stages, events_of
from projections.running.runner import LIVE
from tests.acceptance.test_poison_small import Alone
from tests.fixtures.memory import InMemory, MemoryCasino, Store

PAGES: Final = 40
"""About so many a night, at each of which the service may be started again."""


class Telling(Alone):
    """The same, whose office is told what the projections know."""

    @override
    def receita(self, casino: str, day: str) -> int:
        self._casino.project()
        (row,) = self._casino.rows(
            "SELECT coalesce(sum(amount), 0)::bigint AS amount FROM {s}.revenue WHERE casino = %s "
            "AND day = %s AND currency = (SELECT currency FROM {s}.casino WHERE casino = %s)",
            casino,
            day,
            casino,
        )
        return row["amount"]

    @override
    def finding(self, code: str, event: str) -> str:
        self._casino.project()
        told = self._installation.store.told
        return next(
            row["id"]
            for row in self._casino.rows(
                "SELECT id, positions FROM {s}.finding WHERE known_until IS NULL AND code = %s",
                code,
            )
            for _, source, seq, *_ in (told[place - 1] for place in row["positions"])
            if f"{source}:{seq}" == event
        )


def played(connection: psycopg.Connection, seed: int, plant: str, size: float, days: int) -> Store:
    """Play nights into a ledger in memory."""
    with ExitStack() as stack, connection.transaction(force_rollback=True):
        installation = InMemory(stack, at=founded_at(DAY), whole_floor=True)
        installation.let_authority_hold(instant(founded_at(DAY)))
        casino = MemoryCasino(installation, connection)
        floor = NightPlan(seed=seed, days=days, plant=plant, size=size).casino(DAY, 1)
        play(Telling(casino, None), floor, seed=seed, days=days)
        return installation.store


class Service:
    """The follower of a log in memory."""

    def __init__(self, connection: psycopg.Connection, store: Store) -> None:
        self._connection = connection
        self._store = store
        self.start()

    def start(self) -> None:
        """Start anew, from what the tables hold."""
        self._pipeline = Pipeline(all_stages)
        cursor = self._connection.cursor(row_factory=tuple_row)
        self._pipeline.load(Schema(cursor, LIVE), self._store)

    def fold(self, events: list[Event]) -> None:
        """Fold a page."""
        self._pipeline.fold(events)
        writes = Writes(LIVE)
        self._pipeline.flush(writes)
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            for act in writes.acts:
                carry_out(cursor, act)

    def figures(self) -> dict[str, list[str]]:
        """Return each table's rows, in their order."""
        found: dict[str, list[str]] = {}
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            for stage in self._pipeline.with_tables():
                for table, order in stage.tables:
                    query = f"SELECT t::text FROM {LIVE}.{table} AS t ORDER BY {order}"
                    found[table] = [row for (row,) in cursor.execute(query.encode())]
        return found


def differing(connection: psycopg.Connection, store: Store, seed: int) -> dict[str, list[str]]:
    """Return the rows that restarts made different, by table."""
    rng = Random(seed)
    events = list(events_of(store.told))
    with connection.transaction(force_rollback=True):
        whole = Service(connection, store)
        whole.fold(events)
        expected = whole.figures()
    with connection.transaction(force_rollback=True):
        service = Service(connection, store)
        at = 0
        while at < len(events):
            count = rng.randint(1, 2 * len(events) // PAGES)
            service.fold(events[at : at + count])
            at += count
            if rng.random() < 0.6:
                service.start()
        got = service.figures()
    return {
        table: sorted({*got[table]} ^ {*rows})[:6]
        for table, rows in expected.items()
        if rows != got[table]
    }


@pytest.mark.long
@pytest.mark.deep
def test_restarts_change_no_row(projections: psycopg.Connection) -> None:
    """One night of the whole floor, 150 faults in it."""
    store = played(projections, 11, "150", 0.05, 1)
    assert differing(projections, store, 11) == {}


@pytest.mark.deep
@pytest.mark.long
def test_restarts_change_no_row_of_a_longer_night(projections: psycopg.Connection) -> None:
    """Two days, 300 faults, other pages."""
    store = played(projections, 21, "300", 0.05, 2)
    assert differing(projections, store, 21) == {}
