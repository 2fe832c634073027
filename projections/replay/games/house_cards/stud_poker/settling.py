"""Settles every stake of a jogada."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from ledger.money import Minor, split_by_weight
from projections.replay.games.house_cards.stud_poker import words
from projections.replay.games.house_cards.stud_poker.chips import Chip, Status, chips, increments
from projections.replay.games.house_cards.stud_poker.deal_errors import R25, deal_error
from projections.replay.games.house_cards.stud_poker.jackpot import Progressive
from projections.replay.games.house_cards.stud_poker.ranking import (
    ACE_KING,
    COMBINATIONS,
    SHIFT,
    evaluate,
    suit_decides,
)
from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    DESISTENCIA,
    INICIAL,
    NAME,
    PROGRESSIVO,
    Aposta,
    Lugar,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.standing_bets import (
    betting,
    is_late,
    place_of,
    standing,
)
from projections.replay.games.house_cards.void import all_read, without_those_out
from projections.replay.kit.bets import Bet
from projections.replay.kit.coups.fates import Fate
from projections.replay.settlement import Line, Outcome, Phrase, Settlement, Step

_DECLARED: Final = Phrase(
    "A jogada foi declarada nula ({cause}) e o registo não mostra quem ganha.",
    "The round was declared void ({cause}) and the record does not show who wins.",
)


def settle(record: StudRecord, rules: StudRules) -> Settlement:
    """Return the settlement of every stake of a jogada.

    In this order: an error of the deal makes it void; a hand without an adicional is lost; the
    pagador opens the others or not; the hands are compared; the progressivo is paid.
    """
    error = deal_error(record)
    if error is not None:
        return _void(record, error)
    settlement = _play(record, rules)
    void = record.void
    if void is None or shows_who_wins(record, settlement):
        return settlement
    voided = _void(record, Step(_DECLARED, {"cause": void.cause}, R25))
    if not record.unread and all_read([record.pagador, *(place.cartas for place in record.seats)]):
        return voided
    out = {place.seat for place in record.seats if place.decisao == DESISTENCIA}
    return without_those_out(voided, out)


def shows_who_wins(record: StudRecord, settlement: Settlement) -> bool:
    """Tell whether the record has every decision and every card that decides."""
    if settlement.void:
        return False
    chip_bets = {bet.bet for bet in record.bets if bet.tipo == PROGRESSIVO}
    for line in settlement.lines:
        if line.outcome is Outcome.PENDENTE and (
            record.pool is not None or (line.bet is not None and line.bet not in chip_bets)
        ):
            return False
    decided = {bet.seat for bet in standing(record)[0] if bet.tipo == ADICIONAL}
    decided |= {place.seat for place in record.seats if place.decisao}
    return decided.issuperset(betting(record))


# --- a void jogada --------------------------------------------------------------------------------


def _void(record: StudRecord, why: Step) -> Settlement:
    """Return inicial and adicional; the chips on the progressivo go on to the next jogada.

    Their increments stay in the pool, for nobody is asked for another (R25, R28).
    """
    rule = why.rule
    back = Fate(Outcome.DEVOLVIDA, (rule,), (why, Step(words.VOID_BACK, {}, rule)), back=True)
    carried = Fate(Outcome.PENDENTE, (rule,), (why, Step(words.CARRIED, {}, rule)))
    these = chips(record)
    lines = [
        _line(bet, back)
        for bet in sorted(standing(record)[0], key=lambda bet: bet.seat)
        if bet.tipo != PROGRESSIVO
    ]
    lines += [
        _chip_line(chip, carried if chip.status is Status.JOGA else words.REFUSED[chip.status])
        for chip in these
    ]
    lines.sort(key=lambda line: line.seat)
    transitam = {chip.seat: chip.valor for chip in these if chip.status is Status.JOGA}
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        increments=increments(record, these),
        void=True,
        result={"anulada": True, "transitam": transitam},
    )


# --- a valid jogada -------------------------------------------------------------------------------


class _Jogada(Struct):
    """A jogada while it is settled."""

    record: StudRecord
    rules: StudRules
    pagador: int | None
    opens: bool
    """Whether the pagador has ace and king or better (R12)."""
    why: tuple[Step, ...]
    """What is to say of the pagador."""
    lines: list[Line]
    hands: dict[int, int]
    """Values of those in the game, by seat, as far as they are known."""
    in_game: set[int]
    by_suit: list[int]
    """The seats whose hands only a suit told from the pagador's."""


