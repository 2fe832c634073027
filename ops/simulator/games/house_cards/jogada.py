"""A jogada of a game against a house hand before it is played: its players, cards and bets."""

from dataclasses import dataclass, field
from typing import Final

from ops.simulator.parties.pools import BET

MAIN: Final = ("inicial", "adicional", "segunda")
"""The bets on the hand; a chip on the jackpot lies beside them."""
Prizes = tuple[int, int]
"""Of the first bet and of the second one."""


@dataclass
class Player:
    """A seat, and what becomes of it in this jogada."""

    seat: int
    name: str
    stake: int = 0
    """The first bet."""
    second: int = 0
    """The bet with which the player goes on."""
    jackpot: bool = False
    """Whether a chip lies on the jackpot's area."""
    chip: int = BET
    """The value of that chip."""
    means: str | None = None
    """In what the first bet is laid, where that is not chips."""
    cards: list[str] = field(default_factory=list)
    goes: bool = False
    shows: bool = False
    """Whether the player lets his cards be seen, and loses all on his square (SD R12)."""
    bets: dict[str, int] = field(default_factory=dict)
    """Bet to its number within the round."""

    @property
    def main(self) -> tuple[int, ...]:
        """Numbers of the bets on the hand."""
        return tuple(self.bets[tipo] for tipo in MAIN if tipo in self.bets)

    @property
    def staked(self) -> int:
        """The sum of the bets on the hand."""
        return self.stake + (self.second if self.bets.keys() & MAIN[1:] else 0)


@dataclass
class Jogada:
    """A jogada as it is going to be played."""

    players: list[Player]
    bank: list[str]
    name: str = ""
    """The round's id."""
    fault: str | None = None
    target: Player | None = None
    """The player at whose seat something is done wrongly."""
    error: str | None = None
    """The error of the deal, where one happens."""

    @property
    def void(self) -> bool:
        """Whether an error of the deal voids it."""
        raise NotImplementedError

    @property
    def at(self) -> Player:
        """The player at whose seat something is done wrongly, where there must be one."""
        assert self.target is not None
        return self.target

    @property
    def going(self) -> list[Player]:
        """The players who go on to the comparison."""
        return [player for player in self.players if player.goes and not player.shows]

    @property
    def dealt(self) -> set[str]:
        """The cards that the players and the house get."""
        return {card for one in self.players for card in one.cards} | set(self.bank)

    def prizes(self, player: Player) -> Prizes | None:
        """Return a player's prizes by his cards alone; None if both bets are lost."""
        raise NotImplementedError

    def uncapped(self) -> dict[int, Prizes]:
        """Return the prizes by seat, by the cards alone."""
        return {
            player.seat: prizes
            for player in self.going
            if (prizes := self.prizes(player)) is not None
        }

    def due(self) -> dict[int, Prizes]:
        """Return the prizes by seat, as they are due."""
        return self.uncapped()
