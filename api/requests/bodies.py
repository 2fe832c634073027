"""Bodies of lines: one JSON object a line, read within a limit."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import Request

from api.errors import ProblemError
from api.services.api_keys import Caller, Role
from api.services.deps import working

LINES: Final = "application/x-ndjson"
LINES_MAX: Final = 20_000
"""Each line becomes an object, and has an answer: 8 MB of empty ones took 256 MB."""
_TAKEN: Final = frozenset((LINES, "application/ndjson", "application/jsonl"))
_CLOSE: Final = {"Connection": "close"}
"""What was not read must not be taken for the next request on this connection."""


@asynccontextmanager
async def lines_of(request: Request, caller: Caller, size_max: int) -> AsyncGenerator[list[bytes]]:
    """Read the body's lines in order, without those that say nothing, for as long as the block.

    The limits hold while the body comes in: of one that is too large no more is kept than that,
    and all bodies together take no more than the app has for them, nor a caller's than his part.

    Raises:
        ProblemError: it is no body of lines, or too large, or there are too many others.

    """
    _check_head(request, size_max)
    work = working(request)
    held = work.bodies if caller.role is Role.SOURCE else work.asked
    body = bytearray()
    lines = 0
    try:
        async for part in request.stream():
            if not held.take(caller.name, len(part)):
                raise ProblemError("busy", "too many bodies come in at once", headers=_CLOSE)
            body += part
            lines += part.count(b"\n")
            if len(body) > size_max:
                raise _too_large(size_max, "bytes")
            if lines > LINES_MAX:
                raise _too_large(LINES_MAX, "lines")
        yield [line for line in bytes(body).split(b"\n") if line.strip()]
    finally:
        held.give_back(caller.name, len(body))


def _check_head(request: Request, size_max: int) -> None:
    """Refuse a body by its head alone, where that says enough."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _TAKEN:
        raise ProblemError(
            "unsupported-media-type", f"Content-Type: expected {LINES}, got {kind or 'nothing'}"
        )
    coding = request.headers.get("content-encoding", "identity")
    if coding.lower() != "identity":
        raise ProblemError(
            "unsupported-media-type", f"Content-Encoding: expected none, got {coding[:40]}"
        )
    announced = request.headers.get("content-length", "0")
    if announced.isdigit() and int(announced) > size_max:
        raise _too_large(size_max, "bytes")


def _too_large(most: int, what: str) -> ProblemError:
    return ProblemError("too-large", f"a body has at most {most} {what}", headers=_CLOSE)
