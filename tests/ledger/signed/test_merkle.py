"""The tree over links, against a naive reading of RFC 6962 section 2.1."""

from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import BrokenProofError
from ledger.signed.merkle import (
    EMPTY_ROOT,
    Frontier,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    node_of,
    root_of,
)
from tests.helpers.each import each

SIZE_MAX = 130
"""Past two full levels of 64, with one and two leaves over."""
LEAVES = [sha256(b"\x00" + bytes([n])).digest() for n in range(SIZE_MAX)]


@cache
def naive_root(first: int, end: int) -> bytes:
    """MTH of leaves ``first`` to ``end``: the RFC's recursion, split at the largest power of 2."""
    count = end - first
    if count == 0:
        return sha256(b"").digest()
    if count == 1:
        return LEAVES[first]
    split = first + naive_split(count)
    return sha256(b"\x01" + naive_root(first, split) + naive_root(split, end)).digest()


def naive_split(count: int) -> int:
    """Return the largest power of two below the count."""
    split = 1
    while split * 2 < count:
        split *= 2
    return split


def naive_path(index: int, first: int, end: int) -> list[bytes]:
    """PATH(m, D[n]) of RFC 6962 2.1.1."""
    count = end - first
    if count == 1:
        return []
    split = naive_split(count)
    if index < split:
        return [*naive_path(index, first, first + split), naive_root(first + split, end)]
    return [
        *naive_path(index - split, first + split, end),
        naive_root(first, first + split),
    ]


def naive_subproof(size: int, first: int, end: int, *, whole: bool) -> list[bytes]:
    """SUBPROOF(m, D[n], b) of RFC 6962 2.1.2."""
    count = end - first
    if size == count:
        return [] if whole else [naive_root(first, end)]
    split = naive_split(count)
    if size <= split:
        return [
            *naive_subproof(size, first, first + split, whole=whole),
            naive_root(first + split, end),
        ]
    return [
        *naive_subproof(size - split, first + split, end, whole=False),
        naive_root(first, first + split),
    ]


def test_the_published_roots_come_out() -> None:
    """RFC 6962's test tree, as every implementation carries it: sizes 0 to 8."""
    inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
              "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
    leaves = [sha256(b"\x00" + bytes.fromhex(text)).digest() for text in inputs]
    roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    assert [root_of(leaves[:size]).hex() for size in range(9)] == roots


@each("size", range(SIZE_MAX + 1))
def test_every_root_by_three_ways(size: int) -> None:
    """Level by level, along the right edge, and by the RFC's recursion: one root."""
    frontier = Frontier()
    frontier.extend(LEAVES[:size])
    single = Frontier()
    for leaf in LEAVES[:size]:
        single.append(leaf)
    assert root_of(LEAVES[:size]) == frontier.root() == single.root() == naive_root(0, size)
    assert frontier.size == single.size == size
    assert frontier.subtrees == single.subtrees


def test_an_empty_log_has_the_hash_of_nothing() -> None:
    """RFC 6962: the root of no leaves is SHA-256 of the empty string."""
    assert root_of([]) == Frontier().root() == EMPTY_ROOT == sha256(b"").digest()


@given(st.integers(0, SIZE_MAX), st.integers(0, SIZE_MAX))
def test_a_frontier_goes_on_from_anywhere(cut: int, size: int) -> None:
    """Size and subtrees are all that is needed to continue; a copy goes its own way."""
    cut = min(cut, size)
    first = Frontier()
    first.extend(LEAVES[:cut])
    copy = first.copy()
    resumed = Frontier(first.size, first.subtrees)
    resumed.extend(LEAVES[cut:size])
    assert resumed.root() == naive_root(0, size)
    assert copy.root() == naive_root(0, cut)


@each("size", range(1, SIZE_MAX + 1), share=5)
def test_every_inclusion_proof_is_the_rfc_path_and_holds(size: int) -> None:
    """For each index of each tree: made as the RFC's PATH, accepted against the naive root."""
    root = naive_root(0, size)
    for index in range(size):
        proof = inclusion_proof(LEAVES[:size], index)
        assert proof == naive_path(index, 0, size)
        check_inclusion(LEAVES[index], index, size, proof, root)


