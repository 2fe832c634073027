"""Outcomes that a round tells twice at one instant, with nothing between: one of them is too many.

Dice are thrown, a wheel spins and balls come out more than once in a round: another throw is
another throw, and what it is worth say the games' own rules. Two of one instant nobody threw: the
device said one twice. In the same words it is nothing new; in others nobody can tell which of the
two is right: neither decides, and nobody is accused. Who made a mistake corrects it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.bingo import BallDrawn
from ledger.events.outcomes import DiceRolled, TileDiscarded, TileDrawn, WheelStopped
from projections.base.event import ClosedRound, Event
from projections.replay.left_open.unread import TOLD_TWICE
from projections.replay.record import Record, Unread

Recording = Callable[[ClosedRound, Mapping[str, Any]], Record | None]
"""``(closed, options)`` to a round's record."""
_WORDS: Final[Mapping[str, Callable[[Any], object]]] = {
    BallDrawn.KIND: lambda one: one.number,
    DiceRolled.KIND: lambda one: " ".join(map(str, one.dice)),
    TileDiscarded.KIND: lambda one: one.tile,
    TileDrawn.KIND: lambda one: one.tile,
    WheelStopped.KIND: lambda one: one.section,
}
"""Kind of an outcome to what is told of it."""


def told_once(recording: Recording) -> Recording:
    """Return a game's recording that takes each outcome once, and tells which contradict."""

    def record(closed: ClosedRound, options: Mapping[str, Any]) -> Record | None:
        once, contradictions = _once(closed)
        found = recording(once, options)
        if found is None or not contradictions:
            return found
        return structs.replace(found, unread=(*found.unread, *contradictions))

    return record


def _once(closed: ClosedRound) -> tuple[ClosedRound, list[Unread]]:
    """Return a round that tells each outcome once, as the one before it, and its contradictions."""
    again, found = _again(closed.events)
    before, _ = _again(closed.previous)
    if not again and not before:
        return closed, found
    events, previous = (
        [event for event in events if event.position not in positions]
        for events, positions in ((closed.events, again), (closed.previous, before))
    )
    return structs.replace(closed, events=events, previous=previous), found


def _again(events: Sequence[Event]) -> tuple[set[int], list[Unread]]:
    """Return the positions of outcomes told again at once, and those that contradict the first."""
    again: set[int] = set()
    found: list[Unread] = []
    before: Event | None = None
    for event in events:
        if event.kind not in _WORDS:
            before = None
        elif before is not None and _is_one(before, event):
            again.add(event.position)
            if before.payload != event.payload:
                words = _WORDS[event.kind]
                word = f"{words(before.payload)} ≠ {words(event.payload)}"
                found.append(Unread(fact=TOLD_TWICE, word=word))
        else:
            before = event
    return again, found


def _is_one(before: Event, event: Event) -> bool:
    """Tell whether two outcomes are of one instant and of one player, or of none.

    A ball of bingo says which of the jogada it is: another is another, and the same one may be told
    again at any time.
    """
    if isinstance(event.payload, BallDrawn) and before.payload == event.payload:
        return True
    return _moment(before) == _moment(event)


def _moment(event: Event) -> tuple[object, ...]:
    payload = event.payload
    which = getattr(payload, "seat", None), getattr(payload, "index", None)
    return event.kind, event.at, *which
