"""Sources in effect: the keyring's fold, and the acts of trust that it was folded from."""

from typing import Final, NamedTuple

from ledger.events import kinds_of
from ledger.events.registry import (
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LogKeyReplaced,
    ParameterSet,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled,
)
from ledger.events.reviews import Approval
from ledger.ids import Link
from ledger.keys import Keyring
from ledger.roles import PEOPLE, role_of
from projections.authority.actor import Actor
from projections.authority.parameters import AUTORIDADE, EVERYWHERE
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.stage import Source

TRUST: Final = kinds_of(
    LedgerFounded,
    SourceEnrolled,
    KeyRotated,
    KeyRevoked,
    RegistrarsChanged,
    RegistrarsRecovered,
    LogKeyReplaced,
    Approval,
)
_KEYS: Final = kinds_of(SourceEnrolled, KeyRevoked, RegistrarsChanged, LogKeyReplaced)


class Settled(NamedTuple):
    """A proposal on which registrars have agreed to the threshold."""

    act: Event
    why: str | None
    """Why it takes no effect all the same; None where it does."""


def is_proposal(event: Event) -> bool:
    """Tell whether an event takes effect where registrars agree: keys, and the matrix itself."""
    payload = event.payload
    if not isinstance(payload, ParameterSet):
        return event.kind in _KEYS
    return (payload.scope, payload.name) == (EVERYWHERE, AUTORIDADE)


class Trust:
    """The keyring at this position."""

    def __init__(self) -> None:
        """Trust nobody."""
        self.keyring = Keyring()
        self._proposed: dict[str, Event] = {}
        self._new: list[int] = []

    def load(self, schema: Schema, source: Source) -> None:
        """Fold the acts of trust again, which are few."""
        rows = schema.cursor.execute(schema.query("SELECT position FROM {s}.trust ORDER BY 1"))
        for event in source.events([position for (position,) in rows.fetchall()]):
            self.fold(event)
        self._new.clear()

    def fold(self, event: Event) -> Settled | None:
        """Take an act of trust; return the proposal on which enough have agreed with it."""
        payload = event.payload
        name = payload.target if isinstance(payload, Approval) else event.name
        if is_proposal(event):
            if not self._may_propose(event):
                return None
            self._proposed[name] = event
        elif isinstance(payload, Approval) and not self.keyring.waits(name):
            self._proposed.pop(name, None)  # a recovery made an end of what waited
            return None
        self._new.append(event.position)
        version = self.keyring.authority
        why = self.keyring.apply(event.position, event.name, Link(event.link), payload)
        if isinstance(payload, RegistrarsRecovered) and why is not None:
            return Settled(event, why)
        act = self._proposed.get(name)
        if act is None or not (why or self._took_effect(act, event.position, version)):
            return None
        del self._proposed[name]
        return Settled(act, why)

    def _may_propose(self, event: Event) -> bool:
        own = isinstance(event.payload, KeyRevoked) and event.payload.source == event.source
        return event.source in self.keyring.registrars or (own and self.keyring.authority > 0)

    def _took_effect(self, act: Event, position: int, version: int) -> bool:
        payload = act.payload
        if isinstance(payload, ParameterSet):
            return self.keyring.authority > version
        if not isinstance(payload, (SourceEnrolled, KeyRevoked)):
            return not self.keyring.waits(act.name)
        known = self.keyring.sources.get(payload.source)
        if known is None:
            return False
        if isinstance(payload, KeyRevoked):
            ends = any(key.ended == position and key.revoked for key in known.keys)
            return ends or act.name in self.keyring.suspect
        return known.keys[-1].since == position

    def actor(self, source: str, spoken_for: frozenset[str] | None) -> Actor:
        """Return a source as its enrolment in effect has it; of none one without a role.

        ``spoken_for`` are the places whose schedules name it: of an older enrolment its places.
        """
        known = self.keyring.sources.get(source)
        if known is None:
            return Actor(source=source, role=None)
        role = role_of(known.role)
        told = frozenset(known.places) if known.places is not None else spoken_for
        bound = role not in PEOPLE and bool(told or known.pools)
        return Actor(
            source=source,
            role=role,
            person=known.person,
            casino=known.casino,
            places=told if bound else None,
            pools=frozenset(known.pools or ()),
            side=known.side,
        )

    @property
    def service(self) -> str | None:
        """The ledger's own service."""
        return self.keyring.service

    def flush(self, writes: Writes) -> None:
        """Add this page's acts of trust to its writes."""
        writes.copy("trust", ("position",), [(position,) for position in self._new])
        self._new.clear()
