"""Who sits where, with how much, whose turn to lead it is, and online who is in session."""

from typing import ClassVar, get_args

from ledger.events.base import (
    Code,
    Commitment,
    Instant,
    Payload,
    Player,
    Seat,
)
from ledger.ids import Name
from ledger.money import Count, Minor


class PlayerSeated(Payload, frozen=True, kw_only=True):
    """A player took a place, or a rank among those who stand (CF R59-R61)."""

    KIND: ClassVar[str] = "player-seated/1"

    seat: Seat
    player: Player | None = None
    via: Code | None = None
    """draw, list, change, free, entry, last_session … (PNB R9-R13, CF R53-R57)."""


class PlayerLeft(Payload, frozen=True, kw_only=True):
    """A player gave up a place."""

    KIND: ClassVar[str] = "player-left/1"

    seat: Seat
    player: Player | None = None
    cause: Code | None = None
    """own, cave_lost, absent, refused_bank, expelled, rest, change …"""


class PlaceRequested(Payload, frozen=True, kw_only=True):
    """Somebody waits: for a seat, a colour, a change of place."""

    KIND: ClassVar[str] = "place-requested/1"

    player: Player | None = None
    seat: Seat | None = None
    """The seat wished, or the one to be changed."""
    wish: Code
    """seat, change, colour, standing."""
    withdrawn: bool = False
    """Whether he waits no more."""


class PlayerAway(Payload, frozen=True, kw_only=True):
    """A seated player rests or is absent (PNB R47; online O64)."""

    KIND: ClassVar[str] = "player-away/1"

    seat: Seat
    cause: Code | None = None


class PlayerBack(Payload, frozen=True, kw_only=True):
    """A player who was away plays again."""

    KIND: ClassVar[str] = "player-back/1"

    seat: Seat


class StackDeclared(Payload, frozen=True, kw_only=True):
    """A player's money in play is this."""

    KIND: ClassVar[str] = "stack-declared/1"

    seat: Seat
    amount: Minor
    """All of it, after the change."""
    why: Code
    """start, entry, cave, reposicao, capital, capital_reposto, count, withdrawal …"""
    added: Minor = 0
    """Of it, what was put in now."""


class MarkerMoved(Payload, frozen=True, kw_only=True):
    """The mão, the bank's place, the dice or another right moved to a seat."""

    KIND: ClassVar[str] = "marker-moved/1"

    seat: Seat
    game: Code | None = None
    """At a mixed table, the game that the mão chose (PNB R51)."""
    marker: Code | None = None
    """Which, if not the mão: lancador, banca, dealer_choice …"""
    cause: Code | None = None
    declined: tuple[Seat, ...] = ()
    """Seats that were offered it first and refused."""


class PlayerWarned(Payload, frozen=True, kw_only=True):
    """A player was warned, or given extra time (SD R52, OH R67, PNB R46, R58 a)."""

    KIND: ClassVar[str] = "player-warned/1"

    seat: Seat
    cause: Code
    """slow, undecided, conduct, cards_shown, communication …"""
    extra_time: Count | None = None
    """Seconds granted; None: a warning only."""
    expelled: bool = False
    """Whether he had to leave, or was barred."""


class DeadMoney(Payload, frozen=True, kw_only=True):
    """Missed blinds were paid into the pot and are nobody's bet (OH R18)."""

    KIND: ClassVar[str] = "dead-money/1"

    seat: Seat
    amount: Minor
    cause: Code | None = None


class PlayerSessionStarted(Payload, frozen=True, kw_only=True):
    """A player began to play online or on a machine with an account."""

    KIND: ClassVar[str] = "player-session-started/1"

    player: Player
    session: Name
    game: Code | None = None
    demo: bool = False
    """Whether it is a demonstration: no money moves."""
    idle_seconds: Count | None = None
    """Inactivity after which the operator may end it."""
    idle_rounds: Count | None = None
    """Rounds without a bet after which the operator may end it (RA R58, BJ R79)."""


class PlayerSessionWarned(Payload, frozen=True, kw_only=True):
    """The player was told that the session is about to end (MAQ R38)."""

    KIND: ClassVar[str] = "player-session-warned/1"

    player: Player
    session: Name
    cause: Code
    ends: Instant | None = None


class PlayerSessionEnded(Payload, frozen=True, kw_only=True):
    """A session ended; the totals are those shown to the player (MAQ R34, BJ R76)."""

    KIND: ClassVar[str] = "player-session-ended/1"

    player: Player
    session: Name
    by: Code
    """``player`` or ``operator``."""
    cause: Code
    """own, idle, idle_rounds, credits_exhausted, balance_exhausted, restriction …"""
    rounds: Count | None = None
    """Rounds played."""
    staked: Minor | None = None
    won: Minor | None = None
    history: Count | None = None
    """Rounds listed in the history that the player can open."""


class PlayerSessionRestricted(Payload, frozen=True, kw_only=True):
    """A player's access was limited: only on an accredited diagnosis (BI R101, MAQ R35)."""

    KIND: ClassVar[str] = "player-session-restricted/1"

    player: Player
    session: Name | None = None
    cause: Code
    diagnosis: Commitment | None = None
    """The diagnosis in the side table."""
    until: Instant | None = None


SeatEvent = (
    PlayerSeated
    | PlayerLeft
    | PlaceRequested
    | PlayerAway
    | PlayerBack
    | StackDeclared
    | MarkerMoved
    | PlayerWarned
    | DeadMoney
    | PlayerSessionStarted
    | PlayerSessionWarned
    | PlayerSessionEnded
    | PlayerSessionRestricted
)
KINDS: tuple[type[Payload], ...] = get_args(SeatEvent)
