"""What the migrations made is there and nothing else: each change of a relation is named."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.audit.relations import expected_relations, read_relations, relation_problems
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.elsewhere import SUPERUSER, debian_binaries, elsewhere
from tests.fixtures.postgres import cloned

TAMPERINGS = {
    "refuse_change lets through": (
        (
            "CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql "
            "SET search_path = pg_catalog, pg_temp AS 'BEGIN RETURN NEW; END'"
        ),
        ["function ledger.refuse_change(): its body is another"],
    ),
    "append as its caller": (
        "ALTER FUNCTION ledger.found(text, boolean) SECURITY INVOKER",
        ["function ledger.found(origin text, blinded boolean)"],
    ),
    "a trigger disabled": (
        "ALTER TABLE ledger.events DISABLE TRIGGER refuse_change",
        ["trigger ledger.events.refuse_change: expected always, got disabled"],
    ),
    "a trigger that sleeps for replicas": (
        "ALTER TABLE ledger.checkpoints ENABLE TRIGGER refuse_change",
        ["trigger ledger.checkpoints.refuse_change: expected always, got enabled"],
    ),
    "a trigger dropped": (
        "DROP TRIGGER refuse_change_of_row ON ledger.kept_submission",
        ["trigger ledger.kept_submission.refuse_change_of_row is missing"],
    ),
    "a trigger that is none of ours": (
        (
            "CREATE TRIGGER helpful BEFORE INSERT ON ledger.events FOR EACH ROW "
            "EXECUTE FUNCTION ledger.pass_known()"
        ),
        ["trigger ledger.events.helpful is not of the migrations"],
    ),
    "a constraint dropped": (
        "ALTER TABLE ledger.events DROP CONSTRAINT events_place_key",
        [
            "constraint ledger.events.events_place_key is missing",
            "index ledger.events_place_key is missing",
        ],
    ),
    "a check dropped": (
        "ALTER TABLE ledger.kept_size DROP CONSTRAINT kept_size_bytes_check",
        ["constraint ledger.kept_size.kept_size_bytes_check is missing"],
    ),
    "rows that some do not see": (
        "CREATE POLICY hidden ON ledger.events AS RESTRICTIVE USING (notification_id <> 3)",
        [
            (
                "policy ledger.events.hidden is not of the migrations: all restrictive; to PUBLIC; "
                "using (notification_id <> 3)"
            ),
            "table ledger.events: expected policies 3, got policies 4",
        ],
    ),
    "a policy that hides": (
        "ALTER POLICY every_event ON ledger.events USING (notification_id <> 3)",
        [
            (
                "policy ledger.events.every_event: expected using "
                "(CURRENT_USER <> 'razao_house'::name), got using (notification_id <> 3)"
            )
        ],
    ),
    "a rule": (
        "CREATE RULE lost AS ON INSERT TO ledger.kept_submission DO INSTEAD NOTHING",
        ["table ledger.kept_submission: expected rules 0, got rules 1"],
    ),
    "everybody may insert": (
        "GRANT INSERT ON ledger.events TO PUBLIC",
        ["table ledger.events: expected grants"],
    ),
    "one may write the heads": (
        "GRANT UPDATE ON ledger.head TO razao_inspector",
        ["table ledger.head: expected grants"],
    ),
    "a column alone": (
        "GRANT UPDATE (position) ON ledger.head TO razao_inspector",
        ["column ledger.head.position: expected bigint not null, got bigint not null; grants"],
    ),
    "another owner": (
        "ALTER TABLE ledger.events OWNER TO razao_projector",
        ["table ledger.events: expected owner razao_owner, got owner razao_projector"],
    ),
    "a schema of everybody": (
        "GRANT CREATE ON SCHEMA ledger TO PUBLIC",
        ["schema ledger: expected grants"],
    ),
    "a column more": (
        "ALTER TABLE ledger.events ADD COLUMN note text",
        ["column ledger.events.note is not of the migrations"],
    ),
    "a default": (
        "ALTER TABLE ledger.source_head ALTER COLUMN seq SET DEFAULT 7",
        ["column ledger.source_head.seq: expected bigint not null, got bigint not null default 7"],
    ),
    "null allowed": (
        "ALTER TABLE ledger.events ALTER COLUMN link DROP NOT NULL",
        ["column ledger.events.link: expected bytea not null, got bytea"],
    ),
    "a child that is read with its parent": (
        "CREATE TABLE public.more () INHERITS (ledger.stamps)",
        ["table ledger.stamps: expected children 0, got children 1"],
    ),
    "a view in place of the events": (
        (
            "ALTER TABLE ledger.events RENAME TO kept; "
            "CREATE VIEW ledger.events AS SELECT * FROM ledger.kept WHERE notification_id <> 3"
        ),
        ["table ledger.events: expected table, got a view", "table ledger.kept is not of the"],
    ),
    "keys that can be revoked twice": (
        "ALTER TABLE access.api_key DISABLE TRIGGER ALL",
        ["trigger access.api_key."],
    ),
    "a role that sees every row": (
        "ALTER ROLE razao_house BYPASSRLS",
        ["role razao_house: expected no login, got sees every row, no login"],
    ),
    "a role in its owner's": (
        "GRANT razao_owner TO razao_appender",
        ["role razao_appender: expected no login, got no login, in razao_owner"],
    ),
    "a role that logs in": (
        "ALTER ROLE razao_owner LOGIN",
        ["role razao_owner: expected no login, got logs in"],
    ),
    "a role's settings": (
        "ALTER ROLE razao_inspector SET search_path = public",
        ["role razao_inspector: expected no login, got no login, settings search_path=public"],
    ),
    "an event trigger": (
        (
            "CREATE FUNCTION public.look() RETURNS event_trigger LANGUAGE plpgsql "
            "AS 'BEGIN END'; "
            "CREATE EVENT TRIGGER look ON ddl_command_end EXECUTE FUNCTION public.look()"
        ),
        ["event trigger look is not of the migrations"],
    ),
    "a view more": (
        "CREATE VIEW ledger.seen AS SELECT * FROM ledger.events",
        ["table ledger.seen is not of the migrations"],
    ),
    "a type more": (
        "CREATE DOMAIN ledger.link AS bytea",
        ["type ledger.link is not of the migrations"],
    ),
    "a function more": (
        "CREATE FUNCTION ledger.helper() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        ["function ledger.helper() is not of the migrations"],
    ),
}


@pytest.fixture(scope="module")
def connection(
    postgres_maintenance: psycopg.Connection, postgres_urls: DatabaseUrls, database_template: str
) -> Iterator[psycopg.Connection]:
    """Connect as the server's owner to a migrated database, in which nothing is left."""
    with (
        cloned(postgres_urls, postgres_maintenance, database_template) as database,
        psycopg.connect(database.superuser, autocommit=True) as connection,
    ):
        yield connection


