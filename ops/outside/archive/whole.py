"""All ranges of a ledger together: each carries out what the next carries in, from the first on.

Each range is checked by itself, in any order and anywhere. What is left is held here from their
seals and rows alone, without folding anything: that they follow each other without a gap, that what
one range read of older rows is what the ranges before had left there, and that a checkpoint which
somebody kept outside is of this history.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.logs import open_log
from ledger.signed.notes import NoteKey
from ops.outside.archive.checking import Fault
from ops.outside.archive.folder import FIGURES, ROWS_BACK, SEAL, Archive, Place, events_name
from ops.outside.archive.statement import Seal, read_seal
from ops.outside.archive.tables import (
    UnreadableTableError,
    pieces,
    read_events,
    rows_in,
)

_HASH: Final = 16


class Joint(Struct, frozen=True, kw_only=True):
    """How the ranges of a ledger stand to each other."""

    origin: str
    ranges: int
    last: int
    root: str | None
    faults: tuple[tuple[str, Fault], ...]
    """Each with the range's folder."""
    unproved: tuple[str, ...]


def join(
    archive: Archive, origin: str, *, since: str | None = None, keys: Sequence[NoteKey] = ()
) -> Joint:
    """Hold a ledger's ranges against each other, and against a checkpoint kept outside.

    Raises:
        BrokenProofError: what was kept is no checkpoint that these keys signed.

    """
    return _Join(archive, origin).joint(since, keys)


class _Join:
    def __init__(self, archive: Archive, origin: str) -> None:
        self._archive = archive
        self._origin = origin
        self._places = archive.ranges(origin)
        self._faults: list[tuple[str, Fault]] = []
        self._unproved: list[str] = []
        self._seals: list[tuple[Place, Seal]] = []

    def joint(self, since: str | None, keys: Sequence[NoteKey]) -> Joint:
        for place in self._places:
            try:
                self._seals.append((place, read_seal(self._archive.read(place, SEAL))))
            except (BrokenProofError, FileNotFoundError) as error:
                self._blame(place, SEAL, str(error))
        self._follow()
        if not self._faults:
            self._look_back()
        if since is not None:
            self._since(since, keys)
        last = self._seals[-1][1] if self._seals else None
        return Joint(
            origin=self._origin,
            ranges=len(self._seals),
            last=0 if last is None else last.last,
            root=None if last is None else last.root,
            faults=tuple(self._faults),
            unproved=tuple(self._unproved),
        )

    def _follow(self) -> None:
        """See that each range begins where the one before ends, with what that carries out."""
        before: Seal | None = None
        for place, seal in self._seals:
            after, root, carry = (
                (0, None, None) if before is None else (before.last, before.root, before.carry_out)
            )
            if seal.after != after:
                self._blame(
                    place, SEAL, f"positions {after + 1} to {seal.after} are not in the archive"
                )
            elif root is not None and seal.root_before != root:
                self._blame(
                    place,
                    SEAL,
                    "its log is another than that of the range before: one of them was rewritten",
                )
            elif carry is not None and seal.carry_in != carry:
                if before is not None and (before.law, before.shape) != (seal.law, seal.shape):
                    self._unproved.append(
                        f"{place.folder}: judged by {seal.law}, the range before by {before.law}: "
                        "what one carries out is not what the other carries in"
                    )
                else:
                    self._blame(place, SEAL, "it carries in what the range before does not out")
            before = seal

    def _look_back(self) -> None:
        """See that each older row that a range read is what the ranges before left there."""
        asked: set[bytes] = set()
        for place, _ in self._seals:
            asked.update(_hashes(self._rows(place, ROWS_BACK, "read")))
            asked.update(_hashes(self._rows(place, FIGURES, "went")))
        there: set[bytes] = set()
        for place, _ in self._seals:
            for name, change in ((ROWS_BACK, "read"), (FIGURES, "went")):
                for table, row in self._rows(place, name, change):
                    if _hash(table, row) not in there:
                        self._blame(place, name, f"{table}: no range before left the row {row}")
            gone = {*_hashes(self._rows(place, FIGURES, "went"))}
            there -= gone
            there |= {one for one in _hashes(self._rows(place, FIGURES, "came")) if one in asked}

    def _rows(self, place: Place, name: str, change: str) -> Iterator[tuple[str, str]]:
        try:
            for said, table, row in rows_in(self._archive.read(place, name)):
                if said == change:
                    yield table, row
        except (UnreadableTableError, FileNotFoundError) as error:
            self._blame(place, name, str(error))

    def _since(self, note: str, keys: Sequence[NoteKey]) -> None:
        """Hold a checkpoint that was kept outside against the links of the range it is of."""
        kept = open_log(note, keys)
        if kept.origin != self._origin:
            raise BrokenProofError(f"a checkpoint of {kept.origin}, this is {self._origin}")
        for number, (place, seal) in enumerate(self._seals):
            if seal.after <= kept.size <= seal.last:
                tree = seal.edge
                for piece, (first, _) in enumerate(pieces(seal.after, seal.last)):
                    if first > kept.size:
                        break
                    rows, _ = read_events(self._archive.read(place, events_name(piece)))
                    tree.extend(row[5] for row in rows if row[0] <= kept.size)
                if tree.root() != kept.root:
                    self._blame(
                        place, SEAL, f"the checkpoint of {kept.size} events is of another history"
                    )
                else:
                    self._rewritten(number, kept.size)
                return
        self._unproved.append(f"a checkpoint of {kept.size} events: the archive ends before")

    def _rewritten(self, number: int, size: int) -> None:
        """Name the last range before one of a known history that this does not go on from."""
        for (place, seal), (_, behind) in zip(
            reversed(self._seals[:number]), reversed(self._seals[1 : number + 1]), strict=True
        ):
            if seal.last == behind.after and seal.root != behind.root_before:
                self._blame(
                    place,
                    SEAL,
                    f"it was rewritten: the checkpoint of {size} events is of another history",
                )
                return

    def _blame(self, place: Place, file: str, detail: str) -> None:
        self._faults.append((place.folder, Fault(file=file, detail=detail)))


def _hashes(rows: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    return (_hash(table, row) for table, row in rows)


def _hash(table: str, row: str) -> bytes:
    return sha256(f"{table}\t{row}".encode()).digest()[:_HASH]
