"""A range's tables as Parquet: its events, older ones that it read, rows of its figures."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import accumulate, islice
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.ids import LINK_SIZE
from ledger.signed.canonical import body_of
from ledger.store.stored import RowTuple
from ops.errors import MisuseError
from ops.outside.archive.statement import Changed

EVENTS_MAX: Final = 65_536
"""Events in a file."""
TILE: Final = 256
"""Files end at multiples of it."""
GROUP: Final = 2_048
"""Events of a file that are read together, where somebody wants one."""
ROWS_GROUP: Final = 8_192
"""Rows of projections that stand in memory together."""
_ROWS_ONCE: Final = 1_048_576
"""As many as they were in files of older programs."""


class UnreadableTableError(ValueError):
    """A file is no table of this kind."""


class Said(Struct, frozen=True):
    """The columns by which people look for events, as the envelopes say them."""

    at: str
    day: str | None = None
    place: str | None = None
    round: str | None = None
    payload: msgspec.Raw = msgspec.Raw(b"")


def said_by(envelope: bytes) -> Said:
    """Return the columns that an envelope says, as far as it can be read."""
    try:
        return msgspec.json.decode(body_of(envelope), type=Said)
    except UNREADABLE:
        return Said(at="")


class Older(NamedTuple):
    """An event from before a range, with the hashes that prove it under the root there."""

    row: RowTuple
    hashes: tuple[bytes, ...]


def pieces(after: int, last: int) -> list[tuple[int, int]]:
    """Return the first and last positions of each file of a range's events.

    >>> pieces(300, 70_000)
    [(301, 65792), (65793, 70000)]
    """
    found: list[tuple[int, int]] = []
    first = after + 1
    while first <= last:
        end = min(last, (first - 1) // TILE * TILE + EVENTS_MAX)
        found.append((first, end))
        first = end + 1
    return found


def write_events(rows: Iterable[RowTuple]) -> bytes:
    """Return a file of events: each row as the ledger has it, and the columns people filter by."""
    pa, pq = _arrow()
    written, writer = io.BytesIO(), None
    coming = iter(rows)
    while group := list(islice(coming, GROUP)):
        said = [said_by(row[4]) for row in group]
        columns = _columns(pa, group)
        columns |= {
            "at": pa.array([one.at for one in said], pa.string()),
            "day": pa.array([one.day for one in said], pa.string()),
            "place": pa.array([one.place for one in said], pa.string()),
            "round": pa.array([one.round for one in said], pa.string()),
            "payload": pa.array([bytes(one.payload).decode() for one in said], pa.string()),
        }
        table = pa.table(columns)
        writer = writer or pq.ParquetWriter(written, table.schema, compression="zstd")
        writer.write_table(table, row_group_size=GROUP)
    assert writer is not None, "a file has an event at least"
    writer.close()
    return written.getvalue()


def events_in(data: bytes) -> Iterator[tuple[list[RowTuple], list[str]]]:
    """Yield a file's events group by group, and what columns say that envelopes do not.

    Raises:
        UnreadableTableError: it is no file of events; what is wrong with the whole is said at its
            end.

    """
    for table in _groups(data, (*_NAMES, *_SAID), (GROUP,)):
        rows = _rows(table)
        told = [table[name] for name in _SAID]
        faults: list[str] = []
        for row, *got in zip(rows, *told, strict=True):
            one = said_by(row[4] or b"")
            wanted = [one.at, one.day, one.place, one.round, bytes(one.payload).decode()]
            if got != wanted:
                name = next(n for n, a, b in zip(_SAID, got, wanted, strict=True) if a != b)
                faults.append(f"position {row[0]}: column {name} is not what the envelope says")
        yield rows, faults


def read_events(data: bytes) -> tuple[list[RowTuple], list[str]]:
    """Return a file's events, and what its columns say that its envelopes do not.

    Raises:
        UnreadableTableError: it is no file of events.

    """
    rows: list[RowTuple] = []
    faults: list[str] = []
    for group, wrong in events_in(data):
        rows += group
        faults += wrong
    return rows, faults


def read_plainly(data: bytes, layout: "Layout", group: int) -> list[RowTuple]:
    """Return the events of a group of a file that ``events_in`` has looked at.

    Raises:
        UnreadableTableError: it is no file of events.

    """
    return list(zip(*read_group(io.BytesIO(data), layout, group, _NAMES), strict=True))


class Layout(NamedTuple):
    """Where the groups of a file's events stand."""

    ends: tuple[int, ...]
    """Of each group the number of events up to its end."""
    footer: Any


