"""The check of one range by itself: nothing but its own files, and keys that the reader kept."""

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from ledger.audit.trust import Trust, fold_trust, is_trust
from ledger.audit.verification import Part, Scope, examine
from ledger.errors import BrokenProofError
from ledger.events.registry import ClockTicked
from ledger.signed.chain import link_of
from ledger.signed.logs import open_log
from ledger.signed.merkle import Frontier, check_consistency, check_inclusion
from ledger.signed.notes import NoteKey, read_note
from ledger.signed.witnesses.policy import Policy, believe
from ledger.store.stored import RowTuple, read_header
from ops.outside.archive.blocks import hashes_of, write_blocks
from ops.outside.archive.folder import (
    BLOCKS,
    CARRY_IN,
    CARRY_OUT,
    CHECKPOINT,
    FIGURES,
    LOOKED_BACK,
    NOTE,
    ROWS_BACK,
    SEAL,
    TOTALS,
    Archive,
    Place,
    events_name,
)
from ops.outside.archive.reading import Events, RangeReader
from ops.outside.archive.sealing import NOT_SEALED, Covering, figures_of, judging
from ops.outside.archive.statement import (
    Changed,
    FiguresHash,
    Kept,
    Seal,
    read_seal,
    signed_hash,
)
from ops.outside.archive.tables import (
    Older,
    UnreadableTableError,
    events_in,
    pieces,
    read_older,
    read_rows,
    rows_in,
    stranger,
    unpacked,
)
from ops.outside.archive.totals import Totals, read_totals
from projections.base.errors import HaltedError
from projections.base.rows import Schema
from projections.base.store import connect
from projections.law.version import law_version
from projections.running.carrying.carry import Carry, carry_of, plant, read_carry
from projections.running.carrying.changes import note_changes, read_changes
from projections.running.carrying.tracing import Trace
from projections.running.runner import Runner, SchemaOf, drop

CHECKED: Final = f"projections_checked_{os.getpid()}"
"""Of this process: several may fold on one server."""
FAULTS_MAX: Final = 200
_UNREADABLE: Final = (
    UnreadableTableError,
    ValueError,
    TypeError,
    msgspec.DecodeError,
    BrokenProofError,
)
Rows = dict[str, list[str]]


class Fault(Struct, frozen=True, kw_only=True):
    """A part of a range that is not what it was when it was sealed."""

    file: str
    """Of the range."""
    position: int | None = None
    detail: str


class Checked(Struct, frozen=True, kw_only=True):
    """The outcome of a range's check."""

    place: str
    seal: Seal | None
    """None where it is unreadable."""
    events: int = 0
    signatures: int = 0
    faults: tuple[Fault, ...] = ()
    unproved: tuple[str, ...] = ()
    """What was not looked at, and why."""

    @property
    def clean(self) -> bool:
        """Whether nothing of it was altered."""
        return not self.faults


class Asked(Struct, frozen=True, kw_only=True):
    """The keys and the server of whoever checks."""

    keys: Sequence[NoteKey] = ()
    """The log's keys, where he kept them; else those that the ledger itself binds."""
    policy: Policy | None = None
    server: str | None = None
    """A server on which figures are folded again; without one they are not."""


def check_range(archive: Archive, place: Place, asked: Asked) -> Checked:
    """Check a range by itself, and name each part of it that was altered."""
    return _Check(archive, place, asked).checked()


