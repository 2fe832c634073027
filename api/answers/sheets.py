"""Exports as files: CSV, XLSX, JSON, JSON Lines, Parquet, each with table, filters, last position.

A file that was cut is seen to be cut: CSV and JSON Lines end with the count of their rows,
JSON with its brackets and the count, XLSX is whole or does not open. Nothing is ever left out
because it is long.
"""

import csv
import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, Literal

import msgspec
import xlsxwriter  # pyright: ignore[reportMissingTypeStubs]
from msgspec import Struct

from api.answers.parquet import parquet
from ledger.signed.canonical import instant
from ledger.text.amounts import plain_text
from projections.reads.files.exports import Column, Kind, Opened

Format = Literal["csv", "csv-pt", "xlsx", "json", "jsonl", "parquet"]
CHUNK: Final = 1 << 16
XLSX_ROWS_MAX: Final = 1_048_576
"""Of one worksheet, its heading included; what is more goes on in the next."""
XLSX_DIGITS_MAX: Final = 15
"""A worksheet's numbers have no more; a longer amount is written as text."""
FORMULA: Final = (*"=+-@\t\r\n", *map(chr, (0xFF1D, 0xFF0B, 0xFF0D, 0xFF20)))
"""How a cell begins that a spreadsheet would compute (text columns only); some take the wide forms
of the signs for them."""
BLANKS: Final = "\x00\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff"
"""What is seen as nothing and counts as no white space; a spreadsheet may pass over it, too."""
MEDIA_TYPES: Final[Mapping[Format, str]] = {
    "csv": "text/csv; charset=utf-8; header=present",
    "csv-pt": "text/csv; charset=utf-8; header=present",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
SUFFIXES: Final[Mapping[Format, str]] = {
    "csv": "csv",
    "csv-pt": "csv",
    "xlsx": "xlsx",
    "json": "json",
    "jsonl": "jsonl",
    "parquet": "parquet",
}


class Sheet(Struct, frozen=True, kw_only=True):
    """An export on its way into a file, and who asked for it when."""

    opened: Opened
    generated: datetime
    by: str
    version: str

    def head(self) -> dict[str, str]:
        """Return the file's head: title, filters and position, before its rows."""
        of = self.opened
        filters = "; ".join(f"{name}={value}" for name, value in of.filters.items())
        return {
            "title": f"{of.export.title['pt']} / {of.export.title['en']}",
            "export": of.export.name,
            "filters": filters or "none",
            "known": "now" if of.known is None else str(of.known),
            "log_position": str(of.position),
            "log_head": of.link,
            **({"unproved": of.unproved.text()} if of.unproved.count else {}),
            "generated": instant(self.generated),
            "generated_by": self.by,
            "software": f"razao {self.version}",
            "units": _UNITS,
        }


_UNITS: Final = (
    "amounts in major units with two decimals (JSON, JSON Lines: minor units); times in UTC"
)


def written(sheet: Sheet, form: Format) -> Iterator[bytes]:
    """Return the file, piece by piece."""
    return _WRITERS[form](sheet)


# --- CSV -----------------------------------------------------------------------------------------


def _csv(sheet: Sheet) -> Iterator[bytes]:
    return _csv_text(sheet, delimiter=",", comma=False)


def _csv_portuguese(sheet: Sheet) -> Iterator[bytes]:
    """For spreadsheets in Portuguese: semicolons, decimal commas, and a byte-order mark."""
    yield b"\xef\xbb\xbf"
    yield from _csv_text(sheet, delimiter=";", comma=True)


def _csv_text(sheet: Sheet, *, delimiter: str, comma: bool) -> Iterator[bytes]:
    columns = sheet.opened.export.columns
    show = [_texts(column, comma=comma) for column in columns]
    said = io.StringIO()
    write = csv.writer(said, delimiter=delimiter, lineterminator="\r\n").writerow
    for name, value in sheet.head().items():
        write([f"# {name}", guarded(value)])
    write([column.name for column in columns])
    count = 0
    for row in sheet.opened.rows:
        write([one(value) for one, value in zip(show, row, strict=True)])
        count += 1
        if said.tell() >= CHUNK:
            yield _taken(said)
    write(["# rows", str(count)])
    yield _taken(said)


def _taken(said: io.StringIO) -> bytes:
    text = said.getvalue().encode()
    said.seek(0)
    said.truncate()
    return text


def guarded(text: str) -> str:
    """Return a cell's text, quoted where a spreadsheet would compute it, blanks before it or not.

    >>> guarded("=1+1"), guarded("  =1+1"), guarded("1+1")
    ("'=1+1", "'  =1+1", '1+1')
    """
    seen = next((one for one in text if not one.isspace() and one not in BLANKS), "")
    return f"'{text}" if text.startswith(FORMULA) or (seen and seen in FORMULA) else text


def _texts(column: Column, *, comma: bool) -> Callable[[Any], str]:
    """Return the function that writes a column's values as text."""
    to_text = _TEXT[column.kind]
    safe = column.kind in ("text", "list")

    def text(value: Any) -> str:
        if value is None:
            return ""
        found = to_text(value)
        if safe:
            return guarded(found)
        return found.replace(".", ",") if comma and column.kind == "money" else found

    return text


def _time(value: datetime) -> str:
    return instant(value)


def _listed(value: Sequence[Any]) -> str:
    return " ".join(map(str, value))


_TEXT: Final[Mapping[Kind, Callable[[Any], str]]] = {
    "text": str,
    "integer": str,
    "money": plain_text,
    "time": _time,
    "day": date.isoformat,
    "list": _listed,
}

# --- JSON ----------------------------------------------------------------------------------------


def _json(sheet: Sheet) -> Iterator[bytes]:
    """One object; its rows are objects, a line each, amounts in minor units."""
    head = msgspec.json.encode(sheet.head())
    held = bytearray(head[:-1] + b',"rows":[')
    count = 0
    for row in _objects(sheet):
        held += b",\n" if count else b"\n"
        held += row
        count += 1
        if len(held) >= CHUNK:
            yield bytes(held)
            held.clear()
    held += b'\n],"count":%d}\n' % count
    yield bytes(held)


def _json_lines(sheet: Sheet) -> Iterator[bytes]:
    """Return an object a line: the head, each row as JSON has it, last the count of the rows."""
    held = bytearray(msgspec.json.encode(sheet.head()) + b"\n")
    count = 0
    for row in _objects(sheet):
        held += row + b"\n"
        count += 1
        if len(held) >= CHUNK:
            yield bytes(held)
            held.clear()
    held += b'{"count":%d}\n' % count
    yield bytes(held)


def _objects(sheet: Sheet) -> Iterator[bytes]:
    """Yield each row as a JSON object."""
    names = [column.name for column in sheet.opened.export.columns]
    encode = msgspec.json.Encoder().encode
    for row in sheet.opened.rows:
        yield encode({name: _plain(value) for name, value in zip(names, row, strict=True)})


def _plain(value: object) -> object:
    return instant(value) if isinstance(value, datetime) else value


# --- XLSX ----------------------------------------------------------------------------------------


def _xlsx(sheet: Sheet) -> Iterator[bytes]:
    """Sheets ``Dados`` (and ``Dados 2`` … where one does not hold all), ``Filtros``, ``Prova``."""
    with tempfile.TemporaryFile() as file:
        book: Any = xlsxwriter.Workbook(
            file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        )
        book.set_properties({"created": sheet.generated, "author": sheet.by})
        count = _data(book, sheet)
        head = sheet.head()
        _facts(book, "Filtros", {name: head[name] for name in ("title", "filters", "known")})
        _facts(book, "Prova", {**head, "rows": str(count)})
        book.close()
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


def _data(book: Any, sheet: Sheet) -> int:
    columns = sheet.opened.export.columns
    bold = book.add_format({"bold": True, "bottom": 1})
    money = book.add_format({"num_format": "#,##0.00"})
    count, line, page = 0, XLSX_ROWS_MAX, 0
    data: Any = None
    for row in _or_nothing(sheet.opened.rows):
        if line >= XLSX_ROWS_MAX:
            page += 1
            data = book.add_worksheet("Dados" if page == 1 else f"Dados {page}")
            data.freeze_panes(1, 0)
            for at, column in enumerate(columns):
                data.set_column(at, at, _WIDTHS[column.kind])
                data.write_string(0, at, column.name, bold)
            data.autofilter(0, 0, XLSX_ROWS_MAX - 1, len(columns) - 1)
            line = 1
        if row is None:
            break
        for at, (column, value) in enumerate(zip(columns, row, strict=True)):
            _cell(data, line, at, column, value, money)
        line += 1
        count += 1
    return count


def _or_nothing(rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any] | None]:
    """Return the rows, or one None: an export of nothing has its headings, too."""
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - looked at after the loop
        yield row
    if not count:
        yield None


