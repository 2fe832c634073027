"""Files that are made while one goes on: followed, taken, cancelled, made by the next process."""

import io
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile

import pytest

from api.services.api_keys import Caller, Role
from api.services.deps import Working
from api.services.people.job_table import Desk
from api.services.people.prepared import (
    ALL_MAX,
    EACH_MAX,
    KEPT_HOURS,
    FullError,
    Make,
    Order,
    PreparedFiles,
    Step,
)
from projections.reads.basis.scope import EVERY_CASINO
from tests.api.conftest import Site, opened
from tests.fixtures.casino import DAY, Casino


def ready(site: Site, address: str) -> dict[str, Any]:
    """Follow a file that was asked for, until it is made; return its job."""
    headers = {**site.headers(Role.INSPECTOR), "Prefer": "respond-async"}
    begun = site.client.get(address, headers=headers)
    assert (begun.status_code, begun.headers["Preference-Applied"]) == (202, "respond-async")
    at = begun.headers["Location"]
    for _ in range(2_000):
        job = site.get(at).json()
        if job["state"] in ("ready", "failed"):
            return job
        file = site.get(f"{at}/file").status_code
        assert file == 404 or site.get(at).json()["state"] == "ready"
        time.sleep(0.03)
    raise AssertionError("the file was never ready")


def test_an_export_is_made_while_one_goes_on(evening: Site) -> None:
    """The rows that the same address streams; its size and hash; nobody else's, and listed."""
    address = f"/v1/exports/history?format=jsonl&from={DAY}&to={DAY}&place=RA-01"
    job = ready(evening, address)
    taken = evening.get(job["file"])
    assert (len(taken.content), sha256(taken.content).hexdigest()) == (job["size"], job["sha256"])
    assert taken.text.splitlines()[1:] == evening.get(address).text.splitlines()[1:]
    assert job["filters"] == {"from": DAY, "to": DAY, "place": "RA-01"}
    assert job in evening.get("/v1/jobs").json()["items"]
    for end in ("", "/file"):
        assert evening.get(job["address"] + end, Role.FINANCE).status_code == 404
    assert job not in evening.get("/v1/jobs", Role.FINANCE).json()["items"]


def test_a_months_papers_are_made_while_one_goes_on(evening: Site) -> None:
    """The month as it was known at a position; as many papers as it says."""
    job = ready(evening, f"/v1/accounts/papers?month={DAY[:7]}&lang=en&known=900")
    with ZipFile(io.BytesIO(evening.get(job["file"]).content)) as papers:
        assert len(papers.namelist()) == job["of"] == job["done"]
        assert f"mesas-{DAY}.pdf" in papers.namelist()


def test_what_cannot_be_had_is_refused_before_a_job(evening: Site) -> None:
    """A filter that names nothing is refused as without the preference."""
    headers = {**evening.headers(Role.INSPECTOR), "Prefer": "respond-async"}
    wrong = evening.client.get("/v1/exports/history?place=RA-09", headers=headers)
    assert (wrong.status_code, "RA-01" in wrong.text) == (422, True)


