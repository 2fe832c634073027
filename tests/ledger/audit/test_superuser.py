"""What a superuser does behind the ledger's back, one tampering a case: the command that names it.

The twenty that an attack found unseen, and what was found since. Each puts the triggers of the
table to sleep and wakes them again, so that what is named is the deed and not the sleep. The
modules of each subject look closer, at what is said of one deed and of nothing else.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from ledger.signed.checkpoint import Checkpoint, sign_checkpoint
from ledger.signed.sources import SourceChain
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from projections.running.figures.stating import Stating
from projections.running.runner import Runner
from tests.fixtures.casino import AT, ORIGIN, Casino, Founded, cloned_casino
from tests.fixtures.command import razao
from tests.fixtures.postgres import cloned
from tests.ledger.audit.books import signer
from tests.ledger.audit.test_beside import TAMPERINGS as BESIDE
from tests.ledger.audit.test_relations import TAMPERINGS as RELATIONS
from tests.ledger.door.test_door import ask, bet
from tests.projections.running.figures.test_recomputing import TAMPERINGS as FIGURES
from tests.projections.running.figures.test_shape import TAMPERINGS as SHAPES
from tests.projections.running.test_runner import a_night

FORGED = sign_checkpoint(
    Checkpoint(origin=ORIGIN, size=90_000, root=bytes(32)), signer("a thief's")
)
FORGE = (
    "INSERT INTO ledger.checkpoints (size, note, subtrees) "
    f"VALUES (90000, '{FORGED}', decode(repeat('00', 64), 'hex'))"
)


@dataclass(frozen=True)
class Deed:
    """A tampering: what is done, to which table with its triggers asleep, and what is then said."""

    statement: str
    said: str
    table: str | None = None
    command: tuple[str, ...] = ("verify",)


def relation(name: str) -> Deed:
    """Return a change of the catalogue, as its own module has it."""
    statement, said = RELATIONS[name]
    return Deed(statement, said[0])


def beside(name: str, table: str) -> Deed:
    """Return a change of a table beside the events."""
    statement, said = BESIDE[name]
    return Deed(statement.rpartition("TRIGGER ALL;")[2], said.split(": ", 1)[-1], table)


def figure(name: str) -> Deed:
    """Return a change of a figure."""
    table, statement = FIGURES[name]
    return Deed(statement, f"table projections.{table}  figures: its rows are not those")


def shape(name: str, command: tuple[str, ...] = ("verify",)) -> Deed:
    """Return a change of the figures' relations."""
    statement, said = SHAPES[name]
    return Deed(statement, said, command=command)


