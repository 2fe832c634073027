"""Submitting events: lines of segments in, a line for each out; and where a source stands.

No pydantic here, and one thread hop a request: of the time a thousand signed events take, nine
tenths must be the door's. The body has to be read as it comes, so the handler itself is a
coroutine; the door runs in threads of its own, that writers who wait do not keep readers waiting.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Query, Request, Response

from api.answers.problems import OUTCOMES, WITH_KEY, documented
from api.answers.schemas import Receipt
from api.errors import ProblemError
from api.requests.auth import Source
from api.requests.bodies import LINES, LINES_MAX, lines_of
from api.requests.parameters import SourcePath
from api.services.api_keys import Caller
from api.services.deps import Working, working
from ledger.door.ingestion import ADMITTED, UNAVAILABLE, Answer, BusyError, claimed_source
from ledger.errors import UNREADABLE, LedgerError, MalformedError
from ledger.signed.canonical import decode_header
from ledger.signed.segments import Segment

BODY_SIZE_MAX: Final = 8_000_000
"""A thousand events of 450 bytes, each signed, take 0.8 MB."""
NOT_YOURS: Final = "not-your-source"
MALFORMED: Final = MalformedError.code
_UNREADABLE: Final = "unreadable"
_HTTP_MULTI: Final = 207

router: Final = APIRouter(tags=["events"])
_decoder: Final = msgspec.json.Decoder(Segment)
_encoder: Final = msgspec.json.Encoder()

_RECEIVED: Final = (
    '{"outcome":"recorded","receipt":{"origin":"cv.casino-praia","source":"mesa-bj-04",'
    '"first":312,"count":1,"link":"…","position":88}}\n'
)
_REFUSED: Final = '{"outcome":"gap","detail":"mesa-bj-04: expected seq 313 next, got 315"}\n'

DryRun = Annotated[
    bool,
    Query(
        alias="dry-run",
        description="Judge as if it were recorded, each line after those before it, and store "
        "nothing: neither events nor refusals.",
    ),
]


def _lines(description: str, example: str) -> dict[str, Any]:
    return {
        "description": description,
        "content": {LINES: {"schema": {"type": "string"}, "example": example}},
    }


@router.post(
    "/v1/events",
    operation_id="submitEvents",
    summary="Submit signed events",
    response_class=Response,
    responses={
        200: _lines("Every segment is recorded, now or before.", _RECEIVED),
        207: _lines("Some are not: each line says what became of its segment.", _REFUSED),
        **documented(*WITH_KEY, "too-large", "unsupported-media-type", "busy", "door-closed"),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "description": "One `Segment` a line, in the order in which they are to be recorded; "
            f"at most {BODY_SIZE_MAX} bytes and {LINES_MAX} lines.",
            "content": {
                LINES: {"schema": {"type": "string", "minLength": 1}},
            },
        }
    },
)
async def submit_events(request: Request, caller: Source, *, dry_run: DryRun = False) -> Response:
    """Record segments of consecutive events, each under one Ed25519 signature.

    The answer has one line a segment, in order, as `SegmentAnswer`. A segment is all or nothing; a
    request is not. The same bytes again get the same receipt for ever, so whoever is in doubt
    sends again.
    """
    async with lines_of(request, caller, BODY_SIZE_MAX) as lines:
        if not lines:
            raise ProblemError("invalid-request", "body: expected at least one line, a segment")
        work = working(request)
        submit = _rehearse if dry_run else _submit
        answers = await anyio.to_thread.run_sync(submit, work, caller, lines, limiter=work.writers)
    refused = [one.outcome for one in answers if not (one.accepted or one.outcome == ADMITTED)]
    if len(refused) == len(answers) and set(refused) == {UNAVAILABLE}:
        raise ProblemError("door-closed", answers[0].detail)
    return Response(
        _encoder.encode_lines(answers), _HTTP_MULTI if refused else 200, media_type=LINES
    )


@router.get(
    "/v1/receipts/{source}",
    operation_id="getReceipt",
    summary="The newest event of a source, as its receipt",
    response_model=Receipt,
    responses=documented(*WITH_KEY, "not-found", "door-closed"),
)
def get_receipt(request: Request, caller: Source, source: SourcePath) -> Receipt:
    """Return the seq, link and position of the newest event that is recorded of a source.

    A device that lost its disk goes on from there; one that was lent an old copy of it is warned.
    """
    if source not in caller.sources:
        yours = ", ".join(sorted(caller.sources))
        raise ProblemError("forbidden", f"this key asks for {yours}, not for {source}")
    try:
        found = working(request).services.door.last_receipt(source)
    except LedgerError as error:
        raise ProblemError("door-closed", str(error)) from error
    if found is None:
        raise ProblemError("not-found", f"nothing of {source} is recorded")
    return Receipt.model_validate(found, from_attributes=True)


def _submit(work: Working, caller: Caller, lines: Sequence[bytes]) -> list[Answer]:
    """Submit the caller's own segments to the door; return the outcome of each line."""
    door = work.services.door
    found = _told(caller, lines, lambda segments: door.submit(segments, credential=caller.name))
    _count(work, found)
    return found


def _rehearse(work: Working, caller: Caller, lines: Sequence[bytes]) -> list[Answer]:
    """Rehearse the caller's own segments at the door; return the outcome of each line."""
    return _told(caller, lines, work.services.door.rehearse)


def _told(
    caller: Caller,
    lines: Sequence[bytes],
    ask: Callable[[Sequence[Segment]], Sequence[Answer]],
) -> list[Answer]:
    """Return an answer to each line: the door's, or of those that never reach it the reason."""
    answers: list[Answer | None] = []
    segments: list[Segment] = []
    for number, line in enumerate(lines, 1):
        segment = _segment_of(caller, number, line)
        if isinstance(segment, Answer):
            answers.append(segment)
        else:
            segments.append(segment)
            answers.append(None)
    try:
        done = iter(ask(segments))
    except BusyError:
        raise
    except LedgerError as error:
        # Whether some of it is recorded is not known here; the same again will tell.
        raise ProblemError("door-closed", str(error)) from error
    return [next(done) if answer is None else answer for answer in answers]


def _segment_of(caller: Caller, number: int, line: bytes) -> Segment | Answer:
    try:
        segment = _decoder.decode(line)
    except UNREADABLE as error:
        return Answer(outcome=MALFORMED, detail=f"line {number} is no segment: {error}")
    source = claimed_source(segment)
    if source in caller.sources or (source == _UNREADABLE and _names_nobody(segment)):
        return segment
    return Answer(
        outcome=NOT_YOURS,
        detail=f"line {number}: this key submits for {', '.join(sorted(caller.sources))}, "
        f"not for {source}",
    )


def _names_nobody(segment: Segment) -> bool:
    """Tell whether the door must refuse it anyway; its refusal is written down there."""
    try:
        decode_header(segment.envelopes[0])
    except (MalformedError, IndexError):
        return True
    return False


def _count(work: Working, answers: Sequence[Answer]) -> None:
    outcomes = Counter(
        answer.outcome if answer.outcome in OUTCOMES else "other" for answer in answers
    )
    for outcome, count in outcomes.items():
        work.metrics.segments.labels(outcome).inc(count)
    work.metrics.events.inc(
        sum(one.receipt.count for one in answers if one.outcome == "recorded" and one.receipt)
    )
