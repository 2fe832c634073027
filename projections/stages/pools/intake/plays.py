"""Plays of machines and stakes of devices elsewhere: each is a round of its own.

A play's stake feeds every pool its machine is a member of, at the rate of its instant; a
progressive prize it shows is an award of the pool it names. A void takes both back: the stake's
share exactly, unless an award or transfer came between. Rules: jackpots.md; MAQ R18, R19, R36.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from msgspec import structs

from ledger.events.jackpots import PoolStake
from ledger.events.machines import Play, PlayVoided
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Revenue
from projections.replay.settlement import money_text
from projections.stages.pools.books.accounts import NOTHING
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import Findings, event_fault
from projections.stages.pools.books.moments import Key, Laid, key_of
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import ACTIVE, AllPools, Pool
from projections.stages.pools.books.records import Records
from projections.stages.pools.checks import claims, increments
from projections.stages.pools.checks.must_hit import check_reached
from projections.stages.pools.moves import awards, late, stakes

MAQUINAS: Final = "maquinas"
DEMO: Final = "demo"


def play(books: Books, event: Event, payload: Play) -> None:
    """Take a play's stake into the pools it feeds, then the prize it shows out of its pool."""
    pools = books.pools.feeds.get(event.place or "")
    if payload.mode == DEMO:
        return
    if pools and payload.stake > 0:
        moved = 0
        for pool in list(pools):
            whole = stakes.take(
                books, pool, payload.stake, event.at, event.position, books.now.casino, NOTHING
            )
            moved += whole
            _look_at(books, event, pool, payload.stake, whole)
        _hand_on(books, event, -moved)
    if payload.pool is not None and payload.pap_m + payload.pap_h > 0:
        claims.won_by_play(books, event, payload)


def _hand_on(books: Books, event: Event, amount: int) -> None:
    """Hand on what increments change; a prize is in the machine's own PAP (identity 5)."""
    if amount:
        books.revenue.append(
            Revenue(
                category=MAQUINAS,
                amount=amount,
                reason="increment",
                place=event.place,
                casino=books.now.casino if books.findings.correcting else None,
            )
        )


def _look_at(books: Books, event: Event, pool: Pool, stake: int, whole: int) -> None:
    """Check one stake: an increment above the maximum, a trigger reached, an increment stated."""
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
            books.findings.find(f"pool-stake {event.name} {pool.name}", [fault])
    if pool.terms.hit_high is not None:
        check_reached(books, event, pool)
    if pool.said and event.place in pool.said:
        increments.staked(books, event, pool, whole)


# --- voids and corrections -----------------------------------------------------------------------


def void(books: Books, event: Event, payload: PlayVoided) -> None:
    """Take a void play's stake out of the pools, and its prize back."""
    target = books.records.event(payload.play)
    if target is None or not isinstance(target.payload, Play):
        return  # of a play nobody recorded: the machine's own projection tells
    undone = books.records.undone(target.name)
    if undone.voided is not None or not books.now.void_holds(event, payload):
        return  # what the machine cannot take back is no pool's either
    _void(books, target, event, books.records.payload_of(target))


def _void(books: Books, target: Event, void: Event, standing: Play | None) -> None:
    """Take a play's stake and prize out at the time of its void."""
    key = max(key_of(void), key_of(target))
    books.records.set_undone(target.name, voided=void.position)
    for pool in books.pools.values():
        stakes.told_by(books, pool, target.name, key)
    if standing is not None and standing.mode != DEMO:
        with _at_home(books, target):
            _lose(books, target, standing, key)
            _take_out(books, target, standing.stake, key)


def unvoid(books: Books, event: Event, payload: PlayVoided) -> None:
    """Let a play count again whose void was withdrawn: its stake goes in again."""
    target = books.records.event(payload.play)
    if target is None or not isinstance(target.payload, Play):
        return
    undone = books.records.undone(target.name)
    if undone.voided != event.position:
        return
    _unvoid(books, target, event, books.records.payload_of(target))


