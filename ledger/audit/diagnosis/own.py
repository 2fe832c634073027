"""The log's own word: its keys, the checkpoints that it keeps, and its stored tree."""

from collections.abc import Sequence
from itertools import groupby

from ledger.audit.diagnosis.roots import Roots, Tree
from ledger.audit.statements import Statement
from ledger.audit.verification import TILE_EVENTS, Tick
from ledger.ids import LINK_SIZE
from ledger.signed.merkle import EMPTY_ROOT
from ledger.signed.notes import COSIGNATURE_MLDSA44, NoteKey
from ledger.signed.tiles import HEIGHT, LEVELS_MAX, WIDTH, Tile


class OwnWord(Roots):
    """Judges the log by its own signed checkpoints, and the stored tree by the events."""

    _edges: dict[int, list[bytes]]
    """Subtrees of the incomplete tile at each size that a checkpoint states."""

    def _judge_log_keys(self) -> None:
        """Compare the keys that the ledger binds with those that somebody pinned."""
        bound = self._trust.log_keys()
        for key in self._case.pinned:
            kind = "ML-DSA-44" if key.type == COSIGNATURE_MLDSA44 else "Ed25519"
            same = [one for one in bound if one.type == key.type]
            if key in same or any(one in same for one in self._pinned_as(key)):
                continue
            got = same[0].text[:80] if same else "none"
            self._blame(
                "log-key",
                f"the log's {kind} key: expected {key.text[:80]}, the ledger's founding binds "
                f"{got}: this is another log, or its founding was rewritten",
                source=f"log key {kind}",
            )

    def _pinned_as(self, key: NoteKey) -> list[NoteKey]:
        """Return the pinned keys of a key's kind: of before and after a change."""
        return [one for one in self._case.pinned if one.type == key.type]

    def _judge_statements(self, tree: Tree) -> int:
        """Compare the events with the kept checkpoints; return the last position under one."""
        covered = 0
        good = 0
        self._edges = {size: edge for part in self._parts for size, edge in part.edges.items()}
        for one in self._case.statements:
            if one.fault is not None:
                self._blame_statement(one, one.fault)
                continue
            if one.size > self._end:
                self._blame(
                    "checkpoint",
                    f"{one.place}: the log has {self._end}; positions {self._end + 1} to "
                    f"{one.size} are gone",
                    position=self._end + 1,
                    source=f"checkpoint of {one.size}",
                    also=(one.size,),
                )
                break
            covered = one.size
            if self._holds(tree, one, good):
                good = one.size
                continue
            self._blame(
                "checkpoint",
                f"{one.place}: the root that was signed is {one.root.hex()}, the events give "
                f"another; one of positions {good + 1} to {one.size} was altered since",
                source=f"checkpoint of {one.size}",
                also=(good + 1, one.size),
            )
            break
        self._judge_contradictions()
        return covered

    def _holds(self, tree: Tree, one: Statement, good: int) -> bool:
        tick = Tick(0, "", 0, one.size, one.root, self._edges.get(one.size))
        root = EMPTY_ROOT if one.size == 0 else self._root_at(tree, tick)
        if root is None or root == one.root:
            return True
        # What was done there is named already, even if not what stood there before.
        return any(
            isinstance(place, int) and good < place <= one.size for place in self._problems
        ) or any(kind in self._kinds() for kind in ("root", "missing", "exchanged"))

    def _kinds(self) -> set[str]:
        return {problem.kind for problem in self._problems.values()}

    def _judge_contradictions(self) -> None:
        """Name two checkpoints of one size that the log's keys both signed."""
        signed = [one for one in self._case.statements if one.fault is None]
        for size, same in groupby(signed, key=lambda one: one.size):
            roots = sorted({one.root.hex() for one in same})
            if len(roots) > 1:
                self._blame(
                    "checkpoint",
                    f"the log signed {len(roots)} roots of {size} events: {', '.join(roots)}",
                    source=f"checkpoints of {size}",
                )

    def _blame_statement(self, one: Statement, why: str) -> None:
        self._blame("checkpoint", f"{one.place}: {why}", source=f"checkpoint of {one.size}")

    def _judge_since_keys(self) -> None:
        since = self._case.since
        if since is not None and since.foreign is not None:
            self._blame("log-key", since.foreign, source="kept checkpoint")

    # --- the stored tree ------------------------------------------------------------------------

    def _judge_tree(self, tree: Tree) -> None:
        """Recompute each stored hash above the order memo."""
        rows = {(level, number): hashes for level, number, hashes in self._case.tree}
        for level in range(1, LEVELS_MAX + 1):
            numbers = sorted(number for at, number in rows if at == level)
            if not numbers:
                break
            for number in range(numbers[-1] + 1):
                self._judge_tile(
                    tree, level, number, rows.get((level, number), b""), last=numbers[-1] == number
                )

    def _judge_tile(
        self, tree: Tree, level: int, number: int, hashes: bytes, *, last: bool
    ) -> None:
        expected = tree.hashes(level, number * WIDTH, WIDTH)
        count = len(hashes) // LINK_SIZE
        where = Tile(level, number).path
        if count > len(expected) or (not last and count < WIDTH):
            wanted = WIDTH if not last else f"at most {len(expected)}"
            self._blame_tile(where, level, number, f"expected {wanted} hashes, got {count}")
            return
        span = TILE_EVENTS << HEIGHT * (level - 1)
        for index in range(count):
            want, got = expected[index], hashes[index * LINK_SIZE : (index + 1) * LINK_SIZE]
            first = (number * WIDTH + index) * span
            if want is None or want == got or self._touched(first + 1, first + span):
                continue
            self._blame_tile(
                where,
                level,
                number,
                f"hash {index}, of positions {first + 1} to {first + span}: expected "
                f"{want.hex()}, got {got.hex()}",
            )
            return

    def _blame_tile(self, where: str, level: int, number: int, detail: str) -> None:
        self._blame("tree", f"tile {where}: {detail}", source=f"tree level {level}", seq=number)

    def _touched(self, first: int, last: int) -> bool:
        """Tell whether something between two positions is named as altered."""
        places: Sequence[object] = list(self._problems)
        return any(isinstance(place, int) and first <= place <= last for place in places)
