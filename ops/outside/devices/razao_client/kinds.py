"""Events as classes, for whoever wants his editor to know their fields.

Written by ``just devices`` from the ledger's vocabulary; nobody changes this file by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Literal, cast

Scalar = int | bool | str
Value = Scalar | Sequence[Scalar | Sequence[Scalar]] | Mapping[str, Scalar]
"""An option or a parameter: a word, a number, a list, a list of lists, or a flat map."""


class Part:
    """A structure within an event."""

    def plain(self) -> dict[str, Any]:
        """Return its fields as JSON has them."""
        assert is_dataclass(self)
        return {one.name.rstrip("_"): _plain(getattr(self, one.name)) for one in fields(self)}


class Event(Part):
    """The facts of an event: ``Device.tell`` says them."""

    KIND: ClassVar[str]


def _plain(value: object) -> object:
    if isinstance(value, Part):
        return value.plain()
    if isinstance(value, tuple | list):
        return [_plain(one) for one in cast("Sequence[object]", value)]
    return value


@dataclass(frozen=True, kw_only=True)
class Registrar(Part):
    """A person whose acts, together with others', enrol and revoke."""

    source: str
    """An id or code inside a payload."""
    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""


@dataclass(frozen=True, kw_only=True)
class RegistrarNamed(Part):
    """A registrar, and who named him."""

    source: str
    """An id or code inside a payload."""
    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    side: Literal["authority", "house"]
    """Keys of the Authority's side take effect only where one whom the Authority named agrees."""
    person: str | None = None
    """Pseudonym of the human being; the source's name where it is left out."""


Role = Literal[
    "admin",
    "auditor",
    "authority",
    "bingo_room",
    "cage",
    "cashier",
    "dealer",
    "director",
    "display",
    "dispute",
    "finance",
    "floor_manager",
    "inspector",
    "jackpot_controller",
    "machine",
    "registrar",
    "service",
    "supervisor",
    "table",
    "technician",
    "witness",
]
"""The part of a device or a person in the house: devices tell facts, persons decide."""


@dataclass(frozen=True, kw_only=True)
class RegistrarProven(Part):
    """A registrar who is named after the founding, and who has shown that the key is his."""

    source: str
    """An id or code inside a payload."""
    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    side: Literal["authority", "house"]
    """Keys of the Authority's side take effect only where one whom the Authority named agrees."""
    person: str | None = None
    """Pseudonym of the human being; the source's name where it is left out."""
    proof: str
    """The key's proof of possession."""


@dataclass(frozen=True, kw_only=True)
class RecoveryKey(Part):
    """The key of the Authority that lies sealed until registrars' keys are lost."""

    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    proof: str
    """Its proof of possession, for the name ``recuperacao``."""


@dataclass(frozen=True, kw_only=True)
class TableStated(Part):
    """A table of figures: how many rows it has, and the hash of their set."""

    name: str
    """Of the table."""
    rows: int
    """How many it has."""
    digest: str
    """SHA-256 over their number and their sum (``ledger/audit/set_hash.py``)."""


@dataclass(frozen=True, kw_only=True)
class Chips(Part):
    """Equal chips."""

    count: int
    """How many."""
    value: int
    """Of one chip."""


@dataclass(frozen=True, kw_only=True)
class Marking(Part):
    """One account of a bet."""

    chance: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    selection: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class Combination(Part):
    """A prize of the pool's table."""

    name: str
    """By the game's ranking: ``real``, ``sequencia_de_cor`` …"""
    ppm: int | None = None
    """Share of the balance; 1,000,000 is all of it, and makes the award a full one."""
    fixed: int | None = None
    """Fixed sum; with a share, the larger of the two counts (STU R18)."""


@dataclass(frozen=True, kw_only=True)
class Beneficiary(Part):
    """An institution that the authority named, and its part."""

    institution: str
    """An id or code inside a payload."""
    ppm: int
    """A rate in parts per million: 0.5 % is 5,000."""


@dataclass(frozen=True, kw_only=True)
class PoolCondition(Part):
    """The number of balls with which a pool is won, announced for the session (R9)."""

    pool: str
    """A jackpot pool: one level of one prize."""
    balls: int
    """At most so many balls drawn."""


@dataclass(frozen=True, kw_only=True)
class Interval(Part):
    """Cards of a series from one number to another, both included."""

    series: str
    """An id or code inside a payload."""
    first: int
    """Number of the first card."""
    last: int
    """Number of the last card."""


@dataclass(frozen=True, kw_only=True)
class PrizePaid(Part):
    """One winning card's prize."""

    series: str
    """An id or code inside a payload."""
    card: int
    """The card's number."""
    shape: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    amount: int
    """Before tax."""
    tax: int = 0
    """Withheld (R61 g)."""
    means: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    handed_in: bool = True
    """Whether the card was given for it (R50)."""
    pool: str | None = None
    """For a progressive's share."""


@dataclass(frozen=True, kw_only=True)
class PayPlan(Part):
    """The theoretical return of one pay table at one denomination and bet level, as a fraction."""

    paytable: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    denomination: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    lines: int = 0
    """Bet level: lines staked; 0: any."""
    returned: int
    """Numerator; progressives not counted (R17)."""
    staked: int
    """Denominator."""


@dataclass(frozen=True, kw_only=True)
class PayCombination(Part):
    """A winning sequence of a pay table (R8)."""

    name: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    symbols: Sequence[str]
    """Reel by reel from where the line begins; ``a|b`` is either, ``*`` is any. Of a scatter the
    symbol, as many times as it must be seen.
    """
    pays: Sequence[int] | None = None
    """Credits for one credit on the line; where there are several, for one, two, three …
    credits.
    Of a scatter the same, times the lines played.
    """
    kind: Literal["line", "right", "scatter"] = "line"
    """Along the line from the first reel, from the last, or anywhere that can be seen."""
    progressive: bool = False
    """Whether it gives a progressive prize, and nothing by the table."""


@dataclass(frozen=True, kw_only=True)
class PaySheet(Part):
    """Reels, lines and winning sequences of one pay table: what re-running a jogada takes."""

    paytable: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    reels: Sequence[Sequence[str]]
    """The symbols of each reel, in the order in which they pass; stops count from 0."""
    rows: int
    """How many symbols of each reel are seen: the stop's own and those after it."""
    lines: Sequence[Sequence[int]]
    """Per line the row on each reel, from 0; a jogada of n lines plays the first n."""
    combinations: Sequence[PayCombination]
    """A winning sequence of a pay table (R8)."""
    wilds: Sequence[str] | None = None
    """Symbols that stand for any other, scatters apart."""


@dataclass(frozen=True, kw_only=True)
class Complement(Part):
    """The certified outcomes of a complementary bet (R11)."""

    name: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    factors: Sequence[int] | None = None
    """What becomes of the part risked, or staked, in hundredths: 0 and 200 to double it."""
    awards: Sequence[int] | None = None
    """Of a bonus game: what it may add, in credits for one credit of the whole stake."""


@dataclass(frozen=True, kw_only=True)
class LineWin(Part):
    """What one line, or the scatter, paid."""

    line: int
    """From 1; 0 is the scatter."""
    combination: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class ComplementaryBet(Part):
    """A step of doubling, multiplication or bonus game (R11)."""

    name: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    stake: int = 0
    """From the credit balance: counts as CJ. A gamble of the current prize has none."""
    risked: int = 0
    """Of the current prize."""
    prize: int
    """What the current prize is afterwards."""


@dataclass(frozen=True, kw_only=True)
class TaxShare(Part):
    """A part of the tax's yield."""

    to: str
    """estado, turismo, desporto, cultura, municipios, educacao …"""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class LedgerFounded(Event):
    """The ledger began: seq 1 of the service source and position 1, the root of all trust.

    It is self-signed: a reader checks it against the founding note kept outside.
    """

    KIND: ClassVar[str] = "ledger-founded/1"

    origin: str
    """The ledger's name, as in the first line of every envelope."""
    service: str
    """The source id of the service itself, which signs this event."""
    service_key: str
    """The service's raw Ed25519 public key."""
    log_key: str
    """The raw Ed25519 public key that signs the log's checkpoints."""
    registrars: Sequence[Registrar]
    """A person whose acts, together with others', enrol and revoke."""
    threshold: int
    """How many registrars must have approved an act of theirs before it takes effect."""


@dataclass(frozen=True, kw_only=True)
class LedgerFounded2(Event):
    """The ledger began, and each registrar's side is known."""

    KIND: ClassVar[str] = "ledger-founded/2"

    origin: str
    """The ledger's name, as in the first line of every envelope."""
    service: str
    """The source id of the service itself, which signs this event."""
    service_key: str
    """The service's raw Ed25519 public key."""
    log_key: str
    """The raw Ed25519 public key that signs the log's checkpoints."""
    registrars: Sequence[RegistrarNamed]
    """A registrar, and who named him."""
    threshold: int
    """How many registrars must have approved an act of theirs before it takes effect."""
    log_mldsa44: str | None = None
    """The raw ML-DSA-44 public key that signs the log's checkpoints beside the other."""


@dataclass(frozen=True, kw_only=True)
class CasinoRegistered(Event):
    """A casino of the operator is part of this ledger. Its cut-off and zone are parameters."""

    KIND: ClassVar[str] = "casino-registered/1"

    casino: str
    """An id or code inside a payload."""
    operator: str | None = None
    """An id or code inside a payload."""
    currency: str
    """An ISO 4217 code; ``XTS`` is for tests."""
    profile: str
    """The rules its tables bind unless they say otherwise, e.g. ``cv-2017@1``."""
    act: str | None = None
    """The concession or licence."""


@dataclass(frozen=True, kw_only=True)
class SourceEnrolled(Event):
    """A source may speak, with its first key, or with a new one after its key was revoked.

    Its chain goes on where it was: a source has one chain for ever.
    """

    KIND: ClassVar[str] = "source-enrolled/1"

    source: str
    """An id or code inside a payload."""
    role: str
    """table, machine, bingo_room, jackpot_controller, cage, display, service, registrar,
    inspector,
    finance, dispute, admin, staff …
    """
    key: str
    """Raw Ed25519 public key."""
    not_after: str | None = None
    """Last instant the key is valid, judged against the last ``clock-ticked``."""
    proof: str
    """The key's signature that its holder has the secret half (proof of possession)."""
    casino: str | None = None
    """An id or code inside a payload."""
    custody: str | None = None
    """``own`` (the person holds the key) or ``service`` (held encrypted, unlocked by login)."""


@dataclass(frozen=True, kw_only=True)
class SourceEnrolled2(Event):
    """A source of a role of the list may speak, for a person, or for a device at its places.

    Its chain goes on where it was: a source has one chain for ever, and one role.
    """

    KIND: ClassVar[str] = "source-enrolled/2"

    source: str
    """An id or code inside a payload."""
    role: Role
    """The part of a device or a person in the house: devices tell facts, persons decide."""
    key: str
    """Raw Ed25519 public key."""
    not_after: str | None = None
    """Last instant the key is valid, judged against the last ``clock-ticked``."""
    proof: str
    """The key's signature that its holder has the secret half (proof of possession)."""
    casino: str | None = None
    """Where a device stands and people of the house work; none for all others."""
    custody: str | None = None
    """``own`` (the person holds the key) or ``service`` (held encrypted, unlocked by login)."""
    person: str | None = None
    """Pseudonym of the human being, the same in all his sources; none for a device."""
    places: Sequence[str] | None = None
    """For which a device may speak."""
    pools: Sequence[str] | None = None
    """For which a device may speak beside those that its places are members of."""
    side: Literal["authority", "house"] | None = None
    """Who names a registrar; none for all others."""


