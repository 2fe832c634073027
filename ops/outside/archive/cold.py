"""Events read back out of an archive: what ``ledger.store.cold`` asks for, by its entry point."""

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import psycopg
from typing_extensions import override

from ledger.errors import ArchiveAlteredError, ArchiveAwayError, BrokenProofError
from ledger.store.cold import DROPPED, Dropped, Shelf, Taken
from ops.errors import MisuseError, UnreachableError
from ops.outside.archive.folder import SEAL, Archive, Place, events_name
from ops.outside.archive.statement import Kept, Seal, read_seal
from ops.outside.archive.tables import UnreadableTableError, pieces, read_columns

WHERE: Final = "RAZAO_ARCHIVE"
"""Where the archive stands now, before the places that the ledger names."""
_FILES_KEPT: Final = 4


class Shelves(Shelf):
    """Reads the ranges that left out of the archives that hold them."""

    @override
    def take(self, where: str, dropped: Dropped, positions: Sequence[int]) -> list[Taken]:
        found: dict[int, Taken] = {}
        wanted = sorted(set(positions))
        seal = _seal(where, dropped)
        for number, (first, last) in enumerate(pieces(seal.after, seal.last)):
            here = [one for one in wanted if first <= one <= last]
            if here:
                envelopes, signatures = _events(where, dropped, number, last - first + 1)
                for one in here:
                    at = one - first
                    found[one] = Taken(envelopes[at].as_py(), signatures[at].as_py())
        return [found[one] for one in positions]

    @override
    def places(self, dropped: Dropped) -> list[str]:
        named = os.environ.get(WHERE)
        return list(dict.fromkeys([*([named] if named else []), *dropped.archives]))


def dropped(connection: psycopg.Connection[Any]) -> list[Dropped]:
    """Return the ranges that left, newest said first; one that left twice stands twice."""
    rows = connection.execute(DROPPED).fetchall()
    return [
        Dropped(first, last, bytes(seal), tuple(archives), origin)
        for first, last, seal, archives, origin in rows
    ]


def place_of(dropped: Dropped) -> Place:
    """Return the place of a range that left."""
    return Place(dropped.origin, dropped.first, dropped.last)


def faults_of(where: str, dropped: Dropped) -> Iterator[tuple[str, str]]:
    """Find the files of a copy of a range that are not those that were sealed: name, and why.

    Raises:
        ArchiveAwayError: it cannot be reached.

    """
    place = place_of(dropped)
    try:
        seal = _seal(where, dropped)
    except ArchiveAlteredError as error:
        yield _told(where, place, SEAL, error)
        return
    for name in sorted(seal.files):
        try:
            _file(where, dropped, name, seal.files[name])
        except ArchiveAlteredError as error:
            yield _told(where, place, name, error)


def _told(where: str, place: Place, name: str, error: ArchiveAlteredError) -> tuple[str, str]:
    path = f"{where}/{place.folder}/{name}"
    return path, str(error).removeprefix(f"{path}: ")


@lru_cache(maxsize=_FILES_KEPT)
def _events(where: str, dropped: Dropped, number: int, count: int) -> tuple[Any, Any]:
    """Return the columns of envelopes and of signatures of a file of events."""
    name = events_name(number)
    data = _file(where, dropped, name, _seal(where, dropped).files.get(name))
    try:
        envelopes, signatures = read_columns(data, ("envelope", "signature"))
    except UnreadableTableError as error:
        raise ArchiveAlteredError(f"{where}/{place_of(dropped).folder}/{name}: {error}") from None
    except MisuseError as error:
        raise ArchiveAwayError(f"{where}: {error}") from None
    if len(envelopes) != count:
        raise ArchiveAlteredError(
            f"{where}/{place_of(dropped).folder}/{name}: expected {count} events, "
            f"got {len(envelopes)}"
        )
    return envelopes, signatures


def _seal(where: str, dropped: Dropped) -> Seal:
    """Return the seal of a range that left, which is the one that the ledger names."""
    data = _file(where, dropped, SEAL, None)
    got = sha256(data).hexdigest()
    path = f"{where}/{place_of(dropped).folder}/{SEAL}"
    if got != dropped.seal.hex():
        raise ArchiveAlteredError(f"{path}: expected SHA-256 {dropped.seal.hex()}, got {got}")
    try:
        return read_seal(data)
    except BrokenProofError as error:
        raise ArchiveAlteredError(f"{path}: {error}") from None


def _file(where: str, dropped: Dropped, name: str, kept: Kept | None) -> bytes:
    """Return a file of a range, which is the one that was sealed."""
    place = place_of(dropped)
    try:
        archive = Archive(where)
        data = archive.read(place, name)
    except (MisuseError, UnreachableError) as error:
        raise ArchiveAwayError(str(error)) from None
    except FileNotFoundError:
        if name == SEAL:
            raise ArchiveAwayError(f"{where}: it has no {place.folder}") from None
        raise ArchiveAlteredError(f"{where}/{place.folder}/{name}: it is missing") from None
    if kept is not None and Kept.of(data) != kept:
        raise ArchiveAlteredError(
            f"{where}/{place.folder}/{name}: expected SHA-256 {kept.sha256}, as sealed, "
            f"got {sha256(data).hexdigest()}"
        )
    return data
