"""Runs the pipeline over the log: catch up, and follow.

Rows and position commit together, a page at a time. One runner at a time holds a schema (an
advisory lock), and each page checks that the stored position is still the one it started from.
"""

import gc
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, LiteralString, Self, cast

import psycopg
from psycopg import sql
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.audit.set_hash import SetHash
from ledger.events.registry import FiguresStated
from ledger.signed.merkle import Frontier
from ledger.signed.tiles import split_hashes
from ledger.store.reader import Linked, Reader, Told
from projections.base.errors import (
    HALTING,
    CannotFoldError,
    HaltedError,
    HeldError,
    OutdatedError,
    UnnotedError,
    UnwritableError,
    told,
)
from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.stage import Source
from projections.base.store import Store, connect, stored_hashes
from projections.law.version import is_newer, law_version
from projections.running.checking import Checker, told_again
from projections.running.exchange import LIVE, await_exchanged, is_wanted
from projections.running.houses import confine
from projections.running.page_writer import Writer
from projections.running.pipeline import Pipeline, events_of, sql_of
from projections.running.reading_ahead import PART_EVENTS, ReadingAhead

NEXT: Final = "projections_next"
SEALED: Final = "projections_sealed"
"""Where the ledger's archive ends; its tables lag behind the live ones."""
PAGE_EVENTS: Final = 5_000
POLL_SECONDS: Final = 0.5
BUSY_POLL_SECONDS: Final = 0.1
"""After something came: while the follower pauses, what comes piles up that it has to fold next."""
LATELY_EVENTS: Final = 20_000
"""So many events a build keeps that may be read again."""
COLLECTED_AFTER: Final = 300_000
"""Objects made and not yet freed between two looks for cycles: more than a page holds at once."""
_INDEXES: Final = "-- indexes"

_FOLDED: Final[LiteralString] = (
    "INSERT INTO {s}.folded (position, subtrees) VALUES (%s, %s) "
    "ON CONFLICT (one) DO UPDATE SET position = excluded.position, subtrees = excluded.subtrees"
)
SchemaOf = Callable[[psycopg.Cursor[Any], str, Callable[[], None] | None], Schema]
Progress = Callable[[int, int], None]
"""Told after each page: the position reached and the log's last one."""


class _Lately:
    """The events that a build folded last: most that are read again are among them.

    They are what the chain says, and as they were decoded.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._parts: deque[Sequence[Event]] = deque()
        self._at: dict[int, Event] = {}
        self._named: dict[tuple[str, int], Event] = {}

    def take(self, events: Sequence[Event]) -> None:
        """Take a part of a page in the place of the first one that is kept."""
        self._parts.append(events)
        self._at.update((one.position, one) for one in events)
        self._named.update(((one.source, one.seq), one) for one in events)
        while len(self._at) > LATELY_EVENTS:
            for one in self._parts.popleft():
                self._at.pop(one.position, None)
                self._named.pop((one.source, one.seq), None)

    def events(self, positions: Sequence[int]) -> list[Event] | None:
        """Return the events at these positions, ascending; None where one of them is not kept."""
        try:
            return [self._at[one] for one in sorted({*positions})]
        except KeyError:
            return None

    def named(self, source: str, seq: int) -> Event | None:
        """Return a source's event of a number; None where it is not kept."""
        return self._named.get((source, seq))


class LedgerSource(Source):
    """Reads recorded events again, decoded."""

    def __init__(self, reader: Reader, lately: _Lately | None = None) -> None:
        """Read through the reader what was not folded lately."""
        self._reader = reader
        self._lately = lately

    @override
    def events(self, positions: Sequence[int]) -> list[Event]:
        kept = None if self._lately is None else self._lately.events(positions)
        return kept if kept is not None else self._told(positions)

    def _told(self, positions: Sequence[int]) -> list[Event]:
        return events_of(told_again(self._reader.at(positions)))

    @override
    def said_by(self, source: str, first: int, last: int) -> Iterator[Event]:
        for start in range(first, last + 1, PAGE_EVENTS):
            end = min(last, start + PAGE_EVENTS - 1)
            yield from events_of(told_again(self._reader.of_source(source, start, end)))

    @override
    def named(self, name: str) -> Event | None:
        source, _, seq = name.rpartition(":")
        if not seq.isdigit():
            return None
        kept = None if self._lately is None else self._lately.named(source, int(seq))
        if kept is not None:
            return kept
        row = self._reader.one(source, int(seq))
        return None if row is None else events_of(told_again([row]))[0]


