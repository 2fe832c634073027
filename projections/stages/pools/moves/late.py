"""Late money: awards reckoned anew, and matters that wait until all devices have spoken.

An award is of what its pool held when it was won. A stake from before it that comes after it makes
the prize larger, exactly as if it had come in time; a stake from after it that came before it does
not. What devices and people say is compared when every device of the pool has had its time
(``pool_lateness_seconds`` by the ledger's clock); in a ledger without a clock, at once. An award
that is right then is closed and changes no more (see ``held``).
Rules: jackpots.md, "Pool model"; regulatory.md 3.5.
"""

from bisect import insort
from collections.abc import Generator, MutableMapping
from contextlib import contextmanager

from msgspec.structs import replace

from ledger.events.jackpots import JackpotWon, PoolTransferred
from projections.base.event import Event
from projections.base.times import after
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    AWARD,
    BASE,
    BASE_COST,
    OVERFLOW,
    PARTS,
    PRIZES,
    RESERVE,
    RESET,
    WON,
)
from projections.stages.pools.books.agenda.waiting import ACTS, SETTLING, Kind, Waiting
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.moments import (
    LAST_OF_ALL,
    Balances,
    Gone,
    Key,
    Latest,
    Move,
    key_of,
)
from projections.stages.pools.books.now import Now, no_day
from projections.stages.pools.books.pool import AllPools, Cycle, Pool
from projections.stages.pools.moves import awards, stakes
from projections.stages.pools.moves.held import (
    behind,
    held_at,
    insert,
    is_of,
    is_over,
    latency,
    lateness,
    mark,
    recalled,
    relabel,
    since,
    tell_late,
)

# --- waiting -------------------------------------------------------------------------------------


def hold(books: Books, pool: Pool, event: Event, one: Waiting) -> None:
    """Let a matter wait for the pool's devices; without a clock it is judged with its event.

    What a correction tells is judged with it, too, unless the term of its own time goes on.
    """
    one.day, one.casino = books.now.day_of(pool), books.now.casino
    one.source = one.source or event.source
    clock, seconds = books.now.clock, lateness(books.now, pool)
    if clock is not None and not books.findings.correcting:
        one.due = after(max(clock, event.at), seconds)
    elif clock is not None and after(event.at, seconds) > clock:
        one.due = after(event.at, seconds)
    else:
        books.agenda.at_once.add(pool.name)
    pool.waiting.append(one)
    books.agenda.waits.add(pool.name)
    books.pools.touched.add(pool.name)


def hold_act(books: Books, pool: Pool, act: Event, kind: Kind) -> None:
    """Let an act wait until all devices of the pool have told of stakes before it."""
    at, source, order = books.now.key
    one = Waiting(kind=kind, position=act.position, at=at, source=source, order=order)
    hold(books, pool, act, one)
    if pool.waiting[-1].due:
        pool.waiting[-1].due = after(books.now.at, lateness(books.now, pool))


def acts_wait(books: Books, won: Won) -> bool:
    """Tell whether a transfer, or an end, of an award's pool waits that came after the award.

    What was told after it is not the award's either; which that is, it says when it moves.
    """
    waiting = [one for name in books.agenda.waits for one in books.pools[name].waiting]
    for one in waiting:
        if one.kind in ACTS and one.key > won.key:
            event = books.records.at(one.position)
            said = books.records.payload_of(event) if event is not None else None
            if not isinstance(said, PoolTransferred) or won.pool in (said.pool, said.to):
                return True
    return False


def awaited(pools: AllPools, won: Won) -> bool:
    """Tell whether a matter of an award still waits, so that the award may be reckoned anew."""
    pool = pools[won.pool]
    return any(one.award == won.award and one.kind in SETTLING for one in pool.waiting)


@contextmanager
def as_of(now: Now, one: Waiting) -> Generator[None]:
    """Book within for the day, the casino and the time of a matter that waited."""
    was = now.day, now.casino, now.at, now.source, now.order, now.first_open
    now.day, now.casino = one.day, one.casino
    now.at, now.source, now.order = one.key
    now.first_open = no_day  # it was settled when that came
    try:
        yield
    finally:
        now.day, now.casino, now.at, now.source, now.order, now.first_open = was


