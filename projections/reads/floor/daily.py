"""The daily record of a casino (fecho diário): each game's rounds, stakes, prizes and takings.

A record is a pure function of :class:`Played`; :func:`daily_records` reads those, as known now or
at a position. What is not settled is counted apart and in no sum. Amounts are minor units of the
line's currency. Rules: regulatory.md 5.1; contabilidade_de_mesa.md; contadores.md.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import dict_row

from ledger.signed.canonical import instant
from projections.base.versions import holding
from projections.replay.registry import GAMES
from projections.running.runner import LIVE

BINGO: Final = "bingo"
MACHINES: Final = "maquinas"
TABLES: Final = "mesas"
ORDER: Final = (TABLES, BINGO, MACHINES)
"""Categories in the order in which a record tells them."""
UNSETTLED: Final = frozenset({"pending", "uncompared", "unproved"})
"""States of a verdict in which nobody can say what was due, or whether it was paid."""
APART: Final = frozenset({"differs", "unpaid"})
"""States of a verdict in which what was paid is not what was due."""
EVERYWHERE: Final = "*"


def newest_over(
    connection: psycopg.Connection[Any], today: date, schema: str = LIVE
) -> date | None:
    """Return the newest gaming day before a date that anything was played on; None of none."""
    text = sql.SQL(
        "SELECT greatest((SELECT max(day) FROM {s}.table_day WHERE day < %(today)s), "
        "(SELECT max(day) FROM {s}.session WHERE day < %(today)s), "
        "(SELECT max(day) FROM {s}.machine_close WHERE day < %(today)s)) AS day"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(text, {"today": today}).fetchone()
    return None if row is None else row["day"]


class Game(Struct, kw_only=True):
    """A line of the record: a game of a category, in one currency."""

    category: str
    game: str
    currency: str
    rounds: int = 0
    """Rounds or jogadas that count, those not settled among them; void ones stand apart."""
    unsettled: int = 0
    apart: int = 0
    voids: int = 0
    stakes: int = 0
    """Of rounds that are neither void nor unsettled."""
    paid: int = 0
    """Handed to players by those rounds, their own stakes among it, without prizes of pools."""
    jackpots: int = 0
    """Prizes won from pools, less those taken back."""
    contributions: int = 0
    """Of the stakes, what went into pools."""
    commission: int = 0
    revenue: int = 0
    """Receita of the day, as tax is on it: commission and late amounts are in it."""


class DailyRecord(Struct, frozen=True, kw_only=True):
    """A casino's gaming day."""

    casino: str
    day: date
    closed: int | None
    """Position of the closing; None: the day is open still."""
    closed_at: str
    games: tuple[Game, ...]
    machines: int
    """Machines whose counters were closed: they are in the sums."""
    machines_open: int
    """Machines that played, and whose counters nobody closed: they are in no sum."""
    currency: str = ""
    """The casino's own; empty where nothing says it."""

    @property
    def currencies(self) -> list[str]:
        """The currencies of its lines, the casino's own first."""
        found = {one.currency for one in self.games}
        return sorted(found, key=lambda one: (one != self.currency, one))

    def total(self, currency: str) -> Game:
        """Return the sum of the lines in a currency."""
        found = Game(category="", game="", currency=currency)
        for one in self.games:
            if one.currency == currency:
                for name in SUMS:
                    setattr(found, name, getattr(found, name) + getattr(one, name))
        return found


COUNTS: Final = ("rounds", "unsettled", "apart", "voids")
AMOUNTS: Final = ("stakes", "paid", "jackpots", "contributions", "commission", "revenue")
SUMS: Final = (*COUNTS, *AMOUNTS)


Row = dict[str, Any]


class Played(Struct, frozen=True, kw_only=True):
    """A gaming day as the projections know it; rows as the statements below name them."""

    rounds: Sequence[Row] = ()
    revenue: Sequence[Row] = ()
    pools: Sequence[Row] = ()
    machines: Sequence[Row] = ()
    machine_voids: Sequence[Row] = ()
    closings: Sequence[Row] = ()
    homes: Sequence[Row] = ()


def records_of(day: date, played: Played) -> list[DailyRecord]:
    """Return the record of each casino that played on a day, or closed it."""
    casinos = sorted(
        {
            one["casino"]
            for rows in (played.rounds, played.revenue, played.pools, played.machines)
            for one in rows
        }
        | {one["casino"] for one in played.closings if one["casino"] != EVERYWHERE}
    )
    named = [one for one in casinos if one != EVERYWHERE]
    if len(named) == 1:  # what no casino is told of is of the only one
        return [_record(day, named[0], played, {named[0], EVERYWHERE})]
    return [_record(day, casino, played, {casino}) for casino in casinos]


