"""Second persons: who must agree before an act has effect, who may, and what still lacks.

An approval counts where another human being gives it, of a role that the row names, of the same
casino or of none. The authority's part is shown by its own key, or by the number of its act.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.events.registry import CasinoRegistered
from ledger.roles import AUTH, AUTHORITY_SIDE, HOUSE_PEOPLE, Role, role_of
from projections.authority.actor import Actor, World
from projections.authority.judging import class_of, is_of_its_casino
from projections.authority.matrix import Need, Row, Second
from projections.authority.parameters import (
    AUTORIDADE,
    AUTORIDADE_ASSINA,
    ParameterClass,
)
from projections.authority.subject import Subject

BADGES: Final = ("counted_by", "witness", "witnesses", "staff", "cashier", "by", "checked_by")
"""Fields that name people; a badge is a mere name until its key confirms it by an approval."""
COUNTERS: Final = 2
OF_BOXES: Final = frozenset({"drop-counted", "cagnotte-box-counted"})
"""Counts that no badge confirms whose role the row does not name: never a dealer's, nor another's
who was on post."""


HELD: Final = "no hold by an open case"
"""Expected of an erasure, and of what approves it."""


class Needs(Struct, frozen=True, kw_only=True):
    """The persons and the number that an act lacks when it is said."""

    needs: tuple[Need, ...] = ()
    registrars: bool = False
    """Registrars to the threshold, its author among them."""
    of_the_authority: bool = False
    """One of these registrars named by the Authority, where it is known who named whom."""
    counters: bool = False
    """Two of those who counted, or else those of ``needs``."""
    act: bool = False
    """The authority's part, by its key or by the number of its act."""

    def __bool__(self) -> bool:
        """Tell whether it needs anything."""
        return bool(self.needs or self.registrars or self.counters or self.act)

    def __or__(self, other: "Needs") -> "Needs":
        """Return the persons that either needs."""
        return Needs(
            needs=tuple(dict.fromkeys((*self.needs, *other.needs))),
            registrars=self.registrars or other.registrars,
            of_the_authority=self.of_the_authority or other.of_the_authority,
            counters=self.counters or other.counters,
            act=self.act or other.act,
        )


NOTHING: Final = Needs()


def _one_of(*roles: Role) -> Need:
    return tuple(Second(role) for role in sorted(roles))


_DIRECTOR: Final = _one_of(Role.DIRECTOR)
_CHIEF: Final = _one_of(Role.FLOOR_MANAGER, Role.DIRECTOR)
_AUTH: Final = _one_of(*AUTH)
_AUTHORITY: Final = (Second(Role.AUTHORITY), Second(Role.DIRECTOR, with_act=True))
_AUTH_OR_DIRECTOR: Final = (*_AUTH, Second(Role.DIRECTOR, with_act=True))


def needs_of(actor: Actor, row: Row, payload: Any, place: str | None, world: World) -> Needs:
    """Return the persons that an act needs beside its author."""
    if row.rule is not None:
        return RULES[row.rule](actor, payload, place, world)
    act = row.act_needed
    if isinstance(act, str):
        act = ACT_RULES[act](payload, world)
    return Needs(needs=row.needs, registrars=row.registrars, act=act)


def lacks(
    needs: Needs,
    author: Actor,
    agreed: Sequence[Actor],
    payload: Any,
    world: World,
    threshold: int,
) -> bool:
    """Tell whether an act still lacks what it needs; ``agreed`` are those whose approval counts."""
    is_shown = shows_act(author, agreed, payload, world)
    if needs.act and not is_shown:
        return True
    registrars = [one for one in (author, *agreed) if _is_registrar(one)]
    if needs.registrars and len({one.person or one.source for one in registrars}) < threshold:
        return True
    named = any(one.side == "authority" for one in registrars)
    if needs.of_the_authority and world.knows_sides and not named:
        return True
    if needs.counters and _have_counted(author, agreed, payload) >= COUNTERS:
        return False
    return any(not _is_met(need, agreed, is_shown=is_shown) for need in needs.needs)


def _is_met(need: Need, agreed: Sequence[Actor], *, is_shown: bool) -> bool:
    return any(
        one.role is second.role and (is_shown or not second.with_act)
        for one in agreed
        for second in need
    )


def _have_counted(author: Actor, agreed: Sequence[Actor], payload: Any) -> int:
    badges = badges_of(payload)
    return len({one.person or one.source for one in (author, *agreed) if names(badges, one)})


def _is_registrar(actor: Actor) -> bool:
    return actor.role is Role.REGISTRAR


def shows_act(author: Actor, agreed: Sequence[Actor], payload: Any, world: World) -> bool:
    """Tell whether the authority's part is shown: by its own key, or by its act's number."""
    if any(one.role is Role.AUTHORITY for one in (author, *agreed)):
        return True
    return bool(getattr(payload, "act", None)) and world.act_number_is_enough


# --- who may agree -------------------------------------------------------------------------------


def approval_fault(
    approver: Actor,
    author: Actor,
    row: Row | None,
    needs: Needs,
    payload: Any,
    subject: Subject,
    world: World,
) -> str | None:
    """Return why an approval approves nothing; None where it counts."""
    if row is None:
        return None
    if approver.is_same_person(author):
        return "approval by another human being"
    named = {second.role for need in needs.needs for second in need} | row.confirms
    if needs.registrars:
        named.add(Role.REGISTRAR)
    if needs.act:
        named.add(Role.AUTHORITY)
    by_badge = (
        OF_BOXES.isdisjoint(row.kinds)
        and not approver.is_device
        and names(badges_of(payload), approver)
    )
    if approver.role not in named and not by_badge:
        return f"approved by {' '.join(sorted(named)) or 'nobody'}"
    if row.rule == "erased" and is_held(payload, world):
        return HELD
    if approver.role in HOUSE_PEOPLE and not _is_of_the_same_casino(
        approver, author, subject, world
    ):
        return "approved in its own casino"
    return None


