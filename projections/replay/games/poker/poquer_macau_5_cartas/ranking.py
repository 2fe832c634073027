"""The order of five cards out of forty (A1, A5).

A hand's value is its combination, then the ranks that break ties. No suit ever decides. Full house
stands above flush; of four, of a full house and of three only the rank of the equal cards counts
(A5.3, A5.4, A5.7).
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
from projections.replay.kit.cards import DECK, RANK_OF
from projections.replay.kit.hands import COUNT_KEY, masks_by_count, ranks_of, run_of_five

LOWEST: Final = 5
CARDS: Final = frozenset(card for card in DECK if RANK_OF[card] >= LOWEST)
"""A1: ace to five of four suits."""

(
    MAIOR_CARTA,
    PAR,
    DOIS_PARES,
    TRIO,
    SEQUENCIA,
    COR,
    TRIO_PAR,
    QUATRO_IGUAIS,
    SEQUENCIA_DE_NAIPE,
    NAIPE_REAL,
) = range(10)
COMBINATIONS: Final = (
    "maior_carta",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "trio_par",
    "quatro_iguais",
    "sequencia_de_naipe",
    "naipe_real",
)
"""A5 from the lowest."""
LOW_RUN: Final = sum(COUNT_KEY[f"{rank}s"] for rank in "A5678")
"""A5.6: the ace stands for a four."""
LOW_TOP: Final = 8


def value_of(cards: Sequence[str]) -> int:
    """Return the value of five cards.

    Raises:
        KeyError: if a card is none of the forty.
        ValueError: if there are not five, or one of them is there twice.

    >>> value_of("8s 8h 8d 5s 5h".split()) > value_of("As Ks Qs Js 9s".split())
    True
    """
    if len(set(cards)) != HAND or len(cards) != HAND:
        raise ValueError(f"cards: expected {HAND} different ones, got {len(set(cards))}")
    key = 0
    for card in cards:
        if card not in CARDS:
            raise KeyError(card)
        key += COUNT_KEY[card]
    return value_of_counts(key, suited=len({card[1] for card in cards}) == 1)


def value_of_counts(key: int, *, suited: bool) -> int:
    """Return the value of five cards by their count key, all of one suit or not."""
    singles, pairs, trios, quads = masks_by_count(key)
    if quads:
        return hand_value(QUATRO_IGUAIS, ranks_of(quads))
    if trios:
        return hand_value(TRIO_PAR if pairs else TRIO, ranks_of(trios))
    if pairs:
        twos = ranks_of(pairs)
        return hand_value(DOIS_PARES if len(twos) > 1 else PAR, twos + ranks_of(singles))
    top = LOW_TOP if singles == LOW_RUN else run_of_five(singles, ace_low=False)
    if top and suited:
        return hand_value(NAIPE_REAL if top == ACE else SEQUENCIA_DE_NAIPE, (top,))
    if top:
        return hand_value(SEQUENCIA, (top,))
    return hand_value(COR if suited else MAIOR_CARTA, ranks_of(singles))


def word_of(value: int) -> str:
    """Return the combination's name in ASCII.

    >>> word_of(value_of("As 5s 6s 7s 8s".split()))
    'sequencia_de_naipe'
    """
    return COMBINATIONS[value >> COMBINATION_SHIFT]


SAID: Final = {
    "maior_carta": ("maior carta: {rest}", "high card: {rest}"),
    "par": ("par de {many}, com {rest}", "pair of {many}, with {rest}"),
    "dois_pares": (
        "dois pares, {many} e {more}, com {rest}",
        "two pairs, {many} and {more}, with {rest}",
    ),
    "trio": ("trio de {many}", "three {many}"),
    "sequencia": ("sequência de {rest}", "straight to {rest}"),
    "cor": ("cor: {rest}", "flush: {rest}"),
    "trio_par": ("trio-par, trio de {many}", "full house, three {many}"),
    "quatro_iguais": ("quatro {many}", "four {many}"),
    "sequencia_de_naipe": ("sequência de naipe de {rest}", "straight flush to {rest}"),
    "naipe_real": ("naipe real", "royal flush"),
}


class Jogo(SpokenHand, frozen=True, gc=False):
    """A hand's value in words, by the order of A5: ``trio-par, trio de reis``."""

    names = tuple(SAID[word] for word in COMBINATIONS)
