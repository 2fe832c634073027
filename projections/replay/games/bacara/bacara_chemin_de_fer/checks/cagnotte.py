"""Faults of the cagnotte: not its share of the banker's winnings (CF R123)."""

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import said_amount
from projections.replay.settlement import Found, Outcome, Settlement, money_text


def check_cagnotte(record: CheminDeFerRecord, settlement: Settlement) -> list[Found]:
    """CF-CAG: the cagnotte takes its share of the banker's winnings, else nothing (R123)."""
    if not record.has("payouts"):
        return []
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return []
    due = sum(one.amount for one in settlement.commissions)
    taken = record.cagnotte or 0
    if due == taken:
        return []
    return [
        Found(
            code="CF-CAG",
            rule="CF R123",
            seat=record.banqueiro,
            expected=money_text(due),
            recorded=said_amount(record.cagnotte),
            amount=taken - due,
        )
    ]
