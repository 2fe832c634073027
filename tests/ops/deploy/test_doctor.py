"""``razao doctor`` names what is broken, and what to do; of a sound installation it says so."""

import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from ledger.events.registry import Heartbeat
from ledger.signed.key_files import save_encrypted
from ops.catch_up import judge_all
from ops.commands.running.serve import (
    _tell_of_plain_keys,  # pyright: ignore[reportPrivateUsage]
)
from ops.database.migrate import MIGRATIONS, migrate
from ops.database.postgres import (
    DatabaseUnsuitableError,
    DatabaseUrls,
    check_database,
    installed_binaries,
)
from ops.deploy.doctor import database as of_database
from ops.deploy.doctor.check import Check, Machine, Room, State, room_of
from ops.deploy.doctor.database import migrations
from ops.deploy.doctor.examine import examine
from ops.installation import LOG, LOG_MLDSA44, SERVICE
from ops.outside.registrar.custody import CREDENTIALS
from ops.settings import Settings
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.disk import small_disk
from tests.fixtures.elsewhere import elsewhere
from tests.fixtures.postgres import Database, empty_database

OWN = {f"{name}.key" for name in (SERVICE, LOG, LOG_MLDSA44)}


@dataclass
class House:
    """An installation in production, sound until a test breaks it."""

    casino: Casino
    home: Path
    stick: Path
    options: dict[str, Any] = field(default_factory=dict)
    """Settings."""
    machine: dict[str, Any] = field(default_factory=dict)
    stack: ExitStack = field(default_factory=ExitStack)
    another_database: Callable[[], Database] = field(kw_only=True)
    """Makes a database without anything in it."""

    def copy_of_migrations(self) -> Path:
        """Return a folder with this version's migrations, for a test to alter."""
        return copytree(MIGRATIONS, self.stick / "migrations")

    @property
    def keys(self) -> Path:
        """The folder of the service's keys."""
        return self.casino.installation.keys.folder

    def checks(self) -> list[Check]:
        """Let the doctor look."""
        # The machine that runs the tests may have no time source, and little room.
        seen = {
            "environment": {},
            "synchronised": lambda: True,
            "room": lambda _: Room(50_000_000_000, 100_000_000_000, inodes=True),
        }
        return list(examine(Machine(**(seen | self.machine)), Settings(**self.options)))

    def sql(self, *statements: str) -> None:
        """Do something to the database that nobody should."""
        with psycopg.connect(self.casino.superuser, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())


@pytest.fixture
def house(
    recorded_casino: Casino,
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[House]:
    """Give an installation as the guide leaves it: keys apart, a checkpoint and a backup kept.

    The service's own keys are the credentials that systemd handed it.
    """
    casino = recorded_casino
    casino.say("mesa-ra", Heartbeat())
    casino.door.tick()
    installation = casino.installation
    installation.log.checkpoint()
    judge_all(casino.conninfo)
    stick = tmp_path / "stick"
    stick.mkdir()
    keys = installation.keys
    monkeypatch.setenv(CREDENTIALS, str(keys.folder))
    apart = [path for path in keys.held() if path.name not in OWN]
    for path in apart:
        path.rename(stick / path.name)
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "monday.dump").write_bytes(b"all there is")
    tmp_path.chmod(0o700)
    options = {
        "home": installation.home,
        "database_url": casino.conninfo,
        "production": True,
        "checkpoints": installation.kept_checkpoint.parent,
        "backups": backups,
    }
    with ExitStack() as stack:
        yield House(
            casino,
            installation.home,
            stick,
            options,
            stack=stack,
            another_database=lambda: stack.enter_context(
                empty_database(postgres_urls, postgres_maintenance)
            ),
        )
    for path in apart:
        now = stick / path.name
        (now if now.exists() else keys.path(path.stem)).rename(path)


def test_of_a_sound_installation_nothing_is_broken(house: House) -> None:
    """Every part is looked at; only the witnesses, whom nobody set, are missed."""
    checks = house.checks()
    assert [check for check in checks if check.state is not State.OK] == [
        Check(
            name="witnesses",
            state=State.WARNING,
            found="nobody outside cosigns: who has every key of the house could write it anew",
            remedy="RAZAO_POLICY names witnesses; `razao witness serve` is one",
        )
    ]
    assert {check.name for check in checks} == {
        "environment", "versions", "home", "disk", "clock-source", "database-version",
        "database-role", "database-security", "migrations", "rights", "power", "durability",
        "database-doors",
        "clock-database", "ledger", "keys", "keys-apart", "keys-sealed", "checkpoints", "witnesses",
        "clock-ledger", "projections", "backups",
    }  # fmt: skip


