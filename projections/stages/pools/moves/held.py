"""A pool's balances at a moment, by the devices' own times.

Each change of a pool is kept for as long as a device may be late (parameter
``pool_lateness_seconds``, of the ledger's clock), and longer while something waits to be judged.
What was held at a moment is what is held now without the changes after it, so the order in which
events come makes no difference.

Changes that are forgotten are put away in rows. A prize, or a reading, of a device that was away
for longer than that looks them up (``recalled``), as far back as ``pool_memory_seconds``.

When its term is over a prize is closed if all that was said and paid of it is right: what comes
later still counts from where it stands in the log, and in no prize of before. A prize that is found
wrong stays open, as a reading does: a device that was away for longer may explain it.
Rules: jackpots.md, "Identity at every event"; regulatory.md 3.5 n. 13, 3.6.
"""

from bisect import bisect_right, insort
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from msgspec.structs import replace

from ledger.money import MILLION
from projections.base.times import DAY_SECONDS, LAST, after
from projections.stages.pools.books.agenda.agenda import Agenda
from projections.stages.pools.books.agenda.waiting import Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.moments import (
    LAST_OF_ALL,
    Balances,
    Gone,
    Key,
    Latest,
    Move,
    Reading,
)
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import AllPools, Pool

LATER: Final = "~"
"""After every time."""
LATENESS_SECONDS: Final = 300
"""Parameter ``pool_lateness_seconds``: for how long a device of a pool may be out of reach before
what the others say is judged without it; as long as a clock may be wrong."""
KEPT: Final = 2_000
"""Changes kept of a ledger without a clock."""
DOUBTED: Final = 64
"""Judgements that found something and are looked at again if a device speaks later still."""
BEHIND_SECONDS: Final = 2
"""Parameter ``stated_latency_seconds``: by how much the clock of who says what a stake did may be
behind the clock of who took it."""
DEADLINE_SECONDS: Final = 86_400
"""Parameter ``jackpot_deadline_seconds``: how long a prize may wait (JP-PAYLATE)."""
DISPLAY_SECONDS: Final = 30
"""Parameter ``display_latency_seconds``: for how long a display may lag (an anchor gives 30 s)."""


def lateness(now: Now, pool: Pool) -> int:
    """Return for how many seconds a device of a pool may be late."""
    seconds = now.value("pool_lateness_seconds", pool.name)
    return seconds if isinstance(seconds, int) else LATENESS_SECONDS


def latency(now: Now, pool: Pool) -> int:
    """Return for how many seconds a pool's displays may lag."""
    seconds = now.value("display_latency_seconds", pool.name)
    return seconds if isinstance(seconds, int) else DISPLAY_SECONDS


def behind(now: Now, pool: Pool, *scopes: str) -> int:
    """Return by how many seconds the clock of a speaker about another's stake may be behind."""
    seconds = now.value("stated_latency_seconds", pool.name, *scopes)
    return seconds if isinstance(seconds, int) else BEHIND_SECONDS


def reserve_pays(now: Now, pool: Pool) -> bool:
    """Tell whether reserve and overflow pay for the base (``reserva_paga_base``)."""
    return now.value("reserva_paga_base", pool.name) is True


def deadline(now: Now, pool: str, place: str | None) -> int:
    """Return for how many seconds a prize, or money to be given back of a prize, may wait."""
    seconds = now.value("jackpot_deadline_seconds", pool, place or "*")
    return seconds if isinstance(seconds, int) else DEADLINE_SECONDS


# --- what was held -------------------------------------------------------------------------------


def held_at(pool: Pool, key: Key, *, without: str | None = None) -> Balances:
    """Return a pool's balances at a moment, itself included; ``without`` an award's changes.

    Of a moment after which changes are forgotten nobody knows: it is what the pool holds now.
    """
    held = pool.balances_now()
    if key.at < pool.forgot:
        key = LAST_OF_ALL
    for move in reversed(pool.moves):
        if move.key > key or (without is not None and move.of == without):
            held = held.plus(move.by, -1)
        elif without is None:
            break
    return held


