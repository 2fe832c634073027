"""Which pieces make a winning hand, and in how many ways they can be cut into sets and a pair."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from projections.replay.kit.tiles import GROUP_OF, HONOURS, MAH_JONG, NUMBER_OF, NUMBERED

TRIO: Final = "trio"
SEQUENCIA: Final = "sequencia"
KONG: Final = "kong"

TREZE: Final = frozenset((*HONOURS, *(tile for tile in NUMBERED if NUMBER_OF[tile] in (1, 9))))
"""The thirteen kinds of treze chamadas (R29 g)."""

_INDEX: Final = {tile: place for place, tile in enumerate((*NUMBERED, *HONOURS))}
_TILES: Final = tuple(_INDEX)
_RUNS_END: Final = len(NUMBERED)


class Conjunto(Struct, frozen=True, gc=False):
    """A set: three or four alike, or a run of three in one numbered group (R18, R25)."""

    tipo: Literal["trio", "sequencia", "kong"]
    pedra: str
    """The piece, or the lowest of the run."""
    aberto: bool = False
    """Whether it was made with another's discard, or completed by it."""

    @property
    def alike(self) -> bool:
        """Whether its pieces are all the same."""
        return self.tipo != SEQUENCIA

    @property
    def tiles(self) -> tuple[str, ...]:
        """Its pieces."""
        if self.tipo == SEQUENCIA:
            first = _INDEX[self.pedra]
            return _TILES[first : first + 3]
        return (self.pedra,) * (4 if self.tipo == KONG else 3)


class Cut(Struct, frozen=True, gc=False):
    """A way to see a winning hand: its sets and its pair; no sets where it is treze chamadas."""

    sets: tuple[Conjunto, ...]
    pair: str


def set_of(tiles: Sequence[str], *, aberto: bool = False) -> Conjunto | None:
    """Return the set that pieces laid open make; None if the pieces make no set.

    >>> set_of(["bambu-3", "bambu-1", "bambu-2"])
    Conjunto(tipo='sequencia', pedra='bambu-1', aberto=False)
    >>> set_of(["bambu-9", "numero-1", "numero-2"]) is None
    True
    """
    if any(tile not in _INDEX for tile in tiles):
        return None
    low = min(tiles, key=_INDEX.__getitem__, default="")
    if len(set(tiles)) == 1 and len(tiles) in (3, 4):
        return Conjunto(KONG if len(tiles) == 4 else TRIO, low, aberto)
    if len(tiles) != 3 or not _begins_run(low):
        return None
    run = Conjunto(SEQUENCIA, low, aberto)
    return run if sorted(run.tiles) == sorted(tiles) else None


def _begins_run(tile: str) -> bool:
    return NUMBER_OF.get(tile, 9) <= 7


def cuts(closed: Sequence[str], sets: int) -> list[Cut]:
    """Return every way to cut closed pieces into a number of sets and a pair; empty if no way is.

    >>> len(cuts(["bambu-1"] * 3 + ["bambu-2"] * 3 + ["bambu-3"] * 3 + ["sul"] * 2, 3))
    2
    """
    if len(closed) != 3 * sets + 2 or any(tile not in _INDEX for tile in closed):
        return []
    counts = [0] * len(_TILES)
    for tile in closed:
        counts[_INDEX[tile]] += 1
    found: list[Cut] = []
    for place, count in enumerate(counts):
        if count > 1:
            counts[place] -= 2
            found += [Cut(tuple(way), _TILES[place]) for way in _ways(counts, 0)]
            counts[place] += 2
    return found


def _ways(counts: list[int], place: int, run_at: int = -1) -> Iterator[list[Conjunto]]:
    """Yield every way to cut what is left into sets, the lowest piece's set first.

    After a run from a piece no three alike of it are taken: the other order gave that way already.
    """
    while place < len(counts) and not counts[place]:
        place += 1
    if place == len(counts):
        yield []
        return
    tile = _TILES[place]
    if counts[place] > 2 and place != run_at:
        counts[place] -= 3
        for rest in _ways(counts, place):
            yield [Conjunto(TRIO, tile), *rest]
        counts[place] += 3
    if place < _RUNS_END and _begins_run(tile) and counts[place + 1] and counts[place + 2]:
        for one in range(place, place + 3):
            counts[one] -= 1
        for rest in _ways(counts, place, place):
            yield [Conjunto(SEQUENCIA, tile), *rest]
        for one in range(place, place + 3):
            counts[one] += 1


def is_treze(closed: Sequence[str]) -> bool:
    """Tell whether pieces are treze chamadas: each 1, 9 and honour, and a double (R29 g)."""
    return len(closed) == len(TREZE) + 1 and frozenset(closed) == TREZE


def winning(closed: Sequence[str], open_sets: int, sets: int) -> list[Cut]:
    """Return the ways in which closed pieces, beside a number of laid-out sets, win.

    ``sets`` is what the variant asks for: four (R17) or one (R59). Treze chamadas has no sets.
    """
    found = cuts(closed, sets - open_sets)
    if sets > 1 and not open_sets and is_treze(closed):
        pair = next(tile for tile, count in Counter(closed).items() if count > 1)
        found.append(Cut((), pair))
    return found


def waits(closed: Sequence[str], open_sets: int, sets: int) -> frozenset[str]:
    """Return the pieces that would complete closed pieces to a winning hand."""
    if len(closed) != 3 * (sets - open_sets) + 1:
        return frozenset()
    held = Counter(closed)
    return frozenset(
        tile for tile in MAH_JONG if held[tile] < 4 and winning([*closed, tile], open_sets, sets)
    )


def groups_of(tiles: Iterable[str]) -> set[str]:
    """Return the numbered groups among pieces."""
    return {GROUP_OF[tile] for tile in tiles if tile in GROUP_OF}
