"""A pool as it stands: terms, members, balances, the cycle since the last full award.

Nothing here posts; what moves money is ``stakes``, ``awards`` and ``acts`` through ``books``.
Rules: jackpots.md, "Pool model".
"""

from bisect import insort
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.events.jackpots import PoolOpened
from ledger.money import MILLION
from projections.base.times import LAST
from projections.replay.record import PoolState
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    BASE,
    OVERFLOW,
    PARTS,
    RESERVE,
    is_held,
)
from projections.stages.pools.books.agenda.waiting import Waiting
from projections.stages.pools.books.moments import (
    Balances,
    Drain,
    Gone,
    Key,
    Latest,
    Move,
    Reading,
    Returned,
)

ACTIVE: Final = "activo"
TRANSFERRED: Final = "transferido"
REVERTED: Final = "revertido"
EXTINCT: Final = "extinto"
"""It was taken down with nothing in it."""
WITHDRAWN: Final = "retirado"
"""Its opening was withdrawn by a correction."""
EVERYWHERE: Final = "*"
DRAINS: Final = 32
"""Awards and transfers of which it is kept when they were."""
CHANGEABLE: Final = frozenset({"ppm", "reserve_ppm", "ceiling", "base", "increment_max"})
"""Terms that a parameter of the pool's own scope may change, from a date."""


class Member(Struct, kw_only=True):
    """A machine, table or device that feeds a pool, and while it does."""

    name: str
    since: int
    """The position from which its stakes qualify."""
    until: int | None = None
    casino: str | None = None
    since_at: str = ""
    until_at: str | None = None
    """When that was said, by the time of who said it."""
    by: tuple[str, ...] = ()
    """The acts that say so, each by its event; the pool's opening has no name here."""
    ended: str = ""
    """The act that ended it."""


class Change(Struct, frozen=True, kw_only=True):
    """Another value of a term, in force from a time and known from a position."""

    name: str
    value: int | None
    since: str
    known: int
    act: str = ""
    """The event that set it."""
    until: int | None = None
    """Position of the correction that ended it, for whatever comes after; None while it stands."""

    def is_known(self, before: int) -> bool:
        """Tell whether the change of the term was known, and stood, before a position."""
        return self.known < before and (self.until is None or before <= self.until)


class Cycle(Struct, kw_only=True):
    """A pool's income and prizes since the last full award, in minor units of J1 + J2."""

    started: int = 0
    """The position of the last full award, or of the opening."""
    base: int = 0
    """J1 when it began."""
    funded: int = 0
    """Into J1 since: base put in, minimum topped up, balances declared."""
    carried: int = 0
    """J2 when it began: what was left, reserve and overflow."""
    increments: int = 0
    """Into J2, less what voids took back."""
    transfers: int = 0
    corrections: int = 0
    wins: int = 0
    """Partial prizes, as they left J1 + J2."""
    stakes: int = 0
    """How many stakes."""
    rates: dict[str, int] = field(default_factory=dict[str, int])
    """Rate in ppm to the sum of the stakes that qualified at it."""

    @property
    def total(self) -> int:
        """J1 + J2 as the cycle adds up."""
        return (
            self.base
            + self.funded
            + self.carried
            + self.increments
            + self.transfers
            + self.corrections
            - self.wins
        )

    def merged(self, later: "Cycle") -> "Cycle":
        """Join a later cycle to this one, as if the full award between them had not been."""
        rates = dict(self.rates)
        for ppm, staked in later.rates.items():
            rates[ppm] = rates.get(ppm, 0) + staked
        return Cycle(
            started=self.started,
            base=self.base,
            funded=self.funded + later.funded,
            carried=self.carried,
            increments=self.increments + later.increments,
            transfers=self.transfers + later.transfers,
            corrections=self.corrections + later.corrections,
            wins=self.wins + later.wins,
            stakes=self.stakes + later.stakes,
            rates=rates,
        )


class Said(Struct):
    """The last stake of a member whose increments are stated."""

    stake: str
    """The stake's event."""
    whole: int
    position: int
    at: str = ""
    source: str = ""
    stated: bool = False
    by: int = 0
    """Position of what was said of it."""

    @property
    def key(self) -> Key:
        """The moment at which the stake was laid."""
        return Key(self.at, self.source, self.position)


class Missed(Struct, frozen=True, kw_only=True, gc=False):
    """A member's stake whose increment nobody had stated when the next stake was laid."""

    place: str
    stake: str
    """The stake's event."""
    at: str
    source: str
    position: int
    until: Key
    """When the next one was laid."""

    @property
    def key(self) -> Key:
        """The moment at which the stake was laid."""
        return Key(self.at, self.source, self.position)


