"""Decisions of people: about findings, disputes, errors of record, tax, the gaming day.

Each act is an event signed by the person's own key; nothing is edited. Texts stand in the erasable
side table, with their commitment here.
"""

from typing import ClassVar, get_args

from ledger.events.base import (
    Badge,
    BetNumber,
    Code,
    Commitment,
    Day,
    Instant,
    Json,
    Part,
    Payload,
    Player,
    RoundName,
    Seat,
)
from ledger.ids import EventName, LinkHex, Name
from ledger.money import Count, Minor


class FindingAcknowledged(Payload, frozen=True, kw_only=True):
    """Somebody responsible has seen a finding."""

    KIND: ClassVar[str] = "finding-acknowledged/1"
    ALONE: ClassVar[bool] = True

    finding: Name
    """Its id, the same in every rebuild."""


class FindingExplained(Payload, frozen=True, kw_only=True):
    """Somebody said how a finding came about."""

    KIND: ClassVar[str] = "finding-explained/1"
    ALONE: ClassVar[bool] = True

    finding: Name
    reason: Code
    text: Commitment | None = None


class FindingDecided(Payload, frozen=True, kw_only=True):
    """The authority closed a finding: who caused it cannot (OP-ACCESS)."""

    KIND: ClassVar[str] = "finding-decided/1"
    ALONE: ClassVar[bool] = True

    finding: Name
    state: Code
    """accepted, sanctioned, void, reopened."""
    reason: Code | None = None
    text: Commitment | None = None


class FindingDecided2(FindingDecided, frozen=True, kw_only=True):
    """The authority closed a finding, and the number of its own act or process is told."""

    KIND: ClassVar[str] = "finding-decided/2"
    ALONE: ClassVar[bool] = True

    act: Code | None = None
    """Of a sanction the number of the process."""


class InspectionNoted(Payload, frozen=True, kw_only=True):
    """An inspector, or a chief, saw what no event shows; the body tells when and where.

    Every code that the tables of findings mark ``manual`` is raised by this and nothing else.
    """

    KIND: ClassVar[str] = "inspection-noted/1"
    ALONE: ClassVar[bool] = True

    code: Code
    """The finding code."""
    rule: Code | None = None
    seat: Seat | None = None
    person: Badge | None = None
    """Badge or pseudonym concerned."""
    events: tuple[EventName, ...] = ()
    text: Commitment | None = None


class DisputeOpened(Payload, frozen=True, kw_only=True):
    """A case began: about a round, a machine and time span, or a ticket."""

    KIND: ClassVar[str] = "dispute-opened/1"
    ALONE: ClassVar[bool] = True

    dispute: Name
    subject: Code
    """round, machine, ticket, jogada, award, session."""
    rounds: tuple[RoundName, ...] = ()
    machine: Name | None = None
    since: Instant | None = None
    until: Instant | None = None
    """The time span of a machine's case."""
    ticket: Name | None = None
    claims: tuple[EventName, ...] = ()
    complainant: Player | None = None
    """Pseudonym."""
    seat: Seat | None = None
    amount: Minor | None = None
    """Claimed."""
    due: Instant | None = None
    """When the answer is due."""
    text: Commitment | None = None


class DisputeAnswered(Payload, frozen=True, kw_only=True):
    """The casino answered."""

    KIND: ClassVar[str] = "dispute-answered/1"
    ALONE: ClassVar[bool] = True

    dispute: Name
    position: Code
    """accepted, partly, rejected."""
    amount: Minor | None = None
    """Offered."""
    text: Commitment | None = None


class EvidenceAttached(Payload, frozen=True, kw_only=True):
    """A file became evidence of a case; it is kept outside, its hash here."""

    KIND: ClassVar[str] = "evidence-attached/1"
    ALONE: ClassVar[bool] = True

    dispute: Name
    hash: LinkHex
    size: Count
    """Bytes."""
    media: Code | None = None


