"""Wrong payments, under the name of the rule broken."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from projections.replay.games.poker.poquer_macau_5_cartas.betting import followed
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    BOLO,
    INICIAL,
    JOGADOR,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.games.poker.poquer_macau_5_cartas.settling import Taken, dividir
from projections.replay.kit.memo import once
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Outcome, Settlement

PERCENTAGE: Final = "M5 A9"


def relabel(
    record: MacauRecord, rules: MacauRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a wrong payment its code: M5-KEY, M5-TIE, NB-SIDE.

    None where nobody can tell what is due, or where M5-COM tells it already.
    """
    if undecided(settlement):
        return None
    if settlement.void:
        return structs.replace(fault, rule=fault.rule or "M5 A1")
    mesa = followed(record, None)
    place = mesa.index.get(fault.seat or 0)
    if place in mesa.abatidas:
        return structs.replace(fault, code="M5-KEY", rule="M5 A11 d")
    if _short_by_commission(record, rules):
        return None
    code, rule = _named(record, settlement)
    return structs.replace(fault, code=code or fault.code, rule=rule or fault.rule or "M5 A4")


@once
def _named(record: MacauRecord, settlement: Settlement) -> tuple[str, str]:
    """Return by which rule the payments together are wrong; empty where by no special one."""
    due, paid = dues(settlement), paid_by_seat(record.payments)
    differing = {seat for seat in {*due, *paid} if due.get(seat, 0) != paid.get(seat, 0)}
    if _beyond_his_bolos(record, settlement, paid, differing):
        return "NB-SIDE", "M5 A11 a"
    shared = {seat for pot in settlement.pots if len(pot.winners) > 1 for seat in pot.winners}
    if differing <= shared and sum(due.values()) == sum(paid.values()):
        return "M5-TIE", "M5 A4"
    return "", ""


def undecided(settlement: Settlement) -> bool:
    """Tell whether the record does not say who wins."""
    return _waiting(settlement, None)


@once
def _waiting(settlement: Settlement, _: None) -> bool:
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def dues(settlement: Settlement) -> dict[int, int]:
    """Return by seat what is due."""
    return {line.seat: line.due for line in settlement.lines if line.due}


def cobradas(record: MacauRecord, modo: str) -> int:
    """Return the house's takings of one kind."""
    return sum(one.valor for one in record.comissoes if one.modo == modo)


@once
def _short_by_commission(record: MacauRecord, rules: MacauRules) -> bool:
    """Tell whether every payment is right but for the commissions that were taken."""
    if not record.comissoes:
        return False
    out_of_pot = record.comissao_inicial != JOGADOR
    taken = Taken(
        inicial=max(cobradas(record, INICIAL), 0) if out_of_pot else None,
        percentagem=cobradas(record, BOLO),
    )
    supposed = dividir(record, rules, followed(record, None), taken)
    return dues(supposed) == paid_by_seat(record.payments)


def _beyond_his_bolos(
    record: MacauRecord, settlement: Settlement, paid: Mapping[int, int], differing: set[int]
) -> bool:
    """Tell whether a desfalcado got more than all bolos bring for which he plays (A11 a).

    The house's 4% are of what is handed out, and each payment bears its part (A9), here rounded in
    his favour. What the house lacks of them may have gone to him: that is the commission's fault.
    """
    due = sum(one.amount for one in settlement.commissions if PERCENTAGE in one.rules)
    lacking = max(0, due - cobradas(record, BOLO)) if record.comissoes else 0
    everything = sum(pot.amount for pot in settlement.pots)
    mine: dict[int, int] = {}
    for pot in settlement.pots:
        for seat in pot.eligible:
            mine[seat] = mine.get(seat, 0) + pot.amount
    back = {line.seat: line.returned for line in settlement.lines}
    return any(
        paid.get(seat, 0)
        > back.get(seat, 0) + mine[seat] - due * mine[seat] // everything + lacking
        for seat in differing
        if 0 < mine.get(seat, 0) < everything
    )