# --- awards --------------------------------------------------------------------------------------


def remember(pool: Pool, won: Won) -> None:
    """Keep an award among those that may be reckoned anew."""
    pool.latest = [one for one in pool.latest if one.award != won.award]
    insort(
        pool.latest,
        Latest(award=won.award, at=won.at, source=won.source, order=won.order),
        key=lambda one: one.key,
    )


def close(pools: AllPools, pool: Pool, won: Won, *, closed: bool) -> None:
    """Close an award, so that it changes no more, or open it again."""
    for number, one in enumerate(pool.latest):
        if one.award == won.award and one.closed != closed:
            pool.latest[number] = replace(one, closed=closed)
            pools.touched.add(pool.name)


def date_anew(books: Books, pool: Pool, won: Won, play: Event) -> None:
    """Date an award to its play, which came after the claim."""
    mark(books, pool)
    catch_up(books)
    won.place = won.place or play.place
    books.awards.keep(won)
    with recalled(books, pool, min(won.at, play.at)):
        _move(books, pool, won, key_of(play))


def date_by_claim(books: Books, pool: Pool, won: Won, said: int) -> None:
    """Date an award claimed without its play to the stake after which the pool was as claimed.

    A signal may come so much later than its stake as a display may lag, and as much sooner as the
    speaker's clock may be behind. Without such a stake it stays where it was claimed, and also
    where the pool was as claimed then and no trigger says that the stake before is the one, or
    where another prize since that stake had what it was said to be: who claims it again is second.
    """
    if won.said is not None or won.held is None or won.gone:
        return
    first = after(won.at, -latency(books.now, pool))
    last = after(won.at, behind(books.now, pool))
    with recalled(books, pool, first):
        there = held_at(pool, won.key, without=won.award).shown // awards.MILLION
        if not _triggered(pool) and awards.prize_of(pool, won.combination, there)[0] == said:
            return  # what came since that stake, and raised nothing, is of the same cycle
        own = [move for move in pool.moves if move.stakes > 0 and first <= move.at <= last]
        for move in reversed(own):
            held = held_at(pool, move.key, without=won.award)
            shown = held.shown // awards.MILLION
            raised = held.plus(move.by, -1).shown // awards.MILLION < shown
            if raised and awards.prize_of(pool, won.combination, shown)[0] == said:
                if not _was_taken(books, pool, won, move.key):
                    _move(books, pool, won, move.key)
                return


def _was_taken(books: Books, pool: Pool, won: Won, key: Key) -> bool:
    """Tell whether what a stake led to is another's prize by now, whose claim or play was right.

    A fixed sum is due whoever had won before it.
    """
    since = [one.award for one in pool.latest if one.award != won.award]
    others = [other for name in since if (other := books.awards.get(name)) is not None]
    return any(
        key <= other.key < won.key
        and not other.gone
        and other.amount > awards.prize_of(pool, other.combination, 0)[0]
        and _was_said_rightly(books, other)
        for other in others
    )


def _was_said_rightly(books: Books, won: Won) -> bool:
    if won.said is not None:
        return won.said == won.amount
    events = [books.records.said(name) for name in won.claims]
    payloads = [books.records.payload_of(event) for event in events if event is not None]
    return any(isinstance(one, JackpotWon) and one.amount == won.amount for one in payloads)


def _triggered(pool: Pool) -> bool:
    """Tell whether a stake that reaches a figure fixed beforehand wins the pool."""
    return bool(pool.terms.hit_high is not None or pool.commitment is not None or pool.unhit)


