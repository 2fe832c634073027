"""Asks other machines by HTTP: with an end to waiting, and to what an answer may hold."""

from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from msgspec import Struct

from ops.errors import MisuseError, UnreachableError

SECONDS_MAX: Final = 5.0
ANSWER_SIZE_MAX: Final = 1_000_000


class Answer(Struct, frozen=True):
    """The answer of another machine."""

    status: int
    body: bytes
    date: str | None = None
    """The clock of whoever answered, as his answer's head says it."""

    @property
    def text(self) -> str:
        """The body as text; what is no UTF-8 is replaced."""
        return self.body.decode("utf-8", "replace")


def ask(
    address: str,
    body: bytes | None = None,
    *,
    kind: str = "text/plain",
    token: str | None = None,
    seconds: float = SECONDS_MAX,
) -> Answer:
    """Ask an address, with a body by POST; any status is an answer.

    Raises:
        UnreachableError: nobody answered in time, or too much.

    """
    headers = {} if body is None else {"Content-Type": kind}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = Request(check_address(address), body, headers)  # noqa: S310 - http and https alone
    try:
        with urlopen(request, timeout=seconds) as answer:  # noqa: S310 - http and https alone
            return Answer(answer.status, _whole(address, answer), answer.headers.get("Date"))
    except HTTPError as error:
        with error:
            return Answer(error.code, _whole(address, error), error.headers.get("Date"))
    except (URLError, HTTPException, OSError) as error:
        raise UnreachableError(f"{address}: {getattr(error, 'reason', None) or error}") from error


def check_address(address: str) -> str:
    """Return an address that is asked by HTTP.

    Raises:
        MisuseError: it is another.

    """
    try:
        parts = urlsplit(address)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or any(one <= " " for one in address):
        raise MisuseError(f"expected an address http://… or https://…, got {address!r}")
    return address


def _whole(address: str, answer: object) -> bytes:
    read = getattr(answer, "read")  # noqa: B009 - two kinds of answers have it
    data: bytes = read(ANSWER_SIZE_MAX + 1)
    if len(data) > ANSWER_SIZE_MAX:
        raise UnreachableError(f"{address}: an answer has at most {ANSWER_SIZE_MAX} bytes")
    return data
