"""Prizes outside table rounds: shown by a play, or claimed; verified, refused, paid, late.

The prize booked is what the pool's table gives on J1 + J2, the winning stake's own increment
included; what a device says is compared with it (JP-WINBASIS). One award has one id: the play's
name, or the claim's where no play is known. Rules: jackpots.md; MAQ R12, R15, R22; postings 6-13.
"""

from collections.abc import Iterator
from typing import Any, Final

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    JackpotWon,
    PoolReset,
)
from ledger.events.machines import HandPaid, Play
from ledger.money import MILLION, take_share
from projections.base.event import Event
from projections.base.produced import Fault, Settled
from projections.base.times import after
from projections.replay.settlement import money_text
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.award import Paid, Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import Findings, event_fault
from projections.stages.pools.books.moments import Key, key_of
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import AllPools, LastAward, Pool, base_code
from projections.stages.pools.books.records import Records
from projections.stages.pools.checks.must_hit import check_award, reach_again
from projections.stages.pools.moves import awards, late, reimbursed, stakes
from projections.stages.pools.moves.held import (
    before_stake,
    deadline,
    held_at,
    mark,
    moment_of,
    recalled,
)

PAPH: Final = "PAPh"
OPERATOR: Final = "operator"
TAX_RATE: Final = "taxa_premio_ppm"
"""Parameter: what is withheld from a prize; 0 where none is set."""


# --- won -----------------------------------------------------------------------------------------


def won_by_play(books: Books, event: Event, payload: Play) -> None:
    """Book the progressive prize that a play shows, and the machine's own payment of it."""
    pool = books.pools.get(payload.pool or "")
    said = payload.pap_m + payload.pap_h
    if pool is None:
        fault = event_fault("JP-UNAPP", event, "an approved pool", str(payload.pool))
        books.findings.find(f"pool-act {event.name}", [fault])
        return
    known = award_by_play(books, event.name, pool.name)  # a claim may have come before its play
    if known is None or known.gone:
        wins = [one.combination for one in payload.wins]
        table = {one.name for one in pool.terms.combinations}
        combination = next((one for one in wins if one in table), None)
        other = known is None and books.awards.get(event.name) is not None
        award = f"{event.name} {pool.name}" if other else event.name
        others = _unpaid_again(books, event, pool, known) if known is not None else []
        known = _win(books, event, pool, combination, known.award if known is not None else award)
        for paid in others:
            awards.pay(books, pool, known, paid)
    else:
        late.date_anew(books, pool, known, event)
    known.said = said
    books.awards.keep(known)
    _hold(books, pool, event, Kind.COMPARE, award=known.award, amount=said)
    if payload.pap_m:
        paid = Paid(event=event.name, amount=payload.pap_m, account=awards.CHIPS)
        awards.pay(books, pool, known, paid)
    check_paid(books, known)


def _unpaid_again(books: Books, event: Event, pool: Pool, gone: Won) -> list[Paid]:
    """Take back what was paid of a prize that was void, and is won again; return what others paid.

    What the machine itself pays is told with its play.
    """
    payments = list(gone.payments)
    for one in payments:
        awards.unpay(books, pool, gone, one)
    return [one for one in payments if one.event != event.name]


def shown_anew(books: Books, event: Event, payload: Play) -> None:
    """Take another amount of the prize that a play shows; the prize itself goes by its pool."""
    pool = books.pools[payload.pool or ""]
    won = award_by_play(books, event.name, pool.name)
    assert won is not None
    late.catch_up(books)
    before = before_stake(pool, won.key)
    if before is not None:
        won.before = min(before, won.basis)
    won.said = payload.pap_m + payload.pap_h
    for one in [one for one in won.payments if one.event == event.name]:
        awards.unpay(books, pool, won, one)
    if payload.pap_m:
        paid = Paid(event=event.name, amount=payload.pap_m, account=awards.CHIPS)
        awards.pay(books, pool, won, paid)
    books.awards.keep(won)
    waits = [
        one
        for one in pool.waiting
        if one.kind == Kind.COMPARE and one.position == event.position and one.award == won.award
    ]
    for one in waits:
        one.amount = won.said
    if not waits:
        _hold(books, pool, event, Kind.COMPARE, award=won.award, amount=won.said)
    books.pools.touched.add(pool.name)
    check_paid(books, won)


