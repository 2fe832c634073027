"""The combinations, upwards, and which of two hands is the higher (R5, R17).

Suits rank, and they decide where the cards are equal, so no two hands of one deck are. They are
compared as R17 says, combination by combination: where a rule looks at some cards only (the four,
the three), no others count, and no two hands dealt from one deck have the same of those.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from projections.replay.games.house_cards.stud_poker.record import HAND
from projections.replay.kit.cards import DECK, RANKS
from projections.replay.kit.hands import COUNT_KEY, DIGIT, masks_by_count, ranks_of, run_of_five

REAL: Final = "naipe_real"
COMBINATIONS: Final = (
    "cinco_diferentes",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "trio_par",
    "quatro_iguais",
    "sequencia_de_naipe",
    REAL,
)
"""Upwards (R17)."""
NAMES: Final = (
    ("cinco cartas diferentes", "five odd cards"),
    ("um par", "a pair"),
    ("dois pares", "two pairs"),
    ("trio", "three of a kind"),
    ("sequência", "a straight"),
    ("naipe ou cor", "a flush"),
    ("trio-par", "a full house"),
    ("quatro cartas iguais", "four of a kind"),
    ("sequência de naipe", "a straight flush"),
    ("naipe real", "a royal flush"),
)
"""What people call them, in Portuguese and English."""
LETTERS: Final = "jihgfedcba"
"""Under which letter R17 says how two of a combination are compared."""
BY_NAME: Final = {name: index for index, name in enumerate(COMBINATIONS)}
(
    CINCO_DIFERENTES,
    _PAR,
    _DOIS_PARES,
    _TRIO,
    _SEQUENCIA,
    _COR,
    _TRIO_PAR,
    _QUATRO,
    DE_NAIPE,
    NAIPE_REAL,
) = range(10)

SUIT_BITS: Final = 2
"""A hand's value is its combination, five ranks of four bits, and the suit that decides."""
SHIFT: Final = 20 + SUIT_BITS
_ACE: Final = 14
_SUIT: Final = {"d": 0, "c": 1, "h": 2, "s": 3}
"""Ouros, paus, copas, espadas, upwards (R5 a)."""
_SUIT_OF: Final = {card: _SUIT[card[1]] for card in DECK}
ACE_KING: Final = (14 << 16 | 13 << 12) << SUIT_BITS
"""The least value with which the pagador opens the players' hands (R12)."""

_COUNTED: Final = DIGIT * len(RANKS)
"""Above the counts of ranks, a card's key counts suits, three bits each."""
_COUNTS: Final = (1 << _COUNTED) - 1
_KEY: Final = {card: COUNT_KEY[card] | 1 << _COUNTED + 3 * _SUIT_OF[card] for card in DECK}
_ONE_SUIT: Final = frozenset(HAND << 3 * suit for suit in _SUIT.values())


def _value(combination: int, *ranks: int) -> int:
    value = combination << SHIFT
    for place, rank in enumerate(ranks):
        value |= rank << (16 - 4 * place) + SUIT_BITS
    return value


def _mixed(key: int) -> tuple[int, int]:
    """Return the value of five ranks in several suits, and the rank whose suit decides, or 0."""
    ones, twos, threes, fours = map(ranks_of, masks_by_count(key))
    if fours:
        return _value(_QUATRO, *fours), 0  # R17 c: the fifth card counts for nothing
    if threes:  # R17 d, g: the three cards, no others
        return _value(_TRIO_PAR if twos else _TRIO, *threes), 0
    if len(twos) == 2:  # two pairs
        return _value(_DOIS_PARES, *twos, *ones), twos[0]
    if twos:
        return _value(_PAR, *twos, *ones), twos[0]
    top = run_of_five(key, ace_low=True)
    if top:
        return _value(_SEQUENCIA, top), top
    return _value(CINCO_DIFERENTES, *ones), ones[0]


def _suited(key: int) -> int:
    """Return the value of five different ranks in one suit."""
    top = run_of_five(key, ace_low=True)
    if top == _ACE:
        return _value(NAIPE_REAL)
    return _value(DE_NAIPE, top) if top else _value(_COR, *ranks_of(key))


_BY_RANKS: Final = {
    key: _mixed(key)
    for ranks in combinations_with_replacement(RANKS, HAND)
    if ranks[0] != ranks[-1]
    for key in (sum(COUNT_KEY[rank + "s"] for rank in ranks),)
}
_BY_RANKS_OF_ONE_SUIT: Final = {
    key: _suited(key) for key in _BY_RANKS if masks_by_count(key)[0] == key
}


def evaluate(cards: Sequence[str | None]) -> int | None:
    """Return the value of five cards: the higher value wins. None unless all five are known.

    >>> evaluate(("9h", "9c", "7d", "4s", "2h")) < evaluate(("9s", "9d", "7h", "4c", "2s"))
    True
    """
    try:
        first, second, third, fourth, fifth = cards
        key = _KEY[first] + _KEY[second] + _KEY[third] + _KEY[fourth] + _KEY[fifth]  # pyright: ignore[reportArgumentType]
    except (KeyError, ValueError):
        return None
    ranks = key & _COUNTS
    if key >> _COUNTED in _ONE_SUIT:
        suited = _BY_RANKS_OF_ONE_SUIT.get(ranks)
        return None if suited is None else suited | _SUIT_OF[first]  # pyright: ignore[reportArgumentType]
    found = _BY_RANKS.get(ranks)
    if found is None:
        return None
    value, rank = found
    if not rank:
        return value
    named = RANKS[rank - 2]
    return value | max(_SUIT_OF[card] for card in cards if card and card[0] == named)


def combination_of(value: int) -> str:
    """Return the combination of a hand's value.

    >>> combination_of(evaluate(("As", "Ks", "Qs", "Js", "Ts")))
    'naipe_real'
    """
    return COMBINATIONS[value >> SHIFT]


def suit_decides(one: int, other: int) -> bool:
    """Tell whether two values differ by their suit only."""
    return one != other and one >> SUIT_BITS == other >> SUIT_BITS
