"""A rebuild beside a serving door: nobody stops the service, and each event is folded once."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from ledger.events.registry import Heartbeat
from ops.catch_up import judge_all
from ops.commands.progress import Progress
from ops.commands.running.rebuild import _Live
from ops.commands.running.serving.follower import Follower
from projections.base.errors import HeldError
from projections.base.store import connect
from projections.running.building import rebuild
from projections.running.exchange import exchange, is_wanted
from projections.running.runner import Runner
from tests.api.conftest import Site, opened
from tests.api.routes.test_submissions import beat, line
from tests.api.test_serve import eventually, projected
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao

pytestmark = pytest.mark.recorded


def told_again(casino: Casino, follower: Follower) -> None:
    """Wait until the follower has folded what is recorded now."""
    casino.say("mesa-ra", Heartbeat())
    last = casino.installation.reader.last_position()
    eventually(lambda: projected(casino) == last, "the history holds every event")
    assert follower.trouble() is None


def test_a_rebuild_takes_the_place_of_what_a_service_follows(night: Casino) -> None:
    """The command ends well while the service serves and events come; the figures are the same."""
    follower = Follower(night.conninfo, retry=(0.05,))
    follower.start()
    try:
        eventually(lambda: follower.trouble() is None, "it follows")
        told_again(night, follower)
        done = razao(night.superuser, night.installation.home, "rebuild")
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        assert "differs" not in done.stdout
        assert "same" in done.stdout
        eventually(lambda: follower.trouble() is None, "it follows the new set")
        told_again(night, follower)
    finally:
        follower.stop()
    with Runner(night.conninfo) as live:
        digests = live.digests()
    assert rebuild(night.conninfo) == digests


def test_what_comes_during_the_exchange_is_folded_once(night: Casino) -> None:
    """What is recorded while nobody follows stands in the history afterwards, each event once."""
    follower = Follower(night.conninfo, retry=(0.05,))
    follower.start()
    eventually(lambda: follower.trouble() is None, "it follows")

    def more_comes(_position: int) -> None:
        assert "exchanged" in (follower.trouble() or "")
        night.say("mesa-ra", Heartbeat())

    try:
        rebuild(night.conninfo, before_swap=more_comes)
        eventually(lambda: follower.trouble() is None, "it follows the new set")
        told_again(night, follower)
    finally:
        follower.stop()


def test_what_is_far_behind_is_compared_where_it_stands(
    night: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The live set is not folded on for that, so each event is folded once; then all is there."""
    with Runner(night.conninfo) as live:
        live.catch_up(until=40)
    stood, plain = list[int](), _Live.stand
    monkeypatch.setattr("ops.commands.running.rebuild._FAR_EVENTS", 10)
    monkeypatch.setattr(_Live, "stand", lambda self, at: (stood.append(at), plain(self, at))[1])
    done = razao(night.superuser, night.installation.home, "rebuild")
    assert (done.returncode, "the same as before" in done.stdout) == (0, True), done
    assert (stood, projected(night)) == ([40], night.last)


def test_a_service_that_begins_during_the_exchange_is_waited_for(night: Casino) -> None:
    """It took the live set up before it saw that a rebuild wants it: it lets go."""
    judge_all(night.conninfo)
    live, taken = _Live(night.conninfo, Progress()), threading.Event()

    def begin() -> None:
        with Runner(night.conninfo):
            taken.set()
            time.sleep(0.3)

    def compared(position: int) -> None:
        service = threading.Thread(target=begin)
        service.start()
        assert taken.wait(30)
        live.stand(position)
        service.join()

    rebuild(night.conninfo, before_swap=compared)
    assert live.compared


@contextmanager
def over_and_over(do: Callable[[], None]) -> Generator[list[int]]:
    """Do something in a thread of its own as long as the block lasts; give how often it was."""
    stop, times, failed = threading.Event(), [0], list[BaseException]()

    def work() -> None:
        try:
            while not stop.is_set():
                do()
                times[0] += 1
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield times
    finally:
        stop.set()
        thread.join()
    assert failed == []


