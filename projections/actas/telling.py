"""What is told of a jogada when it is over, and of which jogada what has no round is.

Rules: BI R61 j) to m); acta_de_bingo.md.
"""

from typing import Final

import msgspec

from ledger.events.bingo import (
    BallSetReplaced,
    Breakdown,
    Complaint,
    ComplaintDecided,
    Incident,
)
from projections.actas.jogada import Jogada, Reclamacao, Substituicao
from projections.actas.room import Session
from projections.base import Event

AFTERWARDS: Final = (Complaint, ComplaintDecided, BallSetReplaced, Breakdown, Incident)
"""What may be told of a jogada when it is over, and belongs into its acta."""


def tell(jogada: Jogada, event: Event) -> None:
    """Add to the acta what was told of a jogada that is over."""
    payload = event.payload
    match payload:
        case Complaint():
            one = Reclamacao(nome=payload.complaint, sobre=payload.about)
            jogada.reclamacoes = (*jogada.reclamacoes, one)
        case ComplaintDecided():
            jogada.reclamacoes = tuple(
                msgspec.structs.replace(one, decisao=payload.decision)
                if one.nome == payload.complaint
                else one
                for one in jogada.reclamacoes
            )
        case BallSetReplaced() if payload.old is not None:
            one = Substituicao(antigo=payload.old, jogadas=payload.uses, novo=payload.new)
            jogada.bolas = (*jogada.bolas, one)
        case Breakdown():
            jogada.avarias = (*jogada.avarias, payload.equipment)
        case Incident():
            jogada.ocorrencias = (*jogada.ocorrencias, payload.code)
        case _:
            pass


def is_between(event: Event, session: Session | None) -> bool:
    """Tell whether something happened after a jogada was recorded, and before the next one.

    The record of the one before is signed, so that it stands in the acta with the next. A room's
    first set of balls replaces none.
    """
    payload = event.payload
    if event.round is not None or not isinstance(payload, (Breakdown, Incident, BallSetReplaced)):
        return False
    if isinstance(payload, BallSetReplaced) and payload.old is None:
        return False
    if session is None or session.closed is not None:
        return False
    return session.last is None or session.last.registada
