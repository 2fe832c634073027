"""A superuser tampers with a real database; ``verify`` names what he did, and nobody else.

One evening is recorded through the door once. Each test opens a transaction as superuser, takes the
triggers, constraints and indexes away where they would stop it, alters what it alters, verifies
inside that transaction, and rolls everything back.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from ledger.audit.auditor import PostgresStore, audit, audit_database, read_since
from ledger.audit.diagnosis import Report
from ledger.door.ingestion import Door, Receipt
from ledger.door.opening import found_ledger, read_keyring
from ledger.events.registry import Heartbeat
from ledger.ids import LINK_SIZE, NO_LINK
from ledger.log.log import Log
from ledger.signed.logs import LogSigner
from ledger.signed.merkle import root_of
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ledger.store.reader import Reader
from ledger.store.recorder import LedgerStore
from ops.database.postgres import DatabaseUrls
from tests.fixtures import command as in_process
from tests.fixtures.postgres import Database, cloned
from tests.ledger.audit.books import ORIGIN, SERVICE, Row, Speakers, at, row_of, signer

COLUMNS = {
    "position": "notification_id",
    "source": "originator_id",
    "seq": "originator_version",
    "kind": "topic",
    "envelope": "state",
    "link": "link",
    "signature": "signature",
}


@dataclass(frozen=True)
class Night:
    """What was recorded, and what was kept outside of it."""

    database: Database
    rows: tuple[Row, ...]
    note: str
    receipts: tuple[Receipt, ...]
    speakers: Speakers

    @property
    def size(self) -> int:
        """The log's last position."""
        return len(self.rows)

    @property
    def noted(self) -> int:
        """Up to where the order memo goes."""
        ticks = [row.position for row in self.rows if row.kind.startswith("clock-ticked")]
        return max(ticks) - 1


def record(database: Database) -> tuple[str, list[Receipt], Speakers]:
    """Play an evening through the door: rotation, revocation, enrolment anew, segments, ticks."""
    speakers = Speakers()
    receipts: list[Receipt] = []
    with ExitStack() as stack:
        store = stack.enter_context(closing(LedgerStore(database.login)))
        service = speakers.chains[SERVICE]
        receipts.append(found_ledger(store, service, speakers.founding(), at(0)))
        reader = stack.enter_context(Reader(database.login))
        log = stack.enter_context(Log(database.login, ORIGIN, LogSigner(ORIGIN, signer("log"))))
        minutes = iter(range(1, 60))
        door = Door(
            store,
            lambda: read_keyring(reader),
            service,
            log=log,
            now=lambda: datetime(2026, 11, 20, 21, next(minutes), tzinfo=UTC),
        )

        def send(*segments: Segment) -> None:
            for answer in door.submit(segments):
                assert answer.receipt is not None, answer
                receipts.append(answer.receipt)

        for source in ("mesa-1", "mesa-2", "roleta"):
            send(*speakers.enrolment(source))
        door.tick()
        for count in (1, 4, 1, 3):
            send(speakers.beat("mesa-1", count), speakers.beat("roleta"))
            send(speakers.beat("mesa-2", 2))
        send(speakers.rotation("mesa-1", "mesa-1b"))
        send(speakers.beat("mesa-1", 2), speakers.beat("mesa-2", 5))
        door.tick()
        send(*speakers.revocation("roleta"))
        send(speakers.beat("mesa-1", 3))
        send(*speakers.enrolment("roleta", key="roleta-b"))
        send(speakers.beat("roleta", 4), speakers.beat("mesa-2"), speakers.beat("mesa-1"))
        door.close()  # with a last tick
        door = Door(store, lambda: read_keyring(reader))
        send(speakers.beat("mesa-1", 2), speakers.beat("mesa-2"), speakers.beat("roleta", 3))
        door.close()
        note = log.checkpoint()
    return note, receipts, speakers


@pytest.fixture(scope="module")
def night(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, database_template: str
) -> Iterator[Night]:
    """Record one evening in a database of its own."""
    with cloned(postgres_urls, postgres_maintenance, database_template) as database:
        note, receipts, speakers = record(database)
        with psycopg.connect(database.superuser) as connection:
            rows = tuple(map(Row._make, PostgresStore(connection).at(1, 10_000)))
        yield Night(database, rows, note, tuple(receipts), speakers)


