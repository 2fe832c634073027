"""The relations of the figures are those that this program makes: each other one is named."""

from collections.abc import Iterator

import psycopg
import pytest

from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from projections.running.figures.house_view import expected_view, read_view, view_faults
from projections.running.figures.recomputing import figure_problems
from projections.running.figures.shape import expected_shape, read_shape, shape_faults
from projections.running.figures.stating import statement_of
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.elsewhere import SUPERUSER, debian_binaries, elsewhere
from tests.fixtures.postgres import cloned
from tests.ledger.audit.catalogue import with_figures

VERDICT = "projections.verdict"
TAMPERINGS = {
    "a column more": (
        f"ALTER TABLE {VERDICT} ADD COLUMN note text",
        "column projections.verdict.note is not of this program",
    ),
    "a column less": (
        f"ALTER TABLE {VERDICT} DROP COLUMN paid CASCADE",
        "column projections.verdict.paid is missing",
    ),
    "a column of another type": (
        f"ALTER TABLE {VERDICT} ALTER COLUMN state TYPE varchar(9)",
        "column projections.verdict.state: expected text",
    ),
    "a default": (
        f"ALTER TABLE {VERDICT} ALTER COLUMN state SET DEFAULT 'agrees'",
        "column projections.verdict.state: expected text",
    ),
    "null allowed": (
        f"ALTER TABLE {VERDICT} ALTER COLUMN state DROP NOT NULL",
        "column projections.verdict.state: expected text",
    ),
    "a column that is reckoned": (
        f"ALTER TABLE {VERDICT} ADD COLUMN twice bigint GENERATED ALWAYS AS (due * 2) STORED",
        "column projections.verdict.twice is not of this program",
    ),
    "a column that one may write": (
        f"GRANT UPDATE (state) ON {VERDICT} TO razao_inspector",
        "column projections.verdict.state: expected",
    ),
    "a key dropped": (
        "ALTER TABLE projections.folded DROP CONSTRAINT folded_pkey",
        "constraint projections.folded.folded_pkey is missing",
    ),
    "a check dropped": (
        "ALTER TABLE projections.set_hash DROP CONSTRAINT set_hash_total_check",
        "constraint projections.set_hash.set_hash_total_check is missing",
    ),
    "a check that refuses rows": (
        f"ALTER TABLE {VERDICT} ADD CONSTRAINT mild CHECK (state <> 'differs') NOT VALID",
        "constraint projections.verdict.mild is not of this program",
    ),
    "an index more": (
        "CREATE UNIQUE INDEX one_each ON projections.finding (code, positions)",
        "index projections.one_each is not of this program",
    ),
    "a trigger": (
        (
            "CREATE TRIGGER helpful BEFORE INSERT ON projections.finding FOR EACH ROW "
            "EXECUTE FUNCTION suppress_redundant_updates_trigger()"
        ),
        "trigger projections.finding.helpful is not of this program",
    ),
    "a rule": (
        "CREATE RULE lost AS ON INSERT TO projections.finding DO INSTEAD NOTHING",
        "table projections.finding: expected rules 0, got rules 1",
    ),
    "a view in place of a table": (
        (
            "ALTER TABLE projections.halted RENAME TO aside; "
            "CREATE VIEW projections.halted AS SELECT * FROM projections.aside WHERE false"
        ),
        "table projections.halted: expected table, got a view",
    ),
    "a child": (
        "CREATE TABLE public.more () INHERITS (projections.finding)",
        "table projections.finding: expected children 0, got children 1",
    ),
    "another owner": (
        "ALTER TABLE projections.tracking OWNER TO razao_owner",
        "table projections.tracking: expected owner razao_projector, got owner razao_owner",
    ),
    "rows that a crash empties": (
        "ALTER TABLE projections.set_hash SET UNLOGGED",
        "table projections.set_hash: expected p, got u",
    ),
    "everybody may read": (
        "GRANT SELECT ON projections.set_hash TO PUBLIC",
        "table projections.set_hash: expected grants",
    ),
    "one may write": (
        "GRANT INSERT ON projections.finding TO razao_appender",
        "table projections.finding: expected grants",
    ),
    "a schema in which everybody makes tables": (
        "GRANT CREATE ON SCHEMA projections TO PUBLIC",
        "schema projections: expected grants",
    ),
    "a table more": (
        "CREATE TABLE projections.purse (amount bigint)",
        "table projections.purse is not of this program",
    ),
    "a sequence more": (
        "CREATE SEQUENCE projections.number",
        "sequence projections.number is not of this program",
    ),
    "a function more": (
        "CREATE FUNCTION projections.sum(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'",
        "function projections.sum(bigint) is not of this program",
    ),
    "a type more": (
        "CREATE DOMAIN projections.money AS bigint",
        "type projections.money is not of this program",
    ),
    "row security taken away": (
        f"ALTER TABLE {VERDICT} DISABLE ROW LEVEL SECURITY",
        "table projections.verdict: expected row security true false",
    ),
    "a policy for all": (
        f"ALTER POLICY of_house ON {VERDICT} USING (true)",
        "policy projections.verdict.of_house: expected using",
    ),
    "a policy's readers": (
        "ALTER POLICY of_house ON projections.finding TO PUBLIC",
        "policy projections.finding.of_house: expected to razao_house, got to PUBLIC",
    ),
    "a view of all pools' lines": (
        (
            "CREATE OR REPLACE VIEW projections.posting_elsewhere AS SELECT pool, day, account, "
            "reason, sum(amount) AS amount, count(*) AS lines FROM projections.posting "
            "GROUP BY pool, day, account, reason"
        ),
        "view projections.posting_elsewhere: expected",
    ),
    "evidence that a trigger loses": (
        (
            "CREATE TRIGGER helpful BEFORE INSERT ON superseded.altered FOR EACH ROW "
            "EXECUTE FUNCTION suppress_redundant_updates_trigger()"
        ),
        "trigger superseded.altered.helpful is not of this program",
    ),
    "evidence in a view": (
        (
            "ALTER TABLE superseded.difference RENAME TO kept; "
            "CREATE VIEW superseded.difference AS SELECT * FROM superseded.kept"
        ),
        "table superseded.difference: expected table, got a view",
    ),
    "evidence that one may write": (
        "GRANT DELETE ON superseded.altered TO razao_inspector",
        "table superseded.altered: expected grants",
    ),
}


