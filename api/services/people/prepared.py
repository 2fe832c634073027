"""Files that take long: made in a thread one after another, and kept for whoever asked.

Each is a row of the service's own table (:mod:`api.services.people.job_table`) beside a file of the
service's folder. The process that is killed in the middle of one leaves the row: the next process
makes the file again from its beginning, and a file is seen by its name only when it is whole. A
file goes when its time is over, when its owner lets it go, or when newer ones need its room.
"""

import logging
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final, Literal, Self

import msgspec
import psycopg
from msgspec import Struct

from api.services.api_keys import Caller
from api.services.people.job_table import Desk, JobRow, JobTable, Reason, State

EACH_MAX: Final = 4
"""Files of one person that wait or are being made."""
ALL_MAX: Final = 40
"""Files of all people that wait or are being made."""
KEPT_MAX: Final = 24
"""Files of one person that are kept; then the oldest go."""
KEPT_HOURS: Final = 24
KEPT_OF_REPORT: Final = 12
"""Files of one saved report that are kept."""
KEPT_DAYS_OF_REPORT: Final = 31
SIZE_MAX: Final = 8_000_000_000
"""Bytes of one file."""
ROOM_MAX: Final = 32_000_000_000
"""Bytes of all files; then the oldest go."""
TRIES_MAX: Final = 3
"""Times that a file is begun which takes its process along, or which the database fails."""
LOOK_SECONDS: Final = 20.0
"""Between two looks at what is over, where nothing is asked."""
Step = Callable[[int, int, str], None]
"""Takes how much of how much is done, and the name of the part that is made next."""
Make = Callable[[IO[bytes], Step], None]
"""Writes a file, and says how far it is."""
_UNFINISHED: Final = ".part"
_is_ours: Final = re.compile(rf"[0-9a-f]{{16}}(?:{re.escape(_UNFINISHED)})?").fullmatch
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
    report: str | None = None
    """The saved report whose file it is; None: somebody asked for it alone."""
    state: State = "waiting"
    reason: Reason = ""
    """Why it could not be made."""
    tries: int = 0
    done: int = 0
    of: int = 0
    part: str = ""
    """The name of the part that is being made."""
    size: int = 0
    digest: str = ""
    """Its SHA-256, in hex."""
    ended: datetime | None = None
    expires: datetime | None = None
    """When it goes; None while it waits or is being made."""
    kept: bool = False
    """Whether it has its row, so that it may be begun."""

    @property
    def under_way(self) -> bool:
        """Whether the file waits its turn or is being made."""
        return self.state in ("waiting", "making")

    @classmethod
    def from_row(cls, row: JobRow) -> Self:
        """Return a file as its row has it."""
        return cls(
            id=row.id,
            order=msgspec.convert(row.asked_for, Order),
            caller=row.caller,
            asked=row.asked,
            report=row.report,
            state=row.state,
            reason=row.reason,
            tries=row.tries,
            size=row.size,
            digest="" if row.sha256 is None else row.sha256.hex(),
            ended=row.ended,
            expires=row.expires,
            kept=True,
        )


class FullError(Exception):
    """No further file is begun: too many are under way, this person's own or all people's."""

    def __init__(self, *, own: bool) -> None:
        """Say whose are too many."""
        many = f"{EACH_MAX} files of this key" if own else f"{ALL_MAX} files of all keys"
        super().__init__(f"{many} are under way; take or cancel one, or wait for one to end")
        self.own = own


class _StoppedError(Exception):
    """The process ends in the middle of a file, or its owner wants it no more."""


class _TooLargeError(Exception):
    """A file is larger than one may be."""


