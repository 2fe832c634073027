"""Errors of the pagador that the table noted, and their remedies; burned cards (R32-R36, R57).

Errors that change who wins are in ``hand.stakes``, those that change what players may do in
``betting.order``; R57 a (a winner wrongly announced) and R58 b and f change nothing.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.order import TURN_OF
from projections.replay.games.poker.betting.record import (
    APOSTAR,
    COMMON_OF_TURN,
    GRANDE,
    NOTED,
    PEQUENA,
    REPICAR,
    TURNED,
    UNBURNED,
    Exposed,
    HandRecord,
    HandRules,
)
from projections.replay.games.poker.hand.showdown import Ranking
from projections.replay.games.poker.hand.stakes import misdeal
from projections.replay.settlement import Found, money_text

FLOP, TURN, RIO = 0, 3, 4
"""Common cards open before each phase."""
FIRST_BETS: Final = frozenset({PEQUENA, GRANDE})


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
        if not error.cards:
            continue
        card = error.cards[0]
        if error.error == TURNED:
            first = [burn.card for burn in hand.burns if burn.common == FLOP]
            held = any(card in player.cards for player in hand.players)
            if held or (first and None not in first and card not in first):
                yield Found(
                    code="NB-BURN",
                    rule=cites.turned,
                    seat=error.seat,
                    expected=card,
                    recorded=" ".join(str(one) for one in first),
                    facts={"card": card},
                )
        elif error.error == UNBURNED and card in hand.board and card not in burned:
            yield Found(code="NB-BURN", rule=cites.unburned, recorded=card, facts={"card": card})


def deal_faults(hand: HandRecord, rules: HandRules, ranking: Ranking) -> Iterator[Found]:
    """Find cards dealt in another order than one by one from the first bet on (R22, R66 a)."""
    if hand.void is not None or hand.errors:
        return
    seats = [player.seat for player in hand.players if not player.absent]
    numbers = {len(player.cards) for player in hand.players if not player.absent}
    if numbers != {ranking.own_cards} or len(set(seats)) != len(seats):
        return  # another number of cards is a fault of its own
    posted: dict[str, int] = {}
    for act in hand.actions:
        if act.action in FIRST_BETS:
            posted.setdefault(act.action, act.seat)  # several grandes where some were idle (O17)
    first = posted.get(PEQUENA, posted.get(GRANDE, hand.mao))
    if first not in seats:
        return
    start = seats.index(first)
    due = (seats[start:] + seats[:start]) * ranking.own_cards
    dealt = [seat for seat in hand.dealt if seat in seats]
    if dealt != due:
        wrong = next(
            (at for at, seat in enumerate(dealt) if at >= len(due) or seat != due[at]), len(dealt)
        )
        yield Found(
            code="NB-MIS",
            rule=f"{rules.cites.void} a, {rules.cites.own_cards}",
            expected=str(due[wrong]) if wrong < len(due) else "",
            recorded=str(dealt[wrong]) if wrong < len(dealt) else "",
            facts={"card": wrong + 1},
        )


def exposure_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find exposed common cards that were not dealt again as R57 d-f say, and raises after (h)."""
    if hand.void is not None:
        return
    for one in hand.exposed:
        yield from _raises_after(hand, rules, one)
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


def _raises_after(hand: HandRecord, rules: HandRules, one: Exposed) -> Iterator[Found]:
    """Find bets and raises of those still to bet when common cards were exposed (R57 h)."""
    for action in hand.actions[one.acts :]:
        if action.common == one.common and action.action in {REPICAR, APOSTAR}:
            yield Found(
                code="NB-EXPO",
                rule=rules.cites.only_call,
                seat=action.seat,
                recorded=money_text(action.added),
                amount=action.added,
                facts={"action": action.action, "common": one.common},
            )
