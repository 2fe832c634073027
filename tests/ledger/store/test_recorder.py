"""The recorder and the mapper: the library's promises kept, and every end a write may come to."""

import os
import threading
from collections.abc import Iterator
from typing import Any, ClassVar
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import (
    EventStore,
    IntegrityError,
    MapperDeserialisationError,
    OperationalError,
    StoredEvent,
    Tracking,
)
from eventsourcing.postgres import PostgresTrackingRecorder

from ledger.errors import LedgerError, MalformedError
from ledger.ids import NO_LINK
from ledger.signed.chain import link_of
from ledger.store.mapper import LedgerMapper, SignedEvent
from ledger.store.recorder import (
    LedgerStore,
    NotStoredError,
    RefusedByStoreError,
    Rows,
    UnknownOutcomeError,
    datastore,
)
from tests.fixtures.postgres import Database, RestartableServer
from tests.ledger.audit.chains import APPEND, KIND, ORIGIN, Chains, columns, envelope, founded
from tests.ledger.store.library import (
    CONNINFO,
    Counters,
    LedgerFactory,
    WrappingRecorder,
    application,
    persistence,
    projection,
)


@pytest.fixture
def store(database: Database) -> Iterator[LedgerStore]:
    """Give a founded ledger with three sources that said nothing yet."""
    yield from founded(database, "mesa-1", "mesa-2", "mesa-3")


@pytest.fixture
def superuser(database: Database) -> Iterator[psycopg.Connection]:
    """Give a superuser's connection."""
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        yield connection


# --- the library's own test cases -----------------------------------------------------------------


class OnTheLedger:
    """Gives each test of the library a recorder on a fresh database."""

    @pytest.fixture(autouse=True)
    def _on_a_fresh_database(self, database: Database) -> Iterator[None]:
        self.database = database
        os.environ[CONNINFO] = database.login
        os.environ["PERSISTENCE_MODULE"] = "tests.ledger.store.library:LedgerFactory"
        try:
            yield
        finally:
            LedgerFactory.close_all()
            del os.environ[CONNINFO], os.environ["PERSISTENCE_MODULE"]

    def create_recorder(self) -> WrappingRecorder:
        """Return the ledger's recorder, for states that are no envelopes."""
        recorder = WrappingRecorder(self.database.login)
        LedgerFactory.opened.append(recorder)
        return recorder

    def new_originator_id(self) -> str:
        """Return a name: sources are no UUIDs."""
        return str(uuid4())


class TestApplicationRecorder(OnTheLedger, persistence.ApplicationRecorderTestCase):
    """The library's application recorder, in all that its tests say, subscriptions included."""

    def test_insert_subscribe(self) -> None:
        """Subscriptions give what is there, then what comes, and stop when told to."""
        self.optional_test_insert_subscribe()


class TestNonInterleaving(OnTheLedger, persistence.NonInterleavingNotificationIDsBaseCase):
    """Two large batches at once get their positions one after the other."""


@pytest.mark.filterwarnings("default::DeprecationWarning")  # one of its tests provokes one
class TestApplication(OnTheLedger, application.ApplicationTestCase):
    """The library's applications, with aggregates, on the ledger."""


class TestExampleApplication(OnTheLedger, application.ExampleApplicationTestCase):
    """The library's bank, on the ledger."""

    expected_factory_topic: ClassVar[str] = "tests.ledger.store.library:LedgerFactory"


class TestProjection(OnTheLedger, projection.AggregateEventCountersProjectionTestCase):
    """The library's projection runner follows the ledger by our subscription."""

    view_class = Counters


class TestTracking(persistence.TrackingRecorderTestCase):
    """The library's tracking recorder through our connections, as the projections use it."""

    @pytest.fixture(autouse=True)
    def _on_a_fresh_database(self, database: Database) -> Iterator[None]:
        self.datastore = datastore(database.login, role="razao_projector", schema="followed")
        with psycopg.connect(database.superuser, autocommit=True) as connection:
            connection.execute("CREATE SCHEMA followed AUTHORIZATION razao_projector")
        try:
            yield
        finally:
            self.datastore.close()

    def create_recorder(self) -> PostgresTrackingRecorder:
        """Return a recorder whose table is made."""
        recorder = PostgresTrackingRecorder(self.datastore)
        recorder.create_table()
        return recorder


# --- the seams ------------------------------------------------------------------------------------


def signed(rows: Rows) -> list[SignedEvent]:
    """Return the events of a batch as the library gets them."""
    return [SignedEvent.of(data) for data in rows.envelopes]


def test_the_library_writes_and_reads_envelopes(store: LedgerStore) -> None:
    """Through its event store, what goes in comes out byte for byte, at its position."""
    events = EventStore(LedgerMapper(), store)
    rows = Chains().rows("mesa-1", "mesa-2", "mesa-1")
    recordings = events.put(signed(rows), signatures=[bytes(64), None, bytes(64)])
    assert [one.notification.id for one in recordings] == [1, 2, 3]
    assert [one.envelope for one in events.get("mesa-1")] == rows.envelopes[::2]
    assert [one.kind for one in events.get("mesa-2")] == [KIND]
    assert list(events.get("mesa-3")) == []


