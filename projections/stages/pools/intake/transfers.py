"""Transfers from one pool to another (MAQ R23): whole balance, component by component, residue too.

Where two controllers sign, the value is in transit (J7) at the source between the two halves, and
held there; what arrives is never more than what left, and is held by the target alone. One without
a stated ground, or to another model or bet type without the authority's designation, moves nothing.
Postings 14 and 15.
"""

from typing import Final

from ledger.events.jackpots import PoolTransferred
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault
from projections.replay.settlement import money_text
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    BASE,
    COMPONENTS,
    OVERFLOW,
    PASSED_ON,
    RESERVE,
    REVENUE,
    REVERSAL,
    TRANSFER,
    TRANSIT,
    Of,
)
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import Findings, event_fault
from projections.stages.pools.books.lookups import Half, Transfer
from projections.stages.pools.books.pool import ACTIVE, TRANSFERRED, Pool
from projections.stages.pools.moves import closings, late, stakes
from projections.stages.pools.moves.acts import hand_on, orphan, shift_residue, unknown
from projections.stages.pools.moves.held import held_at

GROUNDS: Final = frozenset({"forca_maior", "estrategia"})
OUT: Final = "out"
INTO: Final = "in"
BOTH: Final = "both"


def transfer(books: Books, act: Event, payload: PoolTransferred) -> None:
    """Take one side of a transfer, or both."""
    source, target = books.pools.get(payload.pool), books.pools.get(payload.to)
    if source is None or target is None or source is target:
        unknown(books.findings, act, f"{payload.pool} to {payload.to}")
        return
    forbidden = _forbidden(act, payload, source, target)
    books.findings.find(f"pool-act {act.name}", forbidden)
    if forbidden:
        return
    found = books.records.transfer(payload.transfer)
    if found is None or not found.acts:
        found = Transfer(transfer=payload.transfer, pool=source.name, to=target.name)
    half = Half(
        event=act.name,
        position=act.position,
        said=_said_of(payload),
        residue=payload.residue,
    )
    if payload.side in (OUT, BOTH):
        found.out = half
    if payload.side in (INTO, BOTH):
        found.into = half
    if act.name not in found.acts:
        found.acts.append(act.name)
    books.records.transfers[found.transfer] = found
    books.records.touched_transfers.add(found.transfer)
    _move(books, found, source, target, act.name)
    _check(books.findings, found)


def _forbidden(act: Event, payload: PoolTransferred, source: Pool, target: Pool) -> list[Fault]:
    """Return why the law forbids a transfer; nothing if it does not."""
    faults: list[Fault] = []
    alike = (source.terms.game, source.terms.bet_type) == (target.terms.game, target.terms.bet_type)
    if not alike and payload.act is None:
        faults.append(
            event_fault(
                "JP-XFER-MODEL",
                act,
                f"{source.terms.game}, {source.terms.bet_type}",
                f"{target.terms.game}, {target.terms.bet_type}",
            )
        )
    if payload.reason not in GROUNDS:
        stated = payload.reason or "none"
        faults.append(event_fault("JP-XFER-WHY", act, "forca_maior or estrategia", stated))
    if target.status != ACTIVE:
        faults.append(event_fault("JP-XFER-VAL", act, "an active pool", target.status))
    if payload.side not in (OUT, INTO, BOTH) or any(one < 0 for one in _said_of(payload).values()):
        faults.append(event_fault("JP-XFER-VAL", act, "a side and what it moved", payload.side))
    return faults


def _said_of(payload: PoolTransferred) -> dict[str, int]:
    """Return the amount of each component that a side of a transfer states."""
    return {
        "base": payload.base,
        "accumulated": payload.accumulated,
        "reserve": payload.reserve,
        "overflow": payload.overflow,
    }


def _move(books: Books, one: Transfer, source: Pool, target: Pool, act: str) -> None:
    """Move the amounts that the sides state, as far as they are there: out, then in."""
    of = Of(act=act)
    if one.out is not None and not one.left:
        more = stakes.keep(books, source)
        late.catch_up(books)  # a prize has what it should before the rest is moved
        there = _held_then(books, source)
        if _is_whole(books, source, one.out.said, there):
            closings.close(books, source, TRANSFERRED)
        before = source.shown
        for component, account in COMPONENTS.items():
            amount = min(one.out.said[component], there[account])
            one.left[account] = amount
            books.journal.post(source, account, TRANSIT, amount, TRANSFER, of)
        source.cycle.transfers += source.shown - before
        source.drain(books.now.key)
        whole = not source.parts and one.left == there
        if whole or source.closing is not None:  # the fraction goes with the last of it
            one.residue, source.residue = source.residue, 0
            one.reserve_residue, source.reserve_residue = source.reserve_residue, 0
            if source.status == ACTIVE:
                closings.close(books, source, TRANSFERRED)
        stakes.lay_again(books, source, more)
        orphan(books.findings, source)
    if one.into is not None and one.left and not one.arrived:
        more = stakes.keep(books, target)
        late.catch_up(books)
        before = target.shown
        for component, account in COMPONENTS.items():
            amount = min(one.into.said[component], one.left[account])
            one.arrived[account] = amount
            books.journal.post(target, PASSED_ON, account, amount, TRANSFER, of)
        books.journal.post(source, TRANSIT, PASSED_ON, sum(one.arrived.values()), TRANSFER, of)
        _join_residues(books, one, target, of)
        target.cycle.transfers += target.shown - before
        target.drain(books.now.key)
        stakes.lay_again(books, target, more)