class Superuser:
    """Someone to whom no trigger, right or constraint applies."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        for table in ("events", "head", "source_head", "tiles", "checkpoints", "published"):
            self.do(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL")

    def do(self, query: str, *values: object) -> None:
        """Run a statement that must meet exactly one row, if it alters any."""
        done = self._connection.execute(query.encode(), values)
        assert done.rowcount in (-1, 1), query

    def drop_constraints(self) -> None:
        """Take away what keeps columns whole and places single."""
        self.do("""
            DO $$
            DECLARE
                name text;
            BEGIN
                FOR name IN
                    SELECT conname FROM pg_constraint
                    WHERE conrelid = 'ledger.events'::regclass AND contype IN ('p', 'u', 'c')
                LOOP
                    EXECUTE 'ALTER TABLE ledger.events DROP CONSTRAINT ' || name;
                END LOOP;
                FOR name IN
                    SELECT indexrelid::regclass::text FROM pg_index
                    WHERE indrelid = 'ledger.events'::regclass
                LOOP
                    EXECUTE 'DROP INDEX ' || name;
                END LOOP;
            END
            $$""")
        for column in COLUMNS.values():
            self.do(f"ALTER TABLE ledger.events ALTER {column} DROP NOT NULL")

    def alter(self, position: int, column: str, value: object) -> None:
        """Give a row another value in one column."""
        name = COLUMNS[column]
        self.do(
            f"UPDATE ledger.events SET {name} = %s WHERE notification_id = %s",
            value,
            position,
        )

    def delete(self, position: int) -> None:
        """Take a row away."""
        self.do("DELETE FROM ledger.events WHERE notification_id = %s", position)

    def exchange(self, one: int, other: int) -> None:
        """Exchange the positions of two rows."""
        for position, place in ((one, 2**40), (other, one), (2**40, other)):
            self.alter(position, "position", place)

    def insert(self, row: Row) -> None:
        """Add a row behind the append function."""
        names = ", ".join(COLUMNS.values())
        self.do(
            f"INSERT INTO ledger.events ({names}) VALUES (%s, %s, %s, %s, %s, %s, %s)",
            *row,
        )

    def set_head(self, position: int) -> None:
        """Give the head another position."""
        self.do("UPDATE ledger.head SET position = %s", position)

    def set_source_head(self, source: str, seq: int, link: bytes) -> None:
        """Give a source another head."""
        query = "UPDATE ledger.source_head SET seq = %s, link = %s WHERE source = %s"
        self.do(query, seq, link, source)


def wake_triggers(connection: psycopg.Connection) -> None:
    """Leave no trace of what was put to sleep: whoever alters rows does so, too."""
    sleeping = connection.execute(
        "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal "
        "AND tgenabled = 'D' AND tgrelid::regclass::text LIKE 'ledger.%'"
    ).fetchall()
    for table, name in sleeping:
        connection.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}".encode())


Act = Callable[[Superuser], None]
After = Callable[..., Report]


@pytest.fixture
def after(night: Night) -> Iterator[After]:
    """Give the report after an act, which is then undone."""
    with psycopg.connect(night.database.superuser) as connection:

        def verify(act: Act, **options: Any) -> Report:
            with connection.transaction(force_rollback=True):
                act(Superuser(connection))
                return audit(PostgresStore(connection), **options)

        yield verify


def culprits(report: Report) -> list[tuple[str, int | None]]:
    """Return kind and position of each problem."""
    return [(problem.kind, problem.position) for problem in report.problems]


def flipped(data: bytes, index: int) -> bytes:
    """Return the bytes with one bit of one byte turned."""
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]


def chosen(rows: tuple[Row, ...]) -> list[Row]:
    """Return events of each sort: trust, tick, single; first, middle and last of a segment."""
    picked: dict[tuple[str, bool, bool], Row] = {}
    for row, before in zip(rows[1:], rows, strict=False):
        sort = (row.kind, row.signature is None, before.signature is None)
        picked.setdefault(sort, row)
    newest = {row.source: row for row in rows}
    return sorted({rows[0], rows[-1], *picked.values(), *newest.values()})


# --- the evening itself -------------------------------------------------------------------------


def test_the_evening_is_clean(night: Night) -> None:
    """Recorded through the door, ticks and memo by the log: nothing is wrong with it."""
    report = audit_database(night.database.login)
    assert report.clean
    assert not report.unassessed
    assert report.root == root_of([row.link for row in night.rows]).hex()
    assert report.signatures == sum(row.signature is not None for row in night.rows)
    kinds = {row.kind for row in night.rows}
    assert {"key-rotated/1", "key-revoked/1", "clock-ticked/1", "source-enrolled/1"} <= kinds
    assert any(row.signature is None for row in night.rows)


def test_several_processes_come_to_the_same(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with a connection of its own."""
    monkeypatch.setattr("ledger.audit.auditor.PARALLEL_FROM", 0)
    alone = audit_database(night.database.login)
    assert audit_database(night.database.login, processes=2) == alone


