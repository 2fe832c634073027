"""Connections within bounds: who is too slow, or never ends what was begun, is let go of.

A thousand half-open connections, a body that comes a byte a minute and a caller who never reads
his answer each hold memory, a file or a connection to the database. nginx before the service has
bounds of its own; these hold where nothing stands before it.
"""

import asyncio
from typing import Any, Final

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 15.0
"""From a connection's first byte, or its opening, to the end of a request's head."""
BODY_SECONDS: Final = 120.0
"""From a request's head to the end of its body: 8 MB at 70 kB a second."""
UNREAD_SECONDS: Final = 60.0
"""How long nobody may take what is written for him."""


class PatientProtocol(HttpToolsProtocol):
    """HTTP over one connection, which is cut off where its caller is slower than the bounds."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Wait for nothing yet."""
        super().__init__(*arguments, **options)
        self._request: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request(HEAD_SECONDS)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waits()
        super().connection_lost(exc)

    @override
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_request(HEAD_SECONDS)

    @override
    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._await_request(BODY_SECONDS)

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._request is not None:
            self._request.cancel()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._cut)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def _await_request(self, seconds: float) -> None:
        if self._request is not None:
            self._request.cancel()
        self._request = self.loop.call_later(seconds, self._cut)

    def _end_waits(self) -> None:
        for wait in (self._request, self._unread):
            if wait is not None:
                wait.cancel()

    def _cut(self) -> None:
        # Not closed: that would wait for the caller to take what is written.
        self.transport.abort()