@pytest.fixture(scope="module")
def connection(
    postgres_maintenance: psycopg.Connection, postgres_urls: DatabaseUrls, database_template: str
) -> Iterator[psycopg.Connection]:
    """Connect as the server's owner to a database with figures, and evidence of two rebuilds."""
    with cloned(postgres_urls, postgres_maintenance, database_template) as database:
        with_figures(database.superuser)
        with psycopg.connect(database.superuser, autocommit=True) as connection:
            yield connection


def problems(connection: psycopg.Connection) -> list[str]:
    return [detail for _, detail in shape_faults(read_shape(connection), expected_shape())]


def test_what_a_runner_makes_is_what_is_expected(connection: psycopg.Connection) -> None:
    """Who changes a table of the figures writes ``shape.json`` anew: `just catalogue`."""
    assert problems(connection) == []
    assert len(expected_shape().made) > 500


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", list(TAMPERINGS))
def test_each_change_of_a_relation_is_named(connection: psycopg.Connection, name: str) -> None:
    """Whoever owns the server may do it; whoever verifies is told the object and what it was."""
    statement, expected = TAMPERINGS[name]
    with connection.transaction(force_rollback=True):
        connection.execute(statement.encode())
        found = problems(connection)
        assert any(detail.startswith(expected) for detail in found), found
        assert len(found) < 20, "of a table that is not ours, its columns are not told"
    assert problems(connection) == []


@pytest.mark.recorded
def test_before_houses_are_confined_nothing_is_missed(casino: Casino) -> None:
    """Figures that a runner just made have no policies yet, and no evidence; that is no fault."""
    casino.project()
    with psycopg.connect(casino.superuser) as connection:
        assert problems(connection) == []
        connection.execute("ALTER TABLE projections.finding ENABLE ROW LEVEL SECURITY")
        assert problems(connection) != []


@pytest.mark.recorded
def test_figures_that_bear_another_mark_are_named(casino: Casino) -> None:
    """Who says that tables are another version's would have nothing compared."""
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
        said = statement_of(runner, runner.written())
    casino.door.say(said)
    assert figure_problems(casino.conninfo) == []
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("COMMENT ON SCHEMA projections IS 'shape of another'")
    (found,) = figure_problems(casino.conninfo)
    assert "somebody altered the mark that they bear" in found.detail


@pytest.mark.recorded
def test_a_column_more_is_told_by_both_commands(casino: Casino) -> None:
    """Though each row is as it was written: exit 1, and the column's name."""
    casino.project()
    home = casino.installation.home
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE projections.halted ADD COLUMN note text DEFAULT 'x'")
    for command in (("verify",), ("verify", "figures", "--quick"), ("verify", "figures")):
        done = razao(casino.superuser, home, *command)
        assert done.returncode == 1, done.stderr
        assert "column projections.halted.note is not of this program" in done.stdout


@pytest.mark.deep
def test_another_version_of_postgresql_tells_the_same() -> None:
    """Debian's, three versions older, describes what a runner makes in the same words."""
    binaries = debian_binaries()
    if binaries is None:
        pytest.skip("needs Debian's PostgreSQL")
    with elsewhere(binaries) as server:
        url = server.url(SUPERUSER)
        migrate(url)
        with_figures(url)
        with psycopg.connect(url) as connection:
            assert problems(connection) == []
            assert list(view_faults(read_view(connection), expected_view())) == []
