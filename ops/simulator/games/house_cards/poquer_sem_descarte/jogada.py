"""A jogada of póquer sem descarte before it is played: who plays, what is dealt, what is due."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ops.simulator.games.house_cards.poquer_sem_descarte.hands import bank_plays, compare, multiple
from ops.simulator.parties.pools import BET

MINIMUM: Final = 500
MAXIMUM: Final = 12_500
"""Twenty-five times the minimum, as far as it may be (R20)."""
CAP: Final = 1_500_000
"""The most that the bank pays in prizes in one jogada (R33)."""
PLACES: Final = 7

Prizes = tuple[int, int]
"""Of inicial and segunda."""


@dataclass
class Player:
    """A seat, and what becomes of it in this jogada."""

    seat: int
    name: str
    stake: int = 0
    second: int = 0
    jackpot: bool = False
    chip: int = BET
    """The value of the chip on the jackpot's area."""
    cards: list[str] = field(default_factory=list)
    goes: bool = False
    shows: bool = False
    """Whether he lets his cards be seen, and loses all on his square (R12)."""
    bets: dict[str, int] = field(default_factory=dict)
    """Bet to its number within the round."""

    @property
    def main(self) -> tuple[int, ...]:
        """Numbers of the main bets."""
        return tuple(self.bets[tipo] for tipo in ("inicial", "segunda") if tipo in self.bets)

    @property
    def staked(self) -> int:
        """What lies on the square."""
        return self.stake + (self.second if "segunda" in self.bets else 0)

    def prizes(self, bank: Sequence[str], *, plays: bool) -> Prizes | None:
        """Return the prizes of inicial and segunda; None if both are lost (R15, R26 to R31)."""
        if not plays:
            return self.stake, 0
        better = compare(self.cards, bank)
        if better > 0:
            return self.stake, self.second * multiple(self.cards)
        return None if better < 0 else (0, 0)


@dataclass
class Jogada:
    """What is going to happen in a jogada."""

    players: list[Player]
    bank: list[str]
    fault: str | None = None
    target: Player | None = None
    """At whose seat something is done wrongly."""
    error: str | None = None
    """Of the deal: ``numero_de_cartas`` and ``carta_descoberta`` void the jogada (R34);
    ``carta_da_banca`` is the pardoned one."""

    @property
    def plays(self) -> bool:
        """Whether the bank plays."""
        return bank_plays(self.bank)

    @property
    def void(self) -> bool:
        """Whether an error of the deal voids it."""
        return self.error in {"numero_de_cartas", "carta_descoberta"}

    @property
    def going(self) -> list[Player]:
        """Who goes on to the comparison."""
        return [player for player in self.players if player.goes and not player.shows]

    @property
    def winners(self) -> list[Player]:
        """Who wins at least the initial bet's prize."""
        return [player for player in self.going if sum(self.prizes(player) or ()) > 0]

    def prizes(self, player: Player) -> Prizes | None:
        """Return what the rules give him, but for the most that the bank pays."""
        return player.prizes(self.bank, plays=self.plays)

    def due(self) -> dict[int, Prizes]:
        """Return the prizes by seat, within the most that the bank pays (R33)."""
        prizes = self.uncapped()
        total = sum(map(sum, prizes.values()))
        if total <= CAP:
            return prizes
        exact = {seat: CAP * sum(prize) for seat, prize in prizes.items()}
        parts = {seat: amount // total for seat, amount in exact.items()}
        by_rest = sorted(exact, key=lambda seat: (-(exact[seat] % total), seat))
        for seat in by_rest[: CAP - sum(parts.values())]:
            parts[seat] += 1
        return {seat: (0, part) for seat, part in parts.items()}

    def uncapped(self) -> dict[int, Prizes]:
        """Return the prizes by seat without that limit."""
        return {
            player.seat: prize
            for player in self.going
            if (prize := self.prizes(player)) is not None
        }

    def modest(self) -> bool:
        """Tell whether the prizes stay below that limit, however the bank plays."""
        for player in self.going:
            player.second = player.second or 2 * player.stake
        return sum(one.stake + one.second * multiple(one.cards) for one in self.going) < CAP
