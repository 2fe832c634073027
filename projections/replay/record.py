"""The record of a round, as every game has it.

A record says what was dealt, staked, decided and paid. Each game's record adds its own fields,
named as in its rules. Times are ISO 8601 texts in UTC, amounts minor units of the record's
currency.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ledger.money import Minor, Ppm, take_share

PHYSICAL: Final = "physical"


class Payment(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A recorded payment: compared with what is due, never read to decide it."""

    seat: int
    amount: Minor
    """What the house, or the pot, handed over beyond returned stakes."""
    bets: tuple[int, ...] = ()
    """The bets it pays; empty for a pot, or when the table pays a seat as a whole."""
    stake_returned: Minor = 0
    """Of those bets' stakes, what the player took back or kept."""
    pot: int | None = None
    """Which pot, from 0, the main one."""
    returned: Minor = 0
    """Of a pot bet, the part nobody matched."""
    award: str | None = None
    """The jackpot pool it pays from, if it is a jackpot's."""

    @property
    def total(self) -> Minor:
        """The amount handed over: the prize, and the stakes given back."""
        return self.amount + self.stake_returned + self.returned

    @property
    def withheld(self) -> Minor:
        """The tax kept back from the prize, where a game's payments tell of any."""
        return 0


def paid_by_seat(payments: Iterable[Payment]) -> dict[int, Minor]:
    """Return the payment of each seat, prizes of jackpots apart; an unpaid seat is left out."""
    paid: dict[int, Minor] = {}
    for payment in payments:
        if payment.award is None:
            paid[payment.seat] = paid.get(payment.seat, 0) + payment.total
    return {seat: total for seat, total in paid.items() if total}


class Void(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The round was declared void."""

    cause: str
    rule: str = ""
    side: str = "unknown"
    """Online: whose system failed: ``operator``, ``player`` or ``unknown``."""


class ErrorNoted(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An error of the deal or of a person, as the table recorded it."""

    error: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    at: str | None = None


class Unread(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A word of the round that the game does not know: what it told is not known."""

    fact: str
    """``decisao``, ``carta``, ``aposta``; ``valor`` of an amount that cannot be …"""
    word: str
    seat: int | None = None
    """The only seat whose play it is of; None: all may rest on it."""
    bet: int | None = None
    """The stake it is of."""


class PoolState(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A jackpot pool when the round's bets are closed, before the round's increments."""

    pool: str
    balance: Minor
    """What players see: base part and accumulated part."""
    base: Minor
    """The value to which a full award restores it."""
    ppm: Ppm
    """The share of each qualifying stake that is added."""
    base_part: Minor = 0
    """Of the balance, what is still base (J1)."""
    residue: int = 0
    """Millionths of a minor unit, carried (J5)."""
    bet: Minor = 0
    """The fixed value of the jackpot bet; 0 where it is not fixed."""
    combinations: dict[str, int] = {}
    """Combination to its share in ppm of the balance; 1,000,000 is the whole."""
    fixed: dict[str, int] = {}
    """Combination to its fixed sum."""
    house_pays_fixed: bool = False
    balls: int | None = None
    """Bingo: won with at most so many balls, as approved (BI R9)."""
    until: str | None = None
    """Bingo: the first bingo after it takes the pool (BI R12)."""
    authorised: bool | None = None
    """Whether the authority's act stands in its opening; None where that is not said."""
    ceiling: Minor | None = None
    """Above it increments are kept apart (J4): no prize of this cycle is paid from them."""

    def growth(self, staked: Minor) -> Minor:
        """Return by how much the balance grows with these stakes, up to the ceiling."""
        whole, _ = take_share(staked, self.ppm, self.residue)
        if self.ceiling is None or whole <= 0:
            return whole
        return min(whole, max(0, self.ceiling - self.balance))


class Record(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """The fields every game's record shares. Subclasses are tagged with their game."""

    round: str = ""
    profile: str = "cv-2017@1"
    currency: str = "XTS"
    mode: str = PHYSICAL
    """``physical``, or online ``shared``, ``exclusive``, ``demo``."""
    records: tuple[str, ...] | None = None
    """What the table records; None is everything. A code that needs more is not assessed."""
    payments: tuple[Payment, ...] = ()
    void: Void | None = None
    errors: tuple[ErrorNoted, ...] = ()
    unread: tuple[Unread, ...] = ()

    def has(self, what: str) -> bool:
        """Tell whether the table records ``what`` (bets, cards, payouts, burns …)."""
        return self.records is None or what in self.records
