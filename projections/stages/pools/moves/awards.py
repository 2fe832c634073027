"""Awards: won, paid, refused, taken back; the base put back after a full one.

An award takes J1 + J2 only, a partial one J2 first; what the pool lacks the operator covers (P2).
After a full one the base is restored at the operator's cost, and reserve and overflow pass to the
accumulated part (art. 3 VII). A payment is booked as it was made: what was owed from J6, what was
not from P2. Rules: jackpots.md; postings 6-13, 25.
"""

from bisect import insort
from typing import Final

import msgspec

from ledger.money import MILLION
from projections.stages.pools.books.accounts import (
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
from projections.stages.pools.books.award import Paid, Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.journal import Journal
from projections.stages.pools.books.moments import Balances, Gone, Key, Move
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import Cycle, LastAward, Pool
from projections.stages.pools.moves.held import insert, is_over, mark, reserve_pays, tell_late
from projections.stages.pools.moves.linked import owed_to, shares_of

STUD: Final = "stud_poker"
"""STU R24: topped up to the minimum after any prize."""
CASH_MEANS: Final = frozenset({"cash", "cheque", "transfer", "account"})


def of_award(won: Won) -> Of:
    """Return the references of an award's postings."""
    return Of(won.round, won.seat, won.bet, won.award)


def prize_of(pool: Pool, combination: str | None, shown: int) -> tuple[int, int, bool, str | None]:
    """Return a combination's prize: amount, part from the pool, whether all of it, and its name.

    A share is taken of the balance, rounded down; with a fixed sum the larger counts. Without a
    table, or a combination it knows, the prize is the whole.
    """
    found = next((one for one in pool.terms.combinations if one.name == combination), None)
    if found is None:
        return shown, shown, True, combination
    share = shown * (found.ppm or 0) // MILLION
    fixed = found.fixed or 0
    amount = max(share, fixed)
    full = found.ppm == MILLION
    by_house = pool.terms.house_pays_fixed and fixed > share
    return amount, 0 if by_house else min(amount, shown), full, found.name


def prize_at(
    pool: Pool, key: Key, combination: str | None, shown: int
) -> tuple[int, int, bool, str | None]:
    """Return a combination's prize at a moment: nothing is due of a pool that had ended."""
    amount, from_pool, full, name = prize_of(pool, combination, shown)
    return (0, 0, full, name) if pool.is_closed_at(key) else (amount, from_pool, full, name)


def is_after_end(pool: Pool, won: Won) -> bool:
    """Tell whether a pool had ended when a prize was won, or before the ledger heard of the prize.

    No base is put into a pool that takes no more stakes: it would be nobody's.
    """
    if pool.closing is None:
        return False
    known = won.position > pool.closing.known
    return known or (won.held is not None and pool.is_closed_at(won.key))


def win(books: Books, pool: Pool, won: Won, wanted: int) -> None:
    """Book an award: ``wanted`` is to come from the pool, the rest from the house."""
    won.basis = won.basis or pool.shown
    won.so_far = msgspec.structs.replace(pool.cycle, rates=dict(pool.cycle.rates))
    if won.held is not None:  # what was added since is of the cycle, and not of this prize
        won.so_far.increments += won.basis - won.so_far.total
    won.since = books.now.clock
    of = of_award(won)
    won.parts = parts_of(pool, wanted, won.held)
    for account, amount in won.parts.items():
        books.journal.post(pool, account, WON, amount, AWARD, of)
    won.house = won.amount - won.from_pool
    books.journal.post(pool, PRIZES, WON, won.house, AWARD, of)
    pool.cycle.wins += won.from_pool
    share(books, pool, won, of)
    note(pool, won, balance=pool.shown)
    books.awards.keep(won)


def parts_of(pool: Pool, wanted: int, held: Balances | None) -> dict[str, int]:
    """Return the parts of a pool that give a prize: a partial prize takes J2 first, then J1.

    ``held`` is what the pool held when it was won; None: what it holds now.
    """
    holds = {ACCUMULATED: pool.holds(ACCUMULATED), BASE: pool.holds(BASE)}
    if held is not None:
        holds = {ACCUMULATED: held.shown // MILLION - held.base, BASE: held.base}
    parts: dict[str, int] = {}
    left = wanted
    for account, amount in holds.items():
        part = min(left, amount)
        if part > 0:
            left -= part
            parts[account] = part
    return parts


def note(pool: Pool, won: Won, *, balance: int) -> None:
    """Let an award be the pool's last award, unless a later award is known."""
    pool.drain(won.key._replace(order=won.position), won.award, in_log=won.held is None)
    last = pool.last_award
    if last is not None and won.held is not None and last.key > won.key:
        return
    pool.last_award = LastAward(
        position=won.position,
        at=won.at,
        source=won.source,
        order=won.order,
        basis=won.basis,
        before=won.before,
        full=won.full,
        reset=won.reset,
        carried=carried_of(won),
        balance=balance,
    )


def carried_of(won: Won) -> int:
    """Return the reserve and overflow that became J2 after an award, less those in the base."""
    return sum(won.moved.values()) - won.base_moved


def share(books: Books, pool: Pool, won: Won, of: Of) -> None:
    """Let the other casinos owe the payer their shares; together they are zero."""
    if won.casino == "*":
        return
    casinos = pool.casinos if won.cycle is None else won.casinos
    shares: dict[str, int] = {}
    if not {pool.casino, *casinos} <= {won.casino, "*"}:  # one casino has no other
        owed = shares_of(
            won.parts.get(ACCUMULATED, 0), won.parts.get(BASE, 0), casinos, pool.casino
        )
        shares = owed_to(won.casino, owed)
    payer = of_casino(INTER_CASINO, won.casino)
    for casino in sorted({*won.shares, *shares}):
        more = shares.get(casino, 0) - won.shares.get(casino, 0)
        books.journal.post(pool, payer, of_casino(INTER_CASINO, casino), more, LINK, of)
    won.shares = shares
    for one in won.reimbursed:
        one.share = shares.get(one.other_than(won.casino), 0)


def restore(books: Books, pool: Pool, won: Won) -> None:
    """Put the base back after a full award, then reserve and overflow."""
    of = of_award(won)
    won.cycle, won.casinos = pool.cycle, dict(pool.casinos)
    if won.held is not None:
        won.cycle.increments += won.basis - won.from_pool - won.cycle.total
    pool.generation += 1
    won.reset, won.moved, won.base_moved = put_back(books.now, pool, won)
    for account, amount in won.moved.items():
        books.journal.post(pool, account, ACCUMULATED, amount, RESET, of)
    books.journal.post(pool, ACCUMULATED, BASE, won.base_moved, RESET, of)
    books.journal.post(pool, BASE_COST, BASE, won.reset, RESET, of)
    won.again = pool.shown if won.held is None else started_from(won)
    base = pool.holds(BASE)
    pool.casinos = {}
    pool.cycle = Cycle(
        started=won.position,
        base=base,
        carried=won.again - base,
        increments=pool.shown - won.again,
    )
    note(pool, won, balance=won.again)
    books.awards.keep(won)


def put_back(now: Now, pool: Pool, won: Won) -> tuple[int, dict[str, int], int]:
    """Return the reset after a full award: by the operator, by reserve and overflow.

    The last is what of these pays the base.
    """
    if is_after_end(pool, won):
        return 0, {}, 0
    base = won.held.base - won.parts.get(BASE, 0) if won.held is not None else pool.holds(BASE)
    missing = max(0, pool.base_at(won.at) - base)
    moved = hidden_of(pool, won.held)
    by_reserve = min(missing, sum(moved.values())) if reserve_pays(now, pool) else 0
    return missing - by_reserve, moved, by_reserve


def hidden_of(pool: Pool, held: Balances | None) -> dict[str, int]:
    """Return reserve and overflow as they were when an award was won."""
    if held is None:
        return {RESERVE: pool.holds(RESERVE), OVERFLOW: pool.holds(OVERFLOW)}
    return {RESERVE: held.reserve // MILLION, OVERFLOW: held.overflow}


def started_from(won: Won) -> int:
    """Return J1 + J2 after an award, by the balances at which it was won."""
    assert won.held is not None
    return won.held.shown // MILLION - won.from_pool + won.reset + sum(won.moved.values())


def top_up(books: Books, pool: Pool, won: Won) -> None:
    """Bring a stud pool up to its minimum after a partial prize, if it is below (STU R24)."""
    if pool.terms.game != STUD or is_after_end(pool, won):
        return
    missing = max(0, pool.base_at(won.at) - pool.shown)
    books.journal.post(pool, BASE_COST, BASE, missing, RESET, of_award(won))
    pool.cycle.funded += missing
    won.reset += missing
    won.again = pool.shown
    books.awards.keep(won)


def pay(books: Books, pool: Pool, won: Won, paid: Paid) -> None:
    """Book a payment: as much as was owed from J6, the rest from P2."""
    of = of_award(won)
    paid.position = paid.position or books.now.position
    owed = max(0, won.owed)
    paid.won = min(max(paid.amount, 0), owed)
    given = sum(one.pool for one in won.payments)
    paid.pool = max(0, min(paid.won, won.from_pool - given)) if not won.gone else 0
    more = paid.amount - paid.won
    lines = {WON: paid.won, PRIZES: more, paid.account: -paid.amount}
    books.journal.compound(pool.name, lines, PAYMENT, of)
    books.journal.post(pool, paid.account, TAX, paid.tax, WITHHELD, of)
    won.payments.append(paid)
    books.awards.keep(won)


def unpay(books: Books, pool: Pool, won: Won, paid: Paid) -> None:
    """Take a payment back that a correction changed or withdrew."""
    of = of_award(won)
    won.payments.remove(paid)
    books.journal.post(pool, paid.account, TAX, -paid.tax, WITHHELD, of)
    more = paid.amount - paid.won
    lines = {WON: -paid.won, PRIZES: -more, paid.account: paid.amount}
    books.journal.compound(pool.name, lines, PAYMENT, of)
    books.awards.keep(won)


def repay(books: Books, pool: Pool, won: Won) -> None:
    """Book all payments of an award anew, because its debt changed."""
    payments = list(won.payments)
    for paid in payments:
        unpay(books, pool, won, paid)
    for paid in payments:
        pay(books, pool, won, paid)


def take_back(
    books: Books,
    pool: Pool,
    won: Won,
    *,
    refused: bool = False,
    as_never: bool = False,
    at: Key | None = None,
) -> None:
    """Take an award back: its money returns to the pool, and so does the reset it caused.

    What was paid of it stays paid, at the operator's cost; what the pool gave away since cannot
    come back from it. ``as_never`` where its play was never to show it: then it comes back as of
    when it had been won, if that is not over; else ``at`` a time, or now.
    """
    mark(books, pool)
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
    _undo(books.journal, pool, lines, of)
    _rejoin(pool, won)
    payer = of_casino(INTER_CASINO, won.casino)
    for casino, share in won.shares.items():
        books.journal.post(pool, of_casino(INTER_CASINO, casino), payer, share, LINK, of)
    won.shares = {}
    _leave(pool, won)
    if refused:
        won.refused = books.now.position
    else:
        won.reversed = books.now.position
    for paid in payments:
        pay(books, pool, won, paid)
    # Whatever the clock says of who took it back, it was after it was won.
    told = max(at or books.now.key, won.key._replace(order=books.now.position))
    never = as_never and won.held is not None and not _is_settled(pool, won.key)
    mark(books, pool, key=won.key if never else told, of=won.award)
    if never:
        _erase(pool, won)
    if won.held is not None:
        by = None if never else change_of(won)
        _go(books, pool, Gone(award=won.award, key=won.key, told=told, by=by))
    books.awards.keep(won)


def _leave(pool: Pool, won: Won) -> None:
    """Let an award be none of its pool's, and what it decided be open."""
    pool.undrain(won.award)
    pool.latest = [one for one in pool.latest if one.award != won.award]
    for fixed in (*pool.unhit, pool.commitment):
        if fixed is not None and fixed.awarded == won.position:
            fixed.awarded = None  # the trigger is still to be reached


def _is_settled(pool: Pool, key: Key) -> bool:
    """Tell whether a moment is over, or what was held then has left the pool since."""
    return is_over(pool, key) or any(
        one.key > key and (not one.by or one.in_log) for one in pool.drains
    )


def _erase(pool: Pool, won: Won) -> None:
    """Forget the changes of an award that is no more; what the operator bore of it stays."""
    net = Balances()
    for move in pool.moves:
        if move.of == won.award:
            net = net.plus(move.by)
    pool.moves = [move for move in pool.moves if move.of != won.award]
    if net != Balances():
        insert(pool, Move(*won.key, net))


def _go(books: Books, pool: Pool, one: Gone) -> None:
    pool.gone = [other for other in pool.gone if other.award != one.award]
    insort(pool.gone, one, key=lambda other: other.key)
    books.pools.touched.add(pool.name)


def change_of(won: Won) -> Balances:
    """Return by how much an award, and the reset after it, change what a pool holds."""
    base = won.reset + won.base_moved - won.parts.get(BASE, 0)
    accumulated = sum(won.moved.values()) - won.base_moved - won.parts.get(ACCUMULATED, 0)
    return Balances(
        (base + accumulated) * MILLION,
        base,
        -won.moved.get(RESERVE, 0) * MILLION,
        -won.moved.get(OVERFLOW, 0),
    )


def effect_of(now: Now, pool: Pool, won: Won) -> Balances:
    """Reckon a prize that was taken back by what its pool held; return what it had changed."""
    assert won.held is not None
    basis = max(0, won.held.shown // MILLION)
    won.amount, wanted, _, _ = prize_at(pool, won.key, won.combination, basis)
    won.before, won.basis = min(won.before + basis - won.basis, basis), basis
    won.parts = parts_of(pool, wanted, won.held)
    won.house = won.amount - won.from_pool
    if won.full:
        won.reset, won.moved, won.base_moved = put_back(now, pool, won)
    return change_of(won)


def forget(books: Books, pool: Pool, award: str) -> None:
    """Let a prize that was taken back, and is one again, never have been taken back."""
    if not any(one.award == award for one in pool.gone):
        return
    mark(books, pool)
    own = [move for move in pool.moves if move.of == award]
    pool.moves = [move for move in pool.moves if move.of != award]
    pool.gone = [one for one in pool.gone if one.award != award]
    for move in own:
        tell_late(books.agenda, pool, Move(*move.key, Balances().plus(move.by, -1), award))
    books.pools.touched.add(pool.name)


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


def _undo(journal: Journal, pool: Pool, lines: dict[str, int], of: Of) -> None:
    """Book an award's mirror; no part of the pool falls below zero: the house bears the rest."""
    for account in (BASE, ACCUMULATED, RESERVE, OVERFLOW):
        amount = lines.get(account, 0)
        if amount > pool.holds(account):
            lines[account] = pool.holds(account)
    lines[PRIZES] -= sum(lines.values())
    journal.compound(pool.name, lines, AWARD_REVERSED, of)


def account_of(means: str) -> str:
    """Return where a payment came from: the cage's cash, or chips and credits."""
    return CASH if means in CASH_MEANS else CHIPS
