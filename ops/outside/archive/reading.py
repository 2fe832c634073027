"""A range's events as a check and its fold read them, and the older ones beside it."""

import io
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from typing_extensions import override

from ledger.store.reader import Linked, Reader, Row
from ledger.store.stored import RowTuple
from ops.outside.archive.tables import Layout, pieces, read_layout, read_plainly
from projections.base.errors import HaltedError
from projections.running.carrying.carry import Head

_NOWHERE: Final = ""
_FILES_KEPT: Final = 2
_GROUPS_KEPT: Final = 4


class Events:
    """A range's events, of which a few groups at a time stand in memory, and what is known of all.

    They are read in order once, for ``add``; then any of them again, as somebody asks.
    """

    def __init__(self, after: int, last: int, read: Callable[[int], bytes]) -> None:
        """Take events behind a position up to another; ``read`` returns a file of them."""
        self.after = after
        self.last = last
        self.heads: dict[str, Head] = {}
        """Of each source that speaks in it: its last seq and link."""
        self._pieces = pieces(after, last)
        self._read = read
        self._file = lru_cache(maxsize=_FILES_KEPT)(self._opened)
        self._group = lru_cache(maxsize=_GROUPS_KEPT)(self._told)
        self._places: dict[str, tuple[int, array[int]]] = {}
        """Of each source its first seq here, and the positions from that one on."""

    def add(self, rows: Sequence[RowTuple]) -> None:
        """Know the next events."""
        for position, source, seq, *_ in rows:
            first, positions = self._places.setdefault(source, (seq, array("q")))
            if seq == first + len(positions):  # else a check says that it does not follow
                positions.append(position)
        self.heads.update((row[1], (row[2], row[5].hex())) for row in rows)

    def __iter__(self) -> Iterator[RowTuple]:
        """Yield all of them in order."""
        for rows in self._parts(self.after + 1, self.last):
            yield from rows

    def links(self, first: int, last: int) -> Iterator[list[bytes]]:
        """Yield the links from one position to another, group by group."""
        for rows in self._parts(first, last):
            yield [row[5] for row in rows]

    def rows(self, first: int, last: int) -> list[Row]:
        """Return the events from one position to another, as far as they are here."""
        return [Row._make(row) for rows in self._parts(first, last) for row in rows]

    def _parts(self, first: int, last: int) -> Iterator[list[RowTuple]]:
        for number, (begin, end) in enumerate(self._pieces):
            if begin > last or end < first:
                continue
            _, layout = self._file(number)
            for group, size in enumerate(layout.ends):
                start = begin + (layout.ends[group - 1] if group else 0)
                if start <= last and first < begin + size:
                    rows = self._group(number, group)
                    yield rows[max(0, first - start) : last - start + 1]

    def _opened(self, number: int) -> tuple[bytes, Layout]:
        data = self._read(number)
        return data, read_layout(io.BytesIO(data))

    def _told(self, number: int, group: int) -> list[RowTuple]:
        data, layout = self._file(number)
        return read_plainly(data, layout, group)

    def place(self, source: str, seq: int) -> int | None:
        """Return the position of a source's event; None where it is not of the range."""
        first, positions = self._places.get(source, (1, array("q")))
        return positions[seq - first] if first <= seq < first + len(positions) else None


class NotBesideError(HaltedError):
    """A fold asks for an older event that the range has not beside it."""


class RangeReader(Reader):
    """Reads a sealed range in the place of a ledger."""

    def __init__(
        self,
        origin: str,
        events: Events,
        older: Sequence[RowTuple],
        heads: Mapping[str, Head],
    ) -> None:
        """Read a range's events, and older ones; ``heads`` are those of before."""
        super().__init__(_NOWHERE)
        self._origin = origin
        self._events = events
        self._older = {row[0]: Row._make(row) for row in older}
        self._heads = heads
        self._names = {(row.source, row.seq): row for row in self._older.values()}
        self.taken: set[int] = set()
        """The positions that were read again and not forgotten."""

    def heads_after(self) -> dict[str, Head]:
        """Return the heads of the range's own sources behind it."""
        return self._events.heads

    def forget(self) -> None:
        """Forget which positions were read again."""
        self.taken.clear()

    @override
    def origin(self) -> str | None:
        return self._origin

    @override
    def last_position(self) -> int:  # type: ignore[override]
        return self._events.last

    @override
    def one(self, source: str, seq: int) -> Row | None:
        place = self._events.place(source, seq)
        if place is None:
            row = self._names.get((source, seq))
        else:
            (row,) = self._events.rows(place, place)
        if row is None and 0 < seq <= self._heads.get(source, (0, ""))[0]:
            raise NotBesideError(f"{source}:{seq} is older than the range, and not beside it")
        if row is not None:
            self.taken.add(row.position)
        return row

    @override
    def at(self, positions: Sequence[int]) -> list[Row]:
        found: list[Row] = []
        for position in sorted(set(positions)):
            if position > self._events.after:
                found += self._events.rows(position, position)
            elif position in self._older:
                found.append(self._older[position])
            elif position > 0:
                raise NotBesideError(
                    f"position {position} is older than the range, and not beside it"
                )
        self.taken.update(row.position for row in found)
        return found

    @override
    def page(self, *, after: int, limit: int) -> list[Row]:
        return self._events.rows(after + 1, after + limit)

    @override
    def linked(self, *, after: int, limit: int) -> list[Linked]:
        return [row[:6] for row in self.page(after=after, limit=limit)]

    @override
    def linked_in_pages(self, *, after: int, last: int, size: int) -> Iterator[list[Linked]]:
        while after < last:
            rows = self.linked(after=after, limit=min(size, last - after))
            yield rows
            after += len(rows)

    @override
    def of_source(
        self, source: str, first: int, last: int, *, limit: int | None = None
    ) -> list[Row]:
        rows = (self.one(source, seq) for seq in range(first, last + 1))
        return [row for row in rows if row is not None][:limit]
