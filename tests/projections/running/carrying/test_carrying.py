"""A night cut anywhere: what was carried over the cut, and nothing else, gives the same rows."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import psycopg
import pytest
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.reviews import Correction, GamingDayClosed, TaxDeclared
from ledger.events.rounds import Payout
from ledger.events.tables import DropCounted
from ledger.roles import Role
from projections.base.event import Event
from projections.base.rows import Writes
from projections.base.stage import Source
from projections.base.store import carry_out
from projections.running.carrying.carry import by_table, plant_rows
from projections.running.carrying.changes import note_changes, note_looked, read_changes
from projections.running.carrying.tracing import Trace
from projections.running.pipeline import Pipeline, all_stages, events_of
from projections.running.runner import LIVE
from tests.acceptance import test_poison_small as poison
from tests.fixtures.memory import MemoryCasino, Store
from tests.projections.running.test_restarts import Service, played
from tests.projections.stages.authority.house import OWN, PLACE, House, binding
from tests.projections.stages.rounds.test_rounds import TABLE, open_table, play, round_name

PAGES = 4
TAX = "imposto_especial"
Told = frozenset[tuple[str, str]]


class Noted(Source):
    """A ledger of which it is noted what is read again; or nothing but that is there."""

    def __init__(self, store: Store, *, after: int = 0, only: frozenset[int] | None = None) -> None:
        self._store = store
        self._after = after
        self._only = only
        self.read: set[int] = set()

    @override
    def events(self, positions: Sequence[int]) -> list[Event]:
        return [self._given(one) for one in self._store.events(positions)]

    @override
    def named(self, name: str) -> Event | None:
        event = self._store.named(name)
        return None if event is None else self._given(event)

    def _given(self, event: Event) -> Event:
        self.read.add(event.position)
        if self._only is not None:
            assert event.position > self._after or event.position in self._only, event
        return event


class Follower:
    """The stages that judge, on a set of tables."""

    def __init__(self, connection: psycopg.Connection, source: Source) -> None:
        self.trace = Trace()
        self._connection = connection
        self._pipeline = Pipeline(lambda: [one for one in all_stages() if not one.alone])
        cursor = connection.cursor(row_factory=tuple_row)
        self._pipeline.load(self.trace.schema(cursor, LIVE), source)
        self.loaded = frozenset(self.trace.take().rows)

    def fold(self, events: Sequence[Event]) -> None:
        self._pipeline.fold(events)
        writes = Writes(LIVE)
        self._pipeline.flush(writes)
        write(self._connection, writes)

    def note(self) -> None:
        tables = [name for one in self._pipeline.with_tables() for name, _ in one.tables]
        note_changes(self._connection, LIVE, tables)


def write(connection: psycopg.Connection, writes: Writes) -> None:
    with connection.cursor(row_factory=tuple_row) as cursor:
        for act in writes.acts:
            carry_out(cursor, act)


def pages(events: Sequence[Event], seed: int) -> list[Sequence[Event]]:
    rng = Random(seed)
    cuts = sorted({0, len(events), *(rng.randint(0, len(events)) for _ in range(PAGES - 1))})
    return [events[a:b] for a, b in pairwise(cuts)]


class Changes(NamedTuple):
    """The rows that came and went."""

    come: Told
    gone: Told


def changed(connection: psycopg.Connection) -> tuple[Changes, Told]:
    """Return what changed since it is noted, and which rows of before that looked at."""
    told = read_changes(connection, LIVE)
    come, gone = list(told.come()), list(told.gone())
    assert (come, gone) == (sorted(come), sorted(gone))
    return Changes(frozenset(come), frozenset(gone)), frozenset(told.back())


def cut(
    connection: psycopg.Connection, store: Store, at: int, until: int
) -> tuple[Changes, Changes, Told, Told, Told]:
    """Return what a range changes, folded on and resumed; what was carried in, looked up, out."""
    before, after = list(events_of(store.told[:at])), list(events_of(store.told[at:until]))
    with connection.transaction(force_rollback=True):
        if before:
            Follower(connection, store).fold(before)
        source = Noted(store)
        whole = Follower(connection, source)
        whole.note()
        for page in pages(after, at):
            whole.fold(page)
        note_looked(connection, LIVE, whole.trace.take().rows)
        expected, looked_up = changed(connection)
        looked_up -= whole.loaded
        out = Follower(connection, source).loaded
        events = frozenset(one for one in source.read if one <= at)
    with connection.transaction(force_rollback=True):
        writes = Writes(LIVE)
        for table, rows in by_table(whole.loaded | looked_up).items():
            plant_rows(writes, table, rows)
        write(connection, writes)
        source = Noted(store, after=at, only=events)
        again = Follower(connection, source)
        assert again.loaded == whole.loaded
        again.note()
        for page in pages(after, at):
            again.fold(page)
        got, _ = changed(connection)
        assert Follower(connection, source).loaded == out
    return expected, got, whole.loaded, looked_up, out


def differing(expected: Changes, got: Changes) -> dict[str, list[str]]:
    return {
        "lacks": sorted(f"{a} {b}" for a, b in expected.come - got.come)[:4],
        "has besides": sorted(f"{a} {b}" for a, b in got.come - expected.come)[:4],
        "gone": sorted(f"{a} {b}" for a, b in expected.gone ^ got.gone)[:4],
    }


SAME: dict[str, list[str]] = {"lacks": [], "has besides": [], "gone": []}


@pytest.mark.long
@pytest.mark.deep
@pytest.mark.parametrize(("seed", "plant", "days"), [(31, "100", 2)])
def test_a_night_resumed_from_its_carry_gives_the_same_rows(
    projections: psycopg.Connection, seed: int, plant: str, days: int
) -> None:
    """A whole floor with faults and corrections: empty tables go on from wherever it is cut."""
    store = played(projections, seed, plant, 0.03, days)
    rng = Random(seed)
    last = len(store.told)
    for at in [0, *sorted(rng.randint(1, last - 1) for _ in range(2))][days - 1 :]:
        expected, got, *_ = cut(projections, store, at, last)
        assert expected.come
        assert differing(expected, got) == SAME, at


@pytest.mark.deep
def test_a_poisoned_night_resumed_from_its_carry_gives_the_same_rows(
    projections: psycopg.Connection,
) -> None:
    """Devices that say what cannot be: ranges between cuts anywhere, each from its own carry."""
    honest = poison.played(projections, {}, None)
    late = poison.late(honest.installation.store)
    night = poison.played(projections, late, honest.heard)
    assert night.altered
    store = night.installation.store
    cuts = sorted(Random(poison.SEED).sample(range(1, len(store.told)), 3))
    for at, until in pairwise([*cuts, len(store.told)]):
        expected, got, *_ = cut(projections, store, at, until)
        assert expected.come
        assert differing(expected, got) == SAME, at


def carried(connection: psycopg.Connection, store: Store) -> dict[str, int]:
    """Return how many rows of each table are carried out of a log."""
    with connection.transaction(force_rollback=True):
        Follower(connection, store).fold(events_of(store.told))
        return {
            table: len(rows) for table, rows in by_table(Follower(connection, store).loaded).items()
        }


def test_ten_times_the_log_carries_as_much(
    projections: psycopg.Connection, memory_casino: MemoryCasino
) -> None:
    """What is open is carried, and not what was played, nor what of it was corrected since."""
    open_table(memory_casino, minimos={"pleno": 100}, maximos={"pleno": 4_000})
    store = memory_casino.installation.store

    def spend(first: int, last: int) -> dict[str, int]:
        for number in range(first, last + 1):
            correct(memory_casino, play(memory_casino, number, paid=3_495)["payout"])
        return carried(projections, store)

    first = spend(1, 5)
    assert spend(6, 50) == first


def correct(casino: MemoryCasino, wrong: Receipt) -> None:
    """Let a payment of 3,495 have been one of 3,500."""
    replacement = {"seat": 1, "amount": 3_500, "bets": [1], "stake_returned": 100}
    target = f"{wrong.source}:{wrong.first}"
    act = Correction(
        target=target, link=wrong.link, replacement=replacement, reason="erro_de_registo"
    )
    casino.approve("chefe", casino.say("fiscal", act))


def test_what_was_corrected_before_a_restart_stays_so(
    projections: psycopg.Connection, memory_casino: MemoryCasino
) -> None:
    """A payment comes late to a round with a corrected one: nothing is due any more, or paid."""
    open_table(memory_casino, minimos={"pleno": 100}, maximos={"pleno": 4_000})
    correct(memory_casino, play(memory_casino, 1, paid=3_495)["payout"])
    store = memory_casino.installation.store
    at = len(store.told)
    late = Payout(seat=1, bets=(1,), amount=5)
    memory_casino.say(TABLE, late, round_id=round_name(1))
    events = list(events_of(store.told))
    told: list[list[str]] = []
    for cuts in ([], [at]):
        with projections.transaction(force_rollback=True):
            service = Service(projections, store)
            for first, last in pairwise([0, *cuts, len(events)]):
                service.start()
                service.fold(events[first:last])
            told.append(service.figures()["verdict"])
    assert told[0] == told[1]
    assert ",3600,3605," in told[0][-1]


def test_ten_times_the_days_carry_as_much(
    projections: psycopg.Connection, memory_casino: MemoryCasino
) -> None:
    """Boxes counted and confirmed, days closed and their declared tax are over."""
    house = House(memory_casino)
    house.enrol("cashier-2", binding(Role.CASHIER))
    house.schedule("table", PLACE)
    store = memory_casino.installation.store

    def say(source: str, payload: Payload, day: str, place: str | None = None) -> Receipt:
        segment = memory_casino.source(source).say(
            payload, f"{day}T22:00:00.000000Z", day=day, place=place
        )
        (answer,) = memory_casino.door.submit([segment])
        assert answer.receipt is not None
        return answer.receipt

    def spend(first: int, last: int) -> dict[str, int]:
        for number in range(first, last + 1):
            day = f"2026-12-{number:02}"
            told = say(
                "table", DropCounted(cash=5, counted_by=("cashier", "cashier-2")), day, PLACE
            )
            for person in ("cashier", "cashier-2"):
                memory_casino.approve(person, told)
            say("director", GamingDayClosed(casino=OWN), day)
            declared = TaxDeclared(casino=OWN, first=day, last=day, tax_name=TAX, base=0, tax=0)
            say("finance", declared, day)
        return carried(projections, store)

    first = spend(1, 3)
    assert first["closed_day"] == first["tax_declared"] == 1
    assert spend(4, 30) == first
