"""The quarantine: events that a stage could not fold, and the rounds and places that rest on them.

An authentic event that a stage cannot take is set aside for that stage alone, whole, and every
other stage takes it (``base.stage.hand_on``, ``running.runner``). Here it is noted, found
(``INT-FOLD``), and marks what it is about: its round; without a round its place until the gaming
day is closed; without a place its pool, or the house. What is marked is shown as not proved, and
nobody is accused on it, nor on what rests on it: the next round of its place, and where the game
carries values on those of the day; the figures of its place until the day is closed, of the days
that a casino declares, of a pool that its place feeds. Money goes on.

To set an event aside costs the memory of all stages, read again. Of a source of which a stage could
not take ``TRIED_MAX`` events in one gaming day, further events of the kinds it failed on are set
aside for that stage untried, until the day is closed: a key that may sign nonsense costs so many
readings a day, and no more.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct, field
from typing_extensions import override

from ledger.events.reviews import Approval, Correction, GamingDayClosed
from ledger.ids import is_round, split_round
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage

CODE: Final = "INT-FOLD"
ROUND: Final = "round"
PLACE: Final = "place"
POOL: Final = "pool"
HOUSE: Final = "house"
COLUMNS: Final = (
    "position",
    "stage",
    "error",
    "event",
    "kind",
    "scope",
    "subject",
    "casino",
    "day",
    "until",
    "ended",
)
TRIED_MAX: Final = 100
EVERYWHERE: Final = "*"
"""As the casino of an event of which nobody told where it was said."""


class Failed(Struct):
    """Events of a source that a stage could not take in a casino's gaming day, and their kinds."""

    count: int = 0
    kinds: set[str] = field(default_factory=set[str])


