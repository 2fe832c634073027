"""Run a verification against a store: in one process or several, to one report.

``audit`` is the whole of it, for any ``Store``; ``audit_database`` is it on PostgreSQL. How much
there is, who may sign and what the heads say is read first, in one snapshot; what is recorded
later is not looked at. The rows themselves are read slice by slice, each process through a
connection of its own: rows never change, so no snapshot need be held for them, which would keep
the server from clearing away the past of the heads for as long as a verification takes.
"""

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from itertools import islice, takewhile
from multiprocessing import get_context
from typing import Any, Final, LiteralString, Protocol, cast

import msgspec
import psycopg
from msgspec import Struct
from msgspec.structs import replace
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.rows import tuple_row

from ledger.audit.diagnosis import Case, Heads, KeptReceipt, Lookup, Report, Since, stitch
from ledger.audit.statements import KeptNote, Statement, read_statements
from ledger.audit.trust import Trust, fold_trust, is_trust
from ledger.audit.verification import (
    TILE_EVENTS,
    Part,
    Scope,
    carried_rows,
    examine,
    examine_strays,
    slices,
)
from ledger.errors import UNREADABLE, BrokenProofError
from ledger.events.registry import ClockTicked
from ledger.ids import LINK_SIZE
from ledger.keys import TRUST_KINDS
from ledger.signed.checkpoint import read_checkpoint
from ledger.signed.logs import open_log
from ledger.signed.notes import NoteKey, read_note
from ledger.signed.segments import SEGMENT_EVENTS_MAX
from ledger.store.cold import DROPPED, Away, fill
from ledger.store.reader import INSPECTOR
from ledger.store.stored import RowTuple, whole

STRAYS_MAX: Final = 5_000
TRAILING_MAX: Final = 1_000_000
"""How many empty positions up to the head are looked at one by one."""
PARALLEL_FROM: Final = 20_000
"""Logs of fewer events are done before another process has started."""
CHUNK_ROWS: Final = 512


class Store(Lookup, Protocol):
    """The store of events as a verification reads it."""

    away: Away
    """The ranges that left and were asked for in vain so far."""

    def still(self) -> AbstractContextManager[object]:
        """Hold the store still as long as the block lasts: everything read is of one moment."""
        ...

    def heads(self) -> Heads:
        """Return how many events there are by the tables beside the events."""
        ...

    def extent(self, head: int) -> int:
        """Return the last position up to which rows stand, without those far beyond the head."""
        ...

    def strays(self, size: int) -> list[RowTuple]:
        """Return rows at positions that the log does not have."""
        ...

    def trust_rows(self, *, ticks: bool) -> list[RowTuple]:
        """Return the rows of the kinds that decide who may sign, with or without the ticks."""
        ...

    def stream(self, first: int, last: int) -> Iterable[RowTuple]:
        """Return the rows of a slice in order of position."""
        ...

    def before(self, first: int) -> list[RowTuple]:
        """Return rows right before a slice, enough to see whose segment is open."""
        ...

    def memos(self, first: int, last: int) -> dict[int, bytes]:
        """Return the order memo's tiles from one number to another."""
        ...

    def checkpoints(self) -> Iterable[KeptNote]:
        """Return the rows that keep signed checkpoints."""
        ...

    def tree(self) -> Iterable[tuple[int, int, bytes]]:
        """Return the stored tiles above the memo: level, number, hashes."""
        ...


class Slice(Struct, frozen=True):
    """A piece of work: what is to be examined, and with which knowledge."""

    first: int
    last: int
    trust: Trust
    origin: str
    blinded: bool
    signatures: bool
    noted: int
    """Up to where the order memo is compared."""
    stated: list[int]
    """The sizes, within the slice, of which checkpoints state a root."""


Progress = Callable[[int], None]
"""Is told how many more positions were examined."""
Runner = Callable[[Sequence[Slice], Progress], list[Part]]


