"""Players' sessions online, as ``player-session-ended`` and ``-restricted`` tell them."""

from collections.abc import Iterable

from ledger.events.seats import PlayerSessionEnded, PlayerSessionRestricted
from projections.base import Event
from projections.replay.player_sessions import PlayerSession


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
