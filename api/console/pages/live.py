"""The stream that open pages follow: that the ledger moved, and how far one's own files are."""

from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import StreamingResponse

from api.console.frame import HEADERS, Frame, PageRoute, Signed, public
from api.console.pages.reference.reports import files_told
from api.services.deps import Working, working
from api.services.news import Standing
from api.services.people.sessions import COOKIE, Session

RETRY_MILLISECONDS: Final = 3_000
router: Final = APIRouter(route_class=PageRoute)


@router.get("/novas", operation_id="followLedger")
async def follow_ledger(
    request: Request,
    session: Signed,
    known: Annotated[str | None, Header(alias="Last-Event-ID", max_length=100)] = None,
) -> Response:
    """Tell an open page when the ledger moved, until it closes or its session ends."""
    work = working(request)
    person = session.caller.name
    page = public(request)
    if work.news.is_full_for(person):
        return Response(status_code=503, headers={**HEADERS, "Retry-After": "60"})
    return StreamingResponse(
        _lines(work, page, session, request.cookies.get(COOKIE), known),
        media_type="text/event-stream",
        headers={**HEADERS, "X-Accel-Buffering": "no"},
    )


async def _lines(
    work: Working, page: Frame, session: Session, cookie: str | None, known: str | None
) -> AsyncGenerator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    caller = session.caller
    files = partial(files_told, page, work, caller)
    async for standing in work.news.follow(caller.name, known, files):
        if not await run_sync(_stays, work, cookie):
            return
        yield _line(standing)


def _stays(work: Working, cookie: str | None) -> bool:
    """Tell whether the session lives; that a stream is open does not keep it alive."""
    return work.sessions.find(cookie, waking=False) is not None


def _line(standing: Standing | str | None) -> str:
    r"""Write a standing as an event of the stream, or how far files are; None is a sign of life.

    >>> _line(Standing(news=7, checked=5))
    'id: 7.0..5\nevent: standing\ndata: 7\n\n'
    """
    if standing is None:
        return "event: beat\ndata:\n\n"
    if isinstance(standing, str):
        return f"event: files\ndata: {standing}\n\n"
    return f"id: {standing.name}\nevent: standing\ndata: {standing.news}\n\n"
