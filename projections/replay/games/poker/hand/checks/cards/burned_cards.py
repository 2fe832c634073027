"""Faults of burned cards: a phase without its card, a remedy that burned another.

Rules: NB R32-R36, R57.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.order import TURN_OF
from projections.replay.games.poker.betting.record import (
    COMMON_OF_TURN,
    NOTED,
    TURNED,
    UNBURNED,
    HandRecord,
    HandRules,
)
from projections.replay.games.poker.hand.stakes import misdeal
from projections.replay.kit.cards import DECK
from projections.replay.settlement import Found

CARDS: Final = frozenset(DECK)
FLOP, TURN, RIO = 0, 3, 4
"""Common cards open before each phase."""


def burn_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find phases without their one burned card (R32, R34, R36, R57 c-g)."""
    if any(error.error not in NOTED for error in hand.errors) or misdeal(hand):
        return
    if hand.errors:
        yield from _remedy_faults(hand, rules)
    burned = [burn.common for burn in hand.burns]
    phases = COMMON_OF_TURN[: TURN_OF.get(len(hand.board), 0)]
    if burned == [*phases] and not hand.exposed:
        return
    exposed = {one.common for one in hand.exposed}
    for common in sorted({*burned, *phases}):
        if common in phases:
            due = _due_burns(hand, common)
        else:  # a phase that was exposed and, all others having given up, never came again
            due = (0, 1) if common in exposed else (0,)
        if burned.count(common) not in due:
            yield Found(
                code="NB-BURN",
                rule=rules.cites.burns[min(TURN_OF.get(common, 0), len(rules.cites.burns) - 1)],
                expected=" / ".join(str(count) for count in due),
                recorded=str(burned.count(common)),
                facts={"common": common},
            )


def _due_burns(hand: HandRecord, common: int) -> tuple[int, ...]:
    """Return the numbers of cards that may be burned before a phase, given the exposed cards.

    Whether a card had been burned before the exposure decides between two numbers; what was
    burned after it is ``exposure_faults``'.
    """
    exposed = {one.common for one in hand.exposed}
    if common == TURN and common in exposed:
        return (1, 2)
    if common in exposed:
        return (0, 1)
    return (0,) if common == RIO and TURN in exposed else (1,)


def _remedy_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a card turned in the deal that was not the next burned one (R57 c), or R57 g undone."""
    cites = rules.cites
    burned = {burn.card for burn in hand.burns}
    for error in hand.errors:
        if not error.cards or error.cards[0] not in CARDS:
            continue  # which card it was nobody can read
        card = error.cards[0]
        if error.error == TURNED:
            first = [burn.card for burn in hand.burns if burn.common == FLOP]
            held = any(card in player.cards for player in hand.players)
            if held or (first and CARDS.issuperset(first) and card not in first):
                yield Found(
                    code="NB-BURN",
                    rule=cites.turned,
                    seat=error.seat,
                    expected=card,
                    recorded=" ".join(str(one) for one in first),
                    facts={"card": card},
                )
        elif error.error == UNBURNED and card in hand.board and card not in burned:
            if burned - CARDS - {None}:
                continue  # a burned card that nobody can read may have been this one
            yield Found(code="NB-BURN", rule=cites.unburned, recorded=card, facts={"card": card})
