"""Tables beside the events: what is deleted, falsified or slipped in there is named by verify."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from api.services.api_keys import Keeper, Role
from ledger.audit.beside import beside_altered
from ledger.door import refusals
from ledger.events.registry import AccessGranted
from ledger.signed.sources import SourceChain
from ops.database.postgres import DatabaseUrls
from projections.running.figures.recomputing import figure_problems
from projections.running.figures.stating import Stating
from projections.running.runner import Runner
from tests.fixtures.casino import (
    AT,
    ORIGIN,
    Casino,
    Founded,
    cloned_casino,
    founded_with,
)
from tests.fixtures.command import razao
from tests.fixtures.postgres import cloned
from tests.helpers.each import each
from tests.ledger.door.test_door import ask, bet

INSERTED = (
    "INSERT INTO access.api_key (prefix, hash, name, role) "
    "VALUES ('{}', sha256('razao_dba'), '{}', '{}')"
)
TAMPERINGS: Mapping[str, tuple[str, str]] = {
    "a key inserted": (
        INSERTED.format("ab" * 6, "dba", "inspector"),
        "API key dba api-key: 1 keys of role inspector, and 0 were granted",
    ),
    "a key in another's name": (
        "UPDATE access.api_key SET revoked = now() WHERE name = 'ana'; "
        + INSERTED.format("ab" * 6, "ana", "inspector"),
        "API key ana api-key: 1 keys of role inspector, and 0 were granted",
    ),
    "a key's role": (
        (
            "ALTER TABLE access.api_key DISABLE TRIGGER ALL; "
            "UPDATE access.api_key SET role = 'admin' WHERE name = 'ana'"
        ),
        "API key ana api-key: its role is admin, and inspector was granted",
    ),
    "a key that was withdrawn": (
        (
            "ALTER TABLE access.api_key DISABLE TRIGGER ALL;"
            "UPDATE access.api_key SET revoked = NULL WHERE name = 'rui'"
        ),
        "API key rui api-key: its key of role finance lets in, and was withdrawn",
    ),
    "kept bytes deleted": (
        "DELETE FROM ledger.kept_submission WHERE code = 'fork'",
        "kept: mesa told a second story with the hash",
    ),
    "all kept bytes deleted": (
        "TRUNCATE ledger.kept_submission",
        "kept: mesa told a second story with the hash",
    ),
    "kept bytes falsified": (
        "UPDATE ledger.kept_submission SET bytes = bytes || 'x' WHERE code = 'fork'",
        "of mesa, fork: its bytes are not those of its hash",
    ),
    "kept bytes falsified with their hash": (
        (
            "UPDATE ledger.kept_submission SET bytes = bytes || 'x', hash = sha256(bytes || 'x') "
            "WHERE code = 'fork'"
        ),
        "kept: mesa told a second story with the hash",
    ),
    "a second story that is told as another refusal": (
        "UPDATE ledger.kept_submission SET code = 'gap' WHERE code = 'fork'",
        "kept: mesa told a second story with the hash",
    ),
    "refused bytes that prove nothing deleted": (
        "DELETE FROM ledger.kept_submission WHERE code <> 'fork'",
        "bytes were kept that prove nothing by themselves, and 0 stand",
    ),
    "a second story that nobody told": (
        (
            "INSERT INTO ledger.kept_submission (hash, source, code, bytes) "
            "SELECT sha256(k.bytes || ' '), source, code, k.bytes || ' ' "
            "FROM ledger.kept_submission AS k WHERE code = 'fork'"
        ),
        "it is kept as a second story of mesa, and no key of mesa signed it",
    ),
    "a second story told of another": (
        "UPDATE ledger.kept_submission SET source = 'caixa' WHERE code = 'fork'",
        "it is kept as a second story of caixa, and no key of caixa signed it",
    ),
    "a second story by a key of one's own": (
        (
            "INSERT INTO ledger.kept_submission (hash, source, code, bytes) "
            "SELECT sha256(overlay(k.bytes placing 'x' from 3)), source, code, "
            "overlay(k.bytes placing 'x' from 3) "
            "FROM ledger.kept_submission AS k WHERE code = 'fork'"
        ),
        "it is kept as a second story of mesa, and no key of mesa signed it",
    ),
}


@pytest.fixture(scope="module")
def ledger_with_keys(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Founded]:
    """Give a ledger where a table told two stories, and people have API keys."""
    home = tmp_path_factory.mktemp("with-keys")
    with founded_with(
        postgres_urls, postgres_maintenance, founded_ledger, home, tell_and_issue
    ) as ledger:
        yield ledger


def tell_and_issue(casino: Casino) -> None:
    """Prepare what the tests of this page alter."""
    tell_two_stories(casino)
    issue_keys(casino)
    assert beside_altered(casino.conninfo) == []


def tell_two_stories(casino: Casino) -> None:
    """Let a table fork its chain, and send something too early: both are kept as refused."""
    chain = casino.source("mesa")
    other = SourceChain(ORIGIN, "mesa", chain.signer)
    assert ask(casino, chain.say(bet(1), AT)).accepted
    assert ask(casino, other.say(bet(2), AT)).outcome == "fork"
    assert ask(casino, chain.say(bet(3), AT)).accepted
    late = SourceChain(ORIGIN, "mesa", chain.signer)
    late.seq = 7
    (answer,) = casino.door.submit([late.say(bet(4), AT)], credential="mesa")
    assert answer.outcome == "gap"
    casino.door.write_refusals()


def issue_keys(casino: Casino) -> None:
    """Issue keys to two people, and withdraw one of them."""
    home = casino.installation.home
    for name, role in (("ana", "inspector"), ("rui", "finance")):
        done = razao(casino.superuser, home, "keys", "api", name, "--role", role)
        assert done.returncode == 0, done
    assert razao(casino.superuser, home, "keys", "api-revoke", "rui").returncode == 0


@pytest.fixture
def casino_with_keys(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    ledger_with_keys: Founded,
    tmp_path: Path,
) -> Iterator[Casino]:
    """Open the door of a clone of that ledger."""
    with cloned_casino(postgres_urls, postgres_maintenance, ledger_with_keys, tmp_path) as casino:
        yield casino


def test_of_a_flood_of_second_stories_each_is_counted(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond those that are named one by one: an event counts them, and none is deleted unseen."""
    monkeypatch.setattr(refusals, "STORIES_EACH", 3)
    chain, other = casino.source("mesa"), casino.source("caixa")
    assert ask(casino, chain.say(bet(1), AT)).accepted
    assert ask(casino, other.say(bet(1), AT)).accepted
    stories = [
        SourceChain(ORIGIN, "mesa", chain.signer).say(bet(number), AT) for number in range(2, 9)
    ]
    stories.append(SourceChain(ORIGIN, "caixa", other.signer).say(bet(2), AT))
    assert {one.outcome for one in casino.door.submit(stories)} == {"fork"}
    casino.door.write_refusals()
    casino.door.submit(stories[5:])  # again, a minute later
    casino.door.write_refusals()
    assert beside_altered(casino.conninfo) == []
    casino.project()
    recorded = [row["recorded"] for row in casino.rows("SELECT recorded FROM {s}.finding")]
    assert "more-forks: 4 submissions in the name of mesa" in recorded
    assert recorded.count("fork: 1 submissions in the name of caixa") == 1
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.kept_submission DISABLE TRIGGER ALL")
        connection.execute(
            "DELETE FROM ledger.kept_submission WHERE received = "
            "(SELECT max(received) FROM ledger.kept_submission WHERE source = 'mesa')"
        )
    told = [one.detail for one in beside_altered(casino.conninfo)]
    assert "mesa told 7 second stories, of which the bytes of 6 are kept" in told


