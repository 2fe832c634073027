"""A jogada of stud póquer before it is played, and its progressivo (R7 to R24)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from ledger.events.jackpots import Combination, PoolOpened
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
    """What one winner gets of the progressivo."""

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
class Player:
    """A seat, and what becomes of it in this jogada."""

    seat: int
    name: str
    stake: int = 0
    second: int = 0
    chip: bool = False
    carried: str | None = None
    """The void jogada from which his chip came over."""
    cards: list[str] = field(default_factory=list)
    goes: bool = False
    bets: dict[str, int] = field(default_factory=dict)
    """Bet to its number within the round."""

    @property
    def main(self) -> tuple[int, ...]:
        """Numbers of the main bets."""
        return tuple(self.bets[tipo] for tipo in ("inicial", "adicional") if tipo in self.bets)

    @property
    def staked(self) -> int:
        """What lies before him, the progressivo apart."""
        return self.stake + (self.second if "adicional" in self.bets else 0)


@dataclass
class Jogada:
    """What is going to happen in a jogada."""

    players: list[Player]
    bank: list[str]
    name: str = ""
    fault: str | None = None
    target: Player | None = None
    error: str | None = None
    """Of the deal: ``numero_de_cartas``, ``cartas_expostas``, ``avaria_do_baralhador`` void the
    jogada (R25, R28); ``carta_exposta`` does not (R26)."""
    real: int = REAL

    @property
    def void(self) -> bool:
        """Whether an error of the deal voids it."""
        return self.error not in (None, "carta_exposta")

    @property
    def opens(self) -> bool:
        """Whether the pagador opens the players' hands."""
        return opens(self.bank)

    @property
    def going(self) -> list[Player]:
        """Who laid the adicional."""
        return [player for player in self.players if player.goes]

    def prize(self, player: Player) -> tuple[int, int] | None:
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
        """Who wins against a pagador who opens."""
        return [one for one in self.going if self.opens and self.prize(one) is not None]
