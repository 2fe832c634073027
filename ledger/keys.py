"""Who may sign for which source, decided by the events before each position and by nothing else.

A keyring is a fold over the log: the door folds it as it records, ``verify`` folds it again as it
reads, and both must come to the same answer at every position. At each position a source has at
most one valid key, and one role for ever. Registrars' acts take effect where ``threshold`` of them,
each another person, have agreed: the author and those who approved. An act that may not be done is
recorded and changes nothing here.

Of ``source-enrolled/2`` the keyring holds person, casino, places and pools as well, and what those
forbid: two keys of one person for one role and casino, and pairs of roles never in one hand. A key
of the Authority's side needs one of its registrars among those who agree, where sides are known.
From where the parameter ``autoridade`` is in effect the door asks ``check_entitled`` too.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from ledger.errors import (
    ExpiredKeyError,
    NotEntitledError,
    RevokedKeyError,
    UnknownKeyError,
    UnknownSourceError,
)
from ledger.events.base import Payload
from ledger.events.bingo import ActaGateGranted
from ledger.events.registry import (
    AccessGranted,
    AccessGranted2,
    AccessRecorded,
    AccessWithdrawn,
    ClockTicked,
    FiguresStated,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LedgerFounded2,
    LogKeyReplaced,
    ParameterSet,
    RecoveryKey,
    Registrar,
    RegistrarNamed,
    RegistrarProven,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled,
    SourceEnrolled2,
    SubmissionRefused,
    SubmissionRefused2,
)
from ledger.events.reviews import Approval
from ledger.ids import is_name
from ledger.roles import (
    AUTHORITY_SIDE,
    PEOPLE,
    RegistrarSide,
    Role,
    binding_fault,
    may_join,
    role_of,
)
from ledger.signed.logs import LogKeys
from ledger.signed.segments import possession_statement, recovery_statement
from ledger.signed.signing import fits, is_weak

TRUST_KINDS: Final = (
    LedgerFounded.KIND,
    LedgerFounded2.KIND,
    SourceEnrolled.KIND,
    SourceEnrolled2.KIND,
    KeyRotated.KIND,
    KeyRevoked.KIND,
    RegistrarsChanged.KIND,
    RegistrarsRecovered.KIND,
    LogKeyReplaced.KIND,
    ParameterSet.KIND,
    Approval.KIND,
)
"""The kinds that can change who may sign, and from when authority holds."""
TRUST_AND_TIME_KINDS: Final = frozenset((*TRUST_KINDS, ClockTicked.KIND))
"""After one of these, the next event must be judged anew."""
REGISTRAR: Final = str(Role.REGISTRAR)
SERVICE: Final = str(Role.SERVICE)
RECOVERY: Final = "recuperacao"
"""The name for which the Authority's sealed key proves possession; no source's."""
LOG: Final = "log"
"""The name for which the log's next key proves possession; no source's."""
AUTHORITY_PARAMETER: Final = "autoridade"
"""Its value is the version of the matrix of authority that judges the ledger from then on."""

_PURPOSES: Final = frozenset({RECOVERY, LOG})

_NOBODY: Final = frozenset[Role]()
_REGISTRARS: Final = frozenset({Role.REGISTRAR})
_SERVICES: Final = frozenset({Role.SERVICE})
ENTITLED: Final[Mapping[str, frozenset[Role]]] = {
    LedgerFounded.KIND: _NOBODY,
    LedgerFounded2.KIND: _NOBODY,
    SourceEnrolled.KIND: _NOBODY,
    SourceEnrolled2.KIND: _REGISTRARS,
    KeyRevoked.KIND: _REGISTRARS,
    RegistrarsChanged.KIND: _REGISTRARS,
    LogKeyReplaced.KIND: _REGISTRARS,
    AccessGranted.KIND: _REGISTRARS,
    AccessGranted2.KIND: _REGISTRARS,
    AccessWithdrawn.KIND: _REGISTRARS,
    ClockTicked.KIND: _SERVICES,
    SubmissionRefused.KIND: _SERVICES,
    SubmissionRefused2.KIND: _SERVICES,
    AccessRecorded.KIND: _SERVICES,
    FiguresStated.KIND: _SERVICES,
    ActaGateGranted.KIND: _SERVICES,
}
"""The kinds that are refused at the door, under authority, from any other role: acts of trust and
the service's own words. A ledger is founded once, before any of this, and ``source-enrolled/1``
would hide who the person is. Of a source's own key ``entitlement_fault`` knows."""


