"""A prize fed by several casinos: who owes how much of it to the casino that paid (MAQ R19).

What accumulated is shared by the exact contributions since the last full award, by the largest
remainder; the base is borne by the casino that opened the pool. Posting 25.
"""

from collections.abc import Mapping

from ledger.money import split_by_weight


def shares_of(
    accumulated: int, base: int, contributions: Mapping[str, int], host: str
) -> dict[str, int]:
    """Return each casino's share of a prize, in the order of the casinos' names.

    >>> shares_of(100, 50, {"a": 2, "b": 1}, "a")
    {'a': 117, 'b': 33}
    """
    weights = {casino: weight for casino, weight in sorted(contributions.items()) if weight > 0}
    shares: dict[str, int] = {}
    if weights:
        parts = split_by_weight(accumulated, list(weights.values()))
        shares = dict(zip(weights, parts, strict=True))
        accumulated = 0
    if base + accumulated:
        shares[host] = shares.get(host, 0) + base + accumulated
    return dict(sorted(shares.items()))


def owed_to(payer: str, shares: Mapping[str, int]) -> dict[str, int]:
    """Return the debt of each other casino to the casino that paid the prize.

    >>> owed_to("b", {"a": 117, "b": 33})
    {'a': 117}
    """
    return {casino: share for casino, share in shares.items() if casino != payer and share}
