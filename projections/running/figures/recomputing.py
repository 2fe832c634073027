"""Figures recomputed: the tables' rows, their hashes and what was stated of them, from the events.

The events are folded once more into a schema beside, page ends where the service stated its
figures; what each table's set hash is there is what the statement should say, and what its rows
are at the end is what the live ones should be. Nobody who alters rows, hashes or both has a say in
that; who alters events is named by ``razao verify``.
"""

from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, Final, Literal

import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from ledger.audit.diagnosis import Problem
from ledger.audit.set_hash import SetHash
from ledger.events.registry import FiguresStated, LedgerFounded
from ledger.store.reader import Reader, Row
from projections.base.errors import HaltedError, OutdatedError
from projections.base.store import Store, stored_hashes
from projections.law.version import law_version
from projections.running.checking import told_again
from projections.running.exchange import LIVE
from projections.running.figures.evidence import STATED, evidence_lost, is_copy
from projections.running.figures.house_view import expected_view, read_view, view_faults
from projections.running.figures.rows_again import (
    Differing,
    Set,
    cells,
    differing_rows,
    hash_of_rows,
    reading,
    relation_fault,
)
from projections.running.figures.shape import expected_shape, read_shape, shape_faults
from projections.running.figures.stating import NO_ROWS
from projections.running.houses import POLICIES
from projections.running.pipeline import Pipeline, events_of
from projections.running.runner import (
    PAGE_EVENTS,
    Progress,
    Runner,
    check_made,
    drop,
    law_of,
)

AGAIN: Final = "projections_again"
SHOWN: Final = 20
"""Rows of a table that are shown of those that differ."""

Kind = Literal["relation", "catalogue", "rows", "hash", "statement", "root", "events", "evidence"]
Line = dict[str, str | None]


