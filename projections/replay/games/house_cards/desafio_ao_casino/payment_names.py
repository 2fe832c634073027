"""The right names of wrong payments: of a challenge, of a tie."""

from collections.abc import Sequence

from msgspec import structs

from projections.replay.games.house_cards.desafio_ao_casino.record import (
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text


def payment_code(
    record: DesafioAoCasinoRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: of a challenge, of a tie."""
    del record, due, paid
    if settlement.void:
        return None
    cited = [rule for line in lines for rule in line.rules]
    duels = [rule for rule in cited if rule.startswith("DC R14")]
    if duels:
        return "DC-WAR", duels[0]
    ties = [rule for rule in cited if rule in ("DC R11", "DC R12 a")]
    return ("DC-TIE", ties[0]) if ties else None


def relabel(
    record: DesafioAoCasinoRecord,
    rules: DesafioAoCasinoRules,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Compare both stakes of a challenge as a sum; leave undecidable payments alone.

    A tie of which nothing says what the player chose, or a hand without its cards, has its finding
    where the table records such facts; what was paid for it is right or wrong by nothing.
    """
    del rules
    bets = fault.facts.get("bets", [])
    if not bets:
        return None if _is_pending(record, settlement, fault) else fault
    pair = [
        line
        for line in settlement.lines
        if line.seat == fault.seat and line.bet is not None and "DC R13" in line.rules
    ]
    numbers = {line.bet for line in pair}
    if not numbers.issuperset(bets) or len(pair) == len(bets):
        return fault
    paid: dict[int | None, int] = {}
    for payment in record.payments:
        for bet in payment.bets[:1]:
            if numbers.issuperset(payment.bets):
                paid[bet] = paid.get(bet, 0) + payment.total
    due, total = sum(line.due for line in pair), sum(paid.values())
    wrong = [line.bet for line in pair if line.due != paid.get(line.bet, 0)]
    if total == due:
        return None
    if not wrong:  # of a number that two of the bets bear, only the sum is wrong
        return fault
    if bets[0] != wrong[0]:
        return None
    return structs.replace(
        fault,
        code="PAY-NONE" if not paid else "DC-WAR",
        bet=None,
        expected=money_text(due),
        recorded=money_text(total),
        amount=total - due,
        facts={"bets": sorted(number for number in numbers if number is not None)},
    )


def _is_pending(record: DesafioAoCasinoRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment is of a bet that nothing in the record decides."""
    waiting = {
        line.bet
        for line in settlement.lines
        if line.outcome is Outcome.PENDENTE and line.seat == fault.seat
    }
    paid = [payment for payment in record.payments if payment.seat == fault.seat]
    return any(not one.bets or not waiting.isdisjoint(one.bets) for one in paid) and bool(waiting)
