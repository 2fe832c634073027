"""Who may do what to the ledger: each role against each statement, and tricks that must fail."""

from collections.abc import Iterator

import psycopg
import pytest

from ledger.store.recorder import LedgerStore
from tests.fixtures.postgres import Database
from tests.ledger.audit.chains import APPEND, ORIGIN, Chains, columns, contents, founded

LOGIN, APPENDER, PROJECTOR, INSPECTOR, OWNER, SUPERUSER = ROLES = (
    "razao",
    "razao_appender",
    "razao_projector",
    "razao_inspector",
    "razao_owner",
    "postgres",
)
DONE = None
DENIED = "42501"
KEPT = "RZ001"  # the trigger's answer to whoever has the right
READERS = {APPENDER, PROJECTOR, INSPECTOR, OWNER, SUPERUSER}
POWERFUL = {OWNER, SUPERUSER}

# Each statement, who may run it, and what those get who may.
STATEMENTS: dict[str, tuple[str, set[str], str | None]] = {
    "select": ("SELECT * FROM ledger.events", READERS, DONE),
    "copy to": ("COPY ledger.events TO STDOUT", READERS, DONE),
    "select heads": ("SELECT * FROM ledger.head, ledger.source_head", READERS, DONE),
    "select kept": ("SELECT * FROM ledger.kept_submission", {INSPECTOR} | POWERFUL, DONE),
    "insert": (
        "INSERT INTO ledger.events VALUES (9, 9, 'x', 'x', 'x', NULL, 'x')",
        POWERFUL,
        DONE,
    ),
    "copy from": ("COPY ledger.events FROM STDIN", POWERFUL, DONE),
    "update": ("UPDATE ledger.events SET state = 'x'", POWERFUL, KEPT),
    "update nothing": ("UPDATE ledger.events SET state = 'x' WHERE false", POWERFUL, KEPT),
    "upsert": (
        """INSERT INTO ledger.events SELECT * FROM ledger.events
        ON CONFLICT (notification_id) DO UPDATE SET state = 'x'""",
        POWERFUL,
        KEPT,
    ),
    "merge": (
        """MERGE INTO ledger.events AS e USING ledger.head AS h ON e.notification_id = h.position
        WHEN MATCHED THEN DELETE""",
        POWERFUL,
        KEPT,
    ),
    "delete": ("DELETE FROM ledger.events", POWERFUL, KEPT),
    "truncate": ("TRUNCATE ledger.events", POWERFUL, KEPT),
    "truncate all": ("TRUNCATE ledger.head, ledger.events CASCADE", POWERFUL, KEPT),
    "lock": ("LOCK TABLE ledger.events IN EXCLUSIVE MODE", POWERFUL, DONE),
    "alter": ("ALTER TABLE ledger.events ADD COLUMN more text", POWERFUL, DONE),
    "drop": ("DROP TABLE ledger.events", POWERFUL, DONE),
    "disable trigger": ("ALTER TABLE ledger.events DISABLE TRIGGER ALL", POWERFUL, DONE),
    "replication role": ("SET session_replication_role = replica", {SUPERUSER}, DONE),
    "create table": ("CREATE TABLE ledger.mine (x int)", POWERFUL, DONE),
    "create function": (
        "CREATE FUNCTION ledger.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        POWERFUL,
        DONE,
    ),
    "replace function": (
        """CREATE OR REPLACE FUNCTION ledger.found(origin text, blinded boolean)
        RETURNS void LANGUAGE sql AS ''""",
        POWERFUL,
        DONE,
    ),
    # Projections stand in schemas of their own.
    "create schema": ("CREATE SCHEMA mine", {PROJECTOR, SUPERUSER}, DONE),
    "become owner": ("SET ROLE razao_owner", {OWNER, SUPERUSER}, DONE),
    "move head": ("UPDATE ledger.head SET position = 5", POWERFUL, DONE),
    "delete head": ("DELETE FROM ledger.head", POWERFUL, KEPT),
    "move source": ("UPDATE ledger.source_head SET seq = 5", POWERFUL, DONE),
    "enrol by hand": ("INSERT INTO ledger.source_head VALUES (0, 'x', '')", POWERFUL, DONE),
    "delete source": ("DELETE FROM ledger.source_head", POWERFUL, KEPT),
    "forget kept": ("DELETE FROM ledger.kept_submission", POWERFUL, KEPT),
    "found": (f"SELECT ledger.found('{ORIGIN}', false)", {APPENDER} | POWERFUL, DONE),
    "enrol": ("SELECT ledger.enrol_sources('{mesa-2}')", {APPENDER} | POWERFUL, DONE),
    "keep": (
        "SELECT ledger.keep_submission('mesa-1', 'gap', 'x', false)",
        {APPENDER} | POWERFUL,
        DONE,
    ),
    "diagnose": (
        """SELECT ledger.refuse_append(
            '{mesa-1}', '{2}', '{x}', '{x}', '{x}', '{x}', '{NULL}', 'x', NULL
        )""",
        POWERFUL,
        "RZ023",
    ),
}


