"""Desafio ao casino: the bets, cards and options of a round.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``baralhos`` (how many packs), ``baralhador`` (an automatic
                        shuffler), ``minimos``, ``maximos``, ``multiplos`` (chance to minor units)
bets-opened             ``apostas_abertas``: the first of the round
bet-placed              ``chance`` is ``inicial`` or ``empate``; ``desafio``, what a challenge adds
bet-changed,            a change; whether it came in time is replay's business
bet-withdrawn
bets-closed             ``jogo_feito``: the first of the round
deck-shuffled,          what is known of the packs
deck-cut, card-burned
card-dealt              in order: each seat's card, the bank's, the cards of the challenges
decision                ``opcao``: ``perder_metade`` or ``desafiar``, with what it adds
error-noted             an error of the deal; ``incorrigivel`` one that could not be mended, by its
                        code or by its remedy
======================  ==========================================================================
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import Decision
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import GameKinds, Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.heading import heading
from projections.gather.kit.shoe import SHOE_KINDS, CardFacts, carried_out
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.house_cards.desafio_ao_casino.record import (
    BANK,
    DESAFIAR,
    DESAFIO,
    EMPATE,
    INCORRIGIVEL,
    INICIAL,
    PERDER_METADE,
    SEAT,
    DesafioAoCasinoRecord,
    Opcao,
)
from projections.replay.kit.bets import Bet
from projections.replay.record import ErrorNoted as Error

WORDS: Final = Words(
    cards_to=BANK | {SEAT},
    actions=frozenset({DESAFIAR, PERDER_METADE}),
    chances=frozenset({INICIAL, EMPATE, DESAFIO}),
    alone=True,
    placed=False,  # of each challenge anew
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> DesafioAoCasinoRecord:
    """Return the record of a round."""
    jogada = _Jogada.of(closed)
    shared = with_unread(heading(closed), closed, WORDS)
    shared["payments"] = (*shared["payments"], *jogada.given_back)
    shared["errors"] = tuple(jogada.errors)
    decks = banked.count(options, "baralhos")
    if decks is None:
        decks = jogada.decks or 0
    shuffler = banked.flag(options, "baralhador") or False
    return DesafioAoCasinoRecord(
        **shared,
        shoe=jogada.shoe(closed, decks, shuffler=shuffler),
        limites=banked.limits(options),
        bets=tuple(jogada.bets),
        alteracoes=tuple(jogada.changes),
        apostas_abertas=jogada.opened,
        jogo_feito=jogada.closed,
        cartas=tuple(jogada.dealt),
        opcoes=tuple(jogada.options),
    )


GATHERING: Final = Gathering(
    game="desafio_ao_casino",
    record=gather,
    reads_previous=True,
    carry=carried_out,
    kinds=GameKinds(place=SHOE_KINDS),
)


class _Jogada(CardFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CardFacts.TAKES,
        Decision: "on_decision",
        ErrorNoted: "on_error",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.options: list[Opcao] = []
        self.errors: list[Error] = []

    def add_bet(self, bet: Bet) -> None:
        """Keep a bet; the stake of a challenge comes after the close and is not late."""
        if bet.tipo == DESAFIO:
            self.bets.append(bet)
        else:
            super().add_bet(bet)

    def on_decision(self, event: Event) -> None:
        """Take a player's choice at a tie."""
        payload: Decision = event.payload
        self.options.append(
            Opcao(
                seat=payload.seat,
                opcao=payload.action,
                bet=payload.bet,
                valor=payload.added,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_error(self, event: Event) -> None:
        """Take an error of the deal."""
        payload: ErrorNoted = event.payload
        error = Error(error=payload.error, seat=payload.seat, cards=payload.cards, at=event.at)
        if payload.remedy == INCORRIGIVEL:
            error = structs.replace(error, error=INCORRIGIVEL)
        self.errors.append(error)