def mutations(proof: list[bytes]) -> list[list[bytes]]:
    """Return every proof that differs in one step: a bit, a hash less, more, twice or moved."""
    flipped = [
        [*proof[:n], bytes([one[0] ^ 0x80]) + one[1:], *proof[n + 1 :]]
        for n, one in enumerate(proof)
    ]
    last_bit = [
        [*proof[:n], one[:-1] + bytes([one[-1] ^ 1]), *proof[n + 1 :]]
        for n, one in enumerate(proof)
    ]
    short = [[*proof[:n], *proof[n + 1 :]] for n in range(len(proof))]
    long = [[*proof[:n], bytes(32), *proof[n:]] for n in range(len(proof) + 1)]
    twice = [[*proof[:n], proof[n], *proof[n:]] for n in range(len(proof))]
    swapped = [[*proof[:n], proof[n + 1], proof[n], *proof[n + 2 :]] for n in range(len(proof) - 1)]
    return [*flipped, *last_bit, *short, *long, *twice, *swapped]


@each("size", [*range(1, 36), 63, 64, 65, 127, 128, 129, 130], share=3)
def test_no_mutated_inclusion_proof_holds(size: int) -> None:
    """A changed, missing, added, doubled or moved hash; another leaf, index or root: refused."""
    root = naive_root(0, size)
    for index in range(size):
        leaf = LEAVES[index]
        proof = naive_path(index, 0, size)
        for bad in mutations(proof):
            with pytest.raises(BrokenProofError):
                check_inclusion(leaf, index, size, bad, root)
        for other in {0, index - 1, index + 1, size - 1, size} - {index}:
            with pytest.raises(BrokenProofError):
                check_inclusion(leaf, other, size, proof, root)
        with pytest.raises(BrokenProofError):
            check_inclusion(node_of(leaf, leaf), index, size, proof, root)
        with pytest.raises(BrokenProofError):
            check_inclusion(leaf, index, size, proof, leaf if size > 1 else EMPTY_ROOT)


def test_an_index_outside_the_tree_is_refused() -> None:
    """No proof can hold for a leaf that the tree does not have."""
    for index in (-1, 5, 6):
        with pytest.raises(BrokenProofError, match="index: expected 0 to 4"):
            check_inclusion(LEAVES[0], index, 5, naive_path(0, 0, 5), naive_root(0, 5))


@each("size", range(1, SIZE_MAX + 1), share=5)
def test_every_consistency_proof_is_the_rfc_subproof_and_holds(size: int) -> None:
    """For each pair of sizes: made as the RFC's SUBPROOF, accepted against both naive roots."""
    root = naive_root(0, size)
    for old in range(1, size + 1):
        proof = consistency_proof(LEAVES[:size], old)
        assert proof == naive_subproof(old, 0, size, whole=True)
        check_consistency(old, naive_root(0, old), size, root, proof)


@each("size", [*range(1, 36), 64, 65, 128, 130], share=3)
def test_no_mutated_consistency_proof_holds(size: int) -> None:
    """A changed, missing, added, doubled or moved hash, or another old root, is refused."""
    root = naive_root(0, size)
    for old in range(1, size + 1):
        old_root = naive_root(0, old)
        proof = naive_subproof(old, 0, size, whole=True)
        for bad in mutations(proof):
            with pytest.raises(BrokenProofError):
                check_consistency(old, old_root, size, root, bad)
        with pytest.raises(BrokenProofError):
            check_consistency(old, LEAVES[1], size, root, proof)
        with pytest.raises(BrokenProofError):
            check_consistency(old, old_root, size, LEAVES[1], proof)


def test_a_rewritten_past_has_no_consistency_proof() -> None:
    """Had one old event been another, no proof made from the new log convinces."""
    forged = [LEAVES[7], *LEAVES[1:]]
    for old in (1, 2, 3, 64, 65, 100):
        proof = consistency_proof(forged[:SIZE_MAX], old)
        with pytest.raises(BrokenProofError):
            check_consistency(old, naive_root(0, old), SIZE_MAX, root_of(forged), proof)


def test_the_older_log_is_never_the_larger_or_empty() -> None:
    """Sizes that make no sense are refused before any hash is computed."""
    for old in (0, -1, 6):
        with pytest.raises(BrokenProofError, match="old size: expected 1 to 5"):
            check_consistency(old, LEAVES[0], 5, naive_root(0, 5), [])
