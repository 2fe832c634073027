"""The questions of a morning: the night place by place, the actas, jackpots, the receita."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.text.times import days_before
from projections.running.runner import LIVE

CELL_MINUTES: Final = 5
NIGHT: Final = timedelta(hours=36)
"""From a gaming day's first hour: a night may last longer than the law or the casino says."""
PLACES_MAX: Final = 60
LATE_MAX: Final = 500
"""Late events that a night marks."""


class Place(Struct, frozen=True, kw_only=True):
    """A place that was open on a gaming day."""

    name: str
    game: str
    """As its rules name it; ``maquinas`` for all machines together."""
    members: tuple[str, ...] = ()
    """Of machines, each."""


class Session(Struct, frozen=True, kw_only=True):
    """A session of bingo and how its jogadas stand in the acta."""

    session: str
    place: str
    variant: int
    mode: str
    started: str
    ended: str | None
    states: Mapping[str, int]
    differ: int
    """Jogadas whose verdict differs."""


class Day(Struct, frozen=True, kw_only=True):
    """A gaming day's receita by currency."""

    day: date
    currency: str
    amount: int


def _rows_of(places: Sequence[Place]) -> dict[str, str]:
    """Return each name's row in the picture of a night: its place's, or that of all machines."""
    return {name: place.name for place in places for name in (place.name, *place.members)}


class Morning:
    """Questions about one gaming day over one connection."""

    def __init__(self, connection: psycopg.Connection[Any], day: date, schema: str = LIVE) -> None:
        """Ask about the day through the connection."""
        self._connection = connection
        self._day = day
        self._schema = schema

    def places(self) -> list[Place]:
        """Return the places of the day in the order in which they opened."""
        rows = self._many(
            "SELECT place, min(game), min(opened) FROM {s}.table_day WHERE day = %(day)s "
            "GROUP BY place UNION ALL SELECT place, 'bingo', min(opened) FROM {s}.session "
            "WHERE day = %(day)s GROUP BY place ORDER BY 3"
        )
        found = {place: Place(name=place, game=game) for place, game, _opened in reversed(rows)}
        machines = tuple(
            name
            for (name,) in self._many(
                "SELECT DISTINCT machine FROM {s}.machine_day WHERE day = %(day)s ORDER BY 1"
            )
        )
        places = [found[name] for name in dict.fromkeys(place for place, _, _ in rows)]
        if machines:
            places.append(Place(name=machines[0], game="maquinas", members=machines))
        return places[:PLACES_MAX]

    def cells(
        self, places: Sequence[Place], begin: datetime
    ) -> dict[str, list[tuple[datetime, int]]]:
        """Return how many events each place told in every five minutes of the night."""
        row_of = _rows_of(places)
        rows = self._many(
            "SELECT place, date_bin(make_interval(mins => %(minutes)s), at, %(begin)s), count(*) "
            "FROM {s}.history WHERE place = ANY(%(places)s) AND at >= %(begin)s AND at < %(end)s "
            "GROUP BY 1, 2",
            places=list(row_of),
            begin=begin,
            end=begin + NIGHT,
            minutes=CELL_MINUTES,
        )
        found: defaultdict[str, defaultdict[datetime, int]] = defaultdict(lambda: defaultdict(int))
        for place, moment, count in rows:
            found[row_of[place]][moment] += count
        return {place: sorted(cells.items()) for place, cells in found.items()}

    def late(self, places: Sequence[Place]) -> dict[str, list[datetime]]:
        """Return when each place's events happened that were told after the day's closing."""
        row_of = _rows_of(places)
        rows = self._many(
            "SELECT h.place, h.at FROM {s}.late AS l JOIN {s}.history AS h "
            "ON h.position = l.position WHERE l.claimed = %(day)s AND h.place = ANY(%(places)s) "
            "ORDER BY l.position LIMIT %(most)s",
            places=list(row_of),
            most=LATE_MAX,
        )
        found: defaultdict[str, list[datetime]] = defaultdict(list)
        for place, moment in rows:
            found[row_of[place]].append(moment)
        return dict(found)

    def sessions(self) -> list[Session]:
        """Return the day's sessions of bingo as their actas stand."""
        rows = self._many(
            "SELECT s.opened, s.session, s.place, s.variant, s.mode, s.started, s.ended "
            "FROM {s}.session AS s WHERE s.day = %(day)s ORDER BY s.opened"
        )
        states = self._many(
            "SELECT a.session, a.state, count(*), count(*) FILTER (WHERE v.state IN "
            "('differs', 'unpaid')) FROM {s}.acta AS a LEFT JOIN {s}.verdict AS v "
            "ON v.round = a.round AND v.known_until IS NULL "
            "WHERE a.session = ANY(%(sessions)s) AND a.known_until IS NULL GROUP BY 1, 2",
            sessions=[row[0] for row in rows],
        )
        return [
            Session(
                session=session,
                place=place,
                variant=variant,
                mode=mode,
                started=started,
                ended=ended,
                states={state: count for of, state, count, _ in states if of == opened},
                differ=sum(apart for of, _, _, apart in states if of == opened),
            )
            for opened, session, place, variant, mode, started, ended in rows
        ]

    def machines(self) -> dict[str, Any]:
        """Return how many machines were played, how many differ, and their oldest reading."""
        ((machines, closed, apart, oldest, interdicted),) = self._many(
            "SELECT (SELECT count(DISTINCT machine) FROM {s}.machine_day WHERE day = %(day)s), "
            "(SELECT count(*) FROM {s}.machine_close WHERE day = %(day)s AND known_until IS NULL), "
            "(SELECT count(DISTINCT machine) FROM {s}.meter_variance WHERE day = %(day)s), "
            "(SELECT min(read_at) FROM {s}.machine WHERE read_at IS NOT NULL), "
            "(SELECT count(*) FROM {s}.machine WHERE interdicted IS NOT NULL)"
        )
        return {
            "machines": machines,
            "closed": closed,
            "apart": apart,
            "oldest": oldest,
            "interdicted": interdicted,
        }

    def receita(self, days: int = 30) -> list[Day]:
        """Return the receita of the days until this one, oldest first, by currency."""
        rows = self._many(
            "SELECT day, coalesce(currency, ''), sum(amount) FROM {s}.revenue "
            "WHERE day > %(since)s AND day <= %(day)s GROUP BY 1, 2 ORDER BY 1, 2",
            since=days_before(self._day, days),
        )
        return [
            Day(day=day, currency=currency, amount=int(amount)) for day, currency, amount in rows
        ]

    def movements(self) -> list[tuple[str, str, int, int]]:
        """Return each jackpot's currency, its increments of the day and its prizes."""
        rows = self._many(
            "SELECT d.pool, p.currency, d.increments::numeric + d.voided, d.wins "
            "FROM {s}.pool_day AS d "
            "JOIN {s}.pool AS p ON p.pool = d.pool WHERE d.day = %(day)s ORDER BY d.pool"
        )
        return [(pool, currency, int(grew), int(won)) for pool, currency, grew, won in rows]

    def _many(self, text: LiteralString, **values: Any) -> list[tuple[Any, ...]]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement, {"day": self._day, **values}).fetchall()


