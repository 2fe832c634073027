"""A table of póquer não bancado between two hands: who sits with how much, who is away.

Who sits where with how much, who is away and since when, who has not bet, what was missed: a fold
over the events of the place and of its hands, carried from each hand to the one after.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, DeckShuffled
from ledger.events.rounds import BetPlaced, Decision, Payout, RoundOpened, RoundVoided
from ledger.events.seats import (
    DeadMoney,
    MarkerMoved,
    PlaceRequested,
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerWarned,
    StackDeclared,
)
from ledger.events.tables import SessaoClosed, SessaoOpened, TableResumed, TableSuspended
from projections.base.event import ClosedRound, Event
from projections.gather.kit.carried import carried_as
from projections.gather.kit.places import Waiting
from projections.replay.games.poker.betting.record import Choice, HandRecord, TableChange
from projections.replay.kit.places import PlaceTaken
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import Record

FEW_PLAYERS: Final = frozenset({"players", "few_players", "jogadores"})
"""Causes of a suspension for want of players (001 n.24)."""
FEW_PLAYERS_RULE: Final = "n.24"
CHANGE: Final = "change"
"""Why a player leaves who sits down elsewhere."""
ENTRIES: Final = frozenset({"start", "entry", "cave"})
"""Causes of a cave with which a player comes to the table, and so no reposição (O5, R14)."""


class SeatedPlayer(Struct, kw_only=True, omit_defaults=True):
    """A player at his seat, as a hand begins."""

    at: str = ""
    """When he sat down."""
    stack: int | None = None
    """His cave; None where it changed and nobody declared it since."""
    away: bool = False
    played: bool = False
    """Whether he has been in a hand since he sat down."""
    rested: int = 0
    """Hands in a row for which he was away."""
    idle: int | None = 0
    """Hands in a row without a bet; None after an absence."""
    pequenas: int = 0
    """Forced bets missed while away: how many pequenas, how many grandes."""
    grandes: int = 0
    left: int | None = None
    """The cave with which he went away."""
    added: int = 0
    """Chips that he added to his cave since the last hand."""
    player: str | None = None
    beside: "SeatedPlayer | None" = None
    """The player who sat there before and has not left: the law wants one player a place (R8)."""
    told: bool = False
    """Whether a hand was played with both players there."""
    expelled: bool = False
    """Whether he has to leave the table (R46)."""


class TableBetweenHands(Struct, kw_only=True, omit_defaults=True):
    """A table between two hands."""

    round: str = ""
    """The last hand; empty before the first."""
    mao: int | None = None
    """Where the marker lies."""
    mao_before: int | None = None
    """Seat that had the mão in the last hand; None where that hand was void."""
    seats: dict[int, SeatedPlayer] = field(default_factory=dict)
    sessao: str = ""
    """When the sessão began."""
    suspended_at: str = ""
    suspended: int | None = None
    """Seconds that the partida stood since the last hand, for want of players."""
    chosen: Choice | None = None
    """The game that the mão chose for the hand to come (R51)."""
    sessions: list[PlayerSession] = field(default_factory=list)
    """Online: sessions that ended since the last hand began."""
    waiting: Waiting = field(default_factory=Waiting)
    """Those who wait for a place, in their order (R9, R13)."""
    taken: list[PlaceTaken] = field(default_factory=list[PlaceTaken])
    """The places taken since the last hand while others waited."""
    changed: list[TableChange] = field(default_factory=list[TableChange])
    """Those who left in a sessão since the last hand, to change table (R11)."""
    interrupted: bool = False
    """Whether the partida stood still since the last hand (R7)."""
    deck_shown: bool = False
    """Whether the deck was shown at the table since the last hand (R7)."""

    def sat(self, seat: int) -> SeatedPlayer:
        """Return the player at a seat, a nameless player where nobody sat down."""
        found = self.seats.get(seat)
        if found is None:
            found = self.seats[seat] = SeatedPlayer()
        return found

    def take(self, event: Event) -> None:
        """Take an event that changes who sits, with how much, or where the mão is."""
        take_of = TAKES.get(event.payload.__class__)
        if take_of is not None:
            take_of(self, event.payload, event.at)

    def on_seat(self, payload: Payload, at: str) -> None:
        """Take a player who sits down, leaves, goes away, comes back or declares his cave."""
        match payload:
            case PlayerSeated():
                self.sit(payload, at)
            case PlayerLeft():
                self.leave(payload)
            case PlayerAway():
                sat = self.sat(payload.seat)
                if not sat.away:
                    sat.away, sat.left = True, sat.stack
            case PlayerBack():
                self.sat(payload.seat).away = False
            case StackDeclared():
                sat = self.sat(payload.seat)
                sat.stack = payload.amount
                sat.added += 0 if payload.why in ENTRIES else payload.added
            case _:
                pass

    def sit(self, payload: PlayerSeated, at: str) -> None:
        """Take a player who sits down; another player there who has not left stays known.

        Who sits down elsewhere has left his place, as when places are drawn anew.
        """
        self.take_place(payload)
        new, before = SeatedPlayer(at=at, player=payload.player), self.seats.get(payload.seat)
        others = [sat for seat, sat in self.seats.items() if seat != payload.seat]
        if before is not None and None not in (before.player, new.player):
            if before.player == new.player and not before.away:
                return  # named again: nothing changes
            if before.player not in (new.player, *(sat.player for sat in others)):
                new.beside = msgspec.structs.replace(before, beside=None)
        for sat in others:
            if sat.beside is not None and sat.beside.player == new.player:
                sat.beside = None
        self.seats[payload.seat] = new

    def take_place(self, payload: PlayerSeated) -> None:
        """Take a place on which a player sits down, and who had waited for it."""
        taken = self.waiting.sit(payload, self.names())
        if taken is not None:
            self.taken.append(taken)
        self.changed = [one for one in self.changed if one.player != payload.player]

    def names(self) -> dict[int, str | None]:
        """Return the players at the table by seat."""
        return {seat: sat.player for seat, sat in self.seats.items()}

    def on_request(self, payload: PlaceRequested, _at: str) -> None:
        """Take somebody's wish for a place."""
        self.waiting.ask(payload, self.names())

    def on_shuffle(self, payload: DeckShuffled, _at: str) -> None:
        """Take a shuffle between two hands: whether the deck was shown."""
        self.deck_shown = self.deck_shown or payload.shown

    def note_change(self, payload: PlayerLeft, sat: SeatedPlayer | None) -> None:
        """Note who leaves in a sessão to change table, with what he has, and how many stay."""
        known = sat is not None and payload.player == sat.player is not None
        if self.sessao and known and payload.cause == CHANGE:
            assert payload.player is not None
            assert sat is not None
            self.changed.append(
                TableChange(
                    seat=payload.seat,
                    player=payload.player,
                    cave=sat.stack,
                    stay=len(self.seats) - 1,
                )
            )

    def leave(self, payload: PlayerLeft) -> None:
        """Free a seat; of two players who share it the player named goes, else both."""
        sat = self.seats.get(payload.seat)
        self.note_change(payload, sat)
        if payload.cause != CHANGE:
            self.waiting.leave(payload.player)
        beside = sat.beside if sat is not None and payload.player is not None else None
        if sat is not None and payload.player not in (None, sat.player) and beside is None:
            if sat.player is None:
                del self.seats[payload.seat]
            return  # who is named left before, and another has sat down
        if sat is None or beside is None:
            self.seats.pop(payload.seat, None)
        elif payload.player == beside.player:
            sat.beside = None
        else:  # whose chips moved meanwhile nobody can tell
            self.seats[payload.seat] = SeatedPlayer(
                at=beside.at, player=beside.player, played=beside.played, idle=None
            )

    def on_warned(self, payload: PlayerWarned, _at: str) -> None:
        """Take a player who has to leave."""
        if payload.expelled and payload.seat in self.seats:
            self.seats[payload.seat].expelled = True

    def on_marker(self, payload: MarkerMoved, _at: str) -> None:
        """Take the seat of the mão, and the game that the mão chose."""
        if payload.game is not None:
            self.chosen = Choice(seat=payload.seat, game=payload.game)
        if payload.marker is None:
            self.mao = payload.seat

    def on_sessao(self, payload: Payload, at: str) -> None:
        """Take a sessão's beginning or end."""
        self.sessao = at if isinstance(payload, SessaoOpened) else ""
        if not self.sessao:
            self.changed = []

    def on_suspension(self, payload: Payload, at: str) -> None:
        """Take the seconds for which the partida stood still for want of players."""
        self.interrupted = True
        if isinstance(payload, TableSuspended):
            few = payload.cause in FEW_PLAYERS or FEW_PLAYERS_RULE in (payload.rule or "")
            self.suspended_at = at if few else ""
        elif self.suspended_at:
            self.suspended = max(self.suspended or 0, seconds_between(self.suspended_at, at))
            self.suspended_at = ""

    def on_session(self, payload: Payload, _at: str) -> None:
        """Take an online session that ended or was restricted."""
        if isinstance(payload, PlayerSessionEnded):
            self.sessions.append(
                PlayerSession(
                    session=payload.session,
                    ended_by=payload.by,
                    cause=payload.cause or "",
                    rounds=payload.rounds,
                    history=payload.history,
                )
            )
        elif isinstance(payload, PlayerSessionRestricted):
            self.sessions.append(
                PlayerSession(
                    session=payload.session or "",
                    cause=payload.cause,
                    restricted=True,
                    diagnosed=payload.diagnosis is not None,
                )
            )

    def seats_of(self, order: Sequence[int]) -> tuple[int, ...]:
        """Return all seats taken, clockwise from the first of ``order``, the seats in the hand.

        The places are numbered clockwise.
        """
        seated = sorted({*order, *self.seats})
        if len(seated) == len(order):
            return tuple(order)
        first = seated.index(order[0]) if order else 0
        return tuple(seated[first:] + seated[:first])

    def absent(self, seat: int, order: Sequence[int]) -> bool:
        """Tell whether a seated player is not in the hand."""
        sat = self.seats.get(seat)
        return (sat is not None and sat.away) or (len(order) > 0 and seat not in order)

    def hand(self, events: Iterable[Event]) -> list[Event]:
        """Take a hand's events; return the events of the table that came once the hand had begun.

        Before the first card or bet a change stands for the hand itself.
        """
        order: tuple[int, ...] = ()
        round_, began, void = "", False, False
        moved: set[int] = set()
        later: list[Event] = []
        for event in events:
            payload: Any = event.payload
            kind = payload.__class__
            if kind in PUTS_IN:
                began = began or kind is not Payout
                if kind is Payout or getattr(payload, PUTS_IN[kind]):
                    moved.add(payload.seat)
            elif kind is CardDealt:
                began = began or payload.to == "board" or payload.seat is not None
            elif kind in TAKES and began:
                later.append(event)
            elif kind in TAKES:
                self.take(event)
            elif kind is RoundOpened:
                order, round_ = payload.seats, event.round or ""
                self.mao = self.mao if payload.mao is None else payload.mao
            elif kind is RoundVoided:
                void = True
        if void:
            self.voided(round_, order)
        else:
            self.ended(round_, order, moved)
        return later

    def ended(self, round_: str, order: Sequence[int], moved: set[int]) -> None:
        """Take the end of a hand for the seats of ``order``; without them for all not away."""
        seats = self.seats_of(order)
        present = {seat for seat in seats if not self.absent(seat, order)}
        for seat in present:
            self.sat(seat)
        mao = self.mao if self.mao is not None else (seats[0] if seats else 0)
        self.played(round_, mao=mao, present=present, moved=moved)

    def played(self, round_: str, *, mao: int, present: set[int], moved: set[int]) -> None:
        """Take a played hand: the seats that were in it, and the seats whose chips moved."""
        missed = self._missed(mao, present)
        for seat, sat in self.seats.items():
            sat.added = 0
            if seat in present:
                sat.played, sat.rested, sat.pequenas, sat.grandes = True, 0, 0, 0
                sat.left = None
                idle = None if sat.idle is None else sat.idle + 1
                sat.idle = 0 if seat in moved else idle
            elif sat.away:
                sat.rested += 1
                sat.idle = None
                sat.pequenas += missed.get(seat, (0, 0))[0]
                sat.grandes += missed.get(seat, (0, 0))[1]
            if seat in moved:
                sat.stack = None  # what he has now, somebody must declare
        self._next(round_, mao)

    def voided(self, round_: str, order: Sequence[int]) -> None:
        """Take a void hand: the next is dealt in its place, and no forced bet was missed.

        Who was in it rests no more, is no newcomer, and has come back with what he had: a stake
        that was not given back to him is no cave that he did not restore (R48 h).
        """
        for seat, sat in self.seats.items():
            sat.added = 0
            if not self.absent(seat, order):
                sat.rested, sat.played, sat.left = 0, True, None
        self._next(round_, None)

    def _next(self, round_: str, mao: int | None) -> None:
        for sat in self.seats.values():
            sat.told = sat.beside is not None
        self.round, self.mao_before = round_, mao
        self.mao = self.suspended = self.chosen = None
        self.sessions = []
        self.taken, self.changed = [], []
        self.interrupted = self.deck_shown = False

    def _missed(self, mao: int, present: set[int]) -> dict[int, tuple[int, int]]:
        """Return by seat how many pequenas and grandes those away have missed in a hand.

        The pequena of one who has the mão, or whom it passed over; the grande of all between the
        mão and the next who plays.
        """
        away = {seat for seat, sat in self.seats.items() if sat.away and seat not in present}
        if not away:
            return {}
        pequenas = set(self._between(self.mao_before, mao)) if self.mao_before else set[int]()
        pequenas.add(mao)
        grandes: list[int] = []
        for seat in self._between(mao, mao):
            if seat not in away:
                break
            grandes.append(seat)
        return {seat: (int(seat in pequenas), int(seat in grandes)) for seat in away}

    def _between(self, first: int, last: int) -> list[int]:
        """Return the seats between two seats, clockwise."""
        ring = sorted(self.seats)
        ring = [seat for seat in ring if seat > first] + [seat for seat in ring if seat < first]
        return ring[: ring.index(last)] if last in ring else ring


