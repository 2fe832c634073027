"""Who may speak, for which place, since when, and under which parameters.

The ledger's clock and its own statements (ticks, refusals, reading trail, verifications) are here,
too: they are what the service source signs.
"""

from typing import Annotated, ClassVar, Final, get_args

from msgspec import Meta, field

from ledger.events.base import (
    Badge,
    Code,
    Commitment,
    Figures,
    Instant,
    Part,
    Payload,
    Player,
    PoolName,
    Seat,
    Side,
    Value,
)
from ledger.ids import EventName, LinkHex, MLDSA44KeyHex, Name
from ledger.money import Count, Currency
from ledger.roles import RegistrarSide, Role

SignatureHex = Annotated[str, Meta(min_length=128, max_length=128)]
"""An Ed25519 signature in lower-case hex."""
Positive = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Registrar(Part, frozen=True, kw_only=True):
    """A person whose acts, together with others', enrol and revoke."""

    source: Name
    key: LinkHex


class LedgerFounded(Payload, frozen=True, kw_only=True):
    """The ledger began: seq 1 of the service source and position 1, the root of all trust.

    It is self-signed: a reader checks it against the founding note kept outside.
    """

    KIND: ClassVar[str] = "ledger-founded/1"
    ALONE: ClassVar[bool] = True

    origin: Name
    """The ledger's name, as in the first line of every envelope."""
    service: Name
    """The source id of the service itself, which signs this event."""
    service_key: LinkHex
    """The service's raw Ed25519 public key."""
    log_key: LinkHex
    """The raw Ed25519 public key that signs the log's checkpoints."""
    registrars: tuple[Registrar, ...]
    threshold: Annotated[int, Meta(ge=1, le=1000)]
    """How many registrars must have approved an act of theirs before it takes effect."""


class RegistrarNamed(Registrar, frozen=True, kw_only=True):
    """A registrar, and who named him."""

    side: RegistrarSide
    """Keys of the Authority's side take effect only where one whom the Authority named agrees."""
    person: Name | None = None
    """Pseudonym of the human being; the source's name where it is left out."""


class LedgerFounded2(LedgerFounded, frozen=True, kw_only=True):
    """The ledger began, and each registrar's side is known."""

    KIND: ClassVar[str] = "ledger-founded/2"
    ALONE: ClassVar[bool] = True

    registrars: tuple[RegistrarNamed, ...]
    log_mldsa44: MLDSA44KeyHex | None = None
    """The raw ML-DSA-44 public key that signs the log's checkpoints beside the other."""


class CasinoRegistered(Payload, frozen=True, kw_only=True):
    """A casino of the operator is part of this ledger. Its cut-off and zone are parameters."""

    KIND: ClassVar[str] = "casino-registered/1"
    ALONE: ClassVar[bool] = True

    casino: Name
    operator: Name | None = None
    currency: Currency
    profile: Code
    """The rules its tables bind unless they say otherwise, e.g. ``cv-2017@1``."""
    act: Code | None = None
    """The concession or licence."""


class SourceEnrolled(Payload, frozen=True, kw_only=True):
    """A source may speak, with its first key, or with a new one after its key was revoked.

    Its chain goes on where it was: a source has one chain for ever.
    """

    KIND: ClassVar[str] = "source-enrolled/1"
    ALONE: ClassVar[bool] = True

    source: Name
    role: Code
    """table, machine, bingo_room, jackpot_controller, cage, display, service, registrar, inspector,
    finance, dispute, admin, staff …"""
    key: LinkHex
    """Raw Ed25519 public key."""
    not_after: Instant | None = None
    """Last instant the key is valid, judged against the last ``clock-ticked``."""
    proof: SignatureHex
    """The key's signature that its holder has the secret half (proof of possession)."""
    casino: Name | None = None
    custody: Code | None = None
    """``own`` (the person holds the key) or ``service`` (held encrypted, unlocked by login)."""


class SourceEnrolled2(SourceEnrolled, frozen=True, kw_only=True):
    """A source of a role of the list may speak, for a person, or for a device at its places.

    Its chain goes on where it was: a source has one chain for ever, and one role.
    """

    KIND: ClassVar[str] = "source-enrolled/2"
    ALONE: ClassVar[bool] = True

    role: Role
    person: Name | None = None
    """Pseudonym of the human being, the same in all his sources; none for a device."""
    casino: Name | None = None
    """Where a device stands and people of the house work; none for all others."""
    places: tuple[Name, ...] = ()
    """For which a device may speak."""
    pools: tuple[PoolName, ...] = ()
    """For which a device may speak beside those that its places are members of."""
    side: RegistrarSide | None = None
    """Who names a registrar; none for all others."""


