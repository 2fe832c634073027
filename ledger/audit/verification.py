"""Recompute the whole log from its stored rows: chain, header, columns, links, root, signatures.

Three steps, of which the first can run in as many processes as there are cores::

    examine(rows of a slice) → Part     every row looked at once, what is unusual written down
    stitch(parts) → Report              in ``ledger.audit.diagnosis``: slices joined, culprits named

The way for rows that are as they should be is short: an envelope's header is built from the
columns and from the source's previous event, and must be how the envelope begins; the envelope's
hash must be the link. Whatever does not pass goes the slow way, which only notes facts. Nothing is
blamed here, because the witness may stand in another slice.

Every comparison uses the *stored* links, so that one altered byte shows at one event: an envelope
that is not its link's does not make the next event wrong, too.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from typing import Final

from msgspec import Struct, field

from ledger.audit.trust import Entitled, Keys
from ledger.errors import UNREADABLE
from ledger.events.registry import ClockTicked
from ledger.ids import NO_LINK, Link
from ledger.keys import ENTITLED
from ledger.signed.canonical import Header, begins, decode_stored
from ledger.signed.chain import LEAF_PREFIX, link_of
from ledger.signed.merkle import Frontier
from ledger.signed.segments import Signed, segment_fits
from ledger.store.cold import MARK, Away, is_marked
from ledger.store.stored import Row, RowTuple, read_header, whole

TILE_EVENTS: Final = 256
"""Links in one level-0 tile of the log; slices begin and end at tiles."""
SLICE_EVENTS_MAX: Final = 65_536
ODD_ROWS_MAX: Final = 1_000
"""Odd rows of one slice that are kept whole; more are only counted."""
_NODE_PREFIX: Final = b"\x01"


# --- what a slice gives ------------------------------------------------------------------------


class Stretch(Struct):
    """Consecutive events of one source that follow each other, in the order of their positions."""

    source: str
    first: int
    previous: bytes | None
    """The link that the first event names; None where its header cannot be trusted."""
    first_position: int
    last: int
    link: bytes
    """The stored link of the last event."""
    computed: bytes | None
    """Its computed link, where that is another."""
    last_position: int


class Odd(Struct):
    """A row that contradicts itself."""

    row: Row
    computed: bytes
    header: Header | None
    source: str
    seq: int
    previous: bytes | None
    """Which event it is and what it follows: by its header if the link fits, else by columns."""

    @property
    def fits(self) -> bool:
        """Whether the link is the envelope's."""
        return self.computed == self.row.link


class Failed(Struct):
    """Consecutive events of one source under no signature that was found to fit."""

    source: str
    first: int
    last: int
    position: int
    """Of the last of them."""
    keyless: bool
    """Whether no key was known that could have signed."""


class Tick(Struct):
    """A ``clock-ticked``'s statement about the log before it: size and root."""

    position: int
    source: str
    seq: int
    size: int
    root: bytes
    edge: list[bytes] | None
    """Subtrees of the incomplete tile at ``size``, if that is in the same slice."""


class Unread(Struct, kw_only=True):
    """Events of a range that left, which nobody could look at."""

    first: int
    last: int
    """Of the range."""
    events: int = 0
    signatures: int = 0
    """Signatures that are there, or stand under these events, and were not checked."""
    because: str


class Part(Struct):
    """Everything about a slice that must be known to judge the whole."""

    first: int
    last: int
    events: int = 0
    signatures: int = 0
    stretches: list[Stretch] = field(default_factory=list[Stretch])
    odd: list[Odd] = field(default_factory=list[Odd])
    odd_uncounted: int = 0
    named: dict[tuple[str, int], bytes] = field(default_factory=dict[tuple[str, int], bytes])
    """The computed link of odd events whose successor names that, not the stored one."""
    doubled: list[Row] = field(default_factory=list[Row])
    """Rows at a position that another row has, which takes a dropped index."""
    holes: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    tiles: list[bytes | None] = field(default_factory=list[bytes | None])
    """The subtree root of each complete tile; None where a row is missing."""
    edge: list[bytes | None] = field(default_factory=list[bytes | None])
    """The links of the last, incomplete tile."""
    noted: list[int] = field(default_factory=list[int])
    """How many links of each tile the order memo has."""
    differing: list[int] = field(default_factory=list[int])
    """Tiles whose memo is not what the rows say."""
    ticks: list[Tick] = field(default_factory=list[Tick])
    failed: list[Failed] = field(default_factory=list[Failed])
    barred: list[tuple[Row, str]] = field(default_factory=list[tuple[Row, str]])
    """Events that the door must have refused, and why: by sources without the right."""
    open: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Events at the end of the slice whose segment's signature has not come yet."""
    edges: dict[int, list[bytes]] = field(default_factory=dict[int, list[bytes]])
    """Of each size that a checkpoint states: the subtrees of its incomplete tile."""
    carried: tuple[str, int] | None = None
    """The source and first seq of the segment that was open when the slice began."""
    unread: dict[tuple[int, int], Unread] = field(default_factory=dict[tuple[int, int], "Unread"])
    """What left and could not be reached, by range."""


