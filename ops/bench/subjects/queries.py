"""``razao bench queries``: how long people wait for a page, in units of the least page there is.

U is the time of one keyset page of 100 events, position after position, on the same connection. A
rate is how many of a query fit into a second by its median time; its limit is U's rate. The 99th
percentile is shown as a multiple of the query's own median.
"""

import statistics
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg.rows import dict_row

from ledger.store.reader import Reader
from ops.bench.casino import Bench, load_rounds
from ops.bench.frame import Comparison, Goal, Plan, quantile
from ops.database.postgres import DatabaseUrls
from ops.errors import MisuseError
from projections.reads.queries import ROLE as INSPECTOR
from projections.reads.queries import HistoryFilter, Queries
from projections.running.runner import Runner

EVENTS: Final = 100_000
TIMES: Final = 200
PAGE: Final = 100
OWN_MEDIANS_MAX: Final = 5
LATENCY_SHARE: Final = 0.99
LEAST_PAGE: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state, link, signature "
    "FROM ledger.events WHERE notification_id > %s ORDER BY notification_id LIMIT 100"
)


class _Sample(Struct):
    """The names asked for: real places, kinds and players of the log."""

    position: int
    source: str
    seq: int
    kind: str
    place: str | None
    player: str | None
    at: str


class _Asker:
    """Asks the same questions about different things."""

    def __init__(self, bench: Bench, conninfo: str, samples: list[_Sample]) -> None:
        self._chance = Random(bench.seed)
        self._samples = samples
        self._placed = [one for one in samples if one.place is not None]
        self._played = [one for one in samples if one.player is not None]
        self._plain = psycopg.connect(conninfo, autocommit=True, options=f"-c role={INSPECTOR}")
        self._connection = psycopg.Connection[dict[str, Any]].connect(
            conninfo,
            autocommit=True,
            options=f"-c role={INSPECTOR}",
            row_factory=dict_row,
        )
        self._queries = Queries(self._connection)
        self._reader = Reader(conninfo)
        self.tails: dict[str, float] = {}

    def close(self) -> None:
        self._plain.close()
        self._connection.close()
        self._reader.close()

    def timed(self, name: str, ask: Callable[[], object], times: int) -> float:
        """Ask many times; return how many a second by the median, and keep the tail."""
        took: list[float] = []
        for _ in range(times):
            start = time.perf_counter()
            ask()
            took.append(time.perf_counter() - start)
        median = statistics.median(took)
        self.tails[name] = quantile(sorted(took), LATENCY_SHARE) / median
        return 1 / median

    def least_page(self) -> object:
        with self._plain.cursor(binary=True) as cursor:
            after = self._any().position
            return cursor.execute(LEAST_PAGE, (after,), prepare=True).fetchall()

    def by_position(self) -> object:
        return self._reader.at([self._any().position])

    def by_name(self) -> object:
        one = self._any()
        return self._reader.one(one.source, one.seq)

    def by_place(self) -> object:
        one = self._chance.choice(self._placed)
        return self._queries.history(HistoryFilter(place=one.place), limit=PAGE)

    def by_kind(self) -> object:
        one = self._any()
        wanted = HistoryFilter(kind=one.kind)
        return self._queries.history(wanted, after=one.position, limit=PAGE)

    def by_player(self) -> object:
        one = self._chance.choice(self._played)
        return self._queries.history(HistoryFilter(player=one.player), limit=PAGE)

    def by_place_and_hour(self) -> object:
        one = self._chance.choice(self._placed)
        hour = one.at[:13]
        wanted = HistoryFilter(
            place=one.place, since=f"{hour}:00:00+00", until=f"{hour}:59:59.999999+00"
        )
        return self._queries.history(wanted, limit=PAGE)

    def _any(self) -> _Sample:
        return self._chance.choice(self._samples)


def _reached(urls: DatabaseUrls) -> int:
    """Return the position up to which a ledger is projected.

    Raises:
        MisuseError: there is nothing to ask.

    """
    with psycopg.connect(urls.superuser) as connection:
        there = connection.execute("SELECT to_regclass('projections.history')").fetchone()
        if there != (None,):
            row = connection.execute("SELECT max(position) FROM projections.history").fetchone()
            if row is not None and row[0]:
                return row[0]
    raise MisuseError("queries: expected a ledger with events and projections, got one without")


def _sampled(urls: DatabaseUrls, last: int, chance: Random) -> list[_Sample]:
    with psycopg.connect(urls.superuser) as connection:
        wanted = [chance.randint(1, last) for _ in range(4 * TIMES)]
        rows = connection.execute(
            "SELECT h.position, h.source, e.originator_version, h.kind, h.place, h.player, "
            "to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') "
            "FROM projections.history AS h JOIN ledger.events AS e ON notification_id = h.position "
            "WHERE h.position = ANY(%s) "
            "OR h.position IN (SELECT min(position) FROM projections.history "
            "WHERE player IS NOT NULL)",
            (wanted,),
        ).fetchall()
    return [_Sample(*row) for row in rows]


QUERIES: Final = {
    "one event by position": 0.6,
    "one event by source and seq": 0.6,
    "page of a place": 5,
    "page of a kind": 5,
    "page of a player": 6,
    "page of a place within an hour": 6,
}
"""The goals, in U."""


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Plan questions to a log of real rounds, loaded and projected for this; or to a given log."""
    with ExitStack() as stack:
        if bench.here is not None:
            urls = bench.here
            bench.note_server(urls)
        else:
            urls = stack.enter_context(bench.ledger("bench_queries"))
            _load(bench, urls)
        last = _reached(urls)
        samples = _sampled(urls, last, Random(bench.seed))
        asker = _Asker(bench, urls.login, samples)
        stack.callback(asker.close)
        made = _plan(asker, bench.at_most(TIMES))
        made.notes.append(f"asked of {last} events, by {len(samples)} samples")
        yield made


def _load(bench: Bench, urls: DatabaseUrls) -> None:
    with bench.open(urls) as installation:
        load_rounds(bench, installation, bench.size(EVENTS))
    with Runner(urls.login) as runner:
        runner.catch_up()
    with psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _plan(asker: _Asker, times: int) -> Plan:
    asks: dict[str, Callable[[], object]] = {
        "U": asker.least_page,
        "one event by position": asker.by_position,
        "one event by source and seq": asker.by_name,
        "page of a place": asker.by_place,
        "page of a kind": asker.by_kind,
        "page of a player": asker.by_player,
        "page of a place within an hour": asker.by_place_and_hour,
    }
    made = Plan()
    for name, ask in asks.items():

        def measure(name: str = name, ask: Callable[[], object] = ask) -> float:
            return asker.timed(name, ask, times)

        made.measures[name] = measure
    for name, units in QUERIES.items():
        tail = f"{name}, p99"
        made.derived[tail] = lambda _, name=name: asker.tails[name]
        made.rows += [
            Comparison(
                name=f"query, {name}",
                own=name,
                limit="U",
                limit_is="U, a keyset page of 100 events",
                goals=(Goal("limit", least=1 / units, text=f"({units:g} U)"),),
                unit="/s",
            ),
            Comparison(
                name=f"query, {name}, p99",
                own=tail,
                goals=(Goal("rate", most=OWN_MEDIANS_MAX, text="× its own p50"),),
                unit="× p50",
            ),
        ]
    return made
