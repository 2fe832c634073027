"""The values that the law fixes for stud póquer; only Cape Verde's text has the game."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from ledger.money import MILLION, Ppm
from projections.replay.games.house_cards.stud_poker.ranking import REAL

CHAPTER: Final = "ST"


class StudRules(Struct, frozen=True, kw_only=True):
    """The values of a text of the law."""

    prizes: tuple[int, ...] = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
    """Times the adicional, by combination upwards; the last where the table sets none (R15)."""
    real: tuple[int, int] = (50, 100)
    """Between what the table may set the naipe real's (R15 i)."""
    capped: tuple[str, ...] = ("quatro_iguais", "sequencia_de_naipe", REAL)
    """The combinations whose prize has a maximum per game (R15 g-i)."""
    multiple: int = 2
    """The adicional, times the inicial (R8)."""
    places: int = 7
    """Eight with the pagador's (R3)."""
    shares: Mapping[str, Ppm] = field(
        default_factory=lambda: {REAL: MILLION, "sequencia_de_naipe": 100_000}
    )
    """What of the progressivo a combination wins, if its fixed sum is not larger (R18 b)."""
    fixed: tuple[str, ...] = ("quatro_iguais", "trio_par", "cor")
    """The combinations that win a fixed sum only (R18 b)."""

    def rate(self, combination: int, multiplier: int | None) -> int:
        """Return the adicional's multiplier; out of the law's range it is the range's nearest end.

        >>> StudRules().rate(9, None), StudRules().rate(9, 40), StudRules().rate(5, 40)
        (100, 50, 5)
        """
        if combination < len(self.prizes) - 1 or multiplier is None:
            return self.prizes[combination]
        low, high = self.real
        return min(max(multiplier, low), high)
