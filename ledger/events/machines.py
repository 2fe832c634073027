"""Slot machines: homologation, plays, credits, tickets, hand payments and meters.

The machine is the body's place. Prizes are split as the twelve contadores: one prize moves exactly
one of CG, PA, PAP, PAM.

Rules: maquinas.md, contadores.md.
"""

from typing import ClassVar, Literal, get_args

from msgspec import field

from ledger.events.base import (
    Badge,
    Code,
    Figures,
    Instant,
    Mode,
    Part,
    Payload,
    Player,
    PoolName,
    Side,
    Small,
)
from ledger.ids import EventName, LinkHex, Name
from ledger.money import Count, Integer, Minor, Ppm


class MachineEnrolled(Payload, frozen=True, kw_only=True):
    """A machine stands on the floor."""

    KIND: ClassVar[str] = "machine-enrolled/1"
    ALONE: ClassVar[bool] = True

    maker: Code
    model: Code
    serial: Name
    digits: Small | None = None
    """A raw meter counts modulo 10^digits; None: modulo 2^32."""
    bet_type: Code | None = None


class PayPlan(Part, frozen=True, kw_only=True):
    """The theoretical return of one pay table at one denomination and bet level, as a fraction."""

    paytable: Code
    denomination: Minor
    lines: Small = 0
    """Bet level: lines staked; 0: any."""
    returned: Integer
    """Numerator; progressives not counted (R17)."""
    staked: Integer
    """Denominator."""


class PayCombination(Part, frozen=True, kw_only=True):
    """A winning sequence of a pay table (R8)."""

    name: Code
    symbols: tuple[Code, ...]
    """Reel by reel from where the line begins; ``a|b`` is either, ``*`` is any. Of a scatter the
    symbol, as many times as it must be seen."""
    pays: tuple[Minor, ...] = ()
    """Credits for one credit on the line; where there are several, for one, two, three … credits.
    Of a scatter the same, times the lines played."""
    kind: Literal["line", "right", "scatter"] = "line"
    """Along the line from the first reel, from the last, or anywhere that can be seen."""
    progressive: bool = False
    """Whether it gives a progressive prize, and nothing by the table."""


class PaySheet(Part, frozen=True, kw_only=True):
    """Reels, lines and winning sequences of one pay table: what re-running a jogada takes."""

    paytable: Code
    reels: tuple[tuple[Code, ...], ...]
    """The symbols of each reel, in the order in which they pass; stops count from 0."""
    rows: Small
    """How many symbols of each reel are seen: the stop's own and those after it."""
    lines: tuple[tuple[Small, ...], ...]
    """Per line the row on each reel, from 0; a jogada of n lines plays the first n."""
    combinations: tuple[PayCombination, ...]
    wilds: tuple[Code, ...] = ()
    """Symbols that stand for any other, scatters apart."""


class Complement(Part, frozen=True, kw_only=True):
    """The certified outcomes of a complementary bet (R11)."""

    name: Code
    factors: tuple[Minor, ...] = ()
    """What becomes of the part risked, or staked, in hundredths: 0 and 200 to double it."""
    awards: tuple[Minor, ...] = ()
    """Of a bonus game: what it may add, in credits for one credit of the whole stake."""


class MachineHomologated(Payload, frozen=True, kw_only=True):
    """A configuration of the machine was certified and may run (R6)."""

    KIND: ClassVar[str] = "machine-homologated/1"
    ALONE: ClassVar[bool] = True

    configuration: LinkHex
    """Hash of the whole configuration; every play names it."""
    checksum: LinkHex
    """Of the software."""
    version: Code
    denominations: tuple[Minor, ...]
    plans: tuple[PayPlan, ...]
    complementary: tuple[Code, ...] = ()
    """Complementary bets it offers (R11)."""
    deviation_ppm: Integer | None = None
    """Standard deviation of the return per unit staked, in millionths."""
    certificate: Code
    until: Instant | None = None
    """The certificate's last instant."""
    sheets: tuple[PaySheet, ...] = ()
    """The pay tables in full, where jogadas are to be re-run."""
    complements: tuple[Complement, ...] = ()
    """What each complementary bet may come to, where jogadas are to be re-run."""


