"""What an administrator does to a database that serves: nothing is lost, and nobody has to stop."""

import subprocess
import threading
import time
from pathlib import Path

import psycopg
import pytest

from ledger.audit.auditor import audit_database
from ledger.door.ingestion import Receipt
from ops.commands.running.serving.follower import Follower
from ops.database.postgres import installed_binaries
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.acceptance.machine.test_kill import check_log, send_until_recorded
from tests.fixtures.casino import Casino
from tests.projections.running.test_runner import a_night

pytestmark = [pytest.mark.long, pytest.mark.deep]
WORKS = (
    "VACUUM FULL ledger.events",
    "VACUUM FULL",
    "REINDEX TABLE CONCURRENTLY ledger.events",
    "REINDEX SCHEMA ledger",
    "REINDEX SCHEMA projections",
    "CLUSTER",
    "VACUUM (FREEZE, ANALYZE)",
    "CHECKPOINT",
)
EACH_SECONDS = 0.5
"""How long the table plays on after each work."""


def test_vacuum_indexes_and_dumps_under_load_lose_nothing(casino: Casino, tmp_path: Path) -> None:
    """While a table plays and a follower folds; the log verifies, and figures are a rebuild's."""
    a_night(casino)
    chain = casino.source("mesa-load")
    receipts: list[Receipt] = []
    failures: list[BaseException] = []
    stop = threading.Event()

    def play() -> None:
        try:
            while not stop.is_set():
                receipts.append(send_until_recorded(casino, chain, len(receipts) + 1))
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    follower = Follower(casino.conninfo, retry=(0.05,))
    follower.start()
    player = threading.Thread(target=play)
    player.start()
    try:
        with psycopg.connect(casino.superuser, autocommit=True) as administrator:
            for work in WORKS:
                before = len(receipts)
                administrator.execute(work)
                time.sleep(EACH_SECONDS)
                assert len(receipts) > before, f"after {work} the door took nothing"
                assert failures == []
        dump = tmp_path / "dump"
        command = [installed_binaries() / "bin" / "pg_dump", "-Fc", "-f", dump, casino.superuser]
        subprocess.run(command, check=True)
        assert dump.stat().st_size > 0
    finally:
        stop.set()
        player.join()
        follower.stop()
    assert failures == []
    check_log(casino.superuser, receipts)
    assert audit_database(casino.superuser).clean
    with Runner(casino.conninfo) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(casino.conninfo) == digests
