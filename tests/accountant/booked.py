"""Figures as booked: what each gaming day had when it was closed, and what came later on the next.

design.md, gaming day: a movement stands on the day that it is of while that day is open, and else
on the first open one. So a closed day's figures are those known at its close, and what was found
out between two closes is of the first day that was open between them.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from tests.accountant.log import Log, after

Figures = Mapping[Any, int]
"""What is counted (casino, category, currency …) and the day that it is of, to its amount."""


def booked(log: Log, casino: str, last: int, figures: Callable[[int], Figures]) -> dict[Any, int]:
    """Return a casino's figures by the day on which they were booked.

    ``figures`` gives those known at a position; their keys end in the day that they are of.
    """
    found: dict[Any, int] = defaultdict(int)
    closed: list[tuple[int, str]] = sorted(
        (position, day) for day, position in log.closings.get(casino, {}).items()
    )
    ends = [position for position, _ in closed] + [last]
    shut = ""
    known: list[Figures] = [{}, *(figures(position) for position in ends)]
    for index, (before, now) in enumerate(pairwise(known)):
        for key in {*before, *now}:
            *what, day = key
            moved = now.get(key, 0) - before.get(key, 0)
            found[(*what, day if day > shut else after(shut))] += moved
        if index < len(closed):
            shut = max(shut, closed[index][1])
    return dict(found)
