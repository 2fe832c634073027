"""Questions to the projections: read-only, in keyset pages, always from the live set.

Every list takes ``after``, the key of the last row seen, and gives at most ``limit`` rows; nothing
counts the whole log. ``known`` asks for what was known at a position instead of now.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import dict_row, tuple_row

from ledger.store.reader import Reader
from projections.base.rows import Schema
from projections.base.store import APPLICATION
from projections.base.versions import holding
from projections.reads.basis.unproved import round_since
from projections.replay.registry import UnknownGameError, Verdict, judge
from projections.replay.settlement import describe
from projections.running.runner import LIVE, LedgerSource
from projections.stages.parameters.stage import read_book
from projections.stages.pools import read_booked
from projections.stages.pools.queries import POSTINGS
from projections.stages.rounds.stage import Rounds

LIMIT_MAX: Final = 1_000
ROLE: Final = "razao_inspector"
OPTIONS: Final = f"-c role={ROLE} -c plan_cache_mode=force_custom_plan"
"""A plan made for any place walks the whole log; each place and player wants its own."""

Row = dict[str, Any]


class HistoryFilter(Struct, frozen=True, kw_only=True):
    """A filter of the history; None is anything."""

    place: str | None = None
    kind: str | None = None
    source: str | None = None
    player: str | None = None
    seat: int | None = None
    round: int | None = None
    day: str | None = None
    since: str | None = None
    until: str | None = None
    amount_min: int | None = None
    amount_max: int | None = None


_CONDITIONS: Final[Mapping[str, LiteralString]] = {
    "place": "place = %(place)s",
    "kind": "kind = %(kind)s",
    "source": "source = %(source)s",
    "player": "player = %(player)s",
    "seat": "seat = %(seat)s",
    "round": "round = %(round)s",
    "day": "day = %(day)s",
    "since": "at >= %(since)s",
    "until": "at < %(until)s",
    "amount_min": "amount >= %(amount_min)s",
    "amount_max": "amount <= %(amount_max)s",
}

_KEYSETS: Final[Mapping[str, tuple[LiteralString, LiteralString, LiteralString]]] = {
    name: (
        f"({name}, position) > (%({name})s, %(after)s)",
        f"{name} <= %({name})s",
        f"ORDER BY {name}, position LIMIT %(limit)s",
    )
    for name in ("player", "place", "kind")
}
"""Conditions and order of a page that goes along one index. Said as ``place = …`` by position, the
server may rather read the log from its beginning and hope to meet enough rows soon, which a place
that was opened yesterday has only at its end."""


def connect(conninfo: str) -> psycopg.Connection[Row]:
    """Return a connection that may only read."""
    return psycopg.Connection[Row].connect(
        conninfo, autocommit=True, row_factory=dict_row, options=OPTIONS
    )


class Queries:
    """Questions to the live projections over one connection."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        """Ask through the connection."""
        self._connection = connection

    def position(self) -> int:
        """Return the position up to which the projections are true."""
        row = self._one(
            "SELECT notification_id FROM {s}.tracking WHERE application_name = %(name)s",
            {"name": APPLICATION},
        )
        return 0 if row is None else row["notification_id"]

    def halted(self) -> Row | None:
        """Return where and why the projections stopped, if they did."""
        return self._one(
            "SELECT * FROM {s}.halted WHERE position > %(position)s ORDER BY position LIMIT 1",
            {"position": self.position()},
        )

    def history(self, wanted: HistoryFilter, *, after: int = 0, limit: int = 100) -> list[Row]:
        """Return events in the order of the log."""
        values = {
            name: value
            for name, value in msgspec.structs.asdict(wanted).items()
            if value is not None
        }
        along = next((name for name in _KEYSETS if name in values), None)
        if along == "place" and not values.keys().isdisjoint(("since", "until")):
            along = None  # there is an index of place and time
        *conditions, order = (
            ("position > %(after)s", "ORDER BY position LIMIT %(limit)s")
            if along is None
            else _KEYSETS[along]
        )
        conditions.extend(_CONDITIONS[name] for name in values if name != along)
        return self._many(
            _where("SELECT * FROM {s}.history", conditions, order),
            {**values, "after": after, "limit": _capped(limit)},
        )

    def rounds(
        self,
        *,
        place: str | None = None,
        state: str | None = None,
        after: int = 0,
        limit: int = 100,
        known: int | None = None,
    ) -> list[Row]:
        """Return verdicts of rounds in the order in which they became known."""
        conditions: list[LiteralString] = ["known_from > %(after)s", holding(known)]
        if place is not None:
            conditions.append("place = %(place)s")
        if state is not None:
            conditions.append("state = %(state)s")
        return self._many(
            _where(
                "SELECT * FROM {s}.verdict",
                conditions,
                "ORDER BY known_from, round LIMIT %(limit)s",
            ),
            {
                "place": place,
                "state": state,
                "after": after,
                "limit": _capped(limit),
                "known": known,
            },
        )

    def last_of(self, place: str | None, source: str | None) -> Row | None:
        """Return the newest event of a place, or of a source."""
        if place is not None:
            text = "SELECT position, at, day FROM {s}.history WHERE place = %(name)s"
        elif source is not None:
            return self._one(
                "SELECT e.notification_id AS position, h.at, h.day FROM ledger.events AS e "
                "LEFT JOIN {s}.history AS h ON h.position = e.notification_id "
                "WHERE e.originator_id = %(name)s ORDER BY e.originator_version DESC LIMIT 1",
                {"name": source},
            )
        else:
            return None
        return self._one(f"{text} ORDER BY position DESC LIMIT 1", {"name": place})

    def resting_on(self, position: int, findings: Sequence[str]) -> set[str]:
        """Return which of these findings the event at a position proves."""
        rows = self._many(
            "SELECT DISTINCT id FROM {s}.finding WHERE id = ANY(%(ids)s) "
            "AND %(position)s = ANY(positions)",
            {"ids": list(findings), "position": position},
        )
        return {row["id"] for row in rows}

    def cover_of(self, casino: str) -> list[Row]:
        """Return the holdings of a casino's jackpots and their cover, newest gaming day first."""
        return self._many(
            "SELECT casino, day, held, declared, closed FROM {s}.cover_day "
            "WHERE casino = %(casino)s ORDER BY day DESC LIMIT 31",
            {"casino": casino},
        )

    def verdict_states(self, day: date) -> dict[str, int]:
        """Return how many rounds of a gaming day stand in each state."""
        rows = self._many(
            "SELECT state, count(*) AS rounds FROM {s}.verdict "
            "WHERE known_until IS NULL AND day = %(day)s GROUP BY state",
            {"day": day},
        )
        return {row["state"]: row["rounds"] for row in rows}

    def round(self, round_id: str, *, known: int | None = None) -> Row | None:
        """Return a round with its events, its verdict and what is due per bet."""
        row = self._one("SELECT * FROM {s}.round WHERE round = %(round)s", {"round": round_id})
        if row is None:
            return None
        if known is not None:
            row["positions"] = [one for one in row["positions"] if one <= known]
            if row["closed"] is not None and row["closed"] > known:
                row["closed"] = None
        values = {"round": round_id, "known": known}
        row["verdict"] = self._one(
            _where("SELECT * FROM {s}.verdict", ["round = %(round)s", holding(known)]), values
        )
        row["due"] = self._many(
            _where("SELECT * FROM {s}.due", ["round = %(round)s", holding(known)], "ORDER BY line"),
            values,
        )
        row["findings"] = self.findings(round_id=round_id, known=known)
        row["not_proved_since"] = round_since(self._connection, round_id, known)
        return row

    def findings(
        self,
        *,
        code: str | None = None,
        place: str | None = None,
        round_id: str | None = None,
        severity: str | None = None,
        state: str | None = None,
        after: tuple[int, str] = (0, ""),
        limit: int = 100,
        known: int | None = None,
    ) -> list[Row]:
        """Return findings in the order in which they became known."""
        wanted = {
            "code": code,
            "place": place,
            "round": round_id,
            "severity": severity,
            "state": state,
        }
        conditions: list[LiteralString] = [
            "(known_from, id) > (%(after_position)s, %(after_id)s)",
            holding(known),
        ]
        conditions.extend(_FINDING_CONDITIONS[name] for name in wanted if wanted[name] is not None)
        return self._many(
            _where(
                "SELECT * FROM {s}.finding", conditions, "ORDER BY known_from, id LIMIT %(limit)s"
            ),
            {
                **wanted,
                "after_position": after[0],
                "after_id": after[1],
                "limit": _capped(limit),
                "known": known,
            },
        )

    def chosen_findings(
        self,
        *,
        most: int,
        code: str | None = None,
        place: str | None = None,
        place_begins: str | None = None,
        round_id: str | None = None,
        severity: str | None = None,
        state: str | None = None,
        known: int | None = None,
    ) -> tuple[int, list[Row]]:
        """Return how many findings are as wanted, and all of them, or none if there are more.

        In the order in which they became known.
        """
        wanted = {
            "code": code,
            "place": place,
            "place_begins": place_begins,
            "round": round_id,
            "severity": severity,
            "state": state,
        }
        conditions: list[LiteralString] = [holding(known)]
        conditions.extend(_FINDING_CONDITIONS[name] for name in wanted if wanted[name] is not None)
        values = {**wanted, "known": known}
        (counted,) = self._many(_where("SELECT count(*) FROM {s}.finding", conditions), values)
        if counted["count"] > most:
            return counted["count"], []
        return counted["count"], self._many(
            _where("SELECT * FROM {s}.finding", conditions, "ORDER BY known_from, id"), values
        )

    def finding(self, finding: str) -> list[Row]:
        """Return every version of a finding, oldest first, by its id or the id it had once."""
        return self._many(
            "SELECT * FROM {s}.finding WHERE id = %(id)s "
            "OR id IN (SELECT id FROM {s}.finding WHERE formerly = %(id)s) ORDER BY known_from",
            {"id": finding},
        )

    def pools(self) -> list[Row]:
        """Return every pool as it stands."""
        return [_decoded(row) for row in self._many("SELECT * FROM {s}.pool ORDER BY pool", {})]

    def pool(self, name: str) -> Row | None:
        """Return a pool as it stands."""
        row = self._one("SELECT * FROM {s}.pool WHERE pool = %(pool)s", {"pool": name})
        return None if row is None else _decoded(row)

    def postings(
        self,
        *,
        pool: str | None = None,
        after: tuple[int, int] = (0, 0),
        limit: int = 100,
    ) -> list[Row]:
        """Return the journal, debits positive, each line with the hour of its event."""
        conditions: list[LiteralString] = ["(position, line) > (%(position)s, %(line)s)"]
        if pool is not None:
            conditions.append("pool = %(pool)s")
        return self._many(
            _where(
                f"SELECT * FROM {POSTINGS}",  # noqa: S608 - our own words
                conditions,
                "ORDER BY position, line LIMIT %(limit)s",
            ),
            {"pool": pool, "position": after[0], "line": after[1], "limit": _capped(limit)},
        )

    def trial_balance(self, *, position: int | None = None) -> list[Row]:
        """Return each account's sum up to a position; together they are zero."""
        return self._many(
            "SELECT pool, account, sum(amount) AS amount FROM {s}.posting "
            "WHERE %(position)s::bigint IS NULL OR position <= %(position)s "
            "GROUP BY pool, account ORDER BY pool, account",
            {"position": position},
        )

    def _one(self, text: LiteralString, values: Mapping[str, Any]) -> Row | None:
        return self._connection.execute(_live(text), values).fetchone()

    def _many(self, text: LiteralString, values: Mapping[str, Any]) -> list[Row]:
        return self._connection.execute(_live(text), values).fetchall()


