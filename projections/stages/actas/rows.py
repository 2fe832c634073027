"""The rows of the actas' stage: a version of a jogada, and a session."""

from typing import Any, Final

import msgspec

from ledger.money import INTEGER_MAX
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
        _told(jogada.recolhido),
        _told(jogada.pago(linha=True)),
        _told(jogada.pago(bingo=True)),
        _told(jogada.pago()),
        _told(jogada.pago(pool=True)),
        _told(jogada.imposto),
        session.currency,
        jogada.ended,
        jogada.anulada,
        msgspec.json.encode(jogada, order="deterministic").decode(),
    ]


def _told(amount: int) -> int:
    """Return a jogada's amount as its column holds it: 0 where the sum is more than there is.

    Replay finds such a jogada impossible (RES-IMPOSS, ``replay.amounts``): each column is a sum of
    stakes, of prizes paid, or of taxes withheld. The acta's own text has the amounts as told.
    """
    return amount if abs(amount) <= INTEGER_MAX else 0


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
