"""The agenda's runner: the work that an event leaves at its end, and the matters due by the clock.

What is said of a pool waits until every device that feeds it must have spoken. ``MATTERS`` says who
judges each kind of waiting matter then; what an event leaves is done in the order of ``STEPS``.
Rules: jackpots.md; regulatory.md 3.5, 3.6.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ledger.events.jackpots import (
    AwardPaid,
    CharityPaid,
    ConcessionEnded,
    InterCasinoSettled,
    JackpotWon,
    PoolTransferred,
)
from projections.base.event import Event
from projections.stages.pools.books.agenda.waiting import ACTS, IN_ORDER, Kind, Waiting
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.moments import LAST_OF_ALL, Key
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.books.records import Records
from projections.stages.pools.checks import claims, increments, must_hit, readings
from projections.stages.pools.intake import endings, plays, transfers
from projections.stages.pools.moves import acts, late
from projections.stages.pools.moves.held import DOUBTED, mark, prune

Judge = Callable[[Books, Event, Pool, Any, Waiting], None]
"""Takes the event and the payload that stands for it now."""
ROUNDS: Final = 3
"""Rounds that an event may take since the operator bore an amount of it: one judges, one reckons
what that moved, one finds that nothing more moves."""


# --- at an event's end ---------------------------------------------------------------------------


def finish(books: Books) -> None:
    """End an event: reckon awards and judge matters until nothing of it is left to be done.

    Why this ends. Each step empties its own part of the agenda, and no judgement lets anything
    wait or wins a prize (asserted in ``_round``), so that all judging is done in one round. Another
    reckons what that moved, a third finds that nothing more moves: money moves again only where the
    operator bore an amount (asserted here). Within an event the moments of what he bears in a pool
    grow, until no prize is later than the last (asserted in ``late.bear``); they are moments of
    prizes and changes that are known, and those come to an end.
    """
    agenda = books.agenda
    without = 0  # rounds since the operator bore an amount last
    while agenda.stirred or agenda.left:
        assert without < ROUNDS, "nothing was borne, and there is something to reckon still"
        without = 0 if _round(books) else without + 1
    books.records.note()
    agenda.borne.clear()


def _round(books: Books) -> bool:
    """Keep changes, take every step of the agenda; return whether the operator bore any."""
    agenda = books.agenda
    stirred = sorted(agenda.stirred)
    for name in stirred:
        mark(books, books.pools[name])
    agenda.stirred.clear()
    if agenda.left:
        for step in STEPS:
            step(books)
        assert not agenda.won, "a judgement won a prize"
        assert not agenda.at_once, "a judgement lets a matter wait"
    borne = [late.bear(books, books.pools[name]) for name in sorted({*stirred, *agenda.stirred})]
    return any(borne)


def _try_again(books: Books) -> None:
    """Book and judge the matters that waited for a prize, where a prize of their pool was won."""
    for name in sorted(books.agenda.won):
        _book_waiting(books, books.pools[name])
        _judge_unfound(books, books.pools[name])
    books.agenda.won.clear()


def _do_acts_at_once(books: Books) -> None:
    at_once = (one for name in books.agenda.at_once for one in books.pools[name].waiting)
    if any(one.kind in ACTS and not one.due for one in at_once):
        do_acts(books, "")


def _judge_at_once(books: Books) -> None:
    names = sorted(books.agenda.at_once)
    books.agenda.at_once.clear()
    for name in names:
        pool = books.pools[name]
        _judge(books, pool, _due(pool, ""))
        prune(books, pool)


def _judge_doubts(books: Books) -> None:
    """Judge again the readings that differed, with what has come since."""
    doubts = list(books.agenda.doubts)
    books.agenda.doubts.clear()
    for name, one in doubts:
        event, payload = _read(books.records, one)
        if event is not None and payload is not None:
            with late.as_of(books.now, one):
                readings.judge_again(books, event, books.pools[name], payload, one)


def _judge_reckoned(books: Books) -> None:
    """Compare again the claims and payments of the awards that were reckoned anew."""
    names = sorted(books.agenda.reckoned)
    books.agenda.reckoned.clear()
    for award in names:
        won = books.awards.get(award)
        if won is not None:
            claims.judge_anew(books, won)


STEPS: Final[tuple[Callable[[Books], None], ...]] = (
    late.catch_up,
    _try_again,
    _do_acts_at_once,
    _judge_at_once,
    _judge_doubts,
    _judge_reckoned,
)
"""What is done at an event's end, in this order; each does a part of the agenda."""


