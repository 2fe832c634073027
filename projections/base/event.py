"""Events as stages see them, the tables they stand at, and rounds ready to be judged."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, field, structs

from projections.replay.record import PoolState, Record
from projections.replay.registry import Verdict
from projections.replay.settlement import Found

_POSITION: Final = attrgetter("position")
JUDGED_LATE: Final = "round-judged-late"
"""The kind of what stages are handed with a round that waited; no source says it."""


class Event(Struct, frozen=True, gc=False):
    """A recorded event, decoded."""

    position: int
    source: str
    seq: int
    kind: str
    at: str
    day: str | None
    place: str | None
    round: str | None
    payload: Any
    """The kind's own type, or a plain object for a kind this version does not know."""
    link: bytes = b""

    @property
    def name(self) -> str:
        """``source:seq``."""
        return f"{self.source}:{self.seq}"


class Suspect(Struct, frozen=True, kw_only=True, gc=False):
    """An event said while its key may have been a thief's."""

    event: Event
    about: Event
    """The event that it agrees to or corrects; itself where it is no such act."""
    casino: str | None
    """The casino of its source, or of its place."""
    since: int
    """The first position at which the key is suspect."""


class TableFault(Struct, frozen=True, kw_only=True, gc=False):
    """A fault of a table's opening against what is in force there."""

    found: Found
    terms: tuple[int, ...]
    """Positions of the opening, and of the parameters that it breaks."""


class Terms(Struct, frozen=True, kw_only=True, gc=False):
    """The terms in force for a table when it was opened, under a matrix of authority."""

    casino: str
    profile: str | None
    """The profile in force there; None where no registration says."""
    answered: int | None = None
    """Position at which somebody in charge answered for the opening's own options."""


class Table(Struct, kw_only=True):
    """A table since its ``table-opened``, with the events of its place outside rounds."""

    opened: Event
    events: list[Event] = field(default_factory=list)
    """Events of the place outside any round since it was opened: staff, equipment, seats …; of a
    bingo room also the editions that were registered before. By position."""
    terms: Terms | None = None
    """None where no matrix of authority was in force when it was opened."""
    memo: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """Values that a game's gathering made of these events, kept because they cost much."""

    def before(self, position: int) -> list[Event]:
        """Return the events of the place before a position."""
        return self.events[: self.count_before(position)]

    def between(self, first: int, position: int) -> list[Event]:
        """Return the events of the place from a position on and before another."""
        return self.events[self.count_before(first) : self.count_before(position)]

    def count_before(self, position: int) -> int:
        """Return how many events of the place came before a position."""
        return bisect_left(self.events, position, key=_POSITION)


class ClosedRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round ready to be judged: at its close, or again after a correction or a late payment."""

    round: str
    place: str
    day: str
    number: int
    game: str | None
    table: Table | None
    events: Sequence[Event]
    """Its owner's events in the order of the owner's chain, corrections applied."""
    record: Record | None
    """None if this version does not know the game."""
    opened: int
    closed: int
    """Position of ``round-closed``."""
    previous: Sequence[Event] = ()
    """The events of the round before, corrections applied, as far as they were told when this round
    closed; empty where the game does not read them (``Gathering.reads_previous``). The round before
    is the round closed last, at the same opening of the table, when this round opened."""
    carried: Mapping[str, Any] = {}
    """The values carried to this round from those before it, since the table was opened, as its
    game's ``Gathering.carry`` makes them: cards out of the shoe, players' stacks, the bank …"""
    again: bool = False
    """Whether the round was judged before."""
    reopened: bool = False
    """Whether its closing was withdrawn: it goes on, and nobody judges it until it is closed."""
    closed_anew: bool = False
    """Whether it is closed here after a closing of it was withdrawn: its time begins here."""
    carries: bool = False
    """Whether its game carries values from round to round as long as the table is open."""
    of_table: Sequence[TableFault] = ()
    """Faults of its table's opening against what was in force."""
    options: Mapping[str, Any] = {}
    """The table's options in force by which its record was made."""

    def told_before(self, position: int) -> "ClosedRound":
        """Return the round with the events that were told of it before a position, closed there."""
        return structs.replace(
            self,
            events=[event for event in self.events if event.position < position],
            opened=self.events[0].position,
            closed=position,
        )

    @property
    def opened_at(self) -> str:
        """The time its first event tells; empty if corrections left it no event."""
        return self.events[0].at if self.events else ""


class JudgedRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round with its verdict."""

    closed: ClosedRound
    verdict: Verdict
    offered: PoolState | None = None
    """The pool that the round was judged with; None if its place feeds none."""
