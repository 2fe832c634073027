"""Signed checkpoints, made on demand and not more often than anybody needs them.

Whoever asks needs no key, and a new one is work and a row that stays: within a second everybody
gets the same one.
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

    def checkpoint(self) -> str:
        """Return the log's size and root as a signed note."""
        ...


class Last(Struct, frozen=True, kw_only=True):
    """The newest checkpoint of this process."""

    note: str
    size: int
    age_seconds: float


class Checkpoints:
    """Keeps the newest checkpoint for a moment."""

    def __init__(self, log: Signs, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Make none yet."""
        self._log = log
        self._clock = clock
        self._lock = threading.Lock()
        self._made: tuple[str, int, float] | None = None

    def note(self) -> str:
        """Return a checkpoint at most a second old.

        Raises:
            LedgerError: nothing can be signed, because the store contradicts itself.

        """
        with self._lock:
            made = self._made
            if made is None or self._clock() - made[2] >= SECONDS_MIN:
                note = self._log.checkpoint()
                made = self._made = (note, read_checkpoint(note).size, self._clock())
            return made[0]

    def last(self) -> Last | None:
        """Return the newest checkpoint, however old; None if this process made none."""
        made = self._made
        if made is None:
            return None
        return Last(note=made[0], size=made[1], age_seconds=self._clock() - made[2])
