"""Recorded events: by position, by source and seq, or all of them at full speed.

Whoever wants everything gets it in blocks of plain tuples, by COPY in binary: the driver's own row
objects would take longer than the server. It comes in pieces of 65,536 positions, each with its own
snapshot: one that lasted for hours would keep the server from clearing away the past of the heads,
and every append would wade through it. As positions have no gaps and rows never change, nothing
differs between the pieces.

What left for an archive is read back from there (``ledger.store.cold``).
"""

import re
import struct
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, LiteralString, NamedTuple, Self

import psycopg
from psycopg import Connection, Cursor, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ExecStatus
from psycopg.rows import tuple_row

from ledger.errors import CorruptLedgerError
from ledger.ids import Link, Position
from ledger.signed.canonical import FORMAT as BLINDED
from ledger.signed.segments import SEGMENT_EVENTS_MAX
from ledger.store.cold import DROPPED, fill
from ledger.store.sql_files import load

INSPECTOR: Final = "razao_inspector"
_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
PIECE_EVENTS: Final = 65_536
_BLINDED: Final = f"{BLINDED} ".encode()
BLOCK_EVENTS: Final = 1_000

_SQL: Final = load(Path(__file__).parent / "sql" / "queries.sql")


class Row(NamedTuple):
    """One recorded event."""

    position: int
    source: str
    seq: int
    kind: str
    envelope: bytes
    link: bytes
    signature: bytes | None
    """Of its segment, on the segment's last event."""


class LinkedSegment(NamedTuple):
    """A segment without the envelopes of all but its first event."""

    first: int
    head: bytes
    """The first event's envelope."""
    links: bytes
    """Of all its events, one after another."""
    signature: bytes | None
    blinded: bool
    """Whether no link of it tells what it covers: each envelope is ``razao/2``."""


RowTuple = tuple[int, str, int, str, bytes, bytes, bytes | None]
"""The same without names, as blocks have it; ``Row._make`` names them."""
Linked = tuple[int, str, int, str, bytes | None, bytes]
"""Position, source, seq, kind, envelope, link: for who checks what he reads."""
Told = tuple[int, str, int, str, bytes, bytes]
"""Position, source, seq, kind, body, link: for who folds what was said."""
Fact = tuple[int, str, int, str, bytes]
"""Position, source, seq, kind, envelope."""