def _move(books: Books, pool: Pool, won: Won, key: Key) -> None:
    """Date an award to another moment, unless that moment is over."""
    own = next((one for one in pool.latest if one.award == won.award), None)
    if won.held is None or own is None or own.closed or won.key == key:
        return
    if is_over(pool, key):
        return  # it stays where it was claimed
    stakes.keep_for_prize(books, pool, key)
    catch_up(books)
    was, (won.at, won.source, won.order) = won.key, key
    relabel(pool, won.award, won.key)
    remember(pool, won)
    low, high = sorted((was, won.key))
    sign = 1 if was < won.key else -1
    for move in pool.moves:
        if low < move.key <= high and move.of != won.award and won.cycle is not None:
            recount(won.so_far, {}, move, sign)
            recount(won.cycle, won.casinos, move, sign)
            _recount_after(books, pool, won, move, -sign)
    won.held = held_at(pool, won.key, without=won.award)
    reckon(books, pool, won)
    if pool.last_award is not None and pool.last_award.position == won.position:
        awards.note(pool, won, balance=won.again or pool.last_award.balance)
    books.awards.keep(won)


def catch_up(books: Books) -> None:
    """Reckon every award anew that a late change came before.

    It ends: what an award takes more, or less, is a late change of the award's moment. Each change
    so is followed by later ones only, of the moments of awards that are known, and those are few.
    """
    late = books.agenda.late
    while late:
        name, move = late.pop(0)
        known = len(late)
        pool = books.pools[name]
        ended = False
        for latest in list(pool.latest):
            reckoned = is_of(latest, move) and not latest.closed
            won = books.awards.get(latest.award) if reckoned else None
            if won is None or won.held is None:
                continue
            won.held = won.held.plus(move.by)
            books.awards.keep(won)
            if move.stakes and not ended:
                recount(won.so_far, {}, move, 1)
                ended = won.cycle is not None
                if won.cycle is not None:
                    recount(won.cycle, won.casinos, move, 1)
                    recount(pool.cycle, pool.casinos, move, -1)
            reckon(books, pool, won)
        for one in [one for one in pool.gone if is_of(one, move)]:
            won = books.awards.get(one.award)
            if won is not None and won.held is not None and one.by is not None:
                won.held = won.held.plus(move.by)
                reckon_gone(books, pool, won, one)
        assert all(
            of == name and (then.key > move.key or (then.of and not move.of))
            for of, then in late[known:]
        )


def following(books: Books, pool: Pool, key: Key) -> Won | None:
    """Return the first full award after a moment that is known already."""
    for latest in pool.latest:
        won = books.awards.get(latest.award) if latest.key > key else None
        if won is not None and won.cycle is not None:
            return won
    return None


def _recount_after(books: Books, pool: Pool, won: Won, move: Move, sign: int) -> None:
    """Count a stake in, or out of, the cycle that follows an award."""
    then = following(books, pool, won.key)
    if then is None or then.cycle is None:
        recount(pool.cycle, pool.casinos, move, sign)
    else:
        recount(then.cycle, then.casinos, move, sign)
        recount(then.so_far, {}, move, sign)
        books.awards.keep(then)


@contextmanager
def cycle_of(books: Books, pool: Pool, key: Key) -> Generator[None]:
    """Let the pool's cycle be that of a moment, within, without the stakes after that moment.

    An award that comes after a later one ends a cycle that is over: what is left of it is the
    later one's.
    """
    then = following(books, pool, key)
    end = then.key if then is not None else LAST_OF_ALL
    later = [move for move in since(pool, key) if move.key <= end]
    now = pool.cycle, pool.casinos
    if then is not None and then.cycle is not None:
        pool.cycle, pool.casinos = then.cycle, then.casinos
    for move in later:
        recount(pool.cycle, pool.casinos, move, -1)
    yield
    for move in later:
        recount(pool.cycle, pool.casinos, move, 1)
    if then is not None:
        then.cycle, then.casinos = pool.cycle, pool.casinos
        then.so_far = replace(then.cycle, rates=dict(then.cycle.rates))
        then.so_far.wins -= then.from_pool
        more = then.basis - then.so_far.total
        then.so_far.increments += more
        then.cycle.increments += more
        pool.cycle, pool.casinos = now
        pool.cycle.increments += pool.shown - pool.cycle.total
        books.awards.keep(then)


