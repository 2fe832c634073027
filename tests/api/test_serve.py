"""What runs around the app: the follower, the clock, the command, and the keys it lets in."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psycopg
import pytest

from api.services.api_keys import Gate, Role
from api.services.checkpoints import Checkpoints
from ledger.events.registry import AccessGranted2, AccessWithdrawn, ClockTicked, Heartbeat
from ledger.signed.canonical import decode
from ledger.store.reader import Reader
from ops.cli import main
from ops.commands.running.serve import (
    _is_loopback,  # pyright: ignore[reportPrivateUsage]
    running,
)
from ops.commands.running.serving.clock import TICK_SECONDS_MAX, Clock
from ops.commands.running.serving.follower import Follower
from ops.commands.running.serving.place import (
    _take,  # pyright: ignore[reportPrivateUsage]
    alone,
)
from projections.running.runner import Runner
from projections.stages.history.stage import History
from tests.fixtures.casino import Casino
from tests.fixtures.postgres import Database

PATIENCE_SECONDS = 60.0
TAKEN_SECONDS_MAX = 10.0
"""With four busy machines' work on one it takes seven: a quiet one takes two."""


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def projected(casino: Casino) -> int:
    """Return how far the projections are."""
    rows = casino.rows("SELECT count(*) AS events FROM {s}.history")
    return rows[0]["events"]


@pytest.fixture
def follower(casino: Casino) -> Iterator[Follower]:
    """Give a follower that tries again soon; it is stopped at the end."""
    follower = Follower(casino.conninfo, retry=(0.05,))
    yield follower
    follower.stop()


def test_the_follower_brings_what_is_recorded_into_the_projections(
    casino: Casino, follower: Follower
) -> None:
    """Without being told: what is recorded now is soon in the history."""
    follower.start()
    eventually(lambda: follower.trouble() is None, "it follows")
    casino.say("mesa-ra", Heartbeat())
    last = casino.installation.reader.last_position()
    eventually(lambda: projected(casino) == last, "the history holds every event")


def test_the_follower_waits_for_whoever_holds_the_projections(
    casino: Casino, follower: Follower
) -> None:
    """It says who is in the way, and goes on by itself."""
    with Runner(casino.conninfo) as other:
        follower.start()
        eventually(lambda: "another runner" in (follower.trouble() or ""), "it says why")
        other.catch_up()
    eventually(lambda: follower.trouble() is None, "it follows")


def test_the_follower_stops_at_what_cannot_be_folded_and_says_where(
    casino: Casino, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the machine is at fault it tries the same event again, and goes on once it can."""
    fold = History.fold

    def broken(self: History, event: Any, produced: Any) -> None:
        if event.kind == "heartbeat/1":
            raise OSError("the disk is gone")
        fold(self, event, produced)

    casino.say("mesa-ra", Heartbeat())
    casino.say("mesa-ra", Heartbeat())
    with monkeypatch.context() as patch:
        patch.setattr(History, "fold", broken)
        patch.setattr(History, "kinds", None)
        follower.start()
        eventually(lambda: "cannot fold" in (follower.trouble() or ""), "it says where")
        assert "heartbeat/1 mesa-ra:1" in (follower.trouble() or "")
    eventually(lambda: follower.trouble() is None, "it follows")
    last = casino.installation.reader.last_position()
    eventually(lambda: projected(casino) == last, "the history holds every event")


def test_a_second_process_waits_until_the_first_is_gone(casino: Casino) -> None:
    """It says once that it is the standby; the place is its own when the other's session ends."""
    said: list[str] = []
    served = threading.Event()

    def second() -> None:
        with alone(casino.conninfo, lambda: said.append("standby"), look=0.01):
            served.set()

    waiting = threading.Thread(target=second)
    with alone(casino.conninfo, lambda: said.append("nobody else")):
        waiting.start()
        eventually(lambda: said == ["standby"], "it waits")
        assert not served.wait(0.1)
    assert served.wait(PATIENCE_SECONDS)
    waiting.join()
    assert said == ["standby"]


def test_a_standby_whose_database_went_waits_on(casino: Casino) -> None:
    """Its own sessions may be cut; it looks again, and asks nobody for help."""
    served = threading.Event()

    def second() -> None:
        with alone(casino.conninfo, lambda: None, look=0.01):
            served.set()

    waiting = threading.Thread(target=second)
    with alone(casino.conninfo, lambda: None):
        waiting.start()
        with psycopg.connect(casino.superuser, autocommit=True) as connection:
            for _ in range(20):
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE '%advisory_lock%' AND pid <> pg_backend_pid() "
                    "AND datname = current_database() "
                    "AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
                )
        assert not served.is_set()
    assert served.wait(PATIENCE_SECONDS)
    waiting.join()


def ticks(casino: Casino) -> int:
    """Return how often the clock has ticked."""
    rows = casino.installation.reader.page(after=0, limit=1_000)
    return sum(row.kind == ClockTicked.KIND for row in rows)


