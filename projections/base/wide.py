"""Sums that no column of 64 bits takes: whole numbers of any size, from the database as integers.

An amount that a key signs is at most 2^53 in size, and a thousand of them pass 2^63: a column of
``bigint`` would take no such row, and a cast to it would stop every list and page that adds them
up. So columns of sums are ``numeric``, queries cast to it, and whole numerics are read as ``int``
by every connection of this process.
"""

from decimal import Decimal
from typing import TypeAlias

import psycopg
from psycopg.adapt import Buffer, Loader
from typing_extensions import override

Number: TypeAlias = int | Decimal


class WholeLoader(Loader):
    """Reads a whole numeric as an integer; another as a decimal."""

    @override
    def load(self, data: Buffer) -> Number:
        """Return the number that a numeric's text says."""
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdecimal() else Decimal(text)


def read_wholes() -> None:
    """Let every connection of this process that is made from now on read numerics so."""
    psycopg.adapters.register_loader("numeric", WholeLoader)