KEPT = "ledger.kept_submission"
KEYS = "access.api_key"
DEEDS = {
    "an event's bytes": Deed(
        "UPDATE ledger.events SET state = state || ' ' WHERE notification_id = 40",
        "position 40 ",
        "ledger.events",
    ),
    "an event deleted": Deed(
        "DELETE FROM ledger.events WHERE notification_id = 40", "position 40", "ledger.events"
    ),
    "checkpoints emptied": Deed(
        "DELETE FROM ledger.checkpoints",
        "ledger.checkpoints  checkpoint: it holds none, and the log was signed: ",
        "ledger.checkpoints",
    ),
    "what was published emptied": Deed(
        "DELETE FROM ledger.published",
        "ledger.published  checkpoint: it holds none, and the log was signed: ",
        "ledger.published",
    ),
    "a checkpoint altered": Deed(
        "UPDATE ledger.checkpoints SET note = overlay(note placing 'AAAA' from 16)",
        "checkpoint: ledger.checkpoints, ",
        "ledger.checkpoints",
    ),
    "a larger checkpoint forged": Deed(
        FORGE, "checkpoint: ledger.checkpoints, 90000 events: ", "ledger.checkpoints"
    ),
    "kept submissions deleted": beside("all kept bytes deleted", KEPT),
    "a kept submission falsified": beside("kept bytes falsified with their hash", KEPT),
    "a second story told as another refusal": beside(
        "a second story that is told as another refusal", KEPT
    ),
    "one of two second stories of a minute deleted": Deed(
        "DELETE FROM ledger.kept_submission WHERE received = "
        "(SELECT max(received) FROM ledger.kept_submission)",
        "and its bytes are not kept any more",
        KEPT,
    ),
    "an API key inserted": beside("a key inserted", KEYS),
    "a withdrawn API key brought back": beside("a key that was withdrawn", KEYS),
    "an API key of another role": beside("a key's role", KEYS),
    "a second story that nobody told": Deed(
        BESIDE["a second story that nobody told"][0],
        "it is kept as a second story of outra-mesa, and no key of outra-mesa signed it",
        KEPT,
    ),
    "refuse_change replaced": relation("refuse_change lets through"),
    "append replaced": Deed(
        "DO $$ BEGIN EXECUTE replace(pg_get_functiondef("
        "(SELECT oid FROM pg_proc WHERE proname = 'append' "
        "AND pronamespace = 'ledger'::regnamespace LIMIT 1)), 'BEGIN', 'BEGIN PERFORM 1;'); END $$",
        "its body is another than the migrations give it",
    ),
    "a trigger dropped": relation("a trigger dropped"),
    "a trigger disabled": relation("a trigger disabled"),
    "a constraint dropped": relation("a constraint dropped"),
    "row security that hides": relation("rows that some do not see"),
    "a policy that hides": relation("a policy that hides"),
    "insert granted to PUBLIC": relation("everybody may insert"),
    "heads that a reader may write": relation("one may write the heads"),
    "a view in place of the events": Deed(
        RELATIONS["a view in place of the events"][0]
        + "; GRANT SELECT ON ledger.events TO razao_inspector, razao_appender",
        RELATIONS["a view in place of the events"][1][0],
    ),
    "a rule that loses rows": relation("a rule"),
    "a finding inserted": figure("a finding inserted"),
    "a finding deleted": figure("a finding deleted"),
    "a finding altered": figure("a finding altered"),
    "a posting inserted": figure("a posting inserted"),
    "a verdict altered": figure("a verdict altered"),
    "a verdict deleted": figure("a verdict deleted"),
    "a row of the history deleted": figure("an event of the history"),
    "a view in place of the findings": Deed(
        "ALTER TABLE projections.finding RENAME TO hidden; "
        "CREATE VIEW projections.finding AS SELECT * FROM projections.hidden WHERE amount > 0; "
        "GRANT SELECT ON projections.finding TO razao_inspector",
        "table projections.finding  figures: no table stands there: relkind v",
    ),
    "findings and their hash altered": Deed(
        "UPDATE projections.finding SET amount = amount + 100; "
        "UPDATE projections.set_hash SET total = decode(repeat('00', 512), 'hex') "
        "WHERE name = 'finding'",
        "finding: the hash that stands beside its rows is another than the events give",
        command=("verify", "figures"),
    ),
    "everybody may write findings": Deed(
        "GRANT INSERT ON projections.finding TO PUBLIC",
        "table projections.finding  figures: others than its owner may write it",
    ),
    "a house shown others' rows": Deed(
        "ALTER POLICY of_house ON projections.verdict USING (true)",
        "projections.verdict  figures: a house is let see other rows than its own: shows true",
    ),
    "a house's rows hidden from it": Deed(
        "ALTER POLICY of_house ON projections.finding USING (false)",
        "table projections.finding  figures: a house is let see other rows than its own: ",
    ),
    "the office shown who read what": Deed(
        "ALTER POLICY readings ON projections.history USING (true)",
        "table projections.history  figures: it has row security that hides rows",
    ),
    "the policy of readings made one that lets in": Deed(
        "DROP POLICY readings ON projections.history; CREATE POLICY readings ON projections.history"
        " FOR SELECT TO razao_office USING (kind NOT LIKE 'access-recorded/%')",
        "table projections.history  figures: it has row security that hides rows",
    ),
    "the policy of readings dropped": Deed(
        "DROP POLICY readings ON projections.history", "table projections.history  figures: "
    ),
    "row security of a house taken away": Deed(
        "ALTER TABLE projections.verdict DISABLE ROW LEVEL SECURITY",
        "figures: a house is let see other rows than its own: shows every row",
    ),
    **{
        name: shape(name)
        for name in (
            "a column more",
            "a default",
            "a check dropped",
            "an index more",
            "a view in place of a table",
            "another owner",
            "evidence that a trigger loses",
        )
    },
    **{
        name: Deed(SHAPES[name][0], f"table projections.finding  figures: {said}")
        for name, said in (
            ("a trigger", "it has triggers"),
            ("a rule", "it has rules"),
            ("a child", "other tables are read with it"),
        )
    },
    "a column that is reckoned": shape("a column that is reckoned", ("verify", "figures")),
    "figures marked as another version's": Deed(
        "COMMENT ON SCHEMA projections IS 'shape of another'",
        "somebody altered the mark that they bear",
    ),
    "what a rebuild kept deleted": Deed(
        "DELETE FROM superseded.altered",
        "table superseded.altered  figures: the first 16 rows that it had",
    ),
    "what a rebuild kept dropped": Deed(
        "DROP SCHEMA superseded CASCADE",
        "table superseded.altered  figures: the first 16 rows that it had",
    ),
    "a row that a rebuild kept altered": Deed(
        "UPDATE superseded.altered SET stood = NOT stood WHERE number = 3",
        "superseded.altered: rows that are kept for ever",
        command=("verify", "figures", "--quick"),
    ),
}


