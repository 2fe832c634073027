"""Accounts and journal of the jackpots: debits positive, credits negative.

Accounts are those of regulatory.md 3.2. J5 is a count of millionths of a minor unit, not an
account. J9 and J11 stand per institution and per casino (``J9:<institution>``, ``J11:<casino>``);
what covers the pools is of no single pool and is booked under ``COVER``.
"""

from typing import Final

from msgspec import Struct

BASE: Final = "J1"
ACCUMULATED: Final = "J2"
RESERVE: Final = "J3"
OVERFLOW: Final = "J4"
WON: Final = "J6"
TRANSIT: Final = "J7"
CARRIED: Final = "J8"
CHARITY: Final = "J9"
TAX: Final = "J10"
INTER_CASINO: Final = "J11"
CASH: Final = "C1"
CAPTIVE: Final = "C2"
CHIPS: Final = "C3"
REVENUE: Final = "P1"
PRIZES: Final = "P2"
BASE_COST: Final = "P3"
DIFFERENCES: Final = "P4"
OPENING: Final = "O1"
"""What a pool held when the ledger began: neither an expense nor a receipt of this ledger."""
PASSED_ON: Final = "O2"
"""What a pool passed on to another, or had from one, once it has arrived; of all pools together it
is zero. Until then it is in transit (J7) at the pool that it left."""

SHOWN: Final = (BASE, ACCUMULATED)
"""What players see."""
PARTS: Final = (BASE, ACCUMULATED, RESERVE, OVERFLOW)
"""What a pool holds that nobody has won."""
COMPONENTS: Final = {
    "base": BASE,
    "accumulated": ACCUMULATED,
    "reserve": RESERVE,
    "overflow": OVERFLOW,
}
"""An event's words for a pool's parts."""
COVER: Final = "*"
"""In the place of a pool's name: money held against all of them."""

JACKPOT_BET: Final = "jackpot bet"
INCREMENT: Final = "increment"
VOIDED: Final = "increment voided"
FUNDED: Final = "base"
AWARD: Final = "award"
AWARD_REVERSED: Final = "award reversed"
RESET: Final = "reset"
PAYMENT: Final = "payment"
WITHHELD: Final = "tax"
ADJUSTMENT: Final = "adjustment"
TRANSFER: Final = "transfer"
REVERSAL: Final = "reversal"
DECLARED: Final = "opening"
END: Final = "end of concession"
GIVEN: Final = "charity"
COVERED: Final = "cover"
CARRY: Final = "carried bet"
LINK: Final = "inter-casino"

COLUMN_OF: Final = {
    FUNDED: "base",
    INCREMENT: "increments",
    VOIDED: "voided",
    AWARD: "wins",
    RESET: "resets",
    TRANSFER: "transfers",
    DECLARED: "declared",
    END: "ended",
}
"""A posting's reason to the statement's column; any other is a correction."""
CORRECTIONS: Final = "corrections"


class Of(Struct, frozen=True, gc=False):
    """The round, bet, award or act that a posting is of, so that a figure leads back to it."""

    round: str | None = None
    seat: int | None = None
    bet: int | None = None
    award: str | None = None
    """The award's id."""
    act: str | None = None
    """The act's event, whose correction must find what it posted."""


NOTHING: Final = Of()


class Posting(Struct, frozen=True, kw_only=True, gc=False):
    """One line of the journal: debit positive, credit negative."""

    pool: str
    account: str
    amount: int
    reason: str
    of: Of = NOTHING


class Entry(Struct, frozen=True, gc=False):
    """A posting where it stands: its event's position and accounting day."""

    position: int
    line: int
    day: str | None
    posting: Posting


def of_institution(institution: str) -> str:
    """Return the account of what an institution is owed (J9)."""
    return f"{CHARITY}:{institution}"


def of_casino(account: str, casino: str | None) -> str:
    """Return an account of one casino; of all where nothing says which."""
    return account if casino in (None, "*") else f"{account}:{casino}"


def is_liability(account: str) -> bool:
    """Tell whether an account must never be below zero (J1-J4, J6, J8, J9, J10)."""
    return account in (*PARTS, WON, CARRIED, TAX) or account.startswith(CHARITY)


def is_held(account: str) -> bool:
    """Tell whether an account is held value, which money or guarantees must cover (MAQ R21)."""
    return account in (*PARTS, WON, TRANSIT, CARRIED) or account.startswith(CHARITY)


def column_of(reason: str) -> str:
    """Return the statement's column in which a movement of the pool's parts stands.

    >>> column_of("award"), column_of("adjustment")
    ('wins', 'corrections')
    """
    return COLUMN_OF.get(reason, CORRECTIONS)
