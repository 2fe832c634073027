"""The newest verification of log and figures by this process, for the strip on every page."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from ledger.audit.auditor import audit_database
from ledger.audit.beside import beside_altered
from ledger.audit.diagnosis import Problem, Report
from ledger.audit.left import archives_altered
from ledger.audit.relations import relations_altered
from ledger.store.texts.texts import Texts
from projections.reads.texts import texts_altered
from projections.running.figures.recomputing import figure_problems

PROCESSES: Final = 2
_LOGGER = logging.getLogger(__name__)


class Checked(Struct, frozen=True, kw_only=True):
    """A verification and when it ended, by the service's clock."""

    report: Report
    at: datetime
    seconds: float | None = None

    @property
    def first(self) -> Problem | None:
        """The first part of the log that was altered, by position."""
        placed = [one for one in self.report.problems if one.position is not None]
        return min(placed, key=lambda one: one.position or 0, default=None) or next(
            iter(self.report.problems), None
        )


def around_altered(conninfo: str, texts: Texts) -> list[Problem]:
    """Return relations, rows beside the events, figures, texts and archives that are altered."""
    return [
        *relations_altered(conninfo),
        *beside_altered(conninfo),
        *figure_problems(conninfo),
        *texts_altered(conninfo, texts),
        *archives_altered(conninfo),
    ]


class Proofs:
    """Verifies the log when somebody asks, one verification at a time, and keeps the newest."""

    def __init__(
        self,
        conninfo: str,
        texts: Texts,
        checked: Checked | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Begin with the verification that whoever runs the service made before, if any."""
        self._conninfo = conninfo
        self._texts = texts
        self._now = now
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._done = self._total = 0
        self.last = checked
        self.failed: str | None = None
        """Why the last attempt came to no end; None after one that did."""

    @property
    def progress(self) -> tuple[int, int] | None:
        """Events checked and events to check, while a verification runs."""
        thread = self._thread
        return (self._done, self._total) if thread is not None and thread.is_alive() else None

    def start(self) -> bool:
        """Begin a verification unless one runs; return whether it was begun."""
        with self._lock:
            if self.progress is not None:
                return False
            self._done = self._total = 0
            self._thread = threading.Thread(target=self.check, name="verification", daemon=True)
            self._thread.start()
            return True

    def check(self) -> None:
        """Verify the log now, and keep what was found."""
        begun = self._now()
        try:
            report = audit_database(
                self._conninfo, processes=PROCESSES, begin=self._begin, progress=self._advance
            )
            report = msgspec.structs.replace(
                report,
                problems=[*report.problems, *around_altered(self._conninfo, self._texts)],
            )
        except Exception as error:
            self.failed = type(error).__name__
            _LOGGER.exception("the log could not be verified")
            return
        ended = self._now()
        self.failed = None
        self.last = Checked(report=report, at=ended, seconds=(ended - begun).total_seconds())

    def _begin(self, total: int) -> None:
        self._total = total

    def _advance(self, more: int) -> None:
        self._done += more
