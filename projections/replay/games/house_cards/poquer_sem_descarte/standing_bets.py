"""The bets that stand, those that came late, and the seats that are dealt in.

A bet that came late is as if it had not been laid: it goes back, it is BET-LATE, and no other fault
is built on it. Where the pagador dealt to it all the same, the cards are those of a seat dealt in.
"""

from collections.abc import Sequence

from msgspec import Struct

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
from projections.replay.kit.memo import once


class Laid(Struct, frozen=True, gc=False):
    """The bets of a jogada as they count, and what everybody asks of them."""

    bets: Sequence[Bet]
    changes_late: Sequence[BetChange]
    """The changes that came too late."""
    late: frozenset[int]
    """By identity, the bets that came too late: as they were laid, and as they count."""
    main: Sequence[Bet]
    """The initial bets in time."""
    betting: tuple[int, ...]
    """The seats with an initial bet in time, from the pagador's left."""
    only_late: frozenset[int]
    """The seats whose initial bets all came late."""

    def is_late(self, bet: Bet) -> bool:
        """Tell whether a bet came too late: after the call, the segunda once the bank is open."""
        return id(bet) in self.late


def laid(record: SemDescarteRecord) -> Laid:
    """Return the bets of a jogada as they count."""
    return _laid(record, None)


@once
def _laid(record: SemDescarteRecord, _: None) -> Laid:
    bets, changes_late = _as_closed(record)
    late = _late(record, bets)
    main = [bet for bet in bets if bet.tipo == INICIAL]
    seats = only_late = frozenset(bet.seat for bet in main)
    if late:
        main = [bet for bet in main if id(bet) not in late]
        seats = frozenset(bet.seat for bet in main)
    only_late -= seats
    if bets is not record.bets:
        late |= _late(record, record.bets)
    return Laid(bets, changes_late, late, main, tuple(sorted(seats)), only_late)


def _late(record: SemDescarteRecord, bets: Sequence[Bet]) -> frozenset[int]:
    """Return by identity the bets that came after the call, the segunda once the bank is open."""
    first, second = _closing(record), record.banca_descoberta
    late: list[int] = []
    for bet in bets:
        mark = second if bet.tipo == SEGUNDA else first
        if mark is not None and is_after(bet, mark):
            late.append(id(bet))
    return frozenset(late)


def _as_closed(record: SemDescarteRecord) -> tuple[Sequence[Bet], Sequence[BetChange]]:
    """Return the bets as they count, and the changes that came too late.

    The segunda is placed after the call, so its changes are late only once the bank is open.
    """
    if not record.alteracoes:
        return record.bets, ()
    first = first_of_each(record.bets)
    second = {number for number, at in first.items() if record.bets[at].tipo == SEGUNDA}
    before = [change for change in record.alteracoes if change.bet not in second]
    after = [change for change in record.alteracoes if change.bet in second]
    bets, late = bets_as_closed(record.bets, before, _closing(record))
    bets, late_second = bets_as_closed(bets, after, record.banca_descoberta)
    return bets, late + late_second


def _closing(record: SemDescarteRecord) -> Placed | None:
    """Return the call or the first card, whichever closed the bets."""
    return earlier(record.jogo_feito, record.primeira_carta)


def closing(record: SemDescarteRecord, bet: Bet) -> Placed | None:
    """Return the fact that closes the bets: call or first card, of a segunda the bank's cards."""
    return record.banca_descoberta if bet.tipo == SEGUNDA else _closing(record)


def dealt_in(record: SemDescarteRecord) -> Sequence[int]:
    """Return the seats to deal to, from the pagador's left.

    Those with an initial bet in time, and those with a late one that were dealt to all the same.
    """
    stakes = laid(record)
    if not stakes.only_late:
        return stakes.betting
    with_cards = {place.seat for place in record.seats if place.cartas} | {*record.ordem}
    return sorted({*stakes.betting, *(stakes.only_late & with_cards)})
