"""Plays of machines and stakes of devices elsewhere: each is a round of its own.

A play's stake feeds every pool its machine is a member of, at the rate of its instant; a
progressive prize it shows is an award of the pool it names. A void takes both back: the stake's
share exactly, unless an award or transfer came between. Rules: jackpots.md; MAQ R18, R19, R36.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import msgspec

from ledger.events.jackpots import PoolStake
from ledger.events.machines import Play, PlayVoided
from ledger.money import MILLION
from projections.base import Event, Revenue
from projections.pools import awards, claims, lateness, readings, stakes
from projections.pools.books import Books, event_fault
from projections.pools.journal import NOTHING
from projections.pools.moments import Key, Waiting
from projections.pools.must_hit import check_reached
from projections.pools.state import ACTIVE, Pool
from projections.replay.settlement import money_text

MAQUINAS: Final = "maquinas"
DEMO: Final = "demo"
MEMBER: Final = "member"
"""A stake of a device of which nobody said so far that it feeds the pool."""


def play(books: Books, event: Event, payload: Play) -> None:
    """Take a play's stake into the pools it feeds, then the prize it shows out of one of them."""
    pools = books.feeds.get(event.place or "")
    if payload.mode == DEMO:
        return
    if pools and payload.stake > 0:
        moved = 0
        for pool in list(pools):
            whole = stakes.take(
                books, pool, payload.stake, event.at, event.position, books.casino, NOTHING
            )
            moved += whole
            _look_at(books, event, pool, payload.stake, whole)
        _hand_on(books, event, -moved, "increment")
    if payload.pool is not None and payload.pap_m + payload.pap_h > 0:
        claims.won_by_play(books, event, payload)


def _hand_on(books: Books, event: Event, amount: int, reason: str) -> None:
    if amount:
        books.revenue.append(
            Revenue(
                category=MAQUINAS,
                amount=amount,
                reason=reason,
                place=event.place,
                casino=books.casino if books.correcting else None,
            )
        )


def _look_at(books: Books, event: Event, pool: Pool, stake: int, whole: int) -> None:
    """Find what is wrong with one stake: an increment without reason, a trigger passed."""
    limit = pool.terms.increment_max
    if limit is not None and stake * pool.terms.ppm // MILLION > limit:
        added = stake * pool.whole("ppm", event.at, event.position) // MILLION
        if added > limit:
            fault = event_fault(
                "JP-UNREAS",
                event,
                money_text(limit),
                money_text(added),
                facts={"pool": pool.name},
            )
            books.find(f"pool-stake {event.name} {pool.name}", [fault])
    if pool.terms.hit_high is not None:
        check_reached(books, event, pool)
    if pool.said and event.place in pool.said:
        readings.staked(books, event, pool, whole)


# --- voids and corrections -----------------------------------------------------------------------


def void(books: Books, event: Event, payload: PlayVoided) -> None:
    """Take back what a play put into the pools and took out of them."""
    target = books.look.event(payload.play) if books.look is not None else None
    if target is None or not isinstance(target.payload, Play):
        return  # of a play nobody recorded: the machine's own projection tells
    undone = books.undone(target.name)
    if undone.voided is not None:
        return
    standing = books.standing(target)
    books.page_undone[target.name] = msgspec.structs.replace(undone, voided=event.position)
    if isinstance(standing, Play) and standing.mode != DEMO:
        with _at_home(books, target):
            _lose(books, target, standing)
            _take_out(books, target, standing.stake, (event.at, event.position))


def unvoid(books: Books, event: Event, payload: PlayVoided) -> None:
    """Let a play count again whose void was withdrawn: what went out when it was void is in."""
    target = books.look.event(payload.play) if books.look is not None else None
    if target is None or not isinstance(target.payload, Play):
        return
    undone = books.undone(target.name)
    if undone.voided != event.position:
        return
    books.page_undone[target.name] = msgspec.structs.replace(undone, voided=None)
    standing = books.standing(target)
    if isinstance(standing, Play) and standing.mode != DEMO:
        with _at_home(books, target):
            opened = (target.at, target.position)
            _put_in(books, target, standing.stake, max(opened, (event.at, event.position)))
            _win(books, target, standing)


def replace(books: Books, target: Event, was: Play | None, now: Play | None) -> None:
    """Let another play stand in the place of one that was corrected, at its own time."""
    if books.undone(target.name).voided is not None:
        return
    was = None if was is None or was.mode == DEMO else was
    now = None if now is None or now.mode == DEMO else now
    if was is not None and now is not None and _counts_for(was) == _counts_for(now):
        return  # nothing of it is a pool's
    key = (target.at, target.position)
    with _at_home(books, target):
        if was is not None:
            _lose(books, target, was)
        if was is not None and now is not None:
            _restake(books, target, was.stake, now.stake)
        elif was is not None:
            _take_out(books, target, was.stake, key)
        elif now is not None:
            _put_in(books, target, now.stake, key)
        if now is not None:
            _win(books, target, now)


def _counts_for(one: Play) -> tuple[object, ...]:
    """Return what of a play is a pool's: its stake, and the prize it shows."""
    return one.stake, one.pool, one.pap_m, one.pap_h, one.wins