def _record(day: date, casino: str, played: Played, of: set[str]) -> DailyRecord:
    games: dict[tuple[str, str, str], Game] = {}
    own = next((one["currency"] for one in played.homes if one["casino"] == casino), "")

    def line(category: str, game: str, currency: str | None) -> Game:
        key = (category, game, currency or own)
        return games.setdefault(key, Game(category=key[0], game=key[1], currency=key[2]))

    for one in _of(of, played.rounds):
        _add_rounds(line(_category(one["game"]), one["game"], one["currency"]), one)
    for one in _of(of, played.revenue):
        game = one["game"] or _game_of(one["category"])
        _add_revenue(line(_category(game), game, one["currency"]), one)
    for one in _of(of, played.pools):
        game = one["game"] if one["game"] in GAMES else MACHINES
        found = line(_category(game), game, one["currency"])
        found.contributions += int(one["contributions"])
        found.jackpots += int(one["jackpots"])
    closed = [one for one in _of(of, played.machines) if one["closed"]]
    for one in closed:
        found = line(MACHINES, MACHINES, None)
        found.rounds += int(one["je"])
        found.stakes += int(one["cj"])
        found.paid += int(one["paid"])
    for one in _of(of, played.machine_voids):
        line(MACHINES, MACHINES, None).voids += one["voids"]
    closing = next((one for one in played.closings if one["casino"] in (casino, EVERYWHERE)), None)
    return DailyRecord(
        casino=casino,
        day=day,
        closed=None if closing is None else closing["position"],
        closed_at="" if closing is None else instant(closing["at"]),
        games=tuple(sorted(games.values(), key=_rank)),
        machines=len(closed),
        machines_open=len(_of(of, played.machines)) - len(closed),
        currency=own,
    )


def _of(casinos: set[str], rows: Iterable[Row]) -> list[Row]:
    return [one for one in rows if one["casino"] in casinos]


def _category(game: str) -> str:
    return game if game in (BINGO, MACHINES) else TABLES


def _game_of(category: str) -> str:
    """Return the line of revenue that no round tells: a table's, whose game is not known."""
    return category if category in (BINGO, MACHINES) else TABLES


def _rank(one: Game) -> tuple[int, str, str]:
    return ORDER.index(one.category), one.game, one.currency


def _add_rounds(line: Game, row: Row) -> None:
    count, state = row["rounds"], row["state"]
    if state == "void":
        line.voids += count
        return
    line.rounds += count
    line.unsettled += count if state in UNSETTLED else 0
    line.apart += count if state in APART else 0
    if state not in UNSETTLED:
        line.stakes += int(row["stakes"])
        line.paid += int(row["paid"])


def _add_revenue(line: Game, row: Row) -> None:
    line.revenue += int(row["amount"])
    if row["category"] == "cagnotte":
        line.commission += int(row["amount"])


# --- reading -------------------------------------------------------------------------------------

_HOME: Final[LiteralString] = (
    "coalesce((SELECT t.state::json ->> 'casino' FROM {s}.table_state AS t "
    "WHERE t.place = one.place ORDER BY t.opened DESC LIMIT 1), "
    "(SELECT r.casino FROM {s}.revenue AS r WHERE r.day = %(day)s AND r.place = one.place "
    "LIMIT 1), "
    "(SELECT d.casino FROM {s}.scheduled AS d WHERE d.place = one.place "
    "ORDER BY d.position DESC LIMIT 1), "
    "(SELECT h.casino FROM {s}.home AS h ORDER BY h.position LIMIT 1), '*')"
)
"""A place's casino: as its table, its receita or its schedule says, else the ledger's first."""


def _until(position: LiteralString) -> LiteralString:
    return f"(%(known)s::bigint IS NULL OR {position} <= %(known)s)"


