"""Faults of who holds the ponto's cards: without bancô the highest seated bet (CF R35, R36)."""

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import Covering, cards_given_to
from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import errors_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.settlement import Found


def check_hand(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-HAND: without bancô the cards are the highest seated bet's, who knows the rules."""
    given = cards_given_to(record)
    if not record.has("cards") or not record.has("bets"):
        return []
    if given is None or covering.prior is not None or covering.banco.seat is not None:
        return []
    if covering.cartas is None or given == covering.cartas:
        return []
    if any(one.pedido.seat == given for one in covering.refused):
        return []  # CF-BANCO tells it
    slow = errors_of(record).get("103e")
    if slow is not None and slow.seat == given:
        return []  # the pagador may take the cards from him, and need not
    rule = "CF R100" if given in record.desconhecem else "CF R35, R36"
    return [
        Found(
            code="CF-HAND",
            rule=rule,
            seat=given,
            expected=str(covering.cartas),
            recorded=str(given),
        )
    ]