class KeyRotated(Payload, frozen=True, kw_only=True):
    """The signing source goes on with a new key; the old key signs this."""

    KIND: ClassVar[str] = "key-rotated/1"
    ALONE: ClassVar[bool] = True

    key: LinkHex
    not_after: Instant | None = None
    proof: SignatureHex
    """The new key's proof of possession."""


class KeyRevoked(Payload, frozen=True, kw_only=True):
    """A key is no longer trusted."""

    KIND: ClassVar[str] = "key-revoked/1"
    ALONE: ClassVar[bool] = True

    source: Name
    key: LinkHex
    since: Positive | None = None
    """First suspect position; what the key signed before stands, what it signed since is marked."""
    reason: Code | None = None


class RegistrarProven(RegistrarNamed, frozen=True, kw_only=True):
    """A registrar who is named after the founding, and who has shown that the key is his."""

    proof: SignatureHex
    """The key's proof of possession."""


class RecoveryKey(Part, frozen=True, kw_only=True):
    """The key of the Authority that lies sealed until registrars' keys are lost."""

    key: LinkHex
    proof: SignatureHex
    """Its proof of possession, for the name ``recuperacao``."""


class RegistrarsChanged(Payload, frozen=True, kw_only=True):
    """Registrars are replaced, or how many agree, once as many as the old number have approved."""

    KIND: ClassVar[str] = "registrars-changed/1"
    ALONE: ClassVar[bool] = True

    threshold: Annotated[int, Meta(ge=1, le=1000)]
    """How many registrars, each another person, agree from here on."""
    named: tuple[RegistrarProven, ...] = ()
    """Who is one from here on; of one who goes, too, it is his next key."""
    removed: tuple[Name, ...] = ()
    """Sources that are none any more, and whose keys end."""
    recovery: RecoveryKey | None = None
    """The sealed key from here on; None where it stays as it was."""
    reason: Code | None = None


class RegistrarsRecovered(Payload, frozen=True, kw_only=True):
    """The sealed key of the Authority names registrars, because those who were are lost.

    Whoever is enrolled may say it: its force is the sealed key's signature, given once, elsewhere.
    The key is spent by it; the next one is named with it.
    """

    KIND: ClassVar[str] = "registrars-recovered/1"
    ALONE: ClassVar[bool] = True

    threshold: Annotated[int, Meta(ge=1, le=1000)]
    """How many registrars, each another person, agree from here on."""
    named: tuple[RegistrarProven, ...] = ()
    """Who is one from here on; of one who goes, too, it is his next key."""
    removed: tuple[Name, ...] = ()
    """Sources that are none any more, and whose keys end."""
    recovery: RecoveryKey
    """The next sealed key."""
    signature: SignatureHex
    """The sealed key's over ``recovery_statement``."""
    reason: Code | None = None


class LogKeyReplaced(Payload, frozen=True, kw_only=True):
    """The log's checkpoints are signed by other keys, once registrars have approved.

    A checkpoint of as many events as this one's position, or more, under the old keys is none.
    """

    KIND: ClassVar[str] = "log-key-replaced/1"
    ALONE: ClassVar[bool] = True

    key: LinkHex
    """Raw Ed25519 public key."""
    mldsa44: MLDSA44KeyHex | None = None
    """The raw ML-DSA-44 public key beside it; a log that has one keeps having one."""
    proof: SignatureHex
    """The Ed25519 key's proof of possession, for the name ``log``, over both."""
    reason: Code | None = None


class AccessGranted(Payload, frozen=True, kw_only=True):
    """A person may read or act in a role, once another person has approved."""

    KIND: ClassVar[str] = "access-granted/1"
    ALONE: ClassVar[bool] = True

    source: Name
    role: Code
    casino: Name | None = None
    until: Instant | None = None


class AccessGranted2(AccessGranted, frozen=True, kw_only=True):
    """An API key lets its holder in as it stands here, once another person has approved."""

    KIND: ClassVar[str] = "access-granted/2"

    prefix: Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
    """How the key begins, after its mark; by it the key is found."""
    hash: LinkHex
    """SHA-256 of the key, which itself is written nowhere."""
    made: Instant
    sources: tuple[Name, ...] = ()
    """Whose events a device sends with it."""
    casinos: tuple[Name, ...] = ()
    """Of which its holder reads; where none is named, of every one."""


