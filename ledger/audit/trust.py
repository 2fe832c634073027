"""Who could sign where: a fold over the stored trust events, each checked before it is believed.

The door folds what it has taken in (``ledger.keys``); whoever verifies believes nothing that is
stored, and says of each trust event whether its bytes and its signature are what they were.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ledger.errors import UNREADABLE, RejectedError
from ledger.events.base import Payload
from ledger.events.registry import ClockTicked, KeyRevoked, LedgerFounded
from ledger.events.reviews import Approval
from ledger.ids import Link
from ledger.keys import TRUST_KINDS, Keyring, entitlement_fault
from ledger.signed.canonical import Header, decode_stored
from ledger.signed.chain import link_of
from ledger.signed.logs import LogKeys, keys_at
from ledger.signed.notes import NoteKey
from ledger.signed.segments import Signed, segment_fits
from ledger.store.stored import Row, RowTuple, read_header


class Keys(Struct):
    """For each source its keys, each with the positions between which it could sign."""

    lives: dict[str, list[tuple[int, int, bytes]]]
    """(since, until, key): valid at positions above ``since`` up to ``until``, oldest first."""

    def at(self, source: str, position: int) -> tuple[bytes, int] | None:
        """Return the key that could sign for the source at a position, and until where."""
        for since, until, key in reversed(self.lives.get(source, ())):
            if since < position <= until:
                return key, until
        return None


class Entitled(Struct):
    """Who may say the kinds that the door guards, from where authority holds."""

    since: int | None
    """The position after which it holds; None where it does not."""
    roles: dict[str, str]
    """Each source's role, which never changes."""

    def fault(self, row: Row) -> str | None:
        """Return why the door must have refused a row of a guarded kind; None if it need not."""
        role = self.roles.get(row.source)
        if self.since is None or row.position <= self.since or role is None:
            return None
        payload = None
        if row.kind == KeyRevoked.KIND:
            try:
                payload = decode_stored(row.kind, row.envelope).payload
            except UNREADABLE:
                return None  # altered: others say so
        return entitlement_fault(row.kind, payload, row.source, role)


class Trust(Struct):
    """Who could sign where, by the trust events, each of them checked before it is believed."""

    origin: str | None
    blinded: bool | None
    """Whether the ledger was founded in ``razao/2`` and takes no other; None if unreadable."""
    service: str | None
    logs: list[tuple[int, LogKeys]]
    """The log's keys, each with the position from which checkpoints are theirs: those that the
    founding binds, and those that registrars replaced them by; none where that is unreadable."""
    keys: Keys
    registrars: set[str]
    sources: set[str]
    distrusted: list[tuple[int, str]]
    """Position and source of trust events whose content is lost; they were not believed."""
    doubted: list[int]
    """Positions of readable ones whose signature does not fit: not believed, either."""
    doubtful: Keys
    """What the keys were if the doubted were believed."""
    entitled: Entitled
    expiring: bool
    """Whether a key has an end that the ledger's clock decides."""

    def log_keys(self, size: int | None = None) -> list[NoteKey]:
        """Return the keys that may have signed a log of a size, as notes know them; None: ever.

        There is none where the founding is unreadable.
        """
        return keys_at(self.logs, size)


_FOR_EVER: Final = 2**63


def fold_trust(rows: Iterable[RowTuple]) -> Trust:
    """Fold trust events and ticks, in order of position, into the keys' times.

    A tick is believed if its bytes are intact: it can only shorten the life of a key with an end.
    """
    rows = list(rows)
    trust = _fold_trust(rows, believing=False)
    if trust.doubted:
        trust.doubtful = _fold_trust(rows, believing=True).keys
    return trust


def _fold_trust(rows: Iterable[RowTuple], *, believing: bool) -> Trust:
    """Fold the rows; ``believing`` takes also the events whose signature does not fit."""
    folding = _Folding(believing=believing)
    for row in map(Row._make, rows):
        folding.take(row)
    return folding.trust()