def entitlement_fault(kind: str, payload: object, source: str, role: str | None) -> str | None:
    """Return why a source may not say a kind that ``ENTITLED`` names; None where it may."""
    roles = ENTITLED[kind]
    if isinstance(payload, KeyRevoked) and payload.source == source:
        return None  # whoever lost his own key says so at once
    if role is not None and role_of(role) in roles:
        return None
    if kind == SourceEnrolled.KIND:
        expected = f"{SourceEnrolled2.KIND}, which names person and places"
    else:
        expected = f"a {' or '.join(sorted(roles))}" if roles else "nobody, once it is founded"
    return f"{kind}: expected {expected}, got {source}, a {role or 'stranger'}"


class Key(Struct):
    """A public key in a source's life."""

    public: bytes
    since: int
    """The position from which it may sign."""
    not_after: str | None = None
    ended: int | None = None
    """The position from which it may not."""
    revoked: bool = False
    rotated: bool = False
    """Whether the key before it named it, and not registrars."""


class Source(Struct):
    """A source as its enrolment in effect has it, and its keys, newest last."""

    name: str
    role: str
    """As enrolled, for ever: of ``source-enrolled/1`` any word."""
    keys: list[Key]
    person: str | None = None
    """The human being; before ``source-enrolled/2`` the source's name. None of a device."""
    casino: str | None = None
    places: tuple[str, ...] | None = None
    """None of ``source-enrolled/1``, which does not tell."""
    pools: tuple[str, ...] | None = None
    side: RegistrarSide | None = None
    """Of a registrar, who named him; None where that was never told."""

    @property
    def is_living(self) -> bool:
        """Whether its key was neither revoked nor left without a successor."""
        return self.keys[-1].ended is None


_NOT_NEW: Final = "the key is not new, or its holder did not prove to have it"
_WEAK: Final = "the key is a point of small order: what it signs would fit any message"
_Act = SourceEnrolled | KeyRevoked | ParameterSet | RegistrarsChanged | LogKeyReplaced
_Registrars = RegistrarsChanged | RegistrarsRecovered


class _Proposal(Struct):
    act: _Act
    link: bytes
    said: int
    """The position at which it was proposed."""
    agreed: dict[str, int]
    """Registrar to the position at which he agreed."""