class PreparedFiles:
    """Makes files, lists them, and gives each to whoever asked for it.

    One process makes them, and holds in memory what the table has: an open page asks each second.
    """

    def __init__(
        self,
        desk: Desk,
        folder: Path | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep files in a folder; without one, in one that goes with the process."""
        self._now = now
        self._own: TemporaryDirectory[str] | None = None
        """Made where it is begun, that whoever makes no file leaves nothing behind."""
        self._in_passing = folder is None
        self._folder = folder or Path()
        self._table = JobTable(desk, secrets.token_hex(8))
        self._files: dict[str, Prepared] = {}
        self._lock = threading.Lock()
        self._woken = threading.Condition(self._lock)
        self._stopping = False
        self._known = False
        """Whether what processes before left was taken over."""
        self._make: Callable[[Caller, Order], Make] | None = None
        self._thread: threading.Thread | None = None

    def start(self, make: Callable[[Caller, Order], Make]) -> None:
        """Take over what processes before left, and make files in a thread of its own."""
        self._make = make
        if self._in_passing:
            self._own = TemporaryDirectory(prefix="razao-files-")
            self._folder = Path(self._own.name)
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)
        self._thread.start()

    def ask(
        self,
        caller: Caller,
        order: Order,
        *,
        report: str | None = None,
        due: datetime | None = None,
    ) -> Prepared:
        """Have a file made; one that is under way is not begun again.

        Of a saved report a moment has one file.

        Raises:
            FullError: too many are under way.

        """
        with self._lock:
            under_way = [one for one in self._files.values() if one.under_way]
            mine = [one for one in under_way if _is_of(one, caller)]
            same = next((one for one in mine if (one.order, one.report) == (order, report)), None)
            if same is not None:
                return same
            if len(mine) >= EACH_MAX or len(under_way) >= ALL_MAX:
                raise FullError(own=len(mine) >= EACH_MAX)
            made = Prepared(
                id=secrets.token_hex(8),
                order=order,
                caller=caller,
                asked=self._now(),
                report=report,
            )
            self._files[made.id] = made
        try:
            added = self._table.add(made.id, caller, order, made.asked, report, due)
        except BaseException:
            self._forget(made)
            raise
        if not added:
            self._forget(made)  # its moment has a file
            return made
        with self._woken:
            made.kept = True
            self._woken.notify_all()
        return made

    def of(self, caller: Caller) -> list[Prepared]:
        """Return a person's files, the newest first."""
        now = self._now()
        with self._lock:
            return [
                one
                for one in reversed(self._files.values())
                if _is_of(one, caller) and not _is_over(one, now)
            ]

    def __len__(self) -> int:
        """Return how many files are kept or under way."""
        return len(self._files)

    def find(self, name: str, caller: Caller) -> Prepared | None:
        """Return a person's file, however far it is; None where there is none."""
        with self._lock:
            found = self._files.get(name)
        mine = found is not None and _is_of(found, caller) and not _is_over(found, self._now())
        return found if mine else None

    def take(self, name: str, caller: Caller) -> tuple[Prepared, Path] | None:
        """Return a person's file that is ready, and where it stands; None where there is none."""
        found = self.find(name, caller)
        if found is None or found.state != "ready" or not self._path(found).is_file():
            return None
        return found, self._path(found)

    def cancel(self, name: str, caller: Caller) -> Prepared | None:
        """Have a person's file made no further, or let it go; None where there is none."""
        found = self.find(name, caller)
        if found is None:
            return None
        if found.under_way:
            with self._lock:
                found.state = "cancelled"
            found.ended, found.expires = self._now(), self._expiry(found)
            self._table.end(found.id, "cancelled", found.ended, found.expires)
        else:
            self._drop(found)
        return found

    def drop_of(self, report: str) -> None:
        """Let the files of a saved report go, and make none of them further."""
        with self._lock:
            found = [one for one in self._files.values() if one.report == report]
        for one in found:
            self.cancel(one.id, one.caller)

    def close(self) -> None:
        """Stop making files; what waits, and what was begun, is made by the next process."""
        with self._woken:
            self._stopping = True
            self._woken.notify_all()
        if self._thread is not None:
            self._thread.join()
        if self._own is not None:
            self._own.cleanup()

    def _run(self) -> None:
        while not self._stopping:
            wait = LOOK_SECONDS
            try:
                if not self._known:
                    self._take_over()
                self._tidy()
                one = self._next()
                if one is not None:
                    self._make_whole(one)
                    continue
            except psycopg.OperationalError as error:
                _LOGGER.warning("no file is made at present: %s", error)
                wait = 1.0
            except Exception:
                _LOGGER.exception("no file is made at present")
            with self._woken:
                if not self._stopping and not (wait == LOOK_SECONDS and self._waits()):
                    self._woken.wait(wait)

    def _take_over(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        rows = [*self._read(self._table.take_over(TRIES_MAX))]
        with self._lock:
            self._files = {one.id: one for one in rows} | self._files
        kept = {one.id for one in rows if one.state == "ready"}
        for path in self._folder.iterdir():
            if _is_ours(path.name) and path.name not in kept:
                path.unlink(missing_ok=True)
        now = self._now()
        for one in rows:
            gone = one.state == "ready" and not self._path(one).is_file()
            if gone and not _is_over(one, now):
                self._table.again(one.id)
                one.state, one.ended, one.expires = "waiting", None, None
                one.size, one.digest, one.tries = 0, "", 0
        self._known = True

    def _read(self, rows: Iterable[JobRow]) -> Iterator[Prepared]:
        """Yield the files of rows; one that another version asked for, and none here, goes."""
        for row in rows:
            try:
                yield Prepared.from_row(row)
            except msgspec.ValidationError as error:
                _LOGGER.warning("the file %s is of another version: %s", row.id, error)
                self._table.drop(row.id)

    def _waits(self) -> bool:
        return any(one.kept and one.state == "waiting" for one in self._files.values())

    def _next(self) -> Prepared | None:
        with self._lock:
            waiting = (one for one in self._files.values() if one.kept and one.state == "waiting")
            return next(waiting, None)

    def _make_whole(self, made: Prepared) -> None:
        """Make a file: whole under its name, or not at all."""
        if not self._table.begin(made.id):
            if made.state != "cancelled":
                self._forget(made)  # another process has it, or it is gone
            return
        made.tries += 1
        with self._lock:
            if made.state == "waiting":
                made.state = "making"
        path, unfinished = self._path(made), self._folder / f"{made.id}{_UNFINISHED}"
        try:
            self._write(made, unfinished)
            with unfinished.open("rb") as whole:
                digest = file_digest(whole, "sha256").digest()
            made.size, made.digest = unfinished.stat().st_size, digest.hex()
            self._end(made, "ready", move=(unfinished, path), sha256=digest)
        except _StoppedError:
            if made.state != "cancelled":
                self._table.put_back(made.id)
        except Exception as error:
            reason = _reason_of(error, made.tries)
            if reason is None:
                raise  # it waits again, and a moment is let pass
            _LOGGER.exception("the file %s could not be made", made.order.file)
            self._end(made, "failed", reason=reason)
        finally:
            unfinished.unlink(missing_ok=True)
            with self._lock:
                if made.state == "making":
                    made.state = "waiting"

    def _write(self, made: Prepared, path: Path) -> None:
        assert self._make is not None, "whoever makes files was started"
        with path.open("wb") as into:

            def step(done: int, of: int, part: str = "") -> None:
                if self._stopping or made.state == "cancelled":
                    raise _StoppedError
                if into.tell() > SIZE_MAX:
                    raise _TooLargeError
                made.done, made.of, made.part = done, of, part

            step(0, 0)
            self._make(made.caller, made.order)(into, step)
            step(made.done, made.of)
            into.flush()
            os.fsync(into.fileno())

    def _end(
        self,
        made: Prepared,
        state: State,
        *,
        reason: Reason = "",
        move: tuple[Path, Path] | None = None,
        sha256: bytes | None = None,
    ) -> None:
        """Note how a file ended: first its row, then its name, then whoever asks sees it."""
        ended, expires = self._now(), self._expiry(made)
        size = made.size if state == "ready" else 0
        ours = self._table.end(
            made.id, state, ended, expires, reason=reason, size=size, sha256=sha256
        )
        if not ours:
            if made.state != "cancelled":
                self._forget(made)
            return
        if move is not None:
            move[0].rename(move[1])
        with self._lock:
            made.ended, made.expires, made.reason, made.state = ended, expires, reason, state

    def _expiry(self, made: Prepared) -> datetime:
        whole = made.report is not None and made.state != "cancelled"
        kept = timedelta(days=KEPT_DAYS_OF_REPORT) if whole else timedelta(hours=KEPT_HOURS)
        return self._now() + kept

    def _tidy(self) -> None:
        """Let files go that are over, that are too many of one person, or that take too much."""
        now = self._now()
        with self._lock:
            ended = [one for one in self._files.values() if not one.under_way]
        over = [one for one in ended if _is_over(one, now)]
        left = [one for one in ended if not _is_over(one, now)]
        counted: dict[tuple[str, ...], int] = {}
        room = 0
        for one in reversed(left):
            most = KEPT_MAX if one.report is None else KEPT_OF_REPORT
            whose = (one.caller.name, one.caller.role.value, one.report or "")
            counted[whose] = counted.get(whose, 0) + 1
            room += one.size
            if counted[whose] > most or room > ROOM_MAX:
                over.append(one)
        for one in over:
            self._drop(one)

    def _drop(self, one: Prepared) -> None:
        self._table.drop(one.id)
        self._forget(one)
        self._path(one).unlink(missing_ok=True)

    def _forget(self, one: Prepared) -> None:
        with self._lock:
            self._files.pop(one.id, None)

    def _path(self, made: Prepared) -> Path:
        return self._folder / made.id


def _reason_of(error: Exception, tries: int) -> Reason | None:
    """Return why a file could not be made; None where it is begun again."""
    if isinstance(error, _TooLargeError):
        return "too-large"
    if isinstance(error, OSError):
        return "no-room"
    away = isinstance(error, psycopg.OperationalError)
    slow = isinstance(error, psycopg.errors.QueryCanceled)
    return None if away and not slow and tries < TRIES_MAX else "error"


def _is_over(one: Prepared, now: datetime) -> bool:
    return one.expires is not None and one.expires <= now


def _is_of(one: Prepared, caller: Caller) -> bool:
    return (one.caller.name, one.caller.role, one.caller.scope) == (
        caller.name,
        caller.role,
        caller.scope,
    )
