"""Acts on a pool: opened, fed, funded, declared, its terms changed, adjusted, taken down.

What the law forbids moves nothing: the act is recorded, the finding raised, the liability stands.
Rules: jackpots.md; postings 1, 16, 22; MAQ R18-R20.
"""

from typing import Final

import msgspec

from ledger.events.base import Figures
from ledger.events.jackpots import (
    BaseFunded,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
)
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault, Revenue
from projections.replay.settlement import money_text
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    ADJUSTMENT,
    BASE,
    BASE_COST,
    COMPONENTS,
    DECLARED,
    DIFFERENCES,
    FUNDED,
    OPENING,
    RESERVE,
    REVENUE,
    WON,
    Of,
)
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import Findings, event_fault
from projections.stages.pools.books.journal import Journal
from projections.stages.pools.books.moments import Balances
from projections.stages.pools.books.pool import (
    ACTIVE,
    CHANGEABLE,
    EXTINCT,
    WITHDRAWN,
    Change,
    Cycle,
    Member,
    Pool,
    base_code,
)
from projections.stages.pools.moves import awards, closings

OPERATOR: Final = "operator"
OF_GAME: Final = frozenset({"blackjack", "poquer_sem_descarte"})
"""Games whose own codes tell of a jackpot without communication (BJ-JP-COMM, SD-JP-COMM)."""


def unknown(findings: Findings, act: Event, name: str) -> None:
    """Tell that an act is about a pool that nobody opened."""
    fault = event_fault("JP-UNAPP", act, "an approved pool", name)
    findings.find(f"pool-act {act.name}", [fault])


# --- opening, members, terms ---------------------------------------------------------------------


def open_pool(books: Books, act: Event, terms: PoolOpened) -> None:
    """Let a pool come into being; a second opening of the name changes nothing."""
    if terms.pool in books.pools:
        fault = event_fault(
            "JP-UNAPP", act, f"opened once, at {books.pools[terms.pool].opened}", terms.pool
        )
        books.findings.find(f"pool-act {act.name}", [fault])
        return
    pool = Pool(
        name=terms.pool,
        opened=act.position,
        began=books.now.position,
        terms=terms,
        casino=books.now.casino,
        cycle=Cycle(started=books.now.position),
        marked=Balances(),
    )
    books.pools[terms.pool] = pool
    books.pools.touched.add(pool.name)
    for name in terms.members:
        _join(books, pool, name, None)
    check_terms(books.findings, act, pool)
    waiting = books.records.declared.pop(terms.pool, None)
    if waiting is not None:
        books.records.general = True
        declared = books.records.event(waiting)
        if declared is not None:
            declare(books, declared, declared.payload)


def check_terms(findings: Findings, act: Event, pool: Pool) -> None:
    """Find terms in use without approval, or that contradict each other."""
    terms = pool.terms
    faults: list[Fault] = []
    own = terms.game in OF_GAME or terms.scope == "bingo_room"
    if terms.act is None and not own:
        faults.append(event_fault("JP-UNAPP", act, "an approval or communication", "none"))
    if terms.ceiling is not None and terms.base > terms.ceiling:
        expected, recorded = money_text(terms.ceiling), money_text(terms.base)
        faults.append(event_fault("JP-CEIL", act, f"a base up to {expected}", recorded))
    findings.find(f"pool-act {act.name}", faults)


def add_member(books: Books, act: Event, payload: PoolMemberAdded) -> None:
    """Let a machine, table or device feed the pool from here on."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        unknown(books.findings, act, payload.pool)
        return
    _join(books, pool, payload.member, payload.casino, act.name)
    own = pool.terms.game in OF_GAME or pool.terms.scope == "bingo_room"
    if payload.act is None and not own:
        fault = event_fault(
            "JP-UNAPP", act, "an approval or communication", f"member {payload.member} without"
        )
        books.findings.find(f"pool-act {act.name}", [fault])
    orphan(books.findings, pool)


def remove_member(books: Books, act: Event, payload: PoolMemberRemoved) -> None:
    """Let a machine, table or device feed the pool no more."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        unknown(books.findings, act, payload.pool)
        return
    leave(books, pool, payload.member, act.name)
    orphan(books.findings, pool)


