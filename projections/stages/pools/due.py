"""What waits until every device of a pool must have spoken: judged then, or booked.

Rules: jackpots.md; regulatory.md 3.5, 3.6.
"""

from typing import Any

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import HandPaid
from projections.base.event import Event
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.moments import (
    ACTS,
    COMPARE,
    DONE,
    HIT,
    IN_ORDER,
    PASSED,
    SETTLING,
    STAKED,
    STATED,
    Key,
    Waiting,
)
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.checks import claims, must_hit, readings
from projections.stages.pools.checks import increments as statements
from projections.stages.pools.intake import endings, plays, transfers
from projections.stages.pools.moves import acts as acts_of_pools
from projections.stages.pools.moves import late as lateness
from projections.stages.pools.moves.held import DOUBTED, LATER, mark, prune


def settle(books: Books) -> None:
    """End an event: reckon what it was late for, book and judge what it was waited for."""
    lateness.catch_up(books)
    for name in sorted(books.turn.won):
        _retry(books, books.pools[name])
        _fit(books, books.pools[name])
    books.turn.won.clear()
    if any(
        one.what in ACTS and not one.due for n in books.turn.hasty for one in books.pools[n].waiting
    ):
        do_acts(books, "")
    while books.turn.hasty:  # what is judged may leave more to be judged at once
        pool = books.pools[min(books.turn.hasty)]
        books.turn.hasty.discard(pool.name)
        _judge(books, pool, _due(pool, ""))
        prune(books, pool)
    while books.turn.doubts:
        name, one = books.turn.doubts.pop(0)
        _doubt(books, books.pools[name], one)
    while books.turn.reckoned:
        for award in sorted(books.turn.reckoned):
            books.turn.reckoned.discard(award)
            won = books.award(award)
            if won is not None:
                claims.judge_anew(books, won)


def tick(books: Books) -> None:
    """Judge what is due by the ledger's clock, and forget what nobody can be late for."""
    assert books.clock is not None
    do_acts(books, books.clock)
    for name in sorted(books.waits):
        pool = books.pools[name]
        _judge(books, pool, _due(pool, books.clock))
        if not pool.waiting:
            books.waits.discard(name)
    for pool in books.pools.values():
        if pool.moves:
            prune(books, pool)


def do_acts(books: Books, clock: str | None = None) -> None:
    """Let the acts that are due move what they move, in their order; all without a clock."""
    acts = [
        (one.at, one.position, pool.name, one)
        for pool in map(books.pools.__getitem__, books.waits)
        for one in pool.waiting
        if one.what in ACTS and (clock is None or one.due <= clock)
    ]
    for _, _, name, one in sorted(acts, key=lambda act: act[:3]):
        pool = books.pools[name]
        pool.waiting = [other for other in pool.waiting if other is not one]
        books.touched.add(name)
        event, payload = _read(books, one)
        if event is None or payload is None:
            continue
        with lateness.as_of(books, one):
            match payload:
                case PoolTransferred():
                    transfers.transfer(books, event, payload)
                case ConcessionEnded():
                    endings.end_pool(books, event, pool, payload)
                case CharityPaid():
                    endings.give(books, event, payload)
                case _:
                    acts_of_pools.extinguish(books, event, payload)
            for stirred in sorted(books.turn.stirred):
                mark(books, books.pools[stirred])
            books.turn.stirred.clear()
    if acts:
        lateness.catch_up(books)


def _due(pool: Pool, clock: str) -> list[Waiting]:
    """Return what is due at a time; what is judged in order, only if all before it is due."""
    due = [one for one in pool.waiting if one.due <= clock]
    first: dict[str | None, Key] = {}
    for one in pool.waiting:
        if one.due > clock and one.what in IN_ORDER:
            first[one.place] = min((one.at, one.position), first.get(one.place, (LATER, 0)))
    if not first:
        return due
    return [
        one
        for one in due
        if one.what not in IN_ORDER or (one.at, one.position) < first.get(one.place, (LATER, 0))
    ]


def _judge(books: Books, pool: Pool, due: list[Waiting]) -> None:
    if not due:
        return
    gone = {id(one) for one in due}
    pool.waiting = [one for one in pool.waiting if id(one) not in gone]
    books.touched.add(pool.name)
    due = sorted(statements.revived(pool, due), key=lambda one: (one.at, one.position))
    for one in due:
        if one.what == PASSED:
            must_hit.judge_reached(books, pool, one)
        elif one.what == STAKED:
            statements.judge_staked(books, pool, one)
        if one.what in (PASSED, STAKED, DONE):
            continue
        event, payload = _read(books, one)
        if event is None or payload is None:
            continue  # withdrawn by a correction meanwhile
        with lateness.as_of(books, one):
            if one.what == STATED:
                statements.judge_stated(books, event, pool, payload, one, (*due, *pool.waiting))
            elif isinstance(payload, (DisplayRead, ControllerRead, JackpotIncrement)):
                readings.judge(books, event, pool, payload, one)
            else:
                _judge_prize(books, event, pool, payload, one)


