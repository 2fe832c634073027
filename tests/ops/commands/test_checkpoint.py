"""``razao checkpoint``: a signed note on standard output or in a file, or a reason why not."""

from pathlib import Path

import psycopg

from ledger.events.registry import Heartbeat
from ledger.signed.checkpoint import open_checkpoint
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.postgres import Database


def test_the_note_is_printed_or_written_and_verify_takes_it(casino: Casino, tmp_path: Path) -> None:
    """What is signed today is what the log is held against tomorrow."""
    casino.say("mesa", Heartbeat())
    done = razao(casino.superuser, tmp_path, "checkpoint")
    assert (done.returncode, done.stderr) == (0, "")
    key = casino.installation.keys.load("log").public_key
    size = open_checkpoint(done.stdout, key).size
    assert size == 4  # founded, enrolled, approved, said

    kept = tmp_path / "kept" / "note"
    kept.parent.mkdir()
    casino.say("mesa", Heartbeat())
    done = razao(casino.superuser, tmp_path, "checkpoint", "--out", str(kept))
    assert (done.returncode, done.stdout) == (0, "")
    assert open_checkpoint(kept.read_text(encoding="utf-8"), key).size == size + 1
    done = razao(casino.superuser, tmp_path, "verify", "--since", str(kept))
    assert done.returncode == 0, done


def test_a_log_that_was_cut_is_not_signed(casino: Casino, tmp_path: Path) -> None:
    """Exit 1, and it says what was signed before: even if the database forgot all about it."""
    casino.say("mesa", Heartbeat())
    assert razao(casino.superuser, tmp_path, "checkpoint").returncode == 0
    with psycopg.connect(casino.superuser) as connection:
        for table in ("events", "head", "checkpoints", "published"):
            connection.execute(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL".encode())
        connection.execute("DELETE FROM ledger.events WHERE notification_id = 4")
        connection.execute("UPDATE ledger.head SET position = 3")
        connection.execute("DELETE FROM ledger.checkpoints")
        connection.execute("DELETE FROM ledger.published")
    done = razao(casino.superuser, tmp_path, "checkpoint")
    assert done.returncode == 1
    assert "not signed" in done.stderr


def test_without_a_ledger_there_is_nothing_to_sign(database: Database, tmp_path: Path) -> None:
    """A database that holds none is misuse."""
    done = razao(database.superuser, tmp_path, "checkpoint")
    assert done.returncode == 2
    assert "holds no ledger" in done.stderr


def test_without_the_logs_key_there_is_nothing_to_sign_with(casino: Casino, tmp_path: Path) -> None:
    """Another home has other keys."""
    done = razao(casino.superuser, tmp_path / "elsewhere", "checkpoint")
    assert done.returncode == 2
    assert "key of log" in done.stderr
