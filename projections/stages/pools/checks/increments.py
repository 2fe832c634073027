"""Increments as devices state them: each statement is of the member's last stake before it.

Compared, never posted. A machine and its controller speak by lines of their own: what is found
because one of them was away beyond its term is found no more when that one has spoken.
Rules: jackpots.md; regulatory.md 3.5 n. 12, 4.11 (JP-DUP, JP-MISS).
"""

from collections.abc import Sequence
from typing import Final

from ledger.events.jackpots import JackpotIncrement
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import after
from projections.replay.settlement import money_text
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import event_fault
from projections.stages.pools.books.moments import Stake, key_of
from projections.stages.pools.books.pool import Missed, Pool, Said
from projections.stages.pools.checks.readings import hold, judge
from projections.stages.pools.moves import late
from projections.stages.pools.moves.held import is_remembered, recalled

UNMATCHED: Final = 256
"""Words without a stake, and stakes without a word, that are kept of a pool."""


def increment(books: Books, event: Event, payload: JackpotIncrement) -> None:
    """Take a device's statement of an increment outside rounds, to compare it with its stake."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    place = event.place
    if place is None or pool.member(place, event.position) is None:
        hold(books, pool, event, Kind.STATEMENT)
        return
    if place not in pool.said:  # it never said anything before: from here on its stakes are heard
        pool.said[place] = Said("", 0, 0, stated=True)
    hold(books, pool, event, Kind.STATED)


def staked(books: Books, event: Event, pool: Pool, whole: int) -> None:
    """Take a stake of a member that states increments; ``whole`` is its increment by the log."""
    one = Waiting(
        kind=Kind.STAKED,
        position=event.position,
        at=event.at,
        place=event.place,
        name=event.name,
        amount=whole,
    )
    late.hold(books, pool, event, one)


def revived(pool: Pool, due: list[Waiting]) -> list[Waiting]:
    """Return the matters that are due, and the statements that may be of stakes among them."""
    if not pool.untold:
        return due
    first: dict[str | None, str] = {}
    for one in due:
        if one.kind == Kind.STAKED:
            first[one.place] = min(one.at, first.get(one.place, one.at))
    again = [
        one
        for one in pool.untold
        if one.place in first and after(one.at, one.seconds) >= first[one.place]
    ]
    pool.untold = [one for one in pool.untold if one not in again]
    return [*due, *again]


def judge_staked(books: Books, pool: Pool, one: Waiting) -> None:
    """Find a member's last stake without a statement, now that its next stake is judged."""
    last = pool.said.get(one.place or "")
    if last is None or one.key < last.key:
        return  # later than its term
    if one.position == last.position:  # the same one, corrected: what was said of it stands
        last.whole = one.amount
        books.pools.touched.add(pool.name)
        return
    if not last.stated:
        _miss(books, pool, last, one)
    pool.said[one.place or ""] = Said(one.name, one.amount, one.position, one.at, one.source)
    books.pools.touched.add(pool.name)


def _miss(books: Books, pool: Pool, last: Said, following: Waiting) -> None:
    """Report a stake without a statement (JP-MISS); a speaker may only have been away."""
    event = books.records.said(last.stake)
    if event is None or books.records.payload_of(event) is None:
        return
    fault = Fault(
        code="JP-MISS",
        positions=(last.position,),
        expected=money_text(last.whole),
        recorded="no increment said",
        facts={"pool": pool.name},
    )
    books.findings.find(f"pool-stake {last.stake} {pool.name}", [fault])
    one = Missed(
        place=following.place or "",
        stake=last.stake,
        at=last.at,
        source=last.source,
        position=last.position,
        until=following.key,
    )
    pool.missed = [other for other in pool.missed if is_remembered(books.now, pool, other.at)]
    pool.missed = [*pool.missed[1 - UNMATCHED :], one]


def judge_stated(
    books: Books,
    event: Event,
    pool: Pool,
    payload: JackpotIncrement,
    one: Waiting,
) -> None:
    """Compare a statement with the member's last stake; a second statement of it is a fault."""
    if one.known:  # it was found to be of no stake
        with books.findings.again():
            books.findings.find(f"reading {event.name}", [])
    books.pools.touched.add(pool.name)
    place = event.place or ""
    last = pool.said[place]
    if last.position == 0:
        pool.said[place] = Said(event.name, 0, event.position, event.at, event.source, stated=True)
        _compare(books, event, pool, payload, one, None)
    elif last.key < key_of(event):
        _of_last(books, event, pool, payload, one)
    else:
        _of_earlier(books, event, pool, payload, one)


