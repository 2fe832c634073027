"""The service's statements about its figures, and when they are due: signed like any event.

At each gaming day's closing, and every ten minutes at most as long as something changes, it says
of each table how many rows it has and the hash of their set. The hashes are those that this
process kept from what it wrote, not those that stand in the database.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.audit.set_hash import SetHash
from ledger.events.registry import FiguresStated, TableStated
from projections.law.version import law_version
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

    def __init__(self, say: Say, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """State figures by ``say``."""
        self._say = say
        self._monotonic = monotonic
        self._said: Mapping[str, Told] | None = None
        """What was stated last: by this process, or as the log has it."""
        self._when = -SECONDS

    def look(self, runner: Runner) -> bool:
        """State the figures if they are due; return whether they were stated."""
        if self._said is None:
            self._said = _last_said(runner)
        now, hashes = self._monotonic(), runner.written()
        if not runner.position or not self._is_due(hashes, self._said, now):
            return False
        statement = statement_of(runner, hashes)
        if not self._say(statement):
            return False
        self._said, self._when = _told(statement), now
        return True

    def _is_due(self, hashes: Mapping[str, SetHash], said: Mapping[str, Told], now: float) -> bool:
        """Tell whether a day was closed since, or time passed in which something changed."""

        def differs(name: str) -> bool:
            one = hashes.get(name, SetHash())
            return (one.rows, one.digest) != said.get(name, NO_ROWS)

        if differs(CLOSINGS):
            return True
        return now - self._when >= SECONDS and any(map(differs, set(hashes) - BEATS))


def _last_said(runner: Runner) -> Mapping[str, Told]:
    last = runner.last_stated()
    return {} if last is None else _told(last)


def _told(statement: FiguresStated) -> Mapping[str, Told]:
    return {one.name: (one.rows, one.digest) for one in statement.tables}


def statement_of(runner: Runner, hashes: Mapping[str, SetHash]) -> FiguresStated:
    """Return the statement that a runner's figures are at its position."""
    return FiguresStated(
        as_of=runner.position,
        root=runner.root().hex(),
        law=law_version().mark,
        shape=runner.pipeline.shape_digest(),
        tables=tuple(
            TableStated(name=name, rows=one.rows, digest=one.digest)
            for name, one in sorted(hashes.items())
            if one != SetHash()
        ),
    )
