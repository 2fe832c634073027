"""The database's disk is full and has room again: nothing is lost, and nobody has to come."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.door.ingestion import UNAVAILABLE, Receipt
from ledger.errors import LedgerError
from ledger.events.rounds import BetPlaced
from ledger.signed.segments import Segment
from ops.database.migrate import migrate
from ops.database.postgres import Server
from tests.acceptance.machine.test_kill import check_log
from tests.fixtures.casino import AT, Casino, open_casino
from tests.fixtures.disk import small_disk
from tests.fixtures.postgres import Database

pytestmark = [pytest.mark.long, pytest.mark.deep]
SIZE = "200m"
BACK_SECONDS_MAX = 30


@pytest.fixture
def disk() -> Iterator[Path]:
    """Give a file system of 200 MB, which is gone afterwards."""
    with small_disk(f"size={SIZE}") as folder:
        yield folder


def fill(disk: Path) -> Path:
    """Write a file until the disk takes no more; return the file."""
    path = disk / "filler"
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(65_536))
    return path


def exhaust(superuser: str) -> None:
    """Let the server write its own log of writes until it can write no more, and falls."""
    with (
        contextlib.suppress(psycopg.Error),
        psycopg.connect(superuser, autocommit=True) as connection,
    ):
        while True:
            connection.execute("SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))")


def sent(casino: Casino, segment: Segment) -> Receipt | None:
    """Send a segment once, as a terminal does; return its receipt, if there is one now."""
    try:
        (answer,) = casino.door.submit([segment])
    except LedgerError:
        return None
    assert answer.receipt is not None or answer.outcome == UNAVAILABLE, answer
    return answer.receipt


@pytest.mark.parametrize("fallen", [False, True], ids=["full", "fallen"])
def test_a_full_disk_loses_nothing_and_the_service_goes_on_by_itself(
    disk: Path, fallen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused while it lasts, recorded by the same door once there is room; the server is back."""
    monkeypatch.setattr("ledger.door.ingestion.OUTCOME_SECONDS_MAX", 2)
    home = disk / "home"
    with Server(home) as server:
        urls = server.urls
        migrate(urls.superuser)
        database = Database("razao", urls.superuser, urls.login)
        with open_casino(database, home) as casino:
            chain = casino.source("mesa")
            receipts: list[Receipt] = []

            def bet(number: int) -> Segment:
                placed = BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)
                return chain.say(placed, AT)

            first = sent(casino, bet(1))
            assert first is not None
            receipts.append(first)
            filler = fill(disk)
            before = server.pid
            if fallen:
                exhaust(urls.superuser)
            number, waiting = 2, bet(2)
            deadline = time.monotonic() + 120
            while (receipt := sent(casino, waiting)) is not None:
                receipts.append(receipt)
                number += 1
                waiting = bet(number)
                assert time.monotonic() < deadline, "the disk was never full"
            for _ in range(3):  # as long as it lasts
                assert sent(casino, waiting) is None
            if fallen:
                assert server.pid != before, "the server never fell"
            filler.unlink()
            begun = time.monotonic()
            while (receipt := sent(casino, waiting)) is None:
                assert time.monotonic() - begun < BACK_SECONDS_MAX, casino.door.stopped
                time.sleep(0.1)
            receipts.append(receipt)
            receipts.extend(filter(None, (sent(casino, bet(one)) for one in range(900, 905))))
            assert casino.door.stopped is None
        check_log(urls.superuser, receipts)
