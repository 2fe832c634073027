"""A coup of chemin de fer: the stakes, the covered part, the points (R17, R70, R114-R123)."""

from dataclasses import dataclass, field
from typing import Final

MINIMUM: Final = 500
PLACES: Final = 9
STANDING: Final = 101
"""The first rank of those who stand."""
NATURAL: Final = 8
FREE: Final = 5
"""Points with which the ponto may draw or not (R67 d)."""
BANKERS: Final = {3: "TTTTTTTTRFT", 4: "RRTTTTTTRRT", 5: "RRRRFTTTRRT", 6: "RRRRRRTTRRR"}
"""R70: T draws, R stands, F as he likes; by the ponto's third card, the last where he has none."""
LEAST_DRAWN: Final = 3
MOST_DRAWN: Final = 6
"""With fewer points the banker always draws, with more he always stands (R70 a to c)."""


def banker_must(points: int, third: int | None) -> str:
    """Return whether the banker draws, stands or chooses against a ponto who did not show (R70).

    >>> banker_must(5, 4), banker_must(6, None), banker_must(0, 8)
    ('F', 'R', 'T')
    """
    if points < LEAST_DRAWN:
        return "T"
    if points > MOST_DRAWN:
        return "R"
    return BANKERS[points][10 if third is None else third]


def cagnotte(covered: int) -> int:
    """Return the casino's 5 % of what the banker wins: his credit is rounded down (R123).

    >>> cagnotte(101)
    6
    """
    return covered - covered * 95 // 100


def compared(mine: int, his: int) -> str:
    """Return the banker's result from the points of the ponto and of the banker."""
    return "nula" if mine == his else "ganha" if his > mine else "perde"


@dataclass
class Player:
    """A player at the table; a standing player has a rank from 101 on."""

    seat: int
    name: str
    purse: int = 0


@dataclass
class Stake:
    """A ponto's bet."""

    player: Player
    amount: int
    line: bool = False
    form: str = "ponto"
    number: int = 0
    covered: int = 0
    """The part of the stake that stands against the bank."""
    void: bool = False
    """Whether the stake does not stand at all."""
    means: str | None = None

    @property
    def plays(self) -> int:
        """The part of the stake that would play: half on the line (R17)."""
        return self.amount // 2 if self.line else self.amount

    def due(self, result: str) -> tuple[int, int]:
        """Return the stake's prize and the part that goes back (R77, R114 to R121)."""
        if result == "perde":
            return self.covered, self.amount
        return 0, self.amount - (self.covered if result == "ganha" else 0)


@dataclass
class Coup:
    """A coup as it is going to be played."""

    name: str
    stakes: list[Stake]
    banco: Stake | None = None
    """A bancô of one player, beside whom nobody plays."""
    holder: Player | None = None
    """The player who has the ponto's cards."""
    fault: str | None = None
    target: Stake | None = None
    """The stake that is dealt with wrongly."""
    result: str = ""
    """The banker's: ganha, perde, nula, devolvida."""
    hands: dict[str, list[str]] = field(default_factory=dict)
    said: str = ""
    """The ponto's word."""
    apart: bool = False
    """Whether the banker pays the cagnotte apart, and not out of the bank."""
    exposed: str = ""
    """A card that came face up out of the shoe, and is burned (R104 a)."""
    error: str = ""
    """An error of the deal or the words, by its rule, that is remedied (R102, R103)."""
    calls: list[tuple[int, str, int | None]] = field(default_factory=list)
    """Calls of bancô besides the one that has the cards: seat, call, bet."""

    @property
    def covered(self) -> int:
        """The sum of the stakes that plays against the bank."""
        return sum(one.covered for one in self.stakes)
