"""Lets a set of projections that was built beside take the live one's place while a service folds.

Whoever follows the log asks after each catching up whether somebody wants the live set; if so, he
lets go of it, waits, and opens what stands there then. Both use advisory locks of the database, so
that neither a process that died nor one on another machine keeps the other waiting.
"""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import psycopg

from projections.base.errors import HeldError
from projections.base.store import connect

LIVE: Final = "projections"
WAIT_SECONDS: Final = 60.0
"""How long a service may take to end the page that it folds, and let go."""
_LOCK: Final = "hashtext('razao'), hashtext(%s)"
_WANTED: Final = f"{LIVE} wanted"
_LOOK_SECONDS: Final = 0.05
_ASK_SECONDS: Final = 0.3
"""How long a change waits for tables that people read; shorter than PostgreSQL waits before it
searches for a deadlock, and may end the reader's transaction instead."""

Connection = psycopg.Connection[tuple[object, ...]]


@contextmanager
def exchange(conninfo: str, *, seconds: float = WAIT_SECONDS) -> Generator[None]:
    """Have the live projections let go of, and taken up by no service, as long as the block lasts.

    Raises:
        HeldError: another exchange lasts, or whoever holds them did not let go in time.

    """
    with connect(conninfo) as connection:
        _take(connection, _WANTED, seconds, "another rebuild exchanges the live projections")
        _take(connection, LIVE, seconds, "a runner holds the live projections and lets none in")
        _release(connection, LIVE)
        yield
        _release(connection, _WANTED)


@contextmanager
def held_live(connection: Connection, *, seconds: float = WAIT_SECONDS) -> Generator[None]:
    """Hold the live projections as long as the block lasts; if it fails, until the connection ends.

    Whoever comes next need not wait until the server notices that a session ended.

    Raises:
        HeldError: somebody else holds them, and did not let go in time.

    """
    _take(connection, LIVE, seconds, "a runner holds the live projections; stop it to swap")
    yield
    _release(connection, LIVE)


def beside_readers(connection: Connection, change: Callable[[], None]) -> None:
    """Change tables that people read, in one transaction; who reads is let end, and loses nothing.

    One who has read a table and wants another would wait for the change, and the change for him.
    The change gives way, and is tried again until nobody is in between.
    """
    while True:
        try:
            with connection.transaction():
                connection.execute(
                    "SELECT set_config('lock_timeout', %s, true)", (f"{_ASK_SECONDS}s",)
                )
                change()
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            time.sleep(_LOOK_SECONDS)
        else:
            return


def is_wanted(connection: Connection) -> bool:
    """Tell whether somebody waits for the live projections, or exchanges them."""
    free = connection.execute(
        f"SELECT pg_try_advisory_lock_shared({_LOCK})",
        (_WANTED,),
    ).fetchone()
    if free is None or not free[0]:
        return True
    connection.execute(
        f"SELECT pg_advisory_unlock_shared({_LOCK})",
        (_WANTED,),
    )
    return False


def await_exchanged(conninfo: str, stop: threading.Event) -> None:
    """Wait until nobody wants the live projections any more, or until told to stop."""
    with connect(conninfo) as connection:
        while is_wanted(connection) and not stop.is_set():
            stop.wait(_LOOK_SECONDS)


def _take(connection: Connection, name: str, seconds: float, held: str) -> None:
    connection.execute(
        "SELECT set_config('lock_timeout', %s, false)", (str(round(seconds * 1000)),)
    )
    try:
        connection.execute(f"SELECT pg_advisory_lock({_LOCK})", (name,))
    except psycopg.errors.LockNotAvailable:
        raise HeldError(f"{held} ({seconds:g} s)") from None
    finally:
        connection.execute("SELECT set_config('lock_timeout', '0', false)")


def _release(connection: Connection, name: str) -> None:
    connection.execute(f"SELECT pg_advisory_unlock({_LOCK})", (name,))
