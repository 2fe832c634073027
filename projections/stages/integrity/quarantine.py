"""The quarantine: events that a stage could not fold, and the rounds and places that rest on them.

An authentic event that a stage cannot take is set aside for that stage alone, whole, and every
other stage takes it (``base.stage.hand_on``, ``running.runner``). Here it is noted, found
(``INT-FOLD``), and marks what it is about: its round; without a round its place until the gaming
day is closed; without a place its case, its pool, or the house. What is marked is shown as not
proved, and nobody is accused on it, nor on what rests on it (``marks``). Money goes on.

So it is with events that stages could fold, and that a revocation says may be a thief's: they mark
the same, from where it takes effect; what was booked of them stays until it is corrected.

To set an event aside costs the memory of all stages, read again. Of a source of which a stage could
not take ``TRIED_MAX`` events in one gaming day, further events of the kinds it failed on are set
aside for that stage untried, until the day is closed: a key that may sign nonsense costs so many
readings a day, and no more.
"""

from typing import Any, Final

from msgspec import Struct, field
from typing_extensions import override

from ledger.events.reviews import Approval, Correction, GamingDayClosed
from ledger.events.rounds import RoundClosed
from ledger.ids import split_round
from projections.base.event import JUDGED_LATE, Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.stages.integrity.marks import (
    CASE,
    EVERYWHERE,
    HOUSE,
    PLACE,
    POOL,
    ROUND,
    Mark,
    Marks,
    lasts,
    members,
)

CODE: Final = "INT-FOLD"
COLUMNS: Final = ("position", "stage", "error", "event", "kind", *Mark.COLUMNS)
TRIED_MAX: Final = 100
KEY: Final = "key"
"""In place of a stage: every stage could fold the event, and its key may have been a thief's."""


class Failed(Struct):
    """Events of a source that a stage could not take in a casino's gaming day, and their kinds."""

    count: int = 0
    kinds: set[str] = field(default_factory=set[str])


