"""The publisher: signs a checkpoint about every second while events come, and has it cosigned.

A thread of its own, beside the clock: whoever records events never waits for a witness, and a log
at rest is signed and sent no more.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from ledger.signed.checkpoint import checkpoint_of
from ledger.signed.notes import Note, read_note
from ledger.store.reader import Reader
from ops.outside.publishing.witnesses import Witnesses

LOOK_SECONDS: Final = 1.0
LASTING_SECONDS: Final = 60.0
"""One checkpoint in so long stays in the database for ever; the others give way to the next."""
UNMET_SECONDS_MAX: Final = 60.0
"""Without a quorum for so long the service says so."""
_LOGGER = logging.getLogger(__name__)


class Signs(Protocol):
    """The log, as far as publishing needs it."""

    def checkpoint(self, *, passing: bool = False) -> str:
        """Return the log's size and root as a signed note."""
        ...

    def publish(self, size: int, note: str) -> None:
        """Publish a checkpoint that enough witnesses cosigned."""
        ...


class Stamps(Protocol):
    """Takes the stamps of time over checkpoints that are due."""

    def look(self, size: int, note: str) -> None:
        """Take the stamps over a checkpoint that are due."""
        ...

    def trouble(self) -> str | None:
        """Return why authorities did not stamp when they were asked last; None if all did."""
        ...


class Publisher:
    """Signs checkpoints while the log grows, and publishes them once enough witnesses cosigned."""

    def __init__(
        self,
        conninfo: str,
        log: Signs,
        witnesses: Witnesses | None = None,
        stamps: Stamps | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Sign by the log; ``conninfo`` is where its events are counted."""
        self._conninfo = conninfo
        self._log = log
        self._witnesses = witnesses
        self._stamps = stamps
        self._monotonic = monotonic
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self._note: Note | None = None
        self._size = -1
        self._met = True
        self._lasting = -LASTING_SECONDS
        self._unmet_since: float | None = None
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        """Return why checkpoints are not signed or not cosigned; None while they are."""
        if self._trouble is not None:
            return self._trouble
        since = self._unmet_since
        if since is not None and self._monotonic() - since >= UNMET_SECONDS_MAX:
            assert self._witnesses is not None
            told = self._witnesses.trouble() or "those that answered are not enough"
            return f"checkpoints lack witnesses: {told}"
        told = None if self._stamps is None else self._stamps.trouble()
        return None if told is None else f"checkpoints lack stamps: {told}"

    def start(self) -> None:
        """Begin to publish."""
        self._thread.start()

    def stop(self) -> None:
        """Sign no more, and ask no more witnesses."""
        self._stop.set()
        if self._witnesses is not None:
            self._witnesses.close()
        if self._thread.is_alive():
            self._thread.join(LOOK_SECONDS)

    def look(self, position: int) -> bool:
        """Sign a log that grew, ask the witnesses still lacking, stamp; tell whether signed."""
        signed = position > self._size
        if signed:
            self._sign()
        if self._witnesses is not None and self._note is not None:
            self._cosign(self._witnesses, self._note)
        if self._stamps is not None and self._note is not None and self._met:
            self._stamps.look(self._size, self._note.whole)
        return signed

    def _sign(self) -> None:
        now = self._monotonic()
        passing = now - self._lasting < LASTING_SECONDS
        note = read_note(self._log.checkpoint(passing=passing))
        if not passing:
            self._lasting = now
        self._note, self._size = note, checkpoint_of(note.text).size
        self._met = self._witnesses is None

    def _cosign(self, witnesses: Witnesses, note: Note) -> None:
        for cosigned in witnesses.cosigned(note):
            self._note = cosigned
            if witnesses.met_by(cosigned):
                # At once: who is enough waits for nobody else.
                self._log.publish(self._size, cosigned.whole)
                self._met = True
        if witnesses.met_by(note) and not self._met:  # a policy that asks for nobody
            self._log.publish(self._size, note.whole)
            self._met = True
        if self._met:
            self._unmet_since = None
        elif self._unmet_since is None:
            self._unmet_since = self._monotonic()

    def _run(self) -> None:
        with Reader(self._conninfo) as reader:
            while not self._stop.wait(LOOK_SECONDS):
                try:
                    self.look(reader.last_position())
                    self._trouble = None
                except Exception as error:
                    if self._stop.is_set():
                        return
                    self._trouble = f"no checkpoint is signed: {type(error).__name__}: {error}"
                    _LOGGER.exception("no checkpoint was signed")
