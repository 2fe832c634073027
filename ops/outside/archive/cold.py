"""Events read back out of an archive: what ``ledger.store.cold`` asks for, by its entry point."""

import io
import os
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from typing import Any, BinaryIO, Final, cast

from typing_extensions import override

from ledger.errors import ArchiveAlteredError, ArchiveAwayError, BrokenProofError
from ledger.store.cold import Dropped, Shelf, Taken
from ops.errors import MisuseError, UnreachableError
from ops.outside.archive.blocks import SealedFile, read_blocks
from ops.outside.archive.folder import BLOCKS, SEAL, Archive, Place, events_name
from ops.outside.archive.statement import Kept, Seal, read_seal
from ops.outside.archive.tables import Layout, UnreadableTableError, pieces, read_group, read_layout

WHERE: Final = "RAZAO_ARCHIVE"
"""Where the archive stands now, before the places that the ledger names."""
_GROUPS_KEPT: Final = 8
_FILES_KNOWN: Final = 64
_WHOLE_KEPT: Final = 2


class Shelves(Shelf):
    """Reads the ranges that left out of the archives that hold them."""

    @override
    def take(self, where: str, dropped: Dropped, positions: Sequence[int]) -> list[Taken]:
        found: dict[int, Taken] = {}
        wanted = sorted(set(positions))
        after = dropped.first - 1
        for number, (first, last) in enumerate(pieces(after, dropped.last)):
            here = wanted[bisect_left(wanted, first) : bisect_right(wanted, last)]
            if not here:
                continue
            ends = _layout(where, dropped, number, last - first + 1).ends
            for one in here:
                group = bisect_right(ends, one - first)
                envelopes, signatures = _group(where, dropped, number, last - first + 1, group)
                at = one - first - (ends[group - 1] if group else 0)
                found[one] = Taken(envelopes[at], signatures[at])
        return [found[one] for one in positions]

    @override
    def places(self, dropped: Dropped) -> list[str]:
        named = os.environ.get(WHERE)
        return list(dict.fromkeys([*([named] if named else []), *dropped.archives]))

    @override
    def reach(self, where: str, dropped: Dropped) -> None:
        _seal_now(where, dropped)

    @override
    def faults(self, where: str, dropped: Dropped) -> Iterator[tuple[str, str]]:
        place = place_of(dropped)
        try:
            seal = _seal_now(where, dropped)
        except ArchiveAlteredError as error:
            yield _told(where, place, SEAL, error)
            return
        for name in sorted(seal.files):
            try:
                _file(where, dropped, name, seal.files[name])
            except ArchiveAlteredError as error:
                yield _told(where, place, name, error)


def place_of(dropped: Dropped) -> Place:
    """Return the place of a range that left."""
    return Place(dropped.origin, dropped.first, dropped.last)


def _told(where: str, place: Place, name: str, error: ArchiveAlteredError) -> tuple[str, str]:
    path = f"{where}/{place.folder}/{name}"
    return path, str(error).removeprefix(f"{path}: ")


@lru_cache(maxsize=_GROUPS_KEPT)
def _group(
    where: str, dropped: Dropped, number: int, count: int, group: int
) -> tuple[list[Any], list[Any]]:
    """Return envelopes and signatures of one group of a file of events."""
    layout = _layout(where, dropped, number, count)
    with _read(where, dropped, events_name(number)) as file:
        envelopes, signatures = read_group(file, layout, group, ("envelope", "signature"))
    return envelopes, signatures


@lru_cache(maxsize=_FILES_KNOWN)
def _layout(where: str, dropped: Dropped, number: int, count: int) -> Layout:
    """Return where the groups of a file of so many events stand."""
    name = events_name(number)
    with _read(where, dropped, name) as file:
        layout = read_layout(file)
    if layout.ends[-1:] != (count,):
        raise ArchiveAlteredError(
            f"{where}/{place_of(dropped).folder}/{name}: expected {count} events, "
            f"got {layout.ends[-1] if layout.ends else 0}"
        )
    return layout


