"""The private server of a run, and ledgers on it: founded, doors open, sources enrolled.

Everything stands in a temporary home and is removed at the end. The server has its default, durable
settings: an answer of the door means that the event is on disk.
"""

import shutil
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.events.base import Payload
from ledger.events.rounds import BetPlaced
from ledger.ids import Link
from ledger.roles import Binding, Role
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment
from ledger.signed.sources import SourceChain
from ops.bench.rounds import TABLES_A_PART_MAX, Said, place_of, rounds
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, Server
from ops.importing.hands import START
from ops.installation import Installation, found_if_new

ORIGIN: Final = "razao.bench"
SEED: Final = 7
TABLE: Final = "mesa-bench"
LOAD_EVENTS: Final = 1_000
"""Events of one submission while a log is loaded."""
SETTINGS: Final = (
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "wal_sync_method",
    "shared_buffers",
    "max_wal_size",
)


class Bench:
    """One run: its server, started when it is first needed, and how much is asked for."""

    def __init__(
        self,
        *,
        events: int | None = None,
        seed: int = SEED,
        here: DatabaseUrls | None = None,
    ) -> None:
        """Measure with so many events; without a number each subject has its own.

        ``here`` is a ledger that is there already: queries ask that one, and write nothing.
        """
        self.here = here
        self.events = events
        self.seed = seed
        self.facts: dict[str, Any] = {}
        """What is known of the server, for the machine's description."""
        self._stack = ExitStack()
        self._server: Server | None = None
        self._home: Path | None = None

    def __enter__(self) -> Self:
        """Return the run."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the server and remove its home."""
        self._stack.close()

    def at_most(self, usual: int) -> int:
        """Return how many things to measure, where more than usual would only take longer."""
        return usual if self.events is None else min(usual, self.events)

    def size(self, usual: int) -> int:
        """Return how many events a log is to have."""
        return usual if self.events is None else self.events

    @property
    def home(self) -> Path:
        """Where this run's server and keys are."""
        if self._home is None:
            folder = Path(tempfile.mkdtemp(prefix="razao-bench-"))
            self._stack.callback(shutil.rmtree, folder, ignore_errors=True)
            folder.chmod(0o711)  # under root the server is another user's
            self._home = folder / "home"
        return self._home

    @property
    def server(self) -> Server:
        """The embedded server of this run."""
        if self._server is None:
            self._server = self._stack.enter_context(Server(self.home))
            self._server.pass_with(self.home.parent)  # whoever measures may end it
            self.note_server(self._server.urls)
        return self._server

    def note_server(self, urls: DatabaseUrls) -> None:
        """Keep a server's facts for the machine's description."""
        with psycopg.connect(urls.superuser) as connection:
            info = connection.info
            self.facts = {
                "postgresql": info.parameter_status("server_version"),
                "settings": {name: _setting(connection, name) for name in SETTINGS},
            }

    @contextmanager
    def database(self, name: str) -> Generator[DatabaseUrls]:
        """Have an empty database of this name, dropped at the end."""
        urls = self.server.urls
        here = sql.Identifier(name)
        with psycopg.connect(urls.superuser, autocommit=True) as maintenance:
            maintenance.execute(sql.SQL("CREATE DATABASE {}").format(here))
            try:
                yield DatabaseUrls(
                    make_conninfo(urls.superuser, dbname=name),
                    make_conninfo(urls.login, dbname=name),
                )
            finally:
                maintenance.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(here))

    @contextmanager
    def ledger(self, name: str) -> Generator[DatabaseUrls]:
        """Have a founded ledger in a database of its own; nobody has it open."""
        with self.database(name) as urls:
            migrate(urls.superuser)
            found_if_new(urls, self.home, ORIGIN)
            yield urls

    @contextmanager
    def open(self, urls: DatabaseUrls) -> Generator[Installation]:
        """Open a ledger's door."""
        with ExitStack() as stack:
            # Each of the benchmark's databases is a ledger of its own, though all have one name.
            kept = self.home / "checkpoints" / str(conninfo_to_dict(urls.login)["dbname"])
            yield Installation(urls, self.home, stack, kept=kept)


def _setting(connection: psycopg.Connection, name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])


def parts(urls: DatabaseUrls) -> dict[str, str]:
    """Return host, user, password and database of the superuser's way in."""
    return {name: str(value) for name, value in conninfo_to_dict(urls.superuser).items()}


# --- ordinary bets ------------------------------------------------------------------------------


class Bet(Struct, frozen=True):
    """An ordinary bet, signed by itself: what a live table sends most."""

    envelope: bytes
    segment: Segment
    seq: int
    previous: Link
    link: Link


