"""The bingo room: sessions, cards, balls, claims, prizes and the acta.

A jogada is a round: ``round-opened`` opens its sale, ``round-closed`` gives R61 h, and
``jogada-annulled`` stands for ``round-voided``. The room's server owns it and signs sales, balls
and claims.

Rules: bingo.md, acta_de_bingo.md.
"""

from typing import Annotated, ClassVar, get_args

from msgspec import Meta, field

from ledger.events.base import (
    Badge,
    Code,
    Commitment,
    Figures,
    Instant,
    Interval,
    Part,
    Payload,
    Player,
    PoolName,
    RoundName,
    Seat,
    Side,
    Small,
)
from ledger.ids import EventName, LinkHex, Name
from ledger.money import Count, Minor

Symbol = Small | Annotated[str, Meta(min_length=1, max_length=24)]
"""A number, or in bingo 30 a symbol's word."""


class PoolCondition(Part, frozen=True, kw_only=True):
    """The number of balls with which a pool is won, announced for the session (R9)."""

    pool: PoolName
    balls: Count
    """At most so many balls drawn."""


class BingoSessionOpened(Payload, frozen=True, kw_only=True):
    """A session began; its equipment was checked before (R32)."""

    KIND: ClassVar[str] = "bingo-session-opened/1"

    session: Name
    variant: Small
    """90, 80, 75 or 30."""
    mode: Code
    """physical, session or continuous (R90, R91)."""
    equipment_checked: bool
    """Whether all equipment was tested before (R32)."""
    checked_by: tuple[Badge, ...] = ()
    pools: tuple[PoolCondition, ...] = ()
    language: Code | None = None
    """Where it is not Portuguese (R54)."""
    closes: Instant | None = None
    act: Code | None = None


class BingoSessionClosed(Payload, frozen=True, kw_only=True):
    """A session ended: a datum of the acta beyond R61."""

    KIND: ClassVar[str] = "bingo-session-closed/1"

    session: Name


class EditionRegistered(Payload, frozen=True, kw_only=True):
    """Cards of an authorised edition, in parts where they do not fit one envelope (R3, R14-R19)."""

    KIND: ClassVar[str] = "edition-registered/1"

    edition: Name
    variant: Small
    size: Count
    """Cards of the whole edition (R16)."""
    part: Small
    parts: Small
    first: Count
    """Number of the first card of this part."""
    cards: tuple[tuple[Symbol, ...], ...]
    """Each card's boxes row by row; 0 is an empty box or the blank centre."""
    double: bool = False
    """Valid in two jogadas running (R15)."""
    act: Code | None = None


class BallSetChecked(Payload, frozen=True, kw_only=True):
    """All balls were shown through the mechanism, at the session's start or end (R23)."""

    KIND: ClassVar[str] = "ball-set-checked/1"

    set: Name
    moment: Code
    """``start`` or ``end``."""
    balls: Count
    """How many were shown."""
    missing: tuple[Symbol, ...] = ()
    by: tuple[Badge, ...] = ()


class BallSetReplaced(Payload, frozen=True, kw_only=True):
    """Another set of balls, or single balls of the set, are in use from here on (R25, R26)."""

    KIND: ClassVar[str] = "ball-set-replaced/1"

    old: Name | None = None
    """None: the room's first set."""
    new: Name
    uses: Count
    """Jogadas the old set served."""
    reason: Code | None = None
    balls: tuple[Symbol, ...] = ()
    """Single balls replaced; empty: the whole set."""
    act: Code | None = None
    """The new set's approval."""


class SeriesOnSale(Payload, frozen=True, kw_only=True):
    """A series is offered for the jogada, as announced before the sale (R33, R38)."""

    KIND: ClassVar[str] = "series-on-sale/1"

    series: Name
    edition: Name
    cards: Count
    """How many are offered."""
    price: Minor
    """Face value of one card, for this jogada."""
    shapes: tuple[Code, ...] = ()
    """Prizes offered: linha (or horizontal, vertical, diagonal), coluna, quatro_cantos, figura,
    bingo."""
    figure: tuple[Small, ...] = ()
    """The boxes of the pre-defined figura, from 1, row by row (R73)."""
    second: bool = False
    """Offered because the first series is exhausted (R38)."""
    double: bool = False
    """Each card plays this jogada and the next (R15)."""
    limit: Count | None = None
    """Cards a player may buy, where set (R35)."""


