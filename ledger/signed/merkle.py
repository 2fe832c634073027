"""The RFC 6962 Merkle tree over links: roots, inclusion and consistency proofs. Pure.

The leaves given here are already leaf hashes (a link is SHA-256(0x00 ‖ envelope)); an inner node is
SHA-256(0x01 ‖ left ‖ right).
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from ledger.errors import BrokenProofError

EMPTY_ROOT = sha256(b"").digest()
NODE_PREFIX = b"\x01"


def node_of(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return sha256(NODE_PREFIX + left + right).digest()


class Frontier:
    """The right edge of a growing tree: what is needed to append leaves and to give the root.

    ``size`` leaves are held as one complete subtree per set bit of ``size``, largest first.
    """

    def __init__(self, size: int = 0, subtrees: Iterable[bytes] = ()) -> None:
        """Resume from a size and its subtrees; empty by default."""
        self.size = size
        self.subtrees = list(subtrees)
        assert len(self.subtrees) == size.bit_count()

    def append(self, leaf: bytes) -> None:
        """Add one leaf."""
        size = self.size
        subtrees = self.subtrees
        node = leaf
        while size & 1:
            node = sha256(NODE_PREFIX + subtrees.pop() + node).digest()
            size >>= 1
        subtrees.append(node)
        self.size += 1

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaves in order: level by level, which hashes most of them without looking."""
        hashed, prefix = sha256, NODE_PREFIX
        edge, higher = self.subtrees, self.size
        level = list(leaves)
        self.size += len(level)
        smallest: list[bytes] = []
        while level:
            if higher & 1:
                level.insert(0, edge.pop())
            if len(level) & 1:
                smallest.append(level.pop())
            pairs = zip(level[::2], level[1::2], strict=True)
            level = [hashed(prefix + left + right).digest() for left, right in pairs]
            higher >>= 1
        edge.extend(reversed(smallest))

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
        if not self.subtrees:
            return EMPTY_ROOT
        root = self.subtrees[-1]
        for left in reversed(self.subtrees[:-1]):
            root = node_of(left, root)
        return root

    def copy(self) -> "Frontier":
        """Return an independent frontier in the same state."""
        return Frontier(self.size, self.subtrees)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over the leaves, level by level.

    A second way to what ``Frontier`` computes; the two check each other before a root is signed.

    >>> root_of([]) == EMPTY_ROOT
    True
    """
    level = list(leaves)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:
        above = [node_of(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        if len(level) % 2:
            above.append(level[-1])
        level = above
    return level[0]


class HeldTree:
    """A tree of few leaves that is held whole: each of its nodes is hashed once.

    >>> leaves = [bytes([number]) * 32 for number in range(5)]
    >>> HeldTree(leaves).root() == root_of(leaves)
    True
    """

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Hash every node over the leaves; an odd one at the end of a level stands above it too."""
        assert leaves
        self.size = len(leaves)
        self._levels = [list(leaves)]
        hashed, prefix = sha256, NODE_PREFIX
        while len(below := self._levels[-1]) > 1:
            pairs = zip(below[::2], below[1::2], strict=False)
            above = [hashed(prefix + left + right).digest() for left, right in pairs]
            self._levels.append(above if len(below) % 2 == 0 else [*above, below[-1]])

    def root(self) -> bytes:
        """Return the root over all leaves."""
        return self._levels[-1][0]

    def inclusion(self, index: int) -> list[bytes]:
        """Return the hashes that prove the leaf at ``index`` (from 0), from the leaf upwards."""
        assert 0 <= index < self.size
        proof: list[bytes] = []
        for level in self._levels[:-1]:
            sibling = index ^ 1
            if sibling < len(level):
                proof.append(level[sibling])
            index >>= 1
        return proof


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes that prove the leaf at ``index`` (from 0), from the leaf upwards."""
    return HeldTree(leaves).inclusion(index)


def check_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> None:
    """Prove that ``leaf`` stands at ``index`` of the tree of ``size`` leaves with this root.

    Raises:
        BrokenProofError: if it is not proved.

    """
    if not 0 <= index < size:
        raise BrokenProofError(f"index: expected 0 to {size - 1}, got {index}")
    node, last, rest = leaf, size - 1, iter(proof)
    try:
        while last:
            if index & 1:
                node = node_of(next(rest), node)
            elif index < last:
                node = node_of(node, next(rest))
            index //= 2
            last //= 2
    except StopIteration:
        raise BrokenProofError(f"the proof has only {len(proof)} hashes") from None
    if next(rest, None) is not None:
        raise BrokenProofError(f"the proof has {len(proof)} hashes, more than its tree needs")
    if node != root:
        raise BrokenProofError(f"root: expected {root.hex()}, the proof gives {node.hex()}")


def consistency_proof(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """Return the hashes that prove the tree of the first ``size`` leaves a prefix of this one."""
    assert 0 < size <= len(leaves)
    return _subproof(leaves, size, whole=True)


def _subproof(leaves: Sequence[bytes], size: int, *, whole: bool) -> list[bytes]:
    count = len(leaves)
    if size == count:
        return [] if whole else [root_of(leaves)]
    split = 1 << (count - 1).bit_length() - 1
    if size <= split:
        return [*_subproof(leaves[:split], size, whole=whole), root_of(leaves[split:])]
    return [*_subproof(leaves[split:], size - split, whole=False), root_of(leaves[:split])]


def check_consistency(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """Prove that the tree of ``size`` leaves extends the older one and changed nothing in it.

    Raises:
        BrokenProofError: if it is not proved.

    """
    if not 0 < old_size <= size:
        raise BrokenProofError(f"old size: expected 1 to {size}, got {old_size}")
    if old_size == size:
        if proof or old_root != root:
            raise BrokenProofError(f"two roots of one size {size}")
        return
    hashes = list(proof)
    if old_size.bit_count() == 1:
        hashes.insert(0, old_root)
    if not hashes:
        raise BrokenProofError("the proof is empty")
    old, new = climb(old_size - 1, size - 1, hashes)
    if old != old_root or new != root:
        raise BrokenProofError(f"the log of {size} events does not extend the one of {old_size}")


def climb(index: int, last: int, hashes: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return the old and the new root that a consistency proof gives (RFC 9162, 2.1.4.2)."""
    while index & 1:
        index >>= 1
        last >>= 1
    old = new = hashes[0]
    for node in hashes[1:]:
        if last == 0:
            raise BrokenProofError("the proof has more hashes than its trees need")
        if index & 1 or index == last:
            old, new = node_of(node, old), node_of(node, new)
            while index and not index & 1:
                index >>= 1
                last >>= 1
        else:
            new = node_of(new, node)
        index >>= 1
        last >>= 1
    if last:
        raise BrokenProofError(f"the proof has only {len(hashes)} hashes")
    return old, new
