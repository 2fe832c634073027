"""Texts that people write: handed in before the event that commits to them, and read again.

A text is never in an event, a list, an export or a log: each has its commitment, and this is the
one place where it is turned into words.
"""

from typing import Final

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Struct

from api.answers.problems import READING, WITH_KEY, documented
from api.answers.schemas import TextAnswer
from api.answers.texts import READ_BY, told_text
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader, Source
from api.requests.bodies import LINES, lines_of
from api.services.deps import Reads, working
from ledger.errors import UNREADABLE
from ledger.store.texts.commitment import TEXT_SIZE_MAX, TextError
from ledger.store.texts.texts import Texts
from projections.reads.texts import TO_CONFIRM

BODY_SIZE_MAX: Final = 1_000_000
LINES_MAX: Final = 100

router: Final = APIRouter(tags=["texts"])


class Deposit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the body."""

    salt: str
    """64 hex digits of chance, from whoever commits: so the same line again is the same text."""
    text: str


class Kept(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a line."""

    outcome: str
    commitment: str | None = None
    detail: str | None = None


_decoder: Final = msgspec.json.Decoder(Deposit)
_encoder: Final = msgspec.json.Encoder()
_HTTP_MULTI: Final = 207
_KEPT: Final = '{"outcome":"kept","commitment":"9f86d081…"}\n'
_REFUSED: Final = '{"outcome":"text","detail":"line 1: salt: expected 32 bytes, got 2"}\n'


def _lines(description: str, example: str) -> dict[str, object]:
    return {
        "description": description,
        "content": {LINES: {"schema": {"type": "string"}, "example": example}},
    }


@router.post(
    "/v1/texts",
    operation_id="depositTexts",
    summary="Hand in texts, before the events that commit to them",
    response_class=Response,
    responses={
        200: _lines("Every text is kept, now or before.", _KEPT),
        207: _lines("Some are not: each line says what became of its text.", _REFUSED),
        **documented(*WITH_KEY, "too-large", "unsupported-media-type"),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "description": "One object a line with `salt` (64 hex digits of chance) and `text`, "
            f"at most {LINES_MAX} of them and {TEXT_SIZE_MAX} bytes each.",
            "content": {
                LINES: {"schema": {"type": "string", "minLength": 1}},
            },
        }
    },
)
async def deposit_texts(request: Request, caller: Source) -> Response:
    """Keep texts apart from the ledger, encrypted, each under a key of its own.

    The answer has each one's commitment, SHA-256 of the salt and the text's UTF-8: it stands in the
    event, and the text can be erased with its salt. The same line again gets the same answer. An
    event whose text was never handed in is recorded all the same; its text is *not deposited*.
    """
    async with lines_of(request, caller, BODY_SIZE_MAX) as lines:
        if not 1 <= len(lines) <= LINES_MAX:
            raise ProblemError(
                "invalid-request", f"body: expected 1 to {LINES_MAX} lines, got {len(lines)}"
            )
        work = working(request)
        texts = work.services.texts
        kept = await anyio.to_thread.run_sync(_keep, texts, lines, limiter=work.writers)
    refused = any(one.commitment is None for one in kept)
    return Response(_encoder.encode_lines(kept), _HTTP_MULTI if refused else 200, media_type=LINES)


def _keep(texts: Texts, lines: list[bytes]) -> list[Kept]:
    return [_keep_one(texts, number, line) for number, line in enumerate(lines, 1)]


def _keep_one(texts: Texts, number: int, line: bytes) -> Kept:
    """Keep one text; no answer repeats a word of it."""
    try:
        told = _decoder.decode(line)
    except UNREADABLE:
        detail = f"line {number}: expected an object with salt and text, each a string"
        return Kept(outcome="malformed", detail=detail)
    try:
        salt = bytes.fromhex(told.salt)
    except ValueError:
        return Kept(outcome="malformed", detail=f"line {number}: salt: expected 64 hex digits")
    try:
        return Kept(outcome="kept", commitment=texts.deposit(salt, told.text))
    except TextError as error:
        return Kept(outcome=error.code, detail=f"line {number}: {error}")


@router.get(
    "/v1/texts/{commitment}",
    operation_id="getText",
    summary="A text that an event commits to",
    response_model=TextAnswer,
    responses=documented(*READING, "not-found"),
)
def get_text(
    caller: Reader, request: Request, view: Reads, commitment: p.CommitmentPath
) -> TextAnswer:
    """Return a text with the events that commit to it, or where and by whose word it was erased.

    A diagnosis is for inspectors alone.
    """
    told = told_text(working(request).services.texts, view.connection, commitment, caller.role)
    if told is None:
        raise ProblemError("not-found", f"no event commits to {commitment}")
    standing = told.standing
    if told.state == "forbidden":
        allowed = ", ".join(sorted(READ_BY[standing.text_class]))
        raise ProblemError("forbidden", f"a {standing.text_class} is for {allowed}")
    return TextAnswer.model_validate(
        {
            **view.standing(),
            "commitment": commitment,
            "text_class": standing.text_class,
            "state": told.state,
            "text": told.words,
            "kept_until": standing.until or TO_CONFIRM,
            "uses": msgspec.to_builtins(standing.uses),
            "erasure": msgspec.to_builtins(standing.erasure),
        }
    )
