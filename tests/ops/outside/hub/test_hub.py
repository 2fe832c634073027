"""The hub: ranges checked by several processes, results that are files, questions to all of it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

from ops.errors import MisuseError
from ops.outside.archive.checking import Checked
from ops.outside.archive.folder import FIGURES, TOTALS
from ops.outside.archive.totals import Total, read_totals, write_totals
from ops.outside.hub.asking import Hub
from ops.outside.hub.running import Dask, Here, run
from ops.outside.hub.tasks import Results, check, tasks_of
from tests.fixtures.sealed import Sealed

pytestmark = pytest.mark.recorded
hub = pytest.mark.skipif(
    find_spec("distributed") is None or find_spec("duckdb") is None,
    reason="needs the extra `hub`: uv run --extra hub pytest -m deep tests/ops/outside/hub",
)


def alone(sealed: Sealed, *, figures: bool) -> list[Checked]:
    return [check(task, sealed.server) for task in tasks_of([str(sealed.folder)], figures=figures)]


def test_a_result_is_read_again_and_not_made_again(two_ranges: Sealed, tmp_path: Path) -> None:
    """No worker is asked for what a file says already."""
    results = Results(tmp_path / "results")
    tasks = tasks_of([str(two_ranges.folder)], figures=False)
    expected = alone(two_ranges, figures=False)
    for task, checked in zip(tasks, expected, strict=True):
        assert results.get(task) is None
        results.put(task, checked)
    nobody = Here(0)
    assert run(tasks, results, nobody, lambda *_: None) == expected


def test_a_range_that_was_touched_is_another_task(touched: Sealed) -> None:
    """And so is one that is believed by other keys; the range beside it is the same."""
    before = tasks_of([str(touched.folder)])
    touched.archive.write(touched.places[1], FIGURES, b"other")
    after = tasks_of([str(touched.folder)])
    assert [one.name == two.name for one, two in zip(before, after, strict=True)] == [True, False]
    keyed = tasks_of([str(touched.folder)], touched.signer.keys.keys)
    assert {one.name for one in keyed}.isdisjoint(one.name for one in after)


@pytest.mark.deep
@hub
def test_workers_and_processes_come_to_the_same(two_ranges: Sealed, tmp_path: Path) -> None:
    """Of Dask or of this machine alone, figures folded again."""
    tasks = tasks_of([str(two_ranges.folder)])
    expected = alone(two_ranges, figures=True)
    assert all(one.clean and not one.unproved for one in expected)
    for name, workers in (("plain", Here(2)), ("dask", Dask(processes=2))):
        assert run(tasks, Results(tmp_path / name), workers, lambda *_: None) == expected


@pytest.mark.deep
@hub
def test_workers_that_are_killed_change_nothing(two_ranges: Sealed, tmp_path: Path) -> None:
    """Each of them, twice, in the middle of its range: others take the ranges again."""
    distributed = pytest.importorskip("distributed")
    tasks = tasks_of([str(two_ranges.folder)])
    results = Results(tmp_path / "results")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        found: list[list[Checked]] = []
        workers = Dask(cluster.scheduler_address)
        work = threading.Thread(
            target=lambda: found.append(run(tasks, results, workers, lambda *_: None))
        )
        work.start()
        for _ in range(2):
            while not any(client.processing().values()):
                time.sleep(0.05)
            killed = set(client.run(os.getpid).values())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            while killed & set(client.run(os.getpid, on_error="ignore").values()):
                time.sleep(0.1)
        work.join()
    assert found == [alone(two_ranges, figures=True)]


@pytest.mark.deep
@hub
def test_a_scheduler_that_is_killed_changes_nothing(two_ranges: Sealed, tmp_path: Path) -> None:
    """Another one at its address, with a worker of its own: the rest is checked there."""
    tasks = tasks_of([str(two_ranges.folder)])
    results = Results(tmp_path / "results")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    found: list[list[Checked]] = []
    work = threading.Thread(
        target=lambda: found.append(run(tasks, results, Dask(address), lambda *_: None))
    )
    with ExitStack() as stack:
        scheduler = start_scheduler(stack, port)
        start_worker(stack, address)
        work.start()
        while not any(results.get(task) for task in tasks):
            time.sleep(0.05)
        scheduler.kill()
        scheduler.wait()
        start_scheduler(stack, port)
        start_worker(stack, address)
        work.join()
    assert found == [alone(two_ranges, figures=True)]


def start_scheduler(stack: ExitStack, port: int) -> subprocess.Popen[bytes]:
    return started(stack, "scheduler", "--port", str(port))


def start_worker(stack: ExitStack, address: str) -> subprocess.Popen[bytes]:
    return started(stack, "worker", address, "--nthreads", "1", "--no-nanny")


def started(stack: ExitStack, what: str, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
    command += ["--host", "127.0.0.1", "--no-dashboard"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


def test_a_question_loads_nothing_that_folds() -> None:
    """Whoever only asks does not wait for what checks: stages and rules take seconds to load."""
    said = (
        "import sys, ops.commands.running.hub\n"
        "print(*(one for one in sys.modules if one.startswith(('projections.', 'api.'))))"
    )
    done = subprocess.run([sys.executable, "-c", said], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


@pytest.mark.deep
@hub
def test_a_view_is_made_for_the_question_that_names_it(two_ranges: Sealed) -> None:
    """Wherever in it and however spelled; its columns are the table's own, in their order."""
    asked = Hub([str(two_ranges.folder)])
    assert asked.ask("SELECT count(*) FROM finding f JOIN Verdict USING (origin, round)").rows
    (row,) = two_ranges.casino.rows("SELECT * FROM {s}.finding LIMIT 1")
    named = [f"finding_{name}" if name == "origin" else name for name in row]
    assert asked.ask("FROM finding LIMIT 1").columns == ["origin", *named]
    assert asked.ask("SELECT 1; SELECT max(amount::BIGINT) FROM revenue").rows
    listed = {name for (name, *_) in asked.ask("SHOW TABLES").rows}
    assert {"events", "figures", "finding", "revenue", "table_day"} <= listed
    with pytest.raises(MisuseError, match="nobody"):
        asked.ask("SELECT * FROM nobody")


