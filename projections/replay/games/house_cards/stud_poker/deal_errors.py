"""Errors of the deal that make the jogada void (R25 to R28).

Cards dealt to somebody without a bet are no error of the others' deal (R27).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from projections.replay.games.house_cards.stud_poker.record import (
    AVARIA_DO_BARALHADOR,
    BARALHADOR,
    CARTA_EXPOSTA,
    CARTAS_EXPOSTAS,
    DISTRIBUICAO_INCORRECTA,
    HAND,
    NUMERO_DE_CARTAS,
    SABOT,
    StudRecord,
)
from projections.replay.games.house_cards.stud_poker.standing_bets import betting
from projections.replay.settlement import Phrase, Step

R25: Final = "ST R25"
R28: Final = "ST R28"
_COUNT: Final = Phrase(
    "O lugar {seat} recebeu {count} cartas em vez de cinco: a jogada é inválida.",
    "Seat {seat} was dealt {count} cards instead of five: the round is invalid.",
)
_BANK_COUNT: Final = Phrase(
    "O pagador recebeu {count} cartas em vez de cinco: a jogada é inválida.",
    "The dealer was dealt {count} cards instead of five: the round is invalid.",
)
_ORDER: Final = Phrase(
    "As cartas não foram distribuídas pela ordem da regra 11: a jogada é inválida.",
    "The cards were not dealt in the order of rule 11: the round is invalid.",
)
_EXPOSED: Final = Phrase(
    "Foram expostas {count} cartas: com duas ou mais a jogada é inválida.",
    "{count} cards were exposed: with two or more the round is invalid.",
)
_NOTED: Final = {
    NUMERO_DE_CARTAS: Phrase(
        "Distribuiu-se um número errado de cartas: a jogada é inválida.",
        "A wrong number of cards was dealt: the round is invalid.",
    ),
    DISTRIBUICAO_INCORRECTA: Phrase(
        "As cartas foram distribuídas de forma incorrecta: a jogada é inválida.",
        "The cards were dealt in a wrong way: the round is invalid.",
    ),
    CARTAS_EXPOSTAS: Phrase(
        "Foram expostas duas ou mais cartas: a jogada é inválida.",
        "Two or more cards were exposed: the round is invalid.",
    ),
    AVARIA_DO_BARALHADOR: Phrase(
        "O baralhador avariou durante a distribuição: a jogada é nula.",
        "The shuffler failed during the deal: the round is void.",
    ),
}


def deal_error(record: StudRecord) -> Step | None:
    """Return the error of the deal that makes the jogada void (R25, R28), or None."""
    for noted in record.errors:
        if noted.error in _NOTED:
            return _noted(noted.error)
    count = exposed(record)
    if count > 1:
        return Step(_EXPOSED, {"count": count}, R25)
    wrong = _wrong_deal(record)
    if wrong is not None:
        return wrong
    void = record.void
    if void is not None and void.cause in _NOTED and not _contradicted(record, void.cause):
        return _noted(void.cause)
    return None


def _noted(error: str) -> Step:
    return Step(_NOTED[error], {}, R28 if error == AVARIA_DO_BARALHADOR else R25)


def exposed(record: StudRecord) -> int:
    """Return how many cards were exposed that should have been hidden (R25, R26).

    A pagador's card that is exposed stays open and then no other of his may be; the fifth from the
    sabot, or the top one from the shuffler, is shown by rule.
    """
    named: set[tuple[int, str]] = set()
    unnamed: dict[int, int] = {}
    for noted in record.errors:
        if noted.error == CARTA_EXPOSTA:
            seat = noted.seat or 0
            named.update((seat, card) for card in noted.cards)
            if not noted.cards:
                unnamed[seat] = unnamed.get(seat, 0) + 1
    pagador = sum(seat == 0 for seat, _ in named) + unnamed.pop(0, 0)
    players = sum(seat != 0 for seat, _ in named) + sum(unnamed.values())
    return players + max(pagador, _open_too_many(record))


def _open_too_many(record: StudRecord) -> int:
    """Return how many of the pagador's cards lay open against the rule."""
    lie_open = set(record.abertas or ())
    wrong = len(lie_open - {HAND})
    if record.modo_distribuicao == SABOT:
        return len(lie_open) if wrong else 0
    return max(0, len(lie_open) - 1)


def _wrong_deal(record: StudRecord) -> Step | None:
    """Return the fault of the number or the order of the cards, or None.

    A deal that was stopped because the jogada was declared void lacks cards by that, not by error.
    """
    if not record.has("cards"):
        return None
    seats = betting(record)
    if record.void is not None and _broken_off(record, seats):
        return None
    wrong = _wrong_count(record, seats)
    if wrong is not None:
        seat, count = wrong
        return Step(_COUNT if seat else _BANK_COUNT, {"seat": seat, "count": count}, R25)
    if record.ordem and seats and _dealt(record, seats) not in right_orders(record):
        return Step(_ORDER, {}, R25)
    return None


def _wrong_count(record: StudRecord, seats: Sequence[int]) -> tuple[int, int] | None:
    """Return the first hand, 0 the pagador's, that has not five cards, and how many it has."""
    betting_at = set(seats)
    counts = [(0, len(record.pagador))]
    counts += [
        (place.seat, len(place.cartas)) for place in record.seats if place.seat in betting_at
    ]
    wrong = [(seat, count) for seat, count in counts if count not in (0, HAND)]
    if not wrong and record.ordem and seats:
        dealt = Counter(record.ordem)
        counts = [(seat, dealt[seat]) for seat in (*seats, 0)]
        wrong = [(seat, count) for seat, count in counts if count != HAND]
    return wrong[0] if wrong else None


def _dealt(record: StudRecord, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the order of the cards, without those to seats that had not bet (R27)."""
    betting_at = {0, *seats}
    return tuple(seat for seat in record.ordem if seat in betting_at)


def _broken_off(record: StudRecord, seats: Sequence[int]) -> bool:
    """Tell whether the deal went right as far as it went, and did not come to its end."""
    dealt = _dealt(record, seats)
    if dealt:
        return any(
            len(dealt) < len(order) and order[: len(dealt)] == dealt
            for order in right_orders(record)
        )
    betting_at = set(seats)
    hands = [len(place.cartas) for place in record.seats if place.seat in betting_at]
    short = len(record.pagador) < HAND or any(count < HAND for count in hands)
    return short and max((len(record.pagador), *hands)) <= HAND


def right_orders(record: StudRecord) -> list[tuple[int, ...]]:
    """Return the orders in which the cards may come: from the pagador's left, he last (R11)."""
    seats = (*betting(record), 0)
    sabot = seats * HAND
    shuffler = tuple(seat for seat in seats for _ in range(HAND))
    if record.modo_distribuicao is None:
        return [sabot, shuffler]
    return [shuffler if record.modo_distribuicao == BARALHADOR else sabot]


def _contradicted(record: StudRecord, cause: str) -> bool:
    """Tell whether the cards themselves say that a void's cause is not true."""
    if not record.has("cards") or len(record.pagador) != HAND:
        return False
    hands = {place.seat: len(place.cartas) for place in record.seats}
    if any(hands.get(seat) != HAND for seat in betting(record)):
        return False
    if cause == CARTAS_EXPOSTAS:
        return exposed(record) == 1
    return cause == NUMERO_DE_CARTAS or (cause == DISTRIBUICAO_INCORRECTA and bool(record.ordem))
