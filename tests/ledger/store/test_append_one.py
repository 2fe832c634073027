"""The append function for a single event: what ``ledger.append`` does with a batch of one."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import psycopg
import pytest

from ledger.ids import NO_LINK
from ledger.keys import TRUST_AND_TIME_KINDS
from ledger.signed.chain import link_of
from ledger.store.recorder import LedgerStore
from tests.fixtures.postgres import Database
from tests.ledger.audit.chains import (
    APPEND,
    KIND,
    Chains,
    columns,
    contents,
    envelope,
    founded,
)

APPEND_ONE = APPEND.replace("append", "append_one")
SOURCES = ("mesa-1", "mesa-2")
BLIND = bytes(range(16))


@pytest.fixture
def store(database: Database) -> Iterator[LedgerStore]:
    """Give a founded ledger with two sources that said nothing yet."""
    yield from founded(database, *SOURCES)


@pytest.fixture
def superuser(database: Database) -> Iterator[psycopg.Connection]:
    """Give a superuser's connection, each of whose calls is in a transaction of its own."""
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        yield connection


def outcome(connection: psycopg.Connection, statement: str, values: list[Any]) -> Any:
    """Return what a call does to the tables, or what it says where it refuses; undo it."""
    with connection.transaction(force_rollback=True):
        try:
            with connection.transaction():
                row = connection.execute(statement, values).fetchone()
        except psycopg.Error as error:
            diag = error.diag
            return error.sqlstate, diag.message_primary, diag.message_detail
        trust = connection.execute("SELECT trust FROM ledger.head").fetchone()
        return row, trust, contents(connection)


def both(connection: psycopg.Connection, event: list[Any]) -> Any:
    """Return what both functions do with an event; it must be the same."""
    alone = outcome(connection, APPEND_ONE, event)
    assert alone == outcome(connection, APPEND, [[value] for value in event])
    return alone


def scalars(chains: Chains, *, kind: str = KIND, blind: bytes | None = None) -> list[Any]:
    """Return the values of a source's next event."""
    return [value for (value,) in columns(chains.rows("mesa-1", kind=kind, blind=blind))]


def with_bytes(event: list[Any], data: bytes) -> list[Any]:
    """Return the event with other bytes, under their own link."""
    return [*event[:4], data, link_of(data), event[6]]


def said_otherwise(event: list[Any], chance: random.Random) -> Iterator[list[Any]]:
    """Yield an event in every way in which one of its values may be another."""
    source, seq, previous, kind, data, link, _ = event
    others: list[list[Any]] = [
        ["mesa-2", "nobody", "", "é", None],
        [seq - 1, seq + 1, -1, 2**62, None],
        [bytes(32), b"", bytes(33), link, None],
        ["bet-placed/2", "", "x\n", "\nx", "x\n\ny", "é/1", None],
        [b"", data[:40], data + b" ", b"\n" + data, bytes(65_536), None],
        [bytes(32), b""],
        [None, b"", bytes(63), bytes(65)],
    ]
    for index, values in enumerate(others):
        for value in values:
            yield [value if at == index else was for at, was in enumerate(event)]
    for bad in (source, kind, str(seq), previous.hex()):
        at = data.index(bad.encode()) + chance.randrange(len(bad))
        yield with_bytes(event, data[:at] + b"~" + data[at + 1 :])
    head = data.index(b"\n\n")
    for bad in (data[:head] + data[head + 1 :], data[: head + 1], b"x" + data, data[1:]):
        yield with_bytes(event, bad)


