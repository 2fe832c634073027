"""Must-hit and mystery prizes: a trigger fixed beforehand by its hash, opened after the hit.

The trigger lies within the range players are told, and the prize falls to the stake that reaches
it. Several devices feed one pool, so all this is judged when they must have spoken, and goes by
their own times: who was late for itself accuses nobody. Rules: MAQ R3, R18; posting 24; JP-HIT.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from ledger.events.jackpots import MustHitCommitted, MustHitRevealed
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import after
from projections.replay.settlement import money_text
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import event_fault
from projections.stages.pools.books.moments import Move, key_of
from projections.stages.pools.books.pool import AllPools, Commitment, Pool
from projections.stages.pools.moves import late
from projections.stages.pools.moves.held import (
    DOUBTED,
    LATER,
    before_stake,
    behind,
    held_at,
    lateness,
    recalled,
)


def hash_of(value: int, salt: str) -> str:
    """Return the commitment to a trigger: SHA-256 of ``<value>:<salt>``, in hex.

    >>> hash_of(1, "00")[:8]
    '0d3eefe3'
    """
    return sha256(f"{value}:{salt}".encode()).hexdigest()


# --- what waits ----------------------------------------------------------------------------------


def commit(books: Books, event: Event, payload: MustHitCommitted) -> None:
    """Take a trigger's hash."""
    _hold(books, event, payload.pool, Kind.COMMIT)


def reveal(books: Books, event: Event, payload: MustHitRevealed) -> None:
    """Take a trigger that was opened."""
    _hold(books, event, payload.pool, Kind.REVEAL)


def _hold(books: Books, event: Event, name: str, kind: Kind) -> None:
    """Let a trigger wait at its time, or at the time of a hit that the ledger knew before it."""
    pool = books.pools.get(name)
    if pool is None:
        return
    hits = [one.at for one in pool.waiting if one.kind == Kind.HIT]
    one = Waiting(kind=kind, position=event.position, at=max([event.at, *hits]))
    late.hold(books, pool, event, one)


def check_award(books: Books, event: Event, pool: Pool, won: Won) -> None:
    """Let a prize of a pool with triggers wait to be judged by its trigger."""
    fixes = any(one.kind == Kind.COMMIT for one in pool.waiting)
    if pool.terms.hit_high is not None or pool.commitment is not None or fixes:
        one = Waiting(kind=Kind.HIT, position=event.position, at=won.at, award=won.award)
        late.hold(books, pool, event, one)


def check_reached(books: Books, event: Event, pool: Pool) -> None:
    """Let a stake wait to be judged that brought the pool to its latest trigger."""
    high = pool.terms.hit_high
    if high is None:
        return
    last = pool.moves[-1] if pool.moves else None
    in_order = last is None or last.key <= key_of(event)
    shown = pool.shown if in_order else held_at(pool, key_of(event)).shown // MILLION
    if shown < high or (in_order and pool.passed == pool.cycle.started):
        return
    one = next((one for one in pool.waiting if one.kind == Kind.PASSED), None)
    if one is None:
        one = Waiting(kind=Kind.PASSED, position=event.position, at=event.at)
        late.hold(books, pool, event, one)
    elif event.at < one.at:
        one.at, one.source, one.position = key_of(event)


# --- judged --------------------------------------------------------------------------------------


def judge(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    """Judge a trigger that was fixed or opened, or a prize that a trigger decided."""
    if isinstance(payload, MustHitCommitted):
        _fix(books, event, pool, payload, one.at)
    elif isinstance(payload, MustHitRevealed):
        fixed = _opened_by(pool, payload)
        books.findings.find(f"pool-act {event.name}", _faults_of(fixed, event, payload))
        if fixed is not None:
            fixed.opened, fixed.opened_at = event.position, one.at
            fixed.value = payload.value
            _forget_hit(pool)
            books.pools.touched.add(pool.name)
    else:
        won = books.awards.get(one.award) if one.award is not None else None
        if won is not None and not won.gone:
            with recalled(books, pool, won.at):
                _judge_hit(books, event, pool, won)


def _fix(books: Books, event: Event, pool: Pool, payload: MustHitCommitted, at: str) -> None:
    """Keep a trigger's hash; a second trigger while the first is not hit is a fault."""
    last = pool.commitment
    again = next((one for one in triggers(pool) if one.position == event.position), None)
    if again is None and last is not None and last.position > event.position:
        return  # an older one was corrected, of which nothing is kept
    if again is None:
        before, fixed = (
            last,
            Commitment(position=event.position, hash="", low=0, high=0, at=at, source=event.source),
        )
        pool.commitment = fixed
        if last is not None and last.awarded is None:
            pool.unhit = [*pool.unhit[1 - DOUBTED :], last]
    else:
        before, fixed = _before(pool, again), again
    fixed.hash, fixed.low, fixed.high = payload.commitment, payload.low, payload.high
    books.pools.touched.add(pool.name)
    books.findings.find(f"pool-act {event.name}", _faults_of_fixing(pool, event, payload, before))


def _faults_of_fixing(
    pool: Pool, event: Event, payload: MustHitCommitted, before: Commitment | None
) -> list[Fault]:
    """Find a range that is not the pool's, and a trigger fixed where one was not hit yet."""
    faults: list[Fault] = []
    terms = pool.terms
    told = (terms.hit_low, terms.hit_high)
    if told not in ((None, None), (payload.low, payload.high)):
        low, high = money_text(terms.hit_low or 0), money_text(terms.hit_high or 0)
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                f"between {low} and {high}",
                f"between {money_text(payload.low)} and {money_text(payload.high)}",
            )
        )
    if before is not None and before.awarded is None:
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                "the trigger fixed before",
                "another trigger",
                positions=(before.position, event.position),
            )
        )
    return faults


