"""How commands that read write their rows: ``--format table|json|jsonl|csv``, alike in all of them.

A table is for people; the others are for programs: amounts in minor units, instants in UTC.
"""

import csv
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, cast

import msgspec
import typer

from api.answers.sheets import guarded
from ops.commands.common import print_figures, write_lines
from ops.commands.screen import Screen

Form = Literal["table", "json", "jsonl", "csv", "csv-pt"]
FormOption = Annotated[
    Form,
    typer.Option("--format", help="How it is written; csv-pt is for spreadsheets in Portuguese."),
]
_MARK: Final = "\ufeff"
"""By which a spreadsheet knows UTF-8."""

Row = Mapping[str, Any]


def write_rows(
    rows: Sequence[Any],
    form: Form,
    heads: Sequence[str],
    cells: Callable[[Any], Sequence[str]],
    *,
    text: Collection[int] = (0,),
    nothing: str = "nothing is there",
) -> None:
    """Write rows to standard output in the form asked for.

    ``heads`` and ``cells`` are the table's, ``text`` its columns of words; the other forms have
    the fields of the rows themselves.
    """
    match form:
        case "table":
            if rows:
                print_figures(heads, [cells(one) for one in rows], text)
            else:
                Screen().print(nothing)
        case "json":
            sys.stdout.write(msgspec.json.encode(list(rows)).decode() + "\n")
        case "jsonl":
            write_lines(rows)
        case "csv" | "csv-pt":
            _write_csv([fields_of(one) for one in rows], portuguese=form == "csv-pt")


def fields_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row by name, as JSON has them."""
    told = msgspec.json.decode(msgspec.json.encode(row))
    return cast("dict[str, Any]", told)


def _write_csv(rows: Sequence[Row], *, portuguese: bool) -> None:
    names = list(dict.fromkeys(name for one in rows for name in one))
    if portuguese:
        sys.stdout.write(_MARK)
    write = csv.writer(
        sys.stdout, delimiter=";" if portuguese else ",", lineterminator="\n"
    ).writerow
    write(names)
    for one in rows:
        write([_cell(one.get(name)) for name in names])


def _cell(value: Any) -> str:
    """Return a field as a cell: no formula, nested ones as JSON."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return guarded(value)
        case _:
            return guarded(msgspec.json.encode(value).decode())
