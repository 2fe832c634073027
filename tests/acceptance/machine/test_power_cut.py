"""A power cut: what the disk had not been made to keep is gone, and no receipt with it.

The database's folder is a file system of its own in a file. A copy of that file, taken while
everything stands still, is the disk as a cut leaves it: what was written and not synced is in the
system's memory and not there.
"""

import contextlib
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.door.ingestion import Receipt
from ledger.errors import LedgerError
from ledger.events.rounds import BetPlaced
from ops.database.migrate import migrate
from ops.database.postgres import Server
from tests.acceptance.machine.test_kill import check_log
from tests.fixtures.casino import AT, Casino, open_casino
from tests.fixtures.disk import interfering, mounted, new_disk, processes_of
from tests.fixtures.postgres import Database, temporary_home

pytestmark = [pytest.mark.long, pytest.mark.deep]
CUTS = 6
SYNCS = ("fsync", "fdatasync", "sync_file_range", "syncfs")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder in memory with room for a disk and its copies."""
    with temporary_home() as home:
        home.mkdir(mode=0o711)
        yield home


@contextlib.contextmanager
def playing(casino: Casino) -> Iterator[list[Receipt]]:
    """Let a table bet as fast as the door takes it; give the receipts as they come."""
    chain = casino.source("mesa")
    receipts: list[Receipt] = []
    stop = threading.Event()

    def send() -> None:
        for number in range(1, 1_000_000):
            if stop.is_set():
                return
            bet = BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)
            (answer,) = casino.door.submit([chain.say(bet, AT)])
            assert answer.receipt is not None, answer
            receipts.append(answer.receipt)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield receipts
    finally:
        stop.set()
        thread.join()


def copy_of(server: Server, image: Path, copy: Path) -> None:
    """Copy the disk as a cut at this moment leaves it; the server stands still meanwhile."""
    stopped = list[int]()
    try:
        for process in processes_of(server):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
                stopped.append(process)
        shutil.copyfile(image, copy)
        # The system may have written of its own accord meanwhile: then it is no moment's disk.
        while copy.read_bytes() != image.read_bytes():
            shutil.copyfile(image, copy)
    finally:
        for process in reversed(stopped):
            os.kill(process, signal.SIGCONT)


def cuts_of(
    image: Path, disk: Path, keys: Path, *, lying: bool
) -> list[tuple[Path, list[Receipt]]]:
    """Record bets, cut again and again; return each disk with the receipts given till then."""
    found = list[tuple[Path, list[Receipt]]]()
    with Server(disk / "home") as server:
        migrate(server.urls.superuser)
        database = Database("razao", server.urls.superuser, server.urls.login)
        with open_casino(database, keys) as casino:
            os.sync()
            lies = [f"{name}:retval=0" for name in SYNCS] if lying else []
            with (
                interfering(server, *lies) if lying else contextlib.nullcontext(),
                playing(casino) as receipts,
            ):
                for number in range(CUTS):
                    wanted = len(receipts) + 20 + 7 * number
                    while len(receipts) < wanted:
                        time.sleep(0.01)
                    given = list(receipts)
                    copy = image.with_name(f"cut-{number}")
                    copy_of(server, image, copy)
                    found.append((copy, given))
    return found


def test_a_power_cut_loses_no_receipt(folder: Path, tmp_path: Path) -> None:
    """At whatever moment: the disk as it is then starts by itself and has each receipt's event."""
    image = new_disk(folder / "disk")
    with mounted(image, folder / "one") as disk:
        cuts = cuts_of(image, disk, tmp_path, lying=False)
    for copy, receipts in cuts:
        with mounted(copy, folder / "again") as disk, Server(disk / "home") as server:
            check_log(server.urls.superuser, receipts)


def test_a_disk_that_lies_of_its_syncs_loses_receipts(folder: Path, tmp_path: Path) -> None:
    """The cut above is a cut: where nothing is synced in truth, what was confirmed is gone."""
    image = new_disk(folder / "disk")
    with mounted(image, folder / "one") as disk:
        *_, (copy, receipts) = cuts_of(image, disk, tmp_path, lying=True)
    with (
        mounted(copy, folder / "again") as disk,
        contextlib.suppress(LedgerError),
        Server(disk / "home") as server,
        pytest.raises(AssertionError),
    ):
        check_log(server.urls.superuser, receipts)
