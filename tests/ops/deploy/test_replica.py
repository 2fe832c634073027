"""A replica takes the database's place: it has every event with a receipt, and the door goes on."""

import threading
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from api.answers.standing import REPLICAS
from ledger.door.ingestion import Receipt
from ledger.errors import LedgerError
from ledger.events.registry import Heartbeat
from ledger.store.reader import Reader
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from tests.acceptance.machine.test_kill import check_log
from tests.api.test_serve import eventually
from tests.fixtures.casino import AT, open_casino
from tests.fixtures.command import razao
from tests.fixtures.elsewhere import Elsewhere
from tests.fixtures.replicas import database_at, promote

pytestmark = pytest.mark.deep


def test_a_promoted_replica_has_every_receipt_and_the_door_goes_on(
    primary: Elsewhere, standby: Elsewhere, tmp_path: Path
) -> None:
    """Events come until the primary falls; the replica is promoted, verified, and written to."""
    first, second = database_at(primary), database_at(standby)
    migrate(first.superuser)
    receipts: list[Receipt] = []
    fallen = threading.Event()
    with open_casino(first, tmp_path) as casino:
        chain = casino.source("mesa")

        def send() -> None:
            while not fallen.is_set():
                try:
                    (answer,) = casino.door.submit([chain.say(Heartbeat(), AT)])
                except LedgerError:
                    return
                if answer.receipt is None:
                    return
                receipts.append(answer.receipt)

        with psycopg.connect(first.login) as connection:
            assert connection.execute(REPLICAS).fetchone() == (1,)
        with ExitStack() as stack:
            stack.callback(fallen.set)
            sending = threading.Thread(target=send)
            stack.callback(sending.join)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("ledger.door.ingestion.OUTCOME_SECONDS_MAX", 1)
                sending.start()
                with Reader(second.login) as reader:
                    eventually(lambda: len(receipts) > 50, "events come")
                    eventually(lambda: reader.last_position() > 50, "the replica follows")
                data = str(primary.folder / "data")
                primary.run("pg_ctl", "-D", data, "-m", "immediate", "stop")
                sending.join()
        casino.door.service = None  # its database is gone: it says no last word
    promote(primary, standby)
    check_log(second.superuser, receipts)
    with ExitStack() as stack:
        urls = DatabaseUrls(superuser=second.superuser, login=second.login)
        installation = Installation(urls, tmp_path, stack)
        before = installation.reader.last_position()
        installation.door.tick()
        assert installation.reader.last_position() == before + 1
    assert razao(second.superuser, tmp_path, "verify").returncode == 0
