"""The symbols that the reels show, and the prize of each line.

Of each line the highest combination (R13), every line for itself (R14); scatters are a line of
their own, number 0. Nothing here raises, whatever a sheet says.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from projections.replay.games.maquinas.record import Combinacao, Folha

ANY: Final = "*"
SCATTER_LINE: Final = 0
ROWS_MAX: Final = 100
_KEPT: Final = 50_000
"""Line contents remembered per sheet; a hundred symbols on five reels would be more."""


class Hit(Struct, frozen=True, gc=False):
    """What one line gives."""

    line: int
    combination: Combinacao
    amount: int
    """Minor units; 0 of a progressive prize."""


class Reels:
    """A sheet made ready to be asked often."""

    def __init__(self, sheet: Folha) -> None:
        """Sort the symbols, lines and prizes of a pay table once."""
        self.sheet = sheet
        self.symbols = frozenset(symbol for reel in sheet.rolos for symbol in reel)
        self.wilds = frozenset(sheet.curingas)
        self.levels = levels_of(sheet)
        self.on_line = tuple(one for one in sheet.combinacoes if one.modo != "dispersa")
        self.scattered = tuple(one for one in sheet.combinacoes if one.modo == "dispersa")
        self.scatters = frozenset(one.simbolos[0] for one in self.scattered if one.simbolos)
        self._patterns = {
            id(one): [frozenset(word.split("|")) for word in one.simbolos] for one in self.on_line
        }
        self._near: dict[tuple[str, str], list[Combinacao]] = {}
        """By the symbols at both ends of a line the combinations that may lie on it."""
        self._best: dict[tuple[tuple[str, ...], int], Combinacao | None] = {}
        self._contents = [self._content(rows) for rows in sheet.linhas]
        rows = max(0, min(sheet.filas, ROWS_MAX))
        self._columns = [
            [
                tuple(reel[(stop + row) % len(reel)] for row in range(rows))
                for stop in range(len(reel))
            ]
            for reel in sheet.rolos
        ]

    def _content(self, rows: tuple[int, ...]) -> Callable[[tuple[str, ...]], Any] | None:
        """Return a reader of a line's symbols from the window; None of a line that cannot be."""
        width, height = len(self.sheet.rolos), self.sheet.filas
        if len(rows) != width or width < 1 or not all(0 <= row < height for row in rows):
            return None
        picked = itemgetter(*(row * width + reel for reel, row in enumerate(rows)))
        return picked if width > 1 else lambda seen: (picked(seen),)

    # --- what is seen --------------------------------------------------------------------------

    def window(self, stops: tuple[int, ...]) -> tuple[str, ...] | None:
        """Return the symbols that stops show, row by row; None if a reel has no such stop."""
        columns = self._columns
        if len(stops) != len(columns) or not columns or not 1 <= self.sheet.filas <= ROWS_MAX:
            return None
        shown: list[tuple[str, ...]] = []
        for stop, column in zip(stops, columns, strict=True):
            if not 0 <= stop < len(column):
                return None
            shown.append(column[stop])
        return tuple([symbol for row in zip(*shown, strict=True) for symbol in row])

    def is_window(self, seen: tuple[str, ...]) -> bool:
        """Tell whether the symbols fill the window and all are of these reels."""
        return len(seen) == self.sheet.filas * len(self.sheet.rolos) > 0 and (
            self.symbols.issuperset(seen)
        )

    # --- what it pays --------------------------------------------------------------------------

    def level(self, stake: int, lines: int, denomination: int) -> int | None:
        """Return how many credits lie on a line; None if that is no whole number of them."""
        if lines < 1 or denomination < 1 or stake < 0:
            return None
        level, rest = divmod(stake, lines * denomination)
        return None if rest else level

    def hits(
        self, seen: tuple[str, ...], lines: int, level: int, denomination: int
    ) -> Iterator[Hit]:
        """Yield winning combinations, line by line from 0; a line without credits wins nothing."""
        if level < 1:
            return
        if self.scattered:
            best = self._best_scatter(seen, level)
            if best is not None:
                amount = 0 if best.progressivo else credits_of(best, level) * lines * denomination
                yield Hit(SCATTER_LINE, best, amount)
        kept = self._best
        for number, content_of in enumerate(self._contents[:lines], 1):
            if content_of is None:
                continue
            content = content_of(seen)
            key = (content, level)
            if key in kept:
                best = kept[key]
            else:
                best = self.best(content, level)
                if len(kept) < _KEPT:
                    kept[key] = best
            if best is not None:
                amount = 0 if best.progressivo else credits_of(best, level) * denomination
                yield Hit(number, best, amount)

    def best(self, content: tuple[str, ...], level: int = 1) -> Combinacao | None:
        """Return the highest of a line's combinations (R13); a progressive one is above all."""
        if not content or len(content) != len(self.sheet.rolos):
            return None
        ends = content[0], content[-1]
        near = self._near.get(ends)
        if near is None:
            near = [one for one in self.on_line if self._begins(one, *ends)]
            if len(self._near) < _KEPT:
                self._near[ends] = near
        matching = [one for one in near if self._matches(one, content)]
        return max(matching, key=lambda one: _worth(one, level), default=None)

    def _begins(self, one: Combinacao, first: str, last: str) -> bool:
        """Tell whether a combination's first symbol can match the symbol at its end of a line."""
        patterns = self._patterns[id(one)]
        return bool(patterns) and self._is(first if one.modo == "linha" else last, patterns[0])

    def _is(self, symbol: str, allowed: frozenset[str]) -> bool:
        """Tell whether a symbol stands for one of these."""
        if symbol in allowed or ANY in allowed:
            return True
        return symbol in self.wilds and not allowed <= self.scatters

    def _matches(self, one: Combinacao, content: tuple[str, ...]) -> bool:
        patterns = self._patterns[id(one)]
        if not patterns or len(patterns) > len(content):
            return False
        order = content if one.modo == "linha" else content[::-1]
        return all(map(self._is, order, patterns))

    def _best_scatter(self, seen: tuple[str, ...], level: int) -> Combinacao | None:
        counts = {symbol: seen.count(symbol) for symbol in self.scatters}
        return self.best_of(counts, level)

    def best_of(self, counts: dict[str, int], level: int = 1) -> Combinacao | None:
        """Return the highest scatter prize for a count of each symbol."""
        matching = [
            one
            for one in self.scattered
            if one.simbolos and counts.get(one.simbolos[0], 0) >= len(one.simbolos)
        ]
        return max(matching, key=lambda one: _worth(one, level), default=None)


def credits_of(one: Combinacao, level: int) -> int:
    """Return a combination's prize in credits, for the credits staked on the line.

    >>> three_bars = Combinacao(nome="bar", simbolos=("bar",) * 3, paga=(10, 22, 36))
    >>> credits_of(three_bars, 2), credits_of(three_bars, 4)
    (22, 0)
    """
    if len(one.paga) == 1:
        return one.paga[0] * level
    return one.paga[level - 1] if 1 <= level <= len(one.paga) else 0


def levels_of(sheet: Folha) -> int | None:
    """Return the number of bet levels on the pay sheet; None if the sheet pays in proportion."""
    written = [len(one.paga) for one in sheet.combinacoes if len(one.paga) > 1]
    return min(written, default=None)


def _worth(one: Combinacao, level: int) -> tuple[bool, int]:
    return one.progressivo, credits_of(one, level)


@lru_cache(maxsize=256)
def reels_of(sheet: Folha) -> Reels:
    """Return a sheet made ready; the same sheet once for all machines that run it."""
    return Reels(sheet)
