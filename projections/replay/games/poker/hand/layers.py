"""Pots: layers, the part nobody matched, shares in whole chips; arithmetic, no game's rule."""

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Layer(NamedTuple):
    """A pot, from which depth to which height of the stakes, and who plays for it."""

    amount: int
    low: int
    high: int
    eligible: tuple[int, ...]


def unmatched(stakes: Mapping[int, int]) -> tuple[int, int]:
    """Return whose stake is the highest alone, and by how much; 0 if two are equal.

    >>> unmatched({1: 300, 2: 100, 3: 50})
    (1, 200)
    >>> unmatched({1: 300, 2: 300})
    (1, 0)
    """
    top, first, second = 0, 0, 0
    for seat, stake in stakes.items():
        if stake > first:
            top, first, second = seat, stake, first
        elif stake > second:
            second = stake
    return top, first - second


def layers(
    stakes: Mapping[int, int], active: Collection[int], loose: int = 0, *, shared: bool = False
) -> list[Layer]:
    """Cut all stakes at each distinct stake of the active, from below.

    The stakes of others fill the layers from below too; what lies above the highest active stake
    goes into the last layer, and ``loose``, money that is nobody's stake, into the first. With
    ``shared`` the stakes of others and the loose money are spread over the layers in proportion to
    their heights instead, each layer's end rounded down.

    An active player without a stake plays for nothing, unless none of the active has one.

    >>> [tuple(layer) for layer in layers({1: 100, 2: 100, 3: 40, 4: 10}, [1, 2, 3])]
    [(130, 0, 40, (1, 2, 3)), (120, 40, 100, (1, 2))]
    >>> [layer.amount for layer in layers({1: 100, 2: 100, 3: 40, 4: 10}, [1, 2, 3], shared=True)]
    [124, 126]
    """
    heights = sorted({stakes.get(seat, 0) for seat in active} - {0})
    if len(heights) < 2:  # one height: one pot
        high = heights[0] if heights else 0
        eligible = tuple(seat for seat in active if stakes.get(seat, 0) == high)
        return [Layer(sum(stakes.values()) + loose, 0, high, eligible)]
    players = [stakes.get(seat, 0) for seat in active]
    others = [stake for seat, stake in stakes.items() if seat not in active]
    abandoned = sum(others) + loose
    made: list[Layer] = []
    low = given = 0
    for high in heights:
        amount = sum(min(stake, high) - low for stake in players if stake > low)
        if high == heights[-1]:
            reached = abandoned
        elif shared:
            reached = abandoned * high // heights[-1]
        else:
            reached = loose + sum(min(stake, high) for stake in others)
        eligible = tuple(seat for seat in active if stakes.get(seat, 0) >= high)
        made.append(Layer(amount + reached - given, low, high, eligible))
        low, given = high, reached
    return made


def split_in_chips(amount: int, unit: int, parts: int) -> list[int]:
    """Split in whole chips of ``unit``; spare chips go to the first, and so does what is below one.

    >>> split_in_chips(125, 10, 3)
    [45, 40, 40]
    >>> split_in_chips(100, 10, 3)
    [40, 30, 30]
    """
    if parts == 1:
        return [amount]
    chips, rest = divmod(amount, unit)
    each, spare = divmod(chips, parts)
    shares = [(each + (index < spare)) * unit for index in range(parts)]
    shares[0] += rest
    return shares
