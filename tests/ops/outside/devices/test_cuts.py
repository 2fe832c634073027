"""More than two hundred cuts: all that was answered "kept" is there once, and the chain is whole.

Kills at any instant with a line that breaks, a line that breaks alone, disks that drop or tear
whatever was not synced, and disks that are full.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from ledger.signed.canonical import decode
from ops.outside.devices.razao_client import Device, Key, Outbox, OutboxError, Said
from ops.outside.devices.razao_client.wire import Segment
from tests.fixtures.casino import ORIGIN
from tests.ops.outside.devices.agents import (
    COMMAND,
    PATIENCE_SECONDS,
    ROOT,
    WORD,
    Terminal,
    environment,
    running,
    sent,
)
from tests.ops.outside.devices.conftest import Line, Served

KILLS = 30
IMAGES = 150
FULL_DISKS = 20
BREAKS = 20
SECTOR = 512
pytestmark = pytest.mark.deep


# --- kills, and a line that breaks ---------------------------------------------------------------


@dataclass
class Memory:
    """What a terminal remembers: numbers that were answered, and those that were not."""

    kept: dict[int, str] = field(default_factory=dict[int, str])
    pending: list[int] = field(default_factory=list[int])
    next: int = 1

    def told(self, number: int, answer: dict[str, object]) -> None:
        """Take an answer: an event has one name for ever."""
        assert answer["kept"] is True, answer
        name = str(answer["event"])
        assert self.kept.setdefault(number, name) == name
        if number in self.pending:
            self.pending.remove(number)


def beat(number: int) -> dict[str, object]:
    """Return the event of a number, under an id of its own."""
    return {"kind": "heartbeat/1", "payload": {"waiting": number}, "id": f"n{number}"}


def speak(terminal: Terminal, memory: Memory, chance: random.Random) -> None:
    """Say in bursts until the agent is gone: first all that has no answer, and some that have."""
    again = [*memory.pending, *chance.sample(sorted(memory.kept), min(2, len(memory.kept)))]
    while True:
        count = 0 if again else chance.choice((1, 1, 3, 20))
        fresh = range(memory.next, memory.next + count)
        memory.next += count
        memory.pending += fresh
        numbers, again = [*again, *fresh], []
        terminal.send(*map(beat, numbers))
        for number in numbers:
            memory.told(number, terminal.answer())


def recorded(served: Served, source: str) -> list[int]:
    """Return the numbers that the ledger has of a device, in the order of its chain."""
    query = "SELECT state FROM ledger.events WHERE originator_id = %s ORDER BY originator_version"
    with psycopg.connect(served.casino.superuser) as connection:
        rows = connection.execute(query, (source,)).fetchall()
    return [
        json.loads(bytes(state).partition(b"\n\n")[2])["payload"]["waiting"] for (state,) in rows
    ]


def test_kills_at_any_instant_lose_nothing(
    served: Served, folder: Path, source: str, line: Line
) -> None:
    """The agent dies while it starts, keeps, answers or sends; the line is down, or breaks."""
    chance = random.Random(20)
    config = folder / "agent.toml"
    config.write_text(config.read_text().replace(served.url, line.url))
    memory = Memory()
    line.up()
    for _ in range(KILLS):
        line.bytes_left = chance.choice((None, 0, 500, 3_000, 20_000))
        process = subprocess.Popen(
            [*COMMAND, "run", str(folder)],
            env=environment(folder),
            stderr=subprocess.DEVNULL,
        )
        started = chance.random() < 0.2
        timer = threading.Timer(chance.uniform(0, 0.4), process.kill)
        if started:
            timer.start()
        terminal = _connected(folder, process)
        if not started:
            timer.start()
        if terminal is not None:
            with suppress(OSError, ValueError):
                speak(terminal, memory, chance)
            terminal.close()
        process.wait(PATIENCE_SECONDS)
        timer.join()
    line.bytes_left = None
    with running(folder):
        terminal = Terminal(folder)
        for number in [*memory.pending, *memory.kept]:
            memory.told(number, terminal.ask(beat(number)))
        state = sent(terminal)
        terminal.close()
    assert memory.pending == []
    assert (state["notes"], state["last"]) == (0, len(memory.kept))
    order = sorted(memory.kept, key=lambda number: int(memory.kept[number].rpartition(":")[2]))
    assert recorded(served, source) == order
    assert len(order) == memory.next - 1 > KILLS


def test_a_line_that_breaks_alone_doubles_and_loses_nothing(
    served: Served, folder: Path, source: str, line: Line
) -> None:
    """The agent lives on; requests and answers are cut anywhere, and what waits is sent again."""
    chance = random.Random(21)
    config = folder / "agent.toml"
    config.write_text(config.read_text().replace(served.url, line.url))
    line.up()
    said = broken = 0
    with running(folder):
        terminal = Terminal(folder)
        while broken < BREAKS:
            line.bytes_left = chance.choice((0, 1, 200, 900, 2_500))
            for number in range(said + 1, said + chance.choice((2, 4, 21))):
                assert terminal.ask(beat(number))["event"] == f"{source}:{number}"
                said = number
            state = sent(terminal)
            broken += line.bytes_left is None
        terminal.close()
    assert (state["notes"], state["last"]) == (0, said)
    assert recorded(served, source) == list(range(1, said + 1))


def _connected(folder: Path, process: subprocess.Popen[bytes]) -> Terminal | None:
    """Return a terminal as soon as the agent listens; None if it died before."""
    until = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None:
        with suppress(FileNotFoundError, ConnectionRefusedError):
            return Terminal(folder)
        assert time.monotonic() < until
        time.sleep(0.005)
    return None


# --- disks that drop and tear --------------------------------------------------------------------

SCRIPT = """
import os, sys
from pathlib import Path
from ops.outside.devices.razao_client import Device, Key, Outbox, Receipt, Said
folder = Path(sys.argv[1])
key = Key.load(folder / "key.pem", lambda _: sys.argv[2].encode())
outbox = Outbox.make(folder / "disk" / "outbox.db", sys.argv[3], "mesa", key.public)
device = Device(key, outbox)
number = 0
for burst in range(260):
    count = (1, 1, 1, 4)[burst % 4]
    told = [
        Said(kind="heartbeat/1", payload={"waiting": number + n}, id=f"n{number + n}")
        for n in range(count)
    ]
    for n, kept in enumerate(device.say_each(told)):
        os.write(1, b"%d %d %s\\n" % (number + n, kept.seq, kept.link.encode()))
    number += count
    if burst % 20 == 19:
        waiting = device.waiting(30, 1_000_000)
        device.receive(
            [
                Receipt(origin=outbox.origin, source="mesa", first=one.first, count=one.count,
                        link=one.link.hex(), position=1_000 + one.first)
                for one in waiting
            ],
            50,
        )
        os.write(1, b"received %d\\n" % waiting[-1].last)
