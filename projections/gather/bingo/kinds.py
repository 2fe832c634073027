"""Bingo's kinds of events: play, told after the close, true of the room between jogadas."""

from collections.abc import Sequence
from typing import Final

from ledger.events import bingo as events
from ledger.events.bingo import BingoSessionClosed, BingoSessionOpened, EditionRegistered
from projections.base.event import Event
from projections.gather.gathering import GameKinds, kinds_of


def lasting_after(before: Sequence[Event], event: Event) -> list[Event]:
    """Return the editions and open sessions of a room after an event; a closed session is gone."""
    if not isinstance(event.payload, BingoSessionClosed):
        return [*before, event]
    name = event.payload.session
    return [
        one
        for one in before
        if not (isinstance(one.payload, BingoSessionOpened) and one.payload.session == name)
    ]


LASTING: Final = kinds_of(BingoSessionOpened, BingoSessionClosed, EditionRegistered)
KINDS: Final = GameKinds(
    # The room's server signs sales, balls and claims; prizes and refunds may be the cage's.
    play=kinds_of(
        events.SeriesOnSale,
        events.CardsSold,
        events.SaleClosed,
        events.JogadaSuspended,
        events.JogadaResumed,
        events.BallDrawn,
        events.OneToGoAlerted,
        events.BingoClaimed,
        events.ClaimVerified,
    ),
    # The acta, and what became of the cards.
    after_close=kinds_of(
        events.Complaint,
        events.ComplaintDecided,
        events.Breakdown,
        events.Incident,
        events.ActaGateGranted,
        events.ActaCompleted,
        events.CardsDestroyed,
        events.CardsKept,
        events.CardsDelivered,
    ),
    judged_again=kinds_of(events.PrizesPaid, events.CardsRefunded, events.JogadaAnnulled),
    place=LASTING | kinds_of(events.BallSetChecked, events.BallSetReplaced),
    lasting=dict.fromkeys(LASTING, lasting_after),
)
AFTER_CLOSE: Final = KINDS.after_close | KINDS.judged_again
"""Kinds of events that may be told of a jogada that has ended."""
