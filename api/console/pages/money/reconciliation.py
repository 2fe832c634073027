"""Reconciliação: the four sides of every jackpot, each with the hour at which it spoke."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Response

from api.console.frame import Page, PageRoute
from api.console.language.words import mark as _
from api.console.pages.decide.entitled import entitled
from projections.reads.cases import hours_of
from projections.stages.pools.figures import Side
from projections.stages.pools.queries import PoolQueries

SIDES: Final[Mapping[str, str]] = {
    "ledger": _("Book"),
    "controller": _("Controller"),
    "display": _("Display"),
    "money": _("Money"),
}

router: Final = APIRouter(route_class=PageRoute)


@router.get("/reconciliacao", operation_id="showReconciliation")
def show_reconciliation(page: Page) -> Response:
    """Show each jackpot's book, controller, display and money in a row, and where one parts."""
    queries = PoolQueries(page.view.connection)
    rows: list[dict[str, Any]] = []
    for pool in queries.pools():
        found: dict[str, list[Side]] = {}
        for side in queries.reconciliation(pool):
            found.setdefault(side.side, []).append(side)
        rows.append({"pool": pool, "sides": found, "apart": any(map(_parts, _all(found)))})
    told = [side for row in rows for side in _all(row["sides"])]
    positions = sorted(
        {at for side in told for at in (side.position, side.parted) if at is not None}
    )
    return page.answer(
        "money/reconciliation.html",
        rows=sorted(rows, key=lambda row: not row["apart"]),
        apart=sum(row["apart"] for row in rows),
        silent=sum(side.amount is None for side in told),
        words=SIDES,
        adjusts=entitled(page, "pool-adjusted/1"),
        hours=hours_of(page.view.connection, positions),
        names=page.view.names(positions),
    )


def _all(sides: Mapping[str, list[Side]]) -> list[Side]:
    return [side for several in sides.values() for side in several]


def _parts(side: Side) -> bool:
    return side.parted is not None
