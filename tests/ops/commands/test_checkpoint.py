"""``razao checkpoint``: a signed note on standard output or in a file, or a reason why not."""

from pathlib import Path

import psycopg

from ledger.events.registry import Heartbeat
from ledger.signed.checkpoint import log_key, open_checkpoint
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


def test_a_pinned_key_tells_this_log_from_one_under_a_new_key(
    casino: Casino, tmp_path: Path
) -> None:
    """``--key`` prints the log's keys; later ``verify --log-key`` says whether it is that log."""
    casino.say("mesa", Heartbeat())
    printed = razao(casino.superuser, tmp_path, "checkpoint", "--key").stdout
    assert printed == "".join(f"log {one.text}\n" for one in casino.log_keys)
    assert printed.count("log razao.test+") == 2
    pinned = tmp_path / "pinned"
    pinned.write_text(printed, encoding="utf-8")
    assert razao(casino.superuser, tmp_path, "checkpoint").returncode == 0
    done = razao(casino.superuser, tmp_path, "verify", "--log-key", str(pinned))
    assert done.returncode == 0, done
    other = log_key("razao.test", bytes(range(32)))
    done = razao(casino.superuser, tmp_path, "verify", "--log-key", other.text)
    assert done.returncode == 1
    assert "log-key: the log's Ed25519 key: expected razao.test+" in done.stdout
    done = razao(casino.superuser, tmp_path, "verify", "--log-key", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "--log-key" in done.stderr


def test_verify_reads_the_checkpoints_that_the_ledger_keeps(casino: Casino, tmp_path: Path) -> None:
    """An altered event below one is said to lie below it; an altered checkpoint is named."""
    casino.say("mesa", Heartbeat())
    assert razao(casino.superuser, tmp_path, "checkpoint").returncode == 0
    with psycopg.connect(casino.superuser) as connection:
        for table in ("events", "checkpoints", "published"):
            connection.execute(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL".encode())
        connection.execute(
            "UPDATE ledger.events SET state = state || ' ' WHERE notification_id = 4"
        )
    done = razao(casino.superuser, tmp_path, "verify")
    assert done.returncode == 1
    assert "position 4 (mesa:1)  envelope:" in done.stdout
    assert "(below a checkpoint of 4 events that the log signed)" in done.stdout
    with psycopg.connect(casino.superuser) as connection:
        connection.execute(
            "UPDATE ledger.published SET note = overlay(note placing 'AAAA' from 15)"
        )
    done = razao(casino.superuser, tmp_path, "verify")
    assert "checkpoint: ledger.published, 4 events:" in done.stdout
