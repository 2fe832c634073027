"""Names of the accounts and reasons of the jackpots' books."""

from collections.abc import Mapping
from typing import Final

from api.console.language.words import mark as _

ACCOUNTS: Final[Mapping[str, str]] = {
    "J1": _("base"),
    "J2": _("accumulated increments"),
    "J3": _("reserve"),
    "J4": _("overflow"),
    "J5": _("fraction not yet attributed"),
    "J6": _("won, to be paid"),
    "J7": _("in transit between jackpots"),
    "J8": _("carried bets"),
    "J9": _("owed to charities"),
    "J10": _("tax withheld"),
    "J11": _("owed between casinos"),
    "C1": _("cash"),
    "C2": _("captive deposits"),
    "C3": _("chips"),
    "P1": _("gaming revenue"),
    "P2": _("prizes of the house"),
    "P3": _("cost of the base"),
    "P4": _("differences"),
    "O1": _("opening"),
    "O2": _("passed to another jackpot"),
}
MOVES: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("declared", _("Declared at the beginning"), "O1", "J1"),
    ("base", _("Base"), "P3", "J1"),
    ("increments", _("Increments"), "P1", "J2"),
    ("voided", _("Increments voided"), "J2", "P1"),
    ("wins", _("Prizes"), "J1", "J6"),
    ("resets", _("Base restored"), "P3", "J1"),
    ("transfers", _("Transfers"), "J2", "O2"),
    ("corrections", _("Corrections"), "J2", "P4"),
    ("ended", _("End of concession"), "J2", "J9"),
)
"""Columns of a statement: what they are called, and from which account to which they move."""
STATUS: Final[Mapping[str, str]] = {
    "activo": _("active"),
    "extinto": _("extinguished"),
    "retirado": _("taken down"),
    "revertido": _("left to charities"),
    "transferido": _("transferred"),
}
STANDING: Final[Mapping[str, tuple[str, str, str]]] = {
    "won": ("warn", "clock", _("To be paid")),
    "paid": ("ok", "check", _("Paid")),
    "refused": ("", "void", _("Refused")),
    "reversed": ("", "void", _("Taken back")),
    "disputed": ("warn", "question", _("In dispute")),
    "owed": ("warn", "clock", _("To be paid")),
    "part": ("warn", "clock", _("Paid in part")),
}
"""How an award stands: tone, icon and words of its tag."""