def _held_then(books: Books, pool: Pool) -> dict[str, int]:
    """Return the parts of a pool as they were at the time of the act that is done now."""
    held = held_at(pool, books.now.key)
    then = {
        BASE: held.base,
        ACCUMULATED: held.shown // MILLION - held.base,
        RESERVE: held.reserve // MILLION,
        OVERFLOW: held.overflow,
    }
    won_since = any(one.key > books.now.key and not one.closed for one in pool.latest)
    if not won_since:  # else those prizes give back what was not there to be won
        then = {account: min(amount, pool.holds(account)) for account, amount in then.items()}
    return {account: max(0, amount) for account, amount in then.items()}


def _is_whole(books: Books, pool: Pool, said: dict[str, int], there: dict[str, int]) -> bool:
    """Tell whether a side takes all that its pool held, so that the pool ends with it."""
    if pool.status != ACTIVE or closings.of_tables_since(books, pool, books.now.key):
        return False
    return all(said[component] >= there[account] for component, account in COMPONENTS.items())


def _join_residues(books: Books, one: Transfer, target: Pool, of: Of) -> None:
    """Add the fractions of both pools; two that make a whole unit take it from the revenue."""
    one.whole, target.residue = divmod(target.residue + one.residue, MILLION)
    books.journal.post(target, REVENUE, ACCUMULATED, one.whole, TRANSFER, of)
    one.hidden, target.reserve_residue = divmod(
        target.reserve_residue + one.reserve_residue, MILLION
    )
    books.journal.post(target, REVENUE, RESERVE, one.hidden, TRANSFER, of)
    hand_on(books, target, one.whole + one.hidden)
    books.pools.touched.add(target.name)


def _check(findings: Findings, one: Transfer, *, closing: int | None = None) -> None:
    """Compare the amounts that left and arrived with the statements of the two sides."""
    faults: list[Fault] = []
    if one.out is not None:
        faults += _differences(one, one.out, one.out.said, one.left, "left the pool")
    if one.into is not None and one.out is not None:
        faults += _differences(one, one.into, one.into.said, one.left, "arrived")
        if one.out.residue != one.into.residue:
            faults.append(_fault(one, one.into, str(one.out.residue), str(one.into.residue)))
    if closing is not None and one.open:
        missing = _sides(one)
        transit = money_text(sum(one.left.values()) - sum(one.arrived.values()))
        faults.append(
            Fault(
                code="JP-XFER-VAL",
                positions=(*missing, closing),
                expected="both sides, and nothing in transit at the close",
                recorded=f"{transit} in transit",
                facts={"transfer": one.transfer},
            )
        )
    findings.find(f"transfer {one.transfer}", faults)


def _sides(one: Transfer) -> list[int]:
    return sorted({half.position for half in (one.out, one.into) if half is not None})


def _differences(
    one: Transfer, half: Half, said: dict[str, int], held: dict[str, int], what: str
) -> list[Fault]:
    return [
        _fault(
            one,
            half,
            f"{component} {money_text(held.get(account, 0))} {what}",
            f"{component} {money_text(said[component])}",
        )
        for component, account in COMPONENTS.items()
        if said[component] != held.get(account, 0)
    ]


def _fault(one: Transfer, half: Half, expected: str, recorded: str) -> Fault:
    return Fault(
        code="JP-XFER-VAL",
        positions=(half.position,),
        expected=expected,
        recorded=recorded,
        facts={"transfer": one.transfer},
    )


def close_day(books: Books, position: int) -> None:
    """Find transfers in transit when a gaming day closes (J7 is zero at the close)."""
    for one in books.records.transfers.values():
        if one.open:
            _check(books.findings, one, closing=position)


def undo(books: Books, act: Event, payload: PoolTransferred) -> bool:
    """Take a transfer back: its value returns to the source; return whether it had moved any."""
    one = books.records.transfer(payload.transfer)
    if one is None or act.name not in one.acts:
        return False
    source, target = books.pools[one.pool], books.pools[one.to]
    befores = source.shown, target.shown
    postings = [posting for name in one.acts for posting in books.journal.posted_by(name)]
    books.journal.reverse(postings, REVERSAL, Of(act=act.name))
    for pool, before in zip((source, target), befores, strict=True):
        pool.cycle.transfers += pool.shown - before
    if one.arrived:  # units that two fractions made went back with the postings
        hand_on(books, target, -one.whole - one.hidden)
        made = one.whole * MILLION, one.hidden * MILLION
        shift_residue(books, target, made[0] - one.residue, made[1] - one.reserve_residue)
    shift_residue(books, source, one.residue, one.reserve_residue)
    if source.status == TRANSFERRED:
        closings.reopen(books, source)
    if one.out is not None and one.out.event == act.name:
        one.out = None
    if one.into is not None and one.into.event == act.name:
        one.into = None
    one.left, one.arrived, one.residue, one.reserve_residue = {}, {}, 0, 0
    one.whole = one.hidden = 0
    one.acts = [half.event for half in (one.out, one.into) if half is not None]
    books.records.transfers[one.transfer] = one
    books.records.touched_transfers.add(one.transfer)
    if one.out is not None:  # the other side stands: what it took out is in transit
        _move(books, one, source, target, act.name)
        one.acts.append(act.name)
    if one.out is None and one.into is None:
        books.findings.find(f"transfer {one.transfer}", [])
    else:
        _check(books.findings, one)
    return True
