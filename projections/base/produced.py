"""Values that stages hand on at a position: faults, changes, revenue, rounds, verdicts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, field, structs

from ledger.events.machines import PlayVoided
from projections.base.event import ClosedRound, Event, JudgedRound, Suspect
from projections.base.parameter_book import ParameterBook
from projections.replay.record import PoolState, Record
from projections.replay.registry import Verdict, judge


class Fault(Struct, frozen=True, kw_only=True, gc=False):
    """A finding about to be written: its code, its subject, the events that prove it."""

    code: str
    positions: tuple[int, ...]
    """The events that prove it, ascending."""
    rule: str = ""
    place: str | None = None
    round: str | None = None
    seat: int | None = None
    bet: int | None = None
    expected: str = ""
    recorded: str = ""
    amount: int | None = None
    """Money at stake, paid less due; the place's currency."""
    currency: str | None = None
    facts: Mapping[str, Any] = {}
    severity: str | None = None
    """Its weight, where that is not its code's."""
    days: tuple[str, ...] = ()
    """Of a fault in figures: the gaming days that they are of."""
    terms: tuple[int, ...] = ()
    """Of a fault of the table rather than of the round: the table's opening, and the approvals of
    the parameters that it is about. It is one finding for all rounds played under them."""


class Change(Struct, frozen=True, kw_only=True, gc=False):
    """The change that a correction in effect makes of the event it names."""

    act: Event
    """The correction."""
    target: Event
    """The event as it was recorded, other corrections not applied."""
    payload: Any
    """Its payload from here on, as the kind's own type; None: the event was withdrawn."""
    waits: bool = False
    """Whether the target waits for a second person, and has not taken effect yet."""

    @property
    def plain(self) -> Mapping[str, Any] | None:
        """The new payload as the correction spells it."""
        return self.act.payload.replacement


class FindingView(Struct, frozen=True, kw_only=True):
    """A finding that stands, as far as other stages ask for it."""

    code: str
    severity: str
    place: str | None = None
    round: str | None = None
    casino: str | None = None
    """Where it has no place."""
    positions: tuple[int, ...] = ()
    """The events that prove it."""


RevenueReason = Literal[
    "round",
    "quebra",
    "shortage",
    "session",
    "settlement",
    "increment",
    "jackpot",
    "receita_bruta",
]
"""Why an entry of receita was made; each has its words on the tax paper."""


class Revenue(Struct, frozen=True, kw_only=True, gc=False):
    """An entry of receita, which other stages hand to the accounts."""

    category: str
    """``mesas``, ``cagnotte``, ``bingo`` or ``maquinas``."""
    amount: int
    """Minor units; a loss is negative."""
    reason: RevenueReason
    place: str | None = None
    round: str | None = None
    day: str | None = None
    """Its gaming day, where that is not the event's: of days closed together with a later day."""
    currency: str | None = None
    """Its currency; None: the place's, as the accounts know it."""
    casino: str | None = None
    """Its casino, where that is not the event's: who closes a day may be of none, or of all."""


class PoolQuestion(Struct, frozen=True, kw_only=True, gc=False):
    """The question which pool a round plays for, and how that stood."""

    round: str
    place: str
    game: str | None
    opened: int
    """Position of the round's opening."""
    opened_at: str
    """Time of the round's opening, as its source tells it."""
    again: bool
    """Whether the round was judged before: the pool is then the one it was judged with."""


class Debt(Struct, frozen=True, kw_only=True, gc=False):
    """A sum that a decided case gives, or that a finding says was not paid."""

    name: str
    """The case's, or the finding's id of today."""
    amount: int
    """Minor units, before anything was paid of it."""
    positions: tuple[int, ...]
    """The events that make it."""
    rounds: tuple[str, ...] = ()
    place: str | None = None
    seat: int | None = None
    currency: str | None = None
    prize: bool = False
    """Whether it is a pool's prize rather than a bet's."""
    state: str = ""
    """The finding's state; empty of a case."""


class Settled(Struct, frozen=True, kw_only=True, gc=False):
    """A part of a payment after the fact: which debt it is of, which money it moves."""

    position: int
    of: int
    """Position of the ``settlement-paid``; another one than ``position`` where that is a
    correction of it."""
    event: str
    """Name of the ``settlement-paid``."""
    part: str
    """``verdict``, ``prize``, ``beyond`` or ``over``: see ``stages.judging.settlements``."""
    amount: int
    """Minor units; negative where a correction takes it back."""
    currency: str | None
    day: str
    """The accounting day on which it is booked."""
    casino: str
    place: str | None
    """Of the debt; None where the debt names none."""
    round: str | None
    seat: int | None
    dispute: str | None
    finding: str | None
    means: str
    slip: str | None