def submits(site: Site) -> None:
    """Send the next event of the table over HTTP: it must have its receipt at once."""
    answer = site.post("/v1/events", line(beat(site.casino.source("mesa-ra"))))
    assert (answer.status_code, "recorded" in answer.text) == (200, True), answer.text


def reads(site: Site) -> None:
    """Ask for findings and jackpots' sums as people do: never an error, never half a set."""
    found = site.get("/v1/findings")
    assert (found.status_code, len(found.json()["items"]) > 0) == (200, True), found.text
    assert site.get("/v1/trial-balance").status_code == 200
    assert site.get("/health", None).status_code in {200, 503}


@pytest.mark.deep
def test_the_door_takes_events_and_people_read_while_a_rebuild_runs(night: Casino) -> None:
    """Each event sent has its receipt, each question its answer, and each event is folded once."""
    night.project()
    follower = Follower(night.conninfo, retry=(0.05,))
    with opened(night, trouble=follower.trouble) as site:
        follower.start()
        try:
            eventually(lambda: follower.trouble() is None, "it follows")
            with over_and_over(lambda: submits(site)) as sent, over_and_over(lambda: reads(site)):
                eventually(lambda: sent[0] > 0, "events come")
                rebuild(night.conninfo, page=7)
            eventually(lambda: follower.trouble() is None, "it follows the new set")
            eventually(lambda: projected(night) == night.last, "the history holds every event")
            assert site.get("/health", None).json()["status"] == "ok"
        finally:
            follower.stop()
    with Runner(night.conninfo) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(night.conninfo) == digests


def test_who_reads_one_table_after_another_and_a_rebuild_both_come_to_their_end(
    casino: Casino,
) -> None:
    """A reader's transaction and the exchange want tables of each other: neither is broken off."""
    casino.project()
    failed: list[BaseException] = []

    def exchanged() -> None:
        try:
            rebuild(casino.conninfo)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            failed.append(error)

    with connect(casino.conninfo) as reading, connect(casino.conninfo) as looking:
        tables = [
            name
            for (name,) in looking.execute(
                "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables "
                "WHERE schemaname = 'projections' ORDER BY 1"
            )
        ]
        rebuilding = threading.Thread(target=exchanged)
        with reading.transaction():
            middle = len(tables) // 2
            reading.execute(f"SELECT FROM {tables[middle]} LIMIT 1".encode())
            rebuilding.start()
            waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'"
            eventually(lambda: looking.execute(waits).fetchone() != (0,), "the exchange waits")
            for one in tables:
                reading.execute(f"SELECT FROM {one} LIMIT 1".encode())
        rebuilding.join()
    assert failed == []


def test_two_rebuilds_exchange_one_after_the_other(casino: Casino) -> None:
    """Who waits longer than he wants to is told that another one exchanges."""
    casino.project()
    with exchange(casino.conninfo):  # noqa: SIM117 - the second within the first
        with (
            pytest.raises(HeldError, match="another rebuild"),
            exchange(casino.conninfo, seconds=0.05),
        ):
            pass


def test_a_runner_that_does_not_let_go_is_named(casino: Casino) -> None:
    """A command that folds for long keeps the live set: the rebuild says so and changes nothing."""
    casino.project()
    with Runner(casino.conninfo) as other:
        with (
            pytest.raises(HeldError, match="lets none in"),
            exchange(casino.conninfo, seconds=0.05),
        ):
            pass
        other.catch_up()
    with connect(casino.conninfo) as connection:
        assert not is_wanted(connection)


def test_a_rebuild_that_dies_lets_the_service_go_on(casino: Casino) -> None:
    """Its locks end with its connection: whoever follows waits for nobody."""
    casino.project()

    def die(_position: int) -> None:
        raise MemoryError("no more")

    follower = Follower(casino.conninfo, retry=(0.05,))
    follower.start()
    try:
        with pytest.raises(MemoryError):
            rebuild(casino.conninfo, before_swap=die)
        eventually(lambda: follower.trouble() is None, "it follows")
        told_again(casino, follower)
    finally:
        follower.stop()
