"""Pieces of mah-jong and of pai kao: their names, the sets they come in; no game's rule.

A piece is its text. Of the three numbered groups it is the group's name, a hyphen and the number:
``bambu-1`` to ``bambu-9``, ``numero-1`` …, ``circulo-1`` …. The winds are ``este``, ``sul``,
``oeste``, ``norte``; the trunfos ``encarnada``, ``branca``, ``verde`` (the simplified game's fát
chói is ``verde``). Pai kao's pieces are ``1`` to ``9`` and ``branca``.

The trap of the names: *t'ông* is the wind Este, *t'ông chi* the group of círculos.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

GROUPS: Final = ("bambu", "numero", "circulo")
WINDS: Final = ("este", "sul", "oeste", "norte")
"""In the order of the places, and of the rodas."""
TRUNFOS: Final = ("encarnada", "branca", "verde")
FAT_CHOI: Final = "verde"

NUMBERED: Final = tuple(f"{group}-{number}" for group in GROUPS for number in range(1, 10))
HONOURS: Final = (*TRUNFOS, *WINDS)
GROUP_OF: Final[Mapping[str, str]] = {tile: tile.partition("-")[0] for tile in NUMBERED}
"""Of a numbered piece; an honour has no group."""
NUMBER_OF: Final[Mapping[str, int]] = {tile: int(tile[-1]) for tile in NUMBERED}

Stock = Mapping[str, int]
"""A set of pieces: how many there are of each."""

MAH_JONG: Final[Stock] = dict.fromkeys((*NUMBERED, *HONOURS), 4)
"""The 136 pieces of the conventional game."""
MAH_JONG_SIMPLIFIED: Final[Stock] = dict.fromkeys((*NUMBERED, FAT_CHOI), 4)
"""The 112 pieces of the simplified game."""
PAI_KAO: Final[Stock] = dict.fromkeys(("branca", *map(str, range(9, 0, -1))), 2)
"""The 20 pieces of pai kao."""


def pieces_in(stock: Stock) -> int:
    """Return how many pieces a set has.

    >>> [pieces_in(stock) for stock in (MAH_JONG, MAH_JONG_SIMPLIFIED, PAI_KAO)]
    [136, 112, 20]
    """
    return sum(stock.values())


def impossible_tiles(tiles: Iterable[str | None], stock: Stock) -> list[str]:
    """Return the pieces that cannot be there: unknown, or more often than the set holds them.

    Each is named once; None is a piece that nobody saw.

    >>> impossible_tiles(["1", "1", "1", None, "este"], PAI_KAO)
    ['1', 'este']
    """
    counts = Counter(tile for tile in tiles if tile is not None)
    return [tile for tile, count in counts.items() if count > stock.get(tile, 0)]
