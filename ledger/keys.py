"""Who may sign for which source, decided by the events before each position and by nothing else.

A keyring is a fold over the log: the door folds it as it records, ``verify`` folds it again as it
reads, and both must come to the same answer at every position. At each position a source has at
most one valid key. Registrars' acts take effect where ``threshold`` of them have agreed: the author
and those who approved. An act that may not be done is recorded and changes nothing here.
"""

from typing import Final

from msgspec import Struct

from ledger.errors import (
    ExpiredKeyError,
    RevokedKeyError,
    UnknownKeyError,
    UnknownSourceError,
)
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LedgerFounded2,
    ParameterSet,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.signed.segments import possession_statement
from ledger.signed.signing import fits

TRUST_KINDS: Final = (
    LedgerFounded.KIND,
    LedgerFounded2.KIND,
    SourceEnrolled.KIND,
    SourceEnrolled2.KIND,
    KeyRotated.KIND,
    KeyRevoked.KIND,
    ParameterSet.KIND,
    Approval.KIND,
)
"""The kinds that can change who may sign, and from when authority holds."""
TRUST_AND_TIME_KINDS: Final = frozenset((*TRUST_KINDS, ClockTicked.KIND))
"""After one of these, the next event must be judged anew."""
REGISTRAR: Final = "registrar"
SERVICE: Final = "service"


class Key(Struct):
    """A public key in a source's life."""

    public: bytes
    since: int
    """The position from which it may sign."""
    not_after: str | None = None
    ended: int | None = None
    """The position from which it may not."""
    revoked: bool = False


class Source(Struct):
    """A source and its keys, newest last."""

    name: str
    role: str
    keys: list[Key]


class _Proposal(Struct):
    act: SourceEnrolled | KeyRevoked
    link: bytes
    agreed: set[str]


class Keyring:
    """The state of trust after some position."""

    def __init__(self) -> None:
        """Trust nobody."""
        self.origin: str | None = None
        self.service: str | None = None
        self.log_key = b""
        self.clock: str | None = None
        """The last ``clock-ticked``: the ledger's only time."""
        self.seen = 0
        """The newest batch with an event of trust or time that this state is of."""
        self.threshold = 1
        self.registrars: set[str] = set()
        self.sources: dict[str, Source] = {}
        self._owners: dict[bytes, str] = {}
        self._proposals: dict[str, _Proposal] = {}

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

    def apply(self, position: int, name: str, link: bytes, payload: Payload) -> None:
        """Fold one recorded event; ``name`` is its ``source:seq``."""
        source = name.rpartition(":")[0]
        match payload:
            case ClockTicked():
                pass  # the time stands in the body: see ``tick``
            case LedgerFounded():
                self._found(position, payload)
            case SourceEnrolled() | KeyRevoked():
                if source in self.registrars:
                    self._proposals[name] = _Proposal(payload, link, {source})
                    self._settle(position, name)
            case KeyRotated():
                self._rotate(position, source, payload)
            case Approval():
                self._approve(position, source, payload)
            case _:
                pass

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
        self.log_key = bytes.fromhex(payload.log_key)
        self.threshold = payload.threshold
        self._give(position, payload.service, SERVICE, payload.service_key, None)
        for registrar in payload.registrars:
            self.registrars.add(registrar.source)
            self._give(position, registrar.source, REGISTRAR, registrar.key, None)

    def _give(
        self, position: int, source: str, role: str, key_hex: str, not_after: str | None
    ) -> None:
        public = bytes.fromhex(key_hex)
        key = Key(public=public, since=position, not_after=not_after)
        known = self.sources.setdefault(source, Source(name=source, role=role, keys=[]))
        known.keys.append(key)
        self._owners[public] = source

    def _settle(self, position: int, name: str) -> None:
        proposal = self._proposals[name]
        if len(proposal.agreed) < self.threshold:
            return
        del self._proposals[name]
        act = proposal.act
        if isinstance(act, SourceEnrolled):
            self._enrol(position, act)
        else:
            self._revoke(position, act)

    def _enrol(self, position: int, act: SourceEnrolled) -> None:
        known = self.sources.get(act.source)
        if known is not None and known.keys[-1].ended is None:
            return  # at most one valid key: it must be revoked first
        if not self._is_new(act.source, act.key, act.proof):
            return
        self._give(position, act.source, act.role, act.key, act.not_after)
        if act.role == REGISTRAR:
            self.registrars.add(act.source)

    def _revoke(self, position: int, act: KeyRevoked) -> None:
        known = self.sources.get(act.source)
        if known is None:
            return
        public = _read_hex(act.key)
        for key in known.keys:
            if key.public == public and key.ended is None:
                key.ended = position
                key.revoked = True

    def _rotate(self, position: int, source: str, act: KeyRotated) -> None:
        known = self.sources.get(source)
        if known is None or known.keys[-1].ended is not None:
            return  # the door lets nobody without a key get here; a tampered log may
        if not self._is_new(source, act.key, act.proof):
            return
        known.keys[-1].ended = position
        self._give(position, source, known.role, act.key, act.not_after)

    def _approve(self, position: int, source: str, act: Approval) -> None:
        proposal = self._proposals.get(act.target)
        if proposal is None or source not in self.registrars:
            return
        if proposal.link.hex() == act.link:
            proposal.agreed.add(source)
            self._settle(position, act.target)

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
