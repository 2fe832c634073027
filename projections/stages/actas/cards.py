"""Cards of series in intervals: of some those that are in others, or in none of them.

To look costs the intervals asked for and a search in the others, never their product.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

Faixa = tuple[str, int, int]
"""Cards of a series from one number to another, both included."""


class Cards:
    """A set of cards, kept by series in ascending intervals that do not touch."""

    def __init__(self, spans: Iterable[Faixa] = ()) -> None:
        """Begin with the cards of some intervals."""
        self._of: dict[str, tuple[list[int], list[int]]] = {}
        for span in sorted(spans):
            self.add(span)

    def add(self, span: Faixa) -> None:
        """Take the cards of an interval in."""
        series, first, last = span
        if first > last:
            return
        firsts, lasts = self._of.setdefault(series, ([], []))
        at, end = bisect_left(lasts, first - 1), bisect_right(firsts, last + 1)
        if at < end:
            first, last = min(first, firsts[at]), max(last, lasts[end - 1])
        firsts[at:end], lasts[at:end] = [first], [last]

    def within(self, span: Faixa) -> Iterator[Faixa]:
        """Yield the cards of an interval that are in the set.

        >>> list(Cards([("A", 3, 4), ("A", 9, 12)]).within(("A", 1, 10)))
        [('A', 3, 4), ('A', 9, 10)]
        """
        series, first, last = span
        firsts, lasts = self._of.get(series, ([], []))
        for at in range(bisect_left(lasts, first), bisect_right(firsts, last)):
            yield series, max(first, firsts[at]), min(last, lasts[at])

    def beside(self, span: Faixa) -> Iterator[Faixa]:
        """Yield the cards of an interval that are not in the set."""
        series, at, last = span
        for _, first, end in self.within(span):
            if first > at:
                yield series, at, first - 1
            at = end + 1
        if at <= last:
            yield series, at, last


def without(spans: Iterable[Faixa], others: Iterable[Faixa]) -> list[Faixa]:
    """Return the cards of intervals that are in none of the others.

    >>> without([("A", 1, 10)], [("A", 3, 4), ("A", 9, 12), ("B", 1, 10)])
    [('A', 1, 2), ('A', 5, 8)]
    """
    taken = Cards(others)
    return [left for span in spans for left in taken.beside(span)]


def shared(spans: Iterable[Faixa], others: Iterable[Faixa]) -> list[Faixa]:
    """Return the cards that are in both.

    >>> shared([("A", 1, 10)], [("A", 3, 4), ("A", 9, 12)])
    [('A', 3, 4), ('A', 9, 10)]
    """
    there = Cards(others)
    return [both for span in spans for both in there.within(span)]
