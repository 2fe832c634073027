"""``razao import meters``: counters of machines that only print or export them."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.table import Table

from ops.commands.progress import Progress
from ops.commands.screen import Screen
from ops.errors import EXIT_FOUND, MisuseError
from ops.importing.meters.mapping import Mapping, MappingError, read_mapping
from ops.importing.meters.reading import FILE_MAX, LineFault, Reading, read_meters
from ops.importing.meters.run import SOURCE, Imported, ReadingsError, import_meters
from ops.installation import open_installation
from ops.settings import Settings

EXAMPLE: Final = Path(__file__).parents[2] / "data" / "meters.toml"
"""A mapping with a word on each of its lines; its file stands beside it."""
FAULTS_SHOWN: Final = 20


def meters(
    file: Annotated[Path | None, typer.Argument(help="The export, as CSV.")] = None,
    mapping: Annotated[
        Path | None, typer.Option(help="The mapping file (TOML); --example prints one.")
    ] = None,
    source: Annotated[
        str, typer.Option(help="The source that says the readings; its key stands here.")
    ] = SOURCE,
    casino: Annotated[
        str | None, typer.Option(help="Where the machines stand; asked for when the source is new.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only read the file; neither sign nor send.")
    ] = False,
    example: Annotated[bool, typer.Option("--example", help="Print a mapping, explained.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import counters of machines: each line a signed reading, all of them or none.

    Lines that are wrong are told by number and column; nothing of the file is recorded then. The
    same file again changes nothing. Of machines whose jogadas nobody tells the authority sets
    `so_contadores`: else their counters are held against events that there are not (MQ-METER-EVT).
    """
    if example:
        sys.stdout.write(EXAMPLE.read_text("utf-8"))
        return
    if file is None or mapping is None:
        raise MisuseError("expected FILE and --mapping MAP; `--example` prints a mapping")
    read = _read(file, _mapping(mapping))
    if check:
        _show_read(read, as_json=as_json)
        return
    with open_installation(Settings()) as installation, Progress() as progress:
        progress.step("sign and record", 0, len(read))
        if casino is None and installation.store.head(source) is None:
            raise MisuseError(f"--casino: expected where the machines of {source} stand")
        try:
            done = import_meters(installation, read, source=source, casino=casino or "")
        except ReadingsError as error:
            raise MisuseError(_told(file, error.faults)) from error
    if as_json:
        sys.stdout.write(msgspec.json.encode(done).decode() + "\n")
    else:
        show(done)
    raise typer.Exit(EXIT_FOUND if done.findings else 0)


def _mapping(path: Path) -> Mapping:
    try:
        return read_mapping(path)
    except MappingError as error:
        raise MisuseError(f"--mapping: {error}") from error


def _read(file: Path, mapping: Mapping) -> list[Reading]:
    with file.open("rb") as stream:
        data = stream.read(FILE_MAX + 1)
    if len(data) > FILE_MAX:
        raise MisuseError(f"{file}: expected at most {FILE_MAX} bytes: split it by day or machine")
    read, faults = read_meters(data, mapping, datetime.now(UTC))
    if faults:
        raise MisuseError(_told(file, faults))
    return read


def _told(file: Path, faults: list[LineFault]) -> str:
    shown = [f"  {one}" for one in faults[:FAULTS_SHOWN]]
    more = len(faults) - len(shown)
    shown += [f"  and {more} more"] if more else []
    return "\n".join([f"{file}: {len(faults)} lines are wrong; nothing was recorded", *shown])


def _show_read(read: list[Reading], *, as_json: bool) -> None:
    if as_json:
        plain: list[dict[str, Any]] = [
            {name: value for name, value in msgspec.to_builtins(one).items() if name != "period"}
            for one in read
        ]
        sys.stdout.write(msgspec.json.encode({"readings": plain}).decode() + "\n")
        return
    table = Table(box=None)
    for name in ("line", "machine", "at", "day", "why", "counters, in minor units"):
        table.add_column(name)
    for one in read:
        figures = " ".join(f"{name} {figure}" for name, figure in sorted(one.meters.items()))
        table.add_row(str(one.line), one.place, one.at, one.day, one.why, figures)
    Screen().print(table)


def show(done: Imported) -> None:
    """Print the result of an import of readings, for people."""
    screen = Screen()
    screen.print(
        f"{done.readings} readings of {done.machines} machines by {done.source}: {done.new} "
        f"recorded, {done.known} known before; up to position {done.position}"
    )
    for row in done.findings:
        screen.print(
            f"{row.code} {row.place or ''}: expected {row.expected or '—'}, "
            f"got {row.recorded or '—'} [{row.rule}]",
            soft_wrap=True,
        )
