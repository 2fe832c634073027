"""What a pool held at a moment, by the devices' own times.

Each change of a pool is kept for as long as a device may be late (parameter
``pool_lateness_seconds``, of the ledger's clock), and longer while something waits to be judged.
What was held at a moment is what is held now without the changes after it, so the order in which
events come makes no difference. What comes later still counts from where it stands in the log.
Rules: jackpots.md, "Identity at every event"; regulatory.md 3.5, 3.6.
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from ledger.money import MILLION
from projections.pools.books import Books
from projections.pools.moments import Key, Move, Standing, Waiting
from projections.pools.state import Pool

LATENESS_SECONDS: Final = 300
"""Parameter ``pool_lateness_seconds``: for how long a device of a pool may be out of reach before
what the others say is judged without it; as long as a clock may be wrong."""
KEPT: Final = 2_000
"""Changes kept of a ledger without a clock."""
DOUBTED: Final = 64
"""Judgements that found something and are looked at again if a device speaks later still."""


def after(at: str, seconds: int) -> str:
    """Return a time so many seconds later, or earlier."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def lateness(books: Books, pool: Pool) -> int:
    """Return for how many seconds a device of a pool may be late."""
    seconds = books.value("pool_lateness_seconds", pool.name)
    return seconds if isinstance(seconds, int) else LATENESS_SECONDS


# --- what was held -------------------------------------------------------------------------------


def held_at(pool: Pool, key: Key, *, without: str | None = None) -> Standing:
    """Return what a pool held at a moment, that moment included; ``without`` an award's own."""
    (found,) = held_at_each(pool, [key], without=without)
    return found


def held_at_each(pool: Pool, keys: Sequence[Key], *, without: str | None = None) -> list[Standing]:
    """Return what a pool held at each of several moments."""
    found: dict[Key, Standing] = {}
    held = pool.standing()
    if without is not None:
        for move in pool.moves:
            if move.of == without:
                held = held.plus(move.by, -1)
    number = len(pool.moves)
    for key in sorted(set(keys), reverse=True):
        while number and pool.moves[number - 1].key > key:
            number -= 1
            if without is None or pool.moves[number].of != without:
                held = held.plus(pool.moves[number].by, -1)
        found[key] = held
    return [found[key] for key in keys]


def since(pool: Pool, key: Key) -> list[Move]:
    """Return the changes after a moment, as far as they are kept."""
    return pool.moves[bisect_right(pool.moves, key, key=lambda move: move.key) :]


def before_stake(pool: Pool, key: Key) -> int | None:
    """Return J1 + J2 before the last stake up to a moment; None where none is kept."""
    for move in reversed(pool.moves):
        if move.key <= key and move.stakes > 0:
            held = held_at(pool, move.key)
            later = [one for one in pool.moves if one.key == move.key and one.of]
            for one in later:  # an award at the same moment came after it
                held = held.plus(one.by, -1)
            return held.plus(move.by, -1).shown // MILLION
    return None


def seen_between(pool: Pool, low: str, key: Key) -> list[Standing]:
    """Return all that a pool held from a time to a moment, the last first."""
    held = held_at(pool, key)
    found = [held]
    for move in reversed(pool.moves):
        if move.key > key:
            continue
        if move.at <= low:
            break
        held = held.plus(move.by, -1)
        found.append(held)
    return found


def fell_between(pool: Pool, start: str, end: Key) -> bool:
    """Tell whether J1 + J2 fell after a time and up to a moment: a prize, a transfer, a void."""
    if pool.fell_at >= start:
        return True
    return any(
        start <= move.at and move.key <= end and move.by.shown < 0 for move in reversed(pool.moves)
    )


# --- changes -------------------------------------------------------------------------------------


def mark(
    books: Books,
    pool: Pool,
    *,
    key: Key | None = None,
    of: str = "",
    stakes: int = 0,
    ppm: int = 0,
    casino: str = "",
) -> None:
    """Keep what changed since the last mark, as of the event at hand or of another moment."""
    was, now = pool.marked, pool.standing()
    if was == now:
        return
    pool.marked = now
    if was is None:
        return
    at, position = key or (books.at, books.position)
    move = Move(at, position, now.plus(was, -1), of, stakes, ppm, casino)
    moves = pool.moves
    if moves and moves[-1].key > move.key:
        insort(moves, move, key=lambda one: one.key)
    else:
        moves.append(move)
    books.touched.add(pool.name)
    if (pool.latest and pool.latest[-1].key > move.key) or pool.doubted or pool.readings:
        _late(books, pool, move)


def _late(books: Books, pool: Pool, move: Move) -> None:
    """Let what was judged of a later moment have held this change too."""
    for name, reading in pool.readings.items():
        if reading.at and move.key <= (reading.at, reading.position) and move.by.staked:
            staked = reading.ledger_staked + move.by.staked
            pool.readings[name] = replace(reading, ledger_staked=staked)
    for one in pool.doubted:
        if one.held is not None and move.key <= (one.at, one.position):
            one.held = one.held.plus(move.by)
            if one.carried and one.stake and move.key < (one.stake.at, one.stake.position):
                one.carried = one.carried.plus(move.by)
            books.turn.doubts.append((pool.name, one))
    if any(one.key > move.key and one.award != move.of for one in pool.latest):
        books.turn.late.append((pool.name, move))


def relabel(pool: Pool, award: str, key: Key) -> None:
    """Let an award's own changes be of another moment."""
    pool.moves = [
        Move(*key, move.by, move.of, move.stakes, move.ppm, move.casino)
        if move.of == award
        else move
        for move in pool.moves
    ]
    pool.moves.sort(key=lambda move: move.key)


def prune(books: Books, pool: Pool) -> None:
    """Forget changes of which no device and nothing that waits can still be about."""
    moves = pool.moves
    if books.clock is None:
        drop = len(moves) - KEPT if len(moves) > 2 * KEPT else 0
    else:
        oldest = min((_since(one) for one in pool.waiting), default="~")
        horizon = min(oldest, after(books.clock, -lateness(books, pool)))
        drop = next((n for n, move in enumerate(moves) if move.at >= horizon), len(moves))
    if drop <= 0:
        return
    fell = [move.at for move in moves[:drop] if move.by.shown < 0]
    pool.fell_at = max([pool.fell_at, *fell])
    del moves[:drop]
    books.touched.add(pool.name)


def _since(one: Waiting) -> str:
    at = min(one.at, one.stake.at) if one.stake is not None else one.at
    return after(at, -one.seconds) if one.seconds else at
