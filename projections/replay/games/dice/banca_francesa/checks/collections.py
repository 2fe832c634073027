"""Faults of the order of collecting and paying: ases first, losses before prizes (BF R15, R24)."""

from projections.replay.games.dice.banca_francesa.record import LINED, SPOTS, BancaFrancesaRecord
from projections.replay.settlement import Found, Outcome, Settlement


def check_collections(
    record: BancaFrancesaRecord, settlement: Settlement, found: list[Found]
) -> None:
    """R15, R24: ases are collected first, and every loss before any prize is paid."""
    tipos = {bet.bet: bet.tipo for bet in record.bets}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    lost = {line.bet for line in settlement.lines if line.outcome is Outcome.PERDE}
    others = False
    payments = record.payments
    first = next((at for at, one in enumerate(payments) if not won.isdisjoint(one.bets)), None)
    for one in record.recolha:
        taken = [bet for bet in one.bets if bet in lost]
        if first is not None and one.pagamentos > first and (taken or not one.bets):
            paid = [
                bet for payment in payments[: one.pagamentos] for bet in payment.bets if bet in won
            ]
            found.append(
                Found(
                    code="BF-PAY",
                    rule="BF R24",
                    seat=one.seat,
                    expected=", ".join(map(str, taken)),
                    recorded=", ".join(map(str, paid)),
                    facts={"fact": "recolha"},
                )
            )
            return
        if others and any(tipos.get(bet) == SPOTS[0] for bet in taken):
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule="BF R15",
                    seat=one.seat,
                    expected=SPOTS[0],
                    recorded=", ".join(dict.fromkeys(tipos[bet] for bet in taken)),
                    facts={"fact": "recolha"},
                )
            )
            return
        others = others or any(tipos.get(bet) in LINED for bet in taken)
