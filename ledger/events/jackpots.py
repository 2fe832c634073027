"""Jackpot pools: what they are, what goes in, what is won, paid, moved, and held against them.

Balances are computed from qualifying stakes: ``jackpot-increment`` and ``jackpot-won`` are what a
device says, compared and never posted. Accounts J1-J11 are those of regulatory.md 3.2.

Rules: jackpots.md; MAQ R17-R24, BIN R9-R13, BJ R51-R64, PSD R32-R42, STU R18-R28.
"""

from typing import Annotated, ClassVar, get_args

from msgspec import Meta, field

from ledger.events.base import (
    Badge,
    BetNumber,
    Card,
    Code,
    Commitment,
    Figures,
    Instant,
    Part,
    Payload,
    Player,
    PoolName,
    Seat,
)
from ledger.ids import EventName, LinkHex, Name
from ledger.money import Count, Currency, Minor, Ppm

Residue = Annotated[int, Meta(ge=-(2**53 - 1), le=2**53 - 1)]
"""Millionths of a minor unit."""


class Combination(Part, frozen=True, kw_only=True):
    """A prize of the pool's table."""

    name: Code
    """By the game's ranking: ``real``, ``sequencia_de_cor`` …"""
    ppm: Ppm | None = None
    """Share of the balance; 1,000,000 is all of it, and makes the award a full one."""
    fixed: Minor | None = None
    """Fixed sum; with a share, the larger of the two counts (STU R18)."""


class PoolOpened(Payload, frozen=True, kw_only=True):
    """A pool, one level of one prize, came into being, once another person has approved."""

    KIND: ClassVar[str] = "pool-opened/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    scope: Code
    """machine, machines, casinos, tables, bingo_room."""
    members: tuple[Name, ...]
    """Places, or devices elsewhere, whose stakes qualify."""
    currency: Currency
    base: Minor
    """Base de arranque: borne by the operator, never his again (MAQ R20)."""
    ppm: Ppm
    """Share of each qualifying stake that players see grow (J2)."""
    reserve_ppm: Ppm = 0
    """Hidden share (J3)."""
    ceiling: Minor | None = None
    """Above it increments are kept as overflow (J4)."""
    level: Code | None = None
    game: Code | None = None
    """The game or machine model: transfers stay within it (MAQ R23)."""
    bet_type: Code | None = None
    bet: Minor | None = None
    """The jackpot bet's fixed value; None: every stake qualifies."""
    combinations: tuple[Combination, ...] = ()
    balls: Count | None = None
    """Bingo: at most so many balls (BIN R9)."""
    until: Instant | None = None
    """Bingo: the first bingo after it takes the pool (BIN R12)."""
    increment_max: Minor | None = None
    """A single increment above it is unreasonable."""
    hit_low: Minor | None = None
    hit_high: Minor | None = None
    """Must-hit: the trigger lies between them."""
    house_pays_fixed: bool = False
    """The house pays fixed prizes itself; else the pool does."""
    act: Code | None = None
    """The authority's approval, or the communication to it."""


class PoolMemberAdded(Payload, frozen=True, kw_only=True):
    """A machine, table or casino feeds the pool from here on."""

    KIND: ClassVar[str] = "pool-member-added/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    member: Name
    casino: Name | None = None
    act: Code | None = None


class PoolMemberRemoved(Payload, frozen=True, kw_only=True):
    """A machine, table or casino feeds the pool no more."""

    KIND: ClassVar[str] = "pool-member-removed/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    member: Name
    reason: Code | None = None


class BaseFunded(Payload, frozen=True, kw_only=True):
    """The operator put the base into the pool."""

    KIND: ClassVar[str] = "base-funded/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    amount: Minor
    funds: Code
    """Whose money: ``operator`` is the only lawful one (BIN R11, art. 3 VII)."""


class PoolStake(Payload, frozen=True, kw_only=True):
    """A device elsewhere took a stake that qualifies for a pool of this ledger (MAQ R19)."""

    KIND: ClassVar[str] = "pool-stake/1"

    pool: PoolName
    device: Name
    casino: Name | None = None
    stake: Name
    """The stake's own id: it is credited once."""
    amount: Minor
    voided: bool = False
    """Takes an earlier stake of this id back."""


