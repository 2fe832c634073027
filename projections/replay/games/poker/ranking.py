"""The order of five French cards in póquer não bancado, which hold'em and Omaha share.

Rules: Portaria 1/2017, Póquer não bancado, R59 and R60; Omaha e Hold'em, O2; Portaria 217/2007,
n. 17, 18 and 72. A hand's value is one integer: the combination (R59), then the ranks that break
ties (R60), four bits each, the ace 14. No suit ever decides. Sintético has an order of its own.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from projections.replay.kit.cards import SUITS
from projections.replay.kit.hands import COUNT_KEY, DIGIT, masks_by_count, ranks_of, run_of_five

HAND: Final = 5

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
COMBINATION_SHIFT: Final = 20
ACE: Final = 14

PLAIN: Final[dict[int, int]] = {}
"""Values already worked out of cards without five of a suit, by count key: there are 49,205 of
seven cards, 6,175 of five."""


def _value(combination: int, ranks: Iterable[int]) -> int:
    value = combination
    left = HAND
    for rank in ranks:
        value = value << 4 | rank
        left -= 1
    return value << 4 * left


def value_of_counts(key: int) -> int:
    """Return the value of cards of which no five are of one suit (R59 c, d, f-j, R60)."""
    singles, pairs, trios, quads = masks_by_count(key)
    if quads:
        four = ranks_of(quads, 1)
        rest = singles | pairs | trios | quads ^ 1 << DIGIT * (four[0] - 2)
        return _value(POQUER, four + ranks_of(rest, 1))
    if not trios and not pairs & (pairs - 1):
        return _value_of_singles(singles, pairs)
    three = ranks_of(trios, 2)
    twos = ranks_of(pairs, 3)
    if three and (twos or len(three) > 1):
        value = _value(FULLEN, (three[0], max(three[1:] + twos)))
    elif top := run_of_five(singles | pairs | trios, ace_low=True):
        value = _value(SEQUENCIA, (top,))
    elif three:
        value = _value(TRIO, three + ranks_of(singles, 2))
    else:
        rest = max(ranks_of(singles, 1) + twos[2:], default=0)
        value = _value(DOIS_PARES, (*twos[:2], rest))
    return value


def _value_of_singles(singles: int, pairs: int) -> int:
    """Return the value of cards among which no more than one rank is paired."""
    if top := run_of_five(singles | pairs, ace_low=True):
        return _value(SEQUENCIA, (top,))
    if pairs:
        return _value(PAR, ranks_of(pairs, 1) + ranks_of(singles, 3))
    return _value(CARTA_MAIOR, ranks_of(singles, HAND))


def value_of_suit(mask: int) -> int:
    """Return the value of five or more cards of one suit (R59 a, b, e, R60 c, d)."""
    top = run_of_five(mask, ace_low=True)
    if top == ACE:
        return _value(SEQUENCIA_MAXIMA_DA_COR, (top,))
    if top:
        return _value(SEQUENCIA_DA_COR, (top,))
    return _value(COR, ranks_of(mask, HAND))


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


RANKS_PT: Final = {14: "ás", 13: "rei", 12: "dama", 11: "valete"}
RANKS_EN: Final = {14: "ace", 13: "king", 12: "queen", 11: "jack"}
SEVERAL_PT: Final = {14: "ases", 13: "reis", 12: "damas", 11: "valetes"}
SEVERAL_EN: Final = {14: "aces", 13: "kings", 12: "queens", 11: "jacks"}
NAMES: Final = {
    CARTA_MAIOR: ("carta maior: {rest}", "high card: {rest}"),
    PAR: ("par de {many}, com {rest}", "pair of {many}, with {rest}"),
    DOIS_PARES: (
        "dois pares, {many} e {more}, com {rest}",
        "two pairs, {many} and {more}, with {rest}",
    ),
    TRIO: ("trio de {many}, com {rest}", "three {many}, with {rest}"),
    SEQUENCIA: ("sequência até {rest}", "straight to {rest}"),
    COR: ("cor: {rest}", "flush: {rest}"),
    FULLEN: ("fullen de {many} com {more}", "full house, {many} with {more}"),
    POQUER: ("póquer de {many}, com {rest}", "four {many}, with {rest}"),
    SEQUENCIA_DA_COR: ("sequência da cor até {rest}", "straight flush to {rest}"),
    SEQUENCIA_MAXIMA_DA_COR: ("sequência máxima da cor", "royal flush"),
}
SETS: Final = {PAR: 1, DOIS_PARES: 2, TRIO: 1, FULLEN: 2, POQUER: 1}
"""How many of a value's ranks are held more than once."""


class Combination(Struct, frozen=True, gc=False):
    """A hand's value in words: ``dois pares, ases e 9, com rei``."""

    value: int

    def __format__(self, language: str) -> str:
        """Say it as ``pt`` or ``en``."""
        combination = self.value >> COMBINATION_SHIFT
        ranks = [self.value >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        sets = SETS.get(combination, 0)
        english = language == "en"
        several = SEVERAL_EN if english else SEVERAL_PT
        single = RANKS_EN if english else RANKS_PT
        many = [several.get(rank, str(rank)) for rank in ranks[:sets]]
        rest = [single.get(rank, str(rank)) for rank in ranks[sets:] if rank]
        return NAMES[combination][english].format(
            many=many[0] if many else "", more=many[-1] if many else "", rest=", ".join(rest)
        )


def word_of(value: int) -> str:
    """Return the combination's name in ASCII.

    >>> word_of(value_of("Ts 9s 8s 7s 6s".split()))
    'sequencia_da_cor'
    """
    return WORDS[value >> COMBINATION_SHIFT]
