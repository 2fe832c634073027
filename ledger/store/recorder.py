"""Where rows go into Postgres: one function call a batch, and what the door asks besides.

The recorder is the ``eventsourcing`` library's, with its insert replaced whole: the library locks
the table, takes numbers from a sequence and can hang on a large batch; here ``ledger.append`` does
it all in one statement (``sql/migrations/0002_ledger.sql`` tells how), ``ledger.append_one`` for a
batch of one event. Reading is the library's.

The connection takes the role ``razao_appender``, which may execute the ledger's functions and read,
and nothing else: the door answers repeats from what is recorded, and reading changes nothing.

What a write may end in, besides success::

    RefusedByStoreError   the events are wrong, and which one is: nothing was recorded
    NotStoredError        something else is wrong, with the events or not: nothing was recorded
    UnknownOutcomeError   the connection was lost: recorded or not, ask by (source, seq, link)
    CorruptLedgerError    the store contradicts itself: nothing was recorded, nothing should be
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, Final, LiteralString, cast
from uuid import UUID
from weakref import WeakSet

import psycopg
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    InterfaceError,
    Notification,
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.utils import retry
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg_pool import PoolClosed, PoolTimeout
from typing_extensions import override

from ledger.errors import CorruptLedgerError, LedgerError
from ledger.ids import Link, Position
from ledger.signed.canonical import decode_header
from ledger.signed.chain import link_of
from ledger.store.arrays import pack_bytes, pack_integers, pack_optional_bytes, pack_texts
from ledger.store.sql_files import load

APPENDER: Final = "razao_appender"
SCHEMA: Final = "ledger"
EVENTS: Final = "events"
POLL_SECONDS: Final = 0.2
LOCK_SECONDS_MAX: Final = 30
"""How long a write may wait for another before it gives up; by default it would wait for ever."""

_SQL: Final = load(Path(__file__).parent / "sql" / "queries.sql")
_APPEND: Final = b"razao_append"
_APPEND_ONE: Final = b"razao_append_one"
_BINARY: Final = 1
_PARAMETERS: Final = [_BINARY] * 8
_READING_ATTEMPTS: Final = 5
_UNIQUE_VIOLATION: Final = "23505"

REFUSALS: Final = {
    "RZ010": "batch",
    "RZ011": "not-founded",
    "RZ012": "not-a-name",
    "RZ013": "trust-moved",
    "RZ020": "unknown-source",
    "RZ021": "gap",
    "RZ022": "taken",
    "RZ023": "fork",
    "RZ024": "header",
    "RZ025": "hash",
    "RZ026": "signature",
}
"""SQLSTATE of each refusal of the ledger's functions, and its code here."""


class RefusedByStoreError(LedgerError, IntegrityError):
    """The store refused a batch; nothing of it was recorded."""

    def __init__(self, code: str, message: str, source: str | None, seq: int | None) -> None:
        """Say why, and which event is to blame, if one is."""
        super().__init__(message)
        self.code = code
        self.source = source
        self.seq = seq


class NotStoredError(LedgerError, OperationalError):
    """Nothing was recorded, and no event is to blame: busy, full, down, not allowed."""


class UnknownOutcomeError(LedgerError, OperationalError):
    """The connection was lost on the way: the batch is recorded whole, or not at all."""


@dataclass(slots=True)
class Rows:
    """A batch in columns: the events in the order in which they take their positions."""

    sources: list[str] = field(default_factory=list[str])
    seqs: list[int] = field(default_factory=list[int])
    previous: list[bytes] = field(default_factory=list[bytes])
    kinds: list[str] = field(default_factory=list[str])
    envelopes: list[bytes] = field(default_factory=list[bytes])
    links: list[bytes] = field(default_factory=list[bytes])
    signatures: list[bytes | None] = field(default_factory=list[bytes | None])

    def packed(self) -> list[bytes | None]:
        """Return the parameters of ``ledger.append``, or of ``ledger.append_one`` for one event."""
        if len(self.envelopes) == 1:
            return [
                self.sources[0].encode(),
                self.seqs[0].to_bytes(8, "big", signed=True),
                self.previous[0],
                self.kinds[0].encode(),
                self.envelopes[0],
                self.links[0],
                self.signatures[0],
            ]
        return [
            pack_texts(self.sources),
            pack_integers(self.seqs),
            pack_bytes(self.previous),
            pack_texts(self.kinds),
            pack_bytes(self.envelopes),
            pack_bytes(self.links),
            pack_optional_bytes(self.signatures),
        ]


