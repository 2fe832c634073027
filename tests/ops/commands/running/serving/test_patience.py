"""Slow and half-open connections are cut off; whoever keeps to the bounds notices nothing."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Generator, Iterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from ops.commands.running.serving import patience
from ops.commands.running.serving.patience import PatientProtocol
from tests.api.test_serve import eventually, free_port

SHORT = 0.3
LARGE = 50_000_000
HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"


class Echo:
    """An app that reads a body whole and answers its length, or 50 MB."""

    def __init__(self) -> None:
        self.left = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the caller has left."""
        assert scope["type"] == "http"
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.left += 1
                return
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        body = bytes(LARGE) if scope["path"] == "/large" else str(size).encode()
        head = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})
        await asyncio.sleep(0)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Echo, int]]:
    """Serve with bounds of a third of a second."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "UNREAD_SECONDS"):
        monkeypatch.setattr(patience, name, SHORT)
    echo, port = Echo(), free_port()
    server = uvicorn.Server(
        uvicorn.Config(
            echo, port=port, http=PatientProtocol, log_config=None, lifespan="off",
            timeout_keep_alive=1,
        )
    )  # fmt: skip
    thread = threading.Thread(target=server.run)
    thread.start()
    eventually(lambda: server.started, "it serves")
    yield echo, port
    server.should_exit = True
    thread.join()


@contextlib.contextmanager
def connected(port: int) -> Generator[socket.socket]:
    """Open a connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as one:
        yield one


def is_cut(one: socket.socket) -> bool:
    """Tell whether the other end lets go of a connection on which nothing was answered."""
    with contextlib.suppress(ConnectionError):
        return one.recv(1_000) == b""
    return True


@pytest.mark.parametrize("said", [b"", b"GET / HT", HEAD[:-2], HEAD, HEAD + b"12345"])
def test_a_request_that_never_ends_is_cut_off(served: tuple[Echo, int], said: bytes) -> None:
    """Opened and silent, in the middle of a head, before a body, in its middle."""
    echo, port = served
    begun = time.monotonic()
    with connected(port) as one:
        one.sendall(said)
        assert is_cut(one)
    assert SHORT * 0.9 < time.monotonic() - begun < 5
    if said.startswith(HEAD):
        eventually(lambda: echo.left == 1, "the app is told that the caller left")


def test_a_byte_now_and_then_wins_no_time(served: tuple[Echo, int]) -> None:
    """The bound is for the whole head and the whole body, not for the pause between two bytes."""
    _, port = served
    begun = time.monotonic()
    with connected(port) as one, contextlib.suppress(ConnectionError):
        for byte in HEAD:
            one.sendall(bytes([byte]))
            time.sleep(SHORT / 5)
    assert time.monotonic() - begun < SHORT * 5


def test_who_never_reads_his_answer_is_cut_off(served: tuple[Echo, int]) -> None:
    """50 MB are written for somebody who takes none of them."""
    _, port = served
    with connected(port) as one:
        one.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(SHORT * 4)
        taken = 0
        with contextlib.suppress(ConnectionError):
            while part := one.recv(1_000_000):
                taken += len(part)
    assert taken < LARGE


def test_who_keeps_to_the_bounds_notices_nothing(served: tuple[Echo, int]) -> None:
    """One request after the other on one connection, for longer than each may take."""
    _, port = served
    with connected(port) as one:
        for _ in range(6):
            one.sendall(HEAD)
            time.sleep(SHORT / 3)
            one.sendall(b"1234567890")
            answer = one.recv(1_000)
            if not answer.endswith(b"10"):
                answer += one.recv(1_000)
            assert answer.endswith(b"10")
