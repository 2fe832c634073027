"""Bets, limits, seats and staff, as the records of banked games take them from events.

- ``bet-placed`` is a bet, whenever it came; ``bet-changed`` and ``bet-withdrawn`` are kept beside
  it, because replay decides what came in time. A bet that came late and was taken off again is one
  that was given back.
- ``player-seated`` says whose a seat is where a bet does not name its player. Who sits down beside
  one who has not left takes nothing from him: then a bet that names nobody is nobody's.
- ``bets-closed`` is the call after which nothing is taken; where a table sends none, the first
  ``announcement`` of ``nada_mais``; where there is neither, the outcome itself.
- ``staff-changed`` opens or ends a shift; to name again who is there already changes nothing.

Facts of the round's owner carry their seq; those of others only their time, since the numbers of
two chains cannot be compared.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import merge
from typing import Any, ClassVar, Final, Self, cast

from msgspec import structs

from ledger.events.base import BET_NUMBER_MAX, Payload
from ledger.events.base import Chips as PlacedChips
from ledger.events.outcomes import Announcement
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    RoundClosed,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import StaffChanged
from projections.base.event import ClosedRound, Event
from projections.gather.kit.heading import whole
from projections.gather.kit.since_opening import facts_at
from projections.replay.kit.bets import Bet, BetChange, Chips, Limit, Moment, Shift
from projections.replay.record import Payment

NADA_MAIS: Final = "nada_mais"
CARRIED: Final = 1 << 62
"""Later than any position: of a game whose rounds are carried all that the place told before."""


class Facts:
    """The facts of a round, taken from its events in the order in which they were recorded."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        BetsOpened: "on_bets_opened",
        BetsClosed: "on_bets_closed",
        Announcement: "on_announcement",
        BetPlaced: "on_bet",
        BetChanged: "on_change",
        BetWithdrawn: "on_withdrawal",
        PlayerSeated: "on_seated",
        PlayerLeft: "on_left",
        StaffChanged: "on_staff",
    }
    """Kind of payload to the name of the method that takes it; a game adds its own."""

    _taking: ClassVar[Mapping[type[Any], Callable[[Any, Event], None]]] = {}

    def __init_subclass__(cls) -> None:
        """Look up once the method that takes each kind of payload."""
        cls._taking = {kind: getattr(cls, name) for kind, name in cls.TAKES.items()}

    def __init__(self, owner: str) -> None:
        """Begin with no event told; ``owner`` is the source that owns the round."""
        self.owner = owner
        self.bets: list[Bet] = []
        self.changes: list[BetChange] = []
        self.players: dict[int, str | None] = {}
        """Players by seat; of several at a seat the player who sat down last."""
        self.beside: dict[int, tuple[str, ...]] = {}
        """The players who sat at the same seat before and have not left, in their order."""
        self.shifts: dict[tuple[str, int], Shift] = {}
        self.opened: Moment | None = None
        self.closed: Moment | None = None
        self.given_back: list[Payment] = []
        self.late: dict[int, list[Bet]] = {}
        """Bets that came after the close and were not taken off, by number."""
        self.sat: dict[int, set[str]] = {}
        """By seat, who was told to sit there since the round before ended."""
        self.vacated: set[int] = set()
        """Seats left by a player of whom no name was told, after a bet was laid there."""

    @classmethod
    def of(cls, closed: ClosedRound, until: int | None = None) -> Self:
        """Return the facts of the place, then of the round, read in the order of the log.

        ``until`` is the position up to which the rounds before have taken what is of one round
        only; where nothing else is said, the end of the round before.
        """
        until = min(ended(closed.previous) if until is None else until, closed.opened - 1)
        facts = cls.of_place(closed, until)
        facts.follow(closed, until)
        return facts

    @classmethod
    def of_place(cls, closed: ClosedRound, until: int) -> Self:
        """Return the facts of the place at a position before the round."""
        assert closed.table is not None
        owner = closed.events[0].source if closed.events else ""
        return facts_at(closed.table, until + 1, (cls, owner), lambda: cls.begin(owner))

    @classmethod
    def begin(cls, owner: str) -> Self:
        """Return the facts of a place of which no event was read."""
        return cls(owner)

    def follow(self, closed: ClosedRound, until: int) -> None:
        """Read the place's events after a position, and the round, in the order of the log."""
        assert closed.table is not None
        after = closed.table.between(until + 1, closed.closed)
        self.sat, self.vacated = {}, set()
        self.read(merge(after, closed.events, key=_position) if after else closed.events)
        self.name_bets()

    def forget(self) -> None:
        """Drop facts that only earlier rounds needed; games that keep such facts say how."""

    def copy(self) -> Self:
        """Return the same facts, to read more events apart."""
        other = self.__class__.__new__(self.__class__)
        for name, value in vars(self).items():
            own = value.copy() if value.__class__ in _COPIED else value
            setattr(other, name, own)
        return other

    def read(self, events: Iterable[Event]) -> None:
        """Take events in the order in which they were recorded."""
        taking = self._taking
        for event in events:
            take = taking.get(event.payload.__class__)
            if take is not None:
                take(self, event)

    def seq(self, event: Event) -> int | None:
        """Return the event's place in the owner's chain; None if another source sent it."""
        return event.seq if event.source == self.owner else None

    def moment(self, event: Event) -> Moment:
        """Return the time of an event, and its place in the owner's chain."""
        return Moment(at=event.at, seq=self.seq(event))

    # --- one kind each -------------------------------------------------------------------------

    def on_bets_opened(self, event: Event) -> None:
        """Take the call that opens the bets."""
        self.opened = self.opened or self.moment(event)

    def on_bets_closed(self, event: Event) -> None:
        """Take the first call that closes the bets."""
        self.closed = self.closed or self.moment(event)

    def on_announcement(self, event: Event) -> None:
        """Take the call that closes the bets from a table that announces it in words only."""
        if event.payload.what == NADA_MAIS:
            self.on_bets_closed(event)

    def on_bet(self, event: Event) -> None:
        """Take a bet."""
        self.add_bet(self.bet_of(event, event.payload))

    def add_bet(self, bet: Bet) -> None:
        """Keep a bet, and remember whether it came after the close."""
        self.bets.append(bet)
        if self.closed is not None or self.outcome_known():
            self.late.setdefault(bet.bet, []).append(bet)

    def outcome_known(self) -> bool:
        """Tell whether the outcome is there, which closes the bets where no call did."""
        return False

    def bet_of(self, event: Event, payload: BetPlaced) -> Bet:
        """Return a bet as it was placed."""
        player = payload.player
        return Bet(
            bet=payload.bet,
            seat=payload.seat,
            tipo=payload.chance,
            valor=payload.amount,
            selecao=payload.selection or "",
            player=player if player is not None else self.whose(payload.seat),
            chips=_chips(payload.chips),
            at=event.at,
            seq=self.seq(event),
        )

    def on_change(self, event: Event) -> None:
        """Take other terms of a bet."""
        payload: BetChanged = event.payload
        self.changes.append(
            BetChange(
                bet=payload.bet,
                tipo=payload.chance,
                selecao=payload.selection,
                valor=payload.amount,
                chips=_chips(payload.chips),
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_withdrawal(self, event: Event) -> None:
        """Take a bet's return to its bettor."""
        number = event.payload.bet
        if self.late.get(number):
            late = self.late[number].pop()
            self.given_back.append(
                Payment(seat=late.seat, amount=0, bets=(number,), stake_returned=late.valor)
            )
            return
        self.changes.append(BetChange(bet=number, retirada=True, at=event.at, seq=self.seq(event)))

    def laid_bets(self) -> Sequence[list[Any]]:
        """Return the lists in which the round's bets are kept."""
        return (self.bets,)

    def name_bets(self) -> None:
        """Give a nameless bet the name of the one player who was named at its bettor's seat.

        A name that is told in mid-round is of who sat there, unless he is known to have left.
        """
        every = self.laid_bets()
        if not any(bet.player is None for bets in every for bet in bets):
            return
        names = {seat: set(told) for seat, told in self.sat.items()}
        for bets in every:
            for bet in bets:
                place = own_place(bet)
                if bet.player is not None and self.seat_of(bet.player) in (None, place):
                    names.setdefault(place, set()).add(bet.player)
        sole = {
            seat: min(told)
            for seat, told in names.items()
            if len(told) == 1 and seat not in self.beside and seat not in self.vacated
        }
        for bets in every:
            for at, bet in enumerate(bets):
                name = sole.get(own_place(bet)) if bet.player is None else None
                if name is not None:
                    bets[at] = structs.replace(bet, player=name)

    def on_seated(self, event: Event) -> None:
        """Take a player who sits down; he has left any other seat that he shared."""
        payload: PlayerSeated = event.payload
        seat, player = payload.seat, payload.player
        known = {player, self.players.get(seat)} - {None}
        if known:
            self.sat = {**self.sat, seat: self.sat.get(seat, set()) | cast("set[str]", known)}
        for place, names in [*self.beside.items()] if player is not None else ():
            self._share(place, [name for name in names if name != player])
        before = self.players.get(seat)
        if player is None or before is None:
            self.beside.pop(seat, None)
        elif before != player:
            elsewhere = any(who == before for at, who in self.players.items() if at != seat)
            self._share(seat, [*self.beside.get(seat, ()), *([] if elsewhere else [before])])
        self.players[seat] = player

    def on_left(self, event: Event) -> None:
        """Take a player who leaves; his seat is free if no other player sits there."""
        payload: PlayerLeft = event.payload
        seat, player = payload.seat, payload.player
        beside = self.beside.get(seat, ())
        if player is not None and player in beside:
            self._share(seat, [name for name in beside if name != player])
        elif player is not None and self.players.get(seat) not in (None, player):
            return  # he left before, and another has sat down
        elif player is not None and beside:
            self.players[seat] = beside[-1]
            self._share(seat, beside[:-1])
        else:
            if player is None and self.players.get(seat) is None:
                self._vacate(seat)
            self.players.pop(seat, None)
            self.beside.pop(seat, None)

    def _vacate(self, seat: int) -> None:
        if any(own_place(bet) == seat for bets in self.laid_bets() for bet in bets):
            self.vacated = {*self.vacated, seat}

    def _share(self, seat: int, names: Sequence[str]) -> None:
        if names:
            self.beside[seat] = tuple(names)
        else:
            self.beside.pop(seat, None)

    def whose(self, seat: int) -> str | None:
        """Return the player of a seat; None where none is named, or several sit there."""
        return None if seat in self.beside else self.players.get(seat)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a player; None where nobody of that name sits."""
        if player is None:
            return None
        for seat, who in self.players.items():
            if player == who or player in self.beside.get(seat, ()):
                return seat
        return None

    def on_staff(self, event: Event) -> None:
        """Begin or end a shift."""
        payload: StaffChanged = event.payload
        post = payload.post, payload.station
        known = self.shifts.get(post)
        if payload.person is None:
            self.shifts.pop(post, None)
        elif known is None or known.person != payload.person:
            self.shifts[post] = Shift(person=payload.person, role=payload.post, since=event.at)


def own_place(bet: Any) -> int:
    """Return the seat of a bet's bettor, which another than the bet's own may be.

    >>> own_place(Bet(bet=1, seat=4, tipo="ponto", valor=100))
    4
    """
    for name in ("by", "por", "do_lugar"):
        own: int | None = getattr(bet, name, None)
        if own is not None:
            return own
    return int(bet.seat)


_COPIED: Final = frozenset({list, dict, set})


def ended(previous: Sequence[Event]) -> int:
    """Return the position at which the round before was closed; -1 if there was none.

    What comes for it later, a payment or a player's claim, ends it no later: by then the table may
    have shuffled for this one.
    """
    for event in reversed(previous):
        if event.kind == RoundClosed.KIND:
            return event.position
    return previous[-1].position if previous else -1


def _position(event: Event) -> int:
    return event.position


def _chips(chips: PlacedChips | None) -> Chips | None:
    return None if chips is None else Chips(count=chips.count, value=chips.value)


def free_number(after: int, taken: Collection[int]) -> int:
    """Return the next number that no bet of the round has; after the greatest there is, from 1."""
    number = after
    while True:
        number = number + 1 if number < BET_NUMBER_MAX else 1
        if number not in taken:
            return number


def figures(options: Mapping[str, Any], name: str) -> dict[str, int]:
    """Return an option that names whole numbers; values that are no numbers are left out."""
    found = options.get(name)
    if not isinstance(found, dict):
        return {}
    return {
        str(key): value  # pyright: ignore[reportUnknownArgumentType]
        for key, value in found.items()  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, int) and not isinstance(value, bool)
    }


def limits(options: Mapping[str, Any]) -> dict[str, Limit]:
    """Return the table's limits on each chance: ``minimos``, ``maximos``, ``multiplos``."""
    least, most, step = (figures(options, name) for name in ("minimos", "maximos", "multiplos"))
    return {
        tipo: Limit(
            minimum=least.get(tipo, 0), maximum=most.get(tipo, 0), multiple=step.get(tipo, 0)
        )
        for tipo in dict.fromkeys((*least, *most, *step))
    }


def texts(options: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return an option that is a list, each of its items as a text."""
    found = options.get(name)
    if not isinstance(found, Sequence) or isinstance(found, str):
        return ()
    return tuple(map(str, found))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def text(options: Mapping[str, Any], name: str, default: str) -> str:
    """Return an option that is a word; any other value counts as not said."""
    found = options.get(name)
    return found if isinstance(found, str) else default


def flag(options: Mapping[str, Any], name: str) -> bool | None:
    """Return an option that is yes or no; None if it has any other value."""
    found = options.get(name)
    return found if isinstance(found, bool) else None


def count(options: Mapping[str, Any], name: str, default: int | None = None) -> int | None:
    """Return an option that is a count; a negative number counts as not said."""
    found = whole(options, name, default)
    return default if found is not None and found < 0 else found


def words(options: Mapping[str, Any], name: str) -> dict[str, str]:
    """Return an option that names words or numbers, as texts; any other value counts as not said.

    What is neither in it is left out.
    """
    found = options.get(name)
    if not isinstance(found, dict):
        return {}
    return {
        str(key): str(value)  # pyright: ignore[reportUnknownArgumentType]
        for key, value in found.items()  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, str | int) and not isinstance(value, bool)
    }
