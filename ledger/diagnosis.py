"""Join the slices of a verification and name what was changed, and nothing else.

Each fact about an event stands in several places, and whoever alters one of them leaves the others:

* a link is also named by the next event of its source, noted in the order memo, and signed;
* a source and seq stand in columns and header; a position between those of the source's neighbours;
* how many there are stands in the head, in the heads of the sources, in the memo, in ticks.

What contradicts the rest is guilty. Positions alone are signed by nobody but the service: its ticks
sign the root over them, and the memo, a copy of all links made at that moment, then tells which
event stood where. A memo that itself was altered does not come to the root that was signed.

A signature that cannot be judged because of something else that was changed is said to be *not
assessable*, with the position of that, and blames nobody.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Final, Protocol

from msgspec import Struct

from ledger.chain import link_of
from ledger.checkpoint import Checkpoint
from ledger.events import KINDS
from ledger.events.registry import LedgerFounded
from ledger.ids import LINK_SIZE, NO_LINK, Link
from ledger.keys import TRUST_KINDS
from ledger.merkle import EMPTY_ROOT, Frontier, node_of
from ledger.segments import SEGMENT_EVENTS_MAX, Signed, segment_fits
from ledger.verification import (
    TILE_EVENTS,
    Failed,
    Keys,
    Odd,
    Part,
    Row,
    RowTuple,
    Stretch,
    Tick,
    Trust,
    fold_trust,
    is_trust,
    read_header,
    subtree_of,
)

SINGLY_MAX: Final = 2_000
"""Missing events that are looked for one by one; larger ranges are reported as ranges."""
TILES_COMPARED_MAX: Final = 400
ZONE_EVENTS_MAX: Final = 5_000
PAIR_SEARCH_MAX: Final = 128
RECENT_MAX: Final = 65_536
"""Positions since the last tick among which a displaced event is looked for."""
SHIFTED_MIN: Final = 3


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is not as it was recorded."""

    kind: str
    """envelope, link, source, seq, kind, position, exchanged, signature, key, missing, inserted,
    head, source-head, tile, root, since: what was changed."""
    position: int | None = None
    source: str | None = None
    seq: int | None = None
    detail: str
    """What was expected, what is there."""
    also: tuple[int, ...] = ()
    """Other positions of the same act: the other half of an exchange, the end of a range."""


class Unassessed(Struct, frozen=True, kw_only=True):
    """Signatures that could not be judged, and because of what."""

    source: str
    first: int
    last: int
    because: str


class Report(Struct, frozen=True, kw_only=True):
    """What became of a verification."""

    origin: str
    events: int
    """Rows that were read."""
    size: int
    """Positions that the log has."""
    root: str | None
    """RFC 6962 root over the stored links in hex; None if a row is missing."""
    signatures: int
    """Signatures that were checked."""
    problems: list[Problem]
    unassessed: list[Unassessed]

    @property
    def clean(self) -> bool:
        """Whether everything is as it was recorded."""
        return not self.problems


class Heads(Struct, frozen=True):
    """What the tables beside the events say about them."""

    position: int
    origin: str | None
    sources: dict[str, tuple[int, bytes]]
    noted: int = 0
    """Positions that the order memo covers."""


class KeptReceipt(Struct, frozen=True, kw_only=True):
    """A receipt that a source kept, as the door gave it."""

    origin: str
    source: str
    first: int
    count: int
    link: str
    position: int


class Since(Struct, frozen=True, kw_only=True):
    """What somebody kept outside about the log at an earlier moment."""

    checkpoint: Checkpoint | None = None
    receipts: tuple[KeptReceipt, ...] = ()


class Lookup(Protocol):
    """Rows by their place, in the same snapshot that was examined."""

    def at(self, first: int, last: int) -> list[RowTuple]:
        """Return the rows at these positions."""
        ...

    def of(self, source: str, first: int, last: int) -> list[RowTuple]:
        """Return the rows with these columns, in order of seq."""
        ...

    def memo(self, number: int) -> bytes:
        """Return a tile of the order memo; empty if there is none."""
        ...


class Case(Struct, frozen=True, kw_only=True):
    """Everything beside the slices."""

    origin: str
    size: int
    """Positions that were examined, from 1."""
    heads: Heads
    trust: Trust
    trust_rows: Sequence[RowTuple] = ()
    """The rows that trust was folded from."""
    lookup: Lookup
    strays: Part | None = None
    """Rows outside the positions that were examined."""
    since: Since | None = None
    signatures: bool = True


def stitch(parts: Sequence[Part], case: Case) -> Report:
    """Join slices, in order, and return what is wrong with the log."""
    return _Judge(parts, case).report()


class _Missing(Struct):
    """An event that a later one, or a head, proves to have been there."""

    source: str
    seq: int
    link: bytes | None
    tail: bool
    position: int | None = None
    counted: bool = False
    """Whether it is named with others whose positions only together are known."""


class _Event(Struct):
    """One event of a source where signatures are looked for; ``row`` is None if it is missing."""

    seq: int
    row: Row | None
    links: list[bytes]
    """The link it must have had, or the candidates."""
    previous: bytes | None

    @property
    def signature(self) -> bytes | None:
        return self.row.signature if self.row is not None else None


