"""Players' sessions online, as ``player-session-ended`` and ``-restricted`` tell them.

A round's record has those that ended since the round before it. After a table's last round no
other comes: once the table is closed, its last round has those that end then as well.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ledger.events.seats import PlayerSessionEnded, PlayerSessionRestricted
from ledger.events.tables import TableClosed
from projections.base.event import ClosedRound, Event, Table
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import Record

SESSIONS: Final = (PlayerSessionEnded, PlayerSessionRestricted)
AT_THE_END: Final = frozenset(kind.KIND for kind in (*SESSIONS, TableClosed))
"""Kinds after which a closed table's last round may have more sessions than before."""


def session_of(payload: PlayerSessionEnded | PlayerSessionRestricted) -> PlayerSession:
    """Return a session as its end, or its restriction, says."""
    if isinstance(payload, PlayerSessionRestricted):
        return PlayerSession(
            session=payload.session or payload.player,
            cause=payload.cause,
            restricted=True,
            diagnosed=payload.diagnosis is not None,
        )
    return PlayerSession(
        session=payload.session,
        ended_by=payload.by,
        cause=payload.cause,
        rounds=payload.rounds,
        history=payload.history,
    )


def sessions_after(position: int, events: Iterable[Event]) -> tuple[PlayerSession, ...]:
    """Return the sessions that ended, or were restricted, after a position of the log."""
    return tuple(session_of(event.payload) for event in events if event.position > position)


def sessions_end(table: Table, played: Sequence[Event]) -> bool:
    """Tell whether a table is closed, and sessions ended in a round played there or later."""
    seen, closed, last = table.memo.get(sessions_end, (0, False, -1))
    for event in table.events[seen:]:
        closed = closed or isinstance(event.payload, TableClosed)
        last = event.position if isinstance(event.payload, SESSIONS) else last
    table.memo[sessions_end] = (len(table.events), closed, last)
    return closed and (
        last > played[0].position or any(isinstance(event.payload, SESSIONS) for event in played)
    )


def with_last_sessions(closed: ClosedRound, record: Record) -> Record:
    """Return the record of a closed table's last round with the sessions that ended after it.

    The same record, where none did.
    """
    table = closed.table
    assert table is not None
    known: tuple[PlayerSession, ...] | None = getattr(record, "sessoes", None)
    if known is None or not closed.events:
        return record
    later = table.events[table.count_before(closed.closed) :]
    ended = [event for event in later if isinstance(event.payload, SESSIONS)]
    more = sessions_after(closed.closed, ended)
    return msgspec.structs.replace(record, sessoes=(*known, *more)) if more else record
