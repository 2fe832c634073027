"""The order of five French cards in póquer não bancado, which hold'em and Omaha share.

Rules: Portaria 1/2017, Póquer não bancado, R59 and R60; Omaha e Hold'em, O2; Portaria 217/2007,
n. 17, 18 and 72. A hand's value is the combination (R59), then the ranks that break ties (R60). No
suit ever decides. Sintético has an order of its own.
"""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.poker.value import (
    ACE,
    COMBINATION_SHIFT,
    HAND,
    SpokenHand,
    hand_value,
)
from projections.replay.kit.cards import SUITS
from projections.replay.kit.hands import COUNT_KEY, DIGIT, masks_by_count, ranks_of, run_of_five

(
    CARTA_MAIOR,
    PAR,
    DOIS_PARES,
    TRIO,
    SEQUENCIA,
    COR,
    FULLEN,
    POQUER,
    SEQUENCIA_DA_COR,
    SEQUENCIA_MAXIMA_DA_COR,
) = range(10)
WORDS: Final = (
    "carta_maior",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "fullen",
    "poquer",
    "sequencia_da_cor",
    "sequencia_maxima_da_cor",
)
"""R59 from the lowest; the sequência máxima da cor is the one up to the ace."""
PLAIN: Final[dict[int, int]] = {}
"""Values already worked out of cards without five of a suit, by count key: there are 49,205 of
seven cards, 6,175 of five."""


def value_of_counts(key: int) -> int:
    """Return the value of cards of which no five are of one suit (R59 c, d, f-j, R60)."""
    singles, pairs, trios, quads = masks_by_count(key)
    if quads:
        four = ranks_of(quads, 1)
        rest = singles | pairs | trios | quads ^ 1 << DIGIT * (four[0] - 2)
        return hand_value(POQUER, four + ranks_of(rest, 1))
    if not trios and not pairs & (pairs - 1):
        return _value_of_singles(singles, pairs)
    three = ranks_of(trios, 2)
    twos = ranks_of(pairs, 3)
    if three and (twos or len(three) > 1):
        value = hand_value(FULLEN, (three[0], max(three[1:] + twos)))
    elif top := run_of_five(singles | pairs | trios, ace_low=True):
        value = hand_value(SEQUENCIA, (top,))
    elif three:
        value = hand_value(TRIO, three + ranks_of(singles, 2))
    else:
        rest = max(ranks_of(singles, 1) + twos[2:], default=0)
        value = hand_value(DOIS_PARES, (*twos[:2], rest))
    return value


def _value_of_singles(singles: int, pairs: int) -> int:
    """Return the value of cards among which no more than one rank is paired."""
    if top := run_of_five(singles | pairs, ace_low=True):
        return hand_value(SEQUENCIA, (top,))
    if pairs:
        return hand_value(PAR, ranks_of(pairs, 1) + ranks_of(singles, 3))
    return hand_value(CARTA_MAIOR, ranks_of(singles, HAND))


def value_of_suit(mask: int) -> int:
    """Return the value of five or more cards of one suit (R59 a, b, e, R60 c, d)."""
    top = run_of_five(mask, ace_low=True)
    if top == ACE:
        return hand_value(SEQUENCIA_MAXIMA_DA_COR, (top,))
    if top:
        return hand_value(SEQUENCIA_DA_COR, (top,))
    return hand_value(COR, ranks_of(mask, HAND))


def value_of(cards: Sequence[str]) -> int:
    """Return the value of the best five of five to seven cards.

    >>> value_of("As Kd 7c 7d 2h".split()) > value_of("As Kd Qc Jd 9h".split())
    True
    """
    suits = [card[1] for card in cards]
    for suit in SUITS:
        if suits.count(suit) >= HAND:
            return value_of_suit(sum(COUNT_KEY[card] for card in cards if card[1] == suit))
    key = 0
    for card in cards:
        key += COUNT_KEY[card]
    value = PLAIN.get(key)
    if value is None:
        value = PLAIN[key] = value_of_counts(key)
    return value


SAID: Final = {
    "carta_maior": ("carta maior: {rest}", "high card: {rest}"),
    "par": ("par de {many}, com {rest}", "pair of {many}, with {rest}"),
    "dois_pares": (
        "dois pares, {many} e {more}, com {rest}",
        "two pairs, {many} and {more}, with {rest}",
    ),
    "trio": ("trio de {many}, com {rest}", "three {many}, with {rest}"),
    "sequencia": ("sequência até {rest}", "straight to {rest}"),
    "cor": ("cor: {rest}", "flush: {rest}"),
    "fullen": ("fullen de {many} com {more}", "full house, {many} with {more}"),
    "poquer": ("póquer de {many}, com {rest}", "four {many}, with {rest}"),
    "sequencia_da_cor": ("sequência da cor até {rest}", "straight flush to {rest}"),
    "sequencia_maxima_da_cor": ("sequência máxima da cor", "royal flush"),
}
"""How each combination of the law is said, in whichever game's order it stands."""


class Combination(SpokenHand, frozen=True, gc=False):
    """A hand's value in words, by the order of hold'em and Omaha."""

    names = tuple(SAID[word] for word in WORDS)


def word_of(value: int) -> str:
    """Return the combination's name in ASCII.

    >>> word_of(value_of("Ts 9s 8s 7s 6s".split()))
    'sequencia_da_cor'
    """
    return WORDS[value >> COMBINATION_SHIFT]