class Unreturned(Struct, kw_only=True):
    """A prize that is gone, and whose payer was reimbursed by other casinos."""

    award: str
    since: str | None
    """The ledger's clock when it was gone; None until it ticks."""
    late: int | None = None
    """Position of the tick that found it late."""


class Closing(Struct, frozen=True, kw_only=True):
    """The end of a pool: a transfer, the concession's end, its extinction, its withdrawal."""

    at: str
    source: str
    order: int
    """When it ended, by the time and the source of the act."""
    known: int
    """The position at which it ended in the log."""
    aside: list[Move] = field(default_factory=list[Move])
    """What was staked after that and told before it was known: it is not the pool's."""

    @property
    def key(self) -> Key:
        """The moment after which nothing is the pool's, and nobody wins it."""
        return Key(self.at, self.source, self.order)


class Commitment(Struct, kw_only=True):
    """A secret trigger, fixed beforehand (MAQ R18; F42)."""

    position: int
    hash: str
    low: int
    high: int
    awarded: int | None = None
    """Position of the award that it decided."""
    before: int = 0
    basis: int = 0
    """J1 + J2 before and after the stake that won."""
    opened: int | None = None
    opened_at: str = ""
    """Where and when it was opened."""
    at: str = ""
    """When it was fixed."""
    source: str = ""
    value: int | None = None
    """What it was, where it was opened."""

    @property
    def key(self) -> Key:
        """The moment at which the trigger was fixed."""
        return Key(self.at, self.source, self.position)


class LastAward(Struct, frozen=True, kw_only=True):
    """The last award of the pool."""

    position: int
    at: str
    source: str = ""
    order: int = 0
    """With its time its moment; of a table's, whose prizes go by the log, there is no source."""
    basis: int
    """J1 + J2 of which it was taken, the winning stake's increment included."""
    before: int
    """J1 + J2 before that increment."""
    full: bool
    reset: int = 0
    """Base put back after it."""
    carried: int = 0
    """Reserve and overflow that became J2 after it."""
    balance: int = 0
    """What the pool started from."""

    @property
    def key(self) -> Key:
        """The moment at which the award was won."""
        return Key(self.at, self.source, self.order or self.position)


class Carry(Struct, kw_only=True):
    """A jackpot bet of a void round that stays placed (STU R25, R28)."""

    place: str
    round: str
    """The void round in which it was laid."""
    seat: int
    stake: int
    whole: int
    """Its whole units of increment, which stay in the pools."""
    at: str
    opened: int
    """When that round was opened: its rate holds."""
    taken: int
    """Where the increment was booked."""