def is_over(pool: Pool, key: Key) -> bool:
    """Tell whether nothing can be reckoned into a moment any more.

    Changes of after it are forgotten, or a prize that was won after it is closed.
    """
    return key.at < pool.forgot or any(one.closed and one.key > key for one in pool.latest)


def moment_of(pool: Pool, key: Key) -> Key:
    """Return the moment at which a prize counts: its own, or if that is over, the latest."""
    if not is_over(pool, key):
        return key
    known = [one.at for one in (*pool.moves[-1:], *pool.latest[-1:])]
    return Key(max([key.at, pool.forgot, *known]), key.source, key.order)


def since(pool: Pool, key: Key) -> list[Move]:
    """Return a pool's kept changes after a moment."""
    return pool.moves[bisect_right(pool.moves, key, key=lambda move: move.key) :]


def before_stake(pool: Pool, key: Key) -> int | None:
    """Return J1 + J2 before the last stake up to a moment; None where none is kept."""
    held = pool.balances_now()
    for move in reversed(pool.moves):
        held = held.plus(move.by, -1)
        if move.key <= key and move.stakes > 0:
            return held.shown // MILLION
    return None


def seen_between(pool: Pool, low: str, key: Key) -> list[Balances]:
    """Return all balances of a pool from a time to a moment, the last first."""
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
    if start <= pool.forgot and pool.fell_at >= start:
        return True
    return any(
        start <= move.at and move.key <= end and move.by.shown < 0 for move in reversed(pool.moves)
    )


def is_remembered(now: Now, pool: Pool, at: str) -> bool:
    """Tell whether a pool's balances at a time can still be told."""
    if at >= pool.forgot:
        return True
    seconds = now.value("pool_memory_seconds", pool.name)
    return at >= after(pool.forgot, -(seconds if isinstance(seconds, int) else DAY_SECONDS))


@contextmanager
def recalled(books: Books, pool: Pool, at: str) -> Generator[None]:
    """Bring a pool's changes since a time back to hand, within, from the rows they are in.

    A device that was away for longer than that still finds what was held when it spoke; after
    ``pool_memory_seconds`` it does not, and its word counts from where it stands.
    """
    if not at < pool.forgot or not is_remembered(books.now, pool, at):
        yield
        return
    back = books.records.moved(pool, at, LAST)
    forgot, pool.forgot = pool.forgot, at
    pool.moves = sorted([*back, *pool.moves], key=lambda move: move.key)
    try:
        yield
    finally:
        gone = {id(move) for move in back}
        pool.moves = [move for move in pool.moves if id(move) not in gone]
        pool.forgot = forgot


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
    """Keep how a pool's balances changed since the last mark, at the event's or another moment."""
    was, now = pool.marked, pool.balances_now()
    if was == now:
        return
    pool.marked = now
    if was is None:
        return
    move = Move(*(key or books.now.key), now.plus(was, -1), of, stakes, ppm, casino)
    moves = pool.moves
    if moves and (moves[-1].key, moves[-1].of) > (move.key, move.of):
        insert(pool, move)
    else:
        moves.append(move)
    books.pools.touched.add(pool.name)
    is_late = any(kept and kept[-1].key >= move.key for kept in (pool.latest, pool.gone))
    if is_late or pool.doubted or pool.readings:
        tell_late(books.agenda, pool, move)


def insert(pool: Pool, move: Move) -> None:
    """Put a change among those of its time: a stake comes before the prize that it won."""
    insort(pool.moves, move, key=lambda one: (one.key, one.of))


def is_of(one: Latest | Gone, move: Move) -> bool:
    """Tell whether an award is of what a change moved: it was won later, or by that very stake."""
    if one.award == move.of:
        return False
    return one.key > move.key or (one.key == move.key and not move.of)


