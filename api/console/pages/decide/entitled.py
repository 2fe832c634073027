"""Who may say a kind of event, read off the matrix: what is offered, and what is barred and why."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from api.console.frame import Frame
from api.console.language.words import mark as _
from api.console.pages.proof.sources import ROLE_NAMES
from api.requests.floor import FLOOR_PEOPLE
from api.services.api_keys import Role as ApiRole
from ledger.roles import Role
from projections.authority.judging import sayers
from projections.authority.matrix import Need, row_of
from projections.reads.log.persons import PersonsSource

HELD_BY: Final[Mapping[ApiRole, frozenset[Role]]] = {
    ApiRole.INSPECTOR: frozenset({Role.INSPECTOR, Role.AUTHORITY, Role.AUDITOR}),
    ApiRole.FINANCE: frozenset({Role.FINANCE, Role.DIRECTOR, Role.FLOOR_MANAGER, Role.SUPERVISOR}),
    ApiRole.DISPUTE: frozenset({Role.DISPUTE}),
    ApiRole.FLOOR: FLOOR_PEOPLE,
    ApiRole.ADMIN: frozenset({Role.ADMIN}),
}
"""Roles of sources to whose holders a role of the console is given (``authority`` 3.2).

A floor manager may be a supervisor, too, in one hand: he reads by the wider role, and signs by both
keys. What anybody signs his key says.
"""


class Entitled(Struct, frozen=True, kw_only=True):
    """A kind of act as it is to somebody: his, or barred and whose it is."""

    kind: str
    """Without version."""
    may: bool
    whose: str
    """The roles that may say it, in words."""
    second: str
    """The roles of whom one must agree, in words; empty where nobody must."""


def roles_of(page: Frame) -> frozenset[Role]:
    """Return the roles of sources that whoever asks may hold."""
    return frozenset() if page.role is None else HELD_BY[page.role]


def entitled(page: Frame, kind: str, own: Sequence[PersonsSource] = ()) -> Entitled:
    """Return whether a kind is for whoever asks; whose it is the matrix says.

    Whoever has living keys is offered what they may sign; who has none, what his role could.
    """
    row = row_of(kind)
    assert row is not None, f"{kind} has no row"
    roles = roles_of(page)
    living = {one.role for one in own if one.living}
    held = frozenset(role for role in roles if role in living)
    return Entitled(
        kind=row_name(kind),
        may=not (held or roles).isdisjoint(sayers(kind)),
        whose=_whose(page, sayers(kind)),
        second=_second(page, row.needs),
    )


def row_name(kind: str) -> str:
    """Return a kind's name without its version.

    >>> row_name("finding-decided/2")
    'finding-decided'
    """
    return kind.partition("/")[0]


def role_words(page: Frame, roles: frozenset[Role]) -> str:
    """Return roles in words, those of the list first."""
    return ", ".join(page.say(ROLE_NAMES[role]) for role in Role if role in roles)


def _whose(page: Frame, roles: frozenset[Role]) -> str:
    if roles == frozenset(Role):
        return page.say(_("everybody, by what it is about"))
    return role_words(page, roles)


def _second(page: Frame, needs: tuple[Need, ...]) -> str:
    said = [role_words(page, frozenset(one.role for one in need)) for need in needs]
    return page.say(_(" and ")).join(said)
