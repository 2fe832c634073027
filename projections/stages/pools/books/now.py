"""The event at hand: its position, time, day and casino, and the parameters in force there."""

from collections.abc import Callable
from typing import Any

from ledger.events.machines import PlayVoided
from ledger.events.reviews import GamingDayClosed
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook
from projections.base.produced import Produced
from projections.stages.pools.books.moments import Key
from projections.stages.pools.books.pool import EVERYWHERE, Pool


def no_day(_casino: str) -> str | None:
    """Say of every casino that no day of it was closed."""
    return None


class Now:
    """The event at hand."""

    def __init__(self) -> None:
        """Begin before the first event."""
        self.position = 0
        self.at = ""
        self.source = ""
        self.order = 0
        """The position of what is done now; of a waiting act where that was said."""
        self.day: str | None = None
        self.casino = EVERYWHERE
        self.clock: str | None = None
        """The ledger's clock: the last tick of its service."""
        self.parameters = ParameterBook()
        self.void_holds: Callable[[Event, PlayVoided], bool] = lambda _event, _void: True
        """A void to whether the machine had its jogada's money still."""
        self.first_open: Callable[[str], str | None] = no_day
        """Casino to the first day that is open for it, where one was closed."""

    def begin(self, event: Event, produced: Produced) -> None:
        """Go on to an event."""
        self.position = self.order = event.position
        self.at, self.source = event.at, event.source
        self.day = produced.day or event.day or event.at[:10]
        self.casino, self.parameters = produced.casino, produced.book
        self.void_holds = produced.void_holds
        closes = isinstance(event.payload, GamingDayClosed)  # what it books is of the day it closes
        self.first_open = no_day if closes else produced.first_open

    @property
    def key(self) -> Key:
        """The moment of the event at hand, or of the waiting act that is done now."""
        return Key(self.at, self.source, self.order)

    def value(self, name: str, *scopes: str) -> Any:
        """Return a parameter as it is in force at this event."""
        found = (*scopes, self.casino, EVERYWHERE)
        return self.parameters.value(name, found, self.at, self.position)

    def day_of(self, pool: Pool | None) -> str | None:
        """Return the day of a pool on which this position is booked.

        That is the event's, unless the pool's own casino has closed it: of casinos that share a
        pool one may close its day before another.
        """
        if pool is None or self.day is None:
            return self.day
        return max(self.day, self.first_open(pool.casino) or self.day)