class AccessWithdrawn(Payload, frozen=True, kw_only=True):
    """A person's role ended."""

    KIND: ClassVar[str] = "access-withdrawn/1"
    ALONE: ClassVar[bool] = True

    source: Name
    role: Code
    reason: Code | None = None


class PlaceScheduled(Payload, frozen=True, kw_only=True):
    """The body's place is to be open on the body's day, and this source should speak for it."""

    KIND: ClassVar[str] = "place-scheduled/1"

    source: Name
    category: Code
    """table, machine, bingo_room, display, cage …"""
    casino: Name | None = None
    opens: Instant | None = None
    closes: Instant | None = None
    """When the room closes: last coups (CR R17, CF R105) and jogadas (BI R53) count from it."""
    heartbeat_seconds: Count | None = None
    """After how long a silence of the source is a finding, while the place is open."""


class PlaceWithdrawn(Payload, frozen=True, kw_only=True):
    """The body's place will not, or no longer, speak on the body's day."""

    KIND: ClassVar[str] = "place-withdrawn/1"

    source: Name | None = None
    reason: Code | None = None


class ParameterSet(Payload, frozen=True, kw_only=True):
    """A limit, rate, cut-off or option has a new value, once another person has approved."""

    KIND: ClassVar[str] = "parameter-set/1"
    ALONE: ClassVar[bool] = True

    scope: Name
    """A casino, place, pool or game; ``*`` is everywhere."""
    name: Code
    value: Value
    since: Instant = field(name="from")
    """Rounds opened from here on are judged by it, if it was recorded before their first event."""
    act: Code | None = None
    """The authority's act, authorisation or communication that allows it."""
    notified: Instant | None = None
    """When players, or the authority, were told: no change without notice (NB R64, MAQ R19)."""
    reason: Code | None = None


class RulesAdopted(Payload, frozen=True, kw_only=True):
    """A version of the rules holds from a time, once those have agreed who agree to parameters."""

    KIND: ClassVar[str] = "rules-adopted/1"
    ALONE: ClassVar[bool] = True

    rules: Code
    """The rules by which rounds and figures are judged, e.g. ``rules@2``."""
    matrix: Code
    """The matrix of who may say what, e.g. ``authority@1``."""
    code: Code | None = None
    """The program's own version."""
    since: Instant = field(name="from")
    act: Code | None = None
    """The authority's act, if it was asked."""
    reason: Code | None = None


class ClockTicked(Payload, frozen=True, kw_only=True):
    """The service's clock stood at the body's ``at``: folds know time only from this.

    With size and root it is a statement about the log, too: in positions, which nobody else signs.
    """

    KIND: ClassVar[str] = "clock-ticked/1"

    size: Count | None = None
    """Positions that the root covers, all before this event."""
    root: LinkHex | None = None
    """RFC 6962 root over their links."""


class Heartbeat(Payload, frozen=True, kw_only=True):
    """The source is alive though nothing happened."""

    KIND: ClassVar[str] = "heartbeat/1"

    waiting: Count = 0
    """Events it still has to send."""


STORY: Final = "fork"
"""The code of a second story that a source told: what is refused as ``ForkError``."""
TOLD_AGAIN: Final = "repeated-fork"
"""A second story whose bytes were kept before."""
MORE_STORIES: Final = "more-forks"
"""Second stories beyond those that are named one by one: how many were kept, each counted once."""


class SubmissionRefused(Payload, frozen=True, kw_only=True):
    """The door refused what claimed to come from a source; folded to one a minute."""

    KIND: ClassVar[str] = "submission-refused/1"

    source: Name
    """As claimed; nothing was proved."""
    code: Code
    """Why, as in ``ledger.errors``."""
    hash: LinkHex
    """SHA-256 of the first refused bytes."""
    count: Positive
    """How many in the minute."""


class SubmissionRefused2(SubmissionRefused, frozen=True, kw_only=True):
    """The door refused what may only have been early: its source may send it again, in its turn.

    Once the event named here is recorded, all that was refused stands in the log.
    """

    KIND: ClassVar[str] = "submission-refused/2"

    seq: Positive
    """Of the last event of what was refused, the furthest in the chain that it claims."""
    link: LinkHex
    """Of that event."""


