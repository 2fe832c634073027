"""The right names of wrong payments: by the other bar, odds too high, a winner at wrong odds."""

from collections.abc import Sequence

from projections.replay.games.dice.craps.record import AGAINST, BARS, ODDS, CrapsRecord, CrapsRules
from projections.replay.settlement import Found, Line, Outcome, Settlement


def payment_code(
    record: CrapsRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: by the other bar, odds too high, a winner at wrong odds."""
    del settlement
    tipos = {bet.bet: bet.tipo for bet in reversed(record.bets)}
    if lines and all(_barred(line, tipos) for line in lines):
        other = sum(
            line.stake if line.outcome is Outcome.GANHA else 2 * line.stake for line in lines
        )
        if paid == other:
            return "CR-BAR", lines[0].rules[0]
    won = [line for line in lines if line.outcome is Outcome.GANHA]
    if not won:
        return None
    if paid > due and any(tipos.get(line.bet or 0) == ODDS for line in won):
        return "CR-ODDS", "CR R22 1.1"
    return "CR-PAY", won[0].rules[0]


def _barred(line: Line, tipos: dict[int, str]) -> bool:
    """Tell whether a bet against the shooter was decided by one of the two totals of a bar."""
    total = line.why[-1].values.get("total") if line.why else None
    return (
        tipos.get(line.bet or 0) in AGAINST
        and line.outcome in (Outcome.GANHA, Outcome.NULA)
        and total in BARS
    )


def name_payment(
    record: CrapsRecord, rules: CrapsRules, settlement: Settlement, found: Found
) -> Found | None:
    """Keep VOID-REFUND for what the void gives back: what was decided before it is paid or not."""
    del rules
    if found.code != "VOID-REFUND":
        return found
    bets = set(found.facts.get("bets", ()))
    lines = [line for line in settlement.lines if line.bet in bets]
    if any(line.outcome is Outcome.DEVOLVIDA for line in lines):
        return found
    seats = {line.seat for line in lines}
    paid = any(
        bets.intersection(payment.bets) or (not payment.bets and payment.seat in seats)
        for payment in record.payments
    )
    return Found(
        code="PAY-DIFF" if paid else "PAY-NONE",
        rule=found.rule,
        seat=found.seat,
        bet=found.bet,
        expected=found.expected,
        recorded=found.recorded,
        amount=found.amount,
        facts=found.facts,
    )
