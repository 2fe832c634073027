"""``razao accounts daily``: a casino's gaming day as table, file for programs, XML and paper."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from getpass import getuser
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer

from api.answers.daily import daily_xml, opened_record
from api.answers.papers import file_name
from api.answers.sheets import Sheet, written
from api.documents.accounts.daily import daily_document
from api.documents.document import Language, Source, pdf_of
from ops.commands.common import asking_as_known, day_of, refuse_unknown
from ops.commands.figures.papers import KnownOption, LangOption, language_of, source, write_whole
from ops.commands.forms import FormOption, write_rows
from ops.commands.screen import Screen
from ops.commands.telling import figures_of, game_word, zone_in
from ops.errors import MisuseError
from projections.reads.floor.daily import (
    AMOUNTS,
    COUNTS,
    DailyRecord,
    daily_records,
    newest_over,
    record_events,
)


def register(app: typer.Typer) -> None:
    """Add the command of the daily record to ``razao accounts``."""
    app.command()(daily)


def daily(
    day: Annotated[str | None, typer.Option(help="The gaming day.")] = None,
    latest: Annotated[
        bool, typer.Option("--latest", help="The newest day played before today's date there.")
    ] = False,
    casino: Annotated[str | None, typer.Option(help="Only this casino.")] = None,
    known: KnownOption = None,
    form: FormOption = "table",
    language: LangOption = "pt",
    out: Annotated[
        Path | None,
        typer.Option(help="Write XML, CSV and PDF of each casino into this folder instead."),
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", help="Write the paper into this file instead.")
    ] = None,
) -> None:
    """Show a gaming day (fecho diário): rounds, stakes, payments, jackpots, commission, revenue."""
    wanted, speaks = day_of("--day", day), language_of(language)
    if (wanted is None) is not latest:
        raise MisuseError("expected --day, the gaming day, or --latest")
    if out is not None and pdf is not None:
        raise MisuseError("--out and --pdf: expected one of them")
    with asking_as_known(known) as (installation, connection, then):
        refuse_unknown(connection, {"casino": casino})
        of_day = _newest(connection) if wanted is None else date.fromisoformat(wanted)
        records = daily_records(connection, of_day, casino, then)
        if out is not None or pdf is not None:
            of = source(installation, connection, then)
            events = record_events(connection, of_day, then)
            if pdf is not None:
                _write_paper(_one(records), of, events, speaks, pdf)
            elif out is not None:
                if not records:
                    raise MisuseError(f"--day: no casino played on {of_day}")
                write_records(records, of, (events, then), speaks, out)
            return
    write_rows(
        [_line(record, game) for record in records for game in record.games],
        form,
        ("casino", "category", "game", "currency", *COUNTS, *AMOUNTS),
        lambda one: (
            *(one[name] for name in ("casino", "category")),
            game_word(one["game"]),
            one["currency"],
            *(str(one[name]) for name in COUNTS),
            *figures_of(one["currency"], *(one[name] for name in AMOUNTS)),
        ),
        text=(0, 1, 2, 3),
        nothing="nothing was played",
    )


def _newest(connection: psycopg.Connection[Any]) -> date:
    today = datetime.now(zone_in(connection)).date()
    found = newest_over(connection, today)
    if found is None:
        raise MisuseError(f"--latest: expected a gaming day before {today}, none was played")
    return found


def _line(record: DailyRecord, game: Any) -> dict[str, Any]:
    names = ("category", "game", "currency", *COUNTS, *AMOUNTS)
    return {"casino": record.casino, **{name: getattr(game, name) for name in names}}


def _one(records: Sequence[DailyRecord]) -> DailyRecord:
    if len(records) != 1:
        told = ", ".join(one.casino for one in records) or "none has this day"
        raise MisuseError(f"--casino: expected one of those with this day: {told}")
    return records[0]


def _write_paper(
    record: DailyRecord, of: Source, events: int, language: Language, path: Path
) -> None:
    document = daily_document(record, events, of.position, language, of.zone)
    write_whole([pdf_of(document, of)], path, "--pdf")
    Screen(stderr=True, soft_wrap=True).print(f"{path}: {document.title}, {document.subject}")


def write_records(
    records: Sequence[DailyRecord],
    of: Source,
    known: tuple[int, int | None],
    language: Language,
    folder: Path,
) -> list[Path]:
    """Write each casino's record into a folder as XML, CSV and PDF, each file whole or not at all.

    ``known`` is the count of the day's events, and the position asked for.
    """
    events, then = known
    made: list[Path] = []
    for record in records:
        for suffix, pieces in _files(record, of, (events, then), language):
            path = folder / f"{file_name(f'fecho-{record.casino}-{record.day}')}.{suffix}"
            write_whole(pieces, path)
            made.append(path)
            Screen(stderr=True, soft_wrap=True).print(str(path))
    return made


def _files(
    record: DailyRecord, of: Source, known: tuple[int, int | None], language: Language
) -> Iterator[tuple[str, Iterator[bytes]]]:
    events, then = known
    yield "xml", iter([daily_xml(record, of, events)])
    sheet = Sheet(
        opened=opened_record([record], record.day.isoformat(), of, then),
        generated=datetime.now(UTC),
        by=getuser(),
        version=version("razao"),
    )
    yield "csv", written(sheet, "csv-pt" if language == "pt" else "csv")
    document = daily_document(record, events, of.position, language, of.zone)
    yield "pdf", iter([pdf_of(document, of)])