@dataclass(frozen=True, kw_only=True)
class KeyRotated(Event):
    """The signing source goes on with a new key; the old key signs this."""

    KIND: ClassVar[str] = "key-rotated/1"

    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    not_after: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    proof: str
    """The new key's proof of possession."""


@dataclass(frozen=True, kw_only=True)
class KeyRevoked(Event):
    """A key is no longer trusted."""

    KIND: ClassVar[str] = "key-revoked/1"

    source: str
    """An id or code inside a payload."""
    key: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    since: int | None = None
    """First suspect position; what the key signed before stands, what it signed since is marked."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class RegistrarsChanged(Event):
    """Registrars are replaced, or how many agree, once as many as the old number have approved."""

    KIND: ClassVar[str] = "registrars-changed/1"

    threshold: int
    """How many registrars, each another person, agree from here on."""
    named: Sequence[RegistrarProven] | None = None
    """Who is one from here on; of one who goes, too, it is his next key."""
    removed: Sequence[str] | None = None
    """Sources that are none any more, and whose keys end."""
    recovery: RecoveryKey | None = None
    """The sealed key from here on; None where it stays as it was."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class RegistrarsRecovered(Event):
    """The sealed key of the Authority names registrars, because those who were are lost.

    Whoever is enrolled may say it: its force is the sealed key's signature, given once, elsewhere.
    The key is spent by it; the next one is named with it.
    """

    KIND: ClassVar[str] = "registrars-recovered/1"

    threshold: int
    """How many registrars, each another person, agree from here on."""
    named: Sequence[RegistrarProven] | None = None
    """Who is one from here on; of one who goes, too, it is his next key."""
    removed: Sequence[str] | None = None
    """Sources that are none any more, and whose keys end."""
    recovery: RecoveryKey
    """The next sealed key."""
    signature: str
    """The sealed key's over ``recovery_statement``."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class LogKeyReplaced(Event):
    """The log's checkpoints are signed by other keys, once registrars have approved.

    A checkpoint of as many events as this one's position, or more, under the old keys is none.
    """

    KIND: ClassVar[str] = "log-key-replaced/1"

    key: str
    """Raw Ed25519 public key."""
    mldsa44: str | None = None
    """The raw ML-DSA-44 public key beside it; a log that has one keeps having one."""
    proof: str
    """The Ed25519 key's proof of possession, for the name ``log``, over both."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class AccessGranted(Event):
    """A person may read or act in a role, once another person has approved."""

    KIND: ClassVar[str] = "access-granted/1"

    source: str
    """An id or code inside a payload."""
    role: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    casino: str | None = None
    """An id or code inside a payload."""
    until: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""


@dataclass(frozen=True, kw_only=True)
class AccessGranted2(Event):
    """An API key lets its holder in as it stands here, once another person has approved."""

    KIND: ClassVar[str] = "access-granted/2"

    source: str
    """An id or code inside a payload."""
    role: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    casino: str | None = None
    """An id or code inside a payload."""
    until: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    prefix: str
    """How the key begins, after its mark; by it the key is found."""
    hash: str
    """SHA-256 of the key, which itself is written nowhere."""
    made: str
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    sources: Sequence[str] | None = None
    """Whose events a device sends with it."""
    casinos: Sequence[str] | None = None
    """Of which its holder reads; where none is named, of every one."""


@dataclass(frozen=True, kw_only=True)
class AccessWithdrawn(Event):
    """A person's role ended."""

    KIND: ClassVar[str] = "access-withdrawn/1"

    source: str
    """An id or code inside a payload."""
    role: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PlaceScheduled(Event):
    """The body's place is to be open on the body's day, and this source should speak for it."""

    KIND: ClassVar[str] = "place-scheduled/1"

    source: str
    """An id or code inside a payload."""
    category: str
    """table, machine, bingo_room, display, cage …"""
    casino: str | None = None
    """An id or code inside a payload."""
    opens: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    closes: str | None = None
    """When the room closes: last coups (CR R17, CF R105) and jogadas (BI R53) count from it."""
    heartbeat_seconds: int | None = None
    """After how long a silence of the source is a finding, while the place is open."""


@dataclass(frozen=True, kw_only=True)
class PlaceWithdrawn(Event):
    """The body's place will not, or no longer, speak on the body's day."""

    KIND: ClassVar[str] = "place-withdrawn/1"

    source: str | None = None
    """An id or code inside a payload."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class ParameterSet(Event):
    """A limit, rate, cut-off or option has a new value, once another person has approved."""

    KIND: ClassVar[str] = "parameter-set/1"

    scope: str
    """A casino, place, pool or game; ``*`` is everywhere."""
    name: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    value: Value
    """An option or a parameter: a word, a number, a list, a list of lists, or a flat map."""
    from_: str
    """Rounds opened from here on are judged by it, if it was recorded before their first event."""
    act: str | None = None
    """The authority's act, authorisation or communication that allows it."""
    notified: str | None = None
    """When players, or the authority, were told: no change without notice (NB R64, MAQ R19)."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class RulesAdopted(Event):
    """A version of the rules holds from a time, once those have agreed who agree to parameters."""

    KIND: ClassVar[str] = "rules-adopted/1"

    rules: str
    """The rules by which rounds and figures are judged, e.g. ``rules@2``."""
    matrix: str
    """The matrix of who may say what, e.g. ``authority@1``."""
    code: str | None = None
    """The program's own version."""
    from_: str
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    act: str | None = None
    """The authority's act, if it was asked."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class ClockTicked(Event):
    """The service's clock stood at the body's ``at``: folds know time only from this.

    With size and root it is a statement about the log, too: in positions, which nobody else signs.
    """

    KIND: ClassVar[str] = "clock-ticked/1"

    size: int | None = None
    """Positions that the root covers, all before this event."""
    root: str | None = None
    """RFC 6962 root over their links."""


@dataclass(frozen=True, kw_only=True)
class Heartbeat(Event):
    """The source is alive though nothing happened."""

    KIND: ClassVar[str] = "heartbeat/1"

    waiting: int = 0
    """Events it still has to send."""


@dataclass(frozen=True, kw_only=True)
class SubmissionRefused(Event):
    """The door refused what claimed to come from a source; folded to one a minute."""

    KIND: ClassVar[str] = "submission-refused/1"

    source: str
    """As claimed; nothing was proved."""
    code: str
    """Why, as in ``ledger.errors``."""
    hash: str
    """SHA-256 of the first refused bytes."""
    count: int
    """How many in the minute."""


@dataclass(frozen=True, kw_only=True)
class SubmissionRefused2(Event):
    """The door refused what may only have been early: its source may send it again, in its turn.

    Once the event named here is recorded, all that was refused stands in the log.
    """

    KIND: ClassVar[str] = "submission-refused/2"

    source: str
    """As claimed; nothing was proved."""
    code: str
    """Why, as in ``ledger.errors``."""
    hash: str
    """SHA-256 of the first refused bytes."""
    count: int
    """How many in the minute."""
    seq: int
    """Of the last event of what was refused, the furthest in the chain that it claims."""
    link: str
    """Of that event."""


@dataclass(frozen=True, kw_only=True)
class AccessRecorded(Event):
    """A person read: gathered per person and minute, exports and bundles at once."""

    KIND: ClassVar[str] = "access-recorded/1"

    person: str
    """The pseudonym of somebody of the staff."""
    purpose: str
    """page, query, export, bundle, proof …"""
    count: int
    """How many reads are gathered here."""
    since: str
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    until: str
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    subject: str | None = None
    """What was looked at: a route with its filters, a round, a case."""


@dataclass(frozen=True, kw_only=True)
class CheckpointSealed(Event):
    """A checkpoint of the log was signed and handed over."""

    KIND: ClassVar[str] = "checkpoint-sealed/1"

    size: int
    """Positions it covers."""
    root: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    delivered_to: Sequence[str] | None = None
    """Auditors, witnesses and stamping services that have it."""


@dataclass(frozen=True, kw_only=True)
class FiguresStated(Event):
    """The service's figures, after folding events up to a position: each table's hash."""

    KIND: ClassVar[str] = "figures-stated/1"

    as_of: int
    """The last position that was folded."""
    root: str
    """RFC 6962 root over the links of what was folded."""
    law: str
    """Rules and matrix that the figures were made by."""
    shape: str
    """Digest of how the tables are made: figures of another shape have other hashes."""
    tables: Sequence[TableStated]
    """Each table that has rows."""


@dataclass(frozen=True, kw_only=True)
class VerificationDone(Event):
    """Somebody recomputed stored bytes, links, signatures and root, and this came out."""

    KIND: ClassVar[str] = "verification-done/1"

    first: int = 1
    """First position checked."""
    last: int
    """Last position checked."""
    root: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    outcome: str
    """``clean`` or ``faults``."""
    faults: int = 0
    """How many were found."""
    scope: Sequence[str] | None = None
    """chain, header, columns, links, root, signatures, projections, backup …"""


@dataclass(frozen=True, kw_only=True)
class OpeningDeclared(Event):
    """Values of before the ledger's beginning: balances, counters, numbers last used."""

    KIND: ClassVar[str] = "opening-declared/1"

    subject: str
    """pool, machine, table, series, ball_set, account …"""
    name: str
    """Which of them."""
    values: Mapping[str, int]
    """Account, counter or number to its value, in minor units or as the subject counts."""
    counted_by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class LinkLost(Event):
    """A device, or a player, is out of reach. Which side failed decides voids (online.md)."""

    KIND: ClassVar[str] = "link-lost/1"

    source: str | None = None
    """The device out of reach; None where it is a player's."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    side: Literal["operator", "player", "unknown"] = "unknown"
    """Whose equipment or network failed: the operator's voids, the player's never does."""
    cause: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class LinkRestored(Event):
    """A place out of reach is back; play may have resumed at the same phase (MAQ R36)."""

    KIND: ClassVar[str] = "link-restored/1"

    lost: str | None = None
    """The ``link-lost`` that ends."""
    source: str | None = None
    """An id or code inside a payload."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    resumed: bool = False
    """Whether the round went on at the phase where it stopped."""


@dataclass(frozen=True, kw_only=True)
class TextErased(Event):
    """A text or identity was erased from the side table; its commitment stands for ever."""

    KIND: ClassVar[str] = "text-erased/1"

    text: str
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class TableOpened(Event):
    """The table opened for play under these rules, with this float."""

    KIND: ClassVar[str] = "table-opened/1"

    profile: str
    """The rules in force, immutable code: ``cv-2017@1``."""
    game: str
    """The modalidade; of a mixed table the one it opens with."""
    options: Mapping[str, Value]
    """What the rules leave to the table: wheel, bar, decks, shuffler, deduction, cloth …"""
    currency: str
    """An ISO 4217 code; ``XTS`` is for tests."""
    records: Sequence[str]
    """What this source records: bets, decisions, cards, payouts, burns, shuffles, announcements,
    staff, equipment … A code that needs what is missing here is not assessed.
    """
    seats: int | None = None
    """Places for players."""
    capital: int | None = None
    """The approved working capital (RF R10, CR R5)."""
    count: int | None = None
    """The float as counted at opening."""
    chips: Sequence[Chips] | None = None
    """The count by denomination."""
    counted_by: Sequence[str] | None = None
    """Badges of those who counted; each confirms with an ``approval`` of his own key."""
    closes: str | None = None
    """Announced closing time."""
    act: str | None = None
    """The authorisation or communication of the options."""


