"""Never the same person in one case: the parts that acts play in a case, and which exclude others.

A later decision, approval, verification, release or closing by who played an excluded part has no
effect; a later fact (a payment, a count, a statement) stands. Both are found, with both events. A
device plays no part: those on post there do, where they are known.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from ledger.roles import DESK, Role
from projections.authority.actor import CaseView, ComplaintView
from projections.authority.parameters import EVERYWHERE


class Part(Struct, frozen=True, kw_only=True):
    """A part that an event's author, or those it names, play in a case."""

    case: str
    word: str
    badges: frozenset[str] = frozenset()
    """Those it names as having played it."""
    by_author: bool = True
    """Whether its author plays it."""
    by_device: bool = False
    """Whether its source plays it itself, be it a device."""
    since: int | None = None
    """Of a decision after an appeal the appeal's position: what was decided before is another's."""
    lasts: bool = True
    """Whether it is noted; else it is only asked what was played before."""

    @property
    def stands(self) -> bool:
        """Whether the event stands though the person is barred."""
        return self.word not in _DECIDES


class Told(Struct, frozen=True, kw_only=True):
    """An event, as far as its parts depend on it."""

    name: str
    kind: str
    """Without version."""
    payload: Any
    place: str | None
    round: str | None
    day: str
    casino: str | None
    role: Role | None
    """Its source's."""
    case: CaseView | None = None
    """The dispute that it names, as it stood before."""
    award_round: str | None = None
    """The round of the award that it names."""
    complaint: ComplaintView | None = None
    """The complaint that it names; None where nobody told of it."""


_DECIDES: Final = frozenset(
    {
        "answered",
        "decided",
        "judged",
        "rate",
        "verified",
        "refused",
        "closed",
        "released",
        "complaint decided",
        "erased",
        "granted",
        "approved",
    }
)
"""Parts that take no effect where the person is barred."""

ON_POST: Final = "on post"
COMPLAINED: Final = "complained"
CAUSED: Final = "caused"
"""These are asked for where they are needed, not noted: of posts, and of a finding's events."""

BARRED: Final[Mapping[str, frozenset[str]]] = {
    # S1, S2: opened, answered, explained, decided, paid; one of the house may open and answer.
    "opened": frozenset({ON_POST, COMPLAINED}),
    "answered": frozenset({ON_POST, COMPLAINED, "decided", "paid"}),
    "explained": frozenset({CAUSED, "decided", "paid"}),
    "decided": frozenset(
        {ON_POST, COMPLAINED, CAUSED, "opened", "answered", "explained", "paid", "decided"}
    ),
    "paid": frozenset({ON_POST, COMPLAINED, CAUSED, "opened", "answered", "explained", "decided"}),
    # S3: the rate of a tax, and the tax.
    "rate": frozenset({"declared"}),
    "declared": frozenset({"rate"}),
    # S5
    "verified": frozenset({ON_POST, "configured", "award paid"}),
    "award paid": frozenset({ON_POST, "configured", "verified"}),
    "refused": frozenset({"judged"}),
    "judged": frozenset({"refused"}),
    # S6
    "table side": frozenset({"cage side"}),
    "cage side": frozenset({"table side"}),
    "counted too": frozenset({"counted too"}),
    # S7
    "counted": frozenset({ON_POST, "closed"}),
    ON_POST: frozenset({"counted"}),
    "closed": frozenset({"counted"}),
    # S8: who configured it looks back on it by no other key.
    "released": frozenset({"configured"}),
    "box counted": frozenset({"configured"}),
    "prize paid": frozenset({"configured"}),
    # S10
    "witnessed": frozenset({"paid out"}),
    # S11
    "complaint decided": frozenset({"claim verified"}),
    "destroyed": frozenset({"destroyed"}),
    # S12
    "granted": frozenset({"given"}),
    # S13
    "erased": frozenset({COMPLAINED, "opened", "answered", "decided", "paid"}),
}
"""By the part that is played now, those that the same person may not have played before."""


class Hand(Struct, frozen=True):
    """A part that a person played: the event, and its position."""

    word: str
    person: str
    position: int


