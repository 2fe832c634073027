"""Faults of a void: a deal that had to be void and was not, or the other way about."""

from collections.abc import Iterator

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.deal import deal_error, exposed
from projections.replay.games.house_cards.stud_poker.record import CARTA_EXPOSTA, StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.settlement import Found, Settlement, Step


def check_void(record: StudRecord, _: StudRules, settlement: Settlement) -> Iterator[Found]:
    """ST-VOID, VOID-MISS, VOID-BAD: what had to be void and was not, or the other way about."""
    void, error = record.void, deal_error(record)
    if void is None and error is None:
        return
    if void is not None and error is not None:
        return
    if error is not None:
        code, rule = ("VOID-MISS" if error.rule == "ST R28" else "ST-VOID"), error.rule
    elif exposed(record) == 1 or (void is not None and void.cause == CARTA_EXPOSTA):
        code, rule = "ST-VOID", "ST R26"
    else:
        code, rule = "VOID-BAD", "ST R25"
    yield Found(
        code=code,
        rule=rule,
        expected="anulada" if void is None else "válida",
        recorded="válida" if void is None else "anulada",
        amount=_paid_less_due(record, settlement) if record.has("payouts") else None,
        facts={"cause": void.cause} if void is not None else _said(error),
    )


def _said(error: Step | None) -> dict[str, str]:
    return {} if error is None else {language: error.text(language) for language in ("pt", "en")}


def _paid_less_due(record: StudRecord, settlement: Settlement) -> Minor:
    paid = sum(one.total for one in record.payments)
    due = sum(line.due for line in settlement.lines)
    return paid - due - sum(award.amount for award in settlement.awards)