def withdraw_member(books: Books, act: Event, payload: PoolMemberAdded) -> None:
    """Take back that a member was added; who is one by another act, or the opening, stays one."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    for one in pool.members:
        if one.name == payload.member and one.until is None and act.name in one.by:
            one.by = tuple(name for name in one.by if name != act.name)
            books.pools.touched.add(pool.name)
            if not one.by:
                leave(books, pool, payload.member)
    orphan(books.findings, pool)


def withdraw_removal(books: Books, act: Event, payload: PoolMemberRemoved) -> None:
    """Take back that a member was removed; who was none, or was removed by another, is none."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    was = [one for one in pool.members if one.name == payload.member and one.ended == act.name]
    if was:
        _join(books, pool, payload.member, was[-1].casino, *was[-1].by)
        was[-1].ended = ""
    orphan(books.findings, pool)


def _join(books: Books, pool: Pool, name: str, casino: str | None, *acts: str) -> None:
    by = acts or ("",)
    for one in pool.members:
        if one.name == name and one.until is None:
            one.by = tuple(dict.fromkeys((*one.by, *by)))
            books.pools.touched.add(pool.name)
            return
    pool.members.append(
        Member(name=name, since=books.now.position, casino=casino, since_at=books.now.at, by=by)
    )
    books.pools.touched.add(pool.name)
    if pool.status == ACTIVE:
        books.pools.feed(pool, name)


def leave(books: Books, pool: Pool, name: str, act: str = "") -> None:
    """End a membership here, by an act."""
    for one in pool.members:
        if one.name == name and one.until is None:
            one.until, one.until_at, one.ended = books.now.position, books.now.at, act
    books.pools.starve(pool, name)
    books.pools.touched.add(pool.name)


def orphan(findings: Findings, pool: Pool) -> None:
    """Find a pool with a balance that nobody feeds (MAQ R20, R23)."""
    faults: list[Fault] = []
    last = max((one.until or 0 for one in pool.members), default=0)
    if not pool.names and pool.status == ACTIVE and pool.parts and last:
        faults.append(
            Fault(
                code="JP-ORPHAN",
                positions=(pool.opened, last),
                expected="a machine, group or table, or a transfer",
                recorded=f"{money_text(pool.parts)} in {pool.name}",
                amount=pool.parts,
                currency=pool.terms.currency,
                facts={"pool": pool.name},
            )
        )
    findings.find(f"pool-orphan {pool.name}", faults)


def change_term(books: Books, act: Event, payload: ParameterSet) -> None:
    """Change a pool's term from a date; a stake keeps the term of its round's opening."""
    pool = books.pools.get(payload.scope)
    if pool is None or payload.name not in CHANGEABLE:
        return
    value = payload.value
    faults: list[Fault] = []
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        faults.append(event_fault("JP-UNAPP", act, f"a whole number for {payload.name}", "none"))
        books.findings.find(f"pool-act {act.name}", faults)
        return
    pool.change(
        Change(
            name=payload.name,
            value=value,
            since=payload.since,
            known=books.now.position,
            act=act.name,
        )
    )
    books.pools.touched.add(pool.name)
    if payload.act is None:
        faults.append(
            event_fault("JP-UNAPP", act, "an approval or communication", f"{payload.name} without")
        )
    late = payload.notified is None or payload.notified > payload.since
    if payload.name in ("ppm", "reserve_ppm") and pool.parts and late:
        told = payload.notified or "nobody was told"
        faults.append(event_fault("JP-RATECHG", act, f"notice before {payload.since}", told))
    books.findings.find(f"pool-act {act.name}", faults)


def end_term(books: Books, act: Event) -> None:
    """End the changes of terms that an act made, for stakes after this position."""
    for pool in books.pools.values():
        for number, one in enumerate(pool.changes):
            if one.act == act.name and one.until is None:
                pool.changes[number] = msgspec.structs.replace(one, until=books.now.position)
                books.pools.touched.add(pool.name)
    books.findings.find(f"pool-act {act.name}", [])