@each("name", TAMPERINGS)
def test_each_change_beside_the_events_is_named(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    ledger_with_keys: Founded,
    name: str,
) -> None:
    """By whoever owns the database, triggers put to sleep: the row, and what the events say."""
    statement, said = TAMPERINGS[name]
    with cloned(postgres_urls, postgres_maintenance, ledger_with_keys.template) as database:
        with psycopg.connect(database.superuser) as owner:
            owner.execute("ALTER TABLE ledger.kept_submission DISABLE TRIGGER ALL")
            owner.execute(statement.encode())
            owner.execute("ALTER TABLE ledger.kept_submission ENABLE ALWAYS TRIGGER refuse_change")
        found = beside_altered(database.login)
    told = [f"{one.source} {one.kind}: {one.detail}" for one in found]
    assert any(said in one for one in told), told


REFUSED = "ledger.kept_submission"
COUNT = (
    "UPDATE ledger.kept_size SET bytes = "
    "(SELECT coalesce(sum(octet_length(bytes)), 0) FROM ledger.kept_submission)"
)
UNSEEN_BY_COUNTING = (
    f"UPDATE {REFUSED} SET bytes = bytes || 'x', hash = sha256(bytes || 'x')",
    f"UPDATE {REFUSED} SET source = 'caixa'",
    f"DELETE FROM {REFUSED}",
)
"""Changes of refused bytes that prove nothing, which then fit their hash and their count."""


