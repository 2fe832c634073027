"""The marks that a fact came after, found without asking every mark.

A round of many throws or calls asks this of every bet: asked one by one, its cost would grow with
bets times marks. ``is_after`` compares two facts by their places in the chain, by the text of
their times, or by the instants that these say. So for facts that tell of themselves in one manner
the marks are sorted once, apart by what they are compared in; of a few marks each is asked.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from projections.replay.kit.bets import Placed, instant, is_after

FEW: Final = 8
"""Up to so many marks it is quicker to ask each."""

M = TypeVar("M", bound=Placed)

Manner = tuple[bool, int]
"""Whether a fact names its place in the chain, and how long the text of its time is, or -1."""
PLACE, TEXT, INSTANT = "place", "text", "instant"


class _Column(NamedTuple):
    """Marks compared in one way with facts of one manner, as the record lists them."""

    at: list[int]
    """Where each stands in the record."""
    keys: list[Any]
    """By what it is compared."""


class _Sorted(NamedTuple):
    """Such marks sorted by what they are compared by."""

    keys: list[Any]
    at: list[int]


class _Crossed(NamedTuple):
    """Marks compared in one way with one fact, and in one way with another."""

    keys: list[Any]
    """Sorted, what each is compared by with the one fact."""
    most: list[Any]
    """The highest of what these and those before are compared by with the other."""


class Marks(Generic[M]):
    """Calls, throws or null coups of a round, in the order of its record."""

    def __init__(self, marks: Sequence[M]) -> None:
        """Take the marks as they are listed."""
        self.marks = marks
        self._listed: dict[Manner, dict[str, _Column]] = {}
        self._followed: dict[Manner, dict[str, _Column]] = {}
        self._sorted: dict[Manner, dict[str, _Sorted]] = {}
        self._crossed: dict[tuple[Manner, Manner], dict[tuple[str, str], _Crossed]] = {}

    def last_listed(self, fact: Placed) -> int:
        """Return where the last listed mark stands that a fact came after; -1 if there is none."""
        marks = self.marks
        if len(marks) <= FEW:
            for at in range(len(marks) - 1, -1, -1):
                if is_after(fact, marks[at]):
                    return at
            return -1
        manner = _manner(fact)
        listed = self._listed.get(manner)
        if listed is None:
            listed = self._listed[manner] = self._columns(manner)
            for column in listed.values():
                lowest = column.keys
                for at in range(len(lowest) - 2, -1, -1):
                    lowest[at] = min(lowest[at], lowest[at + 1])
        last = -1
        for way, column in listed.items():
            key = _key(way, fact)
            before = bisect_left(column.keys, key) if key is not None else 0
            if before:
                last = max(last, column.at[before - 1])
        return last

    def first_after(self, fact: Placed) -> M | None:
        """Return the first listed mark that came after a fact; None if there is none."""
        marks = self.marks
        if len(marks) <= FEW:
            return next((mark for mark in marks if is_after(mark, fact)), None)
        manner = _manner(fact)
        listed = self._followed.get(manner)
        if listed is None:
            listed = self._followed[manner] = self._columns(manner)
            for column in listed.values():
                highest = column.keys
                for at in range(1, len(highest)):
                    highest[at] = max(highest[at], highest[at - 1])
        first = len(marks)
        for way, column in listed.items():
            key = _key(way, fact)
            after = bisect_right(column.keys, key) if key is not None else len(column.at)
            if after < len(column.at):
                first = min(first, column.at[after])
        return marks[first] if first < len(marks) else None

    def latest(self, fact: Placed) -> M | None:
        """Return the latest mark that a fact came after, of equals the first listed."""
        found: Iterable[M] = self.marks
        if len(self.marks) > FEW:
            found = [self.marks[at] for at in sorted(self._latest(fact))]
        latest: M | None = None
        for mark in found:
            if is_after(fact, mark) and (latest is None or is_after(mark, latest)):
                latest = mark
        return latest

    def _latest(self, fact: Placed) -> list[int]:
        """Return where the latest mark before a fact stands, by each way they are compared in."""
        manner = _manner(fact)
        ordered = self._sorted.get(manner)
        if ordered is None:
            ordered = self._sorted[manner] = {
                way: _sorted(column) for way, column in self._columns(manner).items()
            }
        found: list[int] = []
        for way, (keys, at) in ordered.items():
            key = _key(way, fact)
            before = bisect_left(keys, key) if key is not None else 0
            if before:
                found.append(at[bisect_left(keys, keys[before - 1])])
        return found

    def any_between(self, close: Placed, fact: Placed) -> bool:
        """Tell whether some mark came after a close, and a fact after that mark."""
        if len(self.marks) <= FEW:
            return any(is_after(mark, close) and is_after(fact, mark) for mark in self.marks)
        manners = _manner(fact), _manner(close)
        crossed = self._crossed.get(manners)
        if crossed is None:
            crossed = self._crossed[manners] = self._cross(*manners)
        for (way, other), (keys, most) in crossed.items():
            key, least = _key(way, fact), _key(other, close)
            before = bisect_left(keys, key) if key is not None and least is not None else 0
            if before and most[before - 1] > least:
                return True
        return False

    def _columns(self, manner: Manner) -> dict[str, _Column]:
        columns: dict[str, _Column] = {}
        for at, mark in enumerate(self.marks):
            way = _way(mark, manner)
            key = _key(way, mark)
            if key is not None:
                column = columns.setdefault(way, _Column([], []))
                column.at.append(at)
                column.keys.append(key)
        return columns

    def _cross(self, manner: Manner, other: Manner) -> dict[tuple[str, str], _Crossed]:
        pairs: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
        for mark in self.marks:
            ways = _way(mark, manner), _way(mark, other)
            keys = _key(ways[0], mark), _key(ways[1], mark)
            if None not in keys:
                pairs.setdefault(ways, []).append(keys)
        crossed: dict[tuple[str, str], _Crossed] = {}
        for ways, keys in pairs.items():
            keys.sort()
            most = [one for _, one in keys]
            for at in range(1, len(most)):
                most[at] = max(most[at], most[at - 1])
            crossed[ways] = _Crossed([one for one, _ in keys], most)
        return crossed


def _sorted(column: _Column) -> _Sorted:
    order = sorted(range(len(column.at)), key=column.keys.__getitem__)
    return _Sorted([column.keys[one] for one in order], [column.at[one] for one in order])


def _manner(fact: Placed) -> Manner:
    return fact.seq is not None, -1 if fact.at is None else len(fact.at)


def _way(mark: Placed, manner: Manner) -> str:
    """Return by what a mark is compared with facts of a manner, as ``is_after`` compares them."""
    if manner[0] and mark.seq is not None:
        return PLACE
    return TEXT if mark.at is not None and len(mark.at) == manner[1] else INSTANT


def _key(way: str, fact: Placed) -> Any:
    """Return a fact's place in an order of its kind; None where the fact tells none."""
    if way == PLACE:
        return fact.seq
    return fact.at if way == TEXT else instant(fact.at)