@pytest.mark.deep
@hub
def test_questions_are_answered_as_the_ledger_would(two_ranges: Sealed) -> None:
    """By SQL over all archives: events by kind, findings that stand, the revenue."""
    asked = Hub([str(two_ranges.folder)])
    casino = two_ranges.casino
    kinds = casino.rows("SELECT kind, count(*) AS events FROM {s}.history GROUP BY 1 ORDER BY 1")
    assert [row[1:] for row in asked.ask("kinds").rows] == [
        (row["kind"], row["events"]) for row in kinds
    ]
    standing = casino.rows("SELECT id FROM {s}.finding WHERE known_until IS NULL ORDER BY id")
    told = asked.ask("SELECT id FROM finding WHERE known_until IS NULL ORDER BY id").rows
    assert standing
    assert [row["id"] for row in standing] == [id_ for (id_,) in told]
    (earned,) = casino.rows("SELECT sum(amount)::bigint AS amount FROM {s}.revenue")
    assert asked.ask("SELECT sum(revenue)::BIGINT FROM (" + _NATIONAL + ")").rows == [
        (earned["amount"],)
    ]


@pytest.mark.deep
@hub
def test_totals_are_the_same_whether_sealed_or_of_the_events(touched: Sealed) -> None:
    """Of a range that has none, or others than its seal says, the events are added up."""
    whole = "SELECT * FROM totals ORDER BY ALL"
    expected = {one: Hub([str(touched.folder)]).ask(one) for one in ("kinds", "stakes", whole)}
    assert expected["stakes"].rows
    first, second = touched.places
    (touched.folder / first.folder / TOTALS).unlink()
    other = [one._replace(events=one.events + 1) for one in totals_there(touched)]
    touched.archive.write(second, TOTALS, write_totals(other))
    asked = Hub([str(touched.folder)])
    assert {one: asked.ask(one) for one in expected} == expected
    touched.reseal()
    assert Hub([str(touched.folder)]).ask("kinds") != expected["kinds"]


def totals_there(sealed: Sealed) -> list[Total]:
    return read_totals(sealed.archive.read(sealed.places[1], TOTALS))


_NATIONAL = "SELECT sum(amount::DECIMAL(38, 0)) AS revenue FROM revenue"