# --- looking at a slice ------------------------------------------------------------------------


class Scope(Struct):
    """The facts that ``examine`` needs beside the rows."""

    first: int
    """The slice's first position, one after a multiple of 256 where its tiles are asked for."""
    last: int
    origin: str
    blinded: bool = False
    """Whether the ledger takes envelopes of ``razao/2`` only."""
    service: str | None = None
    keys: Keys | None = None
    """Without them signatures are not looked at."""
    entitled: Entitled | None = None
    """Without it nobody asks who may say what the door guards."""
    memo: Mapping[int, bytes] = {}
    """The order memo's tiles of the slice."""
    stated: Sequence[int] = ()
    """The sizes, within the slice, of which checkpoints state a root."""
    carried: Sequence[RowTuple] = ()
    """The rows before the slice that belong to a segment which ends in it."""
    away: Away = {}
    """The ranges that cannot be reached; whoever hands the rows in notes them as they come."""


class _Chain:
    """One source on its way through a slice."""

    __slots__ = (
        "before",
        "computed",
        "first",
        "first_position",
        "head",
        "key_until",
        "link",
        "links",
        "next",
        "odd_seq",
        "position",
        "previous",
        "signed",
        "source",
        "unread",
    )

    def __init__(self, source: str, head: str, first: int, previous: bytes | None) -> None:
        self.source = source
        self.head = head
        """How each of its envelopes begins."""
        self.first = first
        self.previous = previous
        self.first_position = 0
        self.next = first
        self.link = previous or b""
        """The stored link of its newest event."""
        self.computed: bytes | None = None
        self.odd_seq = 0
        """The newest event whose link is not its envelope's, and the link it would have."""
        self.position = 0
        self.before = self.link
        self.links: list[Link] = []
        """The links since the last signature, and the one before them."""
        self.signed: Signed | None = None
        self.key_until = 0
        self.unread: Unread | None = None
        """Of the open segment an event was not looked at."""

    def stretch(self) -> Stretch:
        last = self.next - 1
        return Stretch(
            source=self.source,
            first=self.first,
            previous=self.previous,
            first_position=self.first_position,
            last=last,
            link=self.link,
            computed=self.computed if self.odd_seq == last else None,
            last_position=self.position,
        )


def examine(rows: Iterable[RowTuple], scope: Scope) -> Part:
    """Look at the rows of a slice, which come in order of position."""
    return _Examiner(scope).slice(rows)


def examine_strays(rows: Iterable[RowTuple], scope: Scope) -> Part:
    """Look at rows that stand outside the log's positions, wherever they do."""
    return _Examiner(scope).strays(rows)