def recount(cycle: Cycle, casinos: MutableMapping[str, int], move: Move, sign: int) -> None:
    """Count a stake in, or out of, a cycle; its increment stands in the cycle's increments."""
    if not move.stakes:
        return
    cycle.stakes += sign * move.stakes
    _add(cycle.rates, str(move.ppm), sign * move.by.staked)
    _add(casinos, move.casino, sign * move.by.staked * move.ppm)


def _add(sums: MutableMapping[str, int], key: str, amount: int) -> None:
    sums[key] = sums.get(key, 0) + amount
    if not sums[key]:
        del sums[key]


def reckon(books: Books, pool: Pool, won: Won) -> None:
    """Book an award's prize by the balances at which it was won, less its present bookings."""
    assert won.held is not None
    basis = max(0, won.held.shown // awards.MILLION)
    amount, from_pool, _, _ = awards.prize_at(pool, won.key, won.combination, basis)
    was = (won.amount, won.basis, won.parts, won.reset, won.moved, won.base_moved, won.again)
    _, was_basis, parts, reset, moved, base_moved, again = was
    if not _set(books.now, pool, won, amount, from_pool):
        return
    won.apart += basis - was_basis
    won.before = min(won.before + basis - was_basis, basis)
    won.basis = basis
    payments = list(won.payments)
    for one in payments:
        awards.unpay(books, pool, won, one)
    of = awards.of_award(won)
    before = sum(parts.values())
    for account in (ACCUMULATED, BASE):
        more = won.parts.get(account, 0) - parts.get(account, 0)
        books.journal.post(pool, account, WON, more, AWARD, of)
    house, won.house = won.house, won.amount - won.from_pool
    books.journal.post(pool, PRIZES, WON, won.house - house, AWARD, of)
    for account in (RESERVE, OVERFLOW):
        more = won.moved.get(account, 0) - moved.get(account, 0)
        books.journal.post(pool, account, ACCUMULATED, more, RESET, of)
    books.journal.post(pool, ACCUMULATED, BASE, won.base_moved - base_moved, RESET, of)
    books.journal.post(pool, BASE_COST, BASE, won.reset - reset, RESET, of)
    _recycle(pool, won, won.from_pool - before, won.again - again)
    awards.share(books, pool, won, of)
    for one in payments:
        awards.pay(books, pool, won, one)
    _note(pool, won)
    mark(books, pool, key=won.key, of=won.award)
    books.agenda.reckoned.add(won.award)
    books.awards.keep(won)


def reckon_gone(books: Books, pool: Pool, won: Won, one: Gone) -> None:
    """Reckon a prize anew that was taken back: what it changed until then, others were won of.

    Nothing is booked: what it takes more it gave back more.
    """
    assert won.held is not None
    assert one.by is not None
    was, now = one.by, awards.effect_of(books.now, pool, won)
    if now == was:
        return
    pool.gone = [replace(one, by=now) if other is one else other for other in pool.gone]
    more = now.plus(was, -1)
    for move in (
        Move(*one.key, more, one.award),
        Move(*one.told, Balances().plus(more, -1), one.award),
    ):
        insert(pool, move)
        tell_late(books.agenda, pool, move)
    books.awards.keep(won)


def reckon_refused(books: Books, pool: Pool, won: Won) -> None:
    """Reckon anew what a refused prize would have been, by what its pool held when it was claimed.

    Nothing is booked. A transfer, or a device, that is told of after the refusal was of before the
    claim: who claimed what the pool then showed said the right amount.
    """
    if won.refused is None or won.held is None or won.at < pool.forgot:
        return
    held = held_at(pool, won.key, without=won.award)
    if held == won.held:
        return
    won.held = held
    basis = max(0, held.shown // awards.MILLION)
    won.before = min(won.before + basis - won.basis, basis)
    won.basis = basis
    won.amount, from_pool, _, _ = awards.prize_at(pool, won.key, won.combination, basis)
    won.parts = awards.parts_of(pool, from_pool, won.held)
    won.house = won.amount - won.from_pool
    books.awards.keep(won)


def bear(books: Books, pool: Pool) -> bool:
    """Let the operator bear the parts below zero that a late prize left in a pool.

    Return whether there was any.

    What a pool gave away cannot come back from it. A void of after the prize is put in again where
    the prize is booked (``stakes.keep_for_prize``); one that is forgotten is borne here (P2). What
    is borne raises the prizes after its moment, and what they take may lack again. Of one event
    each such moment is after the one before, and after the prizes up to the first that it could
    raise, so that it comes to an end with the last prize known.
    """
    lacks = {account: -pool.holds(account) for account in PARTS if pool.holds(account) < 0}
    if not lacks:
        return False
    mark(books, pool)
    before = pool.shown
    for account, amount in lacks.items():
        books.journal.post(pool, PRIZES, account, amount, AWARD)
    pool.correct_cycle(before)
    won = [one.key for one in books.noted.changed.values() if one.pool == pool.name]
    key = min(won, default=books.now.key)
    voids = [move.key for move in pool.moves if move.stakes < 0 and move.key > key]
    key = min(voids, default=key)
    last = books.agenda.borne.get(pool.name)
    if last is not None and key <= last:
        later = [one.key for one in pool.latest if one.key > last]
        key = min(later, default=max(last, pool.moves[-1].key))
    # The loop of ``due.finish`` ends by this: it goes on until nothing can be raised any more.
    assert last is None or key > last or all(one.key <= key for one in pool.latest)
    books.agenda.borne[pool.name] = key
    mark(books, pool, key=key)
    return True


def _set(now: Now, pool: Pool, won: Won, amount: int, from_pool: int) -> bool:
    """Set an award's amounts; False if nothing changes, or if the pool has not enough."""
    assert won.held is not None
    new = Won(**{name: getattr(won, name) for name in won.__struct_fields__})
    new.parts = awards.parts_of(pool, from_pool, won.held)
    new.amount = amount
    if won.cycle is not None:
        new.reset, new.moved, new.base_moved = awards.put_back(now, pool, new)
        new.again = awards.started_from(new)
    lacks = {
        ACCUMULATED: new.parts.get(ACCUMULATED, 0)
        - won.parts.get(ACCUMULATED, 0)
        - sum(new.moved.values())
        + sum(won.moved.values())
        + new.base_moved
        - won.base_moved,
        RESERVE: new.moved.get(RESERVE, 0) - won.moved.get(RESERVE, 0),
        OVERFLOW: new.moved.get(OVERFLOW, 0) - won.moved.get(OVERFLOW, 0),
    }
    basis = max(0, won.held.shown // awards.MILLION)
    if new == won and basis == won.basis:
        return False
    later = any(one.key > won.key and not one.closed for one in pool.latest)  # has what this lacks
    if not later and any(more > pool.holds(account) for account, more in lacks.items()):
        return False
    for name in ("amount", "parts", "reset", "moved", "base_moved", "again"):
        setattr(won, name, getattr(new, name))
    return True


def _recycle(pool: Pool, won: Won, given: int, again: int) -> None:
    """Let the cycles add up again: increments take the difference."""
    more = won.basis - won.so_far.total
    won.so_far.increments += more
    cycle = pool.cycle
    if won.cycle is not None:
        won.cycle.increments += more
        won.cycle.wins += given
        if cycle.started == won.position:
            cycle.carried += again
    elif cycle.started <= won.position:
        cycle.wins += given
    cycle.increments += pool.shown - cycle.total


def _note(pool: Pool, won: Won) -> None:
    """Correct the pool's last award and trigger to the award reckoned anew."""
    last = pool.last_award
    if last is not None and last.position == won.position:
        balance = won.again or won.basis - won.from_pool
        awards.note(pool, won, balance=balance)
    for fixed in (*pool.unhit, pool.commitment):
        if fixed is not None and fixed.awarded == won.position:
            fixed.before, fixed.basis = won.before, won.basis
