"""Tiles: the published layout, and every proof made from them against the naive tree's."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import BrokenProofError
from ledger.signed.merkle import (
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    root_of,
)
from ledger.signed.tiles import (
    Tile,
    TiledTree,
    Tiles,
    number_path,
    read_path,
    tiles_from,
    tiles_of,
    tiles_over,
)

LEAVES = [sha256(str(number).encode()).digest() for number in range(70_000)]
SIZES = [1, 2, 3, 7, 8, 31, 64, 100, 255, 256, 257, 300]


def served(leaves: Sequence[bytes]) -> Tiles:
    """Return a reader of the tiles over some leaves, made level by level."""
    levels = [list(leaves)]
    while len(levels[-1]) >= 256:
        below = levels[-1]
        full = len(below) // 256 * 256
        levels.append([root_of(below[first : first + 256]) for first in range(0, full, 256)])

    def read(tile: Tile) -> bytes:
        first = tile.number * 256
        return b"".join(levels[tile.level][first : first + tile.width])

    return read


def test_the_example_of_the_specification() -> None:
    """C2SP tlog-tiles: size 70,000 is 273 full tiles and partial ones of 112, 17 and 1."""
    assert [one.path for one in tiles_of(70_000)] == ["0/273.p/112", "1/001.p/17", "2/000.p/1"]
    assert [one.path for one in tiles_of(256)] == ["1/000.p/1"]
    assert number_path(1_234_067) == "x001/x234/067"


def test_a_tree_of_seventy_thousand_is_that_of_its_leaves() -> None:
    """Root and proofs from three levels of tiles are those of the whole tree."""
    tree = TiledTree(70_000, served(LEAVES))
    root = root_of(LEAVES)
    assert tree.root() == root
    for index in (0, 255, 256, 65_535, 65_536, 69_999):
        check_inclusion(LEAVES[index], index, 70_000, tree.inclusion(index), root)
    for old in (1, 256, 65_536, 65_537, 69_888, 69_999):
        proof = tree.consistency(old)
        check_consistency(old, root_of(LEAVES[:old]), 70_000, root, proof)


def test_tiles_of_every_level_are_worked_out_from_the_links() -> None:
    """Each tile of 70,000 links is that made level by level, full and partial ones."""
    ours, naive = tiles_from(b"".join(LEAVES)), served(LEAVES)
    for tile in (*tiles_of(70_000), Tile(0, 0), Tile(0, 272), Tile(1, 0)):
        assert ours(tile) == naive(tile), tile.path


def test_tiles_over_links_that_grow_stay_right() -> None:
    """A reader goes on with the same tiles as its log grows from 256 links to 600."""
    held: list[bytes] = []

    def leaves(tile: Tile) -> bytes:
        return b"".join(held[tile.number * 256 :][: tile.width])

    tiles = tiles_over(leaves)
    for size in (256, 257, 511, 512, 600):
        held[:] = LEAVES[:size]
        assert TiledTree(size, tiles).root() == root_of(held), size


def check_all(size: int) -> None:
    """Compare every proof of a tree with the naive tree's."""
    leaves = LEAVES[:size]
    tree = TiledTree(size, served(leaves))
    assert tree.root() == root_of(leaves)
    for index in range(size):
        assert tree.leaf(index) == leaves[index]
        assert tree.inclusion(index) == inclusion_proof(leaves, index)
        assert tree.consistency(index + 1) == consistency_proof(leaves, index + 1)


@pytest.mark.parametrize("size", SIZES)
def test_every_proof_of_some_sizes_is_the_naive_trees(size: int) -> None:
    """Inclusion of each leaf and consistency with each smaller tree, hash for hash."""
    check_all(size)


@pytest.mark.deep
def test_every_proof_of_every_size_to_300_is_the_naive_trees() -> None:
    """RFC 6962: each index and size up to 300."""
    for size in range(1, 301):
        check_all(size)


@given(st.integers(0, 7), st.integers(0, 10**15 - 1), st.integers(1, 256))
def test_an_address_is_read_as_it_is_written(level: int, number: int, width: int) -> None:
    """Each tile has one address."""
    tile = Tile(level, number, width)
    assert read_path(tile.path) == tile


@pytest.mark.parametrize(
    "path",
    ["", "0", "0/1", "0/01", "0/x001", "00/001", "8/001", "0/x000/001", "0/001.p/0", "0/001.p/256",
     "0/001.p/012", "0/001/", "-1/001", "0/001.p/", "../001", "0/\u0660\u0660\u0661"],
)  # fmt: skip
def test_another_spelling_is_no_address(path: str) -> None:
    """Leading zeros, missing groups, a full tile called partial are refused as addresses."""
    with pytest.raises(BrokenProofError, match="tile"):
        read_path(path)


def test_a_tile_of_another_length_is_refused() -> None:
    """A server that gives too few hashes is told so, with the tile's address."""
    tree = TiledTree(300, lambda tile: bytes(tile.width * 32 - 1))
    with pytest.raises(BrokenProofError, match=r"tile 0/000: expected 8192 bytes, got 8191"):
        tree.leaf(3)
