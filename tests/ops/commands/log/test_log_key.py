"""``razao keys replace-log``: checkpoints go on under keys that registrars agreed to."""

from pathlib import Path

import psycopg
import pytest

from ledger.door.opening import read_keyring
from ledger.errors import BrokenProofError
from ledger.events.registry import Heartbeat
from ledger.signed.checkpoint import checkpoint_of
from ledger.signed.logs import open_log
from ledger.signed.notes import read_note
from ops.installation import APPROVING, PROPOSING
from ops.outside.registrar.requests import Request, read_request
from tests.fixtures.casino import Casino
from tests.fixtures.command import Done, razao


def replace(casino: Casino, home: Path, *arguments: str) -> Done:
    return razao(casino.superuser, home, "keys", "replace-log", *arguments)


def verify(casino: Casino, home: Path, *arguments: str) -> Done:
    return razao(casino.superuser, home, "verify", *arguments)


def test_from_where_registrars_agreed_checkpoints_are_signed_by_the_new_keys(
    casino: Casino, tmp_path: Path
) -> None:
    """A running log goes over to them by itself; who pinned the old ones finds nothing amiss."""
    casino.say("mesa", Heartbeat())
    log, old = casino.installation.log, casino.log_keys
    first = log.checkpoint()
    pinned = tmp_path / "pinned"
    pinned.write_text("".join(f"{one.text}\n" for one in old), encoding="utf-8")
    done = replace(casino, tmp_path)
    assert done.returncode == 0, done
    new = casino.log_keys
    assert {one.text for one in new}.isdisjoint(one.text for one in old)
    (_, (since, _)) = read_keyring(casino.installation.reader).log_keys
    assert f"from position {since} checkpoints are signed by the key" in done.stdout
    note = log.checkpoint()
    assert open_log(note, new).size == casino.last
    with pytest.raises(BrokenProofError, match="no signature"):
        open_log(note, old)
    assert open_log(first, old).size < casino.last
    for keys in (pinned, None):
        done = verify(casino, tmp_path, *(() if keys is None else ("--log-key", str(keys))))
        assert done.returncode == 0, done
    printed = razao(casino.superuser, tmp_path, "checkpoint", "--key").stdout
    assert printed == "".join(f"log {one.text}\n" for one in new)
    again = razao(casino.superuser, tmp_path, "checkpoint")
    assert again.stdout == note, again


def test_what_the_old_keys_sign_afterwards_is_a_finding(casino: Casino, tmp_path: Path) -> None:
    """Who stole them signs nothing of as many events as stood there when they were replaced."""
    casino.say("mesa", Heartbeat())
    stolen = casino.log_signer
    assert replace(casino, tmp_path).returncode == 0
    note = casino.installation.log.checkpoint()
    one = checkpoint_of(read_note(note).text)
    forged = stolen.sign(one.size, one.root)
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.published DISABLE TRIGGER ALL")
        connection.execute("UPDATE ledger.published SET note = %s", (forged,))
    done = verify(casino, tmp_path)
    assert done.returncode == 1
    assert "checkpoint: ledger.published" in done.stdout


def test_keys_that_nobody_agreed_to_sign_nothing(casino: Casino, tmp_path: Path) -> None:
    """Asked for by a file, they are made here; until registrars agree the old keys sign."""
    casino.say("mesa", Heartbeat())
    old, out = casino.log_keys, tmp_path / "log.json"
    done = replace(casino, tmp_path, "--out", str(out))
    assert done.returncode == 0, done
    assert "key of log:" in done.stdout
    assert open_log(casino.installation.log.checkpoint(), old).size == casino.last
    asked = read_request(out)
    for name in (PROPOSING, APPROVING):
        asked = Request.agreed(
            asked, casino.installation.chain(name), "2026-11-20T23:00:00.000000Z"
        )
    casino.installation.send(list(asked.words))
    assert casino.log_keys != old
    assert open_log(casino.installation.log.checkpoint(), casino.log_keys).size == casino.last


def test_without_the_new_keys_nothing_is_signed(casino: Casino, tmp_path: Path) -> None:
    """A log whose next keys are elsewhere is signed by nobody, least of all by the old ones."""
    casino.say("mesa", Heartbeat())
    assert replace(casino, tmp_path).returncode == 0
    (tmp_path / "keys" / casino.installation.origin / "log.2.key").unlink()
    done = razao(casino.superuser, tmp_path, "checkpoint")
    assert done.returncode == 2
    assert "the key of log.2 is not in" in done.stderr.replace("\n", " ")
