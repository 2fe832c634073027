"""Corrections: who may correct an event of a kind, and whose approval lets the correction count."""

from typing import Any, Final

from msgspec import Struct

from ledger.events.registry import OpeningDeclared
from ledger.roles import AUTH, AUTHORITY_SIDE, FLOOR, Role
from projections.authority.actor import Actor, World
from projections.authority.judging import SETS, class_of, is_of_its_casino, judge
from projections.authority.matrix import OF_KIND, Second
from projections.authority.parameters import AUTORIDADE
from projections.authority.seconds import NOTHING, Needs, needs_of
from projections.authority.subject import subject_of


class Correcting(Struct, frozen=True, kw_only=True):
    """Who corrects beside the source itself, and who of several approves."""

    by: frozenset[Role]
    approved_by: frozenset[Role]
    itself: bool = False
    """Whether what the act itself needed is needed again."""


NEVER: Final = frozenset(
    {
        "ledger-founded",
        "rules-adopted",
        "source-enrolled",
        "key-rotated",
        "key-revoked",
        "registrars-changed",
        "registrars-recovered",
        "log-key-replaced",
        "access-granted",
        "access-withdrawn",
        "clock-ticked",
        "submission-refused",
        "acta-gate-granted",
        "gaming-day-closed",
        "access-recorded",
        "checkpoint-sealed",
        "figures-stated",
        "verification-done",
        "approval",
        "correction",
    }
)
"""What nobody corrects (INT-CORR)."""
_COUNTS: Final = frozenset(
    {
        "chips-sold",
        "chips-redeemed",
        "fill",
        "credit",
        "drop-counted",
        "cagnotte-box-counted",
        "ticket-paid",
        "hand-paid",
        "award-paid",
        "settlement-paid",
    }
)
_PAPERS: Final = frozenset(
    {
        "casino-registered",
        "place-scheduled",
        "place-withdrawn",
        "opening-declared",
        "text-erased",
        "pool-opened",
        "pool-member-added",
        "pool-member-removed",
        "base-funded",
        "award-verified",
        "award-refused",
        "pool-transferred",
        "pool-adjusted",
        "pool-extinguished",
        "concession-ended",
        "cover-declared",
        "cover-moved",
        "charity-paid",
        "inter-casino-settled",
        "machine-enrolled",
        "machine-homologated",
        "machine-reconfigured",
        "machine-interdicted",
        "machine-released",
        "tax-declared",
    }
)
_CHIEFS: Final = frozenset({Role.FLOOR_MANAGER, Role.DIRECTOR})
_DIRECTOR: Final = frozenset({Role.DIRECTOR})

OF_DEVICES: Final = Correcting(by=FLOOR, approved_by=FLOOR | _DIRECTOR)
OF_COUNTS: Final = Correcting(by=frozenset({Role.CASHIER, Role.FINANCE}), approved_by=_CHIEFS)
OF_PAPERS: Final = Correcting(
    by=frozenset({Role.FINANCE, Role.DIRECTOR}), approved_by=_DIRECTOR, itself=True
)
OF_PARAMETERS: Final = Correcting(by=frozenset(), approved_by=frozenset(), itself=True)
OF_REVIEWS: Final = Correcting(by=AUTH, approved_by=AUTH)
"""Of whatever the Authority's side says, too."""


def correcting(kind: str) -> Correcting | None:
    """Return who corrects a kind, named without version; None of what nobody corrects.

    >>> sorted(correcting("drop-counted").approved_by)
    [<Role.DIRECTOR: 'director'>, <Role.FLOOR_MANAGER: 'floor_manager'>]
    """
    if kind in NEVER:
        return None
    if kind == "parameter-set":
        return OF_PARAMETERS
    if kind in _COUNTS:
        return OF_COUNTS
    if kind in _PAPERS:
        return OF_PAPERS
    row = OF_KIND.get(kind)
    return OF_REVIEWS if row is not None and row.group == "reviews" else OF_DEVICES


class Corrected(Struct, frozen=True, kw_only=True):
    """The event that a correction names, as recorded, and what should stand instead."""

    author: Actor
    kind: str
    """As the header has it."""
    payload: Any
    place: str | None
    round: str | None
    replacement: Any = None
    """Its payload; None where the event is withdrawn."""
    of_a_closed_day: bool = False
    """Whether its day is closed, its jogada's acta completed, or its day's tax declared."""
    is_evidence: bool = False
    """Whether its round or machine is in an open dispute, or it proves a decided finding."""

    @property
    def name(self) -> str:
        """Its kind, without version."""
        return self.kind.partition("/")[0]


def correcting_of(what: Corrected) -> Correcting | None:
    """Return who corrects an event, and who approves; None of what nobody corrects."""
    how = correcting(what.name)
    if how is OF_PARAMETERS:
        return None if what.payload.name == AUTORIDADE else how
    if how is not None and what.author.role in AUTHORITY_SIDE:
        return OF_REVIEWS
    return how


def correction_fault(actor: Actor, what: Corrected, world: World) -> str | None:
    """Return why a source may not correct an event that may be corrected; None where it may."""
    how = correcting_of(what)
    assert how is not None
    if actor.source != what.author.source:
        correctors = _correctors(how, what, world)
        if actor.role not in correctors:
            return f"corrected by itself or {' '.join(sorted(correctors))}".rstrip()
        subject = subject_of(what.name, what.payload, what.place, what.round, world)
        if actor.is_of_the_house and not is_of_its_casino(actor, subject, world):
            return "corrected in its own casino"
    if what.replacement is not None and not _declares_the_same(what):
        answer = judge(what.author, what.kind, what.replacement, what.place, what.round, world)
        if answer.outcome == "W":
            return answer.why
    return None


def _declares_the_same(what: Corrected) -> bool:
    """Tell whether values of before are put right of one subject, which may have played since."""
    was, now = what.payload, what.replacement
    return isinstance(was, OpeningDeclared) and (was.subject, was.name) == (now.subject, now.name)


def _correctors(how: Correcting, what: Corrected, world: World) -> frozenset[Role]:
    """Return who corrects beside the source; of a parameter who sets the old and the new one."""
    if how is not OF_PARAMETERS:
        return how.by
    found = frozenset(Role)
    for payload in (what.payload, what.replacement):
        if payload is not None:
            found &= SETS.get(class_of(payload, world), frozenset())
    return found


def correction_needs(what: Corrected, world: World) -> Needs:
    """Return whose approvals a correction needs before it counts.

    A replacement needs what it would have needed if it had been said at first.
    """
    how, row = correcting_of(what), OF_KIND[what.name]
    if how is None:
        return NOTHING
    itself = Needs()
    for payload in (what.payload if how.itself else None, what.replacement):
        if payload is not None:
            itself = itself | needs_of(what.author, row, payload, what.place, world)
    approved_by = how.approved_by
    if what.is_evidence:
        approved_by = AUTH
    elif what.of_a_closed_day and how not in (OF_REVIEWS, OF_PARAMETERS):
        approved_by = _DIRECTOR
    own = (tuple(Second(role) for role in sorted(approved_by)),) if approved_by else ()
    return itself | Needs(needs=own)
