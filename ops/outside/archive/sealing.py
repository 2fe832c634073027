"""Sealing, at the house: the positions since the last seal, written with all that proves them."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from api.services.log import OpenLog
from ledger.audit.auditor import connect_inspector
from ledger.errors import CorruptLedgerError
from ledger.events.registry import ClockTicked, ParameterSet
from ledger.events.reviews import Approval
from ledger.ids import Link
from ledger.keys import AUTHORITY_PARAMETER, Keyring
from ledger.log.log import Log
from ledger.log.tree import LOG_SQL, StoredTree
from ledger.signed.canonical import decode_stored
from ledger.signed.logs import LogSigner
from ledger.signed.merkle import Frontier
from ledger.signed.tiles import TiledTree
from ledger.store.cold import DROPPED, ranges_of
from ledger.store.reader import Reader, Row
from ledger.store.stored import RowTuple
from ops.errors import MisuseError
from ops.outside.archive.blocks import hashes_of, write_blocks
from ops.outside.archive.folder import (
    BLOCKS,
    CARRY_IN,
    CARRY_OUT,
    CHECKPOINT,
    FIGURES,
    LOOKED_BACK,
    NOTE,
    ROWS_BACK,
    SEAL,
    TOTALS,
    Archive,
    Place,
    events_name,
)
from ops.outside.archive.statement import (
    CAME,
    WENT,
    Changed,
    FiguresHash,
    Kept,
    Seal,
    read_seal,
    sign_seal,
)
from ops.outside.archive.tables import (
    Older,
    packed,
    pieces,
    unpacked,
    write_events,
    write_older,
    write_rows,
)
from ops.outside.archive.totals import Totals, write_totals
from projections.base.errors import OutdatedError
from projections.base.store import connect
from projections.law.version import law_version
from projections.reads.queries import connect as read_only
from projections.running.carrying.carry import Carry, Head, carry_of, read_carry
from projections.running.carrying.changes import (
    Changes,
    note_changes,
    note_looked,
    read_changes,
)
from projections.running.carrying.tracing import NotedReader, Trace
from projections.running.pipeline import Pipeline, all_stages
from projections.running.runner import PAGE_EVENTS, SEALED, Progress, Runner, drop

NOT_SEALED: Final = tuple(one.name for one in all_stages() if one.alone)
"""Stages whose rows say nothing that an event does not."""


class House(Struct, frozen=True):
    """A ledger that is sealed: its database, its name, its log and what signs for that."""

    conninfo: str
    origin: str
    log: Log
    signer: LogSigner


class _Folded(Struct, frozen=True):
    """The events that a range's fold read, and the rows that it read and changed."""

    edge: Frontier
    root: bytes
    loaded: Trace
    read: Trace
    changes: Changes
    loaded_after: Trace

    def rows_back(self) -> Iterator[Changed]:
        """Yield the rows of before that it read or took away, beyond those that it loaded."""
        return (("read", *one) for one in self.changes.back() if one not in self.loaded.rows)


def figures_of(changes: Changes) -> Iterator[Changed]:
    """Yield the rows that came, and then those that went."""
    came = ((CAME, *one) for one in changes.come())
    went = ((WENT, *one) for one in changes.gone())
    return chain(came, went)


def judging() -> Pipeline:
    """Return a pipeline of the stages whose rows are sealed."""
    return Pipeline(lambda: [one for one in all_stages() if one.name not in NOT_SEALED])


def sealed_until(archive: Archive, origin: str) -> int:
    """Return the position up to which a ledger is sealed without a gap; 0 before the first seal."""
    until = 0
    for place in archive.ranges(origin):
        if place.first == until + 1 and NOTE in archive.names(place):
            until = place.last
    return until


def end_of(reader: Reader, position: int, last: int) -> int:
    """Return the first position from one on at which a segment ends: no range cuts one.

    >>> from types import SimpleNamespace as Event
    >>> rows = [Event(position=n, signature=b"" if n % 3 == 0 else None) for n in range(1, 10)]
    >>> page = lambda after, limit: rows[after:][:limit]
    >>> end_of(Event(page=page), 4, 9), end_of(Event(page=page), 8, 8)
    (6, 0)
    """
    while position <= last:
        for row in reader.page(after=position - 1, limit=1_000):
            if row.position > last:
                return 0
            if row.signature is not None:
                return row.position
            position = row.position + 1
    return 0


