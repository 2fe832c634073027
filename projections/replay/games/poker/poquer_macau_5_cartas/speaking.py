"""Who speaks first, by the open cards (A10 b-e).

What is shown has a value, greater for who speaks before: a tuple whose first number is the
combination shown and the others its ranks. Where two show the same value the suit of the highest
card of the pair, run or hand decides, espadas before copas before paus before ouros (A10 b, which
has the only order of suits; the law names it for the first lanço).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from projections.replay.games.poker.poquer_macau_5_cartas.ranking import CARDS
from projections.replay.kit.cards import RANK_OF

NAIPES: Final = {"s": 4, "h": 3, "c": 2, "d": 1}
"""Espadas, copas, paus, ouros."""
PRIMEIRO, SEGUNDO, TERCEIRO, QUARTO = 1, 2, 3, 4

(
    ALTA,
    COM_PAR,
    COM_DOIS_PARES,
    COM_TRIO,
    POSSIVEL_SEQUENCIA,
    POSSIVEL_COR,
    COM_QUATRO,
    POSSIVEL_SEQUENCIA_DE_NAIPE,
    POSSIVEL_NAIPE_REAL,
) = range(9)
EXIBIDO: Final = (
    "carta_alta",
    "par",
    "dois_pares",
    "trio",
    "possivel_sequencia",
    "possivel_cor",
    "quatro_iguais",
    "possivel_sequencia_de_naipe",
    "possivel_naipe_real",
)
"""What the open cards show, from the lowest (A10 d)."""
TEN: Final = 10
LOW_RUN: Final = (14, 7, 6, 5)
"""A possible A-5-6-7-8: the ace stands for four, and the seven is its highest card."""
TWO: Final = 2
THREE: Final = 3

Valor = tuple[tuple[int, ...], int]
"""The value shown, and the suit that decides between equal ones."""


def valor_exibido(abertas: Sequence[str]) -> Valor:
    """Return the value of one to four open cards, in the order dealt.

    >>> valor_exibido(["8h", "8s"]) > valor_exibido(["As", "Kd"])
    True
    >>> valor_exibido(["8h", "8s", "6d"]) < valor_exibido(["Td", "9d", "7c"])
    True
    """
    lanco = len(abertas)
    if lanco == QUARTO:
        return _de_quatro(abertas)
    last = abertas[-1]
    rank = RANK_OF[last]
    same = [card for card in abertas if RANK_OF[card] == rank]
    if len(same) > 1:
        shown = COM_TRIO if len(same) == THREE else COM_PAR
        return (shown, rank), _naipe(same)
    return (ALTA, rank), NAIPES[last[1]]


def _de_quatro(abertas: Sequence[str]) -> Valor:
    """Return the value of four open cards (A10 d)."""
    ranks = sorted((RANK_OF[card] for card in abertas), reverse=True)
    high = [card for card in abertas if RANK_OF[card] == ranks[0]]
    suited = len({card[1] for card in abertas}) == 1
    run = _sequencia(ranks)
    if suited and ranks[-1] >= TEN:
        return (POSSIVEL_NAIPE_REAL, ranks[0]), _naipe(high)
    if suited and run:
        return (POSSIVEL_SEQUENCIA_DE_NAIPE, run), _naipe(high)
    if len(high) == QUARTO:
        return (COM_QUATRO, ranks[0]), _naipe(high)
    if suited:
        return (POSSIVEL_COR, *ranks), _naipe(high)
    if run:
        top = [card for card in abertas if RANK_OF[card] == run]
        return (POSSIVEL_SEQUENCIA, run), _naipe(top)
    return _iguais(abertas)


def _iguais(abertas: Sequence[str]) -> Valor:
    """Return the value of four cards that are on the way to no run, suit or four."""
    counts = Counter(RANK_OF[card] for card in abertas)
    several = sorted((rank for rank in counts if counts[rank] > 1), reverse=True)
    if not several:
        return (ALTA, RANK_OF[abertas[-1]]), NAIPES[abertas[-1][1]]
    mine = [card for card in abertas if RANK_OF[card] == several[0]]
    if counts[several[0]] == THREE:
        return (COM_TRIO, several[0]), _naipe(mine)
    if len(several) == TWO:
        return (COM_DOIS_PARES, *several), _naipe(mine)
    if RANK_OF[abertas[-1]] == several[0]:  # only a pair made with the fourth open card counts
        return (COM_PAR, several[0]), _naipe(mine)
    return (ALTA, RANK_OF[abertas[-1]]), NAIPES[abertas[-1][1]]


def _sequencia(ranks: Sequence[int]) -> int:
    """Return the highest rank of four that follow one another, or 0."""
    if tuple(ranks) == LOW_RUN:
        return LOW_RUN[1]
    return ranks[0] if list(ranks) == [ranks[0] - step for step in range(QUARTO)] else 0


def _naipe(cards: Sequence[str]) -> int:
    return max(NAIPES[card[1]] for card in cards)


def ordem_de_fala(abertas: Mapping[int, Sequence[str | None]], lanco: int) -> list[int] | None:
    """Return players in the order in which the voice goes while nobody has bet (A10 b, c, d).

    ``abertas`` gives the open cards of those in the hand; None where a card is not known, or is
    none of the deck's.
    """
    valores: dict[int, Valor] = {}
    for place, cards in abertas.items():
        shown = [card for card in cards[:lanco] if card is not None and card in CARDS]
        if len(shown) != lanco or len(cards) < lanco:
            return None
        valores[place] = valor_exibido(shown)
    return sorted(valores, key=lambda place: valores[place], reverse=True)


def ordem_de_mostrar(abertas: Mapping[int, Sequence[str | None]]) -> list[int] | None:
    """Return in which order the chaves are turned: from the right of the best shown (A10 e).

    ``abertas`` is in the order of the deal. Suits do not count here; among equals the best is the
    first from the dealer's right.
    """
    best, top = None, ((-1,), 0)
    for place, cards in abertas.items():
        shown = [card for card in cards if card is not None and card in CARDS]
        if len(shown) != QUARTO:
            return None
        valor = valor_exibido(shown)
        if best is None or valor[0] > top[0]:
            best, top = place, valor
    if best is None:
        return None
    ring = list(abertas)
    after = ring.index(best) + 1
    return ring[after:] + ring[:after]
