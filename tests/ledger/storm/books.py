"""The played disk as a verification reads it."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext

from ledger.audit.diagnosis.report import Heads
from ledger.audit.statements import KeptNote
from ledger.events.registry import ClockTicked
from ledger.keys import TRUST_AND_TIME_KINDS
from ledger.store.cold import Away
from tests.fixtures.casino import ORIGIN
from tests.ledger.storm.disk import Disk, RowTuple

_TILE = 256
_LINK = 32


class Books:
    """The store of a verification over a disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._rows = disk.rows()
        self.away: Away = {}

    def still(self) -> AbstractContextManager[object]:
        """Nothing moves any more."""
        return nullcontext()

    def heads(self) -> Heads:
        """Return the heads."""
        tiles = self._disk.tiles
        noted = max((one * _TILE + len(tiles[one]) // _LINK for one in tiles), default=0)
        sources = {name: (seq, bytes(link)) for name, (seq, link) in self._sources()}
        return Heads(len(self._rows), ORIGIN, self._disk.blinded(), sources, noted)

    def _sources(self) -> Iterable[tuple[str, tuple[int, bytes]]]:
        return self._disk.source_heads().items()

    def extent(self, head: int) -> int:
        """Return the last position."""
        return head

    def strays(self, size: int) -> list[RowTuple]:
        """Return no row."""
        return self._rows[size:]

    def trust_rows(self, *, ticks: bool) -> list[RowTuple]:
        """Return the rows that decide who may sign, or the ticks."""
        kinds = {ClockTicked.KIND} if ticks else TRUST_AND_TIME_KINDS - {ClockTicked.KIND}
        return [row for row in self._rows if row[3] in kinds]

    def stream(self, first: int, last: int) -> Iterable[RowTuple]:
        """Return a slice."""
        return self._rows[first - 1 : last]

    def before(self, first: int) -> list[RowTuple]:
        """Return all rows before a slice."""
        return self._rows[: first - 1]

    def memos(self, first: int, last: int) -> dict[int, bytes]:
        """Return tiles."""
        return {one: data for one, data in self._disk.tiles.items() if first <= one <= last}

    def checkpoints(self) -> Iterator[KeptNote]:
        """Return the notes that are kept."""
        for size, (note, _) in sorted(self._disk.notes.items()):
            yield "checkpoints", size, note
        for size, note, _ in self._disk.public.values():
            yield "published", size, note

    def tree(self) -> Iterable[tuple[int, int, bytes]]:
        """Return the tiles above the memo."""
        return [(*place, data) for place, data in sorted(self._disk.tree.items())]

    def at(self, first: int, last: int) -> list[RowTuple]:
        """Return the rows at these positions."""
        return self._rows[first - 1 : last]

    def of(self, source: str, first: int, last: int) -> list[RowTuple]:
        """Return a source's rows."""
        return [row for row in self._rows if row[1] == source and first <= row[2] <= last]

    def memo(self, number: int) -> bytes:
        """Return a tile."""
        return self._disk.tiles.get(number, b"")
