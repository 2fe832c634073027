"""Ponto e banca in both its forms: the bets, cards and shoe of a coup.

=======================  =========================================================================
event                    what it means here
=======================  =========================================================================
table-opened             options ``mesa`` (``simples``, ``dupla``), ``baralhos``, ``baralhador``,
                         ``pares`` (whether pairs are offered), ``deducao`` (``5pct``,
                         ``50pct_5``, ``nenhuma``, or a list), ``deducao_comunicada``,
                         ``minimos``, ``maximos``, ``multiplos`` (chance to minor units)
equipment-changed        of item ``shuffler``: whether there is one; of item ``deck``, but for the
                         opening: packs or single cards replaced
deck-shuffled,           the shoe, from the round before on; a burn's cause is ``opening``, for the
deck-cut, card-burned,   first cards of a shoe, ``coup``, for the one before a coup, or ``remedy``
cut-card-drawn
player-seated, -left     who holds which seat when the bets are closed
bet-placed               ``chance`` is the page's ``tipo``; ``by`` is the bettor's own place or rank
                         where he complements the bet of ``seat``
bet-changed, -withdrawn  a change; after the close, of a bet that came in time, a late one
bets-closed              ``nada_mais``: the first of the round
card-dealt               ``to`` is ``ponto`` or ``banca``; the order is that out of the shoe
hand-shown               of ``ponto`` or ``banca``: its cards as uncovered
announcement             ``resultado``, whose ``said`` is ``ponto``, ``banca`` or ``empate``;
                         ``ponto`` and ``banca``, whose ``amount`` are the points; ``par_do_ponto``
                         and ``par_da_banca``
error-noted              a slip of the deal, with the cards it put right; ``carta_virada`` is none
commission               what was deducted from prizes of banca
=======================  =========================================================================
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import HandShown
from ledger.events.rounds import BetPlaced, BetsOpened, Commission
from ledger.events.tables import EquipmentChanged
from projections.base.event import ClosedRound, Event
from projections.gather.kit import bets as banked
from projections.gather.kit.bets import ended
from projections.gather.kit.heading import heading
from projections.gather.kit.players import PlayerFacts
from projections.gather.kit.shoe import DECK, CardFacts
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.record import (
    NENHUMA,
    PAIRS,
    SIDES,
    Aposta,
    Mostrada,
    Resultado,
    Troca,
)

OPENING: Final = "opening"
RESULTADO: Final = "resultado"
DECKS: Final = {"simples": 6, "dupla": 8}
DECKS_MOST: Final = 8
WORDS: Final = Words(cards_to=frozenset(SIDES), to_seats=frozenset())


class PuntoBancoFacts(PlayerFacts, CardFacts):
    """The facts that the events told of a coup so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CardFacts.TAKES,
        **PlayerFacts.TAKES,
        HandShown: "on_shown",
        Commission: "on_commission",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing dealt."""
        super().__init__(owner)
        self.holders: dict[int, str] | None = None
        """Players by seat when the bets were closed."""
        self.shown: list[Mostrada] = []
        self.said: dict[str, Any] = {}
        """The result as it was announced, by the record's fields."""
        self.packs: list[tuple[int, Troca]] = []
        self.deducted: int | None = None
        self.seconds: int | None = None
        """The time for betting that the first opening announced."""

    @override
    def forget(self) -> None:
        super().forget()
        self.packs.clear()

    @override
    def on_bets_opened(self, event: Event) -> None:
        payload: BetsOpened = event.payload
        if self.opened is None:
            self.seconds = payload.seconds
        super().on_bets_opened(event)

    @override
    def on_bets_closed(self, event: Event) -> None:
        if self.closed is None:
            self.holders = self.seated()
        super().on_bets_closed(event)

    def seated(self) -> dict[int, str]:
        """Return the players with a name, by seat."""
        return {seat: player for seat, player in self.players.items() if player is not None}

    @override
    def bet_of(self, event: Event, payload: BetPlaced) -> Aposta:
        bet = super().bet_of(event, payload)
        fields = {name: getattr(bet, name) for name in bet.__struct_fields__}
        by = payload.by
        if by is not None and payload.player is None:
            fields["player"] = self.whose(by)
        elif by is None and payload.player in self.beside.get(payload.seat, ()):
            by = payload.seat  # it is his own place, though another sat down there since
        return Aposta(**fields, by=by)

    @override
    def on_equipment(self, event: Event) -> None:
        super().on_equipment(event)
        payload: EquipmentChanged = event.payload
        if payload.item == DECK and payload.reason != OPENING:
            one = Troca(cartas=payload.cards, baralhos=payload.count, razao=payload.reason)
            self.packs.append((event.position, one))

    @override
    def on_announcement(self, event: Event) -> None:
        super().on_announcement(event)
        payload = event.payload
        if payload.what == RESULTADO:
            self.said.setdefault("vencedor", payload.said)
        elif payload.what in SIDES and payload.amount is not None:
            self.said.setdefault(payload.what, payload.amount)
        elif payload.what in PAIRS:
            self.said.setdefault(payload.what, True)

    def on_shown(self, event: Event) -> None:
        """Take the cards of a side as they were uncovered."""
        payload: HandShown = event.payload
        if payload.of in (PONTO, BANCA):
            self.shown.append(Mostrada(grupo=payload.of, cartas=payload.cards))

    def on_commission(self, event: Event) -> None:
        """Add up the deductions from prizes."""
        payload: Commission = event.payload
        self.deducted = (self.deducted or 0) + payload.amount


def shared_fields(
    closed: ClosedRound, options: Mapping[str, Any]
) -> tuple[dict[str, Any], PuntoBancoFacts]:
    """Return the fields of both games' records, and the facts for each game's own fields."""
    facts = PuntoBancoFacts.of(closed)
    since = ended(closed.previous)
    mesa = banked.text(options, "mesa", "")
    shuffler = bool(banked.flag(options, "baralhador"))
    usual = DECKS["simples"] if shuffler else DECKS.get(mesa, DECKS_MOST)
    decks = banked.count(options, "baralhos", usual)
    shoe = facts.shoe(closed, usual if decks is None else decks, shuffler=shuffler)
    fields = with_unread(heading(closed), closed, WORDS)
    fields["payments"] = (*fields["payments"], *facts.given_back)
    first = not closed.previous if shoe.shuffler else shoe.fresh
    said = facts.said
    fields.update(
        mesa=mesa,
        sabot=shoe,
        primeiro=first,
        limites=banked.limits(options),
        pares=banked.flag(options, "pares") is not False,
        deducao=_deduction(options),
        deducao_comunicada=banked.flag(options, "deducao_comunicada"),
        titulares=facts.seated() if facts.holders is None else facts.holders,
        bets=tuple(facts.bets),
        alteracoes=tuple(facts.changes),
        apostas_abertas=facts.opened,
        nada_mais=facts.closed,
        cartas=tuple(facts.dealt),
        mostradas=tuple(facts.shown),
        resultado=Resultado(**said) if said else None,
        trocas=tuple(one for at, one in facts.packs if at > since),
        deduzido=facts.deducted,
    )
    return fields, facts


def _deduction(options: Mapping[str, Any]) -> str:
    """Return the option ``deducao`` as the record spells it: several joined by ``+``."""
    found = options.get("deducao")
    if isinstance(found, Sequence) and not isinstance(found, str):
        return "+".join(banked.texts(options, "deducao")) or NENHUMA
    return banked.text(options, "deducao", NENHUMA)
