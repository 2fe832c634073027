"""Rounds in memory and in the database: how a round is written and read again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, LiteralString, cast

import msgspec
from msgspec import Struct, field

from projections.base.event import Event
from projections.base.rows import Schema
from projections.base.stage import Source


class Round(Struct):
    """A round, open or closed."""

    round: str
    opened: int
    place: str
    day: str
    number: int
    owner: str
    game: str | None
    table: int | None
    """Position of the table's opening."""
    previous: str | None = None
    """The last round of that opening that was closed before this round was opened."""
    carried: Mapping[str, Any] = {}
    """The values that the round before carries, as its game's ``Gathering.carry`` makes them."""
    closed: int | None = None
    events: list[Event] = field(default_factory=list)


class RoundRows:
    """Rounds as they were written, each read once a page."""

    def __init__(self, schema: Schema, source: Source) -> None:
        """Read rows from the tables, and their events from the source."""
        self._tables = schema
        self._source = source
        self._found: dict[str, Round] = {}
        """Rounds that this page has read: a change of any of them is written at its end."""

    def find(self, name: str) -> Round | None:
        """Return the round of this name; None if no such round was written."""
        if name not in self._found:
            self._load("WHERE round = %s", (name,))
        return self._found.get(name)

    def open(self) -> list[Round]:
        """Return the rounds that are not closed."""
        return self._load("WHERE closed IS NULL", ())

    def played(self, place: str | None, opening: int, since: int) -> list[Round]:
        """Return the rounds of an opening of a place that were not closed before a position."""
        return self._load(
            "WHERE place = %s AND opened > %s AND table_opened = %s "
            "AND coalesce(closed > %s, true)",
            (place, opening, opening, since),
        )

    def last_closed(self, place: str, opening: int) -> str | None:
        """Return the name of the round that was closed last since an opening of a place."""
        row = self._tables.cursor.execute(
            self._tables.query(
                "SELECT round FROM {s}.round WHERE place = %s AND opened > %s "
                "AND table_opened = %s AND closed IS NOT NULL ORDER BY closed DESC LIMIT 1"
            ),
            (place, opening, opening),
        ).fetchone()
        return None if row is None else row[0]

    def first_closed(self, one: Round, since: int, most: int) -> list[Round]:
        """Return so many rounds of a round's opening, those closed first after a position."""
        return self._load(
            "WHERE place = %s AND opened > %s AND table_opened = %s AND closed > %s "
            "ORDER BY closed LIMIT %s",
            (one.place, one.table, one.table, since, most),
        )

    def last_closed_of(self, one: Round, since: int, until: int, most: int) -> list[Round]:
        """Return so many rounds of a round's opening, those closed last between two positions."""
        return self._load(
            "WHERE place = %s AND opened > %s AND table_opened = %s AND closed > %s "
            "AND closed < %s ORDER BY closed DESC LIMIT %s",
            (one.place, one.table, one.table, since, until, most),
        )

    def followers(self, one: Round, until: int | None) -> dict[int, str]:
        """Return the closed rounds whose round before is this round, by their openings.

        With ``until`` those that were closed at that position.
        """
        rows = self._tables.cursor.execute(
            self._tables.query(
                "SELECT opened, round FROM {s}.round WHERE place = %s AND opened > %s "
                "AND previous = %s AND closed <= coalesce(%s, closed)"
            ),
            (one.place, one.closed, one.round, until),
        )
        return dict(rows.fetchall())

    def clear(self) -> None:
        """Forget the rounds that were read: the page is written."""
        self._found.clear()

    def _load(self, condition: LiteralString, values: Sequence[Any]) -> list[Round]:
        """Return rounds with their events; a round that this page read already is the same."""
        rows = self._tables.cursor.execute(
            self._tables.query(f"SELECT {_COLUMNS} FROM {{s}}.round {condition}"),  # noqa: S608 - written in this module
            values,
        ).fetchall()
        new = [row for row in rows if row[0] not in self._found]
        events = self._source.events(sorted({at for row in new for at in row[-1]}))
        told = {event.position: event for event in events}
        for row in new:
            self._found[row[0]] = _round_of(row, [told[at] for at in row[-1] if at in told])
        return [self._found[row[0]] for row in rows]


COLUMNS: Final = (
    "round",
    "opened",
    "closed",
    "number",
    "day",
    "place",
    "owner",
    "game",
    "table_opened",
    "previous",
    "out",
    "positions",
)
_COLUMNS: Final[LiteralString] = ", ".join(COLUMNS)


def row_of(one: Round) -> tuple[Any, ...]:
    """Return the row of a round, by ``COLUMNS``."""
    carried = as_jsonb(one.carried) if one.carried else None
    return (
        one.round,
        one.opened,
        one.closed,
        one.number,
        one.day,
        one.place,
        one.owner,
        one.game,
        one.table,
        one.previous,
        carried,
        positions_of(one.events),
    )


def _round_of(row: Sequence[Any], events: list[Event]) -> Round:
    name, opened, closed, number, day, place, owner, game, table, previous, carried, _ = row
    return Round(
        round=name,
        opened=opened,
        place=place,
        day=str(day),
        number=number,
        owner=owner,
        game=game,
        table=table,
        previous=previous,
        carried=carried or {},
        closed=closed,
        events=events,
    )


def as_json(value: object) -> str:
    """Return a value as JSON, its maps in the order of their names; numbers may be names, too.

    >>> as_json({2: "seat", 1: {"b": 1, "a": 2}})
    '{"1":{"a":2,"b":1},"2":"seat"}'
    """
    named = msgspec.to_builtins(value, str_keys=True)
    return msgspec.json.encode(named, order="deterministic").decode()


def as_jsonb(value: object) -> str:
    """Return a value as PostgreSQL writes it from a column of ``jsonb``.

    Shorter names come first there: the row that is read is the one that was written.

    >>> as_jsonb({"bank": 2, "out": "só"})
    '{"out": "só", "bank": 2}'
    """
    named = msgspec.json.decode(as_json(value))
    return json.dumps(_as_stored(named), ensure_ascii=False)


def _as_stored(value: Any) -> Any:
    match value:
        case dict():
            told = cast("dict[str, Any]", value)
            names = sorted(told, key=lambda name: (len(name.encode()), name.encode()))
            return {name: _as_stored(told[name]) for name in names}
        case list():
            return [_as_stored(one) for one in cast("list[Any]", value)]
        case _:
            return value


def positions_of(events: Iterable[Event]) -> list[int]:
    """Return the positions of events."""
    return [event.position for event in events]
