"""``razao export``: a whole table of the projections as a file, never cut."""

import getpass
import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from api.answers.parquet import NoParquetError, check_parquet
from api.answers.sheets import SUFFIXES, Format, Sheet, written
from ledger.text.near import unknown_text
from ops.catch_up import judge_all
from ops.commands.common import known_at, refuse_unknown, tell_unproved
from ops.commands.figures.papers import KnownOption, write_whole
from ops.commands.progress import Progress
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import open_installation
from ops.settings import Settings
from projections.reads.files.exports import EXPORTS, Export, Filter, opened
from projections.reads.files.worked_out import seeing_all
from projections.reads.queries import connect

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
WHOLE: Final = "a whole number"


@app.command()
def main(
    name: Annotated[str, typer.Argument(help="Which table; without it, what there is.")] = "",
    form: Annotated[str, typer.Option("--format", help=f"One of {', '.join(SUFFIXES)}.")] = "csv",
    out: Annotated[
        Path | None, typer.Option(help="Write here instead of to standard output.")
    ] = None,
    where: Annotated[
        list[str] | None, typer.Option(help="Only rows of which this is true: place=RA-01.")
    ] = None,
    known: KnownOption = None,
) -> None:
    """Write a table with its filters, its count of rows and the head of the log."""
    if not name:
        _list()
        return
    export, chosen = _export(name), _format(form)
    filters = dict(_filters(export, where or ()))
    for begin, end, what in (("since", "until", "time"), ("from", "to", "day")):
        if str(filters.get(begin, "")) > str(filters.get(end, "~")):
            raise MisuseError(f"--where {begin}: expected a {what} not after {end}")
    if known is not None and not export.takes_known:
        raise MisuseError(f"--known: {name} is kept as it stands now; {export.instead}")
    if out is None and chosen in ("xlsx", "xlsx-pt", "parquet") and sys.stdout.isatty():
        raise MisuseError(f"--out: expected a file, {chosen} is nothing to read on a terminal")
    if chosen == "parquet":
        _refuse_without_parquet()
    with open_installation(Settings()) as installation, Progress() as progress:
        conninfo = installation.urls.login
        judge_all(conninfo, lambda done, last: progress.step("judge", done, last))
        with connect(conninfo) as connection:
            connection.execute("SET timezone TO 'UTC'")
            tell_unproved(connection)
            then = known_at(connection, known)
            names = {name: value for name, value in filters.items() if isinstance(value, str)}
            refuse_unknown(connection, names, export.name, "--where {}")
            whole = seeing_all(connection, conninfo)
            with opened(connection, export, filters, then, whole=whole) as reading:
                sheet = Sheet(
                    opened=reading,
                    generated=datetime.now(UTC),
                    by=getpass.getuser(),
                    version=version("razao"),
                )
                _write(written(sheet, chosen), out)


def _write(pieces: Iterable[bytes], out: Path | None) -> None:
    """Write a file whole or not at all."""
    if out is None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        return
    write_whole(pieces, out)


def _refuse_without_parquet() -> None:
    try:
        check_parquet()
    except NoParquetError as error:
        raise MisuseError(f"--format: {error}") from error


def _list() -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("export", "what", "filters"):
        table.add_column(heading, style="bold" if heading == "export" else None)
    for export in EXPORTS.values():
        filters = " ".join((*export.filters, *(("(--known)",) if export.takes_known else ())))
        table.add_row(export.name, export.title["pt"], filters)
    Screen().print(table)


def _export(name: str) -> Export:
    if name not in EXPORTS:
        raise MisuseError(f"export: {unknown_text(name, EXPORTS)}")
    return EXPORTS[name]


def _format(form: str) -> Format:
    for known in SUFFIXES:
        if form == known:
            return known
    raise MisuseError(f"--format: {unknown_text(form, SUFFIXES)}")


def _filters(export: Export, where: Iterable[str]) -> Iterable[tuple[str, str | int]]:
    for word in where:
        name, equals, value = word.partition("=")
        if not equals or name not in export.filters:
            known = ", ".join(f"{one}=…" for one in export.filters)
            raise MisuseError(f"--where: expected one of {known}, got {word!r}")
        yield name, _value(name, export.filters[name], value)


def _value(name: str, wanted: Filter, text: str) -> str | int:
    """Return a filter's value as its column has it."""
    try:
        match wanted.kind:
            case "integer":
                return int(text)
            case "day":
                return date.fromisoformat(text).isoformat()
            case "time":
                return _instant(text)
            case _:
                return text
    except (ValueError, OverflowError):
        expected = {"integer": WHOLE, "day": "a day such as 2026-11-20"}.get(
            wanted.kind, "a time such as 2026-11-20T22:00:00Z"
        )
        raise MisuseError(f"--where {name}: expected {expected}, got {text!r}") from None


def _instant(text: str) -> str:
    """Return a time in UTC; without its zone it would be another on each machine.

    >>> _instant("2026-11-20T22:00:00-01:00")
    '2026-11-20T23:00:00+00:00'
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment.astimezone(UTC).isoformat()