def _play(record: StudRecord, rules: StudRules) -> Settlement:
    """Settle a jogada whose deal was right."""
    pagador = evaluate(record.pagador)
    opens = pagador is not None and pagador >= ACE_KING
    why: tuple[Step, ...] = ()
    if pagador is not None:
        phrase = words.OPENS[pagador >> SHIFT] if opens else words.STAYS
        rule = "ST R13" if opens else "ST R12"
        why = (Step(phrase, {"cards": words.Cards(record.pagador)}, rule),)
    jogada = _Jogada(record, rules, pagador, opens, why, [], {}, set(), [])

    by_seat: dict[int, list[Aposta]] = {}
    for bet in standing(record)[0]:
        by_seat.setdefault(bet.seat, []).append(bet)
    places = {place.seat: place for place in record.seats}
    for seat in sorted(by_seat):
        _settle_seat(jogada, places.get(seat), by_seat[seat])

    these = chips(record)
    progressive = Progressive(record.pool, rules)
    for chip in these:
        jogada.lines.append(_chip_line(chip, _chip_fate(jogada, progressive, chip)))
    added = increments(record, these)
    awards, balance, left = progressive.pay(added)
    result = _result(jogada, these)
    if awards and record.pool is not None:
        again = max(record.pool.base, left)
        result["progressivo"] = {
            "saldo": balance,
            "resta": left,
            "reposicao": again - left,
            "recomeca": again,
        }
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(sorted(jogada.lines, key=lambda line: line.seat)),
        increments=added,
        awards=awards,
        result=result,
    )


def _result(jogada: _Jogada, these: Sequence[Chip]) -> dict[str, object]:
    """Return the hands, the pagador's, what the suit decides and which chips came over."""
    pagador = jogada.pagador
    result: dict[str, object] = {
        "maos": {seat: COMBINATIONS[value >> SHIFT] for seat, value in jogada.hands.items()}
    }
    if pagador is not None:
        result["pagador"] = COMBINATIONS[pagador >> SHIFT]
        result["pagador_abre"] = jogada.opens
    if jogada.by_suit:
        result["decide_o_naipe"] = jogada.by_suit
    came = {chip.seat: chip.valor for chip in these if chip.carried and chip.status is Status.JOGA}
    if came:
        result["vieram"] = came
    return result


def _settle_seat(jogada: _Jogada, place: Lugar | None, bets: Sequence[Aposta]) -> None:
    """Settle the main stakes that lie before one hand."""
    record = jogada.record
    main = any(bet.tipo == INICIAL and not is_late(record, bet) for bet in bets)
    some = any(bet.tipo in {INICIAL, PROGRESSIVO} for bet in bets)
    fate, why, hand = _fate(jogada, place, bets)
    winning: list[Bet] = []
    for bet in bets:
        if bet.tipo == PROGRESSIVO:
            continue
        if is_late(record, bet):
            jogada.lines.append(_line(bet, words.LATE))
        elif bet.tipo == INICIAL:
            jogada.lines.append(_line(bet, fate.inicial, why))
        elif bet.tipo != ADICIONAL:
            jogada.lines.append(_line(bet, words.NO_CHANCE))
        elif not main:
            dealt = place is not None and bool(place.cartas)
            refused = words.NO_HAND if dealt and not some else words.NO_MAIN
            jogada.lines.append(_line(bet, refused))
        elif fate.adicional.outcome is Outcome.GANHA:
            winning.append(bet)
        else:
            jogada.lines.append(_line(bet, fate.adicional, why))
    if winning and hand is not None:
        jogada.lines += _prizes(jogada, winning, hand, (why, fate.adicional.why))


def _fate(
    jogada: _Jogada, place: Lugar | None, bets: Sequence[Bet]
) -> tuple[words.Hand, tuple[Step, ...], int | None]:
    """Return the fate of a hand's main stakes, the words before it, and its value."""
    if not goes_on(jogada.record, place, bets):
        return words.GAVE_UP, (), None
    seat = bets[0].seat
    jogada.in_game.add(seat)
    cards = place.cartas if place is not None else ()
    hand = evaluate(cards)
    if hand is not None:
        jogada.hands[seat] = hand
    pagador = jogada.pagador
    if pagador is None:
        return words.UNKNOWN, (), hand
    if not jogada.opens:
        return words.NOT_OPENED, jogada.why, hand
    if hand is None:
        return words.UNKNOWN, jogada.why, hand
    if suit_decides(hand, pagador):
        jogada.by_suit.append(seat)
    held = Step(words.HOLDS[hand >> SHIFT], {"cards": words.Cards(cards)})
    return _compare(hand, pagador), (*jogada.why, held), hand