@dataclass(frozen=True, kw_only=True)
class TableSuspended(Event):
    """Play stopped for a while: too few players, a fault, a rest (001 n.24, CF R50)."""

    KIND: ClassVar[str] = "table-suspended/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class TableResumed(Event):
    """Play goes on."""

    KIND: ClassVar[str] = "table-resumed/1"


@dataclass(frozen=True, kw_only=True)
class SessaoOpened(Event):
    """A sessão of non-banked play began: one hour and the hands to close the round (PNB R65 b)."""

    KIND: ClassVar[str] = "sessao-opened/1"

    session: str
    """An id or code inside a payload."""
    minutes: int | None = None
    """Its length before the last hands."""


@dataclass(frozen=True, kw_only=True)
class SessaoClosed(Event):
    """A sessão of non-banked play ended."""

    KIND: ClassVar[str] = "sessao-closed/1"

    session: str
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class StaffChanged(Event):
    """Somebody took, or left, a post at the table."""

    KIND: ClassVar[str] = "staff-changed/1"

    post: str
    """pagador, fiscal, lancador, cavalinho, stickman, boxman, dealer, chefe_de_banca …"""
    station: int = 1
    """Which of several equal posts."""
    person: str | None = None
    """Badge of who holds it from now on; None: the post is empty."""
    replaced: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class EquipmentChanged(Event):
    """A ball, dice set, deck, shuffler, wheel or set of tiles was brought in or taken out."""

    KIND: ClassVar[str] = "equipment-changed/1"

    item: str
    """ball, dice_set, deck, shuffler, wheel, tiles, display …"""
    id: str | None = None
    """What is in use from now on; None: the item was taken out."""
    replaced: str | None = None
    """An id or code inside a payload."""
    reason: str | None = None
    """opening, hourly, worn, damaged, lost, suspected, jam, rounds …"""
    cards: Sequence[str] | None = None
    """Single cards replaced with leave (BJ R6); empty: the whole deck or set."""
    count: int | None = None
    """Decks, dice or pieces that are in use from now on."""
    announced: bool = False
    """Whether it was said aloud (RA R32, RF R11)."""
    seal: str | None = None
    """Number of the seal on what was withdrawn (BF R18)."""
    witnesses: Sequence[str] | None = None
    """Those before whom it was sealed, loaded or emptied."""
    act: str | None = None
    """The authority's leave, or the notice to it."""


@dataclass(frozen=True, kw_only=True)
class ChipsSold(Event):
    """The house gave chips for money."""

    KIND: ClassVar[str] = "chips-sold/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """cash, card, account, voucher, credit, cheque …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    chips: Sequence[Chips] | None = None
    """Equal chips."""
    colour: str | None = None
    """For chips without face value (RA R22)."""


@dataclass(frozen=True, kw_only=True)
class ChipsRedeemed(Event):
    """The house took chips back for money."""

    KIND: ClassVar[str] = "chips-redeemed/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    chips: Sequence[Chips] | None = None
    """Equal chips."""
    colour: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    table: str | None = None
    """The table whose chips they are, if not this one's (RA R10)."""
    late: bool = False
    """Brought after the player had left: worth the table minimum (RA R27)."""


@dataclass(frozen=True, kw_only=True)
class ChipValueAssigned(Event):
    """Chips without face value are worth this from now on, as named and displayed (RA R26)."""

    KIND: ClassVar[str] = "chip-value-assigned/1"

    colour: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    value: int
    """Of one chip."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""


@dataclass(frozen=True, kw_only=True)
class ColourAssigned(Event):
    """A player has a colour: from the first chips received to the last changed (RA R22, R24)."""

    KIND: ClassVar[str] = "colour-assigned/1"

    colour: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    value: int | None = None
    """Of one chip, where it is set at once."""


@dataclass(frozen=True, kw_only=True)
class ColourReturned(Event):
    """A colour is free again."""

    KIND: ClassVar[str] = "colour-returned/1"

    colour: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    cause: str | None = None
    """left, changed, idle (three coups without a bet, RA R25)."""
    kept: int = 0
    """Chips the player did not bring."""


@dataclass(frozen=True, kw_only=True)
class Fill(Event):
    """Chips from the cage to the table; the table and the cage each sign their side."""

    KIND: ClassVar[str] = "fill/1"

    side: str
    """``table`` or ``cage``."""
    slip: int
    """The slip's number, without gaps."""
    table: str | None = None
    """The other end, where the cage signs."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    chips: Sequence[Chips] | None = None
    """Equal chips."""
    staff: Sequence[str] | None = None
    """Badges on the slip."""
    voided: bool = False
    """Whether the slip was voided."""
    reason: str | None = None
    """Of a void."""


@dataclass(frozen=True, kw_only=True)
class Credit(Event):
    """Chips from the table back to the cage; the table and the cage each sign their side."""

    KIND: ClassVar[str] = "credit/1"

    side: str
    """``table`` or ``cage``."""
    slip: int
    """The slip's number, without gaps."""
    table: str | None = None
    """The other end, where the cage signs."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    chips: Sequence[Chips] | None = None
    """Equal chips."""
    staff: Sequence[str] | None = None
    """Badges on the slip."""
    voided: bool = False
    """Whether the slip was voided."""
    reason: str | None = None
    """Of a void."""


@dataclass(frozen=True, kw_only=True)
class DropCounted(Event):
    """The box of the body's place was opened and counted; machines have boxes, too."""

    KIND: ClassVar[str] = "drop-counted/1"

    cash: int
    """Notes and coins."""
    tickets: int = 0
    """Vouchers at a table, bilhetes codificados at a machine."""
    box: str | None = None
    """An id or code inside a payload."""
    counts: Sequence[Chips] | None = None
    """Notes and coins by face value."""
    counted_by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class CagnotteBoxCounted(Event):
    """The slot of cagnotte and commissions was counted, apart from the drop."""

    KIND: ClassVar[str] = "cagnotte-box-counted/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    box: str | None = None
    """An id or code inside a payload."""
    counted_by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class Gratuity(Event):
    """A tip went into its own slot: never receipt (PNB R4 b)."""

    KIND: ClassVar[str] = "gratuity/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""


@dataclass(frozen=True, kw_only=True)
class TableClosed(Event):
    """Play ended and the float was counted."""

    KIND: ClassVar[str] = "table-closed/1"

    count: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    chips: Sequence[Chips] | None = None
    """Equal chips."""
    counted_by: Sequence[str] | None = None
    """Badges of those who counted; each confirms with an ``approval`` of his own key."""
    cause: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PlayerSeated(Event):
    """A player took a place, or a rank among those who stand (CF R59-R61)."""

    KIND: ClassVar[str] = "player-seated/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    via: str | None = None
    """draw, list, change, free, entry, last_session … (PNB R9-R13, CF R53-R57)."""


@dataclass(frozen=True, kw_only=True)
class PlayerLeft(Event):
    """A player gave up a place."""

    KIND: ClassVar[str] = "player-left/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    cause: str | None = None
    """own, cave_lost, absent, refused_bank, expelled, rest, change …"""


@dataclass(frozen=True, kw_only=True)
class PlaceRequested(Event):
    """Somebody waits: for a seat, a colour, a change of place."""

    KIND: ClassVar[str] = "place-requested/1"

    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    seat: int | None = None
    """The seat wished, or the one to be changed."""
    wish: str
    """seat, change, colour, standing."""
    withdrawn: bool = False
    """Whether he waits no more."""


@dataclass(frozen=True, kw_only=True)
class PlayerAway(Event):
    """A seated player rests or is absent (PNB R47; online O64)."""

    KIND: ClassVar[str] = "player-away/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    cause: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PlayerBack(Event):
    """A player who was away plays again."""

    KIND: ClassVar[str] = "player-back/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """


@dataclass(frozen=True, kw_only=True)
class StackDeclared(Event):
    """A player's money in play is this."""

    KIND: ClassVar[str] = "stack-declared/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int
    """All of it, after the change."""
    why: str
    """start, entry, cave, reposicao, capital, capital_reposto, count, withdrawal …"""
    added: int = 0
    """Of it, what was put in now."""


@dataclass(frozen=True, kw_only=True)
class MarkerMoved(Event):
    """The mão, the bank's place, the dice or another right moved to a seat."""

    KIND: ClassVar[str] = "marker-moved/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    game: str | None = None
    """At a mixed table, the game that the mão chose (PNB R51)."""
    marker: str | None = None
    """Which, if not the mão: lancador, banca, dealer_choice …"""
    cause: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    declined: Sequence[int] | None = None
    """Seats that were offered it first and refused."""


@dataclass(frozen=True, kw_only=True)
class PlayerWarned(Event):
    """A player was warned, or given extra time (SD R52, OH R67, PNB R46, R58 a)."""

    KIND: ClassVar[str] = "player-warned/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    cause: str
    """slow, undecided, conduct, cards_shown, communication …"""
    extra_time: int | None = None
    """Seconds granted; None: a warning only."""
    expelled: bool = False
    """Whether he had to leave, or was barred."""


@dataclass(frozen=True, kw_only=True)
class DeadMoney(Event):
    """Missed blinds were paid into the pot and are nobody's bet (OH R18)."""

    KIND: ClassVar[str] = "dead-money/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    cause: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PlayerSessionStarted(Event):
    """A player began to play online or on a machine with an account."""

    KIND: ClassVar[str] = "player-session-started/1"

    player: str
    """A player's pseudonym, the same wherever he plays."""
    session: str
    """An id or code inside a payload."""
    game: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    demo: bool = False
    """Whether it is a demonstration: no money moves."""
    idle_seconds: int | None = None
    """Inactivity after which the operator may end it."""
    idle_rounds: int | None = None
    """Rounds without a bet after which the operator may end it (RA R58, BJ R79)."""


@dataclass(frozen=True, kw_only=True)
class PlayerSessionWarned(Event):
    """The player was told that the session is about to end (MAQ R38)."""

    KIND: ClassVar[str] = "player-session-warned/1"

    player: str
    """A player's pseudonym, the same wherever he plays."""
    session: str
    """An id or code inside a payload."""
    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    ends: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""


@dataclass(frozen=True, kw_only=True)
class PlayerSessionEnded(Event):
    """A session ended; the totals are those shown to the player (MAQ R34, BJ R76)."""

    KIND: ClassVar[str] = "player-session-ended/1"

    player: str
    """A player's pseudonym, the same wherever he plays."""
    session: str
    """An id or code inside a payload."""
    by: str
    """``player`` or ``operator``."""
    cause: str
    """own, idle, idle_rounds, credits_exhausted, balance_exhausted, restriction …"""
    rounds: int | None = None
    """Rounds played."""
    staked: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    won: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    history: int | None = None
    """Rounds listed in the history that the player can open."""


@dataclass(frozen=True, kw_only=True)
class PlayerSessionRestricted(Event):
    """A player's access was limited: only on an accredited diagnosis (BI R101, MAQ R35)."""

    KIND: ClassVar[str] = "player-session-restricted/1"

    player: str
    """A player's pseudonym, the same wherever he plays."""
    session: str | None = None
    """An id or code inside a payload."""
    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    diagnosis: str | None = None
    """The diagnosis in the side table."""
    until: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""