class _Folding:
    """The fold of trust events and ticks, row by row, and the rows that it does not believe."""

    def __init__(self, *, believing: bool) -> None:
        self._believing = believing
        self._keyring = Keyring()
        self._expired: dict[bytes, int] = {}
        """The position from which each key with an end is over."""
        self._distrusted: list[tuple[int, str]] = []
        self._doubted: list[int] = []
        self._seen: dict[str, tuple[int, str, str]] = {}
        """Each doubted event's position, source and link."""
        self._blinded: bool | None = None

    def take(self, row: Row) -> None:
        """Take the next row: learn from it, doubt it, or distrust it."""
        header = read_header(row.envelope)
        if header is None or link_of(row.envelope) != row.link:
            self._distrusted.append((row.position, row.source))
            return
        try:
            body = decode_stored(header.kind, row.envelope)
        except UNREADABLE:
            self._distrusted.append((row.position, header.source))
            return
        payload = body.payload
        if isinstance(payload, ClockTicked):
            self._keyring.tick(header.source, body.at)
            _expire(self._keyring, row.position, self._expired)
        elif not isinstance(payload, Payload):
            self._distrusted.append((row.position, header.source))
        elif not self._believing and not _is_authentic(self._keyring, header, row, payload):
            self._doubted.append(row.position)
            self._seen[_name(header)] = row.position, header.source, row.link.hex()
        else:
            self._learn(header, row, payload)

    def _learn(self, header: Header, row: Row, payload: Payload) -> None:
        """Learn who may sign from an event that is believed."""
        if isinstance(payload, Approval):
            self._check_approved(payload)
        if isinstance(payload, LedgerFounded):
            self._blinded = header.blind is not None
        try:
            self._keyring.apply(row.position, _name(header), row.link, payload)
            # A key whose time was over when it was named never signs.
            _expire(self._keyring, row.position, self._expired)
        except ValueError:  # a founding event whose keys are not hex
            self._distrusted.append((row.position, header.source))

    def _check_approved(self, approval: Approval) -> None:
        """Where the approval names another link than a doubted event has, that was rewritten."""
        position, source, link = self._seen.get(approval.target, (0, "", ""))
        if position in self._doubted and link != approval.link:
            self._doubted.remove(position)
            self._distrusted.append((position, source))

    def trust(self) -> Trust:
        """Return who could sign where, by the rows that were taken."""
        keyring = self._keyring
        return Trust(
            origin=keyring.origin,
            blinded=self._blinded,
            service=keyring.service,
            logs=keyring.log_keys,
            keys=Keys(self._lives()),
            doubted=self._doubted,
            doubtful=Keys({}),
            registrars=keyring.registrars,
            sources=set(keyring.sources),
            distrusted=self._distrusted,
            entitled=Entitled(
                keyring.authority_since, {one.name: one.role for one in keyring.sources.values()}
            ),
            expiring=any(
                key.not_after is not None
                for source in keyring.sources.values()
                for key in source.keys
            ),
        )

    def _lives(self) -> dict[str, list[tuple[int, int, bytes]]]:
        """Return each source's keys with the positions between which each could sign."""
        keyring = self._keyring
        return {
            name: [
                (
                    # The founding event is signed by the very key that it names.
                    0 if name == keyring.service and number == 0 else key.since,
                    min(key.ended or _FOR_EVER, self._expired.get(key.public, _FOR_EVER)),
                    key.public,
                )
                for number, key in enumerate(source.keys)
            ]
            for name, source in keyring.sources.items()
        }


def _name(header: Header) -> str:
    """Name an event as approvals name it."""
    return f"{header.source}:{header.seq}"


def _is_authentic(keyring: Keyring, header: Header, row: Row, payload: Payload) -> bool:
    if row.signature is None:
        return False
    origin = keyring.origin
    if isinstance(payload, LedgerFounded) and origin is None:
        if header.source != payload.service:
            return False
        origin = payload.origin
        try:
            key = bytes.fromhex(payload.service_key)
        except ValueError:
            return False
    else:
        try:
            key = keyring.key_of(header.source)
        except RejectedError:
            return False
    if header.origin != origin:
        return False
    assert origin is not None
    signed = Signed.of(origin, header.source, key)
    return segment_fits(signed, row.signature, header.seq, header.previous, [Link(row.link)])


def _expire(keyring: Keyring, position: int, expired: dict[bytes, int]) -> None:
    for source in keyring.sources.values():
        for key in source.keys:
            if (
                key.not_after is not None
                and keyring.clock is not None
                and keyring.clock > key.not_after
            ):
                expired.setdefault(key.public, position)


def is_trust(row: RowTuple) -> bool:
    """Tell whether a row is, by its column or its header, an event that decides who may sign."""
    header = read_header(row[4])
    return row[3] in TRUST_KINDS or (header is not None and header.kind in TRUST_KINDS)