class _Asked:
    def __init__(
        self, connection: psycopg.Connection[Any], day: date, known: int | None, schema: str
    ) -> None:
        self._connection = connection
        self._values = {"day": day, "known": known}
        self._known = known
        self._schema = schema

    def played(self) -> Played:
        return Played(
            rounds=self._rounds(),
            revenue=self._revenue(),
            pools=self._pools(),
            machines=self._machines(),
            machine_voids=self._machine_voids(),
            closings=self._many(
                "SELECT c.casino, c.position, h.at FROM {s}.closed_day AS c "  # noqa: S608 - our own words
                "JOIN {s}.history AS h USING (position) WHERE c.day >= %(day)s AND "
                + _until("position")
                + " ORDER BY c.day, position"
            ),
            homes=self._many("SELECT casino, currency FROM {s}.home"),
        )

    def _rounds(self) -> list[Row]:
        return self._many(
            "SELECT one.*, " + _HOME + " AS casino FROM ("  # noqa: S608 - our own words
            "SELECT v.place, v.game, v.currency, v.state, count(*) AS rounds, "
            "sum(v.stake) AS stakes, sum(v.paid - v.prizes_paid) AS paid FROM {s}.verdict AS v "
            "WHERE v.day = %(day)s AND "
            + holding(self._known, "v")
            + " GROUP BY 1, 2, 3, 4) AS one"
        )

    def _revenue(self) -> list[Row]:
        return self._many(
            "SELECT r.casino, r.currency, r.category, coalesce(v.game, (SELECT d.game "  # noqa: S608 - our own words
            "FROM {s}.table_day AS d WHERE d.place = r.place AND d.day = r.day LIMIT 1)) AS game, "
            "sum(r.amount) AS amount FROM {s}.revenue AS r LEFT JOIN {s}.verdict AS v "
            "ON v.round = r.round AND "
            + holding(self._known, "v")
            + " WHERE r.day = %(day)s AND "
            + _until("r.position")
            + " GROUP BY 1, 2, 3, 4"
        )

    def _pools(self) -> list[Row]:
        return self._many(
            "SELECT pool.casino, pool.currency, coalesce(v.game, "
            "pool.state::json -> 'terms' ->> 'game') AS game, "
            "coalesce(-sum(p.amount) FILTER (WHERE p.account IN ('J2', 'J3', 'J4') "
            "AND p.reason IN ('increment', 'increment voided')), 0) AS contributions, "
            "coalesce(-sum(p.amount) FILTER (WHERE p.account = 'J6' "
            "AND p.reason IN ('award', 'award reversed')), 0) AS jackpots "
            "FROM {s}.posting AS p JOIN {s}.pool AS pool USING (pool) "
            "LEFT JOIN {s}.verdict AS v ON v.round = p.round AND "
            + holding(self._known, "v")
            + " WHERE p.day = %(day)s AND "
            + _until("p.position")
            + " AND p.reason IN ('increment', 'increment voided', 'award', 'award reversed') "
            "GROUP BY 1, 2, 3"
        )

    def _machines(self) -> list[Row]:
        return self._many(
            "SELECT m.machine, coalesce(c.casino, one.casino) AS casino, "  # noqa: S608 - our own words
            "c.machine IS NOT NULL AS closed, c.je, c.cj, "
            "c.cg + c.pa + c.pap + c.pam - c.rewarded AS paid FROM ("
            "SELECT DISTINCT machine FROM {s}.machine_day WHERE day = %(day)s AND "
            + _until("first")
            + ") AS m LEFT JOIN {s}.machine AS one USING (machine) LEFT JOIN ("
            "SELECT k.*, (SELECT coalesce(sum(r.amount), 0) FROM {s}.revenue AS r "
            "WHERE r.day = k.day AND r.place = k.machine AND r.reason = 'jackpot' "
            "AND r.category = 'maquinas' AND "
            + _until("r.position")
            + ") AS rewarded FROM {s}.machine_close AS k WHERE k.day = %(day)s AND "
            + holding(self._known, "k")
            + ") AS c USING (machine)"
        )

    def _machine_voids(self) -> list[Row]:
        return self._many(
            "SELECT m.casino, count(*) AS voids FROM {s}.machine_void AS v "  # noqa: S608 - our own words
            "JOIN {s}.machine AS m USING (machine) WHERE v.day = %(day)s AND v.effective AND "
            + _until("v.position")
            + " AND (v.withdrawn IS NULL OR v.withdrawn > %(known)s) GROUP BY 1"
        )

    def _many(self, text: LiteralString) -> list[Row]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, self._values).fetchall()


def daily_records(
    connection: psycopg.Connection[Any],
    day: date,
    casino: str | None = None,
    known: int | None = None,
    schema: str = LIVE,
) -> list[DailyRecord]:
    """Return the record of a gaming day, a casino each; ``casino`` asks for one of them."""
    found = records_of(day, _Asked(connection, day, known, schema).played())
    return [one for one in found if casino in (None, one.casino)]


def record_events(
    connection: psycopg.Connection[Any], day: date, known: int | None = None, schema: str = LIVE
) -> int:
    """Return how many events of a gaming day are recorded, up to a position."""
    statement = sql.SQL(
        "SELECT count(*) AS events FROM {s}.history WHERE day = %(day)s AND "
        "(%(known)s::bigint IS NULL OR position <= %(known)s)"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(statement, {"day": day, "known": known}).fetchone()
    return 0 if row is None else row["events"]
