"""Texts at rest: a real database, a real folder of keys, and what remains after an erasure."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.store.texts.commitment import commit
from ledger.store.texts.text_keys import TextKeys
from ledger.store.texts.texts import Opened, Texts
from tests.fixtures.postgres import Database

SALT = bytes(range(32))
NAME = "Etelvina Zambujal, 912 345 678"


@pytest.fixture
def keys(tmp_path: Path) -> TextKeys:
    return TextKeys(tmp_path / "text-keys")


@pytest.fixture
def texts(database: Database, keys: TextKeys) -> Iterator[Texts]:
    with Texts(database.login, keys) as texts:
        yield texts


def everything(database: Database) -> bytes:
    """Return all that the table holds, as a backup has it."""
    with (
        psycopg.connect(database.superuser) as superuser,
        superuser.cursor() as cursor,
        cursor.copy("COPY texts.held TO STDOUT (FORMAT binary)") as copy,
    ):
        return b"".join(bytes(part) for part in copy)


def test_a_text_comes_back_by_its_commitment(texts: Texts) -> None:
    """What was deposited is what is opened; of what never was there is nothing."""
    commitment = texts.deposit(SALT, NAME)
    assert commitment == commit(SALT, NAME)
    assert texts.open(commitment) == Opened(state="held", text=NAME)
    assert texts.open("0" * 64) == Opened(state="absent")
    assert texts.held() == [commitment]


def test_a_text_deposited_twice_is_one(texts: Texts) -> None:
    """Who is in doubt sends again: one row, one key, the same words."""
    commitment = texts.deposit(SALT, NAME)
    assert texts.deposit(SALT, NAME) == commitment
    assert texts.held() == [commitment]
    assert texts.open(commitment).text == NAME


def test_the_database_holds_no_word_of_it(texts: Texts, database: Database) -> None:
    """Neither text nor salt stands in the table or in a backup of it."""
    texts.deposit(SALT, NAME)
    stored = everything(database)
    assert stored
    assert b"Etelvina" not in stored
    assert SALT not in stored


def test_after_erasing_no_backup_says_anything(
    texts: Texts, keys: TextKeys, database: Database
) -> None:
    """The row is gone, the key is gone; the row put back from a backup stays unreadable."""
    commitment = texts.deposit(SALT, NAME)
    other = texts.deposit(bytes(32), "outra coisa")
    with psycopg.connect(database.superuser) as superuser:
        backup = superuser.execute(
            "SELECT commitment, sealed FROM texts.held WHERE commitment = %s", (commitment,)
        ).fetchone()
    assert texts.erase([commitment]) == 1
    assert texts.erase([commitment]) == 0
    assert texts.open(commitment) == Opened(state="absent")
    with psycopg.connect(database.superuser) as superuser:
        superuser.execute("INSERT INTO texts.held (commitment, sealed) VALUES (%s, %s)", backup)
    assert texts.open(commitment) == Opened(state="unreadable")
    assert keys.held() == {other}
    assert texts.open(other).text == "outra coisa"


def test_what_was_altered_is_never_shown(texts: Texts, database: Database) -> None:
    """Another's row under this commitment, or one flipped bit: altered, and no words."""
    first, second = texts.deposit(SALT, NAME), texts.deposit(bytes(32), "outra coisa")
    with psycopg.connect(database.superuser) as superuser:
        superuser.execute(
            "UPDATE texts.held SET sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) "
            "WHERE commitment = %s",
            (first,),
        )
        superuser.execute(
            "UPDATE texts.held SET sealed = (SELECT sealed FROM texts.held WHERE commitment = %s) "
            "WHERE commitment = %s",
            (first, second),
        )
    assert texts.open(first) == Opened(state="altered")
    assert texts.open(second) == Opened(state="altered")


def test_a_key_is_its_owners_alone(texts: Texts, keys: TextKeys, tmp_path: Path) -> None:
    """A key's file has 32 bytes that only its owner reads, under the commitment's name."""
    commitment = texts.deposit(SALT, NAME)
    (path,) = (tmp_path / "text-keys").iterdir()
    assert path.name == commitment
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == 32
    assert keys.make(commitment) == path.read_bytes() == keys.find(commitment)


def test_only_what_is_old_enough_is_named(texts: Texts, database: Database) -> None:
    """What was deposited more than so many days ago, and nothing of today."""
    old, _ = texts.deposit(SALT, NAME), texts.deposit(bytes(32), "outra coisa")
    with psycopg.connect(database.superuser) as superuser:
        superuser.execute(
            "UPDATE texts.held SET deposited = deposited - interval '8 days' WHERE commitment = %s",
            (old,),
        )
    assert texts.older_than(7) == [old]
