"""Plays of machines and stakes of devices elsewhere: each is a round of its own.

A play's stake feeds every pool its machine is a member of, at the rate of its instant; a
progressive prize it shows is an award of the pool it names. A void takes both back: the stake's
share exactly, unless an award or transfer came between. Rules: jackpots.md; MAQ R18, R19, R36.
"""

from typing import Final

import msgspec

from ledger.events.jackpots import PoolStake
from ledger.events.machines import Play, PlayVoided
from ledger.money import MILLION
from projections.base import Event, Revenue
from projections.pools import awards, claims, lateness, readings, stakes
from projections.pools.books import Books, event_fault
from projections.pools.journal import NOTHING
from projections.pools.moments import Waiting
from projections.pools.must_hit import check_reached
from projections.pools.state import Pool
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
            Revenue(category=MAQUINAS, amount=amount, reason=reason, place=event.place)
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
    if isinstance(standing, Play):
        _take_out(books, target, standing)


def unvoid(books: Books, payload: PlayVoided) -> None:
    """Let a play count again whose void was withdrawn."""
    target = books.look.event(payload.play) if books.look is not None else None
    if target is None or not isinstance(target.payload, Play):
        return
    undone = books.undone(target.name)
    if undone.voided is None:
        return
    books.page_undone[target.name] = msgspec.structs.replace(undone, voided=None)
    standing = books.standing(target)
    if isinstance(standing, Play):
        _put_in(books, target, standing)


def replace(books: Books, target: Event, was: Play | None, now: Play | None) -> None:
    """Let another play stand in the place of one that was corrected."""
    if books.undone(target.name).voided is not None:
        return
    if was is not None:
        _take_out(books, target, was)
    if now is not None:
        _put_in(books, target, now)


def _take_out(books: Books, target: Event, standing: Play) -> None:
    if standing.mode == DEMO:
        return
    won = claims.award_by_play(books, target.name, standing.pool or "")
    if won is not None and not won.gone:
        from_pool = claims.given_at_play(won, standing)
        awards.take_back(books, books.pools[won.pool], won)
        claims.check_paid(books, won)
        _hand_on(books, target, -from_pool, "jackpot")
    opened = (target.at, target.position)
    moved = 0
    for pool in _fed_then(books, target):
        moved += stakes.give_back(
            books,
            pool,
            standing.stake,
            opened,
            target.position,
            books.casino,
            NOTHING,
            alone=True,
        )
        books.find(f"pool-stake {target.name} {pool.name}", [])
    _hand_on(books, target, moved, "increment")


def _put_in(books: Books, target: Event, standing: Play) -> None:
    """Take a stake in here, at the rate of its own instant."""
    if standing.mode == DEMO:
        return
    moved = 0
    for pool in _fed_then(books, target):
        whole = stakes.take(
            books,
            pool,
            standing.stake,
            target.at,
            target.position,
            books.casino,
            NOTHING,
        )
        moved += whole
        _look_at(books, target, pool, standing.stake, whole)
    _hand_on(books, target, -moved, "increment")
    if standing.pool is not None and standing.pap_m + standing.pap_h > 0:
        claims.won_by_play(books, target, standing)


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
    books.page_undone[first.name] = msgspec.structs.replace(undone, voided=event.position)
    casino = standing.casino or books.casino
    opened = (first.at, first.position)
    stakes.give_back(
        books, pool, standing.amount, opened, first.position, casino, NOTHING, alone=True
    )


def replace_elsewhere(
    books: Books, target: Event, was: PoolStake | None, now: PoolStake | None
) -> None:
    """Let another stake stand in the place of one that was corrected."""
    if books.undone(target.name).voided is not None:
        return
    opened = (target.at, target.position)
    for one, sign in ((was, -1), (now, 1)):
        pool = books.pools.get(one.pool) if one is not None else None
        if one is None or pool is None or one.voided:
            continue
        casino = one.casino or books.casino
        if sign > 0:
            stakes.take(books, pool, one.amount, *opened, casino=casino, of=NOTHING)
        else:
            stakes.give_back(books, pool, one.amount, opened, target.position, casino, NOTHING)


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
