"""Links, envelopes and columns: which parts of a row were altered since it was recorded."""

from ledger.audit.diagnosis.places import Places
from ledger.audit.verification import Odd
from ledger.signed.canonical import FORMAT
from ledger.store.stored import Row


class Links(Places):
    """Judges rows that contradict themselves or the event after them."""

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
        return self._explain_header(odd)

    def _explain_header(self, odd: Odd) -> tuple[str, str]:
        """Return the oddities of a row whose link is its envelope's."""
        header = odd.header
        if header is None:
            return "envelope", "the bytes are not an envelope"
        if header.origin != self._case.origin:
            return "envelope", f"origin: expected {self._case.origin!r}, got {header.origin!r}"
        wrong = wrong_columns(odd.row, odd)
        if not wrong:
            return "envelope", f"format: expected {FORMAT!r}, got {header.format!r}"
        return wrong[0][0], "; ".join(
            f"column {name}: expected {expected!r}, got {got!r}" for name, expected, got in wrong
        )


def wrong_columns(row: Row, odd: Odd) -> list[tuple[str, object, object]]:
    """Return the columns that are not as the header says: name, header's value, column's value."""
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
    form = "razao/1" if lines[0].startswith(b"razao/1") else "razao/2"
    expected = (f"{form} {origin}", row.source, str(row.seq), None, row.kind)
    for name, line, column in zip(
        ("origin", "source", "seq", "previous link", "kind"), lines, expected, strict=False
    ):
        if column is not None and line != column.encode():
            return f"; {name}: expected {column!r}, got {line.decode('ascii', 'replace')!r}"
    return ""
