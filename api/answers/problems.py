"""Every error a caller can meet: one table, one shape (RFC 9457), each code documented.

What becomes of a single segment or record is no problem of the request: those codes stand in the
lines of the answer, and in :data:`OUTCOMES`.
"""

import logging
import secrets
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, cast

import psycopg
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Struct, json
from psycopg_pool import PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from api.errors import ProblemError
from ledger.door.ingestion import ADMITTED, UNAVAILABLE, BusyError
from ledger.errors import REJECTION_CODES, ArchiveAwayError

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 1
_WAITING: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
_LOGGER = logging.getLogger(__name__)


class Problem(Struct, frozen=True, kw_only=True):
    """A kind of error: the title and status common to all errors of one code."""

    code: str
    status: int
    title: str
    """The same words every time; what was there stands in the answer's ``detail``."""
    remedy: str
    """What the caller can do."""

    @property
    def type(self) -> str:
        """The URI by which RFC 9457 knows it."""
        return f"urn:razao:problem:{self.code}"


PROBLEMS: Final[Mapping[str, Problem]] = {
    problem.code: problem
    for problem in (
        Problem(
            code="unauthenticated",
            status=401,
            title="This needs an API key",
            remedy="Send a living key as `Authorization: Bearer razao_…`.",
        ),
        Problem(
            code="forbidden",
            status=403,
            title="This key's role may not do this",
            remedy="`detail` names the roles that may. The attempt was recorded.",
        ),
        Problem(
            code="not-found",
            status=404,
            title="There is no such thing",
            remedy="Check the id; the projections may not have reached it yet (see `/health`).",
        ),
        Problem(
            code="no-such-route",
            status=404,
            title="Nothing is answered at this address",
            remedy="`/docs` lists what is.",
        ),
        Problem(
            code="method-not-allowed",
            status=405,
            title="This address does not take this method",
            remedy="The header `Allow` lists what it takes.",
        ),
        Problem(
            code="too-large",
            status=413,
            title="The request's body is too large",
            remedy="Send fewer lines at a time; what was sent was not looked at.",
        ),
        Problem(
            code="too-long",
            status=413,
            title="The request takes too long to answer",
            remedy="Send fewer lines at a time; `detail` says how many were done within the limit.",
        ),
        Problem(
            code="too-many",
            status=422,
            title="These are too many rows for a document",
            remedy="Narrow them by a filter, or take the export as CSV or XLSX: it has them all.",
        ),
        Problem(
            code="unsupported-media-type",
            status=415,
            title="This takes lines of JSON",
            remedy="Send `Content-Type: application/x-ndjson`, without a content encoding.",
        ),
        Problem(
            code="invalid-request",
            status=422,
            title="The request is not as documented",
            remedy="`errors` names each parameter, header or part of the body, and what it wants.",
        ),
        Problem(
            code="idempotency-conflict",
            status=409,
            title="This Idempotency-Key stood on another body before",
            remedy="A new request takes a new key.",
        ),
        Problem(
            code="not-recorded",
            status=409,
            title="The act was not recorded",
            remedy="`detail` says why. Prepare it again, look at it, and sign what comes back.",
        ),
        Problem(
            code="slow-down",
            status=429,
            title="Too many requests",
            remedy="Nothing was looked at. Send the same again after `Retry-After` seconds.",
        ),
        Problem(
            code="internal-error",
            status=500,
            title="The service failed",
            remedy="Quote `instance` to whoever runs the service: its log has the rest.",
        ),
        Problem(
            code="busy",
            status=503,
            title="Too much waits at the door",
            remedy="Nothing was taken. Send the same again after `Retry-After` seconds.",
        ),
        Problem(
            code="door-closed",
            status=503,
            title="The ledger cannot be written at present",
            remedy="Send the same again later; what was recorded meanwhile answers `repeated`.",
        ),
        Problem(
            code="no-checkpoint",
            status=503,
            title="No root of the log can be signed",
            remedy="What is stored contradicts itself: `razao verify` says where.",
        ),
        Problem(
            code="database-unreachable",
            status=503,
            title="The database does not answer",
            remedy="Try again after `Retry-After` seconds.",
        ),
        Problem(
            code="archive-unreachable",
            status=503,
            title="Events that left for an archive cannot be read there",
            remedy="Nothing is lost. Whoever runs the service sees `razao archive list`.",
        ),
        Problem(
            code="projections-behind",
            status=503,
            title="The projections have not reached the end of the log",
            remedy="Ask again after `Retry-After` seconds; `/health` says where they stand.",
        ),
        Problem(
            code="projections-missing",
            status=503,
            title="Nothing is projected yet",
            remedy="Try again later: the projections are being built.",
        ),
    )
}
"""Every problem by its code."""

OUTCOMES: Final[Mapping[str, str]] = {
    "recorded": "The segment is in the log; here is its receipt.",
    "repeated": "It was in the log before; here is the receipt it got then.",
    ADMITTED: "Of a dry run: it would be recorded. Nothing is stored.",
    UNAVAILABLE: "The ledger could not be written just then; send the segment again.",
    **{code: (kind.__doc__ or "").partition("\n")[0] for code, kind in REJECTION_CODES.items()},
    "not-your-source": "This API key may not submit for the source that the segment names.",
}
"""What can become of a segment, by the word in its line of the answer."""

