"""A jogada of stud póquer before it is played, and its progressivo (R7 to R24)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct
from typing_extensions import override

from ledger.events.jackpots import Combination, PoolOpened
from ops.simulator.games.house_cards.jogada import Jogada, Player, Prizes
from ops.simulator.games.house_cards.stud_poker.hands import (
    CAPPED,
    MULTIPLES,
    combination,
    opens,
    wins,
)
from ops.simulator.parties.pools import BET, MILLION, Pool

MINIMUM: Final = 500
MAXIMUM: Final = 12_500
PER_GAME: Final = 1_000_000
"""The most that one hand's adicional wins, in three combinations (R15)."""
REAL: Final = 80
"""What the table pays for a naipe real."""
BASE: Final = 500_000
TABLE: Final = (
    Combination(name="naipe_real", ppm=MILLION, fixed=300_000),
    Combination(name="sequencia_de_naipe", ppm=100_000, fixed=40_000),
    Combination(name="quatro_iguais", fixed=30_000),
    Combination(name="trio_par", fixed=10_000),
    Combination(name="cor", fixed=5_000),
)


SHARES: Final = {"naipe_real": MILLION, "sequencia_de_naipe": 100_000}
"""Of the balance (R18 b), whatever the table's terms say."""


def progressive(name: str, place: str, currency: str) -> PoolOpened:
    """Return the terms of a table's progressivo."""
    return PoolOpened(
        pool=name,
        scope="tables",
        members=(place,),
        currency=currency,
        base=BASE,
        ppm=712_345,
        game="stud_poker",
        bet_type="progressivo",
        bet=BET,
        combinations=TABLE,
        act="homologacao-2",
    )


class Prize(Struct, frozen=True, kw_only=True):
    """A winner's prize of the progressivo."""

    seat: int
    combination: str
    amount: int


def prizes(pool: Pool, winners: Sequence[tuple[int, str]]) -> tuple[list[Prize], int]:
    """Return the prizes in the order of payment, and what the pool has left after them.

    Each sequência de naipe the larger of its share and its fixed sum, others their fixed sums, of
    the balance at the close of bets; the reais divide the rest, or the fixed sum (R18 to R23).
    """
    table = {one.name: one for one in pool.terms.combinations}
    left = pool.balance
    found: list[Prize] = []
    for seat, name in sorted(winners):
        if name != "naipe_real":
            one = table[name]
            amount = max(pool.balance * SHARES.get(name, 0) // MILLION, one.fixed or 0)
            left -= min(amount, left)
            found.append(Prize(seat=seat, combination=name, amount=amount))
    reais = sorted(seat for seat, name in winners if name == "naipe_real")
    if reais:
        whole = max(left, table["naipe_real"].fixed or 0)
        left = 0
        for index, seat in enumerate(reais):
            part = whole // len(reais) + (index < whole % len(reais))
            found.append(Prize(seat=seat, combination="naipe_real", amount=part))
    return found, left


@dataclass
class StudJogada(Jogada):
    """A jogada of stud as it is going to be played.

    Of the deal's errors ``numero_de_cartas``, ``cartas_expostas`` and ``avaria_do_baralhador`` void
    it (R25, R28); ``carta_exposta`` does not (R26).
    """

    real: int = REAL
    """The multiple of a naipe real."""
    found: Sequence[Prize] = ()
    """The prizes of the progressivo."""

    @property
    @override
    def void(self) -> bool:
        return self.error not in (None, "carta_exposta")

    @property
    def opens(self) -> bool:
        """Whether the pagador opens the players' hands."""
        return opens(self.bank)

    @override
    def prizes(self, player: Player) -> Prizes | None:
        """Return the prizes of inicial and adicional; None if both are lost (R12 to R15)."""
        if not self.opens:
            return player.stake, 0
        if not wins(player.cards, self.bank):
            return None
        held = combination(player.cards)
        times = self.real if held == "naipe_real" else MULTIPLES[held]
        prize = player.second * times
        return player.stake, min(prize, PER_GAME) if held in CAPPED else prize

    @property
    def winners(self) -> list[Player]:
        """The players who win against a pagador who opens."""
        return [one for one in self.going if self.opens and self.prizes(one) is not None]
