"""Events out of an archive, recorded again in their old places in a ledger that lacks them."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

from ledger.errors import CorruptLedgerError
from ledger.log.log import Log
from ledger.store.reader import Reader, Row
from ledger.store.recorder import LedgerStore
from ops.database.missing import rows_of
from ops.errors import MisuseError
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.folder import SEAL, Archive, Place, events_name
from ops.outside.archive.statement import read_seal
from ops.outside.archive.tables import pieces, read_events

Step = Callable[[int, int], None]
_BATCH: Final = 200
_BLINDED: Final = b"razao/2 "


class NotRestoredError(MisuseError):
    """A range does not verify, or another ledger stands there; nothing of it was recorded."""


def restore(archive: Archive, origin: str, login: str, asked: Asked, step: Step) -> int:
    """Record an archive's events that a ledger lacks, each range checked first; return how many.

    An empty ledger gets the archive's name. Figures are not folded: `razao rebuild` does that.

    Raises:
        NotRestoredError: a range does not verify, or what is recorded is not its beginning.

    """
    done = 0
    places = archive.ranges(origin)
    with Reader(login) as reader, closing(LedgerStore(login)) as store:
        here, after = reader.origin(), reader.last_position()
        if here not in (None, origin):
            raise NotRestoredError(f"this ledger is {here}, the archive is of {origin}")
        known = set(reader.heads())
        for place in places:
            if place.last <= after:
                continue
            _check(archive, place, asked)
            if place.first > after + 1:
                raise NotRestoredError(f"positions {after + 1} to {place.first - 1} are missing")
            for row in rows_of_range(archive, place):
                if row.position <= after:
                    _compare(reader, row)
            for batch in batches(archive, place, _BATCH, after=after):
                if after == 0:
                    store.found(origin, blinded=batch[0].envelope.startswith(_BLINDED))
                fresh = {row.source for row in batch} - known
                store.enrol(sorted(fresh))
                known |= fresh
                if store.append(rows_of(batch)) != batch[0].position:
                    raise CorruptLedgerError("somebody else appends here; stop `razao serve` first")
                after = batch[-1].position
                done += len(batch)
                step(after, places[-1].last)
    with Log(login, origin) as log:
        log.memo()
    return done


def _check(archive: Archive, place: Place, asked: Asked) -> None:
    checked = check_range(archive, place, asked)
    if not checked.clean:
        first = checked.faults[0]
        raise NotRestoredError(f"{checked.place}: {first.file}: {first.detail}")


def _compare(reader: Reader, row: Row) -> None:
    there = reader.at([row.position])
    if not there or there[0].link != row.link:
        raise NotRestoredError(f"position {row.position} here is not what the archive says")


def rows_of_range(archive: Archive, place: Place) -> Iterator[Row]:
    """Yield a range's events in order."""
    seal = read_seal(archive.read(place, SEAL))
    for number, _ in enumerate(pieces(seal.after, seal.last)):
        rows, _ = read_events(archive.read(place, events_name(number)))
        yield from map(Row._make, rows)


def batches(archive: Archive, place: Place, size: int, *, after: int = 0) -> Iterator[list[Row]]:
    """Yield a range's events in order, so many together, those above a position."""
    batch: list[Row] = []
    for row in rows_of_range(archive, place):
        if row.position > after:
            batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
