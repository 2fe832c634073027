"""The fate of a jogada's cards, compared with the cards sold in it (BI-DESTROY).

Every used card is destroyed at the jogada's end, or kept or delivered as evidence (R51); a winning
one is kept for eight days (R52). A double is collected when its second jogada ends (R15), and may
be told of under either. A card that was not used is not there to be destroyed: it is sold later
(R37), or the edition does not have it. Who names no cards says it of all that were used.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from ledger.events.base import Interval
from ledger.events.bingo import CardsDelivered, CardsDestroyed, CardsKept
from projections.base.event import Event
from projections.base.produced import Fault
from projections.stages.actas.jogada import Destino, Faixa, Jogada, spans_text

KEPT: Final = timedelta(days=8)
"""R52: how long winning cards are kept."""
EVIDENCE: Final = "evidence"
DESTROYED: Final = "destroyed"
DELIVERED: Final = "delivered"


def destino_of(event: Event, payload: CardsDestroyed | CardsKept | CardsDelivered) -> Destino:
    """Return the fate of cards that an event tells."""
    match payload:
        case CardsDestroyed():
            what = DESTROYED
        case CardsDelivered():
            what = DELIVERED
        case CardsKept():
            what = "kept"
    return Destino(
        position=event.position,
        at=event.at,
        fim=what,
        cartoes=_faixas(payload.cards),
        premiados=payload.winning
        if isinstance(payload, CardsDestroyed)
        else isinstance(payload, CardsKept) and payload.reason != EVIDENCE,
    )


def _faixas(cards: Iterable[Interval]) -> tuple[Faixa, ...]:
    return tuple((one.series, one.first, one.last) for one in cards)


def without(spans: Iterable[Faixa], others: Iterable[Faixa]) -> list[Faixa]:
    """Return the cards of intervals that are in none of the others.

    >>> without([("A", 1, 10)], [("A", 3, 4), ("A", 9, 12), ("B", 1, 10)])
    [('A', 1, 2), ('A', 5, 8)]
    """
    taken, left = sorted(others), list[Faixa]()
    for series, first, last in spans:
        at = first
        for other, begin, end in taken:
            if other != series or end < at or begin > last:
                continue
            if begin > at:
                left.append((series, at, begin - 1))
            at = max(at, end + 1)
        if at <= last:
            left.append((series, at, last))
    return left


def shared(spans: Iterable[Faixa], others: Sequence[Faixa]) -> list[Faixa]:
    """Return the cards that are in both.

    >>> shared([("A", 1, 10)], [("A", 3, 4), ("A", 9, 12)])
    [('A', 3, 4), ('A', 9, 10)]
    """
    mine = list(spans)
    return without(mine, without(mine, others))


# --- what was told -------------------------------------------------------------------------------


def card_faults(jogada: Jogada, place: str) -> Iterator[Fault]:
    """Find impossible or forbidden fates of a jogada's cards, once the jogada has ended."""
    if jogada.closed is None:
        return
    gone: list[Faixa] = []
    for one in jogada.destinos:
        if wrong := without(one.cartoes, jogada.usados):
            expected = f"cards used in {jogada.round}"
            yield _fault(jogada, place, one, "BI R51", expected, wrong)
        if twice := shared(one.cartoes, gone):
            expected = "each card destroyed or delivered once"
            yield _fault(jogada, place, one, "BI R51", expected, twice)
        if one.fim in (DESTROYED, DELIVERED):
            gone += one.cartoes
        as_used = one.fim == DESTROYED and not one.premiados
        early = shared(one.cartoes, jogada.premiados) if as_used else []
        if early and kept_too_short(jogada, one.at):
            expected = "winning cards kept for eight days"
            yield _fault(jogada, place, one, "BI R52", expected, early, f" at {one.at}")


def kept_too_short(jogada: Jogada, at: str) -> bool:
    """Tell whether winning cards would be destroyed before eight days are over (R52)."""
    if jogada.ended is None or jogada.nula:
        return False
    return datetime.fromisoformat(at) < datetime.fromisoformat(jogada.ended) + KEPT


def _fault(
    jogada: Jogada,
    place: str,
    told: Destino,
    rule: str,
    expected: str,
    cards: Iterable[Faixa],
    when: str = "",
) -> Fault:
    return Fault(
        code="BI-DESTROY",
        rule=rule,
        positions=(jogada.opened, told.position),
        place=place,
        round=jogada.round,
        expected=expected,
        recorded=f"{spans_text(cards)} {told.fim}{when}",
    )


# --- what was not told ---------------------------------------------------------------------------


def forgotten(jogada: Jogada, jogadas: Sequence[Jogada]) -> list[Faixa]:
    """Return the used cards of which a session's records say nothing (R51).

    Of doubles that wait for their second jogada nothing need be said yet; of those of an earlier
    session it may stand there. Winning cards are kept.
    """
    first = next((one for one in jogadas if one.round == jogada.herda), None)
    due = without(jogada.em_jogo, jogada.ganhadores)
    if not jogada.nula:
        due = without(due, jogada.duplas)
    inherited = shared(due, jogada.herdadas)
    own = without(due, jogada.herdadas)
    left = [] if _all_told(jogada) else without(own, _told(jogada))
    if first is not None and not (_all_told(jogada) or _all_told(first)):
        inherited = without(inherited, first.ganhadores)
        left += without(inherited, [*_told(jogada), *_told(first)])
    return left


def _all_told(jogada: Jogada) -> bool:
    """Tell whether it was said of all used cards, none named, what became of them."""
    return any(not one.cartoes and not one.premiados for one in jogada.destinos)


def _told(jogada: Jogada) -> list[Faixa]:
    return [span for one in jogada.destinos for span in one.cartoes]


def destroyed_faults(event: Event, payload: CardsDestroyed, jogada: Jogada) -> Iterator[Fault]:
    """Find cards destroyed that a complaint still needs, or that had won too lately (R51, R52)."""
    pending = any(one.decisao is None for one in jogada.reclamacoes)
    if pending or (payload.winning and kept_too_short(jogada, event.at)):
        yield Fault(
            code="BI-DESTROY",
            positions=(jogada.opened, event.position),
            place=event.place,
            round=jogada.round,
            expected="kept while a complaint is pending"
            if pending
            else "winning cards kept for eight days",
            recorded=f"destroyed at {event.at}",
        )
