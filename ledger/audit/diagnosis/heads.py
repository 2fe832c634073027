"""Heads: how many events there are, by the tables beside them."""

from ledger.audit.diagnosis.evidence import SINGLY_MAX
from ledger.audit.diagnosis.signatures import Signatures
from ledger.ids import NO_LINK
from ledger.store.stored import Row


class HeadsAndTails(Signatures):
    """Judges the heads, and rows of which no head knows."""

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
        expected = self._case.trust.blinded
        if expected is not None and heads.blinded != expected:
            self._blame("head", f"blinded: expected {expected}, got {heads.blinded}")

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

    def _blame_source_head(
        self, source: str, expected: int, link: bytes, got: int, got_link: bytes
    ) -> None:
        self._blame(
            "source-head",
            f"expected seq {expected} and link {link.hex()}, got {got} and {got_link.hex()}",
            source=source,
            seq=expected,
        )
