"""Marks: what rests on an event that a stage could not fold, and for how long.

On a marked round rest the rounds that follow it: whoever opened while it was the last one closed at
its place, and where the game carries values on those of its gaming day. On a marked place rest its
rounds and figures until the day is closed, and what is proved by events on both sides of the bad
one; figures of a marked day stay marked, also where they are reckoned anew after its closing. On a
marked pool rest the rounds of the places that feed it; on a marked house everything there. A mark
by what sets the terms for other events (an enrolment, a schedule, a parameter, the matrix), or by a
machine, whose meters go on from day to day, stands until a version folds the event.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from msgspec import Struct

from ledger.events import machines, registry
from ledger.events.base import Payload
from ledger.events.bingo import BallSetReplaced, EditionRegistered
from ledger.events.jackpots import ConcessionEnded, CoverDeclared, CoverMoved
from ledger.ids import is_round, split_round
from projections.authority.seconds import HELD
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Writes

ROUND: Final = "round"
PLACE: Final = "place"
CASE: Final = "case"
POOL: Final = "pool"
HOUSE: Final = "house"
EVERYWHERE: Final = "*"
"""As the casino of an event of which nobody told where it was said."""
_PASSING: Final = (
    registry.AccessRecorded,
    registry.CheckpointSealed,
    registry.ClockTicked,
    registry.FiguresStated,
    registry.Heartbeat,
    registry.LinkLost,
    registry.LinkRestored,
    registry.SubmissionRefused,
    registry.TextErased,
    registry.VerificationDone,
)
"""What the registry's and the machines' payloads say only of their own day."""
_LASTING: Final = (registry.__name__, machines.__name__)
_OTHERS: Final = (BallSetReplaced, ConcessionEnded, CoverDeclared, CoverMoved, EditionRegistered)


def lasts(payload: Payload) -> bool:
    """Tell whether what rests on an event goes on after its gaming day was closed."""
    if isinstance(payload, _PASSING):
        return False
    return isinstance(payload, _OTHERS) or type(payload).__module__ in _LASTING


def members(payload: Payload, known: Sequence[str]) -> list[str]:
    """Return the places that feed a pool: those that are known, and those that an event names."""
    named: Sequence[str] = getattr(payload, "members", ())
    one: str | None = getattr(payload, "member", None)
    return sorted({*known, *named, *(() if one is None else (one,))})


class Mark(Struct, kw_only=True):
    """A round, place, case, pool or house that rests on an event which a stage could not fold."""

    position: int
    scope: str
    subject: str
    """A round, place, case or pool; of a house its casino, or ``*``: every one."""
    casino: str
    day: str
    """The accounting day whose figures lack it."""
    claimed: str | None
    """The gaming day that it names, itself or in its round."""
    lasts: bool
    until: int | None = None
    """Of a place or a house: position of the closing that ended it."""
    ended: int | None = None
    """Position of the closing of the day of its casino: figures since then do not lack it."""
    over: list[str] = []
    """Of a house that is every one: casinos that closed their day since."""
    members: list[str] = []
    """Of a pool: places that feed it, and whose rounds may be played for it."""
    closed: int | None = None
    """Of a round: where it was closed while it was marked."""
    next: int | None = None
    """Of such a round: where the next one of its place was closed."""
    known_from: int
    """Where it is made: at its event, or where that was said to be a thief's."""

    COLUMNS: ClassVar[tuple[str, ...]] = (
        "scope",
        "subject",
        "casino",
        "day",
        "claimed",
        "lasts",
        "until",
        "ended",
        "over",
        "members",
        "closed",
        "next",
        "known_from",
    )

    @classmethod
    def of(cls, position: int, told: Sequence[Any]) -> "Mark":
        """Return a mark as its row tells."""
        return cls(position=position, **dict(zip(cls.COLUMNS, told, strict=True)))

    def row(self) -> list[Any]:
        """Return the values of the row of ``unfolded`` after its event and error."""
        return [getattr(self, name) for name in self.COLUMNS]

    @property
    def place(self) -> str | None:
        """The place whose figures lack the event; None of a case, a pool, a house."""
        if self.scope == ROUND:
            return split_round(self.subject)[0]
        return self.subject if self.scope == PLACE else None

    def stands_in(self, casino: str) -> bool:
        """Tell whether the mark of a house stands for a casino; ``*`` may be any."""
        named = EVERYWHERE in (self.subject, casino) or self.subject == casino
        return named and self.until is None and casino not in self.over


