"""The stored tree, and the guard: what was signed is kept outside the database, and binds."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier, Event

import psycopg
import pytest

from ledger.errors import BrokenProofError, CorruptLedgerError
from ledger.log.log import Log
from ledger.log.tree import StoredTree
from ledger.signed.checkpoint import read_checkpoint
from ledger.signed.merkle import check_consistency, check_inclusion, root_of
from ledger.signed.tiles import Tile
from ops.installation import Installation
from tests.fixtures.casino import ORIGIN, Casino
from tests.ledger.log.test_log import beat, links, tamper

TURNS = 20


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Give a file outside the database, whose folder is not there yet."""
    return tmp_path / "elsewhere" / "casa.note"


def log_of(casino: Casino, kept: Path) -> Log:
    """Open another process's log on the casino's database."""
    return Log(casino.conninfo, ORIGIN, casino.log_signer, kept=kept)


@pytest.fixture
def tree(casino: Casino) -> Iterator[StoredTree]:
    """Give the stored tree of a ledger with 700 events, all of them noted."""
    casino.source("mesa")
    beat(casino, 700 - casino.last)
    with Log(casino.conninfo, ORIGIN, casino.log_signer) as log:
        log.checkpoint()
        yield log.tree


def test_roots_and_proofs_of_each_size_come_from_the_stored_tree(
    casino: Casino, tree: StoredTree
) -> None:
    """Sizes within, at and beyond a full tile: root and proofs are those of the events."""
    leaves = links(casino)
    assert tree.noted() == len(leaves) == 700
    for size in (1, 255, 256, 257, 511, 512, 513, 700):
        at = tree.at(size)
        root = root_of(leaves[:size])
        assert at.root() == root
        for index in {0, size // 2, size - 1}:
            check_inclusion(leaves[index], index, size, at.inclusion(index), root)
        check_consistency(size, root, 700, root_of(leaves), tree.at(700).consistency(size))


def test_a_full_tile_is_integrated_once(casino: Casino, tree: StoredTree) -> None:
    """Two full tiles of 700 events have their roots above; doing it again writes nothing new."""
    leaves = links(casino)
    above = root_of(leaves[:256]) + root_of(leaves[256:512])
    assert tree.tile(Tile(1, 0, 2)) == tree.tile(Tile(1, 0)) == above
    tree.integrate()
    assert tree.tile(Tile(1, 0)) == above


def test_a_tree_that_was_altered_proves_nothing(casino: Casino, tree: StoredTree) -> None:
    """An altered hash gives another root; a tile taken away is named."""
    root = tree.at(700).root()
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.tree DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.tree SET hashes = set_byte(hashes, 2, get_byte(hashes, 2) # 1)"
        )
    assert tree.at(700).root() != root
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("DELETE FROM ledger.tree")
    with pytest.raises(BrokenProofError, match=r"tile 1/000\.p/2: expected 64 bytes, got 0"):
        tree.at(700).root()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger.tree SET hashes = set_byte(hashes, 2, get_byte(hashes, 2) # 1)",
        "UPDATE ledger.tree SET level = 2",
        "DELETE FROM ledger.tree",
        "TRUNCATE ledger.tree",
    ],
)
@pytest.mark.usefixtures("tree")
def test_what_stands_in_the_tree_stays(casino: Casino, statement: str) -> None:
    """A tile grows and does nothing else, under whatever replication role."""
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.DatabaseError, match="the ledger only grows"):
            connection.execute(statement.encode())


def cut(casino: Casino, size: int) -> None:
    """Make the database what a backup from when the log had ``size`` events restores."""
    tamper(casino, "DELETE FROM ledger.events WHERE notification_id > %s", size)
    tamper(casino, "UPDATE ledger.head SET position = %s", size)
    tamper(casino, "DELETE FROM ledger.tiles")
    tamper(casino, "DELETE FROM ledger.checkpoints WHERE size > %s", size)
    tamper(casino, "DELETE FROM ledger.published WHERE size > %s", size)
    tamper(
        casino,
        "UPDATE ledger.source_head AS h SET (seq, link) = (SELECT e.originator_version, e.link "
        "FROM ledger.events AS e WHERE e.originator_id = h.source "
        "ORDER BY e.originator_version DESC LIMIT 1) "
        "WHERE h.source IN (SELECT originator_id FROM ledger.events)",
    )


