"""Finance's accounts: tables by day with both results, chips in circulation, a period's tax."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.background import BackgroundTask

from api.answers import papers
from api.answers.daily import SCHEMA, XML, daily_xml, opened_record
from api.answers.made.month import Month, made, month_papers, month_span, zipped
from api.answers.parquet import NoParquetError, check_parquet
from api.answers.problems import ANYWAY, READING, documented
from api.answers.shapes.figures import ChipDays, TablePage, TaxPapers
from api.answers.sheets import CHUNK, MEDIA_TYPES, SUFFIXES, Format, Sheet, written
from api.documents.accounts.daily import daily_document
from api.documents.accounts.journal import journal_document, owed_document, period_filters
from api.documents.accounts.tables import tables_document
from api.documents.accounts.tax import tax_document
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Exporter, Reader
from api.requests.preferring import ASYNC, Preferred
from api.routes.files.jobs import ACCEPTED, begun
from api.services.deps import Pages, Reads, View, working
from api.services.people.prepared import Order
from projections.reads.files.export_counts import rows_of
from projections.reads.files.exports import export_rows
from projections.reads.floor.daily import DailyRecord, daily_records, record_events
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.accounts.queries import AccountQueries

ZIP: Final = "application/zip"
EVENTS_LARGE: Final = 20_000
"""Events of a month beyond which its papers are made while their reader goes on: some minute."""
making: Final = BoundedSemaphore(1)
"""Months that are made at a time: each is hundreds of papers."""
router: Final = APIRouter(tags=["accounts"])


@router.get(
    "/v1/accounts/tables",
    operation_id="listTables",
    summary="Tables by day, by count and by rounds",
    response_model=TablePage,
    responses=documented(*READING),
)
def list_tables(
    _: Reader,
    view: Reads,
    pages: Pages,
    day: p.Day = None,
    place: p.Place = None,
    known: p.Known = None,
    after: p.PositionAfter = 0,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> TablePage:
    """Return each opening of a table: floats, slips, drop, and its result by both bases."""
    asked = AccountQueries(view.connection, known)
    rows = asked.tables(day=day, place=place, after=after, limit=limit)
    last = str(rows[-1].opened) if rows else ""
    items = [msgspec.to_builtins(row) for row in rows]
    return TablePage.model_validate(
        {**view.standing(), "items": items, "next": pages.next(rows, limit, last)}
    )


@router.get(
    "/v1/accounts/tables/pdf",
    operation_id="exportTablesPdf",
    summary="A day's tables as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING)},
)
def get_tables_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    day: p.OneDay,
    place: p.Place = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return the results of a gaming day, what was counted beside what the rounds say."""
    asked = AccountQueries(view.connection, known)
    rows = asked.tables(day=day, place=place)
    of = papers.source(request, view, known)
    document = tables_document(day, place, rows, asked.table_events(rows), of.position, lang)
    return papers.answer(document, of, f"tables-{day}")


@router.get(
    "/v1/accounts/chips",
    operation_id="listChips",
    summary="Chips in circulation by day",
    response_model=ChipDays,
    responses=documented(*READING),
)
def list_chips(
    _: Reader,
    view: Reads,
    period: p.Span,
    casino: p.CasinoOf = None,
    known: p.Known = None,
    *,
    booked: p.Booked = False,
) -> ChipDays:
    """Return each gaming day's movements of chips in circulation, beside the counts."""
    asked = ChipQueries(view.connection, known)
    found = asked.chips(period.first, period.last, casino, booked=booked)
    items = [msgspec.to_builtins(one) for one in found]
    return ChipDays.model_validate({**view.standing(), "items": items})


@router.get(
    "/v1/accounts/tax",
    operation_id="listTax",
    summary="The tax of a period, due and declared",
    response_model=TaxPapers,
    responses=documented(*READING),
)
def list_tax(
    _: Reader,
    view: Reads,
    period: p.Span,
    casino: p.CasinoOf = None,
    known: p.Known = None,
) -> TaxPapers:
    """Return base, rate, tax and parts of each casino, and what late events moved into it."""
    found = AccountQueries(view.connection, known).papers(period.first, period.last, casino)
    items = [msgspec.to_builtins(one) for one in found]
    return TaxPapers.model_validate({**view.standing(), "items": items})


@router.get(
    "/v1/accounts/tax/pdf",
    operation_id="exportTaxPdf",
    summary="The tax working paper as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING)},
)
def get_tax_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    period: p.Span,
    casino: p.CasinoOf = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return the working paper of a period, casino by casino."""
    asked = AccountQueries(view.connection, known)
    found = asked.papers(period.first, period.last, casino)
    of = papers.source(request, view, known)
    events = asked.tax_events(period.first, period.last, casino)
    document = tax_document(found, period, casino, events, of.position, lang)
    return papers.answer(document, of, "tax")


@router.get(
    "/v1/accounts/journal/pdf",
    operation_id="exportJournalPdf",
    summary="The journal for the general ledger as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING)},
)
def get_journal_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    period: p.Span,
    casino: p.CasinoOf = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return debits and credits of a period by day, casino, currency, journal and account."""
    filters = period_filters(period, casino)
    rows = export_rows(view.connection, "general-ledger", filters, known)
    of = papers.source(request, view, known)
    document = journal_document(rows, period, casino, of.position, lang)
    return papers.answer(document, of, "journal")


@router.get(
    "/v1/accounts/owed/pdf",
    operation_id="exportOwedPdf",
    summary="All that the house owes, as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING)},
)
def get_owed_pdf(
    _: Exporter, request: Request, view: Reads, known: p.Known = None, lang: papers.Lang = "pt"
) -> Response:
    """Return jackpots by part, tickets in circulation and decided disputes not yet paid."""
    rows = export_rows(view.connection, "owed", {}, known)
    of = papers.source(request, view, known)
    return papers.answer(owed_document(rows, of.position, lang), of, "owed")


