"""Errors of the deal and of the words that arithmetic settles, each by its rule (R102, R103).

The hands are dealt; the shoe gives the cards that are drawn. Of each rule only the plain course is
played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    FREE,
    NATURAL,
    Coup,
    banker_must,
    compared,
)
from ops.simulator.kit.cards import bacara_points

NINE: Final = 9
SEVEN: Final = 7
"""Points with which the banker stands whatever the ponto holds."""


@dataclass
class Deal:
    """The first two cards of both sides, and the shoe below them."""

    ponto: list[str]
    banca: list[str]
    shoe: list[str]
    rng: Random
    said: str = ""
    """The ponto's word."""

    def __post_init__(self) -> None:
        """Count the points of the first two cards."""
        self.mine, self.his = bacara_points(self.ponto), bacara_points(self.banca)

    @property
    def plain(self) -> bool:
        """Whether neither side holds a natural."""
        return self.mine < NATURAL and self.his < NATURAL


def _banker_dealt_three(deal: Deal) -> str:
    """Deal three cards to the banker: they count nothing, and he may draw (R102 d)."""
    deal.banca.append(deal.shoe.pop())
    deal.said = str(deal.mine) if deal.mine >= NATURAL else "nao" if deal.mine > FREE else "carta"
    if deal.said == "carta":
        deal.ponto.append(deal.shoe.pop())
    if deal.mine < NATURAL:  # with nothing he draws
        deal.banca.append(deal.shoe.pop())
    return compared(bacara_points(deal.ponto), bacara_points(deal.banca[3:]))


def _banker_drew_two(deal: Deal) -> str | None:
    """Let the banker draw two cards for one: the lowest total of three of his counts (R102 e)."""
    if not deal.plain or deal.mine <= FREE or banker_must(deal.his, None) != "T":
        return None
    deal.said = "nao"
    deal.banca += [deal.shoe.pop(), deal.shoe.pop()]
    lowest = min(bacara_points(some) for some in combinations(deal.banca, 3))
    return compared(deal.mine, lowest)


def _ponto_dealt_three(deal: Deal) -> str:
    """Deal three cards to the ponto: the best total of two or three of them counts (R102 g)."""
    deal.ponto.append(deal.shoe.pop())
    best = max(bacara_points(some) for size in (2, 3) for some in combinations(deal.ponto, size))
    if deal.his < SEVEN and deal.rng.randrange(2):
        deal.banca.append(deal.shoe.pop())
    return compared(best, bacara_points(deal.banca))


def _ponto_on_the_floor(deal: Deal) -> str:
    """Let the banker drop the ponto's cards: they count as a nine that was shown (R102 i)."""
    return "nula" if deal.his == NINE else "perde"


def _card_discarded(deal: Deal) -> str | None:
    """Let the card that the ponto asked for go to the discard: he has nine (R102 j)."""
    if not deal.plain or deal.mine >= FREE or deal.his == SEVEN:
        return None
    deal.said = "carta"
    if deal.rng.randrange(2):
        deal.banca.append(deal.shoe.pop())
    return compared(NINE, bacara_points(deal.banca))


def _two_words(deal: Deal) -> str | None:
    """Let the ponto say carta and then não on five: the first word stands (R103 d)."""
    if not deal.plain or deal.mine != FREE:
        return None
    deal.said = "carta"
    deal.ponto.append(deal.shoe.pop())
    if banker_must(deal.his, bacara_points(deal.ponto[2:])) == "T":
        deal.banca.append(deal.shoe.pop())
    return compared(bacara_points(deal.ponto), bacara_points(deal.banca))


Remedy = Callable[[Deal], str | None]
"""Plays a deal with its error; returns the banker's result, None where these cards have no such
error."""
REMEDIES: Final[Mapping[str, Remedy]] = {
    "102d": _banker_dealt_three,
    "102e": _banker_drew_two,
    "102g": _ponto_dealt_three,
    "102i": _ponto_on_the_floor,
    "102j": _card_discarded,
    "103d": _two_words,
}
REMEDIED: Final = tuple(REMEDIES)


def with_error(coup: Coup, error: str, shoe: list[str], rng: Random) -> bool:
    """Let an error happen in a dealt coup, and its remedy; tell whether these cards have it."""
    deal = Deal(coup.hands["ponto"][:2], coup.hands["banca"][:2], shoe, rng)
    result = REMEDIES[error](deal)
    if result is None:
        return False
    coup.result, coup.said, coup.error = result, deal.said, error
    coup.hands = {"ponto": deal.ponto, "banca": deal.banca}
    return True