Break = Callable[[House], None]
BREAKS: dict[str, tuple[Break, str, str]] = {}
"""By a name: what breaks the installation, the check that tells, and words of what it found."""


def breaks(check: str, words: str) -> Callable[[Break], Break]:
    """Note a way to break an installation."""

    def note(act: Break) -> Break:
        BREAKS[act.__name__] = act, check, words
        return act

    return note


@breaks("home", "can be written by others")
def everybody_may_put_keys_into_the_home(house: House) -> None:
    house.home.chmod(0o777)


@breaks("disk", "0.0 GB of 0.0 GB are free for RAZAO_CHECKPOINTS")
def the_disk_is_nearly_full(house: House) -> None:
    house.options["checkpoints"] = house.stack.enter_context(small_disk("size=4m"))
    house.machine["room"] = room_of


@breaks("disk", "no more files can be made for RAZAO_CHECKPOINTS")
def the_disk_has_no_more_files(house: House) -> None:
    disk = house.stack.enter_context(small_disk("size=2g", "nr_inodes=8"))
    with suppress(OSError):
        for number in range(8):
            (disk / str(number)).touch()
    house.options["checkpoints"] = disk
    house.machine["room"] = room_of


@breaks("database", "refuses the embedded server, and RAZAO_DATABASE_URL is not set")
def production_has_no_database(house: House) -> None:
    house.options["database_url"] = None


@breaks("database", "it does not answer")
def the_database_is_down(house: House) -> None:
    house.options["database_url"] = f"postgresql://razao@/razao?host={house.home}"


@breaks("database", "password authentication failed")
def the_password_is_another(house: House) -> None:
    house.options["database_url"] = make_conninfo(house.casino.conninfo, password="other")


NEWEST = max(path.name for path in MIGRATIONS.glob("*.sql"))


@breaks("migrations", f"lacks {NEWEST}")
def a_migration_is_missing(house: House) -> None:
    older = house.copy_of_migrations()
    (older / NEWEST).unlink()
    empty = house.another_database()
    migrate(empty.superuser, directory=older)
    house.options["database_url"] = empty.login


@breaks("migrations", "a newer Razão brought this database up to date")
def a_newer_program_was_here(house: House) -> None:
    newer = house.copy_of_migrations()
    (newer / "9999_later.sql").write_text("CREATE TABLE ledger.later ();")
    assert migrate(house.casino.superuser, directory=newer) == ["9999_later.sql"]


@breaks("rights", "the login razao lacks 1 rights")
def a_right_is_missing(house: House) -> None:
    name = psycopg.conninfo.conninfo_to_dict(house.casino.superuser)["dbname"]
    house.sql(f"REVOKE CREATE ON DATABASE {name} FROM razao_projector")


@breaks("power", "could alter the ledger: it is a superuser")
def the_service_is_given_the_owner(house: House) -> None:
    house.options["database_url"] = house.casino.superuser


@breaks("power", "it may write the table ledger.head")
def somebody_granted_too_much(house: House) -> None:
    house.sql("GRANT UPDATE ON ledger.head TO razao_appender")


@breaks("database-doors", "every login of the server may connect (PUBLIC)")
def everybody_may_connect(house: House) -> None:
    name = psycopg.conninfo.conninfo_to_dict(house.casino.superuser)["dbname"]
    house.sql(f"GRANT CONNECT ON DATABASE {name} TO PUBLIC")


@breaks("durability", "synchronous_commit = off: a power cut takes what was receipted")
def commits_are_not_waited_for(house: House) -> None:
    name = psycopg.conninfo.conninfo_to_dict(house.casino.superuser)["dbname"]
    house.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")


@breaks("keys", "the key of servico is not in")
def the_services_key_is_gone(house: House) -> None:
    (house.keys / f"{SERVICE}.key").rename(house.stick / "servico.key")


@breaks("keys", "is not the key that the ledger knows")
def the_services_key_is_another(house: House) -> None:
    (house.keys / f"{SERVICE}.key").write_text("07" * 32)


@breaks("keys", "expected a private key of 64 hex digits")
def the_services_key_is_torn(house: House) -> None:
    (house.keys / f"{SERVICE}.key").write_text("07" * 12)


@breaks("keys", "are not those that razao.test was founded with")
def the_logs_key_is_another(house: House) -> None:
    (house.keys / f"{LOG}.key").write_text("07" * 32)


@breaks("keys", "the key of log-mldsa44 is not in")
def the_logs_second_key_is_gone(house: House) -> None:
    (house.keys / f"{LOG_MLDSA44}.key").rename(house.stick / "x.key")