os._exit(0)
"""


@dataclass(frozen=True)
class Call:
    """A call that changed the disk, asked it to write, or told somebody."""

    name: str
    path: str
    data: bytes = b""
    at: int = 0


_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_FILE = re.compile(r"^\d+<([^>]*)>")


def traced(folder: Path, script: str) -> list[Call]:
    """Run a device under strace; return what it did to its disk, and when it answered."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    (folder / "disk").mkdir()
    Key.make(folder / "key.pem", WORD)
    trace = folder / "trace"
    names = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,rename"
    command = [
        strace, "-f", "-y", "-xx", "-s", "200000", "-e", f"trace={names}", "-o", str(trace),
        sys.executable, "-c", script, str(folder), WORD.decode(), ORIGIN,
    ]  # fmt: skip
    done = subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    if b"ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr.decode()
    return [call for text in trace.read_text("ascii").splitlines() for call in _calls(text, folder)]


def _calls(text: str, folder: Path) -> Iterator[Call]:
    """Yield what a line of the trace says, if it is about the device's disk."""
    found = _CALL.match(text)
    if found is None or int(found[3]) < 0:
        return
    name, arguments = found[1], found[2]
    strings = [bytes.fromhex(one.replace("\\x", "")) for one in re.findall(r'"([^"]*)"', arguments)]
    file = _FILE.match(arguments)
    path = _plain(file[1]) if file else ""
    disk = str(folder / "disk")
    match name:
        case "write" if arguments.startswith("1<"):
            yield Call("told", "", strings[0])
        case "pwrite64" if path.startswith(disk):
            assert int(found[3]) == len(strings[0])
            yield Call("write", path, strings[0], int(arguments.rpartition(", ")[2]))
        case "fsync" | "fdatasync" if path.startswith(disk):
            yield Call("sync", path)
        case "ftruncate" if path.startswith(disk):
            yield Call("truncate", path, at=int(arguments.rpartition(", ")[2]))
        case "unlink" if strings[0].decode().startswith(disk):
            yield Call("unlink", strings[0].decode())
        case "rename" if strings[0].decode().startswith(disk):
            yield Call("rename", strings[0].decode(), strings[1])
        case "openat" if strings[0].decode().startswith(disk) and "O_CREAT" in arguments:
            yield Call("create", strings[0].decode())
        case _:
            return


