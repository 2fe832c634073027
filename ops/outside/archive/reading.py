"""A range's events as a fold reads them: those of the range, and the older ones beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from typing_extensions import override

from ledger.store.reader import Linked, Reader, Row
from ledger.store.stored import RowTuple
from projections.base.errors import HaltedError
from projections.running.carrying.carry import Head

_NOWHERE: Final = ""


class NotBesideError(HaltedError):
    """A fold asks for an older event that the range has not beside it."""


class RangeReader(Reader):
    """Reads a sealed range in the place of a ledger."""

    def __init__(
        self,
        origin: str,
        rows: Sequence[RowTuple],
        older: Sequence[RowTuple],
        heads: Mapping[str, Head],
    ) -> None:
        """Read a range's rows, in order, and older ones; ``heads`` are those of before."""
        super().__init__(_NOWHERE)
        self._origin = origin
        self._range = [Row._make(row) for row in rows]
        self._after = rows[0][0] - 1
        self._older = {row[0]: Row._make(row) for row in older}
        self._heads = heads
        every = (*self._older.values(), *self._range)
        self._names = {(row.source, row.seq): row for row in every}
        self._taken: set[int] = set()

    def heads_after(self) -> dict[str, Head]:
        """Return the heads of the range's own sources behind it."""
        return {row.source: (row.seq, row.link.hex()) for row in self._range}

    def taken(self) -> set[int]:
        """Return the positions that were read again since this was asked last."""
        taken, self._taken = self._taken, set()
        return taken

    @override
    def origin(self) -> str | None:
        return self._origin

    @override
    def last_position(self) -> int:  # type: ignore[override]
        return self._range[-1].position

    @override
    def one(self, source: str, seq: int) -> Row | None:
        row = self._names.get((source, seq))
        if row is None and 0 < seq <= self._heads.get(source, (0, ""))[0]:
            raise NotBesideError(f"{source}:{seq} is older than the range, and not beside it")
        if row is not None:
            self._taken.add(row.position)
        return row

    @override
    def at(self, positions: Sequence[int]) -> list[Row]:
        found: list[Row] = []
        for position in sorted(set(positions)):
            if position > self._after:
                found += self._range[position - self._after - 1 :][:1]
            elif position in self._older:
                found.append(self._older[position])
            elif position > 0:
                raise NotBesideError(
                    f"position {position} is older than the range, and not beside it"
                )
        self._taken.update(row.position for row in found)
        return found

    @override
    def page(self, *, after: int, limit: int) -> list[Row]:
        return self._range[after - self._after :][:limit]

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