class Marks:
    """Every mark, and what rests on which."""

    def __init__(self) -> None:
        """Begin with nothing marked."""
        self._rounds: dict[str, Mark] = {}
        """Marked round to its first mark."""
        self._rounds_at: dict[str, list[Mark]] = {}
        """Place to such marks."""
        self._places: dict[str, list[Mark]] = {}
        """Marked place to the marks that stand there."""
        self._figures: dict[str, list[Mark]] = {}
        """Place whose day's figures lack events, of a round or not, to their marks."""
        self._now_ended: dict[str, int] = {}
        """The same of places whose day is closed at this very position, to the first one's."""
        self._of_days: dict[tuple[str, str], int] = {}
        """Place and gaming day whose figures lack an event, for ever, to the first position."""
        self._at: dict[str, list[int]] = {}
        """Place to the positions of all its marks."""
        self._houses: list[Mark] = []
        """Marks of houses that stand."""
        self._cases: dict[str, int] = {}
        """Case to the first event about it that could not be folded."""
        self._feeding: dict[str, int] = {}
        """Place to the first such event about a pool that it feeds."""
        self._days: dict[tuple[str, str], int] = {}
        """Casino and day whose figures lack an event, to the first of those events."""
        self._of_pools: dict[str, int] = {}
        """Pool, or place that may feed one, to the first event that its figures lack."""
        self._open: dict[str, list[Mark]] = {}
        """Casino to the marks of the days that it has not closed."""
        self._suspect: set[int] = set()
        """Positions of events that may be a thief's."""
        self._changed: dict[int, Mark] = {}
        """Marks of rounds and houses that were closed or ended, by identity."""
        self._closed: list[tuple[int, str, list[int]]] = []
        """Positions at which a day was closed, places whose marks that ended, and these marks'."""
        self._ended: list[tuple[int, str]] = []
        """Such positions, and casinos whose figures lack no earlier event from there."""
        self._before: Callable[[str], str | None] = lambda _round: None
        self._span_of: Callable[[str], tuple[int, int] | None] = lambda _round: None
        self._members_of: Callable[[str], Sequence[str]] = lambda _pool: ()
        self._home_of: Callable[[str | None], str] = lambda _place: EVERYWHERE

    def begin(self, produced: Produced) -> None:
        """Hand questions about marks to other stages, and keep theirs about rounds and places."""
        self._before, self._span_of = produced.round_before, produced.span_of
        self._members_of, self._home_of = produced.members_of, produced.home_of
        produced.unproved = self.since
        produced.unproved_fault = self.since_of_fault
        produced.unproved_pool = self.since_of_pool
        produced.unproved_days = self.since_of_days

    def flush(self, writes: Writes) -> None:
        """Update the rows of marks that were ended, or whose round was closed, in this page."""
        for position, place, ended in self._closed:
            writes.update(
                "unfolded",
                *("until = %s", (position,)),
                "t.position = ANY(%s) AND t.scope = 'place' AND t.subject = %s AND t.until IS NULL",
                (ended, place),
            )
        for position, casino in self._ended:
            writes.update(
                "unfolded",
                *("ended = %s", (position,)),
                *("t.casino = %s AND t.ended IS NULL", (casino,)),
            )
        for mark in self._changed.values():
            writes.update(
                "unfolded",
                "until = %s, over = %s, closed = %s, next = %s",
                (mark.until, mark.over, mark.closed, mark.next),
                "t.position = %s AND t.scope = %s AND t.subject = %s",
                (mark.position, mark.scope, mark.subject),
            )
        self._closed.clear()
        self._ended.clear()
        self._changed.clear()

    # --- marking -------------------------------------------------------------------------------

    def suspect(self, position: int) -> None:
        """Take note that an event may be a thief's."""
        self._suspect.add(position)

    def is_suspect(self, position: int) -> bool:
        """Tell whether an event may be a thief's."""
        return position in self._suspect

    def add(self, mark: Mark) -> None:
        """Take a mark, a new one or as it was written."""
        if mark.scope == ROUND and mark.subject not in self._rounds:
            self._rounds[mark.subject] = mark
            self._rounds_at.setdefault(split_round(mark.subject)[0], []).append(mark)
        elif mark.scope == PLACE and mark.until is None:
            self._places.setdefault(mark.subject, []).append(mark)
        elif mark.scope == HOUSE and mark.until is None:
            self._houses.append(mark)
        elif mark.scope == CASE:
            self._cases.setdefault(mark.subject, mark.position)
        for member in mark.members:
            self._feeding.setdefault(member, mark.position)
        if mark.place is not None:
            self._lack(mark.place, mark)
        if mark.ended is None:
            self._open.setdefault(mark.casino, []).append(mark)
        self._days.setdefault((mark.casino, mark.day), mark.position)
        self._of_pools.setdefault(mark.place or mark.subject, mark.position)

    def _lack(self, place: str, mark: Mark) -> None:
        """Note whose figures, and of which days, lack an event."""
        insort(self._at.setdefault(place, []), mark.position)
        for day in (mark.day, mark.claimed or mark.day):
            self._of_days.setdefault((place, day), mark.position)
        if mark.ended is None:
            self._figures.setdefault(place, []).append(mark)

    @property
    def casinos(self) -> set[str]:
        """The casinos with marks of days that are not closed."""
        return set(self._open)

    def begin_position(self) -> None:
        """Begin another position."""
        self._now_ended = {}

    def close_round(self, event: Event, round_id: str, produced: Produced) -> None:
        """Note where a marked round is closed, and where the round after it."""
        aside = bool(produced.aside)
        mark = self._rounds.get(round_id)
        if mark is not None and (aside or mark.closed is None):
            mark.closed, mark.next = event.position, None
            self._changed[id(mark)] = mark
        if not aside and any(one.round == round_id and not one.again for one in produced.rounds):
            for other in self._rounds_at.get(event.place or split_round(round_id)[0], ()):
                if other is not mark and other.closed is not None and other.next is None:
                    other.next = event.position
                    self._changed[id(other)] = other

    def close_day(self, position: int, casino: str | None) -> None:
        """End the marks of a casino's places, and of the casino; None: of every one."""
        for place, marks in list(self._places.items()):
            home = self._home_of(place)
            ended = [
                one
                for one in marks
                if not one.lasts
                and (casino in (None, one.casino) or (one.casino == EVERYWHERE and casino == home))
            ]
            if ended:
                self._closed.append((position, place, [one.position for one in ended]))
                for one in ended:
                    one.until = position
                self._places[place] = [one for one in marks if one.until is None]
        for mark in self._houses:
            if not mark.lasts and casino in (None, mark.subject):
                mark.until = position
                self._changed[id(mark)] = mark
            elif not mark.lasts and casino is not None and mark.subject == EVERYWHERE:
                mark.over = [*mark.over, casino]
                self._changed[id(mark)] = mark
        self._houses = [one for one in self._houses if one.until is None]

    def end_figures(self, position: int, casinos: set[str]) -> None:
        """End the days of casinos: what is reckoned of the next day lacks none of their events."""
        for casino in sorted(casinos):
            for one in self._open.pop(casino, ()):
                one.ended = position
            self._ended.append((position, casino))
        for place, marks in list(self._figures.items()):
            self._figures[place] = [one for one in marks if one.ended is None]
            if len(self._figures[place]) < len(marks):
                self._now_ended[place] = marks[0].position
            if not self._figures[place]:
                del self._figures[place]

    # --- asking --------------------------------------------------------------------------------

    def since(
        self,
        round_id: str | None,
        place: str | None,
        casino: str,
        carries: bool,  # noqa: FBT001 - asked through a value of ``Produced``
    ) -> int | None:
        """Return since which position a round or its place is not proved; None if both are.

        A round rests on the one before, too; where its game carries values on, on all of its day.
        Of what has no place the casino says whose house it rests on.
        """
        home = casino if place is None else self._home_of(place)
        house = next((one.position for one in self._houses if one.stands_in(home)), None)
        if house is not None or place is None:
            return house
        if place in self._feeding:
            return self._feeding[place]
        if round_id is not None and is_round(round_id):
            found = self._rests_on(round_id, carries=carries)
        else:
            found = self._rounds[round_id].position if round_id in self._rounds else None
        if found is not None:
            return found
        standing = self._places.get(place)
        if standing:
            return standing[0].position
        if round_id is not None and not carries:
            return None
        lacking = self._figures.get(place)
        return lacking[0].position if lacking else self._now_ended.get(place)

    def _rests_on(self, round_id: str, *, carries: bool) -> int | None:
        """Return the position of the mark of a round, or of one that it follows."""
        place, day, number = split_round(round_id)
        if carries and (place, day) in self._of_days:
            return self._of_days[place, day]
        marked = self._rounds_at.get(place)
        if not marked:
            return None
        for one in (round_id, f"{place}/{day}/{number - 1}", self._before(round_id)):
            if one in self._rounds:
                return self._rounds[one].position
        span = self._span_of(round_id)
        opened = 0 if span is None else span[0]
        return next(
            (
                one.position
                for one in marked
                if one.closed is not None
                and one.closed < opened
                and (one.next is None or opened < one.next)
            ),
            None,
        )

    def since_of_fault(self, fault: Fault) -> int | None:
        """Return since which position what a fault about a place, or a case, says is not proved.

        Its proof reaches over an event of its place that could not be folded, or is one that may
        be a thief's; it is about the figures of a day, of a place or a whole casino, that lack one;
        or about a case of which one is unknown.
        """
        if self._suspect:
            proofs = (*fault.terms, *fault.positions)
            signed = [one for one in proofs if one in self._suspect]
            if signed:
                return min(signed)
        case = fault.facts.get("dispute") or fault.facts.get("of")
        if isinstance(case, str) and case in self._cases:
            return self._cases[case]
        if fault.expected == HELD and self._cases:
            return min(self._cases.values())
        return None if fault.round is not None else self._since_of_figures(fault)

    def _since_of_figures(self, fault: Fault) -> int | None:
        """Return since which position figures of a casino's day, or of a place, lack an event."""
        casino, day = fault.facts.get("casino"), fault.facts.get("day")
        if fault.place is None and isinstance(casino, str) and isinstance(day, str):
            return self.since_of_days(None if casino == EVERYWHERE else casino, day, day)
        if fault.place is None or fault.place not in self._at:
            return None
        for day in fault.days:
            if (fault.place, day) in self._of_days:
                return self._of_days[fault.place, day]
        positions = self._at[fault.place]
        first = bisect_left(positions, min(fault.positions))
        reached = first < len(positions) and positions[first] <= max(fault.positions)
        return positions[first] if reached else None

    def since_of_pool(self, pool: str) -> int | None:
        """Return since which position a pool is not proved: by its own events, or a member's."""
        names = {pool, *self._members_of(pool)} if self._of_pools else ()
        return min((self._of_pools[one] for one in names if one in self._of_pools), default=None)

    def since_of_days(self, casino: str | None, first: str, last: str) -> int | None:
        """Return since which position figures of a casino's days are not proved; None if all are.

        Without a casino they are of every casino.
        """
        found = [
            position
            for (of, day), position in self._days.items()
            if first <= day <= last and (casino is None or of in (casino, EVERYWHERE))
        ]
        found += [
            one.position
            for one in self._houses
            if one.day <= last and one.stands_in(casino or EVERYWHERE)
        ]
        return min(found, default=None)
