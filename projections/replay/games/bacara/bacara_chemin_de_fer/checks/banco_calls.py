"""Faults of bancô: another's by right, or not of the bank's size (CF R18, R21-R32)."""

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import (
    Covering,
    bank_of,
    bettor,
    cards_given_to,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.settlement import Found, money_text


def check_banco(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANCO: the bancô was another's by right (R21-R32), or was not the bank's size (R18)."""
    found: list[Found] = []
    given = cards_given_to(record) if record.has("cards") else None
    made = covering.banco
    prior = covering.prior
    if given is not None:
        unjust = next((one for one in covering.refused if one.pedido.seat == given), None)
        right = made.seat if prior is None else prior.seat
        if right is not None and given != right:
            rule = unjust.rule if unjust is not None else "CF R21-R31"
            found.append(_banco_fault(rule, right, given))
        elif right is None and unjust is not None and given != covering.cartas:
            found.append(_banco_fault(unjust.rule, covering.cartas, given))
    elif prior is not None and made.seat is not None and prior.seat != made.seat:
        found.append(_banco_fault("CF R21-R31", prior.seat, made.seat))
    laid = sum(
        stake.joga
        for stake in covering.stakes
        if not stake.refused and bettor(stake.bet) == made.seat
    )
    if made.single and 0 < laid < bank_of(record) and record.has("bets"):
        found.append(
            Found(
                code="CF-BANCO",
                rule="CF R18",
                seat=made.seat,
                expected=money_text(bank_of(record)),
                recorded=money_text(laid),
                amount=laid - bank_of(record),
                facts={"fact": "CF R18"},
            )
        )
    return found


def _banco_fault(rule: str, expected: int | None, recorded: int) -> Found:
    return Found(
        code="CF-BANCO",
        rule=rule,
        seat=recorded,
        expected="" if expected is None else str(expected),
        recorded=str(recorded),
        facts={"fact": rule},
    )