def _of_last(
    books: Books,
    event: Event,
    pool: Pool,
    payload: JackpotIncrement,
    one: Waiting,
) -> None:
    last = pool.said[event.place or ""]
    if last.stated and payload.amount >= 0 and last.by != event.position:
        # The stake may wait still: the speaker's clock is behind the member's.
        ahead = _ahead(one, (*books.agenda.judging, *pool.waiting))
        if ahead is None:
            _twice(books, event, pool, payload, one, last)
            return
        judge_staked(books, pool, ahead)
        ahead.kind, last = Kind.DONE, pool.said[event.place or ""]
    last.stated, last.by = True, event.position
    _compare(books, event, pool, payload, one, last)


def _of_earlier(
    books: Books, event: Event, pool: Pool, payload: JackpotIncrement, one: Waiting
) -> None:
    """Judge a statement about a stake before the member's last stake: its speaker was away."""
    missed = _missed(pool, one)
    if missed is not None:
        pool.missed = [other for other in pool.missed if other is not missed]
        with books.findings.again():
            books.findings.find(f"pool-stake {missed.stake} {pool.name}", [])
    elif (
        payload.amount >= 0
        and not books.records.undone(event.name).corrected
        and _all_known(pool, one)
    ):
        _twice(books, event, pool, payload, one, pool.said[event.place or ""])
        return
    _compare(books, event, pool, payload, one, missed)


def _missed(pool: Pool, one: Waiting) -> Missed | None:
    """Return the stake of which nothing was said so far and this word is."""
    key = one.key
    mine = [missed for missed in pool.missed if missed.place == one.place]
    within = [missed for missed in mine if missed.key < key < missed.until]
    ahead = [missed for missed in mine if one.at < missed.at <= after(one.at, one.seconds)]
    return next(iter((*within, *ahead)), None)


def _all_known(pool: Pool, one: Waiting) -> bool:
    """Tell whether every unstated stake since a statement is kept."""
    return len(pool.missed) < UNMATCHED or pool.missed[0].at <= one.at


def _compare(
    books: Books,
    event: Event,
    pool: Pool,
    payload: JackpotIncrement,
    one: Waiting,
    of: Said | Missed | None,
) -> None:
    """Compare a statement with its stake's increment, and its balance with the pool's."""
    at = min(event.at, of.at) if of is not None and of.at else event.at
    with recalled(books, pool, after(at, -one.seconds)):
        known = of is not None and of.at >= pool.forgot
        one.stake = _stake_of(pool, of.position) if of is not None and known else None
        if one.stake is not None or payload.balance is not None or payload.amount < 0:
            judge(books, event, pool, payload, one)


def _ahead(one: Waiting, others: Sequence[Waiting]) -> Waiting | None:
    """Return the member's next stake, if it followed the statement soon and was recorded before it.

    Or recorded when all that waited for it was over: then the member was away.
    """
    found = [
        other
        for other in others
        if other.kind == Kind.STAKED
        and other.place == one.place
        and (other.position < one.position or (one.due and 0 < one.known < other.position))
        and one.at < other.at <= after(one.at, one.seconds)
    ]
    return min(found, key=lambda other: other.at, default=None)


def _twice(
    books: Books, event: Event, pool: Pool, payload: JackpotIncrement, one: Waiting, last: Said
) -> None:
    """Report a second statement about one stake (JP-DUP); its own stake may be away."""
    fault = event_fault(
        "JP-DUP",
        event,
        "one increment a stake",
        money_text(payload.amount),
        positions=tuple(sorted((last.position, event.position))),
        facts={"pool": pool.name},
    )
    books.findings.find(f"reading {event.name}", [fault])
    one.known = one.known or books.now.position
    pool.untold = [other for other in pool.untold if is_remembered(books.now, pool, other.at)]
    pool.untold = [*pool.untold[1 - UNMATCHED :], one]


def _stake_of(pool: Pool, position: int) -> Stake | None:
    """Return the exact increment of the stake at a position."""
    for move in reversed(pool.moves):
        if move.position == position and move.stakes > 0:
            exact = move.by.shown + move.by.overflow * MILLION
            at, source, position = move.key
            reserve = move.by.reserve
            return Stake(at=at, source=source, position=position, exact=exact, reserve=reserve)
    return None
