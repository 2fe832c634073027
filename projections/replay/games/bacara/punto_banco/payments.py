"""The right names of wrong payments: of pairs, of a tie, by a deduction not due."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from msgspec import structs

from projections.replay.games.bacara.points import BANCA
from projections.replay.games.bacara.punto_banco.record import (
    EMPATE,
    PAIRS,
    SIDES,
    PuntoBancoRecord,
)
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, Line, Outcome, Settlement


def name_payment(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Give a wrong payment its own name, or None where another finding tells it already.

    Of pairs alone PB-PAIR; on a tie PB-TIE, a stake kept included; of banca by a deduction that was
    not due PB-COMM. What nobody can tell is not compared.
    """
    bets = fault.facts.get("bets", ())
    if _open(record, settlement).some and of_the_undecided(record, settlement, fault):
        return None
    lines = lookup(record, settlement).lines(bets)
    if settlement.void or not lines or fault.amount is None:
        return fault
    if fault.code == "PAY-NONE":
        kept = all(line.outcome is Outcome.NULA for line in lines)
        return structs.replace(fault, code="PB-TIE") if kept else fault
    of_bet = _tipos(record, None)
    kinds = {tipo for bet in set(bets) for tipo in of_bet.get(bet, ())}
    if kinds <= PAIRS:
        return structs.replace(fault, code="PB-PAIR", rule=cites.rule(cites.pairs))
    if settlement.result.get("vencedor") == EMPATE and kinds <= {EMPATE, *SIDES}:
        return structs.replace(fault, code="PB-TIE", rule=cites.rule(cites.pays))
    return _of_banca(record, rules, cites, settlement, fault)


def of_the_undecided(record: PuntoBancoRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment is, in part at least, of a bet that the record cannot decide.

    Of a coup of which the table recorded no card, though it records them, nothing is paid.
    """
    if not record.cartas and record.has("cards"):
        return False
    waiting = _open(record, settlement)
    bets = fault.facts.get("bets", ())
    if not bets:
        return fault.seat in waiting.paid_open and fault.seat not in waiting.paid_other
    return fault.seat in waiting.paid_whole or any(
        not waiting.bets.isdisjoint(one.bets)
        for one in lookup(record, settlement).payments(bets)
        if one.award is None
    )


class _Open(NamedTuple):
    """The undecided bets of a coup, and the seats that were paid of them."""

    some: bool
    bets: set[int | None]
    paid_open: set[int]
    """Seats to which some payment is, in part at least, of what is undecided."""
    paid_whole: set[int]
    """Of these, seats that were paid as a whole."""
    paid_other: set[int]
    """Seats to which some payment names a bet that was never placed."""


@once
def _open(record: PuntoBancoRecord, settlement: Settlement) -> _Open:
    """Return the undecided bets of a coup, and the seats that were paid of them."""
    waiting = [line for line in settlement.lines if line.outcome is Outcome.PENDENTE]
    bets, seats = {line.bet for line in waiting}, {line.seat for line in waiting}
    placed = {line.bet for line in settlement.lines}
    found = _Open(bool(waiting), bets, set(), set(), set())
    for one in record.payments:
        if one.award is not None:
            continue
        if not placed.issuperset(one.bets):
            found.paid_other.add(one.seat)
        if not bets.isdisjoint(one.bets):
            found.paid_open.add(one.seat)
        elif not one.bets and one.seat in seats:
            found.paid_open.add(one.seat)
            found.paid_whole.add(one.seat)
    return found


@once
def _tipos(record: PuntoBancoRecord, _: None) -> dict[int, list[str]]:
    """Return on what each number's bets were placed."""
    found: dict[int, list[str]] = {}
    for bet in record.bets:
        found.setdefault(bet.bet, []).append(bet.tipo)
    return found


def _of_banca(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Tell whether a deduction explains a wrong payment of bets that won on banca."""
    assert fault.amount is not None
    of_bet = _tipos(record, None)
    on_banca = [bet for bet in fault.facts.get("bets", ()) if BANCA in of_bet.get(bet, ())]
    won = [
        line for line in lookup(record, settlement).lines(on_banca) if line.outcome is Outcome.GANHA
    ]
    if not won:
        return fault
    if record.deduzido is not None:
        due = sum(one.amount for one in settlement.commissions)
        if fault.amount == due - record.deduzido:
            return None
    if fault.amount + sum(line.due for line in won) in by_a_deduction(rules, won):
        return structs.replace(fault, code="PB-COMM", rule=cites.rule(cites.deduction))
    return fault


def by_a_deduction(rules: PuntoBancoRules, won: Sequence[Line]) -> set[int]:
    """Return the prizes of winning bets on banca with one of the deductions taken, or with both.

    No deduction at all is not one of them: that is simply too much.
    """
    parts = [100 - percent for percent, _ in rules.deductions.values()]
    sums = {_kept(won, rules, part, 100) for part in parts}
    sums.add(_kept(won, rules, prod(parts), 100 ** len(parts)))
    return sums


def _kept(lines: Sequence[Line], rules: PuntoBancoRules, part: int, of: int) -> int:
    return sum(line.stake + rules.pays[BANCA] * line.stake * part // of for line in lines)


def undecided(settlement: Settlement) -> bool:
    """Tell whether something of the coup cannot be told."""
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)
