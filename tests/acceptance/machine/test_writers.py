"""Each call by which a file is written fails once: the file is the old or the new one, whole."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.acceptance.machine.writer import NAMES, PLACE

pytestmark = pytest.mark.deep
REPOSITORY = Path(__file__).parents[3]
CALLS = ("openat", "write", "fsync", "rename", "close", "mkdir")
ERRORS = ("EIO", "ENOSPC")
MET = {
    "note": {"write": 1, "fsync": 2, "rename": 1},
    "archive": {"write": 2, "fsync": 5, "rename": 2},
}
"""How many calls of a kind a writer makes: each file and each folder is synced, too."""
OLD, NEW = "old" * 3_000, "new" * 3_000


class Writing:
    """A process that writes as the program does, and whose calls may be made to fail."""

    def __init__(self, process: "subprocess.Popen[str]", strace: str, trace: Path) -> None:
        self._process = process
        self._strace = strace
        self._trace = trace

    def write(self, name: str, text: str, injected: str | None = None) -> tuple[int, bool]:
        """Write by a writer; return how it ended, and whether the call that is named failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{name} {text}\n")
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        if injected is None:
            os.kill(child, signal.SIGCONT)
            return int(self._process.stdout.readline()), False
        traced = ["-q", "-e", f"trace={injected.partition(':')[0]}", "-e", f"inject={injected}"]
        command = [self._strace, *traced, "-o", self._trace, "-p", str(child)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as tracer:
            while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
                if tracer.poll() is not None:
                    os.kill(child, signal.SIGCONT)
                    pytest.skip("strace may not attach here")
            os.kill(child, signal.SIGCONT)
            ended = int(self._process.stdout.readline())
        return ended, "INJECTED" in self._trace.read_text()


@contextmanager
def writing(folder: Path, trace: Path) -> Iterator[Writing]:
    """Have such a process, which writes into a folder."""
    strace = shutil.which("strace")
    if strace is None or os.geteuid() != 0:
        pytest.skip("needs root and strace")
    command = [sys.executable, "-m", "tests.acceptance.machine.writer", str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY, text=True
    ) as process:
        yield Writing(process, strace, trace)


def read_note(folder: Path) -> list[str]:
    """Return the kept note."""
    return [(folder / "casa.note").read_text()]


def read_range(folder: Path) -> list[str]:
    """Return the files of the sealed range."""
    return [(folder / PLACE.folder / name).read_text() for name in NAMES]


@pytest.mark.parametrize(("name", "read"), [("note", read_note), ("archive", read_range)])
def test_a_write_that_fails_leaves_what_was_there_or_what_came(
    tmp_path: Path, name: str, read: Callable[[Path], list[str]]
) -> None:
    """An error of the disk, or no room, at each call in turn: said, and done the next time."""
    folder = tmp_path / "files"
    folder.mkdir()
    failed = dict.fromkeys(CALLS, 0)
    with writing(folder, tmp_path / "trace") as writer:
        for call in CALLS:
            for error in ERRORS:
                for number in count(1):
                    assert writer.write(name, OLD) == (0, False)
                    done, met = writer.write(name, NEW, f"{call}:error={error}:when={number}")
                    there = read(folder)
                    assert set(there) <= {OLD, NEW}, (call, error, number)
                    assert done in {0, 1}, (call, error, number)
                    assert done == 1 or there == [NEW] * len(there), (call, error, number)
                    if not met:
                        break
                    failed[call] += 1
                    assert writer.write(name, NEW) == (0, False)
                    assert read(folder) == [NEW] * len(there)
    assert {call: failed[call] // len(ERRORS) for call in MET[name]} == MET[name]
