"""Faults of capital: too small, changed, a desfalcado with money on the table (M5 A6, A11 a)."""

from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter

from ledger.money import Minor
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
    if not record.desfalcados:
        return
    capitals = {one.seat: one.capital for one in reversed(record.jogadores)}
    fee = entrada_de(record) if record.comissao_inicial == JOGADOR else 0
    put: dict[int, list[tuple[int, Minor]]] = {}
    for at, lance in enumerate(record.lances):
        made = put.setdefault(lance.seat, [(-1, 0)])
        made.append((at, made[-1][1] + lance.added))
    for one in record.desfalcados:
        capital = capitals.get(one.seat)
        if capital is None:
            continue
        before = range(len(record.lances))[: one.lances].stop
        made = put.get(one.seat, [(-1, 0)])
        left = capital - made[bisect_left(made, before, key=itemgetter(0)) - 1][1] - fee
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
