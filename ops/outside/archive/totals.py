"""A range's totals: how many events each place had of each kind on each day, and their money.

Whoever asks for counts and sums over years reads these, and not each event. They say nothing that
the events do not: a check adds the events up again.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.store.stored import RowTuple
from ops.outside.archive.tables import Said, read_table, said_by, write_table

_NAMES: Final = ("day", "place", "kind", "events", "amount", "stake")


class Total(NamedTuple):
    """The total of one kind's events, of one place and day as they themselves say."""

    day: str | None
    place: str | None
    kind: str
    events: int
    amount: int
    """The sum over what their payloads call so."""
    stake: int


class Totals:
    """The totals of events that come piece by piece."""

    def __init__(self) -> None:
        """Begin with no events."""
        self._sums: dict[tuple[str | None, str | None, str], list[int]] = {}

    def add(self, rows: Iterable[RowTuple]) -> None:
        """Count events, as stored."""
        for row in rows:
            said = said_by(row[4] or b"")
            key = (said.day, said.place, row[3])
            sums = self._sums.get(key)
            if sums is None:
                sums = self._sums[key] = [0, 0, 0]
            money = _money(said)
            sums[0] += 1
            sums[1] += _whole(money.amount)
            sums[2] += _whole(money.stake)

    def told(self) -> list[Total]:
        """Return the totals in their one order: what says no day or place goes first."""
        keys = sorted(self._sums, key=lambda key: [(one is not None, one or "") for one in key])
        return [Total(*key, *self._sums[key]) for key in keys]


def write_totals(totals: Iterable[Total]) -> bytes:
    """Return a file of totals."""
    columns = zip(*totals, strict=True)
    types = ("string", "string", "string", "int64", "money", "money")
    return write_table(dict(zip(_NAMES, columns, strict=True)), types)


def read_totals(data: bytes) -> list[Total]:
    """Return a file's totals.

    Raises:
        UnreadableTableError: it is no file of totals.

    """
    table = read_table(data, _NAMES)
    rows = zip(*(table[name] for name in _NAMES), strict=True)
    return [Total._make(_integer(one) for one in row) for row in rows]


class _Money(Struct, frozen=True):
    amount: Any = None
    stake: Any = None


_NONE: Final = _Money()
_decode: Final = msgspec.json.Decoder(_Money).decode


def _money(said: Said) -> _Money:
    try:
        return _decode(said.payload) if said.payload else _NONE
    except UNREADABLE:
        return _NONE


def _whole(value: Any) -> int:
    """Return an amount; what is no whole number is none.

    >>> _whole(250), _whole("MAQ-1"), _whole(None), _whole(True)
    (250, 0, 0, 0)
    """
    return value if type(value) is int else 0


def _integer(value: Any) -> Any:
    return int(value) if isinstance(value, Decimal) else value
