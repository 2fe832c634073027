"""Money: whole minor units, exact shares, residues that are carried and never rounded away."""

from typing import Annotated, Final

from msgspec import Meta

INTEGER_MAX: Final = 2**53 - 1
"""The largest integer an envelope may hold, so that any JSON reader keeps it exact."""

Integer = Annotated[int, Meta(ge=-INTEGER_MAX, le=INTEGER_MAX)]
Minor = Annotated[int, Meta(ge=-INTEGER_MAX, le=INTEGER_MAX)]
"""An amount in the currency's smallest unit (cents of EUR, centavos of CVE)."""
Count = Annotated[int, Meta(ge=0, le=INTEGER_MAX)]
Ppm = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A rate in parts per million: 0.5 % is 5,000."""
Currency = Annotated[str, Meta(min_length=3, max_length=3)]
"""An ISO 4217 code; ``XTS`` is for tests."""

MILLION: Final = 1_000_000


def take_share(amount: int, ppm: int, residue: int = 0) -> tuple[int, int]:
    """Return the whole minor units of ``amount × ppm`` and the residue to carry.

    The residue is in millionths of a minor unit, 0 ≤ residue < 1,000,000, before and after; a
    negative amount takes a share back exactly.

    >>> take_share(75, 5_000)
    (0, 375000)
    >>> take_share(75, 5_000, 750_000)
    (1, 125000)
    >>> take_share(-75, 5_000, 125_000)
    (-1, 750000)
    """
    return divmod(amount * ppm + residue, MILLION)


def split_evenly(amount: int, parts: int) -> list[int]:
    """Split into equal parts; the odd units go one each to the first.

    >>> split_evenly(100, 3)
    [34, 33, 33]
    """
    share, odd = divmod(amount, parts)
    return [share + (index < odd) for index in range(parts)]


def split_by_weight(amount: int, weights: list[int]) -> list[int]:
    """Split in proportion to whole weights; what is left goes one each to the largest remainders.

    Equal remainders are served in order. The parts sum to ``amount``.

    >>> split_by_weight(10, [1, 1, 1])
    [4, 3, 3]
    """
    total = sum(weights)
    parts = [amount * weight // total for weight in weights]
    left = amount - sum(parts)
    order = sorted(range(len(weights)), key=lambda index: -(amount * weights[index] % total))
    for index in order[:left]:
        parts[index] += 1
    return parts
