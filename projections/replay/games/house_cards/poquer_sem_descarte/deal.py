"""The deal: which bets stand, who is dealt in, and which errors void the jogada (R34).

A bet that came late is as if it had not been laid: it goes back, it is BET-LATE, and no other fault
is built on it. Where the pagador dealt to it all the same, the cards are those of a seat dealt in.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    CARTA_DESCOBERTA,
    HAND,
    INICIAL,
    NUMERO_DE_CARTAS,
    SEGUNDA,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites
from projections.replay.kit.bets import (
    Bet,
    BetChange,
    Placed,
    bets_as_closed,
    earlier,
    first_of_each,
    is_after,
)
from projections.replay.settlement import Phrase, Step

_COUNT: Final = Phrase(
    "O lugar {seat} recebeu {count} cartas em vez de cinco: a jogada é anulada.",
    "Seat {seat} was dealt {count} cards instead of five: the round is void.",
)
_BANK_COUNT: Final = Phrase(
    "A banca recebeu {count} cartas em vez de cinco: a jogada é anulada.",
    "The bank was dealt {count} cards instead of five: the round is void.",
)
_NOTED: Final = {
    NUMERO_DE_CARTAS: Phrase(
        "Distribuiu-se um número errado de cartas: a jogada é anulada.",
        "A wrong number of cards was dealt: the round is void.",
    ),
    CARTA_DESCOBERTA: Phrase(
        "Uma carta apareceu indevidamente descoberta: a jogada é anulada.",
        "A card was wrongly exposed in the deal: the round is void.",
    ),
}
_TWO_OPEN: Final = Phrase(
    "Ficou descoberta mais de uma carta da banca: a jogada é anulada.",
    "More than one of the bank's cards lay open: the round is void.",
)


def deal_error(record: SemDescarteRecord, cites: Cites) -> Step | None:
    """Return the error of the deal that voids the jogada (R34), or None.

    One bank's card uncovered before the last is pardoned: it becomes the open card.
    """
    for noted in record.errors:
        if noted.error in _NOTED:
            return Step(_NOTED[noted.error], {}, cites.void)
    if record.abertas is not None and len(record.abertas) > 1:
        return Step(_TWO_OPEN, {}, cites.void)
    wrong = _wrong_count(record)
    if wrong is not None:
        seat, count = wrong
        phrase = _COUNT if seat else _BANK_COUNT
        return Step(phrase, {"seat": seat, "count": count}, cites.void)
    void = record.void
    if void is not None and void.cause in _NOTED and not _contradicted(record, void.cause):
        return Step(_NOTED[void.cause], {}, cites.void)
    return None


def _wrong_count(record: SemDescarteRecord) -> tuple[int, int] | None:
    """Return the first seat, 0 the bank, that was not dealt five cards, and how many it was."""
    if not record.has("cards"):
        return None
    if len(record.banca) not in (0, HAND):
        return 0, len(record.banca)
    dealt = {*dealt_in(record)}
    for place in record.seats:
        count = len(place.cartas)
        if count not in (0, HAND) and place.seat in dealt:
            return place.seat, count
    if record.ordem:
        counts = Counter(record.ordem)
        for seat in (*dealt_in(record), 0):
            if counts[seat] != HAND:
                return seat, counts[seat]
    return None


def _contradicted(record: SemDescarteRecord, cause: str) -> bool:
    """Tell whether the cards themselves say that a void's cause is not true."""
    if cause != NUMERO_DE_CARTAS or not record.has("cards") or len(record.banca) != HAND:
        return False
    hands = {place.seat: len(place.cartas) for place in record.seats}
    return all(hands.get(seat) == HAND for seat in dealt_in(record))


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