class _Check:
    def __init__(self, archive: Archive, place: Place, asked: Asked) -> None:
        self._archive = archive
        self._place = place
        self._asked = asked
        self._faults: list[Fault] = []
        self._unproved: list[str] = []
        self._part: Part | None = None
        self._got: dict[str, tuple[Kept, str]] = {}
        """Of each file of events what it is, and its blocks' hashes, as it was read first."""
        self._acts: list[RowTuple] = []
        """Of the range's events those that say who may sign, and the ticks."""
        self._sums = Totals()

    def checked(self) -> Checked:
        seal = self._seal()
        if seal is not None:
            self._look(seal)
        part = self._part
        return Checked(
            place=self._place.folder,
            seal=seal,
            events=0 if part is None else part.events,
            signatures=0 if part is None else part.signatures,
            faults=tuple(dict.fromkeys(self._faults)),
            unproved=tuple(self._unproved),
        )

    # --- what is there ---------------------------------------------------------------------------

    def _seal(self) -> Seal | None:
        with self._reading(SEAL):
            seal = read_seal(self._archive.read(self._place, SEAL))
            if Place(seal.origin, seal.after + 1, seal.last) != self._place:
                self._blame(SEAL, f"it is of ({seal.after}, {seal.last}] of {seal.origin}")
            return seal
        return None

    def _look(self, seal: Seal) -> None:
        files = self._files(seal)
        events = self._events(seal, files)
        older = self._older(seal, files)
        carry_in = self._carry(seal, files, CARRY_IN, seal.carry_in, seal.after)
        carry_out = self._carry(seal, files, CARRY_OUT, seal.carry_out, seal.last)
        trust = _trust_of(self._acts if events is not None else [], older)
        self._signed(seal, trust, files)
        if events is None:
            return
        try:
            self._chains(seal, events, trust, carry_in, carry_out)
            self._totals(seal, files)
            if carry_in is not None and not self._faults:
                self._figures(seal, files, events, older, carry_in)
        except UnreadableTableError as error:
            self._blame(SEAL, str(error))

    def _files(self, seal: Seal) -> dict[str, bytes]:
        """Return the files that the seal names, each compared with what it says of it.

        Files of events are not held: each is read again as it is looked at.
        """
        files: dict[str, bytes] = {}
        events = {events_name(one) for one, _ in enumerate(pieces(seal.after, seal.last))}
        for name, kept in seal.files.items():
            with self._reading(name):
                data = self._archive.read(self._place, name)
                got = Kept.of(data)
                if got != kept:
                    self._blame(
                        name,
                        f"expected {kept.size} bytes of SHA-256 {kept.sha256}, "
                        f"got {got.size} of {got.sha256}",
                    )
                if name in events:
                    self._got[name] = got, hashes_of(data)
                else:
                    files[name] = data
                by = stranger(data) if name.endswith(".parquet") else None
                if by is not None:
                    self._unproved.append(f"{name}: its statistics, which {by!r} wrote")
        for name in self._archive.names(self._place):
            if name not in seal.files and name not in {SEAL, NOTE}:
                self._blame(name, "the seal does not name it")
        return files

    # --- events ----------------------------------------------------------------------------------

    def _events(self, seal: Seal, files: dict[str, bytes]) -> Events | None:
        """Return the range's events; None where positions are missing."""
        with self._reading(BLOCKS):
            hashes = {name: told for name, (_, told) in self._got.items()}
            if BLOCKS in seal.files and files[BLOCKS] != write_blocks(hashes):
                self._blame(BLOCKS, "its hashes are not those of the files of events")
        events = Events(seal.after, seal.last, lambda number: self._again(events_name(number)))
        whole = True
        for number, (first, last) in enumerate(pieces(seal.after, seal.last)):
            name = events_name(number)
            if name not in seal.files:
                self._blame(SEAL, f"it does not name {name}")
            with self._reading(name):
                whole = self._known(events, name, first, last) and whole
                continue
            whole = False
        return events if whole else None

    def _known(self, events: Events, name: str, first: int, last: int) -> bool:
        """Look at each event of a file, and know it; return whether all are there, in order."""
        reached, whole = first, True
        for rows, faults in events_in(self._again(name)):
            for fault in faults:
                self._blame(name, fault)
            for row in rows:
                if link_of(row[4] or b"") != row[5]:
                    self._blame(name, "the envelope is not that of its link", row[0])
            behind = reached + len(rows)
            whole = whole and [row[0] for row in rows] == list(range(reached, behind))
            reached = behind
            events.add(rows)
            self._acts += [one for one in rows if is_trust(one) or one[3] == ClockTicked.KIND]
            self._sums.add(rows)
        whole = whole and reached == last + 1
        if not whole:
            self._blame(name, f"expected positions {first} to {last}, one after another")
        return whole

    def _again(self, name: str) -> bytes:
        """Return a file of events, which is as it was when it was read first."""
        got, _ = self._got[name]
        data = self._archive.read(self._place, name)
        if Kept.of(data) != got:
            raise UnreadableTableError(f"{name} became another while it was checked")
        return data

    def _older(self, seal: Seal, files: dict[str, bytes]) -> list[Older]:
        """Return the older events, each proved under the root at the range's beginning."""
        with self._reading(LOOKED_BACK):
            older = read_older(files[LOOKED_BACK])
            root = bytes.fromhex(seal.root_before)
            for row, hashes in older:
                with self._reading(LOOKED_BACK, row[0]):
                    if link_of(row[4]) != row[5]:
                        self._blame(LOOKED_BACK, "the envelope is not that of its link", row[0])
                    said = read_header(row[4])
                    if said is None or (said.source, said.seq, said.kind) != row[1:4]:
                        self._blame(LOOKED_BACK, "columns and header differ", row[0])
                    check_inclusion(row[5], row[0] - 1, seal.after, hashes, root)
            return older
        return []

    def _chains(
        self,
        seal: Seal,
        events: Events,
        trust: Trust,
        carry_in: Carry | None,
        carry_out: Carry | None,
    ) -> None:
        """Hold links, columns, signatures and roots of the range against each other."""
        self._part = part = examine(
            events,
            Scope(
                first=seal.after + 1,
                last=seal.last,
                origin=seal.origin,
                blinded=bool(trust.blinded),
                service=trust.service,
                keys=trust.keys,
                entitled=trust.entitled,
            ),
        )
        for odd in part.odd:
            self._of(odd.row.position, "columns, header and link do not say the same")
        for row, why in part.barred:
            self._of(row.position, why)
        for failed in part.failed:
            lacks = "no key could sign" if failed.keyless else "no signature fits"
            self._of(failed.position, f"{failed.source}:{failed.first} to {failed.last}: {lacks}")
        for source, (first, last) in part.open.items():
            self._of(seal.last, f"{source}:{first} to {last}: under no signature")
        for position, source in trust.distrusted:
            self._blame(LOOKED_BACK, f"{source}: an act of trust is unreadable", position)
        for position in trust.doubted:
            self._blame(LOOKED_BACK, "an act of trust whose signature does not fit", position)
        if trust.origin != seal.origin:
            self._blame(SEAL, f"its events are of the ledger {trust.origin}")
        if carry_in is not None:
            self._heads(part, carry_in, carry_out)
        self._roots(seal, events, part)

    def _heads(self, part: Part, carry_in: Carry, carry_out: Carry | None) -> None:
        """See that each source's chain goes on from where it stood, without a second story."""
        heads = {name: (seq, link) for name, (seq, link) in carry_in.heads.items()}
        for one in sorted(part.stretches, key=lambda stretch: stretch.first_position):
            seq, link = heads.get(one.source, (0, bytes(32).hex()))
            if one.first != seq + 1 or (one.previous is not None and one.previous.hex() != link):
                self._of(
                    one.first_position,
                    f"{one.source}:{one.first} does not continue its chain, "
                    f"which stood at {one.source}:{seq}",
                )
            heads[one.source] = (one.last, one.link.hex())
        if carry_out is not None and heads != {**carry_out.heads}:
            self._blame(CARRY_OUT, "its heads are not those of the range's events")

    def _roots(self, seal: Seal, events: Events, part: Part) -> None:
        """Hold the range's root, and those that the service's clock stated, against the links."""
        stated = sorted((one for one in part.ticks), key=lambda tick: tick.size)
        tree: Frontier = seal.edge
        for tick in stated:
            if not tree.size <= tick.size <= seal.last:
                continue  # of before: the range before holds it against its links
            _extend(tree, events, tick.size)
            if tree.root() != tick.root:
                self._of(tick.position, f"the clock signed another root of {tick.size} events")
        _extend(tree, events, seal.last)
        if tree.root().hex() != seal.root:
            self._blame(SEAL, f"root: expected {tree.root().hex()}, as the events give")

    def _of(self, position: int, detail: str) -> None:
        """Blame an event's file."""
        after = self._place.first - 1
        names = (
            events_name(number)
            for number, (first, last) in enumerate(pieces(after, self._place.last))
            if first <= position <= last
        )
        self._blame(next(names, SEAL), detail, position)

    # --- who signed ------------------------------------------------------------------------------

    def _signed(self, seal: Seal, trust: Trust, files: dict[str, bytes]) -> None:
        """See that the log's keys signed the seal, and a checkpoint that it is the beginning of."""
        keys = self._asked.keys or trust.log_keys(seal.last)
        if not keys:
            self._blame(LOOKED_BACK, "no event binds the log's keys")
            return
        with self._reading(NOTE):
            signed = signed_hash(seal, self._archive.read(self._place, NOTE).decode(), keys)
            if signed != seal.hash:
                self._blame(SEAL, f"expected SHA-256 {signed}, as it was signed, got {seal.hash}")
        with self._reading(CHECKPOINT):
            covering = msgspec.json.decode(files[CHECKPOINT], type=Covering)
            later = self._asked.keys or [*trust.log_keys()]
            said = open_log(covering.note, later)
            if said.origin != seal.origin:
                self._blame(CHECKPOINT, f"it is of {said.origin}")
            hashes = [bytes.fromhex(one) for one in covering.hashes]
            root = bytes.fromhex(seal.root)
            check_consistency(seal.last, root, said.size, said.root, hashes)
            if self._asked.policy is not None:
                believe(read_note(covering.note), self._asked.policy)

    # --- figures ---------------------------------------------------------------------------------

    def _carry(
        self, seal: Seal, files: dict[str, bytes], name: str, expected: str, position: int
    ) -> Carry | None:
        with self._reading(name):
            carry = read_carry(unpacked(files[name]))
            if carry.hash != expected:
                self._blame(name, f"expected {expected}, got {carry.hash}")
            if (carry.origin, carry.position) != (seal.origin, position):
                self._blame(name, f"it is of position {carry.position} of {carry.origin}")
            return carry
        return None

    def _figures(
        self,
        seal: Seal,
        files: dict[str, bytes],
        events: Events,
        older: list[Older],
        carry_in: Carry,
    ) -> None:
        """Fold the range from its carry, and hold what comes of it against its figures."""
        with self._reading(FIGURES):
            figures = FiguresHash()
            deque(figures.over(rows_in(files[FIGURES])), maxlen=0)
            if figures.hash != seal.figures:
                self._blame(FIGURES, f"expected rows of SHA-256 {seal.figures}")
            ours = (law_version().mark, judging().shape())
            if (seal.law, seal.shape) != ours:
                self._unproved.append(
                    f"figures: judged by {seal.law} of Razão {seal.code}; this program judges by "
                    f"{ours[0]}" + ("" if seal.law != ours[0] else " into other tables")
                )
            elif seal.not_sealed != NOT_SEALED:
                told = ", ".join(seal.not_sealed) or "none"
                self._blame(SEAL, f"not_sealed: expected {', '.join(NOT_SEALED)}, got {told}")
            elif self._asked.server is None:
                self._unproved.append("figures: not folded again, which takes a server")
            else:
                back = read_rows(files[ROWS_BACK]).get("read", {})
                beside = [one.row for one in older]
                reader = RangeReader(seal.origin, events, beside, carry_in.heads)
                folding = Folding(self._asked.server, seal, carry_in, back, reader)
                self._compare(seal, files[FIGURES], folding)

    def _compare(self, seal: Seal, sealed: bytes, folding: "Folding") -> None:
        try:
            with folding.folded() as (folded, carry):
                for detail in differences(rows_in(sealed), folded):
                    self._blame(FIGURES, detail)
        except psycopg.Error as error:
            self._blame(CARRY_IN, f"its rows are not their tables': {error}")
            return
        except HaltedError as error:
            self._blame(LOOKED_BACK, str(error))
            return
        if carry.hash != seal.carry_out:
            self._blame(CARRY_OUT, f"the fold carries {carry.hash}, the seal says otherwise")

    def _totals(self, seal: Seal, files: dict[str, bytes]) -> None:
        """Add the events up again; an older program sealed no totals."""
        if TOTALS not in seal.files or any(one.file.startswith("events-") for one in self._faults):
            return
        with self._reading(TOTALS):
            if read_totals(files[TOTALS]) != self._sums.told():
                self._blame(TOTALS, "it is not what the events add up to")

    # --- blame -----------------------------------------------------------------------------------

    def _blame(self, file: str, detail: str, position: int | None = None) -> None:
        if len(self._faults) < FAULTS_MAX:
            self._faults.append(Fault(file=file, position=position, detail=detail))

    @contextmanager
    def _reading(self, name: str, position: int | None = None) -> Generator[None]:
        """Blame a file for whatever cannot be read of it, and go on behind."""
        try:
            yield
        except FileNotFoundError:
            self._blame(name, "it is missing", position)
        except KeyError as error:
            if error.args != (name,):
                raise
        except _UNREADABLE as error:
            self._blame(name, str(error) or type(error).__name__, position)