class Known(Struct, frozen=True):
    """The knowledge that slices are examined with: read from the store in one snapshot."""

    heads: Heads
    size: int
    stray_rows: list[RowTuple]
    trust_rows: list[RowTuple]
    trust: Trust
    statements: list[Statement] = []
    """The checkpoints that the ledger keeps, by size."""
    tree: list[tuple[int, int, bytes]] = []
    """The stored tiles above the memo."""

    @property
    def origin(self) -> str:
        """The log's origin, as the founding event says it, or else the heads."""
        return self.trust.origin or self.heads.origin or ""

    @property
    def blinded(self) -> bool:
        """Whether the log's links are blinded, by its founding event, or else by the heads."""
        return self.heads.blinded if self.trust.blinded is None else self.trust.blinded


def audit(
    store: Store,
    run: Runner | None = None,
    *,
    processes: int = 1,
    signatures: bool = True,
    since: Callable[[Trust], Since] | None = None,
    pinned: Sequence[NoteKey] = (),
    progress: Progress = lambda _: None,
    begin: Progress = lambda _: None,
) -> Report:
    """Verify the whole log.

    ``run`` examines slices, by default one after another in this process. ``begin`` is told the
    number of positions, ``progress`` how many more of them are done. ``pinned`` are the log's keys
    as whoever verifies knows them.
    """
    known = _read_first(store, pinned, signatures=signatures)
    begin(known.size)
    examine_all = run or partial(_run_here, store)
    pieces = partial(_pieces, processes=processes, signatures=signatures)
    parts = examine_all(pieces(known), progress)
    hidden = _hidden_trust(parts)
    if hidden and signatures:
        # The kind in a column hid an event that gives keys: look again with what it says.
        known = _with_trust(known, hidden)
        parts = examine_all(pieces(known), progress)
    return stitch(
        parts,
        Case(
            origin=known.origin,
            size=known.size,
            heads=known.heads,
            trust=known.trust,
            trust_rows=known.trust_rows,
            lookup=store,
            strays=_examine_strays(known, signatures=signatures),
            since=since(known.trust) if since is not None else None,
            signatures=signatures,
            statements=known.statements,
            tree=known.tree,
            pinned=pinned,
        ),
    )


def _read_first(store: Store, pinned: Sequence[NoteKey], *, signatures: bool) -> Known:
    """Read how much there is, who may sign and what the heads say, all of one moment."""
    with store.still():
        heads = store.heads()
        extent = store.extent(heads.position)
        size = max(extent, min(heads.position, extent + TRAILING_MAX), heads.noted)
        trust_rows = store.trust_rows(ticks=False)
        known = Known(heads, size, store.strays(size), trust_rows, fold_trust(trust_rows))
        if known.trust.expiring:
            known = _with_trust(known, store.trust_rows(ticks=True))
        keys_at = partial(_keys_at, known.trust, pinned) if signatures else _no_keys
        statements = read_statements(store.checkpoints(), keys_at)
        return replace(known, statements=statements, tree=list(store.tree()))


def _keys_at(trust: Trust, pinned: Sequence[NoteKey], size: int) -> Sequence[NoteKey]:
    """Return the keys that may have signed a log of a size.

    Who pins a key that the ledger binds follows what registrars replaced it by; else his stand.
    """
    bound = trust.log_keys()
    if not pinned or (bound and all(one in bound for one in pinned)):
        return trust.log_keys(size)
    return pinned


def _no_keys(_size: int) -> Sequence[NoteKey]:
    return ()


def _with_trust(known: Known, more: Iterable[RowTuple]) -> Known:
    """Fold who may sign anew, with more rows of the log."""
    rows = sorted((*known.trust_rows, *more), key=lambda row: row[0])
    return replace(known, trust_rows=rows, trust=fold_trust(rows))


def _pieces(known: Known, *, processes: int, signatures: bool) -> list[Slice]:
    """Cut the log into slices, each with the knowledge that it is examined with."""
    stated = sorted({one.size for one in known.statements})
    return [
        Slice(
            first,
            last,
            known.trust,
            known.origin,
            known.blinded,
            signatures,
            known.heads.noted,
            stated[bisect_left(stated, first) : bisect_right(stated, last)],
        )
        for first, last in slices(known.size, processes)
    ]


def _run_here(store: Store, pieces: Sequence[Slice], progress: Progress) -> list[Part]:
    """Examine slices one after another in this process."""
    return [examine_slice(store, piece, progress) for piece in pieces]