_FINDING_CONDITIONS: Final[Mapping[str, LiteralString]] = {
    "code": "code = %(code)s",
    "place": "place = %(place)s",
    "place_begins": "starts_with(coalesce(place, ''), %(place_begins)s)",
    "round": "round = %(round)s",
    "severity": "severity = %(severity)s",
    "state": "state = %(state)s",
}


def judge_round(conninfo: str, round_id: str, known: int | None = None) -> Verdict | None:
    """Settle a round again from its events, with the pool and parameters it was judged with.

    With ``known`` as the verdict that held at that position of the log said it. None if there is
    no such closed round, it was not judged yet, or its game is not one this version knows, or not
    one of its profile. Nothing is found wrong with a round that is not proved.
    """
    with connect(conninfo) as connection, connection.transaction():
        schema = Schema(connection.cursor(row_factory=tuple_row), LIVE)
        until = None if known is None else _judged_at(schema, round_id, known)
        if known is not None and until is None:
            return None
        source = LedgerSource(Reader.within(connection))
        closed = Rounds.again(schema, source, read_book(schema), round_id, until)
        if closed is None or closed.record is None:
            return None
        record = closed.record
        state = read_booked(schema, round_id).state
        if state is not None and "pool" in record.__struct_fields__:
            record = msgspec.structs.replace(record, pool=state)
        with suppress(UnknownGameError):
            verdict = judge(record)
            proved = round_since(connection, round_id, known) is None
            return verdict if proved else msgspec.structs.replace(verdict, found=())
        return None


