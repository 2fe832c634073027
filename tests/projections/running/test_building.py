"""Building anew: by any number of processes the same rows, or none and the live ones stay."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

import psycopg
import pytest

from ledger.events.rounds import RoundClosed
from projections.base.errors import HaltedError
from projections.running import building, reading_ahead
from projections.running import page_writer as writing
from projections.running.building import rebuild
from projections.running.reading_ahead import ReadingAhead
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import TABLE, play, round_name

pytestmark = pytest.mark.recorded


def live(casino: Casino) -> dict[str, str]:
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
        return runner.digests()


def damage(casino: Casino, statement: str) -> None:
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(statement.encode())


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.parametrize("several", [(3,), pytest.param((2, 4, 5), marks=pytest.mark.deep)])
def test_several_processes_build_what_one_does(night: Casino, several: Sequence[int]) -> None:
    """The rows are those of the live set, its readers may read them, and it goes on from there."""
    before = live(night)
    for processes in several:
        assert rebuild(night.conninfo, page=7, processes=processes) == before
    with psycopg.connect(night.conninfo, options="-c role=razao_inspector") as connection:
        row = connection.execute("SELECT count(*) FROM projections.history").fetchone()
    assert row == (night.installation.reader.last_position(),)
    play(night, 30)
    assert live(night) == rebuild(night.conninfo, processes=1) != before


@pytest.mark.usefixtures("forked_quickly")
def test_what_is_recorded_meanwhile_is_in_it(night: Casino) -> None:
    """Events that come while two processes build are folded before the swap, digests included."""
    live(night)
    rounds = iter(range(30, 40))

    def more_comes(done: int, last: int) -> None:
        if done < last:
            play(night, next(rounds))

    digests = rebuild(night.conninfo, page=40, processes=4, progress=more_comes)
    with Runner(night.conninfo) as runner:
        assert runner.position == night.installation.reader.last_position()
        assert runner.digests() == digests
    assert night.rows("SELECT 1 FROM {s}.history WHERE round = 30")


@pytest.mark.one_in(9)
@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.parametrize("processes", [4, 1, 2])
@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM ledger.events WHERE notification_id = 7", "position 7 is missing"),
        (
            "DELETE FROM ledger.events WHERE notification_id > 60",
            "position 61 is missing",
        ),
        (
            "UPDATE ledger.events SET state = state || '}' WHERE notification_id = 9",
            "position 9 is not what was recorded there",
        ),
        (
            "UPDATE ledger.events SET state = decode('7b7d', 'hex') WHERE notification_id = 9",
            "position 9 is not what was recorded there: the envelope is not that of its link",
        ),
    ],
)
def test_a_log_with_a_hole_stops_the_build(
    night: Casino, *, processes: int, statement: str, message: str
) -> None:
    """A position that is missing or cannot be read is named, and the live set stays as it was."""
    before = live(night)
    damage(night, statement)
    with pytest.raises(HaltedError, match=message):
        rebuild(night.conninfo, page=5, processes=processes)
    with Runner(night.conninfo) as runner:
        assert runner.digests() == before


def die(_conninfo: str, _until: int, _page: int, _outcome: Connection) -> None:
    os._exit(3)


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.deep
def test_a_second_process_that_dies_stops_the_build(
    night: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is told; the next build throws away what was left."""
    before = live(night)
    monkeypatch.setattr(building, "_fold_beside", die)
    with pytest.raises(HaltedError, match="exit code 3"):
        rebuild(night.conninfo, processes=4)
    monkeypatch.undo()
    night.say(TABLE, RoundClosed(), round_id=round_name(99))
    assert rebuild(night.conninfo, processes=4) == live(night) != before


def hand_over_nothing(_conninfo: str, _until: int, parts: Connection, *_: object) -> None:
    parts.close()
    os._exit(6)