def award_by_play(books: Books, play: str, pool: str) -> Won | None:
    """Return a play's award of a pool; a claim may name the play for another pool's prize."""
    found = (books.awards.get(play), books.awards.get(f"{play} {pool}"))
    return next((won for won in found if won is not None and won.pool == pool), None)


def _win(books: Books, event: Event, pool: Pool, combination: str | None, award: str) -> Won:
    """Book an award by the balances at which it was won, whatever came since."""
    mark(books, pool)
    awards.forget(books, pool, award)
    late.catch_up(books)
    with recalled(books, pool, event.at):
        key = moment_of(pool, key_of(event))
        stakes.keep_for_prize(books, pool, key)
        late.catch_up(books)
        won = _booked(books, event, pool, combination, award, key)
    late.remember(pool, won)
    books.agenda.won.add(pool.name)
    books.awards.keep(won)
    check_award(books, event, pool, won)
    _hold(books, pool, event, Kind.SETTLE, award=award)
    return won


def _booked(
    books: Books, event: Event, pool: Pool, combination: str | None, award: str, key: Key
) -> Won:
    """Book an award, and its reset, at the moment of the prize."""
    held = held_at(pool, key)
    basis = max(0, held.shown // MILLION)
    before = before_stake(pool, key)
    amount, from_pool, full, name = awards.prize_at(pool, key, combination, basis)
    won = Won(
        award=award,
        pool=pool.name,
        position=books.now.position,
        order=key.order,
        source=key.source,
        at=key.at,
        day=books.now.day_of(pool),
        place=event.place,
        casino=books.now.casino,
        combination=name,
        amount=amount,
        full=full,
        basis=basis,
        before=min(pool.before_last if before is None else before, basis),
        held=held,
        apart=basis - pool.shown,
        previous=pool.last_award,
    )
    with late.cycle_of(books, pool, key):
        awards.win(books, pool, won, from_pool)
        if full:
            awards.restore(books, pool, won)
        else:
            awards.top_up(books, pool, won)
    mark(books, pool, key=key, of=won.award)
    return won


def _hold(
    books: Books, pool: Pool, event: Event, kind: Kind, award: str | None = None, amount: int = 0
) -> None:
    """Let a matter about an award wait until all devices of the pool must have spoken."""
    late.hold(
        books,
        pool,
        event,
        Waiting(kind=kind, position=event.position, at=event.at, award=award, amount=amount),
    )


def claim(books: Books, event: Event, payload: JackpotWon) -> None:
    """Take a claim: of an award that is known, or as the first news of an award."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        fault = event_fault("JP-UNAPP", event, "an approved pool", payload.pool)
        books.findings.find(f"pool-act {event.name}", [fault])
        return
    play = payload.play
    known = award_by_play(books, play, pool.name) if play is not None else None
    if known is None or known.gone:
        award = known.award if known is not None else play or event.name
        if known is None and play is not None and books.awards.get(play) is not None:
            award = f"{play} {pool.name}"  # so that whoever else claims it finds it, too
        known = _win(books, event, pool, payload.combination, award)
    known.claims.append(event.name)
    books.awards.keep(known)
    _hold(books, pool, event, Kind.COMPARE, award=known.award, amount=payload.amount)


def compare(findings: Findings, event: Event, pool: Pool, won: Won, said: int) -> None:
    """Compare the amount that a device says it won with the prize that the pool gives."""
    faults: list[Fault] = []
    if said != won.amount:
        before = won.previous
        over = pool.is_closed_at(won.key)
        again = not over and (
            before is not None
            and (before.at == won.at or (said == before.basis and before.basis != won.amount))
        )
        faults.append(
            event_fault(
                "JP-SIMUL" if again else "JP-WINBASIS",
                event,
                money_text(won.amount),
                money_text(said),
                amount=said - won.amount,
                currency=pool.terms.currency,
                facts={"pool": pool.name} | ({"status": pool.status} if over else {}),
            )
        )
    findings.find(f"pool-act {event.name}", faults)


def judge_anew(books: Books, won: Won) -> None:
    """Compare again every claim, verification and payment of an award that was reckoned anew.

    While something of it waits, all is judged then.
    """
    if late.awaited(books.pools, won):
        return
    pool = books.pools[won.pool]
    with books.findings.again():
        for event, said in _said(books.records, won):
            compare(books.findings, event, pool, won, said)
        event = books.records.at(won.verified) if won.verified is not None else None
        payload = books.records.payload_of(event) if event is not None else None
        if event is not None and isinstance(payload, AwardVerified):
            verified(books, event, payload)
        reimbursed.compare(books, pool, won)
    check_paid(books, won)


def _said(records: Records, won: Won) -> Iterator[tuple[Event, int]]:
    """Return each claim's and the play's amount of an award, with its event."""
    for name in won.claims:
        event = records.said(name)
        payload = records.payload_of(event) if event is not None else None
        if event is not None and isinstance(payload, JackpotWon):
            yield event, payload.amount
    name = won.award.removesuffix(f" {won.pool}")
    if won.said is not None and (play := records.said(name)) is not None:
        yield play, won.said


def withdraw_claim(books: Books, event: Event, payload: JackpotWon) -> None:
    """Take a claim back, and the award with it if no other claim or play tells of it."""
    won = books.awards.get(event.name)
    if won is None and payload.play is not None:
        won = award_by_play(books, payload.play, payload.pool)
    books.findings.find(f"pool-act {event.name}", [])
    if won is None or event.name not in won.claims:
        return
    won.claims.remove(event.name)
    books.awards.keep(won)
    by_play = payload.play is not None and any(one.event == payload.play for one in won.payments)
    if not won.claims and not won.gone and not by_play and not _shown(books.records, payload):
        awards.take_back(books, books.pools[won.pool], won)
        stakes.release(books, books.pools[won.pool])
        settled(books, won)


def _shown(records: Records, claim: JackpotWon) -> bool:
    """Tell whether a play that is recorded shows the prize that is claimed."""
    event = records.said(claim.play) if claim.play is not None else None
    play = records.payload_of(event) if event is not None else None
    return isinstance(play, Play) and play.pool == claim.pool and play.pap_m + play.pap_h > 0


# --- verified, refused, reset --------------------------------------------------------------------


def award_of(books: Books, name: str | None, pool: str, amount: int = 0) -> Won | None:
    """Return the award of a ``jackpot-won`` event or of a play, by that event's name.

    Without a name it is the one of the pool that waits for this amount, or the only one.
    """
    if name is None:
        waiting = [
            won for won in books.awards.open.values() if won.pool == pool and won.round is None
        ]
        exact = [won for won in waiting if won.owed == amount] or waiting
        return exact[0] if len(exact) == 1 else None
    found = books.awards.get(name)
    if found is not None and not found.gone:
        return found
    event = books.records.said(name)
    claim = books.records.payload_of(event) if event is not None else None
    if event is not None and isinstance(claim, JackpotWon):  # as it reads now
        if claim.play is not None:
            return award_by_play(books, claim.play, claim.pool) or found
        if event.round is not None:
            return _of_round(books, event.round, claim) or found
    return found


def known(books: Books, pool: Pool, payload: Any) -> bool:
    """Tell whether the award of a payment, refusal or verification is known."""
    match payload:
        case AwardPaid():
            won = award_of(books, payload.award, pool.name, payload.amount)
        case HandPaid():
            won = award_of(books, payload.award or payload.play, "")
        case _:
            won = award_of(books, payload.award, pool.name)
    return won is not None


def _in_round(records: Records, name: str) -> bool:
    """Tell whether a claim is of a round, whose prize is known only when it is judged."""
    event = records.said(name)
    return event is not None and event.round is not None


def _of_round(books: Books, round_id: str, payload: JackpotWon) -> Won | None:
    for award in books.records.booked(round_id).won:
        won = books.awards.get(award)
        if won is not None and (won.pool, won.seat) == (payload.pool, payload.seat):
            return won
    return None


def verify(books: Books, event: Event, payload: AwardVerified) -> None:
    """Take note that a claim was checked and accepted; the amount is compared later."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        verified(books, event, payload)
    else:
        _hold(books, pool, event, Kind.VERIFIED)


def verified(books: Books, event: Event, payload: AwardVerified) -> None:
    """Compare the accepted amount of a claim with the prize that is due."""
    won = award_of(books, payload.award, payload.pool)
    faults: list[Fault] = []
    if won is not None:
        won.verified = event.position
        books.awards.keep(won)
    due = won.amount if won is not None else 0
    if payload.amount != due and (won is not None or not _in_round(books.records, payload.award)):
        said = money_text(payload.amount)
        faults.append(
            event_fault("JP-WINBASIS", event, money_text(due), said, amount=payload.amount - due)
        )
    books.findings.find(f"pool-act {event.name}", faults)


def refuse(books: Books, act: Event, payload: AwardRefused) -> None:
    """Take back an award whose claim was refused: its money is the pool's again (posting 10)."""
    won = award_of(books, payload.award, payload.pool)
    if won is None and (pool := books.pools.get(payload.pool)) is not None:
        _hold(books, pool, act, Kind.REFUSED)
    if won is None or won.gone:
        return
    awards.take_back(books, books.pools[won.pool], won, refused=True)
    stakes.release(books, books.pools[won.pool])
    books.findings.find(f"pool-act {act.name}", [])
    settled(books, won)


def unrefuse(books: Books, payload: AwardRefused) -> None:
    """Let an award stand again whose refusal was withdrawn, of the pool's present balances."""
    won = award_of(books, payload.award, payload.pool)
    if won is None or won.refused is None:
        return
    pool = books.pools[won.pool]
    wanted = won.from_pool
    payments = list(won.payments)
    for one in payments:
        awards.unpay(books, pool, won, one)
    won.refused, won.parts, won.house, won.moved = None, {}, 0, {}
    won.reset = won.base_moved = 0
    basis = won.basis
    # It is what it was; what comes late of before its first moment is not of it any more.
    won.position, won.basis, won.held = books.now.position, pool.shown, None
    reach_again(books, pool, won, basis)
    awards.win(books, pool, won, wanted)
    if won.full:
        awards.restore(books, pool, won)
    for one in payments:
        awards.pay(books, pool, won, one)
    check_paid(books, won)


def reset(books: Books, event: Event, payload: PoolReset) -> None:
    """Let a stated reset wait, to be compared with the pool's last award."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    _hold(books, pool, event, Kind.PUT_BACK)


def put_back(books: Books, event: Event, pool: Pool, payload: PoolReset) -> None:
    """Compare a stated reset with the award it names, or with the pool's last award before it."""
    won = award_of(books, payload.award, pool.name) if payload.award is not None else None
    if won is None:
        names = [one.award for one in pool.latest if one.at <= event.at]
        found = [books.awards.get(name) for name in reversed(names)]
        won = next((one for one in found if one is not None and not one.gone), None)
    last = pool.last_award or LastAward(position=0, at="", basis=0, before=0, full=False)
    if won is not None and (won.held is not None or won.position == last.position):
        last = LastAward(
            position=won.position,
            at=won.at,
            basis=won.basis,
            before=won.before,
            full=won.full,
            reset=won.reset,
            carried=awards.carried_of(won),
            balance=won.again or won.basis - won.from_pool,
        )
    books.findings.find(
        f"pool-act {event.name}", reset_faults(event, payload, last, base_code(pool))
    )


def reset_faults(event: Event, payload: PoolReset, last: LastAward, code: str) -> list[Fault]:
    """Return where a stated reset differs from the reset that was booked."""
    faults: list[Fault] = []
    told: list[tuple[str, int, int | None]] = [
        ("amount", last.reset, payload.amount),
        ("carried", last.carried, payload.carried),
        ("balance", last.balance, payload.balance),
    ]
    for name, computed, said in told:
        if said is not None and said != computed:
            fault = event_fault(
                code,
                event,
                f"{name} {money_text(computed)}",
                f"{name} {money_text(said)}",
                amount=said - computed,
            )
            faults.append(fault)
    if payload.funds != OPERATOR:
        faults.append(event_fault(code, event, f"funds of the {OPERATOR}", payload.funds))
    return faults


# --- paid ----------------------------------------------------------------------------------------


def paid(books: Books, event: Event, payload: AwardPaid) -> None:
    """Book a payment outside a round; the operator bears a payment of no known award."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        fault = event_fault("JP-UNAPP", event, "an approved pool", payload.pool)
        books.findings.find(f"pool-act {event.name}", [fault])
        return
    won = award_of(books, payload.award, payload.pool, payload.amount)
    if won is None or won.pool != pool.name:
        _hold(books, pool, event, Kind.PAID)
    else:
        _pay(books, event, pool, won, payload)


def book_due(books: Books, event: Event, pool: Pool, payload: AwardPaid) -> None:
    """Book a payment that waited for its award; the operator bears it if no award came."""
    won = award_of(books, payload.award, pool.name, payload.amount)
    if won is None or won.pool != pool.name:
        won = _unfounded(books.now, event, pool)
    _pay(books, event, pool, won, payload)


def hand_paid(books: Books, event: Event, payload: HandPaid) -> None:
    """Book a progressive prize paid at the desk, unless the same payment is booked already."""
    if payload.category != PAPH:
        return
    won = award_of(books, payload.award or payload.play, "")
    if won is None:
        # Which pool it is of nobody says, so it waits in each that the machine feeds; where no
        # award comes, the machine's projection tells.
        for pool in books.pools.feeds.get(event.place or "", []):
            _hold(books, pool, event, Kind.PAID)
        return
    _pay(books, event, books.pools[won.pool], won, payload)


def _pay(books: Books, event: Event, pool: Pool, won: Won, payload: AwardPaid | HandPaid) -> None:
    one = Paid(
        event=event.name,
        amount=payload.amount,
        tax=payload.tax,
        account=awards.account_of(payload.means),
        slip=payload.slip,
    )
    told = next((other for other in won.payments if _same(one, other)), None)
    if told is not None:
        if one.event != told.event:
            told.also = (*(name for name in told.also if name != one.event), one.event)
            books.records.set_undone(event.name, award=won.award)
            books.awards.keep(won)
        return
    awards.pay(books, pool, won, one)
    books.records.set_undone(event.name, award=won.award)
    fault = tax_fault(books.now, event, pool.name, one.amount, one.tax)
    books.findings.find(f"pool-act {event.name}", [fault] if fault is not None else [])
    check_paid(books, won)


def owed_in(books: Books, round_id: str, seat: int | None) -> list[Won]:
    """Return the prizes of a round, of a seat or of all of them, that are not paid."""
    return [
        won
        for won in books.awards.open.values()
        if won.round == round_id and (seat is None or won.seat in (seat, None))
    ]


def settle(books: Books, part: Settled) -> None:
    """Pay prizes of a round after the fact, or take such payments back (a negative amount)."""
    assert part.round is not None
    if part.amount < 0:
        for won in map(books.awards.get, books.records.booked(part.round).won):
            if won is None:
                continue
            for paid in [one for one in won.payments if one.event == part.event]:
                awards.unpay(books, books.pools[won.pool], won, paid)
        return
    left = part.amount
    for won in owed_in(books, part.round, part.seat):
        amount = min(left, won.owed)
        if amount <= 0:
            continue
        left -= amount
        account = awards.account_of(part.means)
        paid = Paid(event=part.event, amount=amount, account=account, slip=part.slip)
        awards.pay(books, books.pools[won.pool], won, paid)
        books.records.set_undone(part.event, award=won.award)


def tax_fault(now: Now, event: Event, pool: str, amount: int, tax: int) -> Fault | None:
    """Return a fault if the tax withheld from a prize is not what the profile says (BI R61 g)."""
    ppm = now.value(TAX_RATE, pool, event.place or "*")
    due, _ = take_share(amount, ppm if isinstance(ppm, int) else 0)
    if tax == due:
        return None
    return event_fault("JP-TAX", event, money_text(due), money_text(tax), amount=tax - due)


def _same(one: Paid, other: Paid) -> bool:
    """Tell whether two events tell of one payment: the desk's and the machine's, by their slip."""
    if one.event == other.event:
        return True
    return one.slip is not None and (one.slip, one.amount) == (other.slip, other.amount)


def _unfounded(now: Now, event: Event, pool: Pool) -> Won:
    return Won(
        award=event.name,
        pool=pool.name,
        position=now.position,
        at=event.at,
        day=now.day_of(pool),
        place=event.place,
        casino=now.casino,
        amount=0,
    )


def unpaid(books: Books, event: Event) -> None:
    """Take back a payment that was withdrawn, from the award it was booked to.

    Where another event tells of the same payment, it stands by that one's word.
    """
    books.findings.find(f"pool-act {event.name}", [])
    won = books.awards.get(books.records.undone(event.name).award or "")
    if won is None:
        return
    pool = books.pools[won.pool]
    for one in list(won.payments):
        one.also = tuple(name for name in one.also if name != event.name)
        if one.event == event.name:
            awards.unpay(books, pool, won, one)
            for other in filter(None, map(books.records.event, one.also)):
                payload = books.records.payload_of(other)
                if isinstance(payload, (AwardPaid, HandPaid)):
                    _pay(books, other, pool, won, payload)
    check_paid(books, won)


def check_paid(books: Books, won: Won) -> None:
    """Find an award that was paid another amount than is due, or that waits too long.

    When its term is over and all is right it is closed.
    """
    faults: list[Fault] = []
    due = 0 if won.gone else won.amount
    differs = bool(won.payments) and won.paid != due
    waits = late.awaited(books.pools, won)
    if not waits and won.held is not None:
        pool = books.pools[won.pool]
        right = not differs and all(said == won.amount for _, said in _said(books.records, won))
        closed = right and reimbursed.agrees(pool, won) and not late.acts_wait(books, won)
        late.close(books.pools, pool, won, closed=closed)
    if differs and not waits:
        faults.append(
            Fault(
                code="JP-PAYDIFF",
                positions=(won.position, max(one.position for one in won.payments)),
                place=won.place,
                expected=money_text(due),
                recorded=money_text(won.paid),
                amount=won.paid - due,
                currency=books.pools[won.pool].terms.currency,
                facts={"pool": won.pool, "award": won.award},
            )
        )
    if won.late and won.open:
        assert won.late_at is not None
        faults.append(_late(books.pools, won, won.late_at))
    books.findings.find(f"award {won.award}", faults)
    if won.reimbursed:
        reimbursed.watch(books, books.pools[won.pool], won)


def settled(books: Books, won: Won) -> None:
    """Let an award that is gone be late no more."""
    won.late = False
    check_paid(books, won)


def tick(books: Books, position: int) -> None:
    """Find awards outside rounds that have waited longer than they may."""
    assert books.now.clock is not None
    for won in list(books.awards.open.values()):
        if won.since is None:
            won.since = books.now.clock
            books.awards.keep(won)
        if won.round is not None or won.late:
            continue
        if after(won.since, deadline(books.now, won.pool, won.place)) <= books.now.clock:
            won.late, won.late_at = True, position
            books.awards.keep(won)
            check_paid(books, won)


def _late(pools: AllPools, won: Won, position: int) -> Fault:
    return Fault(
        code="JP-PAYLATE",
        positions=(won.position, position),
        place=won.place,
        expected="paid within the limit",
        recorded=f"{money_text(won.owed)} unpaid",
        amount=-won.owed,
        currency=pools[won.pool].terms.currency,
        facts={"pool": won.pool, "award": won.award},
    )
