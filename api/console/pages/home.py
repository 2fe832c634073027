"""The first page of the morning."""

from typing import Final

from fastapi import APIRouter, Response

from api.console.frame import Page, PageRoute

router: Final = APIRouter(route_class=PageRoute)


@router.get("/", operation_id="showHome")
def show_home(page: Page) -> Response:
    """Show the open findings and the night to whoever begins the day."""
    return page.answer("home.html")