def barring(part: Part, persons: frozenset[str], before: tuple[Hand, ...]) -> Hand | None:
    """Return the part that bars these persons from another; None where none does.

    Who decided before an appeal is barred from deciding after it, and by nothing else.
    """
    excluded = BARRED.get(part.word, frozenset())
    for one in before:
        if one.person not in persons or one.word not in excluded:
            continue
        if (one.word, part.word) == ("decided", "decided"):
            if part.since is not None and one.position < part.since:
                return one
            continue
        return one
    return None


def _named(badge: str | None) -> frozenset[str]:
    return frozenset[str]() if badge is None else frozenset({badge})


def parts_of(told: Told) -> tuple[Part, ...]:
    """Return the parts of an event in its cases; none where no case asks for it."""
    of = _PARTS.get(told.kind)
    return () if of is None else tuple(of(told))


# --- disputes, findings, texts -------------------------------------------------------------------


def of_dispute(dispute: str) -> str:
    """Return the name of a dispute's case."""
    return f"dispute {dispute}"


def of_finding(finding: str) -> str:
    """Return the name of a finding's case."""
    return f"finding {finding}"


def of_machine(place: str | None) -> str:
    """Return the name of a machine's case."""
    return f"machine {place}"


def of_day(casino: str | None, day: str) -> str:
    """Return the name of the case of a casino's gaming day."""
    return f"day {casino} {day}"


def _opened(told: Told) -> list[Part]:
    case = of_dispute(told.payload.dispute)
    complainant = told.payload.complainant
    by = _named(complainant)
    return [
        Part(case=case, word=COMPLAINED, badges=by, by_author=False),
        Part(case=case, word="opened"),
    ]


def _decided(told: Told) -> list[Part]:
    case = told.case
    decided = Part(
        case=of_dispute(told.payload.dispute),
        word="decided",
        since=None if case is None else case.appeal,
    )
    if case is None:
        return [decided]
    about = (*(f"award {one}" for one in case.claims), *(f"prize {one}" for one in case.rounds))
    return [decided, *(Part(case=one, word="judged") for one in about)]


def _paid(told: Told) -> list[Part]:
    payload = told.payload
    of = () if payload.dispute is None else (of_dispute(payload.dispute),)
    also = () if payload.finding is None else (of_finding(payload.finding),)
    return [Part(case=case, word="paid") for case in (*of, *also)]


def _erased(told: Told) -> list[Part]:
    return [] if told.case is None else [Part(case=told.case.name, word="erased", lasts=False)]


def _granted(told: Told) -> list[Part]:
    """Return who is given a right, and who proposes it; his own he does not propose."""
    case, given = f"access {told.name}", _named(told.payload.source)
    return [
        Part(case=case, word="given", badges=given, by_author=False, lasts=False),
        Part(case=case, word="granted", lasts=False),
    ]


# --- parameters, taxes, days ---------------------------------------------------------------------


def _rate(told: Told) -> list[Part]:
    tax = told.payload.name.removesuffix("_ppm")
    if tax == told.payload.name:
        return []
    return [Part(case=f"tax {tax} {told.payload.scope}", word="rate")]


def _declared(told: Told) -> list[Part]:
    tax, casino = told.payload.tax_name, told.payload.casino or told.casino
    return [Part(case=f"tax {tax} {scope}", word="declared") for scope in (casino, EVERYWHERE)]


def _box(told: Told) -> list[Part]:
    """Return the parts of who opened a box: with others, of a table, of a machine, of a day."""
    badges = frozenset(told.payload.counted_by)
    by_author = not badges
    return [
        *_each(told, told.payload.counted_by, "counted too"),
        Part(
            case=f"box {told.place} {told.day}", word="counted", badges=badges, by_author=by_author
        ),
        Part(
            case=of_machine(told.place),
            word="box counted",
            badges=badges,
            by_author=by_author,
            lasts=False,
        ),
        Part(
            case=of_day(told.casino, told.day), word="counted", badges=badges, by_author=by_author
        ),
    ]


def _post(told: Told) -> list[Part]:
    person = told.payload.person
    if person is None:
        return []
    case = f"box {told.place} {told.day}"
    return [Part(case=case, word=ON_POST, badges=_named(person), by_author=False, lasts=False)]


def _float(told: Told) -> list[Part]:
    return _each(told, told.payload.counted_by, "counted too")


def _each(told: Told, badges: tuple[str, ...], word: str) -> list[Part]:
    """Return a part for each of several badges, which must be as many persons."""
    return [
        Part(
            case=f"{told.kind} {told.name}",
            word=word,
            badges=_named(one),
            by_author=False,
            lasts=False,
        )
        for one in badges
    ]


