"""How commands that read write their rows: ``--format table|json|jsonl|csv``, alike in all of them.

A table is for people; the others are for programs: amounts in minor units, instants in UTC.
"""

import csv
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast

import msgspec
import typer

from ops.commands.screen import Screen
from ops.errors import MisuseError

Form = Literal["table", "json", "jsonl", "csv", "csv-pt"]
FormOption = Annotated[
    Form,
    typer.Option("--format", help="How it is written; csv-pt is for spreadsheets in Portuguese."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The same as --format jsonl.")]
_MARK: Final = "\ufeff"
"""By which a spreadsheet knows UTF-8."""

Row = Mapping[str, Any]


def form_of(form: Form, as_json: bool, pdf: Path | None = None) -> Form:
    """Return the form that ``--format`` or its short word ``--json`` asks for.

    >>> form_of("csv", False), form_of("table", True)
    ('csv', 'jsonl')

    Raises:
        MisuseError: two forms are asked for, or one beside a paper.

    """
    if as_json and form not in ("table", "jsonl"):
        raise MisuseError(f"--json and --format {form}: expected one of them")
    if pdf is not None and (as_json or form != "table"):
        raise MisuseError(f"--pdf and {'--json' if as_json else '--format'}: expected one of them")
    return "jsonl" if as_json else form


def write_rows(
    rows: Sequence[Any],
    form: Form,
    heads: Sequence[str],
    cells: Callable[[Any], Sequence[str]],
    *,
    text: Collection[int] = (0,),
    nothing: str = "nothing is there",
    of: str = "",
) -> None:
    """Write rows to standard output in the form asked for.

    ``heads`` and ``cells`` are the table's, ``text`` its columns of words; the other forms have
    the fields of the rows themselves, ``csv-pt`` in the words of the export ``of``.
    """
    if form != "table":
        write_plain(rows, form, of)
    elif rows:
        # What asks a ledger is slow to load, and a question to archives needs none of it.
        from ops.commands.common import print_figures  # noqa: PLC0415 - see above

        print_figures(heads, [cells(one) for one in rows], text)
    else:
        Screen().print(nothing)


def write_plain(rows: Iterable[Any], form: Form, of: str = "") -> None:
    """Write rows to standard output in any form but the table.

    ``of`` is the export whose columns they have: its Portuguese words are those of ``csv-pt``.
    """
    match form:
        case "table":
            raise AssertionError("a table is its command's own")
        case "json":
            sys.stdout.write(_encoded(list(rows)) + "\n")
        case "jsonl":
            sys.stdout.writelines(_encoded(one) + "\n" for one in rows)
        case "csv" | "csv-pt":
            told = [fields_of(one) for one in rows]
            _write_portuguese(told, of) if form == "csv-pt" else _write_csv(told)


def fields_of(row: Any) -> dict[str, Any]:
    """Return the fields of a row by name, as JSON has them."""
    return cast("dict[str, Any]", msgspec.json.decode(_encoded(row)))


def _encoded(told: Any) -> str:
    """Return JSON; what it has no form for, as text."""
    return msgspec.json.encode(told, enc_hook=str).decode()


def _write_csv(rows: Sequence[Row]) -> None:
    from api.answers.sheets import guarded  # noqa: PLC0415 - loads what folds, as above

    names = list(dict.fromkeys(name for one in rows for name in one))
    write = csv.writer(sys.stdout, lineterminator="\n").writerow
    write(names)
    for one in rows:
        write([_cell(one.get(name), guarded) for name in names])


def _write_portuguese(rows: Sequence[Row], of: str) -> None:
    """Write rows for spreadsheets in Portuguese: its heads, words, marks, days and amounts."""
    from api.answers.sheets import guarded  # noqa: PLC0415 - loads what folds, as above
    from api.documents.words.fields import field_head, field_text  # noqa: PLC0415 - likewise

    names = list(dict.fromkeys(name for one in rows for name in one))
    sys.stdout.write(_MARK)
    write = csv.writer(sys.stdout, delimiter=";", lineterminator="\n").writerow
    write([field_head(of, name) for name in names])
    for one in rows:
        values = ((name, one.get(name)) for name in names)
        write(
            [
                guarded(field_text(of, name, value))
                if isinstance(value, str | list | dict)
                else field_text(of, name, value)
                for name, value in values
            ]
        )


def _cell(value: Any, guarded: Callable[[str], str]) -> str:
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
