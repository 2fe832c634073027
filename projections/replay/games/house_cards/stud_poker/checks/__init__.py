"""Faults of a jogada: its cards, its bets, what was void and what came over.

What needs a fact that the table does not record is not assessed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.checks.progressive import check_progressive
from projections.replay.games.house_cards.stud_poker.chips import Chip, Status, chips, known
from projections.replay.games.house_cards.stud_poker.deal import (
    after_first_card,
    betting,
    deal_error,
    exposed,
    is_late,
    standing,
    taken_at,
)
from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    CARTA_EXPOSTA,
    INICIAL,
    PROGRESSIVO,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.settling import goes_on
from projections.replay.kit.bets import Bet, Limit, is_after, limit_faults
from projections.replay.kit.cards import impossible_cards
from projections.replay.kit.coups import bet_faults, no_online, stake_faults
from projections.replay.settlement import Found, Settlement, Step, money_text

_TIPOS: Final = frozenset({INICIAL, ADICIONAL, PROGRESSIVO})


def verify(record: StudRecord, rules: StudRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    found = no_online(record)
    found += bet_faults(record, record.bets, settlement)
    for check in _CHECKS:
        found.extend(check(record, rules, settlement))
    return tuple(found)


def _check_cards(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """RES-IMPOSS: one deck of 52, each card once (R2 a)."""
    if not record.has("cards"):
        return
    cards = [card for place in record.seats for card in place.cartas]
    for card in impossible_cards((*cards, *record.pagador)):
        yield Found(code="RES-IMPOSS", rule="ST R2", recorded=card, facts={"card": card})


# --- bets -----------------------------------------------------------------------------------------


def _check_places(record: StudRecord, rules: StudRules, _: Settlement) -> Iterator[Found]:
    """RES-IMPOSS: bets that the cloth cannot have, and places that the table has not (R3, R4)."""
    if not record.has("bets"):
        return
    places = min(rules.places, record.lugares)
    beyond: set[int] = set()
    for bet in record.bets:
        if bet.tipo not in _TIPOS:
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


def _check_stakes(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """BET-MIN, BET-MAX, BET-MULT: the table's limits, and the progressivo's one value."""
    if not record.has("bets"):
        return
    bets = [bet for bet in standing(record)[0] if bet.tipo in _TIPOS and not is_late(record, bet)]
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


def _check_late(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """BET-LATE; ST-ANTE for a bet on the progressivo that came after the first card (R7 c)."""
    if not record.has("bets"):
        return
    for bet in record.bets:
        if bet.tipo not in _TIPOS or not is_late(record, bet):
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
    mark, rule = record.jogo_feito or record.primeira_carta, "ST R7"
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


def _check_ante(record: StudRecord, rules: StudRules, settlement: Settlement) -> Iterator[Found]:
    """ST-ANTE: an inicial of every hand that plays, and the adicional its double (R7, R8)."""
    if not record.has("bets"):
        return
    bets = standing(record)[0]
    main = set(betting(record))
    late = {bet.seat for bet in bets if bet.tipo == INICIAL} - main
    places = {place.seat: place for place in record.seats}
    for seat in sorted({bet.seat for bet in bets if bet.tipo in _TIPOS} - late):
        mine = [bet for bet in bets if bet.seat == seat]
        initial = sum(bet.valor for bet in mine if bet.tipo == INICIAL and not is_late(record, bet))
        laid = [bet for bet in mine if bet.tipo == ADICIONAL and not is_late(record, bet)]
        staked = sum(bet.valor for bet in laid)
        if seat not in main:
            yield from _without_inicial(record, seat, mine)
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


def _without_inicial(record: StudRecord, seat: int, bets: Sequence[Bet]) -> Iterator[Found]:
    """Find the bets of a seat without an inicial, except chips carried over and late bets."""
    carried = {chip.number for chip in chips(record) if chip.carried}
    mine = [bet for bet in bets if not is_late(record, bet) and bet.bet not in carried]
    dealt = any(place.seat == seat and place.cartas for place in record.seats)
    if mine and not (dealt and all(bet.tipo == ADICIONAL for bet in bets)):  # ST-NOBET tells it
        yield Found(
            code="ST-ANTE",
            rule="ST R18 a" if mine[0].tipo == PROGRESSIVO else "ST R7 b",
            seat=seat,
            bet=mine[0].bet,
            expected=INICIAL,
            recorded=mine[0].tipo,
            amount=sum(bet.valor for bet in mine),
            facts={"fact": "sem_inicial"},
        )


def _check_own_hand(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
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


def _check_no_bet(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """ST-NOBET: an adicional taken on a hand dealt to somebody who had not bet (R27)."""
    if not record.has("bets"):
        return
    for seat in hands_without_bet(record):
        laid = [bet for bet in standing(record)[0] if bet.seat == seat and bet.tipo == ADICIONAL]
        if laid:
            yield Found(
                code="ST-NOBET",
                rule="ST R27",
                seat=seat,
                bet=laid[0].bet,
                expected=money_text(0),
                recorded=money_text(sum(bet.valor for bet in laid)),
                amount=sum(bet.valor for bet in laid),
                facts={"fact": "adicional"},
            )


def hands_without_bet(record: StudRecord) -> list[int]:
    """Return the seats that got cards though nothing had been bet there before the deal (R27)."""
    some = {bet.seat for bet in standing(record)[0] if bet.tipo in {INICIAL, PROGRESSIVO}}
    return sorted(place.seat for place in record.seats if place.cartas and place.seat not in some)


# --- void -----------------------------------------------------------------------------------------


def _check_void(record: StudRecord, _: StudRules, settlement: Settlement) -> Iterator[Found]:
    """ST-VOID, VOID-MISS, VOID-BAD: what had to be void and was not, or the other way about."""
    void, error = record.void, deal_error(record)
    if void is None and error is None:
        return
    if void is not None and error is not None:
        return
    if error is not None:
        code, rule = ("VOID-MISS" if error.rule == "ST R28" else "ST-VOID"), error.rule
    elif exposed(record) == 1 or (void is not None and void.cause == CARTA_EXPOSTA):
        code, rule = "ST-VOID", "ST R26"
    else:
        code, rule = "VOID-BAD", "ST R25"
    yield Found(
        code=code,
        rule=rule,
        expected="anulada" if void is None else "válida",
        recorded="válida" if void is None else "anulada",
        amount=_paid_less_due(record, settlement) if record.has("payouts") else None,
        facts={"cause": void.cause} if void is not None else _said(error),
    )


def _said(error: Step | None) -> dict[str, str]:
    return {} if error is None else {language: error.text(language) for language in ("pt", "en")}


def _paid_less_due(record: StudRecord, settlement: Settlement) -> Minor:
    paid = sum(one.total for one in record.payments)
    due = sum(line.due for line in settlement.lines)
    return paid - due - sum(award.amount for award in settlement.awards)


# --- what came over -------------------------------------------------------------------------------


def charged_again(record: StudRecord, chip: Chip) -> bool:
    """Tell whether a chip was laid, or taken, although a carried chip of the seat plays."""
    return chip.status is Status.SEGUNDA_FICHA and any(
        one.carried and one.seat == chip.seat and one.status is Status.JOGA for one in chips(record)
    )


def _check_carried(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """ST-CARRY: a chip not carried, charged again, incremented twice, or that came from nowhere."""
    if not record.has("bets"):
        return
    these = chips(record)
    if not any(chip.carried for chip in these):
        return
    again = {chip.seat: chip for chip in these if charged_again(record, chip)}
    for chip in these:
        if not chip.carried:
            continue
        right = chip.right
        if chip.seat in again and chip.status is Status.JOGA:
            new = again[chip.seat]
            yield _carry("cobrada_de_novo", new, expected=0, recorded=new.valor)
        elif chip.bet is None and chip.status is Status.JOGA:
            yield _carry("nao_transitada", chip, expected=chip.valor, recorded=0)
        if not known(record, chip):
            yield _carry("sem_origem", chip, expected=0, recorded=chip.valor)
        elif right is not None and right.valor != chip.valor:
            yield _carry("valor", chip, expected=right.valor, recorded=chip.valor)
        if chip.number is not None and chip.number in record.incrementadas:
            yield _carry("incremento", chip, expected=0, recorded=chip.valor)


def _carry(fact: str, chip: Chip, *, expected: Minor, recorded: Minor) -> Found:
    return Found(
        code="ST-CARRY",
        rule="ST R25, R28",
        seat=chip.seat,
        bet=chip.number,
        expected=money_text(expected),
        recorded=money_text(recorded),
        amount=recorded - expected,
        facts={"fact": fact},
    )


_CHECKS: Final[tuple[Callable[[StudRecord, StudRules, Settlement], Iterator[Found]], ...]] = (
    _check_cards,
    _check_places,
    _check_stakes,
    _check_late,
    _check_ante,
    _check_own_hand,
    _check_no_bet,
    _check_void,
    _check_carried,
    check_progressive,
)
