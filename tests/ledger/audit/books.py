"""A small ledger written without a door: rows, heads and memo as the append function leaves them.

What verification reads is a ``Store``; ``Book`` is one in memory, whose rows a test may mistreat as
freely as a superuser may those of a table.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from hashlib import sha256

from ledger.audit.diagnosis import Heads
from ledger.audit.statements import KeptNote
from ledger.audit.verification import TILE_EVENTS
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    Heartbeat,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    Registrar,
    SourceEnrolled,
)
from ledger.events.reviews import Approval
from ledger.ids import LINK_SIZE, NO_LINK, Link
from ledger.keys import TRUST_KINDS
from ledger.signed.merkle import root_of
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ledger.store.cold import Away
from ledger.store.stored import Row, RowTuple, whole

ORIGIN = "casa"
SERVICE = "casa-service"
REGISTRARS = ("ana", "rui", "eva")


def signer(name: str) -> KeySigner:
    """Return the key of that name: the same in every run."""
    return KeySigner.from_seed(sha256(name.encode()).digest())


def at(minute: int) -> str:
    """Return a time of one evening."""
    return f"2026-11-20T{20 + minute // 60:02}:{minute % 60:02}:00.000000Z"


class Speakers:
    """The sources of a small casino, and the segments they sign; nothing is stored here."""

    def __init__(self) -> None:
        self.chains: dict[str, SourceChain] = {}
        self.minute = 0
        for name in (SERVICE, *REGISTRARS):
            self.chains[name] = SourceChain(ORIGIN, name, signer(name))

    def founding(self) -> LedgerFounded:
        """Return the trust root: three registrars of whom two decide."""
        return LedgerFounded(
            origin=ORIGIN,
            service=SERVICE,
            service_key=signer(SERVICE).public_key.hex(),
            log_key=signer("log").public_key.hex(),
            registrars=tuple(
                Registrar(source=name, key=signer(name).public_key.hex()) for name in REGISTRARS
            ),
            threshold=2,
        )

    def say(self, source: str, *payloads: Payload) -> Segment:
        """Let a source sign events as one segment."""
        chain = self.chains[source]
        first, previous = chain.seq + 1, chain.link
        envelopes = [chain.event(payload, at(self.minute)) for payload in payloads]
        return chain.sign(envelopes, first, previous)

    def beat(self, source: str, count: int = 1) -> Segment:
        """Let a source sign so many plain events as one segment."""
        seq = self.chains[source].seq
        return self.say(source, *(Heartbeat(waiting=seq + n) for n in range(count)))

    def enrolment(
        self, source: str, *, key: str | None = None, not_after: str | None = None
    ) -> list[Segment]:
        """Return a registrar's act that enrols a source, and another's approval."""
        new = signer(key or source)
        chain = self.chains.get(source)
        if chain is None:
            self.chains[source] = SourceChain(ORIGIN, source, new)
        else:
            chain.rotate(new)
        act = self.say(
            "ana",
            SourceEnrolled(
                source=source,
                role="table",
                key=new.public_key.hex(),
                not_after=not_after,
                proof=prove_possession(ORIGIN, source, new),
            ),
        )
        return [act, self.approval("rui", "ana")]

    def approval(self, who: str, author: str) -> Segment:
        """Let a registrar approve another's newest act."""
        chain = self.chains[author]
        return self.say(who, Approval(target=chain.name_of_last(), link=chain.link.hex()))

    def rotation(self, source: str, key: str) -> Segment:
        """Let a source hand over to its next key."""
        new = signer(key)
        segment = self.say(
            source,
            KeyRotated(key=new.public_key.hex(), proof=prove_possession(ORIGIN, source, new)),
        )
        self.chains[source].rotate(new)
        return segment

    def revocation(self, source: str) -> list[Segment]:
        """Return a registrar's act that ends a source's key, and another's approval."""
        key = self.chains[source].signer.public_key.hex()
        act = self.say("ana", KeyRevoked(source=source, key=key))
        return [act, self.approval("eva", "ana")]


