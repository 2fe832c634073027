"""Signatures: which fits which run of events, and what remains."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from msgspec import Struct

from ledger.audit.diagnosis.links import Links, wrong_columns
from ledger.audit.diagnosis.report import Unassessed
from ledger.audit.trust import Keys, fold_trust, is_trust
from ledger.audit.verification import Failed
from ledger.events import KINDS, kinds_of
from ledger.events.registry import LedgerFounded
from ledger.ids import NO_LINK, Link
from ledger.keys import TRUST_KINDS
from ledger.signed.chain import link_of
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Signed, segment_fits
from ledger.store.stored import Row, read_header

ZONE_EVENTS_MAX: Final = 5_000


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


class Signatures(Links):
    """Judges events under no signature that was found to fit."""

    def _trust_in_order(self) -> None:
        """Fold trust again with displaced events where they belong: they gave their keys there."""
        rows = self._case.trust_rows
        if any(row[0] in self._moved for row in rows):
            placed = [(self._true_position(row[0]), *row[1:]) for row in rows]
            self._trust = fold_trust(sorted(placed, key=lambda row: row[0]))

    def _suspect(self) -> None:
        """Gather unreadable events that may have given or ended a key."""
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
        """Suspect one event of having given or ended keys, if its source has the right to."""
        trust = self._trust
        mighty = source in trust.registrars or source in (None, trust.service)
        scope = None if mighty or trust.origin is None else source
        self._suspects.append((position, scope, what))

    def _suspect_trust(self, positions: Iterable[int]) -> None:
        """Suspect the trust events at blamed or disputed positions."""
        for position in positions:
            for row in self._case.lookup.at(position, position):
                header = read_header(row[4])
                if is_trust(row):
                    self._suspect_event(0, row[1], f"position {position}")
                if is_trust(row) and header is not None and header.source != row[1]:
                    self._suspect_event(0, header.source, f"position {position}")

    def _excuse(self, source: str, position: int) -> str | None:
        """Return the altered trust events that may explain a source's missing key at a position."""
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
                if moved or (odd.fits and len(wrong_columns(odd.row, odd)) > 1):
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
        if keyless and row.kind not in kinds_of(LedgerFounded):
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


def _is_alone(row: Row) -> bool:
    kind = KINDS.get(row.kind)
    return kind is not None and kind.ALONE
