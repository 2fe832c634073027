"""Rounds, acts, transfers, days and readings as written, and the look-up that finds them.

What is closed is no longer in memory: the books ask a ``Lookup`` for it.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct, field

from projections.base.event import Event
from projections.replay.record import PoolState
from projections.replay.settlement import Award, Increment
from projections.stages.pools.books.accounts import Posting
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.moments import Key, Move
from projections.stages.pools.books.pool import Carry


class Kept(Struct, frozen=True, array_like=True):
    """A stake of a table's round that lies in a pool still, though it does not count any more."""

    pool: str
    seat: int | None
    bet: int | None
    stake: int


class Booked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round in the journal: its increments and awards, and the pool it was judged with."""

    state: PoolState | None = None
    game: str | None = None
    increments: tuple[Increment, ...] = ()
    awards: tuple[Award, ...] = ()
    won: tuple[str, ...] = ()
    """Ids of its awards, those of payments without an award included."""
    opened: tuple[str, int] | None = None
    """Time and position of the round's opening, by which its rates hold."""
    booked: int | None = None
    """Position at which it was booked first."""
    carried: bool = False
    """Whether its bets stay placed for the next round (STU R25, R28)."""
    kept: tuple[Kept, ...] = ()
    """What pools could not give back of it: the operator bears it, and it is in them still."""
    ended: tuple[Carry, ...] = ()
    """Bets of void rounds before it that stayed placed until it was played."""


class Undone(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The fate of a stake or an act since it was recorded: void, corrected, in effect."""

    effective: int | None = None
    """Position at which an act that needs a second person took effect."""
    voided: int | None = None
    """Position of the void that took it back."""
    corrected: bool = False
    replacement: str | None = None
    """The payload that stands instead, as JSON; None: it was withdrawn."""
    award: str | None = None
    """Of a payment outside a round, the award it was booked to."""
    kept: dict[str, int] = {}
    """Pool to what lies in it of a stake besides what stands: it could not give it back, and the
    operator bears it. Below zero what stands of it that the pool did not take."""


class Half(Struct, frozen=True, kw_only=True):
    """One side of a transfer as its controller signed it."""

    event: str
    position: int
    said: dict[str, int]
    """Component to amount."""
    residue: int = 0


class Transfer(Struct, kw_only=True):
    """A transfer between two pools, by its order's number (MAQ R23)."""

    transfer: str
    pool: str
    to: str
    out: Half | None = None
    into: Half | None = None
    left: dict[str, int] = field(default_factory=dict[str, int])
    """Account to what left the source."""
    arrived: dict[str, int] = field(default_factory=dict[str, int])
    residue: int = 0
    reserve_residue: int = 0
    whole: int = 0
    hidden: int = 0
    """Units that two fractions made, in J2 and J3."""
    acts: list[str] = field(default_factory=list[str])
    """The events that moved it."""

    @property
    def open(self) -> bool:
        """Whether something is still in transit, or a side is missing."""
        return self.left != self.arrived or self.out is None or self.into is None


class Owed(Struct, kw_only=True):
    """A debt to an institution since the concession's end (MAQ R24)."""

    institution: str
    event: str
    position: int
    since: str | None = None
    """The ledger's clock at the end, or the first tick after it."""
    late: bool = False


class CoverDay(Struct, kw_only=True):
    """The cover of the pools on a gaming day, beside what they held at its close."""

    casino: str
    day: str
    declared: dict[str, int] = field(default_factory=dict[str, int])
    """Form and reference to the amount last declared."""
    positions: list[int] = field(default_factory=list[int])
    held: int | None = None
    """At the day's close."""
    closed: int | None = None
    total: int = 0
    """All that covered it, what was declared for every casino included."""


class PoolDay(Struct, kw_only=True):
    """A pool's movements of one accounting day, J1 to J4 together."""

    pool: str
    day: str
    base: int = 0
    increments: int = 0
    voided: int = 0
    wins: int = 0
    resets: int = 0
    transfers: int = 0
    declared: int = 0
    ended: int = 0
    corrections: int = 0
    hidden: int = 0
    """Of all these, what moved J3 and J4."""
    stakes: int = 0
    staked: int = 0
    rates: dict[str, int] = field(default_factory=dict[str, int])
    """Rate in ppm to the stakes that qualified at it."""
    residue: int = 0
    display: int | None = None
    controller: int | None = None
    """The last readings of the day."""
    display_off: int | None = None
    """What the display showed too much or too little when it was read, its latency allowed for."""
    first: int = 0
    last: int = 0


class Read(Struct, frozen=True, kw_only=True):
    """A reading beside what the ledger said."""

    position: int
    pool: str
    source: str
    """``display`` or ``controller``."""
    name: str
    at: str
    day: str | None
    amount: int
    ledger: int
    agrees: bool
    """Within what the display's latency allows."""
    known: int
    """Position of the event with which it was compared: the last that could still matter."""
    why: str | None = None
    withdrawn: int | None = None
    """Position of the correction that withdrew it."""


class Lookup(Protocol):
    """The way to awards, rounds and acts that are no longer in memory."""

    def event(self, name: str) -> Event | None:
        """Return a recorded event."""
        ...

    def at(self, position: int) -> Event | None:
        """Return the event at a position."""
        ...

    def award(self, award: str) -> Won | None:
        """Return an award that is closed."""
        ...

    def booked(self, round_id: str) -> Booked:
        """Return a round's increments and awards as they were booked."""
        ...

    def undone(self, name: str) -> Undone | None:
        """Return the fate of a stake or act."""
        ...

    def of_act(self, name: str) -> Sequence[Posting]:
        """Return the postings of an act's event, reversals included."""
        ...

    def credited(self, pool: str, stake: str) -> list[int]:
        """Return the positions at which a stake of a device elsewhere was credited, as written."""
        ...

    def pool_day(self, pool: str, day: str) -> PoolDay | None:
        """Return a pool's day as it was written."""
        ...

    def cover_day(self, casino: str, day: str) -> CoverDay | None:
        """Return a day's cover as it was written."""
        ...

    def transfer(self, transfer: str) -> Transfer | None:
        """Return a transfer that is over."""
        ...

    def reading(self, pool: str, position: int) -> Read | None:
        """Return a reading as it was written."""
        ...

    def last_reading(self, pool: str, day: str, source: str, without: Sequence[int]) -> Read | None:
        """Return the last reading of a day by a display or controller, some positions left out."""
        ...

    def neighbours(
        self, pool: str, source: str, name: str, key: Key, without: Sequence[int]
    ) -> list[Read]:
        """Return a device's last reading before a moment and its first after it, as they stand."""
        ...

    def past(self, pool: str, since: str, until: str) -> list[Move]:
        """Return changes that were put away, those from one time to another among them."""
        ...
