"""Bundles: events with everything that proves them, one file, to be checked offline by anybody."""

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.problems import READING, documented
from api.documents.document import Attached, Language
from api.documents.proved import NoPaperError, proved_paper
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Exporter, sees_all
from api.routes.log import FOR_ALL
from api.services.bundles import (
    BundleError,
    GuessedError,
    NothingRecordedError,
    NotSignedError,
    TooManyEventsError,
    bundle_name,
    make_bundle_by,
)
from api.services.deps import BUNDLES_MAX, Reads, working
from ledger.errors import LedgerError

ZIP: Final = "application/zip"
making: Final = BoundedSemaphore(BUNDLES_MAX)

router: Final = APIRouter(tags=["bundles"])

_answers: Final[dict[str, Any]] = {
    "response_class": Response,
    "responses": {
        200: {
            "description": "A zip: `razao verify bundle FILE`, or the one program inside it.",
            "content": {ZIP: {"schema": {"type": "string", "format": "binary"}}},
        },
        **documented(*READING, "not-found", "too-many", "no-checkpoint", "busy"),
    },
}
_papers: Final[dict[str, Any]] = {
    "response_class": Response,
    "responses": {
        **_answers["responses"],
        200: {
            "description": "PDF/A-3: the paper, and inside it the bundle that its QR code names; "
            "signed (PAdES) where the house has a key for papers.",
            "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
}
SessionPath = Annotated[
    str, Path(pattern=p.SIGNED, description="The session's name.", examples=["S-2026-11-20"])
]
DisputePath = Annotated[
    str, Path(pattern=p.SIGNED, description="The case's name.", examples=["D-2026-0001"])
]
PlacePath = Annotated[
    str, Path(pattern=p.NAME, description="A table, machine or room.", examples=["BJ-04"])
]


@router.get(
    "/v1/bundles/event/{source}/{seq}",
    operation_id="exportEventBundle",
    summary="The proof of an event",
    **_answers,
)
def get_event_bundle(
    _: Exporter, request: Request, source: p.SourcePath, seq: p.SeqPath
) -> Response:
    """Return an event with what proves it."""
    return _bundle(request, "event", f"{source}:{seq}")


@router.get(
    "/v1/bundles/round/{round_id:path}/pdf",
    operation_id="exportRoundPaper",
    summary="A round as PDF/A-3, its proof inside",
    **_papers,
)
def get_round_paper(
    _: Exporter, request: Request, view: Reads, round_id: p.RoundPath, lang: papers.Lang = "pt"
) -> Response:
    """Return the paper on a round, what is due and why, with the proof of its events."""
    return _paper(request, view, ("round", round_id), lang)


@router.get(
    "/v1/bundles/acta/{room}/{session:path}/pdf",
    operation_id="exportActaPaper",
    summary="An acta as PDF/A-3, its proof inside",
    **_papers,
)
def get_acta_paper(
    _: Exporter,
    request: Request,
    view: Reads,
    room: PlacePath,
    session: SessionPath,
    lang: papers.Lang = "pt",
) -> Response:
    """Return a session's acta with the proof of its events."""
    return _paper(request, view, ("acta", f"{room} {session}"), lang)


@router.get(
    "/v1/bundles/pool/{pool:path}/{day}/pdf",
    operation_id="exportPoolPaper",
    summary="A pool's day as PDF/A-3, its proof inside",
    **_papers,
)
def get_pool_paper(
    _: Exporter,
    request: Request,
    view: Reads,
    pool: p.PoolPath,
    day: p.DayPath,
    lang: papers.Lang = "pt",
) -> Response:
    """Return a pool's statement of a gaming day with the proof of its events."""
    return _paper(request, view, ("pool", f"{pool} {day}"), lang)


@router.get(
    "/v1/bundles/round/{round_id:path}",
    operation_id="exportRoundBundle",
    summary="The proof of a round",
    **_answers,
)
def get_round_bundle(_: Exporter, request: Request, round_id: p.RoundPath) -> Response:
    """Return a round's events with what proves them, and what is due by its record."""
    return _bundle(request, "round", round_id)


@router.get(
    "/v1/bundles/acta/{room}/{session:path}",
    operation_id="exportActaBundle",
    summary="The proof of a bingo session",
    **_answers,
)
def get_acta_bundle(
    _: Exporter, request: Request, room: PlacePath, session: SessionPath
) -> Response:
    """Return a session's events with what proves them."""
    return _bundle(request, "acta", f"{room} {session}")


@router.get(
    "/v1/bundles/pool/{pool:path}/{day}",
    operation_id="exportPoolBundle",
    summary="The proof of a pool's day",
    **_answers,
)
def get_pool_bundle(_: Exporter, request: Request, pool: p.PoolPath, day: p.DayPath) -> Response:
    """Return the events by which a pool grew or paid on a gaming day, with what proves them."""
    return _bundle(request, "pool", f"{pool} {day}")


@router.get(
    "/v1/bundles/day/{place}/{day}",
    operation_id="exportDayBundle",
    summary="The proof of a place's day",
    **_answers,
)
def get_day_bundle(_: Exporter, request: Request, place: PlacePath, day: p.DayPath) -> Response:
    """Return the events of a place on a gaming day with what proves them."""
    return _bundle(request, "day", f"{place} {day}")


@router.get(
    "/v1/bundles/dispute/{dispute:path}/pdf",
    operation_id="exportDisputePaper",
    summary="The record of a dispute as PDF/A-3, its proof inside",
    **_papers,
)
def get_dispute_paper(
    _: Exporter, request: Request, view: Reads, dispute: DisputePath, lang: papers.Lang = "pt"
) -> Response:
    """Return a case: claim, replay, answer, decision, payment, with the proof of its events."""
    return _paper(request, view, ("dispute", dispute), lang)


@router.get(
    "/v1/bundles/dispute/{dispute:path}",
    operation_id="exportDisputeBundle",
    summary="The proof of a dispute",
    **_answers,
)
def get_dispute_bundle(_: Exporter, request: Request, dispute: DisputePath) -> Response:
    """Return every word of a case and the events of its rounds with what proves them."""
    return _bundle(request, "dispute", dispute)


def _paper(request: Request, view: Reads, about: tuple[str, str], language: Language) -> Response:
    attached = Attached(bundle_name(*about), _made(request, *about))
    services = working(request).services
    source = papers.source(request, view)
    try:
        pdf = proved_paper(view.connection, services.conninfo, source, about, attached, language)
    except NoPaperError as error:
        raise ProblemError("not-found", str(error)) from error
    if services.sign_paper is not None:
        pdf = services.sign_paper(pdf)
    return papers.file(pdf, attached.name.removesuffix(".zip"))


def _bundle(request: Request, what: str, name: str) -> Response:
    return Response(
        _made(request, what, name),
        media_type=ZIP,
        headers={
            "Content-Disposition": f'attachment; filename="{bundle_name(what, name)}"',
            "Cache-Control": "private, no-store",
        },
    )


def _made(request: Request, what: str, name: str) -> bytes:
    """Make a bundle, after the log was signed if what is asked for was just recorded."""
    work = working(request)
    services = work.services
    if not making.acquire(blocking=False):
        raise ProblemError("busy", f"{BUNDLES_MAX} bundles are being made; ask again in a moment")
    try:
        seen = sees_all(request)

        def made() -> bytes:
            with work.whole.connection() as connection:
                return make_bundle_by(
                    connection, what, name, services.verifier, work.history, sees_all=seen
                )

        return _signed_first(made, lambda: services.checkpoints.checkpoint(passing=True))
    except NothingRecordedError as error:
        raise ProblemError("not-found", str(error)) from error
    except GuessedError as error:
        raise ProblemError("forbidden", f"{error}: {FOR_ALL}") from error
    except TooManyEventsError as error:
        raise ProblemError("too-many", str(error)) from error
    except BundleError as error:
        # A round of a day that no calendar has is well spelt, and was never recorded.
        code = "not-found" if what == "round" else "invalid-request"
        raise ProblemError(code, str(error)) from error
    finally:
        making.release()


def _signed_first(made: Callable[[], bytes], sign: Callable[[], object]) -> bytes:
    try:
        return made()
    except NotSignedError:
        try:
            sign()
            return made()
        except LedgerError as error:
            raise ProblemError("no-checkpoint", str(error)) from error
