"""The order of poker hands by the simulator's own reading of the rules.

A value is a tuple: the combination's rank in its game's list, then the ranks that break ties; the
greater wins and equal ones share. Suits never decide. Apart from replay, so that agreement of the
two means something.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

Value = tuple[int, ...]

RANK: Final = {rank: number for number, rank in enumerate("23456789TJQKA", 2)}
ACE: Final = 14
JACK: Final = 11
FIVE: Final = 5
WHEEL: Final = [14, 5, 4, 3, 2]
"""O2: the ace is low under the two."""
WHEEL_SINTETICO: Final = [14, 11, 10, 9, 8]
"""S10: and in sintético under the eight."""
WHEEL_MACAU: Final = [14, 8, 7, 6, 5]
"""A5.6: in Macau it stands for the four."""

# NB R59 and R60; O2.
GENERAL: Final = (
    "carta_maior",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "fullen",
    "poquer",
    "sequencia_da_cor",
    "maxima",
)
# SI R9: cor above fullen, two hands of figures between trio and two pairs.
SINTETICO: Final = (
    "carta_maior",
    "par",
    "dois_pares",
    "figuras_simples",
    "figuras_com_pares",
    "trio",
    "sequencia",
    "fullen",
    "cor",
    "poquer",
    "sequencia_da_cor",
    "maxima",
)


def _shape(  # noqa: PLR0911 - one a kind
    cards: Sequence[str], wheel: Sequence[int]
) -> tuple[str, list[int]]:
    """Return the combination of five cards, and their ranks: those that come together first."""
    ranks = sorted([RANK[card[0]] for card in cards], reverse=True)
    distinct = set(ranks)
    size = len(distinct)
    if size == FIVE:
        suited = len({card[1] for card in cards}) == 1
        top = ranks[0] if ranks[0] - ranks[4] == FIVE - 1 else ranks[1] if ranks == wheel else 0
        if not top:
            return ("cor" if suited else "carta_maior"), ranks
        if not suited:
            return "sequencia", [top]
        return ("maxima" if top == ACE else "sequencia_da_cor"), [top]
    ranks = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    most = ranks.count(ranks[0])
    together = ranks[:most] if most > 2 else ranks  # noqa: PLR2004 - more than a pair
    if size == 2:  # noqa: PLR2004 - two ranks in five cards
        return ("poquer" if len(together) == FIVE - 1 else "fullen"), [ranks[0], ranks[4]]
    if len(together) == 3:  # noqa: PLR2004 - a trio
        return "trio", [ranks[0], ranks[3], ranks[4]]
    if size == 3:  # noqa: PLR2004 - two pairs and another
        return "dois_pares", [ranks[0], ranks[2], ranks[4]]
    return "par", [ranks[0], *ranks[2:]]


def general(cards: Sequence[str]) -> Value:
    """Return the value of five cards (NB R59, R60).

    >>> general("5s 4d 3c 2h As".split()) < general("6s 5d 4c 3h 2s".split())
    True
    """
    name, ranks = _shape(cards, WHEEL)
    return GENERAL.index(name), *ranks


def sintetico(cards: Sequence[str]) -> Value:
    """Return the value of five of the 28 cards (SI R9 to R12).

    >>> sintetico("Ks Qs Ts 9s 8s".split()) > sintetico("Ah Ad Ac Kh Kd".split())
    True
    """
    name, ranks = _shape(cards, WHEEL_SINTETICO)
    if name in ("par", "dois_pares") and min(ranks) >= JACK:
        name = "figuras_simples" if name == "par" else "figuras_com_pares"
    return SINTETICO.index(name), *ranks


MACAU: Final = (
    "carta_maior",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "fullen",
    "poquer",
    "sequencia_da_cor",
    "maxima",
)
"""A5: trio-par stands above cor, as in the general order."""


def macau(cards: Sequence[str]) -> Value:
    """Return the value of five of the forty cards (A5).

    Of a trio, a trio-par and four equal cards only their rank counts (A5.3, A5.4, A5.7).

    >>> macau("As 5d 6c 7h 8s".split()) < macau("9s 8d 7c 6h 5s".split())
    True
    """
    name, ranks = _shape(cards, WHEEL_MACAU)
    if name in ("trio", "fullen", "poquer"):
        ranks = ranks[:1]
    return MACAU.index(name), *ranks


def any_five(
    own: Sequence[str], board: Sequence[str], order: Callable[[Sequence[str]], Value] = general
) -> Value:
    """Return the best of five cards out of all (hold'em, O1)."""
    return max(map(order, combinations([*own, *board], FIVE)))


def two_and_three(
    own: Sequence[str], board: Sequence[str], order: Callable[[Sequence[str]], Value] = general
) -> Value:
    """Return the best hand of exactly two own cards and three common ones (Omaha O1, SI R1)."""
    threes = [*combinations(board, 3)]
    return max(order((*two, *three)) for two in combinations(own, 2) for three in threes)
