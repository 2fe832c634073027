"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all.

What needs a fact that the table does not record is not assessed.
"""

from collections.abc import Callable, Iterator
from typing import Final

from projections.replay.games.house_cards.stud_poker.checks.ante import (
    check_ante,
    check_own_hand,
)
from projections.replay.games.house_cards.stud_poker.checks.bets import (
    check_late,
    check_places,
    check_stakes,
)
from projections.replay.games.house_cards.stud_poker.checks.cards import check_cards
from projections.replay.games.house_cards.stud_poker.checks.carried_chips import check_carried
from projections.replay.games.house_cards.stud_poker.checks.hands_without_bet import check_no_bet
from projections.replay.games.house_cards.stud_poker.checks.progressive import check_progressive
from projections.replay.games.house_cards.stud_poker.checks.void import check_void
from projections.replay.games.house_cards.stud_poker.record import StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.kit.coups.faults import bet_faults, no_online
from projections.replay.settlement import Found, Settlement


def verify(record: StudRecord, rules: StudRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    found = no_online(record)
    found += bet_faults(record, record.bets, settlement)
    for check in _CHECKS:
        found.extend(check(record, rules, settlement))
    return tuple(found)


_CHECKS: Final[tuple[Callable[[StudRecord, StudRules, Settlement], Iterator[Found]], ...]] = (
    check_cards,
    check_places,
    check_stakes,
    check_late,
    check_ante,
    check_own_hand,
    check_no_bet,
    check_void,
    check_carried,
    check_progressive,
)
