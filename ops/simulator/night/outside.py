"""The simulator over HTTP: a house that is a running server, and that server's simulated clock.

``razao serve --rehearsal`` does not tick by itself: whoever plays tells it the time, at
``POST /rehearsal/clock``. It listens on this machine only.
"""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send
from typing_extensions import override

from api.services.api_keys import Keeper, Role
from ledger.errors import LedgerError
from ledger.events.registry import AccessRecorded
from ledger.roles import Binding
from ledger.signed.segments import Segment
from ledger.signed.signing import Signer
from ledger.signed.sources import SourceChain
from ops.catch_up import judge_all
from ops.errors import MisuseError, UnreachableError
from ops.installation import REGISTRARS, Installation
from ops.simulator.night.courier import House
from ops.simulator.night.rehearsal import finding_of, receita_of

CLOCK: Final = "/rehearsal/clock"
NAME: Final = "simulador"
REQUEST_SIZE_MAX: Final = 4_000_000
WAIT_SECONDS: Final = 0.05
WAITS_MAX: Final = 1_200
_LINES: Final = "application/x-ndjson"


class RehearsalClock:
    """Lets whoever plays set the clock of a server that rehearses; everything else passes on."""

    def __init__(self, app: ASGIApp, set_clock: Callable[[datetime], None]) -> None:
        """Stand before an app."""
        self._app = app
        self._set_clock = set_clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the clock and let it tick, or pass the request on."""
        if scope["type"] != "http" or scope["path"] != CLOCK:
            await self._app(scope, receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        moment = _moment(body) if scope["method"] == "POST" else None
        status, text = 204, b""
        if moment is not None:
            self._set_clock(moment)
        else:
            status, text = 400, b"expected POST with a time such as 2026-11-20T21:00:00+00:00"
        headers = [(b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": text})


def _moment(body: bytes) -> datetime | None:
    try:
        moment = datetime.fromisoformat(body.decode())
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def host_of(url: str) -> tuple[str, int]:
    """Return at which host and port a server stands.

    Raises:
        MisuseError: it is none.

    """
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname is None:
        raise MisuseError(f"--url: expected such as http://127.0.0.1:8008, got {url!r}")
    return parts.hostname, parts.port or 80


class Outside(House):
    """A ledger behind a server that rehearses; its keys for callers are made, and revoked, here."""

    def __init__(self, url: str, installation: Installation, stack: ExitStack) -> None:
        """Speak to the server of an installation."""
        host, port = host_of(url)
        self._installation = installation
        self._stack = stack
        self._connection = HTTPConnection(host, port, timeout=120)
        stack.callback(self._connection.close)
        self._token = ""

    def enter(self, sources: Sequence[str]) -> None:
        """Make a key with which these sources may speak."""
        keeper = self._stack.enter_context(Keeper(self._installation.urls.login))
        name = f"{NAME}-{int(time.time())}"
        unknown = [f"{source}-desconhecida" for source in sources]
        self._token = keeper.issue(name, Role.SOURCE, (*REGISTRARS, *sources, *unknown))
        self._stack.callback(keeper.revoke, name)

    @override
    def chain(self, source: str) -> SourceChain:
        return self._installation.chain(source)

    @override
    def enrol(self, source: str, binding: Binding) -> None:
        segments = self._installation.enrolment(source, binding)
        if segments:
            self.submit(segments)

    @override
    def submit(self, segments: list[Segment]) -> None:
        lines: list[bytes] = []
        size = 0
        for segment in segments:
            line = msgspec.json.encode(segment)
            if size + len(line) > REQUEST_SIZE_MAX:
                self._post(lines)
                lines, size = [], 0
            lines.append(line)
            size += len(line) + 1
        self._post(lines)

    def _post(self, lines: list[bytes]) -> None:
        for answer in self._answers(lines):
            if answer["outcome"] not in ("recorded", "repeated"):
                raise LedgerError(f"{answer['outcome']}: {answer.get('detail', '')}")

    def _answers(self, lines: list[bytes]) -> list[dict[str, Any]]:
        status, body = self._ask("POST", "/v1/events", b"\n".join(lines), _LINES)
        if status not in (200, 207):
            raise LedgerError(f"POST /v1/events: {status} {body.decode()[:300]}")
        return [json.loads(line) for line in body.splitlines()]

    @override
    def tick(self, at: datetime) -> None:
        self._installation.now = lambda: at  # registrars here say it, too
        status, body = self._ask("POST", CLOCK, at.isoformat().encode(), "text/plain")
        if status != 204:  # noqa: PLR2004 - no content
            raise MisuseError(
                f"the server does not rehearse ({status}): start it by `razao serve --rehearsal`"
                if status in (404, 405)
                else f"{CLOCK}: {status} {body.decode()[:300]}"
            )

    @override
    def forge(self, segment: Segment) -> None:
        (answer,) = self._answers([msgspec.json.encode(segment)])
        assert answer["outcome"] not in ("recorded", "repeated"), answer

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        asked = "" if wanted is None else "?" + urlencode({"next": wanted})
        status, body = 503, b""
        for _ in range(WAITS_MAX):
            status, body = self._ask("POST", f"/v1/bingo/{quote(place)}/gate{asked}", b"", "")
            if status == 200:  # noqa: PLR2004 - OK
                return bool(json.loads(body)["granted"])
            if status != 503:  # noqa: PLR2004 - the projections are behind
                break
            time.sleep(WAIT_SECONDS)
        raise LedgerError(f"the gate of {place}: {status} {body.decode()[:300]}")

    @override
    def receita(self, casino: str, day: str) -> int:
        conninfo = self._installation.urls.login
        judge_all(conninfo)
        return receita_of(conninfo, casino, day)

    @override
    def finding(self, code: str, event: str) -> str:
        conninfo = self._installation.urls.login
        judge_all(conninfo)
        return finding_of(conninfo, code, event)

    @override
    def read(self, payload: AccessRecorded) -> None:
        del payload  # the server notes for itself who reads there

    @override
    def renew(self, source: str, number: int) -> Signer:
        return self._installation.keys.renew(source, number)

    def _ask(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, bytes]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": kind}
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            status, told = response.status, response.read()
        except (OSError, HTTPException) as error:
            raise UnreachableError(f"--url: {error}") from error
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            time.sleep(float(response.headers.get("Retry-After", "1")))
            return self._ask(method, path, body, kind)
        return status, told
