"""The quarantine: events that a stage could not fold, and the rounds and places that rest on them.

An authentic event that a stage cannot take is set aside for that stage alone, whole, and every
other stage takes it (``base.stage.hand_on``, ``running.runner``). Here it is noted, found
(``INT-FOLD``), and marks what it is about: its round; without a round its place until the gaming
day is closed; without a place its pool, or the house. What is marked is shown as not proved, and
nobody is accused on it: money goes on.
"""

from typing import Any, Final

from typing_extensions import override

from ledger.events.reviews import GamingDayClosed
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
    "until",
)


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
        self._page: list[list[Any]] = []
        self._closed: list[tuple[int, str]] = []
        """Positions at which a casino's day was closed, and places whose mark that ended."""

    @override
    def begin(self, produced: Produced) -> None:
        produced.unproved = self.since

    @override
    def load(self, schema: Schema, source: Source) -> None:
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

    def since(self, round_id: str | None, place: str | None) -> int | None:
        """Return since which position a round or its place is not proved; None if both are."""
        found = self._rounds.get(round_id) if round_id is not None else None
        if found is None and place in self._places:
            found = self._places[place][0]
        return found

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for stage, error in produced.aside.items():
            self._note(event, stage, error, produced)
        if isinstance(event.payload, GamingDayClosed) and produced.closes and not produced.withheld:
            self._end_places(event.position, event.payload.casino)

    def _note(self, event: Event, stage: str, error: str, produced: Produced) -> None:
        scope, subject = _about(event)
        if scope == ROUND:
            self._rounds.setdefault(subject, event.position)
        elif scope == PLACE:
            self._places.setdefault(subject, (event.position, produced.casino))
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

    def _end_places(self, position: int, casino: str | None) -> None:
        ended = [place for place, (_, of) in self._places.items() if casino in (None, of)]
        for place in ended:
            del self._places[place]
            self._closed.append((position, place))
            for row in self._page:
                if (row[5], row[6], row[8]) == (PLACE, place, None):
                    row[8] = position

    @override
    def flush(self, writes: Writes) -> None:
        for position, place in self._closed:
            writes.execute(
                "UPDATE {s}.unfolded SET until = %s "
                "WHERE scope = 'place' AND subject = %s AND until IS NULL",
                (position, place),
            )
        writes.copy("unfolded", COLUMNS, self._page)
        self._closed.clear()
        self._page.clear()


def _about(event: Event) -> tuple[str, str]:
    """Return the round that an event marks; else its place, its pool, or the house."""
    if event.round is not None:
        return ROUND, event.round
    if event.place is not None:
        return PLACE, event.place
    pool = getattr(event.payload, "pool", None)
    if isinstance(pool, str):
        return POOL, pool
    return HOUSE, "*"
