"""Files made while one goes on: one's own, how far each is, and the file itself."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response

from api.answers.made.making import media_of
from api.answers.problems import WITH_KEY, documented
from api.answers.shapes.jobs import Job, JobList
from api.errors import ProblemError
from api.requests.auth import Authorised, Exporter
from api.requests.preferring import ASYNC
from api.services.api_keys import Caller
from api.services.deps import working
from api.services.people.prepared import KEPT_HOURS, FullError, Order, Prepared

router: Final = APIRouter(tags=["exports"])
REPORTS: Final = "/relatorios"
"""The page of one's own files."""
RETRY_SECONDS: Final = "2"

JobPath = Annotated[
    str,
    Path(pattern=r"^[0-9a-f]{16}$", description="The job's id.", examples=["0f3a5c7e9b1d2f40"]),
]
ACCEPTED: Final[dict[int | str, dict[str, Any]]] = {
    202: {
        "description": "To `Prefer: respond-async`, or because it is large: the file is made "
        "meanwhile; `Location` says where to ask for it.",
        "model": Job,
        "headers": {
            "Location": {
                "description": "`/v1/jobs/…`",
                "schema": {"type": "string", "format": "uri-reference"},
            }
        },
    }
}
"""What OpenAPI says of a file that may be made meanwhile."""


@router.get(
    "/v1/jobs",
    operation_id="listJobs",
    summary="One's own files that are made or kept",
    response_model=JobList,
    responses=documented(*WITH_KEY),
)
def list_jobs(caller: Authorised, request: Request) -> JobList:
    """Return the files that are made or kept for this key, the newest first.

    Each goes a day after it ended; a service that was stopped or killed goes on with them.
    """
    found = working(request).prepared.of(caller)
    return JobList.model_validate({"items": [_told(one) for one in found]})


@router.get(
    "/v1/jobs/{job}",
    operation_id="getJob",
    summary="How far a file is",
    response_model=Job,
    responses=documented(*WITH_KEY, "not-found"),
)
def get_job(caller: Authorised, request: Request, job: JobPath) -> Job:
    """Return how far a file is; it is nobody else's."""
    return Job.model_validate(_told(_found(request, caller, job)))


@router.delete(
    "/v1/jobs/{job}",
    operation_id="cancelJob",
    summary="Make a file no further, or let it go",
    response_model=Job,
    responses=documented(*WITH_KEY, "not-found"),
)
def cancel_job(caller: Authorised, request: Request, job: JobPath) -> Job:
    """Cancel a file that waits or is being made; of one that ended, remove it."""
    one = working(request).prepared.cancel(job, caller)
    return Job.model_validate(_told(one or _found(request, caller, job)))


@router.get(
    "/v1/jobs/{job}/file",
    operation_id="exportJob",
    summary="A file that was made",
    response_class=Response,
    responses={
        200: {
            "description": "The file, as its export or month gives it.",
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        },
        **documented(*WITH_KEY, "not-found"),
    },
)
def take_job(caller: Exporter, request: Request, job: JobPath) -> Response:
    """Return a file that is ready; that it was taken is written down first."""
    one = _found(request, caller, job)
    taken = working(request).prepared.take(job, caller)
    if taken is None:
        why = f" ({one.reason})" if one.reason else ""
        raise ProblemError("not-found", f"job {job} is {one.state}{why}, and has no file")
    media, suffix = media_of(one.order)
    return FileResponse(
        taken[1],
        media_type=media,
        filename=f"{one.order.file}.{suffix}",
        headers={"Cache-Control": "no-store", "ETag": f'"{one.digest}"'},
    )


def begun(request: Request, caller: Caller, order: Order, *, preferred: bool) -> Response:
    """Begin to make a file, and say where it is asked for; a browser is led to its page.

    Raises:
        ProblemError: as many are under way as may be.

    """
    try:
        one = working(request).prepared.ask(caller, order)
    except FullError as error:
        raise ProblemError("busy", str(error)) from error
    if not preferred and "text/html" in request.headers.get("Accept", ""):
        return RedirectResponse(REPORTS, 303, {"Cache-Control": "no-store"})
    told = Job.model_validate(_told(one))
    headers = {"Location": told.address, "Retry-After": RETRY_SECONDS, "Vary": "Prefer"}
    if preferred:
        headers["Preference-Applied"] = ASYNC
    return JSONResponse(told.model_dump(mode="json"), 202, headers)


def _found(request: Request, caller: Caller, job: str) -> Prepared:
    one = working(request).prepared.find(job, caller)
    if one is None:
        raise ProblemError(
            "not-found",
            f"this key has no job {job}; a file is kept for {KEPT_HOURS} hours",
        )
    return one


def _told(one: Prepared) -> dict[str, Any]:
    address = f"/v1/jobs/{one.id}"
    names = ("id", "state", "reason", "done", "of", "part", "asked", "ended", "expires", "size")
    return {
        **{name: getattr(one, name) for name in names},
        "address": address,
        "what": one.order.what,
        "name": one.order.name,
        "format": one.order.form,
        "filters": dict(one.order.filters),
        "sha256": one.digest,
        "file": f"{address}/file" if one.state == "ready" else None,
    }
