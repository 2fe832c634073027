"""The return of a pay table in theory: the exact sum over every stop of every reel (R17).

Progressive prizes come on top and are not counted (R18, R19). A line's share does not depend on its
rows: each stop of a reel is as likely as any other.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final

from projections.replay.games.maquinas.record import Folha
from projections.replay.games.maquinas.reels import ROWS_MAX, Reels, credits_of, levels_of, reels_of

LARGEST: Final = 400_000
"""Line contents that are enumerated at most; more is left to the certificate."""


@lru_cache(maxsize=256)
def theoretical_return(sheet: Folha) -> dict[int, Fraction] | None:
    """Return per bet level (1 where the table pays in proportion) what comes back of a stake.

    None if the sheet has no reels, or more line contents than are enumerated.
    """
    reels = reels_of(sheet)
    counts = [Counter(reel) for reel in sheet.rolos]
    if not counts or not all(counts) or prod(map(len, counts)) > LARGEST or not sheet.linhas:
        return None
    ways = prod(map(len, sheet.rolos))
    seen = _scatters(reels)
    found: dict[int, Fraction] = {}
    for level in range(1, (levels_of(sheet) or 1) + 1):
        total = sum(
            weight * _pays(reels, content, level)
            for content in product(*counts)
            if (weight := prod(of[symbol] for of, symbol in zip(counts, content, strict=True)))
        )
        for amounts, weight in seen.items():
            best = reels.best_of(dict(amounts), level)
            if best is not None and not best.progressivo:
                total += weight * credits_of(best, level)
        found[level] = Fraction(total, ways * level)
    return found


def _pays(reels: Reels, content: tuple[str, ...], level: int) -> int:
    best = reels.best(content, level)
    return 0 if best is None or best.progressivo else credits_of(best, level)


def _scatters(reels: Reels) -> Counter[tuple[tuple[str, int], ...]]:
    """Return in how many ways each number of each scatter symbol is seen."""
    names = sorted(reels.scatters)
    ways: Counter[tuple[int, ...]] = Counter({(0,) * len(names): 1})
    if not names or not 1 <= reels.sheet.filas <= ROWS_MAX:
        return Counter()
    for reel in reels.sheet.rolos:
        windows = Counter(
            tuple(
                sum(reel[(stop + row) % len(reel)] == name for row in range(reels.sheet.filas))
                for name in names
            )
            for stop in range(len(reel))
        )
        more: Counter[tuple[int, ...]] = Counter()
        for before, times in ways.items():
            for window, count in windows.items():
                key = tuple(map(sum, zip(before, window, strict=True)))
                more[key] += times * count
        ways = more
    return Counter({tuple(zip(names, key, strict=True)): times for key, times in ways.items()})
