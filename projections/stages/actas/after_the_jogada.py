"""Facts about a jogada told after its end, and the jogada of facts without a round.

Rules: BI R61 j) to m); acta_de_bingo.md.
"""

from typing import Any, Final

import msgspec

from ledger.events.bingo import (
    BallSetReplaced,
    Breakdown,
    Complaint,
    ComplaintDecided,
    Incident,
)
from projections.base.event import Event
from projections.stages.actas.checks.signed_record import noted_of
from projections.stages.actas.jogada import Jogada, Reclamacao, Substituicao
from projections.stages.actas.sessions import Session

AFTERWARDS: Final = (Complaint, ComplaintDecided, BallSetReplaced, Breakdown, Incident)
"""What may be told of a jogada when it is over, and belongs into its acta."""


def tell(jogada: Jogada, event: Event) -> None:
    """Add to the acta what was told of a jogada that is over."""
    payload = event.payload
    match payload:
        case Complaint():
            jogada.reclamacoes.append(Reclamacao(nome=payload.complaint, sobre=payload.about))
        case ComplaintDecided():
            jogada.complaints.decide(payload.complaint, payload.decision)
        case BallSetReplaced() if payload.old is not None:
            one = Substituicao(antigo=payload.old, jogadas=payload.uses, novo=payload.new)
            jogada.bolas.append(one)
        case Breakdown():
            jogada.avarias.append(payload.equipment)
        case Incident():
            jogada.ocorrencias.append(payload.code)
        case _:
            pass


def retell(jogada: Jogada, position: int, was: Any, now: Any) -> None:
    """Replace a fact in the acta by its correction; None withdraws the fact.

    A record that was signed after it is held against what it says now.
    """
    before = dict(noted_of(jogada))
    match was or now:
        case Complaint():
            jogada.reclamacoes = _instead(
                jogada.reclamacoes, _complaint(jogada, was, was), _complaint(jogada, was, now)
            )
        case ComplaintDecided():
            for one, decision in ((was, None), (now, now.decision if now else None)):
                jogada.reclamacoes = [
                    msgspec.structs.replace(said, decisao=decision)
                    if one is not None and said.nome == one.complaint
                    else said
                    for said in jogada.reclamacoes
                ]
        case BallSetReplaced():
            jogada.bolas = _instead(jogada.bolas, _balls(was), _balls(now))
        case Breakdown():
            old, new = (one.equipment if one is not None else None for one in (was, now))
            jogada.avarias = _instead(jogada.avarias, old, new)
        case Incident():
            old, new = (one.code if one is not None else None for one in (was, now))
            jogada.ocorrencias = _instead(jogada.ocorrencias, old, new)
        case _:
            return
    after = dict(noted_of(jogada))
    jogada.registos = [
        msgspec.structs.replace(one, noted=_noted_anew(one.noted, before, after))
        if one.noted is not None and one.position > position
        else one
        for one in jogada.registos
    ]


def _complaint(jogada: Jogada, was: Any, said: Any) -> Reclamacao | None:
    """Return a complaint with the decision that was taken on it."""
    if said is None:
        return None
    known = [one for one in jogada.reclamacoes if was is not None and one.nome == was.complaint]
    decision = known[0].decisao if known else None
    return Reclamacao(nome=said.complaint, sobre=said.about, decisao=decision)


def _balls(said: Any) -> Substituicao | None:
    if said is None or said.old is None:
        return None
    return Substituicao(antigo=said.old, jogadas=said.uses, novo=said.new)


def _instead(told: list[Any], old: Any, new: Any) -> list[Any]:
    """Return a list of facts with one replaced; appended where the fact is not in the list.

    >>> _instead(["a", "b", "a"], "a", "c"), _instead(["a", "b"], "b", None), _instead([], None, 1)
    (['c', 'b', 'a'], ['a'], [1])
    """
    at = told.index(old) if old in told else len(told)
    return [*told[:at], *(() if new is None else (new,)), *told[at + 1 :]]


def _noted_anew(
    noted: tuple[tuple[str, str], ...], before: dict[str, str], after: dict[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return the facts known when a record was signed, with a correction's change applied.

    >>> _noted_anew((("j", "R-1"), ("l", "2")), {"j": "R-1, R-2", "l": "3"},
    ...     {"j": "R-2, R-3", "l": "2"})
    (('j', 'R-3'), ('l', '1'))
    """
    found: list[tuple[str, str]] = []
    for field, said in noted:
        old, new = before[field], after[field]
        if said.isdigit():
            found.append((field, str(int(said) + int(new) - int(old))))
            continue
        names, gone, come = ({*text.split(", ")} - {""} for text in (said, old, new))
        found.append((field, ", ".join(sorted(names - (gone - come) | (come - gone)))))
    return tuple(found)


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