class _Judge:
    def __init__(self, parts: Sequence[Part], case: Case) -> None:
        self._case = case
        self._parts = parts
        strays = [case.strays] if case.strays is not None else []
        self._all = [*parts, *strays]
        self._problems: dict[object, Problem] = {}
        self._unassessed: dict[tuple[str, str], Unassessed] = {}
        self._odd = {odd.row.position: odd for part in self._all for odd in part.odd}
        self._odd_of = {(odd.source, odd.seq): odd for odd in self._odd.values()}
        self._named = {name: link for part in self._all for name, link in part.named.items()}
        self._blocks: dict[str, list[Stretch]] = {}
        self._breaks: list[tuple[Stretch | None, Stretch]] = []
        self._copies: set[int] = set()
        """Rows that repeat an event under other columns, and below: which events."""
        self._copied: set[tuple[str, int]] = set()
        self._missing: list[_Missing] = []
        self._missing_of: dict[tuple[str, int], _Missing] = {}
        self._missing_ranges: list[tuple[str, int, int, bool]] = []
        """Source, first and last seq, and whether only the source's head tells."""
        self._emptied = False
        """Whether so many positions are empty that they are named as ranges."""
        self._moved: dict[int, int] = {}
        """Where a row stands to where it belongs."""
        self._guessed: set[int] = set()
        """Of these, rows whose place follows from their source's order alone."""
        self._disputed: dict[int, bytes] = {}
        """Positions where the memo has another link, and nothing else explains why."""
        self._trust = case.trust
        self._end = case.size
        """The log's last position, once it is known what is beyond."""
        self._empty: list[int] = []
        """Empty positions at the end for which nothing but the head speaks."""
        self._true: dict[tuple[str, int], bytes] = {}
        """The link an event had, where that is not the stored one."""
        self._suspects: list[tuple[int, str | None, str]] = []
        self._last_row = max((part.last for part in parts if part.events), default=0)

    def report(self) -> Report:
        """Go through all evidence once, that which explains more first."""
        self._join()
        self._place()
        self._decide_links()
        self._judge_breaks()
        self._judge_moved()
        self._judge_odd()
        self._judge_missing()
        if self._case.signatures:
            self._trust_in_order()
            self._suspect()
            self._judge_signatures()
        self._judge_heads()
        tree = self._judge_roots()
        self._judge_since(tree)
        size = self._end
        stored = _Tree(
            [tile for part in self._parts for tile in part.tiles],
            self._parts[-1].edge if self._parts else [],
        )
        root = stored.root(size)
        return Report(
            origin=self._case.origin,
            events=sum(part.events for part in self._all),
            size=size,
            root=root.hex() if root is not None else None,
            signatures=sum(part.signatures for part in self._all),
            # An exchange stands under both its positions.
            problems=sorted(dict.fromkeys(self._problems.values()), key=_place_of),
            unassessed=list(self._unassessed.values()),
        )

    def _blame(
        self,
        kind: str,
        detail: str,
        *,
        position: int | None = None,
        source: str | None = None,
        seq: int | None = None,
        also: tuple[int, ...] = (),
    ) -> None:
        """Write a problem down, unless its event is blamed already."""
        key = (
            position
            if position is not None and kind != "missing"
            else (kind, position, source, seq)
        )
        self._problems.setdefault(
            key,
            Problem(kind=kind, position=position, source=source, seq=seq, detail=detail, also=also),
        )

    # --- chains ---------------------------------------------------------------------------------

    def _join(self) -> None:
        """Join what each slice says about each source; find gaps, breaks and tails."""
        found: dict[str, list[Stretch]] = {}
        for part in self._all:
            for stretch in part.stretches:
                found.setdefault(stretch.source, []).append(stretch)
        for source, stretches in found.items():
            if self._case.strays is not None:
                stretches.sort(key=lambda one: one.first_position)
            blocks = self._merge(stretches)
            if len(blocks) > 1:
                blocks = self._without_copies(blocks)
            self._blocks[source] = blocks
            self._look_between(source, blocks)
        for source, (seq, link) in self._case.heads.sources.items():
            if source not in self._blocks and seq > 0:
                self._miss(source, 1, seq, link, tail=True)

    def _merge(self, stretches: list[Stretch]) -> list[Stretch]:
        blocks: list[Stretch] = []
        for one in stretches:
            if blocks and self._follows(blocks[-1], one):
                newest = blocks[-1]
                newest.last = one.last
                newest.link = one.link
                newest.computed = one.computed
                newest.last_position = one.last_position
            else:
                blocks.append(one)
        return blocks

    def _follows(self, earlier: Stretch, later: Stretch) -> bool:
        if later.first != earlier.last + 1:
            return False
        if later.previous is None or later.previous == earlier.link:
            return True
        if later.previous == earlier.computed:
            self._named[earlier.source, earlier.last] = later.previous
            return True
        return False

    def _without_copies(self, blocks: list[Stretch]) -> list[Stretch]:
        """Leave out rows that repeat an event under other columns; the real one stays."""
        kept: list[Stretch] = []
        for one in blocks:
            odd = self._odd.get(one.first_position)
            repeats = any(
                other is not one and other.first <= one.first <= other.last for other in blocks
            )
            if one.first == one.last and odd is not None and repeats:
                self._copies.add(one.first_position)
                self._copied.add((odd.source, odd.seq))
                self._odd_of.pop((odd.source, odd.seq), None)
            elif any(other.first <= one.first <= other.last for other in kept):
                self._copies.add(one.first_position)
                self._copied.update((one.source, seq) for seq in (one.first, one.last))
                self._blame(
                    "inserted",
                    f"a second {one.source}:{one.first}",
                    position=one.first_position,
                    source=one.source,
                    seq=one.first,
                )
            else:
                kept.append(one)
        return self._merge(kept)

    def _look_between(self, source: str, blocks: list[Stretch]) -> None:
        expected = 1
        earlier: Stretch | None = None
        for one in sorted(blocks, key=lambda block: block.first):
            if one.first > expected:
                self._miss(source, expected, one.first - 1, one.previous, tail=False)
            elif earlier is not None:
                if not self._follows(earlier, one):
                    self._breaks.append((earlier, one))
            elif one.previous not in (None, NO_LINK):
                self._breaks.append((None, one))
            earlier = one
            expected = one.last + 1
        seq, link = self._case.heads.sources.get(source, (0, b""))
        if seq >= expected:
            self._miss(source, expected, seq, link, tail=True)

    def _miss(self, source: str, first: int, last: int, link: bytes | None, *, tail: bool) -> None:
        if len(self._missing) + last - first >= SINGLY_MAX:
            self._missing_ranges.append((source, first, last, tail))
            return
        for seq in range(first, last + 1):
            one = _Missing(source, seq, link if seq == last else None, tail)
            self._missing.append(one)
            self._missing_of[source, seq] = one

    # --- positions ------------------------------------------------------------------------------

    def _place(self) -> None:
        """Find what stood at each empty position, and where each displaced row belongs."""
        holes = self._expand_holes()
        strays = self._stray_rows()
        if holes:
            # What stands beyond the head may have come from one of them, too.
            head = self._case.heads.position
            last = min(self._case.size, head + SINGLY_MAX)
            strays += map(Row._make, self._case.lookup.at(head + 1, last))
        strays = [row for row in strays if row.position not in self._copies]
        self._find_exchanged_contents()
        self._compare_memo(holes, strays)
        open_holes = [
            hole for hole in holes if hole not in set(self._moved.values()) | self._found_at()
        ]
        for row in strays:
            if row.position not in self._moved:
                odd = self._odd.get(row.position)
                name = (odd.source, odd.seq) if odd is not None else (row.source, row.seq)
                hole = self._hole_for(*name, open_holes)
                if hole is not None and not self._beyond_heads(*name):
                    self._moved[row.position] = hole
                    open_holes.remove(hole)
        self._fill([one for one in self._missing if not one.tail], open_holes)
        tails = [one for one in self._missing if one.tail and one.position is None]
        if len({one.source for one in tails}) > 1 and len(tails) == len(open_holes):
            self._blame_cut(tails, open_holes)
            open_holes = []
        else:
            self._fill(tails, open_holes)
        self._judge_inversions()
        unknown: list[tuple[int, int]] = []
        for hole in open_holes:
            if hole > self._last_row and hole > self._case.heads.noted:
                self._empty.append(hole)
            else:
                unknown.append((hole, hole))
        for run in _runs(unknown):
            self._blame_empty(run[0][0], run[-1][0])
        vacant = {*self._empty, *self._moved}.difference(self._moved.values())
        while self._end in vacant:
            self._end -= 1

    def _fill(self, missing: list[_Missing], holes: list[int]) -> None:
        """Let each empty position have the missing event whose successor comes soonest."""
        runs: list[tuple[int, deque[_Missing]]] = []
        for one in missing:
            if one.position is not None:
                continue
            if (
                runs
                and (newest := runs[-1][1][-1]).source == one.source
                and newest.seq == one.seq - 1
            ):
                runs[-1][1].append(one)
            else:
                runs.append((self._interval(one.source, one.seq)[1], deque([one])))
        for hole in list(holes):
            able = [
                (high, run)
                for high, run in runs
                if run and hole < high and self._may_have_stood(run[0], hole)
            ]
            if able:
                _, run = min(able, key=lambda one: one[0])
                run.popleft().position = hole
                holes.remove(hole)

    def _may_have_stood(self, one: _Missing, hole: int) -> bool:
        low, _ = self._interval(one.source, one.seq)
        noted = self._noted_link_at(hole) if hole <= self._case.heads.noted else None
        return low < hole and (noted is None or one.link is None or noted == one.link)

    def _blame_cut(self, tails: list[_Missing], holes: list[int]) -> None:
        """Name the newest events of several sources, whose order among each other nobody noted."""
        for one in tails:
            one.counted = True
        events = ", ".join(f"{one.source}:{one.seq}" for one in tails[:20])
        self._blame(
            "missing",
            f"{len(tails)} events are gone: {events}{', …' if len(tails) > 20 else ''}",  # noqa: PLR2004
            position=holes[0],
            also=(holes[-1],),
        )

    def _expand_holes(self) -> list[int]:
        holes: list[int] = []
        joined: list[tuple[int, int]] = []
        for part in self._parts:
            for first, last in part.holes:
                if joined and joined[-1][1] == first - 1:
                    first = joined.pop()[0]  # noqa: PLW2901 - the range goes on
                joined.append((first, last))
        if joined and joined[-1][1] == self._case.size:
            self._last_row = joined[-1][0] - 1
        for first, last in joined:
            if last - first < SINGLY_MAX and len(holes) < SINGLY_MAX:
                holes.extend(range(first, last + 1))
            elif first > self._last_row and not self._has_tails():
                self._empty.extend(range(first, last + 1))
            else:
                self._emptied = True
                self._blame_empty(first, last)
        return holes

    def _has_tails(self) -> bool:
        """Tell whether a source's head knows of events that are not there."""
        ranges = (tail for *_, tail in self._missing_ranges)
        return any(ranges) or any(one.tail for one in self._missing)

    def _blame_empty(self, first: int, last: int) -> None:
        if first == last:
            self._blame("missing", "no event stands here", position=first)
        else:
            which = f"no events stand at positions {first} to {last}"
            self._blame("missing", which, position=first, also=(last,))

    def _stray_rows(self) -> list[Row]:
        strays = self._case.strays
        if strays is None:
            return []
        rows = {odd.row.position: odd.row for odd in strays.odd}
        for stretch in strays.stretches:
            for row in self._rows_of(stretch.source, stretch.first, stretch.last):
                if not 1 <= row.position <= self._case.size:
                    rows[row.position] = row
        return [rows[position] for position in sorted(rows)]

    def _found_at(self) -> set[int]:
        return {one.position for one in self._missing if one.position is not None}

    def _find_exchanged_contents(self) -> None:
        """Where a row's columns name the event that another row's envelope is, and so back."""
        columns = {odd.row.name: odd for odd in self._odd.values() if odd.fits}
        for odd in columns.values():
            other = columns.get(f"{odd.source}:{odd.seq}")
            if other is not None and other is not odd and not self._is_in_place(odd):
                self._moved[odd.row.position] = other.row.position
        altered = {odd.row.link: odd for odd in self._odd.values() if not odd.fits}
        for odd in altered.values():
            other = altered.get(odd.computed)
            if (
                other is not None
                and other.computed == odd.row.link
                and _is_named_by_columns(odd)
                and odd.row.position <= self._case.heads.noted
                and self._is_in_place(odd)
            ):
                self._moved[odd.row.position] = other.row.position
                self._moved[other.row.position] = odd.row.position
                self._true[odd.source, odd.seq] = odd.computed
                self._true[other.source, other.seq] = other.computed

    def _is_in_place(self, odd: Odd) -> bool:
        position = odd.row.position
        if position <= self._case.heads.noted:
            return self._noted_link_at(position) == odd.row.link
        low, high = self._interval(odd.source, odd.seq)
        return low < position < high

    def _compare_memo(self, holes: list[int], strays: list[Row]) -> None:
        """Where the memo has another link than the row: whose link it is belongs there."""
        differing = [number for part in self._parts for number in part.differing]
        wanted: dict[bytes, int] = {}
        rows: dict[int, Row] = {}
        empty = set(holes)
        for number in differing[:TILES_COMPARED_MAX]:
            first = number * TILE_EVENTS + 1
            memo = self._case.lookup.memo(number)
            stored = {
                row[0]: Row._make(row)
                for row in self._case.lookup.at(first, first + TILE_EVENTS - 1)
            }
            for index in range(len(memo) // LINK_SIZE):
                position = first + index
                link = memo[index * LINK_SIZE : (index + 1) * LINK_SIZE]
                row = stored.get(position)
                if row is not None and row.link == link:
                    continue
                if row is not None:
                    odd = self._odd.get(position)
                    if odd is not None and odd.computed == link:
                        self._true[odd.source, odd.seq] = link
                        continue
                    rows[position] = row
                    self._disputed[position] = link
                elif position not in empty:
                    continue
                wanted[link] = position
        if wanted:
            self._settle(wanted, rows, strays)

    def _settle(self, wanted: dict[bytes, int], rows: dict[int, Row], strays: list[Row]) -> None:
        """Give rows, and missing events, the positions at which the memo has their links."""
        for row in (*rows.values(), *strays):
            self._settle_row(row, wanted)
        for one in self._missing:
            if one.link is not None and one.link in wanted:
                one.position = wanted[one.link]
        settled = {*self._moved.values(), *self._found_at()}
        if not settled.issuperset(wanted.values()):
            # The rest may have gone to where nothing is noted yet.
            noted = self._case.heads.noted
            for row in self._case.lookup.at(noted + 1, min(noted + RECENT_MAX, self._case.size)):
                self._settle_row(Row._make(row), wanted)
        taken = set(self._moved.values())
        vacant = sorted(place for place in self._moved if place not in taken)
        for position, row in rows.items():
            if position in taken and position not in self._moved:
                place = self._hole_for(row.source, row.seq, vacant)
                if place is not None:
                    self._moved[position] = place
                    vacant.remove(place)
        for place in (*self._moved, *self._moved.values(), *self._found_at()):
            self._disputed.pop(place, None)

    def _settle_row(self, row: Row, wanted: dict[bytes, int]) -> None:
        odd = self._odd.get(row.position)
        for link in (row.link, odd.computed if odd is not None else row.link):
            place = wanted.get(link)
            if place is not None and place != row.position:
                self._moved[row.position] = place
                return

    def _hole_for(self, source: str, seq: int, holes: list[int]) -> int | None:
        """Return the first empty position between those of the event's neighbours."""
        if not holes:
            return None
        low, high = self._interval(source, seq)
        index = bisect_left(holes, low + 1)
        if index < len(holes) and holes[index] < high:
            return holes[index]
        return None

    def _interval(self, source: str, seq: int) -> tuple[int, int]:
        """Return the true positions of the event's neighbours in its source."""
        low = 0
        high = 2**63
        for near in range(seq - 1, 0, -1):
            position = self._position_of(source, near)
            if position is not None:
                low = position
                break
            if near < seq - SINGLY_MAX:
                break
        last = self._blocks[source][-1].last if self._blocks.get(source) else 0
        for near in range(seq + 1, last + 1):
            position = self._position_of(source, near)
            if position is not None:
                high = position
                break
        return low, high

    def _position_of(self, source: str, seq: int) -> int | None:
        missing = self._missing_of.get((source, seq))
        if missing is not None:
            return missing.position
        rows = self._rows_of(source, seq, seq)
        if not rows:
            return None
        return self._moved.get(rows[0].position, rows[0].position)

    def _rows_of(self, source: str, first: int, last: int) -> list[Row]:
        """Return a source's events by what they truly are, in order of seq."""
        rows: dict[int, Row] = {}
        for row in map(Row._make, self._case.lookup.of(source, first, last)):
            if row.position not in self._odd and row.position not in self._copies:
                rows[row.seq] = row
        for (name, seq), odd in self._odd_of.items():
            if name == source and first <= seq <= last:
                rows[seq] = odd.row
        return [rows[seq] for seq in sorted(rows)]

    def _judge_inversions(self) -> None:
        """Find rows whose positions contradict the order in which their source sent them."""
        displaced: dict[int, tuple[str, int]] = {}
        for source, blocks in self._blocks.items():
            if len(blocks) > 1:
                displaced.update(self._displaced(source, blocks))
        for position, (source, seq) in displaced.items():
            if position in self._moved:
                continue
            low, high = self._interval(source, seq)
            partner = next(
                (
                    other
                    for other, (its, number) in displaced.items()
                    if other not in self._moved
                    and other != position
                    and low < other < high
                    and self._fits_between(position, its, number)
                ),
                None,
            )
            if partner is not None:
                self._moved[position], self._moved[partner] = partner, position
                self._guessed |= {position, partner}
            else:
                self._blame(
                    "position",
                    f"stands at {position}, belongs between {low} and {high}",
                    position=position,
                    source=source,
                    seq=seq,
                )

    def _fits_between(self, position: int, source: str, seq: int) -> bool:
        low, high = self._interval(source, seq)
        return low < position < high

    def _displaced(self, source: str, blocks: list[Stretch]) -> dict[int, tuple[str, int]]:
        """Return the fewest rows of a source that must move for its order to be right."""
        ordered = sorted(
            (block for block in blocks if not self._is_content_elsewhere(block)),
            key=lambda block: block.first,
        )
        if all(
            self._true_position(early.last_position) < self._true_position(late.first_position)
            for early, late in pairwise(ordered)
        ):
            return {}
        keep = _heaviest_rising(
            [self._true_position(block.first_position) for block in ordered],
            [block.last - block.first + 1 for block in ordered],
        )
        if len(keep) == len(ordered):
            return {}  # they overlap, because rows within them moved: each is judged by itself
        first = min(block.first for index, block in enumerate(ordered) if index not in keep)
        last = max(block.last for index, block in enumerate(ordered) if index not in keep)
        # Two rows of one source that changed places: exactly two stand in each other's place.
        zone = [
            block
            for block in ordered
            if block.first >= first - SINGLY_MAX and block.last <= last + SINGLY_MAX
        ]
        seqs = [
            seq
            for block in zone
            if block.last - block.first < SINGLY_MAX
            for seq in range(block.first, block.last + 1)
        ]
        rows = [row for row in self._rows_of(source, seqs[0], seqs[-1]) if seqs] if seqs else []
        places = sorted(self._true_position(row.position) for row in rows)
        wrong = [
            (row, place)
            for row, place in zip(rows, places, strict=True)
            if self._true_position(row.position) != place
        ]
        if len(wrong) == 2:  # noqa: PLR2004 - an exchange
            (one, its_place), (other, others_place) = wrong
            self._moved[one.position] = its_place
            self._moved[other.position] = others_place
            self._guessed |= {one.position, other.position}
            return {}
        return {
            row.position: (source, block.first + offset)
            for index, block in enumerate(ordered)
            if index not in keep
            for offset, row in enumerate(self._rows_of(source, block.first, block.last))
            if row.position not in self._moved
        }

    def _is_content_elsewhere(self, block: Stretch) -> bool:
        """Tell whether a row's columns say that its content was put there, not the row moved."""
        odd = self._odd.get(block.first_position)
        return odd is not None and odd.fits and block.first == block.last

    def _true_position(self, position: int) -> int:
        return self._moved.get(position, position)

    # --- links ----------------------------------------------------------------------------------

    def _decide_links(self) -> None:
        """For each envelope that is not its link's, find the link that it had."""
        for odd in self._odd.values():
            if odd.fits or odd.row.position in self._copies:
                continue
            name = (odd.source, odd.seq)
            if name in self._true:
                continue
            if name in self._named:
                self._true[name] = self._named[name]
            elif self._has_successor(odd.source, odd.seq):
                self._true[name] = odd.row.link
            else:
                seq, link = self._case.heads.sources.get(odd.source, (0, b""))
                if seq == odd.seq and link in (odd.row.link, odd.computed):
                    self._true[name] = link

    def _has_successor(self, source: str, seq: int) -> bool:
        if not any(block.first <= seq < block.last for block in self._blocks.get(source, ())):
            return False
        later = self._odd_of.get((source, seq + 1))
        if later is None or later.fits:
            return True
        # Its header may have been altered, too: what it names counts only if it is this link.
        return (
            later.header is not None and later.header.previous == self._odd_of[source, seq].row.link
        )

    def _judge_breaks(self) -> None:
        """Where an event names another link than the one before it has, one of them is altered."""
        later = {(one.source, one.first) for _, one in self._breaks}
        earlier = {(one.source, one.last) for one, _ in self._breaks if one is not None}
        for before, after in self._breaks:
            assert after.previous is not None
            name = (after.source, after.first)
            if before is None:
                self._blame_event(
                    *name, "envelope", f"names {after.previous.hex()} before it, expected none"
                )
                continue
            previous = (before.source, before.last)
            guilty_after = name in earlier and name in later and previous not in later
            noted = self._noted_link(*previous)
            if noted is not None and noted in (before.link, after.previous):
                guilty_after = noted == before.link
            if guilty_after:
                self._blame_event(
                    *name,
                    "envelope",
                    f"names {after.previous.hex()} before it, expected {before.link.hex()}",
                )
            else:
                self._true[previous] = after.previous
                self._blame_event(
                    *previous,
                    "envelope",
                    f"envelope and link were replaced: the next event names "
                    f"{after.previous.hex()}, the link is {before.link.hex()}",
                )

    def _noted_link(self, source: str, seq: int) -> bytes | None:
        position = self._position_of(source, seq)
        if position is None or position > self._case.heads.noted:
            return None
        index = (position - 1) % TILE_EVENTS
        memo = self._case.lookup.memo((position - 1) // TILE_EVENTS)
        return memo[index * LINK_SIZE : (index + 1) * LINK_SIZE] or None

    def _blame_event(self, source: str, seq: int, kind: str, detail: str) -> None:
        rows = self._rows_of(source, seq, seq)
        position = rows[0].position if rows else None
        self._disputed.pop(position or 0, None)
        self._blame(kind, detail, position=position, source=source, seq=seq)

    # --- rows that contradict themselves --------------------------------------------------------

    def _judge_odd(self) -> None:
        for position, odd in self._odd.items():
            kind, detail = self._explain(odd)
            self._blame(kind, detail, position=position, source=odd.source, seq=odd.seq)
        for part in self._all:
            for row in part.doubled:
                self._blame(
                    "inserted",
                    f"a second row at position {row.position}",
                    position=row.position,
                    source=row.source,
                    seq=row.seq,
                )
            if part.odd_uncounted:
                self._blame(
                    "envelope",
                    f"{part.odd_uncounted} more events from position {part.first} to {part.last} "
                    "contradict themselves",
                    source=f"positions {part.first} to {part.last}",
                )

    def _explain(self, odd: Odd) -> tuple[str, str]:
        row, header = odd.row, odd.header
        if row.position in self._copies:
            return "inserted", f"repeats {odd.source}:{odd.seq} as {row.name}"
        if not odd.fits:
            true = self._true.get((odd.source, odd.seq))
            if true == odd.computed:
                return "link", f"expected {odd.computed.hex()}, got {row.link.hex()}"
            where = _difference(row, header, self._case.origin)
            which = "" if true is not None else "envelope or link: "
            link, computed = row.link.hex(), odd.computed.hex()
            return "envelope", f"{which}expected link {link}, the bytes give {computed}{where}"
        if header is None:
            return "envelope", "the bytes are not an envelope"
        if header.origin != self._case.origin:
            return "envelope", f"origin: expected {self._case.origin!r}, got {header.origin!r}"
        wrong = _wrong_columns(row, odd)
        return wrong[0][0], "; ".join(
            f"column {name}: expected {expected!r}, got {got!r}" for name, expected, got in wrong
        )

    # --- what is not where it was ---------------------------------------------------------------

    def _judge_missing(self) -> None:
        for one in self._missing:
            if one.counted or (one.position is None and (one.tail or self._emptied)):
                continue  # only a source's head speaks for it: judged with the heads
            link = f", its link {one.link.hex()}" if one.link is not None else ""
            self._blame(
                "missing",
                f"expected {one.source}:{one.seq}{link}; it is gone",
                position=one.position,
                source=one.source,
                seq=one.seq,
            )
        for source, first, last, tail in self._missing_ranges:
            if not tail and not self._emptied:
                self._blame(
                    "missing",
                    f"expected {source}:{first} to {source}:{last}; they are gone",
                    source=source,
                    seq=first,
                )

    def _judge_moved(self) -> None:
        rest = dict(self._moved)
        for position, place in self._moved.items():
            if rest.get(place) == position and position in rest:
                del rest[position], rest[place]
                first, second = sorted((position, place))
                one, other = self._name_at(first), self._name_at(second)
                self._blame(
                    "exchanged",
                    f"{one[0]}:{one[1]} stands at {first} and belongs at {second}, "
                    f"{other[0]}:{other[1]} the other way round",
                    position=first,
                    source=one[0],
                    seq=one[1],
                    also=(second,),
                )
                self._problems.setdefault(second, self._problems[first])
        for run in _runs(sorted(rest.items())):
            (position, place), count = run[0], len(run)
            source, seq = self._name_at(position)
            if count >= SHIFTED_MIN:
                self._blame(
                    "position",
                    f"{count} events from here to {run[-1][0]} stand {position - place:+d} "
                    "from where they belong",
                    position=position,
                    source=source,
                    seq=seq,
                    also=(run[-1][0],),
                )
                continue
            for at, belongs in run:
                source, seq = self._name_at(at)
                self._blame(
                    "position",
                    f"stands at {at}, belongs at {belongs}",
                    position=at,
                    source=source,
                    seq=seq,
                )

    def _name_at(self, position: int) -> tuple[str, int]:
        odd = self._odd.get(position)
        if odd is not None:
            return odd.source, odd.seq
        row = Row._make(self._case.lookup.at(position, position)[0])
        return row.source, row.seq

    # --- signatures -----------------------------------------------------------------------------

    def _trust_in_order(self) -> None:
        """Fold trust again with displaced events where they belong: they gave their keys there."""
        rows = self._case.trust_rows
        if any(row[0] in self._moved for row in rows):
            placed = [(self._true_position(row[0]), *row[1:]) for row in rows]
            self._trust = fold_trust(sorted(placed, key=lambda row: row[0]))

    def _suspect(self) -> None:
        """Gather what may have taken or given a key and cannot be read any more."""
        for position, source in self._trust.distrusted:
            self._suspect_event(position, source, f"position {position}")
        for one in self._missing:
            if not one.tail or one.position is not None:
                where = f"position {one.position}" if one.position else f"{one.source}:{one.seq}"
                self._suspect_event(one.position or 0, one.source, f"{where}, which is missing")
        for source, first, _, tail in self._missing_ranges:
            if not tail or self._emptied:
                self._suspect_event(0, source, f"{source}:{first}, which is missing")
        for position, odd in self._odd.items():
            if odd.row.kind in TRUST_KINDS and not odd.fits:
                self._suspect_event(position, odd.source, f"position {position}")
        for problem in self._problems.values():
            if problem.kind == "missing" and problem.source is None and problem.position:
                what = f"position {problem.position}, which is missing"
                self._suspect_event(problem.position, None, what)
            self._suspect_trust([*problem.also, problem.position or 0])
        self._suspect_trust(self._disputed)
        self._suspects.sort(key=lambda one: one[0])

    def _suspect_event(self, position: int, source: str | None, what: str) -> None:
        """Take an event for one that may have given or taken the keys of whom its source may."""
        trust = self._trust
        mighty = source in trust.registrars or source in (None, trust.service)
        scope = None if mighty or trust.origin is None else source
        self._suspects.append((position, scope, what))

    def _suspect_trust(self, positions: Iterable[int]) -> None:
        """Suspect what stands at blamed or disputed positions, if it decides who may sign."""
        for position in positions:
            for row in self._case.lookup.at(position, position):
                if is_trust(row):
                    self._suspect_event(0, row[1], f"position {position}")

    def _excuse(self, source: str, position: int) -> str | None:
        """Return what may be why a source has not the right key at a position."""
        for before, scope, what in self._suspects:
            if before >= position:
                return None
            if scope is None or scope == source:
                return what
        return None

    def _pass_over(self, source: str, first: int, last: int, because: str) -> None:
        known = self._unassessed.get((source, because))
        if known is not None:
            first, last = min(first, known.first), max(last, known.last)
        self._unassessed[source, because] = Unassessed(
            source=source, first=first, last=last, because=because
        )

    def _judge_signatures(self) -> None:
        for source, first, last in self._unsigned():
            if last - first >= ZONE_EVENTS_MAX:
                self._judge_at_length(source, first, last)
            else:
                self._judge_zone(source, self._events(source, first, last))

    def _unsigned(self) -> list[tuple[str, int, int]]:
        """Return, joined, the ranges of events for which no signature was found to fit."""
        ranges = [(one.source, one.first, one.last) for one in self._all_failed()]
        if not ranges:
            return []
        touched = {source for source, _, _ in ranges}
        ranges += [(one.source, one.seq, one.seq) for one in self._missing if one.source in touched]
        joined: list[tuple[str, int, int]] = []
        for source, first, last in sorted(ranges):
            if joined and joined[-1][0] == source and joined[-1][2] >= first - 1:
                _, start, end = joined.pop()
                joined.append((source, start, max(end, last)))
            else:
                joined.append((source, first, last))
        return [
            (source, first, last)
            for source, first, last in joined
            if any((source, seq) not in self._missing_of for seq in range(first, last + 1))
        ]

    def _all_failed(self) -> Iterator[Failed]:
        for part in self._all:
            yield from (one for one in part.failed if not self._is_copy(one.source, one.last))
        for part, following in zip_longest(self._parts, self._parts[1:]):
            for source, (first, last) in part.open.items():
                carried = following is not None and following.carried == (source, first)
                if not carried and not self._is_copy(source, last):
                    yield Failed(source, first, last, part.last, keyless=False)
        if self._case.strays is not None:
            for source, (first, last) in self._case.strays.open.items():
                if not self._is_copy(source, last):
                    yield Failed(source, first, last, 0, keyless=False)

    def _is_copy(self, source: str, seq: int) -> bool:
        """Tell whether a row repeats the event; the event itself was judged where it stands."""
        return (source, seq) in self._copied

    def _judge_at_length(self, source: str, first: int, last: int) -> None:
        """Judge a range that is too long to try everything: its ends stand for it."""
        rows = self._rows_of(source, first, first + SEGMENT_EVENTS_MAX)
        position = self._true_position(rows[0].position) if rows else 0
        excuse = self._excuse(source, position)
        if excuse is not None:
            self._pass_over(source, first, last, excuse)
            return
        self._blame(
            "signature",
            f"no signature fits the events from {source}:{first} to {source}:{last}",
            position=rows[0].position if rows else None,
            source=source,
            seq=first,
        )

    def _events(self, source: str, first: int, last: int) -> list[_Event]:
        rows = {self._seq_of(row): row for row in self._rows_of(source, max(first - 1, 1), last)}
        events: list[_Event] = []
        before: list[bytes] = []
        if first == 1:
            before = [NO_LINK]
        elif first - 1 in rows:
            before = self._links_of(source, first - 1, rows[first - 1])
        for seq in range(first, last + 1):
            row = rows.get(seq)
            if row is None:
                missing = self._missing_of.get((source, seq))
                links = [missing.link] if missing is not None and missing.link is not None else []
                events.append(_Event(seq, None, links, before[0] if before else None))
            else:
                header = read_header(row.envelope)
                links = self._links_of(source, seq, row)
                named = header.previous if header is not None else None
                if link_of(row.envelope) != row.link:
                    named = None
                previous = named or (before[0] if before else None)
                events.append(_Event(seq, row, links, previous))
            before = events[-1].links
        return events

    def _seq_of(self, row: Row) -> int:
        odd = self._odd.get(row.position)
        return odd.seq if odd is not None else row.seq

    def _links_of(self, source: str, seq: int, row: Row) -> list[bytes]:
        true = self._true.get((source, seq))
        if true is not None:
            return [true]
        odd = self._odd.get(row.position)
        if odd is not None and not odd.fits:
            return [row.link, odd.computed]
        return [row.link]

    def _judge_zone(self, source: str, events: list[_Event]) -> None:
        """Judge events between which no segment can go on, each run by itself."""
        for one in events:
            if one.row is not None and one.row.position in self._odd:
                odd = self._odd[one.row.position]
                moved = one.row.position in self._moved
                if moved or (odd.fits and len(_wrong_columns(odd.row, odd)) > 1):
                    # Its signature may be another event's, as its columns are.
                    because = f"position {one.row.position}"
                    self._pass_over(source, events[0].seq, events[-1].seq, because)
                    return
        start = 0
        for index, one in enumerate(events):
            if one.row is None or not _is_alone(one.row):
                continue
            self._judge_run(source, events[start:index])
            if one.signature is None:
                self._blame_signature(
                    source, one, f"expected one, because {one.row.kind} is always alone; got none"
                )
            else:
                self._judge_run(source, [one])
            start = index + 1
        self._judge_run(source, events[start:])

    def _judge_run(self, source: str, events: list[_Event]) -> None:
        """Find which signatures fit which runs of events; blame what remains."""
        start = 0
        while start < len(events):
            ends = [i for i in range(start, len(events)) if events[i].signature is not None][:4]
            if not ends:
                self._blame_unsigned(source, events[start:], closed=False)
                return
            found = self._find_fit(source, events, start, ends)
            if found is None:
                self._blame_unfit(source, events[start : ends[0] + 1])
                start = ends[0] + 1
                continue
            first, last = found
            self._blame_rest(source, events[start:first])
            if not self._fits(source, events[first : last + 1]):
                because = f"position {self._trust.doubted[0]}"
                self._pass_over(source, events[first].seq, events[last].seq, because)
            for within in events[first:last]:
                if within.signature is not None:
                    self._blame_signature(
                        source,
                        within,
                        f"expected none, because the segment goes on to "
                        f"{source}:{events[last].seq}; got one that fits nothing",
                    )
            start = last + 1

    def _find_fit(
        self, source: str, events: list[_Event], start: int, ends: list[int]
    ) -> tuple[int, int] | None:
        """Return the first run that a signature fits: from here on if any does, else from later."""
        known = [self._trust.keys]
        if self._trust.doubted:
            known.append(self._trust.doubtful)
        runs = [(start, end) for end in ends]
        runs += [(first, end) for end in ends for first in range(start + 1, end + 1)]
        for first, end in runs:
            if any(self._fits(source, events[first : end + 1], keys) for keys in known):
                return first, end
        return None

    def _blame_rest(self, source: str, events: list[_Event]) -> None:
        """Judge the events before a run that a signature fits."""
        start = 0
        for index, one in enumerate(events):
            if one.signature is not None:
                self._blame_unfit(source, events[start : index + 1])
                start = index + 1
        if start < len(events):
            self._blame_unsigned(source, events[start:], closed=True)

    def _fits(self, source: str, events: list[_Event], keys: Keys | None = None) -> bool:
        """Tell whether the last event's signature is one over all of these."""
        last = events[-1].row
        if last is None or last.signature is None or len(events) > SEGMENT_EVENTS_MAX:
            return False
        if events[0].previous is None or not all(one.links for one in events):
            return False
        keys = self._trust.keys if keys is None else keys
        found = keys.at(source, self._true_position(last.position))
        if found is None:
            return False
        signed = Signed.of(self._case.origin, source, found[0])
        undecided = [one for one in events if len(one.links) > 1]
        links = [Link(one.links[0]) for one in events]
        previous = Link(events[0].previous)
        if segment_fits(signed, last.signature, events[0].seq, previous, links):
            for one in undecided:
                self._decide(source, one, one.links[0])
            return True
        for one in undecided:
            other = list(links)
            other[one.seq - events[0].seq] = Link(one.links[1])
            if segment_fits(signed, last.signature, events[0].seq, previous, other):
                self._decide(source, one, one.links[1])
                return True
        return False

    def _decide(self, source: str, event: _Event, link: bytes) -> None:
        """Take a link for an event's true one, because a signature says so."""
        event.links = [link]
        self._true[source, event.seq] = link
        odd = self._odd_of.get((source, event.seq))
        if odd is not None:
            self._problems.pop(odd.row.position, None)
            kind, detail = self._explain(odd)
            self._blame(kind, detail, position=odd.row.position, source=odd.source, seq=odd.seq)

    def _blame_unsigned(self, source: str, events: list[_Event], *, closed: bool) -> None:
        """Judge events whose segment ended, or the source did, without a signature."""
        gone = next((one for one in reversed(events) if one.row is None), None)
        last = events[-1].row
        if gone is not None or last is None:
            seq = gone.seq if gone is not None else events[-1].seq
            self._pass_over(source, events[0].seq, events[-1].seq, self._where(source, seq))
            return
        following = events[-1].seq + 1
        if not closed and self._is_gone(source, following):
            because = self._where(source, following)
            self._pass_over(source, events[0].seq, events[-1].seq, because)
            return
        excuse = self._excuse(source, self._true_position(last.position))
        if self._trust.keys.at(source, last.position) is None and excuse is not None:
            self._pass_over(source, events[0].seq, events[-1].seq, excuse)
            return
        count = len(events)
        which = f"{count} events from {source}:{events[0].seq} on are" if count > 1 else "it is"
        self._blame_signature(source, events[-1], f"expected one here, got none: {which} unsigned")

    def _is_gone(self, source: str, seq: int) -> bool:
        return (source, seq) in self._missing_of or any(
            name == source and first <= seq <= last for name, first, last, _ in self._missing_ranges
        )

    def _blame_unfit(self, source: str, events: list[_Event]) -> None:
        """Judge a segment whose signature fits nothing that could be tried."""
        row = events[-1].row
        assert row is not None
        first, last = events[0].seq, events[-1].seq
        gone = next((one for one in events if not one.links or len(one.links) > 1), None)
        if gone is not None and gone is not events[-1]:
            self._pass_over(source, first, last, self._where(source, gone.seq))
            return
        if events[0].previous is None:
            self._pass_over(source, first, last, self._where(source, first - 1))
            return
        position = self._true_position(row.position)
        excuse = self._excuse(source, position)
        if excuse is not None:
            self._pass_over(source, first, last, excuse)
            return
        keyless = self._trust.keys.at(source, position) is None
        if keyless and row.kind != LedgerFounded.KIND:
            self._blame(
                "key",
                f"expected a key that may sign for {source} here; there is none",
                position=row.position,
                source=source,
                seq=last,
            )
            return
        self._blame_signature(
            source,
            events[-1],
            f"expected one over {source}:{first} to {source}:{last}; it does not fit",
        )

    def _blame_signature(self, source: str, event: _Event, detail: str) -> None:
        assert event.row is not None
        self._blame("signature", detail, position=event.row.position, source=source, seq=event.seq)

    def _where(self, source: str, seq: int) -> str:
        position = self._position_of(source, seq)
        return f"position {position}" if position is not None else f"{source}:{seq}"

    # --- heads ----------------------------------------------------------------------------------

    def _beyond_heads(self, source: str, seq: int) -> bool:
        """Tell whether no head knows of an event."""
        known, _ = self._case.heads.sources.get(source, (0, b""))
        return seq > known

    def _judge_heads(self) -> None:
        heads = self._case.heads
        behind = self._judge_source_heads()
        true_size = self._end
        inserted: list[int] = []
        for position in range(heads.position + 1, true_size + 1)[:SINGLY_MAX]:
            row = next(map(Row._make, self._case.lookup.at(position, position)), None)
            if row is not None and (position in self._problems or row.source in behind):
                inserted.append(position)
                source, seq = self._name_at(position)
                self._blame(
                    "inserted",
                    "no head knows of this event: it did not come through the door",
                    position=position,
                    source=source,
                    seq=seq,
                )
        for row in self._stray_rows():
            if row.position not in self._moved:
                self._blame(
                    "inserted",
                    f"stands beyond the log's {true_size} positions",
                    position=row.position,
                    source=row.source,
                    seq=row.seq,
                )
        for source in behind:
            block = max(self._blocks[source], key=lambda one: one.last)
            known, link = heads.sources.get(source, (0, NO_LINK))
            last = [
                row.position for row in self._rows_of(source, known + 1, block.last)[:SINGLY_MAX]
            ]
            if not all(position in self._problems for position in last):
                self._blame_source_head(source, block.last, block.link, known, link)
        if heads.position != true_size and heads.position + len(inserted) != true_size:
            self._blame("head", f"expected position {true_size}, got {heads.position}")
        if heads.origin != self._case.origin:
            self._blame("head", f"origin: expected {self._case.origin!r}, got {heads.origin!r}")

    def _judge_source_heads(self) -> set[str]:
        """Compare each source's head with its events; return the sources whose head is behind."""
        behind: set[str] = set()
        heads = self._case.heads.sources
        for source, blocks in self._blocks.items():
            block = max(blocks, key=lambda one: one.last)
            seq, link = heads.get(source, (0, NO_LINK))
            true = self._true.get((source, block.last), block.link)
            if seq < block.last:
                behind.add(source)
            elif seq > block.last:
                if not self._is_known_gone(source, block.last + 1):
                    self._blame_source_head(source, block.last, true, seq, link)
            elif link != true and not self._is_blamed(source, block.last):
                self._blame_source_head(source, block.last, true, seq, link)
        for source, (seq, link) in heads.items():
            if source not in self._blocks:
                self._judge_silent(source, seq, link)
        return behind

    def _judge_silent(self, source: str, seq: int, link: bytes) -> None:
        """Judge the head of a source that has no event."""
        if seq > 0 and self._is_known_gone(source, 1):
            return
        enrolled = self._trust.sources
        if seq > 0 or link != NO_LINK:
            self._blame_source_head(source, 0, NO_LINK, seq, link)
        elif enrolled and source not in enrolled and self._excuse(source, 2**63) is None:
            self._blame(
                "source-head",
                "expected none, because nobody enrolled this source",
                source=source,
            )

    def _is_known_gone(self, source: str, seq: int) -> bool:
        """Tell whether something beside a source's head says that the event was there."""
        if self._emptied:
            return self._is_gone(source, seq)
        missing = self._missing_of.get((source, seq))
        return missing is not None and (missing.position is not None or missing.counted)

    def _is_blamed(self, source: str, seq: int) -> bool:
        return any(row.position in self._problems for row in self._rows_of(source, seq, seq))

    def _blame_source_head(
        self, source: str, expected: int, link: bytes, got: int, got_link: bytes
    ) -> None:
        self._blame(
            "source-head",
            f"expected seq {expected} and link {link.hex()}, got {got} and {got_link.hex()}",
            source=source,
            seq=expected,
        )

    # --- roots ----------------------------------------------------------------------------------

    def _judge_roots(self) -> "_Tree":
        """Recompute each root that a tick signed, with every event where it belongs."""
        tree = _Tree(
            [tile for part in self._parts for tile in part.tiles],
            list(self._parts[-1].edge) if self._parts else [],
        )
        for number, leaves in self._corrected(self._changes()).items():
            tree.replace(number, leaves)
        good = 0
        noted = self._case.heads.noted
        covered = 0
        service = self._trust.service
        for tick in sorted(self._ticks(), key=lambda one: one.size):
            if tick.source != service or tick.position in self._problems:
                continue
            covered = max(covered, tick.size)
            root = self._root_at(tree, tick)
            if root is None:
                continue  # something before is missing, and what it was nobody knows
            if root != tick.root and not self._explain_root(tree, tick, good):
                break
            good = tick.size
        for run in _runs([(position, position) for position in sorted(self._disputed)]):
            position = run[0][0]
            self._blame(
                "tile",
                f"the memo of position {position} has {self._disputed[position].hex()}, "
                "which is no event's link",
                position=position,
                also=(run[-1][0],) if len(run) > 1 else (),
            )
        if noted < covered or any(self._short_tiles(covered)):
            short = next(self._short_tiles(covered), noted // TILE_EVENTS)
            self._blame(
                "tile",
                f"tile {short} of the memo: expected the links of all positions to {covered}, "
                "because a tick signed their root",
                seq=short,
            )
        return tree

    def _short_tiles(self, covered: int) -> Iterator[int]:
        number = 0
        for part in self._parts:
            for noted in part.noted:
                if noted < min(TILE_EVENTS, covered - number * TILE_EVENTS):
                    yield number
                number += 1

    def _ticks(self) -> Iterator[Tick]:
        for part in self._all:
            yield from part.ticks

    def _changes(self) -> dict[int, bytes | None]:
        """Return the true link of each position at which another one is stored."""
        changes: dict[int, bytes | None] = {}
        for (source, seq), link in self._true.items():
            for row in self._rows_of(source, seq, seq):
                if row.link != link:
                    changes[self._true_position(row.position)] = link
        for position, place in self._moved.items():
            source, seq = self._name_at(position)
            row = Row._make(self._case.lookup.at(position, position)[0])
            changes[place] = self._true.get((source, seq), row.link)
        for one in self._missing:
            if one.position is not None:
                changes[one.position] = one.link or self._noted_link_at(one.position)
        return changes

    def _noted_link_at(self, position: int) -> bytes | None:
        index = (position - 1) % TILE_EVENTS
        memo = self._case.lookup.memo((position - 1) // TILE_EVENTS)
        return memo[index * LINK_SIZE : (index + 1) * LINK_SIZE] or None

    def _corrected(self, changes: dict[int, bytes | None]) -> dict[int, list[bytes | None]]:
        tiles: dict[int, list[bytes | None]] = {}
        for position, link in changes.items():
            number, index = divmod(position - 1, TILE_EVENTS)
            if number not in tiles:
                tiles[number] = self._leaves(number)
            if index < len(tiles[number]):
                tiles[number][index] = link
        return tiles

    def _leaves(self, number: int) -> list[bytes | None]:
        first = number * TILE_EVENTS + 1
        last = min(first + TILE_EVENTS - 1, self._case.size)
        leaves: list[bytes | None] = [None] * (last - first + 1)
        for row in self._case.lookup.at(first, last):
            leaves[row[0] - first] = row[5]
        return leaves

    def _root_at(self, tree: "_Tree", tick: Tick) -> bytes | None:
        if tick.size > self._case.size:
            return None
        number, count = divmod(tick.size, TILE_EVENTS)
        if count == 0:
            return tree.root(tick.size, [])
        if tick.edge is not None and number not in tree.replaced:
            return tree.root(tick.size, tick.edge)
        leaves = tree.replaced.get(number) or self._leaves(number)
        edge = Frontier()
        known = [leaf for leaf in leaves[:count] if leaf is not None]
        if len(known) < count:
            return None
        edge.extend(known)
        return tree.root(tick.size, edge.subtrees)

    def _explain_root(self, tree: "_Tree", tick: Tick, good: int) -> bool:
        """Find why the root a tick signed is not the log's; return whether it was found."""
        disputed = {p: link for p, link in self._disputed.items() if good < p <= tick.size}
        if disputed:
            kept = {
                number: tree.replaced.get(number) or self._leaves(number)
                for number in {(p - 1) // TILE_EVENTS for p in disputed}
            }
            changed = {number: list(leaves) for number, leaves in kept.items()}
            for position, link in disputed.items():
                number, index = divmod(position - 1, TILE_EVENTS)
                changed[number][index] = link
            for number, leaves in changed.items():
                tree.replace(number, leaves)
            if self._root_at(tree, tick) == tick.root:
                for position, link in disputed.items():
                    del self._disputed[position]
                    source, seq = self._name_at(position)
                    self._blame(
                        "envelope",
                        f"not the event that stood here: position {tick.position} signed a root "
                        f"with link {link.hex()}",
                        position=position,
                        source=source,
                        seq=seq,
                    )
                return True
            for number, leaves in kept.items():
                tree.replace(number, leaves)
        exchanged = self._search_exchange(tree, tick, good)
        if exchanged is not None:
            first, second = exchanged
            one, other = self._name_at(first), self._name_at(second)
            self._blame(
                "exchanged",
                f"{one[0]}:{one[1]} and {other[0]}:{other[1]} at {second} stand in each other's "
                f"place, and so does the memo: position {tick.position} signed the root",
                position=first,
                source=one[0],
                seq=one[1],
                also=(second,),
            )
            return True
        self._blame(
            "root",
            f"the events from {good + 1} to {tick.size} are not in the order, or not those, whose "
            f"root {tick.root.hex()} position {tick.position} signed",
            position=tick.position,
            source=tick.source,
            seq=tick.seq,
            also=(good + 1, tick.size),
        )
        return False

    def _search_exchange(self, tree: "_Tree", tick: Tick, good: int) -> tuple[int, int] | None:
        """Find two events between ticks whose exchange gives the root; leave them exchanged."""
        if tick.size - good > PAIR_SEARCH_MAX:
            return None
        guessed = {position for position in self._guessed if good < position <= tick.size}
        changes = {place: link for place, link in self._changes().items() if place not in guessed}
        corrected = self._corrected(changes)
        kept = {
            number: corrected.get(number) or self._leaves(number)
            for number in range(good // TILE_EVENTS, (tick.size - 1) // TILE_EVENTS + 1)
        }
        for number, leaves in kept.items():
            tree.replace(number, list(leaves))
        for one in range(good, tick.size):
            for other in range(one + 1, tick.size):
                changed = {
                    number: list(kept[number])
                    for number in {one // TILE_EVENTS, other // TILE_EVENTS}
                }
                left, right = changed[one // TILE_EVENTS], changed[other // TILE_EVENTS]
                i, j = one % TILE_EVENTS, other % TILE_EVENTS
                left[i], right[j] = right[j], left[i]
                for number, leaves in changed.items():
                    tree.replace(number, leaves)
                if self._root_at(tree, tick) == tick.root:
                    for position in guessed:
                        self._problems.pop(position, None)
                    return one + 1, other + 1
                for number in changed:
                    tree.replace(number, kept[number])
        return None

    # --- what was kept outside ------------------------------------------------------------------

    def _judge_since(self, tree: "_Tree") -> None:
        since = self._case.since
        if since is None:
            return
        size = self._end
        if since.checkpoint is not None:
            self._judge_checkpoint(since.checkpoint, tree, size)
        for receipt in since.receipts:
            self._judge_receipt(receipt)

    def _judge_checkpoint(self, kept: Checkpoint, tree: "_Tree", size: int) -> None:
        if kept.size > size:
            self._blame(
                "since",
                f"expected {kept.size} events, as the checkpoint says; positions {size + 1} to "
                f"{kept.size} are gone",
                position=size + 1,
                also=(kept.size,),
            )
            return
        tick = Tick(0, "", 0, kept.size, kept.root, None)
        root = EMPTY_ROOT if kept.size == 0 else self._root_at(tree, tick)
        if root is None or (root != kept.root and self._problems):
            return  # what is wrong is named already
        if root != kept.root:
            self._blame(
                "since",
                f"the first {kept.size} events: expected root {kept.root.hex()}, got {root.hex()}",
            )

    def _judge_receipt(self, receipt: KeptReceipt) -> None:
        seq = receipt.first + receipt.count - 1
        rows = self._rows_of(receipt.source, seq, seq)
        if not rows:
            self._blame(
                "since",
                f"{receipt.source}:{seq} is gone: its receipt has link {receipt.link}",
                position=receipt.position,
                source=receipt.source,
                seq=seq,
            )
            return
        link = self._true.get((receipt.source, seq), rows[0].link)
        position = self._true_position(rows[0].position)
        if (link.hex(), position) != (receipt.link, receipt.position):
            self._blame(
                "since",
                f"expected link {receipt.link} at {receipt.position}, as its receipt says; "
                f"got {link.hex()} at {position}",
                position=rows[0].position,
                source=receipt.source,
                seq=seq,
            )


# --- small parts -------------------------------------------------------------------------------


class _Tree:
    """The log's tree from the roots of its complete tiles up."""

    def __init__(self, tiles: list[bytes | None], edge: list[bytes | None]) -> None:
        self._levels: list[list[bytes | None]] = [tiles]
        self._edge = edge
        self.replaced: dict[int, list[bytes | None]] = {}
        while len(self._levels[-1]) > 1:
            self._levels.append([_join(left, right) for left, right in _pairs(self._levels[-1])])

    def replace(self, number: int, leaves: list[bytes | None]) -> None:
        """Put other leaves in a tile."""
        self.replaced[number] = leaves
        if number >= len(self._levels[0]):
            self._edge = leaves
            return
        known = [leaf for leaf in leaves if leaf is not None]
        self._levels[0][number] = subtree_of(known) if len(known) == TILE_EVENTS else None
        for level in range(1, len(self._levels)):
            number //= 2
            below = self._levels[level - 1]
            if 2 * number + 1 >= len(below):
                return
            self._levels[level][number] = _join(below[2 * number], below[2 * number + 1])

    def root(self, size: int, edge: Sequence[bytes] | None = None) -> bytes | None:
        """Return the root over the first leaves; ``edge`` has the incomplete tile's subtrees."""
        if size == 0:
            return EMPTY_ROOT
        full, count = divmod(size, TILE_EVENTS)
        subtrees: list[bytes | None] = []
        start = 0
        for level in range(full.bit_length() - 1, -1, -1):
            if full >> level & 1:
                subtrees.append(self._levels[level][start >> level])
                start += 1 << level
        if edge is None:
            known = [leaf for leaf in self._edge[:count] if leaf is not None]
            if len(known) < count:
                return None
            frontier = Frontier()
            frontier.extend(known)
            edge = frontier.subtrees
        root: bytes | None = None
        for left in reversed([*subtrees, *edge]):
            if left is None:
                return None
            root = left if root is None else node_of(left, root)
        return root


def _pairs(level: list[bytes | None]) -> Iterable[tuple[bytes | None, bytes | None]]:
    return zip(level[::2], level[1::2], strict=False)


def _join(left: bytes | None, right: bytes | None) -> bytes | None:
    return None if left is None or right is None else node_of(left, right)


def _heaviest_rising(values: list[int], weights: list[int]) -> set[int]:
    """Return the indexes of the rising subsequence with the greatest total weight.

    >>> sorted(_heaviest_rising([1, 9, 3, 4], [5, 1, 1, 1]))
    [0, 2, 3]
    """
    best = list(weights)
    back = [-1] * len(values)
    for i, value in enumerate(values):
        for j in range(i):
            if values[j] < value and best[j] + weights[i] > best[i]:
                best[i], back[i] = best[j] + weights[i], j
    index = max(range(len(values)), key=best.__getitem__)
    keep: set[int] = set()
    while index >= 0:
        keep.add(index)
        index = back[index]
    return keep


def _runs(moves: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Group moves of neighbouring rows by the same distance.

    >>> _runs([(4, 3), (5, 4), (9, 1)])
    [[(4, 3), (5, 4)], [(9, 1)]]
    """
    runs: list[list[tuple[int, int]]] = []
    for position, place in moves:
        if runs and runs[-1][-1] == (position - 1, place - 1):
            runs[-1].append((position, place))
        else:
            runs.append([(position, place)])
    return runs


def _wrong_columns(row: Row, odd: Odd) -> list[tuple[str, object, object]]:
    header = odd.header
    assert header is not None
    columns = (
        ("source", header.source, row.source),
        ("seq", header.seq, row.seq),
        ("kind", header.kind, row.kind),
    )
    return [(name, expected, got) for name, expected, got in columns if expected != got]


def _difference(row: Row, header: object, origin: str) -> str:
    """Say which header line of an altered envelope contradicts the columns, if one does."""
    if header is None:
        return "; the header is not well formed"
    lines = row.envelope.split(b"\n", 5)
    expected = (f"razao/1 {origin}", row.source, str(row.seq), None, row.kind)
    for name, line, column in zip(
        ("origin", "source", "seq", "previous link", "kind"), lines, expected, strict=False
    ):
        if column is not None and line != column.encode():
            return f"; {name}: expected {column!r}, got {line.decode('ascii', 'replace')!r}"
    return ""


def _is_named_by_columns(odd: Odd) -> bool:
    """Tell whether columns and header name the same event, whatever its link."""
    row, header = odd.row, odd.header
    return header is not None and (header.source, header.seq) == (row.source, row.seq)


def _is_alone(row: Row) -> bool:
    kind = KINDS.get(row.kind)
    return kind is not None and kind.ALONE


def _place_of(problem: Problem) -> tuple[int, str]:
    return (problem.position if problem.position is not None else 2**63, problem.kind)
