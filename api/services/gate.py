"""The gate of R60: a bingo room asks before it opens a jogada or closes the session.

It says yes once to each, and only when the record of the jogada before is complete. Under one lock
a room: of two who ask at the same time one gets the yes, whichever process they ask.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from msgspec import Struct

from ledger.door.ingestion import Answer
from ledger.events.base import Payload
from ledger.events.bingo import ActaGateGranted
from ledger.events.registry import AccessRecorded, ClockTicked, FiguresStated, Heartbeat
from projections.reads.queries import Queries, connect
from projections.running.runner import LIVE
from projections.stages.actas.checks.gate import gate
from projections.stages.actas.queries import room_of
from projections.stages.actas.room import Room

WAIT_SECONDS: Final = 10.0
POLL_SECONDS: Final = 0.02
_KEY: Final = "razao acta gate "
_NOTES: Final = (AccessRecorded.KIND, ClockTicked.KIND, FiguresStated.KIND, Heartbeat.KIND)
"""What never changes what a room may do."""


class BehindError(RuntimeError):
    """The projections do not reach the log's end, so that nobody can say what is complete."""


class NotTheirRoomError(RuntimeError):
    """Another source speaks for the room."""


class GateAnswer(Struct, frozen=True, kw_only=True):
    """An answer of the gate."""

    place: str
    next: str | None
    """The jogada that asks to open; None: the session asks to close."""
    granted: bool
    """Whether it may, and for a grant: whether this yes is this asker's alone."""
    reasons: tuple[str, ...] = ()
    """Why not."""
    previous: str | None = None
    through: int = 0
    """Position up to which the gate had read."""
    event: str | None = None
    """The grant's name; None where nobody asked for one."""


class Gate:
    """Looks, and grants."""

    def __init__(
        self,
        conninfo: str,
        say: Callable[..., Answer],
        catch_up: Callable[[], object] | None = None,
    ) -> None:
        """Ask the projections; ``catch_up`` folds where nobody else follows the log."""
        self._conninfo = conninfo
        self._say = say
        self._catch_up = catch_up

    def look(
        self, place: str, wanted: str | None, *, sources: frozenset[str] | None = None
    ) -> GateAnswer:
        """Return the gate's answer for now; nothing is granted.

        Raises:
            BehindError: the projections do not reach the log's end in ten seconds.
            NotTheirRoomError: ``sources`` ask, and others speak for the room.

        """
        with connect(self._conninfo) as connection:
            _check_room(connection, place, sources)
            through = self._wait(connection)
            return _answer(place, wanted, room_of(connection, LIVE, place), through)

    def ask(
        self, place: str, wanted: str | None, *, sources: frozenset[str] | None = None
    ) -> GateAnswer:
        """Ask for the permission to go on, and record a grant.

        Raises:
            BehindError: the projections do not reach the log's end in ten seconds, or others ask
                for this room all the while.
            NotTheirRoomError: ``sources`` ask, and others speak for the room.

        """
        with connect(self._conninfo) as connection:
            _check_room(connection, place, sources)
            with _locked(connection, place):
                return self._granted(connection, place, wanted)

    def _granted(
        self, connection: psycopg.Connection[Any], place: str, wanted: str | None
    ) -> GateAnswer:
        through = self._wait(connection)
        answer = _answer(place, wanted, room_of(connection, LIVE, place), through)
        if not answer.granted:
            return answer
        payload: Payload = ActaGateGranted(previous=answer.previous, next=wanted, through=through)
        said = self._say(payload, place=place)
        receipt = said.receipt
        if receipt is None:
            raise BehindError(f"the grant was not recorded: {said.outcome}")
        # The next who asks waits until this grant is projected, and finds it.
        return GateAnswer(
            place=place,
            next=wanted,
            granted=True,
            previous=answer.previous,
            through=through,
            event=f"{receipt.source}:{receipt.first}",
        )

    def _wait(self, connection: psycopg.Connection[Any]) -> int:
        """Return where the projections stand, once nothing after it could matter to a room."""
        if self._catch_up is not None:
            self._catch_up()
        queries = Queries(connection)
        deadline = time.monotonic() + WAIT_SECONDS
        while (missing := _first_after(connection, reached := queries.position())) is not None:
            if time.monotonic() > deadline:
                raise BehindError(f"the projections stand at {reached}, before event {missing}")
            time.sleep(POLL_SECONDS)
        return reached


def _answer(place: str, wanted: str | None, room: Room | None, through: int) -> GateAnswer:
    reasons = gate(room if room is not None else Room(place=place), wanted)
    session = room.session if room is not None else None
    last = session.last if session is not None else None
    return GateAnswer(
        place=place,
        next=wanted,
        granted=not reasons,
        reasons=tuple(reasons),
        previous=last.round if last is not None else None,
        through=through,
    )


def _check_room(
    connection: psycopg.Connection[Any], place: str, sources: frozenset[str] | None
) -> None:
    """See that the sources that ask are the room's: who opened it, or was to speak for it.

    Raises:
        NotTheirRoomError: the room is others'.

    """
    if sources is None:
        return
    rows = connection.execute(_SPEAKERS, {"place": place}).fetchall()
    theirs = {row["source"] for row in rows}
    if theirs and not theirs & sources:
        raise NotTheirRoomError(f"{', '.join(sorted(sources))} speak for another room than {place}")


_SPEAKERS: Final = """
SELECT source FROM projections.scheduled WHERE place = %(place)s AND withdrawn IS NULL
UNION SELECT source FROM projections.history WHERE place = %(place)s AND kind ^@ 'table-opened/'
"""


def _first_after(connection: psycopg.Connection[Any], position: int) -> int | None:
    """Return the first event after a position that is more than the service's own notes."""
    row = connection.execute(
        "SELECT notification_id AS position FROM ledger.events "
        "WHERE notification_id > %s AND topic <> ALL(%s) ORDER BY notification_id LIMIT 1",
        (position, list(_NOTES)),
    ).fetchone()
    return None if row is None else row["position"]


@contextmanager
def _locked(connection: psycopg.Connection[Any], place: str) -> Generator[None]:
    key = _KEY + place
    connection.execute(
        "SELECT set_config('lock_timeout', %s, false)", (str(round(WAIT_SECONDS * 1000)),)
    )
    try:
        connection.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (key,))
    except psycopg.errors.LockNotAvailable:
        raise BehindError(f"others ask for {place} all the while") from None
    try:
        yield
    finally:
        connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (key,))
