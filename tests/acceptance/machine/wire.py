"""A wire to PostgreSQL that a test may cut: between a question and its answer, before or after."""

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_SYNC: Final = b"SQc"
"""What ends a question: ``Sync``; a ``Query`` or the end of copied rows, which need none."""
_READY: Final = b"ZG"
"""What ends an answer: the server is ready, what it did is committed; or it waits for rows."""
_GONE: Final = (OSError, EOFError)


@dataclass
class Wire:
    """Counts the questions that go through it, and loses one of them, or its answer."""

    conninfo: str = ""
    """The way through the wire."""
    asked: int = 0
    """Questions since the wire was last armed, those of logging in left out."""
    lost: bool = False
    """Whether it lost one since."""
    _at: int = 0
    _answered: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def arm(self, at: int, *, answered: bool) -> None:
        """Lose the connection at the question with this number; ``answered``: once it is done."""
        with self._lock:
            self.asked, self.lost, self._at, self._answered = 0, False, at, answered

    def disarm(self) -> None:
        """Lose nothing more; the count stays."""
        with self._lock:
            self._at = 0

    def verdict(self) -> str:
        """Count a question; tell what becomes of it: ``pass``, ``unasked`` or ``unanswered``."""
        with self._lock:
            self.asked += 1
            if self.asked != self._at:
                return "pass"
            self.lost = True
            return "unanswered" if self._answered else "unasked"


class _Line:
    """One connection through the wire."""

    def __init__(self, wire: Wire, client: socket.socket, server: socket.socket) -> None:
        self._wire = wire
        self._client, self._server = client, server
        self._in = True
        """Whether the client is still logging in."""
        self._swallowing = False
        for go in (self._up, self._down):
            threading.Thread(target=self._run, args=(go,), daemon=True).start()

    def _run(self, go: Callable[[], None]) -> None:
        try:
            with contextlib.suppress(*_GONE):
                go()
        finally:
            for end in (self._client, self._server):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _up(self) -> None:
        """Hand each question on as a whole, or not at all."""
        first = _exactly(self._client, 4)
        self._server.sendall(first + _exactly(self._client, struct.unpack("!I", first)[0] - 4))
        question = b""
        while True:
            kind, message = _message(self._client)
            question += message
            if self._in:
                self._server.sendall(question)
                question = b""
            elif kind in _SYNC:
                verdict = self._wire.verdict()
                if verdict == "unasked":
                    return
                self._swallowing = verdict == "unanswered"
                self._server.sendall(question)
                question = b""

    def _down(self) -> None:
        """Hand each answer on, but the one to be lost: its connection goes once it is done."""
        while True:
            kind, message = _message(self._server)
            if not self._swallowing:
                self._client.sendall(message)
            if kind in _READY:
                self._in = False
                if self._swallowing:
                    return


def _message(end: socket.socket) -> tuple[bytes, bytes]:
    head = _exactly(end, 5)
    return head[:1], head + _exactly(end, struct.unpack("!I", head[1:])[0] - 4)


def _exactly(end: socket.socket, size: int) -> bytes:
    read = b""
    while len(read) < size:
        part = end.recv(size - len(read))
        if not part:
            raise EOFError
        read += part
    return read


@contextlib.contextmanager
def wired(conninfo: str) -> Iterator[Wire]:
    """Have a wire between a client and the server of a conninfo."""
    there = conninfo_to_dict(conninfo)
    host, port = str(there["host"]), int(there.get("port") or 5432)
    listener = socket.create_server(("127.0.0.1", 0))
    wire = Wire(
        make_conninfo(
            conninfo,
            host="127.0.0.1",
            port=listener.getsockname()[1],
            sslmode="disable",
            gssencmode="disable",
        )
    )

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                _Line(wire, client, _reached(host, port))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield wire
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def _reached(host: str, port: int) -> socket.socket:
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    server = socket.socket(socket.AF_UNIX)
    server.connect(f"{host}/.s.PGSQL.{port}")
    return server