class Quarantine(Stage):
    """One row an event and a stage that could not fold it."""

    name = "quarantine"
    watches = True
    tables = (("unfolded", "position, stage"),)
    kinds = frozenset({GamingDayClosed.KIND})

    def __init__(self) -> None:
        """Begin with nothing set aside."""
        self._rounds: dict[str, int] = {}
        """Round to the first event of it that was set aside."""
        self._places: dict[str, tuple[int, str]] = {}
        """Marked place to that position, and its casino."""
        self._figures: dict[str, tuple[int, str]] = {}
        """Place whose day's figures lack an event, of a round or not, to the same."""
        self._now_ended: tuple[int, dict[str, tuple[int, str]]] = (0, {})
        """Places whose figures were marked until a closing, at whose position they still are."""
        self._days: dict[tuple[str, str], int] = {}
        """Casino and day whose figures lack an event, to the first of those events."""
        self._of_pools: dict[str, int] = {}
        """Pool, or place that may feed one, to the first event that its figures lack."""
        self._members_of: Callable[[str], Sequence[str]] = lambda _pool: ()
        self.failed: dict[str, dict[tuple[str, str], Failed]] = {}
        """By source; by stage and casino."""
        self._page: list[list[Any]] = []
        self._noted: tuple[int, set[str]] = (0, set())
        """The position noted last, and the stages noted there."""
        self._source: Source | None = None
        self._closed: list[tuple[int, str]] = []
        """Positions at which a casino's day was closed, and places whose mark that ended."""
        self._ended: list[tuple[int, str]] = []
        """Such positions, and casinos of sources whose failures are counted anew from there."""

    @override
    def begin(self, produced: Produced) -> None:
        self._members_of = produced.members_of
        produced.unproved = self.since
        produced.unproved_pool = self.since_of_pool
        produced.unproved_days = self.since_of_days

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source = source
        rows = schema.cursor.execute(
            schema.query(
                "SELECT scope, subject, min(position), min(casino) FROM {s}.unfolded "
                "WHERE until IS NULL AND scope IN ('round', 'place') GROUP BY scope, subject"
            )
        )
        for scope, subject, position, casino in rows.fetchall():
            if scope == ROUND:
                self._rounds[subject] = position
            else:
                self._places[subject] = (position, casino)
        days = schema.cursor.execute(
            schema.query(
                "SELECT scope, subject, position, casino, day, ended FROM {s}.unfolded "
                "ORDER BY position"
            )
        )
        for scope, subject, position, casino, day, ended in days.fetchall():
            self._days.setdefault((casino, day), position)
            self._of_pools.setdefault(_fed_by(scope, subject), position)
            if ended is None:
                self._mark_figures(scope, subject, position, casino)
        counted = schema.cursor.execute(
            schema.query(
                "SELECT substring(event FROM '(.*):[^:]*'), stage, casino, count(*), "
                "array_agg(DISTINCT kind) FROM {s}.unfolded WHERE ended IS NULL GROUP BY 1, 2, 3"
            )
        )
        for said_by, stage, casino, count, kinds in counted.fetchall():
            self.failed.setdefault(said_by, {})[stage, casino] = Failed(count, set(kinds))

    def untried(self, event: Event) -> dict[str, str]:
        """Return the stages that need not try an event of this source and kind, each with why."""
        return {
            stage: f"not tried: {TRIED_MAX} events of {event.source} could not be folded before"
            for (stage, _), failed in self.failed.get(event.source, {}).items()
            if failed.count >= TRIED_MAX and event.kind in failed.kinds
        }

    def since(
        self,
        round_id: str | None,
        place: str | None,
        carries: bool,  # noqa: FBT001 - asked through a value of ``Produced``
    ) -> int | None:
        """Return since which position a round or its place is not proved; None if both are.

        A round rests on the one before, too; where its game carries values on, on all of its day.
        """
        marked = self._places
        if round_id is not None:
            for one in (round_id, _before(round_id)):
                if one in self._rounds:
                    return self._rounds[one]
        if round_id is None or carries:
            marked = {**self._now_ended[1], **self._figures}
        found = None if place is None else marked.get(place)
        return None if found is None else found[0]

    def since_of_pool(self, pool: str) -> int | None:
        """Return since which position a pool is not proved: by its own events, or a member's."""
        names = {pool, *self._members_of(pool)} if self._of_pools else ()
        return min((self._of_pools[one] for one in names if one in self._of_pools), default=None)

    def since_of_days(self, casino: str | None, first: str, last: str) -> int | None:
        """Return since which position figures of a casino's days are not proved; None if all are.

        Without a casino they are of every casino.
        """
        found = (
            position
            for (of, day), position in self._days.items()
            if first <= day <= last and (casino is None or of in (casino, EVERYWHERE))
        )
        return min(found, default=None)

    def _mark_figures(self, scope: str, subject: str, position: int, casino: str) -> None:
        """Mark the figures of a round's place, or of a place, till its day is closed."""
        if scope in (ROUND, PLACE):
            place = split_round(subject)[0] if scope == ROUND else subject
            self._figures.setdefault(place, (position, casino))

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if event.position != self._noted[0]:
            self._noted = (event.position, set())
            self._now_ended = (event.position, {})
        noted = self._noted[1]
        for stage, error in produced.aside.items():
            # An act that takes effect here is taken after its approval, at the same position.
            if stage not in noted:
                noted.add(stage)
                self._note(event, stage, error, produced)
        if isinstance(event.payload, GamingDayClosed) and produced.closes and not produced.withheld:
            self._end_places(event.position, event.payload.casino)
            self._end_counts(event.position, event.payload.casino)

    def _note(self, event: Event, stage: str, error: str, produced: Produced) -> None:
        scope, subject = self._about(event)
        if scope == ROUND:
            self._rounds.setdefault(subject, event.position)
        elif scope == PLACE:
            self._places.setdefault(subject, (event.position, produced.casino))
        day = produced.day or event.day or event.at[:10]
        self._mark_figures(scope, subject, event.position, produced.casino)
        self._days.setdefault((produced.casino, day), event.position)
        self._of_pools.setdefault(_fed_by(scope, subject), event.position)
        failed = self.failed.setdefault(event.source, {}).setdefault(
            (stage, produced.casino), Failed()
        )
        failed.count += 1
        failed.kinds.add(event.kind)
        self._page.append(
            [
                event.position,
                stage,
                error,
                event.name,
                event.kind,
                scope,
                subject,
                produced.casino,
                day,
                None,
                None,
            ]
        )
        produced.faults.append(
            Fault(
                code=CODE,
                positions=(event.position,),
                place=event.place,
                round=event.round,
                expected=f"an event that {stage} can fold",
                recorded=error,
                facts={"stage": stage, "kind": event.kind},
            )
        )

    def _about(self, event: Event) -> tuple[str, str]:
        """Return the round that an event marks; else its place, its pool, or the house.

        An act about another event, that names none of them itself, marks what that one marks.
        """
        if event.round is not None:
            return ROUND, event.round
        if event.place is not None:
            return PLACE, event.place
        pool = getattr(event.payload, "pool", None)
        if isinstance(pool, str):
            return POOL, pool
        if isinstance(event.payload, (Approval, Correction)):
            assert self._source is not None
            target = self._source.named(event.payload.target)
            if target is not None and target.position < event.position:
                return self._about(target)
        return HOUSE, "*"

    def _end_places(self, position: int, casino: str | None) -> None:
        ended = [place for place, (_, of) in self._places.items() if casino in (None, of)]
        for place in ended:
            del self._places[place]
            self._closed.append((position, place))
            for row in self._page:
                if (row[5], row[6], row[9]) == (PLACE, place, None):
                    row[9] = position

    def _end_counts(self, position: int, casino: str | None) -> None:
        known = {of for failed in self.failed.values() for _, of in failed}
        ended = {of for of in known if casino in (None, of) or of == EVERYWHERE}
        self.failed = {
            source: left
            for source, failed in self.failed.items()
            if (left := {key: one for key, one in failed.items() if key[1] not in ended})
        }
        figures = {place: one for place, one in self._figures.items() if one[1] in ended}
        self._now_ended[1].update(figures)
        for place in figures:
            del self._figures[place]
        for one in ended:
            self._ended.append((position, one))
            for row in self._page:
                if (row[7], row[10]) == (one, None):
                    row[10] = position

    @override
    def flush(self, writes: Writes) -> None:
        for position, place in self._closed:
            writes.execute(
                "UPDATE {s}.unfolded SET until = %s "
                "WHERE scope = 'place' AND subject = %s AND until IS NULL",
                (position, place),
            )
        for position, casino in self._ended:
            writes.execute(
                "UPDATE {s}.unfolded SET ended = %s WHERE casino = %s AND ended IS NULL",
                (position, casino),
            )
        self._ended.clear()
        writes.copy("unfolded", COLUMNS, self._page)
        self._closed.clear()
        self._page.clear()


def _before(round_id: str) -> str:
    """Return the name of the round before a round, as places number their rounds.

    A dispute may name in free words what is no round's id: before that is none but itself.
    """
    if not is_round(round_id):
        return round_id
    place, day, number = split_round(round_id)
    return f"{place}/{day}/{number - 1}"


def _fed_by(scope: str, subject: str) -> str:
    """Return the place whose stakes a mark is about; of a pool's own mark the pool."""
    return split_round(subject)[0] if scope == ROUND else subject
