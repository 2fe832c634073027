"""Tiles (C2SP tlog-tiles): the tree as static files of 256 hashes, and proofs made from them.

Level 0 holds the links, level *l* the roots of full tiles of level *l* - 1. A tile's address is its
level, its number in groups of three digits, and, where it is not full yet, its width. Whoever holds
the tiles of a size works out every root and proof of it.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.ids import LINK_SIZE
from ledger.signed.merkle import EMPTY_ROOT, NODE_PREFIX, node_of, root_of

WIDTH: Final = 256
HEIGHT: Final = 8
"""Of a tile: 2^8 hashes are its width."""
LEVELS_MAX: Final = 7
"""Levels of a tree of up to 2^56 events."""


class Tile(Struct, frozen=True):
    """The address of a tile: level, number, and how many hashes of 256 it holds."""

    level: int
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The address below ``tile/``.

        >>> Tile(0, 1234067).path, Tile(1, 0, 17).path
        ('0/x001/x234/067', '1/000.p/17')
        """
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{self.level}/{number_path(self.number)}{partial}"


Tiles = Callable[[Tile], bytes]
"""Reads a tile's hashes, one after another."""


def number_path(number: int) -> str:
    """Return a tile's number in groups of three digits, all but the last behind an ``x``."""
    parts = [f"{number % 1000:03d}"]
    while number := number // 1000:
        parts.insert(0, f"x{number % 1000:03d}")
    return "/".join(parts)


def read_path(path: str) -> Tile:
    """Return the tile that an address below ``tile/`` names.

    Raises:
        BrokenProofError: it is no such address.

    """
    found = _path(path)
    if found is None:
        raise BrokenProofError(
            f"tile: expected <level>/<number>[.p/<width>] as in 0/x001/067.p/12, got {path[:80]!r}"
        )
    level, groups, last, width = found.groups()
    number = int("".join(groups.replace("/", "").split("x")) + last)
    tile = Tile(int(level), number, WIDTH if width is None else int(width))
    if tile.path != path or tile.level > LEVELS_MAX:
        raise BrokenProofError(f"tile: {path[:80]!r} is not how tile {tile.path} is written")
    return tile


_path = re.compile(
    r"([0-9]{1,2})/((?:x[0-9]{3}/){0,5})([0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?"
).fullmatch


