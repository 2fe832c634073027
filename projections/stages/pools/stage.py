"""The two stages of the jackpots, on both sides of the judge.

``Pools`` hands each event to the module it is of, reads and writes the rows, and offers what a
round is judged with. ``PoolBooking`` books each round once it is judged and its verdict known.
Order at one position: acts that take effect, then the event itself, then the rounds it closes or
changes. Everything found and every entry of receita goes on to the later stages at once.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import msgspec
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    BaseFunded,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    CoverMoved,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import HandPaid, Play, PlayVoided
from ledger.events.registry import ClockTicked, LedgerFounded, OpeningDeclared, ParameterSet
from ledger.events.reviews import GamingDayClosed
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.base.produced import PoolQuestion, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.record import PoolState
from projections.stages.pools import corrections, due
from projections.stages.pools.books.agenda.waiting import Kind
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import Booked, CoverDay, Transfer, Undone
from projections.stages.pools.books.moments import Move
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.books.rows import General, Rows, load, write
from projections.stages.pools.checks import claims, increments, must_hit, readings
from projections.stages.pools.intake import endings, plays, rounds, transfers
from projections.stages.pools.moves import acts, late, reimbursed

Handler = Callable[[Books, Event, Any], None]


class Pools(Stage):
    """Pools, their journal, awards, days, readings and cover."""

    name = "pools"
    states = (Booked, CoverDay, General, Move, Pool, Transfer, Undone, Won)
    tables = (
        ("posting", "position, line"),
        ("pool", "pool"),
        ("judged_with", "round"),
        ("award", "award"),
        ("pool_day", "pool, day"),
        ("pool_reading", "position, source"),
        ("pool_note", "position, pool, day, ppm"),
        ("award_version", "award, known"),
        ("cover_version", "casino, day, known"),
        ("pool_stake", "position, pool, stake"),
        ("pool_past", "position, pool"),
        ("jackpot_undone", "name"),
        ("pool_transfer", "transfer"),
        ("cover_day", "casino, day"),
        ("jackpot_state", "name"),
    )

    _books: Books
    """Read where the stage is loaded, before the first event."""

    @override
    def begin(self, produced: Produced) -> None:
        produced.pool_of = self.offer
        produced.prize_owed = self.prize_owed
        produced.members_of = self.members_of

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._books = Books(Rows(schema, source))
        load(self._books, schema)

    def members_of(self, pool: str) -> list[str]:
        """Return the names of all that ever fed a pool; none of a pool that there is not."""
        known = self._books.pools.get(pool)
        return [] if known is None else [one.name for one in known.members]

    def prize_owed(self, round_id: str, seat: int | None) -> int:
        """Return the sum that pools owe of prizes won in a round, to a seat or to all (J6)."""
        return sum(won.owed for won in claims.owed_in(self._books, round_id, seat))

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        books = self._books
        books.begin(event, produced)
        for change in produced.changes:
            corrections.correct(books, change.target, change.payload)
        for act in produced.effective:
            self._take_effect(act)
        for part in produced.settled:
            if part.part == "prize":
                claims.settle(books, part)
        kind = cast("type[Any]", type(event.payload))
        handler = HANDLERS.get(kind) if produced.closes else None  # a day is closed once
        if handler is not None:
            handler(books, event, event.payload)
        elif isinstance(event.payload, ClockTicked):
            if event.source == books.records.service:
                self._tick(event)
        elif isinstance(event.payload, LedgerFounded) and books.records.service is None:
            books.records.service, books.records.general = event.source, True
        if not produced.rounds:  # else PoolBooking ends the event, when they are judged
            self.end(produced)

    def _take_effect(self, act: Event) -> None:
        books = self._books
        payload = act.payload
        if isinstance(payload, ParameterSet):
            acts.change_term(books, act, payload)
            return
        if not isinstance(payload, corrections.WITH_SECOND_PERSON):
            return
        standing = books.records.payload_of(act)
        books.records.set_undone(act.name, effective=books.now.position)
        if standing is None:
            return
        act = msgspec.structs.replace(act, payload=standing)
        match standing:
            case PoolOpened():
                acts.open_pool(books, act, standing)
            case PoolAdjusted():
                acts.adjust(books, act, standing)
            case PoolTransferred():
                self._move_later(act, standing.pool)
            case PoolExtinguished():
                self._move_later(act, standing.pool)
            case AwardRefused():
                claims.refuse(books, act, standing)
            case _:
                pass

    def _move_later(self, act: Event, name: str) -> None:
        """Let an act wait for the devices of its pool before it moves money."""
        pool = self._books.pools.get(name)
        if pool is not None:
            late.hold_act(self._books, pool, act, Kind.ACT)
        elif isinstance(act.payload, PoolTransferred):
            transfers.transfer(self._books, act, act.payload)
        else:
            acts.extinguish(self._books, act, act.payload)

    def _tick(self, event: Event) -> None:
        books = self._books
        if books.now.clock is None or event.at > books.now.clock:
            books.now.clock = event.at
            books.records.general = True
        if books.awards.open:
            claims.tick(books, event.position)
        reimbursed.tick(books, event.position)
        due.tick(books)
        if books.records.owed:
            endings.check_charity(books, event.position)

    def offer(self, question: PoolQuestion) -> PoolState | None:
        """Return the pool that a round is judged with: as it stood when the round closed first."""
        return rounds.offered(self._books, question)

    def book(self, closed: ClosedRound, judged: JudgedRound | None) -> None:
        """Book a judged round's stakes, prizes and payments; unbook one that none may judge."""
        books = self._books
        if judged is None:
            if closed.again:
                rounds.unbook(books, closed)
            return
        assert judged.closed.record is not None
        if judged.offered is not None and judged.closed.record.mode != "demo":
            settlement = judged.verdict.settlement
            rounds.book(books, judged.closed, judged.offered, settlement)
            rounds.compare_statements(books, judged.closed, settlement)

    def end(self, produced: Produced) -> None:
        """End an event: run the agenda, and hand on findings and receita."""
        books = self._books
        due.finish(books)
        if books.findings.about:
            produced.about.extend(books.findings.about.items())
            books.findings.about.clear()
        if books.revenue:
            produced.revenue.extend(books.revenue)
            books.revenue.clear()

    @override
    def flush(self, writes: Writes) -> None:
        write(self._books, writes)