def _judged_at(schema: Schema, round_id: str, known: int) -> int | None:
    """Return where the verdict was given that held at a position; None if none did."""
    row = schema.cursor.execute(
        schema.query(
            "SELECT known_from FROM {s}.verdict WHERE round = %s AND known_from <= %s "
            "AND (known_until IS NULL OR known_until > %s)"
        ),
        (round_id, known, known),
    ).fetchone()
    return None if row is None else row[0]


def described(verdict: Verdict) -> Row:
    """Return a verdict as plain JSON values: record, settlement, wrong, and not compared."""
    return {
        "record": msgspec.to_builtins(verdict.record),
        "settlement": describe(verdict.settlement),
        "found": msgspec.to_builtins(verdict.found),
        "not_compared": list(verdict.not_compared),
    }


def _where(
    head: LiteralString, conditions: Sequence[LiteralString], tail: LiteralString = ""
) -> LiteralString:
    return f"{head} WHERE {' AND '.join(conditions)} {tail}"


def _live(text: LiteralString) -> sql.Composed:
    return sql.SQL(text).format(s=sql.Identifier(LIVE))


def _capped(limit: int) -> int:
    return max(1, min(limit, LIMIT_MAX))


def _decoded(row: Row) -> Row:
    row["balances"] = msgspec.json.decode(row["balances"])
    return row
