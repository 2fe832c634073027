"""What stands at a place before a round, without reading its whole day for each.

What is read of a place's events is kept every so many of them, in the table's ``memo``; whoever
asks for a position gets a copy of the last that was kept before it, with the few events since.
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol, Self, TypeVar

from projections.base.event import Event, Table

EVERY: Final = 64
"""Events of the place from one reading that is kept to the next."""


class Reading(Protocol):
    """What is made of a place's events, one after the other."""

    def read(self, events: Iterable[Event], /) -> None:
        """Take events in their order."""
        ...

    def forget(self) -> None:
        """Let go of what nobody asks for who comes later."""
        ...

    def copy(self) -> Self:
        """Return the same, of which more can be read apart."""
        ...


R = TypeVar("R", bound=Reading)


def facts_at(table: Table, position: int, of: object, begin: Callable[[], R]) -> R:
    """Return what the events of a place before a position come to.

    ``of`` tells readings of one table apart; ``begin`` gives one that has read nothing. What a
    reading forgets is what no later position needs, so it is the same whatever was kept.
    """
    kept: list[R] = table.memo.setdefault((facts_at, of), [])
    count = table.count_before(position)
    while len(kept) < count // EVERY:
        further = kept[-1].copy() if kept else begin()
        further.read(table.events[len(kept) * EVERY : (len(kept) + 1) * EVERY])
        further.forget()
        kept.append(further)
    whole = count // EVERY
    reading = kept[whole - 1].copy() if whole else begin()
    reading.read(table.events[whole * EVERY : count])
    reading.forget()
    return reading
