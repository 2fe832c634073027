"""The reader: what was recorded comes out the same, one by one or all at once, altered or not."""

from collections.abc import Callable, Iterator
from typing import LiteralString

import psycopg
import pytest

from ledger.errors import CorruptLedgerError
from ledger.ids import NO_LINK
from ledger.keys import TRUST_KINDS
from ledger.store import reader as module
from ledger.store.reader import LinkedSegment, Reader, Row, copy_facts, copy_rows
from ledger.store.recorder import LedgerStore
from tests.fixtures.postgres import Database
from tests.ledger.audit.chains import KIND, ORIGIN, Chains, founded

SOURCES = ("mesa-1", "a", "n" * 64)


@pytest.fixture
def store(database: Database) -> Iterator[LedgerStore]:
    """Give a founded ledger."""
    yield from founded(database, *SOURCES)


@pytest.fixture
def reader(database: Database) -> Iterator[Reader]:
    """Give a reader."""
    with Reader(database.login) as reader:
        yield reader


@pytest.fixture
def recorded(store: LedgerStore) -> list[Row]:
    """Record thirty events of three sources, of several kinds and sizes, every third one signed."""
    chains = Chains()
    rows: list[Row] = []
    for number in range(10):
        batch = chains.rows(
            *SOURCES, kind=("payout/1", KIND, "x/9999")[number % 3], body=b"x" * (number * 977)
        )
        batch.signatures = [None, bytes([number]) * 64, None]
        first = store.append(batch)
        rows += [
            Row(first + at, *values)
            for at, values in enumerate(
                zip(
                    batch.sources,
                    batch.seqs,
                    batch.kinds,
                    batch.envelopes,
                    batch.links,
                    batch.signatures,
                    strict=True,
                )
            )
        ]
    return rows