def read_layout(file: BinaryIO) -> Layout:
    """Return where the groups of a file of events stand.

    Raises:
        UnreadableTableError: it is no such file.

    """
    pa, pq = _arrow()
    try:
        footer = pq.read_metadata(file)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnreadableTableError(f"not Parquet: {error}") from None
    rows = (footer.row_group(group).num_rows for group in range(footer.num_row_groups))
    return Layout(tuple(accumulate(rows)), footer)


def read_group(
    file: BinaryIO, layout: Layout, group: int, names: Sequence[str]
) -> tuple[list[Any], ...]:
    """Return columns of one group of a file's events.

    Raises:
        UnreadableTableError: it is no file of events.

    """
    pa, pq = _arrow()
    try:
        opened = pq.ParquetFile(file, metadata=layout.footer)
        table = opened.read_row_group(group, columns=list(names), use_threads=False)
        return tuple(table.column(name).to_pylist() for name in names)
    except (pa.ArrowException, KeyError, OSError, ValueError) as error:
        raise UnreadableTableError(f"not Parquet: {error}") from None


def write_older(older: Sequence[Older]) -> bytes:
    """Return a file of older events, each with its proof."""
    pa, _ = _arrow()
    columns = _columns(pa, [one.row for one in older])
    columns["hashes"] = pa.array([b"".join(one.hashes) for one in older], pa.binary())
    return _written(pa.table(columns))


def read_older(data: bytes) -> list[Older]:
    """Return a file's older events.

    Raises:
        UnreadableTableError: it is no such file.

    """
    table = _read(data, (*_NAMES, "hashes"))
    return [
        Older(row, tuple(held[at : at + LINK_SIZE] for at in range(0, len(held), LINK_SIZE)))
        for row, held in zip(_rows(table), table["hashes"], strict=True)
    ]


def write_rows(rows: Iterable[Changed]) -> bytes:
    """Return a file of rows of projections, of which few at a time stand in memory."""
    pa, pq = _arrow()
    written = io.BytesIO()
    schema = pa.schema([(name, pa.string()) for name in _CHANGED])
    with pq.ParquetWriter(written, schema, compression="zstd") as writer:
        coming, any_yet = iter(rows), False
        while (group := list(islice(coming, ROWS_GROUP))) or not any_yet:
            any_yet = True
            told = [
                pa.array([one[at] for one in group], pa.string()) for at, _ in enumerate(_CHANGED)
            ]
            writer.write_table(pa.table(told, schema=schema), row_group_size=ROWS_GROUP)
    return written.getvalue()


def rows_in(data: bytes) -> Iterator[Changed]:
    """Yield a file's rows in order; what is wrong with the whole is said at its end.

    Raises:
        UnreadableTableError: it is no file of rows.

    """
    for table in _groups(data, _CHANGED, (ROWS_GROUP, _ROWS_ONCE)):
        for change, name, row in zip(*(table[one] for one in _CHANGED), strict=True):
            if change is None or name is None or row is None:
                raise UnreadableTableError("expected no null among rows")
            yield change, name, row


def read_rows(data: bytes) -> dict[str, dict[str, list[str]]]:
    """Return a file's rows by what became of them and by table.

    Raises:
        UnreadableTableError: it is no such file.

    """
    found: dict[str, dict[str, list[str]]] = {}
    for change, name, row in rows_in(data):
        found.setdefault(change, {}).setdefault(name, []).append(row)
    return found


def write_table(columns: Mapping[str, Sequence[Any]], types: Sequence[str]) -> bytes:
    """Return a file of columns, each of a type by its name; ``money`` is whole and of any size."""
    pa, _ = _arrow()
    known = {"string": pa.string(), "int64": pa.int64(), "money": pa.decimal128(38, 0)}
    return _written(
        pa.table(
            {
                name: pa.array(values, known[kind])
                for (name, values), kind in zip(columns.items(), types, strict=True)
            }
        )
    )


def read_table(data: bytes, names: Sequence[str]) -> dict[str, list[Any]]:
    """Return a file's columns, which must be those.

    Raises:
        UnreadableTableError: they are not, or spelled otherwise than they are written.

    """
    return _read(data, names)