def _slip(told: Told) -> list[Part]:
    payload = told.payload
    table = told.place if payload.side == "table" else payload.table
    staff = frozenset(payload.staff)
    if payload.voided or not staff or payload.side not in {"table", "cage"}:
        return []
    case = f"slip {told.kind} {table} {told.day} {payload.slip}"
    return [Part(case=case, word=f"{payload.side} side", badges=staff, by_author=False)]


# --- awards, machines, bingo ---------------------------------------------------------------------


def _verified(told: Told) -> list[Part]:
    return [Part(case=f"award {told.payload.award}", word="verified")]


def _refused(told: Told) -> list[Part]:
    case = Part(case=f"award {told.payload.award}", word="refused")
    round_id = told.award_round
    return [case] if round_id is None else [case, Part(case=f"prize {round_id}", word="refused")]


def _paid_out(told: Told) -> list[Part]:
    """Return the parts of who paid at the desk, and of who watched."""
    payload = told.payload
    by, seen = _named(payload.cashier), _named(payload.witness)
    case = f"payment {told.name}"
    found = [
        Part(case=case, word="paid out", badges=by, lasts=False),
        Part(case=case, word="witnessed", badges=seen, by_author=False, lasts=False),
    ]
    if payload.award is not None and told.role in DESK:  # a table pays what was won at it
        found.append(Part(case=f"award {payload.award}", word="award paid", badges=by))
    if told.kind == "hand-paid":
        machine = of_machine(told.place)
        found.append(Part(case=machine, word="prize paid", badges=by, lasts=False))
    return found


def _configured(told: Told) -> list[Part]:
    return [Part(case=of_machine(told.place), word="configured")]


def _repaired(told: Told) -> list[Part]:
    technician = told.role is Role.TECHNICIAN
    return _configured(told) if told.payload.repaired and technician else []


def _claim_verified(told: Told) -> list[Part]:
    """Return the part of who verified a called card, in the complaints about it or its jogada."""
    badges = _named(told.payload.by)
    return [
        Part(case=case, word="claim verified", badges=badges, by_device=True)
        for case in (f"claim {told.payload.claim}", f"jogada {told.round}")
    ]


def _complaint(told: Told) -> list[Part]:
    """Return the part of whom a decision names; of one that names nobody the device's own."""
    by, about = told.payload.by, told.complaint
    badges = _named(by)
    round_id = told.round if about is None else about.round
    claim = None if about is None else about.claim
    return [
        Part(
            case=f"jogada {round_id}" if claim is None else f"claim {claim}",
            word="complaint decided",
            badges=badges,
            by_device=by is None,
            lasts=False,
        )
    ]


_PARTS: Final[Mapping[str, Callable[[Told], list[Part]]]] = {
    "dispute-opened": _opened,
    "dispute-answered": lambda told: [Part(case=of_dispute(told.payload.dispute), word="answered")],
    "dispute-decided": _decided,
    "finding-explained": lambda told: [
        Part(case=of_finding(told.payload.finding), word="explained")
    ],
    "finding-decided": lambda told: [Part(case=of_finding(told.payload.finding), word="decided")],
    "settlement-paid": _paid,
    "text-erased": _erased,
    "access-granted": _granted,
    "parameter-set": _rate,
    "tax-declared": _declared,
    "drop-counted": _box,
    "cagnotte-box-counted": _box,
    "gaming-day-closed": lambda told: [
        Part(case=of_day(told.payload.casino or told.casino, told.day), word="closed")
    ],
    "staff-changed": _post,
    "table-opened": _float,
    "table-closed": _float,
    "fill": _slip,
    "credit": _slip,
    "award-verified": _verified,
    "award-refused": _refused,
    "award-paid": _paid_out,
    "hand-paid": _paid_out,
    "machine-enrolled": _configured,
    "machine-reconfigured": _configured,
    "ram-cleared": _configured,
    "breakdown": _repaired,
    "machine-released": lambda told: [Part(case=of_machine(told.place), word="released")],
    "claim-verified": _claim_verified,
    "complaint-decided": _complaint,
    "cards-destroyed": lambda told: _each(told, told.payload.by, "destroyed"),
}
PLAYED: Final = frozenset(_PARTS)
"""Kinds that play a part in a case."""
