"""Bodies of lines: one JSON object a line, read within a limit."""

from typing import Final

from fastapi import Request

from api.errors import ProblemError

LINES: Final = "application/x-ndjson"
_TAKEN: Final = frozenset((LINES, "application/ndjson", "application/jsonl"))


async def read_lines(request: Request, size_max: int) -> list[bytes]:
    """Return the body's lines in order, without those that say nothing.

    The limit holds while the body comes in: of one that is too large no more is kept than that.

    Raises:
        ProblemError: it is no body of lines, or too large.

    """
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
        raise _too_large(size_max)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > size_max:
            raise _too_large(size_max)
    return [line for line in bytes(body).split(b"\n") if line.strip()]


def _too_large(size_max: int) -> ProblemError:
    # What was not read must not be taken for the next request on this connection.
    return ProblemError(
        "too-large", f"a body has at most {size_max} bytes", headers={"Connection": "close"}
    )
