"""The points of hands (R4, R7, R27)."""

from collections.abc import Sequence
from typing import Final

from projections.replay.kit.cards import DECK

GOAL: Final = 21
BANK_STANDS: Final = 17
SOFT: Final = 10
"""What an ace is worth beyond 1 where it counts 11."""
ONE: Final = 1
TEN: Final = 10
ACE: Final = 1 << 10
ACE_HIGHEST: Final = GOAL - SOFT
"""The most that a hand with an ace may count low for the ace to count 11."""
KEYS: Final[dict[str | None, int]] = {
    card: 1 + ACE if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in DECK
}
"""A card's points, its ace as 1; beside them, ``ACE`` for an ace. Keys of a hand are summed."""
UNKNOWN: Final = -1
BLACKJACK: Final = 100
"""Beside the totals of hands, 2 to 31 and more: higher than any that is compared."""
_RUN: Final = {"6", "7", "8"}


def key_of(cards: Sequence[str | None]) -> int:
    """Return the sum of the cards' keys; ``UNKNOWN`` where one is not known.

    >>> key_of(["8c", "Kd"]), key_of(["8c", None])
    (18, -1)
    """
    try:
        return sum([KEYS[card] for card in cards])
    except KeyError:
        return UNKNOWN


def points(key: int) -> int:
    """Return a player's points from his hand's key: an ace is 11 where that does not pass 21.

    >>> points(key_of(["Ac", "8d"])), points(key_of(["Ac", "8d", "5s"])), points(key_of(["As"] * 3))
    (19, 14, 13)
    """
    low = key & (ACE - 1)
    return low + SOFT if key >= ACE and low <= ACE_HIGHEST else low


def bank_points(key: int) -> int:
    """Return the bank's points: its ace is 11 where that makes 17 to 21, else 1 (R4 a).

    >>> bank_points(key_of(["Ac", "6d"])), bank_points(key_of(["Ac", "5d"]))
    (17, 6)
    >>> bank_points(key_of(["Ac", "5d", "Ks"]))
    16
    """
    low = key & (ACE - 1)
    high = low + SOFT
    return high if key >= ACE and BANK_STANDS <= high <= GOAL else low


def doubled_points(cards: Sequence[str | None]) -> int:
    """Return the points of a doubled hand: the ace that made 9 or 10 as 1 stays 1 (R27).

    >>> doubled_points(["Ac", "8d", "5s"]), doubled_points(["Ac", "9d", "As"])
    (14, 21)
    >>> doubled_points(["5c", "6d", "As"])
    12
    """
    first, rest = key_of(cards[:2]), key_of(cards[2:])
    if UNKNOWN in (first, rest):
        return UNKNOWN
    if first >= ACE and first & (ACE - 1) in (9, 10):
        first &= ACE - 1
    return points(first + rest)


def may_double(cards: Sequence[str | None]) -> bool:
    """Tell whether two cards make 9, 10 or 11 (R25, R27): an ace and a ten are 21.

    >>> [may_double(cards) for cards in (["5c", "6d"], ["Ac", "8d"], ["Ac", "Kd"], ["As", "As"])]
    [True, True, False, False]
    """
    key = key_of(cards)
    low = key & (ACE - 1)
    return key >= 0 and (low in (9, 10) or (low == GOAL - SOFT and key < ACE))


def is_blackjack(cards: Sequence[str | None]) -> bool:
    """Tell whether the first two cards are an ace and a figure or ten (R7 a).

    >>> is_blackjack(["Ac", "Kd"]), is_blackjack(["7c", "7d", "7h"])
    (True, False)
    """
    return key_of(cards[:2]) == ACE + GOAL - SOFT


def may_be_blackjack(cards: Sequence[str | None]) -> bool:
    """Tell whether a hand of which a card is not known may be a blackjack.

    >>> [may_be_blackjack(cards) for cards in (["Ac", None], ["?", "Kd"], ["Ac", "?", "2d"])]
    [True, True, False]
    >>> [may_be_blackjack(cards) for cards in (["9c", None], [None, None])]
    [False, True]
    """
    known = (KEYS[card] for card in cards if card in KEYS)
    return len(cards) <= 2 and all(key in (ONE + ACE, TEN) for key in known)


def special(cards: Sequence[str | None]) -> str | None:
    """Return the name of a hand with a prize of its own (R48): exactly three cards, any order.

    >>> special(["8d", "6d", "7d"]), special(["7c", "7d", "7d"]), special(["8d", "6d", "7s"])
    ('6-7-8', '7-7-7', None)
    """
    if len(cards) != 3 or key_of(cards) == UNKNOWN:
        return None
    ranks = {str(card)[0] for card in cards}
    if ranks == {"7"}:
        return "7-7-7"
    one_suit = len({str(card)[1:] for card in cards}) == 1
    return "6-7-8" if ranks == _RUN and one_suit else None


def may_be_special(cards: Sequence[str | None]) -> bool:
    """Tell whether three cards, of which one at least cannot be read, may have a prize (R48).

    >>> may_be_special(["6d", None, "7d"]), may_be_special(["6d", "?", "6s"])
    (True, False)
    """
    known = [card for card in cards if card is not None and card in KEYS]
    if len(cards) != 3 or len(known) == 3:
        return False
    ranks = [card[0] for card in known]
    one_suit = len({card[1:] for card in known}) <= 1
    run = one_suit and len(set(ranks)) == len(ranks) and set(ranks) <= _RUN
    return run or set(ranks) <= {"7"}


def drew_on(cards: Sequence[str | None]) -> bool:
    """Tell whether a card came to a hand that had 21 or more already (R21).

    >>> drew_on(["Ac", "5d", "5h", "2s"]), drew_on(["Ac", "5d", "5h"])
    (True, False)
    """
    key = 0
    for at, card in enumerate(cards):
        if at > 1 and points(key) >= GOAL:
            return True
        value = KEYS.get(card)
        if value is None:
            return False
        key += value
    return False
