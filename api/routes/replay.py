"""Settling records again, without the ledger."""

from time import monotonic
from typing import Annotated, Any, Final

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Header, Request, Response

from api.answers.problems import WITH_KEY, documented
from api.errors import ProblemError
from api.requests.auth import Reader
from api.requests.bodies import LINES, lines_of
from api.services.deps import working
from projections.replay.asked.reader import describe_line, read

BODY_SIZE_MAX: Final = 8_000_000
RECORDS_MAX: Final = 20_000
"""In one body: a short line costs more to judge and to answer than its bytes show."""
RECORD_SIZE_MAX: Final = 200_000
"""Of one record: fifty times an ordinary one, and judged within a few seconds whatever it says.
Work stops between two records, so no record may be long by itself."""
SECONDS_MAX: Final = 20
"""For judging a body."""

router: Final = APIRouter(tags=["replay"])
_encoder: Final = msgspec.json.Encoder()


@router.post(
    "/v1/replay",
    operation_id="replayRecords",
    summary="Settle records of rounds",
    response_class=Response,
    responses={
        200: {
            "description": "Every record is settled.",
            "content": {
                LINES: {
                    "schema": {"type": "string"},
                    "example": '{"line":1,"error":null,"settlement":{},"findings":[]}\n',
                }
            },
        },
        207: {
            "description": "Some lines are no record, or cannot be judged: each says why.",
            "content": {
                LINES: {
                    "schema": {"type": "string"},
                    "example": '{"line":1,"error":{"where":"$.game","expected":"one of …",'
                    '"recorded":"nothing"}}\n',
                }
            },
        },
        **documented(
            *WITH_KEY, "too-large", "too-long", "unsupported-media-type", "idempotency-conflict"
        ),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "description": "One `Record` a line, told apart by its field `game`; "
            f"at most {BODY_SIZE_MAX} bytes and {RECORDS_MAX} records, each of at most "
            f"{RECORD_SIZE_MAX} bytes. Judging stops after {SECONDS_MAX} seconds, and nothing of "
            "the body is answered (`too-long`).",
            "content": {
                LINES: {"schema": {"type": "string", "minLength": 1}},
            },
        }
    },
)
async def replay_records(
    request: Request,
    caller: Reader,
    idempotency_key: Annotated[
        str | None,
        Header(
            description="The same key on the same body is the same request.",
            pattern=r"^[\x21-\x7e]{1,200}$",
        ),
    ] = None,
) -> Response:
    """Say for each record what is due, by which rule, and what is wrong; nothing is recorded.

    The answer has one `ReplayLine` a line that says something, in order.
    """
    async with lines_of(request, caller, BODY_SIZE_MAX) as lines:
        if not lines:
            raise ProblemError("invalid-request", "body: expected at least one line, a record")
        if len(lines) > RECORDS_MAX:
            raise ProblemError("too-large", f"a body has at most {RECORDS_MAX} records")
        if max(map(len, lines)) > RECORD_SIZE_MAX:
            raise ProblemError("too-large", f"a record has at most {RECORD_SIZE_MAX} bytes")
        if idempotency_key is not None:
            working(request).repeats.check(caller.name, idempotency_key, lines)
        results = await anyio.to_thread.run_sync(_settle, lines)
    bad = any(result["error"] is not None for result in results)
    return Response(_encoder.encode_lines(results), 207 if bad else 200, media_type=LINES)


def _settle(lines: list[bytes]) -> list[dict[str, Any]]:
    """Judge the lines in order; what they take is measured after each of them.

    Raises:
        ProblemError: they take too long.

    """
    results: list[dict[str, Any]] = []
    until = monotonic() + SECONDS_MAX
    for result in read(lines):
        results.append(describe_line(result))
        if monotonic() > until and len(results) < len(lines):
            said = f"{len(results)} of {len(lines)} records were judged in {SECONDS_MAX} seconds"
            raise ProblemError("too-long", f"{said}, which is the limit; send fewer at a time")
    return results
