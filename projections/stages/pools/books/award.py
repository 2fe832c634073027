"""An award as it stands: its prize, the parts of the pool that gave it, and its payments."""

from msgspec import Struct, field

from projections.stages.pools.books.moments import Balances, Key
from projections.stages.pools.books.pool import Cycle, LastAward


class Paid(Struct, kw_only=True):
    """One payment of an award."""

    event: str
    position: int = 0
    """Where it was booked first."""
    amount: int
    """Before tax."""
    tax: int = 0
    account: str
    """Where it came from: C1 or C3."""
    won: int = 0
    """Of it, what was owed (J6); the rest the operator bears."""
    pool: int = 0
    """Of it, what the pool gave."""
    slip: str | None = None
    chips: bool = False
    also: tuple[str, ...] = ()
    """Other events that tell of the same payment, by its slip."""


class Reimbursed(Struct, kw_only=True):
    """A reimbursement from one casino to another for a linked prize."""

    event: str
    position: int
    at: str
    payer: str
    receiver: str
    amount: int
    share: int = 0
    """What the other casino's part of the prize is; of one that is gone, what it was."""

    def other_than(self, host: str) -> str:
        """Return which casino settled with the one that paid the prize."""
        return self.receiver if self.payer == host else self.payer


class Won(Struct, kw_only=True):
    """A prize of a pool: a line of J6 that ends paid, refused or in dispute."""

    award: str
    """Its id: the play, the claim, or the round with a number."""
    pool: str
    position: int
    at: str
    day: str | None = None
    place: str | None = None
    casino: str = "*"
    round: str | None = None
    seat: int | None = None
    bet: int | None = None
    combination: str | None = None
    amount: int
    parts: dict[str, int] = field(default_factory=dict[str, int])
    """Account of the pool to what it gave."""
    house: int = 0
    """What the operator covers."""
    full: bool = False
    basis: int = 0
    """J1 + J2 of which it was taken."""
    before: int = 0
    """J1 + J2 before the winning stake."""
    reset: int = 0
    """Base put back after it."""
    moved: dict[str, int] = field(default_factory=dict[str, int])
    """Account to what left reserve and overflow after it."""
    again: int = 0
    """J1 + J2 from which the pool started again after it."""
    base_moved: int = 0
    """Of that, what paid the base; the rest became J2."""
    shares: dict[str, int] = field(default_factory=dict[str, int])
    """Casino to what it owes of a linked prize."""
    reimbursed: list[Reimbursed] = field(default_factory=list[Reimbursed])
    """What was paid of that, by the casinos' times."""
    casinos: dict[str, int] = field(default_factory=dict[str, int])
    """The cycle's exact contributions, where a full award ended it."""
    so_far: Cycle = field(default_factory=Cycle)
    """What the pool took in since the full award before, when this one was won."""
    cycle: Cycle | None = None
    """Of a full award, the cycle that it ended."""
    claims: list[str] = field(default_factory=list[str])
    """The ``jackpot-won`` events about it."""
    payments: list[Paid] = field(default_factory=list[Paid])
    verified: int | None = None
    refused: int | None = None
    reversed: int | None = None
    """Positions at which that happened."""
    since: str | None = None
    """The ledger's clock when it was won; None until it ticks."""
    late: bool = False
    late_at: int | None = None
    """Position of the tick that found it late."""
    previous: LastAward | None = None
    """The pool's award before it."""
    order: int = 0
    """Its position, or that of its play: of two of one source and time the second's is higher."""
    source: str = ""
    """Who told of it, or laid its stake: of two at one time the names of these decide."""
    held: Balances | None = None
    """What the pool held when it was won, by the devices' own times; of prizes outside rounds."""
    apart: int = 0
    """What J1 + J2 then were, less what they were where it stands in the log."""
    said: int | None = None
    """What its play says."""

    @property
    def key(self) -> Key:
        """When the prize was won."""
        return Key(self.at, self.source, self.order)

    @property
    def from_pool(self) -> int:
        """The part of the prize that the pool gave."""
        return sum(self.parts.values())

    @property
    def paid(self) -> int:
        """The sum of the award's payments, before tax."""
        return sum(one.amount for one in self.payments)

    @property
    def owed(self) -> int:
        """The part of the prize that is still owed (J6)."""
        if self.gone:
            return 0
        return self.amount - sum(one.won for one in self.payments)

    @property
    def gone(self) -> bool:
        """Whether the prize was refused, or taken back."""
        return self.refused is not None or self.reversed is not None

    @property
    def open(self) -> bool:
        """Whether any of the prize is owed."""
        return self.owed > 0

    @property
    def state(self) -> str:
        """won, verified, paid, overpaid, refused, reversed."""
        if self.reversed is not None:
            return "reversed"
        if self.refused is not None:
            return "refused"
        if self.paid > self.amount:
            return "overpaid"
        if not self.open:
            return "paid"
        return "verified" if self.verified is not None else "won"
