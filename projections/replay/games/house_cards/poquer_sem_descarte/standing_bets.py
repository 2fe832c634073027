"""The bets that stand, those that came late, and the seats that are dealt in.

A bet that came late is as if it had not been laid: it goes back, it is BET-LATE, and no other fault
is built on it. Where the pagador dealt to it all the same, the cards are those of a seat dealt in.
"""

from collections.abc import Sequence

from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    INICIAL,
    SEGUNDA,
    SemDescarteRecord,
)
from projections.replay.kit.bets import (
    Bet,
    BetChange,
    Placed,
    bets_as_closed,
    earlier,
    first_of_each,
    is_after,
)


def is_late(record: SemDescarteRecord, bet: Bet) -> bool:
    """Tell whether a bet came too late: after the call, the segunda once the bank is open."""
    mark = closing(record, bet)
    return mark is not None and is_after(bet, mark)


def closing(record: SemDescarteRecord, bet: Bet) -> Placed | None:
    """Return the fact that closes the bets: call or first card, of a segunda the bank's cards."""
    if bet.tipo == SEGUNDA:
        return record.banca_descoberta
    return earlier(record.jogo_feito, record.primeira_carta)


def betting(record: SemDescarteRecord) -> list[int]:
    """Return the seats with an initial bet in time, from the pagador's left."""
    return sorted(
        {
            bet.seat
            for bet in standing(record)[0]
            if bet.tipo == INICIAL and not is_late(record, bet)
        }
    )


def dealt_in(record: SemDescarteRecord) -> list[int]:
    """Return the seats to deal to, from the pagador's left.

    Those with an initial bet in time, and those with a late one that were dealt to all the same.
    """
    seats = betting(record)
    late = only_late(record)
    if not late:
        return seats
    with_cards = {place.seat for place in record.seats if place.cartas} | {*record.ordem}
    return sorted({*seats, *(late & with_cards)})


def only_late(record: SemDescarteRecord) -> set[int]:
    """Return the seats whose initial bets all came late."""
    main = [bet for bet in standing(record)[0] if bet.tipo == INICIAL]
    late = {bet.seat for bet in main if is_late(record, bet)}
    return late - {bet.seat for bet in main if not is_late(record, bet)} if late else late


def standing(record: SemDescarteRecord) -> tuple[Sequence[Bet], list[BetChange]]:
    """Return the bets as they count, and the changes that came too late.

    The segunda is placed after the call, so its changes are late only once the bank is open.
    """
    if not record.alteracoes:
        return record.bets, []
    first = first_of_each(record.bets)
    second = {number for number, at in first.items() if record.bets[at].tipo == SEGUNDA}
    before = [change for change in record.alteracoes if change.bet not in second]
    after = [change for change in record.alteracoes if change.bet in second]
    closed = earlier(record.jogo_feito, record.primeira_carta)
    bets, late = bets_as_closed(record.bets, before, closed)
    bets, late_second = bets_as_closed(bets, after, record.banca_descoberta)
    return bets, late + late_second
