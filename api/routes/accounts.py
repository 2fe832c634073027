"""Finance's accounts: tables by day with both results, chips in circulation, a period's tax."""

from typing import Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.figures import ChipDays, TablePage, TaxPapers
from api.answers.problems import READING, documented
from api.documents.tables import tables_document
from api.documents.tax import tax_document
from api.requests import parameters as p
from api.requests.auth import Exporter, Reader
from api.services.deps import Pages, Reads
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.accounts.queries import AccountQueries

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
