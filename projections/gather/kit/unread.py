"""The words of a round that its game does not know."""

from typing import Any, Final

from msgspec import Struct

from ledger.events.outcomes import CardDealt
from ledger.events.rounds import BetPlaced, Decision
from projections.base.event import ClosedRound
from projections.replay.record import Unread

SEAT: Final = "seat"
_KINDS: Final = frozenset({CardDealt.KIND, Decision.KIND, BetPlaced.KIND})


class Words(Struct, frozen=True, kw_only=True):
    """The words that a game knows; of what is None it judges each word itself."""

    cards_to: frozenset[str] | None = None
    """Where a card may go; a card to a seat says which."""
    to_seats: frozenset[str] = frozenset({SEAT})
    """Those of them that need a seat."""
    by_seat: bool = False
    """Whether a card that names a seat is that seat's, whatever the word."""
    actions: frozenset[str] | None = None
    chances: frozenset[str] | None = None
    alone: bool = False
    """Whether each plays against the house alone: a seat's decisions touch no other seat."""


def unread_of(closed: ClosedRound, words: Words) -> tuple[Unread, ...]:
    """Return the words of a round that its game does not know."""
    found: list[Unread] = []
    for event in closed.events:
        if event.kind in _KINDS:
            one = _unread(event.payload, words)
            if one is not None:
                found.append(one)
    return tuple(found)


def with_unread(fields: dict[str, Any], closed: ClosedRound, words: Words) -> dict[str, Any]:
    """Return a record's heading with the words that its game does not know, if there are any."""
    unread = unread_of(closed, words)
    return {**fields, "unread": unread} if unread else fields


def _unread(payload: Any, words: Words) -> Unread | None:
    if isinstance(payload, CardDealt):
        return None if _is_placed(payload, words) else Unread(fact="carta", word=payload.to)
    seat = payload.seat if words.alone else None
    if isinstance(payload, Decision):
        if words.actions is None or payload.action in words.actions:
            return None
        return Unread(fact="decisao", word=payload.action, seat=seat)
    if words.chances is None or payload.chance in words.chances:
        return None
    return Unread(fact="aposta", word=payload.chance, seat=seat, bet=payload.bet)


def _is_placed(card: CardDealt, words: Words) -> bool:
    """Tell whether a card went where the game knows."""
    if words.cards_to is None or card.seat == 0 or (words.by_seat and card.seat is not None):
        return True
    return card.to in words.cards_to and (card.to not in words.to_seats or card.seat is not None)
