"""Exports as files: CSV, XLSX, JSON, JSON Lines, Parquet, each with table, filters, last position.

A file that was cut is seen to be cut: CSV and JSON Lines end with the count of their rows,
JSON with its brackets and the count, XLSX is whole or does not open. Nothing is ever left out
because it is long.
"""

import csv
import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from typing import Any, Final, Literal

import msgspec
import xlsxwriter  # pyright: ignore[reportMissingTypeStubs]
from msgspec import Struct

from api.answers.parquet import parquet
from api.documents.document import Teller, not_proved
from api.documents.words.columns import day, filter_words, head_of, moment, percent, words_of
from ledger.signed.canonical import instant
from ledger.text.amounts import plain_text
from projections.reads.files.exports import Column, Kind, Opened

Format = Literal["csv", "csv-pt", "xlsx", "xlsx-pt", "json", "jsonl", "parquet"]
CHUNK: Final = 1 << 16
XLSX_ROWS_MAX: Final = 1_048_576
"""Of one worksheet, its heading included; what is more goes on in the next."""
XLSX_DIGITS_MAX: Final = 15
"""A worksheet's numbers have no more; a longer amount is written as text."""
XLSX_YEAR_MIN: Final = 1900
"""A spreadsheet has no day before."""
FORMULA: Final = (*"=+-@\t\r\n", *map(chr, (0xFF1D, 0xFF0B, 0xFF0D, 0xFF20)))
"""How a cell begins that a spreadsheet would compute (text columns only); some take the wide forms
of the signs for them."""
BLANKS: Final = "\x00\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff"
"""What is seen as nothing and counts as no white space; a spreadsheet may pass over it, too."""
MEDIA_TYPES: Final[Mapping[Format, str]] = {
    "csv": "text/csv; charset=utf-8; header=present",
    "csv-pt": "text/csv; charset=utf-8; header=present",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xlsx-pt": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
SUFFIXES: Final[Mapping[Format, str]] = {
    "csv": "csv",
    "csv-pt": "csv",
    "xlsx": "xlsx",
    "xlsx-pt": "xlsx",
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

    def head_in_portuguese(self) -> dict[str, str]:
        """Return the same head in Portuguese, as files for people have it."""
        of = self.opened
        filters = "; ".join(
            filter_words(of.export.name, name, str(value)) for name, value in of.filters.items()
        )
        return {
            "título": of.export.title["pt"],
            "endereço": ADDRESS + of.export.name if of.export.table else "/v1/accounts/daily",
            "filtros": filters or "nenhum",
            "conhecido até": "agora" if of.known is None else f"posição {of.known}",
            "posição do livro": str(of.position),
            "cabeça do livro": of.link,
            **({"não provado": not_proved(of.unproved, Teller("pt"))} if of.unproved.count else {}),
            "feito em": moment(instant(self.generated)),
            "feito por": self.by,
            "programa": f"razao {self.version}",
            "unidades": "valores na moeda, com duas casas decimais; horas em UTC",
        }


ADDRESS: Final = "/v1/exports/"
_UNITS: Final = (
    "amounts in major units with two decimals (JSON, JSON Lines: minor units); times in UTC"
)


def written(sheet: Sheet, form: Format) -> Iterator[bytes]:
    """Return the file, piece by piece."""
    return _WRITERS[form](sheet)


# --- CSV -----------------------------------------------------------------------------------------


def _csv(sheet: Sheet) -> Iterator[bytes]:
    export = sheet.opened.export
    return _csv_text(
        sheet.opened.rows,
        sheet.head(),
        [one.name for one in export.columns],
        [_texts(one) for one in export.columns],
        ("rows", ","),
    )


def _csv_portuguese(sheet: Sheet) -> Iterator[bytes]:
    """For people with a spreadsheet in Portuguese: its words, marks and days, a byte-order mark."""
    export = sheet.opened.export
    yield b"\xef\xbb\xbf"
    yield from _csv_text(
        sheet.opened.rows,
        sheet.head_in_portuguese(),
        [head_of(export.name, one.name) for one in export.columns],
        [_portuguese(export.name, one) for one in export.columns],
        ("linhas", ";"),
    )


def _csv_text(
    rows: Iterable[Sequence[Any]],
    head: Mapping[str, str],
    names: Sequence[str],
    show: Sequence[Callable[[Any], str]],
    end: tuple[str, str],
) -> Iterator[bytes]:
    """Write a head, the columns' names, the rows, and their count by the name that ``end`` has."""
    counted, delimiter = end
    said = io.StringIO()
    write = csv.writer(said, delimiter=delimiter, lineterminator="\r\n").writerow
    for name, value in head.items():
        write([f"# {name}", guarded(value)])
    write(names)
    count = 0
    for row in rows:
        write([one(value) for one, value in zip(show, row, strict=True)])
        count += 1
        if said.tell() >= CHUNK:
            yield _taken(said)
    write([f"# {counted}", str(count)])
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


def _texts(column: Column) -> Callable[[Any], str]:
    """Return the function that writes a column's values as text."""
    to_text = _TEXT[column.kind]
    safe = column.kind in ("text", "list")

    def text(value: Any) -> str:
        if value is None:
            return ""
        return guarded(to_text(value)) if safe else to_text(value)

    return text


def _portuguese(export: str, column: Column) -> Callable[[Any], str]:
    """Return the function that writes a column's values as texts in Portuguese."""
    plain = _texts(column)
    if column.name.endswith("_ppm"):
        return lambda value: "" if value is None else percent(value)
    match column.kind:
        case "money":
            return lambda value: plain(value).replace(".", ",")
        case "day":
            return lambda value: day(plain(value))
        case "time":
            return lambda value: moment(plain(value))
        case "text" if (words := words_of(export, column.name)) is not None:
            return lambda value: "" if value is None else guarded(words(str(value)))
        case _:
            return plain


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
    export, head = sheet.opened.export, sheet.head()
    heads = [one.name for one in export.columns]
    show = [_TEXT[one.kind] for one in export.columns]
    asked = ("title", "filters", "known")
    return _book(sheet, _Worded(heads=heads, show=show, head=head, asked=asked, counted="rows"))


def _xlsx_portuguese(sheet: Sheet) -> Iterator[bytes]:
    """Return the same book with heads and words in Portuguese, and days as the spreadsheet's."""
    export, head = sheet.opened.export, sheet.head_in_portuguese()
    heads = [head_of(export.name, one.name) for one in export.columns]
    show = [_in_words(export.name, one) for one in export.columns]
    asked = ("título", "filtros", "conhecido até")
    return _book(
        sheet, _Worded(heads=heads, show=show, head=head, asked=asked, counted="linhas", days=True)
    )


def _in_words(export: str, column: Column) -> Callable[[Any], str]:
    words = words_of(export, column.name) if column.kind == "text" else None
    to_text = _TEXT[column.kind]
    return to_text if words is None else lambda value: words(str(value))


class _Worded(Struct, frozen=True, kw_only=True):
    """The words of a book: of its columns, of its texts, of its head."""

    heads: Sequence[str]
    show: Sequence[Callable[[Any], str]]
    head: Mapping[str, str]
    asked: Sequence[str]
    """What of the head stands on the sheet of the filters."""
    counted: str
    days: bool = False
    """Whether days and times are the spreadsheet's own, and no texts."""


def _book(sheet: Sheet, worded: _Worded) -> Iterator[bytes]:
    """Return a book, piece by piece."""
    with tempfile.TemporaryFile() as file:
        book: Any = xlsxwriter.Workbook(
            file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        )
        book.set_properties({"created": sheet.generated, "author": sheet.by})
        count = _data(book, sheet, worded)
        head = worded.head
        _facts(book, "Filtros", {name: head[name] for name in worded.asked})
        _facts(book, "Prova", {**head, worded.counted: str(count)})
        book.close()
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


def _data(book: Any, sheet: Sheet, worded: _Worded) -> int:
    columns = sheet.opened.export.columns
    bold = book.add_format({"bold": True, "bottom": 1})
    forms = {
        "money": book.add_format({"num_format": "#,##0.00"}),
        "day": book.add_format({"num_format": "dd-mm-yyyy"}),
        "time": book.add_format({"num_format": "dd-mm-yyyy hh:mm:ss"}),
        "percent": book.add_format({"num_format": "0.00##%"}),
    }
    cells = [
        partial(_cell, forms=forms, column=column, show=show, days=worded.days)
        for column, show in zip(columns, worded.show, strict=True)
    ]
    count, line, page = 0, XLSX_ROWS_MAX, 0
    data: Any = None
    for row in _or_nothing(sheet.opened.rows):
        if line >= XLSX_ROWS_MAX:
            page += 1
            data = book.add_worksheet("Dados" if page == 1 else f"Dados {page}")
            data.freeze_panes(1, 0)
            for at, column in enumerate(columns):
                width = max(_WIDTHS[column.kind], len(worded.heads[at]) + 4)
                data.set_column(at, at, width)
                data.write_string(0, at, worded.heads[at], bold)
            data.autofilter(0, 0, XLSX_ROWS_MAX - 1, len(columns) - 1)
            line = 1
        if row is None:
            break
        for at, (cell, value) in enumerate(zip(cells, row, strict=True)):
            if value is not None:
                cell(data, line, at, value)
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


def _cell(
    data: Any,
    line: int,
    at: int,
    value: Any,
    *,
    forms: Mapping[str, Any],
    column: Column,
    show: Callable[[Any], str],
    days: bool,
) -> None:
    """Write one cell: a number, a day of the spreadsheet's own, or a text."""
    kind = column.kind
    number = kind in ("integer", "money") and len(str(abs(value))) <= XLSX_DIGITS_MAX
    if number and kind == "money":
        data.write_number(line, at, Decimal(value) / 100, forms["money"])
    elif days and number and column.name.endswith("_ppm"):
        data.write_number(line, at, Decimal(value) / 1_000_000, forms["percent"])
    elif number:
        data.write_number(line, at, value)
    elif days and kind in ("day", "time") and value.year >= XLSX_YEAR_MIN:
        plain = value.astimezone(UTC).replace(tzinfo=None) if kind == "time" else value
        data.write_datetime(line, at, plain, forms[kind])
    else:
        data.write_string(line, at, show(value))


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
    "xlsx-pt": _xlsx_portuguese,
    "json": _json,
    "jsonl": _json_lines,
    "parquet": _parquet,
}
