"""Figures proved like events: who alters rows, hashes or both is named by folding the events."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from ledger.audit.set_hash import SetHash
from ledger.events.registry import FiguresStated
from ledger.events.reviews import GamingDayClosed
from ops.database.postgres import DatabaseUrls
from projections.base.store import stored_hashes
from projections.running.building import rebuild
from projections.running.figures.house_view import expected_view, read_view, view_faults
from projections.running.figures.recomputing import Recomputed, count_again, fold_again
from projections.running.figures.rows_again import Set, hash_of_rows, reading
from projections.running.figures.stating import BEATS, SECONDS, Stating, statement_of
from projections.running.pipeline import Pipeline
from projections.running.runner import LIVE, Runner
from tests.fixtures.casino import Casino, Founded, cloned_casino, founded_with
from tests.fixtures.command import razao
from tests.projections.stages.rounds.test_rounds import play

pytestmark = pytest.mark.recorded


def of_rows(casino: Casino) -> dict[str, SetHash]:
    """Return each table's hash, from its rows as they stand."""
    with reading(casino.conninfo) as connection:
        live = Set(connection, LIVE)
        tables = stored_hashes(connection, LIVE)
        return {name: hash_of_rows(live, name) for name in tables}


def kept(casino: Casino) -> dict[str, SetHash]:
    with reading(casino.conninfo) as connection:
        return stored_hashes(connection, LIVE)


def alter(casino: Casino, *statements: str) -> None:
    """Do as the database's owner can, who knows the code."""
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def told(found: Recomputed) -> list[tuple[str, str | None]]:
    """Return what is found of rows and tables; relations are `test_shape`'s affair."""
    return [(one.kind, one.table) for one in found.faults if one.kind != "catalogue"]


@pytest.mark.deep
@pytest.mark.parametrize("page", [1, 5_000])
def test_hashes_are_those_of_the_rows_whatever_the_page(night: Casino, page: int) -> None:
    """Kept up by rows in and out, they are what all rows come to, also by two processes."""
    night.project(page=page)
    assert kept(night) == of_rows(night)
    assert {"finding", "history", "posting", "verdict"} - set(kept(night)) == {"posting"}
    with Runner(night.conninfo) as runner:
        live = runner.digests()
        assert runner.written() == kept(night)
    assert rebuild(night.conninfo, page=11, processes=4 if page == 1 else 1) == live
    assert kept(night) == of_rows(night)
    assert told(count_again(night.conninfo)) == told(fold_again(night.conninfo)) == []


def test_no_table_is_left_out(casino: Casino) -> None:
    """Each table of the schema is a stage's, and hashed, or the runner's own."""
    own = {"folded", "halted", "set_hash", "tracking"}
    casino.project()
    rows = casino.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'projections'")
    assert sorted({row["tablename"] for row in rows} - own) == sorted(Pipeline().tables())


INSERT = (
    "INSERT INTO projections.{0} SELECT (jsonb_populate_record(t, '{1}')).* "
    "FROM projections.{0} AS t LIMIT 1"
)


def test_no_stage_writes_past_the_hash() -> None:
    """Stages copy, delete, update, replace and end rows; no statement of their own is counted."""
    stages = Path(__file__).parents[4] / "projections" / "stages"
    texts = {path: path.read_text() for path in stages.rglob("*.py")}
    assert any("writes.copy(" in text for text in texts.values())
    assert [path for path, text in texts.items() if "writes.execute" in text] == []


INVENTED = """
SELECT (jsonb_populate_record(NULL::projections.posting, jsonb_object_agg(
    attname, CASE WHEN atttypid = 'date'::regtype THEN '2026-11-20' ELSE '1' END
))).* FROM pg_attribute WHERE attrelid = 'projections.posting'::regclass AND attnum > 0
"""
TAMPERINGS: Mapping[str, tuple[str, str]] = {
    "a finding inserted": (
        "finding",
        INSERT.format("finding", '{"id": "accused", "code": "PAY-DIFF"}'),
    ),
    "a finding deleted": (
        "finding",
        "DELETE FROM projections.finding WHERE code = 'PAY-DIFF' AND known_until IS NULL",
    ),
    "a finding altered": ("finding", "UPDATE projections.finding SET amount = amount + 100"),
    "a finding ended": ("finding", "UPDATE projections.finding SET known_until = 90"),
    "a verdict altered": ("verdict", "UPDATE projections.verdict SET state = 'agrees'"),
    "a verdict inserted": (
        "verdict",
        INSERT.format("verdict", '{"round": "RA-01/2026-11-20/999"}'),
    ),
    "a verdict deleted": ("verdict", "DELETE FROM projections.verdict WHERE state = 'differs'"),
    "what is due": ("due", "UPDATE projections.due SET due = due + 1 WHERE line = 0"),
    "a posting inserted": ("posting", f"INSERT INTO projections.posting {INVENTED}"),
    "an event of the history": ("history", "DELETE FROM projections.history WHERE position = 30"),
    "a name in the history": (
        "history",
        "UPDATE projections.history SET kind = 'heartbeat/1' WHERE position = 30",
    ),
    "a time in the history": (
        "history",
        "UPDATE projections.history SET at = at + interval '1 microsecond' WHERE position = 30",
    ),
    "one row twice": (
        "due",
        (
            "ALTER TABLE projections.due DROP CONSTRAINT due_pkey; "
            "INSERT INTO projections.due SELECT * FROM projections.due LIMIT 1"
        ),
    ),
}


