"""News for open pages: one look at the database for all of them, told as Server-Sent Events.

A page that follows the ledger holds a stream, and is told that something moved, never what: it asks
for itself again, by its own address, so that role, casino and the record of readings are those of
any page. One task looks once a second, as long as somebody follows. Events of the service itself
(readings, ticks of the clock) are no news: each open page would answer them with a reading.
"""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

import psycopg
from anyio.to_thread import run_sync
from msgspec import Struct
from psycopg_pool import ConnectionPool, PoolTimeout

from projections.reads.basis.scope import EVERY_CASINO, enter
from projections.reads.floor.house import newest_of_others
from projections.reads.queries import Queries, Row

LOOK_SECONDS: Final = 1.0
BEAT_SECONDS: Final = 10.0
"""Between two signs of life of a stream."""
LATE_SECONDS: Final = 3.0
"""How long the projections may be behind before a page is told."""
FOLLOWERS_MAX: Final = 200
OF_PERSON_MAX: Final = 12
"""Windows of one person that follow at the same time."""
_LOGGER = logging.getLogger(__name__)


class Seen(Struct, frozen=True, kw_only=True):
    """The positions of log and projections, as a look at the database found them."""

    position: int
    """Up to which the projections are true."""
    newest: int | None
    """The newest event after the position asked for that anybody but the service said."""
    last: int
    """The newest event's position."""
    stopped: int | None
    checked: float
    """When the newest verification ended, in seconds since 1970; 0 before the first."""


def looks_through(
    pool: ConnectionPool[psycopg.Connection[Row]], checked: Callable[[], float]
) -> Callable[[int], Seen]:
    """Return the look through a pool of readers; ``checked`` says when the log was verified."""

    def look(after: int) -> Seen:
        with pool.connection() as connection, connection.transaction():
            enter(connection, EVERY_CASINO)
            queries = Queries(connection)
            row = connection.execute("SELECT position FROM ledger.head").fetchone()
            halted = queries.halted()
            position = queries.position()
            return Seen(
                position=position,
                newest=newest_of_others(connection, after) if position > after else None,
                last=0 if row is None else row["position"],
                stopped=None if halted is None else halted["position"],
                checked=checked(),
            )

    return look


class Standing(Struct, frozen=True, kw_only=True):
    """How far the ledger's pages are at present: two that differ make a page ask again."""

    news: int = 0
    """Position of the newest event that somebody but the service said, as far as it is folded."""
    late: int = 0
    """How late the projections are: 0 until a page is told, and one more whenever that doubles."""
    stopped: int | None = None
    checked: float = 0

    @property
    def name(self) -> str:
        """The name of this standing: what a stream's reader brings back as ``Last-Event-ID``."""
        stopped = "" if self.stopped is None else self.stopped
        return f"{self.news}.{self.late}.{stopped}.{self.checked}"


class News:
    """Looks for whoever follows; one event loop runs it all, and one task the looks."""

    def __init__(
        self,
        look: Callable[[int], Seen],
        *,
        every: float = LOOK_SECONDS,
        beat: float = BEAT_SECONDS,
        late: float = LATE_SECONDS,
        most: int = FOLLOWERS_MAX,
        of_person: int = OF_PERSON_MAX,
    ) -> None:
        """Look at nothing before somebody follows."""
        self._look = look
        self._every = every
        self._beat = beat
        self._late = late
        self._most = most
        self._of_person = of_person
        self._followers: Counter[str] = Counter()
        self._standing: Standing | None = None
        self._behind_since: float | None = None
        self._looked = -math.inf
        self._moved = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    @property
    def followers(self) -> int:
        """How many streams are open."""
        return self._followers.total()

    def end(self) -> None:
        """End every stream: the service is about to stop. Called in the loop that runs them."""
        self._ended = True
        self._tell()

    def is_full_for(self, person: str) -> bool:
        """Tell whether no further stream is opened for a person."""
        return self.followers >= self._most or self._followers[person] >= self._of_person

    async def follow(
        self, person: str, known: str | None, work: Callable[[], str] = lambda: ""
    ) -> AsyncGenerator[Standing | str | None]:
        """Yield each standing that is another than the one known, and None as a sign of life.

        ``work`` tells how far that is which the person asked for, nothing where nothing is under
        way: as long as it says another word each time, that is yielded, too. Where looks fail no
        standing is: a page says since when it hears nothing.
        """
        told, said = "", -math.inf
        with self._followed_by(person):
            while not self._ended:
                moved, standing, now = self._moved, self._standing, work()
                at = time.monotonic()
                if now != told:
                    told, said = now, at
                    yield now
                elif standing is not None and standing.name != known:
                    known, said = standing.name, at
                    yield standing
                elif at - self._looked < self._beat <= at - said + self._every:
                    said = at
                    yield None
                with suppress(TimeoutError):
                    await asyncio.wait_for(moved.wait(), self._every if told else self._beat)

    @contextmanager
    def _followed_by(self, person: str) -> Generator[None]:
        """Keep the place of a stream while it is open, and the task that looks while any is."""
        self._followers[person] += 1
        task = self._task = self._task or asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._followers[person] -= 1
            if not self._followers[person]:
                del self._followers[person]
            if not self._followers:
                task.cancel()
                self._task = None

    async def _run(self) -> None:
        failing = False
        while True:
            try:
                self._take(await run_sync(self._look, self._standing.news if self._standing else 0))
                failing = False
            except (psycopg.Error, PoolTimeout) as error:
                if not failing:
                    _LOGGER.warning("open pages hear nothing: %s", error)
                failing = True
            await asyncio.sleep(self._every)

    def _take(self, seen: Seen) -> None:
        """Keep the positions of a look, and wake whoever follows where the standing differs."""
        now = time.monotonic()
        self._looked = now
        before = self._standing
        if seen.position >= seen.last:
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = now
        behind = self._behind_since
        standing = Standing(
            news=seen.newest if seen.newest is not None else (before.news if before else 0),
            late=0 if behind is None else int((now - behind) // self._late).bit_length(),
            stopped=seen.stopped,
            checked=seen.checked,
        )
        if standing != before:
            self._standing = standing
            self._tell()

    def _tell(self) -> None:
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
