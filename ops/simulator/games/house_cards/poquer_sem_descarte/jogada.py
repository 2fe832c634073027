"""A jogada of póquer sem descarte before it is played: players, cards and prizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct
from typing_extensions import override

from ops.simulator.games.house_cards.jogada import Jogada, Player, Prizes
from ops.simulator.games.house_cards.poquer_sem_descarte.hands import bank_plays, compare, multiple

MINIMUM: Final = 500
MAXIMUM: Final = 12_500
"""Twenty-five times the minimum, as far as it may be (R20)."""
CAP: Final = 1_500_000
"""The most that the bank pays in prizes in one jogada (R33)."""
PLACES: Final = 7


class Abstainer(Struct, kw_only=True):
    """A guest who keeps a seat without betting while none is free (R25)."""

    seat: int
    left: int
    """Jogadas until it is a fault."""
    id: str
    """Of the fault in the manifest."""


def prizes(player: Player, bank: Sequence[str], *, plays: bool) -> Prizes | None:
    """Return the prizes of inicial and segunda; None if both are lost (R15, R26 to R31)."""
    if not plays:
        return player.stake, 0
    better = compare(player.cards, bank)
    if better > 0:
        return player.stake, player.second * multiple(player.cards)
    return None if better < 0 else (0, 0)


@dataclass
class SemDescarteJogada(Jogada):
    """A jogada of póquer sem descarte as it is going to be played.

    Of the deal's errors ``numero_de_cartas`` and ``carta_descoberta`` void it (R34);
    ``carta_da_banca`` is the pardoned one.
    """

    balance: int = 0
    """Of the jackpot, before its prizes."""

    @property
    def plays(self) -> bool:
        """Whether the bank plays."""
        return bank_plays(self.bank)

    @property
    @override
    def void(self) -> bool:
        return self.error in {"numero_de_cartas", "carta_descoberta"}

    @property
    def winners(self) -> list[Player]:
        """The players who win at least the initial bet's prize."""
        return [player for player in self.going if sum(self.prizes(player) or ()) > 0]

    @override
    def prizes(self, player: Player) -> Prizes | None:
        return prizes(player, self.bank, plays=self.plays)

    @override
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

    def modest(self) -> bool:
        """Tell whether the prizes stay below that limit, however the bank plays."""
        for player in self.going:
            player.second = player.second or 2 * player.stake
        return sum(one.stake + one.second * multiple(one.cards) for one in self.going) < CAP
