"""The thread that lets the ledger's clock tick, and does what is due each minute."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from api.services.checkpoints import Checkpoints
from ledger.store.reader import Reader
from ops.commands.running.serving.erasing import carry_out
from ops.installation import Installation

TICK_SECONDS_MAX: Final = 30.0
"""At least once a minute, so at most half of that apart."""
LOOK_SECONDS: Final = 1.0
"""Under load the clock ticks as often as this."""
CHORES_SECONDS: Final = 60.0
_LOGGER = logging.getLogger(__name__)


class Clock:
    """Lets the service's clock tick: twice a minute, once a second while events come in."""

    def __init__(
        self,
        installation: Installation,
        checkpoints: Checkpoints,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Tick through the installation's door."""
        self._installation = installation
        self._checkpoints = checkpoints
        self._monotonic = monotonic
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)
        self._ticked = -TICK_SECONDS_MAX
        self._chores = -CHORES_SECONDS
        self._position = 0
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        """Return why the clock does not tick at present; None while it does."""
        return self._trouble

    def age(self) -> float | None:
        """Return how many seconds ago it ticked last; None before the first tick."""
        return None if self._ticked < 0 else self._monotonic() - self._ticked

    def start(self) -> None:
        """Begin to tick."""
        self._thread.start()

    def stop(self) -> None:
        """Stop ticking."""
        self._stop.set()
        self._thread.join()

    def look(self, position: int) -> bool:
        """Tick if it is time, or if something was recorded since the last tick; say whether."""
        now = self._monotonic()
        ticked = now - self._ticked >= TICK_SECONDS_MAX or position > self._position
        if ticked:
            # Another process of this installation may have ticked: its place is taken then, and
            # the next one is free.
            answer = self._installation.door.tick()
            if answer.receipt is None:
                # Or its key was replaced: it goes on by the next one, if that is here.
                if answer.outcome == "key-revoked":
                    self._installation.take_service_key()
                answer = self._installation.door.tick()
            if answer.receipt is None:
                raise RuntimeError(f"the clock could not tick: {answer.outcome}: {answer.detail}")
            self._position = answer.receipt.position
            self._ticked = now
        if now - self._chores >= CHORES_SECONDS:
            self._chores = now
            self._installation.door.write_refusals()
            self._checkpoints.checkpoint()
            self._erase()
        return ticked

    def _erase(self) -> None:
        """Destroy texts whose erasure took effect; a failure is no trouble of the clock."""
        try:
            carry_out(self._installation.texts, self._installation.urls.login)
        except Exception:
            _LOGGER.exception("texts whose erasure took effect are not destroyed yet")

    def _run(self) -> None:
        # A reader of its own: the installation's belongs to the thread that opened it.
        with Reader(self._installation.urls.login) as reader:
            while not self._stop.wait(LOOK_SECONDS):
                try:
                    self.look(reader.last_position())
                    self._trouble = None
                except Exception as error:
                    # Among others: what is stored contradicts itself, and no root is signed.
                    self._trouble = f"the clock does not tick: {type(error).__name__}: {error}"
                    _LOGGER.exception("the clock did not tick")