class Folding:
    """A range's fold from what was carried, on a server where nothing else of the ledger is."""

    def __init__(
        self, server: str, seal: Seal, carry: Carry, back: Rows, reader: RangeReader
    ) -> None:
        """Fold on a server, in tables that are gone afterwards."""
        self._server = server
        self._seal = seal
        self._carry = carry
        self._back = back
        self._reader = reader

    @contextmanager
    def folded(self) -> Generator[tuple[Iterator[Changed], Carry]]:
        """Yield the rows that came and then those that went, as long as the server has them.

        With them what is carried out.

        Raises:
            HaltedError: it asks for what the range has not.
            psycopg.Error: a carried row is not its table's.

        """
        drop(self._server, CHECKED)
        try:
            with closing(connect(self._server)) as connection:
                yield self._fold(connection)
        finally:
            drop(self._server, CHECKED)

    def _fold(self, connection: psycopg.Connection[Any]) -> tuple[Iterator[Changed], Carry]:
        seal, carry = self._seal, self._carry
        tables = [name for one in judging().with_tables() for name, _ in one.tables]
        self._runner().close()
        rows = {
            table: [*carry.rows.get(table, []), *self._back.get(table, [])]
            for table in {*carry.rows, *self._back}
        }
        plant(self._server, CHECKED, rows, seal.edge)
        note_changes(connection, CHECKED, tables)
        with self._runner() as runner:
            # What is read again as it folds, nobody carries out.
            runner.catch_up(until=seal.last, progress=lambda _at, _last: self._reader.forget())
        changes = read_changes(connection, CHECKED)
        trace = Trace()
        self._reader.forget()
        self._runner(trace.schema).close()
        heads = {**carry.heads, **self._reader.heads_after()}
        out = carry_of(seal.origin, seal.last, heads, trace)
        out = msgspec.structs.replace(out, events=sorted(self._reader.taken))
        return figures_of(changes), out

    def _runner(self, schema_of: SchemaOf = Schema) -> Runner:
        return Runner(
            self._server,
            schema=CHECKED,
            page=self._seal.page,
            pipeline=judging(),
            reader=self._reader,
            schema_of=schema_of,
        )


