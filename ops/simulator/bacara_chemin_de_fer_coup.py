"""A coup of chemin de fer: who bets, what is covered, what the cards say (R17, R70, R114-R123)."""

from dataclasses import dataclass, field
from typing import Final

NATURAL: Final = 8
FREE: Final = 5
"""With which the ponto may draw or not (R67 d)."""
BANKERS: Final = {3: "TTTTTTTTRFT", 4: "RRTTTTTTRRT", 5: "RRRRFTTTRRT", 6: "RRRRRRTTRRR"}
"""R70: T draws, R stands, F as he likes; by the ponto's third card, the last where he has none."""


def banker_must(points: int, third: int | None) -> str:
    """Return what the banker has to do against a ponto who did not show (R70).

    >>> banker_must(5, 4), banker_must(6, None), banker_must(0, 8)
    ('F', 'R', 'T')
    """
    if points < 3:  # noqa: PLR2004 - R70 c
        return "T"
    if points > 6:  # noqa: PLR2004 - R70 a, b
        return "R"
    return BANKERS[points][10 if third is None else third]


def cagnotte(covered: int) -> int:
    """Return the casino's 5 % of what the banker wins: his credit is rounded down (R123).

    >>> cagnotte(101)
    6
    """
    return covered - covered * 95 // 100


@dataclass
class Player:
    """Somebody at the table; who stands has a rank from 101 on."""

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
    """What of it stands against the bank."""
    void: bool = False
    """Whether it does not stand at all."""
    means: str | None = None

    @property
    def plays(self) -> int:
        """What of it would play: half on the line (R17)."""
        return self.amount // 2 if self.line else self.amount

    def due(self, result: str) -> tuple[int, int]:
        """Return the prize and what goes back of the stake (R77, R114 to R121)."""
        if result == "perde":
            return self.covered, self.amount
        return 0, self.amount - (self.covered if result == "ganha" else 0)


@dataclass
class Coup:
    """What happens in a coup."""

    name: str
    stakes: list[Stake]
    banco: Stake | None = None
    """Bancô alone, which nobody plays beside."""
    holder: Player | None = None
    """Who has the ponto's cards."""
    fault: str | None = None
    target: Stake | None = None
    result: str = ""
    """The banker's: ganha, perde, nula, devolvida."""
    hands: dict[str, list[str]] = field(default_factory=dict)
    said: str = ""
    """The ponto's word."""
    apart: bool = False
    exposed: str = ""
    """A card that came face up out of the shoe, and is burned (R104 a)."""
    calls: list[tuple[int, str, int | None]] = field(default_factory=list)

    @property
    def covered(self) -> int:
        """What plays against the bank."""
        return sum(one.covered for one in self.stakes)