def _cell(data: Any, line: int, at: int, column: Column, value: Any, money: Any) -> None:
    if value is None:
        return
    number = column.kind in ("integer", "money") and len(str(abs(value))) <= XLSX_DIGITS_MAX
    if number and column.kind == "money":
        data.write_number(line, at, Decimal(value) / 100, money)
    elif number:
        data.write_number(line, at, value)
    else:
        data.write_string(line, at, _TEXT[column.kind](value))


_WIDTHS: Final[Mapping[Kind, int]] = {
    "text": 22,
    "integer": 12,
    "money": 14,
    "time": 28,
    "day": 12,
    "list": 22,
}


def _facts(book: Any, name: str, facts: Mapping[str, str]) -> None:
    sheet = book.add_worksheet(name)
    sheet.set_column(0, 0, 16)
    sheet.set_column(1, 1, 80)
    for line, (what, value) in enumerate(facts.items()):
        sheet.write_string(line, 0, what)
        sheet.write_string(line, 1, value)


# --- Parquet -------------------------------------------------------------------------------------


def _parquet(sheet: Sheet) -> Iterator[bytes]:
    """One table, its head in the file's metadata."""
    names: list[tuple[str, Kind]] = [
        (column.name, column.kind) for column in sheet.opened.export.columns
    ]
    units = "amounts in minor units; times in UTC"
    return parquet(names, sheet.opened.rows, lambda: {**sheet.head(), "units": units})


_WRITERS: Final[Mapping[Format, Callable[[Sheet], Iterator[bytes]]]] = {
    "csv": _csv,
    "csv-pt": _csv_portuguese,
    "xlsx": _xlsx,
    "json": _json,
    "jsonl": _json_lines,
    "parquet": _parquet,
}