@breaks("keys-apart", "stand the keys of registo-1, registo-2")
def registrars_keys_stand_beside_the_services(house: House) -> None:
    for name in ("registo-1.key", "registo-2.key"):
        (house.stick / name).rename(house.keys / name)


@breaks("keys-apart", "servico.key can be read by everybody")
def everybody_reads_the_services_key(house: House) -> None:
    (house.keys / f"{SERVICE}.key").chmod(0o644)


@breaks("checkpoints", "is not there: nothing outside the database says how long the log was")
def the_checkpoint_outside_is_gone(house: House) -> None:
    house.casino.installation.kept_checkpoint.unlink()


@breaks("checkpoints", "part: ")
def an_older_backup_was_restored(house: House) -> None:
    house.sql(
        "ALTER TABLE ledger.events DISABLE TRIGGER ALL",
        "ALTER TABLE ledger.published DISABLE TRIGGER ALL",
        "ALTER TABLE ledger.checkpoints DISABLE TRIGGER ALL",
        "ALTER TABLE ledger.tiles DISABLE TRIGGER ALL",
        "DELETE FROM ledger.published; DELETE FROM ledger.checkpoints; DELETE FROM ledger.tiles",
        "DELETE FROM ledger.events WHERE notification_id = (SELECT position FROM ledger.head)",
        "UPDATE ledger.head SET position = position - 1",
    )


@breaks("projections", "have the tables of another version")
def the_projections_are_another_versions(house: House) -> None:
    house.sql("COMMENT ON SCHEMA projections IS 'others'")


@breaks("projections", "there are none yet")
def the_projections_are_gone(house: House) -> None:
    house.sql("DROP SCHEMA projections CASCADE")


@breaks("projections", "they stopped at 9999, mesa-ra:1: the disk is gone")
def the_projections_stopped(house: House) -> None:
    house.sql("INSERT INTO projections.halted VALUES (9999, 'mesa-ra:1', 'x', 'the disk is gone')")


@breaks("projections", "they are 1 event behind the log, and nobody folds them")
def nobody_folds(house: House) -> None:
    house.casino.say("mesa-ra", Heartbeat())


@breaks("backups", "nobody says where backups arrive")
def nobody_says_where_backups_are(house: House) -> None:
    house.options["backups"] = None


@breaks("backups", "there is none in")
def a_full_disk_left_an_empty_backup(house: House) -> None:
    (house.options["backups"] / "monday.dump").write_bytes(b"")


@breaks("backups", "is 72 hours old")
def the_newest_backup_is_of_three_days_ago(house: House) -> None:
    then = datetime.now(UTC).timestamp() - 72 * 3600 - 60
    os.utime(house.options["backups"] / "monday.dump", (then, then))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", BREAKS)
def test_each_broken_installation_is_named(house: House, name: str) -> None:
    """The check of that part is not green, says what was seen, and what to do."""
    act, check, words = BREAKS[name]
    act(house)
    found = [one for one in house.checks() if one.state is not State.OK and one.name == check]
    assert found, f"{check} says nothing"
    assert any(words in one.found for one in found), found
    assert all(one.remedy for one in found)
    guard_only = {"database-doors"}
    assert any(one.state is State.BROKEN for one in found) or check in guard_only


def test_at_least_twenty_ways_are_tried() -> None:
    """So many the issue asks for."""
    assert len(BREAKS) >= 20


def test_a_setting_that_is_not_understood_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything rests on it; a password is not repeated."""
    monkeypatch.setenv("RAZAO_DATABASE_URL", "secret")
    *_, last = examine(Machine(environment={}))
    assert (last.name, last.state) == ("settings", State.BROKEN)
    assert "RAZAO_DATABASE_URL is something else" in last.found
    assert "secret" not in str(last)


def test_an_old_server_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that Razão does not run on."""
    monkeypatch.setattr(of_database, "_VERSION_MIN", 99_00_00)
    (check,) = (check for check in house.checks() if check.name == "database-version")
    assert check.state is State.BROKEN


@pytest.mark.deep
def test_a_server_that_trusts_everybody_is_named(house: House) -> None:
    """In production broken, both for TLS and for proof; nothing after it is guessed."""
    with elsewhere(installed_binaries() / "bin") as server:
        house.options["database_url"] = server.url("postgres")
        checks = house.checks()
    found = [check for check in checks if check.name == "database-security"]
    assert [check.state for check in found] == [State.BROKEN, State.BROKEN]
    (ledger,) = (check for check in checks if check.name == "ledger")
    assert ledger.state is State.UNKNOWN