def problems(connection: psycopg.Connection) -> list[str]:
    """Return what is other than it should be."""
    found = relation_problems(read_relations(connection), expected_relations())
    return [one.detail for one in found]


def test_what_the_migrations_make_is_what_is_expected(connection: psycopg.Connection) -> None:
    """Who changes a relation writes ``catalogue.json`` anew: `just catalogue`."""
    assert problems(connection) == []
    assert len(expected_relations()) > 100


@pytest.mark.parametrize("name", list(TAMPERINGS))
def test_each_change_of_a_relation_is_named(connection: psycopg.Connection, name: str) -> None:
    """Whoever owns the server may do it; whoever verifies is told the object and what it was."""
    statement, expected = TAMPERINGS[name]
    with connection.transaction(force_rollback=True):
        connection.execute(statement.encode())
        found = problems(connection)
        for one in expected:
            assert any(detail.startswith(one) for detail in found), found
    assert problems(connection) == []


def test_verify_names_it_though_no_event_was_touched(casino: Casino, tmp_path: Path) -> None:
    """A trigger that sleeps is a problem of the ledger: exit 1."""
    assert razao(casino.superuser, tmp_path, "verify").returncode == 0
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER refuse_change")
    done = razao(casino.superuser, tmp_path, "verify")
    assert done.returncode == 1
    assert "trigger ledger.events.refuse_change: expected always, got disabled" in done.stdout


@pytest.mark.deep
def test_another_version_of_postgresql_tells_the_same() -> None:
    """Debian's, three versions older, describes what the migrations make in the same words."""
    binaries = debian_binaries()
    if binaries is None:
        pytest.skip("needs Debian's PostgreSQL")
    with elsewhere(binaries) as server:
        url = server.url(SUPERUSER)
        migrate(url)
        with psycopg.connect(url) as connection:
            assert problems(connection) == []
