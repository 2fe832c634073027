"""Rounds without a bet before the operator ended a player's session for them (RA R58 b, BJ R79 …).

After how many the operator may end it is ``player-session-started.idle_rounds``. A round that was
closed at the table since the session began, and since the last round in which its player bet, is
one without a bet. Where a bet names nobody and lies at no seat that is known to be one player's
alone, nobody knows whose it is: then it is not his, and the rounds without a bet are the more.

Sessions are counted that the owner of the rounds tells: the numbers of two chains cannot be
compared, and a session's end may have overtaken the rounds before it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct, field, structs

from ledger.events.rounds import Decision
from ledger.events.seats import (
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionStarted,
)
from projections.base.event import ClosedRound, Event, Table
from projections.gather.kit.bets import ended as closing_of
from projections.gather.kit.heading import final_bets
from projections.replay.kit.player_sessions import IDLE_ROUNDS, OPERATOR, PlayerSession
from projections.replay.record import Record

SHARED: Final = "shared"
LOOKED_AT: Final = 64
"""Rounds that are looked at for a player's last bet: so much costs a session's end, whatever its
player was told. Beyond them nobody knows."""
FORCED: Final = frozenset({"pequena_aposta", "grande_aposta", "valor_reposto", "ante", "entrada"})
"""What a hand of póquer takes from a player who does nothing."""


class IdleEnd(Struct, frozen=True, kw_only=True):
    """A session that the operator ended for rounds without a bet."""

    session: str
    player: str
    term: int
    """After how many rounds without a bet he may, as he told the player."""
    began: int
    ended: int

    @property
    def most(self) -> int:
        """How many rounds before its end are looked at."""
        return min(self.term, LOOKED_AT)


class Told(Struct):
    """Players' sessions at a table, and who sits where, in the order of the log."""

    read: int = 0
    began: dict[str, Event] = field(default_factory=dict[str, Event])
    ended: dict[str, Event] = field(default_factory=dict[str, Event])
    longest: int = 0
    """The most rounds without a bet that any player was told."""
    seats: dict[int, list[tuple[int, tuple[str, ...]]]] = field(
        default_factory=dict[int, list[tuple[int, tuple[str, ...]]]]
    )
    """By seat who sits there since which position; one without a name is empty."""

    def take(self, event: Event) -> None:
        """Take an event of a session or of a seat."""
        match event.payload:
            case PlayerSessionStarted() as began:
                self.began[began.session] = event
                self.longest = max(self.longest, began.idle_rounds or 0)
            case PlayerSessionEnded() as ended:
                self.ended.setdefault(ended.session, event)
            case PlayerSeated() as seated:
                names = self._at(seated.seat)
                if not seated.player or seated.player not in names:
                    self._sit(seated.seat, event.position, (*names, seated.player or ""))
            case PlayerLeft(player=None, seat=seat):
                self._sit(seat, event.position, ("",) * (len(self._at(seat)) - 1))
            case PlayerLeft() as left:
                names = tuple(name for name in self._at(left.seat) if name != left.player)
                self._sit(left.seat, event.position, names)
            case _:
                pass

    def _at(self, seat: int) -> tuple[str, ...]:
        known = self.seats.get(seat)
        return known[-1][1] if known else ()

    def _sit(self, seat: int, position: int, names: tuple[str, ...]) -> None:
        self.seats.setdefault(seat, []).append((position, names))

    def holder(self, seat: int, position: int) -> str | None:
        """Return whose alone a seat was before a position; None where nobody knows."""
        known = self.seats.get(seat, [])
        at = bisect_left(known, position, key=itemgetter(0))
        names = known[at - 1][1] if at else ()
        return names[0] or None if len(names) == 1 else None


def told_at(table: Table) -> Told:
    """Return the players' sessions and seats of a table; each of its events is read once."""
    told: Told = table.memo.setdefault(told_at, Told())
    for event in table.events[told.read :]:
        told.take(event)
    told.read = len(table.events)
    return told


def told_in(events: Iterable[Event]) -> Told:
    """Return the players' sessions and seats that events of rounds tell."""
    told = Told()
    for event in events:
        told.take(event)
    return told


