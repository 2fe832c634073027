"""The log as a whole: its root on demand, signed; its order, noted when the service ticks.

Before a root is signed it is computed twice: along the tree's right edge from the stored links, and
level by level from what the database computes of the stored envelopes. If the two differ, nothing
is signed: one wrong bit between computing and storing a hash would otherwise stand in a signed
statement for ever.

A checkpoint is kept in the database before it is handed out, in tables that no append touches, and
no smaller one is signed afterwards: a log that was cut, or restored from an older copy, is
refused. A copy in a file outside the database outlives one that was restored as a whole: deciding
by it and replacing it are one step, whatever number of processes share it.
"""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from ledger.audit.verification import TILE_EVENTS
from ledger.errors import BrokenProofError, CorruptLedgerError
from ledger.events.registry import ClockTicked, LogKeyReplaced
from ledger.events.reviews import Approval
from ledger.ids import LINK_SIZE
from ledger.log.kept import locked, replace_file
from ledger.log.tree import LOG_SQL, StoredTree
from ledger.signed.checkpoint import Checkpoint, read_checkpoint
from ledger.signed.logs import LogKeys, Signing, open_log
from ledger.signed.merkle import EMPTY_ROOT, Frontier, node_of, root_of
from ledger.signed.tiles import split_hashes

PAGE_EVENTS: Final = 65_536
_APPENDER: Final = "razao_appender"
RECOVERY: Final = (
    "nothing is signed: this database is older than what was signed, or another. Restore a copy "
    "that has these {size} events with root {root} (a replica, a newer backup; `razao verify "
    "--since` tells whether a copy has them). Where no copy is left, events are lost: keep this "
    "checkpoint as proof of that"
)
"""Says how a ledger recovers that was restored from too old a copy."""
_CONTRADICTIONS: Final = frozenset(("RZ031", "RZ032", "RZ033"))
"""What migration 0003's functions refuse because it contradicts what is stored."""
_EVER: Final = 2**63
_REPLACING: Final = (LogKeyReplaced.KIND, Approval.KIND)
"""The kinds at which the log's keys may be replaced."""
_TILE_SIZE: Final = TILE_EVENTS * LINK_SIZE


