"""A jackpot pool of table games as the rules describe it, and the acts by which finance opens it.

Balances and prizes are computed here from the rules' own words (SD R32, R35 to R42), apart from
replay and from the projection of pools.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from ledger.events.jackpots import BaseFunded, Combination, PoolOpened
from ledger.events.reviews import Approval
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ops.simulator.parties.terminal import instant

MILLION: Final = 1_000_000
BET: Final = 100
"""The fixed value of the jackpot bet."""
TABLE: Final = (
    Combination(name="real", ppm=MILLION),
    Combination(name="sequencia_de_cor", ppm=100_000),
    Combination(name="poquer", fixed=50_000),
    Combination(name="full", fixed=10_000),
    Combination(name="cor", fixed=5_000),
)


class Prize(Struct, frozen=True, kw_only=True):
    """What one winner gets."""

    seat: int
    combination: str
    amount: int
    undivided: int
    """The whole prize of the combination, that its winners divide."""


class Pool:
    """The display of a pool, and how its amount grows and falls."""

    def __init__(self, terms: PoolOpened) -> None:
        """Begin with the base, funded by the operator."""
        self.terms = terms
        self.balance = terms.base
        self.residue = 0
        """Millionths of a minor unit."""

    def feed(self, stake: int) -> int:
        """Add the share of the jackpot bets; return the whole units that the balance grew."""
        whole, self.residue = divmod(stake * self.terms.ppm + self.residue, MILLION)
        self.balance += whole
        return whole

    def prizes(self, winners: Sequence[tuple[int, str]]) -> list[Prize]:
        """Return the prizes of these seats' combinations, from the smallest to the largest (R32).

        Shares are of the balance, this round's increments included; several with one combination
        divide its prize, odd units from the pagador's left; the top one takes what is left.
        """
        seats: dict[str, list[int]] = {}
        for seat, combination in sorted(winners):
            seats.setdefault(combination, []).append(seat)
        top = self.top
        whole: dict[str, int] = {
            one.name: max(self.balance * (one.ppm or 0) // MILLION, one.fixed or 0)
            for one in self.terms.combinations
            if one.name in seats and one.name != top
        }
        lower = sorted(whole, key=lambda name: whole[name])
        if top in seats:
            whole[top] = max(0, self.balance - sum(whole.values()))
            lower.append(top)
        return [
            Prize(seat=seat, combination=name, amount=part, undivided=whole[name])
            for name in lower
            for seat, part in zip(seats[name], _divide(whole[name], len(seats[name])), strict=True)
        ]

    def take(self, prizes: Sequence[Prize]) -> bool:
        """Take prizes out; return whether the top one was among them, and the base put back."""
        if any(prize.combination == self.top for prize in prizes):
            self.balance = self.terms.base
            return True
        for prize in prizes:
            self.balance -= min(prize.amount, self.balance)
        return False

    @property
    def top(self) -> str:
        """The combination of the maximum prize."""
        return next(one.name for one in self.terms.combinations if one.ppm == MILLION)

    def has(self, combination: str) -> bool:
        """Tell whether a combination has a prize."""
        return any(one.name == combination for one in self.terms.combinations)


def _divide(amount: int, parts: int) -> list[int]:
    return [amount // parts + (index < amount % parts) for index in range(parts)]


def sem_descarte_terms(pool: str, *tables: str, currency: str = "XTS") -> PoolOpened:
    """Return the terms of a jackpot of póquer sem descarte for one or more tables."""
    return PoolOpened(
        pool=pool,
        scope="tables",
        members=tables,
        currency=currency,
        base=10_000 * BET,
        ppm=703_125,
        game="poquer_sem_descarte",
        bet_type="acumulado",
        bet=BET,
        combinations=TABLE,
        act="homologacao-1",
    )


def open_pool(
    finance: SourceChain, approver: SourceChain, terms: PoolOpened, *, day: str, at: datetime
) -> list[Segment]:
    """Return the events that open a pool: finance's act, another's approval, the base's money."""
    times = [instant(at + timedelta(minutes=minutes)) for minutes in range(3)]
    opened = finance.say(terms, times[0], day=day)
    approval = Approval(target=finance.name_of_last(), link=finance.link.hex())
    approved = approver.say(approval, times[1], day=day)
    funded = BaseFunded(pool=terms.pool, amount=terms.base, funds="operator")
    return [opened, approved, finance.say(funded, times[2], day=day)]
