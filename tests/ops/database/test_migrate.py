"""Migrations are applied once, in order, each as a whole, and never change."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from ops.database.migrate import (
    MIGRATIONS,
    MigrationChangedError,
    MigrationFailedError,
    MigrationMissingError,
    MigrationNameError,
    MigrationNewerError,
    migrate,
)
from ops.database.postgres import DatabaseUrls
from tests.fixtures.postgres import empty_database

ONE = "CREATE SCHEMA shop; CREATE TABLE shop.item (name text);"
TWO = "-- a second statement sees the first\nINSERT INTO shop.item VALUES ('100 %');"


@pytest.fixture
def empty(postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection) -> Iterator[str]:
    """Give a test a database without anything in it."""
    with empty_database(postgres_urls, postgres_maintenance) as database:
        yield database.superuser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a test a folder with two migrations."""
    (tmp_path / "0001_shop.sql").write_text(ONE)
    (tmp_path / "0002_item.sql").write_text(TWO)
    return tmp_path


def rows(conninfo: str, query: str) -> list[tuple[object, ...]]:
    """Run a query."""
    with psycopg.connect(conninfo) as connection:
        return connection.execute(query).fetchall()


def applied(conninfo: str) -> list[object]:
    """Return the names of what was applied."""
    query = "SELECT name FROM ledger_migrations.applied ORDER BY name"
    return [name for (name,) in rows(conninfo, query)]


def test_each_file_is_applied_once(empty: str, folder: Path) -> None:
    """The first time in the order of their numbers, the second time not at all, a new one alone."""
    assert migrate(empty, directory=folder) == ["0001_shop.sql", "0002_item.sql"]
    assert migrate(empty, directory=folder) == []
    (folder / "0003_more.sql").write_text(TWO)
    assert migrate(empty, directory=folder) == ["0003_more.sql"]
    assert rows(empty, "SELECT name FROM shop.item") == [("100 %",), ("100 %",)]


def test_what_was_applied_is_recorded_with_its_hash(empty: str, folder: Path) -> None:
    """The hash is that of the file's bytes, as anybody can compute it."""
    migrate(empty, directory=folder)
    assert rows(empty, "SELECT name, sha256 FROM ledger_migrations.applied ORDER BY name") == [
        ("0001_shop.sql", hashlib.sha256(ONE.encode()).digest()),
        ("0002_item.sql", hashlib.sha256(TWO.encode()).digest()),
    ]


def test_a_changed_file_is_named(empty: str, folder: Path) -> None:
    """What is in the database would no longer be what the files say, so nothing is applied."""
    migrate(empty, directory=folder)
    (folder / "0001_shop.sql").write_text(ONE + " ")
    (folder / "0003_more.sql").write_text(TWO)
    with pytest.raises(MigrationChangedError, match=r"0001_shop\.sql: expected .* got"):
        migrate(empty, directory=folder)
    assert applied(empty) == ["0001_shop.sql", "0002_item.sql"]


def test_a_missing_file_is_named(empty: str, folder: Path) -> None:
    """A file was renamed: what the database holds is no longer what the files say."""
    migrate(empty, directory=folder)
    (folder / "0001_shop.sql").rename(folder / "0001_renamed.sql")
    with pytest.raises(MigrationMissingError, match=r"0001_shop\.sql"):
        migrate(empty, directory=folder)


def test_an_older_program_is_told_that_a_newer_one_was_here(empty: str, folder: Path) -> None:
    """It says which file it does not know, changes nothing, and what to do; no half way back."""
    migrate(empty, directory=folder)
    (folder / "0002_item.sql").unlink()
    with pytest.raises(MigrationNewerError, match=r"newer Razão .*0002_item\.sql.*0001_shop\.sql"):
        migrate(empty, directory=folder)
    assert applied(empty) == ["0001_shop.sql", "0002_item.sql"]


def test_a_file_that_comes_too_late_is_named(empty: str, folder: Path) -> None:
    """Applied now it would come after its successor here, and before it elsewhere."""
    (folder / "0001_shop.sql").rename(folder / "0000_shop.sql")
    migrate(empty, directory=folder)
    (folder / "0001_late.sql").write_text(TWO)
    with pytest.raises(MigrationNameError, match=r"0001_late\.sql: .* after 0002_item\.sql"):
        migrate(empty, directory=folder)


@pytest.mark.parametrize("name", ["3_short.sql", "0003-dash.sql", "0002_twice.sql", "notes.sql"])
def test_a_file_that_is_no_migration_is_named(empty: str, folder: Path, name: str) -> None:
    """A name with a slip would otherwise be passed over in silence, or applied in any order."""
    (folder / name).write_text(TWO)
    with pytest.raises(MigrationNameError, match=name.replace(".", r"\.")):
        migrate(empty, directory=folder)


def test_a_folder_that_is_not_there_is_named(empty: str, tmp_path: Path) -> None:
    """An installation without its SQL must not pass for one that is up to date."""
    with pytest.raises(MigrationMissingError, match="nowhere"):
        migrate(empty, directory=tmp_path / "nowhere")


def test_of_a_file_that_fails_nothing_remains(empty: str, folder: Path) -> None:
    """The files before it stay, its own statements do not, and its line is named."""
    failing = folder / "0003_bad.sql"
    failing.write_text("CREATE TABLE shop.half ();\n\nINSERT INTO shop.nothing VALUES (1);\n")
    with pytest.raises(MigrationFailedError, match=r"0003_bad\.sql: line 3: .*shop\.nothing"):
        migrate(empty, directory=folder)
    assert applied(empty) == ["0001_shop.sql", "0002_item.sql"]
    assert rows(empty, "SELECT to_regclass('shop.half')") == [(None,)]
    failing.write_text("CREATE TABLE shop.half ();")
    assert migrate(empty, directory=folder) == ["0003_bad.sql"]


def test_a_file_may_not_end_its_transaction(empty: str, folder: Path) -> None:
    """After its own COMMIT a failure could leave half of it behind, unrecorded."""
    (folder / "0003_commit.sql").write_text("COMMIT;")
    with pytest.raises(MigrationFailedError, match=r"0003_commit\.sql: ends its own transaction"):
        migrate(empty, directory=folder)


def test_what_a_file_sets_is_gone_for_the_next(empty: str, folder: Path) -> None:
    """A role or a search path holds to the end of its file only."""
    (folder / "0003_set.sql").write_text("SET search_path = shop; SET ROLE pg_monitor;")
    (folder / "0004_see.sql").write_text(
        "INSERT INTO shop.item VALUES (current_setting('search_path') || current_user)"
    )
    migrate(empty, directory=folder)
    query = "SELECT name FROM shop.item WHERE name <> '100 %'"
    assert rows(empty, query) == [('"$user", publicpostgres',)]


def test_processes_that_migrate_at_once_take_turns(empty: str, folder: Path) -> None:
    """One applies each file, the others find it done."""
    (folder / "0003_slow.sql").write_text("SELECT pg_sleep(0.2)")
    with ThreadPoolExecutor() as pool:
        each = list(pool.map(lambda _: migrate(empty, directory=folder), range(4)))
    assert sorted(each) == [[], [], [], ["0001_shop.sql", "0002_item.sql", "0003_slow.sql"]]


def test_the_ledgers_own_migrations_are_found(empty: str) -> None:
    """They are part of the package, wherever that is installed."""
    assert migrate(empty) == sorted(path.name for path in MIGRATIONS.glob("*.sql"))
    assert migrate(empty) == []