def test_a_repeat_is_an_integrity_error(store: LedgerStore) -> None:
    """The library's error, which is ours as well and says what is wrong."""
    events = EventStore(LedgerMapper(), store)
    rows = Chains().rows("mesa-1")
    events.put(signed(rows))
    with pytest.raises(IntegrityError) as caught:
        events.put(signed(rows))
    assert isinstance(caught.value, RefusedByStoreError)
    assert isinstance(caught.value, LedgerError)
    assert (caught.value.code, caught.value.source, caught.value.seq) == ("taken", "mesa-1", 1)


def test_nothing_is_stored_beside_the_events(store: LedgerStore) -> None:
    """A tracking position that would be dropped in silence is refused aloud."""
    with pytest.raises(TypeError, match="tracking"):
        store.insert_events([], tracking=Tracking("upstream", 1))


def test_the_library_makes_no_table(store: LedgerStore, superuser: psycopg.Connection) -> None:
    """Tables come from migrations; the recorder's own attempt does nothing."""
    query = (
        "SELECT count(*) FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace "
        "WHERE nspname LIKE 'pg\\_%')"
    )
    before = superuser.execute(query).fetchone()
    store.create_table()
    assert superuser.execute(query).fetchone() == before


def test_a_state_that_is_no_envelope_is_malformed(store: LedgerStore) -> None:
    """The previous link stands in the header, so there must be one."""
    for state in (b"", b"{}", b"razao/1 casa\nmesa-1\n1\nnot hex\nkind/1\n\n{}"):
        with pytest.raises(MalformedError):
            store.insert_events([StoredEvent("mesa-1", 1, KIND, state)])


def test_the_mapper_imports_nothing(store: LedgerStore) -> None:
    """A row that names code of the library's is read as bytes, and refused as no envelope."""
    row = StoredEvent("mesa-1", 1, "os:system", b"{}")
    with pytest.raises(MapperDeserialisationError):
        LedgerMapper().to_domain_event(row)
    assert store.max_notification_id() is None


@pytest.mark.parametrize(
    "row",
    [
        StoredEvent("mesa-2", 1, KIND, envelope("mesa-1", 1, NO_LINK)),
        StoredEvent("mesa-1", 2, KIND, envelope("mesa-1", 1, NO_LINK)),
        StoredEvent("mesa-1", 1, "payout/1", envelope("mesa-1", 1, NO_LINK)),
    ],
)
def test_a_row_that_contradicts_its_envelope_is_not_read(row: StoredEvent) -> None:
    """Columns are an index of the envelope; where they differ, something was altered."""
    with pytest.raises(MapperDeserialisationError, match="its envelope"):
        LedgerMapper().to_domain_event(row)


def test_the_mapper_changes_no_byte() -> None:
    """It takes no compressor, no cipher, and no aggregate."""
    with pytest.raises(TypeError):
        LedgerMapper(compressor=object())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        LedgerMapper().to_stored_event(Aggregate().pending_events[0])  # type: ignore[arg-type]


def test_a_subscription_misses_nothing_that_its_filter_leaves_out(store: LedgerStore) -> None:
    """With a filter it goes on from the last position it has seen, matched or not."""
    chains = Chains()
    store.append(chains.rows("mesa-1", "mesa-1"))
    store.append(chains.rows("mesa-1", kind="payout/1"))
    store.append(chains.rows("mesa-1", "mesa-1"))
    with store.subscribe(topics=["payout/1"]) as subscription:
        assert next(subscription).id == 3
        timer = threading.Timer(0.3, lambda: store.append(chains.rows("mesa-1", kind="payout/1")))
        timer.start()
        assert next(subscription).id == 6
        timer.join()
        subscription.stop()
        assert list(subscription) == []


# --- the ends of a write --------------------------------------------------------------------------


def test_a_thousand_events_of_a_thousand_bytes_do_not_hang(store: LedgerStore) -> None:
    """Over a Unix socket, where the library's own insert hangs every time."""
    batches = [Chains().rows(*["mesa-1"] * 1000, body=b"x" * 1000)]
    large = Chains()
    batches.append(large.rows(*["mesa-2"] * 60, body=b"x" * 60_000))
    answers: list[Any] = []
    thread = threading.Thread(
        target=lambda: answers.extend(store.append(rows) for rows in batches), daemon=True
    )
    thread.start()
    thread.join(timeout=60)
    assert not thread.is_alive(), "the append hangs"
    assert answers == [1, 1001]


def waiting(superuser: psycopg.Connection) -> int:
    """Wait until a backend waits for a lock; return its process number."""
    while True:
        row = superuser.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE wait_event_type = 'Lock' AND datname = current_database()"
        ).fetchone()
        if row is not None:
            return row[0]