@contextmanager
def _at_home(books: Books, target: Event) -> Generator[None]:
    """Let what is booked be of the casino in which a stake was laid, whoever corrects it."""
    was = books.casino
    books.casino = _casino_of(books, target)
    try:
        yield
    finally:
        books.casino = was


def _casino_of(books: Books, target: Event, of: str | None = None) -> str:
    """Return the casino in which a stake was laid: it is known where it was taken into a pool."""
    for pool in books.pools.values():
        moves = [move for move in pool.moves if move.position == target.position]
        fed = pool.member(target.place or "", target.position) is not None
        if not moves and (fed or pool.name == of):
            moves = books.moved(pool, target.at, target.at)
        for move in moves:
            if move.position == target.position and move.stakes > 0:
                return move.casino
    return books.casino


def _lose(books: Books, target: Event, standing: Play) -> None:
    """Take back the prize that a play showed."""
    won = claims.award_by_play(books, target.name, standing.pool or "")
    if won is None or won.gone:
        return
    from_pool = claims.given_at_play(won, standing)
    awards.take_back(books, books.pools[won.pool], won)
    claims.check_paid(books, won)
    _hand_on(books, target, -from_pool, "jackpot")


def _win(books: Books, target: Event, standing: Play) -> None:
    if standing.pool is not None and standing.pap_m + standing.pap_h > 0:
        claims.won_by_play(books, target, standing)


def _take_out(books: Books, target: Event, stake: int, key: Key) -> None:
    """Take a stake out of all pools that it fed, and note which could not give it back."""
    opened = (target.at, target.position)
    moved = 0
    kept: list[str] = []
    for pool in _fed_then(books, target):
        back = stakes.give_back(
            books,
            pool,
            stake,
            opened,
            target.position,
            books.casino,
            NOTHING,
            alone=True,
            key=key,
            name=target.name,
            category=MAQUINAS,
            place=target.place,
        )
        if back is None:
            kept.append(pool.name)
        moved += back or 0
        books.find(f"pool-stake {target.name} {pool.name}", [])
    undone = books.undone(target.name)
    books.page_undone[target.name] = msgspec.structs.replace(undone, kept=tuple(kept))
    _hand_on(books, target, moved, "increment")


def _put_in(books: Books, target: Event, stake: int, key: Key) -> None:
    """Take a stake in again, at the rate of its own instant, where it is not in still."""
    kept = books.undone(target.name).kept
    moved = 0
    for pool in _fed_then(books, target):
        if pool.name in kept or pool.status != ACTIVE:
            continue
        opened = (target.at, target.position)
        stakes.forget(pool, opened, NOTHING)
        whole = stakes.take(books, pool, stake, *opened, books.casino, NOTHING, key=key)
        moved += whole
        _look_at(books, target, pool, stake, whole)
    _hand_on(books, target, -moved, "increment")


def _restake(books: Books, target: Event, was: int, now: int) -> None:
    """Let a play's stake be another amount in all pools that it fed."""
    opened = (target.at, target.position)
    moved = 0
    for pool in _fed_then(books, target):
        more = stakes.restake(books, pool, was, now, opened, books.casino, NOTHING)
        moved += more or 0
        if was != now:
            books.find(f"pool-stake {target.name} {pool.name}", [])
            whole = now * pool.whole("ppm", *opened) // MILLION
            _look_at(books, target, pool, now, whole)
    _hand_on(books, target, -moved, "increment")


def _fed_then(books: Books, target: Event) -> list[Pool]:
    """Return the pools that the machine fed when it was played."""
    return [
        pool
        for pool in books.pools.values()
        if pool.member(target.place or "", target.position) is not None
        and pool.opened < target.position
    ]


# --- devices elsewhere ---------------------------------------------------------------------------


