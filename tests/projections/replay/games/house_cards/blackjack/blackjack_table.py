"""Jogadas of blackjack/21 for tests: written as hands, dealt in the order of the rules."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import structs

from projections.replay.games.house_cards.blackjack import (
    GAME,
    Aposta,
    BlackjackRecord,
    BlackjackRules,
    Decisao,
    settle,
    verify,
)
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.profiles import PROFILES
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line

CV: Final[BlackjackRules] = PROFILES["cv-2017@1"][GAME.name]

Hands = dict[int | tuple[int, int], str]


def principal(seat: int, valor: int = 1000, **more: Any) -> Aposta:
    """Return a titular's bet; its number is the seat's."""
    return Aposta(**{"bet": seat, "seat": seat, "tipo": "principal", "valor": valor, **more})


def complementar(bet: int, seat: int, by: int, valor: int = 1000) -> Aposta:
    """Return a bet of another place's player."""
    return Aposta(bet=bet, seat=seat, by=by, tipo="complementar", valor=valor)


def said(seat: int, what: str, **more: Any) -> Decisao:
    """Return a decision."""
    return Decisao(seat=seat, decisao=what, **more)


def to_bank(cards: Iterable[str]) -> list[Dealt]:
    """Return cards dealt to the bank."""
    return [Dealt(to="bank", card=card) for card in cards]


def to_seat(seat: int, cards: Iterable[str], hand: int = 1) -> list[Dealt]:
    """Return cards dealt to a hand."""
    return [Dealt(to="seat", seat=seat, hand=hand, card=card) for card in cards]


def deal(hands: Hands, bank: str) -> tuple[Dealt, ...]:
    """Return the cards in the order of R20 and R21; a second hand's first card came to the first.

    Hands are written as they were played out: ``{1: "8c Tc", (1, 2): "8d 3d"}`` is a pair of
    eights that was split.
    """
    places = sorted(seat for seat in hands if isinstance(seat, int))
    first, second, drawn = [], [], []
    for seat in places:
        own = hands[seat].split()
        other = hands.get((seat, 2), "").split()
        pair = [own[0], other[0]] if other else own[:2]
        first += to_seat(seat, pair[:1])
        second += to_seat(seat, pair[1:])
        drawn += to_seat(seat, own[1:] if other else own[2:])
        drawn += to_seat(seat, other[1:], 2)
    cards = bank.split()
    return (*first, *to_bank(cards[:1]), *second, *to_bank(cards[1:2]), *drawn, *to_bank(cards[2:]))


def jogada(hands: Hands, bank: str, *decisions: Decisao, **more: Any) -> BlackjackRecord:
    """Return a jogada with 10.00 on each place, out of a shoe of six packs."""
    seats = sorted(seat for seat in hands if isinstance(seat, int))
    return BlackjackRecord(
        **{
            "round": "BJ-01/2026-11-20/1",
            "bets": tuple(principal(seat) for seat in seats),
            "cartas": deal(hands, bank),
            "decisoes": decisions,
            "sabot": Shoe(decks=6),
            **more,
        }
    )


def lines(record: BlackjackRecord) -> dict[int | None, Line]:
    """Return the lines by bet."""
    return {line.bet: line for line in settle(record, CV).lines}


def line(hand: str, bank: str, stake: int = 1000, *decisions: Decisao) -> Line:
    """Return the line of one player's bet."""
    record = jogada({1: hand}, bank, *decisions, bets=(principal(1, stake),))
    return lines(record)[1]


def due(record: BlackjackRecord) -> dict[int | None, int]:
    """Return what is due, by bet."""
    return {number: one.due for number, one in lines(record).items()}


def codes(record: BlackjackRecord) -> list[str]:
    """Return the codes that verifying raises, payments apart."""
    return [found.code for found in verify(record, CV, settle(record, CV))]


def payments_of(record: BlackjackRecord, **other: int) -> tuple[Payment, ...]:
    """Return what is due as payments, but ``b3=500`` for bet 3."""
    said = {int(name[1:]): amount for name, amount in other.items()}
    found = [
        Payment(seat=one.seat, bets=(one.bet or 0,), amount=said.get(one.bet or 0, one.due))
        for one in settle(record, CV).lines
    ]
    return tuple(one for one in found if one.amount or one.bets[0] in said)


def faults(record: BlackjackRecord) -> tuple[Found, ...]:
    """Return what verifying raises, payments apart."""
    return verify(record, CV, settle(record, CV))


def named(record: BlackjackRecord, **other: int) -> list[tuple[str, str, int | None]]:
    """Return code, rule and amount of the faults of these payments."""
    paid = structs.replace(record, payments=payments_of(record, **other))
    return [(found.code, found.rule, found.amount) for found in judge(paid).found]