def bets(chain: SourceChain, count: int, chance: Random) -> list[Bet]:
    """Return so many bets, each signed."""
    made: list[Bet] = []
    for payload, round_id in _bets(chain, count, chance):
        previous = chain.link
        segment = chain.say(payload, AT, day=DAY, place=PLACE, round_id=round_id)
        made.append(Bet(segment.envelopes[0], segment, chain.seq, previous, chain.link))
    return made


def bet_segments(chain: SourceChain, count: int, size: int, chance: Random) -> list[Segment]:
    """Return so many bets in segments of ``size``."""
    said = ((payload, AT, PLACE, round_id) for payload, round_id in _bets(chain, count, chance))
    return list(segments(chain, said, size))


AT: Final = "2026-11-20T22:15:31.123456Z"
DAY: Final = "2026-11-20"
PLACE: Final = "ROL-07"
CASINO: Final = "casino-bench"
BOUND: Final = Binding(role=Role.TABLE, casino=CASINO, places=(PLACE,))
"""Of every terminal whose bets are measured."""
PARTS_A_TERMINAL: Final = 50
"""An enrolment names its places, and is an envelope: no terminal can have them all."""
_BETS_A_ROUND: Final = 20


def _bets(chain: SourceChain, count: int, chance: Random) -> Iterator[tuple[Payload, str]]:
    for number in range(count):
        seat = chance.randint(1, 7)
        payload = BetPlaced(
            bet=number % _BETS_A_ROUND + 1,
            seat=seat,
            player=f"PT-{chance.randint(1, 5_000):07}",
            chance="cavalo",
            selection="17-20",
            amount=chance.randint(1, 40) * 500,
        )
        yield payload, f"{PLACE}/{DAY}/{chain.seq // _BETS_A_ROUND + 1}"


# --- logs ---------------------------------------------------------------------------------------


def segments(chain: SourceChain, said: Iterable[Said], size: int) -> Iterator[Segment]:
    """Sign a source's events in segments of at most ``size``."""
    waiting: list[bytes] = []
    first, previous = chain.seq + 1, chain.link
    for payload, at, place, round_id in said:
        if waiting and (len(waiting) == size or payload.ALONE):
            yield chain.sign(waiting, first, previous)
            waiting, first, previous = [], chain.seq + 1, chain.link
        waiting.append(
            chain.event(payload, at, day=START.date().isoformat(), place=place, round_id=round_id)
        )
        if payload.ALONE:
            yield chain.sign(waiting, first, previous)
            waiting, first, previous = [], chain.seq + 1, chain.link
    if waiting:
        yield chain.sign(waiting, first, previous)


def load_rounds(
    bench: Bench,
    installation: Installation,
    events: int,
    *,
    size: int = SEGMENT_EVENTS_MAX,
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Record about so many events of real rounds, hold'em and roulette; return how many."""
    done = 0
    waiting: list[Segment] = []
    installation.door.tick()
    for segment in round_segments(bench, installation, _shares(events), size):
        waiting.append(segment)
        if sum(len(one.envelopes) for one in waiting) >= LOAD_EVENTS:
            done += _send(installation, waiting)
            progress(done)
    done += _send(installation, waiting)
    installation.door.tick()
    return done


def round_segments(
    bench: Bench, installation: Installation, shares: Iterable[int], size: int
) -> Iterator[Segment]:
    """Yield real rounds in segments of at most ``size``; each share is of one terminal by turns."""
    clocks = [count(), count()]
    terminal = cache(partial(_terminal, installation))
    for number, share in enumerate(shares):
        part = number // 2 + 1
        chain = terminal(("he", "ra")[number % 2], part // PARTS_A_TERMINAL)
        told = rounds(chain.source, share, Random(bench.seed + number), part, clocks[number % 2])
        yield from segments(chain, told, size)


def _terminal(installation: Installation, name: str, number: int) -> SourceChain:
    """Enrol a terminal that tells the tables of so many turns, at their places."""
    source = f"{TABLE}-{number}-{name}"
    first = number * PARTS_A_TERMINAL
    places = (
        place_of(source, part, table)
        for part in range(first, first + PARTS_A_TERMINAL)
        for table in range(1, TABLES_A_PART_MAX + 1)
    )
    return installation.enrol(source, Binding(role=Role.TABLE, casino=CASINO, places=tuple(places)))


def _shares(events: int) -> Iterator[int]:
    """Return how many events the tables tell by turns."""
    turn = max(1, min(10_000, events // 2))
    for start in range(0, events, turn):
        yield min(turn, events - start)


def _send(installation: Installation, waiting: list[Segment]) -> int:
    sent = sum(len(segment.envelopes) for segment in waiting)
    if waiting:
        installation.send(waiting)
    waiting.clear()
    return sent