def closed_until(connection: psycopg.Connection[Any]) -> int:
    """Return where the last gaming day was closed before which none is open; 0 before any."""
    row = connection.execute(
        "SELECT max(position) AS closed FROM projections.closed_day AS c WHERE NOT EXISTS "
        "(SELECT FROM projections.open_day AS o WHERE o.day <= c.day)"
    ).fetchone()
    return 0 if row is None or row["closed"] is None else int(row["closed"])


def seal(
    house: House, archive: Archive, until: int, *, progress: Progress | None = None
) -> tuple[Place, Seal] | None:
    """Seal the positions since the last seal up to one; None where no segment ended since then.

    Raises:
        CorruptLedgerError: what is carried is not what the last seal says.
        MisuseError: the position is not recorded, or a range left whose seal's note is gone.

    """
    origin = house.origin
    house.log.checkpoint(passing=True)
    with Reader(house.conninfo) as reader:
        last = reader.last_position()
        if until > last:
            raise MisuseError(f"expected a position up to {last}, got {until}")
        after = sealed_until(archive, origin)
        until = _begun(house.conninfo, archive, origin, after, last) or until
        end = end_of(reader, max(until, after + 1), last) if until > after else 0
        if not end:
            return None
        place = Place(origin, after + 1, end)
        with _fold(house.conninfo, after, end, progress) as folded:
            written = _write(house, archive, place, folded, reader)
    archive.write(place, SEAL, written.data)
    archive.write(place, NOTE, sign_seal(written, house.signer).encode())
    return place, written


def _write(house: House, archive: Archive, place: Place, folded: _Folded, reader: Reader) -> Seal:
    """Write a range's files, a few rows of each in memory at a time; return what is to be signed.

    Raises:
        CorruptLedgerError: what is carried is not what the last seal says.

    """
    origin, after, end = place.origin, place.first - 1, place.last
    before = _last_seal(archive, origin, after)
    heads = before.heads if before is not None else {}
    carry_in = carry_of(origin, after, heads, folded.loaded)
    law, shape = law_version(), judging().shape()
    if (
        before is not None
        and before.hash != carry_in.hash
        and not _law_changed(archive, origin, after, (law.mark, shape))
    ):
        raise CorruptLedgerError(
            f"what is carried from position {after} is not what the last seal says: the events "
            "before it were altered, or the archive is another ledger's"
        )
    kept, hashes = dict[str, Kept](), dict[str, str]()

    def keep(name: str, data: bytes) -> None:
        archive.write(place, name, data)
        kept[name] = Kept.of(data)

    rows = _Rows(reader, place)
    for name, data in rows.files():
        keep(name, data)
        hashes[name] = hashes_of(data)
    keep(BLOCKS, write_blocks(hashes))
    keep(TOTALS, write_totals(rows.totals.told()))
    keep(LOOKED_BACK, write_older(_older(house.conninfo, reader, folded, after)))
    keep(ROWS_BACK, write_rows(folded.rows_back()))
    figures = FiguresHash()
    keep(FIGURES, write_rows(figures.over(figures_of(folded.changes))))
    keep(CHECKPOINT, _checkpoint(house.conninfo, end))
    carry_out = carry_of(origin, end, {**heads, **rows.heads}, folded.loaded_after)
    keep(CARRY_IN, packed(carry_in.data))
    keep(CARRY_OUT, packed(carry_out.data))
    return Seal(
        origin=origin,
        after=after,
        last=end,
        frontier=tuple(one.hex() for one in folded.edge.subtrees),
        root_before=folded.edge.root().hex(),
        root=folded.root.hex(),
        carry_in=carry_in.hash,
        carry_out=carry_out.hash,
        figures=figures.hash,
        page=PAGE_EVENTS,
        law=law.mark,
        shape=shape,
        code=law.code,
        not_sealed=NOT_SEALED,
        files=dict(sorted(kept.items())),
    )