class LedgerDatastore(PostgresDatastore):
    """The library's pool of connections, by a conninfo string and as one role."""

    def __init__(
        self, conninfo: str, *, role: str, schema: str = SCHEMA, connections: int = 4
    ) -> None:
        """Connect when first asked, at most so many times."""
        super().__init__(
            dbname="",
            host="",
            port="",
            user="",
            password="",
            schema=schema,
            originator_id_type="text",
            pool_size=1,
            max_overflow=connections - 1,
        )
        given = conninfo_to_dict(conninfo)
        options = (
            f"{given.pop('options', None) or ''} -c role={role} -c lock_timeout={LOCK_SECONDS_MAX}s"
        )
        self.pool.kwargs = {**given, "options": options.strip(), "row_factory": dict_row}

    @override
    def after_connect_func(self) -> Callable[[Connection[Any]], None]:
        """Return the function that makes a new connection ready."""
        return _make_durable

    @override
    def register_type_adapters(self) -> None:
        """Register none: nothing here uses the library's types."""


def _make_durable(connection: Connection[Any]) -> None:
    """Make every commit wait for the disk; stricter settings stay."""
    connection.autocommit = True
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') IN ('off', 'local')"
    )


def datastore(
    conninfo: str, *, role: str, schema: str = SCHEMA, connections: int = 4
) -> LedgerDatastore:
    """Return a pool of connections for the library's recorders."""
    return LedgerDatastore(conninfo, role=role, schema=schema, connections=connections)


