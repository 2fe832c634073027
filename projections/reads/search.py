"""One text, looked for as everything that it may name: by keys and indices, never through the log.

Each hit says what it was found as; what was looked through stands beside, for an empty answer.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.money import INTEGER_MAX
from projections.running.runner import LIVE

HITS_MAX: Final = 20
_is_position: Final = re.compile(r"[1-9][0-9]{0,15}").fullmatch
_is_event: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._:-]{0,63}):([1-9][0-9]{0,15})").fullmatch
_is_link: Final = re.compile(r"[0-9a-f]{64}").fullmatch
_is_finding: Final = re.compile(r"[0-9a-f]{24}").fullmatch
_is_round: Final = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9._:-]{0,63})(?:/(\d{4}-\d\d-\d\d)/|[ ,]+(?:jogada|round|n\.?º?)? ?)"
    r"([1-9][0-9]{0,8})",
    re.IGNORECASE,
).fullmatch
_is_amount: Final = re.compile(r"-?[0-9][0-9 .\u00a0]*,[0-9]{2}|-?[0-9]+\.[0-9]{2}").fullmatch


class Hit(Struct, frozen=True, kw_only=True):
    """A thing that the text names."""

    kind: str
    """position, event, link, finding, round, amount, place, machine, pool, ticket, session,
    dispute, source, player or code."""
    name: str
    more: str = ""
    place: str | None = None


class Answer(Struct, frozen=True, kw_only=True):
    """The kinds that a text was taken for, and the finds under each."""

    understood: tuple[str, ...]
    """Kinds that the text was looked for as."""
    hits: tuple[Hit, ...]

    def groups(self) -> Mapping[str, list[Hit]]:
        """Return the hits by kind, in the order in which they were looked for."""
        found: dict[str, list[Hit]] = {}
        for hit in self.hits:
            found.setdefault(hit.kind, []).append(hit)
        return found


_NAMES: Final[tuple[tuple[str, LiteralString], ...]] = (
    (
        "place",
        (
            "SELECT place, min(game), place FROM {s}.table_day WHERE upper(place) "
            "LIKE upper(%(like)s) "
            "GROUP BY place UNION SELECT place, 'bingo', place FROM {s}.session "
            "WHERE upper(place) LIKE upper(%(like)s) ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    (
        "machine",
        (
            "SELECT machine, coalesce(model, ''), machine FROM {s}.machine "
            "WHERE upper(machine) LIKE upper(%(like)s) ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    (
        "pool",
        (
            "SELECT pool, status, NULL FROM {s}.pool WHERE upper(pool) LIKE upper(%(like)s) "
            "ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    (
        "session",
        (
            "SELECT session, place, place FROM {s}.session "
            "WHERE upper(session) LIKE upper(%(like)s) ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    (
        "dispute",
        (
            "SELECT dispute, state, NULL FROM {s}.dispute WHERE upper(dispute) "
            "LIKE upper(%(like)s) "
            "ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    (
        "source",
        (
            "SELECT source, role, NULL FROM {s}.role WHERE upper(source) LIKE upper(%(like)s) "
            "ORDER BY 1 LIMIT %(most)s"
        ),
    ),
    ("ticket", "SELECT ticket, state, NULL FROM {s}.ticket WHERE ticket = %(text)s"),
    (
        "player",
        (
            "SELECT player, place, place FROM {s}.history WHERE player = %(text)s "
            "ORDER BY player, position LIMIT 1"
        ),
    ),
    (
        "code",
        (
            "SELECT code, severity, NULL FROM {s}.finding WHERE code = upper(%(text)s) "
            "AND known_until IS NULL LIMIT 1"
        ),
    ),
)
"""Kinds of names: those of a floor by their beginning, the others whole."""


def search(connection: psycopg.Connection[Any], text: str, schema: str = LIVE) -> Answer:
    """Return the kinds of thing that a text may name."""
    asked = " ".join(text.split())
    if not asked:
        return Answer(understood=(), hits=())
    looked: list[str] = []
    hits: list[Hit] = []
    with connection.cursor(row_factory=tuple_row) as cursor:
        for kind, query, values in _questions(asked):
            looked.append(kind)
            statement = sql.SQL(query).format(s=sql.Identifier(schema))
            hits.extend(
                Hit(kind=kind, name=str(name), more="" if more is None else str(more), place=place)
                for name, more, place in cursor.execute(statement, values).fetchall()
            )
    return Answer(understood=tuple(dict.fromkeys(looked)), hits=tuple(hits))


def _questions(text: str) -> Iterator[tuple[str, LiteralString, dict[str, Any]]]:
    """Find the kinds of thing that the text can be, the most exact first."""
    if _is_position(text) and int(text) <= INTEGER_MAX:
        yield "position", _EVENT_AT, {"position": int(text)}
    if (event := _is_event(text)) is not None and int(event[2]) <= INTEGER_MAX:
        yield "event", _EVENT_OF, {"source": event[1], "seq": int(event[2])}
    if _is_finding(text):
        yield "finding", _FINDING, {"id": text}
    if (parts := _is_round(text)) is not None and int(parts[3]) < 2**31:
        day = parts[2]
        values = {"place": parts[1], "number": int(parts[3]), "day": day, "most": HITS_MAX}
        yield "round", _ROUND, values
    if (units := _units(text)) is not None:
        yield "amount", _AMOUNT, {"units": abs(units), "most": HITS_MAX}
    escaped = text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    for kind, query in _NAMES:
        yield kind, query, {"text": text, "like": f"{escaped}%", "most": HITS_MAX}


def _units(text: str) -> int | None:
    """Return an amount of minor units as people write it.

    >>> _units("1 234,50"), _units("34.00"), _units("34")
    (123450, 3400, None)
    """
    if not _is_amount(text):
        return None
    plain = text.replace("\u00a0", "").replace(" ", "")
    if "," in plain:
        plain = plain.replace(".", "").replace(",", ".")
    try:
        units = int(Decimal(plain) * 100)
    except InvalidOperation:
        return None
    return units if abs(units) <= INTEGER_MAX else None


_EVENT_AT: Final = (
    "SELECT originator_id || ':' || originator_version, topic, NULL FROM ledger.events "
    "WHERE notification_id = %(position)s"
)
_EVENT_OF: Final = (
    "SELECT originator_id || ':' || originator_version, topic, NULL FROM ledger.events "
    "WHERE originator_id = %(source)s AND originator_version = %(seq)s"
)
_FINDING: Final = (
    "SELECT id, code, place FROM {s}.finding WHERE id = %(id)s ORDER BY known_from DESC LIMIT 1"
)
_ROUND: Final = (
    "SELECT r.round, coalesce(r.game, ''), r.place FROM {s}.round AS r "
    "WHERE r.place = upper(%(place)s) AND r.number = %(number)s "
    "AND (%(day)s::text IS NULL OR r.day::text = %(day)s) ORDER BY r.day DESC LIMIT %(most)s"
)
_AMOUNT: Final = (
    "SELECT id, code, place FROM {s}.finding "
    "WHERE known_until IS NULL AND abs(amount) = %(units)s ORDER BY known_from LIMIT %(most)s"
)
