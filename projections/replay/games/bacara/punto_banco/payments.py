"""The right names of wrong payments: of pairs, of a tie, by a deduction not due."""

from collections.abc import Sequence
from math import prod

from msgspec import structs

from projections.replay.games.bacara.points import BANCA
from projections.replay.games.bacara.punto_banco.coup import (
    EMPATE,
    PAIRS,
    SIDES,
    Cites,
    PuntoBancoRecord,
    PuntoBancoRules,
)
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
    bets = set(fault.facts.get("bets", ()))
    if undecided(settlement) and of_the_undecided(record, settlement, fault):
        return None
    lines = [line for line in settlement.lines if line.bet in bets]
    if settlement.void or not lines or fault.amount is None:
        return fault
    if fault.code == "PAY-NONE":
        kept = all(line.outcome is Outcome.NULA for line in lines)
        return structs.replace(fault, code="PB-TIE") if kept else fault
    kinds = {bet.tipo for bet in record.bets if bet.bet in bets}
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
    lines = settlement.lines
    open_ = {line.bet for line in lines if line.outcome is Outcome.PENDENTE}
    seats = {line.seat for line in lines if line.outcome is Outcome.PENDENTE}
    placed = {line.bet for line in lines}
    bets = set(fault.facts.get("bets", ()))
    mine = [
        one
        for one in record.payments
        if one.award is None and (bets & {*one.bets} or one.seat == fault.seat)
    ]
    if not bets and any(not placed.issuperset(one.bets) for one in mine):
        return False
    return any(
        open_ & {*one.bets} if one.bets else one.seat in seats
        for one in mine
        if not bets or not one.bets or bets & {*one.bets}
    )


def _of_banca(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Tell whether a deduction explains a wrong payment of bets that won on banca."""
    assert fault.amount is not None
    on_banca = {bet.bet for bet in record.bets if bet.tipo == BANCA}
    won = [
        line
        for line in settlement.lines
        if line.bet in on_banca
        and line.bet in fault.facts.get("bets", ())
        and line.outcome is Outcome.GANHA
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
    """Return what winning bets on banca are worth with one of the deductions taken, or with both.

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
