"""The fate of a jogada's cards, compared with the cards sold in it (BI-DESTROY).

Every used card is destroyed at the jogada's end, or kept or delivered as evidence (R51); a winning
one is kept for eight days (R52). A double is collected when its second jogada ends (R15), and may
be told of under either. A card that was not used is not there to be destroyed: it is sold later
(R37), or the edition does not have it. Who names no cards says it of all that were used.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.events.base import Interval
from ledger.events.bingo import CardsDelivered, CardsDestroyed, CardsKept
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import DAY_SECONDS, after
from projections.stages.actas.cards import Cards, shared, without
from projections.stages.actas.jogada import Destino, Faixa, Jogada, spans_text

KEPT_SECONDS: Final = 8 * DAY_SECONDS
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


# --- what was told -------------------------------------------------------------------------------


def card_faults(jogada: Jogada, place: str) -> Iterator[Fault]:
    """Find impossible or forbidden fates of a jogada's cards, once the jogada has ended."""
    if jogada.closed is None:
        return
    used, won, gone = Cards(jogada.usados), Cards(jogada.premiados), Cards()
    for one in jogada.destinos:
        if wrong := [left for span in one.cartoes for left in used.beside(span)]:
            expected = f"cards used in {jogada.round}"
            yield _fault(jogada, place, one, "BI R51", expected, wrong)
        if twice := [both for span in one.cartoes for both in gone.within(span)]:
            expected = "each card destroyed or delivered once"
            yield _fault(jogada, place, one, "BI R51", expected, twice)
        if one.fim in (DESTROYED, DELIVERED):
            for span in one.cartoes:
                gone.add(span)
        as_used = one.fim == DESTROYED and not one.premiados
        early = [both for span in one.cartoes for both in won.within(span)] if as_used else []
        if early and kept_too_short(jogada, one.at):
            expected = "winning cards kept for eight days"
            yield _fault(jogada, place, one, "BI R52", expected, early, f" at {one.at}")


def kept_too_short(jogada: Jogada, at: str) -> bool:
    """Tell whether winning cards would be destroyed before eight days are over (R52)."""
    if jogada.ended is None or jogada.nula:
        return False
    return at < after(jogada.ended, KEPT_SECONDS)


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
    pending = jogada.has_undecided
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
