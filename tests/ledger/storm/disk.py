"""The durable part of a ledger, in memory: each statement may fail before it, or after it.

What the door records and what the log keeps stand here as PostgreSQL would keep them; the functions
of ``ledger.append`` and of the log's statements refuse what theirs refuse.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from enum import Enum, auto
from typing import Any, TypeVar

import psycopg
from typing_extensions import override

from ledger.errors import CorruptLedgerError
from ledger.ids import NO_LINK, Link
from ledger.signed.chain import link_of
from ledger.store.recorder import (
    NotStoredError,
    RefusedByStoreError,
    Rows,
    UnknownOutcomeError,
)
from ledger.store.stored import whole
from tests.fixtures.memory import Store

T = TypeVar("T")
RowTuple = tuple[int, str, int, str, bytes, bytes, bytes | None]


class Fault(Enum):
    """What becomes of one statement."""

    NONE = auto()
    CUT_BEFORE = auto()
    """The power goes before it is on disk."""
    CUT_AFTER = auto()
    """The power goes after it is on disk, before anybody is told."""
    LOST_BEFORE = auto()
    """The connection breaks, and nothing was recorded."""
    LOST_AFTER = auto()
    """The connection breaks, and it was recorded."""
    FULL = auto()
    """The disk is full: nothing is recorded, and that is said."""


class PowerCut(BaseException):
    """The process is gone: nothing in it may catch this."""


class Disk(Store):
    """What is durable."""

    def __init__(self) -> None:
        super().__init__()
        self.plan: Callable[[], Fault] = lambda: Fault.NONE
        self.signatures: list[bytes | None] = []
        self.tiles: dict[int, bytes] = {}
        self.tree: dict[tuple[int, int], bytes] = {}
        self.notes: dict[int, tuple[str, bytes]] = {}
        self.public: dict[str, tuple[int, str, bytes]] = {}

    # --- faults --------------------------------------------------------------------------------

    def _durable(self, change: Callable[[], T], *, log: bool = False) -> T:
        """Carry a change out, or not, and let its caller know, or not."""
        fault = self.plan()
        if fault is Fault.CUT_BEFORE:
            raise PowerCut
        if fault in {Fault.FULL, Fault.LOST_BEFORE}:
            if log:
                raise psycopg.OperationalError("the server is away, or its disk is full")
            raise (NotStoredError if fault is Fault.FULL else UnknownOutcomeError)(fault.name)
        result = change()
        if fault is Fault.CUT_AFTER:
            raise PowerCut
        if fault is Fault.LOST_AFTER:
            raise (psycopg.OperationalError if log else UnknownOutcomeError)(fault.name)
        return result

    def copy(self) -> dict[str, Any]:
        """Return a backup."""
        return deepcopy({name: value for name, value in vars(self).items() if name != "plan"})

    def restore(self, backup: dict[str, Any]) -> None:
        """Be what a backup was."""
        vars(self).update(deepcopy(backup))

    # --- the door's statements ------------------------------------------------------------------

    @override
    def append(self, rows: Rows, trust_seen: int | None = None) -> int:
        if trust_seen not in {None, self.trust_seen()}:
            raise RefusedByStoreError("trust-moved", "trust moved", None, None)
        heads = dict(self._heads)
        for source, seq, previous, data, link in zip(
            rows.sources, rows.seqs, rows.previous, rows.envelopes, rows.links, strict=True
        ):
            if source not in heads:
                raise RefusedByStoreError("unknown-source", source, source, seq)
            before, tail = heads[source]
            if seq <= before:
                raise RefusedByStoreError("taken", f"{source}:{seq} is taken", source, seq)
            if seq != before + 1:
                raise RefusedByStoreError("gap", f"{source}:{seq} is not next", source, seq)
            if previous != tail:
                raise RefusedByStoreError("fork", f"{source}:{seq} forks", source, seq)
            if link != link_of(data):
                raise RefusedByStoreError("hash", f"{source}:{seq} hashes otherwise", source, seq)
            heads[source] = (seq, Link(link))

        def write() -> int:
            self.signatures += rows.signatures
            return super(Disk, self).append(rows)

        return self._durable(write)

    @override
    def enrol(self, sources: Sequence[str]) -> None:
        if any(source not in self._heads for source in sources):
            self._durable(lambda: super(Disk, self).enrol(sources))

    # --- the log's statements -------------------------------------------------------------------

    def ask(self, name: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: C901, PLR0911, PLR0912 - one case a statement
        """Answer a statement of ``log.sql``."""
        size = len(self.told)
        match name, values:
            case "size", ():
                return [(size,)]
            case "leaves", (first, last):
                span = slice(first - 1, min(last, size))
                links = b"".join(told[-1] for told in self.told[span])
                computed = b"".join(link_of(data) for _, data in self._envelopes[span])
                return [(len(self.told[span]), links, computed)]
            case "noted", ():
                return [(one, len(self.tiles[one])) for one in sorted(self.tiles)[-1:]]
            case "tile", (most, number):
                return [(self.tiles[number][:most],)] if number in self.tiles else []
            case "tree_tile", (most, level, number):
                found = self.tree.get((level, number))
                return [] if found is None else [(found[:most],)]
            case "integrated", (level,):
                rows = sorted(one for one in self.tree if one[0] == level)
                return [(number, len(self.tree[level, number])) for _, number in rows[-1:]]
            case "write_tile", (number, links):
                return self._grow(self.tiles, number, links)
            case "write_tree", (level, number, hashes):
                return self._grow(self.tree, (level, number), hashes)
            case "newest_checkpoint", ():
                kept = [(size, *self.notes[size]) for size in sorted(self.notes)[-1:]]
                found = [*kept, *(one for key, one in self.public.items() if key == "signed")]
                return [one[1:] for one in sorted(found)[-1:]]
            case "published", (state,):
                return [self.public[state][1:]] if state in self.public else []
            case "publish", (state, count, note, subtrees):
                before = self.public.get(state)
                if before is not None and before[0] > count and state == "cosigned":
                    return [(None,)]  # another process was quicker
                if before is not None and (
                    before[0] > count or (before[0] == count and _said(before[1]) != _said(note))
                ):
                    raise CorruptLedgerError(f"{before[0]} events are published, not {count}")
                return self._put(self.public, state, (count, note, subtrees))
            case "keep_checkpoint", (count, note, subtrees):
                newest = max(self.notes, default=0)
                if newest > count or self.notes.get(count, (note,))[0] != note:
                    raise CorruptLedgerError(f"{newest} events are signed, not {count}")
                return self._put(self.notes, count, (note, subtrees))
            case "holds_any", (first, last, kinds):
                return [(any(one[3] in kinds for one in self.told[first - 1 : last]),)]
            case _:
                raise AssertionError(name)

    def _grow(self, table: dict[Any, bytes], key: object, data: bytes) -> list[tuple[None]]:
        held = table.get(key, b"")
        least = min(len(held), len(data))
        if held[:least] != data[:least]:
            raise CorruptLedgerError(f"{key} is noted otherwise")
        if len(data) > len(held):
            self._put(table, key, data)
        return [(None,)]

    def _put(self, table: dict[Any, Any], key: object, value: object) -> list[tuple[None]]:
        def write() -> list[tuple[None]]:
            table[key] = value
            return [(None,)]

        return self._durable(write, log=True)

    # --- what a verification reads ---------------------------------------------------------------

    def rows(self) -> list[RowTuple]:
        """Return the rows as the table of events has them."""
        return [
            whole((place, source, seq, kind, data, link, signature))
            for (place, source, seq, kind, _, link), (_, data), signature in zip(
                self.told, self._envelopes, self.signatures, strict=True
            )
        ]

    def source_heads(self) -> dict[str, tuple[int, Link]]:
        """Return the newest event of each source."""
        return dict(self._heads)

    def link_at(self, position: int) -> bytes:
        """Return the link at a position; that before the first is all zeros."""
        return self.told[position - 1][-1] if position else NO_LINK


def _said(note: str) -> str:
    """Return what a note says, without those who signed it."""
    return note.partition("\n\n")[0]
