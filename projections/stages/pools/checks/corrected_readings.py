"""Corrected and withdrawn readings: judged anew with the pool's balances when they were read.

What comes later still may explain them, as it does any reading; one that is withdrawn is of no day,
and no other is compared with it. Rules: regulatory.md 3.6.
"""

from msgspec import structs

from ledger.events.jackpots import ControllerRead, DisplayRead
from projections.base.event import Event
from projections.base.times import after
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import Read
from projections.stages.pools.books.moments import key_of
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.checks.device_readings import (
    follow,
    held_then,
    reading_before,
    restore_last,
)
from projections.stages.pools.checks.readings import device_of, hold, judge_again, show_last
from projections.stages.pools.moves import late
from projections.stages.pools.moves.held import DISPLAY_SECONDS, DOUBTED, recalled


def undo_reading(
    books: Books, event: Event, payload: DisplayRead | ControllerRead | None, name: str
) -> None:
    """Judge a corrected reading anew, with the pool's balances when it was read.

    It is compared with the device's reading before it, and the next one with it.
    """
    books.findings.find(f"reading {event.name}", [])
    pool = books.pools.get(name)
    if pool is None:
        return
    row = books.records.reading(pool, event.position)
    one = next((one for one in pool.doubted if one.position == event.position), None)
    if one is None and row is not None:
        at, source, position = key_of(event)
        kind = Kind(row.source)
        one = Waiting(kind=kind, position=position, at=at, source=source, day=row.day)
    if one is None:  # it said nothing, or of a time that was forgotten when it came
        if payload is not None and payload.amount is not None:
            hold(
                books,
                pool,
                event,
                Kind.DISPLAY if isinstance(payload, DisplayRead) else Kind.CONTROLLER,
            )
        return
    devices = {f"{row.source} {row.name}"} if row is not None else set[str]()
    if payload is None or payload.amount is None:
        _withdraw(books, pool, one, row)
    else:
        devices.add(device_of(event, payload))
        _judge_anew(books, event, pool, payload, one)
    for device in sorted(devices):
        last = pool.readings.get(device)
        if last is None or last.key <= one.key:
            restore_last(books, pool, device)
        follow(books, pool, device, one.key)


def _judge_anew(
    books: Books,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead,
    one: Waiting,
) -> None:
    row = books.records.reading(pool, event.position)
    one.before = reading_before(books, pool, device_of(event, payload), one.key)
    with late.as_of(books.now, one):
        if one.held is None:
            with recalled(books, pool, after(event.at, -DISPLAY_SECONDS)):
                one.held = held_then(books.now, pool, event, payload, row)
            one.known = row.known if row is not None else books.now.position
            pool.doubted = [*pool.doubted[1 - DOUBTED :], one]
        judge_again(books, event, pool, payload, one)


def _withdraw(books: Books, pool: Pool, one: Waiting, row: Read | None) -> None:
    """Withdraw a reading from its day."""
    pool.doubted = [other for other in pool.doubted if other is not one]
    books.pools.touched.add(pool.name)
    if row is None:
        return
    books.records.read_again[row.position] = structs.replace(row, withdrawn=books.now.position)
    with late.as_of(books.now, one):
        show_last(books, pool, row.source)


def forget_statement(books: Books, event: Event, name: str) -> None:
    """Forget a stated increment that is corrected: it is judged no more."""
    books.findings.find(f"reading {event.name}", [])
    pool = books.pools.get(name)
    if pool is not None:
        pool.doubted = [one for one in pool.doubted if one.position != event.position]
        books.pools.touched.add(pool.name)
