"""The part of the name of a subject of proof that nobody knows, with the names that are near.

A round is named by place, day and number; who mistakes the day is told the days of that place, not
those of all.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.text.near import unknown_text
from projections.reads.basis.known_names import unknown_names
from projections.running.runner import LIVE


class _Part(NamedTuple):
    """A part of a name: a filter, or what the projections tell of within the parts before it."""

    name: str
    told: LiteralString = ""
    """Returns what there is by the parts before; nothing of a filter."""


_PLACE: Final = _Part("place")
_PARTS: Final[Mapping[str, tuple[_Part, ...]]] = {
    "round": (
        _PLACE,
        _Part(
            "gaming day",
            "SELECT DISTINCT day::text FROM {s}.history WHERE place = {} AND round IS NOT NULL",
        ),
        _Part(
            "round",
            "SELECT DISTINCT round::text FROM {s}.history "
            "WHERE place = {} AND day = {}::date AND round IS NOT NULL",
        ),
    ),
    "acta": (
        _Part("room", "SELECT DISTINCT place FROM {s}.session"),
        _Part("session", "SELECT session FROM {s}.session WHERE place = {}"),
    ),
    "pool": (
        _Part("pool"),
        _Part("gaming day", "SELECT DISTINCT day::text FROM {s}.posting WHERE pool = {}"),
    ),
    "day": (
        _PLACE,
        _Part("gaming day", "SELECT DISTINCT day::text FROM {s}.history WHERE place = {}"),
    ),
    "dispute": (_Part("case", "SELECT dispute FROM {s}.dispute"),),
}
_EVENTS: Final = "SELECT max(originator_version) FROM ledger.events WHERE originator_id = %s"


def unknown_part(connection: psycopg.Connection[Any], what: str, name: str) -> str | None:
    """Return the sentence that refuses the first part of a subject's name that nobody knows.

    None where every part is known, or the subject is none of a proof's.
    """
    return next(_unknown(connection, what, name), None)


def _unknown(connection: psycopg.Connection[Any], what: str, name: str) -> Iterator[str]:
    if what == "event":
        yield from _unknown_event(connection, name)
        return
    parts = _PARTS.get(what, ())
    given = _split(name, what, len(parts))
    for number, (part, value) in enumerate(zip(parts, given, strict=False)):
        known = _known(connection, part, given[:number]) if part.told else None
        if known is None:
            for one in unknown_names(connection, {part.name: value}):
                yield f"{part.name}: {one.text}"
        elif value not in known:
            within = " ".join(given[:number])
            yield f"{part.name}{within and f' of {within}'}: {unknown_text(value, known)}"


def _split(name: str, what: str, parts: int) -> list[str]:
    """Return the parts of a name, as it is spelt."""
    if parts == 1:
        return [name]
    if what == "round":
        place, day, number = ["", "", *name.rsplit("/", 2)][-3:]
        return [place, day, number.lstrip("0") or number]
    return name.rsplit(" ", 1) if what == "pool" else name.split(" ", 1)


def _known(connection: psycopg.Connection[Any], part: _Part, given: list[str]) -> set[str]:
    values = map(sql.Literal, given)
    statement = sql.SQL(part.told).format(*values, s=sql.Identifier(LIVE))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return {one for (one,) in cursor.execute(statement).fetchall() if one is not None}


def _unknown_event(connection: psycopg.Connection[Any], name: str) -> Iterator[str]:
    source, _, seq = name.rpartition(":")
    if not source or not (seq.isascii() and seq.isdigit()):
        yield f"expected SOURCE:SEQ, got {name!r}"
        return
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(_EVENTS, (source,)).fetchone()
    if row is None or row[0] is None:
        for one in unknown_names(connection, {"source": source}):
            yield f"source: {one.text}"
    else:
        yield f"expected an event of {source} from 1 to {row[0]}, got {seq}"
