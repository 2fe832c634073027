"""Póquer hold'em: two own cards, five common ones, the best five of the seven.

Rules: Portaria 1/2017, Anexo, Póquer não bancado, regras gerais R1-R66, and Omaha e Hold'em O1-O75;
Portaria 217/2007, n. 1-94. The order of hands is in ``poker.ranking``; what else the game has it
shares with Omaha.
"""

from collections.abc import Sequence
from typing import Final

from projections.replay.game import Game, Rule, implemented, not_checkable
from projections.replay.games.poker.betting.record import HandRecord, HandRules, seated
from projections.replay.games.poker.hand.checks import hand_faults
from projections.replay.games.poker.hand.coverage import HAND_COVERAGE
from projections.replay.games.poker.hand.payment_names import name_payment
from projections.replay.games.poker.hand.pots import settle_hand
from projections.replay.games.poker.hand.showdown import Ranking
from projections.replay.games.poker.ranking import (
    HAND,
    PLAIN,
    Combination,
    value_of_counts,
    value_of_suit,
    word_of,
)
from projections.replay.kit.cards import DECK, SUITS
from projections.replay.kit.hands import COUNT_KEY
from projections.replay.settlement import Found, Settlement

NAME: Final = "poquer_holdem"
OWN: Final = 2
CARDS: Final = frozenset(DECK)
"""O2."""


class HoldemRecord(
    HandRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_holdem",
    tag_field="game",
):
    """One hand of hold'em."""


class HoldemRules(HandRules, frozen=True, kw_only=True):
    """Values in which profiles differ."""


def values_of(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the value of each pair of own cards with the common ones (O1)."""
    keys, plain = COUNT_KEY, PLAIN
    common = [card for card in board if card is not None]
    base = 0
    for card in common:
        base += keys[card]
    colour, mask = _colour(common)
    values: list[int] = []
    for first, second in holes:
        if first is None or second is None:
            raise KeyError(None)
        if mask:
            suited = mask
            if first[1] == colour:
                suited |= keys[first]
            if second[1] == colour:
                suited |= keys[second]
            if suited.bit_count() >= HAND:
                values.append(value_of_suit(suited))
                continue
        key = base + keys[first] + keys[second]
        value = plain.get(key)
        if value is None:
            value = plain[key] = value_of_counts(key)
        values.append(value)
    return values


def _colour(common: list[str]) -> tuple[str, int]:
    """Return the suit of which hands may still hold five, and its common ranks."""
    first = [card[1] for card in common]
    for suit in SUITS:
        if first.count(suit) >= HAND - OWN:
            mask = 0
            for card in common:
                if card[1] == suit:
                    mask |= COUNT_KEY[card]
            return suit, mask
    return "", 0


RANKING: Final = Ranking(OWN, values_of, Combination, word_of)


def settle(record: HoldemRecord, rules: HoldemRules) -> Settlement:
    """Return the line of each seat's stake."""
    return settle_hand(NAME, seated(record), rules, RANKING)


def verify(record: HoldemRecord, rules: HoldemRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of betting, table, cards, errors, void and cagnotte."""
    return hand_faults(seated(record), rules, settlement, RANKING, CARDS)


COVERAGE: Final[tuple[Rule, ...]] = (
    *HAND_COVERAGE,
    *implemented("values_of", "R1", "001 n.92", "001 n.93", "001 n.94"),
    *not_checkable("four cards, or two of them, are Omaha's alone", "R6", "001 n.73", "001 n.77"),
)

GAME: Final = Game(
    name=NAME,
    section="OH",
    record=HoldemRecord,
    settle=settle,
    verify=verify,
    rules=HoldemRules,
    coverage=COVERAGE,
    relabel=name_payment,
)
