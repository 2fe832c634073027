"""A coup of chemin de fer: who bets, what is covered, what the cards say (R17, R70, R114-R123)."""

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final

from ops.simulator.kit.cards import bacara_points

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
    paid_as: str = ""
    """As what it is paid, where a remedy is not applied (a fault)."""
    hands: dict[str, list[str]] = field(default_factory=dict)
    said: str = ""
    """The ponto's word."""
    apart: bool = False
    exposed: str = ""
    """A card that came face up out of the shoe, and is burned (R104 a)."""
    error: str = ""
    """An error of the deal or the words, by its rule, that is remedied (R102, R103)."""
    calls: list[tuple[int, str, int | None]] = field(default_factory=list)

    @property
    def covered(self) -> int:
        """What plays against the bank."""
        return sum(one.covered for one in self.stakes)


REMEDIED: Final = ("102d", "102e", "102g", "102i", "102j", "103d")
"""Errors that arithmetic settles."""


def with_error(  # noqa: C901, PLR0912 - one an error
    coup: Coup, error: str, shoe: list[str], rng: Random
) -> bool:
    """Let an error of the deal happen, and its remedy; tell whether these cards have it.

    The hands are dealt; the shoe gives what is drawn. Of each rule only the plain course is played.
    """
    ponto, banca = coup.hands["ponto"][:2], coup.hands["banca"][:2]
    mine, his = bacara_points(ponto), bacara_points(banca)
    plain = mine < NATURAL and his < NATURAL
    coup.said = ""
    if error == "102i":  # on the floor, the ponto's cards count as a nine that was shown
        coup.result = "nula" if his == 9 else "perde"  # noqa: PLR2004 - the nine
    elif error == "102d":
        banca.append(shoe.pop())
        coup.said = str(mine) if mine >= NATURAL else "nao" if mine > FREE else "carta"
        if coup.said == "carta":
            ponto.append(shoe.pop())
        if mine < NATURAL:  # with nothing he draws
            banca.append(shoe.pop())
        total = bacara_points(banca[3:])
        _compare(coup, bacara_points(ponto), total)
    elif error == "102g":
        ponto.append(shoe.pop())
        best = max(bacara_points(some) for size in (2, 3) for some in combinations(ponto, size))
        if his < 7 and rng.randrange(2):  # noqa: PLR2004 - with 7 and more he may not
            banca.append(shoe.pop())
        _compare(coup, best, bacara_points(banca))
    elif error == "102j":
        if not plain or mine >= FREE or his == 7:  # noqa: PLR2004 - with which he stands
            return False
        coup.said = "carta"
        if rng.randrange(2):
            banca.append(shoe.pop())
        _compare(coup, 9, bacara_points(banca))
    elif error == "102e":
        if not plain or mine <= FREE or banker_must(his, None) != "T":
            return False
        coup.said = "nao"
        banca += [shoe.pop(), shoe.pop()]
        _compare(coup, mine, min(bacara_points(some) for some in combinations(banca, 3)))
    else:
        if not plain or mine != FREE:
            return False
        coup.said = "carta"
        ponto.append(shoe.pop())
        must = banker_must(his, bacara_points(ponto[2:]))
        if must == "T":
            banca.append(shoe.pop())
        _compare(coup, bacara_points(ponto), bacara_points(banca))
    coup.error, coup.hands = error, {"ponto": ponto, "banca": banca}
    return True


def _compare(coup: Coup, mine: int, his: int) -> None:
    coup.result = "nula" if mine == his else "ganha" if his > mine else "perde"