class Quarantine(Stage):
    """One row an event and a stage that could not fold it."""

    name = "quarantine"
    watches = True
    tables = (("unfolded", "position, stage, event, scope, subject"),)
    kinds = frozenset({GamingDayClosed.KIND})

    def __init__(self) -> None:
        """Begin with nothing set aside."""
        self._marks = Marks()
        self.failed: dict[str, dict[tuple[str, str], Failed]] = {}
        """By source; by stage and casino."""
        self._page: list[tuple[tuple[Any, ...], Mark]] = []
        """Rows of this page before what their mark says, and the mark."""
        self._noted: tuple[int, set[tuple[str, ...]]] = (0, set())
        """The position noted last, and the stages noted there; with the last fact and the round, or
        the place, of what waited: each is set aside by itself."""
        self._source: Source | None = None

    @override
    def begin(self, produced: Produced) -> None:
        self._marks.begin(produced)

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source = source
        rows = schema.cursor.execute(
            schema.query(
                "SELECT scope, subject, casino, day, claimed, lasts, until, ended, over, "
                "members, closed, next, known_from, position, stage FROM {s}.unfolded "
                "ORDER BY known_from, position, stage, event, subject"
            )
        )
        for *told, position, stage in rows.fetchall():
            self._marks.add(Mark.of(position, told))
            if stage == KEY:
                self._marks.suspect(position)
        counted = schema.cursor.execute(
            schema.query(
                "SELECT substring(event FROM '(.*):[^:]*'), stage, casino, count(*), "
                "array_agg(DISTINCT kind) FROM {s}.unfolded "
                "WHERE ended IS NULL AND stage <> %s GROUP BY 1, 2, 3"
            ),
            (KEY,),
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

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if event.position != self._noted[0]:
            self._noted = (event.position, set())
            self._marks.begin_position()
        self._doubt(event, produced)
        noted = self._noted[1]
        late = event.kind == JUDGED_LATE
        what = (event.name, event.round or event.place or "") if late else ()
        for stage, error in produced.aside.items():
            # An act that takes effect here is taken after its approval, at the same position.
            if (stage, *what) not in noted:
                noted.add((stage, *what))
                self._note(event, stage, error, produced)
        if isinstance(event.payload, RoundClosed) and event.round is not None:
            self._marks.close_round(event, event.round, produced)
        elif isinstance(event.payload, GamingDayClosed) and _closes(produced):
            casino = event.payload.casino
            self._marks.close_day(event.position, casino)
            self._end_counts(event.position, casino)

    def _doubt(self, event: Event, produced: Produced) -> None:
        """Mark rounds, places and cases of events that may be a thief's, as far as days are open.

        Of what names none of these, figures of its day alone: no round of the house is in doubt.
        """
        told: set[int] = set()
        for one in produced.suspects:
            said = one.event
            if said.position in told or self._marks.is_suspect(said.position):
                continue  # an earlier revocation said so
            told.add(said.position)
            self._marks.suspect(said.position)
            scope, subject, _ = self._about(one.about, produced)
            casino = one.casino or EVERYWHERE
            day = one.about.day or one.about.at[:10]
            closed = self._closed_at(event, casino, day, produced)
            mark = Mark(
                position=said.position,
                scope=scope,
                subject=casino if scope == HOUSE else subject,
                casino=casino,
                day=day,
                claimed=split_round(subject)[1] if scope == ROUND else day,
                lasts=False,
                until=event.position if scope == HOUSE else closed if scope == PLACE else None,
                ended=closed,
                known_from=event.position,
            )
            self._marks.add(mark)
            why = f"signed by a key that is suspect since position {one.since}"
            self._page.append(((said.position, KEY, why, said.name, said.kind), mark))

    def _closed_at(self, event: Event, casino: str, day: str, produced: Produced) -> int | None:
        """Return this event's position if the day is closed already; else None."""
        first = produced.first_open(casino)
        return event.position if first is not None and day < first else None

    def _note(self, event: Event, stage: str, error: str, produced: Produced) -> None:
        scope, subject, by = self._about(event, produced)
        mark = Mark(
            position=event.position,
            scope=scope,
            subject=subject,
            casino=produced.casino,
            day=produced.day or event.day or event.at[:10],
            claimed=split_round(subject)[1] if scope == ROUND else event.day,
            lasts=lasts(by.payload),
            members=members(by.payload, produced.members_of(subject)) if scope == POOL else [],
            known_from=event.position,
        )
        self._marks.add(mark)
        failed = self.failed.setdefault(event.source, {}).setdefault(
            (stage, produced.casino), Failed()
        )
        failed.count += 1
        failed.kinds.add(event.kind)
        self._page.append(((event.position, stage, error, event.name, event.kind), mark))
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

    def _about(self, event: Event, produced: Produced) -> tuple[str, str, Event]:
        """Return the round that an event marks; else its place, its case, its pool, or the house.

        An act about another event, that names none of them itself, marks what that one marks, and
        for as long: the third is that other event.
        """
        if event.round is not None:
            return ROUND, event.round, event
        if event.place is not None:
            return PLACE, event.place, event
        for scope, names in NAMED.items():
            for name in names:
                subject = getattr(event.payload, name, None)
                if isinstance(subject, str):
                    return scope, subject, event
        if isinstance(event.payload, (Approval, Correction)):
            assert self._source is not None
            target = self._source.named(event.payload.target)
            if target is not None and target.position < event.position:
                return self._about(target, produced)
        casino = getattr(event.payload, "casino", None)
        if not isinstance(casino, str):
            casino = EVERYWHERE if lasts(event.payload) else produced.casino
        return HOUSE, casino, event

    def _end_counts(self, position: int, casino: str | None) -> None:
        known = {of for failed in self.failed.values() for _, of in failed} | self._marks.casinos
        ended = {of for of in known if casino in (None, of) or of == EVERYWHERE}
        self.failed = {
            source: left
            for source, failed in self.failed.items()
            if (left := {key: one for key, one in failed.items() if key[1] not in ended})
        }
        self._marks.end_figures(position, ended)

    @override
    def flush(self, writes: Writes) -> None:
        self._marks.flush(writes)
        writes.copy("unfolded", COLUMNS, [[*row, *mark.row()] for row, mark in self._page])
        self._page.clear()


NAMED: Final = {CASE: ("dispute", "finding", "complaint"), POOL: ("pool",)}
"""What an event without a round and a place may be about, and which of its fields name that."""


def _closes(produced: Produced) -> bool:
    """Tell whether a closing ends marks: one that has effect, and that every stage could take."""
    return produced.closes and not produced.withheld and not produced.aside
