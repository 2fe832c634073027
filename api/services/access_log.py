"""The access log: reading is an event, too.

Reads are gathered per person, purpose and minute, and sent through the door as the service's
``access-recorded``. What a crash leaves behind: the reads of the last minute are lost with the
process; a failing door only makes them wait.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from ledger.door.ingestion import Answer
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.registry import AccessRecorded
from ledger.signed.canonical import instant

LOOK_SECONDS: Final = 2.0
SUBJECT_MAX: Final = 200
GATHERED_MAX: Final = 10_000
"""Minutes that may wait while the door is closed; then the oldest go, and the log says so."""
_MINUTE: Final = timedelta(minutes=1)
_LOGGER = logging.getLogger(__name__)


class _Gathered(Struct):
    """What one person read for one purpose in one minute."""

    person: str
    purpose: str
    minute: datetime
    since: datetime
    until: datetime
    count: int
    subjects: dict[str, None]


class ReadingLog:
    """Gathers reads and says them; ``say`` is the door's."""

    def __init__(
        self,
        say: Callable[[Payload], Answer],
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Gather nothing yet."""
        self._say = say
        self._now = now
        self._gathered: dict[tuple[str, str, datetime], _Gathered] = {}
        self._lock = threading.Lock()
        self._saying = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Say each minute when it is over, in a thread of its own."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="reading-log", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Say everything that was gathered and let the thread go."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with suppress(LedgerError):
            self.flush(everything=True)

    def note(self, person: str, purpose: str, subject: str) -> None:
        """Write down a reading."""
        now = self._now()
        minute = now.replace(second=0, microsecond=0)
        with self._lock:
            found = self._gathered.get((person, purpose, minute))
            if found is None:
                found = _Gathered(
                    person=person,
                    purpose=purpose,
                    minute=minute,
                    since=now,
                    until=now,
                    count=0,
                    subjects={},
                )
                self._gathered[person, purpose, minute] = found
                self._drop_oldest()
            found.count += 1
            found.until = now
            if len(found.subjects) < SUBJECT_MAX:
                found.subjects[subject] = None

    def flush(self, *, everything: bool = False) -> int:
        """Say the minutes that are over, or all; return how many events that took.

        Raises:
            LedgerError: the door takes nothing at present; what is not said is kept.

        """
        over = self._now() - _MINUTE
        said = 0
        with self._saying:
            with self._lock:
                ready = [
                    key for key, one in self._gathered.items() if everything or one.minute <= over
                ]
            for key in ready:
                with self._lock:
                    one = self._gathered.pop(key, None)
                if one is None:
                    continue
                try:
                    self._record(one)
                except Exception:
                    self._keep(key, one)
                    raise
                said += 1
        return said

    def _record(self, one: _Gathered) -> None:
        answer = self._say(_event_of(one))
        if not answer.accepted:
            raise LedgerError(f"{answer.outcome}: {answer.detail}")

    def _run(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            try:
                self.flush()
            except Exception:
                _LOGGER.exception("reads could not be recorded; they wait")

    def _keep(self, key: tuple[str, str, datetime], one: _Gathered) -> None:
        """Put readings that were not recorded back, beside any later readings."""
        with self._lock:
            later = self._gathered.get(key)
            if later is not None:
                one.count += later.count
                one.until = later.until
                one.subjects |= later.subjects
            self._gathered[key] = one

    def _drop_oldest(self) -> None:
        while len(self._gathered) > GATHERED_MAX:
            lost = self._gathered.pop(next(iter(self._gathered)))
            _LOGGER.error("%d reads of %s at %s are lost", lost.count, lost.person, lost.minute)


def _event_of(one: _Gathered) -> AccessRecorded:
    return AccessRecorded(
        person=one.person,
        purpose=one.purpose,
        count=one.count,
        since=instant(one.since),
        until=instant(one.until),
        subject=_joined(list(one.subjects)),
    )


def _joined(subjects: list[str]) -> str:
    """Name the subjects that were read, as many as an event holds.

    >>> _joined(["/v1/pools", "/v1/rounds"])
    '/v1/pools /v1/rounds'
    >>> _joined(["/v1/" + "x" * 150, "/v1/" + "y" * 150])[-10:]
    'xxx +1more'
    """
    said = ""
    for number, subject in enumerate(subjects):
        left = len(subjects) - number - 1
        tail = f" +{left}more" if left else ""
        longer = f"{said} {subject}" if said else subject
        if len(longer) + len(tail) > SUBJECT_MAX:
            rest = f" +{left + 1}more" if said else ""
            return said + rest if said else subject[: SUBJECT_MAX - len(tail)] + tail
        said = longer
    return said
