"""Readings of one device before and after a moment, as they stand, in whatever order they came.

Each reading of a display or controller is compared with the one before it. Where one is corrected,
withdrawn or told late, its neighbours are looked up, and the reading after it is judged once more.
"""

from typing import Final

from ledger.events.jackpots import ControllerRead, DisplayRead
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.times import after
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import Read
from projections.stages.pools.books.moments import LAST_OF_ALL, Balances, Key, Reading, key_of
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.moves.held import (
    BEHIND_SECONDS,
    DISPLAY_SECONDS,
    DOUBTED,
    held_at,
    lateness,
    recalled,
    seen_between,
)

LATENCY_SECONDS: Final = {
    Kind.DISPLAY: DISPLAY_SECONDS,
    Kind.CONTROLLER: 0,
    Kind.STATEMENT: 0,
    Kind.STATED: BEHIND_SECONDS,
}
"""Parameters ``display_latency_seconds``, ``controller_latency_seconds`` and
``stated_latency_seconds``."""


def agreeing(payload: DisplayRead | ControllerRead, seen: list[Balances]) -> Balances | None:
    """Return the latest of the visible balances that a reading agrees with."""
    said = payload.amount
    fits = [held for held in seen if held.shown // MILLION == said]
    if isinstance(payload, ControllerRead) and payload.residue is not None:
        exact = [held for held in fits if held.shown % MILLION == payload.residue]
        fits = exact or fits
    return next(iter(fits), None)


def held_then(
    now: Now,
    pool: Pool,
    event: Event,
    payload: DisplayRead | ControllerRead,
    row: Read | None,
) -> Balances:
    """Return the balances that a reading was right by, to compare it with them once more."""
    key = key_of(event)
    if key.at < pool.forgot and row is not None:  # what was held besides nobody knows any more
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


def reading_before(books: Books, pool: Pool, device: str, key: Key) -> Reading | None:
    """Return a device's last reading before a moment; its counts of stakes where they are known."""
    row, _ = books.records.neighbours(pool, device, key)
    return _reading(books, pool, row) if row is not None else None


def restore_last(books: Books, pool: Pool, device: str) -> None:
    """Let the last reading of a device that stands be the one that its next is compared with."""
    last = reading_before(books, pool, device, LAST_OF_ALL)
    if last is not None:
        pool.readings[device] = last
    else:
        pool.readings.pop(device, None)
    books.pools.touched.add(pool.name)


def follow(books: Books, pool: Pool, device: str, key: Key) -> None:
    """Let a device's next reading after a moment be judged once more, beside the one before it."""
    _, row = books.records.neighbours(pool, device, key)
    if row is None:
        return
    event, payload = _said(books, row)
    one = next((one for one in pool.doubted if one.position == row.position), None)
    if event is None or payload is None:
        return
    if one is None:
        one = Waiting(
            kind=Kind(row.source),
            position=row.position,
            at=row.at,
            source=event.source,
            day=row.day,
            known=row.known,
        )
        with recalled(books, pool, after(row.at, -DISPLAY_SECONDS)):
            one.held = held_then(books.now, pool, event, payload, row)
        pool.doubted = [*pool.doubted[1 - DOUBTED :], one]
    one.before = reading_before(books, pool, device, one.key)
    books.agenda.doubts.append((pool.name, one))
    books.pools.touched.add(pool.name)


def _said(books: Books, row: Read) -> tuple[Event | None, DisplayRead | ControllerRead | None]:
    event = books.records.at(row.position)
    payload = books.records.payload_of(event) if event is not None else None
    known = isinstance(payload, (DisplayRead, ControllerRead)) and payload.amount is not None
    return event, payload if known else None


def _reading(books: Books, pool: Pool, row: Read) -> Reading | None:
    """Return a reading with the stakes that the ledger had of its time, and those told since."""
    event, payload = _said(books, row)
    source = event.source if event is not None else ""
    kept = pool.readings.get(f"{row.source} {row.name}")
    staked = payload.staked if isinstance(payload, ControllerRead) else None
    if kept is not None and kept.position == row.position:
        return Reading(
            amount=row.amount,
            position=row.position,
            at=row.at,
            source=source,
            staked=staked,
            ledger_staked=kept.ledger_staked,
            late=kept.late,
        )
    key = Key(row.at, source, row.position)
    with recalled(books, pool, after(row.at, -lateness(books.now, pool))):
        known = row.at >= pool.forgot
        ours = held_at(pool, key).staked
        before = [move for move in pool.moves if move.key <= key]
        late = sum(move.by.staked for move in before if move.position > row.known)
    return Reading(
        amount=row.amount,
        position=row.position,
        at=row.at,
        source=source,
        staked=staked if known else None,
        ledger_staked=ours,
        late=late,
    )
