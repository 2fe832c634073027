"""Everything that is known about each event, from wherever it is told; and who is blamed."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ledger.audit.diagnosis.report import Case, Problem, Unassessed
from ledger.audit.verification import TILE_EVENTS, Part, Stretch
from ledger.ids import LINK_SIZE, NO_LINK
from ledger.store.stored import Row

SINGLY_MAX: Final = 2_000
"""Missing events that are looked for one by one; larger ranges are reported as ranges."""


class Missing(Struct):
    """An event that a later one, or a head, proves to have been there."""

    source: str
    seq: int
    link: bytes | None
    tail: bool
    position: int | None = None
    counted: bool = False
    """Whether it is named with others whose positions only together are known."""


class Evidence:
    """The slices joined, source by source, and the problems found so far."""

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
        self._missing: list[Missing] = []
        self._missing_of: dict[tuple[str, int], Missing] = {}
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
        self._end: int = case.size
        """The log's last position, once it is known what is beyond."""
        self._empty: list[int] = []
        """Empty positions at the end for which nothing but the head speaks."""
        self._true: dict[tuple[str, int], bytes] = {}
        """The link an event had, where that is not the stored one."""
        self._suspects: list[tuple[int, str | None, str]] = []
        self._last_row = max((part.last for part in parts if part.events), default=0)

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

    def _blame_event(self, source: str, seq: int, kind: str, detail: str) -> None:
        rows = self._rows_of(source, seq, seq)
        position = rows[0].position if rows else None
        self._disputed.pop(position or 0, None)
        self._blame(kind, detail, position=position, source=source, seq=seq)

    def _is_blamed(self, source: str, seq: int) -> bool:
        return any(row.position in self._problems for row in self._rows_of(source, seq, seq))

    def _join(self) -> None:
        """Join the slices' evidence about each source; find gaps, breaks and tails."""
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
            one = Missing(source, seq, link if seq == last else None, tail)
            self._missing.append(one)
            self._missing_of[source, seq] = one

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

    def _seq_of(self, row: Row) -> int:
        odd = self._odd.get(row.position)
        return odd.seq if odd is not None else row.seq

    def _name_at(self, position: int) -> tuple[str, int]:
        odd = self._odd.get(position)
        if odd is not None:
            return odd.source, odd.seq
        row = Row._make(self._case.lookup.at(position, position)[0])
        return row.source, row.seq

    def _position_of(self, source: str, seq: int) -> int | None:
        missing = self._missing_of.get((source, seq))
        if missing is not None:
            return missing.position
        rows = self._rows_of(source, seq, seq)
        if not rows:
            return None
        return self._moved.get(rows[0].position, rows[0].position)

    def _true_position(self, position: int) -> int:
        return self._moved.get(position, position)

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

    def _noted_link(self, source: str, seq: int) -> bytes | None:
        position = self._position_of(source, seq)
        if position is None or position > self._case.heads.noted:
            return None
        index = (position - 1) % TILE_EVENTS
        memo = self._case.lookup.memo((position - 1) // TILE_EVENTS)
        return memo[index * LINK_SIZE : (index + 1) * LINK_SIZE] or None

    def _noted_link_at(self, position: int) -> bytes | None:
        index = (position - 1) % TILE_EVENTS
        memo = self._case.lookup.memo((position - 1) // TILE_EVENTS)
        return memo[index * LINK_SIZE : (index + 1) * LINK_SIZE] or None

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

    def _beyond_heads(self, source: str, seq: int) -> bool:
        """Tell whether no head knows of an event."""
        known, _ = self._case.heads.sources.get(source, (0, b""))
        return seq > known

    def _is_gone(self, source: str, seq: int) -> bool:
        return (source, seq) in self._missing_of or any(
            name == source and first <= seq <= last for name, first, last, _ in self._missing_ranges
        )

    def _is_known_gone(self, source: str, seq: int) -> bool:
        """Tell whether something beside a source's head says that the event was there."""
        if self._emptied:
            return self._is_gone(source, seq)
        missing = self._missing_of.get((source, seq))
        return missing is not None and (missing.position is not None or missing.counted)

    def _is_copy(self, source: str, seq: int) -> bool:
        """Tell whether a row repeats the event; the event itself was judged where it stands."""
        return (source, seq) in self._copied
