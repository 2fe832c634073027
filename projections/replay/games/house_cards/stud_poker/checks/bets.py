"""Faults of bets: places the table lacks, limits, late bets.

Rules: ST R3, R4, R7.
"""

from collections.abc import Iterator
from typing import Final

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.checks.carried_chips import charged_again
from projections.replay.games.house_cards.stud_poker.chips import Status, chips
from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    INICIAL,
    PROGRESSIVO,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.standing_bets import (
    after_first_card,
    is_late,
    standing,
    taken_at,
)
from projections.replay.kit.bets import Bet, Limit, earlier, is_after, limit_faults
from projections.replay.kit.coups.faults import stake_faults
from projections.replay.settlement import Found, Settlement

TIPOS: Final = frozenset({INICIAL, ADICIONAL, PROGRESSIVO})


def check_places(record: StudRecord, rules: StudRules, _: Settlement) -> Iterator[Found]:
    """RES-IMPOSS: bets that the cloth cannot have, and places that the table has not (R3, R4)."""
    if not record.has("bets"):
        return
    places = min(rules.places, record.lugares)
    beyond: set[int] = set()
    for bet in record.bets:
        if bet.tipo not in TIPOS:
            yield Found(
                code="RES-IMPOSS",
                rule="ST R4",
                seat=bet.seat,
                bet=bet.bet,
                recorded=bet.tipo,
                amount=bet.valor,
                facts={"fact": "aposta"},
            )
        if not 1 <= bet.seat <= places and bet.seat not in beyond:
            beyond.add(bet.seat)
            yield Found(
                code="RES-IMPOSS",
                rule="ST R3",
                seat=bet.seat,
                expected=f"1-{places}",
                recorded=str(bet.seat),
                facts={"fact": "lugar"},
            )


def check_stakes(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """BET-MIN, BET-MAX, BET-MULT: the table's limits, and the progressivo's one value."""
    if not record.has("bets"):
        return
    bets = [bet for bet in standing(record)[0] if bet.tipo in TIPOS and not is_late(record, bet)]
    plain = [bet for bet in bets if bet.tipo != PROGRESSIVO]
    yield from stake_faults(plain, record.limites)
    value = record.pool.bet if record.pool is not None else 0
    totals: dict[tuple[str | int, str, str], tuple[Bet, Minor]] = {}
    for chip in chips(record):
        bet = chip.bet
        if bet is not None and not chip.carried and chip.status is not Status.TARDIA:
            if charged_again(record, chip):
                continue  # ST-CARRY tells it
            if bet.valor <= 0:
                yield from stake_faults([bet], {})
                continue
            key = chip.seat, PROGRESSIVO, ""
            before = totals[key][1] if key in totals else 0
            totals[key] = bet, before + bet.valor
    limit = Limit(minimum=value, maximum=value)
    yield from limit_faults(totals, {PROGRESSIVO: limit} if value > 0 else {}, "ST R18")


def check_late(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """BET-LATE; ST-ANTE for a bet on the progressivo that came after the first card (R7 c)."""
    if not record.has("bets"):
        return
    for bet in record.bets:
        if bet.tipo not in TIPOS or not is_late(record, bet):
            continue
        if bet.tipo == PROGRESSIVO and after_first_card(record, bet):
            first = record.primeira_carta
            yield Found(
                code="ST-ANTE",
                rule="ST R7 c",
                seat=bet.seat,
                bet=bet.bet,
                expected=(first.at if first is not None else None) or "",
                recorded=bet.at or "",
                amount=bet.valor,
                facts={"fact": "progressivo_tardio"},
            )
        else:
            yield _late(record, bet, bet.at, {"tipo": bet.tipo})
    bets = {bet.bet: bet for bet in reversed(record.bets)}
    for change in standing(record)[1]:
        if change.bet in bets:
            facts = {"tipo": bets[change.bet].tipo, "fact": "alteracao"}
            yield _late(record, bets[change.bet], change.at, facts)


def _late(record: StudRecord, bet: Bet, at: str | None, facts: dict[str, str]) -> Found:
    mark, rule = earlier(record.jogo_feito, record.primeira_carta), "ST R7"
    if bet.tipo == ADICIONAL:
        mark, rule = record.pagador_descobre, "ST R10"
        taken = taken_at(record, bet.seat)
        if taken is not None and (mark is None or not is_after(taken, mark)):
            mark, rule = taken, "ST R9"
    return Found(
        code="BET-LATE",
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=(mark.at if mark is not None else None) or "",
        recorded=at or "",
        amount=bet.valor,
        facts=facts,
    )