class Pool(Struct, kw_only=True):
    """One level of one prize."""

    name: str
    opened: int
    """Position of ``pool-opened``."""
    began: int = 0
    """Position at which it took effect."""
    terms: PoolOpened
    casino: str = EVERYWHERE
    """Whose base it is: the casino that opened it."""
    status: str = ACTIVE
    members: list[Member] = field(default_factory=list[Member])
    balances: dict[str, int] = field(default_factory=dict[str, int])
    """Account to what it holds, credits positive."""
    residue: int = 0
    reserve_residue: int = 0
    """J5 of J2 and of J3, in millionths of a minor unit."""
    generation: int = 0
    """Full awards so far."""
    changes: list[Change] = field(default_factory=list[Change])
    """By their date; of equal dates, as they came to be known."""
    cycle: Cycle = field(default_factory=Cycle)
    staked: int = 0
    """All stakes that ever qualified."""
    casinos: dict[str, int] = field(default_factory=dict[str, int])
    """Casino to its exact contributions since the last full award, in millionths."""
    unreturned: list[Unreturned] = field(default_factory=list[Unreturned])
    """Prizes of which something has to be given back."""
    netted: bool = False
    """Casinos settled in one sum, naming no prize."""
    drains: list[Drain] = field(default_factory=list[Drain])
    """The last awards and transfers, by their time: a void of a stake from before one of them
    takes nothing back."""
    moves: list[Move] = field(default_factory=list[Move])
    """Changes that a late device may still come before, in the order of the devices' times."""
    marked: Balances | None = None
    """What it held when the last of them was kept."""
    fell_at: str = ""
    """When J1 + J2 last fell, of the changes that are no longer kept."""
    forgot: str = ""
    """The time of the last change that is no longer kept."""
    returned: list[Returned] = field(default_factory=list[Returned])
    """What void stakes took back out of it, as long as a transfer or prize from before may come
    late."""
    stayed: list[Returned] = field(default_factory=list[Returned])
    """Void stakes whose share stays because of a prize, as long as that may be taken back."""
    gone: list[Gone] = field(default_factory=list[Gone])
    """Prizes that were taken back, as long as what was before or between may come late."""
    waiting: list[Waiting] = field(default_factory=list[Waiting])
    """What is judged when all devices must have spoken."""
    doubted: list[Waiting] = field(default_factory=list[Waiting])
    """What was judged and differs: a device later still may explain it."""
    unfound: list[Waiting] = field(default_factory=list[Waiting])
    """What was said of a prize and, when its term was over, fitted none: one told of later still
    may be the one."""
    latest: list[Latest] = field(default_factory=list[Latest])
    """The awards outside rounds that may still be reckoned anew, by their time, and the last one
    before them."""
    said: dict[str, Said] = field(default_factory=dict[str, Said])
    untold: list[Waiting] = field(default_factory=list[Waiting])
    """What was said of members' stakes and is of none that has come so far."""
    missed: list[Missed] = field(default_factory=list[Missed])
    """Stakes of which nobody said so far what they added."""
    readings: dict[str, Reading] = field(default_factory=dict[str, Reading])
    commitment: Commitment | None = None
    unhit: list[Commitment] = field(default_factory=list[Commitment])
    """Triggers before it that nobody hit, as far as is known: who did may be away."""
    last_award: LastAward | None = None
    carried: dict[str, Carry] = field(default_factory=dict[str, Carry])
    closing: Closing | None = None
    """What ended it; None while it is active."""
    ended: tuple[str, int, int] | None = None
    """The concession's end that closed it, and the fractions that it completed."""
    passed: int | None = None
    """The cycle in which the latest trigger was passed without an award."""
    passed_at: str = ""
    """When the stake was laid that was found to pass it."""
    before_last: int = 0
    """J1 + J2 before the last stake's increment."""
    statuses: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Every other status since the first, each with the position of the event that gave it."""
    former: list[tuple[int, PoolOpened]] = field(default_factory=list[tuple[int, PoolOpened]])
    """Terms that a correction replaced, each with its position."""

    @property
    def shown(self) -> int:
        """The part that players see: J1 + J2."""
        return self.balances.get(BASE, 0) + self.balances.get(ACCUMULATED, 0)

    @property
    def parts(self) -> int:
        """The money that nobody has won: J1 to J4."""
        return sum(self.balances.get(account, 0) for account in PARTS)

    @property
    def held(self) -> int:
        """The money that cash or guarantees must cover (MAQ R21)."""
        return sum(amount for account, amount in self.balances.items() if is_held(account))

    def balances_now(self) -> Balances:
        """Return the pool's balances, fractions included."""
        balances = self.balances
        base = balances.get(BASE, 0)
        return Balances(
            (base + balances.get(ACCUMULATED, 0)) * MILLION + self.residue,
            base,
            balances.get(RESERVE, 0) * MILLION + self.reserve_residue,
            balances.get(OVERFLOW, 0),
            self.staked,
        )

    def is_closed_at(self, key: Key) -> bool:
        """Tell whether the pool had ended at a moment, by the time of what ended it."""
        return self.closing is not None and key > self.closing.key

    def drain(self, key: Key, by: str = "", *, in_log: bool = False) -> None:
        """Note an award or a transfer as a drain; an award is noted once, as it was told last."""
        self.undrain(by)
        insort(self.drains, Drain(*key, by, in_log), key=lambda one: one.key)
        del self.drains[:-DRAINS]

    def undrain(self, by: str) -> None:
        """Forget the drain of an award."""
        if by:
            self.drains = [one for one in self.drains if one.by != by]

    def change(self, one: Change) -> None:
        """Change a term from a date on: the latest date that has come decides."""
        insort(self.changes, one, key=lambda other: other.since)

    def holds(self, account: str) -> int:
        """Return the balance of an account of the pool."""
        return self.balances.get(account, 0)

    def term(self, name: str, at: str, before: int) -> int | None:
        """Return a term in force at a time and known before a position."""
        for change in reversed(self.changes):
            if change.name == name and change.since <= at and change.is_known(before):
                return change.value
        found: int | None = getattr(self.terms, name)
        return found

    def whole(self, name: str, at: str, before: int) -> int:
        """Return a term that always has a value."""
        return self.term(name, at, before) or 0

    def base_at(self, at: str) -> int:
        """Return the base that a full award restores at a time, as it is known last."""
        for change in reversed(self.changes):
            if change.name == "base" and change.since <= at and change.until is None:
                return change.value or 0
        return self.terms.base

    @property
    def base(self) -> int:
        """The base of the latest date for which a base is known."""
        return self.base_at(LAST)

    def member(self, name: str, position: int) -> Member | None:
        """Return the membership under which a name fed the pool at a position."""
        for one in self.members:
            if (
                one.name == name
                and one.since <= position
                and (one.until is None or position < one.until)
            ):
                return one
        return None

    def fed_by(self, name: str, at: str) -> bool:
        """Tell whether a device fed the pool at a time, by the news of members so far."""
        return any(
            one.name == name and one.since_at <= at and (one.until_at is None or at < one.until_at)
            for one in self.members
        )

    @property
    def names(self) -> list[str]:
        """The members that feed the pool now."""
        return [one.name for one in self.members if one.until is None]

    def correct_cycle(self, before: int) -> None:
        """Book into the cycle whatever J1 + J2 changed since ``before`` by a correction."""
        self.cycle.corrections += self.shown - before


