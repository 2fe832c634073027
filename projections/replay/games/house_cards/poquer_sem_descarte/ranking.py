"""The combinations, upwards, and which of two hands is the higher (R6, R27, R28)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.record import HAND
from projections.replay.kit.cards import RANK_OF, SUITS

COMBINATIONS: Final = (
    "cartas_maiores",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "full",
    "poquer",
    "sequencia_de_cor",
    "real",
)
"""Upwards (R6)."""
PRIZES: Final = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
"""Times the segunda aposta (R30)."""
NAMES: Final = (
    ("cartas maiores", "high cards"),
    ("um par", "a pair"),
    ("dois pares", "two pairs"),
    ("trio", "three of a kind"),
    ("sequência", "a straight"),
    ("cor", "a flush"),
    ("full", "a full house"),
    ("póquer", "four of a kind"),
    ("sequência de cor", "a straight flush"),
    ("sequência real de cor", "a royal flush"),
)
"""What people call them, in Portuguese and English."""
BY_NAME: Final = {name: index for index, name in enumerate(COMBINATIONS)}
CARTAS_MAIORES: Final = 0
_PAR, _DOIS_PARES, _TRIO, _SEQUENCIA, _COR, _FULL, _POQUER, _DE_COR, _REAL = range(1, 10)

_ACE: Final = 14
_WHEEL: Final = (14, 5, 4, 3, 2)
SHIFT: Final = 20
"""A hand's value is its combination, then five ranks of four bits that decide between equals."""
ACE_KING: Final = 14 << 16 | 13 << 12
"""The least value with which the bank plays (R15)."""

_SUIT_BITS: Final = 31
_RANK_MASK: Final = (1 << _SUIT_BITS) - 1
_KEY: Final = {
    card: 5 ** (rank - 2) | 1 << (_SUIT_BITS + 3 * SUITS.index(card[1]))
    for card, rank in RANK_OF.items()
}
"""Five keys sum to how often each rank (a digit to base five) and suit (three bits) comes."""
_ONE_SUIT: Final = frozenset(HAND << 3 * suit for suit in range(len(SUITS)))


def _value(combination: int, *ranks: int) -> int:
    value = combination << SHIFT
    for place, rank in enumerate(ranks):
        value |= rank << (16 - 4 * place)
    return value


def _values() -> tuple[dict[int, int], dict[int, int]]:
    """Return the value of every five ranks, in several suits and in one."""
    digit = {rank: 5 ** (rank - 2) for rank in range(2, _ACE + 1)}
    ranks = tuple(reversed(digit))
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    for hand in combinations(ranks, HAND):
        key = sum(digit[rank] for rank in hand)
        wheel = hand == _WHEEL
        if wheel or hand[0] - hand[-1] == HAND - 1:
            top = 5 if wheel else hand[0]  # the ace is worth 1 there (R27 c)
            mixed[key] = _value(_SEQUENCIA, top)
            suited[key] = _value(_REAL if top == _ACE else _DE_COR, top)
        else:
            mixed[key] = _value(CARTAS_MAIORES, *hand)
            suited[key] = _value(_COR, *hand)
    for rank in ranks:
        others = [other for other in ranks if other != rank]
        for three in combinations(others, 3):
            key = 2 * digit[rank] + sum(digit[other] for other in three)
            mixed[key] = _value(_PAR, rank, *three)
        for two in combinations(others, 2):
            key = 3 * digit[rank] + sum(digit[other] for other in two)
            mixed[key] = _value(_TRIO, rank, *two)
            low, high = sorted(two)
            key = digit[rank] + 2 * digit[low] + 2 * digit[high]
            mixed[key] = _value(_DOIS_PARES, high, low, rank)
        for other in others:
            mixed[3 * digit[rank] + 2 * digit[other]] = _value(_FULL, rank, other)
            mixed[4 * digit[rank] + digit[other]] = _value(_POQUER, rank, other)
    return mixed, suited


_MIXED, _SUITED = _values()


def evaluate(cards: Sequence[str | None]) -> int | None:
    """Return the value of five cards: the higher value wins. None unless all five are known.

    >>> evaluate(("Ah", "2c", "3d", "4s", "5h")) < evaluate(("2h", "3c", "4d", "5s", "6h"))
    True
    """
    try:
        first, second, third, fourth, fifth = cards
        key = _KEY[first] + _KEY[second] + _KEY[third] + _KEY[fourth] + _KEY[fifth]  # pyright: ignore[reportArgumentType]
    except (KeyError, ValueError):
        return None
    if key >> _SUIT_BITS in _ONE_SUIT:
        return _SUITED.get(key & _RANK_MASK)
    return _MIXED.get(key & _RANK_MASK)


def combination_of(value: int) -> str:
    """Return the combination of a hand's value.

    >>> combination_of(evaluate(("As", "Ks", "Qs", "Js", "Ts")))
    'real'
    """
    return COMBINATIONS[value >> SHIFT]


def three_of_suit(cards: Sequence[str | None]) -> bool:
    """Tell whether three cards, or four, are of one suit: what R28 calls colour."""
    suits = [card[1:] for card in cards if card is not None]
    return any(suits.count(suit) > HAND // 2 for suit in SUITS)
