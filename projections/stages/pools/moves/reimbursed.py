"""Reimbursements between the casinos of one prize, beside what each of them owes (MAQ R19).

A reimbursement that names its prize is of that prize, whatever other prizes leave: another may be
claimed before finance has settled this one. It is compared when the prize can be reckoned anew no
more, with every other judgement of it. One that names none is for all that is owed so far, by
time. Posting 25.

What was reimbursed of a prize that is refused or void since is owed back, and has as long for it
as a prize may wait for its winner (``jackpot_deadline_seconds``).
"""

from collections.abc import Iterator, Mapping

from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import after
from projections.replay.settlement import money_text
from projections.stages.pools.books.accounts import INTER_CASINO, of_casino
from projections.stages.pools.books.award import Reimbursed, Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import event_fault
from projections.stages.pools.books.pool import Pool, Unreturned
from projections.stages.pools.books.records import Awards
from projections.stages.pools.moves.held import deadline


def owed_in_all(awards: Awards, pool: Pool, payer: str, receiver: str, at: str) -> int:
    """Return a casino's debt to another of all prizes won until a time, less its payments."""
    owed = _held(pool, payer, receiver)
    for latest in pool.latest:
        won = awards.get(latest.award) if latest.at > at else None
        if won is not None and won.casino == receiver:
            owed -= won.shares.get(payer, 0)
        elif won is not None and won.casino == payer:
            owed += won.shares.get(receiver, 0)
    return max(0, owed)


def _held(pool: Pool, payer: str, receiver: str) -> int:
    there, here = of_casino(INTER_CASINO, payer), of_casino(INTER_CASINO, receiver)
    return min(pool.holds(there), -pool.holds(here))


def compare(books: Books, pool: Pool, won: Won) -> None:
    """Compare every reimbursement of a prize with the part of its share left before it."""
    for one, owed in _owed(pool, won):
        event = books.records.said(one.event)
        if event is not None:
            faults = differs(event, pool, one.payer, one.receiver, owed, one.amount)
            books.findings.find(f"pool-act {one.event}", faults)


def agrees(pool: Pool, won: Won) -> bool:
    """Tell whether every reimbursement of a prize is the debt before it."""
    return all(one.amount == owed for one, owed in _owed(pool, won))


def _owed(pool: Pool, won: Won) -> list[tuple[Reimbursed, int]]:
    """Return each reimbursement of a prize, and the debt before it.

    What is settled by prize goes by the prize alone. Where some of the pool was settled in one sum
    as well, nothing is owed of a prize that the casino does not owe in all.
    """
    gone = won.refused or won.reversed
    paid: dict[str, int] = {}
    found: list[tuple[Reimbursed, int]] = []
    for one in won.reimbursed:
        back = one.payer == won.casino
        casino = one.other_than(won.casino)
        share = 0 if gone is not None and one.position > gone else one.share
        left = share - paid.get(casino, 0)
        paid[casino] = paid.get(casino, 0) + (-one.amount if back else one.amount)
        owed = -left if back else left
        if won.casino not in (one.payer, one.receiver):
            owed = 0
        if pool.netted:
            pair = (one.payer, one.receiver)
            same = [each.amount for each in won.reimbursed if (each.payer, each.receiver) == pair]
            before = sum(each.amount for each, _ in found if (each.payer, each.receiver) == pair)
            owed = min(owed, _held(pool, *pair) + sum(same) - before)
        found.append((one, max(0, owed)))
    return found


def differs(
    event: Event, pool: Pool, payer: str, receiver: str, owed: int, amount: int
) -> list[Fault]:
    """Return the fault of a casino that paid another casino another amount than its debt."""
    if amount == owed:
        return []
    return [
        event_fault(
            "JP-LINK",
            event,
            f"{money_text(owed)} from {payer} to {receiver}",
            money_text(amount),
            amount=amount - owed,
            currency=pool.terms.currency,
        )
    ]


def add(awards: Awards, won: Won, one: Reimbursed) -> None:
    """Add a reimbursement to a prize, in the order of the casinos' times."""
    one.share = won.shares.get(one.other_than(won.casino), 0)
    won.reimbursed = sorted(
        (*without(won, one.event), one), key=lambda each: (each.at, each.position)
    )
    awards.keep(won)


def without(won: Won, event: str) -> list[Reimbursed]:
    """Return a prize's other reimbursements."""
    return [one for one in won.reimbursed if one.event != event]


# --- of a prize that is gone ---------------------------------------------------------------------


def watch(books: Books, pool: Pool, won: Won) -> None:
    """Watch over the reimbursements of a prize that is gone until they are given back."""
    watched = next((one for one in pool.unreturned if one.award == won.award), None)
    if watched is None and _missing(won):
        watched = Unreturned(award=won.award, since=books.now.clock)
        pool.unreturned.append(watched)
        books.pools.touched.add(pool.name)
    if watched is not None:
        _check(books, pool, watched, won)


def settled(books: Books, pool: Pool) -> None:
    """Check again the reimbursements to be given back, because casinos paid each other."""
    for one in list(pool.unreturned):
        won = books.awards.get(one.award)
        if won is not None:
            _check(books, pool, one, won)


def tick(books: Books, position: int) -> None:
    """Find reimbursements that were not given back in time."""
    assert books.now.clock is not None
    for pool in books.pools.values():
        for one in list(pool.unreturned):
            won = books.awards.get(one.award) if one.late is None else None
            if won is None:
                continue
            if one.since is None:
                one.since = books.now.clock
                books.pools.touched.add(pool.name)
            if after(one.since, deadline(books.now, pool.name, won.place)) <= books.now.clock:
                one.late = position
                _check(books, pool, one, won)


def _check(books: Books, pool: Pool, one: Unreturned, won: Won) -> None:
    missing = _missing(won)
    if not missing:
        pool.unreturned = [other for other in pool.unreturned if other is not one]
    books.pools.touched.add(pool.name)
    if one.late is not None:
        faults = list(_not_given_back(pool, won, one.late, missing))
        books.findings.find(f"reimbursed {won.award}", faults)


def _not_given_back(
    pool: Pool, won: Won, late: int, missing: Mapping[str, tuple[int, int]]
) -> Iterator[Fault]:
    """Find amounts not given back, as far as no other prize was set against them."""
    for casino, (reimbursed, left) in sorted(missing.items()):
        amount = min(left, _held(pool, won.casino, casino))
        if amount > 0:
            yield Fault(
                code="JP-LINK",
                positions=(won.position, late),
                expected=f"{money_text(reimbursed)} back from {won.casino} to {casino}",
                recorded=money_text(reimbursed - amount),
                amount=-amount,
                currency=pool.terms.currency,
                facts={"pool": pool.name, "award": won.award},
            )


def _missing(won: Won) -> dict[str, tuple[int, int]]:
    """Return per casino its reimbursement of a prize that is gone, and the part not given back."""
    gone = won.refused or won.reversed
    if gone is None:
        return {}
    paid: dict[str, int] = {}
    back: dict[str, int] = {}
    for one in won.reimbursed:
        if one.receiver == won.casino and one.position <= gone:
            paid[one.payer] = paid.get(one.payer, 0) + one.amount
        elif one.payer == won.casino:
            back[one.receiver] = back.get(one.receiver, 0) + one.amount
    left = {casino: (amount, amount - back.get(casino, 0)) for casino, amount in paid.items()}
    return {casino: both for casino, both in left.items() if both[1] > 0}