def tell_late(agenda: Agenda, pool: Pool, move: Move) -> None:
    """Count a late change into readings and doubts of later moments; note awards to reckon anew."""
    for name, reading in pool.readings.items():
        pool.readings[name] = _counting(reading, move)
    for one in pool.doubted:
        if one.held is not None and move.key <= one.key:
            one.held = one.held.plus(move.by)
            one.before = _counting(one.before, move) if one.before is not None else None
            if one.carried and one.stake and move.key < one.stake.key:
                one.carried = one.carried.plus(move.by)
            agenda.doubts.append((pool.name, one))
    won = any(is_of(one, move) and not one.closed for one in pool.latest)
    if won or any(is_of(one, move) and one.by is not None for one in pool.gone):
        agenda.late.append((pool.name, move))


def _counting(reading: Reading, move: Move) -> Reading:
    """Count a late stake into the ledger's stakes at a reading; the device may have it or not."""
    staked = move.by.staked
    if not staked or not reading.at or move.key > reading.key:
        return reading
    return replace(
        reading, ledger_staked=reading.ledger_staked + staked, late=reading.late + staked
    )


def relabel(pool: Pool, award: str, key: Key) -> None:
    """Date the changes of an award to another moment."""
    pool.moves = [
        Move(*key, move.by, move.of, move.stakes, move.ppm, move.casino)
        if move.of == award
        else move
        for move in pool.moves
    ]
    pool.moves.sort(key=lambda move: (move.key, move.of))  # its stake came before it


def prune(books: Books, pool: Pool) -> None:
    """Forget changes that no device and no waiting matter can be about any more."""
    moves = pool.moves
    horizon = LATER
    if books.now.clock is None:
        drop = len(moves) - KEPT if len(moves) > 2 * KEPT else 0
    else:
        oldest = min((_since(one) for one in pool.waiting), default=LATER)
        seconds = lateness(books.now, pool) + latency(
            books.now, pool
        )  # a reading may be of as late as that
        horizon = min(oldest, after(books.now.clock, -seconds))
        drop = next((n for n, move in enumerate(moves) if move.at >= horizon), len(moves))
    _prune_awards(books.pools, pool, horizon)
    _prune_returned(books, pool, horizon)
    if any(one.told.at < horizon for one in pool.gone):
        pool.gone = [one for one in pool.gone if one.told.at >= horizon]
        books.pools.touched.add(pool.name)
    if drop <= 0:
        return
    fell = [move.at for move in moves[:drop] if move.by.shown < 0]
    pool.fell_at = max([pool.fell_at, *fell])
    pool.forgot = max(pool.forgot, moves[drop - 1].at)
    books.noted.put_away(books.now.position, pool.name, moves[:drop])
    del moves[:drop]
    books.pools.touched.add(pool.name)


def _prune_awards(pools: AllPools, pool: Pool, horizon: str) -> None:
    """Forget old awards: closed ones but the last, and wrong ones but the last few.

    The last closed one says what is over, and what is said of a reset later is of it.
    """
    old = [one for one in pool.latest if one.at < horizon]
    wrong = [one for one in old if not one.closed]
    gone = [one for one in old if one.closed][:-1] + wrong[:-DOUBTED]
    if gone:
        pool.latest = [one for one in pool.latest if one not in gone]
        pools.touched.add(pool.name)


def _prune_returned(books: Books, pool: Pool, horizon: str) -> None:
    """Forget void stakes of which no transfer that is still to move can be from before.

    The last few stay, for a prize of before that comes later than its term.
    """
    old = (
        [one for one in pool.returned if one.told.at < horizon]
        if books.now.clock is not None
        else []
    )
    old = old[:-DOUBTED] or pool.returned[:-KEPT]
    if old:
        pool.returned = [one for one in pool.returned if one not in old]
        books.pools.touched.add(pool.name)


def _since(one: Waiting) -> str:
    at = min(one.at, one.stake.at) if one.stake is not None else one.at
    return after(at, -one.seconds) if one.seconds else at