class JackpotIncrement(Payload, frozen=True, kw_only=True):
    """A device or controller says what it added for a stake; compared, never posted."""

    KIND: ClassVar[str] = "jackpot-increment/1"

    pool: PoolName
    amount: Minor
    stake: Minor | None = None
    bet: BetNumber | None = None
    reserve: Minor = 0
    overflow: Minor = 0
    balance: Minor | None = None
    """What it shows afterwards."""
    residue: Residue | None = None


class DisplayRead(Payload, frozen=True, kw_only=True):
    """Somebody, or the display itself, says what players see."""

    KIND: ClassVar[str] = "display-read/1"

    pool: PoolName | None = None
    amount: Minor | None = None
    display: Name | None = None
    panel: Figures = field(default_factory=dict)
    """Bingo panel: price, cards sold, prizes, accumulator (BIN R29)."""
    why: Code | None = None
    """daily, weekly, win, transfer, opening, power …"""
    witness: Badge | None = None


class ControllerRead(Payload, frozen=True, kw_only=True):
    """A jackpot controller says what it holds."""

    KIND: ClassVar[str] = "controller-read/1"

    pool: PoolName
    amount: Minor
    """What players see: J1 + J2."""
    reserve: Minor | None = None
    overflow: Minor | None = None
    residue: Residue | None = None
    staked: Minor | None = None
    """Its own count of qualifying stakes."""
    wins: Count | None = None
    """Awards it has counted."""
    why: Code | None = None


class JackpotWon(Payload, frozen=True, kw_only=True):
    """A player, a table or a machine claims the prize; the award posted is replay's."""

    KIND: ClassVar[str] = "jackpot-won/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    combination: Code | None = None
    amount: Minor
    """As the device or table computed it."""
    seat: Seat | None = None
    player: Player | None = None
    bet: BetNumber | None = None
    cards: tuple[Card, ...] = ()
    play: EventName | None = None
    """The machine's play."""
    series: Name | None = None
    card_number: Count | None = None
    """The bingo card."""


class AwardSignalled(Payload, frozen=True, kw_only=True):
    """The award was shown on the machines at once, as it must be (MAQ R22)."""

    KIND: ClassVar[str] = "award-signalled/1"

    award: EventName
    """The ``jackpot-won``."""
    pool: PoolName
    shown: Instant
    places: tuple[Name, ...] = ()


class AwardVerified(Payload, frozen=True, kw_only=True):
    """A claim was checked against machine or table and accepted."""

    KIND: ClassVar[str] = "award-verified/1"
    ALONE: ClassVar[bool] = True

    award: EventName
    pool: PoolName
    amount: Minor
    evidence: LinkHex | None = None
    """SHA-256 of what was looked at."""
    witness: Badge | None = None


class AwardRefused(Payload, frozen=True, kw_only=True):
    """A claim was checked and refused, once another person has approved; it opens a dispute."""

    KIND: ClassVar[str] = "award-refused/1"
    ALONE: ClassVar[bool] = True

    award: EventName
    pool: PoolName
    reason: Code
    text: Commitment | None = None


class AwardPaid(Payload, frozen=True, kw_only=True):
    """A jackpot prize was handed over, or credited by the machine."""

    KIND: ClassVar[str] = "award-paid/1"
    ALONE: ClassVar[bool] = True

    award: EventName | None = None
    """The ``jackpot-won``."""
    pool: PoolName
    seat: Seat | None = None
    player: Player | None = None
    amount: Minor
    """Before tax."""
    tax: Minor = 0
    """Withheld."""
    means: Code
    """chips, credits, cash, cheque, account …"""
    slip: Name | None = None
    """Number of the guia or bilhete codificado (MAQ R12)."""
    cashier: Badge | None = None
    witness: Badge | None = None
    bet: BetNumber | None = None


class PoolReset(Payload, frozen=True, kw_only=True):
    """The pool starts again at its base after an award."""

    KIND: ClassVar[str] = "pool-reset/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    award: EventName | None = None
    amount: Minor
    """Put in to restore the base."""
    funds: Code
    """Whose money it was."""
    carried: Minor = 0
    """Reserve and overflow that pass to the accumulated part."""
    balance: Minor | None = None
    """What it starts from."""


