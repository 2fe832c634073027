"""The cagnotte of a hand: its percentage of the pots, and from whose payments (NB R65 a)."""

from collections.abc import Sequence

from ledger.money import split_by_weight, take_share


def cagnotte_of(pot: int, ppm: int, maximum: int | None) -> int:
    """Return the percentage of a hand's pots, rounded down once, up to the house's maximum.

    >>> cagnotte_of(12_345, 50_000, None), cagnotte_of(12_345, 50_000, 500)
    (617, 500)
    """
    total = take_share(pot, ppm)[0]
    return total if maximum is None else min(total, max(maximum, 0))


def taken_from(payments: Sequence[tuple[int, int]], total: int) -> dict[int, int]:
    """Return by seat what is taken: in proportion to each payment, by largest remainder.

    >>> taken_from([(1, 60), (2, 30), (1, 10)], 7)
    {1: 5, 2: 2}
    """
    taken: dict[int, int] = {}
    if total:
        parts = split_by_weight(total, [amount for _, amount in payments])
        for (seat, _), part in zip(payments, parts, strict=True):
            taken[seat] = taken.get(seat, 0) + part
    return taken