# --- triggers ------------------------------------------------------------------------------------


def triggers(pool: Pool) -> list[Commitment]:
    """Return the known triggers, the latest last."""
    return [*pool.unhit, *([pool.commitment] if pool.commitment is not None else [])]


def _before(pool: Pool, fixed: Commitment) -> Commitment | None:
    """Return the trigger before this trigger, if nobody hit it."""
    known = triggers(pool)
    index = next(n for n, one in enumerate(known) if one is fixed)
    return known[index - 1] if index else None


def _opened_by(pool: Pool, payload: MustHitRevealed) -> Commitment | None:
    """Return which trigger was opened: the one of this hash, else the last."""
    found = hash_of(payload.value, payload.salt)
    known = triggers(pool)
    return next((one for one in reversed(known) if one.hash == found), pool.commitment)


def _hit_by(pool: Pool, won: Won) -> Commitment | None:
    """Return the trigger that a prize hit: one opened within its stake, else the last before."""
    free = [one for one in triggers(pool) if one.awarded is None]
    for one in reversed(free):
        if one.value is not None and won.before < one.value <= won.basis:
            return one
    return next((one for one in reversed(free) if one.key <= won.key), None)


def _forget_hit(pool: Pool) -> None:
    """Keep no trigger before the last that was hit and opened."""
    pool.unhit = [one for one in pool.unhit if one.awarded is None or one.opened is None]


def unfix(pools: AllPools, event: Event, payload: MustHitCommitted) -> None:
    """Forget a trigger that was withdrawn."""
    pool = pools.get(payload.pool)
    if pool is None:
        return
    pool.unhit = [one for one in pool.unhit if one.position != event.position]
    if pool.commitment is not None and pool.commitment.position == event.position:
        pool.commitment = None
    pools.touched.add(pool.name)


def reach_again(books: Books, pool: Pool, won: Won, basis: int) -> None:
    """Give a prize whose refusal was withdrawn its trigger again, if the trigger is still free.

    ``basis`` is J1 + J2 when it was won. One that waits to be judged takes its trigger then.
    """
    if any(one.kind == Kind.HIT and one.award == won.award for one in pool.waiting):
        return
    free = [one for one in triggers(pool) if one.awarded is None and one.key <= won.key]
    if free:
        _take(books, pool, free[-1], won, basis)


def _take(books: Books, pool: Pool, fixed: Commitment, won: Won, basis: int) -> None:
    """Note that a prize hit a trigger, and withdraw findings that nobody had hit it."""
    fixed.awarded, fixed.before, fixed.basis = won.position, won.before, basis
    books.pools.touched.add(pool.name)
    with books.findings.again():
        event = books.records.at(fixed.opened) if fixed.opened is not None else None
        payload = books.records.payload_of(event) if event is not None else None
        too_early = fixed.opened_at < after(won.at, -behind(books.now, pool))
        if event is not None and isinstance(payload, MustHitRevealed) and not too_early:
            books.findings.find(f"pool-act {event.name}", _faults_of(fixed, event, payload))
        known = triggers(pool)
        after_it = next((one for one in known if one.key > fixed.key), None)
        event = books.records.at(after_it.position) if after_it is not None else None
        payload = books.records.payload_of(event) if event is not None else None
        if event is not None and isinstance(payload, MustHitCommitted):
            faults = _faults_of_fixing(pool, event, payload, fixed)
            books.findings.find(f"pool-act {event.name}", faults)
    _forget_hit(pool)


