"""A replica on another server: it takes what continues the log, and nothing else from anybody."""

import time
from pathlib import Path

import psycopg
import pytest

from ledger.audit.auditor import audit_database
from ledger.errors import LedgerError
from ledger.events.registry import Heartbeat
from ops.database.missing import fetch_missing
from ops.database.replica import follow, publish, state_of
from ops.errors import MisuseError
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.postgres import Database
from tests.fixtures.replicas import WAIT_SECONDS, beat, caught_up, let_go, until_state


def test_what_is_recorded_arrives_and_verifies(
    house: Casino, replica: Database, tmp_path: Path
) -> None:
    """Before the feed and since, ticks and checkpoints too: the same root on both servers."""
    assert audit_database(replica.superuser).clean
    beat(house, 300)
    house.say("nova", Heartbeat())
    assert house.door.tick().receipt is not None
    note = house.installation.log.checkpoint()
    state = until_state(replica, caught_up)
    assert (state.feeding, state.stopped) == (True, None)
    _until_kept(replica, note)
    there, here = audit_database(house.superuser), audit_database(replica.superuser)
    assert here.clean, here.problems
    assert (here.root, here.size, here.covered) == (there.root, there.size, there.covered)
    done = razao(replica.superuser, tmp_path, "replica", "status")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("follows  razao.test: ")


def _until_kept(replica: Database, note: str) -> None:
    until = time.monotonic() + WAIT_SECONDS
    with psycopg.connect(replica.superuser, autocommit=True) as connection:
        while time.monotonic() < until:
            found = connection.execute("SELECT note FROM ledger.checkpoints").fetchall()
            if (note,) in found:
                return
            time.sleep(0.05)
    raise AssertionError("the checkpoint did not arrive")


@pytest.mark.deep
def test_what_the_house_takes_back_stays(house: Casino, replica: Database) -> None:
    """Changed, deleted, emptied at the house by its server's owner: the replica has it all."""
    before = audit_database(replica.superuser)
    with psycopg.connect(house.superuser, autocommit=True) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute("UPDATE ledger.events SET topic = 'play/1' WHERE notification_id = 7")
        connection.execute("DELETE FROM ledger.events WHERE notification_id = 9")
        connection.execute("TRUNCATE ledger.events")
    time.sleep(0.5)
    after = audit_database(replica.superuser)
    assert after.clean
    assert (after.root, after.size) == (before.root, before.size)


@pytest.mark.parametrize(
    ("forged", "said"),
    [
        pytest.param({"link": "sha256('x')"}, "expected link", id="link", marks=pytest.mark.deep),
        pytest.param(
            {"state": "state || 'x'"}, "expected link", id="envelope", marks=pytest.mark.deep
        ),
        pytest.param(
            {"originator_version": "originator_version + 1"},
            "expected seq",
            id="seq",
            marks=pytest.mark.deep,
        ),
        pytest.param(
            {"topic": "'payout/1'"}, "expected the header", id="kind", marks=pytest.mark.deep
        ),
        pytest.param({"notification_id": "notification_id + 1"}, "expected position", id="place"),
        pytest.param(
            {"originator_id": "'outra'", "originator_version": "1"},
            "expected the header",
            id="source",
            marks=pytest.mark.deep,
        ),
    ],
)
def test_what_does_not_continue_the_log_stops_the_feed(
    house: Casino, replica: Database, tmp_path: Path, forged: dict[str, str], said: str
) -> None:
    """Nothing of it is stored, and whoever asks is told the position and why."""
    size = state_of(replica.superuser).here
    columns = (
        "notification_id",
        "originator_version",
        "originator_id",
        "topic",
        "link",
        "signature",
        "state",
    )
    house.say("mesa", Heartbeat())
    until_state(replica, caught_up)
    with psycopg.connect(house.superuser, autocommit=True) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute("ALTER TABLE ledger.events DROP CONSTRAINT events_place_key")
        last = house.say("mesa", Heartbeat()).position
        until_state(replica, lambda state: state.here == last)
        row = {name: name for name in columns} | {
            "notification_id": "notification_id + 1",
            "originator_version": "originator_version + 1",
        }
        for name, value in forged.items():
            row[name] = value.replace(name, row[name]) if name in value else value
        query = (
            f"INSERT INTO ledger.events ({', '.join(row)}) SELECT {', '.join(row.values())} "
            f"FROM ledger.events WHERE notification_id = {last}"
        )
        connection.execute(query.encode())
    state = until_state(replica, lambda state: not state.feeding)
    assert state.here == last == size + 2
    assert state.stopped is not None
    assert said in state.stopped or "expected the header" in state.stopped
    assert f"position {last + 1}" in state.stopped or f"position {last + 2}" in state.stopped
    assert audit_database(replica.superuser).clean
    done = razao(replica.superuser, tmp_path, "replica", "status")
    assert done.returncode == 1
    assert "not taken: position" in done.stdout


