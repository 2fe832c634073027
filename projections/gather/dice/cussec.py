"""Cussec: the bets and dice of a coup.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos``, ``multiplos`` (chance to minor units)
dice-shaken             ``dados_agitados``
bets-opened             ``apostas_abertas``: the first of the round
bet-placed              ``chance`` and ``selection`` are the page's ``tipo`` and ``selecao``
bet-changed,            a change; whether it came in time is replay's business
bet-withdrawn
bets-closed             ``nada_mais``: the first of the coup, and the first after each null coup
dice-rolled             ``resultado``: the cover was lifted and the dice read
coup-nulled             the throw before it is null, and the bets are free again (CU R6)
payout                  its ``means``, where it moved money, besides the payment itself
player-session-ended,   those since the round before, at this place
-restricted
======================  ==========================================================================

The coup before (``anterior``) is the last round that was closed at the same opening of the table
before this one was opened.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import DiceShaken
from ledger.events.rounds import Payout
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.coups import CoupFacts
from projections.gather.kit.dice import DiceFacts
from projections.gather.kit.heading import heading
from projections.gather.kit.players import PlayerFacts
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.dice.cussec import (
    DICE,
    NULL_GROUNDS,
    Agitacao,
    Anterior,
    CussecRecord,
)
from projections.replay.kit.bets import Moment

WORDS: Final = Words(
    alone=True, nulls=frozenset(NULL_GROUNDS), decides=lambda faces: len(faces) == DICE
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> CussecRecord:
    """Return the record of a coup."""
    coup = _Coup.of(closed)
    return CussecRecord(
        **coup.with_returns(with_unread(heading(closed), closed, WORDS)),
        limites=banked.limits(options),
        anterior=_before(closed, coup),
        bets=tuple(coup.bets),
        alteracoes=tuple(coup.changes),
        dados_agitados=tuple(coup.shaken),
        apostas_abertas=coup.opened,
        nada_mais=tuple(coup.closes),
        resultado=tuple(coup.throws),
        golpe_nulo=tuple(Moment(at=null.at, seq=null.seq) for null in coup.nulls),
        sessoes=coup.sessions_since(closed.previous),
        meios=tuple(coup.means),
    )


GATHERING: Final = Gathering(game="cussec", record=gather, reads_previous=True)


def _before(closed: ClosedRound, coup: "_Coup") -> Anterior | None:
    payments = [event for event in closed.previous if isinstance(event.payload, Payout)]
    return Anterior(pagamentos_fim=coup.moment(payments[-1])) if payments else None


class _Coup(PlayerFacts, CoupFacts, DiceFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **DiceFacts.TAKES,
        **CoupFacts.TAKES,
        **PlayerFacts.TAKES,
        DiceShaken: "on_shaken",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.shaken: list[Agitacao] = []

    @override
    def outcome_known(self) -> bool:
        return bool(self.throws) and self.throws[-1].nulo is None

    def on_shaken(self, event: Event) -> None:
        payload: DiceShaken = event.payload
        self.shaken.append(Agitacao(vezes=payload.times, at=event.at, seq=self.seq(event)))

    @override
    def on_null(self, event: Event) -> None:
        CoupFacts.on_null(self, event)
        DiceFacts.on_null(self, event)

    @override
    def undo(self) -> None:
        """Forget nothing: the throw itself says that it is null."""
