"""Facts of a place since its table's opening, up to a position: a snapshot every 64 events.

The snapshots are kept in the table's ``memo``, so that no round reads its place's whole day: the
facts at a position are a copy of the last snapshot before it, with the few events since.
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol, Self, TypeVar

from projections.base.event import Event, Table

EVERY: Final = 64
"""Events of the place from a kept snapshot to the next."""


class PlaceFacts(Protocol):
    """Facts made of a place's events, read in their order."""

    def read(self, events: Iterable[Event], /) -> None:
        """Take events in their order."""
        ...

    def forget(self) -> None:
        """Drop facts that no later position needs."""
        ...

    def copy(self) -> Self:
        """Return the same facts, to read more events apart."""
        ...


F = TypeVar("F", bound=PlaceFacts)


def facts_at(table: Table, position: int, of: object, begin: Callable[[], F]) -> F:
    """Return the facts of a place's events before a position.

    ``of`` tells kinds of facts of one table apart; ``begin`` gives facts of no event. Facts forget
    only what no later position needs, so that they are the same whichever snapshots were kept.
    """
    kept: list[F] = table.memo.setdefault((facts_at, of), [])
    count = table.count_before(position)
    while len(kept) < count // EVERY:
        further = kept[-1].copy() if kept else begin()
        further.read(table.events[len(kept) * EVERY : (len(kept) + 1) * EVERY])
        further.forget()
        kept.append(further)
    whole = count // EVERY
    facts = kept[whole - 1].copy() if whole else begin()
    facts.read(table.events[whole * EVERY : count])
    facts.forget()
    return facts
