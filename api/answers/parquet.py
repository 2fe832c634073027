"""Exports as Parquet, for whoever computes over them; of the extra ``parquet``.

Amounts are whole minor units (decimals without places), times are instants in UTC. The file's head
(table, filters, position) and its count of rows stand in the file's own metadata.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, Final

from projections.reads.files.exports import Kind

BATCH: Final = 10_000
"""Rows of a group."""
CHUNK: Final = 1 << 16


class NoParquetError(Exception):
    """This installation has not the extra ``parquet``."""


def check_parquet() -> None:
    """Refuse where the extra is not installed.

    Raises:
        NoParquetError: it is not.

    """
    _arrow()


def parquet(
    names: Sequence[tuple[str, Kind]],
    rows: Iterator[Sequence[Any]],
    head: Callable[[], Mapping[str, str]],
) -> Iterator[bytes]:
    """Return a table as a Parquet file, piece by piece, once all of it was read.

    Raises:
        NoParquetError: the extra is not installed.

    """
    arrow, writing = _arrow()
    types = _types(arrow)
    schema = arrow.schema([(name, types[kind]) for name, kind in names])
    kinds: list[Kind] = [kind for _, kind in names]
    with tempfile.TemporaryFile() as file:
        count = 0
        with writing.ParquetWriter(file, schema, compression="zstd") as writer:
            while batch := list(islice(rows, BATCH)):
                columns = [
                    arrow.array([*map(_PLAIN[kind], values)], types[kind])
                    for kind, values in zip(kinds, _columns(batch), strict=True)
                ]
                writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
                count += len(batch)
            writer.add_key_value_metadata({**head(), "rows": str(count)})
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


def _columns(rows: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return [*zip(*rows, strict=True)]


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise NoParquetError(
            "Parquet needs the extra `parquet`: `uv sync --extra parquet`"
        ) from error


def _types(arrow: Any) -> Mapping[Kind, Any]:
    return {
        "text": arrow.string(),
        "integer": arrow.int64(),
        "money": arrow.decimal128(38, 0),
        "time": arrow.timestamp("us", tz="UTC"),
        "day": arrow.date32(),
        "list": arrow.list_(arrow.string()),
    }


def _or_none(plain: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else plain(value)


def _same(value: Any) -> Any:
    return value


_PLAIN: Final[Mapping[Kind, Callable[[Any], Any]]] = {
    "text": _or_none(str),
    "integer": _or_none(int),
    "money": _or_none(int),
    "time": _same,
    "day": _same,
    "list": _or_none(lambda value: [str(one) for one in value]),
}