# --- money ---------------------------------------------------------------------------------------


def fund(books: Books, act: Event, payload: BaseFunded) -> None:
    """Put the base into the pool at the operator's cost, whatever funds the event names."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        unknown(books.findings, act, payload.pool)
        return
    faults: list[Fault] = []
    if payload.amount < 0:
        faults.append(event_fault("JP-BASE-REV", act, "a base put in", money_text(payload.amount)))
        books.findings.find(f"pool-act {act.name}", faults)
        return
    books.journal.post(pool, BASE_COST, BASE, payload.amount, FUNDED, Of(act=act.name))
    pool.cycle.funded += payload.amount
    if payload.funds != OPERATOR:
        code = base_code(pool)
        faults.append(event_fault(code, act, f"funds of the {OPERATOR}", payload.funds))
    if pool.holds(BASE) < pool.base_at(act.at):
        approved = money_text(pool.base_at(act.at))
        faults.append(event_fault("JP-UNAPP", act, approved, money_text(pool.holds(BASE))))
    books.findings.find(f"pool-act {act.name}", faults)


def declare(books: Books, act: Event, payload: OpeningDeclared, *, again: bool = False) -> None:
    """Book a pool's opening balances; before the pool is opened the declaration waits."""
    pool = books.pools.get(payload.name)
    if pool is None:
        books.records.declared[payload.name] = act.name
        books.records.general = True
        return
    values = payload.values
    lines = _opening(values)
    negative = {name: amount for name, amount in values.items() if amount < 0}
    if negative or (not again and (pool.staked or pool.parts)):
        code = "JP-NEG" if negative else "JP-UNAPP"
        expected = "nothing below zero" if negative else "balances declared before all else"
        fault = event_fault(code, act, expected, ", ".join(sorted(negative)) or pool.name)
        books.findings.find(f"pool-act {act.name}", [fault])
        return
    lines[OPENING] = -sum(lines.values())
    before = pool.shown
    books.journal.compound(pool.name, lines, DECLARED, Of(act=act.name))
    pool.cycle.funded += pool.shown - before
    shift_residue(books, pool, values.get("residue", 0), values.get("reserve_residue", 0))
    declare_won(books, act, pool, values.get("won", 0))
    books.findings.find(f"pool-act {act.name}", [])


def declare_won(books: Books, act: Event, pool: Pool, amount: int) -> None:
    """Book prizes won and unpaid since before the ledger; their payments are booked anew."""
    award = f"{act.name} {pool.name}"
    won = books.awards.get(award)
    if won is None and amount == 0:
        return
    if won is None:
        won = Won(
            award=award,
            pool=pool.name,
            position=books.now.position,
            at=act.at,
            day=books.now.day_of(pool),
            amount=0,
            since=books.now.clock,
        )
    payments = list(won.payments)
    for paid in payments:
        awards.unpay(books, pool, won, paid)
    books.journal.post(pool, OPENING, WON, amount - won.amount, DECLARED, awards.of_award(won))
    won.amount = won.house = amount
    for paid in payments:
        awards.pay(books, pool, won, paid)
    books.awards.keep(won)


def shift_residue(books: Books, pool: Pool, residue: int, reserve: int) -> None:
    """Shift a pool's fractions; a whole unit that they make or lack is the revenue's.

    Where the pool does not hold the unit that they lack, the operator bears the fraction.
    """
    before = pool.shown
    shown, pool.residue = _shifted(books.journal, pool, ACCUMULATED, pool.residue + residue)
    hidden, pool.reserve_residue = _shifted(
        books.journal, pool, RESERVE, pool.reserve_residue + reserve
    )
    hand_on(books, pool, shown + hidden)
    pool.correct_cycle(before)
    books.agenda.stirred.add(pool.name)
    books.pools.touched.add(pool.name)