class _Examiner:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._part = Part(first=scope.first, last=scope.last)
        self._chains: dict[str, _Chain] = {}
        self._carried = self._begin_carried()

    def slice(self, rows: Iterable[RowTuple]) -> Part:
        part = self._part
        source = iter(rows)
        first = self._scope.first
        hashed = sha256
        while first <= self._scope.last:
            number = (first - 1) // TILE_EVENTS
            end = min((number + 1) * TILE_EVENTS, self._scope.last) + 1
            chunk = list(islice(source, end - first))
            links: list[bytes | None]
            if [row[0] for row in chunk] == list(range(first, end)):
                links = [row[5] for row in chunk]
                try:
                    fit = [hashed(LEAF_PREFIX + row[4]).digest() for row in chunk] == links
                except TypeError:  # a null, where the column lost its constraint
                    fit = False
                if fit:
                    self._look_quickly(chunk)
                else:
                    for row in chunk:
                        self._look(whole(row))
                part.events += len(chunk)
            else:
                links, source = self._look_at_ragged(chunk, source, first, end)
            self._close_tile(number, links)
            first = end
        part.doubled.extend(map(whole, source))
        self._end()
        return part

    def strays(self, rows: Iterable[RowTuple]) -> Part:
        for row in rows:
            self._look(whole(row))
            self._part.events += 1
        self._end()
        return self._part

    # --- row by row -----------------------------------------------------------------------------

    def _look_quickly(self, chunk: list[RowTuple]) -> None:
        """Check rows whose links are their envelopes': columns, header, place in the chain."""
        chains = self._chains
        checked = self._scope.keys is not None
        service = self._scope.service
        blinded = self._scope.blinded
        for row in chunk:
            position, source, seq, kind, envelope, link, signature = row
            one = chains.get(source)
            if (
                one is None
                or seq != one.next
                or not begins(
                    envelope,
                    f"{one.head}{seq}\n{one.link.hex()}\n{kind}\n".encode(),
                    blinded=blinded,
                )
            ):
                self._look(whole(row))
                continue
            if checked:
                self._take(one, position, seq, link, signature)
            one.next = seq + 1
            one.link = link
            one.position = position
            if kind in ENTITLED:
                told = Row._make(row)
                self._ask_entitled(told)
                if kind == ClockTicked.KIND and source == service:
                    self._hear(told, chunk[0][0], chunk)

    def _look(self, row: Row) -> None:
        """Take a row that is not simply the next of its source; note what is odd about it."""
        if row.envelope == MARK and self._is_away(row):
            return
        header = read_header(row.envelope)
        computed = link_of(row.envelope)
        fits = computed == row.link
        source, seq, previous = row.source, row.seq, None
        if fits and header is not None:
            source, seq, previous = header.source, header.seq, header.previous
        if (
            not fits
            or header is None
            or (header.source, header.seq, header.kind) != (row.source, row.seq, row.kind)
            or header.origin != self._scope.origin
            or (self._scope.blinded and header.blind is None)
        ):
            odd = Odd(row, computed, header, source, seq, previous)
            if len(self._part.odd) < ODD_ROWS_MAX:
                self._part.odd.append(odd)
            else:
                self._part.odd_uncounted += 1
        hint = header.previous if header is not None else None
        one = self._follow(source, seq, previous, hint)
        if self._scope.keys is not None:
            self._take(one, row.position, seq, row.link, row.signature)
        if not one.first_position:
            one.first_position = row.position
        one.next = seq + 1
        one.link = row.link
        one.position = row.position
        if not fits:
            one.computed, one.odd_seq = computed, seq
            return
        if row.kind in ENTITLED:
            self._ask_entitled(row)
        if row.kind == ClockTicked.KIND and source == self._scope.service:
            self._hear(row)

    def _is_away(self, row: Row) -> bool:
        """Take a row of a range that cannot be reached: its place is seen, its envelope is not."""
        of = next((one for one in self._scope.away if one[0] <= row.position <= one[1]), None)
        if of is None or not is_marked(row):
            return False
        unread = self._part.unread.get(of)
        if unread is None:
            unread = Unread(first=of[0], last=of[1], because=self._scope.away[of])
            self._part.unread[of] = unread
        unread.events += 1
        one = self._follow(row.source, row.seq, None, None)
        one.unread = unread
        if self._scope.keys is not None:
            self._take(one, row.position, row.seq, row.link, row.signature)
        if not one.first_position:
            one.first_position = row.position
        one.next = row.seq + 1
        one.link = row.link
        one.position = row.position
        return True

    def _ask_entitled(self, row: Row) -> None:
        entitled = self._scope.entitled
        why = None if entitled is None else entitled.fault(row)
        if why is not None:
            self._part.barred.append((row, why))

    def _follow(self, source: str, seq: int, previous: bytes | None, hint: bytes | None) -> _Chain:
        """Return the source's chain if the event follows in it, else a new one.

        What an altered envelope names is but a hint, which counts if it is the computed link.
        """
        one = self._chains.get(source)
        if one is not None:
            if seq == one.next:
                if one.odd_seq == seq - 1 and hint is not None and hint == one.computed:
                    self._part.named[source, seq - 1] = hint
                    one.link = hint
                    return one
                if previous is None or previous == one.link:
                    return one
            self._part.stretches.append(one.stretch())
            self._leave_unsigned(one)
        head = one.head if one is not None else f" {self._scope.origin}\n{source}\n"
        one = _Chain(source, head, seq, previous)
        self._chains[source] = one
        if self._carried is not None and self._carried.source == source:
            self._go_on(self._carried, one, previous)
            self._carried = None
        return one

    def _end(self) -> None:
        chains = list(self._chains.values())
        self._part.stretches.extend(one.stretch() for one in chains)
        if self._carried is not None:
            chains.append(self._carried)
        for one in chains:
            if one.links:
                self._part.open[one.source] = (one.next - len(one.links), one.next - 1)

    # --- signatures -----------------------------------------------------------------------------

    def _begin_carried(self) -> _Chain | None:
        """Return the segment that is open when the slice begins."""
        rows = [Row._make(row) for row in self._scope.carried]
        if not rows or self._scope.keys is None:
            return None
        header = read_header(rows[0].envelope)
        last = rows[-1]
        one = _Chain(last.source, "", last.seq + 1, last.link)
        one.before = header.previous if header is not None else NO_LINK
        one.links = [Link(row.link) for row in rows]
        one.position = last.position
        one.unread = self._unread_before(rows)
        self._part.carried = (last.source, rows[0].seq)
        return one

    def _unread_before(self, rows: Sequence[Row]) -> Unread | None:
        """Return the count of the range in which an open segment began; others count its events."""
        for row in rows:
            for (first, last), why in self._scope.away.items():
                if row.envelope == MARK and first <= row.position <= last and is_marked(row):
                    return self._part.unread.setdefault(
                        (first, last), Unread(first=first, last=last, because=why)
                    )
        return None

    def _go_on(self, carried: _Chain, one: _Chain, previous: bytes | None) -> None:
        """Continue the open segment with a source's first event in the slice, if that follows."""
        if one.first == carried.next and (previous is None or previous == carried.link):
            one.before, one.links = carried.before, carried.links
            one.unread = carried.unread
        else:
            self._leave_unsigned(carried)

    def _take(
        self, one: _Chain, position: int, seq: int, link: bytes, signature: bytes | None
    ) -> None:
        """Add an event to its source's open segment; close that if the event is signed."""
        links = one.links
        if not links:
            one.before = one.link
        links.append(Link(link))
        if signature is None:
            return
        if one.unread is not None:
            one.unread.signatures += 1
            one.unread, one.links = None, []
            return
        first = seq - len(links) + 1
        if position > one.key_until:
            self._find_key(one, position)
        if one.signed is None:
            self._fail(one.source, first, seq, position, keyless=True)
        else:
            self._part.signatures += 1
            if not segment_fits(one.signed, signature, first, Link(one.before), links):
                self._fail(one.source, first, seq, position, keyless=False)
        one.links = []

    def _find_key(self, one: _Chain, position: int) -> None:
        assert self._scope.keys is not None
        found = self._scope.keys.at(one.source, position)
        if found is None:
            one.signed = None
        else:
            key, one.key_until = found
            one.signed = Signed.of(self._scope.origin, one.source, key)

    def _leave_unsigned(self, one: _Chain) -> None:
        """Note the events of a broken chain that no signature came for."""
        if one.links:
            first = one.next - len(one.links)
            self._fail(one.source, first, one.next - 1, one.position, keyless=False)

    def _fail(self, source: str, first: int, last: int, position: int, *, keyless: bool) -> None:
        failed = self._part.failed
        if failed:
            newest = failed[-1]
            if (newest.source, newest.last + 1, newest.keyless) == (source, first, keyless):
                newest.last = last
                newest.position = position
                return
        failed.append(Failed(source, first, last, position, keyless))

    # --- positions, tree, memo ------------------------------------------------------------------

    def _look_at_ragged(
        self, chunk: list[RowTuple], source: Iterator[RowTuple], first: int, end: int
    ) -> tuple[list[bytes | None], Iterator[RowTuple]]:
        """Take the rows of a tile from which some are missing, or in which one stands twice."""
        links: list[bytes | None] = [None] * (end - first)
        expected = first
        rows = chain(chunk, source)
        for row in rows:
            if row[0] >= end:
                rows = chain((row,), rows)
                break
            self._part.events += 1
            if row[0] < expected:
                self._part.doubled.append(whole(row))
                continue
            self._skip(expected, row[0])
            self._look(whole(row))
            links[row[0] - first] = row[5]
            expected = row[0] + 1
        self._skip(expected, end)
        return links, rows

    def _skip(self, first: int, end: int) -> None:
        """Note that positions are empty."""
        if first == end:
            return
        holes = self._part.holes
        if holes and holes[-1][1] == first - 1:
            first = holes.pop()[0]
        holes.append((first, end - 1))

    def _close_tile(self, number: int, links: list[bytes | None]) -> None:
        part = self._part
        noted = self._scope.memo.get(number, b"")
        part.noted.append(len(noted) // len(NO_LINK))
        known = [link or NO_LINK for link in links]
        if not b"".join(known).startswith(noted):
            part.differing.append(number)
        first = number * TILE_EVENTS
        stated = self._scope.stated
        for index in range(bisect_left(stated, first + 1), len(stated)):
            size = stated[index]
            if size - first >= min(TILE_EVENTS, len(links) + 1):
                break
            leaves = [link for link in links[: size - first] if link is not None]
            if len(leaves) == size - first:
                edge = Frontier()
                edge.extend(leaves)
                part.edges[size] = edge.subtrees
        if len(links) < TILE_EVENTS:
            part.edge = links
        else:
            part.tiles.append(None if None in links else subtree_of(known))

    def _hear(self, row: Row, first: int = 0, chunk: Sequence[RowTuple] = ()) -> None:
        """Note the log's size and root as an intact tick states them."""
        tick = read_tick(row)
        if tick is None:
            return
        if chunk and first - 1 <= tick.size <= row.position:
            edge = Frontier()
            edge.extend(one[5] for one in chunk[: tick.size - first + 1])
            tick.edge = edge.subtrees
        self._part.ticks.append(tick)


def read_tick(row: Row) -> Tick | None:
    """Return a ``clock-ticked``'s statement about the log, if it makes any."""
    try:
        payload = decode_stored(row.kind, row.envelope).payload
    except UNREADABLE:
        return None
    if not isinstance(payload, ClockTicked) or payload.size is None or payload.root is None:
        return None
    try:
        root = bytes.fromhex(payload.root)
    except ValueError:
        root = b""
    return Tick(row.position, row.source, row.seq, payload.size, root, None)


def subtree_of(links: list[bytes]) -> bytes:
    """Return the root over a tile's 256 links."""
    hashed = sha256
    level = links
    while len(level) > 1:
        level = [
            hashed(_NODE_PREFIX + left + right).digest()
            for left, right in zip(level[::2], level[1::2], strict=True)
        ]
    return level[0]


def carried_rows(before: Sequence[RowTuple]) -> list[RowTuple]:
    """Return, of the rows before a slice, those whose segment goes on in it."""
    carried: list[RowTuple] = []
    for row in reversed(before):
        if row[6] is not None or (
            carried and (row[1], row[2] + 1) != (carried[-1][1], carried[-1][2])
        ):
            break
        carried.append(row)
    return carried[::-1]


def slices(size: int, processes: int) -> list[tuple[int, int]]:
    """Return the first and last positions of the slices of a log, enough to keep all busy.

    >>> slices(600, 1)
    [(1, 600)]
    >>> slices(0, 2)
    []
    """
    span = SLICE_EVENTS_MAX
    while span > 8 * TILE_EVENTS and size < 8 * processes * span:
        span //= 2
    return [(first, min(first + span - 1, size)) for first in range(1, size + 1, span)]


def covering(starts: Sequence[int], position: int) -> int:
    """Return the index of the last start that is not after a position.

    >>> covering([1, 257, 513], 512)
    1
    """
    return bisect_left(starts, position + 1) - 1
