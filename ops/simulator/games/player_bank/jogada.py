"""A jogada against a player's bank: who bets, who stands behind the banker, what each gets."""

from dataclasses import dataclass, field
from typing import Final

LATE: Final = "late"
"""The role of capital that is entrusted to the banker too late: it is not in the bank."""


@dataclass
class Player:
    """Somebody at a place."""

    seat: int
    name: str
    purse: int = 0


@dataclass
class Stake:
    """A bet as it lies when the dice are shaken."""

    player: Player
    place: int
    amount: int
    number: int = 0
    wins: bool = False
    tied: bool = False
    """Whether the banker has it only because what is equal is his."""
    played: int = 0
    """What of it the bank could win or pay."""
    fee: int = 0
    taken: bool | None = None
    """Whether the pagador takes it, where that is against the rules."""

    @property
    def prize(self) -> int:
        """The prize of the stake, before the commission."""
        return self.played if self.wins else 0

    @property
    def back(self) -> int:
        """The part of the stake that goes back to its player."""
        return self.amount if self.wins else self.amount - self.played

    @property
    def due(self) -> int:
        """The whole sum that its player gets."""
        return self.prize - self.fee + self.back

    @property
    def collected(self) -> bool:
        """Whether the pagador takes the stake for the bank."""
        return not self.wins and self.played > 0 if self.taken is None else self.taken


@dataclass
class Part:
    """Capital in the bank."""

    role: str
    player: Player | None
    amount: int
    stake: Stake | None = None
    """Of a bet on the banker's place that has a number."""
    net: int = 0
    fee: int = 0
    paid: bool = False
    """Whether its owner has been paid."""

    @property
    def due(self) -> int:
        """The sum that the owner of the share has when the jogada ends."""
        return self.amount + self.net - self.fee


@dataclass
class Payment:
    """A payment for a stake or for a share of the bank."""

    seat: int
    """To which place."""
    prize: int
    back: int
    """Of the stake or the capital."""
    fee: int
    """The commission that is kept of it."""

    @property
    def sum(self) -> int:
        """The whole sum that is handed over."""
        return self.prize + self.back


@dataclass
class Jogada:
    """A jogada as drawn: bank, stakes, hands, dice, and its fault."""

    name: str
    """The round's id."""
    banker: Player
    parts: list[Part] = field(default_factory=list[Part])
    """The shares of the bank, the banker's first."""
    stakes: list[Stake] = field(default_factory=list[Stake])
    hands: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    dice: tuple[int, ...] = ()
    first: int = 0
    """The place that is dealt to first."""
    void: bool = False
    fault: str | None = None
    target: Stake | None = None
    """The stake that is dealt with wrongly."""
    fees: str = "place"
    """Under whose place commissions stand: place, own, whole; ``apart …``: paid besides."""
    hands_over: bool = False
    """Whether the banker's chips are handed to him when it ends."""
    late: Stake | None = None
    """A bet that comes when the dice are shaken: none any more."""
    as_void: bool = False
    """Whether it is void, though it is played on."""
    unseen: int | None = None
    """Who sees his hand only when the banker's is open, against the rules."""

    @property
    def at(self) -> Stake:
        """The stake that is settled wrongly, of a fault that has chosen a stake."""
        assert self.target is not None
        return self.target

    @property
    def bank(self) -> int:
        """The capital that the bank can win or lose."""
        return sum(part.amount for part in self.parts if part.role != LATE)

    def lying(self) -> list[Stake]:
        """Return the bets on other places than the banker's."""
        return [one for one in self.stakes if one.place != self.banker.seat]

    def held(self, place: int) -> bool:
        """Tell whether anybody bets on a place."""
        return any(one.place == place for one in self.stakes)