def elsewhere(books: Books, event: Event, payload: PoolStake) -> None:
    """Credit a stake of a device in another casino once; its void takes it back."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        fault = event_fault("JP-UNAPP", event, "an approved pool", payload.pool)
        books.find(f"pool-act {event.name}", [fault])
        return
    known = _position_of(books, payload)
    if payload.voided:
        _void_elsewhere(books, event, payload, pool, known)
        return
    if known is not None:
        fault = event_fault(
            "JP-DUP",
            event,
            "credited once",
            payload.stake,
            positions=(known, event.position),
            facts={"pool": pool.name},
        )
        books.find(f"pool-act {event.name}", [fault])
        return
    books.page_stakes[pool.name, payload.stake] = event.position
    _number(books, payload)
    member = pool.member(payload.device, event.position)
    if member is None:  # finance may be late with the news that it is one
        lateness.hold(
            books, pool, event, Waiting(what=MEMBER, position=event.position, at=event.at)
        )
    casino = payload.casino or (member.casino if member is not None else None) or books.casino
    whole = stakes.take(books, pool, payload.amount, event.at, event.position, casino, NOTHING)
    _look_at(books, event, pool, payload.amount, whole)


def check_member(books: Books, event: Event, pool: Pool, payload: PoolStake) -> None:
    """Find a stake of a device that was no member when it was laid."""
    if not pool.fed_by(payload.device, event.at):
        fault = event_fault("JP-UNAPP", event, f"a member of {pool.name}", payload.device)
        books.find(f"pool-act {event.name}", [fault])


def _void_elsewhere(
    books: Books, event: Event, payload: PoolStake, pool: Pool, known: int | None
) -> None:
    first = books.look.at(known) if books.look is not None and known is not None else None
    if first is None:
        fault = event_fault("JP-MISS", event, "a stake that was credited", payload.stake)
        books.find(f"pool-act {event.name}", [fault])
        return
    undone = books.undone(first.name)
    standing = books.standing(first)
    if undone.voided is not None or not isinstance(standing, PoolStake):
        return
    casino = _casino_elsewhere(books, first, standing)
    opened = (first.at, first.position)
    key = (event.at, event.position)
    back = stakes.give_back(
        books,
        pool,
        standing.amount,
        opened,
        first.position,
        casino,
        NOTHING,
        alone=True,
        key=key,
        name=first.name,
    )
    kept = (pool.name,) if back is None else ()
    books.page_undone[first.name] = msgspec.structs.replace(
        undone, voided=event.position, kept=kept
    )


def _unvoid_elsewhere(books: Books, event: Event, payload: PoolStake) -> None:
    """Let a stake count again whose void was withdrawn."""
    pool, known = books.pools.get(payload.pool), _position_of(books, payload)
    first = books.look.at(known) if books.look is not None and known is not None else None
    if pool is None or first is None:
        return
    undone, standing = books.undone(first.name), books.standing(first)
    if undone.voided != event.position or not isinstance(standing, PoolStake):
        return
    books.page_undone[first.name] = msgspec.structs.replace(undone, voided=None)
    if pool.name in undone.kept or pool.status != ACTIVE:
        return
    opened = (first.at, first.position)
    key = max(opened, (event.at, event.position))
    casino = _casino_elsewhere(books, first, standing)
    stakes.forget(pool, opened, NOTHING)
    stakes.take(books, pool, standing.amount, *opened, casino=casino, of=NOTHING, key=key)


def replace_elsewhere(
    books: Books, target: Event, was: PoolStake | None, now: PoolStake | None
) -> None:
    """Let another stake, or void, stand in the place of one that was corrected."""
    if was is not None and was.voided:
        books.find(f"pool-act {target.name}", [])
        _unvoid_elsewhere(books, target, was)
        was = None
    if now is not None and now.voided:
        pool = books.pools.get(now.pool)
        if pool is not None:
            _void_elsewhere(books, target, now, pool, _position_of(books, now))
        now = None
    if books.undone(target.name).voided is not None:
        return
    opened = (target.at, target.position)
    same = was is not None and now is not None and (was.pool, was.casino) == (now.pool, now.casino)
    if was is not None and now is not None and same and was.pool in books.pools:
        casino = _casino_elsewhere(books, target, was)
        pool = books.pools[was.pool]
        stakes.restake(books, pool, was.amount, now.amount, opened, casino, NOTHING)
        return
    if was is not None and was.pool in books.pools:
        casino = _casino_elsewhere(books, target, was)
        back = stakes.give_back(
            books,
            books.pools[was.pool],
            was.amount,
            opened,
            target.position,
            casino,
            NOTHING,
            alone=True,
            key=opened,
            name=target.name,
        )
        undone = books.undone(target.name)
        kept = (was.pool,) if back is None else ()
        books.page_undone[target.name] = msgspec.structs.replace(undone, kept=kept)
    if now is not None and now.pool in books.pools:
        pool = books.pools[now.pool]
        if pool.name not in books.undone(target.name).kept and pool.status == ACTIVE:
            casino = _casino_elsewhere(books, target, now)
            stakes.forget(pool, opened, NOTHING)
            stakes.take(books, pool, now.amount, *opened, casino=casino, of=NOTHING, key=opened)


def _casino_elsewhere(books: Books, first: Event, payload: PoolStake) -> str:
    """Return the casino of a stake of a device elsewhere: as it says, or as it was taken in."""
    return payload.casino or _casino_of(books, first, payload.pool)


def _position_of(books: Books, payload: PoolStake) -> int | None:
    """Return where a stake was credited; a device's numbers rise, so that few are looked up."""
    key = (payload.pool, payload.stake)
    if key in books.page_stakes:
        return books.page_stakes[key]
    number = _number_of(payload)
    highest = books.devices.get(f"{payload.pool} {payload.device}")
    if number is not None and (highest is None or number > highest):
        return None
    return books.look.stake(*key) if books.look is not None else None


def _number(books: Books, payload: PoolStake) -> None:
    number = _number_of(payload)
    device = f"{payload.pool} {payload.device}"
    if number is not None and number > books.devices.get(device, -1):
        books.devices[device] = number
        books.general = True


def _number_of(payload: PoolStake) -> int | None:
    """Return a stake's number where its id is ``<device>:<number>``."""
    device, colon, number = payload.stake.rpartition(":")
    if not colon or device != payload.device or not number.isascii() or not number.isdigit():
        return None
    return int(number)
