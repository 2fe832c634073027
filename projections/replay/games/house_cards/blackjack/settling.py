"""Settles every stake of a jogada."""

from typing import Any, Final

from projections.replay.games.house_cards.blackjack import words
from projections.replay.games.house_cards.blackjack.counting import (
    BLACKJACK,
    GOAL,
    UNKNOWN,
    may_be_blackjack,
    may_be_special,
    special,
)
from projections.replay.games.house_cards.blackjack.jackpot import Jackpot, chip, first_cards, pay
from projections.replay.games.house_cards.blackjack.record import (
    COMPLEMENTAR,
    DESDOBRA,
    JACKPOT,
    NAME,
    PRINCIPAL,
    Aposta,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.table import (
    Key,
    Mao,
    Mesa,
    Posta,
    owner_of,
    unfold,
)
from projections.replay.games.house_cards.blackjack.words import SPECIAL, Fate, fate_of
from projections.replay.kit.bets import is_after
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Line, Outcome, Settlement

_PRIZE: Final = 3
"""The special prize, in stakes (R48)."""


def settle(record: BlackjackRecord, rules: BlackjackRules) -> Settlement:
    """Return the settlement of every stake of a jogada.

    Each stake has the fate of the hand on which it lies. A declared void stands only where the
    operator's system failed and the record does not show who wins (R74, R75).
    """
    del rules  # what profiles fix otherwise decides no stake
    mesa = unfold(record)
    settlement = play(record, mesa)
    void = record.void
    if void is None or shows_who_wins(record, settlement):
        return settlement
    online = record.mode != PHYSICAL
    if online and void.side == "player":
        return settlement
    return give_back(record, mesa, words.VOID if online else words.VOID_WITHOUT_GROUND)


def shows_who_wins(record: BlackjackRecord, settlement: Settlement) -> bool:
    """Tell whether the record has every card that decides."""
    if settlement.void:
        return False
    of_pool = {bet.bet for bet in record.bets if bet.tipo == JACKPOT}
    return not any(
        line.outcome is Outcome.PENDENTE and (record.pool is not None or line.bet not in of_pool)
        for line in settlement.lines
    )


def give_back(record: BlackjackRecord, mesa: Mesa, fate: Fate) -> Settlement:
    """Return every stake, jackpot and insurance included; no increment stands (R74)."""
    lines = [line_of(bet, fate) for bet in (*mesa.bets, *mesa.late)]
    lines += [_line_of(posta, fate) for posta in (*mesa.postas, *mesa.seguros)]
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        void=True,
        result={"anulada": True},
    )


def play(record: BlackjackRecord, mesa: Mesa) -> Settlement:
    """Settle a jogada as it was played."""
    bank, jackpot = mesa.bank, None
    if any(bet.tipo == JACKPOT for bet in mesa.bets):
        jackpot = Jackpot(record, first_cards(record), mesa.initial)
    lines = [_settle_bet(record, mesa, jackpot, bet) for bet in mesa.bets]
    if mesa.late:
        lines += [
            line_of(bet, words.JACKPOT_LATE if bet.tipo == JACKPOT else words.LATE)
            for bet in mesa.late
        ]
    lines += [_settle_posta(mesa, posta) for posta in mesa.postas]
    lines += [_line_of(posta, insurance_of(record, mesa, posta)) for posta in mesa.seguros]
    increments, awards = pay(jackpot) if jackpot is not None else ((), ())
    total = None if bank.points == UNKNOWN else bank.points
    result: dict[str, Any] = {
        "banca": "blackjack" if bank.blackjack else total,
        "cartas": bank.cards,
    }
    if len(mesa.initial) > len(mesa.held):
        full = places_at_maximum(record, mesa)
        if full:
            result["casas_no_maximo"] = full
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        increments=increments,
        awards=awards,
        result=result,
    )


def _settle_bet(record: BlackjackRecord, mesa: Mesa, jackpot: Jackpot | None, bet: Aposta) -> Line:
    """Settle a stake that was laid before the deal."""
    if bet.tipo == JACKPOT and jackpot is not None:
        return line_of(bet, chip(jackpot, bet))
    if bet.tipo not in (PRINCIPAL, COMPLEMENTAR):
        return line_of(bet, words.NO_CHANCE)
    if bet.seat not in mesa.hands:
        return line_of(bet, words.NOT_KNOWN)  # without a card the hand may have been a blackjack
    fate, hand = hand_fate(mesa, bet.seat)
    if bet.tipo == PRINCIPAL and _prize_unread(hand):
        return line_of(bet, words.NOT_KNOWN)
    if hand.even and hand.points == BLACKJACK and not hand.surrendered:
        fate = words.EVEN_MONEY if takes_even(record, mesa, bet) else fate
    line = line_of(bet, fate)
    own = bet.tipo == PRINCIPAL and hand.points == GOAL
    return with_special(line, hand) if own else line