DailyForm = Annotated[
    Format | Literal["xml", "pdf"],
    Query(
        alias="format",
        description="`xml` is by the schema of `/v1/accounts/daily/schema`; `csv-pt` and "
        "`xlsx-pt` are for people, in Portuguese.",
    ),
]
_DAILY: Final[Mapping[str, Any]] = {
    media.partition(";")[0]: {
        "schema": {"type": "object"}
        if media == MEDIA_TYPES["json"]
        else {"type": "string", "format": "binary"}
    }
    for media in (XML, "application/pdf", *MEDIA_TYPES.values())
}


@router.get(
    "/v1/accounts/daily",
    operation_id="exportDaily",
    summary="The daily record of a casino (fecho diário)",
    response_class=Response,
    responses={
        200: {"description": "A gaming day: each game's rounds and sums.", "content": _DAILY},
        **documented(*READING, "not-found"),
    },
)
def get_daily(
    caller: Exporter,
    request: Request,
    view: Reads,
    day: p.OneDay,
    casino: p.CasinoOf = None,
    known: p.Known = None,
    form: DailyForm = "json",
    lang: papers.Lang = "pt",
) -> Response:
    """Return rounds, voids, stakes, payments, jackpots, commission and revenue of a gaming day.

    XML and PDF are of one casino; the others have a line for each casino and game.
    """
    of_day = date.fromisoformat(day)
    records = daily_records(view.connection, of_day, casino, known)
    of = papers.source(request, view, known)
    if form in ("xml", "pdf"):
        record = _one_of(records, casino)
        events = record_events(view.connection, of_day, known)
        name = f"fecho-{record.casino}-{day}"
        if form == "pdf":
            document = daily_document(record, events, of.position, lang, of.zone)
            return papers.answer(document, of, name)
        return _file(daily_xml(record, of, events), XML, f"{papers.file_name(name)}.xml")
    if form == "parquet":
        try:
            check_parquet()
        except NoParquetError as error:
            raise ProblemError("invalid-request", f"format: {error}") from error
    sheet = Sheet(
        opened=opened_record(records, day, of, known),
        generated=datetime.now(UTC),
        by=caller.name,
        version=working(request).services.version,
    )
    name = f"fecho-{day}.{SUFFIXES[form]}"
    return _file(b"".join(written(sheet, form)), MEDIA_TYPES[form], name)


@router.get(
    "/v1/accounts/daily/schema",
    operation_id="getDailySchema",
    dependencies=[p.OnlyKnown],
    summary="The XML schema of the daily record",
    response_class=Response,
    responses={200: {"description": "XSD 1.0.", "content": {XML: {}}}, **documented(*ANYWAY)},
)
def get_daily_schema() -> Response:
    """Return the schema by which each XML of a daily record is valid."""
    return _file(SCHEMA.read_bytes(), XML, SCHEMA.name)


@router.get(
    "/v1/accounts/papers",
    operation_id="exportMonth",
    summary="All papers and files of a month, zipped",
    response_class=Response,
    responses={
        200: {
            "description": "A zip: daily records, tables, tax, pools, prizes, machines, actas, "
            "journals, and the hash of each of them.",
            "content": {ZIP: {"schema": {"type": "string", "format": "binary"}}},
        },
        **ACCEPTED,
        **documented(*READING, "busy"),
    },
)
def get_month(
    caller: Exporter,
    request: Request,
    view: Reads,
    month: p.OneMonth,
    prefer: Preferred,
    casino: p.CasinoOf = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return a month's papers and files, all known at one position.

    A month of many events becomes a job (202) unless `Prefer: wait` asks for the zip.
    """
    if prefer == ASYNC or (prefer is None and _is_large(view, month)):
        order = Order(
            what="month", name=month, form="zip", language=lang, known=known, casino=casino
        )
        return begun(request, caller, order, preferred=prefer == ASYNC)
    of = papers.source(request, view, known)
    first, last = month_span(month)
    asked = Month(
        first=first,
        last=last,
        source=of,
        known=of.position,
        language=lang,
        casino=casino,
        generated=datetime.now(UTC),
        by=caller.name,
    )
    if not making.acquire(blocking=False):
        raise ProblemError("busy", "another month is being made; ask again in a moment")
    try:
        conninfo = working(request).services.conninfo
        file = TemporaryFile()  # noqa: SIM115 - closed when it was sent
        zipped(made(month_papers(view.connection, conninfo, asked)), asked.generated, file)
        file.seek(0)
    finally:
        making.release()
    return StreamingResponse(
        iter(partial(file.read, CHUNK), b""),
        media_type=ZIP,
        headers={"Content-Disposition": f'attachment; filename="papeis-{month}.zip"'},
        background=BackgroundTask(file.close),
    )


def _is_large(view: View, month: str) -> bool:
    """Tell whether a month has more events than a reader of its papers waits for."""
    first, last = month_span(month)
    days = {"from": first.isoformat(), "to": last.isoformat()}
    return rows_of(view.connection, "history", days, most=EVENTS_LARGE) > EVENTS_LARGE


def _one_of(records: Sequence[DailyRecord], casino: str | None) -> DailyRecord:
    """Return the record of the one casino that is asked for."""
    if not records:
        raise ProblemError("not-found", f"no casino {casino or ''} has this day".replace("  ", " "))
    if len(records) > 1:
        names = ", ".join(one.casino for one in records)
        raise ProblemError("invalid-request", f"casino: expected one of {names}, got none")
    return records[0]


def _file(data: bytes, media: str, name: str) -> Response:
    held = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media, headers=held)
