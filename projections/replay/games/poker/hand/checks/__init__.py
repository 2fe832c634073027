"""Faults of a hand, each subject in a module of its own; ``hand_faults`` asks them all."""

from collections.abc import Collection

from projections.replay.games.poker.betting.order import Betting
from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.games.poker.hand.checks.cagnotte import rake_faults
from projections.replay.games.poker.hand.checks.cards.burned_cards import burn_faults
from projections.replay.games.poker.hand.checks.cards.dealt_cards import board_faults, card_faults
from projections.replay.games.poker.hand.checks.cards.exposed_cards import exposure_faults
from projections.replay.games.poker.hand.checks.cards.order_of_deal import deal_faults
from projections.replay.games.poker.hand.checks.online import online_faults
from projections.replay.games.poker.hand.checks.pots import pot_faults
from projections.replay.games.poker.hand.checks.table.table import place_faults, table_faults
from projections.replay.games.poker.hand.checks.void import void_faults
from projections.replay.games.poker.hand.showdown import Ranking
from projections.replay.settlement import Found, Settlement


def hand_faults(
    hand: HandRecord,
    rules: HandRules,
    settlement: Settlement,
    ranking: Ranking,
    deck: Collection[str],
) -> tuple[Found, ...]:
    """Return every fault of a hand, payments apart."""
    found: list[Found] = []
    betting: Betting | None = None
    if hand.has("decisions"):
        betting = Betting(hand, rules)
        betting.follow()
        found.extend(betting.found)
    found.extend(table_faults(hand, rules))
    found.extend(place_faults(hand, rules))
    if hand.has("cards"):
        found.extend(card_faults(hand, rules, ranking, deck))
        found.extend(board_faults(hand, rules, betting))
        if hand.dealt:
            found.extend(deal_faults(hand, rules, ranking))
    if hand.has("burns"):
        found.extend(burn_faults(hand, rules))
    if hand.exposed:
        found.extend(exposure_faults(hand, rules))
    if hand.online:
        found.extend(online_faults(hand, rules))
    if hand.void is not None or hand.errors:
        found.extend(void_faults(hand, rules, settlement, ranking))
    if hand.pots:
        found.extend(pot_faults(hand, rules, settlement))
    if hand.cagnotte_taken is not None:
        found.extend(rake_faults(hand, rules, settlement))
    return tuple(found)
