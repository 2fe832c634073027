"""The right names of wrong credits, and faults of payments that are none."""

from collections.abc import Sequence

from projections.replay.games.maquinas.record import MaquinasRecord, MaquinasRules
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement


def payment_code(
    record: MaquinasRecord,
    settlement: Settlement,
    _lines: Sequence[Line],
    _due: int,
    _paid: int,
) -> tuple[str, str] | None:
    """Name a wrong credit: of an unfinished jogada, of complementary bets, or of the lines."""
    if settlement.void:
        return ("MQ-ONL-VOID" if record.mode != PHYSICAL else "VOID-REFUND"), "MÁQ R36"
    if record.complementares:
        return "MQ-COMP", "MÁQ R11"
    return "MQ-LINE", "MÁQ R13, R14"


def relabel(
    record: MaquinasRecord, _rules: MaquinasRules, settlement: Settlement, found: Found
) -> Found | None:
    """Drop payment faults that are none: prizes paid by hand (R12), voids, lines told already."""
    if record.void is not None and not settlement.void:
        return None
    if settlement.lines[0].outcome is Outcome.PENDENTE:
        return None  # nobody can say what was due
    due = settlement.lines[0].due
    told = record.folha and record.ganhos and not record.complementares
    if told and sum(one.valor for one in record.ganhos) == due + (found.amount or 0):
        return None  # it paid what its lines say: they tell what is wrong
    missing = -(found.amount or 0)
    if not settlement.void and missing > 0 and record.pam >= missing in (due, record.pam):
        return None
    if found.code in ("PAY-DIFF", "PAY-NONE"):
        code, rule = payment_code(record, settlement, settlement.lines, due, 0) or ("", "")
        return Found(
            code=code,
            rule=rule,
            seat=found.seat,
            bet=found.bet,
            expected=found.expected,
            recorded=found.recorded,
            amount=found.amount,
            facts=found.facts,
        )
    return found
