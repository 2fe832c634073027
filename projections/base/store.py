"""The schema of a set of projections, and the position of the log that the set has reached.

The only module of the projections that knows ``eventsourcing``: the position is kept by its
tracking recorder, in the transaction of the page.
"""

import re
from collections.abc import Iterable
from typing import Any, Final, Self, cast

import psycopg
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg.rows import dict_row

from ledger.store.recorder import datastore
from projections.base.errors import UnwritableError
from projections.base.rows import Act

ROLE: Final = "razao_projector"
APPLICATION: Final = "pipeline"


class Store:
    """A schema of projections, for the process that writes it."""

    def __init__(self, conninfo: str, schema: str) -> None:
        """Connect; the schema need not be there yet."""
        self._datastore = datastore(conninfo, role=ROLE, schema=schema)
        self._tracking = PostgresTrackingRecorder(self._datastore, tracking_table_name="tracking")
        self.connection = connect(conninfo)
        # A page that a power cut takes is folded again: its rows and the position went together.
        self.connection.execute("SET synchronous_commit = off")

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.connection.close()
        self._datastore.close()

    def create(self) -> None:
        """Make the table that keeps the position."""
        self._tracking.create_table()

    def position(self) -> int:
        """Return the position reached; 0 before the first page."""
        # Asked on the connection that is there: the library's pool would open one for this alone.
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return self._tracking._max_tracking_id(APPLICATION, cursor) or 0  # noqa: SLF001 - the library's seam for a cursor that is there  # pyright: ignore[reportPrivateUsage]

    def write(self, acts: Iterable[Act], position: int) -> None:
        """Write a page and the position that it reaches, both or nothing.

        Raises:
            UnwritableError: a value of it fits in no column.

        """
        with self.connection.transaction(), self.connection.cursor() as cursor:
            for query, values, lines in acts:
                try:
                    if lines is None:
                        cursor.execute(query, values)
                    else:
                        with cursor.copy(query) as copy:
                            copy.write(lines)
                except psycopg.DataError as error:
                    why = error.diag.message_primary or str(error)
                    raise UnwritableError(_table_of(query), why) from error
            # Refused if the stored position is not behind this one; the advisory lock keeps
            # anybody else from having moved it.
            self._tracking._insert_tracking(  # noqa: SLF001 - the library's seam for one transaction  # pyright: ignore[reportPrivateUsage]
                cast("Any", cursor), Tracking(APPLICATION, position)
            )


def _table_of(query: bytes) -> str | None:
    """Return the table that a statement of ``Writes`` writes."""
    found = re.match(rb'\s*(?:COPY|DELETE FROM|UPDATE|INSERT INTO) "[^"]+"\."([^"]+)"', query)
    return found[1].decode() if found else None


def connect(conninfo: str) -> psycopg.Connection[tuple[Any, ...]]:
    """Connect in the role that writes projections; each statement is a transaction of its own."""
    return psycopg.connect(conninfo, autocommit=True, options=f"-c role={ROLE}")