def _begun(conninfo: str, archive: Archive, origin: str, after: int, last: int) -> int:
    """Return where the range ends that a killed seal began; 0 where none did.

    It is sealed first, that no folder stays which nobody could prove or pass by.
    """
    begun = [one for one in archive.ranges(origin) if one.first == after + 1 and one.last <= last]
    if not begun:
        return 0
    with closing(connect_inspector(conninfo)) as connection:
        left = {(one.first, one.last) for one in ranges_of(connection.execute(DROPPED).fetchall())}
    for one in begun:
        if (one.first, one.last) in left:
            raise MisuseError(
                f"{archive.url}/{one.folder}: its events left the ledger, and {NOTE} is gone: "
                "copy the folder from another copy, do not seal it again"
            )
    return begun[0].last


def _last_seal(archive: Archive, origin: str, after: int) -> Carry | None:
    """Return the carry out of the range that ends at a position."""
    for place in archive.ranges(origin):
        if place.last == after:
            return read_carry(unpacked(archive.read(place, CARRY_OUT)))
    return None


def _law_changed(archive: Archive, origin: str, after: int, ours: tuple[str, str]) -> bool:
    """Tell whether the range before was judged by another law, or kept in other tables."""
    for place in archive.ranges(origin):
        if place.last == after:
            older = read_seal(archive.read(place, SEAL))
            return (older.law, older.shape) != ours
    return False


# --- the fold ------------------------------------------------------------------------------------


@contextmanager
def _fold(conninfo: str, after: int, end: int, progress: Progress | None) -> Generator[_Folded]:
    """Fold a range into the tables where the archive ends; note what it reads and changes."""
    _bring_to(conninfo, after, progress)
    tables = [name for one in judging().with_tables() for name, _ in one.tables]
    with closing(connect(conninfo)) as connection:
        note_changes(connection, SEALED, tables)
        trace = Trace()
        with _runner(conninfo, trace) as runner:
            edge, loaded = runner.tree, trace.take()
            trace.hold_few(after, lambda rows: note_looked(connection, SEALED, rows))
            runner.catch_up(until=end, progress=progress)
            trace.hand_on()
            root = runner.root()
        changes = read_changes(connection, SEALED)
        load = Trace()
        _runner(conninfo, load).close()
        yield _Folded(edge, root, loaded, trace, changes, load)


def _runner(conninfo: str, trace: Trace) -> Runner:
    return Runner(
        conninfo,
        schema=SEALED,
        page=PAGE_EVENTS,
        pipeline=judging(),
        reader=NotedReader(conninfo, trace),
        schema_of=trace.schema,
    )


def _bring_to(conninfo: str, after: int, progress: Progress | None) -> None:
    """Let the tables stand where the archive ends; made anew where they are gone on or outdated."""
    try:
        with Runner(conninfo, schema=SEALED, pipeline=judging()) as runner:
            if runner.position <= after:
                runner.catch_up(until=after, progress=progress)
                return
    except OutdatedError:
        pass
    drop(conninfo, SEALED)
    with Runner(conninfo, schema=SEALED, pipeline=judging()) as runner:
        runner.catch_up(until=after, progress=progress)


# --- what stands in the files --------------------------------------------------------------------


class _Rows:
    """A range's events, file by file, their totals, and their sources' heads behind the last."""

    def __init__(self, reader: Reader, place: Place) -> None:
        self._reader = reader
        self._place = place
        self.heads: dict[str, Head] = {}
        self.totals = Totals()

    def files(self) -> Iterator[tuple[str, bytes]]:
        place = self._place
        for number, (first, last) in enumerate(pieces(place.first - 1, place.last)):
            yield events_name(number), write_events(self._passing(first, last))

    def _passing(self, first: int, last: int) -> Iterator[RowTuple]:
        """Yield the events from one position to another, of which each block is counted."""
        for block in self._reader.blocks(first, last):
            self.heads.update((row[1], (row[2], row[5].hex())) for row in block)
            self.totals.add(block)
            yield from block


