"""``razao-agent`` as its user runs it, and a terminal that speaks to it."""

import io
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from ops.outside.devices.razao_client.command import main
from tests.fixtures.command import Done

WORD = b"a phrase of the device's own"
ROOT = Path(__file__).parents[4]
COMMAND = (sys.executable, "-m", "ops.outside.devices.razao_client.command")
PATIENCE_SECONDS = 60.0


def environment(folder: Path) -> dict[str, str]:
    (folder.parent / "phrase").write_bytes(WORD)
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "RAZAO_KEY_PASSPHRASE_FILE": str(folder.parent / "phrase"),
        "RAZAO_LANG": "en",
    }


def agent(folder: Path, verb: str, *arguments: str) -> Done:
    """Run ``razao-agent`` to its end, in this process, which has loaded it already."""
    return command(environment(folder), verb, str(folder), *arguments)


def command(environment: dict[str, str], *arguments: str) -> Done:
    """Run ``razao-agent`` with an environment of its own."""
    told, said = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, environment, clear=True),
        redirect_stdout(told),
        redirect_stderr(said),
        pytest.raises(SystemExit) as left,
    ):
        main(list(arguments))
    code = left.value.code or 0
    assert isinstance(code, int)
    return Done(code, told.getvalue(), said.getvalue())


@contextmanager
def running(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Have the agent run; it is interrupted at the end."""
    process = subprocess.Popen(
        [*COMMAND, "run", str(folder), *options],
        env=environment(folder),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        told = process.stderr.readline()
        assert "listens at" in told, told
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
        process.stderr.close()


class Terminal:
    """A terminal's end of the socket."""

    def __init__(self, folder: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(folder / "agent.sock"))
        except OSError:
            self._socket.close()
            raise
        self._file = self._socket.makefile("rb")

    def send(self, *lines: object) -> None:
        """Send objects, or bytes as they are, a line each."""
        self._socket.sendall(
            b"".join(
                (one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n"
                for one in lines
            )
        )

    def answer(self) -> dict[str, Any]:
        """Return the next line."""
        return json.loads(self._file.readline())

    def ask(self, told: object) -> dict[str, Any]:
        """Send a line and return the one that answers it."""
        self.send(told)
        return self.answer()

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()


def sent(terminal: Terminal) -> dict[str, Any]:
    """Wait until nothing waits; return the agent's state."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        state = terminal.ask({"ask": "status"})
        if state["waiting"] == 0:
            return state
        assert time.monotonic() < until, state
        time.sleep(0.05)