PUTS_IN: Final[Mapping[type[Any], str]] = {
    Decision: "added",
    BetPlaced: "amount",
    DeadMoney: "amount",
    Payout: "amount",
}
"""Kind of payload that moves a player's chips to its field of how many."""
TAKES: Final[Mapping[type[Any], Any]] = {
    PlayerSeated: TableBetweenHands.on_seat,
    PlayerLeft: TableBetweenHands.on_seat,
    PlayerAway: TableBetweenHands.on_seat,
    PlayerBack: TableBetweenHands.on_seat,
    StackDeclared: TableBetweenHands.on_seat,
    PlayerWarned: TableBetweenHands.on_warned,
    PlaceRequested: TableBetweenHands.on_request,
    DeckShuffled: TableBetweenHands.on_shuffle,
    MarkerMoved: TableBetweenHands.on_marker,
    SessaoOpened: TableBetweenHands.on_sessao,
    SessaoClosed: TableBetweenHands.on_sessao,
    TableSuspended: TableBetweenHands.on_suspension,
    TableResumed: TableBetweenHands.on_suspension,
    PlayerSessionEnded: TableBetweenHands.on_session,
    PlayerSessionRestricted: TableBetweenHands.on_session,
}
"""Kind of payload that changes a table to the method that takes it."""