def disputes_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[dict[str, Any]]:
    """Return the disputes, those still open first, the oldest first; at most two hundred."""
    text = sql.SQL(
        "SELECT d.dispute, d.opened, d.subject, d.seat, d.amount, d.due, d.state, d.decision, "
        "d.overdue, d.case_file::json -> 'rounds' ->> 0 AS round, "
        "d.case_file::json ->> 'machine' AS machine, d.case_file::json ->> 'ticket' AS ticket, "
        "h.at FROM {s}.dispute AS d LEFT JOIN {s}.history AS h ON h.position = d.opened "
        "ORDER BY d.state = 'decided', d.opened LIMIT 200"
    ).format(s=sql.Identifier(schema))
    return connection.execute(text).fetchall()


def sources_count(connection: psycopg.Connection[Any], schema: str = LIVE) -> int:
    """Return how many sources were ever enrolled."""
    text = sql.SQL("SELECT count(*) FROM {s}.role").format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text).fetchone()
    return 0 if row is None else row[0]


def places_known(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[str]:
    """Return the names of every table, room and machine that was ever opened."""
    text = sql.SQL(
        "SELECT DISTINCT place FROM {s}.table_state UNION SELECT DISTINCT place FROM {s}.session "
        "UNION SELECT machine FROM {s}.machine ORDER BY 1"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return [name for (name,) in cursor.execute(text).fetchall()]
