"""Files that take long: made in a thread one after another, and kept for whoever asked.

They stand in a folder of the process and go with it, or when newer ones take their place: the same
question makes the same file again.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final, Literal

from msgspec import Struct

from api.services.api_keys import Caller

KEPT_MAX: Final = 24
"""Files that are kept; then the oldest go."""
EACH_MAX: Final = 4
"""Files of one person that wait or are being made."""
State = Literal["waiting", "making", "ready", "failed"]
Step = Callable[[int, int, str], None]
"""Takes how much of how much is done, and the name of the part that is made next."""
Make = Callable[[IO[bytes], Step], None]
"""Writes a file, and says how far it is."""
_LOGGER = logging.getLogger(__name__)


class Order(Struct, frozen=True, kw_only=True):
    """The file that somebody asked for."""

    what: Literal["export", "month"]
    name: str
    """Of an export its table, of a month itself: ``2026-11``."""
    form: str
    filters: Mapping[str, str | int] = {}
    language: Literal["pt", "en"] = "pt"
    known: int | None = None
    """The position at which it is known; None: now."""
    casino: str | None = None
    """Of a month; None: every one of the caller's."""

    @property
    def file(self) -> str:
        """The name under which it is taken away."""
        return f"{'papeis-' * (self.what == 'month')}{self.name}"


class Prepared(Struct, kw_only=True):
    """A file that was asked for, and how far it is."""

    id: str
    order: Order
    caller: Caller
    """Who asked: nobody else sees it, and he no more once he may read other casinos."""
    asked: datetime
    state: State = "waiting"
    done: int = 0
    of: int = 0
    part: str = ""
    """The name of the part that is being made."""
    size: int = 0
    digest: str = ""
    """Its SHA-256, in hex."""
    ended: datetime | None = None

    @property
    def under_way(self) -> bool:
        """Whether the file waits its turn or is being made."""
        return self.state in ("waiting", "making")


class _StoppedError(Exception):
    """The process ends in the middle of a file."""


class PreparedFiles:
    """Makes files, lists them, and gives each to whoever asked for it."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Keep nothing yet."""
        self._now = now
        self._folder = TemporaryDirectory(prefix="razao-files-")
        self._files: dict[str, Prepared] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="files")

    def ask(self, caller: Caller, order: Order, make: Make) -> Prepared | None:
        """Have a file made; None where this person has as many under way as one may."""
        with self._lock:
            mine = [one for one in self._files.values() if _is_of(one, caller)]
            under_way = [one for one in mine if one.under_way]
            same = next((one for one in under_way if one.order == order), None)
            if same is not None:
                return same
            if len(under_way) >= EACH_MAX:
                return None
            made = Prepared(id=secrets.token_hex(8), order=order, caller=caller, asked=self._now())
            self._files[made.id] = made
            self._drop_oldest()
        self._threads.submit(self._make, made, make)
        return made

    def of(self, caller: Caller) -> list[Prepared]:
        """Return a person's files, the newest first."""
        with self._lock:
            return [one for one in reversed(self._files.values()) if _is_of(one, caller)]

    def __len__(self) -> int:
        """Return how many files are kept or under way."""
        return len(self._files)

    def find(self, name: str, caller: Caller) -> Prepared | None:
        """Return a person's file, however far it is; None where there is none."""
        with self._lock:
            found = self._files.get(name)
        return found if found is not None and _is_of(found, caller) else None

    def take(self, name: str, caller: Caller) -> tuple[Prepared, Path] | None:
        """Return a person's file that is ready, and where it stands; None where there is none."""
        found = self.find(name, caller)
        return None if found is None or found.state != "ready" else (found, self._path(found))

    def close(self) -> None:
        """Stop making files, and let all of them go."""
        self._stopping.set()
        self._threads.shutdown(cancel_futures=True)
        self._folder.cleanup()

    def _make(self, made: Prepared, make: Make) -> None:
        def step(done: int, of: int, part: str = "") -> None:
            if self._stopping.is_set():
                raise _StoppedError
            made.done, made.of, made.part = done, of, part

        made.state = "making"
        path = self._path(made)
        try:
            with path.open("wb") as into:
                make(into, step)
            with path.open("rb") as whole:
                made.digest = file_digest(whole, "sha256").hexdigest()
            made.size = path.stat().st_size
            made.state = "ready"
        except Exception as error:
            path.unlink(missing_ok=True)
            made.state = "failed"
            if not isinstance(error, _StoppedError):
                _LOGGER.exception("the file %s could not be made", made.order.file)
        made.ended = self._now()

    def _path(self, made: Prepared) -> Path:
        return Path(self._folder.name, made.id)

    def _drop_oldest(self) -> None:
        over = [one for one in self._files.values() if not one.under_way]
        for one in over[: max(0, len(self._files) - KEPT_MAX)]:
            del self._files[one.id]
            self._path(one).unlink(missing_ok=True)


def _is_of(one: Prepared, caller: Caller) -> bool:
    return (one.caller.name, one.caller.role, one.caller.scope) == (
        caller.name,
        caller.role,
        caller.scope,
    )
