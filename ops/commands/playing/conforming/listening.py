"""Listens for a device: the real service over a rehearsal ledger; all that comes is copied."""

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.app import create_app
from api.services.api_keys import Keeper, Role
from ledger.events.registry import SourceEnrolled2
from ops.commands.playing.conforming.rehearsal import founded
from ops.commands.running.serve import listen, running
from ops.errors import MisuseError
from ops.outside.conform.rehearsed import Sent

EVENTS: Final = "/v1/events"
NAME: Final = "conform"
LINES_FOLLOW: Final = (200, 207)
"""Statuses of answers that have a line for each segment."""
_BYTES_MAX: Final = 256_000_000
"""More than that of bodies is not kept: nobody reads a report of so many mistakes."""
_LOOK_SECONDS: Final = 0.2


class Refused(Struct, frozen=True):
    """A request that never came to the door: the service's own answer."""

    status: int
    answer: str


class Heard(NamedTuple):
    """The bodies that were sent while the service listened, and the requests that it refused."""

    sent: list[Sent]
    refused: list[Refused]


class Copying:
    """Keeps a copy of what is sent to the door, with when; everything passes on."""

    def __init__(self, app: ASGIApp, told: Callable[[int, bytes], None]) -> None:
        """Stand before an app; ``told`` hears status and answer of each request."""
        self._app = app
        self._told = told
        self._size = 0
        self.heard = Heard([], [])
        self.last: float | None = None
        """When the newest request was answered; None before the first."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and keep it if it is for the door."""
        if scope["type"] != "http" or scope["path"] != EVENTS or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        at, body, answer, status = datetime.now(UTC), bytearray(), bytearray(), 0

        async def received() -> Message:
            message = await receive()
            body.extend(message.get("body", b""))
            return message

        async def sent(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            answer.extend(message.get("body", b""))
            await send(message)

        await self._app(scope, received, sent)
        dry = b"dry-run=true" in scope["query_string"]
        self._keep(Sent(bytes(body), at), status, bytes(answer), dry=dry)

    def _keep(self, sent: Sent, status: int, answer: bytes, *, dry: bool) -> None:
        self.last = time.monotonic()
        self._told(status, answer)
        if status not in LINES_FOLLOW:
            text = answer.decode("utf-8", "replace")
            self.heard.refused.append(Refused(status, text))
        elif not dry and self._size + len(sent.body) <= _BYTES_MAX:
            self._size += len(sent.body)
            self.heard.sent.append(sent)


def address_of(url: str) -> tuple[str, int]:
    """Return host and port at which the kit is to listen.

    Raises:
        MisuseError: the address is none that it could.

    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme != "http" or parts.hostname is None or port is None:
        raise MisuseError(
            f"expected a file, or an address such as http://127.0.0.1:8010, got {url!r}"
        )
    return parts.hostname, port


def hear(
    url: str,
    origin: str,
    enrolled: Sequence[SourceEnrolled2],
    *,
    quiet: float | None,
    ready: Callable[[str], None],
    told: Callable[[int, bytes], None],
) -> Heard:
    """Serve a rehearsal ledger at an address until interrupted; return what was sent to it.

    With ``quiet`` it ends by itself, so many seconds after the last request. ``ready`` is given the
    token by which the devices may send.

    Raises:
        UnreachableError: the address is taken.

    """
    host, port = address_of(url)
    with founded(origin, datetime.now(UTC)) as (installation, ledger):
        for act in enrolled:
            ledger.enrol(act)
        sources = tuple(act.source for act in enrolled)
        with Keeper(installation.urls.login) as keeper:
            token = keeper.issue(NAME, Role.SOURCE, sources)
        with running(installation) as services:
            copying = Copying(create_app(services), told)
            ended = threading.Event()
            if quiet is not None:
                watch = (copying, quiet, ended)
                threading.Thread(target=_end_when_quiet, args=watch, daemon=True).start()
            before = signal.signal(signal.SIGTERM, _interrupt)
            try:
                with suppress(KeyboardInterrupt):
                    listen(copying, host, port, lambda: ready(token))
            finally:
                ended.set()
                signal.signal(signal.SIGTERM, before)
    return copying.heard


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _end_when_quiet(copying: Copying, quiet: float, ended: threading.Event) -> None:
    while not ended.wait(_LOOK_SECONDS):
        if copying.last is not None and time.monotonic() - copying.last > quiet:
            os.kill(os.getpid(), signal.SIGINT)
            return