@pytest.fixture(scope="module")
def evening(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Path]]:
    """Record an evening once: two second stories, keys, checkpoints, figures stated, evidence.

    Give the name of its database, to which nobody is connected, and its home.
    """
    home = tmp_path_factory.mktemp("evening")
    with ExitStack() as stack:
        with cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, home) as casino:
            pass
        database = stack.enter_context(
            cloned(postgres_urls, postgres_maintenance, founded_ledger.template)
        )
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        with ExitStack() as opened:
            casino = Casino(Installation(urls, home, opened))
            record(casino, home)
        yield database.name, home


def record(casino: Casino, home: Path) -> None:
    """Let the evening happen."""
    a_night(casino)
    chain = casino.source("outra-mesa")
    assert ask(casino, chain.say(bet(1), AT)).accepted
    for number in (2, 3):
        other = SourceChain(ORIGIN, "outra-mesa", chain.signer)
        assert ask(casino, other.say(bet(number), AT)).outcome == "fork"
    casino.door.write_refusals()
    for name, role in (("ana", "inspector"), ("rui", "finance")):
        assert done(casino, home, "keys", "api", name, "--role", role) == 0
    assert done(casino, home, "keys", "api-revoke", "rui") == 0
    casino.project()
    with psycopg.connect(casino.superuser) as connection:
        connection.execute(
            "UPDATE projections.verdict SET state = 'agrees' WHERE state = 'differs'"
        )
    assert done(casino, home, "rebuild") == 1
    stating = Stating(lambda said: casino.door.say(said).receipt, casino.conninfo)
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
        assert stating.look(runner)
        assert not stating.look(runner)
    casino.installation.log.checkpoint()
    casino.project()


def done(casino: Casino, home: Path, *arguments: str) -> int:
    """Run a command as its user would; return how it ended."""
    return razao(casino.superuser, home, *arguments).returncode


@pytest.mark.deep
def test_the_evening_is_clean(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    evening: tuple[str, Path],
) -> None:
    """Before anybody alters anything, both commands say so: what is named below was done."""
    name, home = evening
    with cloned(postgres_urls, postgres_maintenance, name) as database:
        for command in (("verify",), ("verify", "figures")):
            told = razao(database.superuser, home, *command)
            assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.deep
@pytest.mark.parametrize("name", list(DEEDS))
def test_what_a_superuser_does_is_named(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    evening: tuple[str, Path],
    name: str,
) -> None:
    """Exit 1, and the words that name it."""
    template, home = evening
    deed = DEEDS[name]
    with cloned(postgres_urls, postgres_maintenance, template) as database:
        with psycopg.connect(database.superuser) as connection:
            awake = triggers(connection, deed.table)
            for trigger, _ in awake:
                connection.execute(f"ALTER TABLE {deed.table} DISABLE TRIGGER {trigger}".encode())
            connection.execute(deed.statement.encode())
            for trigger, how in awake:
                connection.execute(f"ALTER TABLE {deed.table} {how} TRIGGER {trigger}".encode())
        told = razao(database.superuser, home, *deed.command)
    assert told.returncode == 1, told.stdout + told.stderr
    assert deed.said in told.stdout, told.stdout
    if deed.table is not None:
        assert "trigger " not in told.stdout


def triggers(connection: psycopg.Connection, table: str | None) -> list[tuple[str, str]]:
    """Return the names of a table's triggers, and how each was enabled."""
    rows = connection.execute(
        "SELECT tgname::text, CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' ELSE 'ENABLE' END "
        "FROM pg_trigger WHERE tgrelid = to_regclass(%s) AND NOT tgisinternal",
        (table,),
    ).fetchall()
    return [(name, how) for name, how in rows]