@dataclass(frozen=True, kw_only=True)
class RoundOpened(Event):
    """A round began. Who opens it owns it: only the owner sends its play."""

    KIND: ClassVar[str] = "round-opened/1"

    mode: Literal["demo", "exclusive", "physical", "shared"] = "physical"
    """How a round is played: at a table in the room, or online at a shared, exclusive or demo
    table.
    """
    game: str | None = None
    """Where it is not the table's: at a mixed table the mão chooses."""
    seats: Sequence[int] | None = None
    """Who is in, in the order of play, where the game needs it before a bet."""
    mao: int | None = None
    """First to receive (póquer): the pagador's left at the start, then clockwise."""
    dealer: int | None = None
    """Who deals, where it turns (Macau five-card poker)."""
    banker: int | None = None
    """Who holds the bank (bacará chemin de fer, mah-jong, pai kao, póquer de 3 cartas)."""
    shooter: int | None = None
    """Who throws (craps)."""
    point: int | None = None
    """Craps: the point already set when the round begins."""
    wind: str | None = None
    """Mah-jong: the round's wind."""
    session: str | None = None
    """The sessão, partida or bingo session it belongs to."""
    last: bool = False
    """Announced as the last one."""


@dataclass(frozen=True, kw_only=True)
class BetsOpened(Event):
    """Bets are accepted from here on."""

    KIND: ClassVar[str] = "bets-opened/1"

    seconds: int | None = None
    """Online: for how long, the same for all at a shared table (RA R48, BJ R69 …)."""


@dataclass(frozen=True, kw_only=True)
class BetPlaced(Event):
    """A stake lay on a chance, or went into the pot."""

    KIND: ClassVar[str] = "bet-placed/1"

    bet: int
    """Its number within the round."""
    seat: int
    """The place it lies on or was made from; 0 is the banker's own."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    chance: str
    """In the game's own words, e.g. ``grande``, ``pleno``, ``principal``, ``grande_aposta``."""
    selection: str | None = None
    """What of the chance: ``17``, ``1-2``, ``7h`` …, as the game's page writes it."""
    amount: int
    """All that was put down; what of it plays is the rules' business."""
    chips: Chips | None = None
    """Equal chips."""
    means: str | None = None
    """Where it is not chips: cash, cheque, verbal, account, free_play …"""
    carried_from: str | None = None
    """The void round from which a jackpot bet came over (ST R25, R28)."""
    by: int | None = None
    """The bettor's own seat, where the bet lies on another's."""
    base: int | None = None
    """The bet it leans on (craps: odds)."""
    line: bool = False
    """Laid on the line: half of it plays (BF R8, R10; CF R17)."""


@dataclass(frozen=True, kw_only=True)
class BetChanged(Event):
    """A bet has other terms from here on; what is not named stays."""

    KIND: ClassVar[str] = "bet-changed/1"

    bet: int
    """A bet's number within its round."""
    amount: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    chance: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    selection: str | None = None
    """Also the number a come bet moved to (CR R20)."""
    chips: Chips | None = None
    """Equal chips."""
    line: bool | None = None
    """Whether it lies on the line."""
    cause: str | None = None
    """own, moved, cut, covered …"""


@dataclass(frozen=True, kw_only=True)
class BetWithdrawn(Event):
    """A bet went back to its bettor undecided."""

    KIND: ClassVar[str] = "bet-withdrawn/1"

    bet: int
    """A bet's number within its round."""
    cause: str | None = None
    """own, late, overflow, left, not_covered …"""


@dataclass(frozen=True, kw_only=True)
class BetsClosed(Event):
    """No more bets: the closing call, the bell, the end of the betting time."""

    KIND: ClassVar[str] = "bets-closed/1"

    by: str | None = None
    """call, bell, clock; None where the deal itself closes."""


@dataclass(frozen=True, kw_only=True)
class Decision(Event):
    """A player, or whoever decides for a hand, chose; with money where the choice costs it."""

    KIND: ClassVar[str] = "decision/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    hand: int = 1
    """Which of the seat's hands (blackjack after a split)."""
    action: str
    """In the game's own words: pede, fica, vou, passo, repicar, desafiar …"""
    bet: int | None = None
    """The number of the stake it makes; a fresh one."""
    added: int = 0
    """What it put in."""
    announced: int | None = None
    """The figure said aloud, where it may differ from the chips (PNB R25)."""
    by: int | None = None
    """Who decided, if not the seat's titular (BJ R18-R19, PB R26)."""
    lapsed: bool = False
    """Online: nobody chose, the operator's clock did."""
    looked: bool = False
    """Whether he had seen his cards (estardilho, SI R13)."""


@dataclass(frozen=True, kw_only=True)
class TurnGiven(Event):
    """The right to speak first fell to a seat (M5 A10 b-e, PNB R33)."""

    KIND: ClassVar[str] = "turn-given/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    street: int
    """Which lanço or betting turn, from 1."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PotDeclared(Event):
    """The pagador formed a pot and said who plays for it."""

    KIND: ClassVar[str] = "pot-declared/1"

    pot: int
    """0 is the main one, then the side pots upwards."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    eligible: Sequence[int]
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """


@dataclass(frozen=True, kw_only=True)
class Claim(Event):
    """A player complained, or claimed something, about the round."""

    KIND: ClassVar[str] = "claim/1"

    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    about: str
    """payout, deal_error, bet, missed_turn, win, jackpot …"""
    bets: Sequence[int] | None = None
    """A bet's number within its round."""
    amount: int | None = None
    """What he says is due."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class ClaimDecided(Event):
    """The table answered a claim on the spot."""

    KIND: ClassVar[str] = "claim-decided/1"

    claim: str
    """``source:seq``, the only name an event has."""
    admitted: bool
    """Whether it was heard at all: windows are BJ R38, CF R102 k, PNB R58 i."""
    decision: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    by: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class CoupNulled(Event):
    """A coup was declared null and is repeated: nothing was won or lost."""

    KIND: ClassVar[str] = "coup-nulled/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    previous_result: str | None = None
    """The number on which the ball was put back (RA R35)."""
    announced: bool = False
    """Whether it was said aloud."""


@dataclass(frozen=True, kw_only=True)
class BetReconstructed(Event):
    """A mark that was removed was rebuilt: both accounts are kept (RA R40, RF R32, BO R12)."""

    KIND: ClassVar[str] = "bet-reconstructed/1"

    bet: int
    """A bet's number within its round."""
    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    claimed: Marking | None = None
    """By the players' word."""
    recorded: Marking | None = None
    """By the technical means."""
    taken: str
    """``claimed`` or ``recorded``."""


@dataclass(frozen=True, kw_only=True)
class RoundVoided(Event):
    """The round was declared void: it is closed and every stake goes back."""

    KIND: ClassVar[str] = "round-voided/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str | None = None
    """With its section's code, e.g. ``PNB R66``."""
    side: Literal["operator", "player", "unknown"] = "unknown"
    """Online: whose system failed."""


@dataclass(frozen=True, kw_only=True)
class Payout(Event):
    """The house, or the pot, handed over a prize or a stake. The order of events is the order."""

    KIND: ClassVar[str] = "payout/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int
    """Beyond the stakes that go back."""
    bets: Sequence[int] | None = None
    """Those it pays; empty for a pot, or where a seat is paid as a whole."""
    stake_returned: int = 0
    """Of those bets' stakes, what the player took back or kept."""
    pot: int | None = None
    """Which pot, from 0, the main one."""
    returned: int = 0
    """Of a pot bet, the part nobody matched."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    announced: int | None = None
    """The figure said aloud (RA R37, RF R31)."""
    means: str | None = None
    """Where it is not chips: cash, account, credits, free_play …"""


@dataclass(frozen=True, kw_only=True)
class Collection(Event):
    """Stakes of losers were taken by the house, the banker or a winner."""

    KIND: ClassVar[str] = "collection/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    bets: Sequence[int] | None = None
    """A bet's number within its round."""
    seat: int | None = None
    """Whose they were; None: all that lost."""
    to: int | None = None
    """Who took them, if not the house."""
    rule: str | None = None
    """Of an indemnity or obligation (MJ R36-R43)."""


@dataclass(frozen=True, kw_only=True)
class Commission(Event):
    """The house took its share: cagnotte, commission, deduction or session fee."""

    KIND: ClassVar[str] = "commission/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    seat: int | None = None
    """From whose payment; None: from the pot before it is delivered."""
    mode: str | None = None
    """hand, session, initial, prize, cagnotte."""
    base: int | None = None
    """What it was taken of."""
    pot: int | None = None
    """A face, a level, an order: any number a device may show, the impossible included."""
    apart: bool = False
    """Paid by the player besides, not deducted (CF R123 ``cagnotte_por_fora``)."""


@dataclass(frozen=True, kw_only=True)
class RoundClosed(Event):
    """All was paid and collected; what is open now is late or unpaid."""

    KIND: ClassVar[str] = "round-closed/1"

    shown: bool = False
    """Online: whether the result was shown to the players."""


@dataclass(frozen=True, kw_only=True)
class BankTaken(Event):
    """A player holds the bank of the coups that follow (CF R7, P3 R13-R17, PK IV.8-IV.10)."""

    KIND: ClassVar[str] = "bank-taken/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    capital: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    via: str
    """first, turn, offer, auction, obligation, kept, shoe."""
    consent: Sequence[int] | None = None
    """Who agreed that he holds it again."""


@dataclass(frozen=True, kw_only=True)
class BankRefused(Event):
    """A player to whom the bank came, or who took it, would not have it."""

    KIND: ClassVar[str] = "bank-refused/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    absent: bool = False
    """Whether he was not there when bound to take it (CF R95)."""


@dataclass(frozen=True, kw_only=True)
class BankPassed(Event):
    """The banker gave the hand away; the bank is offered at its level (CF R78-R81)."""

    KIND: ClassVar[str] = "bank-passed/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    level: int | None = None
    """What he would have had to stake."""
    cause: str
    """own, lost, tie, left, shoe."""


@dataclass(frozen=True, kw_only=True)
class BankBid(Event):
    """A bid in the auction of a passed hand (CF R81-R91)."""

    KIND: ClassVar[str] = "bank-bid/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    partner: int | None = None
    """With whom in equal parts (CF R88)."""


@dataclass(frozen=True, kw_only=True)
class BankChanged(Event):
    """The money in the bank is another: gains kept, capital added, garage taken out."""

    KIND: ClassVar[str] = "bank-changed/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    capital: int
    """In play from now on."""
    garage: int = 0
    """Taken out of play now (CF R9, R20)."""
    rule: str | None = None
    """``CF R9`` (half) or ``CF R20`` (twice the bets won), where the banker reduced it."""


@dataclass(frozen=True, kw_only=True)
class BankShared(Event):
    """Somebody stands behind the banker: an associate, the house, a bet at his place."""

    KIND: ClassVar[str] = "bank-shared/1"

    seat: int | None = None
    """None: the house."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    role: str
    """associate, house, behind."""
    order: int = 1
    """Rank after the banker in which it is settled (P3 R20)."""


@dataclass(frozen=True, kw_only=True)
class BancoCalled(Event):
    """A ponto called bancô: he covers the bank alone, or with the table (CF R18-R32)."""

    KIND: ClassVar[str] = "banco-called/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    call: str
    """banco, com_a_mesa, seul, suivi."""
    bet: int | None = None
    """A bet's number within its round."""


