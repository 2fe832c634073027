"""The house's service, over HTTP: segments go in, answers and receipts come out."""

import http.client
import json
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote, urlsplit

from .errors import HouseError
from .outbox import Receipt, receipt_of

ANSWER_SIZE_MAX: Final = 32_000_000
LINES: Final = "application/x-ndjson"
TIMEOUT_SECONDS: Final = 30.0
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_BUSY: Final = frozenset(
    {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.BAD_GATEWAY,
     HTTPStatus.GATEWAY_TIMEOUT, HTTPStatus.REQUEST_TIMEOUT}
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The house's answer to a segment."""

    outcome: str
    detail: str = ""
    receipt: Receipt | None = None
    unknown: tuple[str, ...] = ()


@dataclass
class House:
    """The way to the house's service: its address, the token that opens its door."""

    url: str
    token: str
    authority: Path | None = None
    """A file of certificates by which the house's own is known; the system's otherwise."""
    timeout: float = TIMEOUT_SECONDS
    ahead: float | None = field(default=None, init=False)
    """Seconds by which this machine's clock is ahead of the house's, by the last answer."""
    _connection: http.client.HTTPConnection | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Refuse an address to which a token must not go."""
        parts = urlsplit(self.url)
        example = "https://razao.casino.example"
        if parts.scheme not in {"http", "https"} or parts.hostname is None:
            raise HouseError(
                "address",
                en=f"expected an address such as {example}, got {self.url!r:.80}",
                pt=f"esperava-se um endereço como {example}, veio {self.url!r:.80}",
            )
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise HouseError(
                "address",
                en=f"{self.url}: expected https, for the token would be read on the way",
                pt=f"{self.url}: esperava-se https, porque a chave de acesso seria lida no caminho",
            )

    def send(self, lines: Sequence[bytes]) -> list[Answer]:
        """Send segments, a line each; return an answer to each, or to fewer of them.

        Raises:
            HouseError: no answer, or one to the whole request; nobody knows what became of it.

        """
        body = b"\n".join(lines) + b"\n"
        status, headers, data = self._ask("POST", "/v1/events", body)
        if status not in {HTTPStatus.OK, HTTPStatus.MULTI_STATUS}:
            raise _refused(status, headers, data)
        try:
            return [_answer(json.loads(one)) for one in data.splitlines() if one.strip()]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise HouseError(
                "not-understood",
                en=f"{self.url}: an answer that is none of this service: {error!s:.200}",
                pt=f"{self.url}: uma resposta que não é deste serviço: {error!s:.200}",
            ) from error

    def last(self, source: str) -> Receipt | None:
        """Return the receipt of the newest event that the house has of the device.

        Raises:
            HouseError: no answer, or a refusal.

        """
        status, headers, data = self._ask("GET", f"/v1/receipts/{quote(source, safe='')}", None)
        if status == HTTPStatus.NOT_FOUND and _code(data) == "not-found":
            return None
        if status != HTTPStatus.OK:
            raise _refused(status, headers, data)
        try:
            return receipt_of(json.loads(data))
        except (ValueError, AttributeError, RecursionError) as error:
            raise HouseError(
                "not-understood",
                en=f"{self.url}: expected a receipt: {error!s:.200}",
                pt=f"{self.url}: esperava-se um recibo: {error!s:.200}",
            ) from error

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(
        self, method: str, path: str, body: bytes | None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        begun = time.time()
        try:
            answer, data = self._spoken(method, path, body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise HouseError(
                "unreachable",
                en=f"{self.url}: no answer: {error!s:.200}",
                pt=f"{self.url}: sem resposta: {error!s:.200}",
            ) from error
        if len(data) > ANSWER_SIZE_MAX or answer.will_close:
            self.close()
        self._compare_clocks(answer.headers, begun, time.time())
        return answer.status, answer.headers, data

    def _spoken(
        self, method: str, path: str, body: bytes | None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Ask on the line that is there; on a new one where the house hung up since.

        It does so after some seconds in which nothing was said: that is no trouble to tell of.
        """
        if self._connection is not None:
            try:
                return self._once(method, path, body)
            except TimeoutError:
                raise
            except (OSError, http.client.HTTPException):
                self.close()
        return self._once(method, path, body)

    def _once(
        self, method: str, path: str, body: bytes | None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = self._connected()
        base = urlsplit(self.url).path.rstrip("/")
        headers = {"Authorization": f"Bearer {self.token}", "Accept": f"{LINES}, */*"}
        if body is not None:
            headers["Content-Type"] = LINES
        connection.request(method, base + path, body, headers)
        answer = connection.getresponse()
        return answer, answer.read(ANSWER_SIZE_MAX + 1)

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            parts = urlsplit(self.url)
            assert parts.hostname is not None
            if parts.scheme == "https":
                context = ssl.create_default_context(
                    cafile=None if self.authority is None else str(self.authority)
                )
                self._connection = http.client.HTTPSConnection(
                    parts.hostname, parts.port, timeout=self.timeout, context=context
                )
            else:
                self._connection = http.client.HTTPConnection(
                    parts.hostname, parts.port, timeout=self.timeout
                )
        return self._connection

    def _compare_clocks(self, headers: http.client.HTTPMessage, begun: float, ended: float) -> None:
        """Reckon by how much this clock is surely ahead or behind: the header has whole seconds."""
        try:
            told = parsedate_to_datetime(headers.get("Date", "")).timestamp()
        except (TypeError, ValueError):
            return
        if begun > told + 1:
            self.ahead = begun - (told + 1)
        elif ended < told:
            self.ahead = ended - told
        else:
            self.ahead = 0.0


def _answer(told: dict[str, Any]) -> Answer:
    receipt = told.get("receipt")
    return Answer(
        outcome=str(told["outcome"]),
        detail=str(told.get("detail", "")),
        receipt=None if receipt is None else receipt_of(receipt),
        unknown=tuple(map(str, told.get("unknown", ()))),
    )


def _code(data: bytes) -> str:
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    return str(cast("dict[str, Any]", told).get("code", "")) if isinstance(told, dict) else ""


def _refused(status: int, headers: http.client.HTTPMessage, data: bytes) -> HouseError:
    detail = f"HTTP {status} {_code(data)}".strip()
    try:
        retry_after = max(0.0, float(headers.get("Retry-After", "0")))
    except ValueError:
        retry_after = 0.0
    if status in _BUSY:
        return HouseError(
            "busy",
            en=f"the house cannot take it now ({detail}); it waits here",
            pt=f"a casa não pode recebê-lo agora ({detail}); espera aqui",
            retry_after=retry_after,
        )
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return HouseError(
            "token",
            en=f"the house does not take this token ({detail}): ask whoever runs the service",
            pt=f"a casa não aceita esta chave de acesso ({detail}): fale com quem gere o serviço",
        )
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return HouseError(
            "too-large",
            en=f"the house takes fewer at a time ({detail})",
            pt=f"a casa recebe menos de cada vez ({detail})",
        )
    return HouseError(
        "refused",
        en=f"the house refuses the request ({detail}): {data[:200]!r}",
        pt=f"a casa recusa o pedido ({detail}): {data[:200]!r}",
        retry_after=retry_after,
    )