def test_the_clock_ticks_once_a_second_under_load_and_twice_a_minute_at_rest(
    casino: Casino,
) -> None:
    """A tick is itself recorded, and is no reason for the next one."""
    now = [0.0]
    clock = Clock(
        casino.installation, Checkpoints(casino.installation.log), monotonic=lambda: now[0]
    )
    reader = casino.installation.reader

    def look() -> bool:
        now[0] += 1
        return clock.look(reader.last_position())

    assert look()
    assert not any(look() for _ in range(5))
    casino.say("mesa-ra", Heartbeat())
    assert look()
    assert not look()
    assert sum(look() for _ in range(int(TICK_SECONDS_MAX) * 2)) == 2
    assert ticks(casino) == 4


def test_the_clock_writes_what_was_refused_once_a_minute(casino: Casino) -> None:
    """Refusals are folded in between, and a checkpoint is signed with them."""
    now = [0.0]
    checkpoints = Checkpoints(casino.installation.log)
    clock = Clock(casino.installation, checkpoints, monotonic=lambda: now[0])
    clock.look(0)
    segment = casino.source("mesa-ra").say(Heartbeat(), "2026-11-20T22:00:00.000000Z")
    casino.door.submit([type(segment)(key=bytes(32), signature=bytes(64), envelopes=(b"x",))] * 3)
    now[0] = 59
    clock.look(0)
    kinds = [row.kind for row in casino.installation.reader.page(after=0, limit=100)]
    assert "submission-refused/1" not in kinds
    now[0] = 60
    clock.look(0)
    kinds = [row.kind for row in casino.installation.reader.page(after=0, limit=100)]
    assert kinds.count("submission-refused/1") == 1
    assert checkpoints.last() is not None


def test_a_clock_that_cannot_tick_says_so(casino: Casino) -> None:
    """What is stored contradicts itself: no root is signed, and the trouble is shown."""
    for _ in range(2):
        casino.say("mesa-ra", Heartbeat())
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.events SET state = state || ' ' WHERE originator_id = 'mesa-ra' "
            "AND originator_version = 1"
        )
    clock = Clock(casino.installation, Checkpoints(casino.installation.log))
    clock.start()
    eventually(lambda: clock.trouble() is not None, "it says that it does not tick")
    clock.stop()
    assert "the link is not that of its envelope" in (clock.trouble() or "")
    with psycopg.connect(casino.superuser) as connection:  # so that the door closes in peace
        connection.execute(
            "UPDATE ledger.events SET state = substring(state FOR octet_length(state) - 1) "
            "WHERE originator_id = 'mesa-ra' AND originator_version = 1"
        )


def test_running_starts_and_stops_everything(casino: Casino) -> None:
    """Threads end with the block."""
    before = {one.name for one in threading.enumerate()}
    with running(casino.installation) as services:
        eventually(lambda: services.trouble() is None, "the projections follow")
        assert services.origin == "razao.test"
    names = {one.name for one in threading.enumerate()} - before
    assert not names & {"follower", "clock"}


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("x", False)],  # noqa: S104 - what is refused
)
def test_what_is_reached_from_elsewhere_is_known(host: str, loopback: bool) -> None:
    """Only these addresses stay on the machine."""
    assert _is_loopback(host) is loopback


# --- the commands, as people type them ------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def razao(
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Run:
    """Run ``razao`` over a fresh database; give exit code, standard output and standard error."""
    monkeypatch.setenv("RAZAO_HOME", str(tmp_path))
    monkeypatch.setenv("RAZAO_DATABASE_URL", database.login)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        assert isinstance(end.value.code, int)
        told, said = capfd.readouterr()
        return end.value.code, told, said

    return run


def test_without_a_ledger_it_says_how_to_get_one(razao: Run) -> None:
    """Nothing is founded in passing: the name of a ledger is for ever."""
    code, out, err = razao("serve")
    assert (code, out) == (2, "")
    assert "razao keys found ORIGIN" in err


def test_a_key_is_printed_once_and_its_grant_is_an_event(razao: Run, database: Database) -> None:
    """The key alone on standard output; the ledger says who was let in, and until when."""
    razao("keys", "found", "razao.test")
    code, out, err = razao("keys", "api", "insp-ana", "--role", "inspector")
    assert code == 0
    assert "cannot be shown again" in err.replace("\n", " ")
    key = out.strip()
    with Gate(database.login) as gate:
        caller = gate.caller(key)
        assert caller is not None
        assert (caller.name, caller.role) == ("insp-ana", Role.INSPECTOR)
        listed = razao("keys", "api-list")[1]
        assert "insp-ana" in listed
        assert key not in listed
        assert razao("keys", "api-revoke", "insp-ana", "--reason", "left")[0] == 0
        assert gate.caller(key) is None
    with Reader(database.login) as reader:
        said = [decode(row.envelope).payload for row in reader.page(after=0, limit=100)]
    (given,) = (one for one in said if isinstance(one, AccessGranted2))
    assert (given.source, given.role, given.prefix) == ("insp-ana", "inspector", key.split("_")[1])
    assert AccessWithdrawn(source="insp-ana", role="inspector", reason="left") in said


