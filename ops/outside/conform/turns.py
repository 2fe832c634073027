"""Events that come after a refusal: out of turn, judged by nobody until it is mended.

A source's events form one chain, so where the door refuses a segment it refuses all that follows.
That is no mistake of what follows; whether there is one shows when it is sent again.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from ops.outside.conform.statements import Statement, state

UNJUDGED: Final = "after-refusal"
GAP: Final = "gap"


class Cause(NamedTuple):
    """The name of an event or a line that was refused, in Portuguese and in English."""

    pt: str
    en: str


class Held(Struct, frozen=True, kw_only=True):
    """An event that came out of turn, after something that was refused."""

    name: str
    kind: str
    cause: Cause
    wanted: int
    """The seq for which the door waited."""


class Turns:
    """The events of each source that were refused or held, until they are taken."""

    def __init__(self, sources: Iterable[str]) -> None:
        """Begin the chains of these sources."""
        self._last = dict.fromkeys(sources, 0)
        """By source the seq of the newest event that was taken."""
        self._stuck: dict[str, dict[int, Cause | Held]] = {}
        """By source and seq what was refused for itself, by its cause, and what was held."""
        self._unread: dict[str, Cause] = {}
        """By source the line since its newest taken event that is no segment: it may be its."""

    def take(self, source: str, seqs: Iterable[int]) -> None:
        """Forget events that are recorded."""
        stuck = self._stuck.get(source, {})
        self._unread.pop(source, None)
        for seq in seqs:
            stuck.pop(seq, None)
            self._last[source] = max(self._last.get(source, 0), seq)

    def miss(self, line: int) -> None:
        """Take note of a line that is no segment: nobody knows whose it is."""
        for source in self._last:
            self._unread.setdefault(source, Cause(f"a linha {line}", f"line {line}"))

    def refuse(self, source: str, seqs: Iterable[int], name: str) -> None:
        """Take note of events that were refused, for the fault of the one with this name."""
        stuck, last = self._stuck.setdefault(source, {}), self._last.get(source, 0)
        stuck.update((seq, Cause(name, name)) for seq in seqs if seq > last)

    def cause(self, source: str, first: int) -> Cause | None:
        """Return the refusal before an event that is out of turn; None where there is none."""
        before = self._stuck.get(source, {}).get(first - 1)
        if before is None:
            return self._unread.get(source)
        if isinstance(before, Cause):
            return before
        if self._waits(source, before):
            return before.cause
        missed = f"{source}:{self._last[source] + 1}"
        return Cause(missed, missed)

    def hold(self, source: str, seq: int, kind: str, cause: Cause) -> None:
        """Take note of an event that nobody judged, because of what was refused before it."""
        self._stuck.setdefault(source, {})[seq] = Held(
            name=f"{source}:{seq}", kind=kind, cause=cause, wanted=self._last.get(source, 0) + 1
        )

    def torn(self, source: str) -> bool:
        """Tell whether the ledger has not all that a source said."""
        return source in self._unread or bool(self._stuck.get(source))

    def held(self) -> Iterator[tuple[Held, bool]]:
        """Yield the events still held; True where the refused one before has been taken since."""
        for source, stuck in self._stuck.items():
            for one in stuck.values():
                if isinstance(one, Held):
                    yield one, not self._waits(source, one)

    def statements(self) -> Iterator[Statement]:
        """Yield the statements of the events that are still held."""
        for one, mended in self.held():
            word = "gap-left" if mended else "held"
            yield state(
                "refused" if mended else "unjudged", GAP if mended else UNJUDGED, word,
                kind=one.kind, events=(one.name,), pt=one.cause.pt, en=one.cause.en,
            )  # fmt: skip

    def _waits(self, source: str, one: Held) -> bool:
        return self._last.get(source, 0) < one.wanted