def _plain(path: str) -> str:
    """Return a path that strace may have written in hex."""
    if path.startswith("\\x"):
        return bytes.fromhex(path.replace("\\x", "")).decode()
    return path


class Disk:
    """Files as they are on the disk after a cut, and what of them was not synced yet."""

    def __init__(self) -> None:
        self.synced: dict[str, bytearray] = {}
        self.loose: list[Call] = []

    def do(self, call: Call) -> None:
        """Take a call; a sync makes whatever was done to its file last."""
        if call.name != "sync":
            self.loose.append(call)
            return
        mine = [one for one in self.loose if _concerns(one, call.path)]
        self.loose = [one for one in self.loose if one not in mine]
        for one in mine:
            _apply(self.synced, one)

    def cut(self, chance: random.Random) -> dict[str, bytearray]:
        """Return what a power cut leaves: of what was not synced all, a part, or nothing."""
        files = {path: bytearray(data) for path, data in self.synced.items()}
        fate = chance.choice(("all", "none", "some", "some"))
        for one in self.loose:
            if fate == "none" or (fate == "some" and chance.random() < 0.5):
                continue
            if fate == "some" and one.name == "write" and chance.random() < 0.5:
                torn = chance.randrange(0, len(one.data) + 1, SECTOR)
                one = Call("write", one.path, one.data[:torn], one.at)  # noqa: PLW2901 - torn
            _apply(files, one)
        return files


def _concerns(one: Call, path: str) -> bool:
    """Tell whether the sync of a file, or of its folder, makes a call last."""
    if one.name in {"unlink", "rename", "create"} and Path(one.path).parent == Path(path):
        return True
    return one.path == path


def _apply(files: dict[str, bytearray], one: Call) -> None:
    match one.name:
        case "create":
            files.setdefault(one.path, bytearray())
        case "unlink":
            files.pop(one.path, None)
        case "rename":
            if one.path in files:
                files[one.data.decode()] = files.pop(one.path)
        case "truncate":
            data = files.setdefault(one.path, bytearray())
            del data[one.at :]
            data.extend(bytes(one.at - len(data)))
        case _:
            data = files.setdefault(one.path, bytearray())
            data.extend(bytes(max(0, one.at + len(one.data) - len(data))))
            data[one.at : one.at + len(one.data)] = one.data


def test_disks_that_drop_and_tear_lose_nothing(tmp_path: Path) -> None:
    """At any instant, with any part of what was not synced: the outbox opens, and has it all."""
    calls = traced(tmp_path, SCRIPT)
    assert any(one.name == "write" and one.path.endswith(".db") for one in calls), "no checkpoint"
    cut_everywhere(tmp_path, calls)