def places_at_maximum(record: BlackjackRecord, mesa: Mesa) -> list[int]:
    """Return the places on which several bettors' sum is just the table's maximum.

    R18 says that it does not reach it; to pass it is the fault, to reach it is only told.
    """
    limit = record.limites.get(PRINCIPAL)
    if limit is None or not limit.maximum:
        return []
    staked: dict[int, list[int]] = {}
    for (seat, _), amount in mesa.initial.items():
        staked.setdefault(seat, []).append(amount)
    return sorted(
        seat
        for seat, amounts in staked.items()
        if len(amounts) > 1 and sum(amounts) == limit.maximum
    )


def takes_even(record: BlackjackRecord, mesa: Mesa, bet: Aposta) -> bool:
    """Tell whether the bettor takes even money: asked beside an ace, the hole card not known."""
    hand = mesa.hands[bet.seat]
    owner = owner_of(bet)
    return (
        mesa.bank.open == words.ACE_OPEN
        and hand.even is not None
        and owner in hand.even
        and not _asked_late(record, bet.seat, owner)
    )


def _asked_late(record: BlackjackRecord, seat: int, owner: int) -> bool:
    shown = record.banca_descoberta
    return shown is not None and any(
        is_after(said, shown)
        for said in record.decisoes
        if said.decisao == "par_dinheiro" and said.seat == seat and said.by in (owner, None)
    )


def insurance_of(record: BlackjackRecord, mesa: Mesa, posta: Posta) -> Fate:
    """Return the fate of an insurance (R50)."""
    shown, natural = record.banca_descoberta, mesa.bank.blackjack
    if shown is not None and is_after(posta.said, shown):
        return words.INSURANCE_LATE
    if natural is None:
        return words.INSURANCE_OPEN
    return words.INSURED if natural else words.NOT_INSURED


def hand_fate(mesa: Mesa, key: Key) -> tuple[Fate, Mao]:
    """Return the fate of a hand's stakes."""
    hand = mesa.hands[key]
    if hand.surrendered:
        return words.SURRENDERED, hand
    bank = mesa.bank
    natural = bank.blackjack
    if hand.points == UNKNOWN and not hand.split and may_be_blackjack(hand.cards):
        # Beside the bank's blackjack a blackjack draws, and any other hand loses.
        natural = None if natural else natural
    return fate_of(hand.points, bank.points, bank.open, natural), hand


def _settle_posta(mesa: Mesa, posta: Posta) -> Line:
    """Settle a stake that splitting or doubling laid on a hand."""
    fate, hand = hand_fate(mesa, posta.key)
    line = _line_of(posta, fate)
    own = posta.said.decisao == DESDOBRA and not posta.follows
    if own and posta.said.seat in mesa.held and _prize_unread(hand):
        return _line_of(posta, words.NOT_KNOWN)
    if own and posta.said.seat in mesa.held and hand.points == GOAL:
        return with_special(line, hand)
    return line


def _prize_unread(hand: Mao) -> bool:
    """Tell whether a hand of which a card cannot be read may have the special prize (R48)."""
    return hand.doubled is None and not hand.surrendered and may_be_special(hand.cards)


def with_special(line: Line, hand: Mao) -> Line:
    """Return the line of a titular's stake with the special prize, if the hand has one (R48)."""
    name = special(hand.cards) if hand.doubled is None else None
    if name is None or hand.surrendered:
        return line
    return Line(
        seat=line.seat,
        bet=line.bet,
        outcome=line.outcome,
        stake=line.stake,
        prize=line.prize + _PRIZE * line.stake,
        returned=line.returned,
        rules=(*line.rules, "BJ R48"),
        why=(*line.why, SPECIAL[name]),
    )


def line_of(bet: Aposta, fate: Fate) -> Line:
    """Return a bet's line."""
    return _line(bet.seat, bet.bet, bet.valor, fate)


def _line_of(posta: Posta, fate: Fate) -> Line:
    said = posta.said
    return _line(said.seat, said.bet, said.valor, fate)


def _line(seat: int, number: int | None, stake: int, fate: Fate) -> Line:
    return Line(
        seat=seat,
        bet=number,
        outcome=fate.outcome,
        stake=stake,
        prize=stake * fate.times // fate.of,
        returned=stake * fate.back // fate.of,
        rules=fate.rules,
        why=fate.why,
    )
