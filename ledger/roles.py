"""The closed list of roles: who may be a source, on whose side, bound to what, and not beside what.

A role says what a source is; the matrix of authority says what a role may do. A word outside the
list may say nothing. Device roles have no person; a person may hold several roles, each with a key
of its own, save those pairs that one hand may never hold.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import product
from typing import Final, Literal

from msgspec import Struct

from ledger.text.near import near_names

RegistrarSide = Literal["house", "authority"]
"""Who named a registrar: the house, or the Authority."""


class Role(StrEnum):
    """The part of a device or a person in the house: devices tell facts, persons decide."""

    TABLE = "table"
    """The terminal of a table, or the server of an online one."""
    BINGO_ROOM = "bingo_room"
    """The server of a bingo room: sales, balls, claims, acta."""
    MACHINE = "machine"
    """The interface of a gaming machine, or the server of an online one."""
    JACKPOT_CONTROLLER = "jackpot_controller"
    """Adds up and claims the prizes of linked machines and tables."""
    DISPLAY = "display"
    """A panel of a jackpot, a bingo room or a table; a kiosk."""
    CAGE = "cage"
    """The terminal of a cash desk, fixed or carried about."""
    WITNESS = "witness"
    """A witness or monitor of the log, outside the house."""
    SERVICE = "service"
    """The ledger's own service: clock, refusals, reading trail, gate of the acta."""
    DEALER = "dealer"
    """Who deals, throws or spins for the house."""
    SUPERVISOR = "supervisor"
    """Who watches a table: fiscal, boxman, chefe de banca."""
    FLOOR_MANAGER = "floor_manager"
    """The chief of a room, of bingo and machines too."""
    DIRECTOR = "director"
    """The director do serviço de jogos, who answers for the house."""
    CASHIER = "cashier"
    """A cash desk's clerk, or one of a count team."""
    FINANCE = "finance"
    """Accounts, pools, cover, tax and the closing of days."""
    TECHNICIAN = "technician"
    """Who installs, configures and repairs."""
    ADMIN = "admin"
    """Who runs the service: no play, no money, no decision."""
    INSPECTOR = "inspector"
    """An inspector of the Inspecção-Geral in the room."""
    AUTHORITY = "authority"
    """Who signs for the Autoridade Reguladora."""
    DISPUTE = "dispute"
    """Who decides complaints on the Authority's behalf."""
    REGISTRAR = "registrar"
    """Who enrols and revokes keys; some are named by the house, some by the Authority."""
    AUDITOR = "auditor"
    """Who reads, verifies and keeps checkpoints."""


DESK: Final = frozenset({Role.CAGE, Role.CASHIER})
FLOOR: Final = frozenset({Role.SUPERVISOR, Role.FLOOR_MANAGER})
AUTH: Final = frozenset({Role.INSPECTOR, Role.AUTHORITY})
AUTHORITY_SIDE: Final = AUTH | {Role.DISPUTE, Role.AUDITOR, Role.WITNESS}
"""Roles whose keys the Authority names. A registrar's side stands in the registrar's enrolment."""
DEVICES: Final = frozenset(
    {
        Role.TABLE,
        Role.BINGO_ROOM,
        Role.MACHINE,
        Role.JACKPOT_CONTROLLER,
        Role.DISPLAY,
        Role.CAGE,
        Role.WITNESS,
        Role.SERVICE,
    }
)
"""Roles without a person."""
PEOPLE: Final = frozenset(Role) - DEVICES
HOUSE_PEOPLE: Final = FLOOR | {
    Role.DEALER,
    Role.DIRECTOR,
    Role.CASHIER,
    Role.FINANCE,
    Role.TECHNICIAN,
}
"""People of a casino: each key of theirs is of one casino."""
OF_A_CASINO: Final = HOUSE_PEOPLE | (DEVICES - {Role.WITNESS, Role.SERVICE})
"""Roles that an enrolment binds to one casino; all others are bound to none."""
OF_POOLS: Final = frozenset({Role.JACKPOT_CONTROLLER})
"""Roles that an enrolment binds to pools."""
AT_A_CASINO: Final = DEVICES - {Role.WITNESS, Role.SERVICE}
"""Devices, whose enrolment may name places and pools; people's names neither."""
AT_PLACES: Final = AT_A_CASINO - OF_POOLS
"""Roles that an enrolment binds to places."""

