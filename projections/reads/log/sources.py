"""Sources and their keys as the record has them in effect, each with the newest event it sent."""

from collections.abc import Collection, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.signed.canonical import body_of
from ledger.store.cold import fill_by
from projections.base.event import Event
from projections.base.rows import Schema
from projections.base.stage import Source
from projections.running.pipeline import events_of
from projections.running.runner import LIVE
from projections.stages.authority.memory.trust import Trust

SOURCES_MAX: Final = 1_000
"""Sources of a list; the page says how many there are beyond."""


_STORED: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state, link "
    "FROM ledger.events"
)


class SourceLine(Struct, frozen=True, kw_only=True):
    """A source with its newest key."""

    name: str
    role: str
    casino: str | None
    person: str | None
    key: str
    """In hex."""
    since: int
    """Position from which the key may sign."""
    not_after: str | None
    keys: int
    living: bool
    revoked: bool
    last: int | None
    """Position of its newest event."""
    seq: int | None
    at: datetime | None
    astray: str | None
    """The fault of its clock, if one stands."""


class Stored(Source):
    """Reads recorded events again, through one connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    @override
    def events(self, positions: Sequence[int]) -> list[Event]:
        return self._asked(f"{_STORED} WHERE notification_id = ANY(%s) ORDER BY 1", list(positions))

    @override
    def named(self, name: str) -> Event | None:
        source, _, seq = name.rpartition(":")
        if not seq.isdecimal():
            return None
        one = f"{_STORED} WHERE originator_id = %s AND originator_version = %s"
        found = self._asked(one, source, int(seq))
        return found[0] if found else None

    def _asked(self, statement: LiteralString, *values: object) -> list[Event]:
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(statement, values).fetchall()
        return events_of(
            (position, source, seq, kind, body_of(bytes(state)), bytes(link))
            for position, source, seq, kind, state, link in fill_by(self._connection, rows)
        )


_ACTS: Final = (
    "SELECT sha256(string_agg(convert_to(concat_ws(' ', e.notification_id, e.originator_id, "
    "e.originator_version, e.topic), 'UTF8') || e.link || e.state, ''::bytea "
    "ORDER BY e.notification_id)) "
    "FROM {s}.trust AS t CROSS JOIN LATERAL (SELECT * FROM ledger.events "
    "WHERE notification_id = t.position OFFSET 0) AS e"
)
"""One hash of all that a keyring is folded from: its acts one by one, and never the whole log."""
_KEPT_MAX: Final = 4
_kept: Final[dict[bytes, Trust]] = {}
_keeping: Final = Lock()


def trust_of(connection: psycopg.Connection[Any], schema: str = LIVE) -> Trust:
    """Return the keyring as the projections have it: the acts of trust, folded again.

    Acts of the same bytes fold to the same keyring, so that one is kept; nobody changes it.
    """
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(sql.SQL(_ACTS).format(s=sql.Identifier(schema))).fetchone()
        acts = b"" if row is None or row[0] is None else bytes(row[0])
        found = _kept.get(acts)
        if found is None:
            found = Trust()
            found.load(Schema(cursor, schema), Stored(connection))
            with _keeping:
                _kept[acts] = found
                for oldest in list(_kept)[:-_KEPT_MAX]:
                    del _kept[oldest]
    return found


def sources(
    connection: psycopg.Connection[Any],
    schema: str = LIVE,
    *,
    among: Collection[str] | None = None,
    after: str = "",
    limit: int = SOURCES_MAX,
) -> tuple[int, list[SourceLine]]:
    """Return how many sources were ever enrolled, and the first of them by name after one.

    ``among`` are the only ones that there are for whoever asks; None: every one.
    """
    trust = trust_of(connection, schema)
    every = [one for one in sorted(trust.keyring.sources) if among is None or one in among]
    with connection.cursor(row_factory=tuple_row) as cursor:
        names = [one for one in every if one > after][:limit]
        spoke = {
            name: (position, seq, at, astray, casino)
            for name, position, seq, at, astray, casino in cursor.execute(
                sql.SQL(
                    "SELECT n.name, e.notification_id, e.originator_version, h.at, p.astray, "
                    "p.casino FROM unnest(%s::text[]) AS n(name) LEFT JOIN LATERAL ("
                    "SELECT notification_id, originator_version FROM ledger.events "
                    "WHERE originator_id = n.name ORDER BY originator_version DESC LIMIT 1"
                    ") AS e ON true LEFT JOIN {s}.history AS h ON h.position = e.notification_id "
                    "LEFT JOIN {s}.speaker AS p ON p.source = n.name"
                ).format(s=sql.Identifier(schema)),
                (names,),
            )
        }
    found: list[SourceLine] = []
    for name in names:
        source = trust.keyring.sources[name]
        key = source.keys[-1]
        position, seq, at, astray, casino = spoke.get(name, (None, None, None, None, None))
        found.append(
            SourceLine(
                name=name,
                role=source.role,
                casino=source.casino or casino,
                person=source.person,
                key=key.public.hex(),
                since=key.since,
                not_after=key.not_after,
                keys=len(source.keys),
                living=source.is_living,
                revoked=key.revoked,
                last=position,
                seq=seq,
                at=at,
                astray=astray,
            )
        )
    return len(every), found
