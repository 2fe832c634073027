"""Roots: what ticks and checkpoints signed about the order of all events."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.audit.diagnosis.heads import HeadsAndTails
from ledger.audit.diagnosis.places import runs_of
from ledger.audit.diagnosis.report import KeptReceipt
from ledger.audit.verification import TILE_EVENTS, Tick, subtree_of
from ledger.signed.checkpoint import Checkpoint
from ledger.signed.merkle import EMPTY_ROOT, Frontier, node_of
from ledger.signed.tiles import HEIGHT
from ledger.store.stored import Row

PAIR_SEARCH_MAX: Final = 128


class Roots(HeadsAndTails):
    """Judges the log by the roots that were signed."""

    def _judge_roots(self) -> "Tree":
        """Recompute each root that a tick signed, with every event where it belongs."""
        tree = Tree(
            [tile for part in self._parts for tile in part.tiles],
            list(self._parts[-1].edge) if self._parts else [],
        )
        for number, leaves in self._corrected(self._changes()).items():
            tree.replace(number, leaves)
        good = 0
        noted = self._case.heads.noted
        covered = 0
        service = self._trust.service
        for tick in sorted(self._ticks(), key=lambda one: one.size):
            if tick.source != service or tick.position in self._problems:
                continue
            covered = max(covered, tick.size)
            root = self._root_at(tree, tick)
            if root is None:
                continue  # something before is missing, and what it was nobody knows
            if root != tick.root and not self._explain_root(tree, tick, good):
                break
            good = tick.size
        for run in runs_of([(position, position) for position in sorted(self._disputed)]):
            position = run[0][0]
            self._blame(
                "tile",
                f"the memo of position {position} has {self._disputed[position].hex()}, "
                "which is no event's link",
                position=position,
                also=(run[-1][0],) if len(run) > 1 else (),
            )
        if noted < covered or any(self._short_tiles(covered)):
            short = next(self._short_tiles(covered), noted // TILE_EVENTS)
            self._blame(
                "tile",
                f"tile {short} of the memo: expected the links of all positions to {covered}, "
                "because a tick signed their root",
                seq=short,
            )
        return tree

    def _judge_entitled(self) -> None:
        """Blame unaltered events that the door must have refused."""
        for part in self._parts:
            for row, why in part.barred:
                self._blame(
                    "entitlement", why, position=row.position, source=row.source, seq=row.seq
                )

    def _short_tiles(self, covered: int) -> Iterator[int]:
        number = 0
        for part in self._parts:
            for noted in part.noted:
                if noted < min(TILE_EVENTS, covered - number * TILE_EVENTS):
                    yield number
                number += 1

    def _ticks(self) -> Iterator[Tick]:
        for part in self._all:
            yield from part.ticks

    def _changes(self) -> dict[int, bytes | None]:
        """Return the true link of each position at which another one is stored."""
        changes: dict[int, bytes | None] = {}
        for (source, seq), link in self._true.items():
            for row in self._rows_of(source, seq, seq):
                if row.link != link:
                    changes[self._true_position(row.position)] = link
        for position, place in self._moved.items():
            source, seq = self._name_at(position)
            row = Row._make(self._case.lookup.at(position, position)[0])
            changes[place] = self._true.get((source, seq), row.link)
        for one in self._missing:
            if one.position is not None:
                changes[one.position] = one.link or self._noted_link_at(one.position)
        return changes

    def _corrected(self, changes: dict[int, bytes | None]) -> dict[int, list[bytes | None]]:
        tiles: dict[int, list[bytes | None]] = {}
        for position, link in changes.items():
            number, index = divmod(position - 1, TILE_EVENTS)
            if number not in tiles:
                tiles[number] = self._leaves(number)
            if index < len(tiles[number]):
                tiles[number][index] = link
        return tiles

    def _leaves(self, number: int) -> list[bytes | None]:
        first = number * TILE_EVENTS + 1
        last = min(first + TILE_EVENTS - 1, self._case.size)
        leaves: list[bytes | None] = [None] * (last - first + 1)
        for row in self._case.lookup.at(first, last):
            leaves[row[0] - first] = row[5]
        return leaves

    def _root_at(self, tree: "Tree", tick: Tick) -> bytes | None:
        if tick.size > self._case.size:
            return None
        number, count = divmod(tick.size, TILE_EVENTS)
        if count == 0:
            return tree.root(tick.size, [])
        if tick.edge is not None and number not in tree.replaced:
            return tree.root(tick.size, tick.edge)
        leaves = tree.replaced.get(number) or self._leaves(number)
        edge = Frontier()
        known = [leaf for leaf in leaves[:count] if leaf is not None]
        if len(known) < count:
            return None
        edge.extend(known)
        return tree.root(tick.size, edge.subtrees)

    def _explain_root(self, tree: "Tree", tick: Tick, good: int) -> bool:
        """Find why the root a tick signed is not the log's; return whether it was found."""
        if self._explain_by_disputed(tree, tick, good):
            return True
        exchanged = self._search_exchange(tree, tick, good)
        if exchanged is not None:
            self._blame_exchange(tick, *exchanged)
            return True
        if any(isinstance(place, int) and good < place <= tick.size for place in self._problems):
            return False  # what was done there is named, even if not what stood there before
        self._blame(
            "root",
            f"the events from {good + 1} to {tick.size} are not in the order, or not those, whose "
            f"root {tick.root.hex()} position {tick.position} signed",
            position=tick.position,
            source=tick.source,
            seq=tick.seq,
            also=(good + 1, tick.size),
        )
        return False

    def _explain_by_disputed(self, tree: "Tree", tick: Tick, good: int) -> bool:
        """Put the links that others claim into the tree; tell whether the tick signed that root."""
        disputed = {p: link for p, link in self._disputed.items() if good < p <= tick.size}
        if not disputed:
            return False
        kept = {
            number: tree.replaced.get(number) or self._leaves(number)
            for number in {(p - 1) // TILE_EVENTS for p in disputed}
        }
        changed = {number: list(leaves) for number, leaves in kept.items()}
        for position, link in disputed.items():
            number, index = divmod(position - 1, TILE_EVENTS)
            changed[number][index] = link
        for number, leaves in changed.items():
            tree.replace(number, leaves)
        if self._root_at(tree, tick) != tick.root:
            for number, leaves in kept.items():
                tree.replace(number, leaves)
            return False
        for position, link in disputed.items():
            del self._disputed[position]
            source, seq = self._name_at(position)
            self._blame(
                "envelope",
                f"not the event that stood here: position {tick.position} signed a root "
                f"with link {link.hex()}",
                position=position,
                source=source,
                seq=seq,
            )
        return True

    def _blame_exchange(self, tick: Tick, first: int, second: int) -> None:
        """Name two events that stand in each other's place, in the memo too."""
        one, other = self._name_at(first), self._name_at(second)
        self._blame(
            "exchanged",
            f"{one[0]}:{one[1]} and {other[0]}:{other[1]} at {second} stand in each other's "
            f"place, and so does the memo: position {tick.position} signed the root",
            position=first,
            source=one[0],
            seq=one[1],
            also=(second,),
        )

    def _search_exchange(self, tree: "Tree", tick: Tick, good: int) -> tuple[int, int] | None:
        """Find two events between ticks whose exchange gives the root; leave them exchanged."""
        if tick.size - good > PAIR_SEARCH_MAX:
            return None
        guessed = {position for position in self._guessed if good < position <= tick.size}
        changes = {place: link for place, link in self._changes().items() if place not in guessed}
        corrected = self._corrected(changes)
        kept = {
            number: corrected.get(number) or self._leaves(number)
            for number in range(good // TILE_EVENTS, (tick.size - 1) // TILE_EVENTS + 1)
        }
        for number, leaves in kept.items():
            tree.replace(number, list(leaves))
        for one in range(good, tick.size):
            for other in range(one + 1, tick.size):
                changed = {
                    number: list(kept[number])
                    for number in {one // TILE_EVENTS, other // TILE_EVENTS}
                }
                left, right = changed[one // TILE_EVENTS], changed[other // TILE_EVENTS]
                i, j = one % TILE_EVENTS, other % TILE_EVENTS
                left[i], right[j] = right[j], left[i]
                for number, leaves in changed.items():
                    tree.replace(number, leaves)
                if self._root_at(tree, tick) == tick.root:
                    for position in guessed:
                        self._problems.pop(position, None)
                    return one + 1, other + 1
                for number in changed:
                    tree.replace(number, kept[number])
        return None

    def _judge_since(self, tree: "Tree") -> None:
        since = self._case.since
        if since is None:
            return
        size = self._end
        if since.checkpoint is not None:
            self._judge_checkpoint(since.checkpoint, tree, size)
        for receipt in since.receipts:
            self._judge_receipt(receipt)

    def _judge_checkpoint(self, kept: Checkpoint, tree: "Tree", size: int) -> None:
        if kept.size > size:
            self._blame(
                "since",
                f"expected {kept.size} events, as the checkpoint says; positions {size + 1} to "
                f"{kept.size} are gone",
                position=size + 1,
                also=(kept.size,),
            )
            return
        tick = Tick(0, "", 0, kept.size, kept.root, None)
        root = EMPTY_ROOT if kept.size == 0 else self._root_at(tree, tick)
        if root is None or (root != kept.root and self._problems):
            return  # what is wrong is named already
        if root != kept.root:
            self._blame(
                "since",
                f"the first {kept.size} events: expected root {kept.root.hex()}, got {root.hex()}",
            )

    def _judge_receipt(self, receipt: KeptReceipt) -> None:
        seq = receipt.first + receipt.count - 1
        rows = self._rows_of(receipt.source, seq, seq)
        if not rows:
            self._blame(
                "since",
                f"{receipt.source}:{seq} is gone: its receipt has link {receipt.link}",
                position=receipt.position,
                source=receipt.source,
                seq=seq,
            )
            return
        link = self._true.get((receipt.source, seq), rows[0].link)
        position = self._true_position(rows[0].position)
        if (link.hex(), position) != (receipt.link, receipt.position):
            self._blame(
                "since",
                f"expected link {receipt.link} at {receipt.position}, as its receipt says; "
                f"got {link.hex()} at {position}",
                position=rows[0].position,
                source=receipt.source,
                seq=seq,
            )


class Tree:
    """The log's tree from the roots of its complete tiles up."""

    def __init__(self, tiles: list[bytes | None], edge: list[bytes | None]) -> None:
        self._levels: list[list[bytes | None]] = [tiles]
        self._edge = edge
        self.replaced: dict[int, list[bytes | None]] = {}
        while len(self._levels[-1]) > 1:
            self._levels.append([_join(left, right) for left, right in _pairs(self._levels[-1])])

    def replace(self, number: int, leaves: list[bytes | None]) -> None:
        """Put other leaves in a tile."""
        self.replaced[number] = leaves
        if number >= len(self._levels[0]):
            self._edge = leaves
            return
        known = [leaf for leaf in leaves if leaf is not None]
        self._levels[0][number] = subtree_of(known) if len(known) == TILE_EVENTS else None
        for level in range(1, len(self._levels)):
            number //= 2
            below = self._levels[level - 1]
            if 2 * number + 1 >= len(below):
                return
            self._levels[level][number] = _join(below[2 * number], below[2 * number + 1])

    def hashes(self, level: int, first: int, count: int) -> list[bytes | None]:
        """Return hashes of a level of the log's tiles, 1 and up; None where a row is missing."""
        height = HEIGHT * (level - 1)
        known = self._levels[height] if height < len(self._levels) else []
        return known[first : first + count]

    def root(self, size: int, edge: Sequence[bytes] | None = None) -> bytes | None:
        """Return the root over the first leaves; ``edge`` has the incomplete tile's subtrees."""
        if size == 0:
            return EMPTY_ROOT
        full, count = divmod(size, TILE_EVENTS)
        subtrees: list[bytes | None] = []
        start = 0
        for level in range(full.bit_length() - 1, -1, -1):
            if full >> level & 1:
                subtrees.append(self._levels[level][start >> level])
                start += 1 << level
        if edge is None:
            known = [leaf for leaf in self._edge[:count] if leaf is not None]
            if len(known) < count:
                return None
            frontier = Frontier()
            frontier.extend(known)
            edge = frontier.subtrees
        root: bytes | None = None
        for left in reversed([*subtrees, *edge]):
            if left is None:
                return None
            root = left if root is None else node_of(left, root)
        return root


def _pairs(level: list[bytes | None]) -> Iterable[tuple[bytes | None, bytes | None]]:
    return zip(level[::2], level[1::2], strict=False)


def _join(left: bytes | None, right: bytes | None) -> bytes | None:
    return None if left is None or right is None else node_of(left, right)
