"""The place of the process that serves a ledger: one has it, all others are its standby.

The place is a lock of a session of the database. It is free as soon as its process or its machine
is gone; and a process that says nothing for some seconds, because it was stopped or its machine
hangs, loses the session by the server's own clock. Whoever takes the place over ends the other
sessions of that process, too, which may hold projections, or a head in the middle of an append.
"""

import contextlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Generator
from typing import Final

import psycopg

LOOK_SECONDS: Final = 0.5
BEAT_SECONDS: Final = 1.0
SILENT_SECONDS_MAX: Final = 5.0
"""Who has the place and says nothing for so long is taken for gone."""
_ENDING_SECONDS_MAX: Final = 2.0
_ENDING_LOOK_SECONDS: Final = 0.02
_NAMED: Final = "razao serve "
_LOGGER = logging.getLogger(__name__)

Connection = psycopg.Connection[tuple[object, ...]]


def name_sessions() -> None:
    """Give every session that this process opens a name that no other process has."""
    os.environ["PGAPPNAME"] = _NAMED + secrets.token_hex(8)


@contextlib.contextmanager
def alone(
    conninfo: str,
    told: Callable[[], None],
    *,
    look: float = LOOK_SECONDS,
    silent: float = SILENT_SECONDS_MAX,
) -> Generator[None]:
    """Be the process that serves a ledger; while another is, wait as standby.

    ``told`` is called once when there is another. A serving process whose session breaks goes on
    all the same, and asks for the place again: two doors beside each other lose nothing, for each
    append is decided in the database.
    """
    waiting = False
    before: str | None = None
    while (connection := _take(conninfo, silent)) is None:
        if not waiting:
            told()
            waiting = True
        before = _holder(conninfo) or before
        time.sleep(look)
    if before is not None and before != os.environ.get("PGAPPNAME"):
        _end_sessions(connection, before)
    place = _Place(conninfo, connection, silent)
    place.start()
    try:
        yield
    finally:
        place.stop()


def _take(conninfo: str, silent: float) -> Connection | None:
    """Return the session that has the place; None where another one has it, or none answers."""
    try:
        connection = psycopg.connect(conninfo, autocommit=True)
    except psycopg.OperationalError:
        return None
    try:
        connection.execute(
            "SELECT pg_catalog.set_config('idle_session_timeout', %s, false)",
            (str(round(silent * 1000)),),
        )
        row = connection.execute(
            "SELECT pg_catalog.pg_try_advisory_lock(hashtext('razao'), hashtext('serve'))"
        ).fetchone()
    except psycopg.OperationalError:
        row = None
    if row is not None and row[0]:
        return connection
    connection.close()
    return None


def _holder(conninfo: str) -> str | None:
    """Return the name of the sessions of the process that has the place, if they have one."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(conninfo, autocommit=True) as connection,
    ):
        row = connection.execute(
            "SELECT a.application_name FROM pg_catalog.pg_locks AS l "
            "JOIN pg_catalog.pg_stat_activity AS a USING (pid) WHERE l.locktype = 'advisory' "
            "AND l.granted AND l.objsubid = 2 AND a.datname = pg_catalog.current_database() "
            "AND l.classid = hashtext('razao')::oid AND l.objid = hashtext('serve')::oid"
        ).fetchone()
        name = None if row is None else str(row[0])
        return name if name is not None and name.startswith(_NAMED) else None
    return None


def _end_sessions(connection: Connection, name: str) -> None:
    """End the sessions of the process that had the place: of this login, under that name.

    Their locks are free once they are gone: whoever asked for the projections a moment earlier
    would be told that another has them, and ask again only after a while.
    """
    until = time.monotonic() + _ENDING_SECONDS_MAX
    with contextlib.suppress(psycopg.Error):
        while time.monotonic() < until:
            ended = connection.execute(
                "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity "
                "WHERE application_name = %s AND pid <> pg_catalog.pg_backend_pid() "
                "AND datname = pg_catalog.current_database()",
                (name,),
            ).fetchall()
            if not ended:
                return
            time.sleep(_ENDING_LOOK_SECONDS)


class _Place:
    """Keeps the session that has the place speaking, and asks for the place again if it breaks."""

    def __init__(self, conninfo: str, connection: Connection, silent: float) -> None:
        self._conninfo = conninfo
        self._connection: Connection | None = connection
        self._silent = silent
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="place", daemon=True)

    def start(self) -> None:
        """Begin to speak."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the place."""
        self._stop.set()
        self._thread.join()
        if self._connection is not None:
            self._connection.close()

    def _run(self) -> None:
        while not self._stop.wait(min(BEAT_SECONDS, self._silent / 4)):
            if self._connection is None:
                self._connection = _take(self._conninfo, self._silent)
                if self._connection is not None:
                    _LOGGER.info("this process has the place of the one that serves again")
                continue
            try:
                self._connection.execute("SELECT")
            except psycopg.OperationalError:
                self._connection.close()
                self._connection = None
                _LOGGER.warning(
                    "this process lost the place of the one that serves: another may serve beside "
                    "it, and nothing is lost by that"
                )