@dataclass(frozen=True, kw_only=True)
class LiabilityRuled(Event):
    """The fiscal ruled that one player bears the others' loss (MJ R36-R45)."""

    KIND: ClassVar[str] = "liability-ruled/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    rule: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    by: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class DeckShuffled(Event):
    """Cards were shuffled."""

    KIND: ClassVar[str] = "deck-shuffled/1"

    method: str
    """hand, shuffler, box."""
    decks: int | None = None
    """How many decks were shuffled together."""
    deck: str | None = None
    """Which deck, where several are used in turn."""
    times: int | None = None
    """Shuffles by hand (PNB R16: three at least)."""
    shown: bool = False
    """Whether the cards were shown face up before (BJ R9, CF R40, PNB R7)."""
    by: int | None = None
    """A player who shuffled first (CF R42); None: the pagador."""


@dataclass(frozen=True, kw_only=True)
class DeckCut(Event):
    """The cards were cut, and the aviso put in."""

    KIND: ClassVar[str] = "deck-cut/1"

    by: int | None = None
    """None: the pagador, all having declined."""
    side: int | None = None
    """Cards on the smaller side (CF R44: six)."""
    cut_card: int | None = None
    """Cards behind the carta-aviso, before the end of the shoe."""


@dataclass(frozen=True, kw_only=True)
class CutCardDrawn(Event):
    """The carta-aviso came out: the coup that runs, or begins, is the last of the shoe."""

    KIND: ClassVar[str] = "cut-card-drawn/1"


@dataclass(frozen=True, kw_only=True)
class CardDealt(Event):
    """A card went to a hand, the bank or the board. The order of events is that of the deal."""

    KIND: ClassVar[str] = "card-dealt/1"

    to: str
    """seat, bank, ponto, banca, board, discard …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    hand: int = 1
    """Which of the seat's hands (blackjack after a split)."""
    card: str | None = None
    """None where nobody could know it."""
    index: int | None = None
    """Which card of that hand or board, from 1."""
    open: bool = False
    """Face up, as the rules or an accident would have it."""


@dataclass(frozen=True, kw_only=True)
class CardBurned(Event):
    """Cards were put away unplayed."""

    KIND: ClassVar[str] = "card-burned/1"

    card: str | None = None
    """None where nobody looked."""
    count: int = 1
    """A face, a level, an order: any number a device may show, the impossible included."""
    cause: str | None = None
    """opening, coup, flop, turn, rio, challenge, remedy …"""


@dataclass(frozen=True, kw_only=True)
class CardExposed(Event):
    """A card that should have been hidden was seen, or turned before its time."""

    KIND: ClassVar[str] = "card-exposed/1"

    card: str | None = None
    """Rank and suit as ``Td``; which cards exist is the game's business."""
    of: str
    """seat, bank, board, deck, burn, key …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    index: int | None = None
    """Which card of the hand or board, from 1."""
    by: str | None = None
    """pagador, player, deal, shoe …"""


@dataclass(frozen=True, kw_only=True)
class HandSeen(Event):
    """A player looked at his hand, or has seen and laid it down (P3 R27, PK IV.25, SI R13)."""

    KIND: ClassVar[str] = "hand-seen/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """


@dataclass(frozen=True, kw_only=True)
class HandShown(Event):
    """A hand was turned for comparison, or its pieces laid open."""

    KIND: ClassVar[str] = "hand-shown/1"

    of: str | None = None
    """bank, ponto, banca; None: a seat's."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    hand: int = 1
    """A face, a level, an order: any number a device may show, the impossible included."""
    cards: Sequence[str] | None = None
    """Cards or tiles in the order shown."""
    said: str | None = None
    """What its holder called it: words do not count, the cards do (PNB R52)."""


@dataclass(frozen=True, kw_only=True)
class CardsCollected(Event):
    """Cards went to the discard, the shuffler or back into the deck: claims may end here."""

    KIND: ClassVar[str] = "cards-collected/1"

    of: str | None = None
    """seat, bank, board; None: all of the round's."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    hand: int = 1
    """A face, a level, an order: any number a device may show, the impossible included."""
    cards: Sequence[str] | None = None
    """Which, where it is not the whole hand."""
    into: str
    """discard, shuffler, deck, shoe."""
    by: str | None = None
    """Where it is not the pagador: player, banker, ponto."""


@dataclass(frozen=True, kw_only=True)
class DiceChosen(Event):
    """The shooter took his dice from those offered (CR R6, R11)."""

    KIND: ClassVar[str] = "dice-chosen/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    offered: int
    """How many he could choose from."""
    taken: int
    """How many he took."""
    set: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class DiceShaken(Event):
    """Hidden dice were shaken before betting opened (CU R2)."""

    KIND: ClassVar[str] = "dice-shaken/1"

    times: int
    """How often: three times (CU R2)."""


@dataclass(frozen=True, kw_only=True)
class DiceRolled(Event):
    """Dice were thrown, or uncovered, and read."""

    KIND: ClassVar[str] = "dice-rolled/1"

    dice: Sequence[int]
    """Faces; of a null throw those that were legible."""
    by: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    null: str | None = None
    """Why it does not count: off_table, not_past_middle, object, in_cup, overlapping, leaning …"""
    first: int | None = None
    """The place that the sum names to receive first (P3 R15, PK IV.17)."""


@dataclass(frozen=True, kw_only=True)
class BallLaunched(Event):
    """The ball was thrown into the wheel."""

    KIND: ClassVar[str] = "ball-launched/1"

    by: str | None = None
    """Badge of the thrower."""
    direction: str | None = None
    """left or right; sides alternate (RA R30)."""


@dataclass(frozen=True, kw_only=True)
class BallLanded(Event):
    """The ball rested."""

    KIND: ClassVar[str] = "ball-landed/1"

    number: int | str
    """An integer; a text only for a pocket that has no number of its own: ``00``, ``estrela``."""
    colour: str | None = None
    """As shown: encarnado, preto, vermelho, verde, azul …"""


@dataclass(frozen=True, kw_only=True)
class WheelStopped(Event):
    """The wheel of roda da sorte stood still."""

    KIND: ClassVar[str] = "wheel-stopped/1"

    section: str
    """``a`` to ``g``."""
    position: int | None = None
    """Which of the 52 sections, from 1."""
    turns: int | None = None
    """Full turns: fewer than three never decide (RS R8)."""
    direction: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    by: str | None = None
    """The pseudonym of somebody of the staff."""
    announced_invalid: bool = False
    """``rotação inválida`` was said."""


@dataclass(frozen=True, kw_only=True)
class WallBuilt(Event):
    """The pieces were mixed and piled; their order is known only where a machine deals."""

    KIND: ClassVar[str] = "wall-built/1"

    pieces: int
    """How many there are."""
    order: Sequence[str] | None = None
    """All pieces, in the order of drawing."""
    set: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class TilesRearranged(Event):
    """A player, or the banker last, moved the piles before the dice (PK IV.22)."""

    KIND: ClassVar[str] = "tiles-rearranged/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """


@dataclass(frozen=True, kw_only=True)
class TileDrawn(Event):
    """A piece was taken from the wall."""

    KIND: ClassVar[str] = "tile-drawn/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    tile: str | None = None
    """A piece of mah-jong or pai kao, by its game's own code."""
    replacement: bool = False
    """From the end, for a k'óng (MJ R24)."""
    last: bool = False
    """The last piece there was."""


@dataclass(frozen=True, kw_only=True)
class TileDiscarded(Event):
    """A piece was put away."""

    KIND: ClassVar[str] = "tile-discarded/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    tile: str
    """A piece of mah-jong or pai kao, by its game's own code."""


@dataclass(frozen=True, kw_only=True)
class TileClaimed(Event):
    """A player announced a set, or the win, on a piece."""

    KIND: ClassVar[str] = "tile-claimed/1"

    seat: int
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    claim: str
    """chi, pong, kong, kong_fechado, ganho."""
    tiles: Sequence[str] | None = None
    """The set laid open, or the winning piece."""
    of: int | None = None
    """Whose discard, or whose robbed k'óng; None: drawn by himself."""
    robbed: bool = False
    """The win takes the piece of an open k'óng (ch'éong kóng)."""
    made: bool = True
    """False: announced and not carried out (MJ R33)."""


@dataclass(frozen=True, kw_only=True)
class Announcement(Event):
    """Something was said aloud, or shown on a display, that the rules ask for."""

    KIND: ClassVar[str] = "announcement/1"

    what: str
    """nada_mais, resultado, chance, carta, nao, ponto_fixado, comparacao, last_coup …"""
    said: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    by: str | None = None
    """pagador, banker, ponto, stickman, display …"""


@dataclass(frozen=True, kw_only=True)
class ErrorNoted(Event):
    """The table recorded an error of the deal or of a person; replay gives the remedy."""

    KIND: ClassVar[str] = "error-noted/1"

    error: str
    """By the game's own code: ``102f``, ``R57d``, ``abafo``, ``carta_virada`` …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    cards: Sequence[str] | None = None
    """A piece of mah-jong or pai kao, by its game's own code."""
    bet: int | None = None
    """A bet's number within its round."""
    by: str | None = None
    """pagador, banker, ponto, player, shuffler …"""
    remedy: str | None = None
    """What the table did about it."""
    facts: Mapping[str, Value] | None = None
    """What else the remedy depends on, by the game's field names: ``recuperadas``."""


@dataclass(frozen=True, kw_only=True)
class PoolOpened(Event):
    """A pool, one level of one prize, came into being, once another person has approved."""

    KIND: ClassVar[str] = "pool-opened/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    scope: str
    """machine, machines, casinos, tables, bingo_room."""
    members: Sequence[str]
    """Places, or devices elsewhere, whose stakes qualify."""
    currency: str
    """An ISO 4217 code; ``XTS`` is for tests."""
    base: int
    """Base de arranque: borne by the operator, never his again (MAQ R20)."""
    ppm: int
    """Share of each qualifying stake that players see grow (J2)."""
    reserve_ppm: int = 0
    """Hidden share (J3)."""
    ceiling: int | None = None
    """Above it increments are kept as overflow (J4)."""
    level: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    game: str | None = None
    """The game or machine model: transfers stay within it (MAQ R23)."""
    bet_type: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    bet: int | None = None
    """The jackpot bet's fixed value; None: every stake qualifies."""
    combinations: Sequence[Combination] | None = None
    """A prize of the pool's table."""
    balls: int | None = None
    """Bingo: at most so many balls (BIN R9)."""
    until: str | None = None
    """Bingo: the first bingo after it takes the pool (BIN R12)."""
    increment_max: int | None = None
    """A single increment above it is unreasonable."""
    hit_low: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    hit_high: int | None = None
    """Must-hit: the trigger lies between them."""
    house_pays_fixed: bool = False
    """The house pays fixed prizes itself; else the pool does."""
    act: str | None = None
    """The authority's approval, or the communication to it."""


@dataclass(frozen=True, kw_only=True)
class PoolMemberAdded(Event):
    """A machine, table or casino feeds the pool from here on."""

    KIND: ClassVar[str] = "pool-member-added/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    member: str
    """An id or code inside a payload."""
    casino: str | None = None
    """An id or code inside a payload."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class PoolMemberRemoved(Event):
    """A machine, table or casino feeds the pool no more."""

    KIND: ClassVar[str] = "pool-member-removed/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    member: str
    """An id or code inside a payload."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class BaseFunded(Event):
    """The operator put the base into the pool."""

    KIND: ClassVar[str] = "base-funded/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    funds: str
    """Whose money: ``operator`` is the only lawful one (BIN R11, art. 3 VII)."""


