"""Rounds in a row for which each seated player has not bet, carried from round to round.

A player is in a round if he sits when its bets are closed, and abstains if no bet of his is on the
table then that the game asks of one who plays. A late bet is none that counts, but who tried did
not abstain. A void round leaves the count of who did not bet as it was. Who sits down, even on a
seat just left, begins with none; to name again who sits there changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import merge
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from ledger.events.outcomes import Announcement
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated, PlayerWarned
from projections.base.event import ClosedRound, Event, Table
from projections.gather.kit.bets import NADA_MAIS
from projections.gather.kit.carried import carried_as


class Occupant(Struct, kw_only=True, omit_defaults=True):
    """A player at a seat, and his rounds in a row without a bet."""

    player: str | None = None
    idle: int = 0
    """Rounds in a row without a bet."""
    expelled: bool = False
    """Whether he was told to play no more."""
    barred: bool = False
    """Whether he had been told so before the round was opened."""
    beside: "Occupant | None" = None
    """The player who sat there before and has not left."""


class Abstentions(Struct, kw_only=True, omit_defaults=True):
    """The players of a table after a round, each with his rounds in a row without a bet."""

    ended: int = -1
    """Position at which the round was closed; -1 before the first."""
    seats: dict[int, Occupant] = field(default_factory=dict[int, Occupant])


class _Round:
    """The players of a table while a round is folded into them."""

    def __init__(self, seated: Abstentions, chance: str) -> None:
        """Begin with the seated players, and the chance on which a player in the round must bet."""
        self.seated = seated
        self.chance = chance
        self.bets: dict[int, int] = {}
        """Seats by the numbers of the bets on that chance."""
        self.present: dict[int, Occupant] | None = None
        """The players seated when the bets were closed."""
        self.void = False
        self.ended: int | None = None

    def take(self, events: Iterable[Event]) -> None:
        """Take events in the order of the log."""
        for event in events:
            takes = _TAKES.get(event.payload.__class__)
            if takes is not None:
                takes(self, event)

    def on_opened(self, event: Event) -> None:
        for seat in event.payload.seats:
            self.seated.seats.setdefault(seat, Occupant())
        for sat in self.seated.seats.values():
            sat.barred = sat.expelled

    def on_seated(self, event: Event) -> None:
        payload: PlayerSeated = event.payload
        sat = self.seated.seats.get(payload.seat)
        others = [one for seat, one in self.seated.seats.items() if seat != payload.seat]
        for one in others:  # who sits down elsewhere has left the place that he shared
            if one.beside is not None and one.beside.player == payload.player:
                one.beside = None
        if sat is None or sat.player is None or sat.player != payload.player:
            new = self.seated.seats[payload.seat] = Occupant(player=payload.player)
            if sat is None or None in (sat.player, new.player):
                return
            if any(one.player == sat.player for one in others):
                new.beside = sat.beside
            else:
                # The same, not a copy: the round that he was in is counted only when it is over.
                new.beside, sat.beside = sat, None

    def on_left(self, event: Event) -> None:
        payload: PlayerLeft = event.payload
        sat = self.seated.seats.get(payload.seat)
        beside = sat.beside if sat is not None and payload.player is not None else None
        if sat is None or None in (payload.player, sat.player) or payload.player == sat.player:
            self.seated.seats.pop(payload.seat, None)
            if beside is not None:
                self.seated.seats[payload.seat] = beside
        elif beside is not None and payload.player == beside.player:
            sat.beside = None

    def on_warned(self, event: Event) -> None:
        sat = self.seated.seats.get(event.payload.seat)
        if event.payload.expelled and sat is not None:
            sat.expelled = True

    def on_bet(self, event: Event) -> None:
        payload: BetPlaced = event.payload
        if payload.chance == self.chance:
            self.bets.setdefault(payload.bet, payload.seat)

    def on_change(self, event: Event) -> None:
        payload: BetChanged = event.payload
        if payload.chance is not None and payload.chance != self.chance and self.present is None:
            self.bets.pop(payload.bet, None)

    def on_withdrawal(self, event: Event) -> None:
        if self.present is None:
            self.bets.pop(event.payload.bet, None)

    def on_closed_bets(self, _event: Event) -> None:
        if self.present is None:
            self.present = dict(self.seated.seats)

    def on_announcement(self, event: Event) -> None:
        if event.payload.what == NADA_MAIS:
            self.on_closed_bets(event)

    def on_void(self, _event: Event) -> None:
        self.void = True

    def on_closed(self, event: Event) -> None:
        self.on_closed_bets(event)
        self.ended = event.position

    def end(self) -> dict[int, Occupant]:
        """Count the round; return its players by seat, bettors whom no event seated among them."""
        betting = set(self.bets.values())
        present = self.seated.seats if self.present is None else self.present
        for seat, sat in present.items():
            if seat in betting:
                sat.idle = 0
            elif not self.void:
                sat.idle += 1
        return {**{seat: Occupant() for seat in betting}, **present}


_TAKES: Final[Mapping[type[Any], Callable[[_Round, Event], None]]] = {
    RoundOpened: _Round.on_opened,
    PlayerSeated: _Round.on_seated,
    PlayerLeft: _Round.on_left,
    PlayerWarned: _Round.on_warned,
    BetPlaced: _Round.on_bet,
    BetChanged: _Round.on_change,
    BetWithdrawn: _Round.on_withdrawal,
    BetsClosed: _Round.on_closed_bets,
    Announcement: _Round.on_announcement,
    RoundVoided: _Round.on_void,
    RoundClosed: _Round.on_closed,
}


def counted(
    carried: Mapping[str, Any], table: Table, events: Sequence[Event], until: int, chance: str
) -> dict[int, Occupant]:
    """Return a round's players by seat, each with his rounds in a row without a bet, this included.

    ``events`` are the round's; ``carried`` is how the table stood when it was opened; what happened
    at the table counts up to the position ``until``; ``chance`` is the bet that one who plays must
    lay.
    """
    return _fold(carried, table, events, until, chance).end()


def carried_after(before: ClosedRound, opened: int, chance: str) -> dict[str, Any]:
    """Return the players of a table after a round, and the rounds for which each has not bet."""
    if before.table is None or not before.events:
        return {}
    events = [event for event in before.events if event.position < opened]
    one = _fold(before.carried, before.table, events, opened, chance)
    one.end()
    one.seated.ended = one.ended if one.ended is not None else opened - 1
    return msgspec.to_builtins(one.seated, str_keys=True)


def abstentions_of(carried: Mapping[str, Any]) -> Abstentions:
    """Return the players of a table and their abstentions, as carried."""
    return carried_as(Abstentions, carried)


def _fold(
    carried: Mapping[str, Any], table: Table, events: Sequence[Event], until: int, chance: str
) -> _Round:
    one = _Round(abstentions_of(carried), chance)
    began = events[0].position if events else until
    if not carried:
        one.take(table.before(began))
    between = table.between(began + 1, until)
    one.take(merge(between, events, key=_position) if between else events)
    return one


def _position(event: Event) -> int:
    return event.position
