"""Refusals at the door since the last writing: folded, bounded, and none hidden behind another's.

Of one source and code there is one event, of second stories one for each: its bytes are kept as
proof, which nobody deletes unseen once an event names it. Whoever holds a key can sign as many as
he likes, so of each source so many are named and the others counted, each once, as
:data:`MORE_STORIES`; what was kept before, and may be counted already, is :data:`TOLD_AGAIN`. So a
source's kept stories are at least those of its events' hashes and counts, and ``razao verify``
counts them. The first story of each source is named whatever others do, and strangers, who sign
nothing, take no place from those who do.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ledger.errors import GapError, OverlapError
from ledger.events.registry import (
    MORE_STORIES,
    STORY,
    TOLD_AGAIN,
    SubmissionRefused,
    SubmissionRefused2,
)
from ledger.ids import Link

EVENTS_MAX: Final = 1_000
"""Events of strangers' refusals, and of named second stories, between two writings; the rest of
either are counted."""
STORIES_EACH: Final = 100
"""Second stories of one source that are named one by one between two writings."""
OTHER_SOURCES: Final = "other-sources"
OUT_OF_TURN: Final = frozenset({GapError.code, OverlapError.code})
"""Refusals of what the source itself signed, before or after its turn: sent again it may stand."""

_Key = tuple[str, str, str]
"""Source and code; of a story that is named its hash, else nothing."""


class Folded(Struct):
    """The refusals of one source and code since the last writing, or those of one story."""

    hash: str
    """SHA-256 of the first refused bytes."""
    count: int = 0
    last: tuple[int, Link] | None = None
    """Seq and link of the event which, once recorded, shows that all of them stand."""

    def add(self, last: tuple[int, Link] | None, code: str, count: int = 1) -> None:
        """Count more refused submissions with the event of the source that they end with."""
        if self.count and last is not None and last != self.last:
            # What one key signed hangs together; of strangers nobody knows that.
            known = self.last
            last = max(last, known or last) if code in OUT_OF_TURN else None
        self.last = last
        self.count += count

    def told(self, source: str, code: str) -> SubmissionRefused:
        """Return the event that writes them down."""
        if self.last is None:
            return SubmissionRefused(source=source, code=code, hash=self.hash, count=self.count)
        seq, link = self.last
        return SubmissionRefused2(
            source=source, code=code, hash=self.hash, count=self.count, seq=seq, link=link.hex()
        )


class Refusals:
    """The refusals that are not yet written down; any thread may note one."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._folded: dict[_Key, Folded] = {}
        self._stories: dict[_Key, Folded] = {}
        self._of: dict[str, int] = {}
        """How many stories of each source are named."""
        self._counted: dict[str, int] = {}
        """How many stories of each source were only counted, at the last writing."""

    def note(self, source: str, code: str, digest: str, last: tuple[int, Link] | None) -> None:
        """Count a refusal."""
        with self._lock:
            key: _Key = (source, code, "")
            if key not in self._folded and len(self._folded) >= EVENTS_MAX:
                key, last = (OTHER_SOURCES, code, ""), None
            self._folded.setdefault(key, Folded(digest)).add(last, code)

    def note_story(self, source: str, digest: str, *, anew: bool) -> None:
        """Count a second story, ``anew`` where nobody had kept its bytes before."""
        with self._lock:
            for code in (STORY, TOLD_AGAIN):
                if (source, code, digest) in self._stories:
                    self._stories[source, code, digest].add(None, code)
                    return
            named = self._of.get(source, 0)
            room = named < STORIES_EACH and len(self._stories) < EVENTS_MAX
            if not named or room:
                self._of[source] = named + 1
                code = STORY if anew else TOLD_AGAIN
                self._stories.setdefault((source, code, digest), Folded(digest)).add(None, code)
            elif anew:  # what was kept before is named or counted already, or was lost with a crash
                key = (source, MORE_STORIES, "")
                self._stories.setdefault(key, Folded(digest)).add(None, MORE_STORIES)

    def write(self, say: Callable[[SubmissionRefused], bool]) -> int:
        """Have all of it said, the second stories first; return how many events that took.

        What ``say`` refuses, or raises on, is kept for the next time.
        """
        with self._lock:
            taken = [*self._stories.items(), *self._folded.items()]
            self._counted = {
                key[0]: one.count for key, one in self._stories.items() if key[1] == MORE_STORIES
            }
            self._stories, self._folded, self._of = {}, {}, {}
        written = 0
        try:
            for (source, code, _), one in taken:
                if not say(one.told(source, code)):
                    break
                written += 1
        finally:
            self._give_back(taken[written:])
        return written

    def _give_back(self, taken: Sequence[tuple[_Key, Folded]]) -> None:
        """Count refusals that were not said together with those that came meanwhile."""
        with self._lock:
            for key, one in taken:
                source, code, digest = key
                of_stories = digest or code == MORE_STORIES
                known = (self._stories if of_stories else self._folded).setdefault(key, one)
                if known is not one:
                    known.add(one.last, code, one.count)
                elif digest:
                    self._of[source] = self._of.get(source, 0) + 1

    @property
    def counted(self) -> Mapping[str, int]:
        """By source, the second stories of this minute or the last that are only counted."""
        with self._lock:
            now = {
                key[0]: one.count for key, one in self._stories.items() if key[1] == MORE_STORIES
            }
        return {**self._counted, **now}