@dataclass(frozen=True, kw_only=True)
class PoolStake(Event):
    """A device elsewhere took a stake that qualifies for a pool of this ledger (MAQ R19)."""

    KIND: ClassVar[str] = "pool-stake/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    device: str
    """An id or code inside a payload."""
    casino: str | None = None
    """An id or code inside a payload."""
    stake: str
    """The stake's own id: it is credited once."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    voided: bool = False
    """Takes an earlier stake of this id back."""


@dataclass(frozen=True, kw_only=True)
class JackpotIncrement(Event):
    """A device or controller says what it added for a stake; compared, never posted."""

    KIND: ClassVar[str] = "jackpot-increment/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    stake: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    bet: int | None = None
    """A bet's number within its round."""
    reserve: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    overflow: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    balance: int | None = None
    """What it shows afterwards."""
    residue: int | None = None
    """Millionths of a minor unit."""


@dataclass(frozen=True, kw_only=True)
class DisplayRead(Event):
    """Somebody, or the display itself, says what players see."""

    KIND: ClassVar[str] = "display-read/1"

    pool: str | None = None
    """A jackpot pool: one level of one prize."""
    amount: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    display: str | None = None
    """An id or code inside a payload."""
    panel: Mapping[str, int] | None = None
    """Bingo panel: price, cards sold, prizes, accumulator (BIN R29)."""
    why: str | None = None
    """daily, weekly, win, transfer, opening, power …"""
    witness: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class ControllerRead(Event):
    """A jackpot controller says what it holds."""

    KIND: ClassVar[str] = "controller-read/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    amount: int
    """What players see: J1 + J2."""
    reserve: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    overflow: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    residue: int | None = None
    """Millionths of a minor unit."""
    staked: int | None = None
    """Its own count of qualifying stakes."""
    wins: int | None = None
    """Awards it has counted."""
    why: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class JackpotWon(Event):
    """A player, a table or a machine claims the prize; the award posted is replay's."""

    KIND: ClassVar[str] = "jackpot-won/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    combination: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    amount: int
    """As the device or table computed it."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    bet: int | None = None
    """A bet's number within its round."""
    cards: Sequence[str] | None = None
    """Rank and suit as ``Td``; which cards exist is the game's business."""
    play: str | None = None
    """The machine's play."""
    series: str | None = None
    """An id or code inside a payload."""
    card_number: int | None = None
    """The bingo card."""


@dataclass(frozen=True, kw_only=True)
class AwardSignalled(Event):
    """The award was shown on the machines at once, as it must be (MAQ R22)."""

    KIND: ClassVar[str] = "award-signalled/1"

    award: str
    """The ``jackpot-won``."""
    pool: str
    """A jackpot pool: one level of one prize."""
    shown: str
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    places: Sequence[str] | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class AwardVerified(Event):
    """A claim was checked against machine or table and accepted."""

    KIND: ClassVar[str] = "award-verified/1"

    award: str
    """``source:seq``, the only name an event has."""
    pool: str
    """A jackpot pool: one level of one prize."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    evidence: str | None = None
    """SHA-256 of what was looked at."""
    witness: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class AwardRefused(Event):
    """A claim was checked and refused, once another person has approved; it opens a dispute."""

    KIND: ClassVar[str] = "award-refused/1"

    award: str
    """``source:seq``, the only name an event has."""
    pool: str
    """A jackpot pool: one level of one prize."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class AwardPaid(Event):
    """A jackpot prize was handed over, or credited by the machine."""

    KIND: ClassVar[str] = "award-paid/1"

    award: str | None = None
    """The ``jackpot-won``."""
    pool: str
    """A jackpot pool: one level of one prize."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    amount: int
    """Before tax."""
    tax: int = 0
    """Withheld."""
    means: str
    """chips, credits, cash, cheque, account …"""
    slip: str | None = None
    """Number of the guia or bilhete codificado (MAQ R12)."""
    cashier: str | None = None
    """The pseudonym of somebody of the staff."""
    witness: str | None = None
    """The pseudonym of somebody of the staff."""
    bet: int | None = None
    """A bet's number within its round."""


@dataclass(frozen=True, kw_only=True)
class PoolReset(Event):
    """The pool starts again at its base after an award."""

    KIND: ClassVar[str] = "pool-reset/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    award: str | None = None
    """``source:seq``, the only name an event has."""
    amount: int
    """Put in to restore the base."""
    funds: str
    """Whose money it was."""
    carried: int = 0
    """Reserve and overflow that pass to the accumulated part."""
    balance: int | None = None
    """What it starts from."""


@dataclass(frozen=True, kw_only=True)
class PoolTransferred(Event):
    """A pool's value went to another; where two controllers sign, each signs its side (MAQ R23)."""

    KIND: ClassVar[str] = "pool-transferred/1"

    transfer: str
    """The order's number: the same on both sides."""
    side: str
    """``out`` or ``in``; ``both`` where one signature covers them."""
    pool: str
    """From."""
    to: str
    """An id or code inside a payload."""
    base: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    accumulated: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    reserve: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    overflow: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    residue: int = 0
    """Millionths of a minor unit."""
    reason: str | None = None
    """``forca_maior`` or ``estrategia``."""
    act: str | None = None
    """The authority's designation, where model or bet type differ."""


@dataclass(frozen=True, kw_only=True)
class PoolAdjusted(Event):
    """A component was corrected: two approvals, and a reason."""

    KIND: ClassVar[str] = "pool-adjusted/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    component: str
    """base, accumulated, reserve, overflow."""
    amount: int
    """Signed: what is added."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    evidence: str | None = None
    """A link, or any other SHA-256 or public key, in lower-case hex."""


@dataclass(frozen=True, kw_only=True)
class PoolExtinguished(Event):
    """A pool was taken down in a live concession; what it holds stays owed (MAQ R20)."""

    KIND: ClassVar[str] = "pool-extinguished/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    to: str | None = None
    """Where the operator says the money goes; ``operator`` is impossible."""


@dataclass(frozen=True, kw_only=True)
class ConcessionEnded(Event):
    """The concession ended: every prize not awarded goes to charities (MAQ R24)."""

    KIND: ClassVar[str] = "concession-ended/1"

    casino: str
    """An id or code inside a payload."""
    beneficiaries: Sequence[Beneficiary]
    """An institution that the authority named, and its part."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class CoverDeclared(Event):
    """Money or guarantees held against the pools at the end of the body's day (MAQ R21)."""

    KIND: ClassVar[str] = "cover-declared/1"

    casino: str | None = None
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    form: str
    """deposit, guarantee, insurance …"""
    reference: str | None = None
    """Account or policy."""


@dataclass(frozen=True, kw_only=True)
class CoverMoved(Event):
    """Money went into, or out of, what covers the pools."""

    KIND: ClassVar[str] = "cover-moved/1"

    casino: str | None = None
    """An id or code inside a payload."""
    amount: int
    """Signed: what is added to the cover."""
    form: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    reference: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class CharityPaid(Event):
    """A pool's balance, left by the concession's end, was paid to an institution."""

    KIND: ClassVar[str] = "charity-paid/1"

    institution: str
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    pool: str | None = None
    """A jackpot pool: one level of one prize."""
    receipt: str | None = None
    """An id or code inside a payload."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class InterCasinoSettled(Event):
    """A casino reimbursed the one that paid a linked award."""

    KIND: ClassVar[str] = "inter-casino-settled/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    award: str | None = None
    """``source:seq``, the only name an event has."""
    payer: str
    """An id or code inside a payload."""
    receiver: str
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class MustHitCommitted(Event):
    """The secret trigger of a must-hit or mystery prize was fixed beforehand."""

    KIND: ClassVar[str] = "must-hit-committed/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    commitment: str
    """SHA-256 of ``<value>:<salt>``."""
    low: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    high: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class MustHitRevealed(Event):
    """The trigger was opened after the hit; anybody can compare it with its commitment."""

    KIND: ClassVar[str] = "must-hit-revealed/1"

    pool: str
    """A jackpot pool: one level of one prize."""
    value: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    salt: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""


@dataclass(frozen=True, kw_only=True)
class BingoSessionOpened(Event):
    """A session began; its equipment was checked before (R32)."""

    KIND: ClassVar[str] = "bingo-session-opened/1"

    session: str
    """An id or code inside a payload."""
    variant: int
    """90, 80, 75 or 30."""
    mode: str
    """physical, session or continuous (R90, R91)."""
    equipment_checked: bool
    """Whether all equipment was tested before (R32)."""
    checked_by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""
    pools: Sequence[PoolCondition] | None = None
    """The number of balls with which a pool is won, announced for the session (R9)."""
    language: str | None = None
    """Where it is not Portuguese (R54)."""
    closes: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class BingoSessionClosed(Event):
    """A session ended: a datum of the acta beyond R61."""

    KIND: ClassVar[str] = "bingo-session-closed/1"

    session: str
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class EditionRegistered(Event):
    """Cards of an authorised edition, in parts where they do not fit one envelope (R3, R14-R19)."""

    KIND: ClassVar[str] = "edition-registered/1"

    edition: str
    """An id or code inside a payload."""
    variant: int
    """A face, a level, an order: any number a device may show, the impossible included."""
    size: int
    """Cards of the whole edition (R16)."""
    part: int
    """A face, a level, an order: any number a device may show, the impossible included."""
    parts: int
    """A face, a level, an order: any number a device may show, the impossible included."""
    first: int
    """Number of the first card of this part."""
    cards: Sequence[Sequence[int | str]]
    """Each card's boxes row by row; 0 is an empty box or the blank centre."""
    double: bool = False
    """Valid in two jogadas running (R15)."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class BallSetChecked(Event):
    """All balls were shown through the mechanism, at the session's start or end (R23)."""

    KIND: ClassVar[str] = "ball-set-checked/1"

    set: str
    """An id or code inside a payload."""
    moment: str
    """``start`` or ``end``."""
    balls: int
    """How many were shown."""
    missing: Sequence[int | str] | None = None
    """A number, or in bingo 30 a symbol's word."""
    by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class BallSetReplaced(Event):
    """Another set of balls, or single balls of the set, are in use from here on (R25, R26)."""

    KIND: ClassVar[str] = "ball-set-replaced/1"

    old: str | None = None
    """None: the room's first set."""
    new: str
    """An id or code inside a payload."""
    uses: int
    """Jogadas the old set served."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    balls: Sequence[int | str] | None = None
    """Single balls replaced; empty: the whole set."""
    act: str | None = None
    """The new set's approval."""


@dataclass(frozen=True, kw_only=True)
class SeriesOnSale(Event):
    """A series is offered for the jogada, as announced before the sale (R33, R38)."""

    KIND: ClassVar[str] = "series-on-sale/1"

    series: str
    """An id or code inside a payload."""
    edition: str
    """An id or code inside a payload."""
    cards: int
    """How many are offered."""
    price: int
    """Face value of one card, for this jogada."""
    shapes: Sequence[str] | None = None
    """Prizes offered: linha (or horizontal, vertical, diagonal), coluna, quatro_cantos, figura,
    bingo.
    """
    figure: Sequence[int] | None = None
    """The boxes of the pre-defined figura, from 1, row by row (R73)."""
    second: bool = False
    """Offered because the first series is exhausted (R38)."""
    double: bool = False
    """Each card plays this jogada and the next (R15)."""
    limit: int | None = None
    """Cards a player may buy, where set (R35)."""