@pytest.mark.one_in(18)
@pytest.mark.parametrize("name", TAMPERINGS)
def test_each_altered_row_is_named(evening: Casino, name: str) -> None:
    """By counting: the table. By folding: the row that stands and the one that should."""
    table, statement = TAMPERINGS[name]
    alter(evening, statement)
    assert told(count_again(evening.conninfo)) == [("rows", table)]
    found = fold_again(evening.conninfo)
    assert told(found) == [("rows", table)]
    fault = found.faults[0]
    assert fault.stands + fault.lacks >= 1
    assert (len(fault.rows), len(fault.should)) == (min(20, fault.stands), min(20, fault.lacks))
    assert not set(map(msgspec.json.encode, fault.rows)) & set(
        map(msgspec.json.encode, fault.should)
    )


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            (
                "ALTER TABLE projections.finding RENAME TO hidden; "
                "CREATE VIEW projections.finding AS "
                "SELECT * FROM projections.hidden WHERE amount > 0; "
                "GRANT SELECT ON projections.finding TO PUBLIC"
            ),
            "no table stands there: relkind v",
        ),
        (
            (
                "ALTER TABLE projections.finding ENABLE ROW LEVEL SECURITY; "
                "CREATE POLICY none ON projections.finding TO razao_inspector USING (false)"
            ),
            "it has row security that hides rows",
        ),
        (
            "CREATE RULE lost AS ON INSERT TO projections.finding DO INSTEAD NOTHING",
            "it has rules",
        ),
        (
            (
                "CREATE TRIGGER helpful BEFORE INSERT ON projections.finding FOR EACH ROW "
                "EXECUTE FUNCTION suppress_redundant_updates_trigger()"
            ),
            "it has triggers",
        ),
        ("ALTER TABLE projections.finding OWNER TO razao_owner", "its owner is razao_owner"),
        (
            "CREATE TABLE public.more () INHERITS (projections.finding)",
            "other tables are read with it",
        ),
    ],
)
def test_what_stands_in_the_place_of_a_table_is_named(
    evening: Casino, statement: str, said: str
) -> None:
    """A view, a policy, a rule, a trigger: what reads or writes otherwise than a plain table."""
    alter(evening, statement)
    for found in (count_again(evening.conninfo), fold_again(evening.conninfo)):
        assert told(found) == [("relation", "finding")]
        assert found.faults[0].detail == said


def test_whoever_alters_the_hash_too_is_named_by_the_events_alone(evening: Casino) -> None:
    """Rows and hash made to agree: counting says nothing, folding names row and hash."""
    alter(evening, TAMPERINGS["a finding altered"][1])
    make_agree(evening, "finding")
    assert told(count_again(evening.conninfo)) == []
    assert told(fold_again(evening.conninfo)) == [("rows", "finding"), ("hash", "finding")]


def make_agree(casino: Casino, table: str) -> None:
    """Write beside a table the hash of the rows that stand."""
    with reading(casino.conninfo) as connection:
        one = hash_of_rows(Set(connection, LIVE), table)
    alter(
        casino,
        f"UPDATE projections.set_hash SET rows = {one.rows}, "
        f"total = decode('{one.stored.hex()}', 'hex') WHERE name = '{table}'",
    )


def test_a_row_that_was_altered_for_a_while_leaves_its_trace(evening: Casino) -> None:
    """A page ends an altered finding as if it were the real one: its hash does not forget."""
    alter(evening, "UPDATE projections.verdict SET due = due + 1 WHERE known_until IS NULL")
    play(evening, 40)
    evening.project()
    assert told(count_again(evening.conninfo)) == [("rows", "verdict")]


# --- what is stated ------------------------------------------------------------------------------


@dataclass
class Service:
    """A casino whose service states its figures, with a clock of its own."""

    casino: Casino
    now: float = 0.0

    def __post_init__(self) -> None:
        """Begin to state."""
        self.stating = Stating(self.say, self.casino.conninfo, monotonic=lambda: self.now)

    def say(self, statement: FiguresStated) -> object:
        return self.casino.door.say(statement).receipt

    def look(self, *, page: int = 5_000) -> bool:
        """Follow up to the log's end, and state what is due."""
        with Runner(self.casino.conninfo, page=page) as runner:
            runner.catch_up()
            return self.stating.look(runner)