def interrupted(
    store: LedgerStore, database: Database, superuser: psycopg.Connection, function: str
) -> BaseException:
    """Let an append wait behind another, do something to its backend, return what it raises."""
    raised: list[BaseException] = []

    def write() -> None:
        try:
            store.append(Chains().rows("mesa-2"))
        except BaseException as error:  # noqa: BLE001 - handed to the test
            raised.append(error)

    with psycopg.connect(database.login, options="-c role=razao_appender") as other:
        other.execute(APPEND, columns(Chains().rows("mesa-1")))
        thread = threading.Thread(target=write)
        thread.start()
        superuser.execute(f"SELECT {function}(%s)", [waiting(superuser)])
        thread.join()
        other.rollback()
    return raised[0]


def test_a_lost_connection_is_an_unknown_outcome(
    store: LedgerStore, database: Database, superuser: psycopg.Connection
) -> None:
    """Whoever loses the connection on the way cannot know; afterwards the store works again."""
    error = interrupted(store, database, superuser, "pg_terminate_backend")
    assert isinstance(error, UnknownOutcomeError)
    assert isinstance(error, OperationalError)
    assert store.links("mesa-2", 1, 1) == []
    rows = Chains().rows("mesa-2")
    assert store.append(rows) == 1
    assert store.links("mesa-2", 1, 1) == [(1, rows.links[0])]


def test_a_cancelled_append_is_not_stored(
    store: LedgerStore, database: Database, superuser: psycopg.Connection
) -> None:
    """The server says that nothing was recorded, and why; no event is to blame."""
    error = interrupted(store, database, superuser, "pg_cancel_backend")
    assert isinstance(error, NotStoredError)
    assert not isinstance(error, RefusedByStoreError)
    assert store.append(Chains().rows("mesa-2")) == 1


def test_reading_goes_on_after_a_lost_connection(
    store: LedgerStore, superuser: psycopg.Connection
) -> None:
    """What may be asked twice is asked again."""
    assert store.head("mesa-1") == (0, NO_LINK)
    superuser.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE usename = 'razao' AND datname = current_database()"
    )
    assert store.head("mesa-1") == (0, NO_LINK)


def test_a_role_that_may_not_append_is_told_so(database: Database, store: LedgerStore) -> None:
    """A wrong configuration is no refusal of events."""
    reader = LedgerStore(database.login)
    reader.datastore.close()
    reader.datastore = datastore(database.login, role="razao_inspector")
    try:
        with pytest.raises(NotStoredError, match="permission denied"):
            reader.append(Chains().rows("mesa-1"))
    finally:
        reader.close()
    assert store.max_notification_id() is None


def test_a_closed_store_stores_nothing(database: Database) -> None:
    """And says so at once."""
    store = LedgerStore(database.login)
    store.found(ORIGIN, blinded=False)
    store.close()
    with pytest.raises(NotStoredError):
        store.append(Chains().rows("mesa-1"))


def test_a_killed_server_comes_back_with_what_it_had_promised(
    restartable_server: RestartableServer,
) -> None:
    """After a power cut every batch whose append returned is there, and none is there in part."""
    store = LedgerStore(restartable_server.database.login)
    chains = Chains()
    sent: list[bytes] = []
    try:
        store.found(ORIGIN, blinded=False)
        store.enrol(["mesa-1"])
        for attempt in range(20):
            if attempt == 5:
                restartable_server.kill()
            saved = dict(chains.heads)
            rows = chains.rows("mesa-1", "mesa-1", "mesa-1")
            try:
                first = store.append(rows)
            except (UnknownOutcomeError, NotStoredError):
                restartable_server.wait()
                if not store.links("mesa-1", rows.seqs[-1], rows.seqs[-1]):
                    chains.heads = saved
                    continue
            else:
                assert first == len(sent) + 1
            sent += rows.links
        stored = store.links("mesa-1", 1, 100)
        assert [link for _, link in stored] == sent
        assert [position for position, _ in stored] == list(range(1, len(sent) + 1))
        assert len(sent) >= 30
    finally:
        store.close()


def test_a_commit_is_on_disk_whatever_the_login_is_set_to(
    database: Database, superuser: psycopg.Connection
) -> None:
    """A setting that weakens the promise of a receipt is set back; a stricter one stays."""
    for given, expected in (("off", "on"), ("local", "on"), ("remote_write", "remote_write")):
        superuser.execute(f"ALTER DATABASE {database.name} SET synchronous_commit = '{given}'")
        store = LedgerStore(database.login)
        try:
            with store.datastore.get_connection() as connection:
                row = connection.execute("SHOW synchronous_commit").fetchone()
            assert row == {"synchronous_commit": expected}
        finally:
            store.close()


def test_links_are_hashes(store: LedgerStore) -> None:
    """What the store answers is what was sent: position and link by seq."""
    rows = Chains().rows("mesa-1", "mesa-2", "mesa-1")
    store.append(rows)
    assert store.links("mesa-1", 1, 9) == [
        (1, link_of(rows.envelopes[0])),
        (3, link_of(rows.envelopes[2])),
    ]
    assert store.links("mesa-1", 3, 9) == []
    assert store.head("nobody") is None
