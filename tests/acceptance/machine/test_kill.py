"""Power cuts: whatever is killed and whenever, every receipt given is in the log, and no gap."""

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import psycopg
import pytest

from ledger.door.ingestion import UNAVAILABLE, Answer, Receipt
from ledger.events.rounds import BetPlaced
from tests.fixtures.casino import AT, Casino, open_casino
from tests.fixtures.postgres import Database, RestartableServer

pytestmark = [pytest.mark.long, pytest.mark.deep]

REPOSITORY = Path(__file__).parents[3]
SENDER = Path(__file__).with_name("sender.py")


def check_log(superuser: str, receipts: list[Receipt]) -> None:
    """Every receipt names an event that is there; no gap in positions and seqs; heads are true."""
    with psycopg.connect(superuser) as connection:
        rows = connection.execute(
            "SELECT notification_id, originator_id, originator_version, encode(link, 'hex') "
            "FROM ledger.events ORDER BY 1"
        ).fetchall()
        head = connection.execute("SELECT position FROM ledger.head").fetchone()
        heads = dict(connection.execute("SELECT source, seq FROM ledger.source_head").fetchall())
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert head == (len(rows),)
    seqs: dict[str, list[int]] = {}
    for _, source, seq, _ in rows:
        seqs.setdefault(source, []).append(seq)
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in seqs.values())
    assert {source: seq for source, seq in heads.items() if seq} == {
        source: len(numbers) for source, numbers in seqs.items()
    }
    there = {(row[0], row[1], row[2], row[3]) for row in rows}
    for receipt in receipts:
        last = receipt.first + receipt.count - 1
        assert (receipt.position, receipt.source, last, receipt.link) in there


def test_a_killed_service_loses_no_receipt_and_starts_again(
    database: Database, tmp_path: Path
) -> None:
    """A kill -9 of the process that holds the door, again and again, in the middle of appends."""
    chance = random.Random(7)
    receipts = tmp_path / "receipts.jsonl"
    with open_casino(database, tmp_path) as casino:
        casino.source("mesa")
    for _ in range(5):
        command = [
            sys.executable,
            str(SENDER),
            database.superuser,
            database.login,
            str(tmp_path),
            "mesa",
            str(receipts),
        ]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, cwd=REPOSITORY, env={"PYTHONPATH": str(REPOSITORY)}
        ) as sender:
            assert sender.stdout is not None
            assert sender.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0.05, 0.4))
            sender.send_signal(signal.SIGKILL)
    lines = receipts.read_bytes().splitlines()
    answers = [msgspec.json.decode(line, type=Answer) for line in lines if line.endswith(b"}")]
    given = [answer.receipt for answer in answers if answer.receipt is not None]
    assert len(given) > 5
    assert all(answer.accepted for answer in answers)
    check_log(database.superuser, given)
    with open_casino(database, tmp_path) as casino:
        again = casino.installation.chain("mesa")
        bet = BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100)
        (answer,) = casino.door.submit([again.say(bet, AT)])
        assert answer.accepted


def test_a_killed_postgres_loses_no_receipt_and_the_door_goes_on(
    restartable_server: RestartableServer, tmp_path: Path
) -> None:
    """A kill -9 of the postmaster, again and again: the unknown is asked, nothing is doubled."""
    receipts: list[Receipt] = []
    stop = threading.Event()
    with open_casino(restartable_server.database, tmp_path) as casino:
        chain = casino.source("mesa")
        failures: list[BaseException] = []

        def send() -> None:
            try:
                number = 0
                while not stop.is_set():
                    number += 1
                    receipts.append(send_until_recorded(casino, chain, number))
            except BaseException as error:  # noqa: BLE001 - shown by the test
                failures.append(error)

        thread = threading.Thread(target=send)
        thread.start()
        for _ in range(3):
            time.sleep(0.5)
            restartable_server.kill()
            before = len(receipts)
            deadline = time.monotonic() + 30
            while len(receipts) < before + 20 and time.monotonic() < deadline:
                time.sleep(0.05)
        stop.set()
        thread.join()
        assert failures == []
        assert len(receipts) > 60
        assert len({receipt.first for receipt in receipts}) == len(receipts)
    check_log(restartable_server.database.superuser, receipts)


def send_until_recorded(casino: Casino, chain: object, number: int) -> Receipt:
    """Send one bet as a terminal does: the same bytes again until there is a receipt."""
    bet = BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)
    segment = chain.say(bet, AT)
    deadline = time.monotonic() + 60
    while True:
        (answer,) = casino.door.submit([segment])
        if answer.receipt is not None:
            return answer.receipt
        assert answer.outcome == UNAVAILABLE, answer
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)