class CardsSold(Payload, frozen=True, kw_only=True):
    """Cards were sold, in the order of their numbers (R36-R41)."""

    KIND: ClassVar[str] = "cards-sold/1"

    series: Name
    first: Count
    """Number of the first card."""
    last: Count
    """Number of the last card."""
    amount: Minor
    means: Code
    """cash is the only lawful one in the room (R39)."""
    player: Player | None = None
    """The buyer's pseudonym, where known."""
    double: bool = False
    """Whether the cards play this jogada and the next."""


class CardsRefunded(Payload, frozen=True, kw_only=True):
    """The price of cards went back (R41 forbids it but for annulled jogadas and late sales)."""

    KIND: ClassVar[str] = "cards-refunded/1"

    series: Name
    first: Count
    """Number of the first card."""
    last: Count
    """Number of the last card."""
    amount: Minor
    cause: Code
    """annulled, late, cancelled, double …"""
    player: Player | None = None


class SaleClosed(Payload, frozen=True, kw_only=True):
    """The sale ended, with the figures announced (R40)."""

    KIND: ClassVar[str] = "sale-closed/1"

    sold: tuple[Interval, ...]
    recalled: tuple[Interval, ...] = ()
    """Cards put on sale that nobody bought."""
    cards: Count
    """Cards in play."""
    collected: Minor
    linha: Minor
    bingo: Minor
    additional: Figures = field(default_factory=dict)
    """Shape to its prize."""
    pools: Figures = field(default_factory=dict)
    """Pool to its value, this jogada's increment included (R40 b)."""


class JogadaSuspended(Payload, frozen=True, kw_only=True):
    """The draw stopped for a failure (R55)."""

    KIND: ClassVar[str] = "jogada-suspended/1"

    cause: Code
    side: Side = "unknown"
    """Online: whose system failed."""


class JogadaResumed(Payload, frozen=True, kw_only=True):
    """The draw goes on."""

    KIND: ClassVar[str] = "jogada-resumed/1"

    manual: bool = False
    """By manual extraction (R55)."""


class BallDrawn(Payload, frozen=True, kw_only=True):
    """A ball came out. The order is evidence."""

    KIND: ClassVar[str] = "ball-drawn/1"

    number: Symbol
    index: Count
    """Which ball of the jogada, from 1."""
    announced: Symbol | None = None
    """What was said, where it was something else (R57)."""
    manual: bool = False
    """Whether by manual extraction (R55)."""


class OneToGoAlerted(Payload, frozen=True, kw_only=True):
    """Online: a player was told that one number is missing (R95)."""

    KIND: ClassVar[str] = "one-to-go-alerted/1"

    series: Name
    card: Count
    """The card's number."""
    shape: Code


class BingoClaimed(Payload, frozen=True, kw_only=True):
    """Somebody called: the draw stops (R43)."""

    KIND: ClassVar[str] = "bingo-claimed/1"

    shape: Code
    """linha, bingo, quatro_cantos, figura …"""
    series: Name | None = None
    card: Count | None = None
    """The card's number."""
    marked: bool = True
    """Whether the card is marked as it must be (R30)."""
    seat: Seat | None = None
    player: Player | None = None


class ClaimVerified(Payload, frozen=True, kw_only=True):
    """A claim was read back and decided; the stop closes after the second question (R46, R47)."""

    KIND: ClassVar[str] = "claim-verified/1"

    claim: EventName
    valid: bool
    """Whether the claim holds."""
    second_question: bool = False
    """``mais alguma linha? mais algum bingo?`` was asked."""
    reason: Code | None = None
    by: Badge | None = None
    """Who verified it: he decides no complaint about it."""


class PrizePaid(Part, frozen=True, kw_only=True):
    """One winning card's prize."""

    series: Name
    card: Count
    """The card's number."""
    shape: Code
    amount: Minor
    """Before tax."""
    tax: Minor = 0
    """Withheld (R61 g)."""
    means: Code
    handed_in: bool = True
    """Whether the card was given for it (R50)."""
    pool: PoolName | None = None
    """For a progressive's share."""


class PrizesPaid(Payload, frozen=True, kw_only=True):
    """Prizes of the jogada were paid (R44, R45, R50)."""

    KIND: ClassVar[str] = "prizes-paid/1"
    ALONE: ClassVar[bool] = True

    prizes: tuple[PrizePaid, ...]


class JogadaAnnulled(Payload, frozen=True, kw_only=True):
    """The jogada was annulled: cards are collected and their price refunded (R55, R57, R98)."""

    KIND: ClassVar[str] = "jogada-annulled/1"

    cause: Code
    rule: Code
    refunded: Minor
    side: Side = "unknown"


