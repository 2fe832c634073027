"""Nights at a table of bacará ponto e banca/Macau: as ponto e banca, with unlimited bets."""

from typing import Any, ClassVar, Final

from typing_extensions import override

from ops.simulator.punto_banco import MINIMUM, Bet, PuntoBanco
from ops.simulator.punto_banco_rules import BANCA, PONTO

DIFFERENCE: Final = 15_000
"""The most by which all bets on ponto and all on banca differ (PM R39)."""


class BacaraPontoEBancaMacau(PuntoBanco):
    """A table of ponto e banca/Macau, which may limit the difference of the two sides."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca_macau"
    NULL_RULE: ClassVar[str] = "PM R43"

    limited: bool = False
    """Whether the difference of the two sides is limited at this opening."""

    @override
    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"minimos": dict(MINIMUM)}
        if self.limited:
            options |= {"diferenca_maxima": DIFFERENCE, "diferenca_autorizada": True}
        return options

    @override
    def uses_shuffler(self) -> bool:
        self.limited = self.rng.randrange(2) == 0
        return super().uses_shuffler()

    @override
    def within(self, bets: list[Bet]) -> list[Bet]:
        while self.limited and abs(self.difference(bets)) > DIFFERENCE:
            more = PONTO if self.difference(bets) > 0 else BANCA
            last = [bet for bet in bets if bet.tipo == more][-1]
            bets.remove(last)
            bets = [bet for bet in bets if not bet.added or _leans(bet, bets)]
        return bets

    @staticmethod
    def difference(bets: list[Bet]) -> int:
        """Return what lies on ponto less what lies on banca."""
        laid = {side: sum(b.amount for b in bets if b.tipo == side) for side in (PONTO, BANCA)}
        return laid[PONTO] - laid[BANCA]


def _leans(bet: Bet, bets: list[Bet]) -> bool:
    """Tell whether what an added bet leans on still lies."""
    return any(one.seat == bet.seat and one.tipo == bet.tipo and not one.added for one in bets)