def test_an_older_backup_signs_nothing_and_says_how_to_recover(casino: Casino, kept: Path) -> None:
    """With the last checkpoint outside, a shorter log gives no tick, no checkpoint, no door."""
    beat(casino, 10)
    with log_of(casino, kept) as log:
        log.checkpoint()  # which the backup has: the file's is the larger one
        beat(casino, 20)
        signed = read_checkpoint(log.checkpoint())
    cut(casino, signed.size - 10)
    for act in (Log.check, Log.checkpoint, Log.tick_payload, Log.memo):
        with log_of(casino, kept) as log, pytest.raises(CorruptLedgerError) as refused:
            act(log)
        said = str(refused.value)
        assert f"a checkpoint of {signed.size} events was signed" in said
        assert f"the log has {signed.size - 10}" in said
        assert f"Restore a copy that has these {signed.size} events" in said
        assert signed.root.hex() in said


def test_a_restored_log_that_grew_otherwise_is_refused_too(casino: Casino, kept: Path) -> None:
    """Once other events stand where signed ones stood, size alone tells nothing; the root does."""
    beat(casino, 30)
    with log_of(casino, kept) as log:
        size = read_checkpoint(log.checkpoint()).size
    cut(casino, size - 10)
    beat(casino, 40, "outra")
    with log_of(casino, kept) as log, pytest.raises(CorruptLedgerError, match="events are others"):
        log.tick_payload()


def test_without_the_file_an_older_backup_is_believed(casino: Casino, kept: Path) -> None:
    """Which is why it stands outside: what the backup took back knows of no later checkpoint."""
    beat(casino, 30)
    with log_of(casino, kept) as log:
        size = read_checkpoint(log.checkpoint()).size
    cut(casino, size - 10)
    with Log(casino.conninfo, ORIGIN, casino.log_signer) as log:
        assert read_checkpoint(log.checkpoint()).size == size - 10


def test_the_door_of_an_older_backup_stays_shut(casino: Casino) -> None:
    """No receipt is given for a position whose receipt somebody else may hold."""
    beat(casino, 30)
    installation = casino.installation
    size = read_checkpoint(installation.log.checkpoint()).size
    assert installation.kept_checkpoint.exists()
    cut(casino, size - 10)
    folder = installation.kept_checkpoint.parent
    with ExitStack() as stack:
        again = Installation(installation.urls, installation.home, stack, kept=folder)
        with pytest.raises(CorruptLedgerError, match="nothing is signed"):
            _ = again.door


def test_two_processes_share_the_kept_checkpoint(casino: Casino, kept: Path) -> None:
    """Each signs what extends the other's; neither puts an older one back."""
    with log_of(casino, kept) as first, log_of(casino, kept) as second:
        sizes: list[int] = []
        for turn in range(6):
            beat(casino, 3)
            sizes.append(read_checkpoint((first, second)[turn % 2].checkpoint()).size)
            assert read_checkpoint(kept.read_text("utf-8")).size == sizes[-1]
    assert sizes == sorted(set(sizes))


def test_two_that_sign_at_once_write_one_history(casino: Casino, kept: Path) -> None:
    """At the same moments, while events come: each note extends those before, and none goes back.

    Whoever reads the file outside meanwhile never sees it shrink.
    """
    notes: list[str] = []
    seen: list[int] = []
    over = Event()

    def sign(log: Log, together: Barrier) -> None:
        for _turn in range(TURNS):
            together.wait()
            notes.append(log.checkpoint())

    def look() -> None:
        while not over.is_set():
            seen.append(read_checkpoint(kept.read_text("utf-8")).size)

    with log_of(casino, kept) as first, log_of(casino, kept) as second:
        beat(casino, 3)
        first.checkpoint()
        together = Barrier(3)
        with ThreadPoolExecutor(3) as pool:
            looking = pool.submit(look)
            signing = [pool.submit(sign, log, together) for log in (first, second)]
            for _turn in range(TURNS):
                beat(casino, 3)
                together.wait()
            for one in signing:
                one.result()
            over.set()
            looking.result()
    roots = {one.size: one.root for one in map(read_checkpoint, notes)}
    assert {(one.size, one.root) for one in map(read_checkpoint, notes)} == set(roots.items())
    assert all(root == root_of(links(casino)[:size]) for size, root in roots.items())
    assert seen == sorted(seen)
    assert read_checkpoint(kept.read_text("utf-8")).size == max(roots) == casino.last
