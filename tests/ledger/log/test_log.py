"""The log: signed on demand, noted when the service ticks, silent when it contradicts itself."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.audit.auditor import audit_database
from ledger.audit.verification import TILE_EVENTS
from ledger.errors import CorruptLedgerError
from ledger.events.registry import ClockTicked, Heartbeat
from ledger.ids import LINK_SIZE
from ledger.log import log as logs
from ledger.log.log import Log, _Levels
from ledger.signed.checkpoint import Checkpoint
from ledger.signed.logs import open_log
from ledger.signed.merkle import EMPTY_ROOT, Frontier, root_of
from tests.fixtures.casino import ORIGIN, Casino
from tests.helpers.each import each
from tests.ledger.signed.test_merkle import LEAVES, SIZE_MAX


def links(casino: Casino) -> list[bytes]:
    """Return the stored links in order of position."""
    with psycopg.connect(casino.superuser) as connection:
        rows = connection.execute("SELECT link FROM ledger.events ORDER BY notification_id")
        return [link for (link,) in rows]


def beat(casino: Casino, count: int, source: str = "mesa") -> None:
    """Record so many plain events as one segment."""
    chain = casino.source(source)
    first, previous = chain.seq + 1, chain.link
    envelopes = [
        chain.event(Heartbeat(waiting=n), "2026-11-20T22:00:00.000000Z") for n in range(count)
    ]
    (answer,) = casino.door.submit([chain.sign(envelopes, first, previous)])
    assert answer.accepted


def tamper(casino: Casino, statement: str, *values: object) -> None:
    """Do something that no trigger allows."""
    with psycopg.connect(casino.superuser) as connection:
        for table in ("events", "head", "tiles", "checkpoints", "published"):
            connection.execute(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL".encode())
        connection.execute(statement.encode(), values)


@pytest.fixture
def log(casino: Casino) -> Iterator[Log]:
    """Give another log on the casino's database, with its key."""
    signer = casino.log_signer
    with Log(casino.conninfo, casino.installation.origin, signer) as log:
        yield log


def opened(casino: Casino, note: str) -> Checkpoint:
    """Read a note with the log's public key."""
    return open_log(note, casino.log_keys)


# --- the second way to a root -------------------------------------------------------------------


@each("size", [0, 1, 2, 3, 64, 65, 100, SIZE_MAX])
@each("cut", [0, 1, 2, 7, 63, 64, 65])
def test_the_second_way_gives_the_root_from_anywhere(cut: int, size: int) -> None:
    """Level by level over each new range: the same as along the edge, wherever it went on."""
    cut = min(cut, size)
    edge = Frontier()
    edge.extend(LEAVES[:cut])
    levels = _Levels(cut, edge.subtrees)
    assert levels.root() == edge.root()
    middle = (cut + size) // 2
    for first, end in ((cut, middle), (middle, size)):
        levels.extend(LEAVES[first:end])
    assert levels.root() == root_of(LEAVES[:size])
    assert levels.size == size


# --- checkpoints --------------------------------------------------------------------------------


def test_a_checkpoint_states_size_and_root(casino: Casino, log: Log) -> None:
    """Signed with the log's key, over all that is recorded, again and again as it grows."""
    for count in (1, 5, 300):
        beat(casino, count)
        stored = links(casino)
        assert opened(casino, log.checkpoint()) == Checkpoint(
            origin=ORIGIN, size=len(stored), root=root_of(stored)
        )


def test_the_same_log_has_the_same_note(log: Log) -> None:
    """Nothing new: the note is byte for byte the one before."""
    assert log.checkpoint() == log.checkpoint()


def test_another_process_goes_on_from_the_last_checkpoint(casino: Casino, log: Log) -> None:
    """It reads only what came since, and comes to the same."""
    beat(casino, 300)
    log.checkpoint()
    beat(casino, 5)
    signer = casino.log_signer
    with Log(casino.conninfo, ORIGIN, signer) as other:
        stored = links(casino)
        assert opened(casino, other.checkpoint()).root == root_of(stored)
    beat(casino, 1)
    assert opened(casino, log.checkpoint()).size == len(stored) + 1


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (
            "UPDATE ledger.events SET state = state || '\\x20' WHERE notification_id = 4",
            "position 4",
        ),
        ("UPDATE ledger.events SET link = sha256('x') WHERE notification_id = 5", "position 5"),
        ("DELETE FROM ledger.events WHERE notification_id = 6", "expected"),
    ],
)
def test_a_log_that_contradicts_itself_is_not_signed(
    casino: Casino, log: Log, statement: str, what: str
) -> None:
    """Envelope against link, and positions against the head: it says which."""
    beat(casino, 10)
    tamper(casino, statement)
    with pytest.raises(CorruptLedgerError, match=what):
        log.checkpoint()