class Complaint(Payload, frozen=True, kw_only=True):
    """A player complained (R61 j)."""

    KIND: ClassVar[str] = "complaint/1"

    complaint: Name
    about: Code
    player: Player | None = None
    text: Commitment | None = None
    claim: EventName | None = None
    """The called card that it is about, where it is about one."""


class ComplaintDecided(Payload, frozen=True, kw_only=True):
    """A complaint was decided."""

    KIND: ClassVar[str] = "complaint-decided/1"
    ALONE: ClassVar[bool] = True

    complaint: Name
    decision: Code
    by: Badge | None = None
    text: Commitment | None = None


class Breakdown(Payload, frozen=True, kw_only=True):
    """Equipment failed (R61 l)."""

    KIND: ClassVar[str] = "breakdown/1"

    equipment: Code
    repaired: bool = False
    """Whether it works again."""
    text: Commitment | None = None


class Incident(Payload, frozen=True, kw_only=True):
    """An offence, or another occurrence that the acta must tell (R61 m)."""

    KIND: ClassVar[str] = "incident/1"

    code: Code
    grade: Code | None = None
    """misdemeanour, criminal, other."""
    text: Commitment | None = None


class ActaGateGranted(Payload, frozen=True, kw_only=True):
    """The gate said yes, once: this room may open this jogada, or close the session (R60)."""

    KIND: ClassVar[str] = "acta-gate-granted/1"

    previous: RoundName | None = None
    """The jogada whose record is complete; None: there was none."""
    next: RoundName | None = None
    """The jogada that may open; None: the session may close."""
    through: Count
    """Position up to which the gate had read."""


class ActaCompleted(Payload, frozen=True, kw_only=True):
    """The acta's record of the body's jogada was signed (R59, R61)."""

    KIND: ClassVar[str] = "acta-completed/1"
    ALONE: ClassVar[bool] = True

    session: Name
    started: Instant
    """a) of the session."""
    series: tuple[Name, ...]
    """b)"""
    price: Minor
    """c)"""
    sold: tuple[Interval, ...]
    cards: Count
    """d)"""
    collected: Minor
    """e)"""
    linha: Minor
    bingo: Minor
    additional: Minor = 0
    progressive: Minor = 0
    """f) before tax."""
    tax: Minor = 0
    """g) withheld."""
    ended: Instant
    """h)"""
    annulled: Code | None = None
    """i) rule."""
    complaints: tuple[Name, ...] = ()
    """j)"""
    ball_sets: tuple[Name, ...] = ()
    """k) sets replaced."""
    breakdowns: Count = 0
    """l)"""
    incidents: Count = 0
    """m)"""
    document: LinkHex | None = None
    """SHA-256 of the printed or filed form."""


class CardsDestroyed(Payload, frozen=True, kw_only=True):
    """Used cards were destroyed (R51, R52)."""

    KIND: ClassVar[str] = "cards-destroyed/1"

    cards: tuple[Interval, ...]
    winning: bool = False
    """Whether they are winning cards, kept until now (R52)."""
    by: tuple[Badge, ...] = ()


class CardsKept(Payload, frozen=True, kw_only=True):
    """Winning cards, or evidence, were put aside (R51, R52)."""

    KIND: ClassVar[str] = "cards-kept/1"

    cards: tuple[Interval, ...]
    reason: Code
    """winning, evidence."""


class CardsDelivered(Payload, frozen=True, kw_only=True):
    """Cards that are evidence were handed to the authority with the acta (R51)."""

    KIND: ClassVar[str] = "cards-delivered/1"

    cards: tuple[Interval, ...]
    to: Name


BingoEvent = (
    BingoSessionOpened
    | BingoSessionClosed
    | EditionRegistered
    | BallSetChecked
    | BallSetReplaced
    | SeriesOnSale
    | CardsSold
    | CardsRefunded
    | SaleClosed
    | JogadaSuspended
    | JogadaResumed
    | BallDrawn
    | OneToGoAlerted
    | BingoClaimed
    | ClaimVerified
    | PrizesPaid
    | JogadaAnnulled
    | Complaint
    | ComplaintDecided
    | Breakdown
    | Incident
    | ActaGateGranted
    | ActaCompleted
    | CardsDestroyed
    | CardsKept
    | CardsDelivered
)
KINDS: tuple[type[Payload], ...] = get_args(BingoEvent)