ROUNDS: Final = "rounds"
"""The stage that hands rounds on."""


class Overdue(Struct, frozen=True, kw_only=True, gc=False):
    """A round that waited to be judged again, and is judged before an event is taken."""

    event: Event
    """Its last late fact without a payload, at the position of that event."""
    closed: ClosedRound | str
    """The round as it is judged now; or why it cannot be told any more."""
    day: str | None
    """The accounting day on which the last fact was told."""
    casino: str
    closing: bool = False
    """Whether it is judged before a gaming day is closed: it is booked on that day still."""


class Produced(Struct, kw_only=True):
    """Values that the stages hand on at a position."""

    book: ParameterBook = field(default_factory=ParameterBook)
    """The parameters as they stand here."""
    matrix: int = 0
    """The version of the matrix of authority by which events are judged here; 0: by none."""
    withheld: bool = False
    """Whether this event has no effect, or none yet: only stages that watch take it."""
    resumed: bool = False
    """Whether this event was recorded before, and takes effect here, where it was approved."""

    day: str | None = None
    """The accounting day of this event: the day it claims, or without a claim the day in which its
    time lies, if that day is open, else the first open day; None of a closing without a day."""
    casino: str = "*"
    """The casino this event is of; ``*`` where nothing says which."""
    closes: bool = True
    """Of a ``gaming-day-closed``: whether it closes its day. A closing of a day that is closed
    already, or has not begun, closes nothing; the figures of the day's first closing stay."""
    effective: list[Event] = field(default_factory=list)
    """Acts that take effect here: at once, or because this event approves them."""
    delayed: list[Event] = field(default_factory=list)
    """Acts among them that all stages take as if they were said here, at this position."""
    answered: list[Event] = field(default_factory=list)
    """Openings for whose own options a floor manager or director answers here."""
    changes: list[Change] = field(default_factory=list[Change])
    """The changes that the corrections among them make."""
    rounds: list[ClosedRound] = field(default_factory=list)
    overdue: list[Overdue] = field(default_factory=list[Overdue])
    """Rounds that waited: all stages behind take them, one by one, before they take this event."""
    waiting: list[str] = field(default_factory=list[str])
    """Rounds judged before that wait from here on to be judged again: nothing of them is final."""
    judgement: JudgedRound | None = None
    """While rounds are judged one after another, the one just judged; None if nobody may judge it:
    its profile has not its game."""
    judged: list[JudgedRound] = field(default_factory=list)
    no_longer_judged: list[ClosedRound] = field(default_factory=list[ClosedRound])
    """Rounds judged before whose corrected game their profile does not admit, or whose closing was
    withdrawn: what any stage booked of them goes."""
    faults: list[Fault] = field(default_factory=list)
    verdicts: list[tuple[str, list[Fault]]] = field(default_factory=list)
    """By judged round all faults that replay finds now: faults found before and not now end."""
    revenue: list[Revenue] = field(default_factory=list[Revenue])
    """Entries that this position adds to the receita of its accounting day."""
    about: list[tuple[str, list[Fault]]] = field(default_factory=list)
    """By subject other than a round (a table's day, a pool's, a jogada's acta) all faults that a
    stage finds now: faults found before and not now end."""

    settled: list[Settled] = field(default_factory=list[Settled])
    """Parts of what is paid after the fact here."""
    moved: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Findings that a payment moves here, each with its new state."""

    pool_of: Callable[[PoolQuestion], PoolState | None] = lambda _question: None
    """The pool that a round is judged with; None where its place feeds none."""
    judge: Callable[[Record], Verdict] = judge
    """The one call by which rounds and plays are judged."""
    suspects: list[Suspect] = field(default_factory=list[Suspect])
    """Events of before that a revocation which takes effect here says may be a thief's: all that
    they say stays booked, and nobody is accused on it."""
    doubted: list[str] = field(default_factory=list[str])
    """Rounds judged before that rest on them."""
    aside: dict[str, str] = field(default_factory=dict[str, str])
    """The stages that cannot take this event, each with why; the others take it without them."""
    aside_overdue: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By round that waited, the stages that cannot take it here, each with why."""
    unproved: Callable[[str | None, str | None, str, bool], int | None] = (
        lambda _round, _place, _casino, _carries: None
    )
    """``(round, place, casino)`` to the position since which the figures of any are not proved,
    because an event of theirs could not be folded; None where they are. The casino is asked for
    where there is no place. And whether the round's game carries values from round to round."""
    unproved_fault: Callable[[Fault], int | None] = lambda _fault: None
    """A fault to the position since which what proves it beside its round is not proved: days of
    its place, events between those that it names, its case; None where all is."""
    unproved_pool: Callable[[str], int | None] = lambda _pool: None
    """Pool to the position since which its figures are not proved; None where they are."""
    members_of: Callable[[str], Sequence[str]] = lambda _pool: ()
    """Pool to all that ever fed it."""
    unproved_days: Callable[[str | None, str, str], int | None] = lambda _casino, _first, _last: (
        None
    )
    """``(casino, first, last)`` to the position since which figures of those accounting days are
    not proved; None where they are."""
    open_for: Callable[[str, int | None], int | None] = lambda _round, _seat: None
    """``(round, seat)`` to the amount that the round's verdict leaves due and unpaid, of all seats
    where none is named; None where the round has no verdict."""
    prize_owed: Callable[[str, int | None], int] = lambda _round, _seat: 0
    """``(round, seat)`` to what pools owe of prizes won there, of all seats where none is named."""
    settled_for: Callable[[str, int | None], int] = lambda _round, _seat: 0
    """``(round, seat)`` to what was paid after the fact of the round's bets."""
    awarded_in: Callable[[str], Debt | None] = lambda _dispute: None
    """A case to the sum that its decision gives; None where it is not decided."""
    short_by: Callable[[str], Debt | None] = lambda _finding: None
    """A finding's id to what it says was not paid; None where it says no such thing, or is void."""
    finding_of: Callable[[str], FindingView | None] = lambda _finding: None
    """Id to the finding, as it stood before this event; None where none stands."""
    round_before: Callable[[str], str | None] = lambda _round: None
    """Round to the one closed last at the same opening of its table when it opened; None where
    there was none, or the round is unknown."""
    home_of: Callable[[str | None], str] = lambda _place: "*"
    """Place to its casino; ``*`` where nothing says which."""
    span_of: Callable[[str], tuple[int, int] | None] = lambda _round: None
    """Round to the positions of its opening and of its close, while it is open of its last event;
    None where it was never opened."""
    waits: Callable[[str], bool] = lambda _round: False
    """A round to whether it is still to be judged again for what was told of it late."""
    is_pending: Callable[[str], bool] = lambda _round: False
    """Round to whether its verdict is not final yet, because something told late is not judged."""
    has_round: Callable[[str], bool] = lambda _round: True
    """Whether a round was opened up to here; set where a dispute is decided."""
    profile_of: Callable[[str], str | None] = lambda _casino: None
    """Casino to the profile of its registration; None where it is not registered."""
    first_open: Callable[[str], str | None] = lambda _casino: None
    """Casino to the first gaming day that is not closed for it; None where none was closed."""
    void_holds: Callable[[Event, PlayVoided], bool] = lambda _event, _void: True
    """A void and its payload to whether it takes its jogada back: where its credits were cashed, or
    the jogada is void already, it does not (R36)."""
    has_ticket: Callable[[str], bool] = lambda _ticket: False
    """Whether a machine issued a bilhete, or one took it or paid it, before this event."""
    has_machine: Callable[[str], bool] = lambda _machine: True
    """Whether a machine has spoken up to here; set where a dispute is decided."""

    def clear(self) -> None:
        """Make ready for the next position."""
        self.withheld = self.resumed = False
        self.effective.clear()
        self.delayed.clear()
        self.answered.clear()
        self.changes.clear()
        self.rounds.clear()
        self.overdue.clear()
        self.waiting.clear()
        self.judged.clear()
        self.no_longer_judged.clear()
        self.faults.clear()
        self.verdicts.clear()
        self.about.clear()
        self.revenue.clear()
        self.settled.clear()
        self.moved.clear()
        self.suspects.clear()
        self.doubted.clear()
        self.aside.clear()
        self.aside_overdue.clear()

    def of_overdue(self, one: Overdue) -> "Produced":
        """Return the values at a position for a round that waited: of this one what lasts alone."""
        apart = structs.replace(
            self,
            judgement=None,
            day=one.day,
            casino=one.casino,
            closes=True,
            **{name: [] for name, value in structs.asdict(self).items() if isinstance(value, list)},
            aside=dict(self.aside_overdue.get(one.event.round or "", {})),
        )
        apart.withheld = apart.resumed = False
        if one.closing:
            apart.first_open = lambda _casino: None
        if isinstance(one.closed, str):
            apart.aside[ROUNDS] = one.closed
        else:
            apart.rounds.append(one.closed)
        return apart

    def is_proved(self, round_id: str | None, place: str | None) -> bool:
        """Tell whether all that was told of a round and its place could be folded up to here."""
        carries = any(one.round == round_id and one.carries for one in self.rounds)
        if self.aside or self.unproved(round_id, place, self.casino, carries) is not None:
            return False
        won = (one for one in self.judged if one.closed.round == round_id)
        return all(
            one.offered is None
            or not one.verdict.settlement.awards
            or self.unproved_pool(one.offered.pool) is None
            for one in won
        )
