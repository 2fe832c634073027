"""Corrected and withdrawn readings: judged anew with the pool's balances when they were read.

What comes later still may explain them, as it does any reading; one that is withdrawn is of no day,
and no other is compared with it. Rules: regulatory.md 3.6.
"""

from msgspec import structs

from ledger.events.jackpots import ControllerRead, DisplayRead
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.times import after
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import Read
from projections.stages.pools.books.moments import Balances, Reading
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.checks.readings import (
    LATENCY_SECONDS,
    agreeing,
    hold,
    judge_again,
    show_last,
)
from projections.stages.pools.moves import late
from projections.stages.pools.moves.held import (
    DISPLAY_SECONDS,
    DOUBTED,
    held_at,
    recalled,
    seen_between,
)


def undo_reading(
    books: Books, event: Event, payload: DisplayRead | ControllerRead | None, name: str
) -> None:
    """Judge a corrected reading anew, with the pool's balances when it was read."""
    books.findings.find(f"reading {event.name}", [])
    pool = books.pools.get(name)
    if pool is None:
        return
    row = books.records.reading(pool, event.position)
    one = next((one for one in pool.doubted if one.position == event.position), None)
    if one is None and row is not None:
        one = Waiting(kind=Kind(row.source), position=event.position, at=event.at, day=row.day)
    if one is None:  # it said nothing, or of a time that was forgotten when it came
        if payload is not None and payload.amount is not None:
            hold(
                books,
                pool,
                event,
                Kind.DISPLAY if isinstance(payload, DisplayRead) else Kind.CONTROLLER,
            )
        return
    if payload is None or payload.amount is None:
        _withdraw(books, pool, one, row)
        return
    _follow(books, pool, event.position, payload)
    with late.as_of(books.now, one):
        if one.held is None:
            with recalled(books, pool, after(event.at, -DISPLAY_SECONDS)):
                one.held = _held_then(books.now, pool, event, payload, row)
            one.known = row.known if row is not None else books.now.position
            pool.doubted = [*pool.doubted[1 - DOUBTED :], one]
        judge_again(books, event, pool, payload, one)


def _held_then(
    now: Now,
    pool: Pool,
    event: Event,
    payload: DisplayRead | ControllerRead,
    row: Read | None,
) -> Balances:
    """Return the balances that a reading was right by, to compare its correction with them."""
    key = (event.at, event.position)
    if key[0] < pool.forgot and row is not None:  # what was held besides nobody knows any more
        parts = payload if isinstance(payload, ControllerRead) else None
        return Balances(
            row.ledger * MILLION + (parts.residue or 0 if parts is not None else 0),
            0,
            (parts.reserve or 0) * MILLION if parts is not None else 0,
            (parts.overflow or 0) if parts is not None else 0,
        )
    kind = Kind.DISPLAY if isinstance(payload, DisplayRead) else Kind.CONTROLLER
    seconds = now.value(f"{kind}_latency_seconds", pool.name, event.place or "*")
    seconds = seconds if isinstance(seconds, int) else LATENCY_SECONDS[kind]
    seen = seen_between(pool, after(event.at, -seconds), key) if seconds else []
    return agreeing(payload, seen) or held_at(pool, key)


def _withdraw(books: Books, pool: Pool, one: Waiting, row: Read | None) -> None:
    """Withdraw a reading: from its day, and as the reading that later ones are compared with."""
    pool.doubted = [other for other in pool.doubted if other is not one]
    books.pools.touched.add(pool.name)
    _follow(books, pool, one.position, None)
    if row is None:
        return
    books.records.read_again[row.position] = structs.replace(row, withdrawn=books.now.position)
    with late.as_of(books.now, one):
        show_last(books, pool, row.source)


def _follow(
    books: Books, pool: Pool, position: int, now: DisplayRead | ControllerRead | None
) -> None:
    """Compare the readings after a corrected reading with it as it stands now."""

    def corrected(before: Reading | None) -> Reading | None:
        if before is None or now is None or now.amount is None:
            return None
        staked = now.staked if isinstance(now, ControllerRead) else None
        return structs.replace(before, amount=now.amount, staked=staked)

    for name, last in list(pool.readings.items()):
        if last.position == position:
            stands = corrected(last)
            if stands is not None:
                pool.readings[name] = stands
            else:
                del pool.readings[name]
    for one in pool.doubted:
        if one.before is not None and one.before.position == position:
            one.before = corrected(one.before)
            books.agenda.doubts.append((pool.name, one))
    books.pools.touched.add(pool.name)


def forget_statement(books: Books, event: Event, name: str) -> None:
    """Forget a stated increment that is corrected: it is judged no more."""
    books.findings.find(f"reading {event.name}", [])
    pool = books.pools.get(name)
    if pool is not None:
        pool.doubted = [one for one in pool.doubted if one.position != event.position]
        books.pools.touched.add(pool.name)