class LedgerRecorder(PostgresApplicationRecorder):
    """The library's recorder over ``ledger.append``; migrations make the tables, never this."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = EVENTS) -> None:
        """Record through the datastore, whose role must be the appender's to write."""
        super().__init__(datastore, events_table_name=events_table_name)
        self._prepared: WeakSet[Connection[DictRow]] = WeakSet()
        # One connection waits here for the next batch: the pool's ways in and out take longer than
        # packing an event.
        self._pen: deque[Connection[DictRow]] = deque()

    @override
    def create_table(self) -> None:
        """Do nothing."""

    # --- writing -------------------------------------------------------------------------------

    def append(self, rows: Rows, trust_seen: int | None = None) -> Position:
        """Record a batch of 1 to 1,000 events, all or nothing; return the first one's position.

        With ``trust_seen`` it is refused (``trust-moved``) if events of trust or time were recorded
        that whoever judged the batch has not seen.

        When it returns, the batch is on disk. It goes around the driver's cursor to libpq's own
        blocking call: for a single event the cursor's work is a sixth of the whole time.

        Raises:
            RefusedByStoreError, NotStoredError, UnknownOutcomeError, CorruptLedgerError: see above.

        """
        seen = None if trust_seen is None else trust_seen.to_bytes(8, "big")
        # The driver's type forgets that a parameter may be null.
        parameters = cast("list[bytes]", [*rows.packed(), seen])
        statement = _APPEND_ONE if len(rows.envelopes) == 1 else _APPEND
        try:
            connection = self._pen.pop()
        except IndexError:
            connection = self._take()
        try:
            if connection not in self._prepared:
                self._prepare(connection)
            try:
                result = connection.pgconn.exec_prepared(
                    statement, parameters, _PARAMETERS, _BINARY
                )
            except (psycopg.Error, MemoryError) as error:
                # The driver takes libpq's missing result for missing memory.
                raise UnknownOutcomeError(f"the connection was lost: {error}") from error
            if result.status == ExecStatus.TUPLES_OK:
                value = result.get_value(0, 0)
                assert value is not None
                return Position(int.from_bytes(value, "big"))
            raise _failure(result, broken=connection.closed)
        finally:
            if self._pen or connection.closed:
                self.datastore.pool.putconn(connection)
            else:
                self._pen.append(connection)

    @override
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        signatures: Sequence[bytes | None] | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Record the library's rows, which hold envelopes; ``signatures`` has one place for each.

        Raises:
            MalformedError: a state is no envelope.
            TypeError: for what would be stored beside the events, such as ``tracking``.

        """
        beside = [name for name, value in kwargs.items() if value is not None]
        if beside:
            raise TypeError(f"nothing is stored beside the events: {', '.join(beside)}")
        if not stored_events:
            return None
        rows = Rows()
        for stored in stored_events:
            rows.sources.append(str(stored.originator_id))
            rows.seqs.append(stored.originator_version)
            rows.previous.append(_previous_of(stored.state))
            rows.kinds.append(stored.topic)
            rows.envelopes.append(stored.state)
            rows.links.append(link_of(stored.state))
        rows.signatures = list(signatures) if signatures is not None else [None] * len(rows.seqs)
        first = self.append(rows)
        return list(range(first, first + len(rows.seqs)))

    def found(self, origin: str, *, blinded: bool) -> None:
        """Give the ledger its name, once; the same name again changes nothing.

        ``blinded``: whether it takes envelopes of ``razao/2`` only.

        Raises:
            RefusedByStoreError: it has another.

        """
        self._ask(_SQL["found"], (origin, blinded))

    def enrol(self, sources: Sequence[str]) -> None:
        """Allow sources to begin their chains; a chain that has begun is kept."""
        if sources:
            self._ask(_SQL["enrol"], (list(sources),))

    def keep(self, source: str, code: str, data: bytes, *, always: bool) -> bool | None:
        """Keep refused bytes once per hash, within the quota or always; tell whether they are.

        None where they were kept before.
        """
        ((kept,),) = self._ask(_SQL["keep"], (source, code, data, always))
        return None if kept is None else bool(kept)

    # --- reading -------------------------------------------------------------------------------

    def trust_seen(self) -> int:
        """Return the position of the newest batch that held an event of trust or time."""
        ((position,),) = self._ask(_SQL["trust_seen"], ())
        return position

    def founded_origin(self) -> str | None:
        """Return the ledger's name; None before it is founded."""
        ((origin,),) = self._ask(_SQL["origin"], ())
        return origin

    def blinded(self) -> bool:
        """Tell whether the ledger takes envelopes of ``razao/2`` only."""
        ((blinded,),) = self._ask(_SQL["blinded"], ())
        return blinded

    def head(self, source: str) -> tuple[int, Link] | None:
        """Return seq and link of the source's newest event; seq 0 before its first."""
        for seq, link in self._ask(_SQL["head"], (source,)):
            return seq, Link(bytes(link))
        return None

    def links(self, source: str, first: int, last: int) -> list[tuple[int, Link]]:
        """Return position and link of the source's events from seq ``first`` to ``last``."""
        rows = self._ask(_SQL["links"], (source, first, last))
        return [(position, Link(bytes(link))) for position, link in rows]

    @override
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return a source's events, in order of seq."""
        return super().select_events(str(originator_id), gt=gt, lte=lte, desc=desc, limit=limit)

    @override
    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Subscribe to the events after a position, those to come included, by polling."""
        return PollingSubscription(self, gt, topics)

    # --- connections ---------------------------------------------------------------------------

    def _take(self) -> Connection[DictRow]:
        pool = self.datastore.pool
        try:
            if pool.closed:
                pool.open()
            return pool.getconn()
        except (psycopg.Error, PoolClosed, PoolTimeout) as error:
            raise NotStoredError(f"the database cannot be reached: {error}") from error

    def _prepare(self, connection: Connection[DictRow]) -> None:
        # Whatever goes wrong here, nothing was sent that could be recorded.
        for name, query in ((_APPEND, "append"), (_APPEND_ONE, "append_one")):
            try:
                result = connection.pgconn.prepare(name, _SQL[query].encode())
            except (psycopg.Error, MemoryError) as error:
                raise NotStoredError(f"the connection was lost: {error}") from error
            if result.status != ExecStatus.COMMAND_OK:
                raise NotStoredError(_message(result))
        self._prepared.add(connection)

    @retry((InterfaceError, OperationalError), max_attempts=_READING_ATTEMPTS, wait=0.2)
    def _ask(self, statement: LiteralString, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """Run a statement that may be repeated: a query, or a change that is idempotent."""
        connection = self._take()
        try:
            cursor = connection.cursor(row_factory=tuple_row)
            return cursor.execute(statement, values, prepare=True).fetchall()
        except psycopg.OperationalError as error:
            raise OperationalError(str(error)) from error
        except psycopg.Error as error:
            code = REFUSALS.get(error.sqlstate or "")
            if code is None:
                raise ProgrammingError(str(error)) from error
            message = error.diag.message_primary or str(error)
            raise RefusedByStoreError(code, message, None, None) from error
        finally:
            self.datastore.pool.putconn(connection)


class LedgerStore(LedgerRecorder):
    """The recorder with connections of its own: what the door and its tools open."""

    def __init__(self, conninfo: str, *, connections: int = 4) -> None:
        """Open the ledger as its appender."""
        super().__init__(datastore(conninfo, role=APPENDER, connections=connections))

    def close(self) -> None:
        """Close the connections."""
        while self._pen:
            self.datastore.pool.putconn(self._pen.pop())
        self.datastore.close()


class PollingSubscription(Subscription[PostgresApplicationRecorder]):
    """Asks for what is new a few times a second.

    NOTIFY would take a lock of the whole server at each commit, and can be lost on the way.
    Positions have no gaps, so nothing can be missed by asking.
    """

    def __init__(
        self, recorder: PostgresApplicationRecorder, gt: int | None, topics: Sequence[str]
    ) -> None:
        """Begin after a position."""
        super().__init__(recorder, gt, topics)
        self._page_size = 500
        self._waiting: list[Notification] = []
        self._stopped = Event()

    @override
    def stop(self) -> None:
        """End the iteration, now or at the next question."""
        super().stop()
        self._stopped.set()

    @override
    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            if self._waiting:
                return self._waiting.pop()
            self._pull()
            if not self._waiting:
                self._stopped.wait(POLL_SECONDS)
        raise StopIteration

    def _pull(self) -> None:
        # The end is read first: up to there, what the filter leaves out need not be read again.
        end = self._recorder.max_notification_id() if self._topics else None
        found = self._recorder.select_notifications(
            start=self._last_notification_id,
            limit=self._page_size,
            topics=self._topics,
            inclusive_of_start=False,
        )
        self._waiting = list(reversed(found))
        if found:
            self._last_notification_id = found[-1].id
        if end is not None and len(found) < self._page_size:
            self._last_notification_id = max(end, self._last_notification_id or 0)


def _previous_of(envelope: bytes) -> bytes:
    try:
        return bytes.fromhex(envelope.split(b"\n", 4)[3].decode("ascii"))
    except (IndexError, ValueError):
        return decode_header(envelope).previous  # which says what is wrong


def _failure(result: PGresult, *, broken: bool) -> Exception:
    message = _message(result)
    state = (result.error_field(DiagnosticField.SQLSTATE) or b"").decode()
    if broken or not state:
        return UnknownOutcomeError(f"the connection was lost: {message}")
    if state in REFUSALS:
        detail = (result.error_field(DiagnosticField.MESSAGE_DETAIL) or b"").decode()
        source, _, seq = detail.rpartition(":")
        return RefusedByStoreError(
            REFUSALS[state], message, source or None, int(seq) if seq.isdigit() else None
        )
    if state == _UNIQUE_VIOLATION:
        # The heads said that these places were free.
        return CorruptLedgerError(f"the heads contradict the events: {message}")
    return NotStoredError(f"{state}: {message}")


def _message(result: PGresult) -> str:
    primary = result.error_field(DiagnosticField.MESSAGE_PRIMARY)
    return (primary or result.error_message).decode(errors="replace").strip()