class AllPools(dict[str, Pool]):
    """Every pool by its name, and which active pools each member feeds."""

    def __init__(self) -> None:
        """Begin with no pool."""
        super().__init__()
        self.feeds: dict[str, list[Pool]] = {}
        """Member to the active pools it feeds, in the order in which they began."""
        self.touched: set[str] = set()
        """Pools that this page changed."""

    def feed(self, pool: Pool, member: str) -> None:
        """Let a member's stakes qualify from here on."""
        feeds = self.feeds.setdefault(member, [])
        if pool.status == ACTIVE and pool not in feeds:
            feeds.append(pool)
            feeds.sort(key=lambda one: (one.began, one.name))

    def starve(self, pool: Pool, member: str) -> None:
        """Let a member's stakes qualify no more."""
        feeds = self.feeds.get(member, [])
        if pool in feeds:
            feeds.remove(pool)
        if not feeds:
            self.feeds.pop(member, None)

    def close(self, pool: Pool, status: str, key: Key, position: int) -> None:
        """End a pool at a moment, known at a position: it takes no stakes, gives no prize after."""
        pool.status = status
        pool.closing = Closing(at=key.at, source=key.source, order=key.order, known=position)
        pool.statuses.append((position, status))
        for name in pool.names:
            self.starve(pool, name)
        self.touched.add(pool.name)

    def reopen(self, pool: Pool, position: int) -> None:
        """Let a pool take stakes again from a position on."""
        pool.status, pool.closing = ACTIVE, None
        pool.statuses.append((position, ACTIVE))
        for name in pool.names:
            self.feed(pool, name)
        self.touched.add(pool.name)


def as_known(pool: Pool, position: int) -> Pool | None:
    """Return a pool's terms, members and status as they were known at a position.

    None if it had not begun. What it held is the journal's to say, so its balances are left out.
    """
    if pool.began > position:
        return None
    return replace(
        pool,
        terms=next((was for until, was in pool.former if until > position), pool.terms),
        status=next((now for at, now in reversed(pool.statuses) if at <= position), ACTIVE),
        members=[
            one if one.until is None or one.until <= position else replace(one, until=None)
            for one in pool.members
            if one.since <= position
        ],
        changes=[
            replace(change, until=None) for change in pool.changes if change.is_known(position + 1)
        ],
        balances={},
    )


def base_code(pool: Pool) -> str:
    """Return the code of a base put back wrongly: bingo has its own (BI R11)."""
    return "BI-JP-BASE" if pool.terms.scope == "bingo_room" else "JP-RESET"


def state_for(pool: Pool, at: str, before: int) -> PoolState:
    """Return the pool as a game sees it, with the rate in force when its round was opened."""
    terms = pool.terms
    return PoolState(
        pool=pool.name,
        balance=pool.shown,
        base=pool.whole("base", at, before),
        ppm=pool.whole("ppm", at, before),
        base_part=pool.holds(BASE),
        residue=pool.residue,
        bet=terms.bet or 0,
        combinations={c.name: c.ppm for c in terms.combinations if c.ppm is not None},
        fixed={c.name: c.fixed for c in terms.combinations if c.fixed is not None},
        house_pays_fixed=terms.house_pays_fixed,
        balls=terms.balls,
        until=terms.until,
        authorised=terms.act is not None,
        ceiling=pool.term("ceiling", at, before),
    )