class Keyring:
    """The state of trust after some position."""

    def __init__(self) -> None:
        """Trust nobody."""
        self.origin: str | None = None
        self.service: str | None = None
        self.log_keys: list[tuple[int, LogKeys]] = []
        """The log's keys, each with the position from which checkpoints are theirs, in order."""
        self.classes = False
        """Whether the registrars' classes bind more than the keys of the Authority's side: from
        where registrars were changed, or a sealed key was named, for the first time."""
        self.recovery: bytes | None = None
        """The Authority's sealed key; None where there is none."""
        self.clock: str | None = None
        """The last ``clock-ticked``: the ledger's only time."""
        self.seen = 0
        """The newest batch with an event of trust or time that this state is of."""
        self.threshold = 1
        self.registrars: set[str] = set()
        self.sources: dict[str, Source] = {}
        self.authority = 0
        """The version of the matrix of authority in effect; 0 before there is one."""
        self.authority_since: int | None = None
        """The position after which events are judged by it."""
        self._owners: dict[bytes, str] = {}
        self.suspect: dict[str, range] = {}
        """By the name of the revocation that says so, the positions at which a source's words are
        not its own for sure. Only where registrars agreed, where sides are known one of the
        Authority: who ends his own key, or a key of his own house, does not say by that what of
        the past counts."""
        self._held_by: dict[str, set[str]] = {}
        """A person's sources, living and dead."""
        self._proposals: dict[str, _Proposal] = {}

    @property
    def log_key(self) -> bytes:
        """The Ed25519 key that signs the log's checkpoints now; empty before the founding."""
        return self.log_keys[-1][1].ed25519 if self.log_keys else b""

    @property
    def log_mldsa44(self) -> bytes | None:
        """The ML-DSA-44 key that signs them beside it; None where there is none."""
        return self.log_keys[-1][1].mldsa44 if self.log_keys else None

    def key_of(self, source: str) -> bytes:
        """Return the one key that may sign for the source now.

        Raises:
            UnknownSourceError, RevokedKeyError, ExpiredKeyError: why there is none.

        """
        known = self.sources.get(source)
        if known is None:
            raise UnknownSourceError(f"source {source!r} is not enrolled")
        key = known.keys[-1]
        if key.ended is not None:
            raise RevokedKeyError(f"the key of {source} was revoked at position {key.ended}")
        self._check_time(source, key)
        return key.public

    def check(self, source: str, public: bytes) -> None:
        """Refuse every key but the source's valid one at this position.

        Raises:
            UnknownSourceError, UnknownKeyError, RevokedKeyError, ExpiredKeyError: why.

        """
        known = self.sources.get(source)
        if known is None:
            raise UnknownSourceError(f"source {source!r} is not enrolled")
        for key in reversed(known.keys):
            if key.public == public:
                if key.ended is not None:
                    how = "revoked" if key.revoked else "replaced"
                    raise RevokedKeyError(
                        f"the key {public.hex()[:16]}… of {source} was {how} at {key.ended}"
                    )
                self._check_time(source, key)
                return
        raise UnknownKeyError(f"the key {public.hex()[:16]}… was never enrolled for {source}")

    def check_ticks(self, source: str, ticks: Iterable[str]) -> None:
        """Refuse a segment that goes on after a tick by which the service's own key is over.

        Raises:
            ExpiredKeyError: the key's end, and the tick.

        """
        if source != self.service:
            return
        key = self.sources[source].keys[-1]
        for at in ticks:
            if key.not_after is not None and at > key.not_after:
                raise ExpiredKeyError(
                    f"the key of {source} ended {key.not_after}, and more follows the tick {at}"
                )

    def check_entitled(self, name: str, kind: str, payload: object) -> None:
        """Refuse a kind of ``ENTITLED`` by a source without the right, where authority holds.

        Raises:
            NotEntitledError: who may, and who the source is.

        """
        if self.authority_since is None:
            return
        source = name.rpartition(":")[0]
        known = self.sources.get(source)
        fault = entitlement_fault(kind, payload, source, None if known is None else known.role)
        if fault is not None:
            raise NotEntitledError(f"{name}: {fault}")

    def living_of(self, person: str) -> Iterator[Source]:
        """Yield the sources for which a person may sign now."""
        for name in sorted(self._held_by.get(person, ())):
            source = self.sources[name]
            if source.person == person and source.is_living:
                yield source

    def waits(self, name: str) -> bool:
        """Tell whether an act of registrars, by its ``source:seq``, still lacks some who agree."""
        return name in self._proposals

    def is_done(self, act: Payload) -> bool:
        """Tell whether an act's keys hold now, or the one that it ends does not."""
        match act:
            case SourceEnrolled():
                known = self.sources.get(act.source)
                return known is not None and known.keys[-1].public.hex() == act.key
            case KeyRevoked():
                known = self.sources.get(act.source)
                keys = [] if known is None else known.keys
                return any(one.public.hex() == act.key and one.revoked for one in keys)
            case RegistrarsChanged() | RegistrarsRecovered():
                recovery = self.recovery.hex() if self.recovery is not None else None
                asked = recovery if act.recovery is None else act.recovery.key
                named = {one.source for one in act.named}
                goes = set(act.removed) - named
                return (
                    self.threshold == act.threshold
                    and recovery == asked
                    and named <= self.registrars
                    and not goes & self.registrars
                )
            case LogKeyReplaced():
                return self.log_key.hex() == act.key
            case ParameterSet():
                return self._is_of_authority(act) and self.authority == act.value
            case _:
                return False

    def apply(self, position: int, name: str, link: bytes, payload: Payload) -> str | None:
        """Fold one recorded event; ``name`` is its ``source:seq``.

        Returns why an act on which registrars have agreed takes no effect; else None.
        """
        source = name.rpartition(":")[0]
        match payload:
            case LedgerFounded():
                self._found(position, payload)
            case (
                SourceEnrolled()
                | KeyRevoked()
                | ParameterSet()
                | RegistrarsChanged()
                | LogKeyReplaced()
            ):
                return self._propose(position, name, link, payload)
            case RegistrarsRecovered():
                return self._recover(position, payload)
            case KeyRotated():
                self._rotate(position, source, payload)
            case Approval():
                return self._approve(position, source, payload)
            case _:
                pass  # of ``ClockTicked`` the time stands in the body: see ``tick``
        return None

    def tick(self, source: str, at: str) -> None:
        """Move the ledger's clock, if the service says so and it goes forward."""
        if source == self.service and (self.clock is None or at > self.clock):
            self.clock = at

    def _check_time(self, source: str, key: Key) -> None:
        if key.not_after is not None and self.clock is not None and self.clock > key.not_after:
            raise ExpiredKeyError(
                f"the key of {source} ended {key.not_after}, the ledger's clock is {self.clock}"
            )

    def _found(self, position: int, payload: LedgerFounded) -> None:
        if self.origin is not None:
            return
        self.origin = payload.origin
        self.service = payload.service
        second = payload.log_mldsa44 if isinstance(payload, LedgerFounded2) else None
        self._give_log(position, payload.log_key, second)
        self.threshold = payload.threshold
        self._give(position, payload.service, SERVICE, payload.service_key, None)
        for registrar in payload.registrars:
            self.registrars.add(registrar.source)
            given = self._give(position, registrar.source, REGISTRAR, registrar.key, None)
            self._hold(given, _person_of(registrar))
            given.side = registrar.side if isinstance(registrar, RegistrarNamed) else None

    def _give_log(self, position: int, key_hex: str, second_hex: str | None) -> None:
        assert self.origin is not None
        key = bytes.fromhex(key_hex)
        second = None if second_hex is None else bytes.fromhex(second_hex)
        self.log_keys.append((position, LogKeys(self.origin, key, second)))
        self._owners.setdefault(key, LOG)  # one key, one purpose

    def _give(
        self, position: int, source: str, role: str, key_hex: str, not_after: str | None
    ) -> Source:
        public = bytes.fromhex(key_hex)
        key = Key(public=public, since=position, not_after=not_after)
        known = self.sources.setdefault(source, Source(name=source, role=role, keys=[]))
        known.keys.append(key)
        self._owners[public] = source
        return known

    def _hold(self, source: Source, person: str | None) -> None:
        source.person = person
        if person is not None:
            self._held_by.setdefault(person, set()).add(source.name)

    # --- acts of registrars --------------------------------------------------------------------

    def _propose(self, position: int, name: str, link: bytes, act: _Act) -> str | None:
        source = name.rpartition(":")[0]
        if isinstance(act, ParameterSet) and not self._is_of_authority(act):
            return None
        if isinstance(act, KeyRevoked) and act.source == source and self.authority:
            self._revoke(position, act, position)  # of his own key nobody else need agree
            return None
        if source not in self.registrars:
            return None
        self._proposals[name] = _Proposal(act, link, position, {source: position})
        return self._settle(position, name)

    def _approve(self, position: int, source: str, act: Approval) -> str | None:
        proposal = self._proposals.get(act.target)
        if proposal is None or source not in self.registrars:
            return None
        if proposal.link.hex() != act.link:
            return None
        proposal.agreed.setdefault(source, position)
        return self._settle(position, act.target)

    def _settle(self, position: int, name: str) -> str | None:
        proposal = self._proposals[name]
        if not self._is_agreed(proposal):
            return None
        del self._proposals[name]
        match proposal.act:
            case SourceEnrolled2() as act:
                return self._enrol_bound(position, act)
            case SourceEnrolled() as act:
                return self._enrol(position, act)
            case KeyRevoked() as act:
                self._revoke(position, act, proposal.said)
                if not self.knows_sides or "authority" in self._sides_of(proposal):
                    self._suspect(position, name, act, proposal.said)
            case ParameterSet() as act:
                self._raise_authority(position, act)
            case RegistrarsChanged() as act:
                return self._change_registrars(position, act)
            case LogKeyReplaced() as act:
                return self._replace_log_key(position, act)
        return None

    def _is_agreed(self, proposal: _Proposal) -> bool:
        """Tell whether enough persons have agreed, and where it must be, one of the Authority's."""
        act = proposal.act
        agreed = [one for one in proposal.agreed if one in self.registrars]
        persons = {self._person(one) for one in agreed} - self.barred(act)
        asked = self.knows_sides and self.needs_authority(act)
        if asked and "authority" not in self._sides_of(proposal):
            return False
        return len(persons) >= self.threshold

    def _sides_of(self, proposal: _Proposal) -> set[RegistrarSide | None]:
        """Return the sides of the registrars who agreed."""
        return {self.sources[one].side for one in proposal.agreed if one in self.registrars}

    def _person(self, source: str) -> str:
        return self.sources[source].person or source

    def barred(self, act: Payload) -> set[str]:
        """Return the persons who do not count: nobody agrees to a key of his own, or its end."""
        match act:
            case SourceEnrolled2():
                return {act.person or ""}
            case RegistrarsChanged():
                return {_person_of(one) for one in act.named}
            case KeyRevoked() if self.authority and act.source in self.sources:
                return {self.sources[act.source].person or ""}
            case _:
                return set()

    def needs_authority(self, act: Payload) -> bool:
        """Tell whether one whom the Authority named must be among those who agree to an act.

        Keys of the Authority's side always; from where registrars' classes bind, their end, the
        matrix, the registrars themselves and the log's keys as well. Registrars of the house alone
        enrol devices and people of the house.
        """
        match act:
            case SourceEnrolled2():
                named = self.classes and act.role is Role.REGISTRAR
                return act.role in AUTHORITY_SIDE or act.side == "authority" or named
            case SourceEnrolled():
                asked = role_of(act.role)
                return self.classes and (asked in AUTHORITY_SIDE or asked is Role.REGISTRAR)
            case KeyRevoked():
                known = self.sources.get(act.source) if self.classes else None
                of = None if known is None else role_of(known.role)
                return known is not None and (of in AUTHORITY_SIDE or known.side == "authority")
            case ParameterSet():
                return self.classes
            case RegistrarsChanged() | LogKeyReplaced():
                return True
            case _:
                return False

    @property
    def knows_sides(self) -> bool:
        """Whether registrars' sides are told: the house's, or the Authority's."""
        return any(self.sources[one].side is not None for one in self.registrars)

    def _is_of_authority(self, act: ParameterSet) -> bool:
        return (act.scope, act.name) == ("*", AUTHORITY_PARAMETER)

    def _raise_authority(self, position: int, act: ParameterSet) -> None:
        """Let authority hold from here on, by this version of the matrix; it never falls."""
        if type(act.value) is int and act.value > self.authority:
            self.authority = act.value
            if self.authority_since is None:
                self.authority_since = position

    def _enrol(self, position: int, act: SourceEnrolled) -> str | None:
        if self.authority:
            return f"{act.KIND} names neither person nor places"
        known = self.sources.get(act.source)
        if known is not None and known.is_living:
            return f"{act.source} has a key"  # at most one valid key: it must be revoked first
        fault = (self._source_fault(act) if self.classes else None) or self._key_fault(act)
        if fault is not None:
            return fault
        given = self._give(position, act.source, act.role, act.key, act.not_after)
        given.casino = act.casino
        self._hold(given, act.source if role_of(given.role) in PEOPLE else None)
        if act.role == REGISTRAR:
            self.registrars.add(act.source)
        return None

    def _enrol_bound(self, position: int, act: SourceEnrolled2) -> str | None:
        fault = self.enrolment_fault(act)
        if fault is not None:
            return fault
        given = self._give(position, act.source, act.role, act.key, act.not_after)
        self._hold(given, act.person)
        given.casino, given.places, given.pools = act.casino, act.places, act.pools
        given.side = act.side
        if act.role is Role.REGISTRAR:
            self.registrars.add(act.source)
        return None

    def enrolment_fault(self, act: SourceEnrolled2) -> str | None:
        """Return why nobody may be given this key now, even if registrars agree; else None."""
        return (
            unbound_fault(act)
            or self._source_fault(act)
            or self._person_fault(act.person, act)
            or self._key_fault(act)
        )

    def _source_fault(self, act: SourceEnrolled) -> str | None:
        if self.classes and role_of(act.role) is Role.SERVICE and act.source != self.service:
            return f"the role service is of {self.service} alone"
        known = self.sources.get(act.source)
        return None if known is None else self._again_fault(known, act)

    def _again_fault(self, known: Source, act: SourceEnrolled) -> str | None:
        """Return why a source cannot go on as an enrolment under its name says."""
        if known.is_living:
            return f"{act.source} has a key"
        if role_of(known.role) is not role_of(act.role):
            return f"{act.source} is a {known.role}, and a source's role never changes"
        person, side = (act.person, act.side) if isinstance(act, SourceEnrolled2) else (None, None)
        # Of an enrolment that named no person the source's own name stood for him.
        if known.person not in {None, known.name, person}:
            return f"{act.source} is a key of {known.person}, and no other person's"
        if self.classes and known.side not in {None, side}:
            return f"{act.source} is of the side {known.side}"
        return None

    def _person_fault(self, person: str | None, act: SourceEnrolled2) -> str | None:
        held = [] if person is None else list(self.living_of(person))
        for one in held:
            if role_of(one.role) is act.role and one.casino == act.casino:
                return f"{person} is {act.role} with the key of {one.name} already"
        roles = [role for one in held if (role := role_of(one.role)) is not None]
        if not may_join(act.role, roles):
            return f"{person} is {', '.join(sorted(roles))}: never in one hand with {act.role}"
        return None

    def _key_fault(self, act: SourceEnrolled | RegistrarProven) -> str | None:
        # Payloads take any short text for a name; the store and the header of an event do not.
        if not is_name(act.source) or act.source in _PURPOSES:
            return f"{act.source!r} is no name of a source"
        public = _read_hex(act.key)
        if public is not None and is_weak(public):
            return _WEAK
        return None if self._is_new(act.source, act.key, act.proof) else _NOT_NEW

    # --- registrars themselves -----------------------------------------------------------------

    def change_fault(self, act: _Registrars) -> str | None:
        """Return why registrars cannot be changed so, whoever agrees; None where they can."""
        strangers = [one for one in act.removed if one not in self.registrars]
        if strangers:
            return f"{strangers[0]} is no registrar"
        faults = (self._naming_fault(one, act.removed) for one in act.named)
        return (
            next((one for one in faults if one is not None), None)
            or self._remaining_fault(act)
            or self._recovery_fault(act.recovery, [one.key for one in act.named])
        )

    def _remaining_fault(self, act: _Registrars) -> str | None:
        """Return why those who would be registrars are too few, or not whom there must be."""
        staying = [one for one in self.living_registrars() if one.name not in act.removed]
        sides = [one.side for one in (*staying, *act.named)]
        persons = [*(self._person(one.name) for one in staying), *map(_person_of, act.named)]
        if len(set(persons)) < len(persons) or len({one.key for one in act.named}) < len(act.named):
            return "a person is registrar once, by one key"
        if len(persons) < act.threshold:
            return f"{act.threshold} are to agree, and there would be {len(persons)}"
        if (self.knows_sides or act.named) and "authority" not in sides:
            return "no registrar would be of the Authority's side"
        return None

    def living_registrars(self) -> list[Source]:
        """Return the registrars whose key was not ended, in order of their names."""
        return [self.sources[one] for one in sorted(self.registrars) if self.sources[one].is_living]

    def _naming_fault(self, one: RegistrarProven, removed: tuple[str, ...]) -> str | None:
        known = self.sources.get(one.source)
        if known is not None:
            if role_of(known.role) is not Role.REGISTRAR:
                return f"{one.source} is a {known.role}, and a source's role never changes"
            if known.is_living and one.source not in removed:
                return f"{one.source} has a key"
            if known.person not in {None, known.name, _person_of(one)}:
                return f"{one.source} is a key of {known.person}, and no other person's"
            if known.side not in {None, one.side}:
                return f"{one.source} is of the side {known.side}"
        held = [role_of(source.role) for source in self.living_of(_person_of(one))]
        roles = [role for role in held if role is not None and role is not Role.REGISTRAR]
        if not may_join(Role.REGISTRAR, roles):
            return f"{_person_of(one)} is {', '.join(sorted(roles))}: never with registrar"
        return self._key_fault(one)

    def _recovery_fault(self, key: RecoveryKey | None, others: list[str]) -> str | None:
        if key is None or (self._is_new(RECOVERY, key.key, key.proof) and key.key not in others):
            return None
        return f"the sealed key: {_NOT_NEW}"

    def _change_registrars(self, position: int, act: _Registrars) -> str | None:
        fault = self.change_fault(act)
        if fault is not None:
            return fault
        for gone in act.removed:
            self.registrars.discard(gone)
            self._disagree(gone, 0)
            if self.sources[gone].is_living:
                self.sources[gone].keys[-1].ended = position
        for one in act.named:
            given = self._give(position, one.source, REGISTRAR, one.key, None)
            self._hold(given, _person_of(one))
            given.side = one.side
            self.registrars.add(one.source)
        if act.recovery is not None:
            self.recovery = bytes.fromhex(act.recovery.key)
            self._owners[self.recovery] = RECOVERY
        self.threshold = act.threshold
        self.classes = True
        return None

    def _recover(self, position: int, act: RegistrarsRecovered) -> str | None:
        """Change registrars by the sealed key alone; what waited for the old ones waits no more."""
        signature = _read_hex(act.signature)
        if self.recovery is None or self.origin is None or signature is None:
            return "this ledger has no sealed key"
        statement = recovery_statement(self.origin, recovery_lines(act))
        if not fits(self.recovery, signature, statement):
            return "it is not signed by the Authority's sealed key"
        why = self._change_registrars(position, act)
        if why is None:
            self._proposals.clear()
        return why

    def log_key_fault(self, act: LogKeyReplaced) -> str | None:
        """Return why the log cannot have these keys, whoever agrees; None where it can."""
        key, signature = _read_hex(act.key), _read_hex(act.proof)
        second = _read_hex(act.mldsa44 or "")
        if key is None or signature is None or second is None or self.origin is None:
            return _NOT_NEW
        proved = fits(key, signature, possession_statement(self.origin, LOG, key + second))
        if key in self._owners or not proved:
            return _NOT_NEW
        if self.log_mldsa44 is not None and act.mldsa44 is None:
            return "a log that signs by ML-DSA-44 goes on so"
        if second and any(one.mldsa44 == second for _, one in self.log_keys):
            return _NOT_NEW
        return None

    def _replace_log_key(self, position: int, act: LogKeyReplaced) -> str | None:
        fault = self.log_key_fault(act)
        if fault is None:
            self._give_log(position, act.key, act.mldsa44)
        return fault

    def _revoke(self, position: int, act: KeyRevoked, said: int) -> None:
        known = self.sources.get(act.source)
        if known is None:
            return
        public = _read_hex(act.key)
        number = next((i for i, key in enumerate(known.keys) if key.public == public), None)
        if number is None:
            return
        suspect = said if act.since is None else min(said, act.since)
        ending = self._ending(known.keys[number:], suspect)
        for key in ending:
            key.ended = position if key.ended is None else key.ended
            key.revoked = True
        if ending and (self.classes or act.since is not None):
            since = 0 if self.classes or act.since is None else act.since
            self._disagree(act.source, since)

    def _suspect(self, position: int, name: str, act: KeyRevoked, said: int) -> None:
        """Note where a key, and those that it named while it was suspect, may be a thief's."""
        known = self.sources.get(act.source)
        if known is None or act.since is None:
            return
        keys = [key for key in known.keys if key.public == _read_hex(act.key)]
        if not keys:
            return
        first = max(min(said, act.since), keys[0].since)
        line = keys[0]
        for key in known.keys[known.keys.index(line) + 1 :]:
            if not (self.classes and key.rotated and key.since >= first):
                break
            line = key
        self.suspect[name] = range(first, position if line.ended is None else line.ended)

    def _ending(self, keys: list[Key], suspect: int) -> list[Key]:
        """Return which keys end with the first of these: itself, if it still holds.

        Where classes bind, a key that it rotated to since it was suspect ends, too: else whoever
        stole it would outrun each revocation by a rotation.
        """
        if keys[0].ended is None:
            return keys[:1]
        if not self.classes:
            return []
        line = keys[:1]
        for key in keys[1:]:
            if not key.rotated or key.since < suspect:
                break
            line.append(key)
        return line if line[-1] is keys[-1] and line[-1].ended is None else []

    def _disagree(self, source: str, since: int) -> None:
        """Forget agreements of a key that ended, where the act has not taken effect yet."""
        for proposal in self._proposals.values():
            if proposal.agreed.get(source, -1) >= since:
                del proposal.agreed[source]

    def _rotate(self, position: int, source: str, act: KeyRotated) -> None:
        known = self.sources.get(source)
        if known is None or known.keys[-1].ended is not None:
            return  # the door lets nobody without a key get here; a tampered log may
        if not self._is_new(source, act.key, act.proof):
            return
        known.keys[-1].ended = position
        self._give(position, source, known.role, act.key, act.not_after).keys[-1].rotated = True

    def _is_new(self, source: str, key_hex: str, proof: str) -> bool:
        """Tell whether a key belongs to nobody yet and its holder has proved to have it."""
        public = _read_hex(key_hex)
        signature = _read_hex(proof)
        if public is None or signature is None or self.origin is None:
            return False
        return public not in self._owners and fits(
            public, signature, possession_statement(self.origin, source, public)
        )


def _read_hex(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def recovery_lines(act: RegistrarsRecovered) -> list[str]:
    """Return the facts of a recovery, one a line, as the sealed key signs them."""
    return [
        f"threshold {act.threshold}",
        *(f"named {one.source} {one.side} {_person_of(one)} {one.key}" for one in act.named),
        *(f"removed {one}" for one in act.removed),
        f"recovery {act.recovery.key}",
    ]


def unbound_fault(act: SourceEnrolled2) -> str | None:
    """Return why an enrolment is none, whoever agrees: it is not bound as its role asks."""
    return binding_fault(
        act.role,
        person=act.person,
        casino=act.casino,
        places=act.places,
        pools=act.pools,
        side=act.side,
    )


def _person_of(registrar: Registrar) -> str:
    named = registrar.person if isinstance(registrar, RegistrarNamed) else None
    return named or registrar.source
