"""The bets that stand, and those that came late.

A bet that came late is as if it had not been laid: it goes back, and no other fault is built on it.
"""

from collections.abc import Sequence

from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    INICIAL,
    Aposta,
    Lugar,
    StudRecord,
)
from projections.replay.kit.bets import (
    Bet,
    BetChange,
    Moment,
    bets_as_closed,
    earlier,
    first_of_each,
    is_after,
)
from projections.replay.kit.memo import once


def is_late(record: StudRecord, bet: Bet) -> bool:
    """Tell whether a bet came too late, or a hand's adicional after the hand was taken (R9).

    Inicial and progressivo are laid before the call, or the first card where there is none; the
    adicional before the pagador turns his cards. A bet that came over lies there already.
    """
    if bet.tipo == ADICIONAL:
        shown, taken = record.pagador_descobre, taken_at(record, bet.seat)
        return (shown is not None and is_after(bet, shown)) or (
            taken is not None and is_after(bet, taken)
        )
    if isinstance(bet, Aposta) and bet.transitada_de is not None:
        return False
    closed = record.jogo_feito
    return (closed is not None and is_after(bet, closed)) or after_first_card(record, bet)


def after_first_card(record: StudRecord, bet: Bet) -> bool:
    """Tell whether a bet was laid when cards were out already (R7 c)."""
    return record.primeira_carta is not None and is_after(bet, record.primeira_carta)


def taken_at(record: StudRecord, seat: int) -> Moment | None:
    """Return when the pagador took a seat's hand; None where it is not recorded."""
    place = place_of(record, seat)
    return None if place is None else place.recolhida


def place_of(record: StudRecord, seat: int | None) -> Lugar | None:
    """Return the first place recorded of a seat; None where there is none."""
    return None if seat is None else _places(record, None).get(seat)


@once
def _places(record: StudRecord, _: None) -> dict[int, Lugar]:
    return {place.seat: place for place in reversed(record.seats)}


def betting(record: StudRecord) -> list[int]:
    """Return the seats with an inicial in time, from the pagador's left."""
    return _betting(record, None)


@once
def _betting(record: StudRecord, _: None) -> list[int]:
    return sorted(
        {
            bet.seat
            for bet in standing(record)[0]
            if bet.tipo == INICIAL and not is_late(record, bet)
        }
    )


def standing(record: StudRecord) -> tuple[Sequence[Aposta], list[BetChange]]:
    """Return the bets as they count, and the changes that came too late.

    The adicional is laid after the deal, so its changes are late only once the pagador's is open.
    """
    return _standing(record, None)


@once
def _standing(record: StudRecord, _: None) -> tuple[Sequence[Aposta], list[BetChange]]:
    if not record.alteracoes:
        return record.bets, []
    first = first_of_each(record.bets)
    second = {number for number, at in first.items() if record.bets[at].tipo == ADICIONAL}
    before = [change for change in record.alteracoes if change.bet not in second]
    after = [change for change in record.alteracoes if change.bet in second]
    closed = earlier(record.jogo_feito, record.primeira_carta)
    bets, late = bets_as_closed(record.bets, before, closed)
    bets, late_second = bets_as_closed(bets, after, record.pagador_descobre)
    return [bet for bet in bets if isinstance(bet, Aposta)], late + late_second