class Runner:
    """One set of projections in one schema, and its place in the log."""

    def __init__(
        self,
        conninfo: str,
        *,
        schema: str = LIVE,
        page: int = PAGE_EVENTS,
        pipeline: Pipeline | None = None,
        indexed: bool = True,
        writer: Writer | None = None,
        ahead: ReadingAhead | None = None,
        reader: Reader | None = None,
        schema_of: SchemaOf = Schema,
    ) -> None:
        """Hold the schema, making it if there is none, and load the state of what is open.

        A ``writer`` writes pages while this one folds, and of ``ahead`` come the next events, for a
        set that has folded none yet. Else events come from ``reader``, by default the
        ledger in the same database; ``schema_of`` makes what stages read their tables through.

        Raises:
            HeldError: another runner holds it.
            OutdatedError: it has the tables of another version.

        """
        self.schema = schema
        self._page = page
        self._aside: dict[int, dict[str | tuple[str, str], str]] = {}
        """By position, of the page that is folded: stages that cannot take the event, or a round
        that is judged before it, and why."""
        self._writer = writer
        self._ahead = ahead
        self._store = Store(conninfo, schema)
        self._connection = self._store.connection
        self._reader = reader if reader is not None else Reader(conninfo)
        self._schema_of = schema_of
        # What stages read while they fold must not wait for, or see, the page that is written.
        self._reading = connect(conninfo)
        try:
            self._hold()
            self.pipeline = pipeline if pipeline is not None else Pipeline()
            builds = not indexed and any(not one.alone for one in self.pipeline.stages)
            self._lately = _Lately() if builds else None
            if not self._exists():
                self._create(indexed=indexed)
            elif schema in (LIVE, SEALED):
                self._check_shape()
            self.position = self._store.position()
            self._checker = Checker(self._reader, self._folded())
            self._load()
        except BaseException:
            self.close()
            raise

    def _load(self) -> None:
        """Bring into the stages' memory what is open where the tables stand."""
        self._checker.go_back()
        settle = self._writer.settle if self._writer is not None else None
        read = self._schema_of(self._reading.cursor(), self.schema, settle)
        read.new = self._lately is not None and self.position == 0
        self.pipeline.load(read, LedgerSource(self._reader, self._lately))

    def _folded(self) -> Frontier:
        """Return the tree over the links of what was folded.

        Raises:
            HaltedError: it does not reach as far as the tables do.

        """
        row = self._connection.execute(
            sql.SQL("SELECT position, subtrees FROM {}.folded").format(sql.Identifier(self.schema))
        ).fetchone()
        size, subtrees = row if row is not None else (0, b"")
        hashes = split_hashes(subtrees)
        if size != self.position or len(hashes) != size.bit_count():
            raise HaltedError(
                f"schema {self.schema}: its rows reach position {self.position}, its tree {size}; "
                "somebody altered one of them, `razao rebuild` makes them anew"
            )
        return Frontier(size, hashes)

    def __enter__(self) -> Self:
        """Return the runner."""
        return self

    def __exit__(self, *_: object) -> None:
        """Release the schema."""
        self.close()

    def close(self) -> None:
        """Release the schema."""
        if not self._connection.closed:
            # The server notices an ended session a moment later; whoever comes next need not wait.
            self._connection.execute(
                "SELECT pg_advisory_unlock(hashtext('razao'), hashtext(%s))", (self.schema,)
            )
        self._reader.close()
        self._reading.close()
        self._store.close()

    def catch_up(self, *, until: int | None = None, progress: Progress | None = None) -> int:
        """Fold up to the log's last event, or to a position; return the position reached.

        An event that a stage cannot fold is set aside for that stage: memory goes back to the
        page's beginning, what came before the event is written, and the event is folded without it.

        Raises:
            HaltedError: the machine, the database or the log is at fault; what was before it is
                written.

        """
        last = self._reader.last_position() if until is None else until
        goal, page = last, self._page
        with _fewer_collections():
            while self.position < last:
                try:
                    self._fold_until(goal, last, page, progress)
                except CannotFoldError as error:
                    self._set_aside(error)
                    before = error.event.position - 1
                    goal = before if before > self.position else last
                except UnwritableError as error:
                    goal = self._narrow(error, goal, page)
                    page = 1  # the event that makes the row must be found
                else:
                    goal, page = last, self._page
        if self._writer is not None:
            self._writer.settle()
        return self.position

    def _fold_until(self, goal: int, last: int, page: int, progress: Progress | None) -> None:
        """Fold and write pages up to a position.

        Raises:
            CannotFoldError: a stage cannot fold an event; its page is not written, and memory is
                ahead of the tables.
            UnwritableError: a page holds a value that no column takes; likewise.

        """
        reached = self.position
        for part in self._read(goal, page):
            self._fold(part)
            reached += len(part)
            if reached == goal or reached + len(part) > self.position + page:
                self._write(reached)
                if progress is not None:
                    progress(reached, last)

    def _narrow(self, error: UnwritableError, goal: int, page: int) -> int:
        """Begin a page anew, event by event; of a page of one event set that one aside.

        Return up to where pages are of one event.

        Raises:
            HaltedError: no stage is known that writes the table, or nobody would note the event.

        """
        if page > 1:
            self.pipeline = self.pipeline.anew()
            self._load()
            return min(goal, self.position + page)
        (event,) = events_of(told_again(self._reader.page(after=self.position, limit=1)))
        stage = next(
            (one.name for one in self.pipeline.stages if error.table in dict(one.tables)), "runner"
        )
        cannot = CannotFoldError(stage, event, error)
        cannot.__cause__ = error if stage != "runner" else HaltedError(str(error))
        self._set_aside(cannot)
        return goal

    def _set_aside(self, error: CannotFoldError) -> None:
        """Let an event be folded without a stage that raised on it, from the page's beginning on.

        Raises:
            HaltedError: the error says nothing of the event, or nobody would note it.

        """
        position, cause = error.event.position, error.__cause__
        known = self._aside.setdefault(position, {})
        if isinstance(cause, HALTING) or error.what in known:
            self._note_halt(error)
            raise HaltedError(str(error)) from error
        if not self.pipeline.sets_aside:
            raise UnnotedError(str(error)) from error
        known[error.what] = told(cause) if cause is not None else str(error)
        self.pipeline = self.pipeline.anew()
        self._load()

    def follow(
        self,
        stop: threading.Event,
        *,
        poll: float = POLL_SECONDS,
        look: Callable[["Runner"], object] = bool,
    ) -> None:
        """Catch up for ever, until told to stop, or until a rebuild wants the live set.

        Each time ``look`` is handed the runner.
        """
        while not stop.is_set():
            before = self.position
            came = self.catch_up() > before
            look(self)
            if self.schema == LIVE and is_wanted(self._connection):
                return
            stop.wait(min(poll, BUSY_POLL_SECONDS) if came else poll)

    @property
    def tree(self) -> Frontier:
        """The log's tree over the links of what was folded."""
        return self._checker.tree.copy()

    def root(self) -> bytes:
        """Return the log's root over the links of what was folded."""
        return self._checker.tree.root()

    def hashes(self) -> dict[str, SetHash]:
        """Return the set hash of each table's rows, as they were written."""
        stored = stored_hashes(self._connection, self.schema)
        return {table: stored.get(table, SetHash()) for table in self.pipeline.tables()}

    def written(self) -> Mapping[str, SetHash]:
        """Return the same as this process keeps it, whatever stands in the database since."""
        return self._store.hashes()

    def last_stated(self) -> FiguresStated | None:
        """Return the service's last statement about these figures; None before its first."""
        row = self._connection.execute(
            sql.SQL("SELECT max(position) FROM {}").format(
                sql.Identifier(self.schema, "stated_figures")
            )
        ).fetchone()
        if row is None or row[0] is None:
            return None
        (event,) = LedgerSource(self._reader).events([row[0]])
        return event.payload if isinstance(event.payload, FiguresStated) else None

    def digests(self) -> dict[str, str]:
        """Return the digest of each table's set hash."""
        return {table: one.digest for table, one in self.hashes().items()}

    # --- pages ---------------------------------------------------------------------------------

    def _read(self, last: int, page: int) -> Iterable[Sequence[Told]]:
        """Return the events to be folded up to a position, checked, in parts of a page.

        Of a page such a part is read, decoded and folded at a time: little enough to stay near the
        core. While it is folded the next one is on its way.
        """
        size = min(page, PART_EVENTS)
        if self._ahead is not None:
            parts = self._ahead.parts(after=self.position, last=last, size=size)
            return map(self._checker.follow, parts)
        return map(self._checker.take, self._linked(last, size))

    def _linked(self, last: int, size: int) -> Iterable[list[Linked]]:
        there = last - self.position
        if there > size:
            return self._reader.linked_in_pages(after=self.position, last=last, size=size)
        return [self._reader.linked(after=self.position, limit=there)] if there > 0 else ()

    def _fold(self, part: Sequence[Told]) -> None:
        """Fold a part of a page; if an event fails, nothing of the page is written."""
        events = events_of(part)
        if self._lately is not None:
            self._lately.take(events)
        self.pipeline.fold(events, self._aside)

    def _write(self, position: int) -> None:
        writes = Writes(self.schema)
        self.pipeline.flush(writes)
        tree = self._checker.tree
        writes.execute(_FOLDED, (tree.size, b"".join(tree.subtrees)))
        write = self._store.write if self._writer is None else self._writer.send
        write(writes.acts, position)
        self.position = position
        self._checker.mark()
        for done in [at for at in self._aside if at <= position]:
            del self._aside[done]

    def _note_halt(self, error: CannotFoldError) -> None:
        statement = sql.SQL(
            "INSERT INTO {}.halted (position, event, stage, error) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (position) DO UPDATE SET error = excluded.error"
        ).format(sql.Identifier(self.schema))
        with suppress(psycopg.Error):
            self._connection.execute(
                statement, (error.event.position, error.event.name, error.stage, str(error))
            )

    # --- the schema ----------------------------------------------------------------------------

    def _hold(self) -> None:
        row = self._connection.execute(
            "SELECT pg_try_advisory_lock(hashtext('razao'), hashtext(%s))", (self.schema,)
        ).fetchone()
        if row is None or not row[0]:
            raise HeldError(f"another runner holds the projections in schema {self.schema}")

    def _exists(self) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM pg_namespace WHERE nspname = %s", (self.schema,)
        ).fetchone()
        return row is not None

    def _check_shape(self) -> None:
        check_made(self._connection, self.schema, self.pipeline)

    def _create(self, *, indexed: bool) -> None:
        schema = sql.Identifier(self.schema)
        with self._connection.transaction():
            self._connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
            self._connection.execute(
                sql.SQL("GRANT USAGE ON SCHEMA {} TO razao_inspector, razao_appender").format(
                    schema
                )
            )
            self._connection.execute(
                sql.SQL(
                    "ALTER DEFAULT PRIVILEGES IN SCHEMA {} GRANT SELECT ON TABLES "
                    "TO razao_inspector, razao_appender"
                ).format(schema)
            )
            for stage in self.pipeline.with_tables():
                self._run_file(sql_of(stage), 0)
                if indexed:
                    self._run_file(sql_of(stage), 1)
            self._run_file(sql_of(), 0)
            if self.schema in (LIVE, NEXT, SEALED):
                sign(self._connection, self.schema, self.pipeline)
        self._store.create()

    def confine(self) -> None:
        """Let each house see its own rows; until then it sees none."""
        with self._connection.transaction():
            confine(self._connection, self.schema)

    def index(self) -> None:
        """Make the keys and indexes that a build leaves to its end."""
        with self._connection.transaction():
            for stage in self.pipeline.with_tables():
                self._run_file(sql_of(stage), 1)

    def _run_file(self, text: str, part: int) -> None:
        parts = text.split(_INDEXES)
        if part < len(parts):
            statement = sql.SQL(cast("LiteralString", parts[part])).format(
                s=sql.Identifier(self.schema)
            )
            if parts[part].strip():
                self._connection.execute(statement)


