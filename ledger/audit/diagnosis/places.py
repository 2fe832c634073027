"""Positions: what stood at each empty one, and where each displaced row belongs."""

from bisect import bisect_left
from collections import deque
from itertools import pairwise
from typing import Final

from ledger.audit.diagnosis.evidence import SINGLY_MAX, Evidence, Missing
from ledger.audit.verification import TILE_EVENTS, Odd, Stretch
from ledger.ids import LINK_SIZE
from ledger.store.stored import Row

TILES_COMPARED_MAX: Final = 400
RECENT_MAX: Final = 65_536
"""Positions since the last tick among which a displaced event is looked for."""
SHIFTED_MIN: Final = 3
NAMED_MAX: Final = 20


class Places(Evidence):
    """Judges positions, by the memo where there is one, else by the order of each source."""

    def _place(self) -> None:
        """Find the event of each empty position, and where each displaced row belongs."""
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
        for run in runs_of(unknown):
            self._blame_empty(run[0][0], run[-1][0])
        vacant = {*self._empty, *self._moved}.difference(self._moved.values())
        while self._end in vacant:
            self._end -= 1

    def _fill(self, missing: list[Missing], holes: list[int]) -> None:
        """Assign missing events to empty positions, the one with the soonest successor first."""
        runs: list[tuple[int, deque[Missing]]] = []
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

    def _may_have_stood(self, one: Missing, hole: int) -> bool:
        low, _ = self._interval(one.source, one.seq)
        noted = self._noted_link_at(hole) if hole <= self._case.heads.noted else None
        return low < hole and (noted is None or one.link is None or noted == one.link)

    def _blame_cut(self, tails: list[Missing], holes: list[int]) -> None:
        """Name the newest events of several sources, whose order among each other nobody noted."""
        for one in tails:
            one.counted = True
        events = ", ".join(f"{one.source}:{one.seq}" for one in tails[:NAMED_MAX])
        more = ", …" if len(tails) > NAMED_MAX else ""
        self._blame(
            "missing",
            f"{len(tails)} events are gone: {events}{more}",
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
        moved = [block for index, block in enumerate(ordered) if index not in keep]
        if self._is_exchange(source, ordered, moved):
            return {}
        return {
            row.position: (source, block.first + offset)
            for block in moved
            for offset, row in enumerate(self._rows_of(source, block.first, block.last))
            if row.position not in self._moved
        }

    def _is_exchange(self, source: str, ordered: list[Stretch], moved: list[Stretch]) -> bool:
        """Find two rows of a source that changed places: just two stand in each other's place."""
        first = min(block.first for block in moved)
        last = max(block.last for block in moved)
        seqs = [
            seq
            for block in ordered
            if block.first >= first - SINGLY_MAX and block.last <= last + SINGLY_MAX
            if block.last - block.first < SINGLY_MAX
            for seq in range(block.first, block.last + 1)
        ]
        rows = self._rows_of(source, seqs[0], seqs[-1]) if seqs else []
        places = sorted(self._true_position(row.position) for row in rows)
        wrong = [
            (row, place)
            for row, place in zip(rows, places, strict=True)
            if self._true_position(row.position) != place
        ]
        if len(wrong) != 2:  # noqa: PLR2004 - an exchange
            return False
        (one, its_place), (other, others_place) = wrong
        self._moved[one.position] = its_place
        self._moved[other.position] = others_place
        self._guessed |= {one.position, other.position}
        return True

    def _is_content_elsewhere(self, block: Stretch) -> bool:
        """Tell whether a row's columns say that its content was put there, not the row moved."""
        odd = self._odd.get(block.first_position)
        return odd is not None and odd.fits and block.first == block.last

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
        for run in runs_of(sorted(rest.items())):
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


def runs_of(moves: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Group moves of neighbouring rows by the same distance.

    >>> runs_of([(4, 3), (5, 4), (9, 1)])
    [[(4, 3), (5, 4)], [(9, 1)]]
    """
    runs: list[list[tuple[int, int]]] = []
    for position, place in moves:
        if runs and runs[-1][-1] == (position - 1, place - 1):
            runs[-1].append((position, place))
        else:
            runs.append([(position, place)])
    return runs


def _is_named_by_columns(odd: Odd) -> bool:
    """Tell whether columns and header name the same event, whatever its link."""
    row, header = odd.row, odd.header
    return header is not None and (header.source, header.seq) == (row.source, row.seq)