def _judge_prize(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    """Judge what is said about a prize, or its trigger, when all have spoken."""
    won = books.award(one.award) if one.award is not None else None
    if won is not None and isinstance(payload, JackpotWon):
        lateness.date_by_claim(books, pool, won, payload.amount)
    if one.what in IN_ORDER:
        must_hit.judge(books, event, pool, payload, one)
        return
    _judge_award(books, event, pool, payload, one)
    if _fits_none(books, event, payload):
        pool.unfound = [*pool.unfound[1 - DOUBTED :], one]


def _read(books: Books, one: Waiting) -> tuple[Event | None, Any]:
    event = books.look.at(one.position) if books.look is not None else None
    if event is not None and one.what == HIT:
        return event, event.payload  # if that was withdrawn, something else may tell of the hit
    return event, books.standing(event) if event is not None else None


def _judge_award(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    """Judge what is said about an award, or book what no award came for."""
    won = books.award(one.award) if one.award is not None else None
    match payload:
        case _ if one.what in SETTLING:
            if won is not None and one.what == COMPARE:
                claims.compare(books, event, pool, won, one.amount)
            if won is not None:  # what was judged before may be explained now
                claims.judge_anew(books, won)
        case AwardVerified():
            claims.verified(books, event, payload)
        case PoolReset():
            claims.put_back(books, event, pool, payload)
        case AwardPaid():
            claims.book_due(books, event, pool, payload)
        case InterCasinoSettled():
            endings.book_settled(books, event, pool, payload)
        case PoolStake():
            plays.check_member(books, event, pool, payload)
        case _:
            pass  # a refusal of a claim that nobody made; a payment that no pool knows


def _fits_none(books: Books, event: Event, payload: Any) -> bool:
    """Tell whether what was said of a prize found none, or another one than it says."""
    if isinstance(payload, AwardPaid):
        return books.undone(event.name).award == event.name
    if isinstance(payload, (HandPaid, AwardRefused)):
        return True
    said = isinstance(payload, (AwardVerified, PoolReset, InterCasinoSettled))
    return said and bool(books.about.get(f"pool-act {event.name}"))


def _fit(books: Books, pool: Pool) -> None:
    """Let what fitted no prize be of the one that is known now, if it is."""
    for one in list(pool.unfound):
        event, payload = _read(books, one)
        if event is not None and payload is not None:
            if not isinstance(payload, PoolReset) and not _known(books, event, pool, payload):
                continue
            with lateness.as_of(books, one), books.again():
                _judge_anew(books, event, pool, payload)
            if isinstance(payload, PoolReset) and _fits_none(books, event, payload):
                continue
        pool.unfound = [other for other in pool.unfound if other is not one]
        books.touched.add(pool.name)


def _known(books: Books, event: Event, pool: Pool, payload: Any) -> bool:
    """Tell whether the prize is known now that something is about."""
    if isinstance(payload, InterCasinoSettled):
        return endings.is_known(books, event, pool, payload)
    return claims.known(books, pool, payload)


def _judge_anew(books: Books, event: Event, pool: Pool, payload: Any) -> None:
    """Judge, or book, once more what is said about a prize that came to be known after its term."""
    match payload:
        case AwardPaid():
            claims.unpaid(books, event)
            claims.paid(books, event, payload)
        case HandPaid():
            claims.hand_paid(books, event, payload)
        case AwardRefused():
            claims.refuse(books, event, payload)
        case AwardVerified():
            claims.verified(books, event, payload)
        case PoolReset():
            claims.put_back(books, event, pool, payload)
        case InterCasinoSettled():
            endings.unsettle(books, event, payload)
            endings.book_settled(books, event, pool, payload)
        case _:
            pass


def _retry(books: Books, pool: Pool) -> None:
    """Book what waited for an award that is known now."""
    for one in list(pool.waiting):
        if one.what not in (claims.PAID, claims.REFUSED, endings.SETTLED):
            continue
        event, payload = _read(books, one)
        if event is None or payload is None or not _known(books, event, pool, payload):
            continue
        pool.waiting.remove(one)
        books.touched.add(pool.name)
        with lateness.as_of(books, one):
            match payload:
                case AwardPaid():
                    claims.paid(books, event, payload)
                case HandPaid():
                    claims.hand_paid(books, event, payload)
                case AwardRefused():
                    claims.refuse(books, event, payload)
                case InterCasinoSettled():
                    endings.book_settled(books, event, pool, payload)
                case _:
                    pass


def _doubt(books: Books, pool: Pool, one: Waiting) -> None:
    """Judge again what differed, with what has come since."""
    event, payload = _read(books, one)
    if event is not None and payload is not None:
        with lateness.as_of(books, one):
            readings.judge_again(books, event, pool, payload, one)
