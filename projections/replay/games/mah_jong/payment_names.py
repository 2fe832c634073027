"""The right names of wrong payments: by the rule that was broken."""

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.mah_jong.money import Liquidada, commission_of, shares, units_of
from projections.replay.games.mah_jong.record import MahJongRecord
from projections.replay.games.mah_jong.rules import MahJongRules
from projections.replay.games.mah_jong.settling import Acerto, settled
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, Outcome, Settlement


def _units(done: Acerto) -> tuple[Minor, ...]:
    """Return the units of all grades, if somebody won."""
    units = units_of(done.record, done.variant)
    if units is None or done.decided.winner is None:
        return ()
    return units[: done.variant.ceiling + 1]


def other_counts(done: Acerto, rules: MahJongRules) -> set[Minor]:
    """Return a loser's payment by another grade, or without the right double."""
    return {unit * factor for unit in _units(done) for factor in (1, rules.banker_factor)} - {0}


@once
def _other_prizes(done: Acerto, rules: MahJongRules) -> set[Minor]:
    """Return the payments of all losers by another grade, or without the right double."""
    won = done.decided.winner
    amounts = {
        sum(one.full for one in shares(done.decided, won.declared.seat, unit, factor, None))
        for unit in _units(done)
        for factor in (1, rules.banker_factor)
        if won is not None
    } - {0}
    return amounts | {one - commission_of(one, done.record.comissao) for one in amounts}


@once
def _undecided(settlement: Settlement, _: None) -> bool:
    """Tell whether something of the game cannot be told."""
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def relabel(
    record: MahJongRecord, rules: MahJongRules, settlement: Settlement, found: Found
) -> Found | None:
    """Give a wrong payment to a player its right name; None where nothing tells what was due."""
    if found.facts.get("bets") or found.seat is None or "pool" in found.facts:
        return found
    if _undecided(settlement, None):
        return None
    named = _payment_code(settled(record, rules), rules, found)
    if named is None:
        return found
    return structs.replace(found, code=named[0], rule=f"MJ {named[1]}")


def _payment_code(done: Acerto, rules: MahJongRules, found: Found) -> tuple[str, str] | None:
    """Return the code and rule of a wrong payment; None where the cross-cutting one stands."""
    decided, money, cites = done.decided, done.money, done.variant.cites
    won = decided.winner
    if won is None or money is None:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    winner = won.declared.seat
    rivals, paid, another = _paid(done, None)
    if (found.seat in rivals and found.seat != winner) or (
        # Another was given the piece, and the payment that went to him says so.
        found.seat == winner and not paid.get(winner) and another
    ):
        return "MJ-PRIO", cites.nearest
    if found.seat != winner:
        return ("MJ-FALSE", cites.indemnity) if decided.false else None
    return _prize_code(done, rules, money, paid.get(winner, 0))


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
    return ("MJ-FAN", cites.pay) if amount in _other_prizes(done, rules) else None


@once
def _paid(done: Acerto, _: None) -> tuple[set[int], dict[int, Minor], bool]:
    """Return who else declared a win, what each seat was paid, and whether one of those was."""
    rivals = {one.declared.seat for one in done.decided.judged[1:]}
    paid: dict[int, Minor] = {}
    for one in done.record.payments:
        if not one.bets and one.award is None:
            paid[one.seat] = paid.get(one.seat, 0) + one.total
    return rivals, paid, any(paid.get(one) for one in rivals)