class PoolBooking(Stage):
    """The other half of the pools, behind the judge: books each round that was judged."""

    name = "pool_booking"
    tables = ()
    kinds = frozenset()
    by_round = True

    def __init__(self, pools: Pools) -> None:
        """Book into these pools."""
        self._pools = pools

    @override
    def load(self, schema: Schema, source: Source) -> None:
        """Load nothing: the pools load their books."""

    @override
    def fold_round(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        self._pools.book(closed, produced.judgement)

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if produced.rounds:
            self._pools.end(produced)

    @override
    def flush(self, writes: Writes) -> None:
        """Write nothing: the pools write their books."""


# --- which module an event is of -----------------------------------------------------------------


def _paid(books: Books, event: Event, payload: AwardPaid) -> None:
    if event.round is None:  # in a round it is booked where the round is judged
        claims.paid(books, event, payload)


def _won(books: Books, event: Event, payload: JackpotWon) -> None:
    if event.round is None:
        claims.claim(books, event, payload)


def _reset(books: Books, event: Event, payload: PoolReset) -> None:
    if event.round is None:
        claims.reset(books, event, payload)


def _increment(books: Books, event: Event, payload: JackpotIncrement) -> None:
    if event.round is None:
        increments.increment(books, event, payload)


def _declared(books: Books, event: Event, payload: OpeningDeclared) -> None:
    if payload.subject == "pool":
        acts.declare(books, event, payload)


def _day_closed(books: Books, event: Event, payload: GamingDayClosed) -> None:
    due.do_acts(books)
    endings.close_day(books, event, payload)
    transfers.close_day(books, event.position)


HANDLERS: Final[dict[type[Payload], Handler]] = {
    Play: plays.play,
    PlayVoided: plays.void,
    PoolStake: plays.elsewhere,
    BaseFunded: acts.fund,
    OpeningDeclared: _declared,
    PoolMemberAdded: acts.add_member,
    PoolMemberRemoved: acts.remove_member,
    JackpotIncrement: _increment,
    JackpotWon: _won,
    AwardVerified: claims.verify,
    AwardPaid: _paid,
    HandPaid: claims.hand_paid,
    PoolReset: _reset,
    DisplayRead: readings.display,
    ControllerRead: readings.controller,
    ConcessionEnded: endings.end,
    CharityPaid: endings.pay,
    CoverDeclared: endings.declare_cover,
    CoverMoved: endings.move_cover,
    InterCasinoSettled: endings.settle,
    MustHitCommitted: must_hit.commit,
    MustHitRevealed: must_hit.reveal,
    GamingDayClosed: _day_closed,
}
_KINDS: Sequence[type[Payload]] = (*HANDLERS, ClockTicked, LedgerFounded)
Pools.kinds = kinds_of(*_KINDS)
