"""The outbox: durable, held by one, and named when it is not whole."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from ops.outside.devices.razao_client import Device, EventError, Outbox, OutboxError, Said
from ops.outside.devices.razao_client.outbox import Receipt
from tests.fixtures.casino import ORIGIN
from tests.helpers.each import each


def reopened(device: Device) -> Outbox:
    """Return the outbox as a new process finds it."""
    device.outbox.close()
    device.outbox = Outbox.open(device.outbox.path)
    return device.outbox


def test_what_was_kept_is_there_again(device: Device) -> None:
    """Seq and link go on where they were, whoever opens it."""
    first = device.say("heartbeat/1", {"waiting": 1})
    assert reopened(device).seq == 1
    second = device.say("heartbeat/1", {"waiting": 2})
    assert (first.seq, second.seq) == (1, 2)
    one, two = reopened(device).waiting(10, 1_000_000)
    assert one.link.hex() == first.link
    assert two.previous == one.link


def test_the_disk_is_asked_to_write_before_anybody_is_told(device: Device) -> None:
    """WAL, each commit synced, one process."""
    ask = device.outbox._connection.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)
    assert ask("PRAGMA locking_mode").fetchone() == ("exclusive",)


def test_a_second_holder_is_refused(device: Device) -> None:
    """Two agents on one outbox would fork the chain."""
    with pytest.raises(OutboxError, match="another process holds this outbox") as told:
        Outbox.open(device.outbox.path)
    assert told.value.code == "outbox-held"


def test_there_is_an_outbox_once(device: Device, tmp_path: Path) -> None:
    """It is never made anew over what it holds, and never made by opening it."""
    with pytest.raises(OutboxError, match="there is an outbox already"):
        Outbox.make(device.outbox.path, ORIGIN, device.source, device.key.public)
    with pytest.raises(OutboxError, match="recover"):
        Outbox.open(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_an_id_is_kept_once(device: Device) -> None:
    """A terminal in doubt says it again; under one id there are no two facts."""
    first = device.say("heartbeat/1", {"waiting": 1}, id="a")
    again = device.say("heartbeat/1", {"waiting": 1}, id="a")
    assert (again.seq, again.link, again.repeated) == (first.seq, first.link, True)
    with pytest.raises(EventError, match="says other facts") as told:
        device.say("heartbeat/1", {"waiting": 2}, id="a")
    assert told.value.code == "id-taken"
    said = Said(kind="heartbeat/1", payload={}, id="b")
    one, two = device.say_each([said, said])
    assert not isinstance(one, Exception)
    assert not isinstance(two, Exception)
    assert (one.seq, two.seq, two.repeated) == (2, 2, True)
    assert reopened(device).seq == 2


def test_a_mistake_among_others_keeps_nobody_back(device: Device) -> None:
    """The good ones are kept, without a gap in their numbers."""
    done = device.say_each(
        [Said(kind=kind, payload=facts) for kind, facts in (
            ("heartbeat/1", {}), ("heartbeat/1", {"x": 1}), ("no-such/1", {}), ("heartbeat/1", {}),
        )]
    )  # fmt: skip
    assert [getattr(one, "code", None) for one in done] == [None, "malformed", "unknown-kind", None]
    assert device.outbox.seq == 2


def test_together_is_all_or_nothing(device: Device) -> None:
    """One signature over events, none of which must stand alone."""
    good = Said(kind="heartbeat/1", payload={})
    alone = Said(kind="key-rotated/1", payload={"key": "0" * 64, "proof": "0" * 128})
    with pytest.raises(EventError, match="of its own"):
        device.say_together([good, alone])
    with pytest.raises(EventError):
        device.say_together([good, Said(kind="heartbeat/1", payload={"x": 1})])
    with pytest.raises(EventError, match="1 to 1000"):
        device.say_together([])
    assert device.outbox.seq == 0
    assert [one.seq for one in device.say_together([good, good])] == [1, 2]


def _damaged(path: Path, how: str) -> None:
    if how == "torn":
        data = bytearray(path.read_bytes())
        data[4096:8192] = b"\xa5" * 4096
        path.write_bytes(data)
        return
    if how == "text":
        path.write_text("this is no outbox\n" * 300)
        return
    with sqlite3.connect(path) as connection:
        connection.execute(
            {
                "gap": "DELETE FROM segment WHERE first = 2",
                "byte": "UPDATE segment SET line = CAST(replace(line, 'A', 'B') AS BLOB) "
                "WHERE first = 2",
                "link": "UPDATE segment SET link = zeroblob(32) WHERE first = 3",
                "format": "UPDATE outbox SET format = 'razao-outbox/9'",
                "other": "UPDATE outbox SET source = 'another'",
            }[how]
        )
    connection.close()


@each("how", ["torn", "text", "gap", "byte", "link", "format", "other"])
def test_a_corrupt_outbox_is_named(device: Device, tmp_path: Path, how: str) -> None:
    """Whatever happened to its file: nothing is written to it, and nothing sent from it."""
    copy = tmp_path / f"{how}.db"
    if device.outbox.seq == 0:
        for number in range(4):
            device.say("heartbeat/1", {"waiting": number})
        device.outbox.close()
    shutil.copyfile(device.outbox.path, copy)
    Outbox.open(copy).close()
    _damaged(copy, how)
    with pytest.raises(OutboxError, match="corrupt") as told:
        Outbox.open(copy)
    assert told.value.code == "outbox-corrupt"
    assert "corrompida" in told.value.pt


def test_old_bytes_are_let_go_of_and_receipts_stay(device: Device) -> None:
    """What has a receipt needs no bytes; the newest stay, should the house ask again."""
    for number in range(5):
        device.say("heartbeat/1", {"waiting": number}, id=f"n{number}")
    receipts = [
        Receipt(
            origin=ORIGIN,
            source=device.source,
            first=one.first,
            count=1,
            link=one.link.hex(),
            position=100 + one.first,
        )
        for one in device.waiting(10, 1_000_000)[:4]
    ]
    assert device.receive(receipts, 2) == []
    assert list(device.outbox.receipts()) == receipts
    assert device.outbox.waiting_count() == 1
    query = "SELECT first FROM segment WHERE line IS NULL"
    assert device.outbox._connection.execute(query).fetchall() == [(1,), (2,)]
    assert device.say("heartbeat/1", {"waiting": 3}, id="n3").repeated
    assert reopened(device).seq == 5


def test_a_receipt_that_contradicts_an_older_one_changes_nothing(device: Device) -> None:
    """The older stays; the newer is told."""
    kept = device.say("heartbeat/1", {})
    one = Receipt(origin=ORIGIN, source=device.source, first=1, count=1, link=kept.link, position=7)
    assert device.receive([one], 9) == []
    other = Receipt(
        origin=ORIGIN, source=device.source, first=1, count=1, link=kept.link, position=8
    )
    assert device.receive([other], 9) == [(other, 7)]
    assert device.outbox.last_receipt() == one


def test_a_failed_write_leaves_the_chain_as_it_was(device: Device) -> None:
    """The disk is full: nothing is kept, and the next event has the number of the lost one."""
    device.say("heartbeat/1", {})
    connection = device.outbox._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    done = device.say_each([Said(kind="heartbeat/1", payload={"waiting": n}) for n in range(100)])
    assert {getattr(one, "code", None) for one in done} == {"disk-full"}
    connection.execute("PRAGMA max_page_count=1000000")
    assert device.say("heartbeat/1", {}).seq == 2
    assert reopened(device).seq == 2
