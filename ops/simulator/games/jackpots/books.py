"""A linked jackpot as the rules describe it: what it holds, part by part, and how that moves.

Worked out here from ``rules/jackpots.md`` and the accounts of regulatory.md 3.2, apart from the
projection of pools: increments exact to the millionth, prizes from the accumulated part first, the
base put back after a full one, what several casinos owe each other.
"""

from bisect import insort
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct, field

from ledger.events.jackpots import PoolOpened

MILLION: Final = 1_000_000


class Stake(Struct, frozen=True, kw_only=True):
    """A stake that fed a pool."""

    id: str
    device: str
    casino: str
    amount: int
    ppm: int
    """The rate of its instant."""
    awards: int
    """How often the pool had been drained before it."""


class Award(Struct, frozen=True, kw_only=True):
    """A prize as the pool's table gives it."""

    combination: str | None
    amount: int
    full: bool
    basis: int
    """What players saw when it was won."""
    reset: int = 0
    """Base put back after it."""
    carried: int = 0
    """Reserve and overflow that became the accumulated part."""
    balance: int = 0
    """From what the pool goes on."""
    owed: Mapping[str, int] = field(default_factory=dict[str, int])
    """What each other casino owes the one that pays."""


class Held(Struct, kw_only=True):
    """The parts of a pool (J1 to J6), and its terms as they are in force."""

    terms: PoolOpened
    casino: str
    """Whose base it is."""
    base: int = 0
    accumulated: int = 0
    reserve: int = 0
    overflow: int = 0
    residue: int = 0
    reserve_residue: int = 0
    rates: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """Since when which rate holds, by that date; of equal dates in the order in which set."""
    staked: int = 0
    casinos: dict[str, int] = field(default_factory=dict[str, int])
    """Exact contributions since the last full prize, in millionths."""
    drained: int = 0
    """Prizes and transfers so far."""
    wins: int = 0
    unpaid: int = 0
    before: int = 0
    """What players saw before the last stake."""

    @property
    def name(self) -> str:
        """The pool's name."""
        return self.terms.pool

    @property
    def shown(self) -> int:
        """The amount on the display: J1 + J2."""
        return self.base + self.accumulated

    @property
    def held(self) -> int:
        """The amount that money or guarantees must cover (MAQ R21)."""
        return self.shown + self.reserve + self.overflow + self.unpaid

    def rate(self, at: str) -> int:
        """Return the rate in force at a time: the one of the latest date that has come."""
        found = self.terms.ppm
        for since, ppm in self.rates:
            found = ppm if since <= at else found
        return found

    def announce(self, since: str, ppm: int) -> None:
        """Set another rate from a date on, whatever was announced before for other dates."""
        insort(self.rates, (since, ppm), key=lambda one: one[0])

    def feed(self, stake: int, casino: str, at: str) -> int:
        """Take a stake's share in exactly; return the rate it took."""
        self.before = self.shown
        ppm = self.rate(at)
        whole, self.residue = divmod(stake * ppm + self.residue, MILLION)
        hidden, self.reserve_residue = divmod(
            stake * self.terms.reserve_ppm + self.reserve_residue, MILLION
        )
        room = whole
        if self.terms.ceiling is not None:
            room = max(0, self.terms.ceiling - self.shown)
        self.accumulated += min(whole, room)
        self.overflow += whole - min(whole, room)
        self.reserve += hidden
        self.staked += stake
        self.casinos[casino] = self.casinos.get(casino, 0) + stake * ppm
        return ppm

    def take_back(self, stake: Stake) -> None:
        """Take a void stake's share out again exactly, unless a prize came between."""
        if stake.awards != self.drained:
            return
        whole, self.residue = divmod(self.residue - stake.amount * stake.ppm, MILLION)
        hidden, self.reserve_residue = divmod(
            self.reserve_residue - stake.amount * self.terms.reserve_ppm, MILLION
        )
        from_overflow = min(-whole, self.overflow)
        self.overflow -= from_overflow
        self.accumulated += whole + from_overflow
        self.reserve += hidden
        self.staked -= stake.amount
        self.casinos[stake.casino] -= stake.amount * stake.ppm

    def win(self, combination: str | None, payer: str) -> Award:
        """Let a prize be won: out of J2 first, then J1; after a full one the base is put back."""
        table = {one.name: one for one in self.terms.combinations}
        basis = self.shown
        amount, full = basis, True
        if combination is not None and combination in table:
            one = table[combination]
            amount = max(basis * (one.ppm or 0) // MILLION, one.fixed or 0)
            full = one.ppm == MILLION
        from_pool = min(amount, basis)
        accumulated = min(from_pool, self.accumulated)
        base = from_pool - accumulated
        self.accumulated -= accumulated
        self.base -= base
        owed = self._owed(accumulated, base, payer)
        self.drained += 1
        self.wins += 1
        self.unpaid += amount
        reset = carried = 0
        if full:
            reset = max(0, self.terms.base - self.base)
            carried = self.reserve + self.overflow
            self.base += reset
            self.accumulated += carried
            self.reserve = self.overflow = 0
            self.casinos = {}
        return Award(
            combination=combination,
            amount=amount,
            full=full,
            basis=basis,
            reset=reset,
            carried=carried,
            balance=self.shown,
            owed=owed,
        )

    def _owed(self, accumulated: int, base: int, payer: str) -> dict[str, int]:
        """Return the other casinos' debts: contributions by weight, the base by its casino."""
        names = sorted(name for name, weight in self.casinos.items() if weight > 0)
        shares = dict(
            zip(names, divided(accumulated, [self.casinos[name] for name in names]), strict=True)
        )
        left = accumulated - sum(shares.values()) + base
        shares[self.casino] = shares.get(self.casino, 0) + left
        return {name: share for name, share in sorted(shares.items()) if share and name != payer}


def divided(amount: int, weights: Sequence[int]) -> list[int]:
    """Divide in proportion; odd units go to the largest remainders, the first of equal ones.

    >>> divided(100, [1, 1, 1])
    [34, 33, 33]
    """
    total = sum(weights)
    if not total:
        return [0] * len(weights)
    parts = [amount * weight // total for weight in weights]
    rests = [amount * weight % total for weight in weights]
    order = sorted(range(len(weights)), key=lambda one: (-rests[one], one))
    for one in order[: amount - sum(parts)]:
        parts[one] += 1
    return parts


def commitment(value: int, salt: str) -> str:
    """Return the hash of a trigger (MAQ R18)."""
    return sha256(f"{value}:{salt}".encode()).hexdigest()