def test_a_disk_that_is_not_asked_to_write_loses(tmp_path: Path) -> None:
    """The same cuts find an outbox that answers before its commits are synced."""
    lax = 'outbox._connection.execute("PRAGMA synchronous=NORMAL")\nnumber = 0'
    calls = traced(tmp_path, SCRIPT.replace("number = 0", lax))
    with pytest.raises((AssertionError, OutboxError)):
        cut_everywhere(tmp_path, calls)


RETRYING = """
import os, sys
from pathlib import Path
from ops.outside.devices.razao_client import Device, Key, Kept, Outbox
folder = Path(sys.argv[1])
key = Key.load(folder / "key.pem", lambda _: sys.argv[2].encode())
device = Device.open(folder / "outbox.db", key)
for number in range(80):
    while True:
        try:
            kept = device.say("heartbeat/1", {"waiting": number}, id=f"n{number}")
        except Exception as error:
            print("failed", error.code)
            continue
        print("kept", number, kept.seq, kept.link)
        break
"""


def test_a_disk_that_fails_loses_nothing(tmp_path: Path) -> None:
    """Writes and syncs end in errors; said again under its id, each event is kept once."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    key = Key.make(tmp_path / "key.pem", WORD)
    Outbox.make(tmp_path / "outbox.db", ORIGIN, "mesa", key.public).close()
    files = [str(tmp_path / f"outbox.db{end}") for end in ("", "-wal")]
    done = subprocess.run(
        [
            strace, "-f", "-q", "-o", "/dev/null", *(word for one in files for word in ("-P", one)),
            "-e", "trace=fdatasync,pwrite64", "-e", "inject=fdatasync:error=EIO:when=5+7",
            "-e", "inject=pwrite64:error=EIO:when=23+29",
            sys.executable, "-c", RETRYING, str(tmp_path), WORD.decode(),
        ],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )  # fmt: skip
    if "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert {line[1] for line in lines if line[0] == "failed"} >= {"unknown"}
    kept = [(int(line[2]), line[3]) for line in lines if line[0] == "kept"]
    outbox = Outbox.open(tmp_path / "outbox.db")
    assert [seq for seq, _ in kept] == list(range(1, 81))
    assert outbox.seq == 80
    for seq, link in kept:
        found = outbox.link_at(seq)
        assert found is not None
        assert found.hex() == link
    outbox.close()


def cut_everywhere(folder: Path, calls: list[Call]) -> None:
    """Cut the power at instants of a run; after each, look at what the disk has."""
    chance = random.Random(21)
    told = [number for number, call in enumerate(calls) if call.name == "told"]
    assert len(told) > 400
    cuts = set(chance.sample(range(told[0], len(calls)), IMAGES))
    disk = Disk()
    kept: dict[int, tuple[int, str]] = {}
    received = 0
    key = Key.load(folder / "key.pem", lambda _: WORD)
    image = folder / "image"
    for number, call in enumerate(calls):
        if call.name != "told":
            disk.do(call)
        elif call.data.startswith(b"received"):
            received = int(call.data.split()[1])
        else:
            said, seq, link = call.data.decode().split()
            kept[int(said)] = (int(seq), link)
        if number in cuts:
            _write(image, disk.cut(chance))
            _look(image / "outbox.db", key, kept, received)


def _write(folder: Path, files: dict[str, bytearray]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, data in files.items():
        (folder / Path(path).name).write_bytes(data)


def _look(path: Path, key: Key, kept: dict[int, tuple[int, str]], received: int) -> None:
    """Open an outbox after a cut: all that was answered is there, once, and the chain goes on."""
    outbox = Outbox.open(path)
    device = Device(key, outbox)
    try:
        for seq, link in kept.values():
            found = outbox.link_at(seq)
            assert found is not None
            assert found.hex() == link
        last = outbox.last_receipt()
        assert (0 if last is None else last.last) >= received
        unanswered = outbox.seq - len(kept)
        assert 0 <= unanswered <= 4  # of the burst that was being kept
        again = Said(kind="heartbeat/1", payload={"waiting": len(kept)}, id=f"n{len(kept)}")
        (done,) = device.say_each([again])
        assert not isinstance(done, Exception)
        assert (done.seq, done.repeated) == (len(kept) + 1, unanswered > 0)
        outbox.check()
    finally:
        outbox.close()


# --- disks that are full -------------------------------------------------------------------------


@contextmanager
def small_disk(where: Path) -> Iterator[Path]:
    """Have a small disk in memory under a folder; skip where nobody may mount one."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    where.mkdir()
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=3m", "none", str(where)]
    if (
        mount is None
        or umount is None
        or os.geteuid() != 0
        or subprocess.run(command, check=False, capture_output=True).returncode
    ):
        pytest.skip("needs root and the right to mount a file system")
    try:
        yield where
    finally:
        subprocess.run([umount, "--lazy", str(where)], check=True)