class Fault(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the figures that is not what the events give."""

    kind: Kind
    """relation: no plain table stands there; catalogue: an object of the database, which ``table``
    names with its sort, is not as this program makes it; rows: other rows stand; hash: the hash
    that stands beside them is another; statement, root: the service signed another one; events: the
    log itself cannot be folded; evidence: rows that a rebuild kept are gone, or are others."""
    table: str | None = None
    position: int | None = None
    """Of the event that states it, or where the log fails."""
    detail: str = ""
    stands: int = 0
    """Rows that stand and should not."""
    lacks: int = 0
    """Rows that should stand."""
    rows: tuple[Line, ...] = ()
    """The first of those that stand."""
    should: tuple[Line, ...] = ()
    """The first of those that should."""


class Recomputed(Struct, frozen=True, kw_only=True):
    """The outcome of counting or folding again."""

    position: int
    """Up to where the figures go."""
    tables: int
    folded: bool
    """Whether the events were folded again, or only the rows counted."""
    statements: int = 0
    """Statements that were compared."""
    others: int = 0
    """Statements of tables of another version, which were not."""
    faults: tuple[Fault, ...] = ()


class Stated(Struct, frozen=True, kw_only=True):
    """A statement in the log."""

    position: int
    said: FiguresStated


def figures_stated(reader: Reader) -> list[Stated]:
    """Return the service's statements about its figures, in order.

    Raises:
        HaltedError: an event is not what its link says.

    """
    return _said_by_service(reader, reader.of_kind(FiguresStated.KIND))


def _said_by_service(reader: Reader, rows: Sequence[Row]) -> list[Stated]:
    first = events_of(told_again(reader.at([1])))
    service = first[0].source if first and isinstance(first[0].payload, LedgerFounded) else None
    return [
        Stated(position=one.position, said=one.payload)
        for one in events_of(told_again(rows))
        if one.source == service
    ]


def has_figures(conninfo: str) -> bool:
    """Tell whether there are live figures of this version.

    Raises:
        OutdatedError: they are of another version, which this program cannot recompute.

    """
    with reading(conninfo) as connection:
        if law_of(connection) is None:
            return False
        check_made(connection, LIVE)
        return True


def count_again(conninfo: str) -> Recomputed:
    """Count the live rows again, and compare them with the hashes that were kept as they came.

    Who altered rows and hashes together is not seen by this, but by ``fold_again``.
    """
    with Reader(conninfo) as reader:
        last = _last_stated(reader)
    with reading(conninfo) as connection, _snapshot(connection):
        live = Set(connection, LIVE)
        tables = Pipeline().tables()
        kept = stored_hashes(connection, LIVE)
        faults = list(_of_evidence(connection, last))
        for table in tables:
            other = _relation_fault(live, table)
            if other is None and hash_of_rows(live, table) != kept.get(table, SetHash()):
                other = Fault(kind="rows", table=table)
            if other is not None:
                faults.append(other)
        faults += _of_houses(connection, faults)
        faults += _of_shape(connection, faults)
        return Recomputed(
            position=_position(connection), tables=len(tables), folded=False, faults=tuple(faults)
        )


def fold_again(
    conninfo: str, *, page: int = PAGE_EVENTS, progress: Progress | None = None
) -> Recomputed:
    """Fold the events again, and compare statements, hashes and rows with what they give."""
    drop(conninfo, AGAIN)
    try:
        return _Folding(conninfo, page, progress).done()
    except HaltedError as error:
        fault = Fault(kind="events", detail=str(error))
        return Recomputed(position=0, tables=0, folded=True, faults=(fault,))
    finally:
        drop(conninfo, AGAIN)


class _Folding:
    """The events folded again, beside the live figures."""

    def __init__(self, conninfo: str, page: int, progress: Progress | None) -> None:
        self._conninfo = conninfo
        self._page = page
        self._progress = progress
        self._faults: list[Fault] = []
        self._compared = self._others = 0

    def done(self) -> Recomputed:
        with Reader(self._conninfo) as reader:
            every = figures_stated(reader)
        stated = self._in_order(every)
        with Runner(self._conninfo, schema=AGAIN, page=self._page) as runner:
            self._fold(runner, stated, _live_position(self._conninfo))
            # What was folded by others meanwhile, in one moment with the rows to be compared.
            with reading(self._conninfo) as connection, _snapshot(connection):
                position = _position(connection)
                self._fold(runner, stated, position)
                should = runner.hashes()
                self._compare(connection, should)
                self._faults += _of_houses(connection, self._faults)
                self._faults += _of_shape(connection, self._faults)
                self._faults += _of_evidence(connection, every)
        return Recomputed(
            position=position,
            tables=len(should),
            folded=True,
            statements=self._compared,
            others=self._others,
            faults=tuple(self._faults),
        )

    def _in_order(self, stated: Sequence[Stated]) -> deque[Stated]:
        """Return the statements by where they go; of what is not yet recorded there is none."""
        ahead = [one for one in stated if one.said.as_of >= one.position]
        self._faults += [
            Fault(kind="statement", position=one.position, detail=_AHEAD) for one in ahead
        ]
        return deque(
            sorted(
                (one for one in stated if one.said.as_of < one.position),
                key=lambda one: one.said.as_of,
            )
        )

    def _fold(self, runner: Runner, stated: deque[Stated], until: int) -> None:
        """Fold up to a position; stop on the way where something is stated."""
        while stated and stated[0].said.as_of <= until:
            one = stated.popleft()
            self._go(runner, one.said.as_of, until)
            self._judge(one, runner)
        self._go(runner, until, until)

    def _go(self, runner: Runner, to: int, last: int) -> None:
        tell = self._progress
        runner.catch_up(
            until=to, progress=None if tell is None else lambda done, _: tell(done, last)
        )

    def _judge(self, one: Stated, runner: Runner) -> None:
        if (one.said.shape, one.said.law) != (runner.pipeline.shape_digest(), law_version().mark):
            self._others += 1
            return
        self._compared += 1
        place: dict[str, Any] = {"position": one.position, "detail": f"as of {one.said.as_of}"}
        if one.said.root != runner.root().hex():
            self._faults.append(Fault(kind="root", **place))
        said = {
            table.name: (table.rows, table.digest)
            for table in one.said.tables
            if table.name not in STATED
        }
        for table, should in runner.hashes().items():
            if said.pop(table, NO_ROWS) != (should.rows, should.digest):
                self._faults.append(Fault(kind="statement", table=table, **place))
        self._faults += [Fault(kind="statement", table=table, **place) for table in said]

    def _compare(self, connection: psycopg.Connection[Any], should: Mapping[str, SetHash]) -> None:
        live = Set(connection, LIVE)
        kept = stored_hashes(connection, LIVE)
        with reading(self._conninfo) as beside:
            for table, expected in should.items():
                fault = _relation_fault(live, table)
                if fault is not None:
                    self._faults.append(fault)
                    continue
                if hash_of_rows(live, table) != expected:
                    apart = differing_rows(live, Set(beside, AGAIN), table)
                    self._faults.append(fault_of(apart))
                if kept.get(table, SetHash()) != expected:
                    self._faults.append(Fault(kind="hash", table=table))


_AHEAD: Final = "it speaks of events after it"


def fault_of(apart: Differing) -> Fault:
    """Return the fault that differing rows are, with the first of them."""

    def shown(lines: Sequence[bytes]) -> tuple[Line, ...]:
        return tuple(dict(zip(apart.columns, cells(line), strict=False)) for line in lines[:SHOWN])

    return Fault(
        kind="rows",
        table=apart.table,
        stands=len(apart.stands),
        lacks=len(apart.lacks),
        rows=shown(apart.stands),
        should=shown(apart.lacks),
    )


def figure_problems(conninfo: str) -> list[Problem]:
    """Return the tables whose rows or relations are not those that this program wrote and made.

    Of another version's tables nothing is said, unless the service stated figures of this one.
    """
    try:
        return _problems_of(count_again(conninfo)) if has_figures(conninfo) else []
    except OutdatedError as error:
        return list(_mark_altered(conninfo, str(error)))


def _problems_of(found: Recomputed) -> list[Problem]:
    """Return the faults as ``razao verify`` tells problems."""
    return [
        Problem(kind="catalogue", source=one.table, detail=one.detail)
        if one.kind == "catalogue"
        else Problem(
            kind="figures",
            source=f"table {one.table if one.table in STATED else f'{LIVE}.{one.table}'}",
            detail=one.detail
            if one.kind in {"relation", "evidence"}
            else "its rows are not those that were written; `razao verify figures` names them",
        )
        for one in found.faults
    ]


def _mark_altered(conninfo: str, why: str) -> Iterator[Problem]:
    """Yield a problem where tables say that they are another version's, and were this one's.

    Whoever writes another mark on them would else have nothing compared. A copy's own tables may
    lag behind those of which the house's service speaks.
    """
    with Reader(conninfo) as reader:
        stated = _last_stated(reader)
    ours = (Pipeline().shape_digest(), law_version().mark)
    with reading(conninfo) as connection:
        if (
            stated
            and (stated[0].said.shape, stated[0].said.law) == ours
            and not is_copy(connection)
        ):
            yield Problem(
                kind="figures",
                source=f"schema {LIVE}",
                detail=f"{why}; but at position {stated[0].position} the service stated figures "
                "of this version: somebody altered the mark that they bear",
            )


def _last_stated(reader: Reader) -> list[Stated]:
    """Return the newest statement, if the service's: of evidence each holds what those before do.

    What was altered in the log is told by whoever verifies the log.
    """
    newest = reader.newest(FiguresStated.KIND)
    with suppress(HaltedError):
        return [] if newest is None else _said_by_service(reader, [newest])
    return []


def _of_houses(connection: psycopg.Connection[Any], known: Sequence[Fault]) -> list[Fault]:
    """Return the tables of which houses are let see other rows than their own.

    Of what stands in a table's place :func:`_of_shape` says that it is none.
    """
    named = {one.table for one in known if one.kind == "relation"} | _no_tables(connection)
    return [
        Fault(kind="relation", table=table, detail=why)
        for table, why in view_faults(read_view(connection), expected_view())
        if table not in named
    ]


def _no_tables(connection: psycopg.Connection[Any]) -> set[str]:
    """Return the names of the live set's tables under which something else stands."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT relname::text FROM pg_catalog.pg_class "
            "WHERE relnamespace = %s::regnamespace AND relkind <> 'r' AND relname = ANY(%s)",
            (LIVE, list(POLICIES)),
        ).fetchall()
    return {name for (name,) in rows}