def _unvoid(books: Books, target: Event, void: Event, standing: Play | None) -> None:
    """Take a play's stake and prize in again, as if it had not been void."""
    books.records.set_undone(target.name, voided=None)
    if standing is not None and standing.mode != DEMO:
        with _at_home(books, target):
            _put_in(books, target, standing.stake, max(key_of(target), key_of(void)))
            _win(books, target, standing)


def replace(books: Books, target: Event, was: Play | None, now: Play | None) -> None:
    """Replace a corrected play by its correction, at the play's own time.

    One that is void is void as it stands now: what it was said to be comes first, then its void.
    """
    voided = books.records.undone(target.name).voided
    void = books.records.at(voided) if voided is not None else None
    if void is not None:
        _unvoid(books, target, void, was)
    _replace(books, target, was, now)
    if void is not None:
        _void(books, target, void, now)


def _replace(books: Books, target: Event, was: Play | None, now: Play | None) -> None:
    was = None if was is None or was.mode == DEMO else was
    now = None if now is None or now.mode == DEMO else now
    if was is not None and now is not None and _counts_for(was) == _counts_for(now):
        return  # nothing of it is a pool's
    key = key_of(target)
    with _at_home(books, target):
        same = was is not None and now is not None and _shows_the_same(books, target, was, now)
        if was is not None and not same:
            _lose(books, target, was)
        if was is not None and now is not None:
            _restake(books, target, was.stake, now.stake)
        elif was is not None:
            _take_out(books, target, was.stake, key)
        elif now is not None:
            _put_in(books, target, now.stake, key)
        if now is not None and same:
            claims.shown_anew(books, target, now)
        elif now is not None:
            _win(books, target, now)


def _shows_the_same(books: Books, target: Event, was: Play, now: Play) -> bool:
    """Tell whether a corrected play shows the prize that it had shown, of whatever amount."""
    won = claims.award_by_play(books, target.name, was.pool or "")
    shown = was.pap_m + was.pap_h > 0 and now.pap_m + now.pap_h > 0
    alike = (was.pool, was.wins) == (now.pool, now.wins)
    return won is not None and not won.gone and shown and alike


def _counts_for(one: Play) -> tuple[object, ...]:
    """Return the parts of a play that concern pools: its stake, and the prize it shows."""
    return one.stake, one.pool, one.pap_m, one.pap_h, one.wins


@contextmanager
def _at_home(books: Books, target: Event) -> Generator[None]:
    """Book within for the casino in which a stake was laid, whoever corrects it."""
    was = books.now.casino
    books.now.casino = _casino_of(books, target)
    try:
        yield
    finally:
        books.now.casino = was


def _casino_of(books: Books, target: Event, of: str | None = None) -> str:
    """Return the casino in which a stake was laid, as the pool noted when it took the stake."""
    for pool in books.pools.values():
        moves = [move for move in pool.moves if move.position == target.position]
        fed = pool.member(target.place or "", target.position) is not None
        if not moves and (fed or pool.name == of):
            moves = books.records.moved(pool, target.at, target.at)
        for move in moves:
            if move.position == target.position and move.stakes > 0:
                return move.casino
    return books.now.casino


def _lose(books: Books, target: Event, standing: Play, at: Key | None = None) -> None:
    """Take back the prize that a play showed, at a time, or as if it had never shown it."""
    won = claims.award_by_play(books, target.name, standing.pool or "")
    if won is None or won.gone:
        return
    if at is None:  # nor did the machine pay it
        for one in [one for one in won.payments if one.event == target.name]:
            awards.unpay(books, books.pools[won.pool], won, one)
    awards.take_back(books, books.pools[won.pool], won, at=at, as_never=at is None)
    stakes.release(books, books.pools[won.pool])
    claims.check_paid(books, won)


def _win(books: Books, target: Event, standing: Play) -> None:
    if standing.pool is not None and standing.pap_m + standing.pap_h > 0:
        claims.won_by_play(books, target, standing)