def with_waited(
    closed: ClosedRound,
    record: Record,
    sessions: str,
    previous: Callable[[], Sequence[Event]],
    before: Callable[[IdleEnd], Iterable[Sequence[Event]]],
) -> Record:
    """Return a record with the rounds without a bet that went before the operator ended sessions.

    ``sessions`` is the record's field of them. ``previous`` gives the events of the round before:
    what was told in it may be of this one. ``before`` gives those of the ``IdleEnd.most`` rounds
    that were closed last before a session's end and since its beginning, the last one first.
    """
    met: tuple[PlayerSession, ...] = getattr(record, sessions)
    names = {one.session for one in met if _is_idle_end(one)}
    if not names or record.mode != SHARED or closed.table is None or not closed.events:
        return record
    told, earlier = told_at(closed.table), previous()
    of: dict[str, tuple[int, int]] = {}
    for end in _ends(names, told, told_in((*earlier, *closed.events)), closed.events[0].source):
        open_then = ((earlier, closing_of(earlier)), (closed.events, closed.closed))
        going_on = [events for events, until in open_then if until > end.ended]
        waited = _waited(end, told, going_on, before(end))
        if waited is not None:
            of[end.session] = end.term, waited
    counted = [
        structs.replace(one, term=of[one.session][0], waited=of[one.session][1])
        if one.session in of and _is_idle_end(one)
        else one
        for one in met
    ]
    return structs.replace(record, **{sessions: tuple(counted)})


def _ends(names: Iterable[str], here: Told, inside: Told, owner: str) -> Iterator[IdleEnd]:
    """Yield the ends of these sessions, where it is known after how many the operator may."""
    for session in sorted(names):
        began = here.began.get(session) or inside.began.get(session)
        end = here.ended.get(session) or inside.ended.get(session)
        if began is None or end is None or began.position > end.position:
            continue
        first: PlayerSessionStarted = began.payload
        last: PlayerSessionEnded = end.payload
        one_chain = began.source == end.source == owner
        if one_chain and first.idle_rounds and first.player == last.player:
            yield IdleEnd(
                session=session,
                player=last.player,
                term=first.idle_rounds,
                began=began.position,
                ended=end.position,
            )


def _waited(
    end: IdleEnd,
    told: Told,
    going_on: Iterable[Sequence[Event]],
    before: Iterable[Sequence[Event]],
) -> int | None:
    """Return how many rounds without a bet of its player went before a session's end.

    ``going_on`` are the rounds that were closed after it. None where more than are looked at would
    have to be.
    """
    if any(_bet_in(events, end, told) for events in going_on):
        return 0
    waited = 0
    for events in before:
        if _bet_in(events, end, told):
            return waited
        waited += 1
    return None if waited == LOOKED_AT < end.term else waited


def is_counted(record: Record | None, sessions: str) -> bool:
    """Tell whether rounds without a bet are counted of any session of a record."""
    met: tuple[PlayerSession, ...] = getattr(record, sessions, ())
    return any(one.waited is not None for one in met)


def _is_idle_end(one: PlayerSession) -> bool:
    return one.ended_by == OPERATOR and one.cause == IDLE_ROUNDS


def _bet_in(events: Sequence[Event], end: IdleEnd, told: Told) -> bool:
    """Tell whether a player is known to have bet in a round while his session lasted."""
    moved = told_in(events).seats
    lasting = [event for event in events if end.began < event.position < end.ended]
    return any(
        player == end.player
        if player is not None
        else seat not in moved and told.holder(seat, position) == end.player
        for position, seat, player in _bets(lasting)
    )


def _bets(events: Sequence[Event]) -> Iterator[tuple[int, int, str | None]]:
    """Yield position, bettor's seat and player of each bet that was made by choice, and stood."""
    for event, bet in final_bets(events):
        if bet.amount > 0 and bet.chance not in FORCED and bet.carried_from is None:
            yield event.position, bet.seat if bet.by is None else bet.by, bet.player
    for event in events:
        said: Any = event.payload
        if isinstance(said, Decision) and said.added > 0 and said.action not in FORCED:
            yield event.position, said.seat if said.by is None else said.by, None
