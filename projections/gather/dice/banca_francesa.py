"""Banca francesa: the bets and throws of a coup.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos`` (spot to minor units), ``multiplo_risco``
                        (the step of bets on the line), ``ternos`` (the three sets of dice),
                        ``tempo_apostas`` (online: seconds for all)
equipment-changed       of item ``dice_set``: the set in use; the opening of the table counts as
                        the first
staff-changed           ``cavalinho``, ``pagador``, ``fiscal``, as they stand at the last throw
bets-opened,            a window of betting; each lies before the throw that follows it
bets-closed
bet-placed              ``chance`` is the page's ``tipo``; ``line`` is ``risco``
bet-changed,            a change, before the throw that follows it
bet-withdrawn
dice-rolled             ``lancamentos``; ``null`` says why one does not count
coup-nulled             the last throw is null
announcement            of ``chance``: ``said`` is the spot that wins; the last one said
error-noted             ``abafo``: the dice were touched
collection              ``recolha``, with how many payments were made before
======================  ==========================================================================

The round before (``anterior``) says when it was opened and when its dice were last thrown.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import Collection
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.heading import heading
from projections.gather.kit.throws import ThrowsFacts, last_thrown
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.dice.banca_francesa import (
    Alteracao,
    Anterior,
    Anuncio,
    Aposta,
    BancaFrancesaRecord,
    Recolha,
)
from projections.replay.games.dice.banca_francesa.record import DICE, NULL_GROUNDS, SUMS
from projections.replay.kit.dice import DiceSet
from projections.replay.kit.throws import Call

WORDS: Final = Words(
    alone=True,
    nulls=NULL_GROUNDS,
    again=DICE,
    decides=lambda faces: len(faces) == DICE and sum(faces) in SUMS,
)
ABAFO: Final = "abafo"
CHANCE: Final = "chance"


def _before(events: Sequence[Event]) -> Anterior | None:
    """Return the coup before as the record tells of it; None where there was none."""
    return Anterior(aberto=events[0].at, lancado=last_thrown(events)) if events else None


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BancaFrancesaRecord:
    """Return the record of a coup."""
    assert closed.table is not None
    coup = _Coup.of(closed)
    return BancaFrancesaRecord(
        **with_unread(heading(closed), closed, WORDS),
        limites=banked.limits(options),
        multiplo_risco=banked.count(options, "multiplo_risco"),
        tempo_apostas=banked.count(options, "tempo_apostas"),
        ternos=banked.texts(options, "ternos"),
        terno=coup.dice_set or DiceSet(id="", since=closed.table.opened.at, reason="opening"),
        trocas=tuple(coup.sets),
        pessoal=coup.staff,
        anterior=_before(closed.previous),
        bets=tuple(coup.laid),
        alteracoes=tuple(coup.altered),
        apostas_abertas=tuple(coup.openings),
        nada_mais=tuple(coup.closes),
        lancamentos=tuple(coup.throws),
        chance_anunciada=coup.announced,
        abafo=coup.touched,
        recolha=tuple(coup.collected),
        sessoes=coup.sessions_since(closed.previous),
        meios=tuple(coup.means),
    )


GATHERING: Final = Gathering(game="banca_francesa", record=gather, reads_previous=True)


class _Coup(ThrowsFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **ThrowsFacts.TAKES,
        ErrorNoted: "on_error",
        Collection: "on_collection",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.laid: list[Aposta] = []
        self.altered: list[Alteracao] = []
        self.announced: Anuncio | None = None
        self.touched: Call | None = None
        self.collected: list[Recolha] = []

    @override
    def laid_bets(self) -> Sequence[list[Any]]:
        return (self.laid,)

    @override
    def on_bet(self, event: Event) -> None:
        fields = self.terms(event, event.payload)
        self.laid.append(Aposta(**fields, risco=event.payload.line))

    @override
    def on_change(self, event: Event) -> None:
        self.altered.append(Alteracao(**self.change_of(event), risco=event.payload.line))

    @override
    def on_withdrawal(self, event: Event) -> None:
        self.altered.append(Alteracao(**self.withdrawal_of(event)))

    @override
    def on_announcement(self, event: Event) -> None:
        super().on_announcement(event)
        if event.payload.what == CHANCE:
            self.announced = Anuncio(**self.said(event), chance=event.payload.said or "")

    def on_error(self, event: Event) -> None:
        if event.payload.error == ABAFO:
            self.touched = Call(**self.said(event))

    def on_collection(self, event: Event) -> None:
        payload: Collection = event.payload
        self.collected.append(
            Recolha(
                bets=payload.bets,
                seat=payload.seat,
                valor=payload.amount,
                pagamentos=self.payments,
            )
        )