def packed(data: bytes) -> bytes:
    """Return bytes compressed by zstd."""
    pa, _ = _arrow()
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def unpacked(data: bytes) -> bytes:
    """Return bytes as they were before ``packed``.

    Raises:
        UnreadableTableError: they are no such bytes.

    """
    pa, _ = _arrow()
    try:
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            read: bytes = stream.read()
    except (OSError, ValueError) as error:
        raise UnreadableTableError(str(error)) from None
    return read


_NAMES: Final = ("position", "source", "seq", "kind", "envelope", "link", "signature")
_SAID: Final = ("at", "day", "place", "round", "payload")
_CHANGED: Final = ("change", "table", "row")


def _columns(pa: Any, rows: Sequence[RowTuple]) -> dict[str, Any]:
    types = (
        pa.int64(), pa.string(), pa.int64(), pa.string(), pa.binary(), pa.binary(), pa.binary(),
    )  # fmt: skip
    return {
        name: pa.array([row[at] for row in rows], kind)
        for at, (name, kind) in enumerate(zip(_NAMES, types, strict=True))
    }


def _rows(table: Mapping[str, list[Any]]) -> list[RowTuple]:
    return list(zip(*(table[name] for name in _NAMES), strict=True))


def _written(table: Any) -> bytes:
    _, pq = _arrow()
    written = io.BytesIO()
    pq.write_table(table, written, compression="zstd")
    return written.getvalue()


def _read(data: bytes, names: Sequence[str]) -> dict[str, list[Any]]:
    pa, pq = _arrow()
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        table = file.read()
        found: dict[str, list[Any]] = table.to_pydict()
        is_whole = file.metadata.created_by != _writer() or _written(table) == data
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnreadableTableError(f"not Parquet: {error}") from None
    _check_spelling(tuple(found), names, is_whole=is_whole)
    return found


def _groups(
    data: bytes, names: Sequence[str], known: Sequence[int]
) -> Iterator[dict[str, list[Any]]]:
    """Yield the groups of a file, of a size that programs wrote or write.

    What is wrong with the whole is said at its end.
    """
    pa, pq = _arrow()
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        said = file.metadata
        sizes = [said.row_group(number).num_rows for number in range(said.num_row_groups)]
        # A file that an older program sealed is one group, whatever its size.
        of = sizes[0] if len(sizes) > 1 else None
        is_whole = of is None or (of in known and all(one == of for one in sizes[:-1]))
        again = io.BytesIO()
        with pq.ParquetWriter(again, file.schema_arrow, compression="zstd") as writer:
            for number, _ in enumerate(sizes):
                table = file.read_row_group(number, use_threads=False)
                _check_spelling(tuple(table.column_names), names, is_whole=True)
                writer.write_table(table, row_group_size=of)
                yield table.to_pydict()
        is_whole = said.created_by != _writer() or (is_whole and again.getvalue() == data)
    except (pa.ArrowException, OSError, ValueError) as error:
        if isinstance(error, UnreadableTableError):
            raise
        raise UnreadableTableError(f"not Parquet: {error}") from None
    _check_spelling(names, names, is_whole=is_whole)


def _check_spelling(found: Sequence[str], names: Sequence[str], *, is_whole: bool) -> None:
    if tuple(found) != tuple(names):
        raise UnreadableTableError(f"expected columns {', '.join(names)}, got {', '.join(found)}")
    if not is_whole:
        raise UnreadableTableError("its rows are spelled otherwise than they are written")


def stranger(data: bytes) -> str | None:
    """Return who wrote a file, unless this program's own library did: that has one spelling.

    Statistics beside the rows say where whoever asks need not look: false ones hide rows. Written
    anew, the same rows give the same bytes, or something beside them is false.
    """
    pa, pq = _arrow()
    try:
        by = str(pq.ParquetFile(io.BytesIO(data)).metadata.created_by)
    except (pa.ArrowException, OSError, ValueError):
        return None  # whoever reads it says so
    return None if by == _writer() else by


def _writer() -> str:
    pa, _ = _arrow()
    return f"parquet-cpp-arrow version {pa.cpp_version}"


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise MisuseError(
            "an archive needs the extra `archive`: `uv sync --extra archive`"
        ) from None