# --- by the clock --------------------------------------------------------------------------------


def tick(books: Books) -> None:
    """Judge the matters due by the ledger's clock, and forget changes that are over."""
    assert books.now.clock is not None
    do_acts(books, books.now.clock)
    for name in sorted(books.agenda.waits):
        pool = books.pools[name]
        _judge(books, pool, _due(pool, books.now.clock))
        if not pool.waiting:
            books.agenda.waits.discard(name)
    for pool in books.pools.values():
        if pool.moves:
            prune(books, pool)


def do_acts(books: Books, clock: str | None = None) -> None:
    """Let the acts that are due move their money, in their order; all acts without a clock."""
    waiting = [
        (one.key, pool.name, one)
        for pool in map(books.pools.__getitem__, books.agenda.waits)
        for one in pool.waiting
        if one.kind in ACTS and (clock is None or one.due <= clock)
    ]
    moved: set[str] = set()
    for _, name, one in sorted(waiting, key=lambda act: act[:2]):
        pool = books.pools[name]
        pool.waiting = [other for other in pool.waiting if other is not one]
        books.pools.touched.add(name)
        event, payload = _read(books.records, one)
        if event is None or payload is None:
            continue
        _date_claims(books)
        with late.as_of(books.now, one):
            _do_act(books, event, pool, payload)
            for stirred in sorted(books.agenda.stirred):
                mark(books, books.pools[stirred])
            moved |= books.agenda.stirred
            books.agenda.stirred.clear()
    if waiting:
        late.catch_up(books)
        for name in moved:  # a prize before them that is right is closed now
            agenda = books.agenda.reckoned
            agenda.update(one.award for one in books.pools[name].latest if not one.closed)
        books.agenda.stirred |= moved  # what they took and was not there is borne at the end


def _date_claims(books: Books) -> None:
    """Date the prizes that were claimed without their play, before an act moves what they leave."""
    for name in sorted(books.agenda.waits):
        pool = books.pools[name]
        for one in list(pool.waiting):
            event, payload = _read(books.records, one) if one.kind == Kind.COMPARE else (None, None)
            if event is not None and isinstance(payload, JackpotWon):
                with late.as_of(books.now, one):
                    _award_of(books, pool, payload, one)


def _do_act(books: Books, event: Event, pool: Pool, payload: Any) -> None:
    match payload:
        case PoolTransferred():
            transfers.transfer(books, event, payload)
        case ConcessionEnded():
            endings.end_pool(books, event, pool, payload)
        case CharityPaid():
            endings.give(books, event, payload)
        case _:
            acts.extinguish(books, event, payload)


# --- matters -------------------------------------------------------------------------------------


def _due(pool: Pool, clock: str) -> list[Waiting]:
    """Return a pool's matters due at a time; ordered matters only if all before them are due."""
    due = [one for one in pool.waiting if one.due <= clock]
    first: dict[str | None, Key] = {}
    for one in pool.waiting:
        if one.due > clock and one.kind in IN_ORDER:
            first[one.place] = min(one.key, first.get(one.place, LAST_OF_ALL))
    if not first:
        return due
    return [
        one
        for one in due
        if one.kind not in IN_ORDER or one.key < first.get(one.place, LAST_OF_ALL)
    ]


