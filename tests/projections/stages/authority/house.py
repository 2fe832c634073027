"""A house under the matrix: two casinos, in the first a key for each role, some in the other."""

from typing import Any, Final

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.registry import CasinoRegistered, KeyRevoked, PlaceScheduled
from ledger.events.reviews import Correction
from ledger.roles import Role
from ops.installation import APPROVING, PROPOSING, Binding
from tests.fixtures.casino import AT, Casino

OWN: Final = "casino-1"
OTHER: Final = "casino-2"
PLACE: Final = "RA-01"
POOL: Final = "jp-1"
PLACES: Final = {
    Role.TABLE: (PLACE,),
    Role.BINGO_ROOM: ("BI-01",),
    Role.MACHINE: ("MQ-01",),
    Role.DISPLAY: ("PN-01",),
    Role.CAGE: ("CX-01",),
}
ABROAD: Final = {Role.TABLE: "RA-90", Role.CAGE: "CX-90"}
"""Places of the other casino."""
AT_HOME: Final = frozenset(Role) - {Role.SERVICE, Role.REGISTRAR}
OF_NO_CASINO: Final = frozenset(
    {
        Role.WITNESS,
        Role.ADMIN,
        Role.INSPECTOR,
        Role.AUTHORITY,
        Role.DISPUTE,
        Role.AUDITOR,
    }
)


def binding(role: Role, casino: str = OWN, **others: Any) -> Binding:
    """Return what a key of a role is bound to in a casino."""
    home = None if role in OF_NO_CASINO else casino
    places = PLACES.get(role, ()) if casino == OWN else (ABROAD[role],) if role in ABROAD else ()
    pools = (POOL,) if role is Role.JACKPOT_CONTROLLER else ()
    return Binding(**{"role": role, "casino": home, "places": places, "pools": pools, **others})


class House:
    """Says events by keys that are named for their roles: ``finance``, ``director-2``."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        casino.installation.let_authority_hold(AT)
        for role in sorted(AT_HOME):
            self.enrol(role, binding(role))
        for role in (Role.DIRECTOR, Role.FINANCE, Role.TABLE, Role.CAGE, Role.FLOOR_MANAGER):
            self.enrol(f"{role}-abroad", binding(role, OTHER))
        for role in (Role.AUTHORITY, Role.INSPECTOR, Role.DIRECTOR, Role.FLOOR_MANAGER):
            self.enrol(f"{role}-2", binding(role))
        for name in (OWN, OTHER):
            act = CasinoRegistered(casino=name, currency="EUR", profile="cv-2017@1", act="DR 1")
            self.casino.approve(APPROVING, self.by_registrar(act))

    def enrol(self, source: str, bound: Binding) -> None:
        installation = self.casino.installation
        self.casino._chains[source] = installation.enrol(source, bound, AT)

    def by_registrar(self, payload: Payload, source: str = PROPOSING) -> Receipt:
        for name in (PROPOSING, APPROVING):
            self.casino._chains[name] = self.casino.installation.chain(name)
        return self.casino.say(source, payload)

    def say(self, source: str, payload: Payload, **where: Any) -> Receipt:
        return self.casino.say(source, payload, **where)

    def agreed(self, source: str, payload: Payload, *approvers: str, **where: Any) -> Receipt:
        """Say an act, and let others approve it."""
        told = self.casino.say(source, payload, **where)
        for one in approvers:
            self.casino.approve(one, told)
        return told

    def schedule(
        self, source: str, place: str, casino: str = OWN, by: str = "floor_manager"
    ) -> None:
        act = PlaceScheduled(source=source, category="table", casino=casino)
        self.casino.say(by, act, place=place)

    def appoint(self, person: str, *roles: Role) -> None:
        """Give one person a key for each of several roles, each named for both."""
        for role in roles:
            self.enrol(f"{person}-{role}", binding(role, person=person))

    def dismiss(self, source: str) -> None:
        """Revoke a key, as registrars agree."""
        key = self.casino.installation.keys.load(source).public_key.hex()
        told = self.by_registrar(KeyRevoked(source=source, key=key, reason="saiu"))
        self.casino.approve(APPROVING, told)

    def correct(self, by: str, told: Receipt, replacement: dict[str, Any] | None = None) -> Receipt:
        """Say that an event should have been another, or none."""
        target = f"{told.source}:{told.first}"
        act = Correction(target=target, link=told.link, replacement=replacement, reason="engano")
        return self.say(by, act)

    def proofs(self) -> list[tuple[int, ...]]:
        """Return the positions of the events that prove each finding of access."""
        self.fold()
        rows = self.casino.rows(
            "SELECT positions FROM {s}.finding WHERE code = 'OP-ACCESS' AND known_until IS NULL "
            "ORDER BY positions"
        )
        return [tuple(row["positions"]) for row in rows]

    def fold(self) -> None:
        self.casino.project()

    def refused(self) -> list[tuple[str, str, bool]]:
        """Return source, kind and whether it stands, of all that the matrix forbids."""
        self.fold()
        rows = self.casino.rows("SELECT source, kind, stands FROM {s}.refused ORDER BY first")
        return [(row["source"], row["kind"].partition("/")[0], row["stands"]) for row in rows]

    def found(self) -> list[tuple[str, str]]:
        """Return code and weight of every finding that stands."""
        self.fold()
        rows = self.casino.rows(
            "SELECT code, severity FROM {s}.finding WHERE known_until IS NULL ORDER BY known_from"
        )
        return [(row["code"], row["severity"]) for row in rows]

    def waiting(self) -> list[str]:
        """Return the kinds of acts that wait."""
        self.fold()
        rows = self.casino.rows(
            "SELECT kind FROM {s}.act WHERE effective IS NULL ORDER BY position"
        )
        return [row["kind"].partition("/")[0] for row in rows]

    def count(self, table: str, where: str = "true") -> int:
        """Return how many rows a table has."""
        self.fold()
        return self.casino.rows(f"SELECT count(*) AS n FROM {{s}}.{table} WHERE {where}")[0]["n"]
