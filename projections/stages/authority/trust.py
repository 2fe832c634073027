"""Sources in effect: the keyring's fold, and what each enrolment binds its source to."""

from typing import Final

from ledger.events import kinds_of
from ledger.events.registry import (
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LedgerFounded2,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.ids import Link
from ledger.keys import Keyring
from ledger.roles import PEOPLE, role_of
from projections.authority.actor import Actor
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.stage import Source

TRUST: Final = kinds_of(LedgerFounded, SourceEnrolled, KeyRotated, KeyRevoked, Approval)
PROPOSED: Final = kinds_of(SourceEnrolled, KeyRevoked)


class Trust:
    """The keyring at this position, and the enrolments that took effect."""

    def __init__(self) -> None:
        """Trust nobody."""
        self.keyring = Keyring()
        self._enrolled: dict[str, SourceEnrolled] = {}
        self._persons: dict[str, str | None] = {}
        """Of registrars of the founding."""
        self._proposed: dict[str, Event] = {}
        self._new: list[int] = []

    def load(self, schema: Schema, source: Source) -> None:
        """Fold the acts of trust again, which are few."""
        rows = schema.cursor.execute(schema.query("SELECT position FROM {s}.trust ORDER BY 1"))
        for event in source.events([position for (position,) in rows.fetchall()]):
            self.fold(event)
        self._new.clear()

    def fold(self, event: Event) -> Event | None:
        """Take an act of trust; return the proposal that takes effect here, if one does."""
        payload = event.payload
        name = payload.target if isinstance(payload, Approval) else event.name
        proposed = isinstance(payload, SourceEnrolled | KeyRevoked)
        own = isinstance(payload, KeyRevoked) and payload.source == event.source
        if proposed and (own or event.source in self.keyring.registrars):
            self._proposed[name] = event
        elif (proposed or isinstance(payload, Approval)) and name not in self._proposed:
            return None
        self._new.append(event.position)
        self.keyring.apply(event.position, event.name, Link(event.link), payload)
        if isinstance(payload, LedgerFounded2):
            self._persons = {one.source: one.person for one in payload.registrars}
        act = self._proposed.get(name)
        if act is None or not self._took_effect(act, event.position):
            return None
        del self._proposed[name]
        if isinstance(act.payload, SourceEnrolled):
            self._enrolled[act.payload.source] = act.payload
        return act

    def _took_effect(self, act: Event, position: int) -> bool:
        payload = act.payload
        known = self.keyring.sources.get(payload.source)
        if known is None:
            return False
        if isinstance(payload, KeyRevoked):
            return any(key.ended == position and key.revoked for key in known.keys)
        last = known.keys[-1]
        return last.since == position and last.public.hex() == payload.key.lower()

    def actor(self, source: str, spoken_for: frozenset[str] | None) -> Actor | None:
        """Return a source as its enrolment in effect has it; None of one that has none.

        ``spoken_for`` are the places whose schedules name it: of an older enrolment its places.
        """
        known = self.keyring.sources.get(source)
        if known is None:
            return None
        role = role_of(known.role)
        told = self._enrolled.get(source)
        person = self._persons.get(source) or source if role in PEOPLE else None
        casino = told.casino if told is not None else None
        if isinstance(told, SourceEnrolled2):
            places = frozenset(told.places)
            bound = role not in PEOPLE and bool(told.places or told.pools)
            return Actor(
                source=source,
                role=role,
                person=told.person or person,
                casino=casino,
                places=places if bound else None,
                pools=frozenset(told.pools),
            )
        return Actor(source=source, role=role, person=person, casino=casino, places=spoken_for)

    @property
    def service(self) -> str | None:
        """The ledger's own service."""
        return self.keyring.service

    def flush(self, writes: Writes) -> None:
        """Add this page's acts of trust to its writes."""
        writes.copy("trust", ("position",), [(position,) for position in self._new])
        self._new.clear()