def test_it_is_stated_every_ten_minutes_while_something_changes(evening: Casino) -> None:
    """At first at once; then after ten minutes, if more changed than ticks and statements do."""
    service = Service(evening)
    assert service.look()
    evening.tick()
    service.now += SECONDS
    assert not service.look()
    play(evening, 40)
    service.now += SECONDS - 1
    assert service.look()  # ten minutes since the last one
    play(evening, 41)
    service.now += SECONDS - 1
    assert not service.look()
    service.now += 1
    assert service.look()
    assert Service(evening).look() is False, "another process begins where the log says"
    found = fold_again(evening.conninfo)
    assert (told(found), found.statements) == ([], 3)
    rows = evening.rows("SELECT as_of, position FROM {s}.stated_figures ORDER BY position")
    assert [row["position"] - row["as_of"] for row in rows] == [1, 1, 1]


def test_a_closing_is_stated_at_once(evening: Casino) -> None:
    """Whatever the hour: what a day came to is signed when it is closed."""
    service = Service(evening)
    assert service.look()
    evening.say("financas", GamingDayClosed())
    assert service.look()
    assert not service.look()
    assert told(fold_again(evening.conninfo)) == []


def test_a_tick_and_a_statement_change_only_what_beats(evening: Casino) -> None:
    """Else the service would state for ever that it had stated."""
    service = Service(evening)
    service.look()
    before = kept(evening)
    evening.tick()
    service.look()
    evening.project()
    changed = {name for name, one in kept(evening).items() if one != before.get(name)}
    assert "stated_figures" in changed
    assert changed <= BEATS


@pytest.mark.one_in(5)
@pytest.mark.parametrize("what", ["digest", "rows", "table", "root", "ahead"])
def test_a_false_statement_is_named(evening: Casino, what: str) -> None:
    """Signed by the service's own key, of what is not so: position and table."""

    def other(said: FiguresStated) -> FiguresStated:
        first, *rest = said.tables
        match what:
            case "digest":
                tables = (msgspec.structs.replace(first, digest="ab" * 32), *rest)
            case "rows":
                tables = (msgspec.structs.replace(first, rows=first.rows + 1), *rest)
            case "table":
                tables = (*said.tables, msgspec.structs.replace(first, name="purse"))
            case _:
                tables = said.tables
        root = "ab" * 32 if what == "root" else said.root
        as_of = evening.last + 1 if what == "ahead" else said.as_of
        return msgspec.structs.replace(said, tables=tables, root=root, as_of=as_of)

    with Runner(evening.conninfo) as runner:
        runner.catch_up()
        statement = statement_of(runner, runner.written())
    receipt = evening.door.say(other(statement)).receipt
    assert receipt is not None
    table = {"root": None, "ahead": None, "table": "purse"}.get(what, statement.tables[0].name)
    kind = "root" if what == "root" else "statement"
    evening.project()
    found = fold_again(evening.conninfo)
    assert told(found) == [(kind, table)]
    assert found.faults[0].position == receipt.position


@pytest.mark.deep
def test_what_was_stated_of_altered_rows_is_named(evening: Casino) -> None:
    """Rows and hash altered while nobody followed: the service signs it, and the events say no."""
    alter(evening, TAMPERINGS["a finding altered"][1])
    make_agree(evening, "finding")
    assert Service(evening).look()
    evening.project()
    found = fold_again(evening.conninfo)
    assert told(found) == [("statement", "finding"), ("rows", "finding"), ("hash", "finding")]
    assert rebuild(evening.conninfo)
    assert told(fold_again(evening.conninfo)) == [("statement", "finding")], "it stays signed"


@pytest.mark.deep
def test_what_a_rebuild_kept_stays_stated(evening: Casino, tmp_path: Path) -> None:
    """Stated at once after the rebuild; who deletes it is named, whatever is stated afterwards."""
    service = Service(evening)
    assert service.look()
    alter(evening, TAMPERINGS["a verdict deleted"][1])
    assert razao(evening.superuser, tmp_path, "rebuild").returncode == 1
    with Runner(evening.conninfo) as runner:
        runner.catch_up()
        assert service.stating.look(runner)
        assert not service.stating.look(runner)
    assert told(count_again(evening.conninfo)) == told(fold_again(evening.conninfo)) == []
    alter(evening, "DELETE FROM superseded.altered")
    lost = [("evidence", "superseded.altered")]
    assert told(count_again(evening.conninfo)) == lost
    evening.say("financas", GamingDayClosed())
    assert service.look()
    assert told(count_again(evening.conninfo)) == told(fold_again(evening.conninfo)) == lost
    found = razao(evening.superuser, tmp_path, "verify", "figures", "--lang", "pt")
    assert "superseded.altered: linhas guardadas para sempre" in found.stdout


