"""What logins of a PostgreSQL of one's own lack, and by what they could alter the ledger."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from api.answers.standing import SIZE
from ops.commands.running.serving.place import alone
from ops.database.migrate import MigrationNeededError, check_migrated, migrate
from ops.database.postgres import (
    DatabaseUrls,
    check_database,
    installed_binaries,
    use_database,
)
from ops.database.rights import (
    GATE,
    INSPECTOR,
    KEYKEEPER,
    SERVING,
    WORKING,
    MissingRightError,
    TooPowerfulError,
    check_rights,
    closing_statements,
    grant_roles,
    missing_grants,
    powers_over_ledger,
    refuse_power,
)
from ops.database.secure import InsecureConnectionError, insecurities
from ops.errors import MisuseError
from ops.installation import LOG, SERVICE, Keys, check_ready, key_faults
from ops.settings import Settings
from projections.running.runner import Runner
from tests.fixtures.command import razao
from tests.fixtures.elsewhere import elsewhere
from tests.fixtures.postgres import Database, empty_database

PASSWORD = "say-nothing"


class Logins:
    """Logins that a test makes, and that are gone after it."""

    def __init__(self, database: Database, maintenance: psycopg.Connection) -> None:
        self.database = database
        self.maintenance = maintenance
        self.names: list[str] = []

    def make(self, *statements: str, options: str = "") -> str:
        """Make a login, say more about it ({login}), and return the way in."""
        name = f"login_{secrets.token_hex(4)}"
        self.maintenance.execute(
            f"CREATE ROLE {name} LOGIN NOINHERIT PASSWORD '{PASSWORD}' {options}".encode()
        )
        self.names.append(name)
        with psycopg.connect(self.database.superuser, autocommit=True) as connection:
            for statement in ("GRANT CONNECT ON DATABASE {database} TO {login}", *statements):
                connection.execute(
                    statement.format(login=name, database=self.database.name).encode()
                )
        return make_conninfo(self.database.login, user=name, password=PASSWORD)

    def service(self) -> str:
        """Make a login as the guide makes the service's."""
        url = self.make()
        with psycopg.connect(self.database.superuser, autocommit=True) as connection:
            grant_roles(connection, self.names[-1], SERVING)
        return url


@pytest.fixture
def logins(database: Database, postgres_maintenance: psycopg.Connection) -> Iterator[Logins]:
    """Make logins in a fresh ledger's database."""
    made = Logins(database, postgres_maintenance)
    yield made
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        for name in made.names:
            connection.execute(f"REASSIGN OWNED BY {name} TO postgres".encode())
            connection.execute(f"DROP OWNED BY {name}".encode())
            connection.execute(f"DROP ROLE {name}".encode())


def test_a_login_that_lacks_roles_is_told_which_grants(logins: Logins) -> None:
    """One statement a role, that its owner can copy; said, they make the login fit."""
    url = logins.make()
    name = logins.names[0]
    with psycopg.connect(url, autocommit=True) as connection:
        lacked = missing_grants(connection, SERVING)
        with pytest.raises(MissingRightError, match=f"the login {name} lacks rights"):
            check_rights(connection, SERVING)
    assert lacked == [
        f"GRANT razao_{role} TO {name} WITH INHERIT FALSE, SET TRUE"
        for role in (
            "appender",
            "projector",
            "inspector",
            "house",
            "office",
            "gate",
            "texts",
            "worker",
        )
    ]
    with psycopg.connect(logins.database.superuser, autocommit=True) as owner:
        for grant in lacked:
            owner.execute(grant.encode())
    check_ready(url, SERVING)


def test_a_grant_that_lets_no_role_be_taken_is_none(logins: Logins) -> None:
    """Since version 16 a member may inherit without being able to become the role."""
    url = logins.make("GRANT razao_inspector TO {login} WITH INHERIT TRUE, SET FALSE")
    with psycopg.connect(url, autocommit=True) as connection:
        assert missing_grants(connection, [INSPECTOR]) == [
            f"GRANT razao_inspector TO {logins.names[0]} WITH INHERIT FALSE, SET TRUE"
        ]


def test_a_restored_backup_lacks_what_belongs_to_the_database(logins: Logins) -> None:
    """Rights on the database are not in its dump: the projector could make no schema."""
    url = logins.service()
    name = logins.database.name
    logins.maintenance.execute(f"REVOKE CREATE ON DATABASE {name} FROM razao_projector".encode())
    with psycopg.connect(url, autocommit=True) as connection:
        lacked = missing_grants(connection, WORKING)
    assert lacked == [f"GRANT CREATE ON DATABASE {name} TO razao_projector"]


