"""Stands in for a store while the door rehearses: reads the real one, and forgets what is written.

A dry run is the door itself over such a store, so that it cannot judge otherwise than the door.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from ledger.ids import NO_LINK, Link
from ledger.keys import TRUST_AND_TIME_KINDS
from ledger.store.recorder import Rows

AFTER_ALL: Final = 1 << 50
"""Positions of a rehearsal come after every real one; nobody is told them."""


class Readable(Protocol):
    """The store, as far as a rehearsal reads it."""

    def blinded(self) -> bool:
        """Tell whether the ledger takes envelopes of ``razao/2`` only."""
        ...

    def head(self, source: str) -> tuple[int, Link] | None:
        """Return the seq and link of the source's newest event; seq 0 before its first."""
        ...

    def links(self, source: str, first: int, last: int) -> list[tuple[int, Link]]:
        """Return position and link of the source's events from seq ``first`` to ``last``."""
        ...


class ForgettingStore:
    """A store that holds what a rehearsal wrote for as long as the rehearsal lasts."""

    def __init__(self, real: Readable, trust_seen: int) -> None:
        """Begin at what is recorded now, under the state of trust as of ``trust_seen``."""
        self._real = real
        self._trust_seen = trust_seen
        self._last = AFTER_ALL
        self._heads: dict[str, tuple[int, Link]] = {}
        self._links: dict[str, dict[int, tuple[int, Link]]] = {}

    def append(self, rows: Rows, trust_seen: int | None = None) -> int:
        """Hold the rows until the rehearsal ends; return the first one's position."""
        assert trust_seen in {None, self._trust_seen}
        first = self._last + 1
        for source, seq, kind, link in zip(
            rows.sources, rows.seqs, rows.kinds, rows.links, strict=True
        ):
            self._last += 1
            self._heads[source] = (seq, Link(link))
            self._links.setdefault(source, {})[seq] = (self._last, Link(link))
            if kind in TRUST_AND_TIME_KINDS:
                self._trust_seen = self._last
        return first

    def enrol(self, sources: Sequence[str]) -> None:
        """Let nobody begin a chain in the real store."""

    def trust_seen(self) -> int:
        """Return the position of the newest event of trust or time, as of this rehearsal."""
        return self._trust_seen

    def blinded(self) -> bool:
        """Tell whether the ledger takes envelopes of ``razao/2`` only."""
        return self._real.blinded()

    def head(self, source: str) -> tuple[int, Link]:
        """Return the seq and link of the source's newest event, those of the rehearsal besides."""
        return self._heads.get(source) or self._real.head(source) or (0, NO_LINK)

    def links(self, source: str, first: int, last: int) -> list[tuple[int, Link]]:
        """Return position and link of the source's events, those of the rehearsal besides."""
        held = self._links.get(source, {})
        recorded = min(held, default=last + 1) - 1
        real = self._real.links(source, first, min(last, recorded)) if first <= recorded else []
        return real + [held[seq] for seq in range(max(first, recorded + 1), last + 1)]

    def keep(self, source: str, code: str, data: bytes, *, always: bool) -> bool:
        """Keep no refused bytes."""
        del source, code, data, always
        return False
