"""Boule: the bets, launches and number of a coup.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``cores`` (number to colour), ``pano`` (the sets that the cloth
                        prints, each ``3-17`` or a list), ``minimos``, ``maximos``, ``multiplos``
                        (chance to minor units)
bets-opened             ``apostas_abertas``: the first of the round
bet-placed              ``chance`` and ``selection`` are the page's ``tipo`` and ``selecao``
bet-changed,            a change; whether it came in time is replay's business
bet-withdrawn
bet-reconstructed       ``recorded`` is what the pagador rebuilt, ``claimed`` the player's word
ball-launched           a launch
bets-closed             ``campainha``: the first of the coup, and the first after each null coup
coup-nulled             ``golpe_nulo``: the bets are open again (BO R15)
ball-landed             the result; a number that stood when the coup was called null is
                        ``anulado``, and the next one is the result; another than the first,
                        without a null coup, contradicts it (``kit.unread.contradicted``)
======================  ==========================================================================
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.rounds import BetReconstructed, Marking
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.coups import CoupFacts
from projections.gather.kit.heading import heading
from projections.gather.kit.unread.contradicted import with_contradictions
from projections.replay.games.wheels.boule import (
    BouleRecord,
    Marca,
    Reconstituida,
    Resultado,
)
from projections.replay.kit.bets import Moment


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BouleRecord:
    """Return the record of a coup."""
    coup = _Coup.of(closed, closed.opened)
    return BouleRecord(
        **coup.with_returns(with_contradictions(heading(closed), closed)),
        cores=banked.words(options, "cores"),
        pano=_sets(options),
        limites=banked.limits(options),
        bets=tuple(coup.bets),
        alteracoes=tuple(coup.changes),
        reconstituidas=tuple(coup.rebuilt),
        apostas_abertas=coup.opened,
        bola_lancada=tuple(coup.launches),
        sentidos=tuple(coup.sides),
        campainha=tuple(coup.closes),
        golpe_nulo=tuple(coup.nulls),
        resultado=coup.result,
    )


GATHERING: Final = Gathering(game="boule", record=gather)


def _sets(options: Mapping[str, Any]) -> tuple[str, ...]:
    found = options.get("pano")
    if not isinstance(found, Sequence) or isinstance(found, str):
        return ()
    return tuple(
        one if isinstance(one, str) else "-".join(map(str, one))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        for one in found  # pyright: ignore[reportUnknownVariableType]
        if isinstance(one, Sequence)
    )


SIDES: Final = {"left": "esquerda", "right": "direita"}


class _Coup(CoupFacts):
    """The facts that the events told so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CoupFacts.TAKES,
        BetReconstructed: "on_rebuilt",
        BallLaunched: "on_launch",
        BallLanded: "on_landed",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.rebuilt: list[Reconstituida] = []
        self.launches: list[Moment] = []
        self.sides: list[str] = []
        self.result: Resultado | None = None

    @override
    def outcome_known(self) -> bool:
        return self.result is not None

    def on_rebuilt(self, event: Event) -> None:
        payload: BetReconstructed = event.payload
        self.rebuilt.append(
            Reconstituida(
                bet=payload.bet,
                seat=payload.seat,
                player=payload.player,
                pagador=_mark(payload.recorded),
                jogador=_mark(payload.claimed),
            )
        )

    def on_launch(self, event: Event) -> None:
        payload: BallLaunched = event.payload
        self.launches.append(self.moment(event))
        if payload.direction is not None:
            self.sides.append(SIDES.get(payload.direction, payload.direction))

    def on_landed(self, event: Event) -> None:
        payload: BallLanded = event.payload
        if self.result is None:
            self.result = Resultado(
                numero=str(payload.number), cor=payload.colour, at=event.at, seq=self.seq(event)
            )

    def undo(self) -> str | None:
        result, self.result = self.result, None
        return result.numero if result is not None else None


def _mark(marking: Marking | None) -> Marca | None:
    if marking is None:
        return None
    return Marca(tipo=marking.chance, valor=marking.amount, selecao=marking.selection or "")
