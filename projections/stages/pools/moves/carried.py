"""Jackpot bets of a void stud round: they stay placed, and are owed to their bettors (J8).

The increment stays in the pool; the rest of the stake is owed until the next valid round, where the
bet plays, or goes back to who leaves or places no inicial. Rules: STU R18 a, R25, R28; postings
19 and 20. The game says which bets go on: ``transitam``, seat to stake, of a void round.
"""

from collections.abc import Iterable, Mapping

from projections.base.event import ClosedRound
from projections.replay.settlement import Settlement
from projections.stages.pools.books.accounts import CARRIED, CARRY, REVENUE, Of
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.pool import Carry, Pool


def going_on(settlement: Settlement) -> dict[int, int]:
    """Return the bets that a void round leaves to the next: seat to stake."""
    if not settlement.void:
        return {}
    found: Mapping[int, int] = settlement.result.get("transitam") or {}
    return dict(found)


def carry(
    books: Books,
    pool: Pool,
    closed: ClosedRound,
    settlement: Settlement,
    wholes: Mapping[int, int],
) -> tuple[int, tuple[Carry, ...]]:
    """Book the bets that a round carries on, or ends; return how the receita changes, and those.

    ``wholes`` are the whole units that each seat's new bet added to the pools. While a bet is
    carried, neither its stake nor its increment is receita.
    """
    staying = going_on(settlement)
    changed, ended = 0, list[Carry]()
    first = not closed.again or closed.closed_anew
    for key, one in list(pool.carried.items()):
        if one.place != closed.place:
            continue
        mine = one.round == closed.round
        if (mine or first) and (one.seat not in staying or one.seat in wholes):
            del pool.carried[key]
            books.journal.post(
                pool, CARRIED, REVENUE, one.stake - one.whole, CARRY, _of(closed, one.seat)
            )
            changed -= one.whole
            if not mine:
                ended.append(one)
    for seat, stake in sorted(staying.items()):
        key = f"{closed.place}#{seat}"
        if key in pool.carried or seat not in wholes:
            continue
        one = Carry(
            place=closed.place,
            round=closed.round,
            seat=seat,
            stake=stake,
            whole=wholes[seat],
            at=closed.events[0].at if closed.events else books.now.at,
            opened=closed.opened,
            taken=books.now.position,
        )
        pool.carried[key] = one
        books.journal.post(pool, REVENUE, CARRIED, stake - one.whole, CARRY, _of(closed, seat))
        changed += one.whole
    books.pools.touched.add(pool.name)
    return changed, tuple(ended)


def stay_placed(books: Books, pool: Pool, closed: ClosedRound, ended: Iterable[Carry]) -> int:
    """Let bets stay placed that a round had ended which goes on; return how the receita changes."""
    changed = 0
    for one in ended:
        pool.carried[f"{one.place}#{one.seat}"] = one
        books.journal.post(
            pool, REVENUE, CARRIED, one.stake - one.whole, CARRY, _of(closed, one.seat)
        )
        changed += one.whole
    books.pools.touched.add(pool.name)
    return changed


def carried_bet(pool: Pool, closed: ClosedRound, seat: int, stake: int) -> Carry | None:
    """Return the bet that came over and goes back now: of the seat, else of the same stake."""
    here = [one for one in pool.carried.values() if one.place == closed.place]
    by_seat = [one for one in here if one.seat == seat]
    return next(iter(by_seat or [one for one in here if one.stake == stake]), None)


def _of(closed: ClosedRound, seat: int) -> Of:
    return Of(closed.round, seat)