class Reader:
    """A reader of one ledger through a connection that cannot write."""

    def __init__(self, conninfo: str, *, role: str = INSPECTOR) -> None:
        """Connect when first asked, and again after the connection was lost."""
        self._conninfo = conninfo
        self._role = role
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        """Return the reader."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- one or a few --------------------------------------------------------------------------

    def origin(self) -> str | None:
        """Return the ledger's name; None before it is founded."""
        ((origin,),) = self._ask(_SQL["origin"])
        return origin

    def last_position(self) -> Position:
        """Return the position of the newest event; 0 before the first."""
        ((position,),) = self._ask(_SQL["position"])
        return Position(position)

    def one(self, source: str, seq: int) -> Row | None:
        """Return the event with this name, if it is recorded."""
        rows = self._rows(_SQL["event"], source, seq)
        return rows[0] if rows else None

    def at(self, positions: Sequence[int]) -> list[Row]:
        """Return the events at these positions, in order of position."""
        if len(positions) == 1:  # asked most often, and three times as quick
            return self._rows(_SQL["at"], positions[0])
        return self._rows(_SQL["several"], list(positions)) if positions else []

    def of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, in order of position; no index helps."""
        return self._rows(_SQL["of_kind"], kind)

    def page(self, *, after: int, limit: int) -> list[Row]:
        """Return the events after a position, the first ones."""
        return self._rows(_SQL["page"], after, limit)

    def linked(self, *, after: int, limit: int) -> list[Linked]:
        """Return the first events after a position, without their signatures."""
        rows: list[Linked] = self._ask(_SQL["linked"], after, limit)  # pyright: ignore[reportAssignmentType]
        return fill(rows, self._dropped)

    def linked_in_pages(self, *, after: int, last: int, size: int) -> Iterator[list[Linked]]:
        """Yield the events between two positions, so, in pages of at most ``size``.

        The next page is asked for before one is handed out, so that the server reads while whoever
        takes them works. A connection of its own: others may be asked in between. Whether positions
        are missing is for the taker to see; where the log ends too early the last page is empty.
        """
        with self._connect() as connection, connection.pipeline() as pipeline:
            coming = _ask_linked(connection, after, min(size, last - after))
            while after < last:
                rows = coming.fetchall()
                pipeline.sync()  # ends the server's transaction, and with it the page's snapshot
                after = rows[-1][0] if rows else last
                if after < last:
                    coming = _ask_linked(connection, after, min(size, last - after))
                yield fill(rows, self._dropped)

    def page_back(self, *, before: int, limit: int) -> list[Row]:
        """Return the events before a position, the nearest first."""
        return self._rows(_SQL["page_back"], before, limit)

    def of_source(
        self, source: str, first: int, last: int, *, limit: int | None = None
    ) -> list[Row]:
        """Return a source's events from seq ``first`` to ``last``, in order of seq."""
        return self._rows(_SQL["source_range"], source, first, last, limit)

    def segment(self, source: str, seq: int) -> list[Row]:
        """Return the segment that holds an event: the events under the signature on its last one.

        Empty if the event is not recorded.
        """
        ends = self._ends(source, seq)
        return [] if ends is None else self.of_source(source, *ends)

    def linked_segment(self, source: str, seq: int) -> LinkedSegment:
        """Return the segment that holds a recorded event, without the envelopes of its others."""
        ends = self._ends(source, seq)
        assert ends is not None, f"{source}:{seq} is recorded"
        first, last = ends
        ((marked, head, *told),) = self._ask(
            _SQL["segment"], source, first, _BLINDED, source, first, last
        )
        if not marked:
            return LinkedSegment(first, head, *told)
        rows = self.of_source(source, first, last)  # what left for an archive is read back
        return LinkedSegment(
            first=first,
            head=rows[0].envelope,
            links=b"".join(one.link for one in rows),
            signature=rows[-1].signature,
            blinded=all(one.envelope.startswith(_BLINDED) for one in rows),
        )

    def _ends(self, source: str, seq: int) -> tuple[int, int] | None:
        """Return the first and the last seq of the segment that holds an event, if one does."""
        ends = self._ask(_SQL["segment_end"], source, seq, seq + SEGMENT_EVENTS_MAX - 1)
        if not ends:
            return None
        ((last,),) = ends
        before = self._ask(_SQL["segment_before"], source, last - SEGMENT_EVENTS_MAX, seq - 1)
        first = before[0][0] + 1 if before else max(1, last - SEGMENT_EVENTS_MAX + 1)
        return first, last

    def alone(self, positions: Sequence[int]) -> set[str]:
        """Return the names of those of these events that are a segment by themselves."""
        rows = self._ask(_SQL["alone"], list(positions))
        return {f"{source}:{seq}" for source, seq in rows}

    def trust_seen(self) -> int:
        """Return the position of the newest batch that held an event of trust or time."""
        ((position,),) = self._ask(_SQL["trust_seen"])
        return position

    def trust(self, *, after: int = 0) -> list[Row]:
        """Return the events that can change who may sign, without reading any other."""
        return self._rows(_SQL["trust"], after)

    def clock(self, service: str) -> str | None:
        """Return the latest instant that a source's ticks say; None before it ticked."""
        for (said,) in self._ask(_SQL["clock"], service):
            at = bytes(said).decode("ascii", "replace")
            if _INSTANT.fullmatch(at):  # what was altered is `verify`'s to name
                return at
        return None

    def newest(self, kind: str, *, until: int | None = None) -> Row | None:
        """Return the newest event of a frequent kind, looking back from the head or a position."""
        if until is None:
            rows = self._rows(_SQL["newest"], kind)
        else:
            rows = self._rows(_SQL["newest_until"], kind, until)
        return rows[0] if rows else None

    def head(self, source: str) -> tuple[int, Link] | None:
        """Return seq and link of a source's newest event; seq 0 before its first."""
        for seq, link in self._ask(_SQL["head"], source):
            return seq, Link(link)
        return None

    def heads(self) -> dict[str, tuple[int, Link]]:
        """Return the head of every enrolled source."""
        return {source: (seq, Link(link)) for source, seq, link in self._ask(_SQL["heads"])}

    # --- all -----------------------------------------------------------------------------------

    def blocks(
        self, first: int = 1, last: int | None = None, *, size: int = BLOCK_EVENTS
    ) -> Iterator[list[RowTuple]]:
        """Return the events from one position to another, up to now by default, in blocks."""
        if last is None:
            last = self.last_position()
        with self._connect() as connection:
            for block in copy_rows(connection, first, last, size=size):
                yield fill(block, self._dropped)

    def facts(
        self, first: int = 1, last: int | None = None, *, size: int = BLOCK_EVENTS
    ) -> Iterator[list[Fact]]:
        """Return the same without links and signatures, for who need not check them."""
        if last is None:
            last = self.last_position()
        with self._connect() as connection:
            for block in copy_facts(connection, first, last, size=size):
                yield fill(block, self._dropped)

    # --- connection ----------------------------------------------------------------------------

    def _rows(self, statement: LiteralString, *values: object) -> list[Row]:
        rows = [Row._make(row) for row in self._ask(statement, *values)]
        return fill(rows, self._dropped)

    def _dropped(self) -> list[tuple[Any, ...]]:
        return self._ask(DROPPED)

    def _ask(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        connection = self._connection
        if connection is not None and not connection.closed:
            try:
                return _fetch(connection, statement, values)
            except psycopg.OperationalError:
                if not connection.closed:
                    raise
        self._connection = connection = self._connect()
        return _fetch(connection, statement, values)

    @classmethod
    def within(cls, connection: psycopg.Connection[Any]) -> "Reader":
        """Return a reader of one moment, in a connection's transaction; it closes nothing."""
        return _Within(connection)

    def _connect(self) -> Connection:
        given = conninfo_to_dict(self._conninfo)
        options = f"{given.pop('options', None) or ''} -c role={self._role}"
        given["options"] = f"{options} -c default_transaction_read_only=on".strip()
        connection: Connection = psycopg.connect(autocommit=True, **given)  # pyright: ignore[reportArgumentType]
        return connection


class _Within(Reader):
    """A reader of one moment, by somebody else's connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        super().__init__("")
        self._connection = connection

    def close(self) -> None:
        """Leave the connection to whoever opened it."""

    def _connect(self) -> Connection:
        raise psycopg.OperationalError("the connection is lost, and its transaction with it")


def _fetch(
    connection: Connection, statement: LiteralString, values: Sequence[object]
) -> list[tuple[Any, ...]]:
    with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
        return cursor.execute(statement, values, prepare=True).fetchall()


def _ask_linked(connection: Connection, after: int, limit: int) -> Cursor[Linked]:
    cursor = connection.cursor(row_factory=tuple_row, binary=True)
    return cursor.execute(_SQL["linked"], (after, limit), prepare=True)  # pyright: ignore[reportReturnType]


# --- COPY in binary ------------------------------------------------------------------------------
#
# A message is a row: the number of its columns (2 bytes), then each column's length (4 bytes, -1
# for null) and bytes. The first message has 19 bytes before that, the last one is the number -1.
# Rows whose source and kind are equally long look alike up to the envelope, so that one struct
# reads all of it in one call, the lengths included. A row whose lengths are not what they must be
# was altered: it goes the slow way and comes out as it is stored.

_COPY_HEADER_SIZE: Final = 19
_COPY_END_SIZE: Final = 2
_INTEGER_SIZE: Final = 8
_LINK_SIZE: Final = 32
_SIGNATURE_SIZE: Final = 64
_NULL: Final = -1
_LENGTH: Final = struct.Struct("!i")
_INTEGER: Final = struct.Struct("!q")
# Where the last byte of the length of the source is; and, counted without the source, and without
# source and kind, that of the kind, and the first byte of the signature's.
_SOURCE_AT: Final = 17
_KIND_AT: Final = 33
_SIGNATURE_AT: Final = 70


class _Names(dict[bytes, str]):
    """Each name is decoded once."""

    def __missing__(self, key: bytes) -> str:
        name = self[key] = key.decode()
        return name


class _Shapes(dict[tuple[int, int], struct.Struct]):
    """The struct of what stands before the envelope, by the sizes of source and kind."""

    def __init__(self, tail: str) -> None:
        super().__init__()
        self._tail = tail

    def __missing__(self, key: tuple[int, int]) -> struct.Struct:
        source, kind = key
        shape = self[key] = struct.Struct(f"!6xqi{source}siqi{kind}s{self._tail}i")
        return shape


def copy_rows(
    connection: Connection, first: int, last: int, *, size: int = BLOCK_EVENTS
) -> Iterator[list[RowTuple]]:
    """Return the events from one position to another, in blocks of at most ``size``.

    The connection may be in a transaction, and then sees one snapshot throughout.

    Raises:
        CorruptLedgerError: a column that is never null is.

    """
    names = _Names()
    signed, unsigned = _Shapes("i32si64s"), _Shapes("i32si")
    block: list[RowTuple] = []
    for message in _messages(connection, _SQL["copy"], first, last):
        try:
            sizes = message[_SOURCE_AT], message[message[_SOURCE_AT] + _KIND_AT]
            if message[sizes[0] + sizes[1] + _SIGNATURE_AT]:
                shape, signature, signature_size = unsigned[sizes], None, _NULL
                (
                    position, source_size, source, eight, seq, kind_size, kind,
                    link_size, link, signed_size, envelope_size,
                ) = shape.unpack_from(message)  # fmt: skip
            else:
                shape, signature_size = signed[sizes], _SIGNATURE_SIZE
                (
                    position, source_size, source, eight, seq, kind_size, kind,
                    link_size, link, signed_size, signature, envelope_size,
                ) = shape.unpack_from(message)  # fmt: skip
            envelope = message[shape.size :]
            if (
                signed_size == signature_size
                and link_size == _LINK_SIZE
                and envelope_size == len(envelope)
                and eight == _INTEGER_SIZE
                and (source_size, kind_size) == sizes
            ):
                block.append((position, names[source], seq, names[kind], envelope, link, signature))
            else:
                block.append(_altered_row(message))
        except (IndexError, struct.error, UnicodeDecodeError):
            block.append(_altered_row(message))
        if len(block) == size:
            yield block
            block = []
    if block:
        yield block


def copy_facts(
    connection: Connection, first: int, last: int, *, size: int = BLOCK_EVENTS
) -> Iterator[list[Fact]]:
    """Return position, source, seq, kind and envelope of the events, in blocks of at most ``size``.

    Raises:
        CorruptLedgerError: a column that is never null is.

    """
    names = _Names()
    shapes = _Shapes("")
    block: list[Fact] = []
    for message in _messages(connection, _SQL["copy_facts"], first, last):
        try:
            sizes = message[_SOURCE_AT], message[message[_SOURCE_AT] + _KIND_AT]
            shape = shapes[sizes]
            position, source_size, source, eight, seq, kind_size, kind, envelope_size = (
                shape.unpack_from(message)
            )
            envelope = message[shape.size :]
            if (
                envelope_size == len(envelope)
                and eight == _INTEGER_SIZE
                and (source_size, kind_size) == sizes
            ):
                block.append((position, names[source], seq, names[kind], envelope))
            else:
                block.append(_altered_fact(message))
        except (IndexError, struct.error, UnicodeDecodeError):
            block.append(_altered_fact(message))
        if len(block) == size:
            yield block
            block = []
    if block:
        yield block


def _altered_row(message: bytes) -> RowTuple:
    position, source, seq, kind, link, signature, envelope = _columns(message)
    if link is None:
        raise CorruptLedgerError(f"position {_number(position)}: the link is null")
    return (*_fact(position, source, seq, kind, envelope), link, signature)


def _altered_fact(message: bytes) -> Fact:
    return _fact(*_columns(message))


def _fact(
    position: bytes | None,
    source: bytes | None,
    seq: bytes | None,
    kind: bytes | None,
    envelope: bytes | None,
) -> Fact:
    if source is None or seq is None or kind is None or envelope is None:
        raise CorruptLedgerError(f"position {_number(position)}: a column is null")
    return (
        _number(position),
        source.decode(errors="replace"),
        _number(seq),
        kind.decode(errors="replace"),
        envelope,
    )


def _number(column: bytes | None) -> int:
    assert column is not None
    return _INTEGER.unpack(column)[0]


def _columns(message: bytes) -> list[bytes | None]:
    """Take a row apart column by column, whatever stands in it."""
    columns: list[bytes | None] = []
    at = 2
    while at < len(message):
        (length,) = _LENGTH.unpack_from(message, at)
        at += _LENGTH.size
        columns.append(None if length == _NULL else message[at : at + length])
        at += max(length, 0)
    return columns


def _messages(
    connection: Connection, statement: LiteralString, first: int, last: int
) -> Iterator[bytes]:
    """Return the messages of a COPY in binary, piece by piece."""
    for start in range(first, last + 1, PIECE_EVENTS):
        end = min(start + PIECE_EVENTS - 1, last)
        query = sql.SQL(statement).format(first=sql.Literal(start), last=sql.Literal(end))
        messages = copied(connection, query)
        with closing(messages):
            first_message = next(messages)[_COPY_HEADER_SIZE:]
            if len(first_message) > _COPY_END_SIZE:
                yield first_message
            for message in messages:
                if len(message) > _COPY_END_SIZE:
                    yield message


def copied(connection: Connection, query: sql.Composed) -> Generator[bytes]:
    """Return the messages of a COPY TO STDOUT, straight from libpq.

    The driver's own loop over a COPY takes twice as long.
    """
    pgconn = connection.pgconn
    result = pgconn.exec_(query.as_bytes(connection))
    if result.status != ExecStatus.COPY_OUT:
        raise psycopg.OperationalError(_text(result.error_message))
    get = pgconn.get_copy_data
    finished = False
    try:
        size, data = get(0)
        while size > 0:
            yield bytes(data)
            size, data = get(0)
        finished = True
    finally:
        if not finished and not connection.closed:
            connection.cancel_safe()
            while get(0)[0] > 0:
                pass
        while (last_result := pgconn.get_result()) is not None:
            result = last_result
    if result.status != ExecStatus.COMMAND_OK:
        raise psycopg.OperationalError(_text(result.error_message))


def _text(message: bytes) -> str:
    return message.decode(errors="replace").strip()