@pytest.mark.parametrize("hasher", ["Frontier", "_Levels"])
@pytest.mark.parametrize("bit", [0, 255])
def test_a_bit_that_flips_in_one_hasher_signs_nothing(
    casino: Casino, log: Log, monkeypatch: pytest.MonkeyPatch, hasher: str, bit: int
) -> None:
    """The machine errs for a moment, on either way to the root; right again, it signs."""
    beat(casino, 10)
    kind = getattr(logs, hasher)
    root = kind.root

    def erring(self: Any) -> bytes:
        right = bytearray(root(self))
        right[bit // 8] ^= 1 << bit % 8
        return bytes(right)

    with monkeypatch.context() as patch:
        patch.setattr(kind, "root", erring)
        with pytest.raises(CorruptLedgerError, match=r"the links give root .* the envelopes"):
            log.checkpoint()
    assert opened(casino, log.checkpoint()).root == root_of(links(casino))


def test_a_log_smaller_than_a_signed_one_is_not_signed(casino: Casino, log: Log) -> None:
    """Cut, or restored from an older copy: whoever asks, in this process or another."""
    beat(casino, 3)
    log.checkpoint()
    left = casino.last - 2
    tamper(casino, "DELETE FROM ledger.events WHERE notification_id > %s", left)
    tamper(casino, "UPDATE ledger.head SET position = %s", left)
    with pytest.raises(CorruptLedgerError):
        log.checkpoint()
    with pytest.raises(CorruptLedgerError, match=f"its head says {left}"):
        log.tick_payload()  # nor is the root of what is gone stated in a tick
    signer = casino.log_signer
    with Log(casino.conninfo, ORIGIN, signer) as other, pytest.raises(CorruptLedgerError):
        other.checkpoint()


def test_a_log_of_another_past_is_not_signed(casino: Casino) -> None:
    """A signed checkpoint of another history stands against it, even of the same key."""
    beat(casino, 3)
    casino.tick()
    size = len(links(casino)) - 1
    signer = casino.log_signer
    edge = Frontier()
    edge.extend(LEAVES[:size])
    note = signer.sign(size, edge.root())
    with psycopg.connect(casino.superuser) as connection:
        connection.execute(
            "SELECT ledger.keep_checkpoint(%s, %s, %s)", (size, note, b"".join(edge.subtrees))
        )
    with pytest.raises(CorruptLedgerError, match="does not extend"):
        casino.installation.log.checkpoint()


def test_a_file_outlives_a_restored_database(casino: Casino, tmp_path: Path) -> None:
    """With its table emptied the database would sign the shorter log: the file says no."""
    signer = casino.log_signer
    kept = tmp_path / "note"
    beat(casino, 3)
    with Log(casino.conninfo, ORIGIN, signer, kept=kept) as log:
        note = log.checkpoint()
    assert kept.read_text(encoding="utf-8").startswith(note)
    signed, left = casino.last, casino.last - 2
    for statement in (
        "DELETE FROM ledger.checkpoints",
        "DELETE FROM ledger.published",
        f"DELETE FROM ledger.events WHERE notification_id > {left}",
        f"UPDATE ledger.head SET position = {left}",
    ):
        tamper(casino, statement)
    told = f"a checkpoint of {signed} events was signed, the log has {left}"
    with (
        Log(casino.conninfo, ORIGIN, signer, kept=kept) as log,
        pytest.raises(CorruptLedgerError, match=told),
    ):
        log.checkpoint()


def test_a_kept_checkpoint_that_was_altered_is_refused(casino: Casino, log: Log) -> None:
    """What it goes on from must be what its own key signed."""
    log.checkpoint()
    tamper(casino, "UPDATE ledger.checkpoints SET note = replace(note, E'\\n', E' \\n')")
    signer = casino.log_signer
    with Log(casino.conninfo, ORIGIN, signer) as other, pytest.raises(CorruptLedgerError):
        other.checkpoint()


def test_altered_subtrees_are_refused(casino: Casino, log: Log) -> None:
    """What continues the tree must give the root that was signed."""
    log.checkpoint()
    tamper(
        casino,
        "UPDATE ledger.checkpoints SET subtrees = set_byte(subtrees, 2, get_byte(subtrees, 2) # 1)",
    )
    signer = casino.log_signer
    for told in (Log.checkpoint, Log.tick_payload, Log.check):
        with (
            Log(casino.conninfo, ORIGIN, signer) as other,
            pytest.raises(CorruptLedgerError, match="does not give its root"),
        ):
            told(other)


def test_the_first_that_a_process_signs_stays(casino: Casino, log: Log) -> None:
    """In passing, too: no log that was signed is without any; the next ones give way."""

    def kept() -> list[int]:
        with psycopg.connect(casino.superuser) as connection:
            rows = connection.execute("SELECT size FROM ledger.checkpoints ORDER BY 1")
            return [size for (size,) in rows]

    first = casino.last
    for _ in range(3):
        log.checkpoint(passing=True)
        beat(casino, 2)
    assert kept() == [first]
    log.checkpoint()
    assert kept() == [first, casino.last]


# --- ticks and memo -----------------------------------------------------------------------------


def tiles(casino: Casino) -> dict[int, bytes]:
    """Return the order memo."""
    with psycopg.connect(casino.superuser) as connection:
        return dict(connection.execute("SELECT number, links FROM ledger.tiles").fetchall())


def test_a_tick_notes_the_order_and_signs_the_root(casino: Casino) -> None:
    """All positions before the tick, in its payload and in the memo."""
    for count in (1, 200, 300):
        beat(casino, count)
        before = links(casino)
        payload = casino.installation.log.tick_payload()
        assert payload == ClockTicked(size=len(before), root=root_of(before).hex())
        noted = tiles(casino)
        assert b"".join(noted[number] for number in sorted(noted)) == b"".join(before)
        assert {len(tile) for number, tile in noted.items() if number < max(noted)} <= {
            TILE_EVENTS * LINK_SIZE
        }
        assert casino.tick().accepted


def test_a_tick_after_many_events_holds_a_page_of_their_links(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many were recorded since the last one; all of them are in the memo."""
    monkeypatch.setattr(logs, "PAGE_EVENTS", TILE_EVENTS)
    log, held = casino.installation.log, list[int]()
    ask = log._ask

    def watched(name: str, *values: object) -> list[tuple[Any, ...]]:
        held.append(len(log._links))
        return ask(name, *values)

    monkeypatch.setattr(log, "_ask", watched)
    for _ in range(2):
        beat(casino, 900)
    payload = log.tick_payload()
    assert payload.size == len(links(casino))
    assert max(held) <= 2 * TILE_EVENTS * LINK_SIZE
    noted = tiles(casino)
    assert b"".join(noted[number] for number in sorted(noted)) == b"".join(links(casino))


def test_an_empty_log_has_an_empty_root(casino: Casino) -> None:
    """The founding event is recorded already; before it the root was that of nothing."""
    assert casino.installation.log.tick_payload().size == len(links(casino))
    assert _Levels(0, ()).root() == EMPTY_ROOT


def test_the_door_ticks_when_it_closes(casino: Casino) -> None:
    """What was recorded last is noted, too, and the whole verifies."""
    beat(casino, 7)
    casino.door.close()
    with psycopg.connect(casino.superuser) as connection:
        row = connection.execute(
            "SELECT topic FROM ledger.events ORDER BY notification_id DESC LIMIT 1"
        ).fetchone()
    assert row == ("clock-ticked/1",)
    noted = tiles(casino)
    assert sum(map(len, noted.values())) == LINK_SIZE * (len(links(casino)) - 1)
    assert audit_database(casino.conninfo).clean


def test_time_goes_on_where_the_log_cannot_state_its_root(casino: Casino) -> None:
    """The tick is recorded without a root, and the caller is told why."""
    beat(casino, 3)
    tamper(casino, "UPDATE ledger.events SET state = state || '\\x20' WHERE notification_id = 4")
    before = len(links(casino))
    with pytest.raises(CorruptLedgerError, match="position 4"):
        casino.tick()
    assert len(links(casino)) == before + 1
    tamper(
        casino,
        "UPDATE ledger.events SET state = substring(state for octet_length(state) - 1) "
        "WHERE notification_id = 4",
    )
    assert casino.tick().accepted


def test_a_process_that_begins_later_completes_the_memo(casino: Casino, log: Log) -> None:
    """Whatever tile was left incomplete, by whom."""
    beat(casino, 100)
    casino.tick()
    beat(casino, 400)
    assert log.memo() == len(links(casino))
    beat(casino, 1)
    log.checkpoint()
    beat(casino, 300)
    signer = casino.log_signer
    with Log(casino.conninfo, ORIGIN, signer) as other:
        other.memo()
    noted = tiles(casino)
    assert b"".join(noted[number] for number in sorted(noted)) == b"".join(links(casino))


# --- the functions ------------------------------------------------------------------------------


BAD_TILES: dict[str, tuple[int, Callable[[bytes], bytes | None], str]] = {
    "another first link": (0, lambda tile: bytes(32) + tile[32:], "RZ031"),
    "one other link": (0, lambda _: bytes(32), "RZ031"),
    "a link too many": (0, lambda tile: tile + bytes(32), "RZ032"),
    "of no event": (1, lambda tile: tile, "RZ032"),
    "a negative number": (-1, lambda tile: tile, "RZ030"),
    "nothing": (0, lambda _: b"", "RZ030"),
    "half a link": (0, lambda _: bytes(33), "RZ030"),
    "more than a tile": (0, lambda _: bytes(8224), "RZ030"),
    "null": (0, lambda _: None, "RZ030"),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("what", BAD_TILES)
def test_the_memo_takes_only_what_happened(casino: Casino, what: str) -> None:
    """A noted prefix never changes; new links are those of the events; nothing else is a tile."""
    number, change, state = BAD_TILES[what]
    casino.tick()
    tile = change(tiles(casino)[0])
    with psycopg.connect(casino.conninfo, options="-c role=razao_appender") as connection:
        with pytest.raises(psycopg.DatabaseError) as raised:
            connection.execute("SELECT ledger.write_tile(%s, %s)", (number, tile))
        assert raised.value.sqlstate == state


def test_noting_the_same_again_or_less_changes_nothing(casino: Casino) -> None:
    """Another process may be behind."""
    casino.tick()
    before = tiles(casino)
    with psycopg.connect(casino.conninfo, options="-c role=razao_appender") as connection:
        for size in (32, 64, len(before[0])):
            connection.execute("SELECT ledger.write_tile(0, %s)", (before[0][:size],))
    assert tiles(casino) == before


@pytest.mark.parametrize("role", ["razao_appender", "razao_projector", "razao_inspector"])
@pytest.mark.parametrize("table", ["tiles", "checkpoints"])
def test_nobody_writes_the_tables_themselves(casino: Casino, table: str, role: str) -> None:
    """Only through the functions, which only the appender may call."""
    casino.tick()
    casino.installation.log.checkpoint()
    with psycopg.connect(casino.conninfo, options=f"-c role={role}", autocommit=True) as connection:
        assert connection.execute(f"TABLE ledger.{table}".encode()).fetchone() is not None
        for statement in (f"DELETE FROM ledger.{table}", f"TRUNCATE ledger.{table}"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
        if role != "razao_appender":
            for call in ("write_tile(0, '\\x00')", "keep_checkpoint(0, '', '')"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(f"SELECT ledger.{call}".encode())


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger.tiles",
        "TRUNCATE ledger.tiles",
        "UPDATE ledger.tiles SET links = set_byte(links, 2, get_byte(links, 2) # 1)",
        "UPDATE ledger.tiles SET links = substring(links for 32)",
        "UPDATE ledger.tiles SET number = 7",
        "DELETE FROM ledger.checkpoints",
        "TRUNCATE ledger.checkpoints",
        "UPDATE ledger.checkpoints SET size = 0",
    ],
)
def test_not_even_a_superuser_changes_them_by_mistake(casino: Casino, statement: str) -> None:
    """The triggers hold until somebody takes them away, also where replication would skip them."""
    beat(casino, 2)
    casino.tick()
    casino.installation.log.checkpoint()
    for mode in ("origin", "replica"):
        with psycopg.connect(casino.superuser) as connection:
            connection.execute(f"SET session_replication_role = {mode}".encode())
            with pytest.raises(psycopg.DatabaseError, match="is refused"):
                connection.execute(statement.encode())


def test_temporary_tables_do_not_stand_in_for_the_memo(casino: Casino) -> None:
    """What a caller creates under the same names is not what the functions use."""
    casino.tick()
    before = tiles(casino)
    with psycopg.connect(casino.superuser, autocommit=True) as careless:
        name = careless.info.dbname
        careless.execute(f"GRANT TEMPORARY ON DATABASE {name} TO PUBLIC".encode())
    with psycopg.connect(casino.conninfo, options="-c role=razao_appender") as connection:
        connection.execute("CREATE TEMPORARY TABLE tiles (number bigint, links bytea)")
        connection.execute("CREATE TEMPORARY TABLE events (notification_id bigint, link bytea)")
        connection.execute("SELECT ledger.write_tile(0, %s)", (before[0],))
        assert connection.execute("SELECT count(*) FROM pg_temp.tiles").fetchone() == (0,)
    assert tiles(casino) == before


def test_a_log_is_closed_twice_without_harm(casino: Casino) -> None:
    """And opens again when it is asked."""
    with closing(Log(casino.conninfo, ORIGIN)) as log:
        assert log.tick_payload().size == len(links(casino))
        log.close()
        assert log.tick_payload().size == len(links(casino))


def test_what_is_recorded_meanwhile_is_not_mistaken_for_tampering(casino: Casino) -> None:
    """The service records and ticks while somebody verifies: clean, however often he looks."""
    done = threading.Event()

    def record() -> None:
        while not done.is_set():
            beat(casino, 7)
            casino.tick()

    casino.source("mesa")
    thread = threading.Thread(target=record)
    thread.start()
    try:
        reports = [audit_database(casino.conninfo) for _ in range(12)]
    finally:
        done.set()
        thread.join()
    assert all(report.clean and not report.unassessed for report in reports)
    assert reports[0].size < reports[-1].size