def test_refused_bytes_that_the_service_stated_are_named_though_all_counts_fit(
    casino: Casino,
) -> None:
    """Their hashes go with the signed figures; what is refused later takes nothing from that."""
    chain = casino.source("mesa")
    assert ask(casino, chain.say(bet(1), AT)).accepted

    def refused(seq: int) -> None:
        late = SourceChain(ORIGIN, "mesa", chain.signer)
        late.seq = seq
        (answer,) = casino.door.submit([late.say(bet(4), AT)], credential="mesa")
        assert answer.outcome == "gap"
        casino.door.write_refusals()

    def found() -> list[tuple[str | None, str]]:
        problems = [*beside_altered(casino.conninfo), *figure_problems(casino.conninfo)]
        return [(one.source, one.detail) for one in problems if one.kind in {"kept", "figures"}]

    refused(7)
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
        stating = Stating(lambda said: casino.door.say(said).receipt, casino.conninfo)
        assert stating.look(runner)
        refused(9)
        runner.catch_up()
    assert found() == []
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute(f"ALTER TABLE {REFUSED} DISABLE TRIGGER ALL".encode())
        connection.execute(f"CREATE TABLE public.was AS SELECT * FROM {REFUSED}".encode())
        for statement in UNSEEN_BY_COUNTING:
            connection.execute(f"{statement}; {COUNT}".encode())
            ((source, detail),) = found()
            assert (source, "first 1 rows" in detail) == (f"table {REFUSED}", True), statement
            connection.execute(
                f"DELETE FROM {REFUSED}; INSERT INTO {REFUSED} OVERRIDING SYSTEM VALUE "
                f"SELECT * FROM public.was; {COUNT}".encode()
            )
    assert found() == []


COLUMNS = {
    "prefix": ("'cdcdcdcdcdcd'", "its prefix is cdcdcdcdcdcd, and "),
    "hash": ("sha256('razao_dba')", "its hash is "),
    "name": ("'outra'", "its name is outra, and leva was granted"),
    "role": ("'inspector', sources = '{}'", "its role is inspector, and source was granted"),
    "sources": ("ARRAY['mesa', 'servico']", "its sources is mesa, servico, and mesa was granted"),
    "casinos": ("ARRAY['praia']", "its casinos is praia, and none was granted"),
    "expires": ("'2036-01-01T00:00Z'", "its expires is 2036-01-01T00:00:00.000000Z, and 20"),
    "issued": ("issued - interval '1 day'", "its issued is 20"),
    "revoked": ("now()", "its key of role source was ended, and no event says so"),
}


def test_each_column_of_a_granted_key_is_bound_by_its_event(casino_with_keys: Casino) -> None:
    """Whichever is altered is named, as it stands and as it was granted; put back, nothing is."""
    casino, home = casino_with_keys, casino_with_keys.installation.home
    done = razao(
        casino.superuser, home, "keys", "api", "leva", "--role", "source", "--source", "mesa",
        "--days", "30",
    )  # fmt: skip
    assert done.returncode == 0, done
    assert beside_altered(casino.conninfo) == []
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        columns = connection.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = 'access.api_key'::regclass "
            "AND attnum > 0 AND NOT attisdropped"
        ).fetchall()
        assert {name for (name,) in columns} == set(COLUMNS)
        connection.execute("ALTER TABLE access.api_key DISABLE TRIGGER ALL")
        connection.execute("CREATE TABLE public.was AS SELECT * FROM access.api_key")
        for column, (value, said) in COLUMNS.items():
            connection.execute(
                f"UPDATE access.api_key SET {column} = {value} WHERE name = 'leva'".encode()
            )
            told = [f"{one.source}: {one.detail}" for one in beside_altered(casino.conninfo)]
            assert any(f"API key leva: {said}" in one for one in told), (column, told)
            connection.execute("DELETE FROM access.api_key")
            connection.execute("INSERT INTO access.api_key SELECT * FROM public.was")
    assert beside_altered(casino.conninfo) == []


def test_a_key_granted_by_an_older_version_is_counted_as_then(casino: Casino) -> None:
    """Of ``access-granted/1`` name and role are held to the rows, for ever."""
    installation = casino.installation
    installation.send(installation.agreed(AccessGranted(source="eva", role="finance")))
    with Keeper(casino.conninfo) as keeper:
        keeper.issue("eva", Role.FINANCE)
        assert beside_altered(casino.conninfo) == []
        keeper.issue("eva2", Role.FINANCE)
    (found,) = beside_altered(casino.conninfo)
    assert found.source == "API key eva2"


def test_verify_names_a_key_that_nobody_granted(casino_with_keys: Casino) -> None:
    """The command: clean before, exit 1 and the name afterwards."""
    home = casino_with_keys.installation.home
    assert razao(casino_with_keys.superuser, home, "verify").returncode == 0
    with psycopg.connect(casino_with_keys.superuser) as connection:
        connection.execute(TAMPERINGS["a key inserted"][0].encode())
    done = razao(casino_with_keys.superuser, home, "verify")
    assert (done.returncode, "API key dba" in done.stdout) == (1, True), done.stdout


def test_a_key_that_is_granted_again_is_no_fault(casino_with_keys: Casino) -> None:
    """Granted, withdrawn, granted: two keys, of which one lets in."""
    home = casino_with_keys.installation.home
    again = razao(casino_with_keys.superuser, home, "keys", "api", "rui", "--role", "finance")
    assert again.returncode == 0, again
    assert beside_altered(casino_with_keys.conninfo) == []