@contextmanager
def _read(where: str, dropped: Dropped, name: str) -> Generator[Any]:
    """Open a file of events as it was sealed; whoever reads what is none is told whose it is."""
    try:
        yield _opened(where, dropped, name)
    except UnreadableTableError as error:
        raise ArchiveAlteredError(f"{where}/{place_of(dropped).folder}/{name}: {error}") from None
    except MisuseError as error:
        raise ArchiveAwayError(f"{where}: {error}") from None


def _opened(where: str, dropped: Dropped, name: str) -> BinaryIO:
    """Open a file of events by its blocks; whole, where an older program sealed it."""
    seal, place = _seal(where, dropped), place_of(dropped)
    hashes = _blocks(where, dropped, name)
    if not hashes:
        return io.BytesIO(_whole(where, dropped, name))

    def part(start: int, end: int) -> bytes:
        with _reaching(where, dropped, name) as archive:
            return archive.read_part(place, name, start, end)

    path = f"{where}/{place.folder}/{name}"
    return cast("BinaryIO", SealedFile(path, seal.files[name].size, hashes, part))


@lru_cache(maxsize=_FILES_KNOWN)
def _blocks(where: str, dropped: Dropped, name: str) -> list[bytes]:
    """Return the hashes of the blocks of a file of events; none where none were sealed."""
    files = _seal(where, dropped).files
    if BLOCKS not in files or name not in files:
        return []
    try:
        return read_blocks(_file(where, dropped, BLOCKS, files[BLOCKS]), name)
    except BrokenProofError as error:
        path = f"{where}/{place_of(dropped).folder}/{BLOCKS}"
        raise ArchiveAlteredError(f"{path}: {error}") from None


@lru_cache(maxsize=_WHOLE_KEPT)
def _whole(where: str, dropped: Dropped, name: str) -> bytes:
    return _file(where, dropped, name, _seal(where, dropped).files.get(name))


@lru_cache(maxsize=_FILES_KNOWN)
def _seal(where: str, dropped: Dropped) -> Seal:
    """Return the seal of a range that left, read once: it is the one that the ledger names."""
    return _seal_now(where, dropped)


def _seal_now(where: str, dropped: Dropped) -> Seal:
    data = _file(where, dropped, SEAL, None)
    got = sha256(data).hexdigest()
    path = f"{where}/{place_of(dropped).folder}/{SEAL}"
    if got != dropped.seal.hex():
        raise ArchiveAlteredError(f"{path}: expected SHA-256 {dropped.seal.hex()}, got {got}")
    try:
        seal = read_seal(data)
    except BrokenProofError as error:
        raise ArchiveAlteredError(f"{path}: {error}") from None
    if Place(seal.origin, seal.after + 1, seal.last) != place_of(dropped):
        raise ArchiveAlteredError(f"{path}: it is of ({seal.after}, {seal.last}] of {seal.origin}")
    return seal


def _file(where: str, dropped: Dropped, name: str, kept: Kept | None) -> bytes:
    """Return a file of a range, which is the one that was sealed."""
    place = place_of(dropped)
    with _reaching(where, dropped, name) as archive:
        data = archive.read(place, name)
    if kept is not None and Kept.of(data) != kept:
        raise ArchiveAlteredError(
            f"{where}/{place.folder}/{name}: expected SHA-256 {kept.sha256}, as sealed, "
            f"got {sha256(data).hexdigest()}"
        )
    return data


@contextmanager
def _reaching(where: str, dropped: Dropped, name: str) -> Generator[Archive]:
    """Tell a range that is away from a file of it that is missing."""
    place = place_of(dropped)
    try:
        archive = Archive(where)
        try:
            yield archive
        except FileNotFoundError:
            if name == SEAL or SEAL not in archive.names(place):
                raise ArchiveAwayError(f"{where}: it has no {place.folder}") from None
            raise ArchiveAlteredError(f"{where}/{place.folder}/{name}: it is missing") from None
    except (MisuseError, UnreachableError) as error:
        raise ArchiveAwayError(str(error)) from None
