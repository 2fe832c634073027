"""The tree as it is stored: links in the order memo, what stands above them in ``ledger.tree``.

A full tile's root is written once into the level above. Roots and proofs of any size are then told
from a few rows (``ledger.signed.tiles``).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ledger.ids import LINK_SIZE
from ledger.signed.merkle import root_of
from ledger.signed.tiles import LEVELS_MAX, WIDTH, Tile, TiledTree, split_hashes
from ledger.store.sql_files import load

Ask = Callable[..., list[tuple[Any, ...]]]
"""Asks a statement of ``log.sql`` by name."""
LOG_SQL: Final = load(Path(__file__).with_name("log.sql"))
"""The statements of the log and its tree, by name."""
_ROWS: Final = 256


class StoredTree:
    """The tiles of one ledger's tree, in its database."""

    def __init__(self, ask: Ask) -> None:
        """Ask by ``ask``, which may write if ``integrate`` is called."""
        self._ask = ask

    def noted(self) -> int:
        """Return how many positions the order memo covers."""
        return self._count(0)

    def at(self, size: int) -> TiledTree:
        """Return the tree of the first ``size`` events, all of them noted."""
        return TiledTree(size, self.tile)

    def tile(self, tile: Tile) -> bytes:
        """Return a tile's hashes; fewer where the store has fewer."""
        if tile.level == 0:
            rows = self._ask("tile", tile.width * LINK_SIZE, tile.number)
        else:
            rows = self._ask("tree_tile", tile.width * LINK_SIZE, tile.level, tile.number)
        return rows[0][0] if rows else b""

    def integrate(self) -> None:
        """Write the roots of tiles that got full into the levels above them, once."""
        for level in range(1, LEVELS_MAX + 1):
            have, full = self._count(level), self._count(level - 1) // WIDTH
            if have >= full:
                break
            for first in range(have, full, _ROWS):
                self._extend(level, range(first, min(first + _ROWS, full)))

    def _extend(self, level: int, numbers: range) -> None:
        """Add the roots of these tiles to the level above them."""
        for row in range(numbers[0] // WIDTH, numbers[-1] // WIDTH + 1):
            begun = self.tile(Tile(level, row))
            hashes = bytearray(begun)
            for number in range(row * WIDTH + len(begun) // LINK_SIZE, (row + 1) * WIDTH):
                if number > numbers[-1]:
                    break
                hashes += root_of(split_hashes(self.tile(Tile(level - 1, number))))
            self._ask("write_tree", level, row, bytes(hashes))

    def _count(self, level: int) -> int:
        """Return how many hashes a level holds."""
        rows = self._ask("noted") if level == 0 else self._ask("integrated", level)
        return rows[0][0] * WIDTH + rows[0][1] // LINK_SIZE if rows else 0
