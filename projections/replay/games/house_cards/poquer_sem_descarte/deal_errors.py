"""Errors of the deal that void the jogada (R34)."""

from collections import Counter
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    CARTA_DESCOBERTA,
    HAND,
    NUMERO_DE_CARTAS,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import dealt_in
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
