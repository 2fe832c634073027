"""Fontes e chaves: who may sign, with which key since when, and when each last spoke."""

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import Page, PageRoute
from api.console.language.words import mark as _
from projections.reads.log.sources import sources

ROLE_NAMES: Final[Mapping[str, str]] = {
    "table": _("table"),
    "bingo_room": _("bingo room"),
    "machine": _("machine"),
    "jackpot_controller": _("jackpot controller"),
    "display": _("display device"),
    "cage": _("cage"),
    "witness": _("witness of the record"),
    "service": _("the record’s service"),
    "dealer": _("dealer"),
    "supervisor": _("supervisor"),
    "floor_manager": _("chief of the room"),
    "director": _("director of gaming"),
    "cashier": _("cashier"),
    "finance": _("finances"),
    "technician": _("technician"),
    "admin": _("administrator"),
    "inspector": _("inspector"),
    "authority": _("regulator"),
    "dispute": _("decides complaints"),
    "registrar": _("registrar"),
    "auditor": _("auditor"),
    "staff": _("staff"),
    "office": _("office"),
}
"""Roles of sources, of today's list and of enrolments before it."""

router: Final = APIRouter(route_class=PageRoute)


@router.get("/fontes", operation_id="showSources")
def show_sources(page: Page) -> Response:
    """Show every source: its role, its key, when it last spoke, what is wrong with its clock."""
    reach = page.view.reach
    with page.view.whole() as whole:
        total, found = sources(whole, among=None if reach is None else reach.sources)
    return page.answer(
        "proof/sources.html",
        found=found,
        total=total,
        left=total - len(found),
        ended=sum(not one.living for one in found),
        astray=sum(one.astray is not None for one in found),
        roles=ROLE_NAMES,
    )