class DisputeDecided(Payload, frozen=True, kw_only=True):
    """The case was decided; a decision that differs from replay's verdict gives its reason."""

    KIND: ClassVar[str] = "dispute-decided/1"
    ALONE: ClassVar[bool] = True

    dispute: Name
    decision: Code
    """upheld, partly, rejected, settled, withdrawn."""
    amount: Minor = 0
    """To be paid."""
    due: Minor | None = None
    """What replay's verdict said was due."""
    reason: Code | None = None
    text: Commitment | None = None


class Appeal(Payload, frozen=True, kw_only=True):
    """A party appealed against a decision."""

    KIND: ClassVar[str] = "appeal/1"
    ALONE: ClassVar[bool] = True

    dispute: Name
    by: Code
    """player, casino, authority."""
    text: Commitment | None = None


class SettlementPaid(Payload, frozen=True, kw_only=True):
    """A debt was paid after the fact: a wrong payment becomes remedied, never vanishes."""

    KIND: ClassVar[str] = "settlement-paid/1"
    ALONE: ClassVar[bool] = True

    dispute: Name | None = None
    finding: Name | None = None
    amount: Minor
    seat: Seat | None = None
    player: Player | None = None
    bets: tuple[BetNumber, ...] = ()
    means: Code
    slip: Name | None = None


class Correction(Payload, frozen=True, kw_only=True):
    """An event should have been another, or should not have been; the old one stays.

    It takes effect, at its own position, when another person has approved.
    """

    KIND: ClassVar[str] = "correction/1"
    ALONE: ClassVar[bool] = True

    target: EventName
    link: LinkHex
    """The target's own link."""
    replacement: Json | None = None
    """The payload that should have been, of the same kind; None: the event is withdrawn."""
    reason: Code


class Approval(Payload, frozen=True, kw_only=True):
    """A second person agrees; what needs him takes effect at this event's position."""

    KIND: ClassVar[str] = "approval/1"
    ALONE: ClassVar[bool] = True

    target: EventName
    link: LinkHex
    """The target's own link."""


class TaxShare(Part, frozen=True, kw_only=True):
    """A part of the tax's yield."""

    to: Code
    """estado, turismo, desporto, cultura, municipios, educacao …"""
    amount: Minor


class TaxDeclared(Payload, frozen=True, kw_only=True):
    """The casino declared its base and tax for a span of gaming days."""

    KIND: ClassVar[str] = "tax-declared/1"
    ALONE: ClassVar[bool] = True

    casino: Name | None = None
    first: Day
    last: Day
    tax_name: Code
    """imposto_especial, contrapartida, imposto_retido …"""
    category: Code | None = None
    """mesas, bingo, maquinas, cagnotte; None: all."""
    base: Minor
    tax: Minor
    shares: tuple[TaxShare, ...] = ()


class GamingDayClosed(Payload, frozen=True, kw_only=True):
    """The body's gaming day is closed: what comes later belongs to the first open one."""

    KIND: ClassVar[str] = "gaming-day-closed/1"
    ALONE: ClassVar[bool] = True

    casino: Name | None = None


class ReportIssued(Payload, frozen=True, kw_only=True):
    """An export left the house."""

    KIND: ClassVar[str] = "report-issued/1"
    ALONE: ClassVar[bool] = True

    report: Code
    """acta, contadores, pool_statement, journal, bundle …"""
    hash: LinkHex
    size: Count
    """Bytes."""
    as_of: Count | None = None
    """The position up to which it was true."""
    first: Day | None = None
    last: Day | None = None
    to: Name | None = None


ReviewEvent = (
    FindingAcknowledged
    | FindingExplained
    | FindingDecided
    | FindingDecided2
    | InspectionNoted
    | DisputeOpened
    | DisputeAnswered
    | EvidenceAttached
    | DisputeDecided
    | Appeal
    | SettlementPaid
    | Correction
    | Approval
    | TaxDeclared
    | GamingDayClosed
    | ReportIssued
)
KINDS: tuple[type[Payload], ...] = get_args(ReviewEvent)