@dataclass(frozen=True, kw_only=True)
class CardsSold(Event):
    """Cards were sold, in the order of their numbers (R36-R41)."""

    KIND: ClassVar[str] = "cards-sold/1"

    series: str
    """An id or code inside a payload."""
    first: int
    """Number of the first card."""
    last: int
    """Number of the last card."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """cash is the only lawful one in the room (R39)."""
    player: str | None = None
    """The buyer's pseudonym, where known."""
    double: bool = False
    """Whether the cards play this jogada and the next."""


@dataclass(frozen=True, kw_only=True)
class CardsRefunded(Event):
    """The price of cards went back (R41 forbids it but for annulled jogadas and late sales)."""

    KIND: ClassVar[str] = "cards-refunded/1"

    series: str
    """An id or code inside a payload."""
    first: int
    """Number of the first card."""
    last: int
    """Number of the last card."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    cause: str
    """annulled, late, cancelled, double …"""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""


@dataclass(frozen=True, kw_only=True)
class SaleClosed(Event):
    """The sale ended, with the figures announced (R40)."""

    KIND: ClassVar[str] = "sale-closed/1"

    sold: Sequence[Interval]
    """Cards of a series from one number to another, both included."""
    recalled: Sequence[Interval] | None = None
    """Cards put on sale that nobody bought."""
    cards: int
    """Cards in play."""
    collected: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    linha: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    bingo: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    additional: Mapping[str, int] | None = None
    """Shape to its prize."""
    pools: Mapping[str, int] | None = None
    """Pool to its value, this jogada's increment included (R40 b)."""


@dataclass(frozen=True, kw_only=True)
class JogadaSuspended(Event):
    """The draw stopped for a failure (R55)."""

    KIND: ClassVar[str] = "jogada-suspended/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    side: Literal["operator", "player", "unknown"] = "unknown"
    """Online: whose system failed."""


@dataclass(frozen=True, kw_only=True)
class JogadaResumed(Event):
    """The draw goes on."""

    KIND: ClassVar[str] = "jogada-resumed/1"

    manual: bool = False
    """By manual extraction (R55)."""


@dataclass(frozen=True, kw_only=True)
class BallDrawn(Event):
    """A ball came out. The order is evidence."""

    KIND: ClassVar[str] = "ball-drawn/1"

    number: int | str
    """A number, or in bingo 30 a symbol's word."""
    index: int
    """Which ball of the jogada, from 1."""
    announced: int | str | None = None
    """What was said, where it was something else (R57)."""
    manual: bool = False
    """Whether by manual extraction (R55)."""


@dataclass(frozen=True, kw_only=True)
class OneToGoAlerted(Event):
    """Online: a player was told that one number is missing (R95)."""

    KIND: ClassVar[str] = "one-to-go-alerted/1"

    series: str
    """An id or code inside a payload."""
    card: int
    """The card's number."""
    shape: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class BingoClaimed(Event):
    """Somebody called: the draw stops (R43)."""

    KIND: ClassVar[str] = "bingo-claimed/1"

    shape: str
    """linha, bingo, quatro_cantos, figura …"""
    series: str | None = None
    """An id or code inside a payload."""
    card: int | None = None
    """The card's number."""
    marked: bool = True
    """Whether the card is marked as it must be (R30)."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""


@dataclass(frozen=True, kw_only=True)
class ClaimVerified(Event):
    """A claim was read back and decided; the stop closes after the second question (R46, R47)."""

    KIND: ClassVar[str] = "claim-verified/1"

    claim: str
    """``source:seq``, the only name an event has."""
    valid: bool
    """Whether the claim holds."""
    second_question: bool = False
    """``mais alguma linha? mais algum bingo?`` was asked."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    by: str | None = None
    """Who verified it: he decides no complaint about it."""


@dataclass(frozen=True, kw_only=True)
class PrizesPaid(Event):
    """Prizes of the jogada were paid (R44, R45, R50)."""

    KIND: ClassVar[str] = "prizes-paid/1"

    prizes: Sequence[PrizePaid]
    """One winning card's prize."""


@dataclass(frozen=True, kw_only=True)
class JogadaAnnulled(Event):
    """The jogada was annulled: cards are collected and their price refunded (R55, R57, R98)."""

    KIND: ClassVar[str] = "jogada-annulled/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    refunded: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    side: Literal["operator", "player", "unknown"] = "unknown"
    """Whose equipment or network failed: the operator's voids, the player's never does."""


@dataclass(frozen=True, kw_only=True)
class Complaint(Event):
    """A player complained (R61 j)."""

    KIND: ClassVar[str] = "complaint/1"

    complaint: str
    """An id or code inside a payload."""
    about: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""
    claim: str | None = None
    """The called card that it is about, where it is about one."""


@dataclass(frozen=True, kw_only=True)
class ComplaintDecided(Event):
    """A complaint was decided."""

    KIND: ClassVar[str] = "complaint-decided/1"

    complaint: str
    """An id or code inside a payload."""
    decision: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    by: str | None = None
    """The pseudonym of somebody of the staff."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class Breakdown(Event):
    """Equipment failed (R61 l)."""

    KIND: ClassVar[str] = "breakdown/1"

    equipment: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    repaired: bool = False
    """Whether it works again."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class Incident(Event):
    """An offence, or another occurrence that the acta must tell (R61 m)."""

    KIND: ClassVar[str] = "incident/1"

    code: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    grade: str | None = None
    """misdemeanour, criminal, other."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class ActaGateGranted(Event):
    """The gate said yes, once: this room may open this jogada, or close the session (R60)."""

    KIND: ClassVar[str] = "acta-gate-granted/1"

    previous: str | None = None
    """The jogada whose record is complete; None: there was none."""
    next: str | None = None
    """The jogada that may open; None: the session may close."""
    through: int
    """Position up to which the gate had read."""


@dataclass(frozen=True, kw_only=True)
class ActaCompleted(Event):
    """The acta's record of the body's jogada was signed (R59, R61)."""

    KIND: ClassVar[str] = "acta-completed/1"

    session: str
    """An id or code inside a payload."""
    started: str
    """a) of the session."""
    series: Sequence[str]
    """b)"""
    price: int
    """c)"""
    sold: Sequence[Interval]
    """Cards of a series from one number to another, both included."""
    cards: int
    """d)"""
    collected: int
    """e)"""
    linha: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    bingo: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    additional: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    progressive: int = 0
    """f) before tax."""
    tax: int = 0
    """g) withheld."""
    ended: str
    """h)"""
    annulled: str | None = None
    """i) rule."""
    complaints: Sequence[str] | None = None
    """j)"""
    ball_sets: Sequence[str] | None = None
    """k) sets replaced."""
    breakdowns: int = 0
    """l)"""
    incidents: int = 0
    """m)"""
    document: str | None = None
    """SHA-256 of the printed or filed form."""


@dataclass(frozen=True, kw_only=True)
class CardsDestroyed(Event):
    """Used cards were destroyed (R51, R52)."""

    KIND: ClassVar[str] = "cards-destroyed/1"

    cards: Sequence[Interval]
    """Cards of a series from one number to another, both included."""
    winning: bool = False
    """Whether they are winning cards, kept until now (R52)."""
    by: Sequence[str] | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class CardsKept(Event):
    """Winning cards, or evidence, were put aside (R51, R52)."""

    KIND: ClassVar[str] = "cards-kept/1"

    cards: Sequence[Interval]
    """Cards of a series from one number to another, both included."""
    reason: str
    """winning, evidence."""


@dataclass(frozen=True, kw_only=True)
class CardsDelivered(Event):
    """Cards that are evidence were handed to the authority with the acta (R51)."""

    KIND: ClassVar[str] = "cards-delivered/1"

    cards: Sequence[Interval]
    """Cards of a series from one number to another, both included."""
    to: str
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class MachineEnrolled(Event):
    """A machine stands on the floor."""

    KIND: ClassVar[str] = "machine-enrolled/1"

    maker: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    model: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    serial: str
    """An id or code inside a payload."""
    digits: int | None = None
    """A raw meter counts modulo 10^digits; None: modulo 2^32."""
    bet_type: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class MachineHomologated(Event):
    """A configuration of the machine was certified and may run (R6)."""

    KIND: ClassVar[str] = "machine-homologated/1"

    configuration: str
    """Hash of the whole configuration; every play names it."""
    checksum: str
    """Of the software."""
    version: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    denominations: Sequence[int]
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    plans: Sequence[PayPlan]
    """The theoretical return of one pay table at one denomination and bet level, as a fraction."""
    complementary: Sequence[str] | None = None
    """Complementary bets it offers (R11)."""
    deviation_ppm: int | None = None
    """Standard deviation of the return per unit staked, in millionths."""
    certificate: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    until: str | None = None
    """The certificate's last instant."""
    sheets: Sequence[PaySheet] | None = None
    """The pay tables in full, where jogadas are to be re-run."""
    complements: Sequence[Complement] | None = None
    """What each complementary bet may come to, where jogadas are to be re-run."""


@dataclass(frozen=True, kw_only=True)
class MachineHomologated2(Event):
    """A configuration of the machine was certified, and the authority's act lets it run (R6)."""

    KIND: ClassVar[str] = "machine-homologated/2"

    configuration: str
    """Hash of the whole configuration; every play names it."""
    checksum: str
    """Of the software."""
    version: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    denominations: Sequence[int]
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    plans: Sequence[PayPlan]
    """The theoretical return of one pay table at one denomination and bet level, as a fraction."""
    complementary: Sequence[str] | None = None
    """Complementary bets it offers (R11)."""
    deviation_ppm: int | None = None
    """Standard deviation of the return per unit staked, in millionths."""
    certificate: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    until: str | None = None
    """The certificate's last instant."""
    sheets: Sequence[PaySheet] | None = None
    """The pay tables in full, where jogadas are to be re-run."""
    complements: Sequence[Complement] | None = None
    """What each complementary bet may come to, where jogadas are to be re-run."""
    act: str | None = None
    """The number of the authority's act, beside the laboratory's certificate."""