def _of_shape(connection: psycopg.Connection[Any], known: Sequence[Fault]) -> list[Fault]:
    """Return the objects of the database that are not as this program makes them.

    Of a table that is none, or of which a house sees too much, that is said already.
    """
    named = {one.table for one in known if one.kind == "relation"}
    return [
        Fault(kind="catalogue", table=name, detail=why)
        for name, why in shape_faults(read_shape(connection), expected_shape())
        if _relation_of(name) not in named
    ]


def _relation_of(name: str) -> str:
    """Return the relation of the live set that an object belongs to.

    >>> _relation_of("column projections.finding.amount"), _relation_of("schema projections")
    ('finding', '')
    """
    path = name.partition(" ")[2].partition("(")[0]
    return path.removeprefix(f"{LIVE}.").partition(".")[0] if "." in path else ""


def _of_evidence(connection: psycopg.Connection[Any], stated: Sequence[Stated]) -> Iterator[Fault]:
    """Yield each table of evidence of which rows that the service stated stand no more."""
    positions = {table: one.position for one in reversed(stated) for table in one.said.tables}
    for one in evidence_lost(connection, positions):
        detail = f"the first {one.rows} rows that it had are not those that stand"
        yield Fault(kind="evidence", table=one.name, position=positions[one], detail=detail)


def _relation_fault(of: Set, table: str) -> Fault | None:
    why = relation_fault(of, table)
    return None if why is None else Fault(kind="relation", table=table, detail=why)


def _live_position(conninfo: str) -> int:
    with closing(Store(conninfo, LIVE)) as store:
        return store.position()


def _position(connection: psycopg.Connection[Any]) -> int:
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(f"SELECT max(position) FROM {LIVE}.folded").fetchone()  # noqa: S608 - our own name
    return 0 if row is None or row[0] is None else row[0]


@contextmanager
def _snapshot(connection: psycopg.Connection[Any]) -> Generator[None]:
    """See the database as it is at one moment as long as the block lasts."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
