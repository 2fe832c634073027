"""Events that whoever works the floor reads: those said there, and how its cases ended.

A cashier, a supervisor and a technician see the events that one of them, a dealer or a device may
say, and those by which their cases end. The books are for others: taxes, cover, prizes' funds, what
leaves as a report, and who read what.
"""

from functools import cache
from typing import Final

from api.services.deps import View
from ledger.errors import LedgerError
from ledger.roles import AT_A_CASINO, Role
from ledger.signed.canonical import decode
from projections.authority.judging import sayers

FLOOR_PEOPLE: Final = frozenset({Role.CASHIER, Role.SUPERVISOR, Role.TECHNICIAN})
"""Roles of sources whose holders read as the floor does."""
SAID_THERE: Final = AT_A_CASINO | FLOOR_PEOPLE | {Role.DEALER}
ENDS: Final = frozenset(
    {
        "dispute-answered",
        "dispute-decided",
        "finding-decided",
        "award-refused",
        "place-scheduled",
        "place-withdrawn",
    }
)
"""What others say of the floor's own cases, prizes and hours."""
ABOUT_ANOTHER: Final = frozenset({"approval", "correction"})
"""Kinds that are whatever their target is."""
_DEPTH: Final = 4
"""Of a correction of a correction; nobody needs more."""
_DIGITS: Final = 19


def is_seq(said: str) -> bool:
    """Tell whether a word could be an event's number at its source.

    >>> is_seq("12"), is_seq("-1"), is_seq("9" * 30)
    (True, False, False)
    """
    return said.isascii() and said.isdecimal() and len(said) < _DIGITS


@cache
def is_of_the_floor(kind: str) -> bool:
    """Tell whether the floor reads events of a kind.

    >>> is_of_the_floor("payout/1"), is_of_the_floor("settlement-paid/1")
    (True, True)
    >>> is_of_the_floor("tax-declared/1"), is_of_the_floor("access-recorded/1")
    (False, False)
    """
    return kind.partition("/")[0] in ENDS or not sayers(kind).isdisjoint(SAID_THERE)


def event_is_of_the_floor(view: View, name: str) -> bool:
    """Tell whether the floor reads an event; one that there is not it may ask for."""
    for _one in range(_DEPTH):
        source, _colon, seq = name.rpartition(":")
        stored = view.stored(source, int(seq)) if is_seq(seq) else None
        if stored is None:
            return True
        if stored["kind"].partition("/")[0] not in ABOUT_ANOTHER:
            return is_of_the_floor(stored["kind"])
        try:
            name = str(getattr(decode(bytes(stored["envelope"])).payload, "target", ""))
        except LedgerError:
            return False
    return False
