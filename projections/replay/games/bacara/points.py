"""The rules that the three bacarás share: the points of a card and of a hand, and the two sides.

Rules: PB R9-R10, PM R9-R10, CF R37-R39. Ace 1, figures and 10 nothing, the others their pips; of a
sum the tens are dropped, so 10 and 20 are 0, which chemin de fer calls bacará.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from projections.replay.kit.cards import DECK

PONTO: Final = "ponto"
BANCA: Final = "banca"

_BY_RANK: Final = {"A": 1, **{str(pips): pips for pips in range(2, 10)}}
POINTS: Final[Mapping[str, int]] = {card: _BY_RANK.get(card[0], 0) for card in DECK}
"""The points of each card, 0 to 9."""
NATURAL: Final = 8
"""From here on two cards are shown at once and the other side draws nothing."""


def points(cards: Iterable[str]) -> int:
    """Return the points of a hand, 0 to 9.

    Raises:
        KeyError: if one is no card of the pack.

    >>> points(["9s", "5d"]), points(["Kc", "Tc", "Ah"]), points(["4d", "6d"])
    (4, 1, 0)
    """
    return sum(POINTS[card] for card in cards) % 10


def denomination(card: str) -> str:
    """Return the rank by which two cards are a pair, whatever the suit; T and J are two.

    >>> denomination("Td"), denomination("Jd")
    ('T', 'J')
    """
    return card[:1]
