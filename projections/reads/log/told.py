"""Events as they were told: what stands in the log at a position, decoded for people."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.errors import UNREADABLE
from ledger.store.cold import fill_by
from projections.running.runner import LIVE

_COLUMNS: Final = (
    "e.notification_id, e.originator_id, e.originator_version, e.topic, e.state, e.link, h.at, "
    "h.amount, h.seat, h.round, h.day, h.place, h.player, h.currency"
)


class Told(Struct, frozen=True, kw_only=True):
    """An event with what the history knows of it."""

    position: int
    source: str
    seq: int
    kind: str
    link: str
    body: dict[str, Any] | None
    """In the sender's spelling; None where the bytes are no JSON object."""
    at: datetime | None
    amount: int | None
    seat: int | None
    round: int | None
    """Its number at its place and day."""
    day: Any
    place: str | None
    player: str | None
    currency: str | None

    @property
    def name(self) -> str:
        """The name by which other events refer to it."""
        return f"{self.source}:{self.seq}"

    @property
    def payload(self) -> dict[str, Any]:
        """The facts of its kind."""
        found = (self.body or {}).get("payload")
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}

    @property
    def round_id(self) -> str | None:
        """The id of its round, as the sender says it."""
        found = (self.body or {}).get("round")
        return found if isinstance(found, str) else None


def told_at(
    connection: psycopg.Connection[Any], positions: Sequence[int], schema: str = LIVE
) -> list[Told]:
    """Return the events at these positions, in the order of the log."""
    return _told(connection, "e.notification_id = ANY(%s)", (list(positions),), schema)


def told_of(
    connection: psycopg.Connection[Any], source: str, first: int, last: int, schema: str = LIVE
) -> list[Told]:
    """Return a source's events from one number of its chain to another."""
    where = "e.originator_id = %s AND e.originator_version BETWEEN %s AND %s"
    return _told(connection, where, (source, first, last), schema)


def _told(
    connection: psycopg.Connection[Any], where: str, values: tuple[object, ...], schema: str
) -> list[Told]:
    text = sql.SQL(
        "SELECT {columns} FROM ledger.events AS e LEFT JOIN {s}.history AS h "
        "ON h.position = e.notification_id WHERE {where} ORDER BY e.notification_id"
    ).format(columns=sql.SQL(_COLUMNS), s=sql.Identifier(schema), where=sql.SQL(where))  # pyright: ignore[reportArgumentType] # one of two texts above
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(text, values).fetchall()
    return [
        Told(
            position=row[0],
            source=row[1],
            seq=row[2],
            kind=row[3],
            link=bytes(row[5]).hex(),
            body=_body(bytes(row[4])),
            at=row[6],
            amount=row[7],
            seat=row[8],
            round=row[9],
            day=row[10],
            place=row[11],
            player=row[12],
            currency=row[13],
        )
        for row in fill_by(connection, rows)
    ]


def _body(envelope: bytes) -> dict[str, Any] | None:
    try:
        return msgspec.json.decode(envelope.partition(b"\n\n")[2], type=dict[str, Any])
    except UNREADABLE:
        return None