def carried_after(before: ClosedRound, _options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the table after a hand and the events up to the next hand's opening."""
    table, carried = before.table, before.carried
    if table is None or not before.events:
        return {}
    began = before.events[0].position
    between = between_hands_of(carried, () if carried else table.before(began))
    later = between.hand(event for event in before.events if event.position < opened)
    later += table.between(began + 1, opened)
    for event in sorted(later, key=lambda event: event.position):
        between.take(event)
    return carried_of(between)


def with_last_sessions(closed: ClosedRound, record: Record) -> Record:
    """Return the record of a closed table's last hand with the sessions that ended after it."""
    table = closed.table
    assert isinstance(record, HandRecord)
    assert table is not None
    if not closed.events:
        return record
    until = 1 + max(events[-1].position for events in (table.events, closed.events) if events)
    ended = between_hands_of(carried_after(closed, {}, until), ()).sessions
    if not ended:
        return record
    return msgspec.structs.replace(record, sessions=(*record.sessions, *ended))


def between_hands_of(carried: Mapping[str, Any], before: Iterable[Event]) -> TableBetweenHands:
    """Return the table before a hand: as carried, or of the first hand from earlier events."""
    if carried:
        return carried_as(TableBetweenHands, carried)
    between = TableBetweenHands()
    for event in before:
        between.take(event)
    between.sessions = []
    return between


def carried_of(between: TableBetweenHands) -> dict[str, Any]:
    """Return the table as plain JSON values."""
    return msgspec.to_builtins(between, str_keys=True)


def seconds_between(first: str, second: str) -> int:
    """Return the whole seconds from one time to another.

    >>> seconds_between("2026-11-20T20:00:00.000000Z", "2026-11-20T20:15:01.500000Z")
    901
    """
    passed = datetime.fromisoformat(second) - datetime.fromisoformat(first)
    return int(passed.total_seconds())