def alter(database: Database, statement: LiteralString) -> None:
    """Do what only a superuser can, past all that forbids it."""
    with psycopg.connect(database.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(statement)


def linked(row: Row) -> tuple:
    """Leave a row's signature out."""
    return row[:6]


def flat(blocks: Iterator[list[tuple]]) -> list[tuple]:
    """Return the rows of all blocks."""
    return [row for block in blocks for row in block]


@pytest.mark.parametrize("size", [1, 7, 30, 1000])
def test_blocks_hold_everything_in_order(reader: Reader, recorded: list[Row], size: int) -> None:
    """However large blocks are, they hold each event once, as it was recorded."""
    blocks = list(reader.blocks(size=size))
    assert [len(block) for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    assert flat(iter(blocks)) == recorded
    assert flat(reader.facts(size=size)) == [row[:5] for row in recorded]


def test_a_range_may_cross_pieces(
    reader: Reader, recorded: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long range is asked for in pieces, and nothing is lost or doubled between them."""
    monkeypatch.setattr(module, "PIECE_EVENTS", 4)
    for first, last in ((1, 30), (4, 5), (5, 12), (30, 30), (31, 99), (7, 6)):
        assert flat(reader.blocks(first, last)) == recorded[first - 1 : last]


@pytest.mark.parametrize(("first", "last", "size"), [(1, 30, 7), (5, 24, 10), (30, 30, 5)])
def test_pages_come_one_ahead(
    reader: Reader, recorded: list[Row], first: int, last: int, size: int
) -> None:
    """They hold a range in order, whatever else is asked in between, and may be left early."""
    pages = list(reader.linked_in_pages(after=first - 1, last=last, size=size))
    assert flat(iter(pages)) == [linked(row) for row in recorded[first - 1 : last]]
    assert flat(iter(pages)) == reader.linked(after=first - 1, limit=last - first + 1)
    assert max(map(len, pages)) <= size
    for page in reader.linked_in_pages(after=first - 1, last=last, size=size):
        one = reader.one(page[0][1], page[0][2])
        assert one is not None
        assert linked(one) == page[0]
        break
    assert reader.last_position() == 30


def test_a_page_is_empty_where_the_log_ends_too_early(reader: Reader, recorded: list[Row]) -> None:
    """Whoever expects more events than there are sees that there are none, and no page after."""
    assert [len(page) for page in reader.linked_in_pages(after=20, last=99, size=10)] == [10, 0]
    assert len(recorded) == 30


def test_an_empty_ledger_has_no_blocks(reader: Reader, store: LedgerStore) -> None:
    """And no last position, head or newest event."""
    assert store.founded_origin() == ORIGIN
    assert list(reader.blocks()) == []
    assert list(reader.facts()) == []
    assert reader.last_position() == 0
    assert reader.newest(KIND) is None
    assert reader.page(after=0, limit=10) == []
    assert reader.head("mesa-1") == (0, NO_LINK)


def test_who_stops_early_leaves_the_connection_usable(
    database: Database, recorded: list[Row]
) -> None:
    """The server is told to stop, and what it still says is read away."""
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        for copy in (copy_rows, copy_facts):
            blocks = copy(connection, 1, 30, size=2)
            assert next(blocks)[0][0] == 1
            blocks.close()
            assert connection.execute("SELECT 1").fetchone() == (1,)
            assert len(flat(copy(connection, 1, 30))) == len(recorded)


def test_a_transaction_sees_one_snapshot(
    database: Database, store: LedgerStore, recorded: list[Row]
) -> None:
    """What is recorded after a transaction began does not come."""
    with psycopg.connect(database.superuser) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        connection.execute("SELECT 1 FROM ledger.head")
        chains = Chains()
        chains.heads = {"a": store.head("a") or (0, NO_LINK)}
        store.append(chains.rows("a"))
        assert flat(copy_rows(connection, 1, 99)) == recorded


def test_an_error_of_the_server_is_raised(database: Database) -> None:
    """A reader that is not allowed to read is told so; nothing looks like an empty ledger."""
    with psycopg.connect(database.login) as connection:
        for copy in (copy_rows, copy_facts):
            with pytest.raises(psycopg.OperationalError, match="permission denied"):
                list(copy(connection, 1, 9))
            connection.rollback()


@pytest.mark.parametrize(
    ("change", "at", "value"),
    [
        ("link = substring(link FOR 31)", 5, lambda row: row.link[:31]),
        ("link = link || '\\x00'", 5, lambda row: row.link + b"\0"),
        ("link = ''", 5, lambda _: b""),
        ("signature = 'short'", 6, lambda _: b"short"),
        ("signature = ''", 6, lambda _: b""),
        ("signature = link", 6, lambda row: row.link),
        ("originator_id = repeat('n', 300)", 1, lambda _: "n" * 300),
        ("originator_id = ''", 1, lambda _: ""),
        ("topic = repeat('k', 256)", 3, lambda _: "k" * 256),
        ("state = ''", 4, lambda _: b""),
        ("originator_version = -1", 2, lambda _: -1),
    ],
)
def test_an_altered_row_comes_out_as_it_is_stored(
    database: Database,
    reader: Reader,
    recorded: list[Row],
    change: LiteralString,
    at: int,
    value: Callable[[Row], object],
) -> None:
    """Whatever sizes somebody gave its columns, signed or not; others come out as before."""
    where: LiteralString = " WHERE notification_id IN (11, 15)"
    alter(database, "UPDATE ledger.events SET " + change + where)  # from the list above
    for position in (11, 15):
        row = recorded[position - 1]
        recorded[position - 1] = Row._make((*row[:at], value(row), *row[at + 1 :]))
    assert flat(reader.blocks()) == recorded
    assert flat(reader.facts()) == [row[:5] for row in recorded]
    assert reader.at([11, 15]) == [recorded[10], recorded[14]]


@pytest.mark.parametrize(
    "column", ["link", "state", "topic", "originator_id", "originator_version"]
)
def test_a_null_that_cannot_be_is_corruption(
    database: Database, reader: Reader, recorded: list[Row], column: LiteralString
) -> None:
    """A superuser can allow it; then reading says where."""
    assert recorded
    alter(database, "ALTER TABLE ledger.events ALTER COLUMN " + column + " DROP NOT NULL")
    where: LiteralString = " = NULL WHERE notification_id = 12"
    alter(database, "UPDATE ledger.events SET " + column + where)  # from the list above
    with pytest.raises(CorruptLedgerError, match="position 12"):
        list(reader.blocks())
    if column != "link":
        with pytest.raises(CorruptLedgerError, match="position 12"):
            list(reader.facts())


def test_events_are_found_by_place_and_by_position(reader: Reader, recorded: list[Row]) -> None:
    """By source and seq, at positions, in pages forward and backward, by ranges of a source."""
    assert reader.one("a", 3) == recorded[7]
    assert reader.one("a", 11) is None
    assert reader.one("nobody", 1) is None
    assert reader.at([9, 2, 2, 99]) == [recorded[1], recorded[8]]
    assert reader.at([]) == []
    assert reader.page(after=28, limit=10) == recorded[28:]
    assert reader.page(after=0, limit=2) == recorded[:2]
    assert reader.page_back(before=4, limit=2) == [recorded[2], recorded[1]]
    mine = [row for row in recorded if row.source == "mesa-1"]
    assert reader.of_source("mesa-1", 2, 4) == mine[1:4]
    assert reader.of_source("mesa-1", 2, 99, limit=1) == mine[1:2]
    assert reader.newest(KIND) == recorded[23]
    assert reader.origin() == ORIGIN
    assert reader.heads()["mesa-1"] == (10, mine[-1].link)


def test_a_segment_is_what_lies_under_one_signature(reader: Reader, store: LedgerStore) -> None:
    """From after the signed event before to the next signed one; nothing where none follows."""
    chains = Chains()
    for count in (3, 1, 1000):
        rows = chains.rows(*["a"] * count)
        rows.signatures = [*[None] * (count - 1), bytes(64)]
        store.append(rows)
    rows = chains.rows("a")
    rows.signatures = [None]
    store.append(rows)
    for seq, expected in ((1, (1, 3)), (3, (1, 3)), (4, (4, 4)), (5, (5, 1004)), (1004, (5, 1004))):
        segment = reader.segment("a", seq)
        assert (segment[0].seq, segment[-1].seq) == expected
        assert len(segment) == expected[1] - expected[0] + 1
        linked = reader.linked_segment("a", seq)
        assert linked == LinkedSegment(
            first=expected[0],
            head=segment[0].envelope,
            links=b"".join(one.link for one in segment),
            signature=bytes(64),
            blinded=all(one.envelope.startswith(b"razao/2 ") for one in segment),
        )
    assert reader.segment("a", 1005) == []
    assert reader.segment("a", 99_999) == []


def test_trust_is_read_from_its_own_index(
    database: Database, reader: Reader, store: LedgerStore
) -> None:
    """The door reads the few events it needs, whatever else there is."""
    chains = Chains()
    for kind in (*TRUST_KINDS, "heartbeat/1"):
        store.append(chains.rows("a", kind=kind))
        store.append(chains.rows(*["a"] * 300))
    assert [row.kind for row in reader.trust()] == list(TRUST_KINDS)
    assert [row.kind for row in reader.trust(after=1)] == list(TRUST_KINDS[1:])
    with psycopg.connect(database.superuser) as connection:
        connection.execute("ANALYZE ledger.events")
        plan = connection.execute("EXPLAIN " + module._SQL["trust"].replace("%s", "0")).fetchall()
    assert "events_trust_idx" in str(plan)


def test_a_reader_cannot_write(reader: Reader, recorded: list[Row]) -> None:
    """Its role may not, and its connection would not."""
    assert reader.last_position() == len(recorded)
    connection = reader._connection
    assert connection is not None
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        connection.execute("CREATE TABLE mine (x int)")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("SELECT ledger.enrol_sources('{x}')")


def test_a_reader_connects_again(database: Database, reader: Reader, recorded: list[Row]) -> None:
    """A connection that was lost is made anew at the next question."""
    assert reader.last_position() == len(recorded)
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE usename = 'razao' AND datname = current_database()"
        )
    assert reader.last_position() == len(recorded)