class MachineHomologated2(MachineHomologated, frozen=True, kw_only=True):
    """A configuration of the machine was certified, and the authority's act lets it run (R6)."""

    KIND: ClassVar[str] = "machine-homologated/2"
    ALONE: ClassVar[bool] = True

    act: Code | None = None
    """The number of the authority's act, beside the laboratory's certificate."""


class MachineReconfigured(Payload, frozen=True, kw_only=True):
    """Another configuration runs from here on: not without leave (R7)."""

    KIND: ClassVar[str] = "machine-reconfigured/1"
    ALONE: ClassVar[bool] = True

    configuration: LinkHex
    checksum: LinkHex
    act: Code | None = None
    reason: Code | None = None


class LineWin(Part, frozen=True, kw_only=True):
    """What one line, or the scatter, paid."""

    line: Small
    """From 1; 0 is the scatter."""
    combination: Code
    amount: Minor


class ComplementaryBet(Part, frozen=True, kw_only=True):
    """A step of doubling, multiplication or bonus game (R11)."""

    name: Code
    stake: Minor = 0
    """From the credit balance: counts as CJ. A gamble of the current prize has none."""
    risked: Minor = 0
    """Of the current prize."""
    prize: Minor
    """What the current prize is afterwards."""


class Play(Payload, frozen=True, kw_only=True):
    """One jogada of a machine, whole: stake, outcome, prizes. It is a round of its own."""

    KIND: ClassVar[str] = "play/1"

    stake: Minor
    denomination: Minor
    configuration: LinkHex
    paytable: Code | None = None
    mode: Mode = "physical"
    player: Player | None = None
    lines: Small | None = None
    """Lines staked."""
    stops: tuple[Small, ...] = ()
    """Where each reel stopped."""
    symbols: tuple[Code, ...] = ()
    """What the reels showed, row by row."""
    wins: tuple[LineWin, ...] = ()
    cg: Minor = 0
    """Créditos ganhos: paid by the table, to the balance."""
    pa: Minor = 0
    """Prémios acumulados, not progressive, to the balance."""
    pap_m: Minor = 0
    """Progressive, paid by the machine to the balance."""
    pap_h: Minor = 0
    """Progressive, to be paid by hand."""
    pam: Minor = 0
    """Accumulated, not progressive, to be paid by hand."""
    pool: PoolName | None = None
    """Which pool a progressive prize is of."""
    complementary: tuple[ComplementaryBet, ...] = ()
    balance: Minor | None = None
    """Credits on the machine afterwards."""
    autoplay: Count | None = None
    """Plays left of an automatic run."""


class PlayVoided(Payload, frozen=True, kw_only=True):
    """A jogada that could not be finished is null; its stake was given back (R36)."""

    KIND: ClassVar[str] = "play-voided/1"

    play: EventName
    cause: Code
    rule: Code | None = None
    side: Side = "unknown"
    returned: Minor
    balance: Minor | None = None


class AutoplayStarted(Payload, frozen=True, kw_only=True):
    """A player let the machine play by itself (R32)."""

    KIND: ClassVar[str] = "autoplay-started/1"

    player: Player | None = None
    plays: Count | None = None
    """The limit; None: none was set."""
    cancellable: bool
    """Whether the player can stop it."""


class AutoplayStopped(Payload, frozen=True, kw_only=True):
    """The automatic run ended."""

    KIND: ClassVar[str] = "autoplay-stopped/1"

    cause: Code


class CreditsIn(Payload, frozen=True, kw_only=True):
    """Money came onto the machine's balance."""

    KIND: ClassVar[str] = "credits-in/1"

    amount: Minor
    means: Code
    """note, coin (DEn) or account (DEc)."""
    face: Minor | None = None
    """Of the note or coin."""
    player: Player | None = None
    balance: Minor | None = None


