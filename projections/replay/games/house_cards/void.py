"""Faults of a void, as the card games against the house tell them: with what was paid in spite."""

from ledger.money import Minor
from projections.replay.record import Record
from projections.replay.settlement import Found, Settlement, Step


def paid_less_due(record: Record, settlement: Settlement) -> Minor:
    """Return the sum paid in the jogada less the sum due, jackpot included."""
    paid = sum(one.total for one in record.payments)
    due = sum(line.due for line in settlement.lines)
    return paid - due - sum(award.amount for award in settlement.awards)


def void_fault(
    record: Record, settlement: Settlement, code: str, rule: str, error: Step | None = None
) -> Found:
    """Return the fault of a jogada voided that stands, or played on that is void by an error."""
    void = record.void
    said = {} if error is None else {language: error.text(language) for language in ("pt", "en")}
    return Found(
        code=code,
        rule=rule,
        expected="anulada" if void is None else "válida",
        recorded="válida" if void is None else "anulada",
        amount=paid_less_due(record, settlement) if record.has("payouts") else None,
        facts=said if void is None else {"cause": void.cause},
    )
