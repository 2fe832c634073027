"""Who read what: readings as the ledger's own service told them."""

from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.events.registry import AccessRecorded
from ledger.store.cold import fill_by
from projections.running.runner import LIVE

ROWS: Final = 100


class Read(Struct, frozen=True, kw_only=True):
    """The readings of a person for one purpose in one minute."""

    position: int
    source: str
    seq: int
    person: str
    purpose: str
    count: int
    since: str
    subject: str | None


def readings(
    connection: psycopg.Connection[Any],
    before: int | None = None,
    limit: int = ROWS,
    schema: str = LIVE,
) -> list[Read]:
    """Return the newest readings before a position, newest first."""
    text = sql.SQL(
        "SELECT e.notification_id, e.originator_id, e.originator_version, e.topic, e.state "
        "FROM {s}.history AS h JOIN ledger.events AS e ON e.notification_id = h.position "
        "WHERE h.kind = %(kind)s AND (%(before)s::bigint IS NULL OR h.position < %(before)s) "
        "ORDER BY h.position DESC LIMIT %(rows)s"
    ).format(s=sql.Identifier(schema))
    values = {"kind": AccessRecorded.KIND, "before": before, "rows": limit}
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(text, values).fetchall()
    found: list[Read] = []
    for position, source, seq, _, state in fill_by(connection, rows):
        body = msgspec.json.decode(bytes(state).partition(b"\n\n")[2], type=dict[str, Any])
        told = msgspec.convert(body["payload"], AccessRecorded)
        found.append(
            Read(
                position=position,
                source=source,
                seq=seq,
                person=told.person,
                purpose=told.purpose,
                count=told.count,
                since=told.since,
                subject=told.subject,
            )
        )
    return found