def _take_out(books: Books, target: Event, stake: int, key: Key) -> None:
    """Take a stake out of the pools that it fed, and note which of them could not give it back."""
    moved = 0
    for pool in _fed_then(books.pools, target):
        moved += _out_of(books, pool, _laid(books.now, target, stake), key)
        books.findings.find(f"pool-stake {target.name} {pool.name}", [])
    _hand_on(books, target, moved)


def _put_in(books: Books, target: Event, stake: int, key: Key) -> None:
    """Take a stake in again at the rate of its own instant, where it does not lie in still."""
    moved = 0
    for pool in _fed_then(books.pools, target):
        in_it = books.records.undone(target.name).kept.get(pool.name, 0)
        whole = _into(books, pool, _laid(books.now, target, stake), key)
        moved += whole
        if pool.status == ACTIVE and not in_it:
            _look_at(books, target, pool, stake, whole)
    _hand_on(books, target, -moved)


def _restake(books: Books, target: Event, was: int, now: int) -> None:
    """Change the amount of a play's stake in all pools that it fed."""
    moved = 0
    for pool in _fed_then(books.pools, target):
        moved += _change(books, pool, _laid(books.now, target, was), now)
        if was != now:
            books.findings.find(f"pool-stake {target.name} {pool.name}", [])
            whole = now * pool.whole("ppm", target.at, target.position) // MILLION
            _look_at(books, target, pool, now, whole)
    _hand_on(books, target, -moved)


def _laid(now: Now, target: Event, stake: int) -> Laid:
    """Return a play's stake as it lies in the pools that it fed."""
    return Laid(
        stake=stake,
        opened=(target.at, target.position),
        at=key_of(target),
        casino=now.casino,
        name=target.name,
        category=MAQUINAS,
        place=target.place,
    )


# --- a stake that is its own round, in one pool --------------------------------------------------


def _out_of(books: Books, pool: Pool, one: Laid, key: Key) -> int:
    """Take a stake, and any kept part of it, out of a pool; return the units that came back."""
    if pool.is_closed_at(one.at):
        return 0
    in_it = one.stake + books.records.undone(one.name).kept.get(pool.name, 0)
    back = stakes.give_back(books, pool, structs.replace(one, stake=in_it), key)
    stakes.note_kept(books.records, one.name, pool, in_it if back is None else 0)
    if back is None:
        stakes.stays(books, pool, structs.replace(one, stake=in_it), key)
    return back or 0


def _into(books: Books, pool: Pool, one: Laid, key: Key) -> int:
    """Take a stake into a pool again unless it lies there still; return the units that moved."""
    if pool.is_closed_at(one.at):
        return 0
    in_it = books.records.undone(one.name).kept.get(pool.name, 0)
    if in_it:
        return _change(books, pool, structs.replace(one, stake=0), one.stake)
    if pool.status != ACTIVE:
        return 0
    return stakes.take_laid(books, pool, one, key)


def _change(books: Books, pool: Pool, one: Laid, now: int) -> int:
    """Change the amount of a stake in a pool; return the whole units that moved."""
    if pool.is_closed_at(one.at):
        return 0
    in_it = one.stake + books.records.undone(one.name).kept.get(pool.name, 0)
    whole, besides = stakes.restake(books, pool, structs.replace(one, stake=in_it), now)
    stakes.note_kept(books.records, one.name, pool, besides)
    return whole


def _fed_then(pools: AllPools, target: Event) -> list[Pool]:
    """Return the pools that the machine fed when it was played."""
    return [
        pool
        for pool in pools.values()
        if pool.member(target.place or "", target.position) is not None
        and pool.opened < target.position
    ]


# --- devices elsewhere ---------------------------------------------------------------------------