def tiles_of(size: int) -> list[Tile]:
    """Return the tiles that a tree of this size adds at its right edge: one a level.

    >>> [tile.path for tile in tiles_of(70_000)]
    ['0/273.p/112', '1/001.p/17', '2/000.p/1']
    """
    edge: list[Tile] = []
    for level in range(LEVELS_MAX + 1):
        count = size >> HEIGHT * level
        if not count:
            break
        if count % WIDTH:
            edge.append(Tile(level, count // WIDTH, count % WIDTH))
    return edge


def width_at(level: int, number: int, size: int) -> int:
    """Return how many hashes of a tile a tree of this size has, 0 to 256."""
    return max(0, min(WIDTH, (size >> HEIGHT * level) - number * WIDTH))


def split_hashes(data: bytes) -> list[bytes]:
    """Return the hashes that stand one after another in a tile."""
    return [data[at : at + LINK_SIZE] for at in range(0, len(data), LINK_SIZE)]


def tiles_over(leaves: Tiles) -> Tiles:
    """Return the tiles of every level over those of level 0; a full tile's root is worked out once.

    Full tiles never change, so that a tree which grows may go on with the same ones.
    """
    roots: dict[tuple[int, int], bytes] = {}

    def root(level: int, number: int) -> bytes:
        if (level, number) not in roots:
            roots[level, number] = root_of(split_hashes(read(Tile(level, number))))
        return roots[level, number]

    def read(tile: Tile) -> bytes:
        if tile.level == 0:
            return leaves(tile)
        first = tile.number * WIDTH
        return b"".join(root(tile.level - 1, first + index) for index in range(tile.width))

    return read


def tiles_from(data: bytes) -> Tiles:
    """Return the tiles of every level over links that stand one after another."""

    def leaves(tile: Tile) -> bytes:
        first = tile.number * WIDTH * LINK_SIZE
        return data[first : first + tile.width * LINK_SIZE]

    return tiles_over(leaves)


class TiledTree:
    """The tree of one size, read from its tiles: roots and proofs, each tile fetched once."""

    def __init__(self, size: int, tiles: Tiles) -> None:
        """Read by ``tiles``."""
        self.size = size
        self._tiles = tiles
        self._nodes: dict[tuple[int, int], list[list[bytes]]] = {}
        """By level and number of a tile: the proofs of neighbours share them."""

    def root(self) -> bytes:
        """Return the root over all leaves."""
        return self.subtree(0, self.size) if self.size else EMPTY_ROOT

    def leaf(self, index: int) -> bytes:
        """Return the link at an index from 0."""
        return self._perfect(index, 1)

    def inclusion(self, index: int) -> list[bytes]:
        """Return the hashes that prove the leaf at an index, from the leaf upwards."""
        if not 0 <= index < self.size:
            raise BrokenProofError(f"index: expected 0 to {self.size - 1}, got {index}")
        proof: list[bytes] = []
        first, end = 0, self.size
        while end - first > 1:
            middle = first + _split(end - first)
            if index < middle:
                proof.append(self.subtree(middle, end))
                end = middle
            else:
                proof.append(self.subtree(first, middle))
                first = middle
        return proof[::-1]

    def consistency(self, old: int) -> list[bytes]:
        """Return the hashes that prove that this tree extends the one of ``old`` leaves."""
        if not 0 <= old <= self.size:
            raise BrokenProofError(f"old size: expected 0 to {self.size}, got {old}")
        proof: list[bytes] = []
        if old in {0, self.size}:
            return proof
        first, end, whole = 0, self.size, True
        while old != end:
            middle = first + _split(end - first)
            if old <= middle:
                proof.append(self.subtree(middle, end))
                end = middle
            else:
                proof.append(self.subtree(first, middle))
                first, whole = middle, False
        if not whole:
            proof.append(self.subtree(first, end))
        return proof[::-1]

    def subtree(self, first: int, end: int) -> bytes:
        """Return the root over the leaves from one index to another, a subtree of the tree."""
        count = end - first
        if count & count - 1 == 0:
            return self._perfect(first, count)
        middle = first + _split(count)
        return node_of(self._perfect(first, middle - first), self.subtree(middle, end))

    def _perfect(self, first: int, count: int) -> bytes:
        """Return the root of a complete subtree: from the highest tile that has its leaves."""
        level, height = divmod(count.bit_length() - 1, HEIGHT)
        number, place = divmod(first >> level * HEIGHT, WIDTH)
        return self._nodes_of(level, number)[height][place >> height]

    def _nodes_of(self, level: int, number: int) -> list[list[bytes]]:
        """Return a tile's hashes, and row by row those above them: of its complete subtrees."""
        rows = self._nodes.get((level, number))
        if rows is None:
            width = width_at(level, number, self.size)
            tile = Tile(level, number, width)
            data = self._tiles(tile)
            if len(data) != width * LINK_SIZE:
                raise BrokenProofError(
                    f"tile {tile.path}: expected {width * LINK_SIZE} bytes, got {len(data)}"
                )
            rows = [split_hashes(data)]
            while len(below := rows[-1]) > 1:
                # An odd one at the end is of no complete subtree.
                pairs = zip(below[::2], below[1::2], strict=False)
                rows.append([sha256(NODE_PREFIX + left + right).digest() for left, right in pairs])
            self._nodes[level, number] = rows
        return rows


def _split(count: int) -> int:
    """Return the greatest power of two below a count."""
    return 1 << (count - 1).bit_length() - 1
