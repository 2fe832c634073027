"""The service's statements about its figures, and when they are due: signed like any event.

At each gaming day's closing, and every ten minutes at most as long as something changes, it says
of each table how many rows it has and the hash of their set. The hashes are those that this
process kept from what it wrote, not those that stand in the database. With them goes the evidence
that rebuilds kept, which is stated as soon as there is more of it.
"""

import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ledger.audit.set_hash import SetHash
from ledger.events.registry import FiguresStated, TableStated
from projections.law.version import law_version
from projections.running.figures.evidence import evidence_now
from projections.running.runner import Runner

SECONDS: Final = 600.0
CLOSINGS: Final = "closed_day"
BEATS: Final = frozenset(
    {
        *("clock", "floor_clock", "history", "jackpot_state", "speaker"),
        *("stated_figures", "stated_root"),
    }
)
"""Tables that ticks and statements themselves change."""

Told = tuple[int, str]
"""How many rows, and the digest of their set."""
NO_ROWS: Final[Told] = (0, SetHash().digest)
Say = Callable[[FiguresStated], Any]
"""Records a statement through the door; what it returns is nothing if it was refused."""


class Stating:
    """States a runner's figures when they are due."""

    def __init__(
        self, say: Say, conninfo: str, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """State figures, and the evidence of the same database, by ``say``."""
        self._say = say
        self._conninfo = conninfo
        self._monotonic = monotonic
        self._said: Mapping[str, TableStated] | None = None
        """What was stated last: by this process, or as the log has it."""
        self._when = -SECONDS
        self._looked_at: Callable[[], Runner | None] = lambda: None

    def look(self, runner: Runner) -> bool:
        """State the figures if they are due; return whether they were stated."""
        if self._said is None:
            self._said = _last_said(runner)
        if not runner.position:
            return False
        now, hashes = self._monotonic(), runner.written()
        due = self._is_due(hashes, self._said, now)
        # A rebuild, which alone finds evidence, has the live tables let go of and opened anew.
        if not due and self._looked_at() is runner:
            return False
        evidence = list(evidence_now(self._conninfo, self._said))
        self._looked_at = weakref.ref(runner)
        if not due and all(self._said.get(one.name) == one for one in evidence):
            return False
        statement = statement_of(runner, hashes, evidence)
        if not self._say(statement):
            self._looked_at = lambda: None
            return False
        self._said, self._when = _told(statement), now
        return True

    def _is_due(
        self, hashes: Mapping[str, SetHash], said: Mapping[str, TableStated], now: float
    ) -> bool:
        """Tell whether a day was closed since, or time passed in which something changed."""

        def differs(name: str) -> bool:
            one = hashes.get(name, SetHash())
            before = said.get(name)
            told = NO_ROWS if before is None else (before.rows, before.digest)
            return (one.rows, one.digest) != told

        if differs(CLOSINGS):
            return True
        return now - self._when >= SECONDS and any(map(differs, set(hashes) - BEATS))


def _last_said(runner: Runner) -> Mapping[str, TableStated]:
    last = runner.last_stated()
    return {} if last is None else _told(last)


def _told(statement: FiguresStated) -> Mapping[str, TableStated]:
    return {one.name: one for one in statement.tables}


def statement_of(
    runner: Runner, hashes: Mapping[str, SetHash], evidence: Iterable[TableStated] = ()
) -> FiguresStated:
    """Return the statement that a runner's figures are at its position, with the evidence's."""
    return FiguresStated(
        as_of=runner.position,
        root=runner.root().hex(),
        law=law_version().mark,
        shape=runner.pipeline.shape_digest(),
        tables=(
            *(
                TableStated(name=name, rows=one.rows, digest=one.digest)
                for name, one in sorted(hashes.items())
                if one != SetHash()
            ),
            *evidence,
        ),
    )