class PoolTransferred(Payload, frozen=True, kw_only=True):
    """A pool's value went to another; where two controllers sign, each signs its side (MAQ R23)."""

    KIND: ClassVar[str] = "pool-transferred/1"
    ALONE: ClassVar[bool] = True

    transfer: Name
    """The order's number: the same on both sides."""
    side: Code
    """``out`` or ``in``; ``both`` where one signature covers them."""
    pool: PoolName
    """From."""
    to: Name
    base: Minor
    accumulated: Minor
    reserve: Minor = 0
    overflow: Minor = 0
    residue: Residue = 0
    reason: Code | None = None
    """``forca_maior`` or ``estrategia``."""
    act: Code | None = None
    """The authority's designation, where model or bet type differ."""


class PoolAdjusted(Payload, frozen=True, kw_only=True):
    """A component was corrected: two approvals, and a reason."""

    KIND: ClassVar[str] = "pool-adjusted/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    component: Code
    """base, accumulated, reserve, overflow."""
    amount: Minor
    """Signed: what is added."""
    reason: Code
    evidence: LinkHex | None = None


class PoolExtinguished(Payload, frozen=True, kw_only=True):
    """A pool was taken down in a live concession; what it holds stays owed (MAQ R20)."""

    KIND: ClassVar[str] = "pool-extinguished/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    reason: Code
    balance: Minor | None = None
    to: Code | None = None
    """Where the operator says the money goes; ``operator`` is impossible."""


class Beneficiary(Part, frozen=True, kw_only=True):
    """An institution that the authority named, and its part."""

    institution: Name
    ppm: Ppm


class ConcessionEnded(Payload, frozen=True, kw_only=True):
    """The concession ended: every prize not awarded goes to charities (MAQ R24)."""

    KIND: ClassVar[str] = "concession-ended/1"
    ALONE: ClassVar[bool] = True

    casino: Name
    beneficiaries: tuple[Beneficiary, ...]
    act: Code | None = None


class CoverDeclared(Payload, frozen=True, kw_only=True):
    """Money or guarantees held against the pools at the end of the body's day (MAQ R21)."""

    KIND: ClassVar[str] = "cover-declared/1"
    ALONE: ClassVar[bool] = True

    casino: Name | None = None
    amount: Minor
    form: Code
    """deposit, guarantee, insurance …"""
    reference: Name | None = None
    """Account or policy."""


class CoverMoved(Payload, frozen=True, kw_only=True):
    """Money went into, or out of, what covers the pools."""

    KIND: ClassVar[str] = "cover-moved/1"
    ALONE: ClassVar[bool] = True

    casino: Name | None = None
    amount: Minor
    """Signed: what is added to the cover."""
    form: Code
    reference: Name | None = None


class CharityPaid(Payload, frozen=True, kw_only=True):
    """A pool's balance, left by the concession's end, was paid to an institution."""

    KIND: ClassVar[str] = "charity-paid/1"
    ALONE: ClassVar[bool] = True

    institution: Name
    amount: Minor
    pool: PoolName | None = None
    receipt: Name | None = None
    act: Code | None = None


class InterCasinoSettled(Payload, frozen=True, kw_only=True):
    """A casino reimbursed the one that paid a linked award."""

    KIND: ClassVar[str] = "inter-casino-settled/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    award: EventName | None = None
    payer: Name
    receiver: Name
    amount: Minor


class MustHitCommitted(Payload, frozen=True, kw_only=True):
    """The secret trigger of a must-hit or mystery prize was fixed beforehand."""

    KIND: ClassVar[str] = "must-hit-committed/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    commitment: LinkHex
    """SHA-256 of ``<value>:<salt>``."""
    low: Minor
    high: Minor


class MustHitRevealed(Payload, frozen=True, kw_only=True):
    """The trigger was opened after the hit; anybody can compare it with its commitment."""

    KIND: ClassVar[str] = "must-hit-revealed/1"
    ALONE: ClassVar[bool] = True

    pool: PoolName
    value: Minor
    salt: LinkHex


JackpotEvent = (
    PoolOpened
    | PoolMemberAdded
    | PoolMemberRemoved
    | BaseFunded
    | PoolStake
    | JackpotIncrement
    | DisplayRead
    | ControllerRead
    | JackpotWon
    | AwardSignalled
    | AwardVerified
    | AwardRefused
    | AwardPaid
    | PoolReset
    | PoolTransferred
    | PoolAdjusted
    | PoolExtinguished
    | ConcessionEnded
    | CoverDeclared
    | CoverMoved
    | CharityPaid
    | InterCasinoSettled
    | MustHitCommitted
    | MustHitRevealed
)
KINDS: tuple[type[Payload], ...] = get_args(JackpotEvent)