def goes_on(record: StudRecord, place: Lugar | None, bets: Sequence[Bet]) -> bool:
    """Tell whether a hand is in the game (R9): its adicional lies there in time.

    Who said that he lays it, and of whose stake nothing is recorded, is in the game too.
    """
    laid = [bet for bet in bets if bet.tipo == ADICIONAL]
    in_time = any(not is_late(record, bet) for bet in laid)
    if place is None or place.decisao is None:
        return in_time
    if place.decisao == DESISTENCIA:
        return False
    return in_time or not laid


def _compare(hand: int, pagador: int) -> words.Hand:
    """Return the fates of a hand beside that of a pagador who opens (R14, R15, R17)."""
    combination = hand >> SHIFT
    if hand == pagador:
        return words.EQUAL
    wins = hand > pagador
    if combination != pagador >> SHIFT:
        return words.BETTER if wins else words.WORSE
    if suit_decides(hand, pagador):
        return (words.SUIT_HIGHER if wins else words.SUIT_LOWER)[combination]
    return (words.HIGHER if wins else words.LOWER)[combination]


def _prizes(
    jogada: _Jogada,
    bets: Sequence[Bet],
    hand: int,
    why: tuple[tuple[Step, ...], tuple[Step, ...]],
) -> list[Line]:
    """Return the lines of a winning hand's adicional, within the maximum per game (R15).

    ``why`` has the words that tell of the hands, then those that compare them.
    """
    rules, record = jogada.rules, jogada.record
    combination = hand >> SHIFT
    rate = rules.rate(combination, record.multiplicador_real)
    full = [max(bet.valor, 0) * rate for bet in bets]
    prizes = full
    cap = record.maximo_por_jogo
    capped = (
        cap is not None and COMBINATIONS[combination] in rules.capped and sum(full) > max(cap, 0)
    )
    if capped and cap is not None:
        prizes = split_by_weight(max(cap, 0), full)
    rule = words.PRIZED[combination]
    lines: list[Line] = []
    for bet, prize, whole in zip(bets, prizes, full, strict=True):
        steps = [*why[1], Step(words.PRIZE[combination], {"rate": rate, "whole": whole}, rule)]
        if capped:
            steps.append(Step(words.CAPPED, {"cap": cap, "full": sum(full)}, rule))
        lines.append(
            Line(
                seat=bet.seat,
                bet=bet.bet,
                outcome=Outcome.GANHA,
                stake=bet.valor,
                prize=prize,
                returned=max(bet.valor, 0),
                rules=tuple(dict.fromkeys(step.rule for step in steps)),
                why=(*why[0], *steps),
            )
        )
    return lines


def _chip_fate(jogada: _Jogada, progressive: Progressive, chip: Chip) -> Fate:
    if chip.status is not Status.JOGA:
        return words.REFUSED[chip.status]
    place = place_of(jogada.record, chip.seat)
    hand = evaluate(place.cartas) if place is not None else None
    return progressive.take(chip, hand, in_game=chip.seat in jogada.in_game)


def _chip_line(chip: Chip, fate: Fate) -> Line:
    before = (words.CAME_OVER,) if chip.carried and chip.status is Status.JOGA else ()
    return _line_of(chip.seat, chip.number, chip.valor, fate, before)


def _line(bet: Bet, fate: Fate, before: tuple[Step, ...] = ()) -> Line:
    return _line_of(bet.seat, bet.bet, bet.valor, fate, before)


def _line_of(
    seat: int, number: int | None, stake: Minor, fate: Fate, before: tuple[Step, ...]
) -> Line:
    laid = max(stake, 0)
    return Line(
        seat=seat,
        bet=number,
        outcome=fate.outcome,
        stake=stake,
        prize=laid * fate.times,
        returned=laid if fate.back else 0,
        rules=fate.rules,
        why=before + fate.why,
    )


def due_if_not_opened(lines: Sequence[Line], tipos: Mapping[int, str]) -> Minor:
    """Return the payments of main bets if the pagador did not open (R12)."""
    return sum(
        max(line.stake, 0) * (2 if tipos.get(line.bet or 0) == INICIAL else 1) for line in lines
    )
