"""The concession's end, debts to charities, and the cover of the pools until then.

Every prize not awarded, base included, goes to the institutions that the authority named; the
fraction is completed to the next unit at the operator's cost, so that a pool closes at zero
(MAQ R24; postings 17, 18). Until then money or guarantees cover all that is held, every day
(MAQ R21; posting 23), and casinos settle what a linked prize made them owe (posting 25).
"""

from typing import Final

from ledger.events.jackpots import (
    CharityPaid,
    ConcessionEnded,
    CoverDeclared,
    CoverMoved,
    InterCasinoSettled,
)
from ledger.events.reviews import GamingDayClosed
from ledger.money import MILLION, split_by_weight
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import DAY_SECONDS, after
from projections.replay.settlement import money_text
from projections.stages.pools.books.accounts import (
    CAPTIVE,
    CASH,
    COVER,
    COVERED,
    DIFFERENCES,
    END,
    GIVEN,
    INTER_CASINO,
    LINK,
    PARTS,
    REVERSAL,
    Of,
    of_casino,
    of_institution,
)
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.award import Reimbursed, Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import Findings, event_fault
from projections.stages.pools.books.lookups import CoverDay, Owed
from projections.stages.pools.books.pool import ACTIVE, EVERYWHERE, REVERTED, AllPools, Pool
from projections.stages.pools.checks import claims
from projections.stages.pools.moves import closings, reimbursed, stakes
from projections.stages.pools.moves.acts import orphan, unknown
from projections.stages.pools.moves.held import lateness
from projections.stages.pools.moves.late import awaited, catch_up, hold

CHARITY_DAYS: Final = 30
"""Parameter ``charity_deadline_days``: how long an institution may wait for its money."""


# --- the end -------------------------------------------------------------------------------------


def end(books: Books, act: Event, payload: ConcessionEnded) -> None:
    """Schedule the end of the casino's pools; it takes effect after the lateness term."""
    if not _is_lawful(books.findings, act, payload):
        return
    for pool in books.pools.values():
        if pool.status == ACTIVE and pool.casino in (payload.casino, EVERYWHERE):
            _wait(books, pool, act, after(act.at, lateness(books.now, pool)))


def _is_lawful(findings: Findings, act: Event, payload: ConcessionEnded) -> bool:
    """Tell whether the authority's institutions are to have the whole pool; report if not."""
    faults: list[Fault] = []
    whole = sum(one.ppm for one in payload.beneficiaries)
    if whole != MILLION:
        faults.append(event_fault("JP-END", act, "institutions for the whole of it", str(whole)))
    if payload.act is None:
        faults.append(event_fault("JP-END", act, "the authority's designation", "none"))
    findings.find(f"pool-act {act.name}", faults)
    return not faults


def _wait(books: Books, pool: Pool, act: Event, due: str) -> None:
    """Let a pool's end wait for its devices from its own time on, also where it is corrected."""
    one = Waiting(kind=Kind.ENDING, position=act.position, at=act.at)
    hold(books, pool, act, one)
    one.due = due if books.now.clock is not None and due > books.now.clock else ""
    if not one.due:
        books.agenda.at_once.add(pool.name)


def end_pool(books: Books, act: Event, pool: Pool, payload: ConcessionEnded) -> None:
    """Owe a pool's balance at the end to the institutions that the authority named.

    What was made void since, of a stake from before it, stays in it (``stakes.keep``). What was
    staked and won since, while it waited, is not the pool's any more (``closings.close``).
    """
    if pool.status != ACTIVE or not _is_lawful(books.findings, act, payload):
        return
    stakes.keep(books, pool)
    catch_up(books)
    closings.close(books, pool, REVERTED)
    _give_up(books, act, pool, {one.institution: one.ppm for one in payload.beneficiaries})
    for one in payload.beneficiaries:
        owed = Owed(
            institution=one.institution,
            event=act.name,
            position=act.position,
            since=books.now.clock,
        )
        books.records.owed.setdefault(f"{act.name} {one.institution}", owed)
    books.records.general = True