def is_held(payload: Any, world: World) -> bool:
    """Tell whether a text is kept for a case that is open."""
    case = world.case_of_text(payload.text)
    return case is not None and not case.decided


def _is_of_the_same_casino(approver: Actor, author: Actor, subject: Subject, world: World) -> bool:
    if author.casino is not None and approver.casino not in {None, author.casino}:
        return False
    return is_of_its_casino(approver, subject, world)


def badges_of(payload: Any) -> frozenset[str]:
    """Return the people whom a payload names as having counted, witnessed or done it."""
    found: set[str] = set()
    for field in BADGES:
        told = getattr(payload, field, None)
        if isinstance(told, str):
            found.add(told)
        elif isinstance(told, tuple):
            found.update(one for one in told if isinstance(one, str))  # pyright: ignore[reportUnknownVariableType]
    return frozenset(found)


def names(badges: frozenset[str], actor: Actor) -> bool:
    """Tell whether a badge is this source's, or its person's."""
    return actor.source in badges or (actor.person is not None and actor.person in badges)


# --- rules by what an act says -------------------------------------------------------------------


def _parameter(actor: Actor, payload: Any, _place: str | None, world: World) -> Needs:
    if payload.name == AUTORIDADE:
        return Needs(registrars=True)
    if payload.name == AUTORIDADE_ASSINA:
        return Needs(needs=(_AUTH,))
    return _of_class(actor, class_of(payload, world))


def _of_class(actor: Actor, of: ParameterClass) -> Needs:
    match of:
        case "A":
            own = actor.role is Role.AUTHORITY
            return Needs(needs=(_AUTH if own else _AUTHORITY,), act=True)
        case "Com":
            return Needs(needs=(_DIRECTOR,))
        case "Own" | "Dev":
            return Needs(needs=(_CHIEF,))
        case "Ctl":
            return Needs(needs=(_AUTH_OR_DIRECTOR,), act=actor.is_of_the_house)
        case "Led":
            return Needs(needs=(_AUTH,))


def _revoked(actor: Actor, payload: Any, _place: str | None, _world: World) -> Needs:
    """Return nothing for its own key: at once."""
    return NOTHING if payload.source == actor.source else Needs(registrars=True)


def _granted(_actor: Actor, payload: Any, _place: str | None, _world: World) -> Needs:
    """Return registrars; for a right of the Authority's side one whom the Authority named."""
    role = role_of(payload.role)
    return Needs(registrars=True, of_the_authority=role in AUTHORITY_SIDE)


def _terms(_actor: Actor, payload: Any, _place: str | None, world: World) -> Needs:
    """Return registrars, one of them whom the Authority named: by what the house is judged."""
    is_casino = isinstance(payload, CasinoRegistered)
    return Needs(registrars=True, of_the_authority=world.has_classes, act=is_casino)


def _opening(_actor: Actor, payload: Any, _place: str | None, _world: World) -> Needs:
    """Return who confirms money and counters; numbers of cards and balls need nobody."""
    if payload.subject in {"ball_set", "series"}:
        return NOTHING
    return Needs(needs=(_DIRECTOR,), counters=True)


def _adjusted(_actor: Actor, payload: Any, _place: str | None, _world: World) -> Needs:
    """Return a director; for less than before one of the authority's side, too."""
    return Needs(needs=(_DIRECTOR,) if payload.amount >= 0 else (_DIRECTOR, _AUTH))


def _released(actor: Actor, _payload: Any, place: str | None, world: World) -> Needs:
    """Return a chief for a technician; AUTH for a machine that the authority's side interdicted."""
    needs: list[Need] = [_CHIEF] if actor.role is Role.TECHNICIAN else []
    by = None if place is None else world.interdicted_by(place)
    if by in AUTH and actor.role not in AUTH:
        needs.append(_AUTH)
    return Needs(needs=tuple(needs))


def _decided(_actor: Actor, payload: Any, _place: str | None, world: World) -> Needs:
    """Return a second where a critical finding is let go; a sanction bears its number."""
    found = world.finding(payload.finding)
    critical = found is not None and found.severity == "critical"
    two = critical and payload.state in {"accepted", "void"}
    return Needs(needs=(_AUTH,) if two else (), act=payload.state == "sanctioned")


def _settled(_actor: Actor, payload: Any, _place: str | None, world: World) -> Needs:
    """Return a chief where no case was decided."""
    case = None if payload.dispute is None else world.case(payload.dispute)
    decided = case is not None and case.decided
    return NOTHING if decided else Needs(needs=(_CHIEF,))


def _types_differ(payload: Any, world: World) -> bool:
    """Tell whether a transfer crosses models or types of bet (MÁQ R23)."""
    one, other = world.pool(payload.pool), world.pool(payload.to)
    return one is not None and other is not None and one.types != other.types


Rule = Callable[[Actor, Any, str | None, World], Needs]
RULES: Final[Mapping[str, Rule]] = {
    "parameter": _parameter,
    "revoked": _revoked,
    "granted": _granted,
    "terms": _terms,
    "opening": _opening,
    "adjusted": _adjusted,
    "released": _released,
    "decided": _decided,
    "settled": _settled,
    "erased": lambda _actor, _payload, _place, _world: Needs(needs=(_AUTH,)),
    "correction": lambda _actor, _payload, _place, _world: NOTHING,
}
ACT_RULES: Final[Mapping[str, Callable[[Any, World], bool]]] = {
    "types": _types_differ,
}