def _examine_strays(known: Known, *, signatures: bool) -> Part | None:
    """Examine the rows at positions that the log does not have, if there are such."""
    if not known.stray_rows:
        return None
    scope = Scope(
        first=1,
        last=0,
        origin=known.origin,
        blinded=known.blinded,
        service=known.trust.service,
        keys=known.trust.keys if signatures else None,
    )
    return examine_strays(known.stray_rows, scope)


def examine_slice(store: Store, piece: Slice, progress: Progress = lambda _: None) -> Part:
    """Examine one slice of the log."""
    first_tile = (piece.first - 1) // TILE_EVENTS
    part = examine(
        store.stream(piece.first, piece.last),
        Scope(
            first=piece.first,
            last=piece.last,
            origin=piece.origin,
            blinded=piece.blinded,
            service=piece.trust.service,
            keys=piece.trust.keys if piece.signatures else None,
            entitled=piece.trust.entitled,
            memo={
                # The last tile may have grown since.
                number: links[: max(0, piece.noted - number * TILE_EVENTS) * LINK_SIZE]
                for number, links in store.memos(
                    first_tile, (piece.last - 1) // TILE_EVENTS
                ).items()
            },
            stated=piece.stated,
            away=store.away,
            carried=carried_rows(store.before(piece.first)) if piece.signatures else (),
        ),
    )
    progress(piece.last - piece.first + 1)
    return part


def _hidden_trust(parts: Sequence[Part]) -> list[RowTuple]:
    return [
        odd.row
        for part in parts
        for odd in part.odd
        if odd.fits and odd.row.kind not in TRUST_KINDS and is_trust(odd.row)
    ]


# --- PostgreSQL --------------------------------------------------------------------------------

_COLUMNS: Final = (
    "notification_id, originator_id, originator_version, topic, state, link, signature"
)
PROOF: Final = "c2sp.org/tlog-proof@v1"
"""The first line of an event's proof."""
_NOTED: Final[tuple[LiteralString, ...]] = ("checkpoints", "published", "stamps")
"""The tables that keep signed checkpoints."""
_ORDERED: Final = "ORDER BY notification_id"


