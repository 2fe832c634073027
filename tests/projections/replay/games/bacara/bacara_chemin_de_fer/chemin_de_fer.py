"""Coups of chemin de fer in few words, for tests."""

from typing import Any

import msgspec

from projections.replay.games.bacara.bacara_chemin_de_fer import GAME, cover, play
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    Aposta,
    CheminDeFerRecord,
    Dito,
    Erro,
    Pedido,
)
from projections.replay.kit.shoe import Dealt
from projections.replay.profiles.cabo_verde_2017 import BACARA_CHEMIN_DE_FER as RULES
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Settlement

RANKS = {0: "K", 1: "A", **{value: str(value) for value in range(2, 10)}}
SUITS = "cdhs"


def card(value: int, suit: int = 0) -> str:
    """Return a card worth so many points."""
    return RANKS[value] + SUITS[suit % 4]


def pair(total: int) -> tuple[str, str]:
    """Return two cards of so many points: a king and the other."""
    return "K" + SUITS[total % 4], card(total, 1)


def dealt(ponto: Any, banca: Any, drawn: str = "", seat: int | None = 2) -> tuple[Dealt, ...]:
    """Deal ponto, bank, ponto, bank; then third cards, written ``p7c b2d``."""
    p, b = (one.split() if isinstance(one, str) else one for one in (ponto, banca))
    first = [
        Dealt(to=side, seat=seat if side == "ponto" else None, card=one)
        for two in zip(p, b, strict=True)
        for side, one in zip(("ponto", "banca"), two, strict=True)
    ]
    sides = {"p": "ponto", "b": "banca", "d": "discard"}
    rest = [
        Dealt(to=sides[one[0]], seat=seat if one[0] == "p" else None, card=one[1:], open=True)
        for one in drawn.split()
    ]
    return (*first, *rest)


def said(*words: str) -> tuple[Dito, ...]:
    """Return words of the ponto."""
    return tuple(Dito(dito=word) for word in words)


def error(code: str, **more: Any) -> tuple[Erro, ...]:
    """Return one error noted."""
    return (Erro(error=code, **more),)


BET = (Aposta(bet=1, seat=2, tipo="ponto", valor=10_000),)
BANCO = (Pedido(seat=2, forma="banco", bet=1),)


def coup(ponto: Any, banca: Any, drawn: str = "", **more: Any) -> CheminDeFerRecord:
    """Return a coup of a bank of 100.00 held by seat 1 against seat 2's 100.00, free bets."""
    more.setdefault("bets", BET)
    more.setdefault("banqueiro", 1)
    more.setdefault("capital", 10_000)
    more.setdefault("minimo", 1_000)
    return CheminDeFerRecord(cards=dealt(ponto, banca, drawn), **more)


def outcome(record: CheminDeFerRecord) -> tuple[str | None, int | None, int | None]:
    """Return who wins and both totals."""
    played = play(record, RULES, single=cover(record).banco.single)
    return played.vencedor, played.ponto, played.banca


def settled(record: CheminDeFerRecord) -> Settlement:
    """Return the settlement."""
    return GAME.settle(record, RULES)


def line(record: CheminDeFerRecord, bet: int | None) -> Line:
    """Return the line of a bet; None is the first of the bank."""
    return next(one for one in settled(record).lines if one.bet == bet)


def found(record: CheminDeFerRecord) -> list[Found]:
    """Return every fault, payments included."""
    return list(judge(record).found)


def codes(record: CheminDeFerRecord) -> list[str]:
    """Return the codes found."""
    return [one.code for one in found(record)]


def without_money(record: CheminDeFerRecord) -> CheminDeFerRecord:
    """Return the record of a table that records no payments."""
    kept = ("bets", "decisions", "cards", "burns", "shuffles", "announcements", "equipment")
    return msgspec.structs.replace(record, records=kept)


def faults(record: CheminDeFerRecord) -> list[tuple[str, str]]:
    """Return codes and rules of all that is wrong but payments."""
    return [(one.code, one.rule) for one in found(without_money(record))]


def stake(bet: int, seat: int, valor: int, **more: Any) -> Aposta:
    """Return a bet."""
    return Aposta(bet=bet, seat=seat, tipo="ponto", valor=valor, **more)


def covered(record: CheminDeFerRecord) -> dict[int, int]:
    """Return what of each bet is in play."""
    return {one.bet.bet: one.coberta for one in cover(record).stakes}


def table(*bets: Aposta, **more: Any) -> CheminDeFerRecord:
    """Return a coup of a bank of 100.00 at seat 7 that nobody dealt yet."""
    more.setdefault("banqueiro", 7)
    more.setdefault("capital", 10_000)
    return CheminDeFerRecord(bets=bets, **more)
