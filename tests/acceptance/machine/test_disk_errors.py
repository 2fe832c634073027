"""A disk that answers with errors: the database falls or refuses, and no receipt is lost."""

import time
from pathlib import Path

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.rounds import BetPlaced
from tests.acceptance.machine.test_full_disk import BACK_SECONDS_MAX, sent
from tests.acceptance.machine.test_kill import check_log
from tests.fixtures.casino import AT, open_casino
from tests.fixtures.disk import interfering
from tests.fixtures.postgres import RestartableServer

pytestmark = [pytest.mark.long, pytest.mark.deep]
SENT = 120
SENT_AFTER = 10


@pytest.mark.parametrize(
    "failing",
    [
        # The calls of each of the server's processes: its tenth, and then each fortieth.
        "fdatasync:error=EIO:when=10+40",
        "pwrite64:error=EIO:when=10+40",
        "pwrite64:error=ENOSPC:when=10+40",
    ],
)
def test_an_error_of_the_disk_loses_no_receipt(
    restartable_server: RestartableServer, tmp_path: Path, failing: str
) -> None:
    """Each event sent until it is recorded, and once the disk is well the same door goes on."""
    receipts: list[Receipt] = []
    with open_casino(restartable_server.database, tmp_path) as casino:
        chain = casino.source("mesa")

        def record(number: int, seconds_max: float) -> None:
            bet = BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)
            segment = chain.say(bet, AT)
            begun = time.monotonic()
            while (receipt := sent(casino, segment)) is None:
                assert time.monotonic() - begun < seconds_max, casino.door.stopped
                time.sleep(0.05)
            receipts.append(receipt)

        with interfering(restartable_server.server, failing):
            for number in range(1, SENT + 1):
                record(number, 120)
        for number in range(SENT + 1, SENT + SENT_AFTER + 1):
            record(number, BACK_SECONDS_MAX)
        assert casino.door.stopped is None
    assert len({receipt.first for receipt in receipts}) == SENT + SENT_AFTER
    check_log(restartable_server.database.superuser, receipts)