def _faults_of(fixed: Commitment | None, event: Event, payload: MustHitRevealed) -> list[Fault]:
    """Compare a trigger that was opened with its hash, its range, and the stake that won."""
    value = money_text(payload.value)
    if fixed is None:
        return [event_fault("JP-HIT", event, "a trigger fixed beforehand", value)]
    faults: list[Fault] = []
    with_hash = (fixed.position, event.position)
    found = hash_of(payload.value, payload.salt)
    if found != fixed.hash:
        faults.append(event_fault("JP-HIT", event, fixed.hash, found, positions=with_hash))
    if not fixed.low <= payload.value <= fixed.high:
        between = f"between {money_text(fixed.low)} and {money_text(fixed.high)}"
        faults.append(event_fault("JP-HIT", event, between, value, positions=with_hash))
    if fixed.awarded is None:
        faults.append(event_fault("JP-HIT", event, "opened after the hit", value))
    elif not fixed.before < payload.value <= fixed.basis:
        reached = f"won by the stake from {money_text(fixed.before)} to {money_text(fixed.basis)}"
        positions = (fixed.position, fixed.awarded, event.position)
        faults.append(
            event_fault("JP-HIT", event, f"a trigger {reached}", value, positions=positions)
        )
    return faults


def _judge_hit(books: Books, event: Event, pool: Pool, won: Won) -> None:
    """Note the stake that won, and find a hit without a trigger, or outside the trigger's range."""
    terms = pool.terms
    if terms.hit_high is None and pool.commitment is None:
        return
    before = before_stake(pool, won.key)  # now that all stakes of before it are known
    if before is not None and won.held is not None and won.before != min(before, won.basis):
        won.before = min(before, won.basis)
        books.awards.keep(won)
    faults: list[Fault] = []
    fixed = _hit_by(pool, won)
    if fixed is None:
        fixed = pool.commitment
        faults.append(event_fault("JP-HIT", event, "a trigger fixed beforehand", "none"))
    else:
        _take(books, pool, fixed, won, won.basis)
    if pool.passed is not None and won.at < pool.passed_at:  # it was hit before, and told of since
        books.findings.find(f"must-hit {pool.name} {pool.passed}", [])
        pool.passed = None
    low = fixed.low if fixed is not None else terms.hit_low or 0
    high = fixed.high if fixed is not None else terms.hit_high or 0
    told = won.cycle is not None and pool.passed == won.cycle.started
    if won.basis < low or (won.before >= high and not told):
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                f"between {money_text(low)} and {money_text(high)}",
                money_text(won.basis),
            )
        )
    books.findings.find(f"must-hit {won.award}", faults)


def judge_reached(books: Books, pool: Pool, one: Waiting) -> None:
    """Find a stake before which the pool stood at its latest trigger, and nobody had won.

    Told once a cycle. Stakes of which the term is not over wait on.
    """
    high = pool.terms.hit_high
    if high is None:
        return
    limit = LATER
    if books.now.clock is not None and one.due:
        limit = after(books.now.clock, -lateness(books.now, pool))
    for move, shown in _laid_on(pool, one.at, high):
        if move.at > limit:
            one.at, one.source, one.position = move.key
            one.due = after(move.at, lateness(books.now, pool))
            pool.waiting.append(one)
            books.agenda.waits.add(pool.name)
            return
        started = _cycle_of(books, pool, move)
        if started == pool.passed:
            continue
        pool.passed, pool.passed_at = started, move.at
        event = books.records.at(move.position)
        fault = Fault(
            code="JP-HIT",
            positions=(move.position,),
            place=event.place if event is not None else None,
            expected=f"won at {money_text(high)} at the latest",
            recorded=money_text(shown),
            facts={"pool": pool.name},
        )
        books.findings.find(f"must-hit {pool.name} {started}", [fault])


def _laid_on(pool: Pool, since: str, high: int) -> Iterator[tuple[Move, int]]:
    """Return the stakes since a time that found J1 + J2 at a level or above, each with J1 + J2."""
    found: list[tuple[Move, int]] = []
    held = pool.balances_now()
    for move in reversed(pool.moves):
        if move.at < since:
            break
        held = held.plus(move.by, -1)
        if move.stakes > 0 and held.shown // MILLION >= high:
            found.append((move, held.shown // MILLION))
    return reversed(found)


def _cycle_of(books: Books, pool: Pool, stake: Move) -> int:
    """Return the position at which the jackpot cycle of this stake began."""
    then = late.following(books, pool, stake.key._replace(order=stake.position - 1))
    return (then.cycle if then is not None and then.cycle is not None else pool.cycle).started