def _shifted(journal: Journal, pool: Pool, account: str, residue: int) -> tuple[int, int]:
    """Move the whole units that fractions make; return them, and the fraction that is left."""
    whole, residue = divmod(residue, MILLION)
    if pool.holds(account) + whole < 0:
        return 0, 0
    journal.post(pool, REVENUE, account, whole, ADJUSTMENT)
    return whole, residue


def hand_on(books: Books, pool: Pool, units: int) -> None:
    """Hand on that fractions of stakes have made whole units: they leave the receita, as any share.

    Bingo's receita is V - P: its increments come out of the prizes (BI R7, R10).
    """
    scope = pool.terms.scope
    if units and scope != "bingo_room":
        books.revenue.append(
            Revenue(
                category="mesas" if scope == "tables" else "maquinas",
                amount=-units,
                reason="increment",
                casino=pool.casino,
                currency=pool.terms.currency,
            )
        )


def _opening(values: Figures) -> dict[str, int]:
    return {COMPONENTS[name]: -values[name] for name in COMPONENTS if values.get(name)}


def adjust(books: Books, act: Event, payload: PoolAdjusted) -> None:
    """Correct a component: upward, or downward for a documented malfunction, never the base."""
    pool = books.pools.get(payload.pool)
    account = COMPONENTS.get(payload.component)
    if pool is None or account is None:
        unknown(books.findings, act, f"{payload.pool} {payload.component}")
        return
    faults: list[Fault] = []
    amount = payload.amount
    if amount < 0:
        said = money_text(amount)
        if account == BASE:
            faults.append(event_fault("JP-BASE-REV", act, "a base that stays", said))
        elif payload.evidence is None:
            faults.append(event_fault("JP-DEC", act, "evidence of a malfunction", said))
        elif pool.holds(account) + amount < 0:
            held = money_text(pool.holds(account))
            faults.append(event_fault("JP-NEG", act, f"at most {held} taken out", said))
    if not faults:
        before = pool.shown
        books.journal.post(pool, DIFFERENCES, account, amount, ADJUSTMENT, Of(act=act.name))
        pool.correct_cycle(before)
    books.findings.find(f"pool-act {act.name}", faults)


def extinguish(books: Books, act: Event, payload: PoolExtinguished) -> None:
    """End an empty pool that was taken down; what is in it stays owed, and it goes on (MAQ R20)."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        unknown(books.findings, act, payload.pool)
        return
    faults: list[Fault] = []
    if pool.parts or payload.balance:
        code = "JP-BASE-REV" if payload.to in (None, OPERATOR) else "JP-ORPHAN"
        faults.append(
            event_fault(
                code,
                act,
                f"{money_text(pool.parts)} that stays owed",
                f"taken down: {payload.reason}",
                amount=pool.parts,
                currency=pool.terms.currency,
            )
        )
    elif pool.status == ACTIVE:
        closings.close(books, pool, EXTINCT)
    books.findings.find(f"pool-act {act.name}", faults)


def unextinguish(books: Books, payload: PoolExtinguished) -> None:
    """Let a pool go on whose extinction was withdrawn."""
    pool = books.pools.get(payload.pool)
    if pool is not None and pool.status == EXTINCT:
        closings.reopen(books, pool)


# --- corrections of these ------------------------------------------------------------------------


def undo_terms(books: Books, act: Event, was: PoolOpened, now: PoolOpened | None) -> None:
    """Give a pool other terms from here on; without terms it takes no more stakes."""
    pool = books.pools.get(was.pool)
    if pool is None or pool.opened != act.position:
        return
    if now is None:
        books.pools.close(pool, WITHDRAWN, books.now.key, books.now.position)
        books.findings.find(f"pool-act {act.name}", [])
        return
    pool.former.append((books.now.position, pool.terms))
    pool.terms = msgspec.structs.replace(now, pool=was.pool)
    if pool.status == WITHDRAWN:
        books.pools.reopen(pool, books.now.position)
    for name in set(was.members) - set(now.members):
        leave(books, pool, name)
    for name in now.members:
        _join(books, pool, name, None)
    check_terms(books.findings, act, pool)
    books.pools.touched.add(pool.name)
