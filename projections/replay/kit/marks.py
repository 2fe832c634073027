"""The last of many marks that a fact came after, found without asking every mark.

A round of many throws or calls asks this of every bet: asked one by one, its cost would grow with
bets times marks. Marks that all name their place in the chain, or all only their time in one
spelling, are sorted once; for others, and for a few, each is asked.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from projections.replay.kit.bets import Placed, is_after

FEW: Final = 8
"""Up to so many marks it is quicker to ask each."""

M = TypeVar("M", bound=Placed)


class Marks(Generic[M]):
    """Calls, throws or null coups of a round, in the order of its record."""

    def __init__(self, marks: Sequence[M]) -> None:
        """Read how the marks say when they were."""
        self.marks = marks
        self._by_seq = False
        self._length = 0
        if len(marks) > FEW:
            self._by_seq = all(mark.seq is not None for mark in marks)
            lengths = {len(mark.at or "") for mark in marks if mark.seq is None}
            if len(lengths) == 1 and all(mark.seq is None for mark in marks):
                self._length = lengths.pop()
        self._lowest: list[tuple[int, str]] | None = None
        self._sorted: list[tuple[tuple[int, str], int]] | None = None

    def measures(self, fact: Placed) -> bool:
        """Tell whether what a fact says of itself can be found among the sorted marks."""
        if self._by_seq:
            return fact.seq is not None
        return self._length > 0 and fact.at is not None and len(fact.at) == self._length

    def last_listed(self, fact: Placed) -> int:
        """Return where the last listed mark stands that a fact came after; -1 if there is none."""
        marks = self.marks
        if not self.measures(fact):
            for at in range(len(marks) - 1, -1, -1):
                if is_after(fact, marks[at]):
                    return at
            return -1
        lowest = self._lowest
        if lowest is None:
            lowest = [self._key(mark) for mark in marks]
            for at in range(len(lowest) - 2, -1, -1):
                lowest[at] = min(lowest[at], lowest[at + 1])
            self._lowest = lowest
        return bisect_left(lowest, self._key(fact)) - 1

    def latest(self, fact: Placed) -> M | None:
        """Return the latest mark that a fact came after, of equals the first listed.

        Only for a fact that the marks measure.
        """
        ordered = self._sorted
        if ordered is None:
            ordered = sorted((self._key(mark), at) for at, mark in enumerate(self.marks))
            self._sorted = ordered
        before = bisect_left(ordered, (self._key(fact), -1))
        if not before:
            return None
        first = bisect_left(ordered, (ordered[before - 1][0], -1))
        return self.marks[ordered[first][1]]

    def any_between(self, close: Placed, fact: Placed) -> bool:
        """Tell whether some mark came after a close, and a fact after that mark."""
        if self.measures(close) and self.measures(fact):
            latest = self.latest(fact)
            return latest is not None and is_after(latest, close)
        return any(is_after(mark, close) and is_after(fact, mark) for mark in self.marks)

    def _key(self, fact: Placed) -> tuple[int, str]:
        if self._by_seq:
            return fact.seq or 0, ""
        return 0, fact.at or ""
