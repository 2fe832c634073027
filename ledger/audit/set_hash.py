"""The hash of a table's rows as a set: whatever the order in which they were written.

Each row, as the line that ``COPY`` writes of it, is expanded to 4,096 bits (SHAKE128), and these
numbers are added modulo 2^4096 (AdHash, as LtHash with one lane): a row that goes is taken off
again. So the hash is kept up from what a page writes, without reading the rest, and comes out the
same for any page and any number of processes, whose sums are added.

Strength and cost: projections/running/DECISIONS.md.
"""

from collections.abc import Iterable
from hashlib import sha256, shake_128
from typing import Final

from msgspec import Struct

SIZE: Final = 512
_MODULUS: Final = 1 << 8 * SIZE
_COUNT_SIZE: Final = 8


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


def read_stored(rows: int, total: bytes) -> SetHash:
    """Return the hash that a table keeps."""
    return SetHash(rows, int.from_bytes(total, "little"))
