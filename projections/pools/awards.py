"""Awards: won, paid, refused, taken back; the base put back after a full one.

An award takes J1 + J2 only, a partial one J2 first; what the pool lacks the operator covers (P2).
After a full one the base is restored at the operator's cost, and reserve and overflow pass to the
accumulated part (art. 3 VII). A payment is booked as it was made: what was owed from J6, what was
not from P2. Rules: jackpots.md; postings 6-13, 25.
"""

from typing import Final

import msgspec

from projections.pools.awards_state import Paid, Won
from projections.pools.books import Books, base_missing
from projections.pools.journal import (
    ACCUMULATED,
    AWARD,
    AWARD_REVERSED,
    BASE,
    BASE_COST,
    CASH,
    CHIPS,
    INTER_CASINO,
    LINK,
    OVERFLOW,
    PAYMENT,
    PRIZES,
    RESERVE,
    RESET,
    TAX,
    WITHHELD,
    WON,
    Of,
    of_casino,
)
from projections.pools.linked import owed_to, shares_of
from projections.pools.state import Cycle, LastAward, Pool

STUD: Final = "stud_poker"
"""STU R24: topped up to the minimum after any prize."""
CASH_MEANS: Final = frozenset({"cash", "cheque", "transfer", "account"})


def of_award(won: Won) -> Of:
    """Return what an award's postings are of."""
    return Of(won.round, won.seat, won.bet, won.award)


def win(books: Books, pool: Pool, won: Won, wanted: int) -> None:
    """Book an award: ``wanted`` of its amount is to come from the pool, the rest from the house."""
    won.basis = won.basis or pool.shown
    won.so_far = msgspec.structs.replace(pool.cycle, rates=dict(pool.cycle.rates))
    won.drained = pool.drained
    won.since = books.clock
    of = of_award(won)
    left = wanted
    for account in (ACCUMULATED, BASE):  # a partial prize takes J2 first, then J1
        amount = min(left, pool.holds(account))
        if amount:
            left -= amount
            won.parts[account] = amount
            books.post(pool, account, WON, amount, AWARD, of)
    won.house = won.amount - won.from_pool
    books.post(pool, PRIZES, WON, won.house, AWARD, of)
    pool.cycle.wins += won.from_pool
    _share(books, pool, won, of)
    pool.drained = won.position
    pool.last_award = LastAward(
        position=won.position,
        at=won.at,
        basis=won.basis,
        before=won.before,
        full=won.full,
        balance=pool.shown,
    )
    books.keep(won)


def _share(books: Books, pool: Pool, won: Won, of: Of) -> None:
    """Let the other casinos owe the payer their shares; together they are zero."""
    if won.casino == "*" or {pool.casino, *pool.casinos} <= {won.casino, "*"}:
        return  # one casino has no other
    shares = shares_of(
        won.parts.get(ACCUMULATED, 0), won.parts.get(BASE, 0), pool.casinos, pool.casino
    )
    won.shares = owed_to(won.casino, shares)
    payer = of_casino(INTER_CASINO, won.casino)
    for casino, share in won.shares.items():
        books.post(pool, payer, of_casino(INTER_CASINO, casino), share, LINK, of)


def restore(books: Books, pool: Pool, won: Won, *, reserve_pays: bool = False) -> None:
    """Put the base back after a full award, then what was reserved and what overflowed."""
    of = of_award(won)
    won.cycle, won.casinos = pool.cycle, dict(pool.casinos)
    pool.generation += 1
    missing = base_missing(pool)
    if reserve_pays:
        for account in (RESERVE, OVERFLOW):
            amount = min(missing, pool.holds(account))
            missing -= amount
            won.moved[account] = amount
            won.base_moved += amount
            books.post(pool, account, BASE, amount, RESET, of)
    books.post(pool, BASE_COST, BASE, missing, RESET, of)
    won.reset = missing
    carried = 0
    for account in (RESERVE, OVERFLOW):
        amount = pool.holds(account)
        carried += amount
        won.moved[account] = won.moved.get(account, 0) + amount
        books.post(pool, account, ACCUMULATED, amount, RESET, of)
    pool.casinos = {}
    pool.cycle = Cycle(started=won.position, base=pool.holds(BASE), carried=pool.holds(ACCUMULATED))
    assert pool.last_award is not None
    pool.last_award = LastAward(
        position=won.position,
        at=won.at,
        basis=won.basis,
        before=won.before,
        full=True,
        reset=missing,
        carried=carried,
        balance=pool.shown,
    )
    won.again = pool.shown
    books.keep(won)


