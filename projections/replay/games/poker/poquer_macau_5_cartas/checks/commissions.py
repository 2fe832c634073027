"""Faults of commissions: other than due, taken after the first card, kept (M5 A8, A9)."""

from collections import Counter
from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.betting import Lancos
from projections.replay.games.poker.poquer_macau_5_cartas.payment_names import cobradas, undecided
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    BOLO,
    INICIAL,
    JOGADOR,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.settling import inicial_devida
from projections.replay.settlement import Found, Settlement, money_text


def commission_faults(record: MacauRecord, mesa: Lancos, settlement: Settlement) -> Iterator[Found]:
    """Find commissions other than due, or an initial one taken after the first card (A8, A9)."""
    inicial = inicial_devida(record, mesa)
    by_seat = record.comissao_inicial == JOGADOR and any(
        one.seat for one in record.comissoes if one.modo == INICIAL
    )
    if by_seat:
        taken = Counter[int]()
        for one in record.comissoes:
            if one.modo == INICIAL:
                taken[one.seat or 0] += one.valor
        for seat in sorted({*inicial.jogadores, *taken}):
            due = inicial.jogadores.get(seat, 0)
            if taken[seat] != due:
                yield _com("M5 A8", due, taken[seat], seat)
    elif cobradas(record, INICIAL) != inicial.total:
        yield _com("M5 A8", inicial.total, cobradas(record, INICIAL))
    late = [one for one in record.comissoes if one.modo == INICIAL and one.dadas]
    if late:
        yield Found(
            code="M5-COM",
            rule="M5 A8",
            expected="0",
            recorded=str(late[0].dadas),
            facts={"comissao": "depois_da_primeira_carta"},
        )
    due = sum(one.amount for one in settlement.commissions if one.rules == ("M5 A9",))
    if not undecided(settlement) and cobradas(record, BOLO) != due:
        yield _com("M5 A9", due, cobradas(record, BOLO))


def given_back(record: MacauRecord) -> Iterator[Found]:
    """Find commissions kept of a jogada without effect."""
    kept = sum(one.valor for one in record.comissoes)
    if kept:
        yield _com("M5 A8, A9", 0, kept)


def _com(rule: str, due: int, taken: int, seat: int | None = None) -> Found:
    return Found(
        code="M5-COM",
        rule=rule,
        seat=seat,
        expected=money_text(due),
        recorded=money_text(taken),
        amount=taken - due,
        facts={"comissao": rule},
    )
