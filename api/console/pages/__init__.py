"""The console's pages, a module each, and how the app takes them in."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from api.answers.problems import answer as problem
from api.answers.problems import of_http
from api.console.frame import public
from api.console.language.words import mark as _
from api.console.pages import entrance, findings, home, live, provider, search
from api.console.pages.decide import acts, disputes, keys, what_if
from api.console.pages.floor import actas, events, replay, tables
from api.console.pages.money import closing, counters, pools, reconciliation
from api.console.pages.proof import access, readings, retention, sources, texts, verification
from api.console.pages.reference import (
    catalogue,
    law,
    notices,
    reports,
    rules,
    saved,
    service,
)

ROUTERS: Final[tuple[APIRouter, ...]] = (
    entrance.router,
    provider.router,
    home.router,
    findings.router,
    disputes.router,
    what_if.router,
    events.router,
    pools.router,
    replay.router,
    counters.router,
    actas.router,
    tables.router,
    reconciliation.router,
    closing.router,
    sources.router,
    readings.router,
    retention.router,
    access.router,
    texts.router,
    notices.router,
    saved.router,  # before the files, whose addresses would be its own
    reports.router,
    rules.router,
    law.router,
    catalogue.router,
    service.router,
    search.router,
    live.router,
    verification.router,
    keys.router,
    acts.router,
)
STATIC: Final = Path(__file__).parents[1] / "static"
_OF_PROGRAMS: Final = ("/v1/", "/static/")


def routes() -> list[APIRoute]:
    """Return every page's route."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def parameters() -> Mapping[str, frozenset[str]]:
    """Return the filters that each page's address takes."""
    return {route.operation_id or "": frozenset(_filters_of(route.dependant)) for route in routes()}


def _filters_of(dependant: Dependant) -> Iterator[str]:
    """Find the filters of a page and of its dependencies."""
    yield from (one.alias for one in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _filters_of(inner)


def install(app: FastAPI) -> None:
    """Put the console into the app: its pages, its files, and its words for an unknown address."""
    for router in ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(HTTPException, _of_http)


async def _of_http(request: Request, error: Exception) -> Response:
    """Answer people who came to an address that is none with a page, programs with a problem."""
    assert isinstance(error, HTTPException)
    if not (error.status_code == HTTPStatus.NOT_FOUND and _is_for_people(request)):
        return await of_http(request, error)
    page = public(request)
    return page.state(
        page.say(_("There is no page at this address.")), request.url.path, status=404
    )


def slow_down(request: Request, seconds: int) -> Response:
    """Answer that somebody asks too often, and when to ask again: people by a page."""
    # What comes after the head was not read, and must not be taken for the next request.
    headers = {"Retry-After": str(seconds), "Connection": "close"}
    if not _is_for_people(request):
        return problem("slow-down", f"ask again in {seconds} s", headers=headers)
    page = public(request, signed=False)
    answer = page.state(
        page.say(_("Too many requests.")),
        page.ngettext(
            "Nothing is lost. Ask again in %(num)s second.",
            "Nothing is lost. Ask again in %(num)s seconds.",
            seconds,
        ),
        status=429,
    )
    answer.headers.update(headers)
    return answer


def _is_for_people(request: Request) -> bool:
    of_program = request.url.path.startswith(_OF_PROGRAMS)
    return "text/html" in request.headers.get("accept", "") and not of_program