# --- one column ---------------------------------------------------------------------------------


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.deep
def test_one_altered_column_blames_its_event(night: Night, after: After, column: str) -> None:
    """One byte of any column, at every sort of place: that event, and no other."""
    for row in chosen(night.rows):
        value = getattr(row, column)
        if column == "position":
            values: list[object] = [row.position + 2**32, night.size + 1]
        elif column == "seq":
            values = [row.seq ^ 2**30]
        elif value is None:
            values = [bytes(64)]
        elif isinstance(value, str):
            values = [flipped(value.encode(), len(value) // 2).decode()]
        else:
            values = [
                flipped(value, 0),
                flipped(value, len(value) // 2),
                flipped(value, -1 % len(value)),
            ]
        if column == "signature" and value is not None:
            values.append(None)
        for other in values:
            report = after(lambda user, p=row.position, value=other: user.alter(p, column, value))
            place = other if column == "position" else row.position
            assert culprits(report) == [(column, place)], (row.name, row.kind, other)


@pytest.mark.parametrize("column", ["source", "seq", "kind", "envelope", "link"])
def test_a_null_blames_its_event(night: Night, after: After, column: str) -> None:
    """Whoever drops the constraints can write nulls."""
    for row in chosen(night.rows)[::3]:

        def act(user: Superuser, row: Row = row) -> None:
            user.drop_constraints()
            user.alter(row.position, column, None)

        assert culprits(after(act)) == [(column, row.position)]


def test_envelopes_of_any_length_blame_their_event(night: Night, after: After) -> None:
    """Emptied, cut, or with something after its end."""
    for row in chosen(night.rows)[::2]:
        for value in (b"", row.envelope[:50], row.envelope + b"\n"):

            def act(user: Superuser, row: Row = row, value: bytes = value) -> None:
                user.drop_constraints()
                user.alter(row.position, "envelope", value)

            assert culprits(after(act)) == [("envelope", row.position)]


@pytest.mark.deep
def test_any_byte_anywhere(night: Night, after: After) -> None:
    """At random, from a seed: some byte of some column of some event."""
    chance = random.Random(20_261_120)
    for _ in range(150):
        row = chance.choice(night.rows)
        column = chance.choice(["source", "kind", "envelope", "link", "signature"])
        value = getattr(row, column)
        if value is None:
            value = bytes(64)
        text = isinstance(value, str)
        data = value.encode() if text else value
        index, bit = chance.randrange(len(data)), chance.randrange(0, 6 if text else 8)
        data = data[:index] + bytes([data[index] ^ 1 << bit]) + data[index + 1 :]
        new = data.decode("latin-1") if text else data
        if text and not new.isprintable():
            continue
        report = after(lambda user, p=row.position, c=column, v=new: user.alter(p, c, v))
        assert culprits(report) == [(column, row.position)], (row.name, column, index)


# --- rows gone, exchanged, added ----------------------------------------------------------------


def test_each_deleted_row_is_named(night: Night, after: After) -> None:
    """First, middle and last of the log, of a segment, of a source; and every trust event."""
    for row in night.rows:
        report = after(lambda user, row=row: user.delete(row.position))
        assert culprits(report) == [("missing", row.position)]
        assert (report.problems[0].source, report.problems[0].seq) == (row.source, row.seq)


def test_exchanged_positions_are_named(night: Night, after: After) -> None:
    """Of one source or of two, whose chains stay as they are: the memo tells."""
    chance = random.Random(5)
    for _ in range(60):
        one, other = sorted(chance.sample(range(1, night.noted + 1), 2))
        report = after(lambda user, a=one, b=other: user.exchange(a, b))
        assert [(p.kind, p.position, p.also) for p in report.problems] == [
            ("exchanged", one, (other,))
        ]


def test_exchanged_contents_blame_both_rows(night: Night, after: After) -> None:
    """Everything but the position and the place in the chain exchanged between two rows."""
    chance = random.Random(6)
    for columns in (("envelope", "link"), ("envelope",), ("envelope", "link", "signature")):
        for _ in range(12):
            one, other = chance.sample(night.rows[: night.noted], 2)

            def act(
                user: Superuser,
                one: Row = one,
                other: Row = other,
                columns: tuple[str, ...] = columns,
            ) -> None:
                for column in columns:
                    user.alter(one.position, column, getattr(other, column))
                    user.alter(other.position, column, getattr(one, column))

            report = after(act)
            places = {place for p in report.problems for place in (p.position, *p.also)}
            assert places
            assert places <= {one.position, other.position}


@pytest.mark.parametrize("moved", [False, True], ids=["heads left", "heads moved"])
@pytest.mark.parametrize("key", ["thief", None])
@pytest.mark.parametrize("source", ["mesa-1", "ana", SERVICE])
def test_an_event_written_behind_the_function_is_named(
    night: Night, after: After, source: str, key: str | None, *, moved: bool
) -> None:
    """Under a wrong signature or none; with heads moved along or not."""
    newest = next(row for row in reversed(night.rows) if row.source == source)
    chain = SourceChain(ORIGIN, source, signer(key or source), seq=newest.seq, link=newest.link)  # pyright: ignore[reportArgumentType]
    segment = chain.say(Heartbeat(), at(200))
    signature = segment.signature if key else None
    row = row_of(night.size + 1, segment.envelopes[0], signature)

    def act(user: Superuser) -> None:
        user.insert(row)
        if moved:
            user.set_head(row.position)
            user.set_source_head(source, row.seq, row.link)

    assert culprits(after(act)) == [("signature", row.position)]


# --- heads --------------------------------------------------------------------------------------


def test_altered_heads_are_named(night: Night, after: After) -> None:
    """Set back or forward: no event is blamed."""
    for value in (0, night.size - 1, night.size + 1, 2**50):
        assert culprits(after(lambda user, n=value: user.set_head(n))) == [("head", None)]
    for row in {row.source: row for row in night.rows}.values():
        for seq, link in ((row.seq - 1, row.link), (row.seq + 1, row.link), (row.seq, NO_LINK)):
            (problem,) = after(
                lambda user, s=row.source, q=seq, k=link: user.set_source_head(s, q, k)
            ).problems
            assert (problem.kind, problem.source) == ("source-head", row.source)


def cut(night: Night, count: int, *, memo: bool = True, signed: bool = True) -> Act:
    """Return the act of taking the newest events away, setting all heads back, and the memo.

    With ``signed`` the ledger's own checkpoints go, too.
    """

    def act(user: Superuser) -> None:
        kept = night.rows[:-count]
        for row in night.rows[-count:]:
            user.delete(row.position)
        user.set_head(len(kept))
        if memo:
            size = len(kept) * LINK_SIZE
            user.do("UPDATE ledger.tiles SET links = substring(links FOR %s)", size)
        if signed:
            user.do("DELETE FROM ledger.checkpoints")
            user.do("DELETE FROM ledger.published")
        for source in {row.source for row in night.rows[-count:]}:
            newest = next((row for row in reversed(kept) if row.source == source), None)
            user.set_source_head(
                source, newest.seq if newest else 0, newest.link if newest else NO_LINK
            )

    return act


def test_a_cut_log_is_caught_by_what_was_kept_outside(night: Night, after: After) -> None:
    """Three events deleted, heads and checkpoints, too: only a note or receipts tell, and do."""
    assert culprits(after(cut(night, 3, signed=False))) == [("checkpoint", night.size - 2)]
    act = cut(night, 3)
    assert after(act).clean
    report = after(act, since=lambda trust: read_since(night.note, trust))
    assert culprits(report) == [("since", night.size - 2)]
    receipts = "\n".join(msgspec.json.encode(receipt).decode() for receipt in night.receipts)
    report = after(act, since=lambda trust: read_since(receipts, trust))
    assert culprits(report) == [("since", night.size)]
    assert audit_database(night.database.login, since=night.note).clean
    assert audit_database(night.database.login, since=receipts).clean


def test_a_cut_below_the_memo_shows_without_any_help(night: Night, after: After) -> None:
    """The memo was written when the service ticked: it has more links than the log."""
    count = night.size - night.noted + 5
    report = after(cut(night, count, memo=False))
    assert any(problem.kind == "missing" for problem in report.problems)


# --- memo ---------------------------------------------------------------------------------------


def test_an_exchange_with_the_memo_is_caught_by_the_signed_root(night: Night, after: After) -> None:
    """He also edits the tile; the tick's root is signed by the service."""
    one, other = night.noted - 5, night.noted - 3
    links = [row.link for row in night.rows[: night.noted]]
    links[one - 1], links[other - 1] = links[other - 1], links[one - 1]

    def act(user: Superuser) -> None:
        user.exchange(one, other)
        user.do("UPDATE ledger.tiles SET links = %s", b"".join(links))

    report = after(act)
    assert [(p.kind, p.position, p.also) for p in report.problems] == [("exchanged", one, (other,))]


@pytest.mark.usefixtures("night")
def test_an_altered_memo_blames_no_event(after: After) -> None:
    """A byte of a tile, or all of it."""
    for query in (
        "UPDATE ledger.tiles SET links = set_byte(links, 39, get_byte(links, 39) # 1)",
        "UPDATE ledger.tiles SET links = substring(links for 320)",
        "DELETE FROM ledger.tiles",
    ):
        report = after(lambda user, query=query: user.do(query))
        assert [problem.kind for problem in report.problems] == ["tile"]


# --- the command --------------------------------------------------------------------------------


def razao(database: Database, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``razao`` as a person would, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from ops.cli import main; main()", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={"RAZAO_DATABASE_URL": database.superuser, "RAZAO_HOME": str(home), "PATH": "/bin"},
        cwd=Path(__file__).parents[3],
    )


def test_the_command_names_the_culprit_and_exits_1(
    night: Night,
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
) -> None:
    """Clean: exit 0. Tampered: exit 1 and one line for the event; the same in JSON."""
    note = tmp_path / "note"
    note.write_text(night.note, encoding="utf-8")
    with cloned(postgres_urls, postgres_maintenance, night.database.name) as database:
        done = in_process.razao(database.superuser, tmp_path, "verify", "--since", str(note))
        assert (done.returncode, done.stderr) == (0, ""), done
        assert done.stdout.startswith(f"clean  {ORIGIN}: {night.size} events")
        with psycopg.connect(database.superuser) as connection:
            Superuser(connection).alter(12, "envelope", flipped(night.rows[11].envelope, 150))
            wake_triggers(connection)
        done = in_process.razao(database.superuser, tmp_path, "verify")
        assert done.returncode == 1
        first, last = done.stdout.splitlines()
        assert first.startswith(f"position 12 ({night.rows[11].name})  envelope: expected link ")
        assert last.startswith("1 problem  ")
        done = razao(database, tmp_path, "verify", "--json", "--processes", "2")
        assert done.returncode == 1
        document = json.loads(done.stdout)
        (problem,) = document["problems"]
        assert (problem["kind"], problem["position"]) == ("envelope", 12)
        assert (document["events"], document["clean"]) == (night.size, False)


def test_the_command_refuses_what_it_cannot_use(night: Night, tmp_path: Path) -> None:
    """A file that proves nothing and a database without a ledger are misuse; no database is 3."""
    nothing = tmp_path / "nothing"
    nothing.write_text("hello", encoding="utf-8")
    done = in_process.razao(night.database.superuser, tmp_path, "verify", "--since", str(nothing))
    assert done.returncode == 2, done
    assert "--since" in done.stderr
    done = in_process.razao(
        night.database.superuser, tmp_path, "verify", "--since", str(tmp_path / "absent")
    )
    assert done.returncode == 2, done
    gone = "postgresql://127.0.0.1:1/x"
    assert in_process.razao(gone, tmp_path, "verify").returncode == 3


def test_an_empty_database_is_misuse(database: Database, tmp_path: Path) -> None:
    """There is nothing to verify before a ledger is founded."""
    done = in_process.razao(database.superuser, tmp_path, "verify")
    assert done.returncode == 2, done
    assert "holds no ledger" in done.stderr