def _trust_of(rows: list[RowTuple], older: list[Older]) -> Trust:
    """Fold who may sign in a range, from the acts before it and in it, and its ticks."""
    acts = [one.row for one in older if is_trust(one.row) or one.row[3] == ClockTicked.KIND]
    trust = fold_trust([*acts, *(row for row in rows if is_trust(row))])
    return fold_trust([*acts, *rows]) if trust.expiring else trust


def _extend(tree: Frontier, events: Events, last: int) -> None:
    for links in events.links(tree.size + 1, last):
        tree.extend(links)


def differences(sealed: Iterator[Changed], folded: Iterator[Changed]) -> list[str]:
    """Return, of each table, the first row that only the one or the other has; both in order.

    >>> differences(iter([("came", "pool", "2")]), iter([("came", "pool", "1")]))
    ['pool: of the rows that came the seal has 2 where the events give 1']

    Raises:
        UnreadableTableError: what is sealed is not in order.

    """
    only: dict[tuple[str, str], dict[str, str]] = {}
    both = merge(
        ((row, "sealed") for row in _in_order(sealed)), ((row, "folded") for row in folded)
    )
    for row, sides in groupby(both, key=itemgetter(0)):
        change, table, said = row
        (_, side), *other = sides
        if not other:
            only.setdefault((change, table), {}).setdefault(side, said)
    return [
        f"{table}: of the rows that {change} the seal has {one.get('sealed', 'none')}"
        f" where the events give {one.get('folded', 'none')}"
        for (change, table), one in only.items()
    ]


def _in_order(rows: Iterator[Changed]) -> Iterator[Changed]:
    before: Changed | None = None
    for row in rows:
        if before is not None and row <= before:
            change, table, _ = row
            raise UnreadableTableError(f"{table}: its rows that {change} are not in order")
        before = row
        yield row
