"""A pool through time: its balances at a moment, and the changes between two moments.

Several devices feed one pool and each sends by a line of its own. Where an event stands in the log
says when it came, not when it was: what a pool held at a moment is what the events up to that
moment make, by the devices' own times, whenever they came.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from projections.base.event import Event


class Key(NamedTuple):
    """A moment: a time as a device tells it, and at equal times its source and that one's seq."""

    at: str
    source: str
    order: int
    """The position: of one source positions rise as its seq does."""


LAST_OF_ALL: Final = Key("~", "", 0)
"""After every moment."""


def key_of(event: Event) -> Key:
    """Return the moment of an event."""
    return Key(event.at, event.source, event.position)


class Balances(Struct, frozen=True, array_like=True):
    """A pool's balances at a moment, or by how much they changed."""

    shown: int = 0
    """J1 + J2 with the fraction, in millionths of a minor unit."""
    base: int = 0
    """Of it J1, in minor units."""
    reserve: int = 0
    """J3 with its fraction, in millionths."""
    overflow: int = 0
    """J4, in minor units."""
    staked: int = 0
    """The stakes that qualified."""

    def plus(self, other: "Balances", sign: int = 1) -> "Balances":
        """Return both together, or with ``sign`` -1 the difference."""
        return Balances(
            self.shown + sign * other.shown,
            self.base + sign * other.base,
            self.reserve + sign * other.reserve,
            self.overflow + sign * other.overflow,
            self.staked + sign * other.staked,
        )


class Move(Struct, frozen=True, array_like=True):
    """A change of a pool's balances, at the time of the device that tells of it."""

    at: str
    source: str
    position: int
    """Of the event, or of the award whose amount it is about."""
    by: Balances
    of: str = ""
    """The award that it is of."""
    stakes: int = 0
    """Of a stake 1, of its void -1."""
    ppm: int = 0
    """The stake's rate."""
    casino: str = ""

    @property
    def key(self) -> Key:
        """The moment of the change."""
        return Key(self.at, self.source, self.position)


class Laid(Struct, frozen=True, kw_only=True):
    """A stake as it was taken into its pools."""

    stake: int
    opened: tuple[str, int]
    """Time and position of its round's opening, by which its rates hold."""
    at: Key
    """When it was taken into the pools: a stake that is its own round then, one of a table's round
    where that is booked."""
    casino: str
    name: str = ""
    """The stake's event, where it is its own round."""
    category: str | None = None
    """Of the receita that gains what comes back; None: nobody's here."""
    place: str | None = None
    round: str | None = None
    seat: int | None = None
    bet: int | None = None

    def is_same(self, other: "Laid") -> bool:
        """Tell whether two records are of the same stake, whatever its amount."""
        mine = self.opened, self.round, self.seat, self.bet
        return mine == (other.opened, other.round, other.seat, other.bet)


class Returned(Struct, frozen=True, kw_only=True):
    """A void stake's share that left its pool; a transfer from before may still be told of."""

    laid: Laid
    """Its stake is what came back; below zero what came in besides."""
    told: Key
    """When it was made void, or said to be another amount."""
    counted: Key
    """When that counts in the pool: of a correction, when the stake was laid."""
    stakes: int = 1
    """1 of a stake, 0 of a part of one."""


class Drain(Struct, frozen=True, array_like=True):
    """An award or a transfer: the shares of stakes laid before it are in the pool no more."""

    at: str
    source: str
    position: int
    by: str = ""
    """The award; empty of a transfer, or the concession's end."""
    in_log: bool = False
    """It is of what the pool held where it stands in the log: a table's prize, or one that was
    refused and stands again."""

    @property
    def key(self) -> Key:
        """The moment of the award or transfer."""
        return Key(self.at, self.source, self.position)


class Gone(Struct, frozen=True, kw_only=True):
    """A prize that was taken back: void, refused, or withdrawn by a correction."""

    award: str
    key: Key
    """When it had been won."""
    told: Key
    """When it was taken back."""
    by: Balances | None = None
    """By how much it changed its pool between the two; None: it never did, being withdrawn."""


class Past(Struct, kw_only=True):
    """Changes of a pool that are no longer kept at hand: written, and looked up where needed."""

    pool: str
    position: int
    """Where they were put away."""
    moves: list[Move]
    """In the order of the devices' times."""


class Reading(Struct, frozen=True, kw_only=True):
    """A reading of a display or controller."""

    amount: int
    position: int
    at: str = ""
    source: str = ""
    staked: int | None = None
    """Its own count of qualifying stakes."""
    ledger_staked: int = 0
    """Ours, when it was read."""
    late: int = 0
    """Of ours, what came when it had been judged."""

    @property
    def key(self) -> Key:
        """The moment at which it was read."""
        return Key(self.at, self.source, self.position)


class Stake(Struct, frozen=True, kw_only=True):
    """A stake whose device itself states the increment."""

    at: str
    source: str
    position: int
    exact: int
    """What it adds to J2 and J4, in millionths."""
    reserve: int = 0
    """What it adds to J3, in millionths."""

    @property
    def key(self) -> Key:
        """The moment at which it was laid."""
        return Key(self.at, self.source, self.position)


class Latest(Struct, frozen=True, kw_only=True):
    """An award among the last, and when it was won."""

    award: str
    at: str
    source: str
    order: int
    closed: bool = False
    """Its term is over and all that was said and paid of it is right: it changes no more."""

    @property
    def key(self) -> Key:
        """The moment at which the award was won."""
        return Key(self.at, self.source, self.order)
