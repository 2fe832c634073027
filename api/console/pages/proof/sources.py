"""Fontes e chaves: who may sign, with which key since when, and when each last spoke."""

from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

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

SHOWN: Final = 100
"""Sources of a page."""
After = Annotated[str, Query(alias="depois", pattern=r"^[^\x00]{0,100}$")]
"""The last source of the page before."""

router: Final = APIRouter(route_class=PageRoute)


@router.get("/fontes", operation_id="showSources")
def show_sources(page: Page, after: After = "") -> Response:
    """Show sources by name: role, key, when each last spoke, what is wrong with its clock."""
    reach = page.view.reach
    among = None if reach is None else reach.sources
    with page.view.whole() as whole:
        total, found = sources(whole, among=among)
        _total, shown = sources(whole, among=among, after=after, limit=SHOWN + 1)
    return page.answer(
        "proof/sources.html",
        found=shown[:SHOWN],
        more=shown[SHOWN - 1].name if len(shown) > SHOWN else None,
        first=not after,
        total=total,
        ended=sum(not one.living for one in found),
        astray=sum(one.astray is not None for one in found),
        roles=ROLE_NAMES,
    )
