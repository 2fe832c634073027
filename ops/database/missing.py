"""Events that another copy of a ledger has and it lacks: recorded in their old places."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Final

import psycopg

from ledger.audit.auditor import audit_database, connect_inspector
from ledger.errors import ArchiveAwayError, CorruptLedgerError, LedgerError
from ledger.log.log import Log
from ledger.signed.canonical import decode_header
from ledger.store.reader import Reader, Row
from ledger.store.recorder import LedgerStore, Rows

Step = Callable[[int, int], None]
"""Takes how many events are there, and how many there will be."""

_PAGE: Final = 200
_BATCH_BYTES: Final = 3_000_000
_COMPARED: Final = 65_536


class PartedError(LedgerError):
    """Two copies of a ledger are not of one history, or one does not verify."""


def fetch_missing(
    copy: str, login: str, *, verify: bool = True, step: Step = lambda _done, _all: None
) -> int:
    """Record the events of another copy that come after the ledger's last; return how many.

    Nothing is recorded before both are seen to be one history up to here and, with ``verify``, the
    other copy was verified whole. ``login`` may append; an empty ledger gets the copy's name.

    Raises:
        PartedError: the copies contradict each other, or the other does not verify.
        ArchiveAwayError: of the other, events left for an archive that cannot be reached.

    """
    name, blinded, last = _head(copy)
    here, _, after = _head(login)
    if name is None:
        raise PartedError("the other copy holds no ledger")
    if here not in (None, name):
        raise PartedError(f"this ledger is {here}, the other copy is of {name}")
    if after >= last:
        return 0
    _compare(copy, login, after)
    if verify:
        _verify(copy)
    with Reader(copy) as reader, closing(LedgerStore(login)) as store:
        store.found(name, blinded=blinded)
        known = _known(login)
        for batch in _batches(reader, after, last):
            fresh = {row.source for row in batch} - known
            store.enrol(sorted(fresh))
            known |= fresh
            first = store.append(rows_of(batch))
            if first != batch[0].position:
                raise CorruptLedgerError(
                    f"expected position {batch[0].position} next, got {first}: somebody else "
                    "appends here; stop `razao serve` first"
                )
            step(batch[-1].position - after, last - after)
    with Log(login, name) as log:
        log.memo()  # `verify` holds the order noted against what ticks signed
    return last - after


def _head(conninfo: str) -> tuple[str | None, bool, int]:
    """Return a ledger's name, whether it takes blinded envelopes alone, and its last position."""
    with connect_inspector(conninfo) as connection:
        try:
            row = connection.execute("SELECT origin, blinded, position FROM ledger.head").fetchone()
        except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
            raise PartedError(
                f"the database {connection.info.dbname} has no ledger's tables: "
                "`razao db migrate` makes them"
            ) from None
    assert row is not None
    return row


def _known(login: str) -> set[str]:
    with Reader(login) as reader:
        return set(reader.heads())


def _compare(copy: str, login: str, last: int) -> None:
    """See that the events up to a position are the same in both."""
    with connect_inspector(copy) as there, connect_inspector(login) as here:
        for first in range(1, last + 1, _COMPARED):
            end = min(first + _COMPARED - 1, last)
            if _digest(there, first, end) != _digest(here, first, end):
                raise PartedError(
                    f"the copies part between positions {first} and {end}: nothing was taken; "
                    "`razao verify --since` with a checkpoint kept outside tells which is altered"
                )


def _digest(connection: psycopg.Connection, first: int, last: int) -> object:
    row = connection.execute(
        "SELECT sha256(string_agg(link, ''::bytea ORDER BY notification_id)) FROM ledger.events "
        "WHERE notification_id BETWEEN %s AND %s",
        (first, last),
    ).fetchone()
    return row and row[0]


def _verify(copy: str) -> None:
    report = audit_database(copy)
    if report.problems:
        first = report.problems[0]
        raise PartedError(
            f"the other copy does not verify, nothing was taken: {first.kind}: {first.detail} "
            f"({len(report.problems)} in all)"
        )
    if report.unread:
        raise ArchiveAwayError(f"the other copy: nothing was taken: {report.unread[0].because}")


def _batches(reader: Reader, after: int, last: int) -> Iterator[list[Row]]:
    """Yield events in the order of their positions, in batches that one append takes."""
    while after < last:
        page = reader.page(after=after, limit=min(_PAGE, last - after))
        if not page:
            raise PartedError(f"the other copy has no event at position {after + 1}")
        batch: list[Row] = []
        size = 0
        for row in page:
            size += len(row.envelope)
            if batch and size > _BATCH_BYTES:
                yield batch
                batch, size = [], len(row.envelope)
            batch.append(row)
        yield batch
        after = page[-1].position


def rows_of(batch: Sequence[Row]) -> Rows:
    """Return recorded events as a store appends them."""
    return Rows(
        sources=[row.source for row in batch],
        seqs=[row.seq for row in batch],
        previous=[decode_header(row.envelope).previous for row in batch],
        kinds=[row.kind for row in batch],
        envelopes=[row.envelope for row in batch],
        links=[row.link for row in batch],
        signatures=[row.signature for row in batch],
    )