OLD_WORDS: Final = {
    **{str(role): role for role in Role},
    "controller": Role.JACKPOT_CONTROLLER,
    "staff": Role.SUPERVISOR,
}
"""Words of ``source-enrolled/1`` and their roles. ``office`` and any other may say nothing."""


def role_of(word: str) -> Role | None:
    """Return the role that an enrolment's word stands for; None if such a source may say nothing.

    >>> role_of("controller"), role_of("office")
    (<Role.JACKPOT_CONTROLLER: 'jackpot_controller'>, None)
    """
    return OLD_WORDS.get(word)


def _pairs(ones: Iterable[Role], others: Iterable[Role]) -> set[frozenset[Role]]:
    return {frozenset(pair) for pair in product(ones, others) if pair[0] != pair[1]}


NEVER_TOGETHER: Final = frozenset(
    _pairs(PEOPLE - AUTHORITY_SIDE - {Role.REGISTRAR}, AUTHORITY_SIDE & PEOPLE)
    | _pairs({Role.REGISTRAR, Role.ADMIN, Role.AUDITOR, Role.DISPUTE}, PEOPLE)
    | _pairs({Role.TECHNICIAN}, {Role.CASHIER, Role.FINANCE})
    | _pairs({Role.CASHIER}, {Role.FINANCE, Role.DEALER} | FLOOR)
    | _pairs({Role.FINANCE}, {Role.DIRECTOR} | FLOOR)
)
"""Pairs of roles that one person never holds at the same time."""


def may_join(role: Role, held: Iterable[Role]) -> bool:
    """Tell whether a person who holds these roles may be given this one as well.

    >>> may_join(Role.FLOOR_MANAGER, [Role.SUPERVISOR]), may_join(Role.DEALER, [Role.INSPECTOR])
    (True, False)
    """
    return all(frozenset({role, one}) not in NEVER_TOGETHER for one in held)


def binding_fault(
    role: Role,
    *,
    person: str | None,
    casino: str | None,
    places: tuple[str, ...],
    pools: tuple[str, ...],
    side: RegistrarSide | None,
) -> str | None:
    """Return why an enrolment does not bind a source as its role asks; None where it does.

    >>> binding_fault(Role.TABLE, person=None, casino=None, places=(), pools=(), side=None)
    'role table: expected a casino, got none'
    """
    checks = (
        ("a person", person is not None, role in PEOPLE, role in PEOPLE),
        ("a casino", casino is not None, role in OF_A_CASINO, role in OF_A_CASINO),
        ("places", bool(places), role in AT_PLACES, role in AT_A_CASINO),
        ("pools", bool(pools), role in OF_POOLS, role in AT_A_CASINO),
        ("a side", side is not None, role is Role.REGISTRAR, role is Role.REGISTRAR),
    )
    for thing, told, needed, allowed in checks:
        if needed and not told:
            return f"role {role}: expected {thing}, got none"
        if told and not allowed:
            return f"role {role}: expected no {thing.split()[-1]}, got some"
    return None


class Binding(Struct, frozen=True, kw_only=True):
    """A role and what an enrolment binds it to."""

    role: Role
    casino: str | None = None
    places: tuple[str, ...] = ()
    pools: tuple[str, ...] = ()
    person: str | None = None
    """Of a person's key; where it is left out, the source's name."""
    side: RegistrarSide | None = None

    def person_of(self, source: str) -> str | None:
        """Return whose key a source is; None for a device."""
        return (self.person or source) if self.role in PEOPLE else None

    def fault(self, source: str) -> str | None:
        """Return why no source can be enrolled so; None where it can."""
        return binding_fault(
            self.role,
            person=self.person_of(source),
            casino=self.casino,
            places=self.places,
            pools=self.pools,
            side=self.side,
        )


def role_named(word: str) -> Role:
    """Return the role of a word of the list.

    Raises:
        ValueError: the word is not in the list; tells the list and the nearest of it.

    """
    try:
        return Role(word)
    except ValueError:
        near = ", ".join(near_names(word, Role))
        raise ValueError(f"expected one of {', '.join(Role)}, got {word!r}; near: {near}") from None