def follow(
    conninfo: str,
    stop: threading.Event,
    *,
    poll: float = POLL_SECONDS,
    look: Callable[[Runner], object] = bool,
) -> Generator[bool]:
    """Keep the live projections at the log's end until told to stop; ``look`` as it goes.

    Yield True when they follow, and False each time they are let go of for an exchange, of which
    the end is awaited.

    Raises:
        HaltedError: as ``Runner`` and ``catch_up`` do.

    """
    while not stop.is_set():
        with Runner(conninfo) as runner:
            runner.confine()
            yield True
            runner.follow(stop, poll=poll, look=look)
        if not stop.is_set():
            yield False
            await_exchanged(conninfo, stop)


@contextmanager
def _fewer_collections() -> Generator[None]:
    """Look for cycles far less often: a page makes many objects and hardly any cycle.

    With Python's own threshold a tenth of a long catching up is spent looking.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], COLLECTED_AFTER), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


_BY_LAW: Final = " law "
"""Stands between shape and law in what a schema says of itself."""


def sign(connection: psycopg.Connection[Any], schema: str, pipeline: Pipeline) -> None:
    """Write on a schema which version of which stages made its tables, and by which law."""
    connection.execute(
        sql.SQL("COMMENT ON SCHEMA {} IS {}").format(
            sql.Identifier(schema), sql.Literal(f"{pipeline.shape()}{_BY_LAW}{law_version().mark}")
        )
    )


def law_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> str | None:
    """Return the law by which a set of projections was made; None where there is no such set.

    A set that bears no mark is of before there were any: its law is the empty text.
    """
    row = connection.execute(
        "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace "
        "WHERE nspname = %s",
        (schema,),
    ).fetchone()
    return None if row is None else row[0].partition(_BY_LAW)[2]


def check_made(
    connection: psycopg.Connection[Any], schema: str, pipeline: Pipeline | None = None
) -> None:
    """See that a set of projections has this version's tables and was judged by its law.

    Raises:
        OutdatedError: it is another version's; what to do is said.

    """
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT coalesce(obj_description(%s::regnamespace, 'pg_namespace'), '')", (schema,)
        ).fetchone()
    shape, _, law = (row[0] if row is not None else "").partition(_BY_LAW)
    if shape != (pipeline or Pipeline()).shape():
        raise OutdatedError(
            f"the projections in schema {schema} have the tables of another version; "
            "`razao rebuild` makes them anew from the events"
        )
    ours = law_version()
    if is_newer(law, ours):
        raise OutdatedError(
            f"the projections in schema {schema} were judged by {law}, of a newer Razão; "
            f"this program judges by {ours.mark}: install that version again"
        )
    if law != ours.mark:
        raise OutdatedError(
            f"the projections in schema {schema} were judged by {law or 'an older law'}, "
            f"this program judges by {ours.mark}; `razao rebuild` makes them anew and "
            "lists what differs"
        )


def is_held(connection: psycopg.Connection[Any], schema: str = LIVE) -> bool:
    """Tell whether a runner holds a set of projections, as anybody may see."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_catalog.pg_locks WHERE locktype = 'advisory' "
            "AND database = (SELECT oid FROM pg_catalog.pg_database "
            "WHERE datname = pg_catalog.current_database()) AND objsubid = 2 AND granted "
            "AND classid = hashtext('razao')::oid AND objid = hashtext(%s)::oid)",
            (schema,),
        ).fetchone()
    return row is not None and bool(row[0])


def drop(conninfo: str, schema: str) -> None:
    """Remove a set of projections, if there is one."""
    with connect(conninfo) as connection:
        connection.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema))
        )