class Book:
    """A ledger in memory."""

    def __init__(self) -> None:
        self.speakers = Speakers()
        self.rows: list[Row] = []
        self.position = 0
        self.origin: str | None = ORIGIN
        self.blinded = True
        self.heads_of: dict[str, tuple[int, bytes]] = {}
        self.tiles: dict[int, bytes] = {}
        self.notes: list[KeptNote] = []
        self.tree_tiles: dict[tuple[int, int], bytes] = {}
        self.away: Away = {}
        self.record(self.speakers.say(SERVICE, self.speakers.founding()))

    # --- writing ------------------------------------------------------------------------------

    def record(self, *segments: Segment) -> None:
        """Store segments as the append function does."""
        for segment in segments:
            for number, envelope in enumerate(segment.envelopes, 1):
                self.position += 1
                last = number == len(segment.envelopes)
                row = row_of(self.position, envelope, segment.signature if last else None)
                self.rows.append(row)
                self.heads_of[row.source] = (row.seq, row.link)

    def beat(self, source: str, count: int = 1) -> None:
        """Record a segment of plain events."""
        self.record(self.speakers.beat(source, count))

    def enrol(self, *sources: str) -> None:
        """Enrol sources."""
        for source in sources:
            self.record(*self.speakers.enrolment(source))
            self.heads_of.setdefault(source, (0, NO_LINK))

    def tick(self, minutes: int = 1) -> None:
        """Note the links, then sign their root."""
        self.speakers.minute += minutes
        self.note()
        links = [row.link for row in self.rows]
        self.record(
            self.speakers.say(SERVICE, ClockTicked(size=len(links), root=root_of(links).hex()))
        )

    def note(self) -> None:
        """Write the order memo."""
        links = [row.link for row in self.rows]
        for first in range(0, len(links), TILE_EVENTS):
            self.tiles[first // TILE_EVENTS] = b"".join(links[first : first + TILE_EVENTS])

    # --- what a superuser can do ---------------------------------------------------------------

    def row(self, position: int) -> Row:
        """Return the row at a position."""
        (row,) = (row for row in self.rows if row.position == position)
        return row

    def alter(self, position: int, column: str, value: object) -> None:
        """Give a row another value in one column."""
        index = self.rows.index(self.row(position))
        self.rows[index] = self.rows[index]._replace(**{column: value})

    def delete(self, position: int) -> None:
        """Take a row away."""
        self.rows.remove(self.row(position))

    def insert(self, row: Row) -> None:
        """Add a row."""
        self.rows.append(row)

    def set_head(self, position: int) -> None:
        """Give the head another position."""
        self.position = position

    def set_origin(self, origin: str | None) -> None:
        """Give the ledger another name."""
        self.origin = origin

    def set_source_head(self, source: str, seq: int, link: bytes) -> None:
        """Give a source another head."""
        self.heads_of[source] = (seq, link)

    def delete_source_head(self, source: str) -> None:
        """Take a source's head away."""
        del self.heads_of[source]

    def set_tile(self, number: int, links: bytes) -> None:
        """Write another tile of the memo."""
        self.tiles[number] = links

    def delete_tile(self, number: int) -> None:
        """Take a tile away."""
        del self.tiles[number]

    def copy(self) -> "Book":
        """Return a book with the same rows, to be mistreated in this one's place."""
        other = copy(self)
        other.rows = list(self.rows)
        other.heads_of = dict(self.heads_of)
        other.tiles = dict(self.tiles)
        other.notes = list(self.notes)
        other.tree_tiles = dict(self.tree_tiles)
        return other

    # --- a Store ------------------------------------------------------------------------------

    def still(self) -> AbstractContextManager[object]:
        return nullcontext()

    def heads(self) -> Heads:
        noted = 0
        for number in range(len(self.tiles)):
            if number not in self.tiles:
                break
            noted = number * TILE_EVENTS + len(self.tiles[number]) // LINK_SIZE
        return Heads(self.position, self.origin, self.blinded, dict(self.heads_of), noted)

    def extent(self, head: int) -> int:
        positions = {row.position for row in self.rows}
        while head + 1 in positions:
            head += 1
        return max((p for p in positions if 0 < p <= head), default=0)

    def strays(self, size: int) -> list[RowTuple]:
        return self._select(lambda row: not 1 <= row.position <= size)

    def trust_rows(self, *, ticks: bool) -> list[RowTuple]:
        kinds = (ClockTicked.KIND,) if ticks else TRUST_KINDS
        return self._select(lambda row: row.kind in kinds)

    def stream(self, first: int, last: int) -> list[RowTuple]:
        rows = (tuple(row) for row in self.rows if first <= row.position <= last)
        return sorted(rows, key=lambda row: row[0])

    def before(self, first: int) -> list[RowTuple]:
        return self.at(first - 1_000, first - 1)

    def memos(self, first: int, last: int) -> dict[int, bytes]:
        return {number: tile for number, tile in self.tiles.items() if first <= number <= last}

    def checkpoints(self) -> list[KeptNote]:
        return self.notes

    def tree(self) -> list[tuple[int, int, bytes]]:
        return [(level, number, hashes) for (level, number), hashes in self.tree_tiles.items()]

    def at(self, first: int, last: int) -> list[RowTuple]:
        return self._select(lambda row: first <= row.position <= last)

    def of(self, source: str, first: int, last: int) -> list[RowTuple]:
        rows = self._select(lambda row: row.source == source and first <= row.seq <= last)
        return sorted(rows, key=lambda row: row[2])

    def memo(self, number: int) -> bytes:
        return self.tiles.get(number, b"")

    def _select(self, wanted: Callable[[Row], bool]) -> list[RowTuple]:
        rows = [whole(row) for row in self.rows]
        return sorted(row for row in rows if wanted(row))


def row_of(position: int, envelope: bytes, signature: bytes | None) -> Row:
    """Return the row that the append function makes of an envelope."""
    lines = envelope.split(b"\n", 5)
    link = Link(sha256(b"\x00" + envelope).digest())
    return Row(
        position, lines[1].decode(), int(lines[2]), lines[4].decode(), envelope, link, signature
    )


def evening() -> Book:
    """Return a small casino's evening: sources enrolled, rotated, revoked, enrolled again.

    Some 70 events with three ticks, single and in segments, so that each kind of place is there.
    """
    book = Book()
    speakers = book.speakers
    book.enrol("mesa-1", "mesa-2", "roleta")
    book.tick()
    book.beat("mesa-1")
    book.beat("mesa-2", 4)
    book.beat("roleta", 7)
    book.beat("mesa-1")
    book.beat("mesa-1", 3)
    book.beat("mesa-2")
    book.record(speakers.rotation("mesa-1", "mesa-1b"))
    book.beat("mesa-1", 2)
    book.beat("roleta")
    book.beat("mesa-2", 5)
    book.tick()
    book.record(*speakers.revocation("roleta"))
    book.beat("mesa-1", 6)
    book.record(*speakers.enrolment("roleta", key="roleta-b"))
    for _ in range(3):
        book.beat("roleta")
        book.beat("mesa-2", 2)
        book.beat("mesa-1")
    book.beat("roleta", 5)
    book.tick()
    book.beat("mesa-1", 2)
    book.beat("mesa-2")
    book.beat("roleta", 3)
    return book