def test_nobody_else_writes_into_a_replica(house: Casino, replica: Database) -> None:
    """An append, even by the server's owner, meets the same trigger, and leaves nothing."""
    with psycopg.connect(replica.superuser, autocommit=True) as connection:
        row = connection.execute(
            "SELECT notification_id FROM ledger.events ORDER BY 1 DESC LIMIT 1"
        ).fetchone()
    assert row is not None
    house.say("mesa", Heartbeat())
    until_state(replica, caught_up)
    with psycopg.connect(replica.superuser, autocommit=True) as connection:
        connection.execute("ALTER SUBSCRIPTION razao_replica DISABLE")
    house.say("mesa", Heartbeat())
    with pytest.raises(LedgerError, match="another event stands here"):
        fetch_missing(house.conninfo, replica.login)
    assert audit_database(replica.superuser).size == row[0] + 1


@pytest.mark.deep
def test_a_feed_that_was_lost_is_made_again(house: Casino, replica: Database) -> None:
    """Slot gone, events missed: following again fetches what was missed, and goes on."""
    let_go(replica)
    with psycopg.connect(house.superuser, autocommit=True) as connection:
        connection.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots")
    for _ in range(5):
        house.say("mesa", Heartbeat())
    follow(house.superuser, replica.superuser)
    house.say("mesa", Heartbeat())
    until_state(replica, caught_up)
    assert audit_database(replica.superuser).root == audit_database(house.superuser).root


def test_a_house_that_was_restored_from_an_old_backup_gets_back_what_it_lost(
    house: Casino, replica: Database
) -> None:
    """Its end was cut; the replica says so, and gives the events back in their places."""
    root = audit_database(house.superuser).root
    _let_go_quietly(replica)
    with psycopg.connect(house.superuser, autocommit=True) as connection:
        for table in ("events", "head", "source_head", "tiles", "tree"):
            connection.execute(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL".encode())
        (last,) = connection.execute(
            "DELETE FROM ledger.events WHERE notification_id > 290 RETURNING 290"
        ).fetchone() or (0,)
        connection.execute("UPDATE ledger.head SET position = %s", (last,))
        connection.execute("DELETE FROM ledger.tiles")
        connection.execute("DELETE FROM ledger.tree")
        connection.execute(
            "UPDATE ledger.source_head AS h SET (seq, link) = (SELECT originator_version, link "
            "FROM ledger.events WHERE originator_id = h.source ORDER BY 1 DESC LIMIT 1) "
            "WHERE h.seq > 0 AND EXISTS (SELECT FROM ledger.events WHERE originator_id = h.source)"
        )
        for table in ("events", "head", "source_head", "tiles", "tree"):
            connection.execute(f"ALTER TABLE ledger.{table} ENABLE TRIGGER ALL".encode())
    assert "its end was cut" in str(state_of(replica.superuser).stopped)
    assert fetch_missing(replica.login, house.superuser) > 0
    assert audit_database(house.superuser).root == root


def _let_go_quietly(replica: Database) -> None:
    """Let the house's sessions go on while its tables are handled."""
    with psycopg.connect(replica.superuser, autocommit=True) as connection:
        connection.execute("ALTER SUBSCRIPTION razao_replica DISABLE")


def test_a_server_that_keeps_too_little_is_told_so(casino: Casino, database: Database) -> None:
    """Without logical decoding nothing is published and nothing followed."""
    for call in (
        lambda: publish(casino.superuser),
        lambda: follow(casino.superuser, database.superuser),
    ):
        with pytest.raises(MisuseError, match="expected logical"):
            call()
    with pytest.raises(MisuseError, match="is no replica"):
        state_of(database.superuser)
