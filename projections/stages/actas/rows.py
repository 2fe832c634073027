"""The rows of the actas' stage: a version of a jogada, and a session."""

from typing import Any, Final

import msgspec

from projections.base.event import Event
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.sessions import Session

ACTA: Final = (
    "round",
    "known_from",
    "known_until",
    "session",
    "place",
    "day",
    "state",
    "cards",
    "collected",
    "linha",
    "bingo",
    "additional",
    "progressive",
    "tax",
    "currency",
    "ended",
    "annulled",
    "jogada",
)
SESSION: Final = (
    "opened",
    "session",
    "place",
    "day",
    "variant",
    "mode",
    "started",
    "ended",
    "closed",
    "jogadas",
)


def acta_row(event: Event, session: Session, jogada: Jogada) -> list[Any]:
    """Return how a jogada stands from an event on, in the order of ``ACTA``."""
    return [
        jogada.round,
        event.position,
        None,
        session.opened,
        session.place,
        session.day,
        "registada" if jogada.registada else jogada.state,
        jogada.cartoes,
        jogada.recolhido,
        jogada.pago(linha=True),
        jogada.pago(bingo=True),
        jogada.pago(),
        jogada.pago(pool=True),
        jogada.imposto,
        session.currency,
        jogada.ended,
        jogada.anulada,
        msgspec.json.encode(jogada, order="deterministic").decode(),
    ]


def session_row(session: Session) -> tuple[Any, ...]:
    """Return a session's row, in the order of ``SESSION``."""
    return (
        session.opened,
        session.session,
        session.place,
        session.day,
        session.variant,
        session.mode,
        session.started,
        session.ended,
        session.closed,
        len(session.jogadas),
    )