def _give_up(books: Books, act: Event, pool: Pool, shares: dict[str, int]) -> None:
    fraction = pool.residue + pool.reserve_residue
    odd = -(-fraction // MILLION)
    before = pool.shown
    # What a part lacks is the operator's: no institution is owed less for it.
    lines = {account: max(0, pool.holds(account)) for account in PARTS}
    total = sum(lines.values()) + odd
    lines[DIFFERENCES] = odd
    parts = split_by_weight(total, list(shares.values())) if total else [0] * len(shares)
    for institution, amount in zip(shares, parts, strict=True):
        lines[of_institution(institution)] = -amount
    books.journal.compound(pool.name, lines, END, Of(act=act.name))
    pool.ended = (act.name, pool.residue, pool.reserve_residue)
    pool.residue = pool.reserve_residue = 0
    pool.cycle.corrections += pool.shown - before
    pool.drain(books.now.key)
    orphan(books.findings, pool)


def undo_end(books: Books, act: Event) -> None:
    """Take the end back: the debts to the institutions return to the pools.

    Of pools that wait for it still nothing moved.
    """
    for pool in books.pools.values():
        left = [one for one in pool.waiting if one.position != act.position]
        if len(left) != len(pool.waiting):
            pool.waiting = left
            books.pools.touched.add(pool.name)
    befores = {pool.name: pool.shown for pool in books.pools.values()}
    books.journal.reverse(books.journal.posted_by(act.name), REVERSAL, Of(act=act.name))
    for pool in books.pools.values():
        if pool.ended is not None and pool.ended[0] == act.name:
            _, pool.residue, pool.reserve_residue = pool.ended
            pool.ended = None
            pool.correct_cycle(befores[pool.name])
            closings.reopen(books, pool)
    for key in [key for key, owed in books.records.owed.items() if owed.event == act.name]:
        books.findings.find(f"charity {key}", [])
        del books.records.owed[key]
    books.records.general = True


def pay(books: Books, act: Event, payload: CharityPaid) -> None:
    """Pay an institution, or wait for a pool's pending end: only then is the debt known."""
    waiting = [
        (one.due, name, one.at)
        for name in sorted(books.agenda.waits)
        for one in books.pools[name].waiting
        if one.kind == Kind.ENDING
    ]
    if not waiting:
        give(books, act, payload)
        return
    due, name, _ = max(waiting)
    one = Waiting(
        kind=Kind.ACT, position=act.position, at=max(act.at, *(at for _, _, at in waiting))
    )
    hold(books, books.pools[name], act, one)
    one.due = due


def give(books: Books, act: Event, payload: CharityPaid) -> None:
    """Pay an institution its debt, pool by pool; the operator bears any more."""
    account = of_institution(payload.institution)
    named = books.pools.get(payload.pool or "")
    pools = [named] if named is not None else [books.pools[name] for name in sorted(books.pools)]
    owed = sum(pool.holds(account) for pool in pools)
    faults: list[Fault] = []
    if payload.receipt is None:
        faults.append(event_fault("JP-END", act, "the institution's receipt", "none"))
    if payload.amount > owed:
        said = money_text(payload.amount)
        faults.append(event_fault("JP-END", act, f"at most {money_text(owed)} owed", said))
    left = payload.amount
    for pool in pools:
        amount = min(left, pool.holds(account))
        left -= amount
        books.journal.post(pool, account, CASH, amount, GIVEN, Of(act=act.name))
    if left and pools:
        books.journal.post(pools[0], DIFFERENCES, CASH, left, GIVEN, Of(act=act.name))
    books.findings.find(f"pool-act {act.name}", faults)
    check_charity(books, None)


def check_charity(books: Books, ticked: int | None) -> None:
    """Find institutions unpaid for longer than they may be; forget those that were paid."""
    for key, owed in list(books.records.owed.items()):
        account = of_institution(owed.institution)
        left = sum(pool.holds(account) for pool in books.pools.values())
        if left <= 0:
            del books.records.owed[key]
            books.records.general = True
            books.findings.find(f"charity {key}", [])
            continue
        if ticked is None or books.now.clock is None:
            continue
        if owed.since is None:
            owed.since = books.now.clock
            books.records.general = True
        days = books.now.value("charity_deadline_days")
        days = days if isinstance(days, int) else CHARITY_DAYS
        due = after(owed.since, days * DAY_SECONDS)
        if not owed.late and due <= books.now.clock:
            owed.late = True
            books.records.general = True
            fault = Fault(
                code="JP-END",
                positions=(owed.position, ticked),
                expected=f"paid within {days} days",
                recorded=f"{money_text(left)} still owed to {owed.institution}",
                amount=-left,
            )
            books.findings.find(f"charity {key}", [fault])


# --- cover ---------------------------------------------------------------------------------------


def declare_cover(books: Books, act: Event, payload: CoverDeclared) -> None:
    """Take a declared cover of a day's end; several forms add up."""
    if act.day is None:
        return
    day = books.records.cover_day(payload.casino or EVERYWHERE, act.day)
    day.declared[_form(payload)] = payload.amount
    if act.position not in day.positions:
        day.positions.append(act.position)
    _check_closed(books, day.day)


def undo_cover(books: Books, act: Event, was: CoverDeclared, now: CoverDeclared | None) -> None:
    """Replace a declared cover by its correction, or withdraw it."""
    if act.day is None:
        return
    day = books.records.cover_day(was.casino or EVERYWHERE, act.day)
    day.declared.pop(_form(was), None)
    if now is not None:
        declare_cover(books, act, now)
    else:
        _check_closed(books, day.day)


def _form(payload: CoverDeclared) -> str:
    return f"{payload.form} {payload.reference or ''}".strip()


def move_cover(books: Books, act: Event, payload: CoverMoved) -> None:
    """Book money into, or out of, the cover of the pools."""
    captive = of_casino(CAPTIVE, payload.casino)
    cash = of_casino(CASH, payload.casino)
    lines = {captive: payload.amount, cash: -payload.amount}
    books.journal.compound(COVER, lines, COVERED, Of(act=act.name))


def close_day(books: Books, act: Event, payload: GamingDayClosed) -> None:
    """Compare the cover of the pools with their balances when the gaming day closes."""
    if act.day is None:
        return
    casino = payload.casino or EVERYWHERE
    held = sum(
        pool.held
        for pool in books.pools.values()
        if EVERYWHERE in (casino, pool.casino) or pool.casino == casino
    )
    if held == 0 and not any(one.declared for one in _covers(books, casino, act.day)):
        return
    day = books.records.cover_day(casino, act.day)
    day.held, day.closed = held, act.position
    _check_cover(books, day)


def _casinos(pools: AllPools) -> list[str]:
    """Return every casino that has pools, and everywhere."""
    return sorted({EVERYWHERE, *(pool.casino for pool in pools.values())})


def _covers(books: Books, casino: str, day: str) -> list[CoverDay]:
    """Return the covers of a casino's day: its own, and those declared for all casinos."""
    names = _casinos(books.pools) if casino == EVERYWHERE else [EVERYWHERE, casino]
    return [books.records.cover_of(name, day) for name in names]


def _check_closed(books: Books, day: str) -> None:
    """Compare every closing of a day again whose declared cover changed."""
    for casino in _casinos(books.pools):
        if books.records.cover_of(casino, day).closed is not None:
            _check_cover(books, books.records.cover_day(casino, day))


def _check_cover(books: Books, day: CoverDay) -> None:
    assert day.held is not None
    assert day.closed is not None
    covers = _covers(books, day.casino, day.day)
    declared = [amount for one in covers for amount in one.declared.values()]
    day.total = sum(declared)
    faults: list[Fault] = []
    if not declared or day.total < day.held:
        positions = sorted(position for one in covers for position in one.positions)
        faults.append(
            Fault(
                code="JP-COVER",
                positions=(*positions, day.closed),
                expected=money_text(day.held),
                recorded=money_text(day.total) if declared else "no figure of the day",
                amount=day.total - day.held,
                facts={"casino": day.casino, "day": day.day},
            )
        )
    books.findings.find(f"cover {day.casino} {day.day}", faults)


# --- casinos of one prize ------------------------------------------------------------------------


def settle(books: Books, act: Event, payload: InterCasinoSettled) -> None:
    """Book a reimbursement between casinos for a linked prize, or let it wait for the prize."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        unknown(books.findings, act, payload.pool)
    elif is_known(books, act, pool, payload):
        book_settled(books, act, pool, payload)
    else:
        hold(books, pool, act, Waiting(kind=Kind.SETTLED, position=act.position, at=act.at))


def is_known(books: Books, act: Event, pool: Pool, payload: InterCasinoSettled) -> bool:
    """Tell whether a reimbursement's prize is known; without a prize, whether the debt fits."""
    if _named(books, pool, payload) is not None:
        return True
    owed = reimbursed.owed_in_all(books.awards, pool, payload.payer, payload.receiver, act.at)
    return owed == payload.amount


def _named(books: Books, pool: Pool, payload: InterCasinoSettled) -> Won | None:
    """Return the prize outside rounds that a reimbursement names."""
    if payload.award is None:
        return None
    won = claims.award_of(books, payload.award, pool.name)
    # A round's prize gets another id where the round is judged anew: those are settled in one sum.
    return won if won is not None and won.round is None and won.pool == pool.name else None


def book_settled(books: Books, act: Event, pool: Pool, payload: InterCasinoSettled) -> None:
    """Book a reimbursement beside the debt; that of a prize is judged with the prize."""
    won = _named(books, pool, payload)
    payer, receiver, amount = payload.payer, payload.receiver, payload.amount
    owed = reimbursed.owed_in_all(books.awards, pool, payer, receiver, act.at)
    of = Of(act=act.name)
    there, here = of_casino(INTER_CASINO, payer), of_casino(INTER_CASINO, receiver)
    books.journal.post(pool, there, of_casino(CASH, payer), amount, LINK, of)
    books.journal.post(pool, of_casino(CASH, receiver), here, amount, LINK, of)
    if won is None:
        pool.netted = True
        books.pools.touched.add(pool.name)
        faults = reimbursed.differs(act, pool, payer, receiver, owed, amount)
        books.findings.find(f"pool-act {act.name}", faults)
        reimbursed.settled(books, pool)
        return
    one = Reimbursed(
        event=act.name,
        position=act.position,
        at=act.at,
        payer=payer,
        receiver=receiver,
        amount=amount,
    )
    reimbursed.add(books.awards, won, one)
    reimbursed.settled(books, pool)
    if not awaited(books.pools, won):
        _compare(books, pool, won, act.name)


def _compare(books: Books, pool: Pool, won: Won, of: str) -> None:
    """Compare a prize's reimbursements; the newest was never judged before."""
    if reimbursed.without(won, of):
        with books.findings.again():  # who paid twice may be another than was found before
            reimbursed.compare(books, pool, won)
    else:
        reimbursed.compare(books, pool, won)


def unsettle(books: Books, act: Event, payload: InterCasinoSettled) -> None:
    """Take a reimbursement back, and judge the prize's other reimbursements without it."""
    books.journal.reverse(books.journal.posted_by(act.name), REVERSAL, Of(act=act.name))
    pool = books.pools.get(payload.pool)
    won = _named(books, pool, payload) if pool is not None else None
    if pool is None or won is None or len(reimbursed.without(won, act.name)) == len(won.reimbursed):
        return
    won.reimbursed = reimbursed.without(won, act.name)
    books.awards.keep(won)
    reimbursed.watch(books, pool, won)
    if not awaited(books.pools, won):
        with books.findings.again():
            reimbursed.compare(books, pool, won)
