"""The parts of a coup: players, bets, and the course that it is going to take."""

from dataclasses import dataclass, field
from typing import Any, Final

from ledger.events.rounds import BetReconstructed, Payout, RoundVoided

PHYSICAL: Final = "physical"


@dataclass(eq=False)
class Player:
    """Somebody who plays, with the chips he has."""

    seat: int
    name: str
    value: int
    """Of one of his chips."""
    colour: str | None = None
    purse: int = 0


@dataclass(eq=False)
class Laid:
    """A bet as it lies when the bets are closed."""

    player: Player
    tipo: str
    selection: str
    amount: int
    count: int
    """Of chips."""
    number: int = 0
    """Within the round."""
    value: int = 0
    """Of a chip, where that is not what the amount says."""
    late: bool = False
    plain: bool = False
    """It is put down once and stays as it is."""
    refused: bool = False
    """It cannot lie on the cloth, and the stake goes back."""

    @property
    def seat(self) -> int:
        """The bettor's place."""
        return self.player.seat


@dataclass(eq=False)
class Coup:
    """The plan of a coup."""

    name: str
    """The round's id."""
    bets: list[Laid]
    result: str
    """What decides."""
    fault: str | None = None
    course: str = ""
    """What happens that is not wrong, but not plain either: in the game's words."""
    mode: Any = PHYSICAL
    target: Laid | None = None
    """The bet that is dealt with wrongly."""
    instead: Laid | None = None
    """The bet that gets what is the target's."""
    other: str = ""
    """What comes out besides, and does not decide."""
    previous: str | None = None
    """What came in the coup before."""
    gifts: list[tuple[str, Player]] = field(default_factory=list[tuple[str, Player]])
    """Colours that are given to players who must not have them."""
    undecided: bool = False
    """Nothing is collected and nothing paid: the stakes go back to the players as they lay."""
    void: RoundVoided | None = None
    """The round is closed so, and stakes go back."""
    rebuilt: BetReconstructed | None = None
    payouts: list[Payout] = field(default_factory=list[Payout])
    owing: bool = False
    """Whether the last payment waits until the bets of the next coup are open."""
    later: Payout | None = None
    """A payment that is made when the round is closed, and in time."""

    @property
    def at(self) -> Laid:
        """The bet that is dealt with wrongly, where there must be one."""
        assert self.target is not None
        return self.target
