"""A pool's end: after it nothing is the pool's, by the devices' times, and nobody wins it.

What ends a pool waits until all devices must have spoken (``due``). What was staked at a machine
after the end and told before it is put aside: its share is the operator's receita again, as that of
a stake that is told later. A prize of after the end is due nothing, and puts no base back: there is
no pool that it could be of. A table's bets and prizes go by the log, and keep a pool open.
Rules: jackpots.md, "Transfer, extinction, end"; MAQ R20, R23, R24.
"""

from ledger.events.jackpots import PoolStake
from ledger.events.machines import Play, PlayVoided
from ledger.money import MILLION
from projections.base.produced import Revenue
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    OVERFLOW,
    RESERVE,
    REVENUE,
    VOIDED,
)
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.moments import Key, Move
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.moves import late, stakes
from projections.stages.pools.moves.held import mark, since


def close(books: Books, pool: Pool, status: str) -> None:
    """End a pool now, or at the time of the waiting act that is done now.

    The caller has booked all of before the end, and takes what was held then.
    """
    key = books.now.key
    mark(books, pool)
    books.pools.close(pool, status, key, books.now.position)
    assert pool.closing is not None
    pool.closing.aside.extend(
        move for move in since(pool, key) if move.by.staked and of_machine(books, move)
    )
    for move in pool.closing.aside:
        _shift(books, pool, move, -1)
    late.catch_up(books)
    for latest in list(pool.latest):  # of which none is due any more
        won = books.awards.get(latest.award) if latest.key > key else None
        if won is not None and won.held is not None and not latest.closed:
            late.reckon(books, pool, won)


def reopen(books: Books, pool: Pool) -> None:
    """Let a pool go on whose end was withdrawn, with what had been put aside, and its prizes."""
    aside = pool.closing.aside if pool.closing is not None else []
    key = pool.closing.key if pool.closing is not None else books.now.key
    mark(books, pool, key=key)
    books.pools.reopen(pool, books.now.position)
    for move in aside:
        _shift(books, pool, move, 1)
    late.catch_up(books)


def of_machine(books: Books, move: Move) -> bool:
    """Tell whether a change is of a stake that is its own round: at a machine or elsewhere."""
    event = books.records.at(move.position)
    return event is not None and isinstance(event.payload, (Play, PlayVoided, PoolStake))


def of_tables_since(books: Books, pool: Pool, key: Key) -> bool:
    """Tell whether tables, whose word is of the log, staked or won since a moment."""
    return any(move.by.staked and not of_machine(books, move) for move in since(pool, key)) or any(
        one.in_log and one.key > key for one in pool.drains
    )


def _shift(books: Books, pool: Pool, move: Move, sign: int) -> None:
    """Take a stake's exact share out of a pool (-1), or put it in again (1)."""
    by = move.by
    whole, pool.residue = divmod(pool.residue + sign * by.shown, MILLION)
    hidden, pool.reserve_residue = divmod(pool.reserve_residue + sign * by.reserve, MILLION)
    over = sign * by.overflow
    stakes.count_stake(books, pool, sign * by.staked, move.ppm, sign * move.stakes)
    pool.casinos[move.casino] = pool.casinos.get(move.casino, 0) + sign * by.staked * move.ppm
    pool.cycle.increments += whole
    for account, amount in ((ACCUMULATED, whole), (OVERFLOW, over), (RESERVE, hidden)):
        books.journal.post(pool, REVENUE, account, amount, VOIDED)
    mark(
        books,
        pool,
        key=move.key,
        stakes=sign * move.stakes,
        ppm=move.ppm,
        casino=move.casino,
    )
    event = books.records.at(move.position)
    if event is not None and not isinstance(event.payload, PoolStake) and whole + hidden + over:
        books.revenue.append(
            Revenue(
                category="maquinas",
                amount=-(whole + hidden + over),
                reason="increment",
                place=event.place,
                casino=move.casino,
            )
        )