_BY_STATUS: Final = {404: "no-such-route", 405: "method-not-allowed", 413: "too-large"}
ANYWAY: Final = ("invalid-request", "slow-down", "internal-error")
WITH_KEY: Final = (
    *(*ANYWAY, "unauthenticated", "forbidden", "database-unreachable"),
    "archive-unreachable",
)
READING: Final = (*WITH_KEY, "projections-missing")
"""What every operation, one that wants a key, or one that reads the projections may answer."""


def answer(
    code: str,
    detail: str = "",
    *,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    reference: str | None = None,
) -> Response:
    """Return a problem as an HTTP answer; the reference is what the caller can quote."""
    problem = PROBLEMS[code]
    body: dict[str, Any] = {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "code": code,
        "detail": detail or problem.remedy,
        "instance": reference or new_reference(),
    }
    if errors:
        body["errors"] = list(errors)
    sent = dict(headers or {})
    if problem.status in _WAITING:
        sent.setdefault("Retry-After", str(RETRY_SECONDS))
    if problem.status == HTTPStatus.UNAUTHORIZED:
        sent.setdefault("WWW-Authenticate", 'Bearer realm="razao"')
    return Response(json.encode(body), problem.status, sent, MEDIA_TYPE)


def new_reference() -> str:
    """Return a name for one answer, to be found again in the log."""
    return f"urn:razao:request:{secrets.token_hex(8)}"


def documented(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return OpenAPI's responses of an operation that may answer with these problems."""
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        problem = PROBLEMS[code]
        entry = found.setdefault(
            problem.status,
            {
                "description": "",
                "content": {
                    MEDIA_TYPE: {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        "examples": {},
                    }
                },
            },
        )
        said = f"`{code}`: {problem.title}. {problem.remedy}"
        entry["description"] = "\n\n".join(filter(None, (entry["description"], said)))
        entry["content"][MEDIA_TYPE]["examples"][code] = {"value": example_of(problem)}
        if problem.status in _WAITING:
            entry["headers"] = {
                "Retry-After": {
                    "description": "Seconds to wait.",
                    "schema": {"type": "integer", "minimum": 0},
                }
            }
    return found


def example_of(problem: Problem) -> dict[str, Any]:
    """Return an example answer with the problem."""
    example: dict[str, Any] = {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "code": problem.code,
        "detail": problem.remedy,
        "instance": "urn:razao:request:5f0c1a7be2d94860",
    }
    if problem.code == "invalid-request":
        example["errors"] = [
            {"where": "query.limit", "message": "Input should be less than or equal to 500"}
        ]
    return example


def table_text() -> str:
    """Return the table in Markdown, for the head of the documentation."""
    lines = ["| code | status | meaning | what to do |", "|---|---|---|---|"]
    lines += [
        f"| `{one.code}` | {one.status} | {one.title} | {one.remedy} |" for one in PROBLEMS.values()
    ]
    return "\n".join(lines)


def outcomes_text() -> str:
    """Return the table of what can become of a segment, in Markdown."""
    lines = ["| outcome | meaning |", "|---|---|"]
    lines += [f"| `{code}` | {said} |" for code, said in OUTCOMES.items()]
    return "\n".join(lines)


def install(app: FastAPI) -> None:
    """Give every error of the app the one shape."""
    for kind, handler in (
        (ProblemError, _of_problem),
        (RequestValidationError, _of_validation),
        (HTTPException, of_http),
        (BusyError, _of_busy),
        (ClientDisconnect, _of_cut),
        (PoolTimeout, _of_database),
        (psycopg.OperationalError, _of_database),
        (ArchiveAwayError, _of_archive),
        (psycopg.errors.UndefinedTable, _of_missing),
        (psycopg.errors.InvalidSchemaName, _of_missing),
        (Exception, _of_anything),
    ):
        app.add_exception_handler(kind, handler)


async def _of_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return answer(error.code, error.detail, headers=error.headers)


async def _of_archive(_: Request, error: Exception) -> Response:
    assert isinstance(error, ArchiveAwayError)
    return answer(
        "archive-unreachable", "events of this time are in an archive that does not answer"
    )


async def _of_cut(_: Request, _error: Exception) -> Response:
    # Nobody is there to read the answer. Nothing of the body was recorded: whoever was cut off
    # sends the same again.
    return answer("invalid-request", "body: the caller left before its end")


async def _of_validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = [
        {"where": ".".join(map(str, one["loc"])), "message": str(one["msg"])}
        for one in cast("Iterable[dict[str, Any]]", error.errors())
    ]
    detail = "; ".join(f"{one['where']}: {one['message']}" for one in errors)
    return answer("invalid-request", detail, errors=errors)


async def of_http(_: Request, error: Exception) -> Response:
    """Translate the framework's own refusals: an unknown address, a method, a body."""
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code)
    if code is None:
        return answer("invalid-request", str(error.detail))
    return answer(code, headers=error.headers)


async def _of_busy(_: Request, error: Exception) -> Response:
    return answer("busy", f"{error}. {PROBLEMS['busy'].remedy}")


async def _of_database(_: Request, error: Exception) -> Response:
    _LOGGER.warning("the database does not answer: %s", error)
    return answer("database-unreachable")


async def _of_missing(_: Request, error: Exception) -> Response:
    _LOGGER.warning("a table is missing: %s", error)
    return answer("projections-missing")


async def _of_anything(request: Request, error: Exception) -> Response:
    reference = new_reference()
    _LOGGER.error("%s %s %s", reference, request.method, request.url.path, exc_info=error)
    return answer("internal-error", reference=reference)
