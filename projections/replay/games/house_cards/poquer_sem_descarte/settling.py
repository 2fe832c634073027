"""Settles every stake of a jogada."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from projections.replay.games.house_cards.poquer_sem_descarte.deal_errors import deal_error
from projections.replay.games.house_cards.poquer_sem_descarte.deciding import (
    goes_on,
    is_online,
    ran_out,
    was_dealt,
)
from projections.replay.games.house_cards.poquer_sem_descarte.jackpot import (
    Jackpot,
    jackpot_of,
    pay,
    refuse,
    take,
)
from projections.replay.games.house_cards.poquer_sem_descarte.maximum import keep_to_maximum
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import (
    ACE_KING,
    CARTAS_MAIORES,
    COMBINATIONS,
    SHIFT,
    evaluate,
    three_of_suit,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    ACUMULADO,
    INICIAL,
    NAME,
    SEGUNDA,
    Lugar,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import (
    Laid,
    laid,
)
from projections.replay.games.house_cards.poquer_sem_descarte.words import (
    Cards,
    Fate,
    Said,
    Side,
    said,
)
from projections.replay.games.house_cards.void import all_read, without_those_out
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Line, Outcome, Phrase, Settlement, Step

_DECLARED: Final = Phrase(
    "A jogada foi declarada nula ({cause}) e o registo não mostra quem ganha: volta tudo.",
    "The round was declared void ({cause}) and the record does not show who wins: everything goes"
    " back.",
)
_BACK: Final = Phrase("Voltam {stake:m}.", "{stake:m} go back.")


def settle(record: SemDescarteRecord, rules: SemDescarteRules) -> Settlement:
    """Return the settlement of every stake of a jogada.

    In this order: an error of the deal voids all; who passed, broke a rule or did not decide in
    time has lost; the bank plays or not; the hands are compared.
    """
    cites = rules.cites
    error = deal_error(record, cites)
    if error is not None:
        return _returned(record, error)
    settlement = _play(record, rules)
    void = record.void
    if void is None or shows_who_wins(record, settlement):
        return settlement
    online = is_online(record, rules)
    if online and void.side == "player":  # the round stands (R54)
        return settlement
    rule = cites.void_online if online else cites.void
    voided = _returned(record, Step(_DECLARED, {"cause": void.cause}, rule))
    if not record.unread and all_read([record.banca, *(place.cartas for place in record.seats)]):
        return voided
    out = {place.seat for place in record.seats if place.decisao == "passo"}
    return without_those_out(voided, out)


def shows_who_wins(record: SemDescarteRecord, settlement: Settlement) -> bool:
    """Tell whether the record has every decision and every card that decides."""
    if settlement.void:
        return False
    pool_bets = {bet.bet for bet in record.bets if bet.tipo == ACUMULADO}
    for line in settlement.lines:
        if line.outcome is Outcome.PENDENTE and (
            record.pool is not None or line.bet not in pool_bets
        ):
            return False
    stakes = laid(record)
    decided = {bet.seat for bet in stakes.bets if bet.tipo == SEGUNDA}
    decided |= {place.seat for place in record.seats if place.decisao or place.infracao}
    return decided.issuperset(stakes.betting)


def _returned(record: SemDescarteRecord, why: Step) -> Settlement:
    """Return everything: inicial, segunda and jackpot bet; no increment stands."""
    steps = (why, Step(_BACK, {}, why.rule))
    rules = (why.rule,)
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(
            Line(
                seat=bet.seat,
                bet=bet.bet,
                outcome=Outcome.DEVOLVIDA,
                stake=bet.valor,
                returned=bet.valor,
                rules=rules,
                why=steps,
            )
            for bet in sorted(laid(record).bets, key=lambda bet: bet.seat)
        ),
        void=True,
        result={"anulada": True},
    )


class _Jogada(Struct):
    """A jogada while it is settled."""

    record: SemDescarteRecord
    rules: SemDescarteRules
    laid: Laid
    said: Said
    jackpot: Jackpot
    online: bool
    undealt: bool
    """Online: whether no card was dealt, so that nobody had anything to decide (R53)."""
    bank: int | None
    plays: bool
    """Whether the bank has ace-king or a higher combination (R15)."""
    why: tuple[Step, ...]
    """What is to say of the bank."""
    lines: list[Line]
    hands: dict[int, str]
    """Of those in the game, by seat, as far as they are known."""


def _play(record: SemDescarteRecord, rules: SemDescarteRules) -> Settlement:
    """Settle a jogada whose deal was right."""
    words = said(rules.cites)
    bank = evaluate(record.banca)
    plays = bank is not None and bank >= ACE_KING
    why: tuple[Step, ...] = ()
    if bank is not None:
        phrase = words.bank_plays[bank >> SHIFT] if plays else words.bank_stays
        why = (Step(phrase, {"cards": Cards(record.banca)}, rules.cites.bank),)
    jogada = _Jogada(
        record,
        rules,
        laid(record),
        words,
        jackpot_of(record.pool),
        is_online(record, rules),
        is_online(record, rules) and record.has("cards") and not was_dealt(record),
        bank,
        plays,
        why,
        [],
        {},
    )

    by_seat: dict[int, list[Bet]] = {}
    for bet in jogada.laid.bets:
        if bet.seat in by_seat:
            by_seat[bet.seat].append(bet)
        else:
            by_seat[bet.seat] = [bet]
    places = {place.seat: place for place in record.seats}
    for seat in sorted(by_seat):
        _settle_seat(jogada, places.get(seat), by_seat[seat])

    result: dict[str, object] = {"maos": jogada.hands}
    if bank is not None:
        result["banca"] = COMBINATIONS[bank >> SHIFT]
        result["banca_joga"] = plays
    lines, sums = jogada.lines, ()
    if record.maximo_golpe is not None:
        lines, sums = keep_to_maximum(record, record.maximo_golpe, lines, rules.cites.cap, result)
    increments, awards = pay(jogada.jackpot, rules.cites)
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        increments=increments,
        awards=awards,
        result=result,
        sums=sums,
    )


def _settle_seat(jogada: _Jogada, place: Lugar | None, bets: Sequence[Bet]) -> None:
    """Settle the stakes that lie on one square."""
    said, late = jogada.said, jogada.laid.late
    main = second = False
    for bet in bets:
        if bet.tipo == SEGUNDA:
            second = True
        elif bet.tipo == INICIAL and id(bet) not in late:
            main = True
    fate, why, hand = _fate(jogada, place, second=second)
    apart = said.apart
    claims = fate is not apart.passed and fate is not apart.lapsed and fate is not apart.infraction
    for bet in bets:
        words = why
        if id(bet) in late:
            side, words = said.refused.late, ()
        elif bet.tipo == INICIAL:
            side = fate.inicial
        elif bet.tipo == SEGUNDA and main:
            side = fate.segunda
        elif bet.tipo == ACUMULADO:
            refused = refuse(jogada.jackpot, bet, said.pool, main=main)
            side, words = refused or take(jogada.jackpot, bet, hand, said.pool, claims=claims), ()
        else:
            side = said.refused.no_main if bet.tipo == SEGUNDA else said.refused.no_chance
            words = ()
        jogada.lines.append(_line(bet, side, words))


def _line(bet: Bet, side: Side, words: tuple[Step, ...]) -> Line:
    stake = bet.valor
    prize, returned = stake * side.rate, stake if side.returned else 0
    why = words + side.why if words else side.why
    return Line(bet.seat, side.outcome, stake, bet.bet, prize, returned, side.rules, why)


def _fate(
    jogada: _Jogada, place: Lugar | None, *, second: bool
) -> tuple[Fate, tuple[Step, ...], int | None]:
    """Return the fate of a player's main stakes, the words before it, and his hand's value."""
    said = jogada.said
    if place is not None and place.infracao is not None:
        return said.apart.infraction, (), None
    if jogada.undealt:  # nobody is asked to decide on no cards
        return said.apart.unknown, (), None
    if not goes_on(place, second=second, online=jogada.online):
        lapsed = jogada.online and ran_out(place, second=second, online=True)
        return said.apart.lapsed if lapsed else said.apart.passed, (), None
    cards = place.cartas if place is not None else ()
    hand = evaluate(cards)
    if hand is not None and place is not None:
        jogada.hands[place.seat] = COMBINATIONS[hand >> SHIFT]
    bank = jogada.bank
    if bank is None or (jogada.plays and hand is None):
        return said.apart.unknown, jogada.why, hand
    if not jogada.plays or hand is None:
        return said.apart.stays, jogada.why, hand
    fate = _compare(jogada, hand, bank, cards)
    step = Step(said.hand[hand >> SHIFT], {"cards": Cards(cards)})
    return fate, (*jogada.why, step), hand


def _compare(jogada: _Jogada, hand: int, bank: int, cards: Sequence[str | None]) -> Fate:
    """Return the fate of a hand beside a bank that plays (R26 to R29)."""
    said = jogada.said.compared
    combination = hand >> SHIFT
    if combination != bank >> SHIFT:
        return said.better[combination] if hand > bank else said.worse
    if hand != bank:
        return said.higher[combination] if hand > bank else said.lower[combination]
    if combination == CARTAS_MAIORES and jogada.rules.three_of_suit:
        mine, theirs = three_of_suit(cards), three_of_suit(jogada.record.banca)
        if mine != theirs:
            return said.suited if mine else said.unsuited
    return said.tie[combination]