@pytest.fixture
def store(database: Database) -> Iterator[LedgerStore]:
    """Give a ledger of one source that said one thing."""
    for store in founded(database, "mesa-1"):
        store.append(Chains().rows("mesa-1"))
        yield store


def connect_as(database: Database, role: str) -> psycopg.Connection:
    """Connect as code does: the login takes a role; the owner's only a superuser can take."""
    if role == LOGIN:
        return psycopg.connect(database.login)
    if role in {OWNER, SUPERUSER}:
        connection = psycopg.connect(database.superuser, autocommit=True)
        if role == OWNER:
            # SET ROLE would let "the owner" do what only the session's user may.
            connection.execute("SET SESSION AUTHORIZATION razao_owner")
        connection.autocommit = False
        return connection
    return psycopg.connect(database.login, options=f"-c role={role}")


def attempt(connection: psycopg.Connection, statement: str) -> str | None:
    """Run a statement and take it back; return the SQLSTATE of its refusal."""
    try:
        if statement.startswith("COPY"):
            with connection.cursor() as cursor, cursor.copy(statement) as copy:
                if statement.endswith("STDOUT"):
                    list(copy)
        else:
            connection.execute(statement)
    except psycopg.Error as error:
        return error.sqlstate
    finally:
        connection.rollback()
    return None


def test_each_role_may_do_what_it_is_for_and_nothing_else(
    store: LedgerStore, database: Database
) -> None:
    """Every role against every statement; the ledger's data is the same afterwards.

    What owner and superuser succeed in is not prevented here but detected, by `razao verify`.
    """
    assert store.max_notification_id() == 1
    with psycopg.connect(database.superuser) as superuser:
        before = contents(superuser)
    wrong: list[str] = []
    for role in ROLES:
        with connect_as(database, role) as connection:
            for name, (statement, allowed, answer) in STATEMENTS.items():
                expected = answer if role in allowed else DENIED
                got = attempt(connection, statement)
                if got != expected:
                    wrong.append(f"{role}: {name}: expected {expected}, got {got}")
    assert not wrong
    with psycopg.connect(database.superuser) as superuser:
        assert contents(superuser) == before


def test_only_the_appender_appends(store: LedgerStore, database: Database) -> None:
    """The door's role and the owner may; a reader and the bare login may not."""
    chains = Chains()
    chains.heads["mesa-1"] = store.head("mesa-1") or (0, b"")
    arrays = columns(chains.rows("mesa-1"))
    for role in ROLES:
        with connect_as(database, role) as connection:
            try:
                connection.execute(APPEND, arrays)
                got = None
            except psycopg.Error as error:
                got = error.sqlstate
            connection.rollback()
        assert got == (None if role in {APPENDER, OWNER, SUPERUSER} else DENIED), role


@pytest.mark.parametrize("role", [APPENDER, PROJECTOR, INSPECTOR])
def test_who_may_read_cannot_let_others(database: Database, role: str) -> None:
    """A grant by a role without the right to grant is a warning to Postgres, and grants nothing."""
    with connect_as(database, role) as connection:
        connection.execute("GRANT ALL ON ledger.events TO PUBLIC")
        row = connection.execute(
            "SELECT count(*) FROM pg_class, aclexplode(relacl) AS a "
            "WHERE oid = 'ledger.events'::regclass AND a.grantee = 0"
        ).fetchone()
    assert row == (0,)


def test_the_login_alone_can_do_nothing(database: Database) -> None:
    """It inherits none of its roles, and takes one at a time."""
    with psycopg.connect(database.superuser) as connection:
        rows = connection.execute(
            "SELECT r.rolname, pg_has_role('razao', r.oid, 'USAGE'), "
            "pg_has_role('razao', r.oid, 'MEMBER') "
            "FROM pg_roles AS r WHERE r.rolname IN "
            "('razao_owner', 'razao_appender', 'razao_projector', 'razao_inspector') ORDER BY 1"
        ).fetchall()
    assert rows == [
        ("razao_appender", False, True),
        ("razao_inspector", False, True),
        ("razao_owner", False, False),
        ("razao_projector", False, True),
    ]


def test_nothing_is_granted_to_everybody(database: Database) -> None:
    """No table, function or schema of the ledger has a grant to PUBLIC, not even by default."""
    with psycopg.connect(database.superuser) as connection:
        rows = connection.execute(
            """
            SELECT 'schema', nspname::text FROM pg_namespace, aclexplode(nspacl) AS a
            WHERE nspname = 'ledger' AND a.grantee = 0
            UNION ALL
            SELECT 'function', proname::text
            FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) AS a
            WHERE pronamespace = 'ledger'::regnamespace AND a.grantee = 0
            UNION ALL
            SELECT 'relation', relname::text
            FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner))) AS a
            WHERE relnamespace = 'ledger'::regnamespace AND a.grantee = 0
            """
        ).fetchall()
    assert rows == []


