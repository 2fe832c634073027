"""When a jogada was over, and what its prizes were paid: doubles play over two jogadas.

Rules: BI R15, R45; acta_de_bingo.md.

A jogada is over when its bingo is validated (R44), online when its last ball came, else when it is
annulled or closed. What one source signed is in the order of its chain; of two sources the times
decide.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from ledger.events.bingo import (
    BallDrawn,
    BingoClaimed,
    ClaimVerified,
    JogadaAnnulled,
    PrizesPaid,
)
from ledger.events.jackpots import AwardPaid
from ledger.events.rounds import RoundClosed
from projections.base.event import Event
from projections.replay.games.bingo.facts import BINGO, FIGURA


class Marca(Struct, frozen=True, kw_only=True):
    """An event's place in time."""

    position: int
    at: str
    source: str
    seq: int

    def before(self, other: "Marca") -> bool:
        """Tell whether this came before another."""
        if self.source == other.source:
            return self.seq < other.seq
        return datetime.fromisoformat(self.at) < datetime.fromisoformat(other.at)


class Pago(Marca, frozen=True, kw_only=True):
    """A payment of prizes."""

    valor: int
    """Before tax, minor units."""


def end_of(events: Iterable[Event], *, online: bool) -> Marca | None:
    """Return when a jogada was over; None while it is not."""
    claims: dict[str, str] = {}
    ball: Marca | None = None
    for event in events:
        match event.payload:
            case BallDrawn() if online:
                ball = _marca(event)
            case BingoClaimed(shape=shape):
                claims[event.name] = shape
            case ClaimVerified(claim=claim, valid=True) if claims.get(claim) in (BINGO, FIGURA):
                return _marca(event)
            case JogadaAnnulled() | RoundClosed():
                return ball or _marca(event)
            case _:
                pass
    return None


def payments_of(events: Iterable[Event]) -> Iterator[Pago]:
    """Return the payments of a jogada's prizes, shares of the accumulator among them."""
    for event in events:
        match event.payload:
            case PrizesPaid(prizes=prizes):
                yield _pago(event, sum(one.amount for one in prizes))
            case AwardPaid(amount=amount):
                yield _pago(event, amount)
            case _:
                pass


def _marca(event: Event) -> Marca:
    return Marca(position=event.position, at=event.at, source=event.source, seq=event.seq)


def _pago(event: Event, valor: int) -> Pago:
    return Pago(
        position=event.position, at=event.at, source=event.source, seq=event.seq, valor=valor
    )