class Log:
    """The tree over all positions of one ledger, kept up from where it was last signed."""

    def __init__(
        self,
        conninfo: str,
        origin: str,
        signer: Signing | None = None,
        *,
        kept: Path | None = None,
    ) -> None:
        """Go on from the last signed checkpoint; connect when first asked.

        Without ``signer`` there are ticks but no checkpoints. ``kept`` is a file for the last one,
        outside the database; its folder is made.
        """
        self._conninfo = conninfo
        self._origin = origin
        self._signer = signer
        self._keys_read: int | None = None
        """Of how many events it is known that none replaced the log's keys since they were read."""
        self._kept = kept
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self.tree = StoredTree(self._ask)
        """The tree as it is stored: for proofs of what was signed."""
        self._edge: Frontier | None = None
        """Grown from stored links; None until it is known where to begin."""
        self._second = _Levels(0, ())
        """Grown from the envelopes."""
        self._links = bytearray()
        """The links from the first position that may still have to be noted."""
        self._links_from = 0
        self._noted = 0
        self._signed: str | None = None
        """The checkpoint that this log signed, or found signed, last."""

    def __enter__(self) -> Self:
        """Return the log."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def tick_payload(self) -> ClockTicked:
        """Note the order of all events so far; return a tick with their number and root.

        Raises:
            CorruptLedgerError: what is stored contradicts itself; no root is stated then.

        """
        with self._lock:
            self._advance(noting=True)
            self._memo()
            size, root = self._stand()
            return ClockTicked(size=size, root=root.hex())

    def check(self) -> int:
        """Compare the log with what was signed; return how many events it has.

        Raises:
            CorruptLedgerError: it is shorter than what was signed, or another.

        """
        with self._lock:
            self._advance()
            assert self._edge is not None
            return self._edge.size

    def memo(self) -> int:
        """Note the order of all events so far; return how many positions are noted.

        Raises:
            CorruptLedgerError: what is stored contradicts itself.

        """
        with self._lock:
            self._advance(noting=True)
            self._memo()
            return self._noted

    @property
    def keys(self) -> LogKeys:
        """The public keys by which checkpoints are signed now."""
        assert self._signer is not None, "this log has no key"
        return self._signer.at(_EVER).keys

    def checkpoint(self, *, passing: bool = False) -> str:
        """Return the signed note of the log's present size and root.

        One in ``passing`` gives way to the next; another stays in the database for ever, and so
        does the first that this process signs: no log that was signed is without any.

        Raises:
            CorruptLedgerError: what is stored contradicts itself, or an earlier checkpoint.

        """
        signer = self._signer
        assert signer is not None, "this log has no key"
        with self._lock, self._alone():
            self._advance()
            size, root = self._stand()
            self._renew(size)
            self._memo()
            earlier = self._check_earlier(size, root)
            # Signed once: its second signature bears a time, and would be another each time.
            note = earlier or signer.at(size).sign(size, root)
            assert self._edge is not None
            subtrees = b"".join(self._edge.subtrees)
            if earlier is None and self._kept is not None:
                # In the file first, which must not lag behind.
                replace_file(self._kept, f"{note}\n{subtrees.hex()}")
            self._ask("publish", "signed", size, note, subtrees)
            if not passing or self._signed is None:
                self._ask("keep_checkpoint", size, note, subtrees)
            self._signed = note
            return note

    def _renew(self, size: int) -> None:
        """Read the log's keys anew, where an event since then may have replaced them."""
        assert self._signer is not None
        read = self._keys_read
        if read is None or self._ask("holds_any", read + 1, size, list(_REPLACING))[0][0]:
            self._signer.renew()
        self._keys_read = size

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Return the hashes that prove that the log of one size extends that of an older one.

        Raises:
            BrokenProofError: the stored tree cannot give them.

        """
        with self._lock:
            return self.tree.at(size).consistency(old)

    def publish(self, size: int, note: str) -> None:
        """Publish a signed checkpoint that enough witnesses cosigned.

        Raises:
            CorruptLedgerError: a larger one is published, or another of its size.

        """
        with self._lock:
            self._ask("publish", "cosigned", size, note, b"")

    def published(self) -> str | None:
        """Return the newest checkpoint that enough witnesses cosigned; None before the first."""
        with self._lock:
            rows = self._ask("published", "cosigned")
            return rows[0][0] if rows else None

    def holds_any(self, kinds: Sequence[str], first: int, last: int) -> bool:
        """Tell whether an event of these kinds stands between two positions."""
        with self._lock:
            return bool(self._ask("holds_any", first, last, list(kinds))[0][0])

    def keep_stamp(self, size: int, authority: str, note: str, token: bytes) -> None:
        """Keep an authority's stamp of time over a checkpoint."""
        with self._lock:
            self._ask("keep_stamp", size, authority, note, token)

    # --- the tree -------------------------------------------------------------------------------

    def _stand(self) -> tuple[int, bytes]:
        """Return size and root, if both ways come to the same."""
        assert self._edge is not None
        root = self._edge.root()
        second = self._second.root()
        if (self._edge.size, root) != (self._second.size, second):
            raise CorruptLedgerError(
                f"{self._origin}: the links give root {root.hex()} over {self._edge.size} events, "
                f"the envelopes {second.hex()} over {self._second.size}"
            )
        return self._edge.size, root

    def _advance(self, *, noting: bool = False) -> None:
        """Take in the events since the last time; of many, ``noting`` holds one page's links."""
        if self._edge is None:
            self._begin()
        edge = self._edge
        assert edge is not None
        ((size,),) = self._ask("size")
        if size < edge.size:
            raise CorruptLedgerError(
                f"{self._origin}: the log had {edge.size} events, its head says {size}; "
                + RECOVERY.format(size=edge.size, root=edge.root().hex())
            )
        for first, last, links, computed in self._leaves(edge.size + 1, size):
            _compare(first, links, computed)
            edge.extend(links)
            self._second.extend(computed)
            self._links += b"".join(links)
            assert edge.size == last
            if noting:
                self._memo()

    def _begin(self) -> None:
        """Find where to go on: from the last checkpoint, if its subtrees give the signed root."""
        found = self._newest()
        size, subtrees = 0, list[bytes]()
        self._noted = self.tree.noted()
        if found is not None:
            _, checkpoint, subtrees = found
            size = checkpoint.size
            edge = Frontier(size, subtrees)
            if edge.root() != checkpoint.root:
                raise CorruptLedgerError(
                    f"{self._origin}: what was kept with the checkpoint of {size} events "
                    "does not give its root"
                )
            self._check_signed(checkpoint)
        start = min(size, self._noted) // TILE_EVENTS * TILE_EVENTS
        self._links_from = start
        self._links = bytearray()
        for _, _, links, _ in self._leaves(start + 1, size):
            self._links += b"".join(links)
        self._second = _Levels(size, subtrees)
        self._edge = Frontier(size, subtrees)

    def _check_signed(self, signed: Checkpoint) -> None:
        """Refuse a log whose first events are not those that were signed."""
        ((size,),) = self._ask("size")
        if size >= signed.size:
            base = min(signed.size, self._noted) // TILE_EVENTS * TILE_EVENTS
            tree = self.tree.at(base)
            try:
                edge = Frontier(base, [tree.subtree(*span) for span in _complete(base)])
            except BrokenProofError as error:
                raise CorruptLedgerError(f"{self._origin}: {error}") from error
            for _, _, links, _ in self._leaves(base + 1, signed.size):
                edge.extend(links)
            if edge.root() == signed.root:
                return
        told = f"the log has {size}" if size < signed.size else "its first events are others"
        raise CorruptLedgerError(
            f"{self._origin}: a checkpoint of {signed.size} events was signed, {told}; "
            + RECOVERY.format(size=signed.size, root=signed.root.hex())
        )

    def _leaves(self, first: int, last: int) -> Iterator[tuple[int, int, list[bytes], list[bytes]]]:
        """Return stored and computed links from one position to another, page by page."""
        while first <= last:
            end = min(first + PAGE_EVENTS - 1, last)
            ((count, links, computed),) = self._ask("leaves", first, end)
            if count != end - first + 1:
                raise CorruptLedgerError(
                    f"{self._origin}: expected {end - first + 1} events at positions {first} to "
                    f"{end}, got {count}"
                )
            yield first, end, split_hashes(links), split_hashes(computed)
            first = end + 1

    # --- the memo -------------------------------------------------------------------------------

    def _memo(self) -> None:
        """Write the tiles of what is not noted yet."""
        edge = self._edge
        assert edge is not None
        first = max(self._noted, self._links_from) // TILE_EVENTS
        for number in range(first, -(-edge.size // TILE_EVENTS)):
            start = number * _TILE_SIZE - self._links_from * LINK_SIZE
            tile = bytes(self._links[start : start + _TILE_SIZE])
            self._ask("write_tile", number, tile)
        self._noted = max(self._noted, edge.size)
        self.tree.integrate()
        full = edge.size // TILE_EVENTS * TILE_EVENTS
        if full > self._links_from:
            del self._links[: (full - self._links_from) * LINK_SIZE]
            self._links_from = full

    # --- what was signed ------------------------------------------------------------------------

    def _check_earlier(self, size: int, root: bytes) -> str | None:
        """Refuse a log that is not what was signed before, and more; return its note if signed."""
        found = self._newest()
        if found is None:
            return None
        note, earlier, subtrees = found
        if note == self._signed and earlier.size <= size:
            # Signed here, of the very tree that has only grown since.
            return note if earlier.size == size else None
        if earlier.size > size:
            raise CorruptLedgerError(
                f"{self._origin}: a checkpoint of {earlier.size} events was signed, "
                f"the log has {size}; "
                + RECOVERY.format(size=earlier.size, root=earlier.root.hex())
            )
        edge = Frontier(earlier.size, subtrees)
        same_root = edge.root() == earlier.root
        for _, _, links, _ in self._leaves(earlier.size + 1, size):
            edge.extend(links)
        if not same_root or edge.root() != root:
            raise CorruptLedgerError(
                f"{self._origin}: the log of {size} events does not extend the one of "
                f"{earlier.size} that was signed"
            )
        return note if earlier.size == size else None

    def _newest(self) -> tuple[str, Checkpoint, list[bytes]] | None:
        """Return the largest checkpoint that was kept: note, what it says, what continues it."""
        found = [
            (note, split_hashes(subtrees)) for note, subtrees in self._ask("newest_checkpoint")
        ]
        if self._kept is not None and self._kept.exists():
            note, _, subtrees = self._kept.read_text(encoding="utf-8").rpartition("\n\n")
            found.append((note + "\n", split_hashes(bytes.fromhex(subtrees))))
        if not found:
            return None
        opened = [(note, self._open(note), subtrees) for note, subtrees in found]
        return max(opened, key=lambda one: one[1].size)

    def _open(self, note: str) -> Checkpoint:
        """Read a kept note; if this log has a key, it must be its own."""
        try:
            if self._signer is None:
                return read_checkpoint(note)
            return open_log(note, self._signer.keys_at(read_checkpoint(note).size))
        except BrokenProofError as error:
            message = f"{self._origin}: a kept checkpoint is broken: {error}"
            raise CorruptLedgerError(message) from error

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Keep other processes from the kept file, as long as the block lasts."""
        if self._kept is None:
            yield
            return
        with locked(self._kept.with_name(f".{self._kept.name}.lock")):
            yield

    # --- connection -----------------------------------------------------------------------------

    def _ask(self, name: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask a statement of ``log.sql``; once more where the server went and came back.

        Each of them may be repeated: what it writes is written once.
        """
        try:
            return self._ask_once(name, values)
        except psycopg.OperationalError:
            if self._connection is None or not self._connection.broken:
                raise
            self._connection = None
            return self._ask_once(name, values)

    def _ask_once(self, name: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        connection = self._connection
        if connection is None or connection.closed:
            self._connection = connection = _connect(self._conninfo)
        with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            try:
                return cursor.execute(LOG_SQL[name], values).fetchall()
            except psycopg.DatabaseError as error:
                if error.sqlstate in _CONTRADICTIONS:
                    message = f"{self._origin}: {error.diag.message_primary}"
                    raise CorruptLedgerError(message) from error
                raise


class _Levels:
    """A tree from leaves, level by level over each new range: the second way to a root."""

    def __init__(self, size: int, subtrees: Sequence[bytes]) -> None:
        self.size = size
        self._known: dict[tuple[int, int], bytes] = {}
        """Root of each complete subtree on the right edge, by its first leaf and its end."""
        for (first, end), subtree in zip(_complete(size), subtrees, strict=True):
            self._known[first, end] = subtree

    def extend(self, leaves: list[bytes]) -> None:
        """Add leaves in order."""
        size = self.size + len(leaves)
        self._known = {
            (first, end): self._range(first, end, leaves) for first, end in _complete(size)
        }
        self.size = size

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
        root: bytes | None = None
        for span in reversed(_complete(self.size)):
            subtree = self._known[span]
            root = subtree if root is None else node_of(subtree, root)
        return EMPTY_ROOT if root is None else root

    def _range(self, first: int, end: int, leaves: list[bytes]) -> bytes:
        if (first, end) in self._known:
            return self._known[first, end]
        if first >= self.size:
            return root_of(leaves[first - self.size : end - self.size])
        middle = (first + end) // 2
        return node_of(self._range(first, middle, leaves), self._range(middle, end, leaves))


def _complete(size: int) -> list[tuple[int, int]]:
    """Return the complete subtrees that make up a tree, largest first.

    >>> _complete(6)
    [(0, 4), (4, 6)]
    """
    spans: list[tuple[int, int]] = []
    first = 0
    for bit in range(size.bit_length() - 1, -1, -1):
        if size >> bit & 1:
            spans.append((first, first + (1 << bit)))
            first += 1 << bit
    return spans


def _compare(first: int, links: list[bytes], computed: list[bytes]) -> None:
    if links == computed:
        return
    position = next(
        first + index
        for index, (link, other) in enumerate(zip(links, computed, strict=True))
        if link != other
    )
    raise CorruptLedgerError(f"position {position}: the link is not that of its envelope")


def _connect(conninfo: str) -> Connection:
    given = conninfo_to_dict(conninfo)
    given["options"] = f"{given.pop('options', None) or ''} -c role={_APPENDER}".strip()
    connection: Connection = psycopg.connect(autocommit=True, **given)  # pyright: ignore[reportArgumentType]
    return connection
