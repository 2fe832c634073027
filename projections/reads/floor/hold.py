"""The share of the stakes that tables and dealers made, with the width that chance gives it.

The width comes from the rounds themselves: how far each lies from what its stake would have made.
It is information: chance accuses nobody.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import isqrt
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.errors import UNREADABLE
from ledger.events import KINDS
from ledger.money import MILLION
from ledger.text.times import days_before
from projections.running.runner import LIVE
from projections.stages.accounts.tables.table_day import NOT_BANKED

DAYS_BACK: Final = 7
"""Before a period, the days whose changes of staff may still hold in it."""
STAFF: Final = sorted(one for one in KINDS if one.startswith("staff-changed/"))
ROUNDS_MAX: Final = 20_000
"""Rounds that the hold of a period is reckoned from; the page says where it stops."""
ROUNDS_MIN: Final = 30
"""Below so many rounds a width says nothing."""
BAND: Final = (196, 100)
"""Standard deviations of the band shown: 95 in 100."""
POST: Final = "pagador"
SETTLED: Final = frozenset(("agrees", "differs", "unpaid"))
"""States of rounds whose stakes were played for: void ones went back, others are not known yet."""


class Played(Struct, frozen=True, kw_only=True):
    """A round with what was staked in it and what the house made of it."""

    round: str
    place: str
    game: str
    currency: str
    state: str
    stake: int
    due: int
    paid: int
    opened: int
    dealer: str | None = None
    """The badge at the first post of pagador when it was opened."""

    @property
    def won(self) -> int:
        """Stakes less what was paid: what the house made, mistakes included."""
        return self.stake - self.paid


class Hold(Struct, frozen=True, kw_only=True):
    """The house's part of the stakes at a table, or of a dealer's rounds, in one currency."""

    name: str
    game: str
    currency: str
    rounds: int
    staked: int
    won: int
    """By what was paid."""
    due: int
    """By what was to be paid."""
    apart: int
    """Rounds that differ."""
    share_ppm: int | None
    """Won of what was staked, in millionths, rounded down."""
    band_ppm: int | None
    """Half the width of chance; None of too few rounds."""


def played(
    connection: psycopg.Connection[Any],
    first: date,
    last: date,
    place: str | None = None,
    schema: str = LIVE,
) -> list[Played]:
    """Return the judged rounds of a period, in the order in which they were opened."""
    text: LiteralString = (
        "SELECT v.round, v.place, v.game, v.currency, v.state, v.stake, v.due, v.paid, r.opened "
        "FROM {s}.verdict AS v JOIN {s}.round AS r ON r.round = v.round "
        "WHERE v.known_until IS NULL AND v.day BETWEEN %(first)s AND %(last)s "
        "AND (%(place)s::text IS NULL OR v.place = %(place)s) ORDER BY r.opened LIMIT %(most)s"
    )
    values = {"first": first, "last": last, "place": place, "most": ROUNDS_MAX}
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(_of(text, schema), values).fetchall()
    names = ("round", "place", "game", "currency", "state", "stake", "due", "paid", "opened")
    found = [Played(**dict(zip(names, row, strict=True))) for row in rows]
    posts = _posts(connection, sorted({one.place for one in found}), first, schema)
    return [
        msgspec.structs.replace(one, dealer=_at(posts.get(one.place, []), one.opened))
        for one in found
    ]


def by_table(rounds: Iterable[Played]) -> list[Hold]:
    """Return the hold of each table, by its name."""
    return _holds((one.place, one) for one in rounds)


def by_dealer(rounds: Iterable[Played]) -> list[Hold]:
    """Return the hold of each dealer's rounds, by badge and game."""
    return _holds((one.dealer, one) for one in rounds if one.dealer is not None)


def _holds(rounds: Iterable[tuple[str, Played]]) -> list[Hold]:
    groups: defaultdict[tuple[str, str, str], list[Played]] = defaultdict(list)
    for name, one in rounds:
        if one.state not in SETTLED or one.game in NOT_BANKED:
            continue
        groups[name, one.game, one.currency].append(one)
    return [_hold(key, groups[key]) for key in sorted(groups)]


def _hold(key: tuple[str, str, str], rounds: Sequence[Played]) -> Hold:
    staked = sum(one.stake for one in rounds)
    won = sum(one.won for one in rounds)
    return Hold(
        name=key[0],
        game=key[1],
        currency=key[2],
        rounds=len(rounds),
        staked=staked,
        won=won,
        due=sum(one.stake - one.due for one in rounds),
        apart=sum(one.state in ("differs", "unpaid") for one in rounds),
        share_ppm=None if staked == 0 else won * MILLION // staked,
        band_ppm=band_ppm([(one.stake, one.won) for one in rounds]),
    )


def band_ppm(rounds: Sequence[tuple[int, int]]) -> int | None:
    """Return half the 95 % band around won / staked, in millionths, rounded up.

    Of rounds as (staked, won): the sum of the squares of won less the share of its stake, in whole
    numbers. None of too few rounds, or of none with a stake.

    >>> band_ppm([(100, 100), (100, -100)] * 50)
    196001
    >>> band_ppm([(100, 100)] * 29) is None
    True
    """
    staked = sum(stake for stake, _ in rounds)
    if len(rounds) < ROUNDS_MIN or staked <= 0:
        return None
    won = sum(one for _, one in rounds)
    # (won - stake * share)² with share = won / staked: multiplied by staked², it stays whole.
    squares = sum((one * staked - stake * won) ** 2 for stake, one in rounds)
    z, hundred = BAND
    return isqrt((z * MILLION) ** 2 * squares // (hundred * staked * staked) ** 2) + 1


def _posts(
    connection: psycopg.Connection[Any], places: Sequence[str], first: date, schema: str
) -> Mapping[str, list[tuple[int, str | None]]]:
    """Return who took the first post of pagador at each place, and at which position.

    Of what was told since any table opened in the week before the first day: a post is told of at
    each opening, and the log has the changes of all years.
    """
    text: LiteralString = (
        "SELECT h.place, h.position, e.state FROM {s}.history AS h JOIN ledger.events AS e "
        "ON e.notification_id = h.position WHERE h.place = ANY(%(places)s) "
        "AND h.kind = ANY(%(kinds)s) AND h.position >= coalesce("
        "(SELECT min(opened) FROM {s}.table_day WHERE day >= %(since)s), 0) ORDER BY h.position"
    )
    values = {"places": list(places), "kinds": STAFF, "since": days_before(first, DAYS_BACK)}
    found: defaultdict[str, list[tuple[int, str | None]]] = defaultdict(list)
    with connection.cursor(row_factory=tuple_row) as cursor:
        for place, position, state in cursor.execute(_of(text, schema), values):
            try:
                body = msgspec.json.decode(bytes(state).partition(b"\n\n")[2], type=dict[str, Any])
            except UNREADABLE:
                continue
            told: dict[str, Any] = body.get("payload") or {}
            if told.get("post") == POST and told.get("station", 1) == 1:
                found[place].append((position, told.get("person")))
    return found


def _at(posts: Sequence[tuple[int, str | None]], position: int) -> str | None:
    number = bisect_right(posts, position, key=lambda one: one[0])
    return posts[number - 1][1] if number else None


def table_days(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[date]:
    """Return the newest gaming days on which a table was open, newest first."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            _of("SELECT DISTINCT day FROM {s}.table_day ORDER BY day DESC LIMIT 31", schema)
        ).fetchall()
    return [day for (day,) in rows]


def _of(text: LiteralString, schema: str) -> sql.Composed:
    return sql.SQL(text).format(s=sql.Identifier(schema))
