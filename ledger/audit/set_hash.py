"""The hash of a table's rows as a set: whatever the order in which they were written.

Each row, as the line that ``COPY`` writes of it, is expanded to 4,096 bits (SHAKE128), and these
numbers are added modulo 2^4096 (AdHash, as LtHash with one lane): a row that goes is taken off
again. So the hash is kept up from what a page writes, without reading the rest, and comes out the
same for any page and any number of processes, whose sums are added.

Strength and cost: projections/running/DECISIONS.md.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256, shake_128
from itertools import islice
from typing import Final

from msgspec import Struct

SIZE: Final = 512
_MODULUS: Final = 1 << 8 * SIZE
_COUNT_SIZE: Final = 8
KNOWN_MAX: Final = 2_000
"""Rows of a set that may soon go, of which the number is kept: half a kilobyte each."""


class SetHash(Struct, frozen=True):
    """How many rows a set has, and their sum."""

    rows: int = 0
    total: int = 0

    def __add__(self, other: "SetHash") -> "SetHash":
        """Return the hash of both sets' rows together."""
        return SetHash(self.rows + other.rows, (self.total + other.total) % _MODULUS)

    def __sub__(self, other: "SetHash") -> "SetHash":
        """Return the hash of the rows that stay when the other set's go."""
        return SetHash(self.rows - other.rows, (self.total - other.total) % _MODULUS)

    @property
    def stored(self) -> bytes:
        """The sum as a table keeps it."""
        return self.total.to_bytes(SIZE, "little")

    @property
    def digest(self) -> str:
        """SHA-256 over count and sum, as it is stated."""
        count = self.rows.to_bytes(_COUNT_SIZE, "little", signed=True)
        return sha256(count + self.stored).hexdigest()


def hash_of(lines: Iterable[bytes]) -> SetHash:
    """Return the hash of rows, each a line of ``COPY`` without its end.

    >>> hash_of([b"1", b"2"]) == hash_of([b"2"]) + hash_of([b"1"])
    True
    >>> hash_of([b"1", b"2"]) - hash_of([b"1"]) == hash_of([b"2"])
    True
    """
    expand, number, size = shake_128, int.from_bytes, SIZE
    rows = total = 0
    for line in lines:  # added as they come: all numbers in a list would lie far from the core
        total += number(expand(line).digest(size), "little")
        rows += 1
    return SetHash(rows, total % _MODULUS)


class Moving:
    """The hash of what comes into a set and goes from it, page after page.

    Most rows that go came a page before, and many come again as they were: what of the newest ones
    was reckoned is kept for that, so that only what is new is expanded.
    """

    def __init__(self) -> None:
        """Know no row yet."""
        self._known: dict[bytes, int] = {}
        self._goes = False
        """Whether rows ever go: of a set that only grows none is kept."""

    def hash_of(self, came: Sequence[bytes], went: Sequence[bytes]) -> SetHash:
        """Return the hash of rows that came less that of those that went."""
        rows = len(came) - len(went)
        if went:
            self._goes = True
            came, went = _apart(came, went)
        elif not self._goes:
            return hash_of(came)
        known, total = self._known, 0
        for line in went:
            gone = known.pop(line, None)
            total -= _number(line) if gone is None else gone
        for line in came:
            known[line] = number = _number(line)
            total += number
        for line in list(islice(known, max(0, len(known) - KNOWN_MAX))):
            del known[line]
        return SetHash(rows, total % _MODULUS)


def _apart(came: Sequence[bytes], went: Sequence[bytes]) -> tuple[Sequence[bytes], Sequence[bytes]]:
    """Return rows that came and rows that went, without those that did both."""
    first, second = Counter(came), Counter(went)
    both = first & second
    if not both:
        return came, went
    return list((first - both).elements()), list((second - both).elements())


def _number(line: bytes) -> int:
    """Return the number that a row is expanded to."""
    return int.from_bytes(shake_128(line).digest(SIZE), "little")


def read_stored(rows: int, total: bytes) -> SetHash:
    """Return the hash that a table keeps."""
    return SetHash(rows, int.from_bytes(total, "little"))
