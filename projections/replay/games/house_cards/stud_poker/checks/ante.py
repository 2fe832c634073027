"""Faults of the inicial and its adicional: who must lay them, and where.

Rules: ST R7, R8.
"""

from collections.abc import Container, Iterator, Sequence

from projections.replay.games.house_cards.stud_poker.checks.bets import TIPOS
from projections.replay.games.house_cards.stud_poker.chips import chips
from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    INICIAL,
    PROGRESSIVO,
    Aposta,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.settling import goes_on
from projections.replay.games.house_cards.stud_poker.standing_bets import betting, is_late, standing
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Found, Settlement, money_text


def check_ante(record: StudRecord, rules: StudRules, settlement: Settlement) -> Iterator[Found]:
    """ST-ANTE: an inicial of every hand that plays, and the adicional its double (R7, R8)."""
    if not record.has("bets"):
        return
    bets = standing(record)[0]
    main = set(betting(record))
    late = {bet.seat for bet in bets if bet.tipo == INICIAL} - main
    places = {place.seat: place for place in record.seats}
    carried = {chip.number for chip in chips(record) if chip.carried}
    dealt = {place.seat for place in record.seats if place.cartas}
    by_seat = _by_seat(bets)
    for seat in sorted({bet.seat for bet in bets if bet.tipo in TIPOS} - late):
        mine = by_seat[seat]
        initial = sum(bet.valor for bet in mine if bet.tipo == INICIAL and not is_late(record, bet))
        laid = [bet for bet in mine if bet.tipo == ADICIONAL and not is_late(record, bet)]
        staked = sum(bet.valor for bet in laid)
        if seat not in main:
            yield from _without_inicial(record, mine, carried, dealt=seat in dealt)
        elif goes_on(record, places.get(seat), mine):
            if staked != rules.multiple * initial and not settlement.void:
                yield Found(
                    code="ST-ANTE",
                    rule="ST R8",
                    seat=seat,
                    expected=money_text(rules.multiple * initial),
                    recorded=money_text(staked),
                    amount=staked - rules.multiple * initial,
                    facts={"fact": "adicional"},
                )
        elif staked and not settlement.void:
            yield Found(
                code="ST-ANTE",
                rule="ST R9",
                seat=seat,
                expected=money_text(0),
                recorded=money_text(staked),
                amount=staked,
                facts={"fact": "desistencia"},
            )


def _by_seat(bets: Sequence[Aposta]) -> dict[int, list[Aposta]]:
    found: dict[int, list[Aposta]] = {}
    for bet in bets:
        found.setdefault(bet.seat, []).append(bet)
    return found


def _without_inicial(
    record: StudRecord, bets: Sequence[Bet], carried: Container[int | None], *, dealt: bool
) -> Iterator[Found]:
    """Find the bets of a seat without an inicial, except chips carried over and late bets."""
    mine = [bet for bet in bets if not is_late(record, bet) and bet.bet not in carried]
    if mine and not (dealt and all(bet.tipo == ADICIONAL for bet in bets)):  # ST-NOBET tells it
        yield Found(
            code="ST-ANTE",
            rule="ST R18 a" if mine[0].tipo == PROGRESSIVO else "ST R7 b",
            seat=mine[0].seat,
            bet=mine[0].bet,
            expected=INICIAL,
            recorded=mine[0].tipo,
            amount=sum(bet.valor for bet in mine),
            facts={"fact": "sem_inicial"},
        )


def check_own_hand(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """ST-ANTE: nobody bets on another's hand (R7 a)."""
    if not record.has("bets"):
        return
    owner = {place.seat: place.player for place in record.seats if place.player is not None}
    for bet in standing(record)[0]:
        if bet.player is not None:
            owner.setdefault(bet.seat, bet.player)
    for bet in standing(record)[0]:
        of_other = bet.do_lugar is not None and bet.do_lugar != bet.seat
        holder = owner.get(bet.seat)
        if of_other or (bet.player is not None and holder not in (None, bet.player)):
            yield Found(
                code="ST-ANTE",
                rule="ST R7 a",
                seat=bet.seat,
                bet=bet.bet,
                expected=holder or str(bet.seat),
                recorded=bet.player or str(bet.do_lugar),
                amount=bet.valor,
                facts={"fact": "mao_de_outro"},
            )