def _judge(books: Books, pool: Pool, due: list[Waiting]) -> None:
    """Judge a pool's matters that are due, by the devices' times."""
    if not due:
        return
    gone = {id(one) for one in due}
    pool.waiting = [one for one in pool.waiting if id(one) not in gone]
    books.pools.touched.add(pool.name)
    due = sorted(increments.revived(pool, due), key=lambda one: one.key)
    books.agenda.judging = due
    for one in due:
        without_event = WITHOUT_EVENT.get(one.kind)
        if without_event is not None:
            without_event(books, pool, one)
            continue
        event, payload = _read(books.records, one)
        if event is None or payload is None:
            continue  # withdrawn by a correction meanwhile
        matter = MATTERS[one.kind]
        with late.as_of(books.now, one):
            matter.judge(books, event, pool, payload, one)
            if matter.anew is not None and _is_unfound(books, event, one, payload):
                pool.unfound = [*pool.unfound[1 - DOUBTED :], one]
    books.agenda.judging = []


def _read(records: Records, one: Waiting) -> tuple[Event | None, Any]:
    """Return a matter's event and the payload that stands for it now; None if it was withdrawn."""
    event = records.at(one.position)
    if event is not None and one.kind == Kind.HIT:
        return event, event.payload  # if that was withdrawn, something else may tell of the hit
    return event, records.payload_of(event) if event is not None else None


def _is_unfound(books: Books, event: Event, one: Waiting, payload: Any) -> bool:
    """Tell whether a statement about a prize found no prize, or another prize than it says."""
    match one.kind:
        case Kind.REFUSED:
            return True
        case Kind.PAID:
            by_desk = not isinstance(payload, AwardPaid)
            return by_desk or books.records.undone(event.name).award == event.name
        case _:
            return bool(books.findings.about.get(f"pool-act {event.name}"))


def _book_waiting(books: Books, pool: Pool) -> None:
    """Book payments, refusals and reimbursements that waited for a prize that is known now."""
    for one in list(pool.waiting):
        matter = MATTERS.get(one.kind)
        if matter is None or matter.retry is None:
            continue
        event, payload = _read(books.records, one)
        if event is None or payload is None or not _is_known(books, event, pool, payload):
            continue
        pool.waiting.remove(one)
        books.pools.touched.add(pool.name)
        with late.as_of(books.now, one):
            matter.retry(books, event, pool, payload, one)


def _judge_unfound(books: Books, pool: Pool) -> None:
    """Judge matters anew that named no known prize at their term, if the prize is known now."""
    for one in list(pool.unfound):
        event, payload = _read(books.records, one)
        if event is not None and payload is not None:
            of_last = one.kind == Kind.PUT_BACK  # a reset may name no prize: it is the last one's
            if not of_last and not _is_known(books, event, pool, payload):
                continue
            anew = MATTERS[one.kind].anew
            assert anew is not None
            with late.as_of(books.now, one), books.findings.again():
                anew(books, event, pool, payload, one)
            if of_last and _is_unfound(books, event, one, payload):
                continue
        pool.unfound = [other for other in pool.unfound if other is not one]
        books.pools.touched.add(pool.name)


def _is_known(books: Books, event: Event, pool: Pool, payload: Any) -> bool:
    """Tell whether the prize of a waiting payment, refusal or reimbursement is known now."""
    if isinstance(payload, InterCasinoSettled):
        return endings.is_known(books, event, pool, payload)
    return claims.known(books, pool, payload)


# --- who judges a kind of matter -----------------------------------------------------------------


def _award_of(books: Books, pool: Pool, payload: Any, one: Waiting) -> Won | None:
    """Return a matter's award; one that is claimed without its play is dated by the claim first."""
    won = books.awards.get(one.award) if one.award is not None else None
    if won is not None and isinstance(payload, JackpotWon):
        late.date_by_claim(books, pool, won, payload.amount)
    return won


