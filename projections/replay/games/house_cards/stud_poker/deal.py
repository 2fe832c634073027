"""The deal: which bets came in time, and which errors make the jogada void (R25 to R28).

A bet that came late is as if it had not been laid: it goes back, and no other fault is built on it.
Cards dealt to somebody without a bet are no error of the others' deal (R27).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from projections.replay.games.house_cards.stud_poker.record import (
    ADICIONAL,
    AVARIA_DO_BARALHADOR,
    BARALHADOR,
    CARTA_EXPOSTA,
    CARTAS_EXPOSTAS,
    DISTRIBUICAO_INCORRECTA,
    HAND,
    INICIAL,
    NUMERO_DE_CARTAS,
    SABOT,
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


# --- bets in time ---------------------------------------------------------------------------------


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