def test_a_database_of_another_encoding_is_named(
    house: House, postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection
) -> None:
    """As a server that was made without a language gives them; no command goes on with it."""
    with empty_database(
        postgres_urls, postgres_maintenance, "ENCODING 'SQL_ASCII' LOCALE 'C'"
    ) as empty:
        house.options["database_url"] = empty.login
        found = {check.name: check.state for check in house.checks()}
        with pytest.raises(DatabaseUnsuitableError, match="expected encoding UTF8; got SQL_ASCII"):
            check_database(empty.login)
    assert found["database-encoding"] is State.BROKEN


def test_a_database_without_a_ledger_is_named(
    house: House, postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection
) -> None:
    """First one that nobody migrated, by the check that says who does."""
    with empty_database(postgres_urls, postgres_maintenance) as empty:
        house.options["database_url"] = empty.login
        found = {check.name: check for check in house.checks()}
        with psycopg.connect(empty.login) as connection:
            (embedded,) = migrations(connection, Settings())
    assert found["migrations"].state is State.BROKEN
    assert "RAZAO_OWNER_URL" in (found["migrations"].remedy or "")
    assert embedded.remedy == "the embedded server is yours: `razao db migrate`"


def test_a_key_that_stands_plain_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """In production, the service's and the log's, if no credential of systemd; encrypted it is not.

    What to do stands beside it; the installation works, so nothing is broken.
    """

    def sealed() -> Check:
        (check,) = (check for check in house.checks() if check.name == "keys-sealed")
        return check

    log_mldsa44, log, service = sorted(house.keys / name for name in OWN)
    monkeypatch.setenv(CREDENTIALS, str(house.stick))
    told = sealed()
    assert told.state is State.WARNING
    assert told.found.startswith(f"{log_mldsa44}, {log}, {service}: not encrypted")
    assert f"`systemd-creds encrypt --name=log-mldsa44.key {log_mldsa44} " in (told.remedy or "")
    monkeypatch.delenv(CREDENTIALS)
    assert sealed() == told
    service.rename(house.stick / service.name)
    save_encrypted(service, b"uma frase")
    assert sealed().found.startswith(f"{log_mldsa44}, {log}: not encrypted")
    house.options["production"] = False
    assert "keys-sealed" not in {check.name for check in house.checks()}


def test_the_service_itself_warns_of_a_key_that_stands_plain(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it begins, in production alone, with what to do; of credentials it says nothing."""
    said: list[tuple[str, int]] = []

    def begin() -> None:
        installation = house.casino.installation
        _tell_of_plain_keys(installation, Settings(**house.options), lambda *one: said.append(one))

    begin()
    assert said == []
    monkeypatch.delenv(CREDENTIALS)
    begin()
    ((text, level),) = said
    assert level == logging.WARNING
    assert f"{house.keys / 'servico.key'}: not encrypted" in text
    assert ". For each: `systemd-creds encrypt" in text
    house.options["production"] = False
    begin()
    assert len(said) == 1


def test_at_a_desk_what_a_service_would_do_is_no_fault(house: House) -> None:
    """Who tries the demonstration has no service: no checkpoint, nobody who folds, no backup."""
    house.options |= {"production": False, "backups": None}
    house.casino.installation.kept_checkpoint.unlink()
    house.casino.say("mesa-ra", Heartbeat())
    found = {check.name: check.state for check in house.checks()}
    assert State.BROKEN not in found.values()
    assert found["checkpoints"] is found["projections"] is State.WARNING


def test_while_somebody_folds_a_few_events_are_no_delay(house: House) -> None:
    """The follower is busy with them."""
    with Runner(house.casino.conninfo):
        house.casino.say("mesa-ra", Heartbeat())
        (check,) = (check for check in house.checks() if check.name == "projections")
    assert check.state is State.OK


def test_nothing_is_changed(house: House) -> None:
    """Neither events nor projections, nor a file."""
    before = house.casino.installation.reader.last_position()
    files = sorted(house.home.rglob("*"))
    house.checks()
    assert house.casino.installation.reader.last_position() == before
    assert sorted(house.home.rglob("*")) == files


def test_the_command_tells_people_and_programs(house: House, tmp_path: Path) -> None:
    """Exit 1 where something is broken; as JSON one document with the same checks."""
    done = razao(house.casino.superuser, house.home, "doctor", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert not told["sound"]
    power = next(check for check in told["checks"] if check["name"] == "power")
    assert power["state"] == "broken"
    plain = razao(house.casino.superuser, house.home, "doctor")
    assert plain.returncode == 1
    assert "could alter the ledger" in plain.stdout
    assert "→ serve with a login that owns nothing" in plain.stdout
    fresh = razao("", tmp_path / "new", "doctor")
    assert fresh.returncode == 0
    assert "`razao demo` makes the embedded one" in fresh.stdout
