"""Relatórios: every table that can be had as a file, with the rows it has now."""

from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import Page, PageRoute
from projections.reads.files.export_counts import ROWS_MAX
from projections.reads.files.exports import EXPORTS

router: Final = APIRouter(route_class=PageRoute)


@router.get("/relatorios", operation_id="showReports")
def show_reports(page: Page) -> Response:
    """Show each export with its rows and formats, and the papers of a day."""
    return page.answer(
        "reference/reports.html",
        exports=[
            (export.name, export.title[page.language], page.rows(export.name), export.takes_known)
            for export in EXPORTS.values()
        ],
        most=ROWS_MAX,
        day=page.house.day,
    )