class CreditsOut(Payload, frozen=True, kw_only=True):
    """Money left the machine's balance, not as a ticket."""

    KIND: ClassVar[str] = "credits-out/1"

    amount: Minor
    means: Code
    """machine (CCm), account (CCc)."""
    player: Player | None = None
    balance: Minor | None = None


class TicketIssued(Payload, frozen=True, kw_only=True):
    """The machine paid by a bilhete codificado (BP)."""

    KIND: ClassVar[str] = "ticket-issued/1"

    ticket: Name
    amount: Minor
    until: Instant | None = None
    balance: Minor | None = None


class TicketRedeemed(Payload, frozen=True, kw_only=True):
    """The machine took a bilhete codificado (BE)."""

    KIND: ClassVar[str] = "ticket-redeemed/1"

    ticket: Name
    amount: Minor
    balance: Minor | None = None


class TicketPaid(Payload, frozen=True, kw_only=True):
    """A desk paid a bilhete codificado; no counter moves."""

    KIND: ClassVar[str] = "ticket-paid/1"

    ticket: Name
    amount: Minor
    cashier: Badge | None = None


class HandPaid(Payload, frozen=True, kw_only=True):
    """A prize or a balance was paid at the desk (R12)."""

    KIND: ClassVar[str] = "hand-paid/1"
    ALONE: ClassVar[bool] = True

    category: Code
    """PAM, PAPh or CCM."""
    amount: Minor
    """Before tax."""
    tax: Minor = 0
    means: Code
    """cash, cheque …"""
    slip: Name | None = None
    """Number of the guia or bilhete codificado."""
    play: EventName | None = None
    award: EventName | None = None
    player: Player | None = None
    cashier: Badge | None = None
    witness: Badge | None = None
    balance: Minor | None = None


class MetersRead(Payload, frozen=True, kw_only=True):
    """The device's own lifetime counters, as it reported them."""

    KIND: ClassVar[str] = "meters-read/1"

    meters: Figures
    """CJ, CG, JE, DE, BE, PA, CC, BP, PAP, PAM, CCM and sub-counters, in minor units; JE counts."""
    denomination: Minor | None = None
    """Where it counts one denomination alone."""
    device: Figures = field(default_factory=dict)
    """Raw meters by their protocol's number, e.g. ``sas:00``, as reported."""
    configuration: LinkHex | None = None
    checksum: LinkHex | None = None
    why: Code
    """periodic, close, drop, win, dispute, configuration, power …"""
    payback_ppm: Ppm | None = None
    """Theoretical return, as the device reports it."""


class RamCleared(Payload, frozen=True, kw_only=True):
    """The machine's memory was cleared: only with readings, seal and reason (R25)."""

    KIND: ClassVar[str] = "ram-cleared/1"
    ALONE: ClassVar[bool] = True

    before: Figures
    after: Figures
    seal: Name
    reason: Code


class Door(Payload, frozen=True, kw_only=True):
    """A door of the machine was opened or shut."""

    KIND: ClassVar[str] = "door/1"

    door: Code
    """main, logic, drop, bill …"""
    open: bool
    """Whether it was opened; else it was shut."""


class MachineInterdicted(Payload, frozen=True, kw_only=True):
    """The machine must not be played (R25)."""

    KIND: ClassVar[str] = "machine-interdicted/1"
    ALONE: ClassVar[bool] = True

    reason: Code
    finding: Name | None = None


class MachineReleased(Payload, frozen=True, kw_only=True):
    """The machine may be played again."""

    KIND: ClassVar[str] = "machine-released/1"
    ALONE: ClassVar[bool] = True

    reason: Code


MachineEvent = (
    MachineEnrolled
    | MachineHomologated
    | MachineHomologated2
    | MachineReconfigured
    | Play
    | PlayVoided
    | AutoplayStarted
    | AutoplayStopped
    | CreditsIn
    | CreditsOut
    | TicketIssued
    | TicketRedeemed
    | TicketPaid
    | HandPaid
    | MetersRead
    | RamCleared
    | Door
    | MachineInterdicted
    | MachineReleased
)
KINDS: tuple[type[Payload], ...] = get_args(MachineEvent)