def test_what_is_large_becomes_a_job_by_itself(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the rows that its filters leave; `Prefer: wait` has the stream, a browser its page."""
    monkeypatch.setattr("api.routes.files.exports.ROWS_LARGE", 20)
    address = f"/v1/exports/history?format=jsonl&from={DAY}&to={DAY}&place=RA-01"
    headers = evening.headers(Role.INSPECTOR)
    begun = evening.client.get(address, headers=headers)
    assert (begun.status_code, "Preference-Applied" in begun.headers) == (202, False)
    assert begun.headers["Location"] == begun.json()["address"]
    waited = evening.client.get(address, headers={**headers, "Prefer": "wait=600"})
    assert (waited.status_code, len(waited.text.splitlines()) > 20) == (200, True)
    assert evening.get("/v1/exports/pool-statements?format=jsonl").status_code == 200
    led = evening.client.get(
        address, headers={**headers, "Accept": "text/html"}, follow_redirects=False
    )
    assert (led.status_code, led.headers["Location"]) == (303, "/relatorios")
    monkeypatch.setattr("api.routes.house.accounts.EVENTS_LARGE", 20)
    month = evening.get(f"/v1/accounts/papers?month={DAY[:7]}&known=900")
    assert month.status_code == 202
    for one in (begun, month):
        assert evening.client.delete(one.headers["Location"], headers=headers).status_code == 200


def test_a_restart_makes_what_was_begun_and_nobody_is_said_to_read_twice(
    casino: Casino, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service stops in the middle of a file: the next makes it whole, of the same asker."""
    casino.project()
    begun = threading.Event()

    def stalled(_work: Working, _caller: Caller, _order: Order) -> Make:
        return lambda into, step: endless(into, step, begun)

    def readings() -> int:
        return len(casino.rows("SELECT 1 FROM ledger.events WHERE topic LIKE 'access-recorded/%%'"))

    with monkeypatch.context() as at_first:
        at_first.setattr("api.app.maker", stalled)
        with opened(casino, files=folder) as site:
            asked = {**site.headers(Role.INSPECTOR), "Prefer": "respond-async"}
            at = site.client.get("/v1/exports/history", headers=asked).headers["Location"]
            assert begun.wait(20)
            said = readings()
    assert list(folder.iterdir()) == []
    with opened(casino, files=folder) as site:
        wait_for(lambda: site.get(at).json()["state"] == "ready")
        assert readings() == said == 1
        assert site.get(f"{at}/file").content.startswith(b"# ")
        assert readings() == 2


def endless(into: IO[bytes], step: Step, begun: threading.Event) -> None:
    """Write a file that never ends."""
    while True:
        into.write(b"half\n")
        into.flush()
        step(1, 0, "")
        begun.set()
        time.sleep(0.01)


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 30
    while not done():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


INSPECTOR = Caller(name="inspector-1", role=Role.INSPECTOR, sources=frozenset(), scope=EVERY_CASINO)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of files that are made."""
    made = tmp_path / "made"
    made.mkdir()
    return made


def order(number: int = 0) -> Order:
    """Return one of many orders."""
    return Order(what="export", name="history", form="csv", filters={"since": number})


@contextmanager
def kept(casino: Casino, folder: Path, **others: Any) -> Iterator[PreparedFiles]:
    """Keep files of a ledger in a folder, none of them made yet."""
    with (
        closing(Desk(casino.conninfo)) as desk,
        closing(PreparedFiles(desk, folder, **others)) as files,
    ):
        yield files


def test_the_owner_cancels_what_waits_or_is_made_and_no_one_else(
    casino: Casino, folder: Path
) -> None:
    """Nothing of it is left but that it was cancelled; too many under way are refused in words."""
    begun = threading.Event()
    other = Caller(name="b", role=Role.INSPECTOR, sources=frozenset(), scope=EVERY_CASINO)
    with kept(casino, folder) as files:
        files.start(lambda _caller, _order: lambda into, step: endless(into, step, begun))
        asked = [files.ask(INSPECTOR, order(number)) for number in range(EACH_MAX)]
        assert files.ask(INSPECTOR, order(0)) is asked[0]
        with pytest.raises(FullError, match=f"{EACH_MAX} files of this key are under way"):
            files.ask(INSPECTOR, order(EACH_MAX))
        for number in range(ALL_MAX - EACH_MAX):
            someone = Caller(
                name=f"p{number}", role=Role.FINANCE, sources=frozenset(), scope=EVERY_CASINO
            )
            files.ask(someone, order())
        with pytest.raises(FullError, match=f"{ALL_MAX} files of all keys are under way"):
            files.ask(other, order())
        assert begun.wait(20)
        assert files.cancel(asked[0].id, other) is None
        assert [files.cancel(one.id, INSPECTOR) is one for one in asked] == [True] * EACH_MAX
        wait_for(lambda: not list(folder.glob(f"{asked[0].id}*")))
        assert {one.state for one in files.of(INSPECTOR)} == {"cancelled"}
        assert files.cancel(asked[0].id, INSPECTOR) is not None
        assert len(files.of(INSPECTOR)) == EACH_MAX - 1
        assert files.take(asked[1].id, INSPECTOR) is None


def test_a_file_goes_when_its_time_is_over(casino: Casino, folder: Path) -> None:
    """Row and file; and a file that somebody took from the folder is made again."""
    late = timedelta()

    def make(into: IO[bytes], step: Step) -> None:
        into.write(b"whole\n")
        step(6, 0, "")

    def now() -> datetime:
        return datetime.now(UTC) + late

    with kept(casino, folder) as files:
        files.start(lambda _caller, _order: make)
        one = files.ask(INSPECTOR, order())
        wait_for(lambda: one.state == "ready")
        (folder / one.id).unlink()
    with kept(casino, folder, now=now) as files:
        files.start(lambda _caller, _order: make)
        wait_for(lambda: (folder / one.id).exists() and files.of(INSPECTOR)[0].state == "ready")
        late = timedelta(hours=KEPT_HOURS, minutes=1)
        assert files.of(INSPECTOR) == []
    with kept(casino, folder, now=now) as files:
        files.start(lambda _caller, _order: make)
        wait_for(lambda: not (folder / one.id).exists())
    assert casino.rows("SELECT id FROM work.job") == []


KILLED = """
import sys, time
from pathlib import Path
from api.services.people.job_table import Desk
from api.services.people.prepared import Order, PreparedFiles
from tests.api.answers.test_jobs import INSPECTOR, order

def make(into, step):
    while True:
        into.write(b"half" * 10_000)
        into.flush()
        step(1, 0, "")
        print("begun", flush=True)
        time.sleep(0.05)

files = PreparedFiles(Desk(sys.argv[1]), Path(sys.argv[2]))
files.start(lambda caller, order: make)
files.ask(INSPECTOR, order())
time.sleep(60)
"""


@pytest.mark.deep
def test_a_service_killed_in_the_middle_leaves_no_half_file(casino: Casino, folder: Path) -> None:
    """The next process makes the file whole; one that takes three along is told as what it is."""

    def kill(tries: int, *, asking: bool) -> None:
        program = KILLED if asking else KILLED.replace("files.ask(INSPECTOR, order())", "")
        command = [sys.executable, "-c", program, casino.conninfo, str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            process.send_signal(signal.SIGKILL)
        (row,) = casino.rows("SELECT state, tries FROM work.job WHERE ended IS NULL")
        assert (row["state"], row["tries"]) == ("making", tries)
        assert [one.suffix for one in folder.iterdir()] == [".part"]

    def whole(_caller: Caller, _order: Order) -> Make:
        return lambda into, _step: void(into.write(b"whole"))

    kill(1, asking=True)
    with kept(casino, folder) as files:
        files.start(whole)
        wait_for(lambda: [one.state for one in files.of(INSPECTOR)] == ["ready"])
        taken = files.take(files.of(INSPECTOR)[0].id, INSPECTOR)
        assert taken is not None
        assert taken[1].read_bytes() == b"whole"
        assert [one.name for one in folder.iterdir()] == [taken[0].id]
        assert files.cancel(taken[0].id, INSPECTOR) is taken[0]
    for tries in range(1, 4):
        kill(tries, asking=tries == 1)
    with kept(casino, folder) as files:
        files.start(whole)
        wait_for(lambda: bool(files.of(INSPECTOR)))
        (told,) = files.of(INSPECTOR)
        assert (told.state, told.reason) == ("failed", "interrupted")
    assert list(folder.iterdir()) == []


def void(_: object) -> None:
    """Return nothing."""
