"""The right names of wrong payments: by the rule that was broken."""

from collections import defaultdict

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.mah_jong.money import Liquidada, commission_of, shares, units_of
from projections.replay.games.mah_jong.record import MahJongRecord
from projections.replay.games.mah_jong.rules import MahJongRules
from projections.replay.games.mah_jong.settling import Acerto, settled
from projections.replay.settlement import Found, Outcome, Settlement


def other_counts(done: Acerto, rules: MahJongRules, seat: int | None) -> set[Minor]:
    """Return what one loser, or all, would pay by another grade, or without the right double."""
    units = units_of(done.record, done.variant)
    won = done.decided.winner
    if units is None or won is None:
        return set()
    amounts: set[Minor] = set()
    for unit in units[: done.variant.ceiling + 1]:
        for factor in (1, rules.banker_factor):
            parcels = shares(done.decided, won.declared.seat, unit, factor, None)
            if seat is None:
                amounts.add(sum(one.full for one in parcels))
            else:
                amounts |= {unit, unit * rules.banker_factor}
    return amounts - {0}


def relabel(
    record: MahJongRecord, rules: MahJongRules, settlement: Settlement, found: Found
) -> Found | None:
    """Give a wrong payment to a player its right name; None where nothing tells what was due."""
    if found.facts.get("bets") or found.seat is None or "pool" in found.facts:
        return found
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return None
    named = _payment_code(settled(record, rules), rules, found)
    if named is None:
        return found
    return structs.replace(found, code=named[0], rule=f"MJ {named[1]}")


def _payment_code(done: Acerto, rules: MahJongRules, found: Found) -> tuple[str, str] | None:
    """Return the code and rule of a wrong payment; None where the cross-cutting one stands."""
    decided, money, cites = done.decided, done.money, done.variant.cites
    won, paid = decided.winner, _paid(done.record)
    rivals = {one.declared.seat for one in decided.judged[1:]}
    if won is None or money is None:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    winner = won.declared.seat
    if found.seat in rivals - {winner} or (
        # Another was given the piece, and the payment that went to him says so.
        found.seat == winner and not paid[winner] and any(paid[one] for one in rivals)
    ):
        return "MJ-PRIO", cites.nearest
    if found.seat != winner:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    return _prize_code(done, rules, money, paid[winner])


def _prize_code(
    done: Acerto, rules: MahJongRules, money: Liquidada, amount: Minor
) -> tuple[str, str] | None:
    """Return the code and rule of a wrong payment to the winner."""
    cites, table = done.variant.cites, done.record.comissao
    gross = sum(one.amount for one in money.premio)
    full = sum(one.full for one in money.premio)
    if amount > gross and amount in (full, full - commission_of(full, table)):
        return "MJ-CAP", cites.cap
    if amount == gross and money.comissao:
        return "MJ-COM", cites.commission
    others = other_counts(done, rules, None)
    others |= {one - commission_of(one, table) for one in others}
    return ("MJ-FAN", cites.pay) if amount in others else None


def _paid(record: MahJongRecord) -> defaultdict[int | None, Minor]:
    """Return what each seat was paid as a whole."""
    paid: defaultdict[int | None, Minor] = defaultdict(int)
    for one in record.payments:
        if not one.bets and one.award is None:
            paid[one.seat] += one.total
    return paid
