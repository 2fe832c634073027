"""Players' sessions at a shared table online: who looks on for too long is put out (SD R56, R57).

Each player is told after how many jogadas without a bet the operator may end his session. Now and
then somebody pauses: he comes back in time, or is warned and put out when there were as many.
Their luck is one of its own.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct

from ledger.events.base import Payload
from ledger.events.seats import (
    PlayerLeft,
    PlayerSessionEnded,
    PlayerSessionStarted,
    PlayerSessionWarned,
)

IDLE_ROUNDS: Final = "idle_rounds"
TERMS: Final = (2, 3, 4)
"""Jogadas without a bet after which the operator may end a session."""
AT_PLAY: Final = 2
"""So many players never pause at once."""


class Session(Struct):
    """A player's session."""

    name: str
    player: str
    term: int
    """After how many jogadas without a bet it may be ended, as the player was told."""
    rounds: int = 0
    """Jogadas in which he bet."""
    waited: int = 0
    """Jogadas without a bet since the last in which he bet, or since he came."""
    pause: int = 0
    """For how many jogadas more he looks on."""


class Sessions:
    """The sessions of a table, by seat."""

    def __init__(self, game: str, badge: str, seed: int) -> None:
        """Begin with nobody; names begin with the table's badge."""
        self.at: dict[int, Session] = {}
        self._game, self._badge = game, badge
        self._luck = Random(f"{seed}/sessions/{badge}")  # noqa: S311 - a seed, no secret
        self._count = 0

    def begin(self, seat: int, player: str) -> PlayerSessionStarted:
        """Return the beginning of the session of a player who came."""
        self._count += 1
        name, term = f"{self._badge}-s{self._count}", self._luck.choice(TERMS)
        self.at[seat] = Session(name=name, player=player, term=term)
        return PlayerSessionStarted(player=player, session=name, game=self._game, idle_rounds=term)

    def playing(self) -> list[int]:
        """Return the seats that bet in the next jogada."""
        return sorted(seat for seat, one in self.at.items() if not one.pause)

    def pause(self) -> None:
        """Let somebody look on for some jogadas, now and then, if enough others play."""
        playing = self.playing()
        if len(playing) > AT_PLAY and self._luck.randrange(4) == 0:
            one = self.at[self._luck.choice(playing)]
            one.pause = self._luck.randint(1, one.term)

    def played(self, seats: list[int]) -> None:
        """Count a jogada in which these seats bet."""
        for seat, one in self.at.items():
            if seat in seats:
                one.rounds, one.waited = one.rounds + 1, 0
            else:
                one.waited, one.pause = one.waited + 1, one.pause - 1

    def over(self) -> list[int]:
        """Return the seats whose sessions the operator may end."""
        return sorted(seat for seat, one in self.at.items() if one.waited >= one.term)

    def too_soon(self) -> int | None:
        """Return a seat whose session he may not end yet; None where too few would be left."""
        playing = set(self.playing())
        early = [
            seat
            for seat, one in sorted(self.at.items())
            if one.waited < one.term and len(playing - {seat}) >= AT_PLAY
        ]
        return self._luck.choice(early) if early else None

    def put_out(self, seat: int) -> Iterator[Payload]:
        """Yield how the operator ends a session for jogadas without a bet."""
        one = self.at[seat]
        yield PlayerSessionWarned(player=one.player, session=one.name, cause=IDLE_ROUNDS)
        yield self._ended(one, by="operator", cause=IDLE_ROUNDS)
        yield self._left(seat, IDLE_ROUNDS)

    def leave(self, seat: int) -> Iterator[Payload]:
        """Yield how a player goes."""
        yield self._ended(self.at[seat], by="player", cause="own")
        yield self._left(seat, "own")

    def _ended(self, one: Session, *, by: str, cause: str) -> PlayerSessionEnded:
        return PlayerSessionEnded(
            player=one.player,
            session=one.name,
            by=by,
            cause=cause,
            rounds=one.rounds,
            history=one.rounds,
        )

    def _left(self, seat: int, cause: str) -> PlayerLeft:
        return PlayerLeft(seat=seat, player=self.at.pop(seat).player, cause=cause)
