"""The rows of files that were asked for: what is left of them when the process is gone.

The table is the service's own and no part of the ledger. Each row bears the process that makes the
file: once another process took a row over, nothing that the first still says of it is kept.
"""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, Literal

import msgspec
import psycopg
from msgspec import Struct
from psycopg.rows import class_row
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from api.services.api_keys import Caller, caller_from

WORKER_ROLE: Final = "razao_worker"
CONNECTIONS_MAX: Final = 4
WAIT_SECONDS: Final = 5.0
State = Literal["waiting", "making", "ready", "failed", "cancelled"]
Reason = Literal["", "interrupted", "no-room", "too-large", "error"]


class JobRow(Struct, kw_only=True):
    """A file that was asked for, as its row has it."""

    id: str
    name: str
    role: str
    casinos: list[str] | None
    asked_for: Any
    state: State
    reason: Reason
    tries: int
    asked: datetime
    ended: datetime | None
    expires: datetime | None
    size: int
    sha256: bytes | None
    report: str | None

    @property
    def caller(self) -> Caller:
        """Whoever asked, as he was then."""
        return caller_from(self.name, self.role, (), self.casinos)


class Desk:
    """Lends connections that keep the service's own work, and nothing else."""

    def __init__(self, conninfo: str) -> None:
        """Take the worker's role in this database, once somebody asks."""
        self._pool = ConnectionPool[psycopg.Connection[Any]](
            conninfo,
            min_size=0,
            max_size=CONNECTIONS_MAX,
            timeout=WAIT_SECONDS,
            open=True,
            check=ConnectionPool.check_connection,
            kwargs={"autocommit": True, "options": f"-c role={WORKER_ROLE} -c timezone=UTC"},
            name="desk",
        )

    @contextmanager
    def connection(self) -> Generator[psycopg.Connection[Any]]:
        """Lend a connection."""
        with self._pool.connection() as connection:
            yield connection

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class JobTable:
    """Keeps the rows of files, for the one process that makes them."""

    def __init__(self, desk: Desk, holder: str) -> None:
        """Sign each file that is begun with the name of this process."""
        self._desk = desk
        self._holder = holder

    def take_over(self, tries: int) -> list[JobRow]:
        """Return every row, oldest first; what another process was making waits again.

        A file that was begun so many times and never ended is not begun again.
        """
        with self._desk.connection() as connection, connection.transaction():
            connection.execute(_INTERRUPTED, {"tries": tries})
            connection.execute(_AGAIN, {"holder": self._holder})
            with connection.cursor(row_factory=class_row(JobRow)) as cursor:
                return cursor.execute(_ALL).fetchall()

    def add(
        self,
        id_: str,
        caller: Caller,
        asked_for: object,
        asked: datetime,
        report: str | None = None,
        due: datetime | None = None,
    ) -> bool:
        """Keep the row of a file that waits its turn; false where its report's hour has one."""
        casinos = caller.scope.casinos
        values = {
            "id": id_,
            "name": caller.name,
            "role": caller.role.value,
            "casinos": None if casinos is None else sorted(casinos),
            "asked_for": Jsonb(msgspec.to_builtins(asked_for)),
            "asked": asked,
            "report": report,
            "due": due,
        }
        with self._desk.connection() as connection:
            return connection.execute(_ADDED, values).rowcount > 0

    def begin(self, id_: str) -> bool:
        """Note that a file is made here from now on; false where it waits no longer."""
        with self._desk.connection() as connection:
            return connection.execute(_BEGUN, {"holder": self._holder, "id": id_}).rowcount > 0

    def put_back(self, id_: str) -> None:
        """Have a file wait again that this process began, as if it had not."""
        with self._desk.connection() as connection:
            connection.execute(_PUT_BACK, (id_, self._holder))

    def again(self, id_: str) -> None:
        """Have a file be made again that was ready, and is gone."""
        with self._desk.connection() as connection:
            connection.execute(_WAITING, (id_,))

    def end(
        self,
        id_: str,
        state: State,
        ended: datetime,
        expires: datetime,
        *,
        reason: Reason = "",
        size: int = 0,
        sha256: bytes | None = None,
    ) -> bool:
        """Note how a file ended; false where another process has it, or it ended already."""
        values = {
            "id": id_,
            "holder": self._holder,
            "state": state,
            "reason": reason,
            "ended": ended,
            "expires": expires,
            "size": size,
            "sha256": sha256,
        }
        with self._desk.connection() as connection:
            return connection.execute(_ENDED, values).rowcount > 0

    def drop(self, id_: str) -> None:
        """Forget a file."""
        with self._desk.connection() as connection:
            connection.execute("DELETE FROM work.job WHERE id = %s", (id_,))


_ALL: Final = """
SELECT id, name, role, casinos, asked_for, state, reason, tries, asked, ended, expires, size,
    sha256, report
FROM work.job ORDER BY asked, id
"""
_INTERRUPTED: Final = """
UPDATE work.job SET state = 'failed', reason = 'interrupted', ended = clock_timestamp(),
    expires = clock_timestamp() + interval '1 day'
WHERE state = 'making' AND tries >= %(tries)s
"""
_AGAIN: Final = """
UPDATE work.job SET state = 'waiting', holder = %(holder)s WHERE state IN ('waiting', 'making')
"""
_ADDED: Final = """
INSERT INTO work.job (id, name, role, casinos, asked_for, asked, report, due)
VALUES (
    %(id)s, %(name)s, %(role)s, %(casinos)s, %(asked_for)s, %(asked)s, %(report)s, %(due)s
)
ON CONFLICT (report, due) DO NOTHING
"""
_BEGUN: Final = """
UPDATE work.job SET state = 'making', holder = %(holder)s, tries = tries + 1
WHERE id = %(id)s AND (state = 'waiting' OR state = 'making' AND holder = %(holder)s)
"""
_PUT_BACK: Final = """
UPDATE work.job SET state = 'waiting', tries = tries - 1
WHERE id = %s AND holder = %s AND state = 'making'
"""
_WAITING: Final = """
UPDATE work.job SET state = 'waiting', tries = 0, ended = NULL, expires = NULL, sha256 = NULL,
    size = 0
WHERE id = %s AND state = 'ready'
"""
_ENDED: Final = """
UPDATE work.job SET state = %(state)s, reason = %(reason)s, ended = %(ended)s,
    expires = %(expires)s, size = %(size)s, sha256 = %(sha256)s
WHERE id = %(id)s AND ended IS NULL AND (state = 'waiting' OR holder = %(holder)s)
"""
