"""The thread that keeps the projections at the log's end."""

import logging
import threading
from typing import Final

from ops.commands.running.serving.figures import nobody_says
from projections.running.figures.stating import Say, Stating
from projections.running.runner import follow

EXCHANGED: Final = "the projections are being exchanged for those of a rebuild"
RETRY_SECONDS: Final = (1.0, 2.0, 5.0, 15.0, 30.0)
_STOP_SECONDS_MAX: Final = 10
_LOGGER = logging.getLogger(__name__)


class Follower:
    """Keeps the projections at the log's end, in a thread, and says why when it cannot."""

    def __init__(
        self,
        conninfo: str,
        *,
        retry: tuple[float, ...] = RETRY_SECONDS,
        say: Say = nobody_says,
    ) -> None:
        """Follow the log of this database; ``say`` records what is stated of the figures."""
        self._conninfo = conninfo
        self._stating = Stating(say, conninfo)
        self._retry = retry
        self._stop = threading.Event()
        self._trouble: str | None = "the projections are being opened"
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)

    def trouble(self) -> str | None:
        """Return why the projections do not follow at present; None while they do."""
        return self._trouble

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Release the projections once they have caught up.

        If that takes long, the thread ends with the process, which is no harm: a page and its
        position are one transaction.
        """
        self._stop.set()
        self._thread.join(_STOP_SECONDS_MAX)

    def _run(self) -> None:
        failures = 0
        while not self._stop.is_set():
            try:
                for follows in follow(self._conninfo, self._stop, look=self._stating.look):
                    self._trouble = None if follows else EXCHANGED
                    failures = 0
            except Exception as error:
                # Whatever it is, it is shown, and nothing is skipped: the next try begins where
                # the last page ended.
                self._trouble = f"{type(error).__name__}: {error}"
                _LOGGER.exception("the projections do not follow the log")
                self._stop.wait(self._retry[min(failures, len(self._retry) - 1)])
                failures += 1