def test_what_runs_as_the_owner_looks_up_names_in_the_catalog(database: Database) -> None:
    """Every function of the ledger has its search path fixed, temporary objects last."""
    with psycopg.connect(database.superuser) as connection:
        rows = connection.execute(
            "SELECT proname, proconfig, pg_get_userbyid(proowner) FROM pg_proc "
            "WHERE pronamespace = 'ledger'::regnamespace"
        ).fetchall()
    assert rows
    for name, configuration, owner in rows:
        assert "search_path=pg_catalog, pg_temp" in (configuration or []), name
        assert owner == "razao_owner", name


def test_every_trigger_fires_always(database: Database) -> None:
    """No trigger of the ledger sleeps under session_replication_role = replica."""
    with psycopg.connect(database.superuser) as connection:
        rows = connection.execute(
            "SELECT c.relname, t.tgname, t.tgenabled FROM pg_trigger AS t "
            "JOIN pg_class AS c ON c.oid = t.tgrelid "
            "WHERE c.relnamespace = 'ledger'::regnamespace AND NOT t.tgisinternal"
        ).fetchall()
    assert {row[0] for row in rows} >= {"events", "head", "source_head", "kept_submission"}
    assert [row for row in rows if row[2] != "A"] == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger.events SET state = 'x'",
        "DELETE FROM ledger.events",
        "TRUNCATE ledger.events",
        "DELETE FROM ledger.head",
        "TRUNCATE ledger.source_head",
    ],
)
def test_a_replica_refuses_changes_too(
    store: LedgerStore, database: Database, statement: str
) -> None:
    """An ordinary trigger would let a superuser pass here; these do not."""
    assert store.max_notification_id() == 1
    with psycopg.connect(database.superuser) as connection:
        connection.execute("SET session_replication_role = replica")
        assert attempt(connection, statement) == KEPT


def test_temporary_objects_do_not_fool_the_append(store: LedgerStore, database: Database) -> None:
    """An appender who makes tables, functions, types, operators of the same names gains nothing."""
    chains = Chains()
    chains.heads["mesa-1"] = store.head("mesa-1") or (0, b"")
    with psycopg.connect(database.superuser, autocommit=True) as careless:
        careless.execute(f"GRANT TEMPORARY ON DATABASE {database.name} TO PUBLIC".encode())
    with psycopg.connect(
        database.login, autocommit=True, options="-c role=razao_appender"
    ) as attacker:
        attacker.execute("SET search_path = pg_temp, public, pg_catalog")
        attacker.execute("CREATE TEMP TABLE events (LIKE ledger.events)")
        attacker.execute("CREATE TEMP TABLE head AS SELECT * FROM ledger.head")
        attacker.execute("CREATE TEMP TABLE source_head AS SELECT * FROM ledger.source_head")
        attacker.execute("UPDATE pg_temp.source_head SET seq = 41")
        for function in (
            "sha256(bytea) RETURNS bytea LANGUAGE sql AS $$SELECT decode(repeat('07',32),'hex')$$",
            "convert_to(text, name) RETURNS bytea LANGUAGE sql AS $$SELECT ''::bytea$$",
            "encode(bytea, text) RETURNS text LANGUAGE sql AS $$SELECT ''$$",
            "cardinality(anyarray) RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            "octet_length(bytea) RETURNS integer LANGUAGE sql AS 'SELECT 64'",
            "generate_series(integer, integer) RETURNS SETOF integer LANGUAGE sql AS 'SELECT 1'",
            "same(bytea, bytea) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
            """refuse_append(
                text[], bigint[], bytea[], text[], bytea[], bytea[], bytea[], text, text[]
            ) RETURNS void LANGUAGE sql AS ''""",
        ):
            attacker.execute(f"CREATE FUNCTION pg_temp.{function}")
        attacker.execute(
            "CREATE OPERATOR pg_temp.= (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = pg_temp.same)"
        )
        attacker.execute("CREATE DOMAIN pg_temp.text AS pg_catalog.int4")
        attacker.execute("CREATE DOMAIN pg_temp.bytea AS pg_catalog.int4")

        false_link = columns(chains.rows("mesa-1"))
        false_link[5][0] = b"\7" * 32
        false_header = [list(array) for array in false_link]
        call = APPEND.replace("%s", "%b")
        for arrays, state in ((false_link, "RZ025"), (false_header, "RZ025")):
            with pytest.raises(psycopg.Error) as caught:
                attacker.execute(call, arrays)
            assert caught.value.sqlstate == state
        chains.heads["mesa-1"] = store.head("mesa-1") or (0, b"")
        good = columns(chains.rows("mesa-1", "mesa-1"))
        good[4][1] = good[4][1].replace(b"casa", b"Casa")
        with pytest.raises(psycopg.Error) as caught:
            attacker.execute(call, good)
        assert caught.value.sqlstate == "RZ024"
        chains.heads["mesa-1"] = store.head("mesa-1") or (0, b"")
        row = attacker.execute(call, columns(chains.rows("mesa-1"))).fetchone()
        assert row == (2,)
        count = attacker.execute("SELECT count(*) FROM pg_temp.events").fetchone()
        assert count == (0,)
    assert store.max_notification_id() == 2
