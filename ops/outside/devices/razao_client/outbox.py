"""The outbox: what the device said, on disk before anybody is told that it was kept.

SQLite in WAL mode with ``synchronous=FULL``: a transaction is on the disk when its commit returns,
and after a power cut the file holds it whole or not at all. A row is a segment, signed and chained;
its bytes stay until its receipt is here, and a while after. Whoever opens an outbox holds it alone.
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from .errors import OutboxError
from .keys import fits
from .wire import LINK_SIZE, NO_LINK, Segment, link_of, statement

Sign = Callable[[Sequence[bytes], int, bytes], Segment]
"""Signs consecutive envelopes, the first of a seq, after the event of a link."""
FORMAT: Final = "razao-outbox/1"
LOOKED_AT: Final = 200
"""Segments whose bytes, links and signatures are looked at when an outbox is opened; of the others
each is looked at before it is sent."""
_APPLICATION: Final = 0x52617A6F
_TABLES: Final = """
CREATE TABLE outbox (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    format TEXT NOT NULL,
    origin TEXT NOT NULL,
    source TEXT NOT NULL,
    key BLOB NOT NULL,
    seq INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE TABLE segment (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    link BLOB NOT NULL,
    line BLOB,
    position INTEGER,
    earlier INTEGER
) STRICT;
CREATE INDEX waiting ON segment (first, count) WHERE position IS NULL;
CREATE INDEX received ON segment (first) WHERE position IS NOT NULL;
CREATE INDEX held ON segment (first) WHERE position IS NOT NULL AND line IS NOT NULL;
CREATE TABLE named (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX named_seq ON named (seq);
CREATE TABLE note (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    code TEXT NOT NULL,
    pt TEXT NOT NULL,
    en TEXT NOT NULL,
    evidence TEXT NOT NULL
) STRICT;
"""
"""``outbox`` has the public key that signs from now on, and the seq and link that the first segment
here follows; of a segment, ``link`` is
its last event's, ``position`` its receipt's, ``earlier`` that of a receipt which the house gave
before it forgot the event."""


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """The house's word that a segment is in its log."""

    origin: str
    source: str
    first: int
    count: int
    link: str
    position: int

    @property
    def last(self) -> int:
        """Seq of its last event."""
        return self.first + self.count - 1


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A segment that has no receipt yet."""

    first: int
    count: int
    previous: bytes
    link: bytes
    line: bytes

    @property
    def last(self) -> int:
        """Seq of its last event."""
        return self.first + self.count - 1


@dataclass(frozen=True, kw_only=True)
class Named:
    """An event that the terminal gave a name of its own."""

    id: str
    seq: int
    digest: bytes


class Outbox:
    """A device's outbox, open, and held by nobody else."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Take over an open connection whose tables are there: see :meth:`open`."""
        self.path = path
        self._connection = connection
        with self._told():
            self._read_all()

    @classmethod
    def make(
        cls,
        path: Path,
        origin: str,
        source: str,
        key: bytes,
        *,
        seq: int = 0,
        link: bytes = NO_LINK,
    ) -> "Outbox":
        """Make an outbox whose next event follows ``seq``, which has ``link``; by default seq 1.

        Raises:
            OutboxError: there is one, or the disk does not take it.

        """
        if path.exists():
            raise OutboxError(
                "outbox-exists",
                en=f"{path}: there is an outbox already; it holds what the device said",
                pt=f"{path}: já há uma caixa de saída; tem dentro o que o dispositivo disse",
            )
        # Made whole under another name: a power cut leaves no outbox that says nothing.
        half = path.with_name(f"{path.name}.new")
        for stale in (half, *_beside(half)):
            stale.unlink(missing_ok=True)
        try:
            handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.close(handle)
            with contextlib.closing(sqlite3.connect(half, isolation_level=None)) as made:
                made.execute("PRAGMA synchronous=FULL")
                made.executescript(f"BEGIN; PRAGMA application_id={_APPLICATION}; {_TABLES}")
                made.execute(
                    "INSERT INTO outbox VALUES (1, ?, ?, ?, ?, ?, ?)",
                    (FORMAT, origin, source, key, seq, link),
                )
                made.execute("COMMIT")
            half.rename(path)
            sync_folder(path.parent)
        except (OSError, sqlite3.Error) as error:
            raise _disk_fault(path, error) from error
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> "Outbox":
        """Open an outbox and look whether it is whole.

        Raises:
            OutboxError: there is none, another process holds it, or it is corrupt.

        """
        if not path.exists():
            raise OutboxError(
                "no-outbox",
                en=f"{path}: there is no outbox; `razao-agent init` makes one, and where one was "
                "lost `razao-agent recover` asks the house where its chain goes on",
                pt=f"{path}: não há caixa de saída; `razao-agent init` faz uma, e se se perdeu "
                "`razao-agent recover` pergunta à casa onde continua a sua cadeia",
            )
        connection = _connect(path)
        try:
            one = cls(path, connection)
            one.check()
        except BaseException:
            connection.close()
            raise
        return one

    def close(self) -> None:
        """Close the file; what was kept is on the disk already."""
        self._connection.close()

    def reopen(self) -> None:
        """Read everything anew from the disk, after a commit whose outcome is not known.

        Raises:
            OutboxError: it cannot be opened.

        """
        self._connection.close()
        self._connection = _connect(self.path)
        with self._told():
            self._read_all()
        self.check()

    # --- what is kept --------------------------------------------------------------------------

    def keep(
        self,
        segments: Sequence[tuple[int, Segment]],
        named: Sequence[Named] = (),
        key: bytes | None = None,
    ) -> None:
        """Write segments that continue the chain, each with its first seq; on disk on return.

        With ``key``, another public key signs from then on.

        Raises:
            OutboxError: nothing was kept; of ``unknown`` it is not known, and `reopen` tells.

        """
        seq, link = self.seq, self.link
        for first, segment in segments:
            assert first == seq + 1
            seq, link = seq + len(segment.envelopes), link_of(segment.envelopes[-1])
        with self._writing():
            self._insert(segments)
            self._connection.executemany(
                "INSERT INTO named VALUES (?, ?, ?)",
                [(one.id, one.seq, one.digest) for one in named],
            )
            if key is not None:
                self._connection.execute("UPDATE outbox SET key = ?", (key,))
        self.seq, self.link = seq, link
        self.key = self.key if key is None else key

    def named(self, id_: str) -> Named | None:
        """Return the event that the terminal gave this name, if it is still known."""
        with self._told():
            row = self._connection.execute(
                "SELECT seq, digest FROM named WHERE id = ?", (id_,)
            ).fetchone()
        return None if row is None else Named(id=id_, seq=row[0], digest=bytes(row[1]))

    def link_at(self, seq: int) -> bytes | None:
        """Return the link of an event, where it is the last of a segment or its bytes are here."""
        if seq == self._base_seq:
            return self._base_link
        with self._told():
            row = self._connection.execute(
                "SELECT first, count, link, line FROM segment WHERE first <= ? "
                "ORDER BY first DESC LIMIT 1",
                (seq,),
            ).fetchone()
        if row is None or seq >= row[0] + row[1]:
            return None
        if seq == row[0] + row[1] - 1:
            return bytes(row[2])
        if row[3] is None:
            return None
        first = int(row[0])
        return self._read(first, bytes(row[3])).links()[seq - first]

    # --- what waits ----------------------------------------------------------------------------

    def waiting(self, count: int, size: int) -> list[Waiting]:
        """Return the first segments without a receipt: at most so many, and of so many bytes.

        Raises:
            OutboxError: one of them is not what was kept.

        """
        found: list[Waiting] = []
        total = 0
        with self._told():
            rows = self._connection.execute(
                "SELECT first, count, link, line FROM segment WHERE position IS NULL "
                "ORDER BY first LIMIT ?",
                (count,),
            )
            for first, events, link, line in rows:
                if line is None:
                    self._corrupt(f"segment {first} waits, and its bytes are gone")
                total += len(line)
                if found and total > size:
                    break
                previous = found[-1].link if found else self._before(first)
                one = Waiting(
                    first=first,
                    count=events,
                    previous=previous,
                    link=bytes(link),
                    line=bytes(line),
                )
                self._check_links(one)
                found.append(one)
        return found

    def waiting_count(self) -> int:
        """Return how many events have no receipt."""
        with self._told():
            query = "SELECT coalesce(sum(count), 0) FROM segment WHERE position IS NULL"
            return int(self._connection.execute(query).fetchone()[0])

    def replace(self, old: Waiting, parts: Sequence[tuple[int, Segment]]) -> None:
        """Put several segments over the same events in the place of a segment that waits."""
        with self._writing():
            self._connection.execute("DELETE FROM segment WHERE first = ?", (old.first,))
            self._insert(parts)

    def mend(self, first: int, sign: Sign, at: str) -> int:
        """Leave a waiting segment out, and let those after it follow what came before.

        Their events are the same but for number and link, under new signatures. The bytes of the
        segment go into the notes. Returns how many events were signed anew.
        """
        rows = self._all_waiting()
        if not rows or rows[0][0] != first:
            raise OutboxError(
                "not-first",
                en=f"{self.path}: seq {first} is not the first event that waits",
                pt=f"{self.path}: o n.º {first} não é o primeiro evento à espera",
            )
        refused = rows[0][1]
        last = first + len(refused.envelopes) - 1
        follow = _follow(rows[1:], first - 1, self._before(first), sign)
        with self._writing():
            self._connection.execute("DELETE FROM segment WHERE first >= ?", (first,))
            self._connection.execute("DELETE FROM named WHERE seq BETWEEN ? AND ?", (first, last))
            self._connection.executemany("UPDATE named SET seq = ? WHERE seq = ?", follow.moved)
            self._insert(follow.parts)
            self._note(
                at,
                "set-aside",
                en=f"seq {first} to {last}, which the house refused, was set aside",
                pt=f"o n.º {first} a {last}, que a casa recusou, foi posto de lado",
                evidence=refused.line().decode(),
            )
        self.seq, self.link = follow.seq, follow.link
        return len(follow.moved)

    def carry(self, path: Path, seq: int, link: bytes, sign: Sign) -> int:
        """Make a new outbox that goes on after another event, and carry over all that waits here.

        Its events are the same but for number and link, under new signatures. Returns their count.
        """
        follow = _follow(self._all_waiting(), seq, link, sign)
        with self._told():
            names = self._connection.execute("SELECT id, seq, digest FROM named").fetchall()
            notes = self._connection.execute("SELECT * FROM note").fetchall()
        moved = {old: new for new, old in follow.moved}
        names = [(name, moved[old], digest) for name, old, digest in names if old in moved]
        new = Outbox.make(path, self.origin, self.source, self.key, seq=seq, link=link)
        with contextlib.closing(new):
            new.fill(follow.parts, names, notes)
        return len(follow.moved)

    def sign_anew(self, key: bytes, sign: Sign) -> int:
        """Let another key sign from now on, and what waits; return how many segments those are."""
        rows = self._all_waiting()
        signed = [
            (sign(one.envelopes, first, self._before(first)).line(), first) for first, one in rows
        ]
        with self._writing():
            self._connection.executemany("UPDATE segment SET line = ? WHERE first = ?", signed)
            self._connection.execute("UPDATE outbox SET key = ?", (key,))
        self.key = key
        return len(signed)

    def fill(
        self,
        parts: Sequence[tuple[int, Segment]],
        names: Sequence[tuple[str, int, bytes]],
        notes: Sequence[tuple[Any, ...]],
    ) -> None:
        """Take over what waited in another outbox, its names and notes, into one just made."""
        with self._writing():
            self._insert(parts)
            self._connection.executemany("INSERT INTO named VALUES (?, ?, ?)", names)
            self._connection.executemany("INSERT INTO note VALUES (?, ?, ?, ?, ?, ?)", notes)

    def _all_waiting(self) -> list[tuple[int, Segment]]:
        with self._told():
            rows = self._connection.execute(
                "SELECT first, line FROM segment WHERE position IS NULL ORDER BY first"
            ).fetchall()
        return [(first, self._read(first, bytes(line or b""))) for first, line in rows]

    def _insert(self, parts: Sequence[tuple[int, Segment]]) -> None:
        self._connection.executemany(
            "INSERT INTO segment (first, count, link, line) VALUES (?, ?, ?, ?)",
            [(first, len(one.envelopes), one.links()[-1], one.line()) for first, one in parts],
        )

    # --- receipts ------------------------------------------------------------------------------

    def receive(self, receipts: Sequence[Receipt]) -> list[tuple[Receipt, int]]:
        """Write receipts down; return those that contradict an older one, with its position.

        An older one stays as it was: the newer stands in the notes.
        """
        contrary: list[tuple[Receipt, int]] = []
        with self._writing():
            for one in receipts:
                row = self._connection.execute(
                    "SELECT position, earlier FROM segment WHERE first = ? AND count = ?",
                    (one.first, one.count),
                ).fetchone()
                if row is None:
                    continue
                known = row[0] if row[0] is not None else row[1]
                if known is not None and known != one.position:
                    contrary.append((one, known))
                if row[0] is None:
                    self._connection.execute(
                        "UPDATE segment SET position = ? WHERE first = ?", (one.position, one.first)
                    )
        return contrary

    def receipts(self, after: int = 0) -> Iterator[Receipt]:
        """Yield the receipts of segments after a seq, in order."""
        while True:
            with self._told():
                rows = self._connection.execute(
                    "SELECT first, count, link, position FROM segment "
                    "WHERE position IS NOT NULL AND first > ? ORDER BY first LIMIT 1000",
                    (after,),
                ).fetchall()
            for first, count, link, position in rows:
                yield self._receipt(first, count, link, position)
                after = first
            if not rows:
                return

    def last_receipt(self) -> Receipt | None:
        """Return the receipt of the newest event that has one."""
        with self._told():
            row = self._connection.execute(
                "SELECT first, count, link, position FROM segment "
                "WHERE position IS NOT NULL ORDER BY first DESC LIMIT 1"
            ).fetchone()
        return None if row is None else self._receipt(*row)

    def wait_again(self, seq: int) -> tuple[int, int]:
        """Let segments after a seq wait again, whose receipts the house does not stand by.

        Returns how many segments wait again, and how many others have no bytes any more.
        """
        with self._writing():
            gone = self._connection.execute(
                "SELECT count(*) FROM segment "
                "WHERE first > ? AND position IS NOT NULL AND line IS NULL",
                (seq,),
            ).fetchone()[0]
            if gone:
                return 0, int(gone)
            cursor = self._connection.execute(
                "UPDATE segment SET earlier = position, position = NULL "
                "WHERE first > ? AND position IS NOT NULL",
                (seq,),
            )
            return cursor.rowcount, 0

    def forget(self, keep: int) -> None:
        """Let go of the bytes and names of all segments with receipts but the newest so many."""
        with self._writing():
            row = self._connection.execute(
                "SELECT first FROM segment WHERE position IS NOT NULL AND line IS NOT NULL "
                "ORDER BY first DESC LIMIT 1 OFFSET ?",
                (keep,),
            ).fetchone()
            if row is None:
                return
            self._connection.execute(
                "UPDATE segment SET line = NULL "
                "WHERE first <= ? AND line IS NOT NULL AND position IS NOT NULL",
                row,
            )
            self._connection.execute("DELETE FROM named WHERE seq <= ?", row)

    # --- notes ---------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return where the device's chain and its receipts stand."""
        receipt = self.last_receipt()
        return {
            "origin": self.origin,
            "source": self.source,
            "key": self.key.hex(),
            "last": self.seq,
            "waiting": self.waiting_count(),
            "receipt": None if receipt is None else asdict(receipt),
            "notes": len(self.notes()),
        }

    def note(self, at: str, code: str, *, en: str, pt: str, evidence: str) -> bool:
        """Write down what a person should know; tell whether it is new."""
        with self._writing():
            last = self._connection.execute(
                "SELECT evidence FROM note WHERE code = ? ORDER BY number DESC LIMIT 1", (code,)
            ).fetchone()
            if last is not None and last[0] == evidence:
                return False
            self._note(at, code, en=en, pt=pt, evidence=evidence)
        return True

    def _note(self, at: str, code: str, *, en: str, pt: str, evidence: str) -> None:
        self._connection.execute(
            "INSERT INTO note (at, code, pt, en, evidence) VALUES (?, ?, ?, ?, ?)",
            (at, code, pt, en, evidence),
        )

    def notes(self) -> list[dict[str, Any]]:
        """Return all notes, oldest first."""
        with self._told():
            rows = self._connection.execute(
                "SELECT number, at, code, pt, en, evidence FROM note ORDER BY number"
            ).fetchall()
        names = ("number", "at", "code", "pt", "en", "evidence")
        return [dict(zip(names, row, strict=True)) for row in rows]

    # --- whether it is whole -------------------------------------------------------------------

    def check(self) -> None:
        """Look whether the file is whole, the chain without a gap and its end as it was signed.

        Raises:
            OutboxError: naming what is not.

        """
        with self._told():
            told = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if told != "ok":
                self._corrupt(str(told))
            broken = self._connection.execute(
                "SELECT first FROM (SELECT first, "
                "lag(first + count, 1, ?) OVER (ORDER BY first) AS expected FROM segment) "
                "WHERE first <> expected LIMIT 1",
                (self._base_seq + 1,),
            ).fetchone()
            if broken is not None:
                self._corrupt(f"the chain has a gap before seq {broken[0]}")
            rows = self._connection.execute(
                "SELECT first, count, link, line FROM segment ORDER BY first DESC LIMIT ?",
                (LOOKED_AT,),
            ).fetchall()
            for first, count, link, line in rows:
                if line is not None:
                    one = Waiting(
                        first=first,
                        count=count,
                        previous=self._before(first),
                        link=bytes(link),
                        line=bytes(line),
                    )
                    self._check_signature(one, self._check_links(one))

    def _check_links(self, one: Waiting) -> Segment:
        """Return a segment's bytes where its events follow each other, and the one before."""
        segment = self._read(one.first, one.line)
        links = segment.links()
        if len(links) != one.count or links[-1] != one.link:
            self._corrupt(f"segment {one.first} is not what its link says")
        for at, (envelope, link) in enumerate(
            zip(segment.envelopes, (one.previous, *links), strict=False)
        ):
            seq, previous = envelope.split(b"\n", 4)[2:4]
            if (seq, previous) != (b"%d" % (one.first + at), link.hex().encode()):
                self._corrupt(f"seq {one.first + at} does not follow the event before it")
        return segment

    def _check_signature(self, one: Waiting, segment: Segment) -> None:
        message = statement(
            self.origin, self.source, segment.key, one.first, one.previous, segment.links()
        )
        if not fits(segment.key, segment.signature, message):
            self._corrupt(f"the signature of segment {one.first} does not fit")

    def _read(self, first: int, line: bytes) -> Segment:
        try:
            return Segment.read(line)
        except ValueError as error:
            self._corrupt(f"segment {first}: {error}")

    def _before(self, first: int) -> bytes:
        """Return the link of the event before a segment."""
        if first == self._base_seq + 1:
            return self._base_link
        row = self._connection.execute(
            "SELECT link FROM segment WHERE first < ? ORDER BY first DESC LIMIT 1", (first,)
        ).fetchone()
        if row is None or len(row[0]) != LINK_SIZE:
            self._corrupt(f"the event before seq {first} is not there")
        return bytes(row[0])

    def _read_all(self) -> None:
        """Read whose outbox it is, and where its chain goes on."""
        row = self._connection.execute(
            "SELECT format, origin, source, key, seq, link FROM outbox"
        ).fetchone()
        if row is None or row[0] != FORMAT:
            self._corrupt(f"expected the format {FORMAT}, got {row and row[0]!r:.40}")
        _, self.origin, self.source, key, self._base_seq, base_link = row
        self.key, self._base_link = bytes(key), bytes(base_link)
        self.seq, self.link = self._base_seq, self._base_link
        newest = self._connection.execute(
            "SELECT first + count - 1, link FROM segment ORDER BY first DESC LIMIT 1"
        ).fetchone()
        if newest is not None:
            self.seq, self.link = newest[0], bytes(newest[1])

    def _receipt(self, first: int, count: int, link: bytes, position: int) -> Receipt:
        return Receipt(
            origin=self.origin,
            source=self.source,
            first=first,
            count=count,
            link=bytes(link).hex(),
            position=position,
        )

    def _corrupt(self, why: str) -> NoReturn:
        raise OutboxError(
            "outbox-corrupt",
            en=f"{self.path}: the outbox is corrupt: {why}. Nothing more is written to it; put it "
            "aside, keep it, and `razao-agent recover` goes on where the house is",
            pt=f"{self.path}: a caixa de saída está corrompida: {why}. Nada mais se escreve nela; "
            "ponha-a de lado, guarde-a, e `razao-agent recover` continua onde a casa está",
        )

    @contextlib.contextmanager
    def _told(self) -> Generator[None]:
        """Tell the errors of SQLite in this device's words."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _is_corrupt(error):
                self._corrupt(str(error))
            raise _disk_fault(self.path, error) from error

    @contextlib.contextmanager
    def _writing(self) -> Generator[None]:
        """Write a transaction; on disk when the block ends, and otherwise not there."""
        connection = self._connection
        with self._told():
            connection.execute("BEGIN IMMEDIATE")
        try:
            with self._told():
                yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back by itself
                connection.execute("ROLLBACK")
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
                raise _disk_fault(self.path, error) from error
            raise OutboxError(
                "unknown",
                en=f"{self.path}: the disk did not say whether it wrote: {error}",
                pt=f"{self.path}: o disco não disse se escreveu: {error}",
            ) from error


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file and hold it alone, until the connection is closed."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.2)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")
        connection.execute("PRAGMA journal_size_limit=4000000")
        # The first who reads takes the lock, and keeps it; a full disk stands in nobody's way.
        connection.execute("SELECT one FROM outbox").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError) and _is_locked(error):
            raise OutboxError(
                "outbox-held",
                en=f"{path}: another process holds this outbox: a device has one agent, and this "
                "wants it stopped",
                pt=f"{path}: outro processo tem esta caixa de saída: um dispositivo tem um agente, "
                "e isto pede-o parado",
            ) from error
        if _is_corrupt(error) or "no such table" in str(error):
            raise OutboxError(
                "outbox-corrupt",
                en=f"{path}: the outbox is corrupt: {error}. Keep the file",
                pt=f"{path}: a caixa de saída está corrompida: {error}. Guarde o ficheiro",
            ) from error
        raise _disk_fault(path, error) from error
    return connection


def _is_locked(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _is_corrupt(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def _disk_fault(path: Path, error: Exception) -> OutboxError:
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    if full or getattr(error, "errno", None) == errno.ENOSPC:
        return OutboxError(
            "disk-full",
            en=f"{path}: the disk is full; this was not kept, and what was kept before stays",
            pt=f"{path}: o disco está cheio; isto não ficou guardado, e o que já estava fica",
        )
    return OutboxError(
        "disk",
        en=f"{path}: the disk does not answer: {error}",
        pt=f"{path}: o disco não responde: {error}",
    )


@dataclass(frozen=True)
class _Followed:
    """Segments that follow another event than the one they were signed after."""

    parts: list[tuple[int, Segment]]
    moved: list[tuple[int, int]]
    """Of each event the new seq and the old."""
    seq: int
    link: bytes


def _follow(rows: Sequence[tuple[int, Segment]], seq: int, link: bytes, sign: Sign) -> _Followed:
    """Return segments with their events numbered, linked and signed anew, after an event."""
    parts: list[tuple[int, Segment]] = []
    moved: list[tuple[int, int]] = []
    for old, segment in rows:
        envelopes: list[bytes] = []
        first, previous = seq + 1, link
        for offset, envelope in enumerate(segment.envelopes):
            seq += 1
            moved.append((seq, old + offset))
            envelopes.append(_renumbered(envelope, seq, link))
            link = link_of(envelopes[-1])
        parts.append((first, sign(envelopes, first, previous)))
    return _Followed(parts, moved, seq, link)


def _renumbered(envelope: bytes, seq: int, previous: bytes) -> bytes:
    """Return an envelope at another place of its chain."""
    form, source, _, _, rest = envelope.split(b"\n", 4)
    return b"\n".join((form, source, b"%d" % seq, previous.hex().encode(), rest))


def _beside(path: Path) -> Sequence[Path]:
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def sync_folder(folder: Path) -> None:
    """Have a new file's name on the disk, too, where folders can be synced."""
    with contextlib.suppress(PermissionError):  # Windows
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def receipt_of(told: Mapping[str, Any]) -> Receipt:
    """Read a receipt as the house writes it.

    Raises:
        ValueError: it is none.

    """
    names = {"origin": str, "source": str, "first": int, "count": int, "link": str, "position": int}
    for name, kind in names.items():
        if type(told.get(name)) is not kind:
            raise ValueError(f"receipt: {name} is {told.get(name)!r:.80}")
    return Receipt(**{name: told[name] for name in names})
