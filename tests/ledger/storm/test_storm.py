"""In any storm: no receipt is lost, no word is recorded twice, and what was signed stays true."""

import os
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from ledger.audit.auditor import audit
from ledger.errors import CorruptLedgerError
from ledger.signed.merkle import root_of
from tests.ledger.storm.books import Books
from tests.ledger.storm.world import FAULTS, Follower, World

STEPS = 150
SUITE = range(5)
DEEP = range(5, 205)
HAND = range(int(os.environ.get("RAZAO_STORMS", "0")))
"""RAZAO_STORMS: so many seeds more, by hand."""
HAPPENS = {
    *(fault.name for fault in FAULTS),
    "restart",
    "error",
    "message lost",
    "answer lost",
    "recorded",
    "repeated",
    "gap",
    "old backup refused",
    "fold cut",
    "cosignature lost",
    "witness ahead",
    "clock turned",
}


def weather(seed: int, folder: Path, connection: psycopg.Connection) -> World:
    """Play a storm and see that everything stands."""
    with connection.transaction(force_rollback=True):
        world = World(seed, folder, connection)
        world.run(STEPS, 0.02 + 0.08 * (seed % 4))
        _check_receipts(world)
        _check_signed(world)
        report = audit(Books(world.disk))
        assert report.clean, report.problems
        assert report.size == len(world.disk.told)
        figures = world.follower.figures()
    with connection.transaction(force_rollback=True):
        serial = Follower(world.disk, connection)
        serial.fold(len(world.disk.told))
        assert serial.figures() == figures
    return world


def _check_receipts(world: World) -> None:
    """Each receipt names the event that stands there; each word stands once, in its order."""
    rows = world.disk.rows()
    for device in world.devices:
        source = device.chain.source
        for index, receipt in device.receipts.items():
            row = rows[receipt.position - 1]
            assert (row[1], row[2], row[5].hex()) == (source, device.lasts[index], receipt.link)
        own = [row[2] for row in rows if row[1] == source]
        assert own == list(range(1, device.chain.seq + 1))
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))


def _check_signed(world: World) -> None:
    """All that was ever signed or cosigned is a prefix of the log as it is."""
    links = [told[-1] for told in world.disk.told]
    assert world.cosigned
    for one in (*world.signed, *world.cosigned):
        assert root_of(links[: one.size]) == one.root
    newest = max(one.size for one in world.cosigned)
    assert newest == len(links)


@pytest.fixture(scope="module")
def happened() -> Counter[str]:
    """Count what happened in the storms of this module."""
    return Counter()


def test_storms_lose_nothing(
    tmp_path: Path, projections: psycopg.Connection, happened: Counter[str]
) -> None:
    """Five seeds: crashes, lost answers, duplicates, delays, full disks, clocks, old backups.

    And each of them did happen, or this test would say nothing.
    """
    for seed in SUITE:
        happened.update(weather(seed, tmp_path / str(seed), projections).seen)
    assert HAPPENS - set(happened) == set(), happened


@pytest.mark.deep
@pytest.mark.parametrize("seed", [*DEEP, *(205 + one for one in HAND)])
def test_many_storms_lose_nothing(
    seed: int, tmp_path: Path, projections: psycopg.Connection
) -> None:
    """The same, of many seeds."""
    weather(seed, tmp_path, projections)


def test_a_disk_that_lies_is_found_out(tmp_path: Path, projections: psycopg.Connection) -> None:
    """A write that was promised and is not there: the storm's own checks are able to fail."""
    with projections.transaction(force_rollback=True):
        world = World(1, tmp_path, projections)
        world.run(60, 0.0)
        _forget(world)
        with pytest.raises((AssertionError, CorruptLedgerError, IndexError)):
            _check_receipts(world)
        assert not audit(Books(world.disk)).clean


def _forget(world: World) -> None:
    """Lose what came since a device's last word, as a disk does that acknowledged and wrote not."""
    disk, device = world.disk, world.devices[0].chain.source
    last = max(place for place, source, *_ in disk.told if source == device)
    for rows in (disk.told, disk.signatures, disk._envelopes):  # pyright: ignore[reportPrivateUsage] - the disk's own
        del rows[last - 1 :]
