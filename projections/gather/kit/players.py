"""Players beside their bets: the means in which prizes were paid, and the sessions that ended.

- In what a prize was paid is ``payout.means``, where it moved money.
- ``player-session-ended`` and ``-restricted`` are those since the round before, at this place.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.rounds import Payout
from ledger.events.seats import PlayerSessionEnded, PlayerSessionRestricted
from projections.base.event import Event
from projections.gather.kit.bets import Facts, ended
from projections.gather.kit.player_sessions import sessions_after
from projections.replay.kit.player_sessions import PlayerSession


class PlayerFacts(Facts):
    """Means of payment and players' sessions; stands first among a game's bases."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **Facts.TAKES,
        Payout: "on_payout",
        PlayerSessionEnded: "on_session",
        PlayerSessionRestricted: "on_session",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing paid and no session ended."""
        super().__init__(owner)
        self.means: list[str] = []
        """In which prizes were paid, in their order."""
        self.sessions: list[Event] = []
        """Ends and restrictions of players' sessions."""

    @override
    def forget(self) -> None:
        super().forget()
        self.sessions.clear()

    def on_payout(self, event: Event) -> None:
        """Take the means in which a prize was paid."""
        payload: Payout = event.payload
        if payload.means is not None and payload.amount:
            self.means.append(payload.means)

    def on_session(self, event: Event) -> None:
        """Take a player's session that ended or was restricted."""
        self.sessions.append(event)

    def sessions_since(self, previous: Sequence[Event]) -> tuple[PlayerSession, ...]:
        """Return the players' sessions that ended or were restricted since the round before."""
        return sessions_after(ended(previous), self.sessions)
