"""Póquer Omaha: four own cards, five common ones, exactly two of the own and three of the common.

Rules: Portaria 1/2017, Anexo, Póquer não bancado, regras gerais R1-R66, and Omaha e Hold'em O1-O75;
Portaria 217/2007, n. 1-91. The order of hands is in ``poker.ranking``; all else is shared with
hold'em.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import structs

from projections.replay.game import Game, Rule, implemented, not_checkable
from projections.replay.games.poker.betting.record import HandRecord, HandRules, seated
from projections.replay.games.poker.hand.checks import hand_faults
from projections.replay.games.poker.hand.coverage import HAND_COVERAGE
from projections.replay.games.poker.hand.payment_names import due_by_seat, name_payment
from projections.replay.games.poker.hand.pots import settle_hand
from projections.replay.games.poker.hand.showdown import Ranking
from projections.replay.games.poker.ranking import (
    PLAIN,
    Combination,
    value_of,
    value_of_counts,
    value_of_suit,
    word_of,
)
from projections.replay.kit.cards import DECK, SUITS
from projections.replay.kit.hands import COUNT_KEY
from projections.replay.kit.memo import once
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Settlement

NAME: Final = "poquer_omaha"
OWN: Final = 4
SEVEN: Final = 7
OF_OWN: Final = 2
"""Own cards that make a hand: two, neither more nor fewer (O1)."""
OF_COMMON: Final = 3
CARDS: Final = frozenset(DECK)
"""O2."""


class OmahaRecord(
    HandRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_omaha",
    tag_field="game",
):
    """One hand of Omaha."""


class OmahaRules(HandRules, frozen=True, kw_only=True):
    """Values in which profiles differ."""


def values_of(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the best value of two of each hand's own cards with three common ones (O1).

    Raises:
        KeyError: if a card is none of the deck's, or is not known.
        ValueError: if a hand has not four own cards.

    """
    keys = COUNT_KEY
    common = [keys[card] for card in board if card is not None]
    if len(common) != len(board):
        raise KeyError(None)
    threes = {sum(three) for three in combinations(common, OF_COMMON)}
    suited = _suited_threes(board)
    values: list[int] = []
    for hole in holes:
        if len(hole) != OWN:
            raise ValueError(f"own cards: expected {OWN}, got {len(hole)}")
        values.append(_best(hole, threes, suited))
    return values


def _best(
    hole: Sequence[str | None], threes: set[int], suited: tuple[str, list[int]] | None
) -> int:
    """Return the best value of two of these cards with three common ones, by their count keys."""
    keys, plain = COUNT_KEY, PLAIN
    own: list[int] = []
    colour: list[int] = []
    for card in hole:
        if card is None:
            raise KeyError(None)
        own.append(keys[card])
        if suited and card[1] == suited[0]:
            colour.append(keys[card])
    best = 0
    for two in {one + other for one, other in combinations(own, OF_OWN)}:
        for three in threes:
            value = plain.get(two + three)
            if value is None:
                value = plain[two + three] = value_of_counts(two + three)
            best = max(best, value)
    if suited:
        for one, other in combinations(colour, OF_OWN):
            for three in suited[1]:
                best = max(best, value_of_suit(one | other | three))
    return best


def _suited_threes(board: Sequence[str | None]) -> tuple[str, list[int]] | None:
    """Return the suit of which hands may hold five, and the common ranks three by three."""
    for suit in SUITS:
        mine = [COUNT_KEY[card] for card in board if card is not None and card[1] == suit]
        if len(mine) >= OF_COMMON:
            return suit, [one | two | three for one, two, three in combinations(mine, OF_COMMON)]
    return None


def any_five(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the values that hands would have if any five of the nine cards counted.

    That is not Omaha: it tells whether a wrong payment came of forgetting O1.

    Raises:
        ValueError: if a hand has not four own cards.

    """
    if any(len(hole) != OWN for hole in holes):
        raise ValueError(f"own cards: expected {OWN} in each hand")
    common = [card for card in board if card is not None]
    nine = [[*common, *[card for card in hole if card is not None]] for hole in holes]
    # Seven cards never hold a flush and a full house at once; nine may.
    return [max(map(value_of, combinations(one, min(len(one), SEVEN)))) for one in nine]


RANKING: Final = Ranking(OWN, values_of, Combination, word_of)
MISREAD: Final = Ranking(OWN, any_five, Combination, word_of)


def settle(record: OmahaRecord, rules: OmahaRules) -> Settlement:
    """Return the line of each seat's stake."""
    return settle_hand(NAME, seated(record), rules, RANKING)


def verify(record: OmahaRecord, rules: OmahaRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of betting, table, cards, errors, void and cagnotte."""
    return hand_faults(seated(record), rules, settlement, RANKING, CARDS)


@once
def _misread(record: OmahaRecord, rules: OmahaRules) -> dict[int, int]:
    """Return the due of each seat as if any five cards made the hand."""
    return due_by_seat(settle_hand(NAME, seated(record), rules, MISREAD))


def relabel(
    record: OmahaRecord, rules: OmahaRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Name a wrong payment; OH-23 where the pot went as if any five cards made the hand (O1)."""
    named = name_payment(record, rules, settlement, fault)
    if named is None or settlement.void or not settlement.result.get("combinacoes"):
        return named
    misread = _misread(record, rules)
    if misread == due_by_seat(settlement) or misread != paid_by_seat(record.payments):
        return named
    return structs.replace(named, code="OH-23", rule=rules.cites.ranking[-1])


COVERAGE: Final[tuple[Rule, ...]] = (
    *HAND_COVERAGE,
    *implemented("values_of; OH-23", "R1", "001 n.73"),
    *implemented("values_of; NB-MIS", "R6", "001 n.77"),
    *not_checkable("of hold'em alone", "001 n.92", "001 n.93", "001 n.94"),
)

GAME: Final = Game(
    name=NAME,
    section="OH",
    record=OmahaRecord,
    settle=settle,
    verify=verify,
    rules=OmahaRules,
    coverage=COVERAGE,
    relabel=relabel,
)
