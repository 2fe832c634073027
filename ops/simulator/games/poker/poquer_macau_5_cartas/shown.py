"""Who speaks first in Macau's five-card poker, by the open cards (Portaria 104/85/M, A10 b-e)."""

from collections.abc import Sequence
from typing import Final

from ops.simulator.games.poker.hands import RANK

SUITS: Final = {"s": 4, "h": 3, "c": 2, "d": 1}
"""Espadas, copas, paus, ouros (A10 b)."""
(HIGH, PAIR, TWO_PAIRS, TRIO, STRAIGHT, FLUSH, FOUR, STRAIGHT_FLUSH, ROYAL) = range(9)
LOW: Final = [14, 7, 6, 5]
"""On the way to A-5-6-7-8, in which the ace stands for the four."""

Shown = tuple[tuple[int, ...], int]
"""What is shown, and the suit that decides between equals."""


def shown(cards: Sequence[str]) -> Shown:
    """Return the value of one to four open cards; a pair counts only with the last of them.

    >>> shown(["Kd"]) > shown(["Qs"]), shown(["8h", "8s"]) > shown(["As", "Kd"])
    (True, True)
    >>> shown(["8h", "8s", "6d"]) < shown(["Td", "9d", "7c"])
    True
    """
    if len(cards) == 4:  # noqa: PLR2004 - all open cards are dealt
        return _of_four(cards)
    last = RANK[cards[-1][0]]
    same = [card for card in cards if RANK[card[0]] == last]
    kind = (HIGH, PAIR, TRIO)[len(same) - 1]
    return (kind, last), _suit(same)


def _of_four(cards: Sequence[str]) -> Shown:
    ranks = sorted((RANK[card[0]] for card in cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    run = ranks[1] if ranks == LOW else ranks[0]
    if ranks != LOW and ranks != [*range(ranks[0], ranks[0] - 4, -1)]:
        run = 0
    if suited:
        suit = SUITS[cards[0][1]]
        if ranks[-1] >= RANK["T"]:
            return (ROYAL, ranks[0]), suit
        return ((STRAIGHT_FLUSH, run) if run else (FLUSH, *ranks)), suit
    counts = {rank: ranks.count(rank) for rank in ranks}
    if 4 in counts.values():  # noqa: PLR2004 - of a kind
        return (FOUR, ranks[0]), _suit(cards)
    if run:
        return (STRAIGHT, run), _suit([card for card in cards if RANK[card[0]] == run])
    pairs = [rank for rank, count in counts.items() if count > 1]
    kind, rank = HIGH, RANK[cards[-1][0]]
    if 3 in counts.values():  # noqa: PLR2004 - of a kind
        kind, rank = TRIO, pairs[0]
    elif len(pairs) == 2:  # noqa: PLR2004 - two of them
        of_first = [card for card in cards if RANK[card[0]] == pairs[0]]
        return (TWO_PAIRS, *pairs), _suit(of_first)
    elif rank in pairs:
        kind = PAIR
    return (kind, rank), _suit([card for card in cards if RANK[card[0]] == rank])


def _suit(cards: Sequence[str]) -> int:
    return max(SUITS[card[1]] for card in cards)