@pytest.mark.usefixtures("forked_quickly")
def test_a_reading_process_that_dies_stops_the_build(
    night: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is told, and the live set stays as it was."""
    before = live(night)
    monkeypatch.setattr(reading_ahead, "_read", hand_over_nothing)
    with pytest.raises(HaltedError, match="reads ended with exit code 6"):
        rebuild(night.conninfo, processes=4)
    with Runner(night.conninfo) as runner:
        assert runner.digests() == before


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.parametrize("size", [1, 7, 500])
def test_of_what_was_handed_over_a_page_can_be_had_again(night: Casino, size: int) -> None:
    """Parts come in order and exactly as asked, and again from where the last page began."""
    last, page = night.installation.reader.last_position(), 20
    with ReadingAhead(night.conninfo, last, page) as ahead:
        coming = ahead.parts(after=0, last=last, size=size)
        first = [one for _ in range(page // size + 1) for one in next(coming, ())]
        again = list(ahead.parts(after=len(first) // 2, last=last, size=size))
        assert {len(part) for part in again[:-1]} <= {size}
        told = [*first[: len(first) // 2], *(one for part in again for one in part)]
    assert [one[0] for one in told] == list(range(1, last + 1))


@pytest.mark.deep
def test_a_process_without_threads_is_forked(night: Casino) -> None:
    """A build that begins alone forks the others; its rows are those of the live set."""
    before = live(night)
    script = (
        "import sys, projections.running.building as b, projections.running.page_writer as w\n"
        "assert w.processes().get_start_method() == sys.argv[2]\n"
        "print(*sorted(b.rebuild(sys.argv[1], page=7, processes=4).values()))\n"
    )
    method = "fork" if sys.platform == "linux" else "spawn"
    command = [sys.executable, "-c", script, night.conninfo, method]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    assert told.stdout.split() == sorted(before.values())


def test_beside_threads_no_process_is_forked() -> None:
    """A fork beside a thread could wait for ever for what that thread held."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert writing.processes().get_start_method() == "spawn"
    finally:
        stop.set()
        thread.join()


def test_the_writer_ends_with_the_build_that_began_it(casino: Casino) -> None:
    """One that is killed leaves no writer waiting for its next page."""
    script = (
        "import os, sys, projections.running.page_writer as w\n"
        "w.Writer(sys.argv[1], 'projections_next')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    command = [sys.executable, "-c", script, casino.conninfo]
    told = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    # The writer has the pipe of what is printed: that this came to its end says that both did.
    assert told.returncode == -signal.SIGKILL


def die_at_the_second(_conninfo: str, _schema: str, pages: Connection, *_: object) -> None:
    pages.recv()
    pages.send(None)
    pages.recv()
    os._exit(4)


def die_at_once(_conninfo: str, _schema: str, pages: Connection, *_: object) -> None:
    pages.close()
    os._exit(5)


def refuse(_conninfo: str, _schema: str, pages: Connection, *_: object) -> None:
    pages.recv()
    pages.send("disk full")


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.parametrize("page", [pytest.param(1, marks=pytest.mark.deep), 7])
@pytest.mark.parametrize(
    ("instead", "message"),
    [
        pytest.param(die_at_the_second, "exit code 4", marks=pytest.mark.deep),
        pytest.param(die_at_once, "exit code 5", marks=pytest.mark.deep),
        (refuse, "disk full"),
    ],
)
def test_a_page_that_cannot_be_written_stops_the_build(
    night: Casino,
    monkeypatch: pytest.MonkeyPatch,
    instead: Callable[..., None],
    message: str,
    page: int,
) -> None:
    """It is told why, and no event is blamed that would read it; the live set stays as it was."""
    before = live(night)
    monkeypatch.setattr(writing, "_write", instead)
    with pytest.raises(HaltedError, match=f"^a page could not be written: .*{message}"):
        rebuild(night.conninfo, page=page, processes=4)
    with Runner(night.conninfo) as runner:
        assert runner.digests() == before


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.deep
def test_pages_that_another_process_writes_are_seen_by_the_next(night: Casino) -> None:
    """A page of one event reads what the pages before it wrote: openings, rounds, corrections."""
    assert rebuild(night.conninfo, page=1, processes=4) == live(night)