def elsewhere(books: Books, event: Event, payload: PoolStake) -> None:
    """Credit a stake of a device in another casino once; its void takes the stake back."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        fault = event_fault("JP-UNAPP", event, "an approved pool", payload.pool)
        books.findings.find(f"pool-act {event.name}", [fault])
        return
    told = _told_of(books.records, payload)
    _number(books.records, event, payload)
    if payload.voided:
        _void_elsewhere(books, event, payload, pool, told.first)
        return
    if told.first is not None:
        _find_double(books, event, payload, told.first)
        return
    member = pool.member(payload.device, event.position)
    if member is None:  # finance may be late with the news that it is one
        late.hold(
            books, pool, event, Waiting(kind=Kind.MEMBER, position=event.position, at=event.at)
        )
    casino = payload.casino or (member.casino if member is not None else None) or books.now.casino
    whole = stakes.take(books, pool, payload.amount, event.at, event.position, casino, NOTHING)
    _look_at(books, event, pool, payload.amount, whole)


def _find_double(books: Books, event: Event, payload: PoolStake, first: Event) -> None:
    fault = event_fault(
        "JP-DUP",
        event,
        "credited once",
        payload.stake,
        positions=tuple(sorted((first.position, event.position))),
        facts={"pool": payload.pool},
    )
    books.findings.find(f"pool-act {event.name}", [fault])


def check_member(findings: Findings, event: Event, pool: Pool, payload: PoolStake) -> None:
    """Find a stake of a device that was no member of the pool when the stake was laid."""
    if not pool.fed_by(payload.device, event.at):
        fault = event_fault("JP-UNAPP", event, f"a member of {pool.name}", payload.device)
        findings.find(f"pool-act {event.name}", [fault])


def _void_elsewhere(
    books: Books, event: Event, payload: PoolStake, pool: Pool, first: Event | None
) -> None:
    if first is None:
        fault = event_fault("JP-MISS", event, "a stake that was credited", payload.stake)
        books.findings.find(f"pool-act {event.name}", [fault])
        return
    undone = books.records.undone(first.name)
    standing = books.records.payload_of(first)
    if undone.voided is not None or not isinstance(standing, PoolStake):
        return
    books.records.set_undone(first.name, voided=event.position)
    laid = _laid_elsewhere(books, first, standing)
    key = max(laid.at, key_of(event))
    stakes.told_by(books, pool, first.name, key)
    _out_of(books, pool, laid, key)


def _into_again(books: Books, first: Event, void: Event, standing: PoolStake) -> None:
    """Take a stake in again that was void, as if it had not been."""
    books.records.set_undone(first.name, voided=None)
    pool = books.pools.get(standing.pool)
    if pool is not None:
        laid = _laid_elsewhere(books, first, standing)
        _into(books, pool, laid, max(laid.at, key_of(void)))


class _Told(NamedTuple):
    """The events that tell now of a stake of a device elsewhere."""

    first: Event | None = None
    """The first that tells it: it has the credit."""
    said: PoolStake | None = None
    doubles: tuple[tuple[Event, PoolStake], ...] = ()
    voids: tuple[tuple[Event, PoolStake], ...] = ()


def _told_of(
    records: Records, payload: PoolStake, before: tuple[int, PoolStake | None] | None = None
) -> _Told:
    """Return the events that tell of the stake that a payload names.

    ``before`` is a corrected event's position with what it said before it was corrected.
    """
    told: list[tuple[Event, PoolStake]] = []
    voids: list[tuple[Event, PoolStake]] = []
    for position in sorted(_noted(records, payload)):
        event = records.at(position)
        if event is None:
            continue
        said = records.payload_of(event)
        if before is not None and before[0] == position:
            said = before[1]
        if isinstance(said, PoolStake) and _name_of(said) == _name_of(payload):
            (voids if said.voided else told).append((event, said))
    first = told[0] if told else (None, None)
    return _Told(*first, doubles=tuple(told[1:]), voids=tuple(voids))


def replace_elsewhere(
    books: Books, target: Event, was: PoolStake | None, now: PoolStake | None
) -> None:
    """Replace a corrected stake, or void, of a device elsewhere by its correction.

    Of each stake that it named, or names now, the first event that tells it has the credit.
    """
    records = books.records
    if now is not None and target.position not in _noted(records, now):
        _number(records, target, now)
    names = {_name_of(one): one for one in (was, now) if one is not None}
    told = [
        (_told_of(records, one, (target.position, was)), _told_of(records, one))
        for one in names.values()
    ]
    books.findings.find(f"pool-act {target.name}", [])
    for before, _ in told:
        _lift(books, before)
    _move_credits(books, [one for one, _ in told], [one for _, one in told])
    for _, after in told:
        for event, said in after.doubles:
            _find_double(books, event, said, cast("Event", after.first))
        for event, said in after.voids:
            pool = books.pools.get(said.pool)
            if pool is not None:
                books.findings.find(f"pool-act {event.name}", [])
                _void_elsewhere(books, event, said, pool, after.first)


def _lift(books: Books, told: _Told) -> None:
    """Take a stake in again that was void."""
    if told.first is None or told.said is None:
        return
    voided = books.records.undone(told.first.name).voided
    void = books.records.at(voided) if voided is not None else None
    if void is not None:
        _into_again(books, told.first, void, told.said)


def _move_credits(books: Books, before: Sequence[_Told], after: Sequence[_Told]) -> None:
    """Take out of their pools the stakes of events that have no credit now, and put the others in.

    An event that has one as before keeps its place, with the amount that it says now.
    """
    had = {one.first.position: one for one in before if one.first is not None}
    have = {one.first.position: one for one in after if one.first is not None}
    for position in sorted(had.keys() | have.keys()):
        old, new = had.get(position), have.get(position)
        event = cast("Event", (old or new or _Told()).first)
        was, now = (None if one is None else one.said for one in (old, new))
        _restake_elsewhere(
            books,
            event,
            was if was is not None and was.pool in books.pools else None,
            now if now is not None and now.pool in books.pools else None,
        )


def _restake_elsewhere(
    books: Books, event: Event, was: PoolStake | None, now: PoolStake | None
) -> None:
    if was is None and now is None:
        return
    books.findings.find(f"pool-act {event.name}", [])
    if was is not None and now is not None and (was.pool, was.casino) == (now.pool, now.casino):
        if was.amount != now.amount:
            _change(books, books.pools[was.pool], _laid_elsewhere(books, event, was), now.amount)
        return
    key = key_of(event)
    if was is not None:
        _out_of(books, books.pools[was.pool], _laid_elsewhere(books, event, was), key)
    if now is not None:
        _into(books, books.pools[now.pool], _laid_elsewhere(books, event, now), key)


def _laid_elsewhere(books: Books, first: Event, payload: PoolStake) -> Laid:
    """Return a stake of a device elsewhere as it lies in its pool; it is no receita here."""
    casino = _casino_elsewhere(books, first, payload)
    opened = first.at, first.position
    return Laid(
        stake=payload.amount, opened=opened, at=key_of(first), casino=casino, name=first.name
    )


def _casino_elsewhere(books: Books, first: Event, payload: PoolStake) -> str:
    """Return the casino of a stake of a device elsewhere: as stated, or as it was taken in."""
    return payload.casino or _casino_of(books, first, payload.pool)


def _name_of(payload: PoolStake) -> tuple[str, str]:
    return payload.pool, payload.stake


def _noted(records: Records, payload: PoolStake) -> list[int]:
    """Return the positions of all events that ever told of a stake, corrected since or not.

    A device's numbers rise, so that few are looked up.
    """
    number = _number_of(payload)
    highest = records.devices.get(f"{payload.pool} {payload.device}")
    if number is not None and (highest is None or number > highest):
        return []
    return records.credited(payload.pool, payload.stake)


def _number(records: Records, event: Event, payload: PoolStake) -> None:
    """Note that an event tells of a stake, and the highest number of the stake's device."""
    key = payload.pool, payload.stake
    records.page_stakes.setdefault(key, []).append(event.position)
    number = _number_of(payload)
    device = f"{payload.pool} {payload.device}"
    if number is not None and number > records.devices.get(device, -1):
        records.devices[device] = number
        records.general = True


def _number_of(payload: PoolStake) -> int | None:
    """Return a stake's number where its id is ``<device>:<number>``."""
    device, colon, number = payload.stake.rpartition(":")
    if not colon or device != payload.device or not number.isascii() or not number.isdigit():
        return None
    return int(number)