def test_a_key_that_cannot_be_is_refused(razao: Run) -> None:
    """Exit 2, with what was wrong; no key is made."""
    razao("keys", "found", "razao.test")
    razao("keys", "api", "rui", "--role", "finance")
    for arguments, said in (
        (("api", "x y", "--role", "inspector"), "NAME: expected letters"),
        (("api", "mesa", "--role", "source"), "names its sources"),
        (("api", "ana", "--role", "admin", "--source", "servico"), "any other names none"),
        (("api", "mesa", "--role", "source", "--source", "mesa-9"), "mesa-9 is not enrolled"),
        (("api", "rui", "--role", "dispute"), "an API key named rui is in use"),
        (("api-revoke", "nobody"), "no living API key is named nobody"),
    ):
        code, out, err = razao("keys", *arguments)
        assert (code, out) == (2, "")
        assert said in err.replace("\n", " ")
    assert razao("keys", "api-list")[1].count("razao_") == 1


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ask(address: str, key: str | None = None) -> tuple[int, bytes]:
    """Ask a server; status 0 while it does not listen."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    try:
        with urlopen(Request(address, headers=headers), timeout=5) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        return error.code, error.read()
    except URLError:
        return 0, b""


def first_kinds(address: str, key: str) -> list[str]:
    """Return the kind of the first event a server lists: none until projections read it."""
    status, body = ask(f"{address}/v1/events?limit=1", key)
    assert status == 200
    return [item["kind"] for item in json.loads(body)["items"]]


def test_it_serves_until_it_is_told_to_stop(razao: Run, database: Database, tmp_path: Path) -> None:
    """Health turns green, keys let in; SIGTERM ends it in order, reads and clock included."""
    razao("keys", "found", "razao.test")
    key = razao("keys", "api", "insp-ana", "--role", "inspector")[1].strip()
    port = free_port()
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.cli", "serve", "--port", str(port)],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            eventually(lambda: ask(f"{address}/health")[0] == 200, "health is green")
            founded = ["ledger-founded/2"]
            eventually(lambda: first_kinds(address, key) == founded, "the founding is read")
            assert ask(f"{address}/v1/events")[0] == 401
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_SECONDS) == 0
        finally:
            process.kill()
            process.wait()
    assert "Traceback" not in (tmp_path / "log").read_text()
    with Reader(database.login) as reader:
        kinds = [row.kind for row in reader.page(after=0, limit=100)]
    assert "access-recorded/1" in kinds
    assert kinds[-1] == ClockTicked.KIND


def test_who_says_nothing_loses_the_place(casino: Casino) -> None:
    """A process that stands still is no better than one that is gone."""
    silent = _take(casino.conninfo, silent=0.2)
    assert silent is not None
    with alone(casino.conninfo, lambda: None, look=0.05):
        with pytest.raises(psycopg.OperationalError, match="idle-session timeout"):
            silent.execute("SELECT")
        assert _take(casino.conninfo, silent=0.2) is None


@pytest.mark.deep
@pytest.mark.parametrize(("how", "silent"), [(signal.SIGKILL, 0), (signal.SIGSTOP, 5)])
def test_a_standby_takes_over_within_seconds(
    razao: Run, database: Database, tmp_path: Path, how: signal.Signals, silent: int
) -> None:
    """The first is killed as by a power cut, or stands still: the standby's health is green."""
    razao("keys", "found", "razao.test")
    ports = [free_port(), free_port()]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for port in ports:
            with (tmp_path / f"log-{port}").open("w") as log:
                processes.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "ops.cli", "serve", "--port", str(port)],
                        stdout=log,
                        stderr=subprocess.STDOUT,
                    )
                )
            if port == ports[0]:
                eventually(
                    lambda: ask(f"http://127.0.0.1:{ports[0]}/health")[0] == 200, "it serves"
                )
        second = tmp_path / f"log-{ports[1]}"
        eventually(lambda: "is its standby" in second.read_text(), "the second is the standby")
        processes[0].send_signal(how)
        begun = time.monotonic()
        eventually(lambda: ask(f"http://127.0.0.1:{ports[1]}/health")[0] == 200, "it takes over")
        assert time.monotonic() - begun < silent + TAKEN_SECONDS_MAX
        if how is signal.SIGSTOP:  # and when it moves again, both serve
            processes[0].send_signal(signal.SIGCONT)
            eventually(
                lambda: "lost the place" in (tmp_path / f"log-{ports[0]}").read_text(), "it says so"
            )
            for port in ports:
                address = f"http://127.0.0.1:{port}/checkpoint"
                eventually(lambda address=address: ask(address)[0] == 200, "both answer")
    finally:
        for process in processes:
            process.kill()
            process.wait()
    with Reader(database.login) as reader:
        assert reader.last_position() > 0