def test_what_houses_are_let_see_is_as_it_is_written_down(casino: Casino) -> None:
    """Who changes it writes ``house_view.json`` anew: `just catalogue`."""
    with Runner(casino.conninfo) as runner:
        runner.confine()
    with reading(casino.conninfo) as connection:
        found, expected = read_view(connection), expected_view()
    assert list(view_faults(found, expected)) == []
    assert set(found) == set(expected)


@pytest.mark.deep
def test_statements_of_other_tables_are_counted_and_not_compared(evening: Casino) -> None:
    """A release with other columns has other hashes: nothing is said of them."""
    with Runner(evening.conninfo) as runner:
        runner.catch_up()
        statement = statement_of(runner, runner.written())
    for changes in ({"shape": "ab" * 32}, {"law": "rules@1 authority@1"}):
        evening.door.say(msgspec.structs.replace(statement, **changes))
    evening.project()
    found = fold_again(evening.conninfo)
    assert (told(found), found.statements, found.others) == ([], 0, 2)


# --- as people run it ----------------------------------------------------------------------------


@pytest.mark.deep
def test_the_command_names_table_and_row(evening: Casino, tmp_path: Path) -> None:
    """In both languages, and as JSON; exit 1; a rebuild puts it right and keeps what stood."""
    clean = razao(evening.superuser, tmp_path, "verify", "figures")
    assert (clean.returncode, "clean" in clean.stdout) == (0, True), clean.stderr
    alter(evening, "UPDATE projections.verdict SET state = 'agrees' WHERE state = 'differs'")
    done = razao(evening.superuser, tmp_path, "verify", "figures")
    assert done.returncode == 1
    assert "verdict: 8 rows stand that the events do not give, 8 lack" in done.stdout
    assert "lacks  round=RA-01/2026-11-20/" in done.stdout
    portuguese = razao(evening.superuser, tmp_path, "verify", "figures", "--lang", "pt")
    assert "verdict: estão 8 linhas que os eventos não dão, faltam 8" in portuguese.stdout
    document: dict[str, Any] = msgspec.json.decode(
        razao(evening.superuser, tmp_path, "verify", "figures", "--json").stdout
    )
    assert (document["clean"], document["faults"][0]["stands"]) == (False, 8)
    quick = razao(evening.superuser, tmp_path, "verify", "figures", "--quick")
    assert (quick.returncode, "verdict: its rows" in quick.stdout) == (1, True)
    whole = razao(evening.superuser, tmp_path, "verify")
    assert whole.returncode == 1
    assert "table projections.verdict  figures: its rows are not those" in whole.stdout
    again = razao(evening.superuser, tmp_path, "rebuild")
    assert (again.returncode, "verdict  8 rows stood" in again.stdout) == (1, True), again.stderr
    assert razao(evening.superuser, tmp_path, "verify", "figures").returncode == 0
    evidence = razao(evening.superuser, tmp_path, "verify", "figures", "--kept").stdout
    assert evidence.count("stood  round=") == evidence.count("lacked  round=") == 8
    assert razao(evening.superuser, tmp_path, "rebuild").returncode == 0


def test_the_command_refuses_what_it_cannot_use(casino: Casino, tmp_path: Path) -> None:
    """A ledger without figures, two questions at once: exit 2; another version's tables: 3."""
    alter(casino, "DROP SCHEMA IF EXISTS projections CASCADE")
    without = razao(casino.superuser, tmp_path, "verify", "figures")
    assert (without.returncode, "`razao rebuild`" in without.stderr) == (2, True)
    both = razao(casino.superuser, tmp_path, "verify", "figures", "--quick", "--kept")
    assert (both.returncode, "expected one of them" in both.stderr) == (2, True)
    casino.project()
    alter(casino, "COMMENT ON SCHEMA projections IS 'shape of another'")
    other = razao(casino.superuser, tmp_path, "verify", "figures")
    assert (other.returncode, "tables of another version" in other.stderr) == (3, True)


@pytest.fixture(scope="module")
def evening_ledger(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    night_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Founded]:
    """Fold the night once."""
    home = tmp_path_factory.mktemp("evening")
    with founded_with(
        postgres_urls, postgres_maintenance, night_ledger, home, Casino.project
    ) as ledger:
        yield ledger


@pytest.fixture
def evening(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    evening_ledger: Founded,
    tmp_path: Path,
) -> Iterator[Casino]:
    """Give a casino whose night stands in the live tables."""
    with cloned_casino(postgres_urls, postgres_maintenance, evening_ledger, tmp_path) as casino:
        yield casino
