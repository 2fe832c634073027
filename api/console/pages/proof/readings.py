"""Quem leu o quê: the trail of readings, newest first."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from api.console.frame import Page, PageRoute
from api.console.language.words import mark as _
from projections.reads.log.readings import ROWS, readings

PURPOSES: Final = {
    "page": _("page"),
    "query": _("query"),
    "export": _("file taken"),
    "replay": _("replay"),
    "refused": _("refused"),
    "bundle": _("bundle"),
    "proof": _("proof"),
}

router: Final = APIRouter(route_class=PageRoute)

Before = Annotated[int | None, Query(alias="antes", ge=1, le=2**53 - 1)]


@router.get("/leituras", operation_id="showReadings")
def show_readings(page: Page, before: Before = None) -> Response:
    """Show who read what and why, a hundred at a time."""
    found = readings(page.view.connection, before)
    return page.answer(
        "proof/readings.html",
        found=found,
        people=len({one.person for one in found}),
        refused=sum(one.count for one in found if one.purpose == "refused"),
        purposes=PURPOSES,
        before=before,
        more=found[-1].position if len(found) == ROWS else None,
    )
