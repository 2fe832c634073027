"""Faults of capital: too small, changed, a desfalcado with money on the table (M5 A6, A11 a)."""

from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.facts import entrada_de
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    JOGADOR,
    Jogador,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found, money_text


def desfalcado_faults(record: MacauRecord) -> Iterator[Found]:
    """Find who was declared desfalcado with money on the table (A11 a)."""
    for one in record.desfalcados:
        jogador = next((each for each in record.jogadores if each.seat == one.seat), None)
        if jogador is None or jogador.capital is None:
            continue
        put = [each.added for each in record.lances[: one.lances] if each.seat == one.seat]
        fee = entrada_de(record) if record.comissao_inicial == JOGADOR else 0
        left = jogador.capital - sum(put) - fee
        if left > 0:
            yield Found(
                code="M5-CAP",
                rule="M5 A11 a",
                seat=one.seat,
                expected=money_text(0),
                recorded=money_text(left),
                amount=left,
                facts={"desfalcado": True},
            )


def capital_faults(record: MacauRecord, rules: MacauRules, jogador: Jogador) -> Iterator[Found]:
    """Find a capital too small to begin or to go on, or a changed capital (A6)."""
    if jogador.acrescentado:
        yield _cap(jogador.seat, 0, jogador.acrescentado, "acrescentado")
    mesa, capital = rules.mesas.get(entrada_de(record)), jogador.capital
    if capital is None:
        return
    before, lowest = jogador.capital_antes, jogador.baixou
    if mesa is not None and capital < mesa.capital:
        fell = lowest is not None and lowest < mesa.minimo
        if jogador.iniciou or fell:
            yield _cap(jogador.seat, mesa.capital, capital, "reforco" if fell else "inicial")
            return
    if before is not None and capital < before:
        yield _cap(jogador.seat, before, capital, "retirado")


def _cap(seat: int, expected: int, recorded: int, what: str) -> Found:
    return Found(
        code="M5-CAP",
        rule="M5 A6",
        seat=seat,
        expected=money_text(expected),
        recorded=money_text(recorded),
        amount=recorded - expected,
        facts={"capital": what},
    )
