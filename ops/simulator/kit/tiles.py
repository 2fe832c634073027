"""Pieces as events spell them, and what a hand of mah-jong is worth.

Reckoned from the rules' own words (MJ R17, R18, R27 to R29, R59, R66, R67), apart from replay.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

PAI_KAO: Final = tuple(piece for piece in ("branca", *map(str, range(1, 10))) for _ in range(2))
"""Ten pairs (PK III.3)."""

GROUPS: Final = ("bambu", "numero", "circulo")
TRUNFOS: Final = ("encarnada", "branca", "verde")
WINDS: Final = ("este", "sul", "oeste", "norte")
"""Of the places from the banker on, and of the rodas (MJ R6, R14)."""
HONOURS: Final = frozenset((*TRUNFOS, *WINDS))
NUMBERED: Final = tuple(f"{group}-{number}" for group in GROUPS for number in range(1, 10))
MAH_JONG: Final = tuple(tile for tile in (*NUMBERED, *TRUNFOS, *WINDS) for _ in range(4))
"""136 pieces (MJ R4)."""
FAT_CHOI: Final = "verde"
SIMPLIFIED: Final = tuple(tile for tile in (*NUMBERED, FAT_CHOI) for _ in range(4))
"""112 pieces (MJ R47)."""
THIRTEEN: Final = (*(f"{group}-{end}" for group in GROUPS for end in (1, 9)), *TRUNFOS, *WINDS)
"""Of treze chamadas (MJ R29 g)."""
TRIO, KONG = 3, 4
MOST: Final = 2
"""A fán dobrado, above which nothing counts (MJ R29)."""

Set = tuple[str, ...]


@cache
def runs_of(tile: str) -> tuple[Set, ...]:
    """Return the runs in which a piece may lie."""
    if tile in HONOURS:
        return ()
    group, number = tile.split("-")
    at = int(number)
    return tuple(
        (f"{group}-{low}", f"{group}-{low + 1}", f"{group}-{low + 2}")
        for low in (at - 2, at - 1, at)
        if 1 <= low <= 7  # noqa: PLR2004 - a run ends at nine
    )


def cut(tiles: Sequence[str], sets: int) -> list[tuple[list[Set], str]]:
    """Return every way to see pieces as so many sets and a pair.

    >>> len(cut(["bambu-1"] * 3 + ["bambu-2"] * 3 + ["bambu-3"] * 3 + ["sul"] * 2, 3))
    2
    """
    if len(tiles) != TRIO * sets + 2 or _loose(tiles):
        return []
    counts = Counter(tiles)
    ways: list[tuple[list[Set], str]] = []
    for pair in [tile for tile, count in counts.items() if count > 1]:
        rest = counts - Counter({pair: 2})
        ways += [(found, pair) for found in _sets(rest)]
    return ways


def _loose(tiles: Sequence[str]) -> bool:
    """Tell quickly whether some piece stands so alone that they cannot be a hand."""
    held = set(tiles)
    for tile in held:
        if tiles.count(tile) < 2 and not any(held.issuperset(run) for run in runs_of(tile)):  # noqa: PLR2004 - a pair
            return True
    return False


def _sets(counts: Counter[str]) -> Iterator[list[Set]]:
    tile = min((tile for tile, count in counts.items() if count), default=None)
    if tile is None:
        yield []
        return
    if counts[tile] >= TRIO:
        rest = counts - Counter({tile: TRIO})
        for others in _sets(rest):
            yield [(tile,) * TRIO, *others]
    for run in runs_of(tile):
        if run[0] == tile and counts[run[1]] and counts[run[2]]:
            for others in _sets(counts - Counter(run)):
                yield [run, *others]


def thirteen(tiles: Sequence[str]) -> bool:
    """Tell whether closed pieces are treze chamadas (MJ R29 g)."""
    return len(tiles) == len(THIRTEEN) + 1 and set(tiles) == set(THIRTEEN)


def wins(closed: Sequence[str], opened: int, sets: int) -> bool:
    """Tell whether closed pieces win beside so many sets laid out (MJ R17, R59)."""
    return bool(cut(closed, sets - opened)) or (sets > 1 and not opened and thirteen(closed))


@dataclass(frozen=True)
class Way:
    """How the winning piece came, and where the winner sits."""

    seat_wind: str
    round_wind: str
    piece: str
    drawn: bool
    robbed: bool = False
    kongs: int = 0
    """Successive kongs before the draw that won."""
    last: bool = False
    first: bool = False
    """T'in vu or tei vu (MJ R19, R20)."""


