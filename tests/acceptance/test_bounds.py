"""What a served ledger takes at most for whatever is sent to it: memory, and no traceback."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.api.test_serve import ask, eventually, free_port
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao

pytestmark = [pytest.mark.long, pytest.mark.deep]
SIZE = 7_900_000
GROWTH_MAX_MB = 60
"""For one body: its bytes, its lines, their answers; 25 were measured."""
WAITS_MAX_SECONDS = 10.0
"""How long an answer to somebody else may take meanwhile, on a machine that does other things: less
than who waits at the gate may wait."""
GROWTH_OF_MANY_MAX_MB = 400
"""96 MB of bodies are held at a time, each twice for a moment; 224 were measured."""


@pytest.fixture
def served(
    recorded_casino: Casino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, str, int, Path]]:
    """Serve a ledger in a process of its own; give its address, a key, its number and its log."""
    home, url = recorded_casino.installation.home, recorded_casino.conninfo
    recorded_casino.source("mesa-ra")
    made = razao(url, home, "keys", "api", "mesa", "--role", "source", "--source", "mesa-ra")
    port = free_port()
    monkeypatch.setenv("RAZAO_HOME", str(home))
    monkeypatch.setenv("RAZAO_DATABASE_URL", url)
    log = tmp_path / "log"
    with log.open("w") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.cli", "serve", "--port", str(port)],
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        eventually(lambda: ask(f"{address}/health")[0] == 200, "health is green")
        yield address, made.stdout.strip(), process.pid, log
    finally:
        process.terminate()
        process.wait(20)


def peak_mb(pid: int) -> float:
    """Return the most memory that a process ever held, in MB, since it was last asked."""
    text = Path(f"/proc/{pid}/status").read_text()
    (line,) = [one for one in text.splitlines() if one.startswith("VmHWM")]
    return int(line.split()[1]) / 1_000


def post(address: str, key: str, body: bytes) -> int:
    """Send a body to the door; return the answer's status."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/x-ndjson"}
    try:
        with urlopen(Request(f"{address}/v1/events", body, headers), timeout=120) as answer:
            answer.read()
            return answer.status
    except HTTPError as error:
        error.read()
        return error.code
    except OSError:  # it was let go of before its end
        return 413


BODIES = {
    "empty objects": (b"{}\n" * (SIZE // 3), {413}),
    "empty lines": (b"\n" * SIZE, {413}),
    "nested": (b"[" * SIZE, {200, 207}),
    "a deep segment": (b'{"key":' * (SIZE // 7), {200, 207}),
    "long text": (b'{"key":"' + b"A" * SIZE + b'"}', {200, 207}),
    "many lines": (b'{"key":"x"}\n' * 19_999, {200, 207}),
}


def test_any_body_is_answered_within_bounded_memory(served: tuple[str, str, int, Path]) -> None:
    """One of each, then 24 of the largest at once: refused or judged, and little is held."""
    address, key, pid, log = served
    before = peak_mb(pid)
    for name, (body, statuses) in BODIES.items():
        assert post(address, key, body) in statuses, name
        assert peak_mb(pid) - before < GROWTH_MAX_MB, (name, peak_mb(pid), before)
    with ThreadPoolExecutor(24) as callers:
        asked = [callers.submit(post, address, key, BODIES["nested"][0]) for _ in range(24)]
        statuses = [one.result() for one in asked]
    assert set(statuses) <= {200, 207, 503, 413}
    assert 207 in statuses
    assert peak_mb(pid) - before < GROWTH_OF_MANY_MAX_MB, (peak_mb(pid), before)
    assert ask(f"{address}/health")[0] == 200
    assert "Traceback" not in log.read_text()


def test_who_crowds_the_gate_or_hangs_stops_nobody(served: tuple[str, str, int, Path]) -> None:
    """200 ask at the gate at once, and 200 connections stay half open: others are answered."""
    address, key, _pid, log = served
    parts = urlsplit(address)
    with ExitStack() as stack:
        said = (b"", b"GET / HT", b"POST /v1/events HTTP/1.1\r\nContent-Length: 9\r\n\r\n")
        hanging = [
            stack.enter_context(socket.create_connection((parts.hostname, parts.port), timeout=40))
            for _ in range(200)
        ]
        for number, one in enumerate(hanging):
            one.sendall(said[number % len(said)])
        with ThreadPoolExecutor(200) as rooms:
            asked = [rooms.submit(gate, address, key) for _ in range(200)]
            for _ in range(5):
                begun = time.monotonic()
                with urlopen(f"{address}/checkpoint", timeout=60) as answer:
                    assert answer.status == 200
                assert time.monotonic() - begun < WAITS_MAX_SECONDS
            statuses = {one.result() for one in asked}
        assert statuses <= {200, 503}, statuses
        for number, one in enumerate(hanging):
            if number % len(said) <= 1:
                with suppress(ConnectionError):
                    assert one.recv(1_000) == b"", "a request without end is cut off"
    assert ask(f"{address}/health")[0] == 200
    assert "Traceback" not in log.read_text()


def gate(address: str, key: str) -> int:
    """Ask the gate of a room; return the answer's status."""
    asking = Request(f"{address}/v1/bingo/SALA-1/gate", headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(asking, timeout=60) as answer:
            return answer.status
    except HTTPError as error:
        error.read()
        return error.code