def test_full_disks_lose_nothing(tmp_path: Path) -> None:
    """What is refused is not there, what is kept stays; with room again it goes on by itself."""
    chance = random.Random(22)
    key = Key.make(tmp_path / "key.pem", WORD)
    with small_disk(tmp_path / "disk") as where:
        path, ballast = where / "outbox.db", where / "ballast"
        outbox = Outbox.make(path, ORIGIN, "mesa", key.public)
        device = Device(key, outbox)
        kept: list[int] = []
        refused = number = 0
        for _ in range(FULL_DISKS):
            room = os.statvfs(where)
            size = room.f_bavail * room.f_frsize - chance.choice((0, 4_096, 12_288, 40_960))
            ballast.write_bytes(bytes(max(0, size)))
            for _ in range(chance.randrange(5, 40)):
                count = chance.choice((1, 3))
                told = [
                    Said(kind="heartbeat/1", payload={"waiting": number + n}) for n in range(count)
                ]
                for n, done in enumerate(device.say_each(told)):
                    if isinstance(done, OutboxError):
                        assert done.code == "disk-full", done
                        refused += 1
                    else:
                        assert not isinstance(done, Exception)
                        kept.append(number + n)
                        assert done.seq == len(kept)
                number += count
            if chance.random() < 0.5:  # the process ends while the disk is full
                outbox.close()
                Outbox.open(path).close()
            ballast.unlink()
            if chance.random() < 0.5:
                outbox.close()
            with suppress(OutboxError):
                outbox.close()
            outbox = Outbox.open(path)
            device = Device(key, outbox)
        assert refused > FULL_DISKS
        said = [
            decode(envelope).payload
            for one in device.waiting(100_000, 100_000_000)
            for envelope in Segment.read(one.line).envelopes
        ]
        assert [getattr(one, "waiting", 0) for one in said] == kept
        outbox.check()
        outbox.close()


def test_the_agent_says_that_the_disk_is_full(served: Served, folder: Path, source: str) -> None:
    """To the terminal, in both languages; and keeps on when there is room again."""
    with small_disk(folder.parent / "disk") as where:
        shutil.copytree(folder, where / "device")
        device = where / "device"
        with running(device) as process:
            terminal = Terminal(device)
            assert terminal.ask(beat(1))["kept"]
            room = os.statvfs(where)
            (where / "ballast").write_bytes(bytes(room.f_bavail * room.f_frsize))
            numbers = iter(range(2, 3_000))
            told = next(one for n in numbers if not (one := terminal.ask(beat(n)))["kept"])
            assert told["code"] == "disk-full"
            assert "o disco está cheio" in told["pt"]
            codes = [one["code"] for one in terminal.ask({"ask": "status"})["troubles"]]
            assert "disk-nearly-full" in codes
            (where / "ballast").unlink()
            refused = next(numbers) - 1
            again = terminal.ask(beat(refused))
            assert again["kept"]
            state = sent(terminal)
            assert state["last"] == refused
            terminal.close()
            assert process.poll() is None
    assert recorded(served, source) == list(range(1, refused + 1))
