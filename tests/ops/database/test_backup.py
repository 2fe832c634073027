"""Backups: whole, read back, restored into what is empty; what was lost is told and fetched."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from ledger.audit.auditor import audit_database
from ledger.errors import CorruptLedgerError
from ledger.events.registry import Heartbeat
from ops.database.backup import (
    BackupError,
    load_backup,
    manifest_path,
    prune,
    read_manifest,
    write_backup,
)
from ops.database.missing import PartedError, fetch_missing
from ops.database.postgres import DatabaseUrls
from ops.installation import open_log
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.elsewhere import free_port
from tests.fixtures.postgres import Database, empty_database

NOW = datetime(2026, 11, 24, 5, 30, tzinfo=UTC)


@pytest.fixture
def fresh(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection
) -> Iterator[Database]:
    """Have a database without anything in it."""
    with empty_database(postgres_urls, postgres_maintenance) as database:
        yield database


@pytest.fixture
def backed(casino: Casino, tmp_path: Path) -> Path:
    """Have a backup of a ledger of four events."""
    casino.say("mesa", Heartbeat())
    path, _ = write_backup(casino.superuser, tmp_path / "backups", NOW)
    return path


def test_a_backup_is_read_back_before_it_counts(casino: Casino, tmp_path: Path) -> None:
    """The command restores its file into a server of its own, and states the root found there."""
    casino.say("mesa", Heartbeat())
    folder = tmp_path / "backups"
    done = razao(casino.superuser, tmp_path, "backup", "--folder", str(folder), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    (path,) = folder.glob("*.dump")
    assert told["file"] == str(path)
    assert (told["origin"], told["events"]) == ("razao.test", 4)
    assert told["root"] == audit_database(casino.superuser).root
    assert read_manifest(path).root == told["root"]
    modes = {one.name: one.stat().st_mode & 0o777 for one in folder.iterdir()}
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.deep
def test_a_backup_of_an_altered_ledger_is_not_good(casino: Casino, tmp_path: Path) -> None:
    """What does not verify is named by its position, and older backups stay."""
    casino.say("mesa", Heartbeat())
    folder = tmp_path / "backups"
    older, _ = write_backup(casino.superuser, folder, NOW)
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.events SET state = set_byte(state, octet_length(state) - 3, 7) "
            "WHERE notification_id = 4"
        )
    done = razao(casino.superuser, tmp_path, "backup", "--folder", str(folder), "--keep", "1")
    assert done.returncode == 1
    assert "does not verify at position 4" in done.stderr
    assert older.exists()


@pytest.mark.parametrize("place", [0, 0.5, 1], ids=["first byte", "middle", "last byte"])
def test_an_altered_file_is_refused(backed: Path, place: float) -> None:
    """A byte changed anywhere is a hash that the manifest does not name."""
    data = bytearray(backed.read_bytes())
    data[int(place * (len(data) - 1))] ^= 1
    backed.write_bytes(data)
    with pytest.raises(BackupError, match="altered or cut"):
        read_manifest(backed)


def test_a_cut_file_is_refused_and_nothing_is_half_written(backed: Path, fresh: Database) -> None:
    """Even past the manifest: what cannot be read to its end leaves the database empty."""
    backed.write_bytes(backed.read_bytes()[:-2000])
    with pytest.raises(BackupError, match="altered or cut"):
        read_manifest(backed)
    with pytest.raises(BackupError, match="pg_restore"):
        load_backup(backed, fresh.superuser)
    with psycopg.connect(fresh.superuser) as connection:
        found = connection.execute("SELECT FROM pg_namespace WHERE nspname = 'ledger'").fetchone()
    assert found is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is not beside it"),
        ("{", "no manifest of a backup"),
        ('{"format":"x"}', "no manifest of a backup"),
        ("other", "expected format razao-backup/1, got razao-backup/9"),
    ],
)
def test_a_manifest_that_is_none_is_said(backed: Path, text: str | None, said: str) -> None:
    """Missing, torn, of another shape or of a later format: each has its words."""
    beside = manifest_path(backed)
    if text is None:
        beside.unlink()
    elif text == "other":
        beside.write_text(beside.read_text().replace("backup/1", "backup/9"))
    else:
        beside.write_text(text)
    with pytest.raises(BackupError, match=said):
        read_manifest(backed)


def test_a_ledger_is_never_restored_over(backed: Path, casino: Casino) -> None:
    """A database with events is refused by their number, and keeps them."""
    with pytest.raises(BackupError, match=r"holds the ledger razao\.test with 4 events"):
        load_backup(backed, casino.superuser)
    assert audit_database(casino.superuser).clean


def test_what_was_lost_is_told_and_fetched_from_another_copy(
    casino: Casino, backed: Path, fresh: Database, tmp_path: Path
) -> None:
    """An old backup signs nothing until the copy's events stand in the same places again."""
    for _ in range(3):
        casino.say("mesa", Heartbeat())
    casino.say("outra", Heartbeat())
    assert razao(casino.superuser, tmp_path, "checkpoint").returncode == 0
    done = razao(fresh.superuser, tmp_path, "restore", str(backed), "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert (told["events"], told["signed"], told["lost"]) == (4, 10, 6)
    assert told["problems"] == []
    assert {"name": "mesa", "seq": 1} in told["sources"]
    keys = casino.installation.keys
    kept = tmp_path / "checkpoints" / "razao.test.note"
    with (
        closing(open_log(fresh.login, "razao.test", keys, kept)) as log,
        pytest.raises(CorruptLedgerError, match="a checkpoint of 10 events was signed"),
    ):
        log.checkpoint()
    done = razao(fresh.login, tmp_path, "serve", "--port", str(free_port()))
    assert done.returncode not in {0, None}
    assert "Traceback" not in done.stderr
    assert "a checkpoint of 10 events was signed, the log has 4; nothing is signed" in done.stderr
    assert "Restore a copy that has these 10 events" in done.stderr

    done = razao(fresh.superuser, tmp_path, "restore", "--missing-from", casino.conninfo)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "6 of them were fetched" in done.stdout
    with closing(open_log(fresh.login, "razao.test", keys, kept)) as log:
        assert log.checkpoint().splitlines()[1] == "10"
    assert audit_database(fresh.superuser).root == audit_database(casino.superuser).root


def test_nothing_is_fetched_from_another_history(
    casino: Casino, backed: Path, fresh: Database
) -> None:
    """One event that differs before the end here, and not one of the copy's is taken."""
    load_backup(backed, fresh.superuser)
    with psycopg.connect(fresh.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute("UPDATE ledger.events SET link = sha256(link) WHERE notification_id = 2")
    casino.say("mesa", Heartbeat())
    with pytest.raises(PartedError, match="part between positions 1 and 4"):
        fetch_missing(casino.conninfo, fresh.login)
    assert audit_database(fresh.superuser).size == 4


def test_nothing_is_fetched_from_a_copy_that_does_not_verify(
    casino: Casino, backed: Path, fresh: Database
) -> None:
    """A replica that was altered beyond the end here gives nothing."""
    load_backup(backed, fresh.superuser)
    casino.say("mesa", Heartbeat())
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.events SET signature = sha512('x') WHERE notification_id = 5"
        )
    with pytest.raises(PartedError, match="does not verify, nothing was taken"):
        fetch_missing(casino.conninfo, fresh.login)
    assert audit_database(fresh.superuser).size == 4


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    """Older ones go with their manifests; what is no backup stays."""
    names = [f"razao-2026112{day}T053000Z" for day in range(4)]
    for name in names:
        (tmp_path / f"{name}.dump").touch()
        (tmp_path / f"{name}.json").touch()
    (tmp_path / "notes.dump").touch()
    assert [one.stem for one in prune(tmp_path, 2)] == [names[1], names[0]]
    left = {one.name for one in tmp_path.iterdir()}
    assert left == {"notes.dump"} | {
        f"{name}{end}" for name in names[2:] for end in (".dump", ".json")
    }


def test_a_place_for_backups_must_be_named(casino: Casino, tmp_path: Path) -> None:
    """Without a folder it is misuse, as is a restore of nothing."""
    done = razao(casino.superuser, tmp_path, "backup")
    assert done.returncode == 2
    assert "RAZAO_BACKUPS" in done.stderr
    done = razao(casino.superuser, tmp_path, "restore")
    assert done.returncode == 2
    assert "--missing-from" in done.stderr