@dataclass(frozen=True, kw_only=True)
class MachineReconfigured(Event):
    """Another configuration runs from here on: not without leave (R7)."""

    KIND: ClassVar[str] = "machine-reconfigured/1"

    configuration: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    checksum: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    act: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class Play(Event):
    """One jogada of a machine, whole: stake, outcome, prizes. It is a round of its own."""

    KIND: ClassVar[str] = "play/1"

    stake: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    denomination: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    configuration: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    paytable: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    mode: Literal["demo", "exclusive", "physical", "shared"] = "physical"
    """How a round is played: at a table in the room, or online at a shared, exclusive or demo
    table.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    lines: int | None = None
    """Lines staked."""
    stops: Sequence[int] | None = None
    """Where each reel stopped."""
    symbols: Sequence[str] | None = None
    """What the reels showed, row by row."""
    wins: Sequence[LineWin] | None = None
    """What one line, or the scatter, paid."""
    cg: int = 0
    """Créditos ganhos: paid by the table, to the balance."""
    pa: int = 0
    """Prémios acumulados, not progressive, to the balance."""
    pap_m: int = 0
    """Progressive, paid by the machine to the balance."""
    pap_h: int = 0
    """Progressive, to be paid by hand."""
    pam: int = 0
    """Accumulated, not progressive, to be paid by hand."""
    pool: str | None = None
    """Which pool a progressive prize is of."""
    complementary: Sequence[ComplementaryBet] | None = None
    """A step of doubling, multiplication or bonus game (R11)."""
    balance: int | None = None
    """Credits on the machine afterwards."""
    autoplay: int | None = None
    """Plays left of an automatic run."""


@dataclass(frozen=True, kw_only=True)
class PlayVoided(Event):
    """A jogada that could not be finished is null; its stake was given back (R36)."""

    KIND: ClassVar[str] = "play-voided/1"

    play: str
    """``source:seq``, the only name an event has."""
    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    rule: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    side: Literal["operator", "player", "unknown"] = "unknown"
    """Whose equipment or network failed: the operator's voids, the player's never does."""
    returned: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class AutoplayStarted(Event):
    """A player let the machine play by itself (R32)."""

    KIND: ClassVar[str] = "autoplay-started/1"

    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    plays: int | None = None
    """The limit; None: none was set."""
    cancellable: bool
    """Whether the player can stop it."""


@dataclass(frozen=True, kw_only=True)
class AutoplayStopped(Event):
    """The automatic run ended."""

    KIND: ClassVar[str] = "autoplay-stopped/1"

    cause: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class CreditsIn(Event):
    """Money came onto the machine's balance."""

    KIND: ClassVar[str] = "credits-in/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """note, coin (DEn) or account (DEc)."""
    face: int | None = None
    """Of the note or coin."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class CreditsOut(Event):
    """Money left the machine's balance, not as a ticket."""

    KIND: ClassVar[str] = "credits-out/1"

    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """machine (CCm), account (CCc)."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class TicketIssued(Event):
    """The machine paid by a bilhete codificado (BP)."""

    KIND: ClassVar[str] = "ticket-issued/1"

    ticket: str
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    until: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class TicketRedeemed(Event):
    """The machine took a bilhete codificado (BE)."""

    KIND: ClassVar[str] = "ticket-redeemed/1"

    ticket: str
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class TicketPaid(Event):
    """A desk paid a bilhete codificado; no counter moves."""

    KIND: ClassVar[str] = "ticket-paid/1"

    ticket: str
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    cashier: str | None = None
    """The pseudonym of somebody of the staff."""


@dataclass(frozen=True, kw_only=True)
class HandPaid(Event):
    """A prize or a balance was paid at the desk (R12)."""

    KIND: ClassVar[str] = "hand-paid/1"

    category: str
    """PAM, PAPh or CCM."""
    amount: int
    """Before tax."""
    tax: int = 0
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    means: str
    """cash, cheque …"""
    slip: str | None = None
    """Number of the guia or bilhete codificado."""
    play: str | None = None
    """``source:seq``, the only name an event has."""
    award: str | None = None
    """``source:seq``, the only name an event has."""
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    cashier: str | None = None
    """The pseudonym of somebody of the staff."""
    witness: str | None = None
    """The pseudonym of somebody of the staff."""
    balance: int | None = None
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""


@dataclass(frozen=True, kw_only=True)
class MetersRead(Event):
    """The device's own lifetime counters, as it reported them."""

    KIND: ClassVar[str] = "meters-read/1"

    meters: Mapping[str, int]
    """CJ, CG, JE, DE, BE, PA, CC, BP, PAP, PAM, CCM and sub-counters, in minor units; JE counts."""
    denomination: int | None = None
    """Where it counts one denomination alone."""
    device: Mapping[str, int] | None = None
    """Raw meters by their protocol's number, e.g. ``sas:00``, as reported."""
    configuration: str | None = None
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    checksum: str | None = None
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    why: str
    """periodic, close, drop, win, dispute, configuration, power …"""
    payback_ppm: int | None = None
    """Theoretical return, as the device reports it."""


@dataclass(frozen=True, kw_only=True)
class RamCleared(Event):
    """The machine's memory was cleared: only with readings, seal and reason (R25)."""

    KIND: ClassVar[str] = "ram-cleared/1"

    before: Mapping[str, int]
    """Named whole numbers; the canonical form sorts the names."""
    after: Mapping[str, int]
    """Named whole numbers; the canonical form sorts the names."""
    seal: str
    """An id or code inside a payload."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class Door(Event):
    """A door of the machine was opened or shut."""

    KIND: ClassVar[str] = "door/1"

    door: str
    """main, logic, drop, bill …"""
    open: bool
    """Whether it was opened; else it was shut."""


@dataclass(frozen=True, kw_only=True)
class MachineInterdicted(Event):
    """The machine must not be played (R25)."""

    KIND: ClassVar[str] = "machine-interdicted/1"

    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    finding: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class MachineReleased(Event):
    """The machine may be played again."""

    KIND: ClassVar[str] = "machine-released/1"

    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class FindingAcknowledged(Event):
    """Somebody responsible has seen a finding."""

    KIND: ClassVar[str] = "finding-acknowledged/1"

    finding: str
    """Its id, the same in every rebuild."""


@dataclass(frozen=True, kw_only=True)
class FindingExplained(Event):
    """Somebody said how a finding came about."""

    KIND: ClassVar[str] = "finding-explained/1"

    finding: str
    """An id or code inside a payload."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class FindingDecided(Event):
    """The authority closed a finding: who caused it cannot (OP-ACCESS)."""

    KIND: ClassVar[str] = "finding-decided/1"

    finding: str
    """An id or code inside a payload."""
    state: str
    """accepted, sanctioned, void, reopened."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class FindingDecided2(Event):
    """The authority closed a finding, and the number of its own act or process is told."""

    KIND: ClassVar[str] = "finding-decided/2"

    finding: str
    """An id or code inside a payload."""
    state: str
    """accepted, sanctioned, void, reopened."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""
    act: str | None = None
    """Of a sanction the number of the process."""


@dataclass(frozen=True, kw_only=True)
class InspectionNoted(Event):
    """An inspector, or a chief, saw what no event shows; the body tells when and where.

    Every code that the tables of findings mark ``manual`` is raised by this and nothing else.
    """

    KIND: ClassVar[str] = "inspection-noted/1"

    code: str
    """The finding code."""
    rule: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    person: str | None = None
    """Badge or pseudonym concerned."""
    events: Sequence[str] | None = None
    """``source:seq``, the only name an event has."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class DisputeOpened(Event):
    """A case began: about a round, a machine and time span, or a ticket."""

    KIND: ClassVar[str] = "dispute-opened/1"

    dispute: str
    """An id or code inside a payload."""
    subject: str
    """round, machine, ticket, jogada, award, session."""
    rounds: Sequence[str] | None = None
    """The id of another round than the envelope's: ``<place>/<gaming day>/<number>``."""
    machine: str | None = None
    """An id or code inside a payload."""
    since: str | None = None
    """A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
    until: str | None = None
    """The time span of a machine's case."""
    ticket: str | None = None
    """An id or code inside a payload."""
    claims: Sequence[str] | None = None
    """``source:seq``, the only name an event has."""
    complainant: str | None = None
    """Pseudonym."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    amount: int | None = None
    """Claimed."""
    due: str | None = None
    """When the answer is due."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class DisputeAnswered(Event):
    """The casino answered."""

    KIND: ClassVar[str] = "dispute-answered/1"

    dispute: str
    """An id or code inside a payload."""
    position: str
    """accepted, partly, rejected."""
    amount: int | None = None
    """Offered."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class EvidenceAttached(Event):
    """A file became evidence of a case; it is kept outside, its hash here."""

    KIND: ClassVar[str] = "evidence-attached/1"

    dispute: str
    """An id or code inside a payload."""
    hash: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    size: int
    """Bytes."""
    media: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class DisputeDecided(Event):
    """The case was decided; a decision that differs from replay's verdict gives its reason."""

    KIND: ClassVar[str] = "dispute-decided/1"

    dispute: str
    """An id or code inside a payload."""
    decision: str
    """upheld, partly, rejected, settled, withdrawn."""
    amount: int = 0
    """To be paid."""
    due: int | None = None
    """What replay's verdict said was due."""
    reason: str | None = None
    """A word of a closed vocabulary: game, chance, cause, means …"""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class Appeal(Event):
    """A party appealed against a decision."""

    KIND: ClassVar[str] = "appeal/1"

    dispute: str
    """An id or code inside a payload."""
    by: str
    """player, casino, authority."""
    text: str | None = None
    """Salted SHA-256 of a text that stands in the erasable side table, never in an event."""


@dataclass(frozen=True, kw_only=True)
class SettlementPaid(Event):
    """A debt was paid after the fact: a wrong payment becomes remedied, never vanishes."""

    KIND: ClassVar[str] = "settlement-paid/1"

    dispute: str | None = None
    """An id or code inside a payload."""
    finding: str | None = None
    """An id or code inside a payload."""
    amount: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    seat: int | None = None
    """A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the
    rank
    among the players who stand, where they have one: 101 stands first.
    """
    player: str | None = None
    """A player's pseudonym, the same wherever he plays."""
    bets: Sequence[int] | None = None
    """A bet's number within its round."""
    means: str
    """A word of a closed vocabulary: game, chance, cause, means …"""
    slip: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class Correction(Event):
    """An event should have been another, or should not have been; the old one stays.

    It takes effect, at its own position, when another person has approved.
    """

    KIND: ClassVar[str] = "correction/1"

    target: str
    """``source:seq``, the only name an event has."""
    link: str
    """The target's own link."""
    replacement: Mapping[str, Any] | None = None
    """The payload that should have been, of the same kind; None: the event is withdrawn."""
    reason: str
    """A word of a closed vocabulary: game, chance, cause, means …"""


@dataclass(frozen=True, kw_only=True)
class Approval(Event):
    """A second person agrees; what needs him takes effect at this event's position."""

    KIND: ClassVar[str] = "approval/1"

    target: str
    """``source:seq``, the only name an event has."""
    link: str
    """The target's own link."""


@dataclass(frozen=True, kw_only=True)
class TaxDeclared(Event):
    """The casino declared its base and tax for a span of gaming days."""

    KIND: ClassVar[str] = "tax-declared/1"

    casino: str | None = None
    """An id or code inside a payload."""
    first: str
    """A gaming day, ``2026-11-20``."""
    last: str
    """A gaming day, ``2026-11-20``."""
    tax_name: str
    """imposto_especial, contrapartida, imposto_retido …"""
    category: str | None = None
    """mesas, bingo, maquinas, cagnotte; None: all."""
    base: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    tax: int
    """An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
    shares: Sequence[TaxShare] | None = None
    """A part of the tax's yield."""


@dataclass(frozen=True, kw_only=True)
class GamingDayClosed(Event):
    """The body's gaming day is closed: what comes later belongs to the first open one."""

    KIND: ClassVar[str] = "gaming-day-closed/1"

    casino: str | None = None
    """An id or code inside a payload."""


@dataclass(frozen=True, kw_only=True)
class ReportIssued(Event):
    """An export left the house."""

    KIND: ClassVar[str] = "report-issued/1"

    report: str
    """acta, contadores, pool_statement, journal, bundle …"""
    hash: str
    """A link, or any other SHA-256 or public key, in lower-case hex."""
    size: int
    """Bytes."""
    as_of: int | None = None
    """The position up to which it was true."""
    first: str | None = None
    """A gaming day, ``2026-11-20``."""
    last: str | None = None
    """A gaming day, ``2026-11-20``."""
    to: str | None = None
    """An id or code inside a payload."""
