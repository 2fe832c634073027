"""Which events of bingo are the owner's play, may follow the close, or stand between jogadas."""

from typing import Final

from ledger.events import bingo as events
from ledger.events.bingo import BingoSessionClosed, BingoSessionOpened, EditionRegistered
from projections.base.event import Event

PLAY: Final = frozenset(
    kind.KIND
    for kind in (
        events.SeriesOnSale,
        events.CardsSold,
        events.SaleClosed,
        events.JogadaSuspended,
        events.JogadaResumed,
        events.BallDrawn,
        events.OneToGoAlerted,
        events.BingoClaimed,
        events.ClaimVerified,
    )
)
"""The room's server signs sales, balls and claims; prizes and refunds may be the cage's."""
JUDGED_AGAIN: Final = frozenset(
    kind.KIND for kind in (events.PrizesPaid, events.CardsRefunded, events.JogadaAnnulled)
)
"""What comes after the end of a jogada and changes what is found."""
AFTER_CLOSE: Final = JUDGED_AGAIN | frozenset(
    kind.KIND
    for kind in (
        events.Complaint,
        events.ComplaintDecided,
        events.Breakdown,
        events.Incident,
        events.ActaGateGranted,
        events.ActaCompleted,
        events.CardsDestroyed,
        events.CardsKept,
        events.CardsDelivered,
    )
)
"""What may be told of a jogada that has ended: payments, the acta, what became of its cards."""
STANDING: Final = frozenset(
    kind.KIND
    for kind in (
        BingoSessionOpened,
        BingoSessionClosed,
        EditionRegistered,
        events.BallSetChecked,
        events.BallSetReplaced,
    )
)
"""What stays true of the room from jogada to jogada."""
LASTING: Final = frozenset(
    kind.KIND for kind in (BingoSessionOpened, BingoSessionClosed, EditionRegistered)
)
"""What stays true from one opening of the room to the next, whenever it was told."""


def lasting_after(before: list[Event], event: Event) -> list[Event]:
    """Return what stays true after an event: a closed session does not."""
    if not isinstance(event.payload, BingoSessionClosed):
        return [*before, event]
    name = event.payload.session
    return [
        one
        for one in before
        if not (isinstance(one.payload, BingoSessionOpened) and one.payload.session == name)
    ]