@pytest.mark.parametrize("blinded", [False, True])
@pytest.mark.parametrize("seq", [1, 2])
def test_whatever_is_said_both_functions_say_the_same_of_it(
    store: LedgerStore, superuser: psycopg.Connection, seq: int, *, blinded: bool
) -> None:
    """Rows, heads and trust where it is recorded; state, words and culprit where it is refused."""
    chance, chains = random.Random(seq), Chains()
    superuser.execute("UPDATE ledger.head SET blinded = %s", [blinded])
    if seq == 2:
        store.append(chains.rows("mesa-1", blind=BLIND))
    saved = dict(chains.heads)
    seen: set[str] = set()
    for blind in (BLIND, None):
        chains.heads = dict(saved)
        event = scalars(chains, blind=blind)
        good = both(superuser, event)
        assert (good[0] == (seq,)) is (blind is not None or not blinded)
        for other in said_otherwise(event, chance):
            told = both(superuser, other)
            seen.add(told[0] if isinstance(told[0], str) else "recorded")
    assert {"RZ010", "RZ020", "RZ021", "RZ022", "RZ023", "RZ024", "RZ025", "RZ026"} <= seen
    assert "recorded" in seen, "without a signature it is an event amid its segment"


def test_an_event_without_a_link_is_none(store: LedgerStore, superuser: psycopg.Connection) -> None:
    """The batch's function leaves that to the table's constraint."""
    assert store.max_notification_id() is None
    event = scalars(Chains())
    event[5] = None
    assert outcome(superuser, APPEND_ONE, event)[0] == "RZ010"


KINDS = ("x/1", "x\ny/1", "x/1\n", "\nx/1", "x\n\ny/1", "\n", "", "é/1")
AFTER = (
    b"\n{}",
    b"{}\n\n",
    b"\n\n{}",
    BLIND.hex().encode() + b"\n\n{}",
    BLIND.hex().encode() + b"\n{}\n\n",
    b"\n" + b"0" * 31 + b"\n\n{}",
    b"0" * 30 + b"\n\n" + b"\n\n{}",
    b"0" * 33 + b"\n\n{}",
    b"0" * 31 + b"\n\n\n{}",
)


@pytest.mark.parametrize("among", [False, True])
def test_a_header_is_followed_by_the_first_empty_line(
    store: LedgerStore, superuser: psycopg.Connection, *, among: bool
) -> None:
    """Whatever a kind is and whatever comes after it: the first empty line stands where it must."""
    assert store.max_notification_id() is None
    verdicts: set[bool] = set()
    for form, kind, after in product((b"razao/1", b"razao/2"), KINDS, AFTER):
        chains = Chains()
        arrays = columns(chains.rows("mesa-1", "mesa-2") if among else chains.rows("mesa-1"))
        header = envelope("mesa-1", 1, NO_LINK, kind, body=b"")[len(form) : -1]
        data = form + header + after
        arrays[3][0], arrays[4][0], arrays[5][0] = kind, data, link_of(data)
        end = len(form + header) - 1 + (33 if form == b"razao/2" else 0)
        fine = data.find(b"\n\n") == end
        told = outcome(superuser, APPEND, arrays)
        if not among:
            assert told == outcome(superuser, APPEND_ONE, [array[0] for array in arrays])
        assert (told[0] == (1,)) is fine, (form, kind, after, told)
        assert fine or told[0] == "RZ024"
        verdicts.add(fine)
    assert verdicts == {True, False}


@pytest.mark.parametrize("kind", sorted(TRUST_AND_TIME_KINDS))
def test_a_single_event_of_trust_or_time_moves_trust(store: LedgerStore, kind: str) -> None:
    """As in a batch: a door that has not seen it is refused."""
    chains = Chains()
    store.append(chains.rows("mesa-1"), 0)
    assert store.trust_seen() == 0
    store.append(chains.rows("mesa-1", kind=kind), 0)
    assert store.trust_seen() == 2


def test_a_single_event_goes_the_short_way(store: LedgerStore) -> None:
    """The recorder sends scalars for one event, arrays for more; both are recorded in order."""
    chains = Chains()
    one, more = chains.rows("mesa-1"), chains.rows("mesa-1", "mesa-2")
    assert one.packed()[1] == (1).to_bytes(8, "big")
    assert [store.append(rows) for rows in (one, more, chains.rows("mesa-2"))] == [1, 2, 4]
    assert [link for _, link in store.links("mesa-1", 1, 2)] == [one.links[0], more.links[0]]