class AccessRecorded(Payload, frozen=True, kw_only=True):
    """A person read: gathered per person and minute, exports and bundles at once."""

    KIND: ClassVar[str] = "access-recorded/1"

    person: Badge
    purpose: Code
    """page, query, export, bundle, proof …"""
    count: Positive
    """How many reads are gathered here."""
    since: Instant
    until: Instant
    subject: Annotated[str, Meta(max_length=200)] | None = None
    """What was looked at: a route with its filters, a round, a case."""


class CheckpointSealed(Payload, frozen=True, kw_only=True):
    """A checkpoint of the log was signed and handed over."""

    KIND: ClassVar[str] = "checkpoint-sealed/1"

    size: Positive
    """Positions it covers."""
    root: LinkHex
    delivered_to: tuple[Name, ...] = ()
    """Auditors, witnesses and stamping services that have it."""


class TableStated(Part, frozen=True, kw_only=True):
    """A table of figures: how many rows it has, and the hash of their set."""

    name: Code
    """Of the table."""
    rows: Count
    """How many it has."""
    digest: LinkHex
    """SHA-256 over their number and their sum (``ledger/audit/set_hash.py``)."""


class FiguresStated(Payload, frozen=True, kw_only=True):
    """The service's figures, after folding events up to a position: each table's hash."""

    KIND: ClassVar[str] = "figures-stated/1"

    as_of: Positive
    """The last position that was folded."""
    root: LinkHex
    """RFC 6962 root over the links of what was folded."""
    law: Code
    """Rules and matrix that the figures were made by."""
    shape: LinkHex
    """Digest of how the tables are made: figures of another shape have other hashes."""
    tables: tuple[TableStated, ...]
    """Each table that has rows."""


class VerificationDone(Payload, frozen=True, kw_only=True):
    """Somebody recomputed stored bytes, links, signatures and root, and this came out."""

    KIND: ClassVar[str] = "verification-done/1"

    first: Positive = 1
    """First position checked."""
    last: Positive
    """Last position checked."""
    root: LinkHex
    outcome: Code
    """``clean`` or ``faults``."""
    faults: Count = 0
    """How many were found."""
    scope: tuple[Code, ...] = ()
    """chain, header, columns, links, root, signatures, projections, backup …"""


class OpeningDeclared(Payload, frozen=True, kw_only=True):
    """Values of before the ledger's beginning: balances, counters, numbers last used."""

    KIND: ClassVar[str] = "opening-declared/1"
    ALONE: ClassVar[bool] = True

    subject: Code
    """pool, machine, table, series, ball_set, account …"""
    name: Name
    """Which of them."""
    values: Figures
    """Account, counter or number to its value, in minor units or as the subject counts."""
    counted_by: tuple[Badge, ...] = ()


class LinkLost(Payload, frozen=True, kw_only=True):
    """A device, or a player, is out of reach. Which side failed decides voids (online.md)."""

    KIND: ClassVar[str] = "link-lost/1"

    source: Name | None = None
    """The device out of reach; None where it is a player's."""
    seat: Seat | None = None
    player: Player | None = None
    side: Side = "unknown"
    cause: Code | None = None


class LinkRestored(Payload, frozen=True, kw_only=True):
    """A place out of reach is back; play may have resumed at the same phase (MAQ R36)."""

    KIND: ClassVar[str] = "link-restored/1"

    lost: EventName | None = None
    """The ``link-lost`` that ends."""
    source: Name | None = None
    seat: Seat | None = None
    player: Player | None = None
    resumed: bool = False
    """Whether the round went on at the phase where it stopped."""


class TextErased(Payload, frozen=True, kw_only=True):
    """A text or identity was erased from the side table; its commitment stands for ever."""

    KIND: ClassVar[str] = "text-erased/1"
    ALONE: ClassVar[bool] = True

    text: Commitment
    reason: Code


RegistryEvent = (
    LedgerFounded
    | LedgerFounded2
    | CasinoRegistered
    | SourceEnrolled
    | SourceEnrolled2
    | KeyRotated
    | KeyRevoked
    | RegistrarsChanged
    | RegistrarsRecovered
    | LogKeyReplaced
    | AccessGranted
    | AccessGranted2
    | AccessWithdrawn
    | PlaceScheduled
    | PlaceWithdrawn
    | ParameterSet
    | RulesAdopted
    | ClockTicked
    | Heartbeat
    | SubmissionRefused
    | SubmissionRefused2
    | AccessRecorded
    | CheckpointSealed
    | FiguresStated
    | VerificationDone
    | OpeningDeclared
    | LinkLost
    | LinkRestored
    | TextErased
)
KINDS: tuple[type[Payload], ...] = get_args(RegistryEvent)
