"""Roda da sorte: the bets and spins of a round.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``simbolos`` (letter to symbol), ``ordem`` (the letters of the 52
                        sections, around the wheel), ``minimos``, ``maximos``, ``multiplos``
bets-opened             ``apostas_abertas``: the first of the round
bet-placed              ``chance`` is ``seccao``, ``selection`` its letter or symbol
bet-changed,            a change; whether it came in time is replay's business
bet-withdrawn
bets-closed             ``nao_ha_mais_apostas``: the first of the round, repeated spins included
wheel-stopped           a spin: section, position, turns, direction, who spun it
coup-nulled             ``rotação inválida`` of the spin before it; before any, a spin that showed
                        nothing
======================  ==========================================================================
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import WheelStopped
from ledger.events.rounds import CoupNulled
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.bets import Facts
from projections.gather.kit.heading import heading
from projections.replay.games.wheels.roda_da_sorte import RodaDaSorteRecord, Rotacao


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> RodaDaSorteRecord:
    """Return the record of a round."""
    facts = _Round.of(closed, closed.opened)
    shared = heading(closed)
    if facts.given_back:
        shared["payments"] = (*shared["payments"], *facts.given_back)
    return RodaDaSorteRecord(
        **shared,
        simbolos=banked.words(options, "simbolos"),
        ordem=banked.texts(options, "ordem"),
        limites=banked.limits(options),
        bets=tuple(facts.bets),
        alteracoes=tuple(facts.changes),
        apostas_abertas=facts.opened,
        nao_ha_mais_apostas=facts.closed,
        rotacao=tuple(facts.spins),
    )


GATHERING: Final = Gathering(game="roda_da_sorte", record=gather)


class _Round(Facts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **Facts.TAKES,
        WheelStopped: "on_stopped",
        CoupNulled: "on_null",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.spins: list[Rotacao] = []

    @override
    def outcome_known(self) -> bool:
        return bool(self.spins)

    def on_stopped(self, event: Event) -> None:
        payload: WheelStopped = event.payload
        self.spins.append(
            Rotacao(
                seccao=payload.section,
                posicao=payload.position,
                voltas=payload.turns,
                sentido=payload.direction,
                by=payload.by,
                invalida=payload.announced_invalid,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_null(self, event: Event) -> None:
        if self.spins and not self.spins[-1].invalida:
            self.spins[-1] = structs.replace(self.spins[-1], invalida=True)
        elif not self.spins:
            self.spins.append(Rotacao(invalida=True, at=event.at, seq=self.seq(event)))
