"""Signed checkpoints, made on demand and not more often than anybody needs them.

Whoever asks needs no key, and a new one is work: within a second everybody gets the same one. Where
witnesses cosign, the newest that enough of them cosigned is handed out: whoever keeps that one
holds the house to what others saw, too.
"""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from ledger.signed.checkpoint import read_checkpoint

SECONDS_MIN: Final = 1.0


class Signs(Protocol):
    """The log, as far as signing checkpoints needs it."""

    def checkpoint(self, *, passing: bool = False) -> str:
        """Return the log's size and root as a signed note."""
        ...

    def published(self) -> str | None:
        """Return the newest checkpoint that enough witnesses cosigned; None before the first."""
        ...

    def publish(self, size: int, note: str) -> None:
        """Publish a checkpoint that enough witnesses cosigned."""
        ...


class Last(Struct, frozen=True, kw_only=True):
    """The newest checkpoint of this process."""

    note: str
    size: int
    age_seconds: float


class Checkpoints:
    """Keeps the newest checkpoint for a moment."""

    def __init__(
        self,
        log: Signs,
        *,
        witnessed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make none yet; ``witnessed`` where witnesses are asked to cosign."""
        self._log = log
        self._witnessed = witnessed
        self._clock = clock
        self._lock = threading.Lock()
        self._made: tuple[str, int, float] | None = None

    def published(self) -> str:
        """Return the checkpoint for outsiders: the newest that was cosigned, else a signed one.

        Raises:
            LedgerError: nothing can be signed, because the store contradicts itself.

        """
        cosigned = self._log.published() if self._witnessed else None
        return cosigned or self.note()

    def note(self) -> str:
        """Return a checkpoint at most a second old.

        Raises:
            LedgerError: nothing can be signed, because the store contradicts itself.

        """
        with self._lock:
            made = self._made
            if made is None or self._clock() - made[2] >= SECONDS_MIN:
                made = self._take(self._log.checkpoint(passing=True))
            return made[0]

    def checkpoint(self, *, passing: bool = False) -> str:
        """Sign the log as it is now; one in ``passing`` gives way to the next.

        Raises:
            LedgerError: nothing can be signed, because the store contradicts itself.

        """
        note = self._log.checkpoint(passing=passing)
        with self._lock:
            return self._take(note)[0]

    def publish(self, size: int, note: str) -> None:
        """Publish a checkpoint that enough witnesses cosigned."""
        self._log.publish(size, note)

    def _take(self, note: str) -> tuple[str, int, float]:
        self._made = (note, read_checkpoint(note).size, self._clock())
        return self._made

    def last(self) -> Last | None:
        """Return the newest checkpoint, however old; None if this process made none."""
        made = self._made
        if made is None:
            return None
        return Last(note=made[0], size=made[1], age_seconds=self._clock() - made[2])
