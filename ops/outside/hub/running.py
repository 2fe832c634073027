"""The hub's tasks on processes of this machine, or on Dask's workers, here and elsewhere."""

import logging
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final

from ops.database.backup import scratch_server
from ops.database.migrate import migrate
from ops.errors import MisuseError, UnreachableError
from ops.outside.archive.checking import Checked
from ops.outside.hub.tasks import Results, Task, check

Step = Callable[[int, int], None]
_QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 2**27,
}
"""Of a cluster of this machine: a task takes minutes, and nobody looks at Dask's own measures.

By default a worker looks a hundred times a second at where its task stands, fifty at its own loop,
and gives memory back to the system whenever 64 kB are free, to ask for it again.
"""
_TRIES: Final = 4
"""How often a scheduler that is gone is looked for again before nobody is."""
_LOST: Final = 10
"""Workers that may die with one task before it is given up."""


def run(
    tasks: Sequence[Task], results: Results, workers: "Here | Dask", step: Step
) -> list[Checked]:
    """Return the result of each task; what was checked before is only read.

    Raises:
        UnreachableError: the workers are gone, and stay so; what was checked is kept.

    """
    for _ in range(_TRIES):
        open_ = [task for task in tasks if results.get(task) is None]
        done = len(tasks) - len(open_)
        step(done, len(tasks))
        if not open_:
            break
        try:
            for task, checked in workers.checked(open_):
                results.put(task, checked)
                done += 1
                step(done, len(tasks))
        except ConnectionError:
            continue
    found = [results.get(task) for task in tasks]
    if None in found:
        raise UnreachableError(
            f"{found.count(None)} of {len(tasks)} ranges are not checked: the workers are gone; "
            "the next run goes on from there"
        )
    return [one for one in found if one is not None]


@contextmanager
def _server_for(tasks: Sequence[Task]) -> Generator[str | None]:
    """Have a server on which this machine's processes fold, where one of the tasks asks for it."""
    if not any(task.figures for task in tasks):
        yield None
        return
    with scratch_server() as url:
        migrate(url)
        yield url


class Here:
    """Processes of this machine."""

    def __init__(self, processes: int | None = None) -> None:
        """Use so many processes; by default one a core."""
        self._processes = processes or os.cpu_count() or 1

    def checked(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Checked]]:
        """Yield tasks with their results as they come."""
        with (
            _server_for(tasks) as server,
            ProcessPoolExecutor(self._processes, get_context("spawn")) as pool,
        ):
            coming = {pool.submit(check, task, server): task for task in tasks}
            for one in as_completed(coming):
                yield coming[one], one.result()


class Dask:
    """Workers of Dask: a cluster of this machine's processes, or a scheduler's wherever it is."""

    def __init__(self, scheduler: str | None = None, processes: int | None = None) -> None:
        """Reach a scheduler by its address; without one a local cluster is started.

        Raises:
            MisuseError: this installation has not the extra.

        """
        try:
            self._distributed: Any = import_module("distributed")
        except ModuleNotFoundError:
            raise MisuseError(
                "workers need the extra `hub`: `uv sync --extra hub`; --plain does without"
            ) from None
        self._scheduler = scheduler
        self._processes = processes or os.cpu_count() or 1

    def checked(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Checked]]:
        """Yield tasks with their results as they come.

        Raises:
            ConnectionError: the scheduler is gone.

        """
        distributed = self._distributed
        local = self._scheduler is None  # elsewhere each worker has a server of its own
        with _server_for(tasks if local else ()) as server, self._client() as client:
            coming = {
                client.submit(check, task, server, key=task.name, retries=_LOST): task
                for task in tasks
            }
            try:
                for one in distributed.as_completed(list(coming)):
                    yield coming[one], one.result()
            except (CancelledError, OSError) as error:
                raise ConnectionError(str(error)) from error

    @contextmanager
    def _client(self) -> Generator[Any]:
        distributed = self._distributed
        dask: Any = import_module("dask")
        with dask.config.set(_QUIET | {"distributed.scheduler.allowed-failures": _LOST}):
            if self._scheduler is not None:
                try:
                    client = distributed.Client(self._scheduler, timeout="30s")
                except OSError as error:
                    raise ConnectionError(f"{self._scheduler}: {error}") from None
                with client:
                    yield client
                return
            with (
                distributed.LocalCluster(
                    n_workers=self._processes,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",  # two at once share no port
                    silence_logs=logging.CRITICAL,  # a worker that dies is no news
                ) as cluster,
                distributed.Client(cluster) as client,
            ):
                yield client