def test_the_services_login_has_no_power(logins: Logins) -> None:
    """As `razao db grant` makes it, it takes four roles, and none of them alters the ledger."""
    with psycopg.connect(logins.service(), autocommit=True) as connection:
        assert powers_over_ledger(connection) == []
        refuse_power(connection)


POWERS = {
    "superuser": ("ALTER ROLE {login} SUPERUSER", "is a superuser"),
    "becomes a superuser": ("GRANT postgres TO {login}", "can become postgres, a superuser"),
    "owns the database": ("ALTER DATABASE {database} OWNER TO {login}", "owns the database"),
    "owns a table": (
        "ALTER TABLE ledger.events OWNER TO {login}",
        "owns the tables of schema ledger",
    ),
    "becomes the owner": (
        "GRANT razao_owner TO {login}",
        "owns the tables of schema ledger as razao_owner",
    ),
    "owns a schema": ("ALTER SCHEMA ledger OWNER TO {login}", "owns the schema ledger"),
    "owns a function": (
        "ALTER FUNCTION ledger.refuse_change() OWNER TO {login}",
        "owns functions of schema ledger",
    ),
    "makes functions": (
        "GRANT CREATE ON SCHEMA ledger TO {login}",
        "may make things in the schema ledger",
    ),
    "inserts": ("GRANT INSERT ON ledger.events TO {login}", "may write the table ledger.events"),
    "updates a column": (
        "GRANT UPDATE (position) ON ledger.head TO {login}",
        "may write the table ledger.head",
    ),
    "deletes": (
        "GRANT DELETE ON ledger.source_head TO {login}",
        "may write the table ledger.source_head",
    ),
    "hangs on triggers": (
        "GRANT TRIGGER ON ledger.events TO {login}",
        "may write the table ledger.events",
    ),
    "everybody writes": (
        "GRANT INSERT ON ledger.stamps TO PUBLIC",
        "may write the table ledger.stamps",
    ),
    "rewrites migrations": (
        "GRANT DELETE ON ledger_migrations.applied TO {login}",
        "may write the table ledger_migrations.applied",
    ),
    "writes all": ("GRANT pg_write_all_data TO {login}", "may act as pg_write_all_data"),
    "writes files": ("GRANT pg_write_server_files TO {login}", "may act as pg_write_server_files"),
    "runs programs": (
        "GRANT pg_execute_server_program TO {login}",
        "may act as pg_execute_server_program",
    ),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", POWERS)
def test_whoever_could_alter_the_ledger_is_named_with_his_power(logins: Logins, name: str) -> None:
    """Ownership, a right to write, a role that can be taken: each is found by itself."""
    statement, power = POWERS[name]
    with psycopg.connect(logins.make(statement), autocommit=True) as connection:
        found = powers_over_ledger(connection)
        assert power in found
        with pytest.raises(TooPowerfulError, match=r"could alter the ledger"):
            refuse_power(connection)


def test_serve_refuses_an_owner_and_says_what_to_do(logins: Logins, tmp_path: Path) -> None:
    """Exit 2 before anything is served, by whichever variable the owner comes in."""
    assert razao(logins.database.superuser, tmp_path, "keys", "found", "razao.test").returncode == 0
    done = razao(logins.database.superuser, tmp_path, "serve", "--port", "1")
    assert done.returncode == 2
    assert "could alter the ledger: it is a superuser" in done.stderr
    assert "razao db grant LOGIN" in done.stderr


def test_a_standby_that_could_not_serve_says_so_at_once(logins: Logins, tmp_path: Path) -> None:
    """It is refused beside the one that serves, and not when that one is gone."""
    owner = logins.database.superuser
    assert razao(owner, tmp_path, "keys", "found", "razao.test").returncode == 0
    with alone(owner, lambda: None):
        done = razao(owner, tmp_path, "serve", "--port", "1")
        assert done.returncode == 2
        assert "could alter the ledger: it is a superuser" in done.stderr
        done = razao(logins.make(), tmp_path, "serve", "--port", "1")
        assert done.returncode == 3
        assert "GRANT razao_appender TO login_" in done.stderr


def test_a_command_names_the_grants_that_its_login_lacks(logins: Logins, tmp_path: Path) -> None:
    """Exit 3, and no traceback of the server's."""
    done = razao(logins.make(), tmp_path, "findings")
    assert done.returncode == 3
    assert "GRANT razao_appender TO login_" in done.stderr


def test_only_the_owner_migrates(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    logins: Logins,
) -> None:
    """An ordinary command changes nothing in an empty database, and says who brings it up."""
    with empty_database(postgres_urls, postgres_maintenance) as empty:
        done = razao(empty.superuser, tmp_path, "findings")
        assert done.returncode == 3
        assert "holds no ledger's tables: its owner" in done.stderr
        with psycopg.connect(empty.superuser) as connection:
            made = connection.execute(
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'ledger%'"
            ).fetchall()
        assert made == []
        assert razao(empty.superuser, tmp_path, "db", "migrate").returncode == 0
        assert "no ledger yet" in razao(empty.superuser, tmp_path, "findings").stderr
        url = make_conninfo(logins.service(), dbname=empty.name)
        done = razao(url, tmp_path, "db", "migrate")
        assert done.returncode == 2
        assert "RAZAO_OWNER_URL names the login that owns" in done.stderr


def test_a_database_that_lacks_a_file_is_not_served(database: Database, tmp_path: Path) -> None:
    """What this program has and the database not is named."""
    for name in ("0001_one.sql", "0002_two.sql"):
        (tmp_path / name).write_text("SELECT 1")
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        connection.execute("DELETE FROM ledger_migrations.applied")
        migrate(database.superuser, directory=tmp_path)
        check_migrated(connection, directory=tmp_path)
        (tmp_path / "0003_three.sql").write_text("SELECT 1")
        with pytest.raises(MigrationNeededError, match=r"lacks 0003_three\.sql: its owner"):
            check_migrated(connection, directory=tmp_path)


def test_a_database_of_an_older_version_is_named(logins: Logins) -> None:
    """One whose migrations nobody but the owner could read yet."""
    url = logins.service()
    with psycopg.connect(logins.database.superuser, autocommit=True) as connection:
        connection.execute("REVOKE ALL ON SCHEMA ledger_migrations FROM razao_inspector")
    with pytest.raises(MigrationNeededError, match=r"an older version: its owner"):
        check_ready(url, SERVING)


def test_grants_are_for_logins_that_are(database: Database) -> None:
    """A name nobody made is named, with the statement that makes it."""
    with (
        psycopg.connect(database.superuser, autocommit=True) as connection,
        pytest.raises(MisuseError, match=r'CREATE ROLE "Não-há" LOGIN'),
    ):
        grant_roles(connection, "Não-há", SERVING)


# --- each role, each forbidden statement ----------------------------------------------------------

FORBIDDEN = {
    "the ledger": (
        "INSERT INTO ledger.events VALUES (9, 9, 'x', 'x', 'x', NULL, 'x')",
        "UPDATE ledger.events SET state = 'x'",
        "DELETE FROM ledger.events",
        "TRUNCATE ledger.events",
        "ALTER TABLE ledger.events DISABLE TRIGGER ALL",
        "DROP TABLE ledger.events",
        "UPDATE ledger.head SET position = 5",
        "UPDATE ledger.source_head SET seq = 5",
        "DELETE FROM ledger.checkpoints",
        "UPDATE ledger.published SET note = ''",
        "DELETE FROM ledger.stamps",
        "DELETE FROM ledger.tiles",
        "INSERT INTO ledger.dropped VALUES (DEFAULT, 1, 1, 'x', '{}')",
        "SELECT ledger.begin_drop(1, 1, 'x', '{a,b}')",
        "SELECT ledger.drop_events('{1}', '{x}', '{x}')",
        "SELECT ledger.put_back('{1}', '{x}', '{x}')",
        "UPDATE ledger.tree SET hashes = ''",
        "CREATE TABLE ledger.mine (x int)",
        "DROP SCHEMA ledger CASCADE",
        "SET session_replication_role = replica",
    ),
    "migrations": (
        "DELETE FROM ledger_migrations.applied",
        "INSERT INTO ledger_migrations.applied VALUES ('9999_x.sql', sha256('x'))",
    ),
    "keys": (
        "DELETE FROM access.api_key",
        "UPDATE access.api_key SET role = 'admin'",
        "DROP TABLE access.api_key",
    ),
    "texts": ("UPDATE texts.held SET sealed = sealed", "DROP TABLE texts.held"),
    "power": (
        "SET ROLE razao_owner",
        "SET ROLE postgres",
        "SET ROLE razao_keykeeper",
        "CREATE ROLE mine",
        "ALTER ROLE razao SUPERUSER",
        "GRANT razao_owner TO razao_appender",
        "COPY (SELECT 1) TO PROGRAM 'true'",
    ),
}
PROJECTIONS = (
    "DELETE FROM projections.finding",
    "INSERT INTO projections.tracking VALUES ('x', 9)",
    "UPDATE projections.tracking SET notification_id = 0",
    "DROP TABLE projections.finding",
    "DROP SCHEMA projections CASCADE",
    "CREATE TABLE projections.mine (x int)",
)
READING = {
    "razao_gate": (
        "SELECT * FROM ledger.events",
        "SELECT * FROM projections.finding",
        "SELECT ledger.enrol_sources('{x}')",
    ),
    "razao_projector": ("SELECT ledger.enrol_sources('{x}')", "SELECT hash FROM access.api_key"),
    "razao_inspector": (
        "SELECT ledger.enrol_sources('{x}')",
        "SELECT * FROM work.job",
        "SELECT hash FROM access.api_key",
        "SELECT * FROM texts.held",
    ),
    "razao_appender": (
        "SELECT hash FROM access.api_key",
        "SELECT * FROM texts.held",
        "SELECT * FROM work.job",
    ),
    "razao_texts": (
        "SELECT * FROM ledger.events",
        "SELECT hash FROM access.api_key",
        "UPDATE texts.held SET sealed = sealed",
        "TRUNCATE texts.held",
    ),
    "razao_worker": (
        "SELECT * FROM ledger.events",
        "SELECT * FROM projections.finding",
        "SELECT hash FROM access.api_key",
        "SELECT * FROM texts.held",
        "UPDATE work.job SET name = 'another'",
        "TRUNCATE work.job",
    ),
}


def refused(connection: psycopg.Connection, statement: str) -> str | None:
    """Run a statement and take it back; return the SQLSTATE of its refusal."""
    try:
        connection.execute(statement.encode())
    except psycopg.Error as error:
        return error.sqlstate
    finally:
        connection.rollback()
    return None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("role", [None, *SERVING])
def test_the_services_login_is_refused_everything_else_in_each_role(
    logins: Logins, role: str | None
) -> None:
    """A real server, every forbidden statement, every role that the service takes, and none."""
    url = logins.service()
    with Runner(url):
        pass  # the projections' schema is there now, made by the login in its role
    statements = [one for group in FORBIDDEN.values() for one in group]
    if role != "razao_projector":
        statements += [*PROJECTIONS, "CREATE SCHEMA mine"]
    statements += READING.get(role or "razao_gate", ())
    with psycopg.connect(url, options="" if role is None else f"-c role={role}") as connection:
        let = [one for one in statements if refused(connection, one) != "42501"]
    assert let == []


def test_an_issuer_of_keys_is_refused_what_the_service_does_with_them(logins: Logins) -> None:
    """It issues and revokes; it sees no secret, and changes nothing that was issued."""
    url = logins.make(f"GRANT {KEYKEEPER} TO {{login}} WITH INHERIT FALSE, SET TRUE")
    statements = [
        "SELECT hash FROM access.api_key",
        "UPDATE access.api_key SET role = 'admin'",
        "DELETE FROM access.api_key",
        "SELECT * FROM ledger.events",
        f"SET ROLE {GATE}",
    ]
    with psycopg.connect(url, options=f"-c role={KEYKEEPER}") as connection:
        let = [one for one in statements if refused(connection, one) != "42501"]
    assert let == []


# --- production -----------------------------------------------------------------------------------


def test_production_asks_how_a_login_proved_who_it_is(logins: Logins) -> None:
    """By a password and SCRAM, through a Unix socket: nothing is wrong."""
    with psycopg.connect(logins.service(), autocommit=True) as connection:
        assert insecurities(connection) == []


def test_production_refuses_a_server_that_asks_for_nothing() -> None:
    """Anybody could be the service there, and anybody on the way listen: both are named."""
    with elsewhere(installed_binaries() / "bin") as server:
        url = server.url("postgres")
        check_database(url)
        with pytest.raises(InsecureConnectionError, match=r"without any proof \(trust\)") as caught:
            check_database(url, secure=True)
        settings = Settings(database_url=url, production=True)
        with pytest.raises(InsecureConnectionError), use_database(settings):
            pass
    assert len(caught.value.faults) == 2
    assert caught.value.faults[0].startswith("it has no TLS")


def test_production_refuses_keys_of_others_beside_the_services(tmp_path: Path) -> None:
    """Registrars' and devices' keys are named with their folder; a key for all to read, too."""
    stick = tmp_path / "stick"
    stick.mkdir()
    keys = Keys(tmp_path, "razao.test", (stick, tmp_path / "not-put-in"))
    for name in (SERVICE, LOG):
        keys.make(name)
    assert key_faults(keys) == []
    (stick / "mesa-1.key").write_bytes(keys.make("registo-1").public_key)
    (stick / "mesa-1.key").chmod(0o600)
    keys.path(LOG).chmod(0o644)
    open_to_all, others, on_stick = key_faults(keys)
    assert others.startswith(f"in {keys.apart} stand the keys of registo-1: move each to whoever")
    assert open_to_all == f"{keys.path(LOG)} can be read by everybody: chmod 0600 {keys.path(LOG)}"
    assert on_stick.startswith(f"in {stick} stand the keys of mesa-1: ")


def test_a_key_is_found_in_whichever_folder_it_stands(tmp_path: Path) -> None:
    """The home's own first; what is made is made there, and a stick is never written."""
    stick = tmp_path / "stick"
    stick.mkdir()
    there = Keys(tmp_path / "other", "razao.test")
    public = there.make("registo-1").public_key
    there.path("registo-1").rename(stick / "registo-1.key")
    keys = Keys(tmp_path, "razao.test", (stick,))
    assert keys.load("registo-1").public_key == public
    renewed = keys.renew("registo-1", 2)
    assert keys.load("registo-1").public_key == renewed.public_key != public
    assert [path.name for path in stick.iterdir()] == ["registo-1.key"]
    with pytest.raises(MisuseError, match=f"registo-2 is not in .*, nor in {stick}"):
        keys.load("registo-2")


def test_an_owner_who_is_no_superuser_migrates_and_grants(tmp_path: Path) -> None:
    """He makes roles and owns the database, as the guide makes him; the service then may work."""
    with elsewhere(installed_binaries() / "bin") as server:
        with psycopg.connect(server.url("postgres"), autocommit=True) as superuser:
            superuser.execute("CREATE ROLE dono LOGIN CREATEROLE")
            superuser.execute("CREATE ROLE servico LOGIN NOINHERIT")
            superuser.execute("CREATE DATABASE books OWNER dono TEMPLATE template0 ENCODING 'UTF8'")
            superuser.execute("REVOKE ALL ON DATABASE books FROM PUBLIC")
            superuser.execute("GRANT CONNECT ON DATABASE books TO servico")
        owner, service = server.url("dono", "books"), server.url("servico", "books")
        migrated = razao(owner, tmp_path, "db", "migrate")
        assert migrated.returncode == 0
        assert "PUBLIC" not in migrated.stderr
        with psycopg.connect(owner, autocommit=True) as connection:
            assert closing_statements(connection) == []
            connection.execute("GRANT CONNECT ON DATABASE books TO PUBLIC")
            revoke, grant = closing_statements(connection)
            assert revoke == "REVOKE ALL ON DATABASE books FROM PUBLIC"
            assert grant == "GRANT CONNECT ON DATABASE books TO LOGIN"
            assert revoke in razao(owner, tmp_path, "db", "migrate").stderr
            connection.execute(revoke.encode())
        granted = razao(owner, tmp_path, "db", "grant", "servico")
        assert granted.returncode == 0, granted.stderr
        check_ready(service, SERVING)
        with psycopg.connect(service, autocommit=True) as connection:
            assert powers_over_ledger(connection) == []
            connection.execute("SET ROLE razao_inspector")
            size = connection.execute(SIZE).fetchone()
            assert size is not None
            assert size[0] > 1_000_000, "Prometheus is told how large it is"
        with psycopg.connect(owner, autocommit=True) as connection:
            assert powers_over_ledger(connection)
        refused_grant = razao(service, tmp_path, "db", "grant", "servico")
        assert refused_grant.returncode == 2
        assert "RAZAO_OWNER_URL names the login that owns" in refused_grant.stderr
