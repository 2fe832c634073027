"""Estado: how far log, projections and proof are, and whether anything stands still."""

from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import Page, PageRoute

router: Final = APIRouter(route_class=PageRoute)


@router.get("/estado", operation_id="showState")
def show_state(page: Page) -> Response:
    """Show the newest event, up to where is summed, what stopped, and the newest proof."""
    standing = page.view.standing()
    last = page.view.last_position()
    services = page.work.services
    return page.answer(
        "reference/service.html",
        last=last,
        position=standing["position"],
        left=max(0, last - standing["position"]),
        halted=standing["halted"],
        checkpoint=services.checkpoints.last(),
        checked=page.work.proofs.last,
        progress=page.work.proofs.progress,
        trouble=services.trouble(),
        services=services,
    )
