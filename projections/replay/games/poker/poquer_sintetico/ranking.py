"""The order of five of the 28 cards: cor above fullen, and hands of figures that no other game has.

Rules: Portaria 1/2017, Póquer sintético, S1, S3, S9-S12; ties of what S12 does not change by R60 of
the general rules. A hand's value is the combination (S9), then the ranks that break ties. No suit
ever decides.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from projections.replay.games.poker.ranking import SAID
from projections.replay.games.poker.ranking import value_of as value_in_general
from projections.replay.games.poker.value import (
    ACE,
    COMBINATION_SHIFT,
    HAND,
    SpokenHand,
    hand_value,
)
from projections.replay.kit.cards import DECK, RANK_OF, SUITS
from projections.replay.kit.hands import COUNT_KEY, masks_by_count, ranks_of

OWN: Final = 2
OF_COMMON: Final = 3
LOWEST: Final = 8
CARDS: Final = frozenset(card for card in DECK if RANK_OF[card] >= LOWEST)
"""S3: ace to 8 in four suits."""
JACK: Final = 11
KEY: Final = {card: COUNT_KEY[card] for card in CARDS}

(
    CARTA_MAIOR,
    UM_PAR,
    DOIS_PARES,
    FIGURAS_SIMPLES,
    FIGURAS_COM_PARES,
    TRIO,
    SEQUENCIA,
    FULLEN,
    COR,
    POQUER,
    SEQUENCIA_DA_COR,
    SEQUENCIA_MAXIMA_DA_COR,
) = range(12)
WORDS: Final = (
    "carta_maior",
    "um_par",
    "dois_pares",
    "figuras_simples",
    "figuras_com_pares",
    "trio",
    "sequencia",
    "fullen",
    "cor",
    "poquer",
    "sequencia_da_cor",
    "sequencia_maxima_da_cor",
)
"""S9 from the lowest."""
STRAIGHTS: Final = {
    sum(KEY[f"{rank}s"] for rank in ranks): top
    for ranks, top in (("AKQJT", 14), ("KQJT9", 13), ("QJT98", 12), ("JT98A", 11))
}
"""S10: mask of ranks to the top one; under the 8 the ace is the lowest card."""
PAIRS_OF_TWO: Final = 2
PLAIN: Final[dict[int, int]] = {}
"""Values already worked out of five cards not of one suit, by count key: 455 at most."""


def value_of_counts(key: int) -> int:
    """Return the value of five cards that are not of one suit (S9 c, e-l)."""
    value = PLAIN.get(key)
    if value is None:
        value = PLAIN[key] = _value_of_counts(key)
    return value


def _value_of_counts(key: int) -> int:
    singles, pairs, trios, quads = (ranks_of(mask) for mask in masks_by_count(key))
    if quads:
        return hand_value(POQUER, quads + singles)
    if trios:
        return hand_value(FULLEN, trios + pairs) if pairs else hand_value(TRIO, trios + singles)
    figures = min(pairs + singles) >= JACK
    if len(pairs) == PAIRS_OF_TWO:
        return hand_value(FIGURAS_COM_PARES if figures else DOIS_PARES, pairs + singles)
    if pairs:
        return hand_value(FIGURAS_SIMPLES if figures else UM_PAR, pairs + singles)
    if top := STRAIGHTS.get(key):
        return hand_value(SEQUENCIA, (top,))
    return hand_value(CARTA_MAIOR, singles)


def value_of_suit(mask: int) -> int:
    """Return the value of five cards of one suit (S9 a, b, d)."""
    top = STRAIGHTS.get(mask)
    if top == ACE:
        return hand_value(SEQUENCIA_MAXIMA_DA_COR, (top,))
    if top:
        return hand_value(SEQUENCIA_DA_COR, (top,))
    return hand_value(COR, ranks_of(mask))


def value_of(five: Sequence[str]) -> int:
    """Return the value of five cards.

    >>> value_of("As 9s Ts 8s Ks".split()) > value_of("Ah Ad Ac Kh Kd".split())
    True

    Raises:
        KeyError: if a card is none of the 28.

    """
    key = 0
    for card in five:
        key += KEY[card]
    if len({card[1] for card in five}) == 1:
        return value_of_suit(key)
    return value_of_counts(key)


def values_of(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the best value of each pair of own cards with three of the common ones (S1).

    Raises:
        KeyError: if a card is none of the 28, or is not known.
        ValueError: if a hand has not two own cards.

    """
    common: list[int] = []
    by_suit: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for card in board:
        if card is None:
            raise KeyError(None)
        key = KEY[card]
        common.append(key)
        by_suit[card[1]].append(key)
    threes = {sum(three) for three in combinations(common, OF_COMMON)}
    values: list[int] = []
    for hole in holes:
        if len(hole) != OWN:
            raise ValueError(f"own cards: expected {OWN}, got {len(hole)}")
        first, second = hole
        if first is None or second is None:
            raise KeyError(None)
        own = KEY[first] + KEY[second]
        best = max(value_of_counts(own + three) for three in threes)
        if first[1] == second[1]:
            for three in combinations(by_suit[first[1]], OF_COMMON):
                best = max(best, value_of_suit(own + sum(three)))
        values.append(best)
    return values


# Readings that are not the law's: they tell what a wrong payment came of.


def ways(board: Sequence[str | None], hole: Sequence[str | None]) -> list[list[str]]:
    """Return the ten hands of two own and three common cards."""
    own = [card for card in hole if card is not None]
    common = [card for card in board if card is not None]
    return [[*own, *three] for three in combinations(common, OF_COMMON)]


def values_in_general(
    board: Sequence[str | None], holes: Sequence[Sequence[str | None]]
) -> list[int]:
    """Return the values that hands would have in the order of the general rules (R59, R60)."""
    return [max(value_in_general(five) for five in ways(board, hole)) for hole in holes]


def any_five(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the values that hands would have if any five of the seven cards counted."""
    return [
        max(value_of(five) for five in combinations([*_known(board), *_known(hole)], HAND))
        for hole in holes
    ]


def any_five_in_general(
    board: Sequence[str | None], holes: Sequence[Sequence[str | None]]
) -> list[int]:
    """Return the values that hands would have in hold'em."""
    return [value_in_general([*_known(board), *_known(hole)]) for hole in holes]


def _known(cards: Sequence[str | None]) -> list[str]:
    return [card for card in cards if card is not None]


# Words.

OWN_SAID: Final = {
    "um_par": SAID["par"],
    "figuras_simples": (
        "figuras simples: {many} repetidos, com {rest}",
        "plain figures: {many} repeated, with {rest}",
    ),
    "figuras_com_pares": (
        "figuras com pares, {many} e {more}, com {rest}",
        "figures with pairs, {many} and {more}, with {rest}",
    ),
}
"""What S9 says otherwise than R59."""


class Combination(SpokenHand, frozen=True, gc=False):
    """A hand's value in words, by the order of S9: ``figuras com pares, ases e reis, com dama``."""

    names = tuple((SAID | OWN_SAID)[word] for word in WORDS)


def word_of(value: int) -> str:
    """Return the combination's name in ASCII.

    >>> word_of(value_of("As Ad Kh Kd Qc".split()))
    'figuras_com_pares'
    """
    return WORDS[value >> COMBINATION_SHIFT]
