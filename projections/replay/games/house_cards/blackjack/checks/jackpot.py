"""Faults of the jackpot: its chips, its approved terms, on what and when it was paid."""

from collections.abc import Mapping

from projections.replay.games.house_cards.blackjack.jackpot import (
    COUNTED,
    first_cards,
    may_be_on_first,
)
from projections.replay.games.house_cards.blackjack.record import JACKPOT, Aposta, BlackjackRecord
from projections.replay.games.house_cards.blackjack.table import Mesa
from projections.replay.kit.bets import is_after
from projections.replay.record import PoolState
from projections.replay.settlement import Found, Settlement, money_text


def check_jackpot(
    record: BlackjackRecord, mesa: Mesa, settlement: Settlement, found: list[Found]
) -> None:
    """R51 to R63; nothing in a jogada without a jackpot bet."""
    bets = [bet for bet in mesa.bets if bet.tipo == JACKPOT]
    if not bets or not record.has("bets"):
        return
    _check_chips(record, mesa, bets, found)
    pool, approved = record.pool, record.aprovado
    if approved is not None and approved.comunicado is False:
        name = pool.pool if pool is not None else ""
        found.append(Found(code="BJ-JP-COMM", rule="BJ R51", facts={"pool": name}))
    if pool is not None:
        _check_terms(record, pool, found)
    if settlement.void:
        return
    _check_told(record, settlement, found)
    _check_open(record, settlement, found)


def _check_chips(
    record: BlackjackRecord, mesa: Mesa, bets: list[Aposta], found: list[Found]
) -> None:
    """R54, R59, R61: with a main bet, one chip a player and hand, of the fixed value."""
    value = record.pool.bet if record.pool is not None else 0
    taken: set[tuple[int, int]] = set()
    only_late = {bet.seat for bet in mesa.late}
    for bet in bets:
        owned = bet.seat, bet.by if bet.by is not None else bet.seat
        if owned not in mesa.initial:
            if bet.seat not in only_late:  # else BET-LATE of the main bet tells it
                found.append(_chip_fault("BJ-JP-MAIN", "BJ R59", bet, 0, "sem_aposta"))
            continue
        second = owned in taken
        taken.add(owned)
        if second:
            found.append(_chip_fault("BJ-JP-CHIP", "BJ R61", bet, 0, "segunda_ficha"))
        elif value and bet.valor != value:
            found.append(_chip_fault("BJ-JP-CHIP", "BJ R61", bet, value, "valor"))
        elif bet.chips is not None and bet.chips.count != 1:
            found.append(_chip_fault("BJ-JP-CHIP", "BJ R61", bet, bet.valor, "fichas"))


def _chip_fault(code: str, rule: str, bet: Aposta, due: int, fact: str) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=money_text(due),
        recorded=money_text(bet.valor),
        amount=bet.valor - due,
        facts={"fact": fact},
    )


def _check_terms(record: BlackjackRecord, pool: PoolState, found: list[Found]) -> None:
    """R54, R57, R58: the pool's terms are those approved."""
    approved = record.aprovado
    if approved is None:
        return
    for code, rule, fact, due, stands in (
        ("BJ-JP-VAL", "BJ R54", "bet", approved.bet, pool.bet),
        ("BJ-JP-VAL", "BJ R54", "ppm", approved.ppm, pool.ppm),
        ("BJ-JP-BASE", "BJ R58", "base", approved.base, pool.base),
    ):
        if due is not None and due != stands:
            as_text = str if fact == "ppm" else money_text
            found.append(
                Found(
                    code=code,
                    rule=rule,
                    expected=as_text(due),
                    recorded=as_text(stands),
                    amount=None if fact == "ppm" else stands - due,
                    facts={"pool": pool.pool, "fact": fact},
                )
            )
    for fact, table, stands in (
        ("combinations", approved.combinations, pool.combinations),
        ("fixed", approved.fixed, pool.fixed),
    ):
        if table is not None and table != stands:
            found.append(
                Found(
                    code="BJ-JP-COMB",
                    rule="BJ R57",
                    expected=_terms(table),
                    recorded=_terms(stands),
                    facts={"pool": pool.pool, "fact": fact},
                )
            )


def _terms(table: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(table.items()))


def _check_told(record: BlackjackRecord, settlement: Settlement, found: list[Found]) -> None:
    """R56, R60: no prize on cards beyond the first four dealt."""
    if not record.combinacoes or not record.has("cards"):
        return
    first = first_cards(record)
    won = {award.seat for award in settlement.awards}
    for told in record.combinacoes:
        cards = first.get(told.seat, ())
        if told.seat not in won and not may_be_on_first(told, cards):
            found.append(
                Found(
                    code="BJ-JP-CARDS",
                    rule="BJ R56",
                    seat=told.seat,
                    expected=" ".join(map(str, cards[:COUNTED])),
                    recorded=" ".join(told.cards),
                    amount=paid_from_pool(record, told.seat),
                    facts={"combination": told.combination},
                )
            )


def paid_from_pool(record: BlackjackRecord, seat: int) -> int:
    """Return the jackpot that a place was paid."""
    return sum(
        payment.amount
        for payment in record.payments
        if payment.award is not None and payment.seat == seat
    )


def _check_open(record: BlackjackRecord, settlement: Settlement, found: list[Found]) -> None:
    """R63: the winner's cards lie open until he is paid."""
    places = {place.seat: place for place in record.seats}
    for award in settlement.awards:
        place = places.get(award.seat)
        if place is None or place.cartas_recolhidas is None or place.premio_pago is None:
            continue
        if is_after(place.premio_pago, place.cartas_recolhidas):
            found.append(
                Found(
                    code="BJ-JP-EXP",
                    rule="BJ R63",
                    seat=award.seat,
                    bet=award.bet,
                    expected=f">= {place.premio_pago.at or ''}",
                    recorded=place.cartas_recolhidas.at or "",
                    amount=award.amount,
                )
            )