def grade(closed: Sequence[str], opened: Sequence[Set], way: Way) -> int:
    """Return the grade of a winning hand of the conventional game: 0, 1 or 2."""
    ways = [(list(opened) + sets, pair) for sets, pair in cut(closed, 4 - len(opened))]
    came = 2 * way.first + way.robbed + min(way.kongs, MOST) + way.last
    best = 2 if not opened and thirteen(closed) else 0
    for sets, pair in ways:
        best = max(best, _fans(sets, pair, way, closed_sets=len(sets) - len(opened)))
    return min(MOST, came + best)


def simplified_grade(way: Way) -> int:
    """Return the grade in the simplified game (MJ R67): one fán, whatever the causes."""
    return int(way.robbed or way.last or way.piece == FAT_CHOI)


def one_suit(sets: Sequence[Set], pair: str) -> bool:
    """Tell whether all is of one numbered group (MJ R29 f)."""
    kinds = _kinds(sets, pair)
    return not kinds & HONOURS and len({tile.split("-")[0] for tile in kinds}) == 1


def _fans(sets: Sequence[Set], pair: str, way: Way, *, closed_sets: int) -> int:
    """Count the fáns of a hand cut in one way (MJ R28, R29)."""
    kinds = _kinds(sets, pair)
    honours = _fans_of_honours(sets, pair, way)
    return (
        honours
        + _fans_of_sets(sets, pair, way, closed_sets=closed_sets)
        + _fans_of_groups(kinds, honours=honours)
        + _fans_of_ends(kinds)
    )


def _fans_of_honours(sets: Sequence[Set], pair: str, way: Way) -> int:
    """Count the fáns of trunfos and winds (MJ R28 a-c, j, k; R29 c, i, j)."""
    alike = [one[0] for one in sets if len(set(one)) == 1]
    trunfos = sum(tile in TRUNFOS for tile in alike)
    winds = sum(tile in WINDS for tile in alike)
    fans = trunfos + sum(wind in alike for wind in (way.round_wind, way.seat_wind))
    for count, kinds in ((trunfos, TRUNFOS), (winds, WINDS)):
        if count == len(kinds):
            fans += 2
        elif count == len(kinds) - 1 and pair in kinds:
            fans += 1
    return fans


def _fans_of_sets(sets: Sequence[Set], pair: str, way: Way, *, closed_sets: int) -> int:
    """Count the fáns of sets all alike, or all runs (MJ R28 f, g; R29 h)."""
    runs = sum(len(set(one)) > 1 for one in sets)
    if not runs:
        closed = closed_sets == len(sets) and all(len(one) == TRIO for one in sets)
        return 3 if closed and way.drawn else 1
    worthless = pair not in TRUNFOS and pair not in (way.round_wind, way.seat_wind)
    return 1 if runs == len(sets) and worthless else 0


def _fans_of_groups(kinds: set[str], *, honours: int) -> int:
    """Count the fáns of one numbered group, alone or beside honours (MJ R28 h; R29 f)."""
    if len({tile.split("-")[0] for tile in kinds - HONOURS}) != 1:
        return 0
    if not kinds & HONOURS:
        return 2
    return 0 if honours else 1  # "sem valerem fán": honours that count take this fán away


def _fans_of_ends(kinds: set[str]) -> int:
    """Count the fáns of nothing but 1, 9 and honours (MJ R28 l; R29 k, l)."""
    numbers = {int(tile.split("-")[1]) for tile in kinds - HONOURS}
    if not numbers:
        return 2
    if not numbers <= {1, 9}:
        return 0
    return 1 if kinds & HONOURS else 2


def _kinds(sets: Sequence[Set], pair: str) -> set[str]:
    return {tile for one in sets for tile in one} | {pair}
