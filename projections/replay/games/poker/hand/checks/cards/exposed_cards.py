"""Faults after common cards were exposed: not dealt again, raises afterwards (NB R57 d-h)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.order import TURN_OF
from projections.replay.games.poker.betting.record import (
    APOSTAR,
    REPICAR,
    HandRecord,
    HandRules,
)
from projections.replay.games.poker.hand.checks.cards.burned_cards import RIO, TURN
from projections.replay.settlement import Found, money_text


def exposure_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find exposed common cards that were not dealt again as R57 d-f say, and raises after (h)."""
    if hand.void is not None:
        return
    first: dict[int, int] = {}
    for one in hand.exposed:
        if one.acts < 0:  # nobody can tell when it was: of the others one can
            continue
        first[one.common] = min(first.get(one.common, one.acts), one.acts)
    for one in hand.exposed:
        if one.common in first:
            yield from _raises_after(hand, rules, one.common, first.pop(one.common))
        if one.common not in TURN_OF or len(hand.board) <= one.common:
            continue
        rule = rules.cites.exposed[min(TURN_OF[one.common], 2)]
        due = int(one.common == TURN)
        if hand.has("burns") and one.burned != due:
            yield _expo(rule, str(due), str(one.burned), {"burned": one.burned})
        last = RIO if one.common == TURN else one.common
        if hand.has("shuffles") and not one.shuffled and len(hand.board) > last:
            yield _expo(rule, "shuffled", "not shuffled", {"common": one.common})
        if one.common == TURN and hand.board[TURN] in one.cards and hand.board[TURN]:
            yield _expo(rule, "another card", str(hand.board[TURN]), {"card": hand.board[TURN]})


def _expo(rule: str, expected: str, recorded: str, facts: dict[str, object]) -> Found:
    return Found(code="NB-EXPO", rule=rule, expected=expected, recorded=recorded, facts=facts)


def _raises_after(hand: HandRecord, rules: HandRules, common: int, acts: int) -> Iterator[Found]:
    """Find bets and raises of those still to bet when common cards were exposed (R57 h)."""
    for action in hand.actions[acts:]:
        if action.common == common and action.action in {REPICAR, APOSTAR}:
            yield Found(
                code="NB-EXPO",
                rule=rules.cites.only_call,
                seat=action.seat,
                recorded=money_text(action.added),
                amount=action.added,
                facts={"action": action.action, "common": common},
            )
