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
        if tiles.count(tile) < 2 and not any(held.issuperset(run) for run in runs_of(tile)):  # noqa: PLR2004
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
    tiles = {tile for one in sets for tile in one} | {pair}
    return not tiles & HONOURS and len({tile.split("-")[0] for tile in tiles}) == 1


def _fans(sets: Sequence[Set], pair: str, way: Way, *, closed_sets: int) -> int:
    """Count the fáns of a hand cut in one way (MJ R28, R29)."""
    alike = [one[0] for one in sets if len(set(one)) == 1]
    runs = len(sets) - len(alike)
    trunfos = sum(tile in TRUNFOS for tile in alike)
    winds = sum(tile in WINDS for tile in alike)
    of_winds = (way.round_wind in alike) + (way.seat_wind in alike)
    great = trunfos == 3 or (trunfos == 2 and pair in TRUNFOS)  # noqa: PLR2004
    fans = trunfos + of_winds
    fans += (trunfos == 3) * 2 + (trunfos == 2 and pair in TRUNFOS)  # noqa: PLR2004
    fans += (winds == 4) * 2 + (winds == 3 and pair in WINDS)  # noqa: PLR2004
    honours_score = bool(fans or great)
    tiles = {tile for one in sets for tile in one} | {pair}
    groups = {tile.split("-")[0] for tile in tiles - HONOURS}
    if not runs:
        fans += 1
        closed = closed_sets == len(sets) and all(len(one) == TRIO for one in sets)
        fans += 2 * (closed and way.drawn)
    elif runs == len(sets):
        fans += pair not in TRUNFOS and pair not in (way.round_wind, way.seat_wind)
    if one_suit(sets, pair):
        fans += 2
    elif len(groups) == 1 and not honours_score:
        fans += 1
    ends = {int(tile.split("-")[1]) for tile in tiles - HONOURS}
    if not ends:
        fans += 2
    elif ends <= {1, 9}:
        fans += 1 if tiles & HONOURS else 2
    return fans