def _compare(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    won = _award_of(books, pool, payload, one)
    if won is not None:
        late.reckon_refused(books, pool, won)
        claims.compare(books.findings, event, pool, won, one.amount)
        claims.judge_anew(books, won)


def _settle(books: Books, _event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    won = _award_of(books, pool, payload, one)
    if won is not None:  # what was judged before may be explained now
        claims.judge_anew(books, won)


def _hit(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    _award_of(books, pool, payload, one)
    must_hit.judge(books, event, pool, payload, one)


def _verify(books: Books, event: Event, _pool: Pool, payload: Any, _one: Waiting) -> None:
    claims.verified(books, event, payload)


def _put_back(books: Books, event: Event, pool: Pool, payload: Any, _one: Waiting) -> None:
    claims.put_back(books, event, pool, payload)


def _pay_due(books: Books, event: Event, pool: Pool, payload: Any, _one: Waiting) -> None:
    if isinstance(payload, AwardPaid):  # of which pool a desk's payment is, nobody says
        claims.book_due(books, event, pool, payload)


def _pay(books: Books, event: Event, _pool: Pool, payload: Any, _one: Waiting) -> None:
    if isinstance(payload, AwardPaid):
        claims.paid(books, event, payload)
    else:
        claims.hand_paid(books, event, payload)


def _pay_anew(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    if isinstance(payload, AwardPaid):
        claims.unpaid(books, event)
    _pay(books, event, pool, payload, one)


def _no_claim(_books: Books, _event: Event, _pool: Pool, _payload: Any, _one: Waiting) -> None:
    """Let a refusal of a claim that nobody made change nothing."""


def _refuse(books: Books, event: Event, _pool: Pool, payload: Any, _one: Waiting) -> None:
    claims.refuse(books, event, payload)


def _reimburse(books: Books, event: Event, pool: Pool, payload: Any, _one: Waiting) -> None:
    endings.book_settled(books, event, pool, payload)


def _reimburse_anew(books: Books, event: Event, pool: Pool, payload: Any, one: Waiting) -> None:
    endings.unsettle(books, event, payload)
    _reimburse(books, event, pool, payload, one)


def _member(books: Books, event: Event, pool: Pool, payload: Any, _one: Waiting) -> None:
    plays.check_member(books.findings, event, pool, payload)


def _done(_books: Books, _pool: Pool, _one: Waiting) -> None:
    """Judge nothing of a stake that was judged with the statement about it."""


class Matter(NamedTuple):
    """Who judges a kind of matter, and when."""

    judge: Judge
    """When all devices must have spoken."""
    retry: Judge | None = None
    """Before that, as soon as its prize is known."""
    anew: Judge | None = None
    """When a prize comes to be known after the term, and before it none fitted."""


MATTERS: Final[dict[Kind, Matter]] = {
    Kind.COMPARE: Matter(_compare),
    Kind.SETTLE: Matter(_settle),
    Kind.VERIFIED: Matter(_verify, anew=_verify),
    Kind.REFUSED: Matter(_no_claim, retry=_refuse, anew=_refuse),
    Kind.PUT_BACK: Matter(_put_back, anew=_put_back),
    Kind.PAID: Matter(_pay_due, retry=_pay, anew=_pay_anew),
    Kind.SETTLED: Matter(_reimburse, retry=_reimburse, anew=_reimburse_anew),
    Kind.COMMIT: Matter(must_hit.judge),
    Kind.REVEAL: Matter(must_hit.judge),
    Kind.HIT: Matter(_hit),
    Kind.STATED: Matter(increments.judge_stated),
    Kind.STATEMENT: Matter(readings.judge),
    Kind.DISPLAY: Matter(readings.judge),
    Kind.CONTROLLER: Matter(readings.judge),
    Kind.MEMBER: Matter(_member),
}
"""Kind of matter to its judge; acts (``ACTS``) are not judged: ``do_acts`` does them."""

WITHOUT_EVENT: Final[dict[Kind, Callable[[Books, Pool, Waiting], None]]] = {
    Kind.PASSED: must_hit.judge_reached,
    Kind.STAKED: increments.judge_staked,
    Kind.DONE: _done,
}
"""Kinds that are judged by the pool alone, whatever became of their event."""
