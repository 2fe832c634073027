"""Faults of the order of payment: from the banker's right (CF R122)."""

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import rank
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.settlement import Found, Settlement


def check_order(record: CheminDeFerRecord, settlement: Settlement) -> list[Found]:
    """PAY-ORDER: bets are paid in order from the banker's right (R122)."""
    seats = {line.bet: line.seat for line in settlement.lines if line.bet is not None}
    paid = [seats[bet] for payment in record.payments for bet in payment.bets[:1] if bet in seats]
    ordered = sorted(paid, key=lambda seat: rank(record, seat))
    if paid == ordered:
        return []
    return [
        Found(
            code="PAY-ORDER",
            rule="CF R122",
            expected=" ".join(map(str, ordered)),
            recorded=" ".join(map(str, paid)),
        )
    ]