def _older(conninfo: str, reader: Reader, folded: _Folded, after: int) -> list[Older]:
    """Return the events from before a range that its check needs, each with its proof."""
    rows = {
        at: row
        for trace in (folded.loaded, folded.read)
        for at, row in trace.events.items()
        if at <= after
    }
    trust = _trust(reader, after)
    rows |= {row.position: row for row in trust}
    rows |= {row.position: row for row in _ends(reader, trust, after)}
    with closing(connect_inspector(conninfo)) as connection:
        tree = _tree(connection, after)
        return [
            Older(tuple(rows[at]), tuple(tree.inclusion(at - 1)))  # pyright: ignore[reportArgumentType]
            for at in sorted(rows)
        ]


def _trust(reader: Reader, after: int) -> list[Row]:
    """Return the acts up to a position that say who may sign, with what agreed to them.

    Other parameters, and approvals of anything else, are as many as the log is long.
    """
    acts = [row for row in reader.trust() if row.position <= after]
    kept = [row for row in acts if row.kind not in {ParameterSet.KIND, Approval.KIND}]
    kept += [row for row in acts if row.kind == ParameterSet.KIND and _SETS in row.envelope]
    names = {f"{row.source}:{row.seq}" for row in kept}
    kept += [row for row in acts if row.kind == Approval.KIND and _target(row) in names]
    return sorted(kept)


_SETS: Final = f'"name":"{AUTHORITY_PARAMETER}"'.encode()


def _target(row: Row) -> str | None:
    said = decode_stored(row.kind, row.envelope).payload
    return said.target if isinstance(said, Approval) else None


def _ends(reader: Reader, trust: Sequence[Row], after: int) -> list[Row]:
    """Return the ticks by which keys with an end were over, and the last one."""
    ticks: list[Row] = []
    if not any(b'"not_after":' in row.envelope for row in trust):
        return ticks
    keyring, acts, over = Keyring(), {row.position: row for row in trust}, set[bytes]()
    newest = None
    for block in reader.blocks(1, after):
        for row in map(Row._make, block):
            if row.kind == ClockTicked.KIND:
                newest = row
                keyring.tick(row.source, decode_stored(row.kind, row.envelope).at)
            elif row.position in acts:
                said = decode_stored(row.kind, row.envelope).payload
                keyring.apply(row.position, f"{row.source}:{row.seq}", Link(row.link), said)
            else:
                continue
            ended = _over(keyring) - over
            if ended and newest is not None:
                over |= ended
                ticks.append(newest)
    return [*ticks, newest] if newest is not None else ticks


def _over(keyring: Keyring) -> set[bytes]:
    """Return the keys whose end the ledger's clock has passed."""
    clock = keyring.clock
    return {
        key.public
        for source in keyring.sources.values()
        for key in source.keys
        if key.not_after is not None and clock is not None and clock > key.not_after
    }


def _tree(connection: psycopg.Connection[Any], size: int) -> TiledTree:
    def ask(name: str, *values: object) -> list[tuple[Any, ...]]:
        with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            return cursor.execute(LOG_SQL[name], values).fetchall()

    return StoredTree(ask).at(size)


def _checkpoint(conninfo: str, end: int) -> bytes:
    """Return a checkpoint that covers a range, cosigned where one is, and how it begins with it."""
    with closing(read_only(conninfo)) as reading, reading.transaction():
        signed = OpenLog(reading).covering(end)
    assert signed is not None, "the log was signed before the range was folded"
    with closing(connect_inspector(conninfo)) as connection:
        tree = _tree(connection, signed.checkpoint.size)
        hashes = [one.hex() for one in tree.consistency(end)]
    return msgspec.json.encode(Covering(signed.note, tuple(hashes)))


class Covering(Struct, frozen=True, forbid_unknown_fields=True):
    """A signed checkpoint of a log, and the hashes that prove a range's root its beginning."""

    note: str
    hashes: tuple[str, ...]