class PostgresStore:
    """The ledger's tables, read through one connection in its transaction."""

    def __init__(self, connection: Connection) -> None:
        """Read through a connection that is in no transaction."""
        self._connection = connection
        self.away: Away = {}

    @contextmanager
    def still(self) -> Generator[None]:
        """Hold the store still as long as the block lasts; in a transaction, it is that one's."""
        if self._connection.info.transaction_status is not TransactionStatus.IDLE:
            yield
            return
        with self._connection.transaction():
            self._connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def heads(self) -> Heads:
        """Return how many events there are by the tables beside the events."""
        ((position, origin, blinded),) = self._read(
            "SELECT position, origin, blinded FROM ledger.head"
        ) or [(0, None, False)]
        sources = {
            name: (seq, link)
            for name, seq, link in self._read("SELECT source, seq, link FROM ledger.source_head")
        }
        return Heads(position, origin, blinded, sources, self._noted())

    def _noted(self) -> int:
        """Return how many positions the memo covers without a gap."""
        sizes = self._read("SELECT number, octet_length(links) FROM ledger.tiles ORDER BY number")
        noted = 0
        for expected, (number, size) in enumerate(sizes):
            if number != expected:
                break
            noted = number * TILE_EVENTS + size // LINK_SIZE
        return noted

    def extent(self, head: int) -> int:
        """Return the last position up to which rows stand, without those far beyond the head."""
        ((last, count),) = self._read(
            "SELECT max(notification_id), count(*) FROM ledger.events WHERE notification_id > %s",
            head,
        )
        if count:
            if last == head + count:
                return last
            beyond = self._read(
                "SELECT notification_id FROM ledger.events WHERE notification_id > %s "
                "ORDER BY notification_id LIMIT %s",
                head,
                STRAYS_MAX,
            )
            near = takewhile(
                lambda pair: pair[1] == head + pair[0],
                enumerate((position for (position,) in beyond), 1),
            )
            head += sum(1 for _ in near)
        ((last,),) = self._read(
            "SELECT coalesce(max(notification_id), 0) FROM ledger.events "
            "WHERE notification_id <= %s",
            head,
        )
        return max(last, 0)

    def strays(self, size: int) -> list[RowTuple]:
        """Return rows at positions that the log does not have."""
        return self._rows("notification_id < 1 OR notification_id > %s", size, limit=STRAYS_MAX)

    def trust_rows(self, *, ticks: bool) -> list[RowTuple]:
        """Return the rows of the kinds that decide who may sign, with or without the ticks."""
        if ticks:
            return self._rows("topic = %s", ClockTicked.KIND)
        # Written out, because the index of these kinds serves no parameter.
        kinds = ", ".join(f"'{kind}'" for kind in TRUST_KINDS)
        return self._rows(cast("LiteralString", f"topic IN ({kinds})"))

    def stream(self, first: int, last: int) -> Iterator[RowTuple]:
        """Return the rows of a slice in order of position, as they arrive."""
        # What left and the rows are of one moment: while they come the connection answers nothing.
        with self.still(), self._connection.cursor(row_factory=tuple_row) as cursor:
            left = self._read(DROPPED)
            coming = cast(
                "Generator[RowTuple]",
                cursor.stream(
                    f"SELECT {_COLUMNS} FROM ledger.events "  # noqa: S608 - our own words
                    f"WHERE notification_id BETWEEN %s AND %s {_ORDERED}",
                    (first, last),
                    binary=True,
                    size=CHUNK_ROWS,
                ),
            )
            with closing(coming) as rows:
                if not left:
                    yield from rows
                while chunk := list(islice(rows, CHUNK_ROWS)):
                    yield from fill(chunk, lambda: left, self.away)

    def before(self, first: int) -> list[RowTuple]:
        """Return rows right before a slice, enough to see whose segment is open."""
        last = self._rows("notification_id = %s", first - 1)
        if not last or last[0][6] is not None:
            return last
        return self._rows(
            "notification_id BETWEEN %s AND %s", first - SEGMENT_EVENTS_MAX, first - 1
        )

    def memos(self, first: int, last: int) -> dict[int, bytes]:
        """Return the order memo's tiles from one number to another."""
        found = self._read(
            "SELECT number, links FROM ledger.tiles WHERE number BETWEEN %s AND %s", first, last
        )
        return dict(found)

    def checkpoints(self) -> Iterator[KeptNote]:
        """Return the rows that keep signed checkpoints."""
        for table in _NOTED:
            with self._connection.cursor(row_factory=tuple_row) as cursor:
                query = f"SELECT size, note FROM ledger.{table} ORDER BY size"  # noqa: S608 - our own words
                for size, note in cursor.stream(query, size=CHUNK_ROWS):
                    yield table, size, note

    def tree(self) -> Iterator[tuple[int, int, bytes]]:
        """Return the stored tiles above the memo: level, number, hashes."""
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            yield from cursor.stream(
                "SELECT level, number, hashes FROM ledger.tree ORDER BY level, number",
                binary=True,
                size=CHUNK_ROWS,
            )

    def at(self, first: int, last: int) -> list[RowTuple]:
        """Return the rows at these positions."""
        return self._rows("notification_id BETWEEN %s AND %s", first, last)

    def of(self, source: str, first: int, last: int) -> list[RowTuple]:
        """Return the rows with these columns, in order of seq."""
        rows = self._rows(
            "originator_id = %s AND originator_version BETWEEN %s AND %s", source, first, last
        )
        return sorted(rows, key=lambda row: row[2])

    def memo(self, number: int) -> bytes:
        """Return a tile of the order memo; empty if there is none."""
        return self.memos(number, number).get(number, b"")

    def _rows(
        self, where: LiteralString, *values: object, limit: int | None = None
    ) -> list[RowTuple]:
        rows = self._read(
            f"SELECT {_COLUMNS} FROM ledger.events WHERE {where} {_ORDERED} LIMIT %s",  # noqa: S608 - our own words
            *values,
            limit,
        )
        filled = fill(rows, lambda: self._read(DROPPED), self.away)
        return [whole(cast("RowTuple", row)) for row in filled]

    def _read(self, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        with self._connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            return cursor.execute(query, values).fetchall()


def audit_database(
    conninfo: str,
    *,
    processes: int = 1,
    signatures: bool = True,
    since: str | None = None,
    pinned: Sequence[NoteKey] = (),
    progress: Progress = lambda _: None,
    begin: Progress = lambda _: None,
) -> Report:
    """Verify the ledger in a database; ``since`` is what ``read_since`` takes."""
    kept = partial(read_since, since, pinned=pinned) if since is not None else None
    with connect_inspector(conninfo) as connection:
        store = PostgresStore(connection)
        run = None
        if processes > 1 and store.heads().position >= PARALLEL_FROM:
            run = partial(_run_parallel, conninfo, processes)
        return audit(
            store,
            run,
            processes=processes if run is not None else 1,
            signatures=signatures,
            since=kept,
            pinned=pinned,
            progress=progress,
            begin=begin,
        )


def read_stamps(conninfo: str) -> list[tuple[int, str, str, bytes]]:
    """Return the stamps of time that a ledger keeps: size, authority, note, its whole answer."""
    with connect_inspector(conninfo) as connection:
        return connection.execute(
            "SELECT size, authority, note, token FROM ledger.stamps ORDER BY size, authority"
        ).fetchall()


def connect_inspector(conninfo: str) -> Connection:
    """Return a connection in the inspector's role, by which nothing can be written."""
    given = conninfo_to_dict(conninfo)
    options = f"{given.pop('options', None) or ''} -c role={INSPECTOR}"
    given["options"] = f"{options} -c default_transaction_read_only=on".strip()
    connection: Connection = psycopg.connect(autocommit=True, **given)  # pyright: ignore[reportArgumentType]
    return connection


def _run_parallel(
    conninfo: str, processes: int, pieces: Sequence[Slice], progress: Progress
) -> list[Part]:
    # Forking is ten times quicker, and safe as long as there is but one thread.
    method = "fork" if threading.active_count() == 1 else "spawn"
    parts: list[Part] = []
    with ProcessPoolExecutor(processes, get_context(method), _begin_worker, (conninfo,)) as pool:
        for piece, part in zip(pieces, pool.map(_work, pieces), strict=True):
            progress(piece.last - piece.first + 1)
            parts.append(part)
    return parts


_own = ExitStack()
"""What a worker process holds until it ends."""
_stores: list[PostgresStore] = []


def _begin_worker(conninfo: str) -> None:
    _stores[:] = [PostgresStore(_own.enter_context(connect_inspector(conninfo)))]


def _work(piece: Slice) -> Part:
    return examine_slice(_stores[0], piece)


# --- what was kept outside ---------------------------------------------------------------------


def read_since(text: str, trust: Trust, *, pinned: Sequence[NoteKey] = ()) -> Since:
    """Read a file kept outside: a checkpoint's note, an event's proof, or receipts as JSON Lines.

    A checkpoint of this log's name that another key signed is told as such: either it is of another
    log, or this one's founding was rewritten. Whoever pins the log's key knows which.

    Raises:
        BrokenProofError: it is neither, or a note of another log.

    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].startswith("{"):
        return _read_kept(text, trust, pinned)
    try:
        receipts = tuple(msgspec.json.decode(line, type=KeptReceipt) for line in lines)
    except UNREADABLE as error:
        raise BrokenProofError(f"expected receipts, one JSON object a line: {error}") from error
    return Since(receipts=receipts)


def _read_kept(text: str, trust: Trust, pinned: Sequence[NoteKey]) -> Since:
    if text.startswith(f"{PROOF}\n"):
        text = text.partition("\n\n")[2]  # the checkpoint under which an event was proved
    checkpoint = read_checkpoint(text)
    keys = _keys_at(trust, pinned, checkpoint.size)
    if pinned:
        return Since(checkpoint=open_log(text, keys))
    if not keys:  # the founding event is altered, which is named; the note stands for itself
        return Since(checkpoint=checkpoint)
    if checkpoint.origin != trust.origin:
        raise BrokenProofError(f"a checkpoint of {checkpoint.origin}, this is {trust.origin}")
    if any(read_note(text).by(key) is not None for key in keys):
        return Since(checkpoint=open_log(text, keys))
    return Since(
        foreign=f"a checkpoint of {checkpoint.size} events of {checkpoint.origin} was kept that is "
        "not signed by the log's key as this ledger's founding binds it: it is of another log, or "
        "the founding was rewritten; --log-key tells which"
    )