def top_up(books: Books, pool: Pool, won: Won) -> None:
    """Bring a stud pool up to its minimum after a partial prize, if it is below (STU R24)."""
    if pool.terms.game != STUD:
        return
    missing = max(0, pool.base - pool.shown)
    books.post(pool, BASE_COST, BASE, missing, RESET, of_award(won))
    pool.cycle.funded += missing
    won.reset += missing
    won.again = pool.shown
    books.keep(won)


def pay(books: Books, pool: Pool, won: Won, paid: Paid) -> None:
    """Book a payment as it was made: what was owed from J6, any more from P2."""
    of = of_award(won)
    paid.position = paid.position or books.position
    owed = max(0, won.owed)
    paid.won = min(max(paid.amount, 0), owed)
    given = sum(one.pool for one in won.payments)
    paid.pool = max(0, min(paid.won, won.from_pool - given)) if not won.gone else 0
    more = paid.amount - paid.won
    lines = {WON: paid.won, PRIZES: more, paid.account: -paid.amount}
    books.compound(pool.name, lines, PAYMENT, of)
    books.post(pool, paid.account, TAX, paid.tax, WITHHELD, of)
    won.payments.append(paid)
    books.keep(won)


def unpay(books: Books, pool: Pool, won: Won, paid: Paid) -> None:
    """Take a payment back that a correction changed or withdrew."""
    of = of_award(won)
    won.payments.remove(paid)
    books.post(pool, paid.account, TAX, -paid.tax, WITHHELD, of)
    more = paid.amount - paid.won
    lines = {WON: -paid.won, PRIZES: -more, paid.account: paid.amount}
    books.compound(pool.name, lines, PAYMENT, of)
    books.keep(won)


def repay(books: Books, pool: Pool, won: Won) -> None:
    """Book all payments anew, where what is owed has become another sum."""
    payments = list(won.payments)
    for paid in payments:
        unpay(books, pool, won, paid)
    for paid in payments:
        pay(books, pool, won, paid)


def take_back(books: Books, pool: Pool, won: Won, *, refused: bool = False) -> None:
    """Take an award back: its money returns to the pool, and so does the reset it caused.

    What was paid of it stays paid, at the operator's cost; what the pool gave away since cannot
    come back from it.
    """
    payments = list(won.payments)
    for paid in payments:
        unpay(books, pool, won, paid)
    of = of_award(won)
    lines: dict[str, int] = {WON: won.amount, PRIZES: -won.house}
    for account, amount in won.parts.items():
        lines[account] = lines.get(account, 0) - amount
    lines[BASE_COST] = -won.reset
    lines[BASE] = lines.get(BASE, 0) + won.reset + won.base_moved
    moved = sum(won.moved.values()) - won.base_moved
    lines[ACCUMULATED] = lines.get(ACCUMULATED, 0) + moved
    for account, amount in won.moved.items():
        lines[account] = -amount
    _undo(books, pool, lines, of)
    _rejoin(pool, won)
    payer = of_casino(INTER_CASINO, won.casino)
    for casino, share in won.shares.items():
        books.post(pool, of_casino(INTER_CASINO, casino), payer, share, LINK, of)
    won.shares = {}
    if pool.drained == won.position:
        pool.drained = won.drained
    if refused:
        won.refused = books.position
    else:
        won.reversed = books.position
    for paid in payments:
        pay(books, pool, won, paid)
    books.keep(won)


def _rejoin(pool: Pool, won: Won) -> None:
    """Let the cycle that a full award ended go on, as if it had not been."""
    if won.cycle is None:
        pool.cycle.wins -= won.from_pool
    else:
        pool.generation -= 1
        if pool.cycle.started == won.position:
            pool.cycle = won.cycle.merged(pool.cycle)
            pool.cycle.wins -= won.from_pool
        for casino, weight in won.casinos.items():
            pool.casinos[casino] = pool.casinos.get(casino, 0) + weight
    won.cycle, won.casinos = None, {}
    pool.cycle.corrections += pool.shown - pool.cycle.total


def _undo(books: Books, pool: Pool, lines: dict[str, int], of: Of) -> None:
    """Book an award's mirror; no part of the pool falls below zero: the house bears the rest."""
    for account in (BASE, ACCUMULATED, RESERVE, OVERFLOW):
        amount = lines.get(account, 0)
        if amount > pool.holds(account):
            lines[account] = pool.holds(account)
    lines[PRIZES] -= sum(lines.values())
    books.compound(pool.name, lines, AWARD_REVERSED, of)


def account_of(means: str) -> str:
    """Return where a payment came from: the cage's cash, or chips and credits."""
    return CASH if means in CASH_MEANS else CHIPS
